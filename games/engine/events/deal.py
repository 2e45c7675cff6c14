"""What is known at the start, and when a phase begins."""

from dataclasses import dataclass
from typing import ClassVar

from games.engine.events.event import Event, Fact, Names, Seat, a, known, listed


@known
@dataclass(frozen=True, slots=True)
class Seated(Event):
    """Who sits at the table, by seat; everyone may know."""

    kind: ClassVar[str] = "seated"
    aliases: tuple[str, ...]

    def text(self, names: Names) -> str:
        return f"{len(self.aliases)} players sit down: {listed(self.aliases)}."


@known
@dataclass(frozen=True, slots=True)
class Dealt(Event):
    """A seat's own role; for that seat alone."""

    kind: ClassVar[str] = "dealt"
    seat: Seat
    role: str
    team: str

    @property
    def facts(self) -> tuple[Fact, ...]:
        return Fact("role", self.seat, self.role), Fact("team", self.seat, self.team)

    def text(self, names: Names) -> str:
        return f"{names[self.seat]} is {a(self.role)} ({self.team})."


@known
@dataclass(frozen=True, slots=True)
class Partners(Event):
    """All hidden players; for them alone."""

    kind: ClassVar[str] = "partners"
    is_of_team: ClassVar[bool] = True
    team: str
    seats: tuple[Seat, ...]

    def text(self, names: Names) -> str:
        verb = "are" if len(self.seats) > 1 else "is"
        if self.team == "impostors" and verb == "is":
            return f"The only impostor is {names[self.seats[0]]}."
        return f"The {self.team} {verb} {listed([names[seat] for seat in self.seats])}."


@known
@dataclass(frozen=True, slots=True)
class PhaseBegan(Event):
    """A night or a day begins; everyone may know."""

    kind: ClassVar[str] = "phase"
    name: str
    number: int

    def text(self, names: Names) -> str:
        return f"{self.name.capitalize()} {self.number} begins."


@known
@dataclass(frozen=True, slots=True)
class Pressed(Event):
    """Too long without a death: from now on nobody may choose nobody; everyone may know, for it changes their vote."""

    kind: ClassVar[str] = "pressed"
    rounds: int

    def text(self, names: Names) -> str:
        rounds = "round" if self.rounds == 1 else "rounds"
        return (
            f"Nobody has died for {self.rounds} {rounds}: until somebody does, the mafia must kill "
            "and every vote must name a player."
        )
