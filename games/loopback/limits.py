"""Limits a minute, as providers keep them: per model, or for several together, in requests and tokens. Law: a bucket
fills evenly up to what a minute may take, so nothing begins anew at the full minute; a request is let in where all of
its buckets hold it, and each reply says what they hold.

OpenAI counts requests, and tokens by what a request may come to: the greater of a guess from its characters and the
most tokens of its answer. One that is refused counts as a request too. Of 30,000 a minute, with 28,039 used and 3,906
requested, "try again in 3.89s": the bucket fills by 500 a second. What is more than a minute's is too large for ever.
https://developers.openai.com/api/docs/guides/rate-limits, https://github.com/continuedev/continue/issues/10502
Anthropic counts requests, tokens read that came from no cache, and tokens written as they come, whatever their most may
be; it tells tokens to the nearest thousand, with the time when a bucket is full again.
https://platform.claude.com/docs/en/api/rate-limits
"""

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final, Literal

from games.loopback.asked import Asked
from games.loopback.catalogue import BY_NAME
from games.loopback.refusals import Refused
from games.loopback.shape import Json
from games.loopback.tokens import Found, tokens_in

Kind = Literal["requests", "tokens", "input", "output"]
KINDS: Final[Mapping[str, tuple[Kind, ...]]] = {
    "openai": ("requests", "tokens"),
    "anthropic": ("requests", "input", "output"),
}
MINUTE: Final = 60.0  # seconds
MOST: Final = 10**12
TOGETHER: Final = "+"  # between the names of models that share a limit
_PAIR: Final = re.compile(r"([a-z]+)=(\d{1,12})")
_TOLD: Final[Mapping[Kind, tuple[str, str]]] = {
    "requests": ("requests per min (RPM)", "requests per minute"),
    "tokens": ("tokens per min (TPM)", "tokens per minute"),
    "input": ("", "input tokens per minute"),
    "output": ("", "output tokens per minute"),
}
Limits = Mapping[str, Mapping[Kind, int]]  # a minute, by the names of the models that share them


@dataclass(slots=True)
class Bucket:
    """What of a limit a minute is left at a time."""

    limit: int
    left: float
    at: float

    def fill(self, now: float) -> None:
        """Lets in what came since."""
        self.left = min(float(self.limit), self.left + max(0.0, now - self.at) * self.limit / MINUTE)
        self.at = now

    def seconds_until(self, wanted: float) -> float:
        """How long until it holds so much; for more than it ever holds, until it is full."""
        return max(0.0, min(wanted, self.limit) - self.left) * MINUTE / self.limit


@dataclass(slots=True)
class Shared:
    """The buckets of models that share limits."""

    protocol: str
    buckets: dict[Kind, Bucket]

    def headers(self, now: float) -> dict[str, str]:
        """What a reply tells of them."""
        for bucket in self.buckets.values():
            bucket.fill(now)
        return _openai_headers(self.buckets) if self.protocol == "openai" else _anthropic_headers(self.buckets, now)


@dataclass(slots=True)
class Minutes:
    """All limits of the provider. `clock` gives seconds since the epoch."""

    clock: Callable[[], float]
    _of: dict[str, Shared] = field(default_factory=dict)

    def change(self, limits: Limits) -> None:
        """Keeps these limits from now on, and no others."""
        now = self.clock()
        self._of.clear()
        for names, wanted in limits.items():
            buckets = {kind: Bucket(limit, float(limit), now) for kind, limit in wanted.items()}
            models = [BY_NAME[name] for name in names.split(TOGETHER)]
            shared = Shared(models[0].protocol, buckets)
            self._of |= dict.fromkeys((model.slug for model in models), shared)

    def use(self, used: Limits) -> None:
        """Takes what others have used by now. Raises ValueError for what has no limit."""
        now = self.clock()
        for names, wanted in used.items():
            shared = self._of.get(BY_NAME[names.partition(TOGETHER)[0]].slug)
            if shared is None or wanted.keys() - shared.buckets:
                raise ValueError(f"{names} has no limit of which {', '.join(wanted)} could be used")
            for kind, number in wanted.items():
                shared.buckets[kind].fill(now)
                shared.buckets[kind].left = max(0.0, shared.buckets[kind].left - number)

    def let_in(self, asked: Asked, found: Found) -> Shared | None:
        """The buckets that a request draws on, which it has; None where there are none. Raises Refused, with the
        headers that come with it."""
        shared = self._of.get(asked.model.slug)
        if shared is None:
            return None
        now = self.clock()
        for bucket in shared.buckets.values():
            bucket.fill(now)
        wants = _wanted(shared.protocol, asked, found)
        for kind, bucket in shared.buckets.items():
            if (wanted := wants[kind]) > bucket.left:
                if kind != "requests" and "requests" in shared.buckets and shared.protocol == "openai":
                    shared.buckets["requests"].left -= min(1.0, shared.buckets["requests"].left)
                raise _passed(shared, kind, wanted, asked.model.slug, now)
        for kind, bucket in shared.buckets.items():
            bucket.left -= 0 if kind == "output" else wants[kind]
        return shared

    def came_out(self, shared: Shared, written: int) -> dict[str, str]:
        """Takes what was written where that is counted; returns the headers of the reply."""
        if "output" in shared.buckets:
            shared.buckets["output"].left -= written
        return shared.headers(self.clock())


def limits_of(given: Json) -> Limits:
    """Limits from JSON: by the names of models, numbers a minute by kind. Raises ValueError."""
    if not isinstance(given, dict):
        raise ValueError("limits are numbers a minute by kind, by the names of models")
    for names, wanted in given.items():
        unknown = [name for name in names.split(TOGETHER) if name not in BY_NAME]
        if unknown:
            raise ValueError(f"there is no model called {unknown[0]!r} to be limited")
        protocols = {BY_NAME[name].protocol for name in names.split(TOGETHER)}
        if len(protocols) > 1:
            raise ValueError(f"{names!r} are of two providers, which share no limit")
        kinds = KINDS[protocols.pop()]
        for kind, number in wanted.items() if isinstance(wanted, dict) else [("", None)]:
            if kind not in kinds or type(number) is not int or not 1 <= number <= MOST:
                raise ValueError(f"a limit of {names} is a number of {', '.join(kinds)} a minute, not {wanted!r}")
    return {names: dict(wanted) for names, wanted in given.items()}


def limits_said(texts: list[str]) -> Limits:
    """Limits as a command line has them: MODEL[+MODEL]:KIND=NUMBER[,KIND=NUMBER]. Raises ValueError."""
    told: dict[str, Json] = {}
    for text in texts:
        names, _, pairs = text.partition(":")
        found = [_PAIR.fullmatch(pair) for pair in pairs.split(",")]
        if not names or None in found:
            raise ValueError(f"a limit is MODEL:KIND=NUMBER, like gpt-4.1-mini:requests=60,tokens=30000, not {text!r}")
        told[names] = {pair[1]: int(pair[2]) for pair in found if pair}
    return limits_of(told)


def _wanted(protocol: str, asked: Asked, found: Found) -> Mapping[Kind, float]:
    if protocol == "openai":
        guess = tokens_in(sum(len(block.text) for block in asked.blocks))
        return {"requests": 1, "tokens": max(guess, asked.most_output)}
    return {"requests": 1, "input": found.prompt - found.read, "output": 1}


def _passed(shared: Shared, kind: Kind, wanted: float, model: str, now: float) -> Refused:
    bucket = shared.buckets[kind]
    after = bucket.seconds_until(wanted)
    headers = shared.headers(now)
    at_openai, at_anthropic = _TOLD[kind]
    if shared.protocol == "openai" and wanted > bucket.limit:
        told = (
            f"Request too large for {model} in organization org-loop on {at_openai}: Limit {bucket.limit}, Requested "
            f"{round(wanted)}. The input or output tokens must be reduced in order to run successfully. Visit "
            "https://platform.openai.com/account/rate-limits to learn more."
        )
        return Refused(429, told, code="rate_limit_exceeded", kind=kind, headers=headers)
    if shared.protocol == "openai":
        told = (
            f"Rate limit reached for {model} in organization org-loop on {at_openai}: Limit {bucket.limit}, "
            f"Used {round(bucket.limit - bucket.left)}, Requested {round(wanted)}. Please try again in "
            f"{_duration(after)}. Visit https://platform.openai.com/account/rate-limits to learn more."
        )
        more = {"retry-after-ms": str(math.ceil(after * 1000)), "retry-after": str(math.ceil(after))}
        return Refused(429, told, code="rate_limit_exceeded", kind=kind, headers=headers | more)
    told = (
        f"This request would exceed your organization's rate limit of {bucket.limit:,} {at_anthropic} (org: loop, "
        f"model: {model}). For details, refer to: https://docs.claude.com/en/api/rate-limits. You can see the response "
        "headers for current usage. Please reduce the prompt length or the maximum tokens requested, or try again "
        "later."
    )
    return Refused(429, told, headers=headers | {"retry-after": str(math.ceil(after))})


def _openai_headers(buckets: Mapping[Kind, Bucket]) -> dict[str, str]:
    told = {}
    for kind, bucket in buckets.items():
        told[f"x-ratelimit-limit-{kind}"] = str(bucket.limit)
        told[f"x-ratelimit-remaining-{kind}"] = str(max(0, math.floor(bucket.left)))
        told[f"x-ratelimit-reset-{kind}"] = _duration(bucket.seconds_until(bucket.limit))
    return told


def _anthropic_headers(buckets: Mapping[Kind, Bucket], now: float) -> dict[str, str]:
    names = {"requests": "requests", "input": "input-tokens", "output": "output-tokens"}
    told = {}
    for kind, bucket in buckets.items():
        left = max(0, math.floor(bucket.left))
        full = now + bucket.seconds_until(bucket.limit)
        of = f"anthropic-ratelimit-{names[kind]}"
        told[f"{of}-limit"] = str(bucket.limit)
        told[f"{of}-remaining"] = str(left if kind == "requests" else round(left, -3))
        told[f"{of}-reset"] = _time(full)
    both = [buckets[kind] for kind in ("input", "output") if kind in buckets]
    if len(both) > 1:
        told["anthropic-ratelimit-tokens-limit"] = str(sum(each.limit for each in both))
        told["anthropic-ratelimit-tokens-remaining"] = str(round(sum(max(0, int(each.left)) for each in both), -3))
        told["anthropic-ratelimit-tokens-reset"] = _time(now + max(each.seconds_until(each.limit) for each in both))
    return told


def _time(at: float) -> str:
    """RFC 3339, to the second."""
    return datetime.fromtimestamp(math.ceil(at), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _duration(seconds: float) -> str:
    """As OpenAI says it: "120ms", "3.89s", "6m0s"."""
    milliseconds = math.ceil(seconds * 1000)
    if milliseconds < 1000:
        return f"{milliseconds}ms"
    minutes, rest = divmod(milliseconds / 1000, 60)
    return (
        f"{int(minutes)}m{rest:.3f}".rstrip("0").rstrip(".") + "s"
        if minutes
        else f"{rest:.3f}".rstrip("0").rstrip(".") + "s"
    )
