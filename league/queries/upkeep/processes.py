"""What runs where, by the signs of life that it left, and what waits to be played."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db.models import Count, F, Min
from redis import Redis
from redis.exceptions import RedisError

from games.hosting.keeping import Owner
from games.models import Game
from league.models import Process
from league.models.process import SILENT, ProcessKind

QUEUE: Final = "celery"  # what Celery calls its queue where nobody says otherwise
PATIENCE: Final = 0.5  # seconds that Redis gets for the length of the queue
ENDED_SHOWN: Final = timedelta(hours=1)
MOST_SHOWN: Final = 100
LIVING, QUIET, DEAD, ENDED = "living", "silent", "dead", "ended"


@dataclass(frozen=True, slots=True)
class Sign:
    """A part of a process. `stand` is living, silent (nothing was heard of it for a while), dead (silent, and it is no
    process of this machine any more) or ended (it said so). `games` are those that it held at its last sign."""

    name: str
    kind: str
    host: str
    pid: int
    release: str
    started_at: datetime
    seen_at: datetime
    worked_at: datetime | None
    games: int
    ended_at: datetime | None
    stand: str
    ident: str

    @property
    def is_living(self) -> bool:
        return self.stand == LIVING

    @property
    def is_lost(self) -> bool:
        """Whether it went without a word."""
        return self.stand in (QUIET, DEAD)

    @property
    def title(self) -> str:
        """Its kind, in a word."""
        return ProcessKind(self.kind).label


def signs_told(*, now: datetime) -> tuple[Sign, ...]:
    """The parts of processes of which something was heard within the day, those that ended within the hour. Of more
    than are shown those that ended are left out first, then those of which nothing was heard for the longest: of who
    lives nobody is missing. One query."""
    rows = Process.objects.exclude(ended_at__lt=now - ENDED_SHOWN)
    heard = rows.order_by(F("ended_at").desc(nulls_first=True), "-seen_at", "id")[:MOST_SHOWN]
    shown = sorted(heard, key=lambda row: (row.kind, row.host, row.started_at, row.pk))
    return tuple(
        Sign(
            name=row.name,
            kind=row.kind,
            host=row.host,
            pid=row.pid,
            release=row.release,
            started_at=row.started_at,
            seen_at=row.seen_at,
            worked_at=row.worked_at,
            games=row.games,
            ended_at=row.ended_at,
            stand=_stand(row, now),
            ident=row.ident,
        )
        for row in shown
    )


def _stand(row: Process, now: datetime) -> str:
    if row.ended_at is not None:
        return ENDED
    if row.seen_at >= now - SILENT:
        return LIVING
    return DEAD if Owner(row.ident).is_gone else QUIET


def living(signs: Sequence[Sign], *kinds: str) -> list[Sign]:
    """Those of them that live, of these kinds."""
    return [sign for sign in signs if sign.is_living and sign.kind in kinds]


@dataclass(frozen=True, slots=True)
class Host:
    """Who holds games now, and how many: what it is called where it left a sign, and else as leases name it."""

    name: str
    host: str
    games: int


def hosts_told(signs: Sequence[Sign]) -> tuple[Host, ...]:
    """Who holds games, the most first. One query."""
    held = Game.objects.filter(status__in=(Game.Status.RUNNING, Game.Status.PAUSED), lease_owner__isnull=False)
    counted = Counter(dict(held.order_by().values_list("lease_owner").annotate(Count("pk"))))
    named = {sign.ident: sign for sign in signs if sign.kind in (ProcessKind.WORKER, ProcessKind.SEASON)}
    return tuple(
        Host(named[owner].name, named[owner].host, games) if owner in named else Host(*_parts(owner), games)
        for owner, games in counted.most_common()
    )


def _parts(owner: str) -> tuple[str, str]:
    place = owner.rpartition(":")[0]
    machine, _, pid = place.rpartition(":")
    return f"process {pid}" if pid else owner, machine.partition("/")[0]


@dataclass(frozen=True, slots=True)
class Queue:
    """What is due and not begun by anybody, though nothing holds it back: how many games, since when the first; and how
    many messages lie with the broker, None where nobody can say."""

    games: int
    oldest_due_at: datetime | None
    messages: int | None


def queue_told(*, now: datetime) -> Queue:
    """The same. One query, and one to Redis where there is one."""
    due = Game.objects.filter(status=Game.Status.SCHEDULED, due_at__lte=now, waiting="", lease_owner__isnull=True)
    told = due.order_by().aggregate(games=Count("pk"), oldest=Min("due_at"))
    return Queue(told["games"], told["oldest"], messages_waiting())


def messages_waiting() -> int | None:
    """How many messages lie in the queue; None where they are in the memory of one process, or Redis does not say."""
    if not settings.REDIS_URL:
        return None
    try:
        given = {"socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE}
        with Redis.from_url(settings.REDIS_URL, **given) as redis:
            return int(redis.llen(QUEUE))
    except (RedisError, OSError):
        return None
