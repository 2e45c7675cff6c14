"""The player that chooses uniformly among the legal answers and always says the same: the yardstick for all others."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from games.agents.played import Played
from games.engine.dice import Dice
from games.engine.events import Seat
from games.engine.questions import Question
from games.engine.table import Entry
from personas.sheet import Sheet

SENTENCE: Final = "I have nothing to add."
THOUGHT: Final = "Any choice is as good as another."


@dataclass(frozen=True, slots=True)
class Uniform:
    """An offline player without opinions; a sheet gives it a name and nothing else."""

    sheet: Sheet | None = None
    provider: str = "uniform"
    model: str = "uniform"

    def reply(
        self, seat: Seat, question: Question[Any], view: Sequence[Entry], dice: Dice, played: Played
    ) -> dict[str, Any]:
        answer = question.write(question.drawn(dice, SENTENCE))
        answer["thought"] = THOUGHT
        return answer
