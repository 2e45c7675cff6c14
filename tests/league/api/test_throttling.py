"""How often the API may be asked: told with every answer, and wrong tokens soonest of all."""

import re
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.api.throttling import MOST_WRONG, PROVEN, household
from tests.factories import make_persona, make_token

pytestmark = pytest.mark.django_db
NOON = "2026-01-31T12:00:10Z"
ADDRESS = "/api/v1/rulesets/"


def bearer(text: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {text}"}


def wrong(number: int) -> dict[str, str]:
    return bearer(f"lg_{number:061d}")


def guess(client: Client, times: int, address: str = "192.0.2.1") -> list[int]:
    return [client.get(ADDRESS, headers=wrong(n), REMOTE_ADDR=address).status_code for n in range(times)]


@pytest.fixture
def clock() -> Any:
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


def test_wrong_tokens_are_held_back_and_told_until_when(client: Client, clock: Any) -> None:
    assert guess(client, 300) == [401] * MOST_WRONG + [429] * (300 - MOST_WRONG)

    held = client.get(ADDRESS, headers=wrong(7), REMOTE_ADDR="192.0.2.1")
    assert held.json() == {
        "error": {
            "code": "throttled",
            "message": "Too many wrong tokens came from this address. Expected available in 50 seconds.",
        }
    }
    assert (held["Retry-After"], held["RateLimit"]) == ("50", '"wrong-tokens";r=0;t=50')

    clock.shift(50)
    assert guess(client, 1) == [401]


def test_a_guess_that_is_held_back_costs_no_query(client: Client, clock: Any) -> None:
    guess(client, MOST_WRONG)
    with CaptureQueriesContext(connection) as queries:
        assert guess(client, 5) == [429] * 5
    assert len(queries) == 0


def test_others_are_not_held_back_for_it(client: Client, clock: Any) -> None:
    guess(client, MOST_WRONG + 1)
    _, text = make_token(scopes=["read"])

    elsewhere = client.get(ADDRESS, headers=bearer(text), REMOTE_ADDR="192.0.2.2")
    without = client.get(ADDRESS, REMOTE_ADDR="192.0.2.1")

    assert (elsewhere.status_code, without.status_code, guess(client, 1, "192.0.2.2")) == (200, 200, [401])


def test_a_token_that_was_right_there_goes_on_and_another_waits(client: Client, clock: Any) -> None:
    (_, known), (_, fresh) = make_token(scopes=["read"]), make_token(scopes=["read"])

    def ask(text: str) -> int:
        return client.get(ADDRESS, headers=bearer(text), REMOTE_ADDR="192.0.2.1").status_code

    assert ask(known) == 200
    guess(client, MOST_WRONG + 1)

    assert (ask(known), ask(fresh)) == (200, 429)
    clock.shift(50)
    assert (ask(known), ask(fresh)) == (200, 200)
    clock.shift(PROVEN + 1)
    guess(client, MOST_WRONG + 1)
    assert ask(known) == 429


def test_a_token_that_is_taken_back_is_right_no_more(client: Client, clock: Any) -> None:
    token, text = make_token(scopes=["read"])
    assert client.get(ADDRESS, headers=bearer(text), REMOTE_ADDR="192.0.2.1").status_code == 200
    token.delete()
    guess(client, MOST_WRONG)

    assert client.get(ADDRESS, headers=bearer(text), REMOTE_ADDR="192.0.2.1").status_code == 401


def test_one_household_is_one_whichever_of_its_addresses_asks(client: Client, clock: Any) -> None:
    for number in range(MOST_WRONG):
        guess(client, 1, f"2001:db8::{number + 1:x}")

    assert guess(client, 1, "2001:db8::ffff") == [429]
    assert guess(client, 1, "2001:db8:0:1::1") == [401]


@pytest.mark.parametrize("address", ["", None, "unix:", "a b", "x" * 500])
def test_an_address_that_is_none_counts_too(address: str | None) -> None:
    assert re.fullmatch(r"[!-~]{1,80}", household(address))


# --- what every answer says -------------------------------------------------------------------------------------------


def told(response: Any) -> tuple[str, int, int]:
    """The policy's name, what is left of it, and the seconds until there is more."""
    (name, most, window) = re.fullmatch(r'"([a-z-]+)";q=(\d+);w=(\d+)', response["RateLimit-Policy"]).groups()  # type: ignore[union-attr]
    (again, left, seconds) = re.fullmatch(r'"([a-z-]+)";r=(\d+);t=(\d+)', response["RateLimit"]).groups()  # type: ignore[union-attr]
    assert again == name
    assert 0 <= int(left) < int(most)
    assert 1 <= int(seconds) <= int(window)
    return name, int(left), int(seconds)


def test_every_answer_says_what_is_left(client: Client, clock: Any) -> None:
    make_persona()
    first = client.get("/api/v1/personas/")
    found = [
        first,
        client.get("/api/v1/personas/", headers={"If-None-Match": first["ETag"]}),
        client.get("/api/v1/personas/?nothing=1"),
        client.get("/api/v1/nowhere/"),
        client.get("/api/schema/", headers={"Accept": "application/vnd.oai.openapi+json"}),
        client.post("/api/v1/rulesets/"),
    ]

    assert [response.status_code for response in found] == [200, 304, 400, 404, 200, 405]
    assert [told(response)[:2] for response in found] == [("anon", 239 - number) for number in range(6)]
    clock.shift(20)
    assert told(client.get("/api/v1/nowhere/")) == ("anon", 233, 40)


def test_what_is_refused_counts_and_says_what_is_left(client: Client, clock: Any) -> None:
    _, text = make_token(scopes=["read"])
    nobody = [client.get("/api/v1/tokens/"), client.post("/api/v1/seasons/", {}, "application/json")]
    lesser = [client.post("/api/v1/seasons/", {}, "application/json", headers=bearer(text)) for _ in range(2)]

    assert [answer.status_code for answer in (*nobody, *lesser)] == [401, 401, 403, 403]
    assert [told(answer)[:2] for answer in nobody] == [("anon", 239), ("anon", 238)]
    assert [told(answer)[:2] for answer in lesser] == [("user", 1199), ("user", 1198)]
    for _ in range(238):
        client.get("/api/v1/tokens/")
    assert client.get("/api/v1/tokens/").status_code == 429


def test_the_last_answer_and_the_one_too_many_say_the_same_of_when_to_come_back(client: Client, clock: Any) -> None:
    for _ in range(239):
        client.get("/api/v1/nowhere/")

    last, over = client.get("/api/v1/nowhere/"), client.get("/api/v1/nowhere/")

    assert (last.status_code, told(last)) == (404, ("anon", 0, 60))
    assert (over.status_code, told(over), over["Retry-After"]) == (429, ("anon", 0, 60), "60")


def test_an_account_has_its_own_limit(client: Client, clock: Any) -> None:
    _, text = make_token(scopes=["read"])
    client.get(ADDRESS)

    answers = [client.get(ADDRESS, headers=bearer(text)) for _ in range(2)]

    assert [told(answer)[:2] for answer in answers] == [("user", 1199), ("user", 1198)]
    assert told(client.get(ADDRESS))[:2] == ("anon", 238)


def test_a_page_that_nobody_counts_says_nothing(client: Client) -> None:
    assert "RateLimit" not in client.get("/rules/").headers
