"""What is known of each model's manners, learnt from its refusals: how the shape of an answer is best asked for, and
which parameters it does not take. Law: one step at a time, never back up, and never for a reason that is not ours.

A model stands on the highest rung of its protocol until it refuses it; each model is remembered once for all games.
"""

import re
import threading
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Final

from games.agents.providers.caches import filled
from games.agents.providers.provider import Provider, Reply, Request, Rung, Unfit
from games.agents.room import bound_in

# Where "adaptive" is refused, thinking may still be taken in another way. Who refuses not to think names in the same
# breath what to say instead, so these come first.
OPTIONAL: Final = (
    *("thinking.type.disabled", "thinking.type.between_tools"),
    *("temperature", "reasoning_effort", "effort", "summary", "adaptive", "thinking"),
    *("top_p", "seed", "verbosity", "service_tier"),
    *("prompt_cache_key", "prompt_cache_options", "prompt_cache_breakpoint"),
)
# Not a parameter: templates of some open models know no system, and what it says is then said by who asks.
SYSTEM: Final = "system"
ABOUT_THE_SYSTEM: Final = ("system role", "roles must alternate user/assistant")
RENAMED: Final = ("max_tokens", "max_completion_tokens")
# Words of a refusal that speak of the shape of the answer, in all protocols and in servers of one's own.
ABOUT_THE_SHAPE: Final = (
    "response_format", "text.format", "json_schema", "json_object", "output_config", "output_format", "schema",
    "structured", "grammar", "guided", "tool",
)  # fmt: skip
# Of an effort that is refused for its value another may be taken: that is nothing to learn, and whoever set it is to
# hear of it. Who takes no effort at all names the parameter alone; of a temperature no other value would be taken.
EFFORTS: Final = ("effort", "reasoning_effort")
_OF_VALUE: Final = re.compile(
    r"(?:unsupported|unexpected|invalid) value|[\"'`](?:none|minimal|low|medium|high|xhigh|max)[\"'`]"
)
UNKNOWN: Final = (
    "unsupported", "not support", "unrecognized", "unrecognised", "unknown", "unexpected", "extra", "not permitted",
    "not allowed", "not available", "deprecated", "removed", "may only", "must be verified",
    "does not match any of the expected tags",
)  # fmt: skip
# How a union of shapes is refused that begin with the same field: its values should tell them apart, but if they do
# not, the shape is better said in words.
ABOUT_OUR_UNION: Final = "must not share identical first keys"
# Words of a refusal of a schema by who can read schemas: the fault is in ours, and would cost the model its rung in all
# games. OpenAI says the first two, Anthropic begins with where in our schema it is.
ABOUT_OUR_SCHEMA: Final = ("invalid schema for", "invalid_json_schema", "format.schema: ", ".input_schema: ")
BOUND: Final = "most_tokens:"  # how a bound is told among the parameters that a model refused
ABOUT_LENGTH: Final = ("context length", "context_length", "context limit", "context window", "too long", "too large")


@dataclass(frozen=True, slots=True)
class Manners:
    """The rung that a model stands on, the parameters that it refused, whether it thinks unasked, and how many tokens a
    reply of it may have, where it refused more."""

    rung: Rung
    without: frozenset[str] = frozenset()
    thinks: bool = False
    most: int | None = None

    @property
    def refused(self) -> str:
        """What it refused, with blanks between."""
        bound = () if self.most is None else (f"{BOUND}{self.most}",)
        return " ".join((*sorted(self.without), *bound))


class Ladder:
    """The manners of all models that were asked, by provider, protocol and model. For all threads of a process."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str, str], Manners] = {}
        self._since: dict[tuple[str, str, str], float] = {}
        self._one_at_a_time = threading.Lock()

    def manners(self, provider: Provider, model: str) -> Manners:
        """What is known of a model; the highest rung before anything is."""
        return self._known.get(_key(provider, model), Manners(provider.rungs[0]))

    def stand(
        self, provider: Provider, model: str, rung: str, without: str = "", *, thinks: bool = False, since: float = 0.0
    ) -> None:
        """Says what was found of a model before: its rung, and with blanks between them the parameters that it refused.
        What the protocol does not have is no news, nor is anything of a model that is known, unless it was tried out
        `since` (in seconds since the epoch): what a probe found stands for all that was learnt before it."""
        known = next((each for each in provider.rungs if each == rung), provider.rungs[0])
        words = without.split()
        refused = frozenset(words).intersection((SYSTEM, *RENAMED, *OPTIONAL))
        found = Manners(known, refused, thinks, _bound(words))
        key = _key(provider, model)
        with self._one_at_a_time:
            if since > self._since.get(key, 0.0):
                self._since[key], self._known[key] = since, found
            elif found != Manners(provider.rungs[0]):
                self._known.setdefault(key, found)

    def since(self, provider: Provider, model: str) -> float:
        """When the model was tried out on which what is known of it stands; 0 where that is not known."""
        return self._since.get(_key(provider, model), 0.0)

    def find(self, provider: Provider, model: str, manners: Manners, *, since: float) -> None:
        """Says what a probe has found of a model, which stands for all that was known of it."""
        with self._one_at_a_time:
            self._since[_key(provider, model)], self._known[_key(provider, model)] = since, manners

    def clear(self) -> None:
        """Forgets all models."""
        self._known.clear()
        self._since.clear()

    def fit(self, provider: Provider, request: Request) -> Request:
        """The request in the manners of its model, and as long as its cache wants it; below the first two ways of
        asking, the schema is in the text."""
        manners = self.manners(provider, request.model)
        most = request.most_tokens if manners.most is None else min(request.most_tokens, manners.most)
        fitted = replace(request, rung=manners.rung, without=manners.without, thinks=manners.thinks, most_tokens=most)
        return filled(fitted, provider.least_cached)

    def learn(self, provider: Provider, request: Request, error: Unfit) -> bool:
        """Whether the request is worth sending again, in other manners than it was sent in."""
        with self._one_at_a_time:
            return self._learnt(provider, request, error)

    def hear(self, provider: Provider, model: str, reply: Reply) -> bool:
        """Whether a reply told something new of its model: that it thinks, and is to be asked what."""
        with self._one_at_a_time:
            known = self.manners(provider, model)
            if known.thinks or not reply.hides_thinking:
                return False
            self._known[_key(provider, model)] = replace(known, thinks=True)
            return True

    def _learnt(self, provider: Provider, request: Request, error: Unfit) -> bool:
        known = self.manners(provider, request.model)
        if (request.rung, request.without) != (known.rung, known.without):
            return True  # another game has learnt it meanwhile
        if known.most is not None and request.most_tokens > known.most:
            return True
        learnt = _after(provider, known, f"{error.parameter} {error}".lower(), request.most_tokens)
        if learnt is None:
            return False
        self._known[_key(provider, request.model)] = learnt
        return True


def _key(provider: Provider, model: str) -> tuple[str, str, str]:
    return provider.name, provider.protocol, model


def _bound(words: Collection[str]) -> int | None:
    """The bound on a reply among what a model refused."""
    told = next((word.removeprefix(BOUND) for word in words if word.startswith(BOUND)), "")
    return int(told) if told.isdecimal() else None


def _after(provider: Provider, known: Manners, refusal: str, asked_for: int) -> Manners | None:
    """The manners after a refusal of a request for so many tokens; None when it is about something else, or nothing is
    left to give up."""
    if most := bound_in(refusal):
        return replace(known, most=most) if most < asked_for else None
    is_of_union = ABOUT_OUR_UNION in refusal
    if not is_of_union and any(words in refusal for words in (*ABOUT_LENGTH, *ABOUT_OUR_SCHEMA)):
        return None
    if SYSTEM not in known.without and any(words in refusal for words in ABOUT_THE_SYSTEM):
        return replace(known, without=known.without | {SYSTEM})
    if _is_of_effort(refusal):
        return None
    is_unknown = any(words in refusal for words in UNKNOWN)
    for parameter in (*RENAMED, *OPTIONAL):
        if is_unknown and parameter not in known.without and _names(refusal, parameter):
            if parameter in RENAMED and known.without & set(RENAMED):
                return None  # neither name was taken
            return replace(known, without=known.without | {parameter})
    lower = provider.rungs[provider.rungs.index(known.rung) + 1 :]
    if lower and any(word in refusal for word in ABOUT_THE_SHAPE):
        return replace(known, rung=lower[0])
    return None


def _is_of_effort(refusal: str) -> bool:
    """Whether a refusal is for how much effort is asked for, and not for asking for an effort or for anything else."""
    named = [name for name in (*RENAMED, *OPTIONAL) if _names(refusal, name)]
    return bool(named) and named[0] in EFFORTS and _OF_VALUE.search(refusal) is not None


def _names(refusal: str, parameter: str) -> bool:
    """Whether a refusal names a parameter, and not one whose name ends or begins as this one's."""
    return re.search(rf"(?<![a-z_]){re.escape(parameter)}(?![a-z_])", refusal) is not None
