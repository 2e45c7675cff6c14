"""Speak to everyone and nominate, in one answer."""

from dataclasses import dataclass
from typing import Any

from games.engine.dice import Dice
from games.engine.questions.question import (
    MESSAGE,
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


@dataclass(frozen=True, slots=True)
class Nominate(Question[tuple[str, Target]]):
    """Say something and name one of `among` (None: nobody). Value: (words, target).

    The default says a neutral sentence and names one of `otherwise`: the legal answers are the same for a whole day,
    but nobody nominates themselves by default.
    """

    among: tuple[Target, ...]
    otherwise: tuple[Target, ...]

    @property
    def legal(self) -> object:
        return self.among

    def read(self, raw: Raw) -> tuple[str, Target]:
        raw = fields_of(raw)
        words = words_in(raw)
        if not words:
            raise Illegal("message must not be empty")
        return words, target_in(raw, self.among)

    def write(self, value: tuple[str, Target]) -> dict[str, Any]:
        return {"message": value[0], "target": value[1]}

    def default(self, dice: Dice) -> tuple[str, Target]:
        return NEUTRAL, dice.pick(self.otherwise)

    def drawn(self, dice: Dice, words: str) -> tuple[str, Target]:
        return words, dice.pick(self.among)

    def properties(self) -> dict[str, Any]:
        return {"message": MESSAGE, "target": seats_schema(self.among)}
