"""What the demo tells whoever started it."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from games.engine.rulesets import all_rulesets
from games.models import Game
from league.models import Season, SeasonRules
from league.queries.books import titles
from league.results.standings import record_missing_results
from league.seasons.demo import Plan, scenes_of, season_to_play
from league.seasons.schedule.fixtures import open_due_fixtures
from league.terminal.programme import Programme
from league.terminal.progress import Meter
from tests.factories import NOON

TITLES = titles(SeasonRules(ruleset=slug) for slug in list(all_rulesets())[:2])  # a game each
PLAN = Plan(games=2, pace=1, seed=None)
pytestmark = pytest.mark.django_db


class Told:
    """A programme, with its lines and what it says is going on."""

    def __init__(self, plan: Plan = PLAN) -> None:
        self.lines: list[str] = []
        self.doing = ""
        self._programme = Programme(
            MeterThatRemembers(self), plan=plan, game_url=lambda game: f"/{game}/", clock=lambda: NOON
        )

    def show(self, season: Season) -> list[str]:
        """The lines that are new."""
        season.refresh_from_db()
        before = len(self.lines)
        self._programme.show(season, scenes_of(season))
        return self.lines[before:]


class MeterThatRemembers(Meter):
    def __init__(self, told: Told) -> None:
        super().__init__(told.lines.append)
        self._told_to = told

    def show(self, done: int, total: int, doing: str) -> None:
        self._told_to.doing = f"{done}/{total} {doing}"


def begin(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(status="running", started_at=NOON)


def end(game: Game, winner: str) -> None:
    Game.objects.filter(pk=game.pk).update(
        status="finished", started_at=NOON, finished_at=NOON, winner=winner, rounds=3, hash="ab" * 32
    )
    record_missing_results(now=NOON)


@pytest.fixture
def opened() -> Callable[[], Game]:
    return lambda: open_due_fixtures(now=NOON).games[0]


def test_a_season_is_told_from_its_first_game_to_its_end(opened: Callable[[], Game]) -> None:
    season, told = season_to_play(PLAN, now=NOON), Told()
    assert told.show(season) == [f"Season 1: 2 games of {TITLES}"]
    first = opened()
    begin(first)
    assert told.show(season) == [f"game 1 of 2 is on: /{first.public_id}/"]
    assert told.show(season) == []
    assert told.doing == "0/2 Season 1, game 1: "
    end(first, "town")
    second = opened()
    assert told.show(season) == ["game 1 of 2 is won by the town in round 3"]
    assert (second.due_at - NOON, told.doing) == (timedelta(seconds=10), "1/2 Season 1, game 2 in 10 s")
    end(second, "draw")
    open_due_fixtures(now=NOON)
    lines = told.show(season)
    assert lines[0] == "game 2 of 2 is a draw in round 3"
    assert lines[1].startswith("Season 1 is over: town 1, draw 1; first is ")


def test_a_season_that_is_gone_on_with_says_how_far_it_is(opened: Callable[[], Game]) -> None:
    season = season_to_play(PLAN, now=NOON)
    end(opened(), "mafia")
    begin(second := opened())
    assert Told().show(season) == [
        f"Season 1: 2 games of {TITLES}, 1 of them played already",
        f"game 2 of 2 is on: /{second.public_id}/",
    ]


@pytest.mark.parametrize("plan", [Plan(games=5, pace=1, seed=None), Plan(games=2, pace=1, seed="tide")])
def test_what_was_asked_for_and_does_not_hold_yet_is_said(plan: Plan) -> None:
    season = season_to_play(PLAN, now=NOON)
    assert Told(plan).show(season)[1:] == [
        "it goes on as it was begun: --games and --seed hold for the seasons that follow"
    ]


def test_a_pause_is_told_once() -> None:
    season, told = season_to_play(PLAN, now=NOON), Told()
    told.show(season)
    Season.objects.update(status="paused", waiting="paused by hand")
    assert told.show(season) == ["Season 1 is paused (paused by hand); resume it in the admin"]
    assert told.show(season) == []


def test_a_game_that_fails_is_told_each_time(opened: Callable[[], Game]) -> None:
    season, told = season_to_play(PLAN, now=NOON), Told()
    begin(game := opened())
    told.show(season)
    Game.objects.update(waiting="the wire is cut", due_at=NOON + timedelta(seconds=30))
    held = "game 1 of 2 is held up: the wire is cut; it is tried again in 30 s"
    assert told.show(season) == [held]
    begin(game)
    Game.objects.update(waiting="the wire is cut, 2 times in a row", due_at=NOON + timedelta(seconds=60))
    assert told.show(season) == [held.replace("cut;", "cut, 2 times in a row;").replace("30 s", "60 s")]
    assert told.show(season) == []
