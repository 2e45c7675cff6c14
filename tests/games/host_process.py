"""A host in a process of its own, for tests that end it: `python -m tests.games.host_process FILE`.

It plays what is due until nothing is left, and writes every question that it asks a player as one line of FILE, before
the answer is known to anybody. It stops at SIGTERM like every host.
"""

import os
import signal
import sys
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")
import django

django.setup()

from django.utils import timezone  # noqa: E402

from games.agents import players  # noqa: E402
from games.agents.uniform import Uniform  # noqa: E402
from games.engine.dice import Dice  # noqa: E402
from games.engine.questions import Question  # noqa: E402
from games.engine.table import Entry  # noqa: E402
from games.hosting import host_games, leave_halls  # noqa: E402
from games.leases import free_leases_of_the_gone, this_process  # noqa: E402


@dataclass(frozen=True, slots=True)
class Counting(Uniform):
    """A uniform player that tells which question it is asked."""

    def reply(self, seat: int, question: Question[Any], view: Sequence[Entry], dice: Dice) -> dict[str, Any]:
        _, poll, *_ = dice._key
        with Path(sys.argv[1]).open("a", encoding="utf-8") as file:
            file.write(f"{poll} {seat}\n")
        return Uniform.reply(self, seat, question, view, dice)


def main() -> None:
    players.OFFLINE["uniform"] = lambda sheet, model: Counting(sheet)  # type: ignore[index]  # read-only for others
    stopping = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: stopping.set())
    free_leases_of_the_gone(now=timezone.now())
    outcome = host_games(owner=this_process(), slice_seconds=120, stopping=stopping)
    leave_halls()
    print(outcome.finished, flush=True)  # noqa: T201  read by the test


main()
