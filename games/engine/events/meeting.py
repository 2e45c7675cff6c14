"""What happens in a meeting on the ship: who called it, what is said, who has voted, and what comes of it."""

from dataclasses import dataclass
from typing import ClassVar

from games.engine.events.event import Event, Fact, Names, Seat, a, known, named, shown


@known
@dataclass(frozen=True, slots=True)
class Called(Event):
    """A meeting is called: over a body in a room, or by the button (both None); everyone may know."""

    kind: ClassVar[str] = "called"
    seat: Seat
    body: Seat | None
    room: str | None

    @property
    def authors(self) -> tuple[Seat, ...]:
        return (self.seat,)

    @property
    def facts(self) -> tuple[Fact, ...]:
        return (Fact("deed", self.seat, "press" if self.body is None else "report", self.body),)

    def text(self, names: Names) -> str:
        if self.body is None:
            return f"{names[self.seat]} presses the emergency button."
        return f"{names[self.seat]} reports the body of {names[self.body]} in {self.room}."


@known
@dataclass(frozen=True, slots=True)
class Missed(Event):
    """Somebody has died on the ship since the last meeting; everyone may know."""

    kind: ClassVar[str] = "missed"
    falls: ClassVar[str] = "seat"
    seat: Seat

    def text(self, names: Names) -> str:
        return f"{names[self.seat]} is dead."


@known
@dataclass(frozen=True, slots=True)
class Spoke(Event):
    """What was said in a tick of a meeting, and to whom if to anybody; everyone may hear it."""

    kind: ClassVar[str] = "spoke"
    seat: Seat
    words: str
    target: Seat | None
    t: int

    @property
    def authors(self) -> tuple[Seat, ...]:
        return (self.seat,)

    def text(self, names: Names) -> str:
        to = "" if self.target is None else f" (to {names[self.target]})"
        return f"{names[self.seat]}{to}: {self.words}"


@known
@dataclass(frozen=True, slots=True)
class NobodySpoke(Event):
    """A silent tick of a meeting; everyone may know."""

    kind: ClassVar[str] = "nobody_spoke"
    t: int

    def text(self, names: Names) -> str:
        return "Nobody says a word."


@known
@dataclass(frozen=True, slots=True)
class VoteCast(Event):
    """Somebody has voted, for whom is not said yet; everyone may know."""

    kind: ClassVar[str] = "vote_cast"
    seat: Seat

    @property
    def authors(self) -> tuple[Seat, ...]:
        return (self.seat,)

    def text(self, names: Names) -> str:
        return f"{names[self.seat]} has voted."


@known
@dataclass(frozen=True, slots=True)
class Nudged(Event):
    """The meeting is long; everyone may know."""

    kind: ClassVar[str] = "nudged"

    def text(self, names: Names) -> str:
        return "The system: wrap it up."


@known
@dataclass(frozen=True, slots=True)
class VoteShown(Event):
    """One vote at the reveal; everyone may know."""

    kind: ClassVar[str] = "vote_shown"
    seat: Seat
    target: Seat | None

    @property
    def facts(self) -> tuple[Fact, ...]:
        return (Fact("vote", self.seat, "", self.target),)

    def text(self, names: Names) -> str:
        return f"{names[self.seat]} voted for {named(self.target, names)}."


@known
@dataclass(frozen=True, slots=True)
class Ejected(Event):
    """Who is ejected, with what is shown of them; everyone may know."""

    kind: ClassVar[str] = "ejected"
    falls: ClassVar[str] = "seat"
    seat: Seat
    role: str | None
    team: str | None

    @property
    def facts(self) -> tuple[Fact, ...]:
        return shown(self.seat, self.role, self.team)

    def text(self, names: Names) -> str:
        shown = f" {names[self.seat]} was {a(self.role)}." if self.role else ""
        return f"{names[self.seat]} is ejected.{shown}"


@known
@dataclass(frozen=True, slots=True)
class NotEjected(Event):
    """Nobody is ejected, and why; everyone may know."""

    kind: ClassVar[str] = "not_ejected"
    reason: str  # "tie" | "skip"

    def text(self, names: Names) -> str:
        why = {"tie": "the most votes are shared", "skip": "most chose nobody"}
        return f"Nobody is ejected: {why.get(self.reason, self.reason)}."


@known
@dataclass(frozen=True, slots=True)
class GhostSaid(Event):
    """A word among the dead; for the dead."""

    kind: ClassVar[str] = "ghost_said"
    seat: Seat
    words: str

    @property
    def authors(self) -> tuple[Seat, ...]:
        return (self.seat,)

    def text(self, names: Names) -> str:
        return f"{names[self.seat]} (a ghost): {self.words}"
