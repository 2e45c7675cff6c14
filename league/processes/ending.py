"""How a process that serves and plays ends. Law: a few seconds after it was told to it is gone, whatever still runs.

Everything is asked to come to its end and usually does, within a second. What does not (a thread that hangs, a disk, a
page that is never finished) is left behind: what was answered is in rows, what was not is answered the same again, and
a lease that could not be given back is seen to be of nobody by the next start.

The interpreter's own end is left out too: only to take all modules apart took 0.8 s, 3 to 7 s on a busy machine, more
than all the rest together; and it waits without limit for threads of pools.
"""

import logging
import os
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Final, NoReturn

import structlog
from django.conf import settings
from django.db import DatabaseError, connection

from games.hosting.keeping import is_asking, leave_halls

logger = structlog.get_logger(__name__)
LATEST: Final = 4.0  # seconds from being told to the last words
LAST_WORDS: Final = 0.5  # seconds for those: they need a database and a log, and either may be what hangs


def end_with(work: Callable[[], object]) -> NoReturn:
    """Does the work, and ends the process with the status that it exits with; for the last line of a process."""
    status = 0
    try:
        work()
    except SystemExit as error:
        if not isinstance(error.code, int | None):
            raise
        status = error.code or 0
    _flush()
    os._exit(status)


def end_in_time(*, status: int = 0) -> None:
    """From now on the process has so long to end by itself; then it is ended with this status. While answers are on
    their way from providers it has LEAGUE_DRAIN seconds more. May be called by the handler of a signal."""
    drain = settings.LEAGUE_DRAIN if is_asking() else 0
    late = threading.Timer(LATEST + drain, _leave_behind, [status])
    late.daemon = True
    late.start()


def _leave_behind(status: int) -> None:
    speaking = threading.Thread(target=_speak, daemon=True)
    speaking.start()
    speaking.join(LAST_WORDS)
    os._exit(status)


def _speak() -> None:
    """Gives the games back, so that others may play on at once, and says what did not end."""
    with suppress(DatabaseError):
        leave_halls(timeout=0)
    connection.close()
    ours = (threading.current_thread(), threading.main_thread())
    threads = sorted(thread.name for thread in threading.enumerate() if thread not in ours)
    logger.warning("what did not come to its end in time is left behind", threads=threads)
    _flush()


def _flush() -> None:
    logging.shutdown()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):  # whoever read it is gone
            stream.flush()
