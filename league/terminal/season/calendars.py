"""A season's calendar on the command line: what is said of it, and what it comes to."""

import argparse
from collections.abc import Iterator, Mapping
from typing import Any, Final

from django.utils import timezone

from games.terminal.usage import Joined, whole_number
from league.calendars.changing import MOST_AT_ONCE, Timing, timing_of
from league.calendars.plans import (
    ALL_DAYS,
    WrongCalendar,
    read_dates,
    read_start,
    read_times,
    read_weekdays,
    read_zone,
    told,
)
from league.calendars.schedule import SlotTold, State, calendar_told, doubt_of, entry_told, is_by_hand, schedule_of
from league.models import Calendar, Season

NONE: Final = "none"
MOST_TOLD: Final = 10  # slots to come that are told in lines
SAID: Final = ("start", "weekdays", "times", "zone", "blackout", "missed")


def add_calendar_arguments(parser: argparse.ArgumentParser) -> None:
    """When a season plays."""
    group = parser.add_argument_group(
        "calendar", "on which days and at which times it plays; without, as soon as it can"
    )
    group.add_argument("--times", metavar="HH:MM[,…]", help="times of day on the clocks of its zone, as in 18:00,20:30")
    group.add_argument("--weekdays", metavar="DAYS", help="as in mon-fri or sat,sun (every day)")
    group.add_argument("--zone", metavar="ZONE", help="its time zone, as in Europe/Berlin (UTC)")
    group.add_argument(
        "--start", metavar="DATE", help="no slot is before it: 2026-12-01 or '2026-12-01 18:00', or none"
    )
    group.add_argument(
        "--blackout", action=Joined, metavar="DATE[,…]", help="dates without slots, or none; several times"
    )
    told = "what becomes of a slot that was missed: its games are played as soon as they can be, or take the next slot"
    group.add_argument("--missed", choices=Calendar.Missed.values, help=f"{told} ({Calendar.Missed.CATCH_UP})")
    told = "how many of its games are played at once, in a slot or without a calendar; or none (1 in a slot)"
    group.add_argument("--at-once", type=number_or_none, metavar="N", help=told)


def number_or_none(text: str) -> int | str:
    """An argparse type: how many games, or `none`."""
    return NONE if text == NONE else whole_number(1, MOST_AT_ONCE)(text)


def is_asked(options: Mapping[str, Any]) -> bool:
    """Whether anything was said of when it plays."""
    return any(options[name] is not None for name in (*SAID, "at_once"))


def timing_asked(options: Mapping[str, Any], season: Season) -> Timing:
    """What was said of when a season plays; what was not is as it is. Raises WrongCalendar."""
    now = timing_of(season)
    at_once = {None: now.at_once, NONE: None}.get(options["at_once"], options["at_once"])
    pace = now.pace if options.get("pace") is None else options["pace"]
    if not any(options[name] is not None for name in SAID):
        return Timing(now.calendar, at_once, pace)
    return Timing(calendar_asked(options, now.calendar), at_once, pace)


def calendar_asked(options: Mapping[str, Any], before: Calendar | None) -> Calendar:
    """The calendar that was asked for. Raises WrongCalendar."""
    if before is None and options["times"] is None:
        raise WrongCalendar("times", "say at which times of day it plays, as in --times 18:00.")
    zone = options["zone"] or (before.time_zone if before else "UTC")
    given = {
        "times": options["times"] and read_times(options["times"]),
        "weekdays": options["weekdays"] and read_weekdays(options["weekdays"]),
        "time_zone": read_zone(zone),
        "missed": options["missed"],
    }
    row = Calendar(weekdays=ALL_DAYS)
    for name in ("times", "weekdays", "missed", "starts_at", "blackouts"):
        if given.get(name):
            setattr(row, name, given[name])
        elif before is not None:
            setattr(row, name, getattr(before, name))
    row.time_zone = given["time_zone"]
    if options["start"] is not None:
        row.starts_at = None if options["start"] == NONE else read_start(options["start"], row.time_zone)
    if options["blackout"] is not None:
        row.blackouts = "" if options["blackout"] == NONE else read_dates(options["blackout"])
    return row


# --- what it comes to ------------------------------------------------------------------------------------------------


def schedule_told(season: Season) -> dict[str, Any]:
    """A season's calendar and its slots, as JSON."""
    calendar = timing_of(season).calendar
    slots = [entry_told(each) for each in schedule_of(season, now=timezone.now())]
    return {"season": season.slug, "at_once": season.at_once, "calendar": calendar_told(calendar), "slots": slots}


def schedule_lines(season: Season) -> Iterator[str]:
    """The same in lines: when it plays, what was late and why, what comes."""
    calendar = timing_of(season).calendar
    if calendar is None:
        several = "" if season.at_once is None else f", {season.at_once} at once"
        yield f"{season.slug} has no calendar: its games are played as soon as they can be{several}"
        return
    yield f"{season.slug} plays {told(calendar)}, {season.at_once or 1} at once"
    if calendar.starts_at:
        yield f"not before {calendar.starts_at:%Y-%m-%d %H:%M} UTC"
    if calendar.blackouts:
        yield f"not on {', '.join(calendar.blackouts.split())}"
    yield f"a slot that was missed is {calendar.get_missed_display()}"
    if season.status == Season.Status.DRAFT:
        yield "a forecast, for it is a draft: so it would play if it were announced, or started, now"
    elif is_by_hand(season, calendar):
        yield "a forecast, for somebody is to start it: so it plays if that is before the first of them"
    entries = schedule_of(season, now=timezone.now())
    if doubt := doubt_of(entries):
        yield doubt
    yield from (entry_line(each) for each in entries if each.told_why and each.state != State.COMING)
    coming = [each for each in entries if each.state == State.COMING]
    yield from (entry_line(each) for each in coming[:MOST_TOLD])
    if len(coming) > MOST_TOLD:
        yield f"and {len(coming) - MOST_TOLD} more"


def entry_line(entry: SlotTold) -> str:
    """A slot in a line."""
    why = f": {entry.told_why}" if entry.told_why else ""
    wall = f"{entry.day:%a %Y-%m-%d} {entry.time:%H:%M}"
    return f"{wall} ({entry.due_at:%Y-%m-%d %H:%M} UTC)  {entry.numbers}, {entry.told_state}{why}"
