"""Hostile text goes out as it came in, as JSON and as nothing else."""

import json

import pytest
from django.conf import settings
from django.contrib.auth.models import Permission
from django.db import connection
from django.test import Client

from games.models import Event
from tests.factories import (
    make_model,
    make_persona,
    make_player,
    make_players,
    make_revision,
    make_running_season,
    make_token,
    make_user,
)
from tests.games.twins import dealt, play_first_day, stored

pytestmark = pytest.mark.django_db
HOSTILE = "</script><script>alert(1)</script>\u202egnp.exe\u2066\u2028\u2029\u0000\u001b[31m{{7*7}}&lt;\\u003c\"'`"
WITHOUT_NULL = HOSTILE.replace("\0", "")


def storable() -> str:
    """The text as far as the database holds it: PostgreSQL refuses the null character, SQLite keeps it."""
    return HOSTILE if connection.vendor == "sqlite" else WITHOUT_NULL


def test_a_persona_comes_back_as_it_was_written(client: Client) -> None:
    make_persona(slug="pip", name=WITHOUT_NULL[:80], sheet={"voice": {"quirks": [WITHOUT_NULL]}})
    response = client.get("/api/v1/personas/")
    (row,) = response.json()["results"]
    assert (row["name"], row["sheet"]) == (WITHOUT_NULL[:80], {"voice": {"quirks": [WITHOUT_NULL]}})


def test_a_speech_comes_back_as_it_is_stored(client: Client) -> None:
    game = stored(play_first_day(dealt()), make_players(8))
    said = Event.objects.filter(game=game, kind="said").first()
    said.data["words"] = storable()
    said.save()
    response = client.get(f"/api/v1/games/{game.public_id}/events/?after=4&page_size=1")
    (row,) = response.json()["results"]
    assert (row["words"], row["text"]) == (storable(), f"Anika: {storable()}")
    assert b"\0" not in response.content
    assert "\u2028" not in response.content.decode()
    assert (response["Content-Type"], response["X-Content-Type-Options"]) == ("application/json", "nosniff")


@pytest.mark.parametrize(
    ("address", "body", "field"),
    [
        ("tokens/", '{"name": "x", "scopes": ["\\ud800"]}', "scopes[0]"),
        ("games/", '{"ruleset": "town-mafia", "seats": ["a"], "spoilers": "\\ud800"}', "spoilers"),
        ("games/", '{"ruleset": "town-mafia", "seats": ["a"], "names": "\\ud800"}', "names"),
    ],
)
def test_half_a_letter_is_refused_where_something_is_chosen(
    client: Client, address: str, body: str, field: str
) -> None:
    user = make_user(is_staff=True)
    user.user_permissions.set(Permission.objects.all())
    headers = {"Authorization": f"Bearer {make_token(user=user, scopes=['admin', 'play'])[1]}"}
    answer = client.post(f"/api/v1/{address}", body, content_type="application/json", headers=headers)
    assert answer.status_code == 400
    assert '"\\ud800" is not a valid choice' in answer.json()["error"]["fields"][field][0]


def test_a_memory_and_a_name_come_back_as_they_are(client: Client) -> None:
    player = make_player()
    make_revision(player=player, learned={"notes": [storable()]}, author=WITHOUT_NULL)
    make_running_season(slug="spring", name=WITHOUT_NULL)
    client.force_login(make_user(is_staff=True))  # others are told no account's name
    memory = client.get(f"/api/v1/players/{player.player_id}/memory/").json()
    assert (memory["learned"], memory["author"]) == ({"notes": [storable()]}, WITHOUT_NULL)
    assert client.get("/api/v1/seasons/spring/").json()["name"] == WITHOUT_NULL


@pytest.mark.parametrize("name", ["season", "player", "lens", "cursor", "<b>"])
def test_what_was_asked_is_said_back_only_quoted(client: Client, name: str) -> None:
    response = client.get("/api/v1/games/", {name: HOSTILE})
    assert (response.status_code, response["Content-Type"]) == (400, "application/json")
    assert b"\0" not in response.content
    assert list(json.loads(response.content)) == ["error"]


@pytest.mark.parametrize("address", ["games/%00/", "games/<b>/log/", "players/\u202e/", "rulesets/../../etc/", "%ff/"])
def test_no_address_breaks_anything(client: Client, address: str) -> None:
    response = client.get(f"/api/v1/{address}")
    assert (response.status_code, response["Content-Type"]) == (404, "application/json")


@pytest.mark.parametrize("key", [{}, {"Idempotency-Key": "once"}])
@pytest.mark.parametrize(
    ("method", "address"),
    [("post", "personas/"), ("post", "models/"), ("patch", "models/big/"), ("post", "memories/undo/")],
)
def test_a_body_over_the_limit_is_told_so_and_one_under_it_is_read(
    client: Client, method: str, address: str, key: dict[str, str]
) -> None:
    make_model(slug="big")
    _, token = make_token(user=make_user(is_staff=True, is_superuser=True), scopes=["admin"])
    tag = client.get("/api/v1/models/big/")["ETag"]
    headers = {"Authorization": f"Bearer {token}", "If-Match": tag} | key
    most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    told = []
    for size in (most, most + 1):
        body = b'{"x": "'.ljust(size - 2, b"y") + b'"}'
        sent = getattr(client, method)(f"/api/v1/{address}", body, content_type="application/json", headers=headers)
        told.append((sent.status_code, sent.json()["error"]["code"]))
    assert told == [(400, "invalid"), (413, "too_large")]
    assert sent.json()["error"]["message"] == (
        f"the body is too large: at most {most:,} bytes are read, and nothing was done"
    )
    anonymous = getattr(client, method)(f"/api/v1/{address}", body, content_type="application/json")
    assert anonymous.status_code == 401
