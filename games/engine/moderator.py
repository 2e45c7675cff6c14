"""Drives one ruleset by hand. Law: the journal of answers is all that needs saving; the rest is played again.

The moderator is the only event loop: it sends answers into the ruleset's coroutine and takes the next questions out.
To resume is to play again with the journal at hand, which stops at the first question that nobody answered. What comes
out is compared with the ledger that was stored; the first difference is Diverged, and the game is not played on.

An answer is journalled when it arrives and taken in seat order when its whole poll is there: arrival never matters.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Self

from games.engine.dice import Dice
from games.engine.disclosing import NOTHING, Disclosure, disclosure_from_plain
from games.engine.events import Defaulted, Seat
from games.engine.garbage import no_search_for_cycles
from games.engine.questions import Illegal, Question, in_one_line, thought_in
from games.engine.ruleset import Options, Ruleset
from games.engine.table import Deal, Entry, Table

_new = tuple.__new__  # what a NamedTuple's own constructor does after a call more; a game makes two an answer


class Diverged(Exception):
    """Playing again came out differently from what is stored: ours, not a player's. `seq` is the first such event."""

    def __init__(self, seq: int, message: str) -> None:
        super().__init__(f"diverged at event {seq}: {message}")
        self.seq = seq


class QuestionKey(NamedTuple):
    """What tells one question of a game from all others; no prose of prompts is in it."""

    poll: int
    seat: Seat
    kind: str
    digest: str


class Answer(NamedTuple):
    """One answer in the journal: its question's key, the fields that count, the private thought.

    `default_reason` says why a default stands in its place ("" for the player's own answer). `disclosed` is what the
    player said beside it, which counts for nothing in the game.
    """

    poll: int
    seat: Seat
    kind: str
    digest: str
    answer: Mapping[str, Any]
    thought: str = ""
    default_reason: str = ""
    disclosed: Disclosure = NOTHING

    @property
    def key(self) -> QuestionKey:
        """The key of the question that this answers."""
        return QuestionKey(self.poll, self.seat, self.kind, self.digest)

    @property
    def plain(self) -> dict[str, Any]:
        """The answer as JSON values; `disclosed` is there where something stands beside it."""
        return self.told(self.disclosed.plain)

    def told(self, disclosed: Mapping[str, Any] | None) -> dict[str, Any]:
        """The same for who has what stands beside it in plain already, or None."""
        row = self._asdict()
        row["answer"] = dict(self.answer)
        if disclosed:
            row["disclosed"] = disclosed
        else:
            del row["disclosed"]
        return row

    @classmethod
    def from_plain(cls, row: Mapping[str, Any]) -> Self:
        """The inverse of `plain`; more fields may stand there. Raises KeyError for one that is missing."""
        fields = {name: row[name] for name in cls._fields if name != "disclosed"}
        return cls(**fields, disclosed=disclosure_from_plain(row.get("disclosed")))


class Moderator:
    """One game being played, or played again.

    `journal` and `ledger` are what is stored (entries as Entry.plain() gives them, in order of seq): the game goes on
    where they end. The ledger must be the very one that the journal brings forth: answers and their events are stored
    together, so one event less is as wrong as one more. Only a new game has neither; `ledger=None` compares nothing.
    A list of `workings` is filled, by poll, with what the rules worked out and told nobody.
    Raises Diverged, and LookupError for a revision that these rules do not play.
    """

    def __init__(
        self,
        ruleset: Ruleset[Any],
        options: Options,
        deal: Deal,
        seed: str,
        *,
        revision: int | None = None,
        journal: Iterable[Answer] = (),
        ledger: Sequence[Mapping[str, Any]] | None = None,
        workings: list[tuple[int, object]] | None = None,
    ) -> None:
        self.ruleset = ruleset
        self.options = options
        self.deal = deal
        self.seed = seed
        self.revision = ruleset.revision if revision is None else revision
        if self.revision not in ruleset.revisions:
            raise LookupError(f"{ruleset.slug} revision {self.revision} is not played here, only {ruleset.revisions}")
        self.table = Table(deal, seed, self.revision, workings)
        self.journal: list[Answer] = []
        self.winner: str | None = None
        self.pending: dict[Seat, Question[Any]] = {}
        self._keys: dict[Seat, QuestionKey] = {}
        self._values: dict[Seat, Any] = {}
        self._defaulted: list[tuple[Seat, str, str]] = []  # seat, kind of question, reason
        self._stored = ledger or ()
        self._compared = 0
        self._game = ruleset.play(self.table, options)
        self._advance(None)
        answers = tuple(journal)
        if answers:
            self._replay(answers)
        if ledger is not None and (ledger or answers):
            self._check_length(len(ledger))

    @property
    def ledger(self) -> list[Entry]:
        """All events so far."""
        return self.table.ledger

    @property
    def poll(self) -> int:
        """The number of the latest poll, from 1; 0 before the first."""
        return self.table.polls

    @property
    def rounds(self) -> int:
        """How many rounds were begun."""
        return self.table.round

    def key(self, seat: Seat) -> QuestionKey:
        """The key of the question pending for this seat; raises LookupError when it is not asked."""
        key = self._keys.get(seat)
        if key is None:
            question = self.pending.get(seat) or self._pending(seat)
            key = self._keys[seat] = _new(QuestionKey, (self.table.polls, seat, question.kind, question.digest))
        return key

    def answer(self, seat: Seat, raw: Mapping[str, Any]) -> Answer:
        """Takes a seat's answer to its pending question, with a Disclosure under `disclosed` if any. Raises Illegal,
        which leaves no trace, or LookupError."""
        pending = self.pending
        question = pending.get(seat) or self._pending(seat)
        value = question.read(raw)
        key = self._keys.get(seat) or self.key(seat)
        disclosed = raw.get("disclosed", NOTHING)
        if type(disclosed) is not Disclosure:
            disclosed = NOTHING
        answer: Answer = _new(Answer, key + (question.write(value), thought_in(raw), "", disclosed))  # noqa: RUF005  slower
        # What _take() does after a call more: nearly all answers are players' own.
        self.journal.append(answer)
        self._values[seat] = value
        del pending[seat], self._keys[seat]
        if not pending:
            self._advance(self._values)
        return answer

    def default(self, seat: Seat, reason: str) -> Answer:
        """Lets the default of the seat's pending question stand in, drawn from dice keyed by seed and question."""
        question = self._pending(seat)
        key = self.key(seat)
        value = question.default(Dice(self.seed, *key))
        return self._take(Answer(*key, question.write(value), "", in_one_line(reason) or "no answer"), value)

    def _pending(self, seat: Seat) -> Question[Any]:
        question = self.pending.get(seat)
        if question is None:
            raise LookupError(f"seat {seat!r} is not asked anything now; asked are {sorted(self.pending)}")
        return question

    def _take(self, answer: Answer, value: Any) -> Answer:  # Any: each question has a value type of its own
        self.journal.append(answer)
        self._values[answer.seat] = value
        if answer.default_reason:
            self._defaulted.append((answer.seat, answer.kind, answer.default_reason))
        pending = self.pending
        del pending[answer.seat], self._keys[answer.seat]
        if not pending:
            self._advance(self._values)
        return answer

    def _advance(self, values: dict[Seat, Any] | None) -> None:
        if self._defaulted:
            for default in sorted(self._defaulted):
                self.table.note(Defaulted(*default))
            self._defaulted = []
        try:
            asked = self._game.send(values)
        except StopIteration as end:
            self.table.asked = asked = {}
            self.winner = end.value
        if asked is not self.table.asked:
            raise TypeError(f"a ruleset may only await its table, not {asked!r}")
        # In the order asked, which is by seat: arrival must not matter.
        self._values = dict.fromkeys(asked)
        self.pending = asked
        if self._stored and self._compared < len(self._stored):
            self._compare()

    # --- playing again ---

    @no_search_for_cycles()
    def _replay(self, journal: Sequence[Answer]) -> None:
        stored = {(answer.poll, answer.seat): answer for answer in journal}
        if len(stored) < len(journal):
            raise Diverged(len(self.ledger) + 1, "the journal answers a question twice")
        while stored and self.pending:
            here = [seat for seat in sorted(self.pending) if (self.table.polls, seat) in stored]
            if not here:
                break
            for seat in here:
                self._repeat(stored.pop((self.table.polls, seat)))
        if stored:
            poll, seat = next(iter(stored))
            raise Diverged(
                len(self.ledger) + 1, f"the journal answers poll {poll!r} of seat {seat!r}, which is not asked"
            )

    def _check_length(self, stored: int) -> None:
        """The part that both have was compared as it was played; here, whether both end at the same event."""
        played = len(self.ledger)
        if stored > played and self.winner is not None:
            raise Diverged(played + 1, "the stored ledger goes on after the end")
        if stored > played:
            raise Diverged(played + 1, "the stored ledger is ahead of the journal")
        if stored < played:
            raise Diverged(stored + 1, f"the stored ledger lacks {self.ledger[stored].plain()!r}")

    def _repeat(self, answer: Answer) -> None:
        """Takes an answer from the journal; it must answer the very question that is pending. What stores journals may
        keep the fields of an answer in another order; they come back in that in which they were first written."""
        key, question = self.key(answer.seat), self._pending(answer.seat)
        if answer.key != key:
            raise Diverged(len(self.ledger) + 1, f"the journal answers {answer.key!r}, asked is {key!r}")
        try:
            value = question.read(answer.answer)
        except Illegal as error:
            raise Diverged(len(self.ledger) + 1, f"the journal holds an illegal answer to {key!r}: {error}") from error
        written = question.write(value)
        self._take(answer._replace(answer=written) if written == answer.answer else answer, value)

    def _compare(self) -> None:
        for entry in self.ledger[self._compared : len(self._stored)]:
            self._compared += 1
            stored, plain = self._stored[entry.seq - 1], entry.plain()
            if dict(stored) != plain:
                raise Diverged(entry.seq, f"stored is {dict(stored)!r}, played is {plain!r}")
