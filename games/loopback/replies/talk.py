"""How much a model writes, where somebody has set it: answers of so many tokens, after so many of reasoning. And what:
sentences that it was given, or whatever the others have told it (hearsay).

Law: what is drawn out stays legal. The private texts of an answer take what there is to write; what it says to others
goes as far as the prompt says that it may ("at most 2000 characters"), and stays as it is where the prompt names no
such limit. Each answer is drawn from half to one and a half times what was set.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from games.loopback.replies.draws import Draws
from games.loopback.replies.hearsay import HOW, How, believe, speak
from games.loopback.replies.playing import KIND, NOBODY, SENTENCES, offer_in
from games.loopback.shape import Json

CHARS: Final = 4  # in a token
SHORTEST: Final = 12  # characters that a text is cut to
MOST: Final = 30_000  # tokens of an answer, and of its reasoning
LIMIT: Final = re.compile(r"^- (\w+)(?: \([^)\n]*\))?: .*?\bat most (\d+) characters\b", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Talk:
    """The tokens of an answer and of the reasoning before it; None leaves either as it is. `says` are sentences that it
    says aloud in place of its own; a `gullible` one writes down for itself whatever it hears, with these `words` for
    others."""

    written: int | None = None
    reasoning: int | None = None
    says: tuple[str, ...] = ()
    gullible: How | None = None
    words: Mapping[str, str] = field(default_factory=dict)

    def thinks(self, usual: tuple[int, int]) -> tuple[int, int]:
        """From how many to how many tokens a model reasons; who usually does not never does."""
        if self.reasoning is None or not usual[1]:
            return usual
        return self.reasoning // 2, self.reasoning * 3 // 2

    def worded(self, text: str, prompt: str, draws: Draws) -> str:
        """An answer as such a model words it; the text as it is where it is no JSON object."""
        text = self.drawn_out(text, prompt, draws)
        if not (self.says or self.gullible) or not text.startswith("{"):
            return text
        answer = json.loads(text)
        if self.says:
            speak(answer, prompt, draws, self.says)
        if self.gullible:
            believe(answer, prompt, draws, self.gullible, self.words, offer_in(prompt))
        return json.dumps(answer, ensure_ascii=False)

    def drawn_out(self, text: str, prompt: str, draws: Draws) -> str:
        """An answer of about so many tokens; the text as it is where it is no JSON object."""
        if self.written is None or not text.startswith("{"):
            return text
        answer = json.loads(text)
        limits = {name: int(most) for name, most in LIMIT.findall(prompt)}
        places = _places(answer, limits)
        framing = len(text) - sum(len(holder[name]) for holder, name, _ in places)
        left = CHARS * draws.between(self.written // 2, self.written * 3 // 2) - framing
        for count, (holder, name, most) in enumerate(sorted(places, key=lambda place: place[2]), 1):
            length = max(SHORTEST, min(most, left // (len(places) - count + 1)))
            holder[name] = _of_length(holder[name], length, draws)
            left -= len(holder[name])
        return json.dumps(answer, ensure_ascii=False)


def talk_of(given: Json) -> Mapping[str, Talk]:
    """How much models write and what, by name; raises ValueError."""
    if not isinstance(given, dict) or not all(isinstance(each, dict) for each in given.values()):
        raise ValueError("talk is an object by model, each with written, reasoning, says, gullible and words")
    return {
        model: Talk(**{name: _of_talk(name, value, model) for name, value in each.items()})
        for model, each in given.items()
    }


def _of_talk(name: str, value: Json, model: str) -> Any:
    """One of a model's settings, checked. Raises ValueError."""
    if name not in Talk.__slots__:
        raise ValueError(f"a model's talk is {', '.join(Talk.__slots__)}, not {name!r} ({model})")
    if name in ("written", "reasoning"):
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MOST:
            raise ValueError(f"{name} is a number of tokens from 0 to {MOST}, not {value!r} ({model})")
        return value
    if name == "gullible":
        if value not in HOW:
            raise ValueError(f"gullible is one of {', '.join(HOW)}, not {value!r} ({model})")
        return value
    if name == "says" and isinstance(value, list) and all(isinstance(each, str) and each for each in value):
        return tuple(value)
    if name == "words" and isinstance(value, dict) and all(isinstance(each, str) for each in value.values()):
        return value
    raise ValueError(
        f"{name} is {'a list of sentences' if name == 'says' else 'texts by texts'}, not {value!r:.80} ({model})"
    )


def _places(answer: dict[str, Any], limits: Mapping[str, int]) -> list[tuple[dict[str, Any], str, int]]:
    """The texts of an answer that may be longer or shorter, each by what holds it and its name, with its limit."""
    private = [
        (answer, name, MOST * CHARS) for name, value in answer.items() if isinstance(value, str) and name != KIND
    ]
    inner = [each for each in answer.values() if isinstance(each, dict)]
    return private + [
        (each, name, limits[name])
        for each in inner
        for name, value in each.items()
        if name in limits and isinstance(value, str)
    ]


def _of_length(text: str, length: int, draws: Draws) -> str:
    """The text, cut or gone on with, at most that long."""
    parts, so_far = [text], len(text)
    while so_far < length:
        parts.append(draws.pick(SENTENCES).format(name=NOBODY))
        so_far += 1 + len(parts[-1])
    return " ".join(parts)[:length].strip()
