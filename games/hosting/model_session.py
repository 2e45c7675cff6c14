"""One game whose players are asked over the network. Law: all that may be asked is asked at once, each answer is
written when it comes, and nothing is asked any more when it is time to stop; what is on its way then is still taken.
But of those who are told the same at length one goes ahead, so that it is paid for once (Exchange.together).
"""

import asyncio
import math
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

import structlog
from django.conf import settings
from django.db import DatabaseError

from games.gateway.circuit_breaker import Halted
from games.hosting.questions import Asker, Matter, Taken, Tell, Waiting, which
from games.hosting.session import Hosted
from games.process import doorbell

logger = structlog.get_logger(__name__)


class Halt(Protocol):
    """Somebody who may say that it is time to stop, to threads and to coroutines."""

    def is_set(self) -> bool: ...

    def wait(self, timeout: float) -> bool: ...

    async def told(self) -> None: ...

    async def sleep(self, seconds: float) -> None: ...


class Conversation:
    """A game in a host's hands that asks providers. `off` does work in a thread, `tell` says why the game waits."""

    def __init__(
        self,
        hosted: Hosted,
        asker: Asker,
        halt: Halt,
        *,
        off: Callable[[Callable[[], Any]], Awaitable[Any]],
        tell: Tell,
    ) -> None:
        self._hosted = hosted
        self._asker = asker
        self._halt = halt
        self._off = off
        self._tell = tell
        self._under_way: dict[asyncio.Task[Taken], int] = {}  # the seat that each task asks for
        self._ahead: dict[tuple[object, ...], int] = {}  # who was asked first of those who are told much together
        self._waiting: Waiting | None = None
        self._is_briefed = False
        self._drained = math.inf  # when what is under way is waited for no more

    async def play(self) -> None:
        """Plays until the game is over, until it has gone one step where that was asked for, until it is time to stop,
        or until it cannot go on: then raises Waiting. What is under way has LEAGUE_DRAIN seconds to come in when it is
        time to stop."""
        hosted, halted = self._hosted, asyncio.create_task(self._halt.told())
        try:
            while hosted.moderator.pending and not hosted.is_finished and not hosted.is_stepped:
                if not self._under_way:
                    await self._go_on()
                ready = await self._ask() if self._may_ask else []
                if self._under_way and not ready:
                    await self._some_are_done(halted)
                    ready = self._come_in()
                    if not ready and asyncio.get_running_loop().time() >= self._drained:
                        break  # what has not come by now is left to whoever goes on
                await self._take(ready)
                if not self._under_way and not self._may_ask:
                    break
        finally:
            for task in (*self._under_way, halted):
                task.cancel()
        if self._waiting is not None:
            raise self._waiting

    @property
    def _may_ask(self) -> bool:
        return not self._halt.is_set() and self._waiting is None

    async def _ask(self) -> list[Taken]:
        """Asks everybody who is to be asked and is not under way; returns what was answered before a restart."""
        ready = []
        for matter in await self._matters():
            if isinstance(matter, Taken):
                ready.append(matter)
            elif not self._is_held(matter):
                task = asyncio.create_task(self._asker.ask(matter, self._halt, self._tell))
                self._under_way[task] = matter.seat
        return ready

    def _is_held(self, matter: Matter) -> bool:
        """Whether somebody goes ahead who is told much just as this one is: when that one has answered, the provider's
        cache knows it, and so pays only one of them for it."""
        if not matter.exchange.together:
            return False
        alike = (matter.poll, *which(matter.model))
        ahead = self._ahead.setdefault(alike, matter.seat)
        return ahead != matter.seat and ahead in self._under_way.values()

    async def _matters(self) -> list[Matter | Taken]:
        """What is to be asked. In a thread where somebody thinks here, and for the first time, when the rules and the
        past are put into words; else on the spot, for the way to a thread and back is longer."""
        hosted, under_way = self._hosted, set(self._under_way.values())
        if self._is_briefed and hosted.is_of_voices:
            return hosted.matters(under_way)
        self._is_briefed = True
        matters: list[Matter | Taken] = await self._off(lambda: hosted.matters(under_way))
        return matters

    async def _some_are_done(self, halted: asyncio.Task[None]) -> None:
        """Until somebody has answered; when it is time to stop, no longer than what is under way is waited for."""
        if not halted.done():
            await asyncio.wait((*self._under_way, halted), return_when=asyncio.FIRST_COMPLETED)
        if halted.done() and not any(task.done() for task in self._under_way):
            now = asyncio.get_running_loop().time()
            self._drained = min(self._drained, now + settings.LEAGUE_DRAIN)
            left = max(0.0, self._drained - now)
            await asyncio.wait(self._under_way, timeout=left, return_when=asyncio.FIRST_COMPLETED)

    def _come_in(self) -> list[Taken]:
        """What has come of those who are done."""
        ready = []
        for task in [task for task in self._under_way if task.done()]:
            del self._under_way[task]
            try:
                ready.append(task.result())
            except Halted:
                pass
            except Waiting as waiting:
                self._waiting = self._waiting or waiting
        return ready

    async def _take(self, ready: list[Taken]) -> None:
        """Takes and writes answers, with the times of what they led to."""
        for taken in ready:
            self._hosted.take(taken)
        self._hosted.tell()
        await self._write()

    async def _go_on(self) -> None:
        """Until all that was told is shown: nobody is asked before, and a round is told when it is shown."""
        await self._halt.sleep(self._hosted.ahead)
        await self._write()

    async def _write(self) -> None:
        hosted, registrar = self._hosted, self._asker.registrar
        if not hosted.is_unwritten:
            return
        progress = hosted.progress()
        try:
            hosted.wrote(progress, await registrar.write(hosted.lease, progress))
        except DatabaseError as error:
            # With many others', and one may have been to blame: once more by itself, as often as it takes.
            logger.warning("a batch could not be written; trying by itself", error=str(error))
            await self._off(lambda: hosted.write(self._halt, repeated=True))
        ring = doorbell.ring_all if hosted.is_finished else doorbell.ring
        ring(hosted.lease.game_id)
