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
from django.core.cache import cache
from django.test import Client

from games.engine.moderator import Moderator
from games.loopback.process import Provider
from games.models import Call, Event, Game
from league.api.games import mark_of
from league.api.roster.tags import tag_of
from personas.models import LanguageModel, Player
from tests.factories import NOON, make_fixture, make_players, make_running_season
from tests.games.casting import make_game
from tests.games.stage import play_until
from tests.games.twins import (
    ALIASES,
    KILLED,
    LYNCHED,
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
from tests.games.voices import voices
from tests.games.watching import site

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
        f"{api}narrations/",
        f"{api}log/",
        f"{api}log/?view=viewer",
    ]


def villagers_eyes(game: Game) -> list[str]:
    """What the two see who are plain villagers in the game and in its twin."""
    lenses = [f"lens=seat:{seat}" for seat in (KILLED, LYNCHED)]
    addresses = (f"/games/{game.public_id}/", f"/api/v1/games/{game.public_id}/events/")
    return [f"{address}?{lens}" for address in addresses for lens in lenses]


def told_by(client: Client, addresses: Sequence[str]) -> dict[str, bytes]:
    """Status, headers and body of every address, at noon."""
    with time_machine.travel(NOON, tick=False):
        return {address: whole(client, address) for address in addresses}


def whole(client: Client, address: str) -> bytes:
    """An answer, commitments left out; its ETag hangs on its body and so tells nothing else."""
    response = client.get(address)
    headers, body = dict(response.items()), response.getvalue()
    if tag := headers.pop("ETag", ""):
        assert tag in (f'"{md5(body, usedforsecurity=False).hexdigest()}"', told_tag(body))
    told = "".join(f"{name}: {value}\n" for name, value in headers.items())
    return f"{response.status_code}\n{told}\n".encode() + COMMITMENT.sub(b"", body)


def told_tag(body: bytes) -> str:
    """The tag of a game by API: how it stands, which it tells, and the digest of what it tells."""
    told = json.loads(body)
    return tag_of(told, mark=mark_of(told)) if isinstance(told, dict) and "unrated" in told else ""


def staged(moderator: Moderator, players: Sequence[Player], *, salt: str = SALT) -> Game:
    """The game as the first fixture of a season."""
    game = stored(
        moderator,
        players,
        salt=salt,
        public_id=PUBLIC_ID,
        terms={"season": "spring", "fixture": "1", "narrator": "template"},
    )
    season = make_running_season(slug="spring", name="Spring", secret="the season's own secret")
    make_fixture(season=season, game=game)
    return game


def unstaged(game: Game) -> None:
    """As if the game had never been."""
    game.fixture.season.delete()
    game.delete()


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


def all_secrets_of(moderator: Moderator) -> dict[str, list[str]]:
    """The same with what not even the glass box shows before the end."""
    return secrets_of(moderator) | {"chance": [SEED, SALT, "the season's own secret"]}


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
    secrets = all_secrets_of(moderator)
    for address, told in told_by(client, surfaces(game)).items():
        text = unescape(told.decode())
        searched = [secret for name, of in secrets.items() for secret in of if name != "roles" or "/api/" in address]
        assert [secret for secret in searched if secret in text] == [], address


def test_at_the_end_the_surfaces_show_what_they_hid(client: Client) -> None:
    game = staged(play_to_the_end(play_first_day(dealt())), make_players(8))
    told = b"".join(told_by(client, surfaces(game)).values())
    for secret in (SEED, SALT, "A plots as seat 0", "A thinks in poll 1", '"sheriff"'):
        assert secret.encode() in told, secret


def test_two_games_with_the_same_public_play_look_the_same_to_the_byte(client: Client) -> None:
    players = make_players(8)
    game = staged(play_first_day(dealt()), players)
    addresses = surfaces(game) + villagers_eyes(game)
    original = told_by(client, addresses)
    unstaged(game)
    twin = staged(play_first_day(dealt(TWIN_ROLES, TWIN_SEED), mark="B", plots=3), players, salt=TWIN_SALT)
    assert twin.last_seq != game.last_seq
    assert twin.last_poll != game.last_poll
    cache.clear()  # how many requests a visitor has left is told with every answer, and is nobody's secret
    copy = told_by(client, addresses)
    assert {address for address in original if original[address] != copy[address]} == set()


# --- the socket ------------------------------------------------------------------------------------------------------

FIRST = 12  # public events that are told before the watcher comes; the others happen while it watches


def frames_heard(game: Game, *, beats: int = 0) -> list[str]:
    """Every frame that the audience's socket brings: what was missed, how it stands, and what happens then."""
    before = Event.objects.get(game=game, public_seq=FIRST).seq
    later = list(Event.objects.filter(game=game, seq__gt=before))
    Event.objects.filter(game=game, seq__gt=before).delete()
    Game.objects.filter(pk=game.pk).update(last_seq=before)
    public = FIRST + sum(row.public_seq is not None for row in later)
    with site() as running, running.watch(f"/ws/games/{game.public_id}/?beats={beats}") as watcher:
        watcher.hear_until("status")
        Event.objects.bulk_create(later)
        Game.objects.filter(pk=game.pk).update(last_seq=game.last_seq)
        watcher.hear_until("event", seq=public)
        return watcher.heard


def lines_read(game: Game, accept: str) -> list[str]:
    """The audience's stream of a game up to how it stands, with all that can be asked for, line by line."""
    asked = f"/api/v1/games/{game.public_id}/stream/?beats=1&narrations=1"
    with site() as running, running.read(asked, accept=accept) as reader:
        reader.hear_until("status")
        return reader.lines


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("accept", ["application/x-ndjson", "text/event-stream"])
def test_the_stream_of_a_running_game_brings_no_secret_and_is_the_same_of_its_twin(accept: str) -> None:
    players, moderator = make_players(8), play_first_day(dealt())
    game = staged(moderator, players)
    read = lines_read(game, accept)
    secrets = [secret for of in all_secrets_of(moderator).values() for secret in of]
    assert "Night 2 begins" in "".join(read)
    assert [secret for secret in secrets if secret in "".join(read)] == []
    unstaged(game)
    twin = staged(play_first_day(dealt(TWIN_ROLES, TWIN_SEED), mark="B", plots=3), players, salt=TWIN_SALT)
    assert lines_read(twin, accept) == read


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("beats", [0, 1])
def test_the_socket_of_a_running_game_brings_no_secret(beats: int) -> None:
    moderator = play_first_day(dealt())
    game = staged(moderator, make_players(8))
    heard = "".join(frames_heard(game, beats=beats))
    assert "Night 2 begins" in heard
    secrets = [secret for of in all_secrets_of(moderator).values() for secret in of]
    assert [secret for secret in secrets if secret in heard] == []


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("beats", [0, 1])
def test_two_games_with_the_same_public_play_sound_the_same_to_the_byte(beats: int) -> None:
    players = make_players(8)
    game = staged(play_first_day(dealt()), players)
    original = frames_heard(game, beats=beats)
    unstaged(game)
    twin = staged(play_first_day(dealt(TWIN_ROLES, TWIN_SEED), mark="B", plots=3), players, salt=TWIN_SALT)
    assert frames_heard(twin, beats=beats) == original


@pytest.mark.django_db(transaction=True)
def test_why_a_game_waits_does_not_tell_who_is_asked_in_the_night(client: Client, at: Provider) -> None:
    players = voices(at, seats=6)
    LanguageModel.objects.filter(pk=players[0].model_id).update(model_name="gpt-secretly-gone")
    game = make_game(
        seats=6, players=players, season="spring", fixture="1", spoilers="sealed", narrator="template", rated=True
    )
    make_fixture(season=make_running_season(slug="spring", name="Spring"), game=game)

    play_until(lambda: Game.objects.get(pk=game.pk).waiting)

    assert Game.objects.get(pk=game.pk).rounds == 1
    assert "gpt-secretly-gone" in "".join(Call.objects.values_list("error", flat=True))
    shown = told_by(client, surfaces(game))
    assert b"a model cannot be asked" in shown[f"/games/{game.public_id}/"]
    for address, told in shown.items():
        told = re.sub(rb'"asked":\[[^]]*\]', b"", told)  # where each seat says which model it is asked at, as ever
        assert [word for word in (b"gpt-secretly-gone", b"does not exist") if word in told] == [], address
