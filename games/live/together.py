"""The same thing, read once for all who ask for it at the same moment. Law: nobody is given what was read before they
asked: whoever asks while it is being read waits for the next reading, together with all others who came meanwhile.
"""

import asyncio
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from games.live.sockets import in_thread

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Together(Generic[K, V]):
    """What `read` finds by a key, off the loop. Belongs to the loop that it is asked on; what was read is shared, and
    to be left as it is."""

    def __init__(self, read: Callable[[K], V]) -> None:
        self._read = read
        self._on: dict[K, asyncio.Task[V]] = {}  # being read
        self._next: dict[K, asyncio.Task[V]] = {}  # to be read after that, for who comes now

    async def of(self, key: K) -> V:
        """What is found from now on; raises what `read` raises."""
        if key not in self._next:
            task = asyncio.create_task(self._after(self._on.get(key), key))
            task.add_done_callback(_heard)
            self._next[key] = task
        return await asyncio.shield(self._next[key])

    async def _after(self, before: asyncio.Task[V] | None, key: K) -> V:
        if before is not None:
            await asyncio.wait([before])
        mine = self._on[key] = self._next.pop(key)
        try:
            return await in_thread(self._read, key)
        finally:
            if self._on[key] is mine:
                del self._on[key]


def _heard(task: "asyncio.Task[V]") -> None:
    """Whoever waited may be gone: an error that nobody hears any more is nobody's."""
    if not task.cancelled():
        task.exception()
