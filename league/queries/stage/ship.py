"""The ship as it is drawn, and where a lens knows everybody to be.

Law: rooms, doorways and vents are the engine's own (games.engine.ship.chart); here stands where a room is drawn. A seat
is drawn where an event of the lens has shown it last, and nowhere before that; nobody is drawn at a guess.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from games.engine.ship.chart import CAFETERIA, CAMERAS, DOORWAYS, ROOMS, VENTS

WIDTH, HEIGHT = 960, 580
ROOM: Final = (144, 90)  # how wide and high a room is drawn
# The middle of each room.
AT: Final[Mapping[str, tuple[int, int]]] = {
    "upper engine": (150, 60), "medbay": (322, 168), "cafeteria": (490, 60), "weapons": (730, 60),
    "reactor": (72, 275), "security": (228, 275), "admin": (590, 285), "o2": (640, 172), "navigation": (882, 250),
    "lower engine": (150, 490), "electrical": (330, 385), "storage": (480, 490), "communications": (640, 515),
    "shields": (770, 390),
}  # fmt: skip
ACROSS: Final = 5  # how many stand beside one another in a room
APART: Final = 28
UP: Final = 2  # how far above the middle of a room the first row stands
SHIFT: Final = "shift"
NOWHERE: Final = ""
NOTHING: Final[Mapping[str, str]] = {}


@dataclass(frozen=True, slots=True)
class Chamber:
    """A room as it is drawn: its upper left corner, and where its name stands."""

    name: str
    x: int
    y: int
    middle: int
    marks: str = ""  # its classes
    caption: str = ""  # when somebody was seen there who may be there no longer


@dataclass(frozen=True, slots=True)
class Way:
    """A doorway or a vent, from the middle of a room to that of another."""

    ends: tuple[int, int, int, int]


def chambers(marks: Mapping[str, str] = NOTHING, captions: Mapping[str, str] = NOTHING) -> list[Chamber]:
    """All rooms, with marks and captions by their names."""
    return [
        Chamber(name, x - ROOM[0] // 2, y - ROOM[1] // 2, x, marks.get(name, ""), captions.get(name, ""))
        for name, (x, y) in AT.items()
    ]


def ways(links: Mapping[str, tuple[str, ...]]) -> list[Way]:
    """Each link between two rooms once."""
    return [
        Way((*AT[room], *AT[other]))
        for room in ROOMS
        for other in links[room]
        if ROOMS.index(room) < ROOMS.index(other)
    ]


def doorways() -> list[Way]:
    """What one walks through."""
    return ways(DOORWAYS)


def vents() -> list[Way]:
    """What impostors climb through."""
    return ways(VENTS)


def drawn(ways: Sequence[Way]) -> str:
    """Ways as one path of an image."""
    return "".join("M{} {}L{} {}".format(*way.ends) for way in ways)


def places_told(event: Mapping[str, Any], living: Mapping[int, bool]) -> Iterator[tuple[int, str, bool]]:
    """Where an event shows seats to be: each with its room, and whether it lies there dead; `living` has for each seat
    whether it lives, as far as the lens knows. A shift begins with all who live in one room, and with no bodies: who
    is dead is nowhere then, in the room ""."""
    if event["kind"] == "phase" and event.get("name") == SHIFT:
        yield from ((seat, CAFETERIA if is_alive else NOWHERE, False) for seat, is_alive in living.items())
        return
    if event["kind"] == "watched":
        yield from ((seat, room, False) for room in CAMERAS for seat in event[room])
        return
    room = str(event.get("room"))
    if room not in AT:
        return
    if event["kind"] == "killed":
        yield event["by"], room, False
        yield event["seat"], room, True
    elif event["kind"] == "called":
        if event.get("body") is not None:
            yield event["body"], room, True
    elif event["kind"] != "doors_shut":
        if type(event.get("seat")) is int:
            yield event["seat"], room, False
        yield from ((seat, room, False) for seat in event.get("players") or ())
        yield from ((seat, room, True) for seat in event.get("bodies") or ())


def stands_at(room: str, nth: int) -> tuple[int, int]:
    """Where the nth of those in a room stands, from 0: in rows below the room's name, each from its middle outwards."""
    x, y = AT[room]
    place = nth % ACROSS
    aside = (place + 1) // 2 * (1 if place % 2 else -1)
    return x + APART * aside, y - UP + APART * (nth // ACROSS)
