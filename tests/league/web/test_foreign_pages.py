"""Pages of other origins read the API as anybody may, and nothing else."""

import pytest
from django.test import Client

from tests.factories import make_token, make_user

pytestmark = pytest.mark.django_db

FROM = {"Origin": "https://elsewhere.example"}


def test_whoever_has_no_account_is_read_to_any_page(client: Client) -> None:
    for method in ("get", "head"):
        answer = getattr(client, method)("/api/v1/rulesets/", headers=FROM)
        assert (answer.status_code, answer["Access-Control-Allow-Origin"]) == (200, "*")
        assert {"ETag", "RateLimit", "RateLimit-Policy"} <= set(answer["Access-Control-Expose-Headers"].split(", "))
        assert "Access-Control-Allow-Credentials" not in answer
    assert client.get("/api/v1/nowhere/", headers=FROM)["Access-Control-Allow-Origin"] == "*"
    assert client.get("/api/schema/", headers=FROM)["Access-Control-Allow-Origin"] == "*"


def test_what_is_somebodys_is_told_to_no_foreign_page(client: Client) -> None:
    _, key = make_token()
    answer = client.get("/api/v1/rulesets/", headers=FROM | {"Authorization": f"Bearer {key}"})
    assert (answer.status_code, "Access-Control-Allow-Origin" in answer) == (200, False)
    client.force_login(make_user())
    answer = client.get("/api/v1/rulesets/", headers=FROM | {"Cookie": client.cookies.output(header="", sep=";")})
    assert "Access-Control-Allow-Origin" not in answer
    assert "Access-Control-Allow-Origin" not in client.get("/games/", headers=FROM)


@pytest.mark.parametrize(("wanted", "allowed"), [("GET", True), ("POST", False), ("PATCH", False), ("DELETE", False)])
def test_a_browser_that_asks_first_is_told_that_it_may_read_and_not_write(
    client: Client, wanted: str, *, allowed: bool
) -> None:
    answer = client.options("/api/v1/seasons/", headers=FROM | {"Access-Control-Request-Method": wanted})
    assert answer.status_code == 204
    assert answer.has_header("Access-Control-Allow-Origin") is allowed
    assert "Authorization" not in answer.get("Access-Control-Allow-Headers", "")
    written = client.post("/api/v1/seasons/", {}, content_type="application/json", headers=FROM)
    assert (written.status_code, written.has_header("Access-Control-Allow-Origin")) == (401, False)
