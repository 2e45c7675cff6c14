"""When Python looks for garbage that refers to itself: not while a game is played in one go."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def no_search_for_cycles() -> Iterator[None]:
    """Spares a stretch of work the searches for cyclic garbage. A game keeps nearly all that it makes until it ends, so
    that each search finds the whole of it alive, and the larger a table the more of its time they take."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
