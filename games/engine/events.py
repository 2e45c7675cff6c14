"""What can be known. An event is seen whole or not at all; partial knowledge is two events.

Fields hold seats, not names; `text(names)` says the event in one plain sentence that suffices to follow the game.
An event says nothing of who hears it: that is decided where it is spoken (table.py), anew each time.
The file is long because it is the whole vocabulary, to be read as one list.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, ClassVar, NamedTuple, Self

Seat = int
Names = Sequence[str]
KINDS: dict[str, type["Event"]] = {}


@dataclass(frozen=True, slots=True)
class Event(ABC):
    """Something that became known."""

    kind: ClassVar[str]

    # `slots=True` makes the class anew, so the registry is filled by the decorator below, not by __init_subclass__.

    @property
    def authors(self) -> tuple[Seat, ...]:
        """The seats whose answers caused this event, so that their thoughts can stand beside it."""
        return ()

    @abstractmethod
    def text(self, names: Names) -> str:
        """The event in one plain sentence, given the names by seat."""

    def data(self) -> dict[str, Any]:
        """The kind's own fields as JSON values."""
        return {name: _plain(getattr(self, name)) for name in _field_names(type(self))}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """The inverse of data(); raises ValueError for fields that are missing or unknown."""
        _check_fields(cls, data)
        return cls(**{name: tuple(value) if isinstance(value, list) else value for name, value in data.items()})


def _check_fields(cls: type[Event], data: Mapping[str, Any]) -> None:
    if set(data) != set(_field_names(cls)):
        raise ValueError(f"{cls.kind!r} needs the fields {sorted(_field_names(cls))}, not {sorted(data)}")


def _field_names(cls: type[Event]) -> tuple[str, ...]:
    names = _FIELDS.get(cls)
    if names is None:
        names = _FIELDS[cls] = tuple(field.name for field in fields(cls))
    return names


_FIELDS: dict[type[Event], tuple[str, ...]] = {}


def _plain(value: Any) -> Any:  # Any: JSON values
    return list(value) if isinstance(value, tuple) else value


def known(cls: type[Event]) -> type[Event]:
    """Registers an event class under its kind."""
    if cls.kind in KINDS:
        raise ValueError(f"two events are of the kind {cls.kind!r}")
    KINDS[cls.kind] = cls
    return cls


def load(kind: str, data: Mapping[str, Any]) -> Event:
    """The event that was stored as (kind, data); raises ValueError when there is no such kind or a field is wrong."""
    if kind not in KINDS:
        raise ValueError(f"no event is of the kind {kind!r}")
    return KINDS[kind].from_data(data)


def listed(words: Sequence[str]) -> str:
    """Words as a list in a sentence: "a", "a and b", "a, b and c"."""
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def named(seat: Seat | None, names: Names) -> str:
    """The name of a seat, or "nobody"."""
    return "nobody" if seat is None else names[seat]


def a(noun: str) -> str:
    """The noun with its indefinite article."""
    return f"{'an' if noun[:1] in 'aeiou' else 'a'} {noun}"


def _was(role: str | None, team: str | None) -> str:
    """What a death shows: ", who was a doctor,", ", who was on the side of the mafia," or nothing."""
    if role:
        return f", who was {a(role)},"
    return f", who was on the side of the {team}," if team else ""


# --- the table and the deal ------------------------------------------------------------------------------------------


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

    def text(self, names: Names) -> str:
        return f"{names[self.seat]} is {a(self.role)} ({self.team})."


@known
@dataclass(frozen=True, slots=True)
class Partners(Event):
    """All hidden players; for them alone."""

    kind: ClassVar[str] = "partners"
    team: str
    seats: tuple[Seat, ...]

    def text(self, names: Names) -> str:
        verb = "are" if len(self.seats) > 1 else "is"
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


# --- the night -------------------------------------------------------------------------------------------------------


@known
@dataclass(frozen=True, slots=True)
class Plotted(Event):
    """A word on the mafia's channel with a proposal; for the living mafia."""

    kind: ClassVar[str] = "plotted"
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
    target: Seat | None
    how: str  # "agreed" | "most proposals" | "drawn among the most" | "alone"
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
    seat: Seat
    role: str | None
    team: str | None

    def text(self, names: Names) -> str:
        return f"{names[self.seat]}{_was(self.role, self.team)} died in the night."


@known
@dataclass(frozen=True, slots=True)
class QuietNight(Event):
    """Nobody died in the night; everyone may know."""

    kind: ClassVar[str] = "quiet_night"

    def text(self, names: Names) -> str:
        return "Nobody died in the night."


# --- the day ---------------------------------------------------------------------------------------------------------


@known
@dataclass(frozen=True, slots=True)
class Said(Event):
    """A public speech; everyone may hear it."""

    kind: ClassVar[str] = "said"
    seat: Seat
    words: str

    @property
    def authors(self) -> tuple[Seat, ...]:
        return (self.seat,)

    def text(self, names: Names) -> str:
        return f"{names[self.seat]}: {self.words}"


class Vote(NamedTuple):
    """Who voted for whom (None: for nobody)."""

    seat: Seat
    target: Seat | None


@known
@dataclass(frozen=True, slots=True)
class Voted(Event):
    """All votes with names, after the count; everyone may know."""

    kind: ClassVar[str] = "voted"
    votes: tuple[Vote, ...]

    @property
    def authors(self) -> tuple[Seat, ...]:
        return tuple(vote.seat for vote in self.votes)

    def text(self, names: Names) -> str:
        return "The votes: " + ", ".join(f"{names[v.seat]} for {named(v.target, names)}" for v in self.votes) + "."

    def data(self) -> dict[str, Any]:
        return {"votes": [{"seat": vote.seat, "target": vote.target} for vote in self.votes]}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        _check_fields(cls, data)
        try:
            return cls(tuple(Vote(**vote) for vote in data["votes"]))
        except TypeError as error:
            raise ValueError(f"'voted' needs a list of votes with seat and target, not {data!r}") from error


@known
@dataclass(frozen=True, slots=True)
class Lynched(Event):
    """A player eliminated by the vote, with what it shows; everyone may know."""

    kind: ClassVar[str] = "lynched"
    seat: Seat
    role: str | None
    team: str | None

    def text(self, names: Names) -> str:
        return f"{names[self.seat]}{_was(self.role, self.team)} is lynched."


@known
@dataclass(frozen=True, slots=True)
class NotLynched(Event):
    """The vote eliminates nobody, and why; everyone may know."""

    kind: ClassVar[str] = "not_lynched"
    reason: str  # "tie" | "skip" | "no majority"

    def text(self, names: Names) -> str:
        why = {
            "tie": "the most votes are shared",
            "skip": "most chose nobody",
            "no majority": "no one is named by more than half",
        }
        return f"Nobody is lynched: {why.get(self.reason, self.reason)}."


# --- the end, and notes ----------------------------------------------------------------------------------------------


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
