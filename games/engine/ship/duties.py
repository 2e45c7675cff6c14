"""The crew's tasks as data, and the lists drawn from them.

A task has legs: so many ticks in one room, then so many in the next. Short tasks take one tick, common ones two, long
ones three. Some have an effect in one room that everybody there sees, when the task is real.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.engine.dice import Dice
from games.engine.ship.chart import Room


@dataclass(frozen=True, slots=True)
class Duty:
    """A task: its name, its legs (a room and the ticks that it takes there), the room where it is seen to be real."""

    name: str
    legs: tuple[tuple[Room, int], ...]
    shows_in: Room = ""


COMMON: Final = (
    Duty("fix wiring", (("electrical", 1), ("storage", 1))),
    Duty("swipe card", (("admin", 2),)),
    Duty("refill water", (("cafeteria", 2),)),
    Duty("enter code", (("communications", 2),)),
)
LONG: Final = (
    Duty("clear asteroids", (("weapons", 3),), "weapons"),
    Duty("submit scan", (("medbay", 3),), "medbay"),
    Duty("empty garbage", (("cafeteria", 1), ("storage", 2)), "storage"),
    Duty("start reactor", (("reactor", 3),)),
    Duty("fuel engines", (("storage", 1), ("upper engine", 1), ("lower engine", 1))),
    Duty("upload data", (("communications", 1), ("navigation", 1), ("admin", 1))),
    Duty("inspect sample", (("medbay", 1), ("o2", 2))),
    Duty("review footage", (("security", 3),)),
)
SHORT: Final = (
    Duty("prime shields", (("shields", 1),), "shields"),
    Duty("chart course", (("navigation", 1),)),
    Duty("stabilize steering", (("navigation", 1),)),
    Duty("clean filter", (("o2", 1),)),
    Duty("unlock manifolds", (("reactor", 1),)),
    Duty("divert power", (("electrical", 1),)),
    Duty("calibrate distributor", (("electrical", 1),)),
    Duty("test cameras", (("security", 1),)),
    Duty("tune radio", (("communications", 1),)),
    Duty("stack crates", (("storage", 1),)),
    Duty("align upper engine", (("upper engine", 1),)),
    Duty("align lower engine", (("lower engine", 1),)),
    Duty("sort medicine", (("medbay", 1),)),
    Duty("check manifest", (("admin", 1),)),
    Duty("sweep floor", (("cafeteria", 1),)),
    Duty("load cannons", (("weapons", 1),)),
)


class Duties:
    """One player's list: what is still to be done, in list order, and how far each task has come.

    `told` is the list as the player reads it, `rooms` is where something can be done now; made anew when they change.
    """

    __slots__ = ("_open", "told", "rooms")

    def __init__(self, duties: Sequence[Duty]) -> None:
        # Each open task with the number of its leg and the ticks still to be worked in it.
        self._open = [(duty, 0, duty.legs[0][1]) for duty in duties]
        self._tell()

    def __len__(self) -> int:
        return len(self._open)

    def _tell(self) -> None:
        self.told = tuple([f"{duty.name} ({duty.legs[leg][0]})" for duty, leg, _ in self._open])
        self.rooms = tuple([duty.legs[leg][0] for duty, leg, _ in self._open])

    def work(self, room: Room) -> tuple[Duty, bool]:
        """A tick's work on the first open task that goes on in this room: which it was, and whether it is done now.

        Raises LookupError when none does.
        """
        for place, (duty, leg, ticks) in enumerate(self._open):
            if duty.legs[leg][0] != room:
                continue
            if ticks > 1:
                self._open[place] = (duty, leg, ticks - 1)
                return duty, False
            if leg + 1 < len(duty.legs):
                self._open[place] = (duty, leg + 1, duty.legs[leg + 1][1])
            else:
                del self._open[place]
            self._tell()
            return duty, leg + 1 == len(duty.legs)
        raise LookupError(f"no open task goes on in {room!r}")


def drawn_common(count: int, dice: Dice) -> list[Duty]:
    """The common tasks, the same for everybody."""
    return dice.shuffled(COMMON)[:count]


def drawn_own(long: int, short: int, dice: Dice) -> list[Duty]:
    """One player's own tasks."""
    return dice.shuffled(LONG)[:long] + dice.shuffled(SHORT)[:short]
