"""What a briefing is made of, and what it is. Law: it follows from this alone, and holds nothing that the seat has not
seen; stable text comes first, what changes with every question last, so that a provider's cache finds what it knows.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.agents.lessons.telling import NOTHING_REMEMBERED, Remembered
from games.engine.events import Seat
from games.engine.moderator import Answer
from games.engine.questions import Question
from games.engine.ruleset import Options, Ruleset
from games.engine.table import Entry
from personas.sheet import Sheet


@dataclass(frozen=True, slots=True)
class Situation:
    """One seat before one question.

    `view` is what the seat has seen, in order; `answers` its own answers so far, in order of their polls; `asked` the
    poll of each question that it was asked so far, this one last, so that what was new at each can be told. `learned`
    is what somebody wrote into the player's memory by hand; what it calls `opponents`, notes on other players, is told
    only where players go by their characters' names. `remembered` is what it learned from other games itself; `learns`
    says whether it will be asked at the end what it learned from this one. `level` is how much strategy is spelled out
    (none | basic | intermediate | advanced). Who `is_aware` is told that it is a model among models; others are told
    nothing of that.
    """

    ruleset: Ruleset[Any]
    options: Options
    seat: Seat
    question: Question[Any]
    view: Sequence[Entry]
    asked: Sequence[int]
    answers: Sequence[Answer] = ()
    sheet: Sheet | None = None
    learned: Mapping[str, object] = field(default_factory=dict)
    level: str = "none"
    remembered: Remembered = NOTHING_REMEMBERED
    learns: bool = False
    is_aware: bool = False


@dataclass(frozen=True, slots=True)
class Briefing:
    """The text of a request, in the order in which it is sent.

    `common` is the same for every seat at the table and for every game of these rules, options and number of seats;
    `own` is the same for all questions of this seat in this game. `history` grows only at its end: a text for each
    question so far at which something was new, so that its first texts are those of the seat's last briefing (where a
    ruleset forgets by its rules, the history begins anew). `task` is new each time: where things stand, what the seat
    wrote down, what is asked, and last the line that says what is `legal`. `schema` is that of all answers of the game.

    Where several are asked the same at once, and each would be told at length what all of them heard, this stands in
    `together`, ahead of what is one's own: the same text for each of them, so that once one of them has been asked it
    is known to the cache of whoever asks the others.
    """

    common: str
    own: str
    history: tuple[str, ...]
    task: str
    schema: Mapping[str, Any] = field(default_factory=dict)
    together: str = ""

    @property
    def heard(self) -> tuple[str, ...]:
        """What was heard, together with others and besides."""
        return tuple(filter(None, (self.together, *self.history)))

    @property
    def parts(self) -> tuple[str, ...]:
        """All texts in the order in which they are sent to one of several on the same model."""
        together = (self.together,) if self.together else ()
        return (self.common, *together, self.own, *self.history, self.task)

    @property
    def legal(self) -> str:
        """The line under the question: the kind of its answer and what may be chosen."""
        return self.task.rpartition("\n")[2]
