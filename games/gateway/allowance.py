"""How much of a model may be asked now, by what its provider told of its limits: a call that they do not hold waits its
turn and draws no refusal. Law: who came first asks first; a provider that tells of no limits is asked as fast as ever;
and what replies tell puts right what was believed, never twice.

A call draws what it is expected to take when it is sent. What its reply tells is held against what was believed when it
was sent and when the reply came: only what lies outside of both is news, for nobody knows at which moment between them
a provider looked. So others that ask with the same key are noticed.

While there is plenty a process draws for several calls at once, and most cost no way to the others; what it did not use
goes back with its next draw. Nobody knows a model's limits before its first reply: until then few calls are under way.

OpenAI counts the greater of a guess from a request's characters and the most tokens of its answer; what is expected
here is their sum, which no reading of its pages exceeds, and replies put it right. Anthropic counts what no cache
served and what was really written: expected is what calls of late took, and once a call is over, what it took.
https://developers.openai.com/api/docs/guides/rate-limits, https://platform.claude.com/docs/en/api/rate-limits
"""

import asyncio
import time
from collections import defaultdict, deque
from collections.abc import Callable, Coroutine, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final, TypeVar

from django.core.cache import cache

from games.agents.providers import Left, Request, Usage
from games.agents.providers.limits import Kind
from games.gateway.levels import PORTION, Amounts, Level, Levels, drawn, key_of, merged, off_the_loop, swap

T = TypeVar("T")
LOOK: Final = 1.0  # seconds between two looks at what others were told
FIRST_FEW: Final = 8  # calls at once to a model of which nobody knows whether it has limits
FIRST_REST: Final = 0.25  # seconds between two looks of all others until its first reply: they may be a thousand
LEASED: Final = 2.0  # seconds that it holds them
CHARACTERS_A_TOKEN: Final = 4
FIRST_OUTPUT: Final = 1_000  # tokens of an answer, before one is known
LATELY: Final = 8  # replies
ROUNDED: Final = 1_000  # tokens: to as many some are told
STEP: Final = 0.05  # seconds between two who wait
LONGEST_REST: Final = 2.0  # seconds between two looks of who waits
WORTH_TELLING: Final = 5.0  # seconds of waiting that people are told of
NOTHING: Final[Amounts] = {}


class Claim:
    """What one call will take of an allowance. To be taken before it is sent, and told of its end."""

    def __init__(self, allowance: "Allowance", request: Request) -> None:
        self._allowance = allowance
        self._request = request
        self.wanted: Amounts = NOTHING
        self.believed: Amounts = NOTHING  # to be left when it was taken
        self.number = 0  # in line
        self.since = 0.0
        self.is_sent = False
        self._is_next = asyncio.Event()

    async def take(self) -> float:
        """0 where the call may be sent; else the seconds after which to ask again."""
        self._is_next.clear()
        return await self._allowance.take(self)

    async def rest(self, sleep: Coroutine[Any, Any, None]) -> None:
        """Until this sleep is over, or those before it in line are gone."""
        if not self.number:
            await sleep
            return
        both = [asyncio.ensure_future(sleep), asyncio.ensure_future(self._is_next.wait())]
        try:
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for each in both:
                each.cancel()

    def come(self) -> None:
        """Says that those before it in line are gone."""
        self._is_next.set()

    def send(self) -> None:
        """Says that the call leaves: what was taken is not given back any more."""
        self.is_sent = True

    def give_back(self) -> None:
        """Gives back what was taken, if nothing was sent; in any case it is under way no more."""
        self._allowance.give_back(self)

    def leave(self) -> None:
        """Waits no more."""
        self._allowance.leave(self)

    async def replied(self, limits: Iterable[Left], usage: Usage | None) -> None:
        """Says that a reply came: what it told of limits, and what it used."""
        await self._allowance.heard(self, tuple(limits), usage)

    async def failed(self, limits: Iterable[Left] = ()) -> None:
        """Says that no reply came, and what was told of limits all the same."""
        await self._allowance.missed(self, tuple(limits))

    @property
    def is_worth_telling(self) -> bool:
        """Whether it waits for so long that people are to know."""
        return self.since > 0 and self._allowance.now - self.since > WORTH_TELLING

    @property
    def characters(self) -> int:
        """Of the request."""
        texts = (*self._request.system, *self._request.history, self._request.task)
        return sum(map(len, texts)) + sum(len(each.text) + len(each.reason) for each in self._request.retorts)

    @property
    def most_tokens(self) -> int:
        """Of the answer."""
        return self._request.most_tokens


class Allowance:
    """What may be asked of the models that share a provider's limits, from this process. Belongs to one event loop."""

    def __init__(self, name: str, *, by_guess: bool, clock: Callable[[], float] = time.time) -> None:
        self._key = key_of("limits", name)
        self._by_guess = by_guess  # whether it is counted by what a request may come to, as OpenAI does
        self._clock = clock
        self._levels: Levels | None = None  # as they are believed to be; None before anybody knows
        self._looked = 0.0
        self._portion: dict[Kind, float] = defaultdict(float)  # drawn, and not used yet
        self._leased = 0.0
        self._news: dict[Kind, float] = defaultdict(float)  # what replies told that the others do not know
        self._line: deque[Claim] = deque()
        self._numbers = 0
        self._out: set[Claim] = set()  # taken, and not over
        self._uncached = 1.0  # share of prompts that no cache served, lately
        self._output = 0.0  # tokens of answers, lately

    @property
    def now(self) -> float:
        return self._clock()

    @property
    def levels(self) -> Mapping[Kind, Level]:
        """What is believed to be left now."""
        return {kind: level.by(self.now) for kind, level in (self._levels or {}).items()}

    def room_in(self, request: Request) -> int | None:
        """How many tokens a minute's limit leaves for the answer to a request; None where nothing is known of one that
        counts what a request may come to."""
        if not self._by_guess or "tokens" not in (levels := self._levels or {}):
            return None
        return levels["tokens"].limit - Claim(self, request).characters // CHARACTERS_A_TOKEN

    def claim(self, request: Request) -> Claim:
        """What a call with this request will take."""
        return Claim(self, request)

    async def take(self, claim: Claim) -> float:
        """As Claim.take()."""
        now = self.now
        if now - self._looked >= LOOK and not self._levels:
            await self._exchange(NOTHING)
        if not self._levels:
            if self._levels is None and len(self._out) >= FIRST_FEW:
                return FIRST_REST
            self._out.add(claim)
            return 0.0
        if not claim.number:
            self._numbers += 1
            claim.number, claim.since = self._numbers, now
            self._line.append(claim)
        if self._line[0] is not claim:
            return min(STEP * (claim.number - self._line[0].number), LONGEST_REST)
        claim.wanted = self._expected(claim)
        wait = 0.0
        if not self._has_portion(claim.wanted):
            wait = await self._exchange(claim.wanted)
        if wait > 0 or not self._has_portion(claim.wanted):
            return min(max(wait, STEP), LONGEST_REST)
        for kind, amount in claim.wanted.items():
            self._portion[kind] -= amount
        self.leave(claim)
        self._out.add(claim)
        claim.believed = self._believed()
        return 0.0

    def give_back(self, claim: Claim) -> None:
        """As Claim.give_back()."""
        self._out.discard(claim)
        if claim.is_sent:
            return
        for kind, amount in claim.wanted.items():
            self._portion[kind] += amount
        claim.wanted, claim.believed = NOTHING, NOTHING

    def leave(self, claim: Claim) -> None:
        """As Claim.leave()."""
        if claim.number:
            self._line.remove(claim)
            claim.number = 0
            if self._line:
                self._line[0].come()  # or it would sleep on, and all behind it

    async def heard(self, claim: Claim, limits: tuple[Left, ...], usage: Usage | None) -> None:
        """As Claim.replied()."""
        self._out.discard(claim)
        if usage is not None and usage.input:  # of one that was not taken up nothing is learnt
            self._learn(claim, usage)
        is_first = self._levels is None
        self._levels = self._levels or {}  # known to tell nothing, where nothing is told
        await self._hold_against(claim, limits, is_first)

    async def missed(self, claim: Claim, limits: tuple[Left, ...]) -> None:
        """As Claim.failed()."""
        self._out.discard(claim)
        if limits:
            await self._hold_against(claim, limits, self._levels is None)

    async def _hold_against(self, claim: Claim, limits: tuple[Left, ...], is_new: bool) -> None:  # noqa: FBT001  private
        for left in limits:
            is_new = is_new or left.kind not in (self._levels or {})
            self._correct(claim, left)
        if is_new or (self._levels and self._news and self.now - self._looked >= LOOK):
            await self._exchange(NOTHING)

    def _correct(self, claim: Claim, left: Left) -> None:
        """Holds what a reply told of a limit against what was believed."""
        kind, now = left.kind, self.now
        known = (self._levels or {}).get(kind, Level(left.limit, left.rate, 0.0, now)).by(now)
        believed = known.left + self._portion[kind]
        off = 0.0
        if kind not in claim.believed:
            # Sent before anybody knew; and those that are under way may not be counted in what it tells.
            others = sum(self._guess(each).get(kind, 0.0) for each in self._out)
            off = left.remaining - min(others, float(left.limit)) - believed
        else:
            low, high = sorted((believed, claim.believed[kind]))
            rounded = ROUNDED / 2 if kind != "requests" and left.remaining % ROUNDED == 0 else 0.0
            if left.remaining + rounded < low:
                off = left.remaining + rounded - low
            elif left.remaining - rounded > high + PORTION * left.limit:
                off = left.remaining - rounded - PORTION * left.limit - high
        level = Level(left.limit, left.rate, known.left + off, now)
        self._levels = {**(self._levels or {}), kind: level}
        self._news[kind] += off

    def _learn(self, claim: Claim, usage: Usage) -> None:
        """Takes what a call really used for what it was expected to."""
        uncached = usage.input - usage.cached
        self._uncached += (min(1.0, uncached / max(1, usage.input)) - self._uncached) / LATELY
        self._output += (usage.output - self._output) / LATELY if self._output else usage.output
        if self._by_guess or not claim.wanted or not self._levels:
            return
        used = {"input": uncached, "output": usage.output, "tokens": uncached + usage.output}
        for kind, level in list(self._levels.items()):
            if kind in used:
                off = claim.wanted.get(kind, 0.0) - used[kind]
                self._levels[kind] = replace(level, left=min(level.left + off, float(level.limit)))
                self._news[kind] += off
                if kind in claim.believed:
                    claim.believed = {**claim.believed, kind: claim.believed[kind] + off}

    def _guess(self, claim: Claim) -> Amounts:
        """What a call will likely take of each kind of limit."""
        read = claim.characters / CHARACTERS_A_TOKEN
        if self._by_guess:
            return {"requests": 1.0, "tokens": read + claim.most_tokens}
        read *= self._uncached
        written = min(self._output or FIRST_OUTPUT, claim.most_tokens)
        return {"requests": 1.0, "input": read, "output": written, "tokens": read + written}

    def _expected(self, claim: Claim) -> Amounts:
        """The same of each limit that is known; never more than it can hold."""
        levels = self._levels or {}
        return {
            kind: min(each, float(levels[kind].limit)) for kind, each in self._guess(claim).items() if kind in levels
        }

    def _has_portion(self, wanted: Amounts) -> bool:
        return self.now - self._leased < LEASED and all(
            self._portion[kind] >= amount for kind, amount in wanted.items()
        )

    def _believed(self) -> Amounts:
        """What is left if nobody draws on it but who told."""
        return {kind: level.left + self._portion[kind] for kind, level in self.levels.items()}

    async def _exchange(self, wanted: Amounts) -> float:
        """Tells the others what is news, gives back what was not used, and draws; the seconds to wait where it could
        not. Whatever happens meanwhile in this process stays news."""
        now = self.now
        self._looked = now
        news, unused, own = dict(self._news), dict(self._portion), self._levels
        self._news.clear()
        self._portion.clear()

        def change(kept: Levels | None) -> tuple[Levels, tuple[Levels | None, int, float]]:
            if kept is None and own is None:
                return {}, (None, 0, 0.0)
            levels = merged(kept or {}, own or {}, now)
            for kind, level in levels.items():
                # What only we knew has the news in it already.
                off = unused.get(kind, 0.0) + (news.get(kind, 0.0) if kind in (kept or {}) else 0.0)
                levels[kind] = replace(level, left=min(level.left + off, float(level.limit)))
            after, calls, wait = drawn(levels, wanted, now) if wanted else (levels, 0, 0.0)
            return after, (after, calls, wait)

        if own is None and not wanted:  # to look is enough
            kept = await off_the_loop(lambda: cache.get(self._key))
            self._levels = kept if self._levels is None else self._levels
            return 0.0
        after, calls, wait = await off_the_loop(lambda: swap(self._key, change))
        if after is not None:
            self._levels = {
                kind: replace(level, left=level.left + self._news.get(kind, 0.0)) for kind, level in after.items()
            }
        for kind, amount in wanted.items():
            self._portion[kind] += calls * amount
        if calls:
            self._leased = now
        return wait
