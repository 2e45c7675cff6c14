"""From public events to the narrator's words, by the lines of lines.py and by dice that only the public can know of."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import gcd
from typing import Final

from games.agents.narrator.lines import LINES
from games.engine.dice import Dice
from games.engine.events import (
    KINDS,
    SYSTEMS,
    Alarm,
    AlarmOver,
    Called,
    Died,
    Ejected,
    Ended,
    Event,
    Lynched,
    Missed,
    NotEjected,
    NotLynched,
    PhaseBegan,
    Pressed,
    QuietNight,
    Runoff,
    Seat,
    Seated,
    Voted,
    VotedWhy,
    VoteShown,
    fallen,
    listed,
)
from games.engine.rulesets import all_rulesets
from games.engine.table import Entry
from games.engine.viewpoint import AUDIENCE, seen_by

NUMBERS: Final = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip
HEARD: Final = tuple(
    event.kind
    for event in (
        Seated, PhaseBegan, Voted, VotedWhy, VoteShown, Died, Missed, Lynched, Ejected, NotLynched, NotEjected,
        QuietNight, Ended, Runoff, Pressed, Called, Alarm, AlarmOver,
    )
)  # fmt: skip
FEW: Final = 4  # so few living are worth a word
MANY: Final = 3  # votes, from which on it is worth a word that nobody disagrees


@dataclass(frozen=True, slots=True)
class Narration:
    """What the narrator says after an event: `seq` is that event's number in the ledger, `number` the audience's."""

    seq: int
    number: int
    text: str


def heard() -> frozenset[str]:
    """The kinds of events that the narrator may say something to: those that it knows, and those that rule books bring
    with them."""
    return frozenset(HEARD) | {kind for kind, cls in KINDS.items() if is_foreign(cls)}


def is_foreign(cls: type[Event]) -> bool:
    """Whether a kind of event came with a rule book and is none of the engine's own."""
    return not cls.__module__.startswith("games.engine.events.")


def narrated(seed: str, ledger: Iterable[Entry], outing: int = 0) -> Iterator[Narration]:
    """What the narrator says to a game, in order; the same seed, outing and public events give the same words."""
    narrator = Narrator(seed, outing)
    for number, entry in enumerate(seen_by(AUDIENCE, ledger), start=1):
        if text := narrator.hear(entry.event):
            yield Narration(entry.seq, number, text)


class Narrator:
    """Hears one public event after the other. It says nothing twice: where its lines are spent it is silent.

    `outing` is a number that no other game of the same seed has, such as the games of a season: with the next one it
    begins among its lines where it has not been lately."""

    def __init__(self, seed: str, outing: int = 0) -> None:
        self._seed = seed
        self._outing = outing
        self._names: Sequence[str] = ()
        self._phases: set[str] = set()
        self._dead: set[Seat] = set()
        self._fell = False  # somebody has died since the phase began
        self._votes: dict[Seat, Seat | None] = {}  # by voter
        self._decks: dict[str, list[str]] = {}
        self._said: set[str] = set()
        self._few = False  # that few are left is still to be said: with the next event, unless that is the end

    def hear(self, event: Event) -> str:
        """What is said to an event; "" for nothing."""
        waits, self._few = self._few, False
        said = self._hear(event)
        if not waits or self._few or isinstance(event, Ended):
            return said
        if not (type(event).kind in HEARD or is_foreign(type(event))):
            self._few = True
            return said
        left = number(len(self._names) - len(self._dead))
        return " ".join(filter(None, (self._say("few left", left=left), said)))

    def _hear(self, event: Event) -> str:
        match event:
            case Seated(names):
                self._names = names
                return self._say("opening", count=number(len(names)))
            case PhaseBegan(name, count):
                self._fell = False
                self._votes = {}
                return self._begin(name, count)
            case Voted(votes) | VotedWhy(votes):
                self._votes = {vote.seat: vote.target for vote in votes}
            case VoteShown(voter, target):
                self._votes[voter] = target
            case Died(seat) | Missed(seat):
                return self._fall(seat)
            case Lynched(seat, _, team) | Ejected(seat, _, team):
                return self._voted_out(seat, team)
            case NotLynched(reason) | NotEjected(reason):
                return self._say(f"nobody: {reason}")
            case QuietNight():
                return self._say("quiet")
            case Ended(winner):
                moment = f"end: {winner}"
                return self._say(moment) if moment in LINES else self._say("end", who=f"the {winner}")
            case _:
                return self._turn(event)
        return ""

    def _turn(self, event: Event) -> str:
        """What is said to a turn of a game that is neither a phase nor a fate."""
        match event:
            case Runoff(seats):
                return self._say("runoff", who=listed([self._names[seat] for seat in seats[:2]]))
            case Pressed():
                return self._say("pressed")
            case Called(seat, None):
                return self._say("button", who=self._names[seat])
            case Called(seat):
                return self._say("body", who=self._names[seat])
            case Alarm(system, None):
                return self._say("dark", what=SYSTEMS[system])
            case Alarm(system):
                return self._say("alarm", what=SYSTEMS[system])
            case AlarmOver(system):
                return self._say("alarm over", what=SYSTEMS[system])
            case _ if is_foreign(type(event)):
                return self._abroad(event)
        return ""

    def _abroad(self, event: Event) -> str:
        """What is said to an event that a rule book brought: to who leaves the game, and to what concerns nobody by
        name, in words that fit anywhere."""
        if (seat := fallen(event)) is not None:
            self._dead.add(seat)
            self._count()
            return self._say("gone", who=self._names[seat])
        marks = [f"\x00{seat}\x00" for seat in range(len(self._names))]
        text = event.text(marks)
        return "" if any(mark in text for mark in marks) else self._say("turn")

    def _begin(self, phase: str, count: int) -> str:
        moment = phase if phase in self._phases else f"first {phase}"
        self._phases.add(phase)
        return self._say(moment if phase in LINES else "phase", count=number(count), what=phase)

    def _fall(self, seat: Seat) -> str:
        moment = "first death" if not self._dead else "another death" if self._fell else "death"
        self._dead.add(seat)
        self._fell = True
        self._count()
        return self._say(moment, who=self._names[seat])

    def _voted_out(self, seat: Seat, team: str | None) -> str:
        self._dead.add(seat)
        votes = Counter(self._votes.values())
        against = votes.pop(seat, 0)
        next_most = max(votes.values(), default=0)
        how = "voted out"
        if against >= MANY and all(target == seat for voter, target in self._votes.items() if voter != seat):
            how = "by all"  # but for who is voted out, whom nobody asks to agree
        elif against - next_most == 1:
            how = "by one"
        said = [self._say(how, who=self._names[seat])]
        if team:
            said.append(self._say(_verdict(team)))
        self._count()
        return " ".join(filter(None, said))

    def _count(self) -> None:
        """Whether few are left now. It is not said at once: ten of fifteen games were over with that death."""
        self._few = 1 < len(self._names) - len(self._dead) <= FEW

    def _say(self, moment: str, **slots: str) -> str:
        """The next line for a moment, in the order that its own dice have laid; "" when none is left that is new."""
        deck = self._decks.get(moment)
        if deck is None:
            laid = Dice(self._seed, "narrator", moment).shuffled(LINES.get(moment, ()))
            first = _first(self._outing, len(laid))
            deck = self._decks[moment] = [*laid[first:], *laid[:first]]
        for _ in range(len(deck)):
            deck.append(line := deck.pop(0))
            text = line.format(**slots)
            text = text[:1].upper() + text[1:]
            if text not in self._said:
                self._said.add(text)
                return text
        return ""


def _first(outing: int, among: int) -> int:
    """With which of so many lines a game begins: a third of them on from the one before, or a little more, so that in
    as many games as there are lines each is the first once."""
    stride = next((step for step in range(max(1, among // 3), among) if gcd(step, among) == 1), 0)
    return outing * stride % max(1, among)


def _verdict(team: str) -> str:
    """Whether it was right to send somebody of this team away, by the rule books; "" where they do not agree."""
    rules = all_rulesets().values()
    is_hidden, is_open = (any(team == getattr(each, side) for each in rules) for side in ("hidden_team", "open_team"))
    return "" if is_hidden == is_open else "right" if is_hidden else "wrong"


def number(count: int) -> str:
    """A number in words, as far as they are short."""
    return NUMBERS[count] if count < len(NUMBERS) else str(count)
