"""What games weigh, and what of them may go: the words of calls, thoughts, and logs on disk. Law: of a game that is not
over nothing goes, and never an event, an answer, a call or what it used and cost: results, replay and bills stay.

A log on disk can be written anew from the rows, with the thoughts that are left. Games go one small transaction after
another, each marked in its row, so whoever is killed, or does it twice, finds the rest.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.db import transaction
from django.db.models import Count, QuerySet, Sum, TextField, Value
from django.db.models.functions import Cast, Coalesce, Length

from games.billing.words import forget_words
from games.ledger.archive import log_path
from games.models import Answer, Call, CallRecord, CallText, Event, Game

WORDS, THOUGHTS, LOGS = "words", "thoughts", "logs"
OF_A_ROW: Final = 90  # bytes that a row takes beside its texts, about
MARKS: Final[Mapping[str, str]] = {WORDS: "forgotten_at", THOUGHTS: "thoughts_forgotten_at"}


class Heap(NamedTuple):
    """How many rows, or files, and how many bytes, about: letters are counted for bytes."""

    rows: int = 0
    bytes: int = 0

    def plus(self, other: "Heap") -> "Heap":
        """Both together."""
        return Heap(self.rows + other.rows, self.bytes + other.bytes)


def heaps_of(games: Sequence[int]) -> dict[str, Heap]:
    """What these games weigh, by their keys, of each kind. Seven queries, and a look at each log."""
    calls = Call.objects.filter(game__in=games)
    events = texts_of(Event.objects.filter(game__in=games), "data")
    answers = texts_of(Answer.objects.filter(game__in=games), "answer", "disclosed", "default_reason", "digest")
    return {
        "events": events.plus(Heap(0, events.rows * OF_A_ROW)),
        "answers": answers.plus(Heap(0, answers.rows * OF_A_ROW)),
        "calls": Heap(count := calls.count(), count * 3 * OF_A_ROW),
        **prunable_of(games, (WORDS, THOUGHTS, LOGS)),
    }


def prunable_of(games: Sequence[int], kinds: Collection[str]) -> dict[str, Heap]:
    """What of these games would go, by kind."""
    found = {}
    if WORDS in kinds:
        records = texts_of(CallRecord.objects.filter(call__game__in=games), "request", "response", "thinking")
        shared = texts_of(CallText.objects.filter(game__in=games), "text")
        said = texts_of(Call.objects.filter(game__in=games).exclude(said=""), "said")
        found[WORDS] = Heap(records.rows + shared.rows, records.bytes + shared.bytes + said.bytes)
    if THOUGHTS in kinds:
        found[THOUGHTS] = texts_of(Answer.objects.filter(game__in=games).exclude(thought=""), "thought")
    if LOGS in kinds:
        found[LOGS] = logs_of(games)
    return found


def texts_of(rows: QuerySet[Any], *columns: str) -> Heap:
    """How many rows these are, and how long their texts. One query."""
    lengths = [Coalesce(Length(Cast(column, TextField())), Value(0)) for column in columns]
    told = rows.order_by().aggregate(rows=Count("pk"), bytes=Sum(sum(lengths[1:], lengths[0]), default=0))
    return Heap(told["rows"], told["bytes"])


def logs_of(games: Sequence[int]) -> Heap:
    """The logs of these games on this disk. One query."""
    found = Heap()
    for game in Game.objects.filter(pk__in=games).only("public_id", "terms"):
        try:
            found = found.plus(Heap(1, log_path(game).stat().st_size))
        except OSError:
            continue  # it was never written, or has gone
    return found


def with_rows(games: QuerySet[Game], kind: str) -> list[int]:
    """The keys of those of some games whose rows do not say that a kind has gone. One query."""
    return list(games.filter(**{f"{MARKS[kind]}__isnull": True}).order_by("pk").values_list("pk", flat=True))


def with_logs(games: QuerySet[Game]) -> list[int]:
    """The keys of those of some games whose logs are on this disk. One query."""
    return [game.pk for game in games.order_by("pk").only("public_id", "terms") if log_path(game).exists()]


def prune(*, games: Sequence[int], kinds: Collection[str], now: datetime) -> dict[str, Heap]:
    """Deletes these kinds of what there is of some games that are over; returns what went. For few games at a time:
    what goes of rows goes in one transaction."""
    freed: dict[str, Heap] = {}
    with transaction.atomic():
        # Asked again with their rows in hand: another may have done it meanwhile.
        ours = Game.objects.filter(pk__in=games, status__in=Game.OVER).order_by("pk")
        held = list(ours.select_for_update(no_key=True).values_list("pk", *MARKS.values()))
        for kind, place in ((WORDS, 1), (THOUGHTS, 2)):
            keys = [row[0] for row in held if row[place] is None]
            if kind not in kinds or not keys:
                continue
            freed |= prunable_of(keys, (kind,))
            if kind == WORDS:
                forget_words(games=keys)
            else:
                Answer.objects.filter(game__in=keys).exclude(thought="").update(thought="")
            Game.objects.filter(pk__in=keys).update(**{MARKS[kind]: now})
    if LOGS in kinds:
        freed[LOGS] = _delete_logs([row[0] for row in held])
    return freed


def _delete_logs(games: Sequence[int]) -> Heap:
    gone = Heap()
    for game in Game.objects.filter(pk__in=games).only("public_id", "terms"):
        path = log_path(game)
        try:
            size = path.stat().st_size
            path.unlink()
        except OSError:
            continue  # as in logs_of(); of a disk that refuses what is left says so the next time
        gone = gone.plus(Heap(1, size))
    return gone
