"""What is left of a provider's limits, one number for all processes. Law: it is changed in one step where all of them
find it, in Redis with several processes, in memory with one; it follows from what was told and drawn, and the time.

Limits are buckets that fill evenly, at OpenAI and Anthropic alike: what was left once is known at any later time, less
what calls drew since.
"""

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Any, Final, TypeVar
from urllib.parse import quote

from asgiref.sync import sync_to_async
from django.core.cache import cache

from games.agents.providers.limits import Kind

T = TypeVar("T")
KEPT: Final = 3_600  # seconds that the cache keeps what was told
PLENTY: Final = 0.5  # of a limit: while more is left, a process draws for several calls
PORTION: Final = 0.05  # of a limit that it draws for them; what replies tell may be off by as much, for others hold it
LONGEST_KEY: Final = 200  # characters
_one_at_a_time: Final = threading.Lock()


@dataclass(frozen=True, slots=True)
class Level:
    """What is left of a limit at a time (seconds since the epoch), and how much of it comes back in a second."""

    limit: int
    rate: float
    left: float
    at: float

    def by(self, now: float) -> "Level":
        """The same at a later time."""
        if now <= self.at:
            return self
        return replace(self, left=min(float(self.limit), self.left + (now - self.at) * self.rate), at=now)

    def seconds_until(self, wanted: float) -> float:
        """How long until so much is left, or all of it where more is wanted than there ever is."""
        return max(0.0, min(wanted, float(self.limit)) - self.left) / self.rate


Levels = dict[Kind, Level]
Amounts = Mapping[Kind, float]


def drawn(levels: Levels, wanted: Amounts, now: float) -> tuple[Levels, int, float]:
    """What is left after a draw, for how many calls it is, and how long to wait where it is for none. All that a limit
    can ever hold is enough for a call that wants more."""
    levels = {kind: level.by(now) for kind, level in levels.items()}
    wait = max((level.seconds_until(wanted[kind]) for kind, level in levels.items() if kind in wanted), default=0.0)
    if wait > 0:
        return levels, 0, wait
    more = [
        min(PORTION * level.limit, level.left - PLENTY * level.limit - wanted[kind]) // wanted[kind]
        for kind, level in levels.items()
        if wanted.get(kind)
    ]
    calls = 1 + max(0, int(min(more, default=0)))
    after = {kind: replace(level, left=level.left - calls * wanted.get(kind, 0.0)) for kind, level in levels.items()}
    return after, calls, 0.0


def swap(key: str, change: Callable[[Levels | None], tuple[Levels, T]]) -> T:
    """Changes what all processes find under a key, in one step; returns what `change` makes of it besides. It is given
    None where nothing is kept, and may be called again where somebody else was faster."""
    if is_shared():
        shared: Any = cache
        told_by_all: T = shared.swap(key, change, KEPT)
        return told_by_all
    with _one_at_a_time:
        kept, told = change(cache.get(key))
        cache.set(key, kept, KEPT)
        return told


def key_of(what: str, name: str) -> str:
    """The key under which something is kept for a name: names are people's, and keys may be neither long nor blank."""
    key = f"{what}:{quote(name)}"
    return key if len(key) <= LONGEST_KEY else f"{what}:{blake2b(name.encode(), digest_size=16).hexdigest()}"


def is_shared() -> bool:
    """Whether other processes find what is kept, and a network is on the way to it."""
    return hasattr(cache, "swap")


async def off_the_loop(do: Callable[[], T]) -> T:
    """Does what the cache is asked for; where that is over a network, in a thread."""
    if is_shared():
        return await sync_to_async(do, thread_sensitive=False)()
    return do()


def merged(kept: Levels, own: Levels, now: float) -> Levels:
    """What is kept, with limits as they were told last, and those that are not kept yet."""
    merged = {kind: level.by(now) for kind, level in (own | kept).items()}
    return {
        kind: replace(level, limit=own[kind].limit, rate=own[kind].rate) if kind in own else level
        for kind, level in merged.items()
    }
