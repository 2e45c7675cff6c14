"""The marks of claims in a game's events as a lens shows them: of which claim it is told with which event if it was so.

Law: what may be shown with which event is games.engine.truth.marks' to say; here it is read from the rows and numbered
as the lens numbers its events. The glass box has its marks, all other lenses those that are shown to everybody. An
event's marks hang on what stands in the ledger up to it, so they are the same whenever they are read.
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import reduce
from operator import or_
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet

from games.engine.disclosing import disclosure_from_plain
from games.engine.events import Revealed
from games.engine.rulesets import all_rulesets
from games.engine.table import Entry
from games.engine.truth.marks import EVERYBODY, GLASS, Eyes, Mark, Marks
from games.engine.viewpoint import AUDIENCE, Viewer, seen_by
from games.ledger.rows import LEDGER_FIELDS, entry_of
from games.models import Answer, Event


class Answered(NamedTuple):
    """What is known of an answer: of which game and its rules, in which poll, whose, and what stands beside it."""

    game_id: int
    ruleset: str
    poll: int
    seat: int
    disclosed: Any  # JSON, or None


class Marker:
    """The marks of one game through one lens, as far as its events were read. Its answers are read first."""

    def __init__(self, game_id: int, viewer: Viewer, names: Sequence[str]) -> None:
        self._game_id = game_id
        self._viewer = viewer
        self._names = names
        self._marks: Marks | None = None
        self._shown: list[int] = []  # the ledger's numbers of the events that the lens has shown
        self._heard = 0  # the same of the last event
        self._poll = 0  # of the last answer that it knows
        self._until = 0  # of the last one that it needs

    def sought(self, rows: Sequence[Event]) -> Q | None:
        """Which answers it has to know before it is asked for the marks of these events; None where it needs none."""
        if rows[0].seq <= self._heard:  # they are told again, for they did not arrive
            self._marks, self._shown, self._heard, self._poll = None, [], 0, 0
        self._until = rows[-1].poll
        is_sought = self._until > self._poll and any(row.public_seq is not None for row in rows)
        return Q(game_id=self._game_id, poll__gt=self._poll, poll__lte=self._until) if is_sought else None

    def take(self, answers: Iterable[Answered]) -> None:
        """Takes answers of any games in the order of polls; of those that others need, none."""
        for each in answers:
            if each.game_id != self._game_id or not self._poll < each.poll <= self._until:
                continue
            if self._marks is None and (ruleset := all_rulesets().get(each.ruleset)) is not None:
                eyes: Eyes = GLASS if self._viewer.thoughts else EVERYBODY
                self._marks = Marks(self._names, ruleset.roles, ruleset.hidden_team, eyes)
            if self._marks is not None:
                self._marks.answered(each.poll, each.seat, disclosure_from_plain(each.disclosed).claims)
        self._poll = self._until

    def with_events(self, entries: Sequence[Entry]) -> dict[int, list[dict[str, Any]]]:
        """The marks that are shown with these events of the ledger, by their numbers in it; what came before them and
        was not heard yet is read first."""
        if self._marks is None or not self._marks.has_claims or not any(entry.is_public for entry in entries):
            return {}
        found: dict[int, list[Mark]] = {}
        for entry in self._unheard(entries):
            self._shown += [each.seq for each in seen_by(self._viewer, (entry,))]
            marks = self._marks.hear(entry)
            if entry.is_public and entry.event.kind == Revealed.kind:
                marks += self._marks.rest(map(entry_of, self._ledger(entry.seq)), entry.seq)
            if marks:
                found[entry.seq] = marks
        self._heard = entries[-1].seq
        return {seq: [self._row(mark) for mark in marks] for seq, marks in found.items()}

    # --- reading ---

    def _unheard(self, entries: Sequence[Entry]) -> Iterable[Entry]:
        """The events after the last one that was heard, to the last of these; of the audience's public ones will do."""
        last = entries[-1].seq
        if entries[0].seq == self._heard + 1 and len(entries) == last - self._heard:
            return entries
        unheard = self._ledger(last).filter(seq__gt=self._heard)
        return map(entry_of, unheard.filter(public_seq__isnull=False) if self._viewer == AUDIENCE else unheard)

    def _ledger(self, until: int) -> QuerySet[Event]:
        rows = Event.objects.filter(game_id=self._game_id, seq__lte=until)
        return rows.order_by("seq").only("game_id", *LEDGER_FIELDS)

    # --- telling ---

    def _row(self, mark: Mark) -> dict[str, Any]:
        return {
            "event": self._number(mark.speech),
            "speaker": mark.speaker,
            **mark.claim._asdict(),
            "verdict": mark.truth,
            "shown_by": None if mark.shown_by is None else self._number(mark.shown_by),
        }

    def _number(self, seq: int) -> int:
        """The lens's own number of an event that it has shown."""
        return bisect_right(self._shown, seq)


def read_answers(told: Iterable[tuple[Marker, Sequence[Event]]]) -> None:
    """Lets markers know the answers that the events led from which each is to be asked about. One query for all."""
    sought = [(marker, wanted) for marker, rows in told if rows and (wanted := marker.sought(rows)) is not None]
    if not sought:
        return
    answers = Answer.objects.filter(reduce(or_, (wanted for _, wanted in sought))).order_by("game_id", "poll", "seat")
    found = [Answered(*row) for row in answers.values_list("game_id", "game__ruleset", "poll", "seat", "disclosed")]
    for marker, _ in sought:
        marker.take(found)
