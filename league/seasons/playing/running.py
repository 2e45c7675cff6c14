"""A season played in the foreground: by this process, without the web server, until it is over or somebody stops it."""

import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from types import FrameType
from typing import Any, Final

from django.conf import settings
from django.db import connection
from django.db.models import Count, Exists, Q, QuerySet
from django.utils import timezone

from games.hosting.keeping import ask_beside, free_leases_of_the_gone, leave_halls, send_written
from games.models import Call, Game
from games.models.worded import planned
from league.memories.documents import write_documents
from league.memories.learning import teach_players
from league.models import Fixture, Season
from league.results.figures import count_rest
from league.results.standings import record_missing_results
from league.seasons.money.budgets import pause_penniless_seasons
from league.seasons.playing.keeping import cast_next_game, play_season
from league.seasons.schedule.choosing import live, played_by_first
from league.seasons.schedule.fixtures import open_due_fixtures
from league.seasons.schedule.holding import WITH_ITS_SEASON
from league.seasons.schedule.revealing import reveal_due
from personas.models import LanguageModel

LOOK: Final = 0.5  # seconds between two reports of how far it has come
DOCUMENTS: Final = 10.0  # seconds between two times that documents are written: whole each time, and games end faster
MENDED: Final = 4  # reports, between two looks for what was lost: whoever ends a game looks after what follows
TOLD_WITHIN: Final = timedelta(seconds=3)  # of their ends, games are counted by who played them
BESIDE: Final = 1.0  # seconds between two looks at what is to be asked beside the games
GOES_ON: Final = (Game.Status.SCHEDULED, Game.Status.RUNNING, Game.Status.PAUSED)
SHOWN: Final = (
    *("number", "cast_by", "cast_waiting"),
    *("game__public_id", "game__status", "game__due_at", "game__waiting", "game__is_veiled"),
)


@dataclass(frozen=True, slots=True)
class Stand:
    """How far a season has come: games counted, or to be with their block, ids of the games that are played now, when
    the next one begins, why it or a game does not go on, the numbers of the games whose models write their personas."""

    status: str
    planned: int
    played: int
    live: tuple[str, ...]
    next_due_at: datetime | None
    waiting: str
    casting: tuple[int, ...] = ()


@planned  # whoever plays a season asks twice a second
def _moving(season: int) -> QuerySet[Fixture, Any]:
    """The fixtures of a season that have begun and are not counted, or wait for who is to play, in their order."""
    begun = Q(game__isnull=False, recorded_at__isnull=True)
    of_season = Fixture.objects.filter(begun | ~Q(cast_by="") | ~Q(cast_waiting=""), season=season)
    return of_season.order_by("number").values_list(*SHOWN, named=True)


@planned
def _counted(season: int) -> QuerySet[Fixture, Any]:
    """How many fixtures of a season are counted; nothing where none is."""
    counted = Fixture.objects.filter(season=season, recorded_at__isnull=False).order_by()
    return counted.values("season").values_list(Count("pk"), flat=True)


def stand_of(season: Season) -> Stand:
    """How far a season has come, as the database has it now. Three queries, of a twin up to six."""
    season.refresh_from_db()
    rows = _moving(season.pk)
    of_status = {status: [row for row in rows if row.game__status == status] for status in Game.Status}
    scheduled = of_status[Game.Status.SCHEDULED]
    why = held_up((row for row in rows if row.game__status in GOES_ON), rows)
    return Stand(
        status=season.status,
        planned=season.games_planned,
        played=sum(_counted(season.pk)) + sum(row.game__is_veiled for row in of_status[Game.Status.FINISHED]),
        live=tuple(row.game__public_id for row in of_status[Game.Status.RUNNING]),
        next_due_at=min((row.game__due_at for row in scheduled if not row.game__waiting), default=None),
        waiting=season.waiting or why or follows(season),
        casting=tuple(row.number for row in rows if row.cast_by),
    )


def held_up(unfinished: Iterable[Any], rows: Iterable[Any]) -> str:
    """Why games of a season do not go on, or do not begin: which is the first, how many others, what it waits for; ""
    when all do. Of rows as stand_of() reads them: those whose games are not over, and all."""
    reasons = {row.number: row.game__waiting for row in unfinished if row.game__waiting not in ("", WITH_ITS_SEASON)}
    reasons |= {row.number: row.cast_waiting for row in rows if row.cast_waiting}
    if not reasons:
        return ""
    first = min(reasons)
    others = f" and {len(reasons) - 1} more" if len(reasons) > 1 else ""
    return f"game {first}{others}: {reasons[first]}"


def follows(season: Season) -> str:
    """Which game of its first a twin that runs waits for; "" where it has another to play, or is none."""
    if season.twin_of is None or season.status != Season.Status.RUNNING:
        return ""
    unopened = season.fixtures.filter(game__isnull=True).order_by("number")
    if live(season).exists() or unopened.filter(Exists(played_by_first(season))).exists():
        return ""
    number = unopened.values_list("number", flat=True).first()
    if number is None:
        return ""
    block = season.twin_of.fixtures.filter(number=number).values_list("block", flat=True).first()
    what = f"game {number}" if block is None else f"block {block}"
    return f"game {number} waits for the end of {what} of {season.twin_of.slug}"


def run_season(
    *, season: Season, stopping: threading.Event, tell: Callable[[Stand], None], parallel: int | None = None
) -> Stand:
    """Plays a running season and no other until it is over, paused, or `stopping` is set, at most `parallel` of its
    games at a time; tells how far it has come meanwhile. With Redis there, what is written goes to its streams from
    here too.

    Others may play it too: whoever claims a game first has it, and this one waits for what others have.
    """
    free_leases_of_the_gone(now=timezone.now())
    documents = Seldom(write_documents, DOCUMENTS)
    try:
        with done_beside(season, stopping, documents):
            try:
                looks = 0
                while True:
                    stand = stand_of(season) if looks % MENDED else look_after(season)
                    if not settings.REDIS_URL:  # else beside the games: a network may keep one waiting
                        documents()
                    tell(stand)
                    if stand.status != Season.Status.RUNNING:
                        count_rest(season=season)  # there may be no sweep here to do it
                    if stand.status != Season.Status.RUNNING or stopping.is_set():
                        return stand
                    looks += 1
                    if not play_season(season=season, stopping=stopping, seconds=LOOK, parallel=parallel).playing:
                        looks = 0  # nothing is played: what was lost may be all that is left
                        stopping.wait(LOOK / 5)
            finally:
                leave_halls()
                send_written()
    finally:
        write_documents()  # what was done beside may have taught somebody


def look_after(season: Season) -> Stand:
    """Makes up for what was lost of a season, opens what is due, pauses what cannot pay; returns how far it is."""
    now = timezone.now()
    record_missing_results(now=now, season=season, ended_before=now - TOLD_WITHIN)
    reveal_due(now=now, season=season)
    open_due_fixtures(now=now, season=season)
    pause_penniless_seasons(season=season)
    return stand_of(season)


class Seldom:
    """A job that is done at most once in so many seconds, however often it is called."""

    def __init__(self, job: Callable[[], object], seconds: float) -> None:
        self._job, self._seconds, self._next = job, seconds, 0.0

    def __call__(self) -> None:
        now = time.monotonic()
        if now >= self._next:
            self._next = now + self._seconds
            self._job()


@contextmanager
def done_beside(season: Season, stopping: threading.Event, documents: Seldom) -> Iterator[None]:
    """Does beside the games while the block lasts what beat has a worker do: asks models for personas and for a
    narrator's words, sends what is written. At the end there is a last look, for the last game has just been played,
    unless `stopping` is set; what is under way then has LEAGUE_DRAIN seconds."""
    over = threading.Event()
    jobs: list[Callable[[], object]] = []
    if season.persona_source == Season.PersonaSource.GAME:
        jobs.append(lambda: cast_next_game(now=timezone.now(), stopping=over, season=season))
    if season.narrator_model is not None:
        jobs.append(lambda: beside(season, Call.Purpose.NARRATION))
    if season.teaches and season.roster.exclude(player__model__provider__in=LanguageModel.OFFLINE).exists():
        jobs.append(lambda: beside(season, Call.Purpose.REFLECTION))
    if settings.REDIS_URL:
        jobs += [send_written, documents]
    # Daemons: a provider that never answers must not keep a process from its end.
    threads = [threading.Thread(target=_again_and_again, args=(job, over, stopping), daemon=True) for job in jobs]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        over.set()
        for thread in threads:
            thread.join(timeout=settings.LEAGUE_DRAIN)


def beside(season: Season, purpose: str) -> None:
    """Asks models about a season's games what is no part of playing, and has players learn what they chose."""
    now = timezone.now()
    if ask_beside(purpose=purpose, now=now, season=season.slug) and purpose == Call.Purpose.REFLECTION:
        teach_players(season=season, now=now)


def _again_and_again(job: Callable[[], object], over: threading.Event, stopping: threading.Event) -> None:
    try:
        while not over.wait(BESIDE):
            job()
        if not stopping.is_set():
            job()
    finally:
        connection.close()


@contextmanager
def stopped_by_signals() -> Iterator[threading.Event]:
    """An event that SIGINT and SIGTERM set while the block lasts."""
    stopping = threading.Event()

    def stop(number: int, frame: FrameType | None) -> None:
        stopping.set()

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield stopping
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
