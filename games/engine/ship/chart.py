"""The ship as data: rooms, doorways, vents, and how far it is from one room to another.

Doorways and vents are two maps that share nothing: a vent is no doorway, and doors that are shut do not shut a vent.
Where the rules write three rooms of vents in a row (medbay, electrical, security), each is linked with both others.
"""

from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import Final

Room = str
CAFETERIA: Final = "cafeteria"
ADMIN: Final = "admin"
SECURITY: Final = "security"
CAMERAS: Final = ("medbay", "admin", "navigation")  # what can be watched from security

# Clockwise from the cafeteria.
ROOMS: Final[tuple[Room, ...]] = (
    "cafeteria", "weapons", "o2", "navigation", "shields", "communications", "storage", "admin", "electrical",
    "lower engine", "security", "reactor", "upper engine", "medbay",
)  # fmt: skip

# Within a group each room has a doorway to each other.
GROUPS: Final = (
    ("cafeteria", "medbay", "upper engine"),
    ("cafeteria", "admin", "storage"),
    ("weapons", "o2", "navigation", "shields"),
    ("shields", "communications", "storage"),
    ("storage", "electrical", "lower engine"),
    ("upper engine", "security", "reactor", "lower engine"),
    ("cafeteria", "weapons"),
)
VENT_GROUPS: Final = (
    ("cafeteria", "admin"),
    ("medbay", "electrical", "security"),
    ("weapons", "navigation"),
    ("shields", "navigation"),
    ("upper engine", "reactor"),
    ("lower engine", "reactor"),
)


def _linked(groups: Iterable[tuple[Room, ...]]) -> dict[Room, tuple[Room, ...]]:
    links = {frozenset(pair) for group in groups for pair in combinations(group, 2)}
    return {room: tuple(other for other in ROOMS if frozenset((room, other)) in links) for room in ROOMS}


def _next_steps(doorways: Mapping[Room, tuple[Room, ...]]) -> dict[Room, dict[Room, Room]]:
    """For each goal and each room: the room to walk to next, on a shortest way; the earlier in ROOMS among equals."""
    steps: dict[Room, dict[Room, Room]] = {}
    for goal in ROOMS:
        towards = {goal: goal}
        reached = [goal]
        for room in reached:
            for other in doorways[room]:
                if other not in towards:
                    towards[other] = room
                    reached.append(other)
        steps[goal] = towards
    return steps


DOORWAYS: Final = _linked(GROUPS)
VENTS: Final = _linked(VENT_GROUPS)
_NEXT: Final = _next_steps(DOORWAYS)


def next_step(room: Room, goal: Room) -> Room:
    """The room to walk to next on a shortest way from a room to a goal; the goal itself when there."""
    return _NEXT[goal][room]


def distance(room: Room, goal: Room) -> int:
    """How many ticks the shortest walk takes."""
    steps = 0
    while room != goal:
        room, steps = _NEXT[goal][room], steps + 1
    return steps
