"""Stored rows and what the engine plays with, each way. Nothing here decides who may see what."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from decimal import Decimal
from functools import lru_cache
from typing import Any, Final, NamedTuple

from django.db import connection
from django.db.models import Count, QuerySet, Sum

from games.billing.money import exact
from games.engine import moderator as engine
from games.engine.disclosing import disclosure_from_plain
from games.engine.events import load
from games.engine.moderator import Moderator
from games.engine.rulesets import ruleset_named
from games.engine.table import EVERYONE, NOBODY, Deal, Entry, Hearers
from games.ledger.asked import answered_told, asked_told, settings_of
from games.ledger.logs import RecordedGame, Sitter, heard_by_in_row, with_closing
from games.models import Answer, Call, Event, Game, Seat
from games.models.call import UNSURE
from games.models.event import EVERYONE as BITS_OF_EVERYONE

USED: Final = {
    "calls": Count("id"),
    # Before the sums that are called as the columns which it is made from.
    "sure": Sum("cost", filter=~UNSURE, default=Decimal(0)),
    "input_tokens": Sum("input_tokens", default=0),
    "cached_tokens": Sum("cached_tokens", default=0),
    "cache_written_tokens": Sum("cache_written_tokens", default=0),
    "output_tokens": Sum("output_tokens", default=0),
    "reasoning_tokens": Sum("reasoning_tokens", default=0),
    "cost": Sum("cost", default=Decimal(0)),
}
LEDGER_FIELDS: Final = ("seq", "kind", "round", "phase", "heard_by", "data", "poll", "at", "shown_at")


# --- hearers and times -----------------------------------------------------------------------------------------------


def hearers_of(bits: int) -> Hearers:
    """Who hears a stored event."""
    if bits == BITS_OF_EVERYONE:
        return EVERYONE
    return frozenset(seat for seat in range(bits.bit_length()) if bits >> seat & 1) or NOBODY


def heard_in(ledger: QuerySet[Event]) -> Iterator[tuple[int, str, Hearers]]:
    """Number, kind and hearers of stored events, in order, for viewpoint and channels to say what follows from them."""
    rows = ledger.order_by("seq").values_list("seq", "kind", "heard_by")
    return ((seq, kind, _hearers(bits)) for seq, kind, bits in rows)


@lru_cache(maxsize=4096)
def _hearers(bits: int) -> Hearers:
    return hearers_of(bits)


def hearers_told(row: Event) -> Any:  # Any: as in a row that is told
    """Who hears a stored event, as the glass lens is told it, whatever else is stored."""
    return heard_by_in_row(hearers_of(row.heard_by))


def bits_of(hearers: Hearers) -> int:
    """The inverse of hearers_of()."""
    return BITS_OF_EVERYONE if hearers == EVERYONE else sum(1 << seat for seat in hearers)


def time_of(row: Event) -> datetime:
    """When a stored event happened for those who watch: where it waited for its time, when that came."""
    return row.shown_at or row.at


def written(at: datetime) -> str:
    """A time as rows and logs have it: UTC, to the millisecond."""
    return at.astimezone(UTC).isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"


# --- rows to the engine ----------------------------------------------------------------------------------------------


def entry_of(row: Event) -> Entry:
    """The ledger entry of a stored event; raises ValueError when its kind or fields are no event's."""
    return Entry(row.seq, row.round, row.phase, load(row.kind, row.data), hearers_of(row.heard_by), row.poll)


def plain_of(row: Event) -> dict[str, Any]:
    """A stored event as Entry.plain() gives it, whatever is stored."""
    heard_by = hearers_of(row.heard_by)
    return {
        "seq": row.seq,
        "kind": row.kind,
        "round": row.round,
        "phase": row.phase,
        "heard_by": heard_by if heard_by == EVERYONE else sorted(heard_by),
        "data": row.data,
    }


def answer_of(row: Answer) -> engine.Answer:
    """The journal's answer that a row stores."""
    disclosed = disclosure_from_plain(row.disclosed)
    return engine.Answer(
        row.poll, row.seat, row.kind, row.digest, row.answer, row.thought, row.default_reason, disclosed
    )


def sitters_of(game: Game, seats: Iterable[Seat], *, is_over: bool) -> list[Sitter]:
    """Who sits in each seat of a game, as logs name them once it is over, and before."""
    settings, answered = settings_of(game), answered_told(game)
    return [
        Sitter(
            player_id=seat.player.player_id,
            persona=seat.player.persona.name,
            model=seat.player.model.name,
            strategy_level=seat.level_then,
            is_aware=seat.aware_then,
            sheet_version=seat.sheet_then,
            asked=asked_told(seat, settings, is_over=is_over),
            answered=answered.get(seat.number, ()) if is_over else (),
        )
        for seat in seats
    ]


def deal_of(game: Game, seats: Iterable[Seat]) -> Deal:
    """What was dealt; raises LookupError for a role that the ruleset does not have."""
    ruleset = ruleset_named(game.ruleset)
    placed = sorted(seats, key=lambda seat: seat.number)
    roles = tuple(ruleset.role_named(seat.role) for seat in placed)
    return Deal(tuple(seat.alias for seat in placed), roles, game.first, game.is_given)


def ledger_of(game: Game) -> list[Event]:
    """The stored events in order, with the fields that the engine needs."""
    return list(game.events.order_by("seq").only("game_id", *LEDGER_FIELDS))


def stored_play(game: Game) -> tuple[list[Event], list[Answer]]:
    """Ledger and journal as of one moment, also while the game is being played."""
    while True:
        ledger = ledger_of(game)
        journal = list(game.answers.order_by("poll", "seat"))
        # An answer that came between the two reads does no harm unless it led to events.
        if game.events.count() == len(ledger):
            return ledger, journal


def moderator_of(
    game: Game, ledger: Sequence[Event], journal: Sequence[Answer], seats: Sequence[Seat] | None = None
) -> Moderator:
    """The moderator of a stored game, played again up to where its journal ends and compared with its ledger; `seats`
    for whoever has read them already.

    Raises Diverged; LookupError or WrongOption when these rules cannot play it.
    """
    ruleset, seats = ruleset_named(game.ruleset), list(game.seats.all()) if seats is None else seats
    return Moderator(
        ruleset if game.terms.get("disclosing", True) else ruleset.undisclosed,
        ruleset.options_from(game.options, len(seats)),
        deal_of(game, seats),
        game.seed,
        revision=game.revision,
        journal=[answer_of(row) for row in journal],
        ledger=[plain_of(row) for row in ledger],
    )


def recorded_game(game: Game, *, until: datetime | None = None) -> RecordedGame:
    """Everything that a log tells of a stored game, as it is stored; its ledger as far as it had been shown `until`."""
    ledger, answers = stored_play(game)
    if until is not None:
        ledger = [row for row in ledger if time_of(row) <= until]
    seats = list(game.seats.select_related("player__persona", "player__model", "model_version").order_by("number"))
    calls = call_totals(game)
    recorded = RecordedGame(
        release=game.release,
        ruleset=game.ruleset,
        revision=game.revision,
        options=game.options,
        deal=deal_of(game, seats),
        seed=game.seed,
        salt=game.salt,
        ledger=[entry_of(row) for row in ledger],
        journal=[answer_of(row) for row in answers],
        winner=game.winner or None,
        rounds=game.rounds,
        sitters=sitters_of(game, seats, is_over=game.is_over),
        died={seat.number: seat.died_round for seat in seats if seat.died_round is not None},
        game=game.public_id,
        season=game.terms.get("season"),
        terms=game.terms,
        unrated=game.unrated,
        times={row.seq: written(time_of(row)) for row in ledger},
        times_shown={row.seq: written(row.shown_at) for row in ledger if row.shown_at},
        answer_times={(row.poll, row.seat): written(row.at) for row in answers},
        calls=calls,
        answer_calls=calls_of_answers(game) if calls["calls"] else {},
        tries={(row.poll, row.seat): row.tries for row in answers},
        refused=refused_in(game) if calls["calls"] else {},
        narrations=narrated_in(game) if calls["calls"] else (),
        # Of one that was called off nothing is hidden, but while its block is veiled: its fixture is played again.
        is_broken_off=game.is_told and game.status != Game.Status.FINISHED,
    )
    is_told = game.terms.get("narrator", "none") != "none"
    return with_closing(recorded) if is_told else recorded


def _played(game: Game) -> QuerySet[Call]:
    """The calls of a game itself."""
    return Call.objects.filter(game=game).exclude(purpose=Call.Purpose.REFLECTION)


def call_totals(game: Game) -> dict[str, Any]:
    """How many calls a game made and what they used; in US dollars as text the most that they cost, and what of it is
    sure. What its players learned when it was over is no part of it."""
    with connection.cursor() as cursor:  # most games make none, and to word the sums takes longer than to ask that
        cursor.execute("SELECT 1 FROM games_call WHERE game_id = %s LIMIT 1", [game.pk])
        if cursor.fetchone() is None:
            return _used(dict.fromkeys(USED, 0) | {"cost": Decimal(0), "sure": Decimal(0)})
    return _used(_played(game).aggregate(**USED))


def calls_of_answers(game: Game) -> dict[tuple[int, int], dict[str, Any]]:
    """The same by poll and seat, for the answers that calls were made for."""
    rows = _played(game).order_by().values("poll", "seat").annotate(**USED)
    return {(row["poll"] or 0, row["seat"] or 0): _used(row) for row in rows}  # what is no answer's has neither


def refused_in(game: Game) -> dict[tuple[int, int], list[dict[str, Any]]]:
    """By poll and seat, what models answered that could not stand, and why; None in place of words that are deleted."""
    told: dict[tuple[int, int], list[dict[str, Any]]] = {}
    calls = Call.objects.filter(game=game, purpose=Call.Purpose.ANSWER, status=Call.Status.ANSWERED).exclude(fault="")
    for call in calls.order_by("pk").only("poll", "seat", "try_number", "said", "fault"):
        refused = {"try": call.try_number, "said": call.said or None, "fault": call.fault}
        told.setdefault((call.poll or 0, call.seat or 0), []).append(refused)
    return told


def narrated_in(game: Game) -> list[dict[str, Any]]:
    """What a model said as the narrator of a game."""
    rows = game.narrations.exclude(text="").order_by("after").values("after", "text", "author")
    return [dict(row) for row in rows]


def _used(row: Any) -> dict[str, Any]:  # Any: a row of a query that was annotated with USED
    told = {name: f"{exact(row[name]).normalize():f}" for name in ("cost", "sure")}
    return {name: row[name] for name in USED if name not in told} | told


# --- the engine to rows ----------------------------------------------------------------------------------------------


class AnswerRow(NamedTuple):
    """What the row of an answer is written from, by column: a model's instance takes eight times as long to make."""

    game_id: int
    poll: int
    seat: int
    kind: str
    digest: str
    answer: dict[str, Any]
    thought: str
    default_reason: str
    disclosed: dict[str, Any] | None
    tries: int
    at: datetime


class EventRow(NamedTuple):
    """What the row of an event is written from, by column."""

    game_id: int
    seq: int
    public_seq: int | None
    kind: str
    round: int
    phase: str
    heard_by: int
    poll: int
    data: dict[str, Any]
    at: datetime


class TimedRow(NamedTuple):
    """The same of an event that may be shown from its own time on."""

    game_id: int
    seq: int
    public_seq: int | None
    kind: str
    round: int
    phase: str
    heard_by: int
    poll: int
    data: dict[str, Any]
    at: datetime
    shown_at: datetime


def answer_row(game_id: int, answer: engine.Answer, at: datetime, tries: int = 1) -> AnswerRow:
    """The row of an answer that was taken at a time, after so many tries."""
    poll, seat, kind, digest, given, thought, default_reason, disclosed = answer
    beside = disclosed.plain
    return AnswerRow(game_id, poll, seat, kind, digest, dict(given), thought, default_reason, beside, tries, at)


def event_row(game_id: int, entry: Entry, at: datetime, public_seq: int | None) -> EventRow:
    """The row of a ledger entry that was spoken at a time."""
    seq, round, phase, event, heard_by, poll = entry
    bits = BITS_OF_EVERYONE if heard_by == EVERYONE else bits_of(heard_by)
    return EventRow(game_id, seq, public_seq, event.kind, round, phase, bits, poll, event.data(), at)
