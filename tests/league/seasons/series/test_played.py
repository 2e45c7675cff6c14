"""Series of seasons of the house, played by hosts in this process to their end."""

import threading
import time
from itertools import pairwise

import pytest
from django.utils import timezone

from games.hosting.keeping import host_games, leave_halls
from games.models import Game
from league.models import Season, Series
from league.results.standings import recompute
from league.seasons.playing.keeping import conclude, sweep
from tests.league.seasons.series.staging import first_season, series_of, stand
from tests.patience import at_most

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("database"),
    pytest.mark.timeout(at_most(300)),
    pytest.mark.long(30),
]


@pytest.fixture(autouse=True)
def _empty_halls():
    yield
    leave_halls()


@pytest.mark.parametrize("is_swept", [True, False])
def test_two_series_of_three_seasons_each_are_played_to_their_end(is_swept):
    """Without a sweep, too: whoever plays the last game of a season opens the next."""
    now = timezone.now()
    series = [series_of(first_season(slug, now=now), now=now, most=3) for slug in ("spring", "autumn")]
    sweep(now=timezone.now())
    until = time.monotonic() + at_most(120)
    while Season.objects.filter(status="finished").count() < 6 and time.monotonic() < until:
        host_games(stopping=threading.Event(), slice_seconds=5, on_finished=conclude)
        if is_swept:
            sweep(now=timezone.now())
    sweep(now=timezone.now())
    assert {each.slug: stand(each) for each in series} == {
        slug: [(1, slug, "finished"), (2, f"{slug}-2", "finished"), (3, f"{slug}-3", "finished")]
        for slug in ("spring", "autumn")
    }
    assert set(Series.objects.values_list("status", "waiting", "opened")) == {("ended", "it has its 3 seasons", 2)}
    assert Game.objects.filter(status="finished").count() == Game.objects.count() == 12
    assert len(set(Game.objects.values_list("seed", flat=True))) == 12
    assert [recompute(season=season) for season in Season.objects.all()] == [[]] * 6
    for each in series:
        seasons = list(each.seasons.order_by("series_number"))
        assert all(one.finished_at <= other.started_at for one, other in pairwise(seasons))
