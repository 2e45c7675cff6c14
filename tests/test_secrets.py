"""What is hidden stays hidden, on every surface that shows a running game to everybody.

Everything is searched for by its value, in bodies and headers, after the glass box has shown that it is there to be
found. And the strongest form: two games with the same public play and different secrets look the same to the byte.
"""

import json
import re
from collections.abc import Sequence
from hashlib import md5
from html import unescape

import pytest
import time_machine
from django.test import Client

from games.engine.moderator import Moderator
from games.models import Game
from personas.models import Player
from tests.factories import NOON, make_fixture, make_players, make_running_season
from tests.games.twins import (
    ALIASES,
    SALT,
    SEED,
    TWIN_ROLES,
    TWIN_SALT,
    TWIN_SEED,
    dealt,
    play_first_day,
    play_to_the_end,
    stored,
)

pytestmark = pytest.mark.django_db
PUBLIC_ID = "samegamesame"
COMMITMENT = re.compile(rb"[0-9a-f]{64}")


def surfaces(game: Game) -> list[str]:
    """Every address that shows a game to everybody."""
    api = f"/api/v1/games/{game.public_id}/"
    return [
        "/",
        "/games/",
        "/games/?status=running",
        f"/games/{game.public_id}/",
        f"/games/{game.public_id}/?lens=audience",
        "/seasons/",
        "/seasons/spring/",
        "/leaderboard/",
        f"/players/{game.seats.all()[0].player.player_id}/",
        "/api/v1/games/",
        "/api/v1/games/?status=running",
        "/api/v1/seasons/spring/fixtures/",
        "/api/v1/seasons/spring/standings/",
        api,
        f"{api}events/",
        f"{api}events/?after=3&page_size=5",
        f"{api}log/",
        f"{api}log/?view=viewer",
    ]


def public_bytes(client: Client, game: Game) -> dict[str, bytes]:
    """Status, headers and body of every surface."""
    with time_machine.travel(NOON, tick=False):
        return {address: whole(client, address) for address in surfaces(game)}


def whole(client: Client, address: str) -> bytes:
    """An answer, commitments left out; its ETag is the digest of its body and so tells nothing else."""
    response = client.get(address)
    headers = dict(response.items())
    if tag := headers.pop("ETag", ""):
        assert tag == f'"{md5(response.content, usedforsecurity=False).hexdigest()}"'
    told = "".join(f"{name}: {value}\n" for name, value in headers.items())
    return f"{response.status_code}\n{told}\n".encode() + COMMITMENT.sub(b"", response.content)


def staged(moderator: Moderator, players: Sequence[Player], *, salt: str = SALT) -> Game:
    """The game as the first fixture of a season."""
    game = stored(moderator, players, salt=salt, public_id=PUBLIC_ID, terms={"season": "spring", "fixture": "1"})
    season = make_running_season(slug="spring", name="Spring", secret="the season's own secret")
    make_fixture(season=season, game=game)
    return game


def secrets_of(moderator: Moderator) -> dict[str, list[str]]:
    """What nobody may know yet, as it would be written."""
    hidden = [entry.event.text(ALIASES) for entry in moderator.ledger if entry.heard_by != "everyone"]
    living = [f'"{moderator.table.role(seat).name}"' for seat in moderator.table.living()]
    return {
        "night and deal": hidden,
        "plots": ["A plots"],
        "thoughts": [answer.thought for answer in moderator.journal],
        # As JSON has them; pages name every role of the rules, so there the twin below is the judge.
        "roles": sorted(set(living) - {'"villager"'}),
    }


def test_the_glass_box_shows_that_there_are_secrets(client: Client) -> None:
    moderator = play_first_day(dealt())
    game = staged(moderator, make_players(8))
    glass = json.dumps(client.get(f"/api/v1/games/{game.public_id}/events/?lens=glass").json(), ensure_ascii=False)
    for name, secrets in secrets_of(moderator).items():
        assert secrets, name
        assert [secret for secret in secrets if secret not in glass] == [], name


def test_no_surface_shows_a_secret_of_a_running_game(client: Client) -> None:
    moderator = play_first_day(dealt())
    game = staged(moderator, make_players(8))
    secrets = secrets_of(moderator) | {"chance": [SEED, SALT, "the season's own secret"]}
    for address, told in public_bytes(client, game).items():
        text = unescape(told.decode())
        searched = [secret for name, of in secrets.items() for secret in of if name != "roles" or "/api/" in address]
        assert [secret for secret in searched if secret in text] == [], address


def test_at_the_end_the_surfaces_show_what_they_hid(client: Client) -> None:
    game = staged(play_to_the_end(play_first_day(dealt())), make_players(8))
    told = b"".join(public_bytes(client, game).values())
    for secret in (SEED, SALT, "A plots as seat 0", "A thinks in poll 1", '"sheriff"'):
        assert secret.encode() in told, secret


def test_two_games_with_the_same_public_play_look_the_same_to_the_byte(client: Client) -> None:
    players = make_players(8)
    game = staged(play_first_day(dealt()), players)
    original = public_bytes(client, game)
    game.fixture.season.delete()
    game.delete()
    twin = staged(play_first_day(dealt(TWIN_ROLES, TWIN_SEED), mark="B", plots=3), players, salt=TWIN_SALT)
    assert twin.last_seq != game.last_seq
    assert twin.last_poll != game.last_poll
    copy = public_bytes(client, twin)
    assert {address for address in original if original[address] != copy[address]} == set()
