"""Where nobody has a turn: say something or stay silent; vote and say why; sum up a round for oneself."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from games.engine.dice import Dice
from games.engine.questions.question import (
    LONGEST_SPEECH,
    LONGEST_THOUGHT,
    MESSAGE,
    Illegal,
    Question,
    Raw,
    Target,
    cleaned,
    fields_of,
    in_one_line,
    seats_schema,
    target_in,
    text_in,
    words_in,
)
from games.engine.quick import quick

SILENT = "[SILENT]"
LONGEST_REASON = 500  # characters


@dataclass(frozen=True, slots=True)
class React(Question[str | None]):
    """Say something, or stay silent. Value: the words, or None for silence; so is the default."""

    @property
    def legal(self) -> object:
        return SILENT, LONGEST_SPEECH

    def read(self, raw: Raw) -> str | None:
        words = words_in(fields_of(raw))
        if words.casefold() == SILENT.casefold():
            return None
        if not words:
            raise Illegal(f"message must not be empty; {SILENT} says nothing")
        # Half a silence would be heard by all as words.
        if SILENT.casefold() in words.casefold():
            raise Illegal(f"message must be {SILENT} alone, or what you say without it")
        return words

    def write(self, value: str | None) -> dict[str, Any]:
        return {"message": SILENT if value is None else value}

    def default(self, dice: Dice) -> str | None:
        return None

    def drawn(self, dice: Dice, words: str) -> str | None:
        return words if dice.below(2) else None

    def properties(self) -> dict[str, Any]:
        told = f"what you say, at most {LONGEST_SPEECH} characters, or {SILENT} if nothing"
        return {"message": {**MESSAGE, "description": told}}


@quick
@dataclass(frozen=True, slots=True)
class Justify(Question[tuple[Target, str]]):
    """Name one of `among` (None: nobody) and say why; the reason may be empty. Value: (target, reason)."""

    among: tuple[Target, ...]
    otherwise: tuple[Target, ...] = ()  # what the default is drawn from, when not from all

    @property
    def legal(self) -> object:
        return self.among, LONGEST_REASON

    def read(self, raw: Raw) -> tuple[Target, str]:
        raw = fields_of(raw)
        return target_in(raw, self.among), in_one_line(text_in(raw, "reason", LONGEST_REASON))

    def write(self, value: tuple[Target, str]) -> dict[str, Any]:
        return {"reason": value[1], "target": value[0]}

    def default(self, dice: Dice) -> tuple[Target, str]:
        return dice.pick(self.otherwise or self.among), ""

    def drawn(self, dice: Dice, words: str) -> tuple[Target, str]:
        return dice.pick(self.among), words

    def properties(self) -> dict[str, Any]:
        # The reason comes first, so that a model gives it before it decides.
        why = f"why, in public, at most {LONGEST_REASON} characters; may be empty"
        return {"reason": {"type": "string", "description": why}, "target": seats_schema(self.among)}


class Summary(NamedTuple):
    """What a player keeps of a round: what happened, who is suspicious and why, how to go on."""

    happened: str
    suspicions: str
    strategy: str

    @property
    def length(self) -> int:
        """How many words it has."""
        return sum(len(part.split()) for part in self)


@dataclass(frozen=True, slots=True)
class Summarise(Question[Summary]):
    """Sum up the round for oneself in at most `most` words. The default is `facts`, as far as they fit."""

    most: int
    facts: str

    @property
    def legal(self) -> object:
        return self.most, LONGEST_THOUGHT

    def read(self, raw: Raw) -> Summary:
        raw = fields_of(raw)
        summary = Summary(*(cleaned(text_in(raw, name, LONGEST_THOUGHT)) for name in Summary._fields))
        if not summary.length:
            raise Illegal("a summary must not be empty")
        if summary.length > self.most:
            raise Illegal(f"a summary must have at most {self.most} words in all, not {summary.length}")
        return summary

    def write(self, value: Summary) -> dict[str, Any]:
        return value._asdict()

    def default(self, dice: Dice) -> Summary:
        return Summary(" ".join(self.facts.split()[: self.most]), "", "")

    def drawn(self, dice: Dice, words: str) -> Summary:
        return Summary(words, "", "")

    def properties(self) -> dict[str, Any]:
        told = {
            "happened": f"what happened; at most {self.most} words for all three",
            "suspicions": "who is suspicious and why",
            "strategy": "what you are going to do",
        }
        return {name: {"type": "string", "description": each} for name, each in told.items()}
