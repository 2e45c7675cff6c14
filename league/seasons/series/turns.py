"""When the next season of a series opens, and what ends or stops the series before. Law: one season after the other:
the next opens when the one before is over, never beside it.

By weeks, moments are those of the first season's start (or of the moment that was said for it), so many weeks later and
again: wall times in the zone of the template's calendar, else in UTC, so 18:00 stays 18:00 when the clocks change. One
that opened late moves none of them; of those that passed meanwhile one is opened. With a calendar in the template a
season opens AHEAD of its moment, so that the slot of that very moment is not missed by it.
"""

from datetime import UTC, datetime, timedelta
from decimal import Decimal
from itertools import count
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from django.db.models import Sum

from games.billing.money import in_dollars
from games.models import Account
from league.calendars.plans import WrongCalendar, zone_named
from league.calendars.slots import moment_of
from league.models import Season, Series

OVER: Final = Season.OVER
AHEAD: Final = timedelta(minutes=1)


class Turn(NamedTuple):
    """The next season of a series: its number, no sooner than when it opens (None where that hangs on the end of the
    one before, and is not known), and what it waits for, in words; "" where it only waits for its moment."""

    number: int
    at: datetime | None
    waits_for: str = ""


def newest_of(series: Series) -> Season | None:
    """The season of a series with the highest number."""
    return series.seasons.order_by("-series_number").first()


def is_unbegun(season: Season | None) -> bool:
    """Whether this is a season that its series has made and that has not begun: whatever is made of it, it is the
    next."""
    return season is not None and season.started_at is None and season.status not in OVER


def next_turn(series: Series, newest: Season | None) -> Turn | None:
    """Which season of a series opens next, and when; None where none does. `newest` is its newest season. One query
    where it opens by weeks."""
    if series.status == Series.Status.ENDED:
        return None
    if newest is not None and is_unbegun(newest):
        return Turn(newest.series_number or 0, None, "it is made and has not begun")
    number = series.next_number
    if has_all(series, newest):
        return None
    if newest is not None and newest.status not in OVER:
        return Turn(number, moment_after(series, newest), f"the end of {newest.name}")
    return Turn(number, moment_after(series, newest))


def moment_after(series: Series, newest: Season | None) -> datetime | None:
    """The moment at which a season may open behind this one; None while that is not over and nothing else is said."""
    if newest is None:
        return series.begins_at or series.created_at
    if series.opens == Series.Opens.WEEKS:
        return moment_by_weeks(series, newest)
    if newest.status not in OVER:
        return series.begins_at
    return max(filter(None, (newest.finished_at or newest.started_at or newest.created_at, series.begins_at)))


def moment_by_weeks(series: Series, newest: Season) -> datetime:
    """The first of a series' moments behind the start of its newest season."""
    began = newest.started_at or newest.created_at
    first = series.begins_at
    if first is None:
        starts = series.seasons.filter(started_at__isnull=False).order_by("series_number")
        first = starts.values_list("started_at", flat=True).first() or began
    zone = zone_of(series)
    passed = max(0, (began - first).days // (7 * series.weeks) - 1)
    moments = (weeks_later(first, series.weeks * turn, zone) for turn in count(passed))
    return next(moment for moment in moments if moment > began + AHEAD)


def weeks_later(moment: datetime, weeks: int, zone: ZoneInfo) -> datetime:
    """The moment at which the clocks of a zone say the same, so many weeks later."""
    wall = moment.astimezone(zone)
    return moment_of((wall + timedelta(weeks=weeks)).date(), wall.time(), zone)


def zone_of(series: Series) -> ZoneInfo:
    """In which zone the weeks of a series are counted."""
    calendar = series.template.get("calendar") or {}
    try:
        return zone_named(calendar.get("time_zone", "UTC"))
    except WrongCalendar:
        return ZoneInfo("UTC")  # the season itself will say what is wrong with it


def is_due(series: Series, newest: Season | None, *, now: datetime) -> bool:
    """Whether the next season of a series is to be made now."""
    turn = next_turn(series, newest)
    if turn is None or turn.waits_for or turn.at is None:
        return False
    return turn.at - (AHEAD if series.template.get("calendar") else timedelta(0)) <= now


# --- what ends it ----------------------------------------------------------------------------------------------------


def has_all(series: Series, newest: Season | None) -> bool:
    """Whether a series has as many seasons as it may have."""
    return series.most is not None and newest is not None and series.seasons.count() >= series.most


def why_over(series: Series, newest: Season | None, *, now: datetime) -> str:
    """Why a series is over; "" where it goes on."""
    if series.until is not None and series.until <= now:
        return f"no season opens from {series.until.astimezone(UTC):%Y-%m-%d %H:%M} UTC on"
    if newest is not None and newest.status in OVER and has_all(series, newest):
        return "it has its one season" if series.most == 1 else f"it has its {series.most} seasons"
    return ""


class Spent(NamedTuple):
    """What the seasons of a series have cost, in US dollars; how much of it nobody told, at most; and what is reserved
    for calls on their way."""

    spent: Decimal
    unsure: Decimal
    reserved: Decimal

    @property
    def drawn(self) -> Decimal:
        """The most that it may come to."""
        return self.spent + self.reserved


def spent_by(series: Series) -> Spent:
    """What a series has cost. One query."""
    accounts = Account.objects.filter(scope=Account.Scope.SEASON, name__in=series.seasons.values("slug"))
    sums = accounts.aggregate(spent=Sum("spent"), unsure=Sum("unsure"), reserved=Sum("reserved"))
    return Spent(*(sums[name] or Decimal(0) for name in Spent._fields))


def why_too_dear(series: Series) -> str:
    """Why the next season of a series may not open for what the series may cost; "" where it may. One query."""
    if series.cap_total is None:
        return ""
    own, drawn = Decimal(str(series.template.get("cap_season") or 0)), spent_by(series).drawn
    if drawn + own <= series.cap_total:
        return ""
    left = in_dollars(max(Decimal(0), series.cap_total - drawn))
    return (
        f"the next season may cost {in_dollars(own)}, and of the {in_dollars(series.cap_total)} that the series may "
        f"cost {left} are left; raise its cap, or lower that of its seasons, and resume it"
    )
