"""Whether a provider may be asked now. Law: what one game learns of a provider holds for all, in every process; and a
provider that is down is asked by one game at a time, later and later, until it answers.

What holds for all is in the cache: in Redis with several processes, in memory with one. It is looked at once a second
at most, so that a call costs no round trip for it.
"""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Final, Protocol

from asgiref.sync import sync_to_async
from django.core.cache import cache

LOOK: Final = 1.0  # seconds between two looks at what others have learnt
FIRST_WAIT: Final = 1.0  # seconds after a failure; doubles with each one in a row
LONGEST_WAIT: Final = 300.0
TOLERATED: Final = 3  # failures in a row after which only one call at a time tries again
JITTER: Final = 0.25  # of a wait, so that not all come at once
KEPT: Final = 3_600  # seconds that the cache keeps what was learnt
WORTH_TELLING: Final = 1.5  # seconds of waiting that people are told of
Passes = asyncio.Semaphore  # as many as a model may be asked at once from this process


class Halt(Protocol):
    """Somebody who may say that it is time to stop."""

    def is_set(self) -> bool: ...

    async def sleep(self, seconds: float) -> None: ...


class Patience(Protocol):
    """How long somebody waits for a provider."""

    async def is_over(self) -> bool: ...


class Halted(Exception):
    """It is time to stop: nothing was sent."""


class Shut(Exception):
    """The provider could not be asked for longer than somebody had patience; the message says why."""


@dataclass(frozen=True, slots=True)
class Closing:
    """Until when a provider is not asked (seconds since the epoch), why, and how often it failed in a row."""

    until: float = 0.0
    why: str = ""
    failures: int = 0


OPEN: Final = Closing()


class Gate:
    """The way to one provider from this process, for whichever of its models. Belongs to one event loop."""

    def __init__(self, name: str, *, clock: Callable[[], float] = time.time) -> None:
        self.name = name
        self._key = f"gate:{name}".replace(" ", "_")
        self._inside = 0
        self._clock = clock
        self._closing = OPEN
        self._looked = 0.0

    async def enter(
        self, passes: Passes, halt: Halt, tell: Callable[[str], Awaitable[None]], patience: Patience
    ) -> None:
        """Waits until a call may be made with one of the passes; `tell` is given the reason of a long wait, once for
        each new one, and "" when it is over. Who entered leaves by leave(). Raises Halted, and Shut once patience is
        over."""
        said = ""
        while True:
            await self._look()
            wait = self._closing.until - self._clock()
            if halt.is_set():
                raise Halted
            if wait <= 0:
                await passes.acquire()
                if self._closing.until <= self._clock() and not halt.is_set() and self._is_free:
                    self._inside += 1
                    if said:
                        await tell("")
                    return
                passes.release()  # it was closed while this waited its turn, or somebody is trying it
                if self._closing.failures and await patience.is_over():
                    raise Shut(self._closing.why)
                await halt.sleep(0.05)
                continue
            if await patience.is_over():
                raise Shut(self._closing.why)
            if wait > WORTH_TELLING and (reason := self.reason) != said:
                said = reason
                await tell(reason)
            await halt.sleep(min(wait * (1 + JITTER * random.random()), LOOK * 2))  # noqa: S311  to spread, not to decide

    @property
    def _is_free(self) -> bool:
        """Whether one more call may pass: of a provider that failed again and again, one at a time finds out."""
        return self._closing.failures < TOLERATED or not self._inside

    def leave(self, passes: Passes) -> None:
        """Gives the pass back, and so lets another call pass."""
        self._inside -= 1
        passes.release()

    @property
    def reason(self) -> str:
        """Why it is closed and until when, for people."""
        at = datetime.fromtimestamp(self._closing.until, UTC)
        return f"{self._closing.why}, next try {at:%H:%M} UTC"

    async def fine(self) -> None:
        """The provider answered. A call that was sent before the gate closed opens it for nobody."""
        if self._closing.until > self._clock():
            if self._closing.failures:
                await self._learn(replace(self._closing, failures=0))
        elif self._closing != OPEN:
            await self._learn(OPEN)

    async def failed(self, why: str, *, after: float | None = None) -> float:
        """The provider failed a call. A single failure is that call's own: the seconds that it should wait come back.
        After several in a row nobody passes for a time, which doubles with each further one."""
        failures = self._closing.failures + 1
        wait = min(FIRST_WAIT * 2 ** min(failures - 1, 20), LONGEST_WAIT)
        if failures < TOLERATED and after is None:
            await self._learn(Closing(self._closing.until, why, failures))
            return wait * (0.5 + random.random())  # noqa: S311
        await self.close(why, after=after)
        return 0.0

    async def close(self, why: str, *, after: float | None = None) -> None:
        """Nobody passes for `after` seconds, as the provider asks; without a wish for longer with each failure."""
        now, known = self._clock(), self._closing
        if known.until > now and after is None:
            return  # one of many that were under way when it closed: they all tell the same
        failures = known.failures + 1
        wait = min(FIRST_WAIT * 2 ** min(failures - 1, 20), LONGEST_WAIT) if after is None else after
        await self._learn(Closing(max(now + wait, known.until), why, failures))

    async def _learn(self, closing: Closing) -> None:
        self._looked = self._clock()
        self._closing = await sync_to_async(self._tell_others)(closing)

    def _tell_others(self, closing: Closing) -> Closing:
        """Puts what was learnt where the others look; until when they are not to ask, they may know better."""
        known = cache.get(self._key)
        if known and known[0] > max(closing.until, self._clock()):
            closing = Closing(known[0], known[1], closing.failures)
        cache.set(self._key, (closing.until, closing.why, closing.failures), KEPT)
        return closing

    async def _look(self) -> None:
        if self._clock() - self._looked < LOOK:
            return
        self._looked = self._clock()
        known = await sync_to_async(cache.get)(self._key)
        self._closing = Closing(*known) if known else OPEN
