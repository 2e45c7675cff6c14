"""Looks again and again at what many sockets watch. Law: rows are the truth, and a doorbell only says "look": whoever
hears none looks every second anyway, so a channel layer that loses every ring costs a second.

One for whatever a loop tells alike to its sockets: the games that are watched, and the list of all.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from typing import Final

import structlog
from channels.layers import get_channel_layer
from django.db import DatabaseError, InterfaceError
from redis.exceptions import RedisError

from games.live.sockets import PING_EVERY
from games.process.trouble import Trouble

logger = structlog.get_logger(__name__)
EVERY: Final = 1.0  # seconds between two looks when nothing rings
SILENT: Final = (TimeoutError, RedisError, OSError)
PATIENCE: Final = 2.0  # seconds for the layer to do what it is asked; no socket's end waits for it longer
_hearing: Final = Trouble(logger, "no doorbell can be heard; looking every second", "doorbells are heard again")


class Lookout:
    """Calls `look` when one of the doorbells rings that `groups` names, and every second besides; `ping` now and then.
    Rings within a `breath` (seconds) become one look. Belongs to the loop that it is begun on."""

    def __init__(
        self,
        look: Callable[[], Awaitable[None]],
        ping: Callable[[], object],
        groups: Callable[[], Iterable[str]],
        *,
        breath: float,
        reading: Trouble,
    ) -> None:
        self._look, self._ping, self._groups = look, ping, groups
        self._breath, self._reading = breath, reading
        self._rung = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._channel: str | None = None

    @property
    def is_on(self) -> bool:
        """Whether it looks and listens."""
        return bool(self._tasks)

    def begin(self) -> None:
        """Looks and listens from now on; does nothing where it does so already."""
        if not self._tasks:
            self._tasks = [asyncio.create_task(self._look_again_and_again()), asyncio.create_task(self._listen())]

    async def end(self) -> None:
        """Looks and listens no more, until it is begun again."""
        tasks, self._tasks, self._channel = self._tasks, [], None
        for task in tasks:
            task.cancel()
        # Not gathered: who listens cleans up with the layer when it is told to end, and that may never answer again.
        if tasks:
            await asyncio.wait(tasks, timeout=PATIENCE)

    def look_soon(self) -> None:
        """Does not wait for a ring, nor for the second to be over."""
        self._rung.set()

    async def listen_to(self, group: str) -> None:
        """Hears this doorbell too."""
        layer = get_channel_layer()
        if layer is not None and self._channel is not None:
            with suppress(*SILENT):
                async with asyncio.timeout(PATIENCE):
                    await layer.group_add(group, self._channel)

    async def ignore(self, group: str) -> None:
        """Hears this doorbell no more."""
        layer = get_channel_layer()
        if layer is not None and self._channel is not None:
            with suppress(*SILENT):
                async with asyncio.timeout(PATIENCE):
                    await layer.group_discard(group, self._channel)

    async def _look_again_and_again(self) -> None:
        pinged = asyncio.get_running_loop().time()
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(EVERY):
                    await self._rung.wait()
                    await asyncio.sleep(self._breath)
            self._rung.clear()
            try:
                await self._look()
            except (DatabaseError, InterfaceError) as error:  # the second of a connection that is gone
                self._reading.again(error)
                await asyncio.sleep(EVERY)
            else:
                self._reading.over()
            now = asyncio.get_running_loop().time()
            if now - pinged >= PING_EVERY:
                pinged = now
                self._ping()

    async def _listen(self) -> None:
        """Hears the doorbells; without them, every second has to do."""
        layer = get_channel_layer()
        while layer is not None:
            try:
                channel = self._channel = await layer.new_channel("lookout")
                for group in self._groups():
                    await layer.group_add(group, channel)
                while True:
                    _hearing.over()
                    await layer.receive(channel)
                    self._rung.set()
            except SILENT as error:
                _hearing.again(error)
                self._channel = None
                await asyncio.sleep(EVERY)
