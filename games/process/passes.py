"""How many may be at something at once in a process. Law: whoever wants to, on whichever event loop, takes one of the
same passes; who came first is let in first, and a changed number holds from then on.

An asyncio.Semaphore belongs to one loop, and its number never changes: what has a loop of its own would have passes of
its own.
"""

import asyncio
import threading
from collections import deque

Waiter = tuple[asyncio.AbstractEventLoop, "asyncio.Future[None]"]


class Passes:
    """So many passes. For all threads of a process."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._taken = 0
        self._waiting: deque[Waiter] = deque()
        self._one_at_a_time = threading.Lock()

    def allow(self, number: int) -> None:
        """Says how many there are by now. Who holds one beyond that keeps it until it is given back."""
        if number == self._number:
            return
        with self._one_at_a_time:
            self._number = number
            self._let_in()

    def take(self) -> bool:
        """Takes a pass, if there is one for which nobody waits."""
        with self._one_at_a_time:
            return self._took()

    async def acquire(self) -> None:
        """Takes a pass, when there is one; it is given back by release()."""
        loop = asyncio.get_running_loop()
        with self._one_at_a_time:
            if self._took():
                return
            turn = loop.create_future()
            self._waiting.append((loop, turn))
        try:
            await turn
        except asyncio.CancelledError:
            with self._one_at_a_time:
                if (loop, turn) in self._waiting:
                    self._waiting.remove((loop, turn))
            if turn.done() and not turn.cancelled():
                self.release()
            raise

    def release(self) -> None:
        """Gives a pass back, and lets in who waits for one."""
        with self._one_at_a_time:
            self._taken -= 1
            self._let_in()

    def _took(self) -> bool:
        is_free = self._taken < self._number and not self._waiting
        self._taken += is_free
        return is_free

    def _let_in(self) -> None:
        while self._waiting and self._taken < self._number:
            loop, turn = self._waiting.popleft()
            try:
                loop.call_soon_threadsafe(self._called, turn)
            except RuntimeError:  # its loop is closed: nobody waits there any more
                continue
            self._taken += 1

    def _called(self, turn: "asyncio.Future[None]") -> None:
        if turn.done():  # cancelled before it heard
            self.release()
        else:
            turn.set_result(None)
