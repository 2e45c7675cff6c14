"""Writes for all games of a process that ask providers. Law: while one transaction runs, the wishes of others gather,
and the next transaction takes them all; so a hundred games cost the database little more than one. The more questions
are before models, and the longer these think, the longer wishes gather: what a transaction costs by itself is most of
what a small one costs.

A call's intention, its end, and the answers with the events that they led to go the same way. The accounts of a batch
are locked once, together and last: two processes that locked them in parts would wait for each other for ever.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from django.db import transaction

from games.budgets import Accounts, Denied
from games.calls import Intent, Settlement, intend_calls, mark_sent, settle_calls
from games.leases import Lease, LeaseLost, Progress, write_games

T = TypeVar("T")
R = TypeVar("R")
MOST: Final = 200  # wishes of a kind in one transaction
SENT_AFTER: Final = 1.0  # seconds; a write of its own costs more than all else that a call writes
GATHERED: Final = 0.001  # seconds between two transactions, for each question before a model
GATHERED_SHARE: Final = 0.05  # or this share of the time that models take
LONGEST_GATHERED: Final = 0.1  # seconds
LATELY: Final = 16  # replies
Off = Callable[[Callable[[], object]], Awaitable[object]]


@dataclass(frozen=True, slots=True)
class Wish(Generic[T, R]):
    """What is to be written, and who waits for it."""

    what: T
    told: asyncio.Future[R]

    def tell(self, result: R) -> None:
        """Says how it went, to whoever still waits."""
        if not self.told.done():
            self.told.set_result(result)

    def fail(self, error: Exception) -> None:
        """Says that it did not go."""
        if not self.told.done():
            self.told.set_exception(error)


class Registrar:
    """Writes in batches. `off` does work in a thread of whoever owns the registrar. Belongs to one event loop."""

    def __init__(self, off: Off) -> None:
        self._off = off
        self._intents: list[Wish[Intent, Denied | None]] = []
        self._settlements: list[Wish[Settlement, None]] = []
        self._progress: list[Wish[tuple[Lease, Progress], bool]] = []
        self._sent: list[int] = []
        self._writing: asyncio.Task[None] | None = None
        self.crowd = 0  # how many questions are before models
        self._latency = 0.0  # seconds that models take, lately

    async def intend(self, intent: Intent) -> Denied | None:
        """Writes the row of a call and reserves its cost; None, or why it may not be made. Raises DatabaseError."""
        denied = await self._wished(self._intents, intent)
        if denied is None:
            # It goes with whatever is written next; when that is long in coming, by itself.
            self._sent.append(intent.call.pk)
            asyncio.get_running_loop().call_later(SENT_AFTER, self._start)
        return denied

    async def settle(self, settlement: Settlement) -> None:
        """Writes what a call came to. Raises DatabaseError."""
        await self._wished(self._settlements, settlement)

    async def write(self, lease: Lease, progress: Progress) -> bool:
        """Writes a game's progress with the calls that brought it; returns whether it is finished. Raises LeaseLost,
        DatabaseError."""
        return await self._wished(self._progress, (lease, progress))

    def heard(self, seconds: float) -> None:
        """Says how long a model took."""
        self._latency += (seconds - self._latency) / LATELY

    async def _wished(self, wishes: list[Wish[T, R]], what: T) -> R:
        wish: Wish[T, R] = Wish(what, asyncio.get_running_loop().create_future())
        wishes.append(wish)
        self._start()
        return await wish.told

    def _start(self) -> None:
        something = self._intents or self._settlements or self._progress or self._sent
        if something and (self._writing is None or self._writing.done()):
            self._writing = asyncio.create_task(self._batches())

    async def _batches(self) -> None:
        is_first = True
        while self._intents or self._settlements or self._progress or (is_first and self._sent):
            is_first = False
            batch = Batch(_taken(self._intents), _taken(self._settlements), _taken(self._progress), _taken(self._sent))
            try:
                await self._off(batch.write)
            except Exception as error:  # noqa: BLE001  each of those who wait is told, and decides
                batch.fail(error)
            else:
                batch.tell()
            if self.crowd > 1:
                gathering = max(GATHERED * self.crowd, GATHERED_SHARE * self._latency)
                await asyncio.sleep(min(LONGEST_GATHERED, gathering))


def _taken(wishes: list[T]) -> list[T]:
    """The first wishes of a list, which are its no more."""
    taken = wishes[:MOST]
    del wishes[:MOST]
    return taken


class Batch:
    """What goes into one transaction."""

    def __init__(
        self,
        intents: list[Wish[Intent, Denied | None]],
        settlements: list[Wish[Settlement, None]],
        progress: list[Wish[tuple[Lease, Progress], bool]],
        sent: list[int],
    ) -> None:
        self._intents = intents
        self._settlements = settlements
        self._progress = progress
        self._sent = sent
        self._finished: list[bool | LeaseLost] = []
        self._denied: list[Denied | None] = []

    def write(self) -> None:
        """Writes all of it, or nothing. Who no longer holds a game is told so, and spoils it for nobody."""
        with transaction.atomic():
            writes = [wish.what for wish in self._progress]
            self._finished = write_games(writes)
            ended = [wish.what for wish in self._settlements]
            for (_, progress), finished in zip(writes, self._finished, strict=True):
                if not isinstance(finished, LeaseLost):
                    ended += progress.settlements
            intents = [wish.what for wish in self._intents]
            purses = [purse for settlement in ended for purse in settlement.purses]
            accounts = Accounts(purses + [purse for intent in intents for purse in intent.purses])
            settle_calls(ended, accounts)
            self._denied = intend_calls(intents, accounts)
            accounts.close()
            if self._sent:
                mark_sent(self._sent)

    def tell(self) -> None:
        """Says to everybody how it went."""
        for wish, finished in zip(self._progress, self._finished, strict=True):
            if isinstance(finished, LeaseLost):
                wish.fail(finished)
            else:
                wish.tell(finished)
        for settled in self._settlements:
            settled.tell(None)
        for intended, denied in zip(self._intents, self._denied, strict=True):
            intended.tell(denied)

    def fail(self, error: Exception) -> None:
        """Says to everybody that nothing was written."""
        wishes: list[Wish[Any, Any]] = [*self._intents, *self._settlements, *self._progress]
        for wish in wishes:
            wish.fail(error)
