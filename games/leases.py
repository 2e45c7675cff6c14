"""Who plays a game. Law: a game is claimed by one conditional UPDATE, and every write checks the claim's token.

A lease names its owner, carries a token that grows with every claim, and lapses unless it is renewed. A host that was
thought dead and comes back holds an old token: its writes are refused whole. `select_for_update` would do nothing on
SQLite, so nobody here reads first and writes later.

An owner is a process (machine:pid:start), so that a process of this machine that is gone can be told from a slow one.
Containers count as machines: a process of another one cannot be seen from here, and is not taken for dead.
"""

import os
import socket
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final

from django.db import connection, transaction
from django.db.models import Max, Min, Q, QuerySet

from games.calls import Settlement, settle_calls
from games.engine.rulesets import all_rulesets
from games.models import Answer, Call, Event, Game
from games.outbox import mark
from games.plain_sql import insert
from games.rows import AnswerRow, EventRow
from personas.models import LanguageModel

LEASE: Final = timedelta(seconds=15)
RENEWAL: Final = 4.0  # seconds; three may fail before the lease lapses
FIRST_PAUSE: Final = timedelta(seconds=30)  # for a game that cannot go on; each time after another it is doubled
LONGEST_PAUSE: Final = timedelta(minutes=15)
DEAD: Final = ("Z", "X")  # states of a process that has ended and that nobody has asked how: it has still its number
Status = Game.Status


class LeaseLost(Exception):
    """Somebody else plays this game now, or nobody does any more: what was to be written is refused."""


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to write one game, until somebody else claims it. `game_id` is the row's key."""

    game_id: int
    public_id: str
    owner: str
    token: int


# --- owners ----------------------------------------------------------------------------------------------------------


def this_process() -> str:
    """The owner that this process is: machine:pid:start."""
    return f"{this_machine()}:{os.getpid()}:{_stat_of(os.getpid())[1]}"


def this_machine() -> str:
    """The name of this machine, with the number of the space that its process ids belong to, where it has spaces."""
    try:
        space = Path("/proc/self/ns/pid").stat().st_ino
    except OSError:
        return socket.gethostname()
    return f"{socket.gethostname()}/{space}"


def is_gone(owner: str) -> bool:
    """Whether an owner was a process of this machine that runs no more; False for other machines and when unknown."""
    place, _, start = owner.rpartition(":")
    machine, _, pid = place.rpartition(":")
    if machine != this_machine() or not pid.isdecimal():
        return False
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        pass  # it is there and not ours
    state, began = _stat_of(int(pid))
    return state in DEAD or began != start


def _stat_of(pid: int) -> tuple[str, str]:
    """A process's state, a letter, and when it started, in ticks since this machine did; both "" where the system does
    not tell."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace")
    except OSError:
        return "", ""
    # The second field is the command in brackets and may hold blanks: count from behind it.
    fields = stat.rpartition(")")[2].split()
    return fields[0], fields[19]


def free_leases_of_the_gone(*, now: datetime) -> int:
    """Lets the leases lapse now whose owners were processes of this machine and run no more; returns how many."""
    owners = Game.objects.filter(lease_expires_at__gt=now).values_list("lease_owner", flat=True).distinct().order_by()
    gone = [owner for owner in owners if owner and is_gone(owner)]
    if not gone:
        return 0
    held = Game.objects.filter(lease_owner__in=gone, lease_expires_at__gt=now)
    with transaction.atomic():  # every sweep does it, and two may at once
        lock_in_order(held)
        return held.update(lease_expires_at=now)


# --- claiming --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which games a host plays: those of one season, by the slug in their terms, or a single one; else whatever is due.

    Who was asked to play one season must not begin another's games, whose calls somebody else pays for.
    """

    season: str = ""
    game: int | None = None

    @property
    def condition(self) -> Q:
        """What holds of such a game."""
        of_season = Q(terms__season=self.season) if self.season else Q()
        return of_season if self.game is None else of_season & Q(pk=self.game)


ANY: Final = Wanted()


def playable() -> QuerySet[Game]:
    """The games that are to be played, of rules that are known here."""
    known = Q(pk__in=[])
    for ruleset in all_rulesets().values():
        known |= Q(ruleset=ruleset.slug, revision__in=list(ruleset.revisions))
    return Game.objects.filter(known, status__in=(Status.SCHEDULED, Status.RUNNING))


def claimable(now: datetime) -> QuerySet[Game]:
    """The games that anybody may claim now, those longest due first."""
    free = Q(lease_expires_at__isnull=True) | Q(lease_expires_at__lte=now)
    return playable().filter(free, due_at__lte=now).order_by("due_at", "id")


def claim_game(
    *, owner: str, now: datetime, only_paced: bool = False, wanted: Wanted = ANY, besides: Collection[int] = ()
) -> Lease | None:
    """Claims the game that is longest due of those wanted; None when there is none or others were faster each time.
    `besides` are those that the owner plays already: a lease of its own that has lapsed is renewed, not claimed, for a
    claim would end the play of whoever is at it, and that is itself."""
    if not is_anything_due(now):
        return None
    return _claim_first(owner=owner, now=now, only_paced=only_paced, wanted=wanted, besides=besides)


def _claim_first(
    *, owner: str, now: datetime, only_paced: bool, wanted: Wanted, besides: Collection[int]
) -> Lease | None:
    """What claim_game() does, in one statement: each game of a season goes through it, and a full hall asks in vain."""
    at, until = map(connection.ops.adapt_datetimefield_value, (now, now + LEASE))
    free = "status IN (%s, %s) AND due_at <= %s AND (lease_expires_at IS NULL OR lease_expires_at <= %s)"
    of_free = [Status.SCHEDULED.value, Status.RUNNING.value, at, at]
    among, values = _rules_known()
    if wanted.season:
        season = "terms ->> 'season'" if connection.vendor == "postgresql" else "JSON_EXTRACT(terms, '$.season')"
        among, values = f"{among} AND {season} = %s", [*values, wanted.season]
    if wanted.game is not None:
        among, values = f"{among} AND id = %s", [*values, wanted.game]
    if besides:
        among, values = f"{among} AND id NOT IN ({_blanks(besides)})", [*values, *besides]
    if only_paced:
        among, values = f"{among} AND {_waits_more_than_it_works()}", [*values, *LanguageModel.OFFLINE]
    # Two claim two games there, and wait for nobody; on SQLite the statement has the database to itself.
    passing = " FOR NO KEY UPDATE SKIP LOCKED" if connection.features.has_select_for_update_skip_locked else ""
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE games_game SET status = %s, started_at = COALESCE(started_at, %s), waiting = '', lease_owner = %s,"  # noqa: S608
            f" lease_token = lease_token + 1, lease_expires_at = %s WHERE {free} AND id = (SELECT id FROM games_game"
            f" WHERE {free} AND {among} ORDER BY due_at, id LIMIT 1{passing})"
            " RETURNING id, public_id, lease_token",
            [Status.RUNNING.value, at, owner, until, *of_free, *of_free, *values],
        )
        found = cursor.fetchone()
    return Lease(found[0], found[1], owner, found[2]) if found else None


def _rules_known() -> tuple[str, list[Any]]:
    """What holds of a game by rules that are known here, and its values."""
    rules = all_rulesets().values()
    known = " OR ".join(["(ruleset = %s AND revision BETWEEN %s AND %s)"] * len(rules))
    return f"({known})", [value for each in rules for value in (each.slug, each.revisions[0], each.revisions[-1])]


def _waits_more_than_it_works() -> str:
    """What holds of a game that has a pace, or that asks a provider; its values are those that are none."""
    pace = "terms -> 'pace' > '0'" if connection.vendor == "postgresql" else "JSON_EXTRACT(terms, '$.pace') > 0"
    return (
        f"({pace} OR EXISTS (SELECT 1 FROM games_seat s"  # noqa: S608
        " JOIN personas_player p ON p.id = s.player_id JOIN personas_languagemodel m ON m.id = p.model_id"
        f" WHERE s.game_id = games_game.id AND m.provider NOT IN ({_blanks(LanguageModel.OFFLINE)})))"
    )


def _blanks(values: Collection[object]) -> str:
    return ", ".join(["%s"] * len(values))


def is_anything_due(now: datetime) -> bool:
    """Whether there may be games to claim; in few words, for a host asks twice a second, mostly in vain."""
    at = connection.ops.adapt_datetimefield_value(now)
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT 1 FROM games_game WHERE status IN (%s, %s) AND due_at <= %s"
            " AND (lease_expires_at IS NULL OR lease_expires_at <= %s) LIMIT 1",
            [Status.SCHEDULED.value, Status.RUNNING.value, at, at],
        )
        return cursor.fetchone() is not None


def next_due(wanted: Wanted = ANY) -> datetime | None:
    """When the next game wanted becomes due that nobody holds; None when none will. It may be due already."""
    return playable().filter(wanted.condition, lease_owner__isnull=True).aggregate(next=Min("due_at"))["next"]


def renew_leases(*, owner: str, games: Collection[int], now: datetime) -> int:
    """Prolongs the owner's leases of these games; returns how many it still holds."""
    held = Game.objects.filter(pk__in=games, lease_owner=owner, status__in=(Status.RUNNING, Status.PAUSED))
    with transaction.atomic():
        lock_in_order(held)
        return held.update(lease_expires_at=now + LEASE)


def lock_in_order(games: QuerySet[Game]) -> None:
    """Locks the rows of games until the transaction ends, in one order everywhere: two who write to many at once, each
    in an order of its own, could wait for each other for ever. On SQLite the transaction itself is the lock.

    No key is changed, and the lock says so: else every row that names a game (a call, an event) would wait for it when
    its transaction commits, which is when PostgreSQL looks whether the game is there, and in no order at all.
    """
    if connection.features.has_select_for_update:
        list(games.select_for_update(no_key=True).order_by("pk").values_list("pk"))


def release_game(*, lease: Lease) -> bool:
    """Gives a game back, so that anybody may go on with it at once; False when it was no longer held."""
    return bool(_held(lease).update(lease_owner=None, lease_expires_at=None))


def release_games(*, owner: str) -> int:
    """Gives back whatever an owner holds; returns how many games. What it still writes to them is refused."""
    held = Game.objects.filter(lease_owner=owner)
    with transaction.atomic():
        lock_in_order(held)
        return held.update(lease_owner=None, lease_expires_at=None)


def let_game_wait(*, lease: Lease, now: datetime, why: str) -> bool:
    """Gives a game back that waits for something outside it; it is looked at again soon, and people are told why."""
    free = {"lease_owner": None, "lease_expires_at": None}
    return bool(_held(lease).update(due_at=now + FIRST_PAUSE, waiting=why[:200], **free))


def last_moved(*, lease: Lease, now: datetime) -> datetime:
    """When the newest answer of a game was written, or else when it was started."""
    newest: datetime | None = Answer.objects.filter(game_id=lease.game_id).aggregate(at=Max("at"))["at"]
    started = Game.objects.values_list("started_at", flat=True).get(pk=lease.game_id)
    return newest or started or now


def failing_since(*, game_id: int) -> datetime | None:
    """When the first of those calls for a game's answers was made that failed since one brought something; None when
    nothing has failed since. What a game waits for otherwise, as a budget or an operator, is no failure."""
    calls = Call.objects.filter(game_id=game_id, purpose=Call.Purpose.ANSWER)
    failed = calls.filter(status__in=(Call.Status.FAILED, Call.Status.REFUSED))
    heard = calls.filter(status=Call.Status.ANSWERED).aggregate(at=Max("created_at"))["at"]
    answer = Answer.objects.filter(game_id=game_id).aggregate(at=Max("at"))["at"]
    if last := max(filter(None, (heard, answer)), default=None):
        failed = failed.filter(created_at__gt=last)
    first: datetime | None = failed.aggregate(at=Min("created_at"))["at"]
    return first


def call_off_game(*, lease: Lease, why: str) -> bool:
    """Ends a game without a result that could not go on for too long."""
    free = {"lease_owner": None, "lease_expires_at": None}
    return bool(_held(lease).update(status=Status.VOID, waiting=f"called off: {why}"[:200], **free))


def say_what_it_waits_for(*, lease: Lease, why: str) -> bool:
    """Tells people why a game that is held does not go on just now; "" when it does."""
    return bool(_held(lease).filter(status=Status.RUNNING).update(waiting=why[:200]))


def put_off_game(*, lease: Lease, now: datetime, why: str) -> bool:
    """Gives a game back that cannot go on now, to be tried again after a pause; people are told why. The pause grows
    with every try in a row that fails: what fails the same way a hundred times fills no log, and what mends is found.
    """
    failures = _held(lease).values_list("failures", flat=True).first()
    if failures is None:
        return False
    failures += 1  # read and then written: nobody but the holder of the lease writes it
    again = "" if failures == 1 else f", {failures} times in a row"
    free = {"lease_owner": None, "lease_expires_at": None}
    stand = {"failures": failures, "due_at": now + pause_after(failures), "waiting": f"{why[:160]}{again}"}
    return bool(_held(lease).update(**stand, **free))


def pause_after(failures: int) -> timedelta:
    """How long a game rests that could not go on so many times in a row."""
    doubled: timedelta = FIRST_PAUSE * 2 ** min(failures - 1, 10)
    return min(doubled, LONGEST_PAUSE)


def set_aside_game(*, lease: Lease, waiting: str) -> bool:
    """Ends a game that came out differently when played again: it is never played on."""
    free = {"lease_owner": None, "lease_expires_at": None}
    return bool(_held(lease).update(status=Status.DIVERGED, waiting=waiting[:200], **free))


def still_held(games: Iterable[Game]) -> set[int]:
    """The keys of those of these games, as they were read when they were claimed, that nobody has claimed since."""
    known = {game.pk: (game.lease_owner, game.lease_token) for game in games}
    if not known:
        return set()
    rows = Game.objects.filter(pk__in=known).values_list("pk", "lease_owner", "lease_token")
    return {pk for pk, owner, token in rows if known[pk] == (owner, token)}


def _held(lease: Lease) -> QuerySet[Game]:
    return Game.objects.filter(
        pk=lease.game_id,
        lease_owner=lease.owner,
        lease_token=lease.token,
        status__in=(Status.RUNNING, Status.PAUSED),
    )


# --- writing ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class End:
    """How a game ended."""

    winner: str
    hash: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Progress:
    """What was played since the last write: answers with the events they led to, and where the game stands now.

    `died` is the round of death by seat, for those who died since; `settlements` end the calls that brought answers.
    """

    answers: Sequence[AnswerRow]
    events: Sequence[EventRow]
    last_seq: int
    last_poll: int
    rounds: int
    died: dict[int, int] = field(default_factory=dict)
    end: End | None = None
    settlements: Sequence[Settlement] = ()


def write_progress(*, lease: Lease, progress: Progress, repeated: bool = False) -> bool:
    """Writes progress in one transaction, checked by the lease's token; returns whether the game is now finished.

    A game that an operator paused meanwhile keeps what was already answered; its end waits until it is resumed.
    `repeated` says that an earlier try may have been written without our hearing of it. Raises LeaseLost.
    """
    with transaction.atomic():
        (finished,) = write_games([(lease, progress)], repeated=repeated)
        settle_calls(progress.settlements)  # last: the accounts are everybody's, and locked no longer than they must
    if isinstance(finished, LeaseLost):
        raise finished
    return finished


def write_games(writes: Sequence[tuple[Lease, Progress]], *, repeated: bool = False) -> list[bool | LeaseLost]:
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
    insert(Event, [event for _, progress in held for event in progress.events], repeated=repeated)
    for lease, _ in held:
        mark(lease.game_id)
    died = [(lease.game_id, *death) for lease, progress in held for death in progress.died.items()]
    _bury(died, over=[lease.game_id for (lease, _), is_over in zip(writes, finished, strict=True) if is_over])
    return told


def _bury(died: Sequence[tuple[int, int, int]], *, over: Sequence[int]) -> None:
    """Writes who died, by game, seat and round, and that all others survived the games that are over."""
    with connection.cursor() as cursor:
        if died:
            cursor.executemany(
                "UPDATE games_seat SET survived = %s, died_round = %s WHERE game_id = %s AND number = %s",
                [(False, round, game, seat) for game, seat, round in died],
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
            " hash = %s, finished_at = %s, lease_owner = NULL, lease_expires_at = NULL"
            " WHERE id = %s AND lease_owner = %s AND lease_token = %s AND status = %s",
            [
                *(progress.last_seq, progress.last_poll, progress.rounds),
                *(Status.FINISHED.value, end.winner, end.hash, at),
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
