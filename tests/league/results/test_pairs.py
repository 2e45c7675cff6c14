"""Differences in pairs, by the formula and by the shape of what comes in."""

from math import sqrt
from random import Random
from statistics import mean, stdev

import pytest

from league.results.pairs import T975, Pair, difference, students_t


def test_with_a_seat_a_game_it_is_the_paired_t_interval() -> None:
    lots = Random(7)
    pairs = [Pair(game, lots.randrange(100), lots.randrange(100)) for game in range(12)]
    found = difference(pairs, unit=100)

    by_hand = [(pair.twin - pair.first) / 100 for pair in pairs]
    reach = T975[10] * stdev(by_hand) / sqrt(12)
    assert found is not None
    assert found.difference == pytest.approx(mean(by_hand))
    assert (found.low, found.high) == (pytest.approx(mean(by_hand) - reach), pytest.approx(mean(by_hand) + reach))
    assert (found.games, found.seats) == (12, 12)
    assert found.difference == pytest.approx(found.twin - found.first)


def test_seats_that_always_go_together_are_no_more_than_one() -> None:
    lots = Random(3)
    alone = [Pair(game, 0, lots.randrange(2)) for game in range(20)]
    together = [pair for pair in alone for _ in range(7)]
    one, seven = difference(alone, unit=1), difference(together, unit=1)
    assert one is not None
    assert seven is not None
    assert seven._replace(seats=20) == one
    assert seven.seats == 140


def test_the_interval_holds_the_truth_about_as_often_as_it_says() -> None:
    """Clusters of three to five seats that share half of their luck, twelve of them: 95 in a hundred, give or take."""
    lots, held, times = Random(11), 0, 400
    for _ in range(times):
        pairs = []
        for game in range(12):
            luck = lots.gauss(0, 1000)
            pairs += [Pair(game, 0, 500 + round(luck + lots.gauss(0, 1000))) for _ in range(lots.randrange(3, 6))]
        found = difference(pairs, unit=1)
        assert found is not None
        assert found.low is not None
        assert found.high is not None
        held += found.low <= 500 <= found.high
    assert 0.91 <= held / times <= 0.98


def test_in_whatever_order_pairs_come_the_same_is_told() -> None:
    lots = Random(5)
    pairs = [Pair(game, lots.randrange(10**6), lots.randrange(10**6)) for game in range(9) for _ in range(5)]
    told = difference(pairs, unit=10**6)
    for _ in range(20):
        lots.shuffle(pairs)
        assert difference(pairs, unit=10**6) == told


def test_of_nothing_and_of_few_games_there_is_no_interval() -> None:
    assert difference([], unit=1) is None
    few = difference([Pair(game, 0, 1) for game in range(4)] * 3, unit=1)
    assert few is not None
    assert (few.difference, few.low, few.high, few.games, few.seats) == (1.0, None, None, 4, 12)
    assert not few.is_sure
    assert not few.is_alike
    enough = difference([Pair(game, 0, game % 2) for game in range(5)], unit=1)
    assert enough is not None
    assert enough.low is not None
    assert enough.high is not None
    assert enough.low < enough.difference < enough.high


@pytest.mark.parametrize("more", [-1, 0, 1])
def test_games_that_all_differ_alike_prove_nothing_however_many_seats_each_has(more: int) -> None:
    alone = [Pair(game, 1, 1 + more) for game in range(5)]
    together = [Pair(game, 1, 1 + more) for game in range(8) for _ in range(3 + game % 3)]
    for pairs, games in ((alone, 5), (together, 8)):
        found = difference(pairs, unit=1)
        assert found is not None
        assert (found.difference, found.low, found.high, found.games) == (more, None, None, games)
        assert (found.is_alike, found.is_sure) == (True, False)
        other = difference([*pairs[:-1], pairs[-1]._replace(twin=2 + more)], unit=1)
        assert other is not None
        assert other.low is not None
        assert not other.is_alike


@pytest.mark.parametrize(
    ("freedom", "wanted"), [(1, 12.7062), (30, 2.0423), (31, 2.0395), (60, 2.0003), (1000, 1.9623)]
)
def test_the_quantiles_are_those_of_the_tables(freedom: int, wanted: float) -> None:
    assert students_t(freedom) == pytest.approx(wanted, abs=2e-4)
