"""The table: seats, the living, the ledger; three verbs to speak and three to ask.

Law: state never leaves the table; only events do, addressed when spoken. There is no default audience.
`announce` reaches everyone, `whisper` the seats it names, `note` nobody at the table.
"""

import types
from collections.abc import Collection, Generator, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple, TypeVar

from games.engine.dice import Dice
from games.engine.events import Event, Seat
from games.engine.questions import Question

A = TypeVar("A")
Asks = dict[Seat, Question[Any]]  # what a ruleset yields when it asks: a question by seat, in seat order
Hearers = frozenset[Seat] | Literal["everyone"]
EVERYONE: Final = "everyone"
NOBODY: Final[frozenset[Seat]] = frozenset()
_new = tuple.__new__


@dataclass(frozen=True, slots=True, eq=False)
class Role:
    """What a seat is: the role's name, its team, and its power as it follows "The doctor": "protects one a night".

    A ruleset has one object for each of its roles, so they are told apart by identity, which every question asks for.
    """

    name: str
    team: str
    power: str = ""


@dataclass(frozen=True, slots=True)
class Deal:
    """What was dealt before the first word, by seat; `first` is the first speaker where the rules draw one. `is_given`
    says that roles and first speaker are not drawn from the game's seed."""

    aliases: tuple[str, ...]
    roles: tuple[Role, ...]
    first: Seat | None = None
    is_given: bool = False


@dataclass(frozen=True, slots=True)
class Given:
    """What of a deal is not to be drawn from the game's seed: the roles by seat, by their names, and the first speaker;
    None leaves that one to the seed, and to rules that draw none."""

    roles: tuple[str, ...]
    first: Seat | None = None


class Entry(NamedTuple):
    """An event in the ledger: when it was spoken, who hears it, and the latest poll before it (0: none)."""

    seq: int
    round: int
    phase: str
    event: Event
    heard_by: Hearers
    poll: int

    @property
    def is_public(self) -> bool:
        """Whether everyone hears it, the audience too."""
        return self.heard_by == EVERYONE

    def plain(self) -> dict[str, Any]:
        """The entry as JSON values: what is stored, hashed and compared."""
        return {
            "seq": self.seq,
            "kind": self.event.kind,
            "round": self.round,
            "phase": self.phase,
            "heard_by": self.heard_by if self.heard_by == EVERYONE else sorted(self.heard_by),
            "data": self.event.data(),
        }


class Table:
    """One game's table. Built by the moderator; a ruleset speaks and asks through it and keeps nothing elsewhere."""

    def __init__(self, deal: Deal, seed: str, revision: int, workings: list[tuple[int, object]] | None = None) -> None:
        self.deal = deal
        self.workings = workings  # by poll, what the rules worked out; None: it is not kept
        self.revision = revision
        self.seats: tuple[Seat, ...] = tuple(range(len(deal.roles)))
        self.ledger: list[Entry] = []
        self.views: list[list[Entry]] = [[] for _ in self.seats]
        self.dead: list[Seat] = []
        self.died: dict[Seat, int] = {}  # in which round
        self.ghosts: list[Seat] = []  # of the dead, those who hear whatever anybody hears
        self.last_death = 0  # the round in which somebody last died
        self.round = 0
        self.phase = "setup"
        self.polls = 0
        self.asked: Asks = {}  # by the latest poll
        self._seed = seed
        self._streams: dict[str, Dice] = {}
        # Only a death changes these, and every question asks for them.
        self._living: dict[tuple[Role, ...], tuple[Seat, ...]] = {(): self.seats}
        self._others: dict[Seat, tuple[Seat, ...]] = {}

    # --- who is there ---

    def living(self, *roles: Role) -> tuple[Seat, ...]:
        """Who lives (with one of these roles), in table order; worked out once between deaths."""
        seats = self._living.get(roles)
        if seats is None:
            seats = self._living[roles] = tuple(
                seat for seat in self.seats if seat not in self.dead and (not roles or self.deal.roles[seat] in roles)
            )
        return seats

    def others(self, seat: Seat) -> tuple[Seat, ...]:
        """Who lives besides this seat, in table order."""
        seats = self._others.get(seat)
        if seats is None:
            living = self.living()
            place = living.index(seat) if seat in living else len(living)
            seats = self._others[seat] = living[:place] + living[place + 1 :]
        return seats

    def role(self, seat: Seat) -> Role:
        """The role of a seat."""
        return self.deal.roles[seat]

    def bury(self, seats: Collection[Seat]) -> None:
        """Takes seats from the living, without a word; who hears of it is for the ruleset to say."""
        if not seats:
            return
        self.last_death = self.round
        self.dead.extend(seats)
        self.died |= dict.fromkeys(seats, self.round)
        self._living.clear()
        self._others.clear()

    def haunt(self, dead: Iterable[Seat]) -> None:
        """These dead hear from now on whatever anybody hears, and have heard it from the start; notes they never hear.

        It changes what their views hold and no event's hearers: those are who heard it when it was spoken.
        """
        for seat in dead:
            self.ghosts.append(seat)
            self.views[seat] = [entry for entry in self.ledger if entry.heard_by]

    def next_living(self, seat: Seat) -> Seat:
        """This seat if it lives, else the next one round the table that does."""
        living = self.living()
        return next((other for other in living if other >= seat), living[0])

    def living_from(self, seat: Seat) -> tuple[Seat, ...]:
        """Who lives, round the table from this seat or the next one that does."""
        living = self.living()
        start = living.index(self.next_living(seat))
        return living[start:] + living[:start]

    def dice(self, stream: str) -> Dice:
        """The stream of chance with this name: "public", or the name of the secret channel that may know it."""
        dice = self._streams.get(stream)
        if dice is None:
            dice = self._streams[stream] = Dice(self._seed, "play", stream)
        return dice

    def work_out(self, working: object) -> None:
        """Keeps what the rules worked out with the latest poll, where somebody wants to see it; nobody is told."""
        if self.workings is not None:
            self.workings.append((self.polls, working))

    # --- speaking ---

    def enter(self, phase: str, round: int) -> None:
        """What follows belongs to this phase and round."""
        self.phase, self.round = phase, round

    def announce(self, event: Event) -> None:
        """Everyone hears it, the audience too."""
        ledger = self.ledger
        # What _write() does after a call more: most of what is said is said to everyone.
        entry = _new(Entry, (len(ledger) + 1, self.round, self.phase, event, EVERYONE, self.polls))
        ledger.append(entry)
        for view in self.views:
            view.append(entry)

    def whisper(self, seats: Iterable[Seat], event: Event) -> None:
        """These seats hear it and nobody else but ghosts."""
        heard_by = frozenset(seats)
        entry = self._write(event, heard_by)
        views = self.views
        for seat in heard_by:
            views[seat].append(entry)
        for seat in self.ghosts:
            if seat not in heard_by and heard_by:
                views[seat].append(entry)

    def note(self, event: Event) -> None:
        """No seat hears it, nor does the audience; the glass box shows it."""
        self._write(event, NOBODY)

    def _write(self, event: Event, heard_by: Hearers) -> Entry:
        ledger = self.ledger
        # What Entry(...) does after a call more; an entry is made for everything that is said.
        entry = _new(Entry, (len(ledger) + 1, self.round, self.phase, event, heard_by, self.polls))
        ledger.append(entry)
        return entry

    # --- asking ---

    @types.coroutine
    def ask(self, seat: Seat, question: Question[A]) -> Generator[Asks, dict[Seat, A], A]:
        """Asks one seat."""
        self.polls += 1
        self.asked = {seat: question}
        answers = yield self.asked
        return answers[seat]

    async def poll(self, seats: Iterable[Seat], question: Question[A]) -> dict[Seat, A]:
        """Asks several seats the same at once; nobody sees another's answer first. Answers come in seat order."""
        return await self.poll_each(dict.fromkeys(seats, question))

    @types.coroutine
    def poll_each(self, asks: Mapping[Seat, Question[A]]) -> Generator[Asks, dict[Seat, A], dict[Seat, A]]:
        """Asks each of several seats its own question at once. Answers come in seat order; {} when nobody is asked."""
        if not asks:
            return {}
        self.polls += 1
        self.asked = dict(sorted(asks.items()))
        return (yield self.asked)
