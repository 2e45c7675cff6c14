"""A host in a process of its own, for tests that end it: `python -m tests.games.host_process FILE [KIND]`.

It plays what is due until nothing is left, and writes every question that it asks a player as one line of FILE, before
the answer is known to anybody. It stops at SIGTERM like every host. With a KIND of questions it is killed where some of
such a poll have answered and some have not.
"""

import atexit
import gc
import os
import signal
import sys
import threading
from collections.abc import Mapping
from pathlib import Path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")
import django

gc.set_threshold(100_000, 20, 20)  # this and the next line as in every command (manage.py)
atexit.register(gc.freeze)
django.setup()

from django.utils import timezone  # noqa: E402

from games.agents.offline import OfflinePlayer, answer_pending  # noqa: E402
from games.engine.moderator import Moderator  # noqa: E402
from games.hosting import session  # noqa: E402
from games.hosting.keeping import (  # noqa: E402
    Owner,
    free_leases_of_the_gone,
    host_games,
    leave_halls,
)


def counted(moderator: Moderator, players: Mapping[int, OfflinePlayer], seat: int) -> None:
    """Asks as every host does, and tells first what it is about to ask."""
    with Path(sys.argv[1]).open("a", encoding="utf-8") as file:
        file.write(f"{moderator.poll} {seat}\n")
    is_half_answered = 1 < len(moderator.pending) < len(moderator.table.living())
    if sys.argv[2:] == [moderator.pending[seat].kind] and is_half_answered:
        os.kill(os.getpid(), signal.SIGKILL)
    answer_pending(moderator, players, seat)


def main() -> None:
    session.answer_pending = counted
    stopping = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: stopping.set())
    free_leases_of_the_gone(now=timezone.now())
    outcome = host_games(owner=Owner.here(), slice_seconds=120, stopping=stopping)
    leave_halls()
    print(outcome.finished, flush=True)  # noqa: T201  read by the test


main()
