"""A clock that moves when it is told to, and who lives by it."""

import asyncio


class Clock:
    """A clock that moves when it is told to."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


class Impatient:
    """A halt whose sleeping moves the clock, and that is told to stop after so many sleeps."""

    def __init__(self, clock: Clock, sleeps: int = 1_000) -> None:
        self.clock, self.left = clock, sleeps

    def is_set(self) -> bool:
        return self.left <= 0

    async def sleep(self, seconds: float) -> None:
        self.left -= 1
        self.clock.now += seconds
        await asyncio.sleep(0)
