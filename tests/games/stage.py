"""Hosts for tests: real ones, in this process, that leave when they are done."""

import threading
from collections.abc import Callable

from games.hosting import Outcome, host_games, leave_halls
from games.models import Game


def play_all(
    *,
    owner: str = "tests",
    stopping: threading.Event | None = None,
    on_finished: Callable[[Game], None] | None = None,
) -> Outcome:
    """Plays everything that is due to its end, and leaves."""
    try:
        return host_games(
            owner=owner, slice_seconds=60, stopping=stopping or threading.Event(), on_finished=on_finished
        )
    finally:
        leave_halls()
