"""When a season plays. Law: a slot is a wall time, a date and a time of day in a zone, and each is once at most.

18:00 stays 18:00 whatever the clocks do. Where a wall time comes twice, at the end of summer time, the slot is its
first; where it is left out, at the beginning, the slot is at the moment that follows from the clocks as they were:
02:30 is played at 03:30. So PEP 495 reads both with `fold=0`. A date that a zone left out whole (Apia had no
30 December 2011) has no slots. Pure: no Django, no clock; docs/decisions/slots-are-wall-times.md says why slots are no
intervals.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

LAST: Final = date(9990, 1, 1)  # behind which nothing is asked for, so that no sum leaves what dates can say
WITHIN: Final = (time(0), time(12), time(23, 59))  # a zone without any of these on a date does not have that date
EARLIER: Final = timedelta(days=2)  # by more a wall time is never moved


class WallTime(NamedTuple):
    """A slot: the moment, in UTC, and what the clocks on the wall say then, or would have. They sort by the moment."""

    at: datetime
    day: date
    time: time


@dataclass(frozen=True, slots=True)
class Plan:
    """The rule by which slots come: on which days of the week (1 is Monday, as ISO 8601 has it), at which times of day,
    in which zone, and on which dates not."""

    weekdays: frozenset[int]
    times: tuple[time, ...]
    zone: ZoneInfo
    blackouts: frozenset[date] = frozenset()


def slots(plan: Plan, *, since: datetime) -> Iterator[WallTime]:
    """The slots from a moment on, in the order of their moments; they end only with the calendar itself."""
    held: list[WallTime] = []
    for day in days(plan, first=max(since.astimezone(UTC).date(), date.min + 2 * EARLIER) - EARLIER):
        found = sorted(WallTime(moment_of(day, each, plan.zone), day, each) for each in set(plan.times))
        # One that was moved over midnight comes behind the first of the next day, and before those of the day after.
        ready = [each for each in held if each.at < found[0].at]
        held = sorted([each for each in held if each.at >= found[0].at] + found)
        yield from (each for each in ready if each.at >= since)
    yield from (each for each in held if each.at >= since)


def days(plan: Plan, *, first: date) -> Iterator[date]:
    """The dates with slots from one on. None where there is no time of day, or no day of the week."""
    day = first
    while plan.times and plan.weekdays and day < LAST:
        if day.isoweekday() in plan.weekdays and day not in plan.blackouts and is_there(day, plan.zone):
            yield day
        day += timedelta(days=1)


def moment_of(day: date, at: time, zone: ZoneInfo) -> datetime:
    """The moment of a wall time, in UTC: its first where it comes twice, as the clocks were before where it is left
    out."""
    return datetime.combine(day, at, tzinfo=zone).replace(fold=0).astimezone(UTC)


def is_there(day: date, zone: ZoneInfo) -> bool:
    """Whether a zone has a date at all."""
    return any(is_on_the_wall(day, each, zone) for each in WITHIN)


def is_on_the_wall(day: date, at: time, zone: ZoneInfo) -> bool:
    """Whether the clocks of a zone say this wall time ever; not where they are put forward over it."""
    return moment_of(day, at, zone).astimezone(zone).replace(tzinfo=None) == datetime.combine(day, at)
