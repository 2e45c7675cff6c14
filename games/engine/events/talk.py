"""What happens where nobody has a turn: messages with the second at which they arrived, and votes with reasons.

`clock` is game time, in seconds since the talk began. Silence is not an event, nor is who was woken.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, Self

from games.engine.events.day import Vote
from games.engine.events.event import Event, Fact, Names, Seat, check_fields, known, named


def moment(clock: int) -> str:
    """A time of a talk as it is read: "1:05"."""
    return f"{clock // 60}:{clock % 60:02}"


@known
@dataclass(frozen=True, slots=True)
class Remarked(Event):
    """A message to everyone in free talk; everyone may hear it."""

    kind: ClassVar[str] = "remarked"
    seat: Seat
    words: str
    clock: int

    @property
    def authors(self) -> tuple[Seat, ...]:
        return (self.seat,)

    def text(self, names: Names) -> str:
        return f"{moment(self.clock)} {names[self.seat]}: {self.words}"


@known
@dataclass(frozen=True, slots=True)
class Conferred(Event):
    """A message in the mafia's free talk; for the living mafia."""

    kind: ClassVar[str] = "conferred"
    is_of_team: ClassVar[bool] = True
    seat: Seat
    words: str
    clock: int

    @property
    def authors(self) -> tuple[Seat, ...]:
        return (self.seat,)

    def text(self, names: Names) -> str:
        return f"{moment(self.clock)} {names[self.seat]} to the mafia: {self.words}"


@known
@dataclass(frozen=True, slots=True)
class KillVoted(Event):
    """Whom each mafioso votes to kill, after the count; for the living mafia."""

    kind: ClassVar[str] = "kill_voted"
    is_of_team: ClassVar[bool] = True
    votes: tuple[Vote, ...]

    @property
    def authors(self) -> tuple[Seat, ...]:
        return tuple(vote.seat for vote in self.votes)

    def text(self, names: Names) -> str:
        votes = ", ".join(f"{names[vote.seat]} for {named(vote.target, names)}" for vote in self.votes)
        return f"The mafia's votes: {votes}."

    def data(self) -> dict[str, Any]:
        return {"votes": [vote._asdict() for vote in self.votes]}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        check_fields(cls, data)
        try:
            return cls(tuple(Vote(**vote) for vote in data["votes"]))
        except TypeError as error:
            raise ValueError(f"'kill_voted' needs a list of votes with seat and target, not {data!r}") from error


class Reasoned(NamedTuple):
    """Who voted for whom (None: for nobody), and why."""

    seat: Seat
    target: Seat | None
    reason: str


@known
@dataclass(frozen=True, slots=True)
class VotedWhy(Event):
    """All votes with names and reasons, after the count; everyone may know."""

    kind: ClassVar[str] = "voted_why"
    votes: tuple[Reasoned, ...]

    @property
    def authors(self) -> tuple[Seat, ...]:
        return tuple(vote.seat for vote in self.votes)

    @property
    def facts(self) -> tuple[Fact, ...]:
        return tuple(Fact("vote", vote.seat, "", vote.target) for vote in self.votes)

    def text(self, names: Names) -> str:
        votes = [
            f"{names[vote.seat]} for {named(vote.target, names)}" + (f' ("{vote.reason}")' if vote.reason else "")
            for vote in self.votes
        ]
        return f"The votes: {', '.join(votes)}."

    def data(self) -> dict[str, Any]:
        return {"votes": [vote._asdict() for vote in self.votes]}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        check_fields(cls, data)
        try:
            return cls(tuple(Reasoned(**vote) for vote in data["votes"]))
        except TypeError as error:
            raise ValueError(f"'voted_why' needs votes with seat, target and reason, not {data!r}") from error
