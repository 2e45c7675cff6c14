"""A season played by several processes of this machine. Law: they share nothing but the rows; leases say who has which
game, so one that is killed loses none, and what comes out is what one process would have played.

The parent looks after the season (next games, lost results, budgets, figures) and after its processes, and plays
nothing itself. Each child holds the other end of a pipe: when the parent is gone, however it went, the pipe ends, the
child gives its games back and ends too.
"""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from django.conf import settings
from django.utils import timezone

from games.hosting.keeping import free_leases_of_the_gone, leave_halls, send_written
from league.memories.documents import write_documents
from league.models import Season
from league.results.figures import count_rest
from league.seasons.playing.keeping import play_season
from league.seasons.playing.running import DOCUMENTS, LOOK, TOLD_WITHIN, Seldom, Stand, done_beside, look_after

MOST_PROCESSES: Final = 64
MOST_DEATHS: Final = 3  # for each process, before the rest goes on without
COUNTED: Final = 4  # looks between two counts of figures
MARGIN: Final = 5.0  # seconds that a process gets to give its games back, beside those for answers on their way


class AllGone(Exception):
    """No process is left to play; the message says how the last one ended."""


@dataclass(slots=True)
class Crew:
    """The processes that play a season, and how often one has died. `shares` are for those to come: how many games each
    plays at a time, None for as many as it can."""

    season: Season
    size: int
    say: Callable[[str], object]
    shares: list[int | None] = field(default_factory=list)
    processes: dict["subprocess.Popen[bytes]", int | None] = field(default_factory=dict)
    deaths: int = 0

    def man(self) -> None:
        """Starts as many processes as are missing."""
        while len(self.processes) < self.size:
            words = [sys.executable, str(settings.BASE_DIR / "manage.py")]
            words += ["season", self.season.slug, "run", "--beside", str(os.getpid())]
            share = self.shares.pop() if self.shares else None
            words += ["--parallel", str(share)] if share else []
            # An end of the pipe in no hand but ours: who is started later must not hold it open.
            self.processes[subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)] = share

    def look(self) -> None:
        """Sees who has ended, says so, and puts another in the place of each that died. Raises AllGone."""
        for process in [each for each in self.processes if each.poll() is not None]:
            self.shares.append(self.processes.pop(process))
            ended = how(process.returncode)
            if process.returncode == 0:
                continue  # it saw the end of the season before we did
            self.deaths += 1
            free_leases_of_the_gone(now=timezone.now())
            if self.deaths > MOST_DEATHS * self.size:
                self.size = len(self.processes)
                self.say(f"process {process.pid} {ended}; too many have, the rest goes on: {self.size}")
            else:
                self.say(f"process {process.pid} {ended}; another takes its place")
            if not self.size:
                raise AllGone(f"no process is left to play: the last one {ended}")
        if self.deaths:
            self.man()

    def dismiss(self) -> None:
        """Lets all of them give their games back, and ends those that do not."""
        for process in self.processes:
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)
        until = time.monotonic() + settings.LEAGUE_DRAIN + MARGIN
        for process in self.processes:
            try:
                process.wait(max(0.0, until - time.monotonic()))
            except subprocess.TimeoutExpired:
                self.say(f"process {process.pid} does not end and is killed")
                process.kill()
                process.wait()
        free_leases_of_the_gone(now=timezone.now())
        self.processes.clear()


def shared_out(games: int, processes: int) -> list[int | None]:
    """How many of so many games at a time each of some processes plays; fewer processes, where there are not enough."""
    size = min(games, processes)
    return [games // size + (place < games % size) for place in range(size)]


def how(status: int) -> str:
    """How a process ended, in words."""
    return f"was ended by {signal.Signals(-status).name}" if status < 0 else f"ended with {status}"


def run_season_together(
    *,
    season: Season,
    processes: int,
    stopping: threading.Event,
    tell: Callable[[Stand], None],
    say: Callable[[str], object],
    parallel: int | None = None,
) -> Stand:
    """Plays a running season by so many processes until it is over, paused, or `stopping` is set, at most `parallel` of
    its games at a time in all of them together; tells how far it has come meanwhile, and says what becomes of the
    processes. Raises AllGone."""
    free_leases_of_the_gone(now=timezone.now())
    shares: list[int | None] = shared_out(parallel, processes) if parallel else [None] * processes
    crew = Crew(season, len(shares), say, shares)
    documents = Seldom(write_documents, DOCUMENTS)
    try:
        with done_beside(season, stopping, documents):
            try:
                looks = 0
                while True:
                    stand = look_after(season)
                    if not settings.REDIS_URL:
                        documents()
                    tell(stand)
                    if stand.status != Season.Status.RUNNING:
                        count_rest(season=season)
                    if stand.status != Season.Status.RUNNING or stopping.is_set():
                        return stand
                    crew.look() if looks else crew.man()
                    looks += 1
                    if looks % COUNTED == 0:
                        count_rest(season=season, ended_before=timezone.now() - TOLD_WITHIN)
                    stopping.wait(LOOK)
            finally:
                crew.dismiss()
                send_written()
    finally:
        write_documents()  # what was done beside may have taught somebody


def play_beside(*, season: Season, stopping: threading.Event, parallel: int | None = None) -> None:
    """Plays the games of a running season for the process that started this one, at most so many at a time, until it is
    over, paused, or `stopping` is set, which the end of that process does too."""
    threading.Thread(target=_stop_with_parent, args=(stopping,), name="parent", daemon=True).start()
    running = Season.objects.filter(pk=season.pk, status=Season.Status.RUNNING)
    try:
        while not stopping.is_set() and running.exists():
            if not play_season(season=season, stopping=stopping, seconds=LOOK, parallel=parallel).playing:
                stopping.wait(LOOK / 5)
    finally:
        leave_halls()


def _stop_with_parent(stopping: threading.Event) -> None:
    """Waits for the end of a pipe into which nothing is ever written."""
    while os.read(sys.stdin.fileno(), 1):
        pass
    stopping.set()
