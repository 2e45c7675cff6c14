"""Whether a model may be asked now. Law: what one game learns of a provider holds for all, in every process; and a
provider that is down is asked by one game at a time, later and later, until it answers.

The way to a model leads through two gates. What concerns its provider as a whole (it cannot be reached, it fails, our
key or our money is not taken) closes the first to all its models; too many requests close the second, to that model
and to those that share its limits.

What holds for all is in the cache: in Redis with several processes, in memory with one. It is looked at once a second
at most, so that a call costs no round trip for it.
"""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Final, Protocol

from django.core.cache import cache

from games.agents.providers import Barred
from games.gateway.levels import key_of, off_the_loop
from games.models.waiting import PENNILESS
from games.process.passes import Passes

LOOK: Final = 1.0  # seconds between two looks at what others have learnt
FIRST_WAIT: Final = 1.0  # seconds after a failure; doubles with each one in a row
LONGEST_WAIT: Final = 300.0
TOLERATED: Final = 3  # failures in a row after which only one call at a time tries again
JITTER: Final = 0.25  # of a wait, so that not all come at once
KEPT: Final = 3_600  # seconds that the cache keeps what was learnt
WORTH_TELLING: Final = 1.5  # seconds of waiting that people are told of
SLOWLY: Final = "a model is asked as fast as its provider allows"  # the reason of a claim that waits its turn


class Halt(Protocol):
    """Somebody who may say that it is time to stop."""

    def is_set(self) -> bool: ...

    async def sleep(self, seconds: float) -> None: ...


class Patience(Protocol):
    """How long somebody waits for a provider."""

    async def is_over(self) -> bool: ...


class Claim(Protocol):
    """What a call will take of what its provider allows."""

    async def take(self) -> float: ...

    async def rest(self, sleep: Coroutine[Any, Any, None]) -> None: ...

    def give_back(self) -> None: ...

    def leave(self) -> None: ...

    @property
    def is_worth_telling(self) -> bool: ...


class Halted(Exception):
    """It is time to stop: nothing was sent."""


class Shut(Exception):
    """The provider could not be asked for longer than somebody had patience; the message says why."""


def why_barred(name: str, error: Barred) -> str:
    """Why a provider of this name is closed that does not take us, for people."""
    return f"{name} {error.status}: {PENNILESS}" if error.is_of_money else f"{name} {error.status}"


@dataclass(frozen=True, slots=True)
class Closing:
    """Until when a provider is not asked (seconds since the epoch), why, and how often it failed in a row."""

    until: float = 0.0
    why: str = ""
    failures: int = 0


OPEN: Final = Closing()


async def _with_a_pass(passes: Passes, halt: Halt) -> None:
    """Waits for a pass, for no longer than somebody says that it is time to stop. Raises Halted."""
    if passes.take():
        return
    turn = asyncio.ensure_future(passes.acquire())
    try:
        while not turn.done():
            await asyncio.wait((turn,), timeout=LOOK)
            if not turn.done() and halt.is_set():
                raise Halted
    except BaseException:
        if turn.done():
            passes.release()
        turn.cancel()
        raise


class Gate:
    """The way from this process to a provider, for whichever of its models, or behind that one, `within`, to those of
    its models that share their limits. Belongs to one event loop."""

    def __init__(self, name: str, *, within: "Gate | None" = None, clock: Callable[[], float] = time.time) -> None:
        self.name = name
        self.within = within
        self._key = key_of("gate", name)
        self.inside = 0  # calls
        self._clock = clock
        self.closing = OPEN
        self._looked = 0.0

    async def enter(
        self,
        passes: Passes,
        halt: Halt,
        tell: Callable[[str], Awaitable[None]],
        patience: Patience,
        claim: Claim | None = None,
    ) -> None:
        """Waits until a call may be made with one of the passes, and its claim is taken; `tell` is given the reason of
        a long wait, once for each new one, and "" when it is over. Who entered leaves by leave(). Raises Halted, and
        Shut once patience is over, which a claim that waits its turn does not try."""
        said = ""
        try:
            while True:
                await self.look()
                shut, wait = self._shut()
                if halt.is_set():
                    raise Halted
                if shut is not None:
                    if await patience.is_over():
                        raise Shut(shut.closing.why)
                    if wait > WORTH_TELLING and (reason := shut.reason) != said:
                        said = reason
                        await tell(reason)
                    await halt.sleep(min(wait * (1 + JITTER * random.random()), LOOK * 2))  # noqa: S311  to spread, not to decide
                    continue
                await _with_a_pass(passes, halt)
                is_taken, wait = await self._passed(passes, halt, claim)
                if is_taken:
                    await self._told(tell, said, passes)
                    return
                if wait and claim is not None:
                    if claim.is_worth_telling and said != SLOWLY:
                        said = SLOWLY
                        await tell(SLOWLY)
                    await claim.rest(halt.sleep(wait))
                    continue
                # It was closed while this waited its turn, or somebody is trying it.
                if (failing := self._failing()) is not None and await patience.is_over():
                    raise Shut(failing.closing.why)
                await halt.sleep(0.05)
        finally:
            if claim is not None:
                claim.leave()

    async def _told(self, tell: Callable[[str], Awaitable[None]], said: str, passes: Passes) -> None:
        """Says that a wait is over, if there was one. Who cannot say it does not enter: nobody would ever leave."""
        try:
            if said:
                await tell("")
        except BaseException:
            self.leave(passes)
            raise

    async def _passed(self, passes: Passes, halt: Halt, claim: Claim | None) -> tuple[bool, float]:
        """Whether a call that has a pass may leave, else how long its claim is to wait; then the pass is given back."""
        wait = 0.0
        try:
            if self._is_open(halt):
                wait = await claim.take() if claim is not None else 0.0
                if not wait and self._is_open(halt):
                    for gate in self._way:
                        gate.inside += 1
                    return True, 0.0
                if not wait and claim is not None:
                    claim.give_back()
        except BaseException:
            passes.release()
            raise
        passes.release()
        return False, wait

    def _is_open(self, halt: Halt) -> bool:
        return not halt.is_set() and self._shut()[0] is None and all(gate.is_free for gate in self._way)

    @property
    def _way(self) -> tuple["Gate", ...]:
        """This one and the one before it."""
        return (self,) if self.within is None else (self.within, self)

    def _shut(self) -> tuple["Gate | None", float]:
        """Which gate of the way is closed for longest, and for how many seconds; None where none is."""
        now = self._clock()
        wait, _, shut = max((gate.closing.until - now, number, gate) for number, gate in enumerate(self._way))
        return (shut, wait) if wait > 0 else (None, 0.0)

    def _failing(self) -> "Gate | None":
        return next((gate for gate in self._way if gate.closing.failures), None)

    @property
    def is_free(self) -> bool:
        """Whether one more call may pass: of a provider that failed again and again, one at a time finds out."""
        return self.closing.failures < TOLERATED or not self.inside

    def leave(self, passes: Passes) -> None:
        """Gives the pass back, and so lets another call pass."""
        for gate in self._way:
            gate.inside -= 1
        passes.release()

    @property
    def reason(self) -> str:
        """Why it is closed and until when, for people."""
        at = datetime.fromtimestamp(self.closing.until, UTC)
        return f"{self.closing.why}, next try {at:%H:%M} UTC"

    async def fine(self) -> None:
        """The model answered. A call that was sent before a gate closed opens it for nobody."""
        if self.within is not None:
            await self.within.fine()
        if self.closing.until > self._clock():
            if self.closing.failures:
                await self._learn(replace(self.closing, failures=0))
        elif self.closing != OPEN:
            await self._learn(OPEN)

    async def failed(self, why: str, *, after: float | None = None) -> float:
        """The provider failed a call. A single failure is that call's own: the seconds that it should wait come back.
        After several in a row nobody passes for a time, which doubles with each further one."""
        failures = self.closing.failures + 1
        wait = min(FIRST_WAIT * 2 ** min(failures - 1, 20), LONGEST_WAIT)
        if failures < TOLERATED and after is None:
            await self._learn(Closing(self.closing.until, why, failures))
            return wait * (0.5 + random.random())  # noqa: S311
        await self.close(why, after=after)
        return 0.0

    async def close(self, why: str, *, after: float | None = None) -> None:
        """Nobody passes for `after` seconds, as the provider asks; without a wish for longer with each failure."""
        now, known = self._clock(), self.closing
        if known.until > now and after is None:
            return  # one of many that were under way when it closed: they all tell the same
        failures = known.failures + 1
        wait = min(FIRST_WAIT * 2 ** min(failures - 1, 20), LONGEST_WAIT) if after is None else after
        await self._learn(Closing(max(now + wait, known.until), why, failures))

    async def _learn(self, closing: Closing) -> None:
        self._looked = self._clock()
        self.closing = await off_the_loop(lambda: self._tell_others(closing))

    def _tell_others(self, closing: Closing) -> Closing:
        """Puts what was learnt where the others look; until when they are not to ask, they may know better."""
        known = cache.get(self._key)
        if known and known[0] > max(closing.until, self._clock()):
            closing = Closing(known[0], known[1], closing.failures)
        cache.set(self._key, (closing.until, closing.why, closing.failures), KEPT)
        return closing

    async def look(self) -> None:
        """Learns what others have learnt, once in a while."""
        if self.within is not None:
            await self.within.look()
        if self._clock() - self._looked < LOOK:
            return
        self._looked = self._clock()
        known = await off_the_loop(lambda: cache.get(self._key))
        self.closing = Closing(*known) if known else OPEN
