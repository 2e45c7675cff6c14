"""Writes calls to the ledger for all games of a process. Law: while one transaction runs, the wishes of others gather,
and the next transaction takes them all; so a hundred games cost the database little more than one.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final

from games.budgets import Denied
from games.calls import Intent, Settlement, intend_calls, mark_sent, settle_calls

MOST: Final = 200  # calls in one transaction
Off = Callable[[Callable[[], object]], Awaitable[object]]


class Registrar:
    """Intends, marks and settles calls in batches. `off` does work in a thread of whoever owns the registrar. Belongs
    to one event loop."""

    def __init__(self, off: Off) -> None:
        self._off = off
        self._intents: list[tuple[Intent, asyncio.Future[Denied | None]]] = []
        self._settlements: list[tuple[Settlement, asyncio.Future[None]]] = []
        self._sent: list[int] = []
        self._writing: asyncio.Task[None] | None = None

    async def intend(self, intent: Intent) -> Denied | None:
        """Writes the row of a call and reserves its cost; None, or why it may not be made. Raises DatabaseError."""
        future: asyncio.Future[Denied | None] = asyncio.get_running_loop().create_future()
        self._intents.append((intent, future))
        self._write()
        denied = await future
        if denied is None:
            self._sent.append(intent.call.pk)  # written with whatever is written next
        return denied

    async def settle(self, settlement: Settlement) -> None:
        """Writes what a call came to. Raises DatabaseError."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._settlements.append((settlement, future))
        self._write()
        await future

    def _write(self) -> None:
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._batches())

    async def _batches(self) -> None:
        while self._intents or self._settlements:
            intents, self._intents = self._intents[:MOST], self._intents[MOST:]
            settlements, self._settlements = self._settlements[:MOST], self._settlements[MOST:]
            sent, self._sent = self._sent, []
            told: list[Denied | None] = []

            def work() -> None:
                settle_calls([settlement for settlement, _ in settlements])  # noqa: B023  awaited before the next round
                told.extend(intend_calls([intent for intent, _ in intents]) if intents else [])  # noqa: B023
                if sent:  # noqa: B023
                    mark_sent(sent)  # noqa: B023

            try:
                await self._off(work)
            except Exception as error:  # noqa: BLE001  each of those who wait is told, and decides
                everybody: list[asyncio.Future[Any]] = [
                    *(each for _, each in intents),
                    *(each for _, each in settlements),
                ]
                for waiting in everybody:
                    if not waiting.done():
                        waiting.set_exception(error)
                continue
            for (_, answer), denied in zip(intents, told, strict=True):
                if not answer.done():
                    answer.set_result(denied)
            for _, done in settlements:
                if not done.done():
                    done.set_result(None)
