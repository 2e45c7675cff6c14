"""What comes one by one and is told a few at a time. Law: each thing is told once, by whoever finds that it is time,
and nobody who adds one waits for a telling that goes on.

What is gathered when a process dies is lost: it is for what is found again in rows.
"""

import threading
import time
from collections.abc import Callable, Sequence
from typing import Any, Final, Generic, TypeVar

from games.process.trouble import AWAY, Trouble

T = TypeVar("T")
MOST: Final = 48  # things that make it time to tell
WITHIN: Final = 3.0  # seconds after the first, after which it is time with fewer


class Gathering(Generic[T]):
    """The things that were not told yet, and whom they are told, if anybody. What goes wrong in telling is told to
    `logger`, as `lost`, and `well` when it works again. For any number of threads."""

    def __init__(self, logger: Any, *, lost: str, well: str) -> None:
        self.told_to: Callable[[Sequence[T]], None] | None = None
        self._logger, self._lost = logger, lost
        self._trouble = Trouble(logger, lost, well)
        self._gathered: list[T] = []
        self._since = 0.0
        self._gathering = threading.Lock()
        self._telling = threading.Lock()

    def __len__(self) -> int:
        return len(self._gathered)

    def add(self, thing: T) -> None:
        """Takes a thing, to be told."""
        with self._gathering:
            if not self._gathered:
                self._since = time.monotonic()
            self._gathered.append(thing)

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
        if not told or self.told_to is None:
            return
        with self._trouble.endured(*AWAY):
            try:
                self.told_to(told)
            except AWAY:
                raise
            except Exception:  # the caller's code
                self._logger.exception(self._lost)
