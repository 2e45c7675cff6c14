"""What a player is told before a question.

Law: a briefing follows from the situation alone. It holds what the seat has seen, what it wrote itself, its sheet and
its memory, and nothing of anybody else's. A ruleset's way to tell it is in the file of its name; one that has none is
briefed in manner.PLAIN.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from games.agents.answering import schema_of_answers
from games.agents.briefing import council_mafia, glass_box, reactive_mafia, town_mafia
from games.agents.briefing.afterwards import looking_back
from games.agents.briefing.asking import asked
from games.agents.briefing.identity import own
from games.agents.briefing.manner import PLAIN, Manner
from games.agents.briefing.place import place_of
from games.agents.briefing.rules import common
from games.agents.briefing.situation import Briefing, Situation
from games.agents.briefing.transcript import lines, spoken_in
from games.agents.kinds import kinds_of, with_asked
from games.agents.lessons.choosing import AT_THE_END, ChooseLessons
from games.agents.notes import notes_for
from games.engine.questions import Question
from games.engine.ruleset import Ruleset

__all__ = ["MANNERS", "REVISION", "Briefing", "Situation", "brief", "spoken_in"]

# Of the words that every model is asked with. What is asked in other words is another game to it: statistics begin a
# new line with each, and tests/games/agents/briefing says when one is due.
REVISION: Final = 8

MANNERS: Final[Mapping[str, Manner]] = {
    "council-mafia": council_mafia.MANNER,
    "glass-box": glass_box.MANNER,
    "reactive-mafia": reactive_mafia.MANNER,
    "town-mafia": town_mafia.MANNER,
}


def brief(situation: Situation) -> Briefing:
    """The text of the request for the answer to a situation's question."""
    manner = MANNERS.get(situation.ruleset.slug, PLAIN)
    place = place_of(situation.seat, situation.view)
    kinds = _kinds(situation, len(place.names))
    is_over = isinstance(situation.question, ChooseLessons)
    standing = looking_back(situation, place) if is_over else manner.standing(situation, place)
    return Briefing(
        common=common(situation.ruleset, situation.options, kinds, len(place.names), manner),
        own=own(situation, place, manner),
        history=manner.history(situation, place),
        task=lines([standing, asked(situation.question, place)]),
        # With that of the question added where nobody knew that it could be asked.
        schema=_of_kinds(situation.ruleset, tuple(with_asked(kinds, situation.question))),
        together="" if is_over else manner.together(situation, place),
    )


def _kinds(situation: Situation, seats: int) -> tuple[Question[Any], ...]:
    """The kinds of questions that may be asked in a game and, where players learn from it, when it is over."""
    kinds = kinds_of(situation.ruleset, situation.options, seats)
    return (*kinds, AT_THE_END) if situation.learns else kinds


@lru_cache(maxsize=256)
def _of_kinds(ruleset: Ruleset[Any], kinds: tuple[Question[Any], ...]) -> Mapping[str, Any]:
    return schema_of_answers(kinds, notes_for(ruleset), ruleset.discloses)
