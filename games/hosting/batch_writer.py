"""Writes for all games of a process that ask providers. Law: while one transaction runs, the wishes of others gather,
and the next transaction takes them all; so a hundred games cost the database little more than one. The more questions
are before models, and the longer these think, the longer wishes gather: what a transaction costs by itself is most of
what a small one costs.

A call's intention, its end, and the answers with the events that they led to go the same way. The accounts of a batch
are locked once, together and last: two processes that locked them in parts would wait for each other for ever.

A database that fails for a moment, or ends one of two transactions that waited for each other, costs time: the batch is
written once more, and what was written already without our hearing of it is known by its keys.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Generic, TypeVar

import structlog
from django.db import connection, transaction

from games.billing.budgets import Accounts, Denied
from games.billing.call_ledger import Intent, Settlement, intend_calls, mark_sent, orphaned, settle_calls, unsent
from games.gateway.queues import Queues
from games.hosting.leases import Lease, LeaseLost, still_held
from games.hosting.progress import Progress, write_games
from games.models import Call
from games.process.trouble import AWAY, Trouble

logger = structlog.get_logger(__name__)
T = TypeVar("T")
R = TypeVar("R")
MOST: Final = 200  # wishes of a kind in one transaction
SENT_AFTER: Final = 1.0  # seconds; a write of its own costs more than all else that a call writes
GATHERED: Final = 0.001  # seconds between two transactions, for each question before a model
LONGEST_GATHERED: Final = 0.1  # seconds
LONGEST_SHARE: Final = 0.25  # seconds; each question waits for two transactions, for half of this on average
GATHERED_SHARE: Final = 0.05  # or this share of the time that models take
LATELY: Final = 16  # replies
FIRST_WAIT: Final = 0.1  # seconds before a batch that failed is tried again; doubles up to the longest
LONGEST_WAIT: Final = 2.0
_failing: Final = Trouble(logger, "a batch could not be written; trying again", "batches are written again")
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
        self.queues = Queues()
        self.crowd = 0  # how many questions are before models
        self._latency = 0.0  # seconds that models take, lately

    async def intend(self, intent: Intent) -> Denied | None:
        """Writes the row of a call and reserves its cost; None, or why it may not be made. Raises LeaseLost when its
        game is no longer played here, DatabaseError."""
        denied = await self._wished(self._intents, intent)
        if denied is None:
            # It goes with whatever is written next; when that is long in coming, by itself.
            self._sent.append(intent.call.pk)
            asyncio.get_running_loop().call_later(SENT_AFTER, self._start)
        return denied

    async def settle(self, settlement: Settlement) -> None:
        """Writes what a call came to. Raises DatabaseError."""
        await self._wished(self._settlements, settlement)

    def abandon(self, intent: Intent) -> None:
        """Writes the end of a call that left and that nobody here waits for any more."""
        self._unheard(orphaned(intent.call, intent.purses))
        self._start()

    async def write(self, lease: Lease, progress: Progress) -> bool:
        """Writes a game's progress with the calls that brought it; returns whether it is finished. Raises LeaseLost,
        DatabaseError."""
        return await self._wished(self._progress, (lease, progress))

    @property
    def is_writing(self) -> bool:
        """Whether something is on its way into the database."""
        return self._writing is not None and not self._writing.done()

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
        if something and not self.is_writing:
            self._writing = asyncio.create_task(self._batches())

    async def _batches(self) -> None:
        is_first = True
        while self._intents or self._settlements or self._progress or (is_first and self._sent):
            is_first = False
            # A call that nobody wants any more need not be written.
            intents = [wish for wish in _taken(self._intents) if not wish.told.cancelled()]
            batch = Batch(intents, _taken(self._settlements), _taken(self._progress), _taken(self._sent))
            try:
                await self._written(batch)
            except Exception as error:  # noqa: BLE001  each of those who wait is told, and decides
                batch.fail(error)
            else:
                # A call whose asker is gone will never leave: it ends here, or it would be open for ever.
                for settlement in batch.tell():
                    self._unheard(settlement)
                for settled in batch.ended:
                    self.queues.came_free(settled.purses, settled.call.reserved - settled.cost)
            if self.crowd > 1:
                of_crowd = min(LONGEST_GATHERED, GATHERED * self.crowd)
                await asyncio.sleep(max(of_crowd, min(LONGEST_SHARE, GATHERED_SHARE * self._latency)))

    def _unheard(self, settlement: Settlement) -> None:
        """Writes the end of a call with what is written next; nobody waits for it, nor hears that it failed."""
        told = asyncio.get_running_loop().create_future()
        told.add_done_callback(lambda done: done.cancelled() or done.exception())
        self._settlements.append(Wish(settlement, told))

    async def _written(self, batch: "Batch") -> None:
        """Writes a batch, as often as the database fails."""
        wait = FIRST_WAIT
        while True:
            try:
                await self._off(batch.write)
            except AWAY as error:
                _failing.again(error)
                await asyncio.sleep(wait)
                wait = min(2 * wait, LONGEST_WAIT)
            else:
                _failing.over()
                return


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
        self._denied: list[Denied | LeaseLost | None] = []
        self.ended: Sequence[Settlement] = ()  # the calls that came to their ends with it
        self._is_repeated = False  # an earlier try may have been written

    def write(self) -> None:
        """Writes all of it, or nothing. Who no longer holds a game is told so, and spoils it for nobody."""
        try:
            self._write()
        except AWAY:
            self.unheard()
            connection.close()
            raise

    def unheard(self) -> None:
        """Says that it may have been written, for all that anybody knows."""
        self._is_repeated = True

    def _write(self) -> None:
        repeated = self._is_repeated
        with transaction.atomic():
            writes = [wish.what for wish in self._progress]
            self._finished = write_games(writes=writes, repeated=repeated)
            ended = [wish.what for wish in self._settlements]
            for (_, progress), finished in zip(writes, self._finished, strict=True):
                if isinstance(finished, LeaseLost):  # paid for all the same
                    ended += [replace(each, status=Call.Status.ORPHANED) for each in progress.settlements]
                else:
                    ended += progress.settlements
            held = still_held([wish.what.call.game for wish in self._intents if wish.what.call.game])
            intents = [wish.what for wish in self._intents if wish.what.call.game_id in held]
            purses = [purse for settlement in ended for purse in settlement.purses]
            accounts = Accounts(purses + [purse for intent in intents for purse in intent.purses])
            settle_calls(settlements=ended, accounts=accounts)
            self.ended = ended
            denied = iter(intend_calls(intents=intents, accounts=accounts, repeated=repeated))
            accounts.close()
            if self._sent:
                mark_sent(calls=self._sent)
        self._denied = [
            next(denied) if wish.what.call.game_id in held else LeaseLost("its game is played by another host")
            for wish in self._intents
        ]

    def tell(self) -> Sequence[Settlement]:
        """Says to everybody how it went; returns the ends of calls that were intended for somebody who is gone."""
        gone = [wish.what for wish in self._intents if wish.told.cancelled()]
        made = [intent for intent in gone if intent.call.pk is not None]
        for wish, finished in zip(self._progress, self._finished, strict=True):
            if isinstance(finished, LeaseLost):
                wish.fail(finished)
            else:
                wish.tell(finished)
        for settled in self._settlements:
            settled.tell(None)
        for intended, denied in zip(self._intents, self._denied, strict=True):
            if isinstance(denied, LeaseLost):
                intended.fail(denied)
            else:
                intended.tell(denied)
        return [unsent(intent) for intent in made]

    def fail(self, error: Exception) -> None:
        """Says to everybody that nothing was written."""
        wishes: list[Wish[Any, Any]] = [*self._intents, *self._settlements, *self._progress]
        for wish in wishes:
            wish.fail(error)
