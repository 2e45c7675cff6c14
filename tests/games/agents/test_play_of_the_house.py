"""How well the house plays: a tenth of the games in the suite, all of them under --slow. Bounds give four sigma."""

from functools import cache
from math import hypot

import pytest

from benchmarks.house import PAIRINGS, Played, play

COUNTS = [200, pytest.param(2_000, marks=[pytest.mark.slow, pytest.mark.timeout(3_000)])]
SIGMAS = 4
EDGE = 0.05  # by how much the house must at least be better


@cache
def played(pairing: str, games: int) -> Played:
    town, mafia = PAIRINGS[pairing]
    return play(games, town=town, mafia=mafia)


def edge(better: Played, worse: Played) -> tuple[float, float]:
    """By how much the town's shares differ, and the slack of four sigma in a tenth of the games (none in all)."""
    slack = 0.0 if better.games >= 2_000 else SIGMAS * hypot(better.error, worse.error)
    return better.town_share - worse.town_share, slack


@pytest.mark.parametrize("games", COUNTS)
def test_a_house_town_beats_a_uniform_one(games: int) -> None:
    difference, slack = edge(played("house town, uniform mafia", games), played("uniform town, uniform mafia", games))
    assert difference >= EDGE - slack


@pytest.mark.parametrize("games", COUNTS)
def test_a_house_mafia_beats_a_uniform_one_against_a_house_town(games: int) -> None:
    difference, slack = edge(played("house town, uniform mafia", games), played("house town, house mafia", games))
    assert difference >= EDGE - slack


@pytest.mark.parametrize("games", COUNTS)
def test_house_against_house_is_open(games: int) -> None:
    both = played("house town, house mafia", games)
    slack = 0.0 if games >= 2_000 else SIGMAS * both.error
    assert 0.35 - slack <= both.town_share <= 0.65 + slack
    assert 2 <= both.days_mean <= 6
    assert both.quiet_days_share < 0.5


@pytest.mark.parametrize("games", COUNTS)
def test_words_matter(games: int) -> None:
    difference, slack = edge(played("house town, house mafia", games), played("house without words", games))
    assert abs(difference) >= EDGE - slack
