"""Name a player, or nobody."""

from dataclasses import dataclass
from typing import Any

from games.engine.dice import Dice
from games.engine.questions.question import Question, Raw, Target, fields_of, seats_schema, target_in
from games.engine.quick import quick


@quick
@dataclass(frozen=True, slots=True)
class Choose(Question[Target]):
    """Name one of `among` (None: nobody). Value: the seat or None. The default is drawn, unless `otherwise` says it."""

    among: tuple[Target, ...]
    otherwise: tuple[Target, ...] = ()  # what the default is drawn from, when not from all

    @property
    def legal(self) -> object:
        return self.among

    def read(self, raw: Raw) -> Target:
        return target_in(raw if type(raw) is dict else fields_of(raw), self.among)

    def write(self, value: Target) -> dict[str, Any]:
        return {"target": value}

    def default(self, dice: Dice) -> Target:
        return dice.pick(self.otherwise or self.among)

    def drawn(self, dice: Dice, words: str) -> Target:
        return dice.pick(self.among)

    def properties(self) -> dict[str, Any]:
        return {"target": seats_schema(self.among)}
