"""What can be ordered on the ship: each order as the text that players write, and as verb and object.

"move admin", "vent reactor", "task", "fake task", "kill 3" (a seat), "report", "emergency", "sabotage lights",
"sabotage doors storage", "fix", "look", "wait".
"""

from functools import cache, lru_cache
from typing import Final, NamedTuple

from games.engine.events import Seat
from games.engine.questions import WAIT, Act
from games.engine.ship.chart import ADMIN, CAFETERIA, DOORWAYS, ROOMS, SECURITY, VENTS, Room
from games.engine.ship.duties import COMMON, LONG, SHORT

DOORS: Final = "doors"
SYSTEMS: Final = ("reactor", "o2", "lights", "communications")
MOST_SEATS: Final = 15
PROMPT: Final = "What do you do on the ship?"

# Where somebody could be seen at a task: there a task can be faked.
FAKEABLE: Final = frozenset(room for duty in (*COMMON, *LONG, *SHORT) for room, _ in duty.legs)


class Order(NamedTuple):
    """An order as the resolver takes it: what is done, and to what room, system or seat."""

    verb: str
    room: Room = ""
    seat: Seat = -1
    system: str = ""


ORDERS: Final[dict[str, Order]] = {
    **{f"move {room}": Order("move", room=room) for room in ROOMS},
    **{f"vent {room}": Order("vent", room=room) for room in ROOMS if VENTS[room]},
    "task": Order("task"),
    "fake task": Order("fake task"),
    **{f"kill {seat}": Order("kill", seat=seat) for seat in range(MOST_SEATS)},
    "report": Order("report"),
    "emergency": Order("emergency"),
    **{f"sabotage {system}": Order("sabotage", system=system) for system in SYSTEMS},
    **{f"sabotage doors {room}": Order("sabotage", system=DOORS, room=room) for room in ROOMS},
    "fix": Order("fix"),
    "look": Order("look"),
    WAIT: Order("wait"),
}
KNOWN: Final = frozenset(ORDERS)
SABOTAGES: Final = tuple(text for text, order in ORDERS.items() if order.verb == "sabotage")


class Chances(NamedTuple):
    """Everything that decides what somebody can do in the coming tick."""

    room: Room
    shut: Room | None  # the room whose doors are shut
    is_impostor: bool
    victims: tuple[Seat, ...] = ()
    has_task: bool = False
    can_report: bool = False
    can_press: bool = False
    can_sabotage: bool = False
    can_fix: bool = False
    can_look: bool = False


@lru_cache(maxsize=512)
def question(chances: Chances, most: int) -> Act:
    """What somebody with these chances is asked."""
    return Act("act", PROMPT, _legal(chances), KNOWN, most)


def _legal(chances: Chances) -> tuple[str, ...]:
    room, shut = chances.room, chances.shut
    legal = [] if room == shut else [f"move {other}" for other in DOORWAYS[room] if other != shut]
    if chances.is_impostor:
        legal += [f"vent {other}" for other in VENTS[room]]
        legal += [f"kill {seat}" for seat in chances.victims]
        legal += ["fake task"] if room in FAKEABLE else []
    legal += ["task"] if chances.has_task else []
    legal += ["report"] if chances.can_report else []
    legal += ["emergency"] if chances.can_press else []
    legal += SABOTAGES if chances.can_sabotage else ()
    legal += ["fix"] if chances.can_fix else []
    legal += ["look"] if chances.can_look else []
    return (*legal, WAIT)


@cache
def ghost_question() -> Act:
    """What the ghost of an impostor is asked when a sabotage is possible."""
    return Act("act", PROMPT, (*SABOTAGES, WAIT), KNOWN, 1)


def can_be_pressed_in(room: Room) -> bool:
    """Whether the emergency button is in this room."""
    return room == CAFETERIA


def can_look_in(room: Room) -> bool:
    """Whether there is a table or are cameras to look at in this room."""
    return room in (ADMIN, SECURITY)
