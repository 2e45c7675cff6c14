"""Many games end at one moment: each counts once and teaches once, whoever tells of it and whoever dies meanwhile."""

import random
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final

import pytest
from django.utils import timezone

from games.hosting.keeping import leave_halls
from games.models import Game
from league.memories.learning import untaught_seasons
from league.models import Figures, Fixture, Learned, Season
from league.results.figures import count_new_figures
from league.results.folding import rows_of
from league.results.standings import recompute, record_results
from league.results.sums import FOLDS, fold_all_again
from league.seasons.lifecycle.starting import start_season
from league.seasons.making.checking import Rules
from league.seasons.making.creating import create_season
from league.seasons.playing.keeping import conclude, sweep
from league.seasons.schedule.fixtures import open_due_fixtures
from personas.models import MemoryRevision
from personas.roster import ensure_roster
from tests.games.stage import in_thread, play_all
from tests.patience import at_most

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("database"),
    pytest.mark.timeout(at_most(300)),
    pytest.mark.long(30),
]
SEATS: Final = 6
TELLERS: Final = 8


@pytest.fixture(autouse=True)
def nobody_left_behind() -> Iterator[None]:
    yield
    leave_halls()


def started(slug: str, *, games: int, **fields: Any) -> Season:
    given = {"rules": [Rules("town-mafia", SEATS)], "pace": 0.0, "secret": slug, "players": ensure_roster()[:8]}
    season = create_season(slug=slug, name=slug.title(), games=games, **given | fields)
    return start_season(season=season, now=timezone.now())


def ended(*seasons: Season) -> list[Game]:
    """The games of these seasons, all of which have ended, and nobody was told."""
    for season in seasons:
        open_due_fixtures(now=timezone.now(), season=season)
    play_all()
    games = list(Game.objects.filter(status="finished").order_by("pk"))
    assert Fixture.objects.filter(game__in=games, recorded_at__isnull=True).count() == len(games)
    return games


def assert_all_counted_once(games: Sequence[Game], *seasons: Season) -> None:
    """Nothing is missing of these games, and nothing is in any sum twice."""
    assert not Fixture.objects.filter(game__in=games, recorded_at__isnull=True).exists()
    assert Figures.objects.filter(seat__game__in=games).count() == SEATS * len(games)
    for season in seasons:
        season.refresh_from_db()
        assert season.status == Season.Status.FINISHED
        assert recompute(season=season) == []
    kept = [rows_of(each) for each in FOLDS]
    fold_all_again()
    assert [rows_of(each) for each in FOLDS] == kept


@pytest.mark.parametrize("many", [4, pytest.param(25, marks=pytest.mark.slow)])
def test_ends_of_two_seasons_told_by_eight_and_the_sweep_count_once_and_teach_once(many: int) -> None:
    seasons = [started(slug, games=many, lag=many, memory="live") for slug in ("spring", "summer")]
    games = ended(*seasons)
    assert len(games) == 2 * many
    barrier, errors = threading.Barrier(TELLERS + 1), list[Exception]()

    def tell(number: int) -> None:
        # Each tells of two thirds of all, in an order of its own: nearly every end is told by several at once.
        told = random.Random(number).sample(games, k=len(games) * 2 // 3)
        try:
            barrier.wait(at_most(10))
            for first in range(0, len(told), 16):
                conclude([(game, None) for game in told[first : first + 16]])
        except Exception as error:  # noqa: BLE001  (whatever it is, the test is to show it)
            errors.append(error)

    def clean() -> None:
        barrier.wait(at_most(10))
        sweep(now=timezone.now())

    threads = [*(in_thread(tell, number) for number in range(TELLERS)), in_thread(clean)]
    for thread in threads:
        thread.join(at_most(120))
    assert errors == []

    sweep(now=timezone.now())
    assert count_new_figures(since=seasons[0].started_at or timezone.now()) == 2 * many

    assert_all_counted_once(games, *seasons)
    assert not untaught_seasons()
    taught = Counter(Learned.objects.values_list("season__slug", "number", "player"))
    sat = Counter(
        (game.terms["season"], int(game.terms["fixture"]), seat.player_id)
        for game in games
        for seat in game.seats.all()
    )
    assert taught == sat
    for player in ensure_roster()[:8]:
        newest = MemoryRevision.objects.filter(player=player, season="").order_by("number").last()
        games_of = sum(count for (_, _, who), count in sat.items() if who == player.pk)
        assert newest is not None
        assert newest.learned["counts"]["rulesets"]["town-mafia"]["games"] == games_of


def test_of_ends_that_were_gathered_when_the_process_died_the_sweep_tells() -> None:
    seasons = [started(slug, games=3, lag=3) for slug in ("spring", "summer")]
    games = ended(*seasons)  # nobody was told of any, as when a process dies that has gathered them

    sweep(now=timezone.now())
    assert count_new_figures(since=seasons[0].started_at or timezone.now()) == 6

    assert_all_counted_once(games, *seasons)


def test_who_dies_when_results_are_counted_and_figures_are_not_leaves_them_to_be_counted() -> None:
    seasons = [started(slug, games=3, lag=3) for slug in ("spring", "summer")]
    games = ended(*seasons)
    assert record_results(games=games[:4], now=timezone.now()) == games[:4]  # and then no more is heard of it

    sweep(now=timezone.now())
    assert count_new_figures(since=seasons[0].started_at or timezone.now()) == 6

    assert_all_counted_once(games, *seasons)


def test_no_season_waits_for_figures_that_cannot_be_counted() -> None:
    season = started("spring", games=2, lag=1)
    (game,) = ended(season)

    class Unlike:
        """What is no game as anybody knows it."""

    with pytest.raises(AttributeError):
        conclude([(game, Unlike())])  # type: ignore[list-item]

    assert season.fixtures.filter(recorded_at__isnull=False).count() == 1
    assert season.fixtures.filter(game__status="scheduled").count() == 1
    assert not Figures.objects.exists()
