"""How well the house plays: a part of the games in the suite, all of them under --slow. What the house is better by is
many times what is asked, so a part shows it; how open a game is gets four sigma there.

What is asked of every ruleset: against the same house opponents the house beats uniform players on each side; between
two houses the game is open, at several sizes; it neither ends at once nor drags on; and the house listens to words.
"""

from dataclasses import dataclass
from functools import cache

import pytest

from benchmarks.players.house import PAIRINGS, Played, play
from tests.patience import at_most

pytestmark = pytest.mark.long(60)

EDGE = 0.05  # by how much the house must at least be better
OPEN = (0.35, 0.65)  # the open team's share of wins
SIGMAS = 4


@dataclass(frozen=True, slots=True)
class Bar:
    """What is asked of a ruleset: at which sizes it is open, and within which bounds the votes a game lie on average.

    Against uniform players it is measured at `seats`. `plainly`: words make so much of a difference that it shows in a
    tenth of the games.
    """

    seats: int
    sizes: tuple[int, ...]
    games: int
    votes: tuple[float, float]
    plainly: bool = False


BARS = {
    "town-mafia": Bar(seats=9, sizes=(8, 9, 12), games=2_000, votes=(2, 6), plainly=True),
    "reactive-mafia": Bar(seats=8, sizes=(6, 8, 12), games=1_000, votes=(1.5, 6)),
    "council-mafia": Bar(seats=9, sizes=(7, 9, 10, 12), games=1_000, votes=(2, 6)),
    "glass-box": Bar(seats=8, sizes=(5, 7, 8, 10, 12, 15), games=1_000, votes=(2, 5)),
}
A_PART = 80  # of the games, one


@cache
def played(ruleset: str, pairing: str, games: int, seats: int) -> Played:
    open_team, hidden_team = PAIRINGS[pairing]
    return play(games, open_team=open_team, hidden_team=hidden_team, seats=seats, ruleset=ruleset)


def edge(ruleset: str, better: str, worse: str, part: int) -> float:
    """By how much the open team's shares differ in a part of the games."""
    bar = BARS[ruleset]
    one, other = (played(ruleset, pairing, bar.games // part, bar.seats) for pairing in (better, worse))
    return one.open_share - other.open_share


def has_edge(ruleset: str, better: str, worse: str, part: int) -> bool:
    """Whether one pairing is better for the open team than another, by what the bar asks."""
    return edge(ruleset, better, worse, part) >= EDGE


def is_open(ruleset: str, seats: int, part: int) -> bool:
    """Whether house against house is open, neither short nor long, and most of its votes remove somebody."""
    bar = BARS[ruleset]
    both = played(ruleset, "house against house", bar.games // part, seats)
    slack = 0.0 if part == 1 else SIGMAS * both.error
    is_fair = OPEN[0] - slack <= both.open_share <= OPEN[1] + slack
    return is_fair and bar.votes[0] <= both.votes_mean <= bar.votes[1] and both.idle_votes_share < 0.5


@pytest.mark.parametrize("ruleset", BARS)
def test_the_house_plays_well(ruleset: str) -> None:
    """All of it in one test, which plays every pairing once; where it fails, those under --slow say more."""
    assert has_edge(ruleset, "house against house", "uniform against house", A_PART), "on the open side"
    assert has_edge(ruleset, "house against uniform", "house against house", A_PART), "on the hidden side"
    assert is_open(ruleset, BARS[ruleset].seats, A_PART), "between houses"
    if BARS[ruleset].plainly:
        assert has_edge(ruleset, "house against uniform", "uniform against uniform", A_PART), "against uniform mafia"
        assert has_edge(ruleset, "house against house", "house without words", A_PART), "words matter"


@pytest.mark.slow
@pytest.mark.timeout(at_most(2_500))
@pytest.mark.parametrize("ruleset", BARS)
def test_a_house_town_beats_a_uniform_one_against_a_house_mafia(ruleset: str) -> None:
    assert has_edge(ruleset, "house against house", "uniform against house", 1)


@pytest.mark.slow
@pytest.mark.timeout(at_most(2_500))
@pytest.mark.parametrize("ruleset", BARS)
def test_a_house_mafia_beats_a_uniform_one_against_a_house_town(ruleset: str) -> None:
    assert has_edge(ruleset, "house against uniform", "house against house", 1)


@pytest.mark.slow
@pytest.mark.timeout(at_most(2_500))
def test_a_house_town_beats_a_uniform_one_against_a_uniform_mafia() -> None:
    assert has_edge("town-mafia", "house against uniform", "uniform against uniform", 1)


@pytest.mark.slow
@pytest.mark.timeout(at_most(2_500))
@pytest.mark.parametrize(("ruleset", "seats"), [(ruleset, seats) for ruleset in BARS for seats in BARS[ruleset].sizes])
def test_house_against_house_is_open(ruleset: str, seats: int) -> None:
    assert is_open(ruleset, seats, 1)


@pytest.mark.slow
@pytest.mark.timeout(at_most(2_500))
@pytest.mark.parametrize("ruleset", BARS)
def test_words_matter(ruleset: str) -> None:
    assert abs(edge(ruleset, "house against house", "house without words", 1)) >= EDGE
