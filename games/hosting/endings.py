"""Ends of games are told a few at a time. Law: of a game that somebody may be watching it is told at once; those that
are played as fast as it goes gather for a moment, because what each of them adds goes into the same rows as what the
others do, and is written there once for a dozen of them.

The games themselves are written by then. What is gathered when a process dies is found by the next sweep.
"""

import threading
import time
from collections.abc import Callable, Sequence
from typing import Final

import structlog

from games.engine.moderator import Moderator
from games.models import Game
from games.process.trouble import AWAY, Trouble

logger = structlog.get_logger(__name__)
MOST: Final = 16  # ends that are told at once
WITHIN: Final = 1.0  # seconds
_told: Final = Trouble(logger, "ends of games are left to the sweep to tell", "ends of games are told again")


Ended = tuple[Game, Moderator | None]  # with its moderator when all of it was played here without a call
OnFinished = Callable[[Sequence[Ended]], None]


class Ends:
    """The ends that were not told yet, and whom they are told, if anybody. For any number of threads."""

    def __init__(self) -> None:
        self.on_finished: OnFinished | None = None
        self._gathered: list[Ended] = []
        self._since = 0.0
        self._gathering = threading.Lock()
        self._telling = threading.Lock()

    def __len__(self) -> int:
        return len(self._gathered)

    def add(self, ended: Ended) -> None:
        """Takes an end, to be told."""
        with self._gathering:
            if not self._gathered:
                self._since = time.monotonic()
            self._gathered.append(ended)

    def tell_if_due(self) -> None:
        """Tells what is gathered when it is enough, or has waited long enough, and nobody is telling already."""
        is_due = len(self) >= MOST or (len(self) and time.monotonic() - self._since > WITHIN)
        if is_due and self._telling.acquire(blocking=False):
            try:
                self._tell()
            finally:
                self._telling.release()

    def tell(self) -> None:
        """Tells what is gathered; when this returns, all that was added before it was called is told."""
        with self._telling:
            self._tell()

    def _tell(self) -> None:
        with self._gathering:
            told, self._gathered = self._gathered, []
        if not told or self.on_finished is None:
            return
        with _told.endured(*AWAY):
            try:
                self.on_finished(told)
            except AWAY:
                raise
            except Exception:  # the caller's code
                logger.exception("the end of a game could not be told; the sweep will find it")
