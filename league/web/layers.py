"""The channel layer of one process in which more than one loop lives: the server's, and the one games are played on.

Channels' own in-memory layer belongs to a single loop: a message put from another thread wakes nobody until the server
ticks, and its queues are not made for it. Here a message is handed over to the loop of whoever waits for it.
"""

import asyncio
import secrets
import threading
import time
from collections import deque
from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from channels.exceptions import ChannelFull
from channels.layers import BaseChannelLayer

Message = dict[str, Any]
Waiter = tuple[asyncio.AbstractEventLoop, "asyncio.Future[Message]"]


class ThreadedInMemoryLayer(BaseChannelLayer):
    """Channels and groups for all threads of a process."""

    extensions = ["groups", "flush"]

    def __init__(
        self,
        expiry: float = 60,
        group_expiry: float = 86_400,
        capacity: int = 100,
        channel_capacity: Mapping[str, int] | None = None,
    ) -> None:
        super().__init__(expiry=expiry, capacity=capacity)
        self.channel_capacity = self.compile_capacities(channel_capacity or {})
        self.group_expiry = group_expiry
        self._lock = threading.Lock()
        self._inboxes: dict[str, deque[tuple[float, Message]]] = {}
        self._waiters: dict[str, deque[Waiter]] = {}
        self._groups: dict[str, dict[str, float]] = {}

    @property
    def is_idle(self) -> bool:
        """Whether nobody is in any group: what is sent to one now reaches nobody, for nobody is elsewhere."""
        return not self._groups

    async def new_channel(self, prefix: str = "specific.") -> str:
        return f"{prefix}.inmemory!{secrets.token_hex(8)}"

    async def send(self, channel: str, message: Message) -> None:
        """Raises ChannelFull when the channel holds as much as it may and nobody reads it."""
        self.require_valid_channel_name(channel)
        self._deliver(channel, deepcopy(message))

    async def receive(self, channel: str) -> Message:
        """The first message of the channel; of several who wait for it, the one who waited longest gets it."""
        self.require_valid_channel_name(channel)
        loop = asyncio.get_running_loop()
        with self._lock:
            if (message := self._taken(channel)) is not None:
                return message
            waiter = loop.create_future()
            self._waiters.setdefault(channel, deque()).append((loop, waiter))
        try:
            return await waiter
        except asyncio.CancelledError:
            self._gone(channel, loop, waiter)
            raise

    async def group_add(self, group: str, channel: str) -> None:
        self.require_valid_group_name(group)
        self.require_valid_channel_name(channel)
        with self._lock:
            self._groups.setdefault(group, {})[channel] = time.monotonic()

    async def group_discard(self, group: str, channel: str) -> None:
        self.require_valid_group_name(group)
        with self._lock:
            members = self._groups.get(group, {})
            members.pop(channel, None)
            if not members:
                self._groups.pop(group, None)
            if not any(channel in members for members in self._groups.values()):
                self._inboxes.pop(channel, None)

    async def group_send(self, group: str, message: Message) -> None:
        """To every channel of the group; one that is full misses it."""
        self.require_valid_group_name(group)
        oldest = time.monotonic() - self.group_expiry
        with self._lock:
            members = [channel for channel, since in self._groups.get(group, {}).items() if since > oldest]
        for channel in members:
            try:
                self._deliver(channel, deepcopy(message))
            except ChannelFull:
                continue

    async def flush(self) -> None:
        with self._lock:
            self._inboxes.clear()
            self._groups.clear()

    async def close(self) -> None:
        """Nothing is open."""

    def _deliver(self, channel: str, message: Message) -> None:
        with self._lock:
            waiters = self._waiters.get(channel)
            while waiters:
                loop, waiter = waiters.popleft()
                if not waiters:
                    del self._waiters[channel]
                try:
                    loop.call_soon_threadsafe(self._hand_over, channel, waiter, message)
                except RuntimeError:
                    continue  # the loop it waited on is closed
                return
            inbox = self._inboxes.setdefault(channel, deque())
            if len(inbox) >= self.get_capacity(channel):
                raise ChannelFull(channel)
            inbox.append((time.monotonic() + self.expiry, message))

    def _hand_over(self, channel: str, waiter: "asyncio.Future[Message]", message: Message) -> None:
        """On the waiter's own loop. One that gave up meanwhile leaves the message to the next."""
        if waiter.done():
            with self._lock:
                self._inboxes.setdefault(channel, deque()).appendleft((time.monotonic() + self.expiry, message))
        else:
            waiter.set_result(message)

    def _taken(self, channel: str) -> Message | None:
        """The first message that has not expired; None when there is none."""
        inbox = self._inboxes.get(channel)
        while inbox:
            expires, message = inbox.popleft()
            if not inbox:
                del self._inboxes[channel]
            if expires > time.monotonic():
                return message
        return None

    def _gone(self, channel: str, loop: asyncio.AbstractEventLoop, waiter: "asyncio.Future[Message]") -> None:
        with self._lock:
            waiters = self._waiters.get(channel, deque())
            if (loop, waiter) in waiters:
                waiters.remove((loop, waiter))
            if not waiters:
                self._waiters.pop(channel, None)
            if waiter.done() and not waiter.cancelled():
                self._inboxes.setdefault(channel, deque()).appendleft((time.monotonic() + self.expiry, waiter.result()))
