"""A model is told the same to the byte whether its host has played the game so far or has just taken it over.

PostgreSQL keeps the fields of a JSON value in an order of its own: by length, then by their bytes.
"""

from typing import Any

import pytest

from games.agents.agent import Asked
from games.agents.exchanges import Character, Recollection
from games.engine.dice import Dice
from games.engine.moderator import Moderator
from games.engine.questions.scratchpads import FIELD
from games.engine.ruleset import Ruleset
from games.engine.rulesets import all_rulesets
from tests.games.engine.scenes import anything

RULES = all_rulesets()
EVERY = 5  # questions; a game is played again for each that is looked at
TOLD = ("common", "own", "history", "task", "schema")


def as_stored(value: Any) -> Any:
    """A JSON value as PostgreSQL gives it back."""
    if isinstance(value, dict):
        return {name: as_stored(value[name]) for name in sorted(value, key=lambda name: (len(name.encode()), name))}
    return [as_stored(each) for each in value] if isinstance(value, list) else value


def begun(rules: Ruleset[Any], **options: Any) -> Moderator:
    chosen = rules.options_from(options, rules.default_seats)
    return Moderator(rules, chosen, rules.deal("restarted", rules.default_seats, chosen), "restarted")


def taken_over(game: Moderator) -> Moderator:
    """The same game by another host, who has its journal and its ledger from the rows."""
    journal = [answer._replace(answer=as_stored(dict(answer.answer))) for answer in game.journal]
    ledger = [entry.plain() for entry in game.ledger]
    return Moderator(game.ruleset, game.options, game.deal, game.seed, journal=journal, ledger=ledger)


def answered(game: Moderator, seat: int) -> None:
    """Wildly, and whoever may write notes writes several at once, in no order that anybody stores them in."""
    answer = anything(game.pending[seat], Dice(game.seed, *game.key(seat)))
    if FIELD in answer:
        answer[FIELD] = [{"pad": pad, "text": f"{pad} of poll {game.poll}"} for pad in ("suspicions", "events", "plan")]
    game.answer(seat, answer)


@pytest.mark.parametrize("slug", sorted(RULES))
def test_a_briefing_is_the_same_after_a_restart(slug: str) -> None:
    game = begun(RULES[slug])
    played = Recollection(game, "game")
    asked = Asked(model="model")
    questions = looked_at = 0
    while game.pending:
        for seat in tuple(game.pending):
            if questions % EVERY == 0:
                told = played.exchange(seat, Character(), asked).briefing
                again = Recollection(taken_over(game), "game").exchange(seat, Character(), asked).briefing
                assert [getattr(again, name) for name in TOLD] == [getattr(told, name) for name in TOLD]
                looked_at += 1
            questions += 1
            answered(game, seat)
    assert looked_at >= 3
