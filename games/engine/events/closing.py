"""How a game ends, and the note that a default stood in."""

from dataclasses import dataclass
from typing import ClassVar

from games.engine.events.event import Event, Names, Seat, a, known


@known
@dataclass(frozen=True, slots=True)
class Ended(Event):
    """The game is over; everyone may know."""

    kind: ClassVar[str] = "ended"
    winner: str
    reason: str

    def text(self, names: Names) -> str:
        if self.winner == "draw":
            return f"The game is a draw: {self.reason}."
        verb = "wins" if self.winner in ("town", "crew") else "win"
        return f"The {self.winner} {verb}: {self.reason}."


@known
@dataclass(frozen=True, slots=True)
class Revealed(Event):
    """All roles by seat, after the end; everyone may know."""

    kind: ClassVar[str] = "revealed"
    roles: tuple[str, ...]

    def text(self, names: Names) -> str:
        return "The roles were: " + ", ".join(f"{names[s]} {a(role)}" for s, role in enumerate(self.roles)) + "."


@known
@dataclass(frozen=True, slots=True)
class Defaulted(Event):
    """A default stood in for a seat's answer, and why; a note, for no seat is told."""

    kind: ClassVar[str] = "defaulted"
    seat: Seat
    question: str
    reason: str

    def text(self, names: Names) -> str:
        return f"The default stands in for {names[self.seat]}'s answer ({self.question}): {self.reason}"
