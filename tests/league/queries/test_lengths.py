"""How long a game takes is said by what is known: past games, or the score, and nothing that anybody thought up."""

from datetime import timedelta

import pytest

from games.agents.offline import play_whole
from games.agents.players import player_named
from games.engine.moderator import Moderator
from games.engine.rulesets import all_rulesets, ruleset_named
from games.engine.score import Heard, Stage
from league.queries.lengths import BY_SCORE, LONGER, lengths_told
from tests.factories import NOON, make_finished_game


def seconds_by_score(slug: str, seed: str) -> int:
    """Seconds until the last line of a game of the house is shown at pace 1, when all is answered at once."""
    rules = ruleset_named(slug)
    seats = rules.default_seats
    players = [player_named("house", seat) for seat in range(seats)]
    names = [player.sheet.name if player.sheet else "" for player in players]
    chosen = rules.options_from({}, seats)
    moderator = Moderator(rules, chosen, rules.deal(seed, seats, chosen, names), seed)
    play_whole(moderator, players)
    stage = Stage(pace=1, shows_thoughts=False)
    times = [stage.enter(Heard(each.event, each.poll, each.is_public), 0.0) for each in moderator.ledger]
    return round(times[-1])


@pytest.mark.long(15)
@pytest.mark.parametrize("slug", sorted(BY_SCORE))
def test_what_is_said_of_the_score_is_what_it_gives_to_games_of_the_house(slug: str) -> None:
    seconds = [seconds_by_score(slug, f"score/{number}") for number in range(4)]
    assert BY_SCORE[slug] == (min(seconds), max(seconds))


def test_all_that_ship_are_there() -> None:
    assert set(BY_SCORE) == {
        slug for slug, rules in all_rulesets().items() if type(rules).__module__.startswith("games.")
    }


@pytest.mark.django_db
def test_it_is_told_by_the_score_until_enough_games_were_played_at_that_pace() -> None:
    score = "At pace 0.5 a game takes about: Town Mafia 2 to 5 minutes (by the score)."
    assert lengths_told(["town-mafia", "town-mafia", "unheard-of"], pace=0.5) == f"{score} {LONGER}"
    for minutes, pace in ((2, 0.5), (3, 0.5), (60, 1), (7, 0.5)):
        end = NOON + timedelta(minutes=minutes)
        make_finished_game(terms={"pace": pace}, started_at=NOON, finished_at=end)
    assert lengths_told(["town-mafia"], pace=0.5) == (
        "At pace 0.5 a game takes about: Town Mafia 3 minutes (as the last 3 did)."
    )
    assert lengths_told(["town-mafia"], pace=0).startswith("At pace 1 a game takes about: Town Mafia 4 to 9 minutes")
    assert lengths_told(["unheard-of"], pace=1) == ""
