"""Calls that do not fit beside those on their way wait here for their turn at an account. Law: who came first is called
first, nobody holds anything while waiting, and each call that comes home lets at least one look again; what other
processes settle is found by a look a second.

A worst case is many times what a call costs: what a few of them reserve is mostly free again a moment later.
"""

import asyncio
import time
from bisect import insort
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import count
from typing import Final

from games.billing.budgets import Purse
from games.gateway.circuit_breaker import Halt, Halted

LOOK: Final = 1.0  # seconds between two looks at what other processes have settled
EARLY: Final = 0.01  # seconds by which a clock may wake somebody too early
Account = tuple[str, str]


@dataclass(eq=False, slots=True)
class Turn:
    """Somebody in a queue: the number of its arrival, what it may cost, and whether it was called."""

    number: int
    amount: Decimal
    called: asyncio.Future[None]


@dataclass(slots=True)
class Queue:
    """Those who wait for one account, what came free for them since the first began to wait, and when one of them last
    looked by itself."""

    turns: list[Turn] = field(default_factory=list)
    freed: Decimal = Decimal(0)
    looked: float = field(default_factory=time.monotonic)

    def looks(self, turn: Turn) -> bool:
        """Whether it is time to look by oneself, for whoever is first."""
        now = time.monotonic()
        if self.turns[0] is not turn or now - self.looked < LOOK:
            return False
        self.looked = now
        return True


class Queues:
    """The queues of a process. Belongs to one event loop."""

    def __init__(self) -> None:
        self._numbers = count(1)
        self._of: defaultdict[Account, Queue] = defaultdict(Queue)

    def __len__(self) -> int:
        return sum(len(queue.turns) for queue in self._of.values())

    def arrive(self) -> int:
        """The number of whoever comes now: with it one waits behind all who came before."""
        return next(self._numbers)

    def ahead(self, purses: Iterable[Purse], number: int) -> Purse | None:
        """The first of these accounts at which somebody waits who came before; None where nobody does."""
        for purse in purses if self._of else ():
            queue = self._of.get((purse.scope, purse.name))
            if queue is not None and queue.turns[0].number < number:
                return purse
        return None

    async def wait(
        self,
        purse: Purse,
        *,
        number: int,
        amount: Decimal,
        halt: Halt,
        meanwhile: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        """Until it is worth looking again whether an account can pay; `meanwhile` is done after each LOOK. Raises
        Halted."""
        account = (purse.scope, purse.name)
        turn = Turn(number, amount, asyncio.get_running_loop().create_future())
        insort(self._of[account].turns, turn, key=lambda each: each.number)
        try:
            while not turn.called.done():
                resting = asyncio.ensure_future(halt.sleep(LOOK + EARLY))
                await asyncio.wait((turn.called, resting), return_when=asyncio.FIRST_COMPLETED)
                resting.cancel()
                if halt.is_set():
                    raise Halted
                if meanwhile is not None and not turn.called.done():
                    await meanwhile()
                if self._of[account].looks(turn):
                    break
        finally:
            self._leave(account, turn)

    def came_free(self, purses: Iterable[Purse], amount: Decimal = Decimal(0)) -> None:
        """Says that so much is free again in these accounts: calls the first in each queue, and those after it for whom
        that is enough as well."""
        for purse in purses if self._of else ():
            queue = self._of.get((purse.scope, purse.name))
            if queue is None:
                continue
            queue.freed += amount
            for place, turn in enumerate([turn for turn in queue.turns if not turn.called.done()]):
                if place and turn.amount > queue.freed:
                    break
                queue.freed = max(Decimal(0), queue.freed - turn.amount)
                turn.called.set_result(None)

    def _leave(self, account: Account, turn: Turn) -> None:
        queue = self._of[account]
        queue.turns.remove(turn)
        if not queue.turns:
            del self._of[account]
