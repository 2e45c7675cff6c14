"""What players keep in mind of a game from one question to the next goes with the game."""

import pytest

from games.agents.keeper import KEEPERS, Keeper, forget_game
from games.agents.offline import answer_pending, play_out
from games.agents.players import player_named
from games.engine.moderator import Moderator
from games.engine.rulesets import all_rulesets
from tests.games.rule_books import answers_of


def kept(game: Moderator) -> list:
    """The keys of what is kept of a game."""
    ids = set(map(id, game.ledger))
    return [key for keeper in KEEPERS for key in keeper.shelf if key[0] in ids]


def begun(slug: str, seed: str) -> tuple[Moderator, list]:
    """A game of the house after thirty answers, or halfway where games are short."""
    ruleset = all_rulesets()[slug]
    seats = ruleset.default_seats
    players = [player_named("house", place) for place in range(seats)]
    options = ruleset.options_from({}, seats)
    names = [player.sheet.name for player in players]
    moderator = Moderator(ruleset, options, ruleset.deal(seed, seats, options, names), seed)
    for _ in range(min(30, answers_of(ruleset) // 2)):
        answer_pending(moderator, players, next(iter(moderator.pending)))
    return moderator, players


@pytest.mark.parametrize("slug", all_rulesets())
def test_a_game_that_is_over_is_forgotten_and_another_is_not(slug: str) -> None:
    other, _ = begun(slug, "K/1")
    game, players = begun(slug, "K/0")
    of_other = kept(other)
    assert of_other
    assert kept(game)

    play_out(game, players)

    assert kept(game) == []
    assert kept(other) == of_other


def test_a_fold_of_something_else_is_not_used() -> None:
    keeper: Keeper[str] = Keeper(most=2)
    keeper.put((1,), "a fold", ["x", "y"])

    assert keeper.take((1,), ["x", "z", "y"]) is None
    assert keeper.take((1,), ["x", "y"]) is None  # and it is gone

    keeper.put((1,), "a fold", ["x", "y"])
    assert keeper.take((1,), ["x", "y", "z"]) == ("a fold", ["x", "y"])


def test_the_oldest_goes_when_there_is_no_place() -> None:
    keeper: Keeper[str] = Keeper(most=2)
    for number in range(3):
        keeper.put((number,), "a fold", [])

    assert list(keeper.shelf) == [(1,), (2,)]
    forget_game([])
    assert list(keeper.shelf) == [(1,), (2,)]
