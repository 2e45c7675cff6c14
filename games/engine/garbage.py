"""When Python looks for garbage that refers to itself: not while a game is played in one go."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def no_search_for_cycles(*, nor_after: bool = False) -> Iterator[None]:
    """Spares a stretch of work the searches for cyclic garbage. A game keeps nearly all that it makes until it ends, so
    that each search finds the whole of it alive, and the larger a table the more of its time they take.

    With `nor_after` what was made by then counts as old, for otherwise the first search comes at once and finds all of
    it alive. That is for a process which plays one game after another and leaves no cycles: it also begins the count
    anew that leads to a search among the old, and whatever was frozen before is among these then. (To ask whether
    anything was would take as long as a search.)
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            if nor_after:
                gc.freeze()  # moves the young to the frozen, in one step
                gc.unfreeze()  # and these to the old
            gc.enable()
