"""The same trouble again. Law: what goes wrong again and again is told the 1st, 2nd, 4th, 8th … time, each in a line,
and once when it is well again: an outage is no reason to fill a disk, and its end is worth knowing.

A trouble belongs to a process, whoever in it runs into it: a hundred games without a database have one trouble. What
comes and goes is counted on; only after a QUIET while does it begin anew.
"""

import threading
import time
from collections.abc import Callable
from datetime import timedelta
from types import TracebackType
from typing import Any, Final

from django.db import InterfaceError, InternalError, OperationalError

# A database that is locked, full, restarted or out of reach; or that has ended a transaction of a process which had
# been stopped in the middle of it.
AWAY: Final = (OperationalError, InterfaceError, InternalError)
QUIET: Final = 60.0  # seconds without it, after which the same trouble is a new one
LONGEST: Final = 300  # characters of an error
_FIRST_REST: Final = timedelta(seconds=30)
_LONGEST_REST: Final = timedelta(minutes=15)


class Trouble:
    """Something that may go wrong: `what` says so in a log, with the error and how often; `well` that it is over."""

    def __init__(self, logger: Any, what: str, well: str, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._logger = logger
        self._what = what
        self._well = well
        self._clock = clock
        self._lock = threading.Lock()
        self._times = 0
        self._last = 0.0
        self._is_on = False
        self._is_told = False

    def again(self, error: object = "", **known: Any) -> None:
        """It went wrong; callable from any thread. `known` is told beside it."""
        with self._lock:
            now = self._clock()
            if now - self._last > QUIET:
                self._times = 0
            self._times, self._last, self._is_on = self._times + 1, now, True
            times = self._times
            if times & (times - 1):
                return
            self._is_told = True
        self._logger.warning(self._what, error=in_a_line(error), times=times, **known)

    def over(self) -> None:
        """It went well. Costs nothing where nothing was wrong."""
        if not self._is_on:
            return
        with self._lock:
            is_told, self._is_on, self._is_told, times = self._is_told, False, False, self._times
        if is_told:
            self._logger.info(self._well, times=times)

    def endured(self, *errors: type[Exception]) -> "Endured":
        """The block may fail with these: that is told, and no more comes of it. When it does not, all is well."""
        return Endured(self, errors)


class Endured:
    """A block that may fail."""

    def __init__(self, trouble: Trouble, errors: tuple[type[Exception], ...]) -> None:
        self._trouble = trouble
        self._errors = errors

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> bool:
        if isinstance(error, self._errors):
            self._trouble.again(error)
            return True
        if error is None:
            self._trouble.over()
        return False


def rest_after(failures: int) -> timedelta:
    """How long what failed so many times in a row rests before it is tried again: twice as long each time, up to a
    quarter of an hour. What fails the same way a hundred times fills no log, and what mends is found."""
    doubled: timedelta = _FIRST_REST * 2 ** min(failures - 1, 10)
    return min(doubled, _LONGEST_REST)


def in_a_line(error: object) -> str:
    """An error's words, or its kind where it has none, as one line."""
    words = " ".join(str(error).split()) or (type(error).__name__ if isinstance(error, BaseException) else "")
    return words[:LONGEST]
