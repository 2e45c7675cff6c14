"""What a calendar says, read and written: texts of operators, the texts of its row, and the plan that slots come by."""

import re
from collections.abc import Callable, Iterable
from datetime import UTC, date, datetime, time
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path
from typing import Final, TypeVar
from zoneinfo import TZPATH, ZoneInfo, ZoneInfoNotFoundError, available_timezones

from league.calendars.slots import Plan, moment_of
from league.models import Calendar

T = TypeVar("T")

DAYS: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
ALL_DAYS: Final = "1234567"
MOST_TIMES: Final = 24
MOST_BLACKOUTS: Final = 1_000
LONGEST_SHOWN: Final = 40  # of what came, in a refusal
APART: Final = re.compile(r"[\s,;]+")
LISTED: Final = re.compile(r"[\n,;]+")
MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
WHOLE_MONTHS: Final = (
    *("january", "february", "march", "april", "may", "june", "july"),
    *("august", "september", "october", "november", "december"),
)
_DAY_OF, _MONTH, _YEAR = (
    r"(?P<day>[0-9]{1,2})(?:st|nd|rd|th)?",
    rf"(?P<month>{'|'.join((*WHOLE_MONTHS, 'sept', *MONTHS))})",
    r"(?P<year>[0-9]{4})",
)
SPELLED: Final = (
    re.compile(rf"\b{_DAY_OF}\.? {_MONTH}\.?,? {_YEAR}\b", re.IGNORECASE),  # 2 Dec 2026
    re.compile(rf"\b{_MONTH}\.? {_DAY_OF},? {_YEAR}\b", re.IGNORECASE),  # December 2, 2026
)
MOST_ZONES: Final = 5  # that a refusal names
TIME: Final = re.compile(r"([01]?[0-9]|2[0-3]):[0-5][0-9]")


class WrongCalendar(ValueError):
    """A calendar that cannot be, or cannot be changed so now. `field` is what is wrong with it; the message says what
    was wanted and what came."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(f"{field}: {message}")
        self.field = field
        self.message = message


# --- from the row ----------------------------------------------------------------------------------------------------


def plan_of(calendar: Calendar) -> Plan:
    """The plan of a calendar. Raises WrongCalendar where its zone is not known here (any more)."""
    return Plan(
        weekdays=frozenset(int(each) for each in calendar.weekdays),
        times=tuple(time.fromisoformat(each) for each in calendar.times.split()),
        zone=zone_named(calendar.time_zone),
        blackouts=frozenset(date.fromisoformat(each) for each in calendar.blackouts.split()),
    )


def told(calendar: Calendar) -> str:
    """When a calendar's slots are, in words: its days and times in its zone."""
    return f"{days_told(calendar.weekdays)} at {', '.join(calendar.times.split())} {calendar.time_zone}"


def days_told(weekdays: str) -> str:
    """Days of the week, in words: those that follow each other as one."""
    if weekdays == ALL_DAYS:
        return "every day"
    runs: list[list[int]] = []
    for number in map(int, weekdays):
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(_run_told([DAYS[each - 1].capitalize() for each in run]) for run in runs)


def _run_told(names: list[str]) -> str:
    return f"{names[0]} to {names[-1]}" if len(names) > 2 else ", ".join(names)


# --- from operators --------------------------------------------------------------------------------------------------


def read_weekdays(text: str) -> str:
    """Days of the week as a row has them, from `mon-fri`, `sat,sun`, `daily` or numbers. Raises WrongCalendar."""
    found: set[int] = set()
    for part in _parts(text.lower()):
        first, dash, last = part.partition("-")
        if part in ("daily", "all"):
            found |= set(range(1, 8))
        elif part == "weekdays":
            found |= set(range(1, 6))
        elif dash:
            start, end = _day(first, part), _day(last, part)
            found |= {(start - 1 + step) % 7 + 1 for step in range((end - start) % 7 + 1)}
        elif part.isdecimal() and part.isascii() and set(part) <= set(ALL_DAYS):
            found |= set(map(int, part))
        else:
            found.add(_day(part, part))
    if not found:
        raise WrongCalendar("weekdays", "choose at least one day of the week.")
    return "".join(map(str, sorted(found)))


def _day(name: str, part: str) -> int:
    if name[:3] not in DAYS or not _WHOLE[DAYS.index(name[:3])].startswith(name):
        raise WrongCalendar("weekdays", f"must be days like mon-fri or sat, sun, not {shown(part)}.")
    return DAYS.index(name[:3]) + 1


_WHOLE: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


def read_times(text: str) -> str:
    """Times of day as a row has them, from `18:00, 20:30`. Raises WrongCalendar."""
    found = _each(text, "times", "times of day like 18:00, 20:30", _time)
    if not 1 <= len(set(found)) <= MOST_TIMES:
        raise WrongCalendar("times", f"must be 1 to {MOST_TIMES} times of day, not {len(set(found))}.")
    return " ".join(sorted(set(found)))


def _time(part: str) -> str:
    if not TIME.fullmatch(part):
        raise ValueError(part)
    return part.zfill(5)


def read_dates(text: str) -> str:
    """Dates as a row has them, from `2026-12-24, 26 Dec 2026`. Raises WrongCalendar."""
    wanted = "dates like 2026-12-24 or 24 Dec 2026"
    found = set(
        _each(in_numbers(text), "blackouts", wanted, lambda each: date.fromisoformat(_dashed(each)).isoformat())
    )
    if len(found) > MOST_BLACKOUTS:
        raise WrongCalendar("blackouts", f"must be at most {MOST_BLACKOUTS:,} dates, not {len(found):,}.")
    return " ".join(sorted(found))


def in_numbers(text: str) -> str:
    """A text in which each date with its month by name (English, whole or its first three letters) is in numbers."""
    for form in SPELLED:
        text = form.sub(_numbered, text)
    return text


def _numbered(found: "re.Match[str]") -> str:
    month = MONTHS.index(found["month"].lower()[:3]) + 1
    return f"{found['year']}-{month:02}-{int(found['day']):02}"


def _dashed(part: str) -> str:
    """A date as it is, if it is written out: Python reads others too."""
    if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", part):
        raise ValueError(part)
    return part


def read_zone(text: str) -> str:
    """A time zone by its name, or by its city alone where there is one such. Raises WrongCalendar, which names those
    that may be meant where there are several, or where it says itself of which state the city is."""
    said = text.strip()
    if said in available_zones():
        return zone_named(said).key
    found = zones_called(said)
    if len(found) == 1 and (found[0].count("/") < 2 or found[0].casefold() == said.casefold().replace(" ", "_")):
        return zone_named(found[0]).key
    if not found:
        return zone_named(said).key
    more = ", …" if len(found) > MOST_ZONES else ""
    which = f"{', '.join(found[:MOST_ZONES])}{more}"
    there_is = "there are several" if len(found) > 1 else "say the whole name of what may be meant by"
    raise WrongCalendar("time_zone", f"{there_is} {shown(said)}: {which}.")


def zones_called(name: str) -> list[str]:
    """The zones that somebody may mean by a name: the one that it is in other letters, else those of a city."""
    wanted = name.casefold().replace(" ", "_")
    whole = [each for each in zones() if each.casefold() == wanted]
    return whole or [each for each in city_zones() if each.casefold().rpartition("/")[2] == wanted]


@cache
def city_zones() -> tuple[str, ...]:
    """The zones that are called by a place of theirs, as the tz database lists them (`zone.tab`), where that is here:
    neither parts of a country, as Australia/Victoria, nor names of before."""
    tables: list[Traversable] = [Path(folder, "zone.tab") for folder in TZPATH]
    tables += [files("tzdata").joinpath("zoneinfo", "zone.tab")] if find_spec("tzdata") else []
    table = next((each.read_text("utf-8") for each in tables if each.is_file()), "")
    named = {line.split("\t")[2] for line in table.splitlines() if line and not line.startswith("#")}
    return tuple(each for each in zones() if each in named)


@cache
def zones() -> tuple[str, ...]:
    """The names of all time zones, sorted."""
    return tuple(sorted(available_timezones()))


def zone_named(name: str) -> ZoneInfo:
    """The time zone with this name. Raises WrongCalendar."""
    try:
        if name in available_zones():
            return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        pass  # told as all others that are unknown
    raise WrongCalendar("time_zone", f"must be a time zone like Europe/Berlin or UTC, not {shown(name)}.")


@cache
def available_zones() -> frozenset[str]:
    """The same as a set: a name from outside is looked up here, and never as a path."""
    return frozenset(zones())


def read_start(text: str, zone: str) -> datetime | None:
    """The moment from which slots count, in UTC, from a date or a date and a time of day on the clocks of a zone; None
    of nothing. Raises WrongCalendar."""
    said = text.strip()
    if not said:
        return None
    day, _, at = in_numbers(said).replace("T", " ").partition(" ")
    wall = zone_named(zone)
    try:
        return moment_of(date.fromisoformat(_dashed(day)), time.fromisoformat(_time(at.strip() or "00:00")), wall)
    except (ValueError, OverflowError):
        wanted = "a date like 2026-12-01, or with a time of day, like 2026-12-01 18:00"
        raise WrongCalendar("starts_at", f"must be {wanted}, not {shown(said)}.") from None


def start_told(calendar: Calendar) -> str:
    """The start as read_start() reads it; "" where there is none."""
    if calendar.starts_at is None:
        return ""
    return f"{calendar.starts_at.astimezone(zone_named(calendar.time_zone)):%Y-%m-%d %H:%M}"


def _parts(text: str) -> Iterable[str]:
    return [each for each in APART.split(text) if each]


def _each(text: str, field: str, wanted: str, read: Callable[[str], T]) -> list[T]:
    """Each part of a text, read; what somebody said between two commas is quoted whole where a part of it is wrong."""
    found: list[T] = []
    for said in LISTED.split(text):
        try:
            found += map(read, _parts(said))
        except ValueError:
            raise WrongCalendar(field, f"must be {wanted}, not {shown(said.strip())}.") from None
    return found


def shown(text: str) -> str:
    """What came, for a refusal: not all of it where that is long."""
    return repr(text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…")


def clock_of(calendar: Calendar, *, now: datetime) -> str:
    """What the clocks of a calendar's zone say, in a sentence; "" where the zone is not known here."""
    try:
        there = now.astimezone(zone_named(calendar.time_zone))
    except WrongCalendar:
        return ""
    return (
        f"It is {there:%H:%M} in {calendar.time_zone.rpartition('/')[2].replace('_', ' ')} now, on {there:%a %-d %b}."
    )


def in_utc(moment: datetime) -> str:
    """A moment in words."""
    return f"{moment.astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC"
