"""The kinds of questions that a game may ask, one of each in its fullest form: so a model is told all of them at once.

Law: the same for every seat, game and process. A rule book says them; where one does not, a few trial games are played
by lot, and a kind that none of them asked is simply not known before it is asked.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from games.agents.offline import answer_pending
from games.agents.players import player_named
from games.engine.moderator import Moderator
from games.engine.questions import Question
from games.engine.ruleset import Options, Ruleset

TRIALS: Final = 12  # games
LONGEST: Final = 400  # answers of one that are looked at

Kinds = Sequence[Question[Any]]


@lru_cache(maxsize=256)
def kinds_of(ruleset: Ruleset[Any], options: Options, seats: int) -> tuple[Question[Any], ...]:
    """A question of each kind, in the order in which the rule book or the trial games have them."""
    return tuple(ruleset.questions(options, seats)) or tuple(_tried(ruleset, options, seats).values())


def with_asked(kinds: Kinds, question: Question[Any]) -> Kinds:
    """The kinds with that of a question, where it or a field of it is not among them."""
    known = {each.kind: each.properties().keys() for each in kinds}
    if question.properties().keys() <= known.get(question.kind, frozenset()):
        return kinds
    return [*(each for each in kinds if each.kind != question.kind), question]


def _tried(ruleset: Ruleset[Any], options: Options, seats: int) -> dict[str, Question[Any]]:
    found: dict[str, Question[Any]] = {}
    players = [player_named("uniform", seat) for seat in range(seats)]
    names = [f"Player {seat}" for seat in range(seats)]
    for number in range(TRIALS):
        seed = f"kinds/{number}"
        moderator = Moderator(ruleset, options, ruleset.deal(seed, seats, options, names), seed)
        while moderator.pending and len(moderator.journal) < LONGEST:
            for seat in tuple(moderator.pending):
                question = moderator.pending[seat]
                known = found.get(question.kind)
                if known is None or len(question.properties()) > len(known.properties()):
                    found[question.kind] = question
                answer_pending(moderator, players, seat)
    return found
