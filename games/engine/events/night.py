"""What happens by night."""

from dataclasses import dataclass
from typing import ClassVar

from games.engine.events.event import Event, Fact, Names, Seat, a, known, listed, named, shown, was


@known
@dataclass(frozen=True, slots=True)
class Plotted(Event):
    """A word on the mafia's channel with a proposal; for the living mafia."""

    kind: ClassVar[str] = "plotted"
    is_of_team: ClassVar[bool] = True
    seat: Seat
    words: str
    target: Seat | None

    @property
    def authors(self) -> tuple[Seat, ...]:
        return (self.seat,)

    def text(self, names: Names) -> str:
        proposal = f"proposes to kill {named(self.target, names)}"
        return f"{names[self.seat]} {proposal}: {self.words}" if self.words else f"{names[self.seat]} {proposal}."


@known
@dataclass(frozen=True, slots=True)
class Targeted(Event):
    """Whom the mafia go for, and how it was settled; for the living mafia. `seat` is who chose alone, else None."""

    kind: ClassVar[str] = "targeted"
    is_of_team: ClassVar[bool] = True
    target: Seat | None
    how: str  # "agreed" | "most proposals" | "most votes" | "drawn among the most" | "alone"
    seat: Seat | None = None

    @property
    def authors(self) -> tuple[Seat, ...]:
        return () if self.seat is None else (self.seat,)

    def text(self, names: Names) -> str:
        return f"The mafia go for {named(self.target, names)} ({self.how})."


@known
@dataclass(frozen=True, slots=True)
class Protected(Event):
    """Whom a doctor protects; for that doctor."""

    kind: ClassVar[str] = "protected"
    seat: Seat
    target: Seat

    @property
    def authors(self) -> tuple[Seat, ...]:
        return (self.seat,)

    @property
    def facts(self) -> tuple[Fact, ...]:
        return (Fact("deed", self.seat, "protect", self.target),)

    def text(self, names: Names) -> str:
        whom = "themselves" if self.target == self.seat else names[self.target]
        return f"{names[self.seat]} protects {whom}."


@known
@dataclass(frozen=True, slots=True)
class Investigated(Event):
    """Whom a sheriff investigates and what it shows (the role, or only the team); for that sheriff."""

    kind: ClassVar[str] = "investigated"
    seat: Seat
    target: Seat
    role: str | None
    team: str

    @property
    def authors(self) -> tuple[Seat, ...]:
        return (self.seat,)

    @property
    def facts(self) -> tuple[Fact, ...]:
        return (
            *([Fact("result", self.seat, self.role, self.target)] if self.role else []),
            Fact("result", self.seat, self.team, self.target),
            Fact("deed", self.seat, "investigate", self.target),
        )

    def text(self, names: Names) -> str:
        shown = a(self.role) if self.role else f"on the side of the {self.team}"
        return f"{names[self.seat]} investigates {names[self.target]}, who is {shown}."


@known
@dataclass(frozen=True, slots=True)
class Shot(Event):
    """Whom a vigilante shoots, or that they pass; for that vigilante."""

    kind: ClassVar[str] = "shot"
    seat: Seat
    target: Seat | None

    @property
    def authors(self) -> tuple[Seat, ...]:
        return (self.seat,)

    @property
    def facts(self) -> tuple[Fact, ...]:
        return () if self.target is None else (Fact("deed", self.seat, "shoot", self.target),)

    def text(self, names: Names) -> str:
        deed = "holds fire" if self.target is None else f"shoots at {names[self.target]}"
        return f"{names[self.seat]} {deed}."


@known
@dataclass(frozen=True, slots=True)
class Stopped(Event):
    """An attack that a doctor stopped; a note, for no seat is told."""

    kind: ClassVar[str] = "stopped"
    target: Seat
    by: tuple[Seat, ...]

    def text(self, names: Names) -> str:
        return f"{names[self.target]} was attacked and saved by {listed([names[seat] for seat in self.by])}."


@known
@dataclass(frozen=True, slots=True)
class Died(Event):
    """A death in the night with what it shows, never its cause; everyone may know."""

    kind: ClassVar[str] = "died"
    falls: ClassVar[str] = "seat"
    seat: Seat
    role: str | None
    team: str | None

    @property
    def facts(self) -> tuple[Fact, ...]:
        return shown(self.seat, self.role, self.team)

    def text(self, names: Names) -> str:
        return f"{names[self.seat]}{was(self.role, self.team)} died in the night."


@known
@dataclass(frozen=True, slots=True)
class QuietNight(Event):
    """Nobody died in the night; everyone may know."""

    kind: ClassVar[str] = "quiet_night"

    def text(self, names: Names) -> str:
        return "Nobody died in the night."
