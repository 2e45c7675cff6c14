"""Looking out: every process that leaves signs of life looks every half a minute whether anything is wrong, one of them
at a time, in a thread of its own. Law: it hangs on no beat, no worker and no message, for those are what may be gone;
and it holds up nothing, neither signs of life nor a game.
"""

import threading
from datetime import timedelta
from typing import Final

import structlog
from django.db import connection
from django.utils import timezone

from games.process.trouble import AWAY, Trouble
from league.models.process import ProcessKind

logger = structlog.get_logger(__name__)
FIRST: Final = timedelta(seconds=15)  # after its beginning a process knows little yet
EVERY: Final = timedelta(seconds=30)
LAST: Final = 2.0  # seconds that a process waits at its end for a look that is under way
_looking: Final = Trouble(logger, "nobody can look whether anything is wrong", "it is looked again")


class Lookout:
    """The thread of this process that looks, while a part of it lives."""

    def __init__(self, *, first: timedelta = FIRST, every: timedelta = EVERY) -> None:
        self._first, self._every = first.total_seconds(), every.total_seconds()
        self._parts: set[ProcessKind] = set()
        self._lock = threading.Lock()
        self._over = threading.Event()
        self._thread: threading.Thread | None = None

    def begin(self, kind: ProcessKind) -> None:
        """This part lives: it is looked from now on. Waits for nothing."""
        with self._lock:
            self._parts.add(kind)
            if self._thread is None or not self._thread.is_alive():
                self._over = threading.Event()
                self._thread = threading.Thread(target=self._look_out, args=(self._over,), name="lookout", daemon=True)
                self._thread.start()

    def end(self, kind: ProcessKind) -> None:
        """This part lives no more; with the last of them nobody looks."""
        with self._lock:
            self._parts.discard(kind)
            if self._parts or self._thread is None:
                return
            thread, self._thread = self._thread, None
            self._over.set()
        if thread is not threading.current_thread():
            thread.join(LAST)

    def _look_out(self, over: threading.Event) -> None:
        pause = self._first
        while not over.wait(pause):
            pause = self._every
            from league.alerts.telling import look  # slow import: beat asks for none of these queries otherwise

            try:
                with _looking.endured(*AWAY):
                    look(now=timezone.now())
            except Exception as error:  # noqa: BLE001  a fault of ours must not end the looking
                _looking.again(error, fault=type(error).__name__)
            finally:
                connection.close()


LOOKOUT: Final = Lookout()
