"""What a mind keeps of the others: deaths, words, claims and results, each as it was heard."""

from typing import Final, NamedTuple

from games.agents.house.hearing.listener import Remark
from games.engine.events import Seat

POWERS: Final = ("sheriff", "doctor", "vigilante")


class Death(NamedTuple):
    seat: Seat
    role: str | None
    team: str | None
    day: int  # the day of a lynching; of a night, the day that followed
    by_night: bool


class Stance(NamedTuple):
    """What somebody once said for (below 0) or against (above 0) somebody."""

    day: int
    speaker: Seat
    about: Seat
    value: float
    sentence: str


class Claim(NamedTuple):
    role: str
    day: int


class Result(NamedTuple):
    """A result that somebody announced: `role` is "mafia", "town" or a role's name."""

    by: Seat
    about: Seat
    role: str
    day: int

    @property
    def is_guilty(self) -> bool:
        return self.role in ("mafia", "mafioso")


class Toward(NamedTuple):
    """Something said to or about me since I last spoke."""

    speaker: Seat
    remark: Remark
