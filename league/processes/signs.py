"""Leaving signs of life (league.models.process). Law: a part of a process signs every ten seconds by a thread of its
own, in one statement for all its parts, and never on the way of a game; beat alone signs where it works: when it has
sent what has the league look at what is due, for a thread that is alive proves nothing.

A sign that cannot be written is left to the next. Who ends cleanly says so; rows of those who did not go after a day.
"""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any, Final

import structlog
from celery.signals import task_prerun, worker_ready, worker_shutdown
from django.db import connection
from django.utils import timezone

from games.process.trouble import AWAY, Trouble
from league.access.living import forget_the_silent, sign, sign_off
from league.models.process import EVERY, ProcessKind
from league.processes.beside import begin_beside, end_beside

logger = structlog.get_logger(__name__)
LAST: Final = 2.0  # seconds that a process waits at its end for a sign that is being written
_signing: Final = Trouble(logger, "no sign of life can be left", "signs of life are left again")


class Life:
    """The parts of this process that sign by themselves, and when a worker of it last took a message."""

    def __init__(self) -> None:
        self._parts: dict[ProcessKind, tuple[str, datetime]] = {}
        self._lock = threading.Lock()
        self._changed = threading.Event()
        self._thread: threading.Thread | None = None
        self.worked_at: datetime | None = None

    def begin(self, kind: ProcessKind, name: str = "") -> None:
        """From now on this part signs. Waits for nothing, and may be called where nobody may ask the database."""
        with self._lock:
            self._parts[kind] = name, timezone.now()
            if self._thread is None or not self._thread.is_alive():
                self._changed = threading.Event()
                self._thread = threading.Thread(target=self._sign_on, name="signs", daemon=True)
                self._thread.start()
            self._changed.set()
        begin_beside(kind)

    def end(self, kind: ProcessKind) -> None:
        """This part ends cleanly, and says so; it need not have begun."""
        with self._lock:
            if self._parts.pop(kind, None) is None:
                return
            thread = None if self._parts else self._thread
            self._changed.set()
        if thread is not None and thread is not threading.current_thread():
            thread.join(LAST)  # what it writes must not come behind the last word
        end_beside(kind)
        say_that_it_ended(kind)

    def _sign_on(self) -> None:
        changed = self._changed
        try:
            while True:
                changed.clear()
                with self._lock:
                    parts = dict(self._parts)
                    if not parts:
                        self._thread = None
                        return
                with _signing.endured(*AWAY):
                    now = timezone.now()
                    sign(parts=parts, now=now, worked_at=self.worked_at)
                    forget_the_silent(now=now)
                connection.close()
                changed.wait(EVERY.total_seconds())
        finally:
            connection.close()


LIFE: Final = Life()


@contextmanager
def alive(kind: ProcessKind, name: str = "") -> Iterator[None]:
    """This process signs as a part of this kind while the block lasts, and at its end says that it ended."""
    LIFE.begin(kind, name)
    try:
        yield
    finally:
        LIFE.end(kind)


def say_that_it_ended(kind: ProcessKind) -> None:
    """A part of this process has ended cleanly; where that cannot be written it will be missed for an hour."""
    with _signing.endured(*AWAY):
        sign_off(kind=kind, now=timezone.now())
        return
    connection.close()


# --- beat ------------------------------------------------------------------------------------------------------------


class BeatsSigns:
    """When beat signs: where it has sent, at most every ten seconds."""

    def __init__(self) -> None:
        self._next = 0.0
        self._since: datetime | None = None

    def sent(self) -> None:
        """What has the league look at what is due is on its way."""
        if time.monotonic() < self._next:
            return
        now = timezone.now()
        if self._since is None:
            self._since = now
            begin_beside(ProcessKind.BEAT)
        with _signing.endured(*AWAY):
            sign(parts={ProcessKind.BEAT: ("", self._since)}, now=now)
            self._next = time.monotonic() + EVERY.total_seconds()
            return
        connection.close()

    def ended(self) -> None:
        """Beat sends nothing more."""
        if self._since is not None:
            self._since, self._next = None, 0.0
            end_beside(ProcessKind.BEAT)
            say_that_it_ended(ProcessKind.BEAT)


BEAT: Final = BeatsSigns()


# --- workers ---------------------------------------------------------------------------------------------------------


@worker_ready.connect
def worker_began(**_: Any) -> None:
    """A worker that was started by Celery's own command."""
    LIFE.begin(ProcessKind.WORKER)


@worker_shutdown.connect
def worker_ended(**_: Any) -> None:
    """The same at its end."""
    LIFE.end(ProcessKind.WORKER)


@task_prerun.connect
def message_taken(**_: Any) -> None:
    """A worker of this process works. Written with its next sign."""
    LIFE.worked_at = timezone.now()


def site_began() -> None:
    """This process serves the site from now on."""
    LIFE.begin(ProcessKind.WEB)


def site_ended() -> None:
    """It serves it no more."""
    LIFE.end(ProcessKind.WEB)
