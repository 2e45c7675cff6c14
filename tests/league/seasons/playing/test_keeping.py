"""A host, the end of a game, and the sweep, together: a season goes by itself from its start to its end."""

import threading
import time
from datetime import timedelta

import pytest
from django.utils import timezone

from games.hosting.keeping import host_games, leave_halls
from games.hosting.leases import claim_game, release_game
from games.hosting.session import Hosted
from games.hosting.verbs import replay_game
from games.models import Game
from league.models import Figures, Fixture, Season
from league.results.standings import recompute
from league.seasons.lifecycle.starting import start_season
from league.seasons.making.checking import Rules
from league.seasons.making.creating import create_season
from league.seasons.playing.keeping import conclude, sweep
from league.seasons.schedule.fixtures import open_due_fixtures
from tests.factories import NOON, make_game, make_roster
from tests.patience import at_most

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("database")]


@pytest.fixture(autouse=True)
def _empty_halls():
    yield
    leave_halls()


def started(**fields):
    given = {"slug": "spring", "name": "Spring", "rules": [Rules("town-mafia", 6)], "games": 5}
    season = create_season(**given | {"pace": 0, "players": make_roster()} | fields)
    return start_season(season=season, now=timezone.now())


def play(seconds=60):
    return host_games(stopping=threading.Event(), slice_seconds=seconds, on_finished=conclude)


@pytest.mark.parametrize("interval", [0, 0.01])
def test_a_season_goes_by_itself_from_its_start_to_its_end(interval):
    season = started(interval=interval)
    assert sweep(now=timezone.now()) == (1 if interval else 5)
    # A host may leave between two games, where the next is not due yet: another comes then.
    finished, until = play().finished, time.monotonic() + at_most(30)
    while interval and finished < 5 and time.monotonic() < until:
        finished += play().finished
    assert finished == 5
    season.refresh_from_db()
    assert season.status == "finished"
    assert Fixture.objects.filter(season=season, recorded_at__isnull=True).count() == 0
    assert sum(row.games for row in season.standings.all()) == 5 * 6
    assert Figures.objects.count() == 5 * 6  # nobody had to come after the games to count them
    assert recompute(season=season) == []
    assert all(replay_game(game=game).is_identical for game in Game.objects.all())


def test_the_next_game_of_a_paced_season_is_due_an_interval_after_the_last():
    season = started(interval=3600)
    sweep(now=timezone.now())
    assert play().finished == 1
    first, second = season.fixtures.select_related("game")[:2]
    assert second.due_at == second.game.due_at == first.game.finished_at + timedelta(hours=1)
    assert second.game.status == "scheduled"


def test_the_sweep_finds_what_a_crash_left_between_a_game_and_its_result():
    season = started(games=1)
    open_due_fixtures(now=NOON)
    Game.objects.update(status="finished", started_at=NOON, finished_at=NOON, winner="town", hash="ab" * 32)
    assert sweep(now=NOON) == 0
    season.refresh_from_db()
    assert season.status == "finished"
    assert sum(row.games for row in season.standings.all()) == 6


def test_the_sweep_calls_hosts_for_what_nobody_plays_before_it_comes_again():
    now = timezone.now()
    soon, later = now + timedelta(seconds=10), now + timedelta(minutes=5)
    make_game(due_at=later)
    assert sweep(now=now) == 0
    make_game(due_at=soon)
    assert sweep(now=now) == 1
    running = {"status": "running", "started_at": now, "lease_owner": "elsewhere:1:1"}
    make_game(due_at=now, lease_expires_at=soon, **running)
    assert sweep(now=now) == 1
    make_game(due_at=now, lease_expires_at=now, **running)
    assert sweep(now=now) == 2
    for _ in range(20):
        make_game(due_at=now)
    assert sweep(now=now) == 8


def test_a_season_that_is_stopped_goes_on_where_it_was():
    # Without a shot no game of six is over in its first night, and at this pace none goes on while we look away.
    season = started(games=2, pace=100, interval=0, rules=[Rules("town-mafia", 6, {"vigilante_shots": 0})])
    sweep(now=timezone.now())
    play_ten_answers()
    game = season.fixtures.get(number=1).game
    before = list(game.answers.values_list("poll", "seat", "at"))
    assert play(seconds=0.2).playing == 1
    leave_halls()
    game.refresh_from_db()
    assert (game.status, game.lease_owner, season.status) == ("running", None, "running")
    Season.objects.update(pace=0)  # the rest as fast as it goes
    Game.objects.update(terms=game.terms | {"pace": 0})
    sweep(now=timezone.now())
    play()
    season.refresh_from_db()
    assert season.status == "finished"
    assert list(game.answers.values_list("poll", "seat", "at"))[: len(before)] == before


def play_ten_answers():
    """As a host that was killed leaves a game, but for its lease."""
    lease = claim_game(owner="a host before", now=timezone.now())
    hosted = Hosted.resumed(lease, timezone.now)
    for _ in range(10):
        hosted.take_answer()
        hosted.tell()
    hosted.write(threading.Event())
    assert release_game(lease=lease)
