"""When the next season opens: behind the one before, so many weeks later, on its calendar's first slot."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from league.models import Season, Series
from league.seasons.making.plans import When
from league.seasons.series.opening import open_due_seasons
from league.seasons.series.turns import newest_of, next_turn
from tests.factories import NOON
from tests.league.calendars.staging import World, played
from tests.league.seasons.series.staging import DAY, end, first_season, series_of, stand

pytestmark = [pytest.mark.usefixtures("database"), pytest.mark.django_db, pytest.mark.long(30)]

BERLIN = ZoneInfo("Europe/Berlin")
WEEK = 7 * DAY


def berlin(*at):
    return datetime(*at, tzinfo=BERLIN).astimezone(UTC)


def opens_at(series: Series) -> datetime | None:
    series.refresh_from_db()
    turn = next_turn(series, newest_of(series))
    return turn.at if turn else None


def test_by_weeks_the_next_opens_so_many_weeks_after_the_start_of_the_one_before():
    spring = first_season()
    series = series_of(spring, opens="weeks", weeks=2)
    end(spring, now=NOON + DAY)
    assert opens_at(series) == NOON + 2 * WEEK
    assert open_due_seasons(now=NOON + 2 * WEEK - timedelta(seconds=1)) == []
    (second,) = open_due_seasons(now=NOON + 2 * WEEK + 3 * DAY)  # nobody looked for three days
    assert opens_at(series) == NOON + 4 * WEEK
    end(second, now=NOON + 9 * WEEK)  # it was played for longer than that
    assert opens_at(series) == NOON + 4 * WEEK
    assert len(open_due_seasons(now=NOON + 9 * WEEK)) == 1
    assert opens_at(series) == NOON + 10 * WEEK
    assert len(stand(series)) == 3


def test_by_weeks_nothing_opens_beside_the_one_before():
    series = series_of(first_season(), opens="weeks", weeks=1)
    other = series_of(first_season("autumn"))
    assert open_due_seasons(now=NOON + 5 * WEEK) == []
    assert next_turn(series, newest_of(series)) == (2, NOON + WEEK, "the end of Spring")
    assert next_turn(other, newest_of(other)) == (2, None, "the end of Autumn")


def test_no_season_opens_before_the_first_moment_that_was_said_and_weeks_are_counted_from_it():
    draft, over = first_season(started=False), first_season("autumn")
    begins_at = NOON + 3 * DAY
    series = series_of(draft, opens="weeks", weeks=1, begins_at=begins_at)
    other = series_of(over, begins_at=begins_at)
    end(over)
    assert open_due_seasons(now=begins_at - timedelta(seconds=1)) == []
    assert {each.slug for each in open_due_seasons(now=begins_at + DAY)} == {"spring-1", "autumn-2"}
    assert (opens_at(series), opens_at(other)) == (begins_at + WEEK, begins_at)


@pytest.mark.parametrize("sunday", [(2026, 3, 29), (2026, 10, 25)])
def test_weeks_are_counted_on_the_clocks_of_the_calendar_over_their_change(sunday):
    monday = berlin(*sunday, 18) - 6 * DAY
    when = When("12", "18:00", "Europe/Berlin")
    spring = first_season(now=monday - timedelta(hours=1), when=when, games=2)
    series = series_of(spring, now=monday, opens="weeks", weeks=1, begins_at=monday, most=3)
    world = WorldOfSeries(monday - timedelta(hours=1))
    world.until(monday + 4 * WEEK)
    assert [slug for _, slug, _ in stand(series)] == ["spring", "spring-2", "spring-3"]
    walls = [wall for season in series.seasons.order_by("pk") for wall, *_ in played(season)]
    first = monday.astimezone(BERLIN).date()
    # The first of the series is played from the moment that weeks are counted from; no slot of a Monday is missed.
    wanted = [first + timedelta(days=days) for days in (0, 1, 7, 8, 14, 15)]
    assert walls == [f"{day} 18:00" for day in wanted]
    began = [
        moment.astimezone(BERLIN).strftime("%H:%M") for each in series.seasons.all() for *_, moment in played(each)
    ]
    assert set(began) == {"18:00"}
    series.refresh_from_db()
    assert (series.status, series.waiting) == ("ended", "it has its 3 seasons")


def test_behind_the_end_of_the_one_before_it_plays_from_its_calendars_first_slot_on():
    now = berlin(2026, 3, 26, 9)  # a Thursday; the clocks change on Sunday
    when = When("14", "12:00 18:00", "Europe/Berlin", blackouts="2026-01-01 2026-03-30")
    seasons = [first_season(slug, now=now, when=when, games=3) for slug in ("spring", "autumn")]
    series = [series_of(each, now=now, most=2) for each in seasons]
    WorldOfSeries(now).until(now + 3 * WEEK)
    for each in series:
        first, second = each.seasons.order_by("series_number")
        assert [wall for wall, *_ in played(first)] == ["2026-03-26 12:00", "2026-03-26 18:00", "2026-04-02 12:00"]
        assert [wall for wall, *_ in played(second)] == ["2026-04-02 18:00", "2026-04-06 12:00", "2026-04-06 18:00"]
        assert second.calendar.blackouts == ""  # that which is over is not taken
        each.refresh_from_db()
        assert each.status == "ended"
    assert Season.objects.filter(status="finished").count() == 4


class WorldOfSeries(World):
    """One in which whoever sweeps opens seasons too."""

    def happen(self) -> None:
        super().happen()
        if self.is_swept and open_due_seasons(now=self.now):
            super().happen()

    def next_moments(self) -> list[datetime]:
        upcoming = [at - timedelta(seconds=45) for each in Series.objects.all() if (at := opens_at(each))]
        return [*super().next_moments(), *(at for at in upcoming if at > self.now)]
