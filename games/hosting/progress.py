"""What was played is written here and nowhere else. Law: answers, the events that they led to and where the game stands
now are one transaction, checked by the token of the lease; a host that has lost its lease writes nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db import connection, transaction
from django.db.models import Max

from games.agents.briefing import REVISION
from games.billing.call_ledger import Settlement, settle_calls
from games.hosting.leases import Lease, LeaseLost, held_by, lock_in_order
from games.ledger.asked import briefing_by_now, model_by_now, settings_of, version_by_now
from games.ledger.outbox import mark
from games.ledger.rows import AnswerRow, EventRow, TimedRow
from games.models import Answer, Event, Game, Seat, SeatSetting, Substitution
from games.models.plain_sql import insert
from personas.models import ModelVersion

Status = Game.Status


@dataclass(frozen=True, slots=True)
class End:
    """How a game ended."""

    winner: str
    hash: str
    at: datetime
    hook: str


@dataclass(frozen=True, slots=True)
class Progress:
    """What was played since the last write: answers with the events they led to, and where the game stands now.

    `died` is the round of death by seat, for those who died since; `settlements` end the calls that brought answers.
    """

    answers: Sequence[AnswerRow]
    events: Sequence[EventRow | TimedRow]  # of one class
    last_seq: int
    last_poll: int
    rounds: int
    died: dict[int, int] = field(default_factory=dict)
    end: End | None = None
    settlements: Sequence[Settlement] = ()

    @property
    def is_timed(self) -> bool:
        """Whether each of its events may be shown from a time of its own on."""
        return bool(self.events) and isinstance(self.events[0], TimedRow)


def write_progress(*, lease: Lease, progress: Progress, repeated: bool = False) -> bool:
    """Writes progress in one transaction, checked by the lease's token; returns whether the game is now finished.

    A game that an operator paused meanwhile keeps what was already answered; its end waits until it is resumed.
    `repeated` says that an earlier try may have been written without our hearing of it. Raises LeaseLost.
    """
    with transaction.atomic():
        (finished,) = write_games(writes=[(lease, progress)], repeated=repeated)
        # Last: the accounts are everybody's, and locked no longer than they must.
        settle_calls(settlements=progress.settlements)
    if isinstance(finished, LeaseLost):
        raise finished
    return finished


def write_games(*, writes: Sequence[tuple[Lease, Progress]], repeated: bool = False) -> list[bool | LeaseLost]:
    """The part of write_progress() that is the games' own, for many at once within somebody's transaction; their
    settlements are theirs to write. Returns for each whether it is now finished, or that its lease is lost and nothing
    of it was written."""
    # The games' rows first: on PostgreSQL a claim then waits for the rows below, or they for the claim.
    if len(writes) > 1:
        lock_in_order(Game.objects.filter(pk__in=[lease.game_id for lease, _ in writes]))
    finished = [progress.end is not None and _ended(lease, progress) for lease, progress in writes]
    moved = _moved([write for write, is_over in zip(writes, finished, strict=True) if not is_over])
    told: list[bool | LeaseLost] = []
    held = []
    for (lease, progress), is_over in zip(writes, finished, strict=True):
        if is_over or (lease.game_id, lease.token) in moved:
            held.append((lease, progress))
            told.append(is_over)
        elif repeated and _was_finished(lease, progress):
            told.append(True)
        else:
            told.append(LeaseLost(f"game {lease.public_id} is no longer held with token {lease.token}"))
    # Only the holder of the token comes here: what is in the way on a second try is what the first one wrote.
    insert(Answer, [answer for _, progress in held for answer in progress.answers], repeated=repeated)
    at_once = [event for _, progress in held if not progress.is_timed for event in progress.events]
    insert(Event, at_once, repeated=repeated)
    insert(Event, [event for _, progress in held if progress.is_timed for event in progress.events], repeated=repeated)
    for lease, _ in held:
        mark(game_id=lease.game_id)
    died = [(lease.game_id, *death) for lease, progress in held for death in progress.died.items()]
    _bury(died, over=[lease.game_id for (lease, _), is_over in zip(writes, finished, strict=True) if is_over])
    return told


def keep_briefing(*, lease: Lease, game: Game, seats: Sequence[Seat]) -> None:
    """Writes down with which briefings a game's models are asked from now on, where this release has others than those
    that were recorded. For whoever holds the lease."""
    settings = settings_of(game)
    changed = [
        seat
        for seat in seats
        if briefing_by_now(seat, settings) != REVISION and not model_by_now(seat, settings).is_offline
    ]
    if not changed:
        return
    with transaction.atomic():
        if held_by(lease).select_for_update(no_key=True).values_list("pk", flat=True).first() is None:
            return  # whoever holds it now does
        set_seats(game=game, seats={seat: (version_by_now(seat, settings), REVISION) for seat in changed})


def take_up_substitutes(*, lease: Lease, game: Game, seats: Sequence[Seat], now: datetime) -> None:
    """Has the seats whose models were substituted asked so from their next answers on. For whoever holds the lease and
    has just begun to play: nobody else asks meanwhile, so what was answered before keeps its model. Raises LeaseLost.
    """
    with transaction.atomic():
        if held_by(lease).select_for_update(no_key=True).values_list("pk", flat=True).first() is None:
            raise LeaseLost(f"game {lease.public_id} is no longer held with token {lease.token}")
        new = Substitution.objects.filter(seat__game=game, taken_up_at__isnull=True).order_by("pk")
        versions = {row.seat_id: row.model_version for row in new.select_related("model_version__language_model")}
        ways: dict[Seat, tuple[ModelVersion | None, int]] = {
            seat: (version, 0 if version.language_model.is_offline else REVISION)
            for seat in seats
            if (version := versions.get(seat.pk)) is not None
        }
        set_seats(game=game, seats=ways)
        new.update(taken_up_at=now)
        Game.objects.filter(pk=game.pk).update(is_recast=False)


def set_seats(*, game: Game, seats: Mapping[Seat, tuple[ModelVersion | None, int]]) -> None:
    """Has seats of a game asked in other ways from now on, each a version of its model and a revision of the briefings:
    from the poll on that follows the last one that the seat has answered; where nobody has answered yet, as if they had
    sat down so. For a game that nobody holds, or for its holder; to be called in a transaction."""
    polls = Answer.objects.filter(game=game).order_by().values_list("seat").annotate(Max("poll"))
    answered = dict(polls)
    for seat, (version, briefing) in seats.items():
        if answered:  # of another seat, too: what a seat's own row says must not tell whether it was asked already
            since = answered.get(seat.number, 0) + 1
            SeatSetting.objects.create(seat=seat, since_poll=since, model_version=version, briefing=briefing)
        else:
            seat.model_version, seat.briefing = version, briefing
            seat.save(update_fields=["model_version", "briefing"])


def _bury(died: Sequence[tuple[int, int, int]], *, over: Sequence[int]) -> None:
    """Writes who died, by game, seat and round, and that all others survived the games that are over."""
    with connection.cursor() as cursor:
        if died:
            rows = ", ".join(["(%s, %s, %s)"] * len(died))
            cursor.execute(
                f"UPDATE games_seat SET survived = %s, died_round = column3 FROM (VALUES {rows}) AS died"  # noqa: S608
                " WHERE game_id = column1 AND number = column2",
                [False, *(value for of_seat in died for value in of_seat)],
            )
        if over:
            cursor.executemany(
                "UPDATE games_seat SET survived = %s WHERE game_id = %s AND survived IS NULL",
                [(True, game) for game in over],
            )


def _ended(lease: Lease, progress: Progress) -> bool:
    """Writes that a held game is over, unless it was paused meanwhile; whether it is."""
    end = progress.end
    if end is None:
        return False
    at = connection.ops.adapt_datetimefield_value(end.at)
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE games_game SET last_seq = %s, last_poll = %s, rounds = %s, failures = 0, status = %s, winner = %s,"
            " hash = %s, hook = %s, finished_at = %s, lease_owner = NULL, lease_expires_at = NULL"
            " WHERE id = %s AND lease_owner = %s AND lease_token = %s AND status = %s",
            [
                *(progress.last_seq, progress.last_poll, progress.rounds),
                *(Status.FINISHED.value, end.winner, end.hash, end.hook, at),
                *(lease.game_id, lease.owner, lease.token, Status.RUNNING.value),
            ],
        )
        return cursor.rowcount == 1


def _moved(writes: Sequence[tuple[Lease, Progress]]) -> set[tuple[int, int]]:
    """Writes where games stand that are held; returns which were, by key and token. One statement for all of them:
    Django takes longer to word one for each than the database takes to do them."""
    if not writes:
        return set()
    rows = ", ".join(["(%s, %s, %s, %s, %s, %s)"] * len(writes))
    values = [
        value
        for lease, progress in writes
        for value in (
            *(lease.game_id, lease.owner, lease.token),
            *(progress.last_seq, progress.last_poll, progress.rounds),
        )
    ]
    with connection.cursor() as cursor:
        # Columns of VALUES are called so in both databases.
        cursor.execute(
            "UPDATE games_game SET last_seq = column4, last_poll = column5, rounds = column6, failures = 0"  # noqa: S608
            f" FROM (VALUES {rows}) AS moved WHERE id = column1 AND lease_owner = column2 AND lease_token = column3"
            " AND status IN (%s, %s) RETURNING id, lease_token",
            [*values, Status.RUNNING.value, Status.PAUSED.value],
        )
        return {(pk, token) for pk, token in cursor.fetchall()}


def _was_finished(lease: Lease, progress: Progress) -> bool:
    ended = Game.objects.filter(pk=lease.game_id, lease_token=lease.token, status=Status.FINISHED)
    return progress.end is not None and ended.filter(hash=progress.end.hash).exists()
