"""What only a council has: plans before the first day, nominations, defences, a second vote and last words."""

from dataclasses import dataclass
from typing import ClassVar

from games.engine.events.event import Event, Fact, Names, Seat, known, listed


@known
@dataclass(frozen=True, slots=True)
class Planned(Event):
    """What a mafioso plans before the first day; for the living mafia, once all have written theirs."""

    kind: ClassVar[str] = "planned"
    is_of_team: ClassVar[bool] = True
    seat: Seat
    words: str

    @property
    def authors(self) -> tuple[Seat, ...]:
        return (self.seat,)

    def text(self, names: Names) -> str:
        return f"{names[self.seat]} plans: {self.words}"


@known
@dataclass(frozen=True, slots=True)
class Nominated(Event):
    """Whom a speaker nominates, or nobody; everyone may know.

    It has no authors: speech and nomination are one answer, whose thought stands beside the speech.
    """

    kind: ClassVar[str] = "nominated"
    seat: Seat
    target: Seat | None

    @property
    def facts(self) -> tuple[Fact, ...]:
        return (Fact("deed", self.seat, "nominate", self.target),)

    def text(self, names: Names) -> str:
        whom = "themselves" if self.target == self.seat else "nobody" if self.target is None else names[self.target]
        return f"{names[self.seat]} nominates {whom}."


@known
@dataclass(frozen=True, slots=True)
class Nominees(Event):
    """Who stands to the vote, in seat order; everyone may know."""

    kind: ClassVar[str] = "nominees"
    seats: tuple[Seat, ...]

    def text(self, names: Names) -> str:
        return f"Up for the vote: {listed([names[seat] for seat in self.seats])}."


@known
@dataclass(frozen=True, slots=True)
class Runoff(Event):
    """A vote that is to be held again, between the tied alone, in the order of their defences; everyone may know.

    One seat alone is tied with nobody.
    """

    kind: ClassVar[str] = "runoff"
    seats: tuple[Seat, ...]

    def text(self, names: Names) -> str:
        tied = [names[seat] for seat in self.seats]
        if len(tied) == 1:
            return f"{tied[0]} and nobody are tied: {tied[0]} speaks in defence, then all vote again."
        return f"{listed(tied)} are tied: each speaks in defence, then all vote again between them."


@known
@dataclass(frozen=True, slots=True)
class Defended(Event):
    """What one of the tied says in defence; everyone may hear it."""

    kind: ClassVar[str] = "defended"
    seat: Seat
    words: str

    @property
    def authors(self) -> tuple[Seat, ...]:
        return (self.seat,)

    def text(self, names: Names) -> str:
        return f"{names[self.seat]}, in defence: {self.words}"


@known
@dataclass(frozen=True, slots=True)
class LastWords(Event):
    """What a player whom the vote eliminates says before they go; everyone may hear it."""

    kind: ClassVar[str] = "last_words"
    seat: Seat
    words: str

    @property
    def authors(self) -> tuple[Seat, ...]:
        return (self.seat,)

    def text(self, names: Names) -> str:
        return f"{names[self.seat]}, in last words: {self.words}"
