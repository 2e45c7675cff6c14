"""Games led by the API: each verb of the table, once for each key, with its scope and its permission."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from games.directing.verbs import VERBS
from games.models import Game, Substitution
from league.models import Act
from tests.factories import NOON, make_user
from tests.games.casting import cast, make_game
from tests.league.api.running.test_leading import last, token_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def token() -> str:
    return token_of("play", codename="change_game")


@pytest.fixture
def games() -> list[Game]:
    cast(1, "house")
    made = [make_game(seed, pace=1) for seed in ("K", "L")]
    Game.objects.update(status="running", started_at=NOON)
    return made


def send(client: Client, token: str, game: Game, verb: str, body: dict[str, Any] | None = None, **headers: str) -> Any:
    given = {"authorization": f"Bearer {token}"} | {name.replace("_", "-"): value for name, value in headers.items()}
    address = f"/api/v1/games/{game.public_id}/{verb}/"
    return client.post(address, body or {}, content_type="application/json", headers=given)


def test_a_game_is_led_through_its_states_and_each_step_is_an_act(
    client: Client, token: str, games: list[Game]
) -> None:
    game, other = games
    steps: list[tuple[str, dict[str, Any], str]] = [
        ("pause", {"reason": "A look."}, "paused"),
        ("substitute", {"seat": 1, "model": "house", "reason": "Gone."}, "paused"),
        ("substitute", {"seat": 2, "model": "house", "reason": "Gone, too."}, "paused"),
        ("resume", {}, "running"),
        ("replay", {}, "running"),
        ("void", {"reason": "A wrong option."}, "void"),
    ]
    for verb, body, after in steps:
        answer = send(client, token, game, verb, body)
        assert answer.status_code == 200, answer.content
        assert answer.json()["status"] == after
        act = last()
        assert (act.verb, act.surface, act.name, act.reason) == (verb, "api", game.public_id, body.get("reason", ""))
    assert answer.json()["unrated"] == "a model was substituted: Gone, too."
    told = client.get(f"/api/v1/games/{game.public_id}/").json()
    assert (told["unrated"], told["waiting"]) == (answer.json()["unrated"], "called off: A wrong option.")
    assert client.get(f"/api/v1/games/{other.public_id}/").json()["unrated"] == ""
    assert Game.objects.get(pk=other.pk).status == "running"


def test_a_game_that_is_not_due_is_not_stepped_from_anywhere(client: Client, token: str, games: list[Game]) -> None:
    game, other = games
    at = datetime(2272, 6, 2, 12, tzinfo=UTC)
    Game.objects.update(status="paused", started_at=None, due_at=at)
    told = (
        f"game {game.public_id} has not begun and is not due before 2 Jun 2272, 12:00 UTC: resume it, and it is played"
    )
    refused = send(client, token, game, "step").json()["error"]
    assert (refused["code"], refused["message"].startswith(told)) == ("wrong_state", True)
    with pytest.raises(CommandError) as complaint:
        call_command("game", game.public_id, "step")
    assert (str(complaint.value).startswith(told), complaint.value.returncode) == (True, 1)
    client.force_login(make_user(is_staff=True, is_superuser=True, username="boss"))
    page = client.post(f"/games/{game.public_id}/step/", follow=True).content.decode()
    assert told in page
    answer = send(client, token, other, "resume").json()
    assert answer["status"] == "scheduled"
    assert answer["told"].endswith("is played when it is due, 2 Jun 2272, 12:00 UTC.")
    assert set(Game.objects.values_list("started_at", "due_at")) == {(None, at)}


def test_what_is_done_with_a_key_is_done_once_and_what_cannot_be_is_told(
    client: Client, token: str, games: list[Game]
) -> None:
    said = {"seat": 1, "model": "house", "reason": "Gone."}
    first, again = (send(client, token, games[0], "substitute", said, idempotency_key="one") for _ in range(2))
    assert (first.status_code, again.status_code, first.json()) == (200, 200, again.json())
    assert (Substitution.objects.count(), Act.objects.filter(verb="substitute").count()) == (1, 1)

    wanting = send(client, token, games[0], "void")
    assert (wanting.status_code, list(wanting.json()["error"]["fields"])) == (400, ["reason"])
    nobody = send(client, token, games[0], "substitute", said | {"model": "nobody"})
    assert (nobody.status_code, list(nobody.json()["error"]["fields"])) == (400, ["model"])
    late = send(client, token, games[0], "resume")
    assert (late.status_code, late.json()["error"]["code"]) == (409, "wrong_state")
    assert Act.objects.count() == 1


def test_each_wants_its_scope_and_its_permission(client: Client, token: str, games: list[Game]) -> None:
    body = {"reason": "mischief", "seat": 1, "model": "house"}
    for strange in (token_of("season", codename="change_game"), token_of("play", codename="view_game")):
        for verb in VERBS.values():
            said = {name: body[name] for name in ("reason", *verb.takes)}
            assert send(client, strange, games[0], verb.name, said).status_code == 403
    assert {game.status for game in Game.objects.all()} == {"running"}
    assert not Act.objects.exists()


def test_a_verb_is_of_what_somebody_looked_at_and_answered_with_what_there_is_by_now(
    client: Client, token: str, games: list[Game]
) -> None:
    game, other = games
    seen = client.get(f"/api/v1/games/{game.public_id}/").headers["ETag"]
    Game.objects.filter(pk=game.pk).update(rounds=3, waiting="the provider is busy")
    assert client.get(f"/api/v1/games/{game.public_id}/").headers["ETag"] != seen

    paused = send(client, token, game, "pause", {"reason": "A look."}, if_match=seen)
    assert paused.status_code == 200, "that it goes on is nobody's writing"
    assert paused.headers["ETag"] == client.get(f"/api/v1/games/{game.public_id}/").headers["ETag"]

    late = send(client, token, game, "void", {"reason": "Too slow."}, if_match=seen)
    assert (late.status_code, late.json()["error"]["code"]) == (412, "precondition_failed")
    assert Game.objects.get(pk=game.pk).status == "paused"
    assert send(client, token, game, "replay", if_match=seen).status_code == 412
    gone = send(client, token, game, "substitute", {"seat": 1, "model": "house", "reason": "Gone."})
    assert send(client, token, game, "void", {"reason": "No."}, if_match=paused.headers["ETag"]).status_code == 412
    assert send(client, token, game, "resume", if_match=gone.headers["ETag"]).status_code == 200
    assert send(client, token, game, "void", {"reason": "No."}, if_match="*").status_code == 200
    assert Game.objects.get(pk=other.pk).status == "running"


def test_what_a_game_s_tag_is_of_says_nothing_that_its_address_does_not(client: Client, games: list[Game]) -> None:
    game = games[0]
    before = client.get(f"/api/v1/games/{game.public_id}/")
    Game.objects.filter(pk=game.pk).update(seed="ab" * 16, salt="cd" * 16)
    after = client.get(f"/api/v1/games/{game.public_id}/")
    assert (before.content, before.headers["ETag"]) == (after.content, after.headers["ETag"])
