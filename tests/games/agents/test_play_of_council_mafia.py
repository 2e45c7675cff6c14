"""How well the house plays Council Mafia: a tenth of the games in the suite, all under --slow. Bounds: four sigma."""

from functools import cache
from math import hypot

import pytest

from benchmarks.house import PAIRINGS, Played, play

COUNTS = [100, pytest.param(1_000, marks=[pytest.mark.slow, pytest.mark.timeout(3_000)])]
SIZES = (7, 9, 10, 12)
SIGMAS = 4
EDGE = 0.05  # by how much the house must at least be better


@cache
def played(pairing: str, games: int, seats: int) -> Played:
    town, mafia = PAIRINGS[pairing]
    return play(games, town=town, mafia=mafia, seats=seats, ruleset="council-mafia")


def edge(better: str, worse: str, games: int) -> tuple[float, float]:
    """By how much the town's shares differ, and the slack of four sigma in a tenth of the games (none in all)."""
    one, other = played(better, games, 9), played(worse, games, 9)
    slack = 0.0 if games >= 1_000 else SIGMAS * hypot(one.error, other.error)
    return one.town_share - other.town_share, slack


@pytest.mark.parametrize("games", COUNTS)
def test_a_house_town_beats_a_uniform_one_against_a_house_mafia(games: int) -> None:
    difference, slack = edge("house town, house mafia", "uniform town, house mafia", games)
    assert difference >= EDGE - slack


@pytest.mark.parametrize("games", COUNTS)
def test_a_house_mafia_beats_a_uniform_one_against_a_house_town(games: int) -> None:
    difference, slack = edge("house town, uniform mafia", "house town, house mafia", games)
    assert difference >= EDGE - slack


@pytest.mark.parametrize("seats", SIZES)
@pytest.mark.parametrize("games", COUNTS)
def test_house_against_house_is_open(games: int, seats: int) -> None:
    both = played("house town, house mafia", games, seats)
    slack = 0.0 if games >= 1_000 else SIGMAS * both.error
    assert 0.35 - slack <= both.town_share <= 0.65 + slack
    assert 2 <= both.days_mean <= 6.5
    assert both.quiet_days_share < 0.4


@pytest.mark.parametrize("games", COUNTS)
def test_words_matter(games: int) -> None:
    difference, slack = edge("house town, house mafia", "house without words", games)
    assert difference >= EDGE - slack
