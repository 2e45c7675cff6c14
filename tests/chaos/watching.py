"""Who watches while things go wrong: a visitor who reads pages, a sentry who sees which games nobody plays.

Law: both only read. What a sentry calls playing is a lease that has not lapsed and whose owner is at work: a lease of a
process that was stopped says nothing. Who has claimed a game between two looks and was stopped at once has played it: a
claim shows by its token.
"""

import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from itertools import cycle

from django.db import DatabaseError, connection
from django.db.models import Q
from django.utils import timezone

from games.learning.reflecting import reflecting_seats
from games.models import Call, Game, Outbox, Reflection
from league.models import Figures, Season
from tests.chaos.site import Site

PAGES = ("/", "/games/", "/seasons/", "/seasons/chaos/", "/leaderboard/", "/players/", "/stats/")
ANSWERS = ("/api/v1/games/", "/api/v1/seasons/chaos/standings/", "/livez")
BETWEEN_PAGES = 0.1  # seconds
BETWEEN_LOOKS = 0.25
SLOWEST = 30.0  # seconds that a visitor waits for a page
LONG = 16.0  # seconds without a host, after which a sentry writes down what the database is at: a lease lasts 15
ACTIVITY = (
    "SELECT pid, state, now() - state_change AS since, wait_event_type, wait_event, pg_blocking_pids(pid) AS behind,"
    " left(query, 300) AS query FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    " ORDER BY (state = 'idle'), state_change"
)


@dataclass(slots=True)
class Visit:
    """A page that was asked for: when, what came (0: nothing), after how long."""

    at: float
    path: str
    status: int
    seconds: float


@dataclass(slots=True)
class Seen:
    """What was seen. `hostless` is by game the longest time that nobody played it, in seconds."""

    visits: list[Visit] = field(default_factory=list)
    hostless: dict[str, float] = field(default_factory=dict)
    troubles: list[str] = field(default_factory=list)

    @property
    def statuses(self) -> Counter[int]:
        return Counter(visit.status for visit in self.visits)


@contextmanager
def watched(site: Site) -> Iterator[Seen]:
    """What is seen while the block lasts."""
    seen, over = Seen(), threading.Event()
    watchers = [threading.Thread(target=work, args=(site, seen, over)) for work in (visit, stand_sentry)]
    for watcher in watchers:
        watcher.start()
    try:
        yield seen
    finally:
        over.set()
        for watcher in watchers:
            watcher.join(SLOWEST + 5)


def visit(site: Site, seen: Seen, over: threading.Event) -> None:
    """Reads page after page, a game's own among them."""
    paths = cycle((*PAGES, *ANSWERS, "game"))
    while not over.wait(BETWEEN_PAGES):
        path = next(paths)
        if path == "game":
            path = f"/games/{next(iter(seen.hostless), '')}"
        began = time.monotonic()
        status = status_of(site.port, path)
        seen.visits.append(Visit(began, path, status, time.monotonic() - began))


def status_of(port: int, path: str) -> int:
    """The status of a page; 0 when nothing came."""
    link = HTTPConnection("127.0.0.1", port, timeout=SLOWEST)
    try:
        link.request("GET", path, headers={"Host": "localhost"})
        answer = link.getresponse()
        answer.read()
        return answer.status
    except (OSError, HTTPException):
        return 0
    finally:
        link.close()


def stand_sentry(site: Site, seen: Seen, over: threading.Event) -> None:
    """Looks again and again who plays what. While the database is away nobody can take a game: that time is not
    counted."""
    alone: defaultdict[str, float] = defaultdict(float)
    tokens: dict[str, int] = {}
    before: float | None = None
    while not over.wait(BETWEEN_LOOKS):
        now = time.monotonic()
        try:
            hostless, held, claims = games_without_host(site.idle)
        except DatabaseError:
            connection.close()
            before = None
            continue
        for game in [game for game, token in claims.items() if tokens.get(game) != token]:
            alone[game] = 0.0
        tokens |= claims
        if before is not None:
            for game in hostless:
                alone[game] += now - before
                seen.hostless[game] = max(seen.hostless.get(game, 0.0), alone[game])
            if long := [game for game in hostless if alone[game] > LONG and alone[game] - (now - before) <= LONG]:
                write_down(site, long)
        for game in held:
            alone[game] = 0.0
            seen.hostless.setdefault(game, 0.0)
        before = now
    connection.close()


def write_down(site: Site, games: list[str]) -> None:
    """What the database knows of these games that nobody plays, and of all who are at it: for who reads the logs."""
    leases = Game.objects.filter(public_id__in=games).order_by("pk")
    told = [f"{timezone.now()}: {len(games)} games without a host for {LONG} s"]
    told += map(str, leases.values_list("public_id", "status", "due_at", "lease_owner", "lease_expires_at", "waiting"))
    with connection.cursor() as cursor:
        cursor.execute(ACTIVITY)
        told += map(str, cursor.fetchall())
    with (site.folder / "without-host.txt").open("a", encoding="utf-8") as file:
        file.write("\n".join([*told, "", ""]))


def games_without_host(idle: set[int]) -> tuple[list[str], list[str], dict[str, int]]:
    """The games that are due and that nobody plays, and those that somebody does; how often each was claimed."""
    now = timezone.now()
    due = Game.objects.filter(Q(status__in=(Game.Status.SCHEDULED, Game.Status.RUNNING)), due_at__lte=now)
    hostless, held, claims = [], [], {}
    for public_id, token, owner, expires_at in due.values_list(
        "public_id", "lease_token", "lease_owner", "lease_expires_at"
    ):
        claims[public_id] = token
        is_played = owner is not None and expires_at > now and int(owner.split(":")[-2]) not in idle
        (held if is_played else hostless).append(public_id)
    return hostless, held, claims


def is_over() -> bool:
    return Season.objects.filter(slug="chaos").exclude(status=Season.Status.RUNNING).exists()


def is_written() -> bool:
    """Whether every game is counted, sent and learned from, and every call has its end: who was killed asking what a
    player has learned leaves one to the sweep, a minute later."""
    counted = Figures.objects.values("seat__game").distinct().count()
    if counted < Season.objects.get(slug="chaos").games_planned or Outbox.objects.exists():
        return False
    is_asked = reflecting_seats(now=timezone.now()).exists() or Call.objects.filter(status__in=Call.OPEN).exists()
    return not is_asked and not Reflection.objects.filter(status=Reflection.Status.ASKED).exists()


def until(holds: Callable[[], object], seconds: float, what: str) -> None:
    """Waits for something that others do; fails after so many seconds. A database that is away is no answer."""
    end, never = time.monotonic() + seconds, threading.Event()
    while True:
        try:
            if holds():
                return
        except DatabaseError:
            connection.close()
        if time.monotonic() > end:
            raise AssertionError(f"{what} did not come about within {seconds} s")
        never.wait(0.1)
