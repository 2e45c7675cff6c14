"""Results as numbers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.results.scoring import Interval, Result, Row, Tally, counted, decided, fold, wilson, win_rate

ANN_AS_DOCTOR = Row("town-mafia", 1, "doctor", "town")
ANN_AS_MAFIOSO = Row("town-mafia", 1, "mafioso", "mafia")


def test_a_win_of_the_own_team_counts_as_win():
    assert counted(Result(ANN_AS_DOCTOR, "town", survived=True)) == Tally(games=1, wins=1, draws=0, survived=1)


def test_a_win_of_the_other_team_counts_as_game_only():
    assert counted(Result(ANN_AS_DOCTOR, "mafia", survived=False)) == Tally(games=1)


def test_a_draw_is_counted_beside():
    drawn = counted(Result(ANN_AS_DOCTOR, "draw", survived=True))
    assert drawn == Tally(games=1, wins=0, draws=1, survived=1)
    assert decided(games=drawn.games, draws=drawn.draws) == 0


def test_roles_are_summed_apart():
    results = [
        Result(ANN_AS_DOCTOR, "town", survived=True),
        Result(ANN_AS_MAFIOSO, "town", survived=False),
        Result(ANN_AS_DOCTOR, "mafia", survived=True),
    ]
    assert fold(results) == {ANN_AS_DOCTOR: Tally(2, 1, 0, 2), ANN_AS_MAFIOSO: Tally(1, 0, 0, 0)}


outcomes = st.tuples(
    st.sampled_from([ANN_AS_DOCTOR, ANN_AS_MAFIOSO]), st.sampled_from(["town", "mafia", "draw"]), st.booleans()
)


@given(st.lists(outcomes).flatmap(lambda many: st.tuples(st.just(many), st.permutations(many))))
def test_no_order_changes_a_sum(pair):
    one, other = ([Result(row, winner, survived=survived) for row, winner, survived in many] for many in pair)
    assert fold(one) == fold(other)


def test_win_rate_is_unknown_before_the_first_decided_game():
    assert win_rate(wins=0, decided=0) is None
    assert wilson(wins=0, decided=0) == Interval(0.0, 1.0)


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [  # Newcombe, Statistics in Medicine 17 (1998), table I, method 3
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_is_the_published_interval(wins, games, low, high):
    assert wilson(wins=wins, decided=games) == pytest.approx((low, high), abs=5e-5)


@given(st.integers(1, 2000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson_holds_the_share_and_stays_within_bounds(pair):
    wins, games = pair
    low, high = wilson(wins=wins, decided=games)
    assert 0 <= low <= wins / games <= high <= 1


def test_wilson_refuses_more_wins_than_games():
    with pytest.raises(ValueError, match="from 0 to the 3 decided games, not 4"):
        wilson(wins=4, decided=3)
