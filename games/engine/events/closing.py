"""How a game ends, and the note that a default stood in."""

from dataclasses import dataclass
from typing import ClassVar, Final

from games.engine.events.event import Event, Fact, Names, Seat, a, known

# English: words for many that take the verb of one. A team that is not here takes the verb of many.
ONE: Final = frozenset(
    {"town", "crew", "village", "city", "council", "court", "family", "guild", "order", "resistance"}
)


def wins(team: str) -> str:
    """The verb that goes with a team: "wins" for a town, "win" for the mafia."""
    return "wins" if team in ONE else "win"


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
        return f"The {self.winner} {wins(self.winner)}: {self.reason}."


@known
@dataclass(frozen=True, slots=True)
class Revealed(Event):
    """All roles by seat, after the end; everyone may know."""

    kind: ClassVar[str] = "revealed"
    roles: tuple[str, ...]

    @property
    def facts(self) -> tuple[Fact, ...]:
        return tuple(Fact("role", seat, role) for seat, role in enumerate(self.roles))

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
