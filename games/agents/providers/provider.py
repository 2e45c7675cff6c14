"""What a provider is: it takes one request to a model and returns what came back, or says in one of seven ways why not.

Law: the text of a reply is data of unknown quality, never judged here, but for this: no text of a reply or an error
holds what no database takes. An error says whether something may have been spent. Whoever asks decides what to do next:
a provider never tries again by itself.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, Protocol

from games.agents.providers.limits import Left

# How the shape of an answer is asked for, best first; not every model can do all of them.
Rung = Literal["json_schema", "tool", "json_object", "text"]
Effort = Literal["", "none", "minimal", "low", "medium", "high", "xhigh", "max"]
DONE: Final = "done"
CUT: Final = "cut"  # the reply ended at the most tokens that it was given
DECLINED: Final[Literal["declined"]] = "declined"  # the model would not answer
_UNSTORABLE: Final = re.compile("[\x00\ud800-\udfff]")  # PostgreSQL takes no NUL, and UTF-8 no lone surrogates


def storable(text: str) -> str:
    """The text with a mark in place of what no database takes."""
    if text.isascii() and "\x00" not in text:
        return text
    return _UNSTORABLE.sub("\N{REPLACEMENT CHARACTER}", text)


@dataclass(frozen=True, slots=True)
class Retort:
    """An answer that could not stand, as it came, and what the model is told of it."""

    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class Besides:
    """What else a model is asked with, where somebody has set it: `extra` are fields of the request's body that are
    sent as they stand, and none of which is ours. A protocol that does not know one is not sent it. `standard_tier` is
    what the standard tier is called where it comes by that name alone."""

    top_p: float | None = None
    seed: int | None = None
    verbosity: str = ""
    service_tier: str = ""
    extra: Mapping[str, Any] = field(default_factory=dict)
    standard_tier: str = ""


NOTHING_BESIDES: Final = Besides()


@dataclass(frozen=True, slots=True)
class Request:
    """One request. `system` and `history` are texts in the order of their stability, best first: a provider with marks
    for its cache sets them behind these. `task` is new in every question; `retorts` are the tries that failed.

    `schema` is the shape of the answer, all fields required; `most_tokens` bounds the reply with its reasoning.
    `cache_key` is the same for requests that begin alike, "" where none will follow. So many of the history's first
    texts as `together` says are the same for others who are asked now, and a mark belongs behind them, too.
    """

    model: str
    system: tuple[str, ...]
    history: tuple[str, ...]
    task: str
    schema: Mapping[str, Any]
    most_tokens: int
    rung: Rung = "json_schema"
    retorts: tuple[Retort, ...] = ()
    temperature: float | None = None
    effort: Effort = ""
    besides: Besides = NOTHING_BESIDES
    without: frozenset[str] = frozenset()  # parameters that this model is known to refuse
    thinks: bool = False  # whether this model is known to think unasked, and to show it only when told to
    id: str = ""  # ours; sent along, so that a provider's records and ours can be compared
    cache_key: str = ""
    together: int = 0
    timeout: float = 120.0  # seconds

    def beside(self, *names: str) -> dict[str, Any]:
        """Those of what else it is asked with that are set, and that this model is not known to refuse; of tiers the
        standard one instead."""
        told = {name: getattr(self.besides, name) for name in names if name not in self.without}
        if "service_tier" in names:
            told["service_tier"] = told.get("service_tier") or self.besides.standard_tier
        return {name: value for name, value in told.items() if value not in ("", None)}

    @property
    def size(self) -> int:
        """Bytes of its text and schema: never fewer than its tokens."""
        texts = (*self.system, *self.history, self.task, repr(self.schema))
        said = [text for retort in self.retorts for text in (retort.text, retort.reason)]
        return sum(len(text.encode(errors="replace")) for text in (*texts, *said))


@dataclass(frozen=True, slots=True)
class Usage:
    """What a call used, in tokens: `cached` (read from a cache) and `cache_written` are parts of `input` and have none
    in common, `cache_written_long` (what lives an hour) is part of `cache_written`, `reasoning` of `output`."""

    input: int = 0
    cached: int = 0
    cache_written: int = 0
    cache_written_long: int = 0
    output: int = 0
    reasoning: int = 0


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back: the text, the thinking that the provider shows, and what it says of itself.

    `usage` is None when the provider did not tell; `model` is the name that it returned, which may be more exact than
    the one asked for; `tier` is what it was served in, or where, if that changes the price; `limits` what of the
    provider's is left, where that was told.
    """

    text: str
    thinking: str = ""
    model: str = ""
    fingerprint: str = ""
    usage: Usage | None = None
    tier: str = ""
    hides_thinking: bool = False  # it thought, and did not show what
    end: Literal["done", "cut", "declined"] = "done"
    raw: str = ""
    limits: tuple[Left, ...] = ()

    def __post_init__(self) -> None:
        for name in ("text", "thinking", "model", "fingerprint", "raw"):
            object.__setattr__(self, name, storable(getattr(self, name)))


class ProviderError(Exception):
    """No reply. `is_spent` says whether it may have cost something all the same; the message names the provider, and
    is fit for a person to read. `raw` is what the provider said."""

    is_spent = False
    limits: tuple[Left, ...] = ()  # what was told of them all the same

    def __init__(self, message: str, *, status: int | None = None, raw: str = "") -> None:
        super().__init__(storable(message))
        self.status = status
        self.raw = storable(raw)


class Busy(ProviderError):
    """Too many requests of a model. `after` is how many seconds the provider asks to wait, None when it did not say;
    `limits` what it told of them."""

    def __init__(
        self,
        message: str,
        *,
        after: float | None = None,
        status: int | None = None,
        raw: str = "",
        limits: tuple[Left, ...] = (),
    ) -> None:
        super().__init__(message, status=status, raw=raw)
        self.after = after
        self.limits = limits


class Down(ProviderError):
    """The provider failed or was not reached; `after` as with Busy. Nothing was spent, as far as one can tell."""

    def __init__(self, message: str, *, after: float | None = None, status: int | None = None, raw: str = "") -> None:
        super().__init__(message, status=status, raw=raw)
        self.after = after


class Lost(ProviderError):
    """The request went out and no whole reply came: a timeout or a broken connection. It may have been answered."""

    is_spent = True


class Unfit(ProviderError):
    """The provider does not take this request. `parameter` names what it does not take, "" when it did not say."""

    def __init__(self, message: str, *, parameter: str = "", status: int | None = None, raw: str = "") -> None:
        super().__init__(message, status=status, raw=raw)
        self.parameter = storable(parameter)


class Oversized(ProviderError):
    """More tokens than may be asked for in a whole minute: no waiting helps, fewer do. `limit` is how many may be, and
    `wanted` were; 0 where that was not told."""

    def __init__(
        self,
        message: str,
        *,
        limit: int = 0,
        wanted: int = 0,
        status: int | None = None,
        raw: str = "",
        limits: tuple[Left, ...] = (),
    ) -> None:
        super().__init__(message, status=status, raw=raw)
        self.limit = limit
        self.wanted = wanted
        self.limits = limits


class Declined(ProviderError):
    """The provider does not let its model answer these words, and says so in `said`; where `is_spent`, it may bill that
    it has looked at them."""

    def __init__(
        self,
        message: str,
        *,
        said: str,
        status: int | None = None,
        raw: str = "",
        limits: tuple[Left, ...] = (),
        is_spent: bool = False,
    ) -> None:
        super().__init__(message, status=status, raw=raw)
        self.said = said
        self.limits = limits
        self.is_spent = is_spent

    @property
    def reply(self) -> Reply:
        """The same as the reply of a model that declined."""
        usage = None if self.is_spent else Usage()
        return Reply(self.said, usage=usage, end=DECLINED, raw=self.raw, limits=self.limits)


class Barred(ProviderError):
    """The provider does not take us: a wrong key, no right to the model, no money, no such model. `is_of_all`: not for
    any of its models, as far as our key goes; `is_of_money`: for what we have there is spent."""

    def __init__(
        self,
        message: str,
        *,
        status: int | None = None,
        raw: str = "",
        is_of_all: bool = False,
        is_of_money: bool = False,
    ) -> None:
        super().__init__(message, status=status, raw=raw)
        self.is_of_all = is_of_all
        self.is_of_money = is_of_money


class Provider(Protocol):
    """Something that speaks a protocol to one address with one key."""

    @property
    def name(self) -> str:
        """What people call it: "openai", or the host of a server of one's own."""
        ...

    @property
    def protocol(self) -> str:
        """How it is spoken to; at one address two protocols may be spoken, and a model refuse other things in each."""
        ...

    @property
    def rungs(self) -> tuple[Rung, ...]:
        """How the shape of an answer can be asked for in this protocol, best first."""
        ...

    @property
    def least_cached(self) -> Mapping[str, int]:
        """The tokens that the beginning of a prompt must have for the cache to keep it, where our prompts may have
        fewer: by how a model's name begins."""
        ...

    async def ask(self, request: Request) -> Reply:
        """Sends one request, once. Raises ProviderError."""
        ...

    async def close(self) -> None:
        """Gives up its connections."""
        ...


async def reply_of(provider: Provider, request: Request) -> Reply:
    """What a provider replies to a request; where it is said to be for the words of this one prompt that it does not,
    the model has declined. Raises ProviderError."""
    try:
        return await provider.ask(request)
    except Declined as error:
        return error.reply
