"""What happens by day: speeches, votes and what comes of them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, Self

from games.engine.events.event import Event, Fact, Names, Seat, check_fields, known, named, shown, was


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

    @property
    def facts(self) -> tuple[Fact, ...]:
        return tuple(Fact("vote", vote.seat, "", vote.target) for vote in self.votes)

    def text(self, names: Names) -> str:
        return "The votes: " + ", ".join(f"{names[v.seat]} for {named(v.target, names)}" for v in self.votes) + "."

    def data(self) -> dict[str, Any]:
        return {"votes": [{"seat": vote.seat, "target": vote.target} for vote in self.votes]}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        check_fields(cls, data)
        try:
            return cls(tuple(Vote(**vote) for vote in data["votes"]))
        except TypeError as error:
            raise ValueError(f"'voted' needs a list of votes with seat and target, not {data!r}") from error


@known
@dataclass(frozen=True, slots=True)
class Lynched(Event):
    """A player eliminated by the vote, with what it shows; everyone may know."""

    kind: ClassVar[str] = "lynched"
    falls: ClassVar[str] = "seat"
    seat: Seat
    role: str | None
    team: str | None

    @property
    def facts(self) -> tuple[Fact, ...]:
        return shown(self.seat, self.role, self.team)

    def text(self, names: Names) -> str:
        return f"{names[self.seat]}{was(self.role, self.team)} is lynched."


@known
@dataclass(frozen=True, slots=True)
class NotLynched(Event):
    """The vote eliminates nobody, and why; everyone may know."""

    kind: ClassVar[str] = "not_lynched"
    reason: str  # "tie" | "skip" | "no majority" | "no nominee"

    def text(self, names: Names) -> str:
        why = {
            "tie": "the most votes are shared",
            "skip": "most chose nobody",
            "no majority": "no one is named by more than half",
            "no nominee": "no one is nominated",
        }
        return f"Nobody is lynched: {why.get(self.reason, self.reason)}."
