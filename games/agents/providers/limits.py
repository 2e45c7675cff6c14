"""What a reply tells of its provider's limits: how much may be asked in a minute, and how much of that is left.

OpenAI, and who speaks as it does: `x-ratelimit-{limit,remaining,reset}-{requests,tokens}`, the last as a duration until
the limit is whole again ("120ms", "6m0s", "23h18m29.144s"; others say seconds alone).
https://developers.openai.com/api/docs/guides/rate-limits, https://community.openai.com/t/541210
Anthropic: `anthropic-ratelimit-{requests,tokens,input-tokens,output-tokens}-{limit,remaining,reset}`, the last as a
time of RFC 3339, held here against the reply's own date, for clocks differ; tokens are told to the nearest thousand.
https://platform.claude.com/docs/en/api/rate-limits

Law: what is odd, missing or hostile in a header is as if it had not been said, and never an error: a limit nobody told
is one that nobody keeps for them.
"""

import math
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime  # noqa: TID251  a provider says at what time a limit is whole again
from email.utils import parsedate_to_datetime
from time import time  # noqa: TID251  as above
from typing import Final, Literal

Kind = Literal["requests", "tokens", "input", "output"]
MINUTE: Final = 60.0  # seconds
LONGEST: Final = 86_400.0  # seconds until a limit is whole again that are believed
MOST: Final = 10**12  # of a limit that is believed
_OPENAI: Final[Mapping[Kind, str]] = {"requests": "requests", "tokens": "tokens"}
_ANTHROPIC: Final[Mapping[Kind, str]] = {
    "requests": "requests",
    "tokens": "tokens",
    "input": "input-tokens",
    "output": "output-tokens",
}
_NUMBER: Final = re.compile(r"\d{1,13}", re.ASCII)
_DURATION: Final = re.compile(
    r"(?:(\d{1,5})d)?(?:(\d{1,5})h)?(?:(\d{1,5})m(?!s))?(?:(\d{1,8}(?:\.\d{1,9})?)(ms|s)?)?", re.ASCII
)


@dataclass(frozen=True, slots=True)
class Left:
    """What is left of a limit: of so many in a minute so many, and the seconds until it is whole again."""

    kind: Kind
    limit: int
    remaining: int
    reset: float

    @property
    def rate(self) -> float:
        """How much of it comes back in a second: a minute's share, or less where the provider counts by longer times
        than minutes, as some do requests by the day. What was rounded says nothing of that."""
        a_minute = self.limit / MINUTE
        if self.reset <= MINUTE or self.remaining >= self.limit:
            return a_minute
        return min(a_minute, (self.limit - self.remaining) / self.reset)


def limits_in(headers: Mapping[str, str]) -> tuple[Left, ...]:
    """What the headers of a reply tell, each limit once; nothing where they tell nothing that can be read."""
    if "x-ratelimit-limit-requests" in headers or "x-ratelimit-limit-tokens" in headers:
        return tuple(_told(headers, "x-ratelimit-{part}-{name}", _OPENAI, _seconds))
    if any(f"anthropic-ratelimit-{name}-limit" in headers for name in _ANTHROPIC.values()):
        return tuple(_told(headers, "anthropic-ratelimit-{name}-{part}", _ANTHROPIC, _seconds_until))
    return ()


def _told(
    headers: Mapping[str, str],
    pattern: str,
    kinds: Mapping[Kind, str],
    read: Callable[[str, Mapping[str, str]], float | None],
) -> Iterator[Left]:
    for kind, name in kinds.items():
        limit, remaining, reset = (
            headers.get(pattern.format(name=name, part=part), "").strip() for part in ("limit", "remaining", "reset")
        )
        if not _NUMBER.fullmatch(limit) or not _NUMBER.fullmatch(remaining):
            continue
        most, seconds = int(limit), read(reset, headers)
        if 0 < most <= MOST and seconds is not None:
            yield Left(kind, most, min(int(remaining), most), seconds)


def _seconds(text: str, headers: Mapping[str, str]) -> float | None:
    """A duration as OpenAI says it; None for what is none."""
    found = _DURATION.fullmatch(text)
    if not text or found is None:
        return None
    days, hours, minutes, last, unit = found.groups()
    seconds = float(last or 0) / (1000 if unit == "ms" else 1)
    return _believed(86_400 * int(days or 0) + 3_600 * int(hours or 0) + 60 * int(minutes or 0) + seconds)


def _seconds_until(text: str, headers: Mapping[str, str]) -> float | None:
    """The seconds from a reply's date until a time of RFC 3339; None for what is none."""
    with suppress(ValueError, OverflowError):
        at = datetime.fromisoformat(text)
        if at.tzinfo is not None:
            return _believed(max(0.0, at.timestamp() - _date(headers)))
    return None


def _date(headers: Mapping[str, str]) -> float:
    with suppress(ValueError, OverflowError):
        return parsedate_to_datetime(headers.get("date", "")).timestamp()
    return time()


def _believed(seconds: float) -> float | None:
    return seconds if math.isfinite(seconds) and seconds <= LONGEST else None
