"""What can go wrong, by script: which request it befalls, and what becomes of its answer.

Law: in steady mode a fault is a function of the request's bytes, of how often these bytes came, and of the seed; so a
second try may succeed, and a game that is played again meets the same faults.

What befalls the line or the status is done by the server; what befalls the answer is done here.
"""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from games.loopback.asked import Answer, Asked
from games.loopback.refusals import FOR_ITS_WORDS, Refused, for_its_words
from games.loopback.replies.draws import Draws
from games.loopback.replies.playing import names_in, names_on, offer_in, schema_shown
from games.loopback.shape import Json

STATUSES: Final = ("429", "500", "503", "529", "flagged", "filtered", "moderated")
# Errors that come as a reply: of who passes requests on to others, that one of those is busy or failed, before it has
# begun and in the middle of an answer.
INNER: Final = {"inner_429": 429, "inner_502": 502}
BROKEN_OFF: Final = "broken_off"
LINES: Final = ("reset", "timeout", "drip", "cut", "invalid_utf8")
NAME: Final = re.compile(r"\b[A-Z][a-z]{2,}\b")
YOU: Final = re.compile(r"\b[Yy]ou are ([A-Z][a-z]{2,})\b")
DEATH: Final = re.compile(r"[^.\n]*\b(?:dead|died|dies|killed|banished|ejected)\b[^.\n]*", re.IGNORECASE)
STRANGER: Final = "Nobody Inparticular"
DEEP: Final = 10_000  # levels
HUGE: Final = 2_000_000  # characters, more in each text
LIMITLESS: Final = ("deep", "huge")  # answers that keep to no limit of tokens; nobody is billed for more than it
UNKNOWN_TOOL: Final = "open_the_airlock"


class WrongFault(Exception):
    """A script of faults that cannot be followed; the message says why in one sentence, for a person."""


@dataclass(frozen=True, slots=True)
class Script:
    """Which faults there are and how large a share of the requests each befalls, from 0 to 1; in all at most 1."""

    shares: Mapping[str, float]

    def drawn(self, draws: Draws) -> str | None:
        """The fault that befalls a request, or None."""
        at = draws.share()
        for kind, share in self.shares.items():
            at -= share
            if at < 0:
                return kind
        return None


def script_of(shares: Mapping[str, Json]) -> Script:
    """A script from shares by kind; raises WrongFault."""
    for kind, share in shares.items():
        if kind not in KINDS:
            raise WrongFault(f"There is no fault called {kind!r}; there are {', '.join(KINDS)}.")
        if isinstance(share, bool) or not isinstance(share, int | float) or not 0 <= share <= 1:
            raise WrongFault(f"The share of {kind} is a number from 0 to 1, not {share!r}.")
    if sum(shares.values()) > 1 + 1e-9:
        raise WrongFault("The shares of all faults together are more than 1.")
    return Script(dict(shares))


def refusal_for(kind: str, protocol: str, draws: Draws) -> tuple[Refused, dict[str, str]]:
    """The refusal that a fault of STATUSES is, and the headers that come with it."""
    if kind == "429":
        headers = draws.pick(({"retry-after": "1"}, {}, {"retry-after-ms": "250"} if protocol == "openai" else {}))
        return Refused(429, "Rate limit reached. Please slow down.", code="rate_limit_exceeded"), headers
    if kind in FOR_ITS_WORDS:
        return for_its_words(protocol, kind), {}
    if kind == "529" and protocol == "anthropic":
        return Refused(529, "Overloaded"), {}
    if kind in ("503", "529"):
        return Refused(503, "The engine is currently overloaded, please try again later."), {}
    return Refused(500, "The server had an error while processing your request."), {}


def befallen(kind: str, answer: Answer, asked: Asked, draws: Draws) -> Answer:
    """The answer after a fault that befalls answers; others leave it as it is."""
    spoil = SPOILT.get(kind)
    if spoil is not None:
        return _with_text(answer, spoil(_text(answer), asked, draws))
    if kind == "refusal":
        return Answer(None, refusal="I'm sorry, but I can't help with that.", reasoning=answer.reasoning)
    if kind == "empty":
        return Answer("", reasoning=answer.reasoning)
    if kind in ("prose", "fences"):
        said = "I think we should all calm down and look at the facts." if kind == "prose" else None
        return Answer(said or f"Here is my answer:\n```json\n{_text(answer)}\n```\n", reasoning=answer.reasoning)
    if kind == "truncated":
        text = _text(answer)
        return replace(_with_text(answer, text[: len(text) // 2]), is_cut=True)
    if kind == "unknown_tool":
        return replace(answer, text=None, calls=((UNKNOWN_TOOL, "{}"),))
    if kind == "two_tools":
        name = asked.tool or UNKNOWN_TOOL
        return replace(answer, text=None, calls=((name, _text(answer)), (name, _text(answer))))
    if kind == "no_usage":
        return replace(answer, shows_usage=False)
    return answer


def _text(answer: Answer) -> str:
    return answer.calls[0][1] if answer.calls else answer.text or ""


def _with_text(answer: Answer, text: str) -> Answer:
    if answer.calls:
        return replace(answer, calls=tuple((name, text) for name, _ in answer.calls))
    return replace(answer, text=text)


# --- answers spoilt in what they say ---------------------------------------------------------------------------------


def _each(change: Callable[[Json], Json]) -> Callable[[str, Asked, Draws], str]:
    """A spoiler that changes every plain value of the answer."""

    def walk(value: Json) -> Json:
        if isinstance(value, dict):
            return {key: walk(each) for key, each in value.items()}
        if isinstance(value, list):
            return [walk(each) for each in value]
        return change(value)

    def spoil(text: str, asked: Asked, draws: Draws) -> str:
        return json.dumps(walk(_parsed(text)))

    return spoil


def _parsed(text: str) -> Json:
    try:
        return json.loads(text)
    except ValueError:
        return {"answer": text}


def _other_type(value: Json) -> Json:
    if isinstance(value, str):
        return len(value)
    return [value] if isinstance(value, bool) else f"about {value}"


def _named(choose: Callable[[Asked, list[str], Draws], str]) -> Callable[[str, Asked, Draws], str]:
    """A spoiler that puts another name where the answer names one of those on offer."""

    def spoil(text: str, asked: Asked, draws: Draws) -> str:
        offered = _offered(asked)
        name = choose(asked, offered, draws)
        return _each(lambda value: name if value in offered else value)(text, asked, draws)

    return spoil


def _offered(asked: Asked) -> list[str]:
    """The names that the answer may give, by the last line of the prompt, by the schema of the request or by the one in
    its words."""
    if offered := names_on(offer_in(asked.prompt)):
        return offered
    return names_in(schema_shown(asked.prompt) if asked.schema is None else asked.schema)


def _dead(asked: Asked, offered: list[str], draws: Draws) -> str:
    """A name that the prompt knows and the answer may not give; one of somebody who is said to be dead if it can."""
    told = " ".join(DEATH.findall(asked.prompt))
    for text in (told, asked.prompt):
        known: list[str] = sorted(set(NAME.findall(text)) - set(offered))
        if known:
            return draws.pick(known)
    return STRANGER


def _self(asked: Asked, offered: list[str], draws: Draws) -> str:
    told = YOU.search(asked.prompt)
    return str(told[1]) if told else "myself"


def _nan(text: str, asked: Asked, draws: Draws) -> str:
    """NaN for every number, or in a field of its own where there is none."""
    value = _parsed(text)
    spoilt = json.loads(_each(lambda each: float("nan") if _is_number(each) else each)(text, asked, draws))
    inside = spoilt
    while isinstance(inside, dict) and (name := next((key for key in inside if isinstance(inside[key], dict)), None)):
        value, inside = value[name], inside[name]
    if isinstance(value, dict) and not any(map(_is_number, value.values())):
        inside["score"] = float("nan")
    return json.dumps(spoilt)


def _is_number(value: Json) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _deep(text: str, asked: Asked, draws: Draws) -> str:
    return '{"answer":' * DEEP + "{}" + "}" * DEEP


def _spoken(change: Callable[[str], str]) -> Callable[[str, Asked, Draws], str]:
    """A spoiler of what the answer says freely: the names that it gives stay, so that the rest of it is legal."""

    def spoil(text: str, asked: Asked, draws: Draws) -> str:
        offered = _offered(asked)
        return _each(lambda value: change(value) if isinstance(value, str) and value not in offered else value)(
            text, asked, draws
        )

    return spoil


SPOILT: Final[Mapping[str, Callable[[str, Asked, Draws], str]]] = {
    "wrong_types": _each(_other_type),
    "unknown_target": _named(lambda asked, offered, draws: STRANGER),
    "dead_target": _named(_dead),
    "self_target": _named(_self),
    "nan": _nan,
    "deep": _deep,
    "huge": _spoken(lambda text: text + "x" * HUGE),
    "nul": _spoken(lambda text: f"{text}\x00"),
    "surrogates": _spoken(lambda text: f"{text}\ud83d"),
}
STRUCTURES: Final = (*("truncated", "refusal", "empty", "prose", "fences", "unknown_tool", "two_tools", "no_usage"),)
KINDS: Final = (*STATUSES, *INNER, BROKEN_OFF, *LINES, *STRUCTURES, *SPOILT)
