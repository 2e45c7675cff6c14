"""A season's schedule as a file of events (iCalendar, RFC 5545), for the calendars of whoever watches.

Law: an event is a slot, and is called by its wall time, so that whoever asks again finds it again; one that was skipped
is cancelled and does not vanish. Moments are in UTC: no program need know the zone.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final, NamedTuple

from icalendar import Calendar as EventFile
from icalendar import Event

from games.engine.rulesets import ruleset_title
from league.calendars.schedule import SlotTold, State
from league.models import Season

MAKER: Final = "-//Hidden Role League//Schedule//EN"
HOUSE: Final = "hidden-role-league"
STATUS: Final = {State.SKIPPED: "CANCELLED", State.COMING: "TENTATIVE", State.OWED: "TENTATIVE"}


class Opening(NamedTuple):
    """A season to come that is not made yet: what it will be called, when it begins, and the page that says so."""

    slug: str
    name: str
    at: datetime
    address: str


def event_file(*, season: Season, entries: Sequence[SlotTold], address: str, now: datetime) -> bytes:
    """The file; `address` is the season's page."""
    return file_of_all(name=season.name, told=[(season, entries, address)], openings=[], now=now)


def file_of_all(
    *,
    name: str,
    told: Iterable[tuple[Season, Sequence[SlotTold], str]],
    openings: Iterable[Opening],
    now: datetime,
) -> bytes:
    """A file of several seasons, each with its slots and the address of its page, and of those to come."""
    file = EventFile()
    file.add("prodid", MAKER)
    file.add("version", "2.0")
    file.add("x-wr-calname", name)
    for season, entries, address in told:
        for each in entries:
            file.add_component(event(season=season, entry=each, address=address, now=now))
    for opening in openings:
        file.add_component(event_of(opening, now=now))
    return bytes(file.to_ical())


def event_of(opening: Opening, *, now: datetime) -> Event:
    """The begin of a season to come as an event."""
    found = Event()
    found.add("uid", f"{opening.slug}.begins@{HOUSE}")
    found.add("dtstamp", now)
    found.add("dtstart", opening.at)
    found.add("summary", f"{opening.name} begins")
    found.add("status", "TENTATIVE")
    found.add("url", opening.address)
    return found


def event(*, season: Season, entry: SlotTold, address: str, now: datetime) -> Event:
    """A slot as an event. Its end is said when its games are over, for nobody knows before how long they take."""
    found = Event()
    found.add("uid", f"{season.slug}.{entry.wall}.{entry.time_zone.replace('/', '.')}@{HOUSE}")
    found.add("dtstamp", now)
    found.add("dtstart", entry.due_at)
    if entry.ended_at is not None and entry.ended_at > entry.due_at:
        found.add("dtend", entry.ended_at)
    found.add("summary", f"{season.name}: {entry.numbers}")
    found.add("description", "\n".join(lines_of(entry)))
    found.add("status", STATUS.get(entry.state, "CONFIRMED"))
    found.add("url", address)
    return found


def lines_of(entry: SlotTold) -> list[str]:
    """What an event tells besides."""
    lines = [f"Game {each.number}: {ruleset_title(each.ruleset)}" for each in entry.games]
    lines.append(f"{entry.day} {entry.time:%H:%M} {entry.time_zone}, {entry.told_state}")
    forecast = "A forecast: the season plays then if somebody has started it." if entry.is_forecast else ""
    return [*lines, *filter(None, (entry.told_why, entry.doubt, forecast))]
