"""The games of a season in lines: over the API and at the command line, a game at a time."""

import asyncio
import json
import zlib
from io import StringIO
from typing import Any

import pytest
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import AsyncClient, Client
from django.test.utils import CaptureQueriesContext
from jsonschema import Draft202012Validator

from games.ledger.logs import game_log
from games.ledger.reads import lines_of_games
from games.ledger.rows import recorded_game
from games.ledger.schemas import schema_named
from games.models import Game
from league.models import Season, User
from tests.factories import make_running_season
from tests.games.casting import make_game
from tests.games.recording import through_json
from tests.league.staging import after_the_first_night, in_season, staged

pytestmark = pytest.mark.django_db(transaction=True)
LOG = Draft202012Validator(schema_named("log-1"))
ADDRESS = "/api/v1/seasons/spring/log/"


@pytest.fixture
def spring() -> Season:
    """A season with two finished games, the second of which is fixture 1, and one that is played; beside another."""
    season, other = (
        make_running_season(slug=slug, rules=[{"seats": 6}], games_planned=5) for slug in ("spring", "may")
    )
    for number, seed in ((2, "S/2"), (1, "S/1")):
        in_season(staged(seed, season="spring"), season, number)
    in_season(staged("S/3", until=after_the_first_night, season="spring"), season, 3)
    in_season(staged("S/4", season="may"), other, 1)
    return season


def lines(body: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in body.decode().splitlines()]


def games_of(season: Season) -> list[Game]:
    """Its finished games by fixture."""
    return [each.game for each in season.fixtures.order_by("number")[:2] if each.game is not None]


def exported(*words: str) -> list[dict[str, Any]]:
    out = StringIO()
    call_command("export", *words, stdout=out)
    return lines(out.getvalue().encode())


def test_each_finished_game_is_a_line_in_the_order_of_the_fixtures(spring: Season, client: Client) -> None:
    for view in ("public", "viewer", "analysis"):
        response = client.get(ADDRESS, {"view": view})

        assert response["Content-Type"] == "application/x-ndjson"
        told = lines(b"".join(response.streaming_content))
        assert told == [through_json(game_log(recorded_game(game), view)) for game in games_of(spring)]  # type: ignore[arg-type]
        for log in told:
            LOG.validate(log)
        assert sorted(log["game"] for log in exported("spring", f"--view={view}")) == sorted(
            game.public_id for game in games_of(spring)
        )


def test_the_calls_of_games_of_the_house_are_none(spring: Season, client: Client) -> None:
    told = lines(b"".join(client.get(ADDRESS, {"view": "calls"}).streaming_content))

    assert [(line["game"]["game"], line["game"]["calls"]) for line in told] == [
        (game.public_id, 0) for game in games_of(spring)
    ]
    assert {line["game"]["season"] for line in exported("spring", "--view=calls")} == {"spring"}


def test_the_lines_of_a_season_can_be_taken_apart(spring: Season) -> None:
    told = exported("spring", "--view=viewer", "--format=jsonl")

    kinds = [next(iter(line)) for line in told]
    assert kinds.count("game") == 2
    assert kinds.count("event") == sum(game.events.count() for game in games_of(spring))
    assert kinds.count("answer") == sum(game.answers.count() for game in games_of(spring))


def test_a_game_is_read_when_somebody_takes_it_and_not_before(spring: Season) -> None:
    games = games_of(spring)
    told = lines_of_games(iter(games), "analysis", None)
    with CaptureQueriesContext(
        connection,
    ) as first:
        assert next(told)["game"] == games[0].public_id
    with CaptureQueriesContext(connection) as second:
        assert next(told)["game"] == games[1].public_id
    assert len(first) == len(second) > 0


def test_an_asynchronous_server_sends_the_same(spring: Season, client: Client) -> None:
    async def read() -> bytes:
        response = await AsyncClient().get(ADDRESS, {"view": "viewer"})
        assert response.is_async
        return b"".join([chunk async for chunk in response])

    assert asyncio.run(read()) == b"".join(client.get(ADDRESS, {"view": "viewer"}).streaming_content)


@pytest.mark.parametrize("view", ["public", "analysis", "calls"])
def test_a_season_comes_compressed_in_one_piece_so_that_nobody_takes_its_first_game_for_all(
    spring: Season, client: Client, view: str
) -> None:
    async def read() -> bytes:
        response = await AsyncClient().get(ADDRESS, {"view": view}, headers={"accept-encoding": "gzip"})
        assert response["Content-Encoding"] == "gzip"
        return b"".join([chunk async for chunk in response])

    unpacked = zlib.decompressobj(zlib.MAX_WBITS | 16)
    told = unpacked.decompress(asyncio.run(read()))
    assert told == b"".join(client.get(ADDRESS, {"view": view}).streaming_content)
    assert len(lines(told)) >= 2
    assert (unpacked.eof, unpacked.unused_data) == (True, b"")


def test_what_is_wrong_is_refused_as_everywhere(spring: Season, client: Client) -> None:
    for address, status in (
        (f"{ADDRESS}?view=all", 400),
        ("/api/v1/seasons/winter/log/", 404),
        (f"{ADDRESS}?x=1", 400),
    ):
        for accept in ("application/json", "application/x-ndjson", "*/*"):
            refused = client.get(address, headers={"Accept": accept})
            assert (refused.status_code, refused["Content-Type"]) == (status, "application/json")
            assert refused.json()["error"]["message"]
    with pytest.raises(CommandError, match="no season of this name"):
        exported("winter", "--view=public")


def test_a_season_without_a_finished_game_has_no_lines(client: Client) -> None:
    season = make_running_season(slug="autumn", rules=[{"seats": 6}])
    in_season(make_game("S/9", seats=6, season="autumn"), season, 1)

    assert b"".join(client.get("/api/v1/seasons/autumn/log/").streaming_content) == b""
    assert exported("autumn", "--view=analysis") == []


def test_one_is_told_at_a_time_to_an_address_or_an_account(spring: Season, client: Client) -> None:
    first = client.get(ADDRESS)
    assert first.status_code == 200, "it is on its way as long as nobody has read all of it"

    refused = client.get("/api/v1/seasons/may/log/")
    elsewhere, account = Client(REMOTE_ADDR="198.51.100.7"), Client()
    account.force_login(User.objects.create_user("reader", password="x"))

    assert (refused.status_code, refused["Retry-After"]) == (429, "10")
    assert refused.json()["error"]["message"].startswith("Another log of a season is on its way to you")
    for other in (elsewhere, account):
        answered = other.get(ADDRESS)
        assert len(lines(answered.getvalue())) == 2
    assert account.get(ADDRESS).status_code == 200, "what was read to its end is on its way no more"
    assert account.get(ADDRESS).status_code == 429
    assert len(lines(first.getvalue())) == 2
    assert len(lines(client.get(ADDRESS).getvalue())) == 2


def test_who_rests_for_too_long_takes_nobody_s_place_at_the_end(spring: Season, client: Client) -> None:
    resting = client.get(ADDRESS).streaming_content
    assert next(resting)
    cache.clear()  # as when the place has lapsed
    second = client.get(ADDRESS)

    list(resting)

    assert client.get(ADDRESS).status_code == 429, "the second one is still on its way"
    assert len(lines(second.getvalue())) == 2
    assert client.get(ADDRESS).status_code == 200


def test_a_season_that_is_not_there_takes_nobody_s_turn(spring: Season, client: Client) -> None:
    assert client.get("/api/v1/seasons/autumn/log/").status_code == 404
    assert client.get(f"{ADDRESS}?view=none").status_code == 400
    assert client.head(ADDRESS).status_code == 200
    assert client.get(ADDRESS).status_code == 200
