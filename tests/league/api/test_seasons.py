"""Seasons and fixtures as the API shows them."""

import json
import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from games.models import Game, Seat
from league.models import Season
from tests.factories import (
    NOON,
    make_finished_game,
    make_fixture,
    make_game,
    make_model,
    make_players,
    make_roster_place,
    make_running_game,
    make_running_season,
)
from tests.league.calendars.staging import World, season_with

pytestmark = pytest.mark.django_db
AT_NOON = "2026-01-01T12:00:00Z"


def results(client: Client, address: str) -> list[Any]:
    return client.get(f"/api/v1/{address}").json()["results"]


def test_a_season_in_the_list(client: Client) -> None:
    season = make_running_season(
        slug="spring", name="Spring", rules=[{"seats": 6}], games_planned=9, secret="hush-hush"
    )
    make_fixture(season=season, number=1, game=make_finished_game())
    make_fixture(season=season, number=2, game=make_running_game())
    response = client.get("/api/v1/seasons/")
    (row,) = response.json()["results"]
    assert row | {"created_at": "…"} == {
        "slug": "spring",
        "name": "Spring",
        "rules": [{"ruleset": "town-mafia", "revision": 1, "seats": 6, "options": {}}],
        "status": "running",
        "games_planned": 9,
        "games_played": 1,
        "rated": True,
        "spoilers": "open",
        "names": "alias",
        "created_at": "…",
        "started_at": AT_NOON,
        "finished_at": None,
    }


def test_a_season_tells_who_tells_it_whose_personas_play_and_why_it_is_paused(client: Client) -> None:
    asked = ("waiting", "narrator", "persona_source")
    make_running_season(slug="plain")
    model = make_model(slug="big", provider="openai", model_name="big")
    make_running_season(slug="told", narrator_model=model, persona_source="season", status="paused", waiting="no money")

    told = [client.get(f"/api/v1/seasons/{slug}/").json() for slug in ("plain", "told")]

    assert [[each[name] for name in asked] for each in told] == [
        ["", "template", "roster"],
        ["no money", "big", "season"],
    ]


def test_a_season_at_its_own_address_adds_its_roster(client: Client) -> None:
    season = make_running_season(slug="spring", interval=5, pace=0.5)
    players = make_players(3)
    for number, player in enumerate(players):
        make_roster_place(season=season, player=player, number=number)
    told = client.get("/api/v1/seasons/spring/").json()
    assert {name: told[name] for name in ("interval", "pace", "delay_minutes", "players")} == {
        "interval": 5.0,
        "pace": 0.5,
        "delay_minutes": 10,
        "players": sorted(player.player_id for player in players),
    }


def test_a_season_tells_what_its_players_remember(client: Client) -> None:
    make_running_season(slug="usual", pace=0)
    make_running_season(slug="told", memory="frozen", lag=3, cap_learning="1.5")
    asked = ("memory", "lag", "games_behind", "cap_learning")

    told = [client.get(f"/api/v1/seasons/{slug}/").json() for slug in ("usual", "told")]

    assert [[each[name] for name in asked] for each in told] == [["live", None, 8, None], ["frozen", 3, 3, "1.5000"]]


@pytest.mark.parametrize("address", ["seasons/", "seasons/spring/", "seasons/spring/fixtures/"])
def test_the_secret_of_a_season_is_nowhere(client: Client, address: str) -> None:
    season = make_running_season(slug="spring", secret="hush-hush")
    make_fixture(season=season)
    response = client.get(f"/api/v1/{address}")
    assert response.status_code == 200
    assert b"hush" not in response.content + str(response.headers).encode()


def test_seasons_are_filtered_by_status(client: Client) -> None:
    make_running_season(slug="later", status="paused")
    make_running_season(slug="now")
    assert [row["slug"] for row in results(client, "seasons/?status=running")] == ["now"]


def test_a_season_of_several_rule_books_tells_them_in_their_turn(client: Client) -> None:
    season = make_running_season(
        slug="spring", rules=[{"seats": 9, "options": {"lynch": "majority"}}, {"ruleset": "chess"}]
    )
    make_fixture(season=season, number=2, rules=season.rules.get(number=1))
    told = client.get("/api/v1/seasons/spring/").json()["rules"]
    assert told == [
        {"ruleset": "town-mafia", "revision": 1, "seats": 9, "options": {"lynch": "majority"}},
        {"ruleset": "chess", "revision": 1, "seats": 8, "options": {}},
    ]
    (fixture,) = results(client, "seasons/spring/fixtures/")
    assert (fixture["ruleset"], fixture["rules"]) == ("chess", 1)


def test_seasons_are_filtered_by_any_of_their_rulesets(client: Client) -> None:
    make_running_season(slug="both", rules=[{"ruleset": "chess"}, {}, {}])
    make_running_season(slug="chess", rules=[{"ruleset": "chess"}])
    assert [row["slug"] for row in results(client, "seasons/?ruleset=town-mafia")] == ["both"]


def test_a_fixture_says_why_its_game_does_not_go_on_and_nothing_of_one_that_is_over(client: Client) -> None:
    season = make_running_season(slug="spring")
    games = [
        make_game(status="paused", waiting="paused by hand: a look", started_at=NOON),
        make_running_game(waiting="the provider is down"),
        make_running_game(),
        make_game(status="void", waiting="void: it is stuck"),
    ]
    for number, game in enumerate(games, 1):
        make_fixture(season=season, number=number, game=game)
    told = [fixture["waiting"] for fixture in results(client, "seasons/spring/fixtures/")]
    assert told == ["paused by hand: a look", "the provider is down", "", ""]


def test_fixtures_come_in_their_order_with_their_games(client: Client) -> None:
    season, players = make_running_season(slug="spring"), make_players(2)
    game = make_finished_game()
    make_fixture(season=season, number=2, due_at=NOON, cast_at=None, cast_waiting="far is down, next try 12:30")
    make_fixture(season=season, number=1, game=game, attempt=2, seating=[player.pk for player in players])
    assert results(client, "seasons/spring/fixtures/") == [
        {
            "number": 1,
            "ruleset": "town-mafia",
            "rules": 0,
            "due_at": None,
            "attempt": 2,
            "block": None,
            "game": game.public_id,
            "status": "finished",
            "winner": "town",
            "players": [player.player_id for player in players],
            "cast_at": AT_NOON,
            "waiting": "",
            "turn": "in_turn",
            "slot": None,
            "started_at": AT_NOON,
            "finished_at": AT_NOON,
            "late_seconds": None,
            "why": "",
        },
        {
            "number": 2,
            "ruleset": "town-mafia",
            "rules": 0,
            "due_at": AT_NOON,
            "attempt": 1,
            "block": None,
            "game": None,
            "status": None,
            "winner": None,
            "players": None,
            "cast_at": None,
            "waiting": "far is down, next try 12:30",
            "turn": "in_turn",
            "slot": None,
            "started_at": None,
            "finished_at": None,
            "late_seconds": None,
            "why": "",
        },
    ]


@pytest.mark.parametrize("address", ["seasons/nope/", "seasons/nope/fixtures/"])
def test_an_unknown_season_is_named(client: Client, address: str) -> None:
    response = client.get(f"/api/v1/{address}")
    assert (response.status_code, response.json()["error"]["message"]) == (404, "no season is called 'nope'")


@pytest.mark.parametrize("rows", [1, 3])
def test_the_list_of_seasons_takes_two_queries(client: Client, django_assert_num_queries, rows: int) -> None:
    for _ in range(rows):
        make_fixture(season=make_running_season(rules=[{}, {}]))
    with django_assert_num_queries(2):
        assert len(results(client, "seasons/")) == rows


@pytest.mark.parametrize("rows", [1, 3])
def test_the_list_of_fixtures_takes_three_queries(client: Client, django_assert_num_queries, rows: int) -> None:
    season, players = make_running_season(slug="spring"), make_players(2)
    for number in range(1, rows + 1):
        seating = [player.pk for player in players]
        make_fixture(season=season, number=number, game=make_finished_game(), seating=seating)
    with django_assert_num_queries(3):
        assert len(results(client, "seasons/spring/fixtures/")) == rows


MORNING, EVENING = datetime(2026, 3, 2, 8, tzinfo=UTC), datetime(2026, 3, 2, 17, tzinfo=UTC)
AWAY = "nobody looked after the league from 2026-03-02 17:30:00 UTC to 2026-03-04 09:00:00 UTC"


def a_season_that_was_left_alone(spoilers: str) -> list[Any]:
    """Five games on weekdays at 18:00 in Berlin: the first on Monday in time, the slot of Tuesday missed, caught up on
    Wednesday morning by the second, and the third in time again."""
    season_with(now=MORNING, fields={"games": 5, "spoilers": spoilers})
    world = World(MORNING)
    world.until(EVENING + timedelta(minutes=30))
    world.is_swept = world.is_hosted = False
    world.until(MORNING + timedelta(days=2, hours=1))
    world.is_swept = world.is_hosted = True
    world.until(EVENING + timedelta(days=2, minutes=5))
    return results(Client(), "seasons/spring/fixtures/")


@pytest.mark.parametrize("spoilers", ["open", "sealed"])
def test_a_fixture_tells_by_what_its_time_came_and_why_it_was_late(spoilers: str) -> None:
    told = a_season_that_was_left_alone(spoilers)
    slots = {slot["due_at"]: slot for slot in results(Client(), "seasons/spring/schedule/")}

    assert [each["turn"] for each in told] == ["slot", "late", "slot", None, None]
    assert [(each["slot"] or {}).get("day") for each in told] == ["2026-03-02", "2026-03-03", "2026-03-04", None, None]
    assert told[1]["slot"] == {
        "day": "2026-03-03",
        "time": "18:00",
        "time_zone": "Europe/Berlin",
        "due_at": "2026-03-03T17:00:00Z",
    }
    assert [each["late_seconds"] for each in told] == [None, 16 * 3_600, None, None, None]
    assert [each["why"] for each in told] == ["", AWAY, "", "", ""]
    for each in filter(lambda each: each["slot"], told):
        slot = slots[each["slot"]["due_at"]]
        assert {"late_seconds": slot["late_seconds"], "why": slot["why"], "started_at": slot["began_at"]}.items() <= (
            each.items()
        ), "what it says of its time is what everybody reads in the schedule"


def test_when_and_why_a_sealed_fixture_was_played_says_nothing_of_who_sits_there() -> None:
    told = a_season_that_was_left_alone("sealed")
    assert Seat.objects.exists()
    words = json.dumps(told)
    for player in Season.objects.get().players.select_related("persona", "model"):
        assert not {player.player_id, player.persona.name, player.persona.slug} & set(re.findall(r"[\w-]+", words))
        assert player.persona.name not in words
    for game in Game.objects.filter(status="finished"):
        public = Client().get(f"/api/v1/games/{game.public_id}/").json()
        (fixture,) = (each for each in told if each["game"] == game.public_id)
        assert [fixture[name] for name in ("started_at", "finished_at")] == [
            public["started_at"],
            public["finished_at"],
        ]
