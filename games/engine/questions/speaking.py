"""Say something to everyone, or to partners with a proposal."""

from dataclasses import dataclass
from typing import Any

from games.engine.dice import Dice
from games.engine.questions.question import (
    LONGEST_SPEECH,
    MESSAGE,
    MESSAGE_OR_NONE,
    NEUTRAL,
    Illegal,
    Question,
    Raw,
    Target,
    fields_of,
    seats_schema,
    target_in,
    words_in,
)
from games.engine.quick import quick


@dataclass(frozen=True, slots=True)
class Speak(Question[str]):
    """Say something. Value: the words."""

    @property
    def legal(self) -> object:
        return LONGEST_SPEECH

    def read(self, raw: Raw) -> str:
        words = words_in(raw if type(raw) is dict else fields_of(raw))
        if not words:
            raise Illegal("message must not be empty")
        return words

    def write(self, value: str) -> dict[str, Any]:
        return {"message": value}

    def default(self, dice: Dice) -> str:
        return NEUTRAL

    def drawn(self, dice: Dice, words: str) -> str:
        return words

    def properties(self) -> dict[str, Any]:
        return {"message": MESSAGE}


@quick
@dataclass(frozen=True, slots=True)
class Remark(Speak):
    """Say something, or nothing. Value: the words, "" for none."""

    def read(self, raw: Raw) -> str:
        return words_in(raw if type(raw) is dict else fields_of(raw))

    def default(self, dice: Dice) -> str:
        return ""

    def properties(self) -> dict[str, Any]:
        return {"message": MESSAGE_OR_NONE}


@dataclass(frozen=True, slots=True)
class Propose(Question[tuple[str, Target]]):
    """Say something to one's partners, or nothing, and name a target. Value: (words, target)."""

    among: tuple[Target, ...]
    otherwise: tuple[Target, ...] = ()

    @property
    def legal(self) -> object:
        return self.among

    def read(self, raw: Raw) -> tuple[str, Target]:
        raw = fields_of(raw)
        return words_in(raw), target_in(raw, self.among)

    def write(self, value: tuple[str, Target]) -> dict[str, Any]:
        return {"message": value[0], "target": value[1]}

    def default(self, dice: Dice) -> tuple[str, Target]:
        return "", dice.pick(self.otherwise or self.among)

    def drawn(self, dice: Dice, words: str) -> tuple[str, Target]:
        return words, dice.pick(self.among)

    def properties(self) -> dict[str, Any]:
        return {"message": MESSAGE_OR_NONE, "target": seats_schema(self.among)}
