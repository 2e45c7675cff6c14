"""Who plays a game. Law: a game is claimed by one conditional UPDATE, and every write checks the claim's token.

A lease names its owner, carries a token that grows with every claim, and lapses unless it is renewed. A host that was
thought dead and comes back holds an old token: its writes are refused whole. `select_for_update` would do nothing on
SQLite, so nobody here reads first and writes later.

An owner is a process (games.hosting.keeping). What is written of a game under its lease is games.hosting.progress.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import connection, transaction
from django.db.models import Min, Q, QuerySet

from games.engine.rulesets import all_rulesets
from games.models import Game
from games.models.waiting import STEPPED
from games.process.trouble import rest_after
from personas.models import LanguageModel

LEASE: Final = timedelta(seconds=15)
RENEWAL: Final = 4.0  # seconds; three may fail before the lease lapses
Status = Game.Status
# Begun games go on before others begin. Of those whose hosts died, the one that has been without for longest is first:
# else, where hosts die soon, the same few would be taken again and again, and the others never.
_WAITED_LONGEST: Final = (
    "started_at IS NULL, CASE WHEN lease_expires_at > due_at THEN lease_expires_at ELSE due_at END, id"
)


class LeaseLost(Exception):
    """Somebody else plays this game now, or nobody does any more: what was to be written is refused."""


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to write one game, until somebody else claims it. `game_id` is the row's key."""

    game_id: int
    public_id: str
    owner: str
    token: int


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


def in_time(now: datetime) -> Q:
    """What holds of a game that has begun, or that may still begin."""
    return Q(started_at__isnull=False) | Q(begins_by__isnull=True) | Q(begins_by__gte=now)


def claimable(now: datetime) -> QuerySet[Game]:
    """The games that anybody may claim now."""
    free = Q(lease_expires_at__isnull=True) | Q(lease_expires_at__lte=now)
    return playable().filter(free, in_time(now), due_at__lte=now)


def unbegun(now: datetime, wanted: Wanted = ANY) -> QuerySet[Game]:
    """The games wanted that are due, that models behind providers play and that nobody has begun, those longest due
    first. Whether one may begin is for games.hosting.opening to say."""
    games = playable().filter(wanted.condition, has_voices=True, started_at__isnull=True, status=Status.SCHEDULED)
    return games.filter(in_time(now), lease_owner__isnull=True, due_at__lte=now).order_by("due_at", "id")


def claim_unbegun(*, owner: str, now: datetime, game: int) -> Lease | None:
    """Claims one of the games that nobody has begun, for who has found that it may; None when others were faster."""
    return _claim_first(owner=owner, now=now, wanted=Wanted(game=game), may_begin="TRUE")


def claim_game(
    *, owner: str, now: datetime, only_paced: bool = False, wanted: Wanted = ANY, besides: Collection[int] = ()
) -> Lease | None:
    """Claims of the games wanted the one that has waited longest for somebody to play it, begun ones before others, and
    none of those that are opened first, as unbegun() says; None when there is none or others were faster each time.
    `besides` are those that the owner plays already: a lease of its own that has lapsed is renewed, not claimed, for a
    claim would end the play of whoever is at it, and that is itself."""
    if not is_anything_due(now):
        return None
    return _claim_first(owner=owner, now=now, only_paced=only_paced, wanted=wanted, besides=besides)


def _claim_first(
    *,
    owner: str,
    now: datetime,
    wanted: Wanted,
    only_paced: bool = False,
    besides: Collection[int] = (),
    may_begin: str = "NOT has_voices",
) -> Lease | None:
    """What claim_game() does, in one statement: each game of a season goes through it, and a full hall asks in vain."""
    at, until = map(connection.ops.adapt_datetimefield_value, (now, now + LEASE))
    free = (
        "status IN (%s, %s) AND due_at <= %s AND (lease_expires_at IS NULL OR lease_expires_at <= %s)"
        f" AND (started_at IS NOT NULL OR ({may_begin} AND (begins_by IS NULL OR begins_by >= %s)))"
    )
    of_free = [Status.SCHEDULED.value, Status.RUNNING.value, at, at, at]
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
            f" WHERE {free} AND {among} ORDER BY {_WAITED_LONGEST} LIMIT 1{passing})"
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


def is_anything_unbegun(now: datetime) -> bool:
    """Whether there may be games of models to begin; in as few words, for whoever plays the house alone asks too."""
    at = connection.ops.adapt_datetimefield_value(now)
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT 1 FROM games_game WHERE status = %s AND due_at <= %s AND has_voices AND started_at IS NULL LIMIT 1",
            [Status.SCHEDULED.value, at],
        )
        return cursor.fetchone() is not None


def next_due(wanted: Wanted = ANY, *, now: datetime) -> datetime | None:
    """When the next game wanted becomes due that nobody holds; None when none will. It may be due already. Those that
    wait to begin, or may not any more, are not among them: no time lets them."""
    free = playable().filter(wanted.condition, in_time(now), lease_owner__isnull=True)
    return free.exclude(~Q(waiting=""), status=Status.SCHEDULED).aggregate(next=Min("due_at"))["next"]


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
    return bool(held_by(lease).update(lease_owner=None, lease_expires_at=None))


def pause_after_step(*, lease: Lease) -> bool:
    """Gives a game back that was to go on by one poll alone: it is paused again. False when it was no longer held, or
    somebody has paused it meanwhile."""
    free = {"lease_owner": None, "lease_expires_at": None, "steps_to": None}
    stand = {"status": Status.PAUSED, "waiting": STEPPED}
    return bool(held_by(lease).filter(status=Status.RUNNING).update(**stand, **free)) or release_game(lease=lease)


def release_games(*, owner: str) -> int:
    """Gives back whatever an owner holds; returns how many games. What it still writes to them is refused."""
    held = Game.objects.filter(lease_owner=owner)
    with transaction.atomic():
        lock_in_order(held)
        return held.update(lease_owner=None, lease_expires_at=None)


def let_game_wait(*, lease: Lease, now: datetime, why: str) -> bool:
    """Gives a game back that waits for something outside it; it is looked at again soon, and people are told why."""
    free = {"lease_owner": None, "lease_expires_at": None}
    return bool(held_by(lease).update(due_at=now + rest_after(1), waiting=why[:200], **free))


def call_off_game(*, lease: Lease, why: str) -> bool:
    """Ends a game without a result that could not go on for too long."""
    free = {"lease_owner": None, "lease_expires_at": None}
    return bool(held_by(lease).update(status=Status.VOID, waiting=f"called off: {why}"[:200], **free))


def say_what_it_waits_for(*, lease: Lease, why: str) -> bool:
    """Tells people why a game that is held does not go on just now; "" when it does."""
    return bool(held_by(lease).filter(status=Status.RUNNING).update(waiting=why[:200]))


def put_off_game(*, lease: Lease, now: datetime, why: str) -> bool:
    """Gives a game back that cannot go on now, to be tried again after a pause; people are told why. The pause grows
    with every try in a row that fails: what fails the same way a hundred times fills no log, and what mends is found.
    """
    failures = held_by(lease).values_list("failures", flat=True).first()
    if failures is None:
        return False
    failures += 1  # read and then written: nobody but the holder of the lease writes it
    again = "" if failures == 1 else f", {failures} times in a row"
    free = {"lease_owner": None, "lease_expires_at": None}
    stand = {"failures": failures, "due_at": now + rest_after(failures), "waiting": f"{why[:160]}{again}"}
    return bool(held_by(lease).update(**stand, **free))


def set_aside_game(*, lease: Lease, waiting: str) -> bool:
    """Ends a game that came out differently when played again: it is never played on."""
    free = {"lease_owner": None, "lease_expires_at": None}
    return bool(held_by(lease).update(status=Status.DIVERGED, waiting=waiting[:200], **free))


def still_held(games: Iterable[Game]) -> set[int]:
    """The keys of those of these games, as they were read when they were claimed, that nobody has claimed since."""
    known = {game.pk: (game.lease_owner, game.lease_token) for game in games}
    if not known:
        return set()
    rows = Game.objects.filter(pk__in=known).values_list("pk", "lease_owner", "lease_token")
    return {pk for pk, owner, token in rows if known[pk] == (owner, token)}


def held_by(lease: Lease) -> QuerySet[Game]:
    return Game.objects.filter(
        pk=lease.game_id,
        lease_owner=lease.owner,
        lease_token=lease.token,
        status__in=(Status.RUNNING, Status.PAUSED),
    )
