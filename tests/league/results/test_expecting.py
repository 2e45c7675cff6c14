"""Wins above expectation: the arithmetic, by hand and by chance."""

import random
from fractions import Fraction

import pytest

from league.results.expecting import PARTS, PRIOR, Above, above, book_of, order_of, ratio
from league.results.scoring import wilson


def expectation(decided: int, won: int, *, is_won: bool) -> Fraction:
    """Of a seat, from the other games of its cell and the imagined ones, as the module's head says it."""
    return Fraction(2 * (won - is_won) + PRIOR, 2 * (decided - 1 + PRIOR))


@pytest.mark.parametrize(("decided", "won"), [(1, 1), (2, 1), (10, 7), (1000, 999)])
def test_a_seat_that_won_is_worth_what_its_side_did_not_win_in_the_other_games(decided: int, won: int) -> None:
    worth = 1 - expectation(decided, won, is_won=True)
    assert abs(Fraction(ratio(decided=decided, won=won), PARTS) - worth) <= Fraction(1, PARTS)


def test_who_lost_loses_as_much_as_who_won_gets() -> None:
    # The other team won `decided - won` games, this one among the lost.
    lost = -expectation(10, 10 - 7, is_won=False)
    assert abs(Fraction(ratio(decided=10, won=7), PARTS) + lost) <= Fraction(1, PARTS)


@pytest.mark.parametrize(("decided", "won"), [(0, 0), (3, 0), (3, 4)])
def test_a_team_that_won_nothing_has_no_ratio(decided: int, won: int) -> None:
    with pytest.raises(ValueError, match="won must be from 1"):
        ratio(decided=decided, won=won)


def test_who_sits_once_at_a_table_has_wilson_s_interval_less_the_expectation() -> None:
    worth = ratio(decided=200, won=120)
    found = above(seats=20, more=8, apart=20, surplus=8 * worth)
    low, high = wilson(wins=14, decided=20)
    assert found is not None
    assert (found.wins, found.seats) == (14, 20)
    assert found.value == pytest.approx(0.7 - found.expected)
    assert found.interval == pytest.approx((low - found.expected, high - found.expected))


def test_three_seats_that_win_and_lose_as_one_say_as_much_as_one() -> None:
    alone, three = above(seats=20, more=8, apart=20, surplus=0), above(seats=60, more=24, apart=180, surplus=0)
    assert alone is not None
    assert three is not None
    assert three.interval == alone.interval


def test_who_sat_on_both_sides_alike_has_shown_nothing() -> None:
    found = above(seats=20, more=0, apart=0, surplus=0)
    assert found is not None
    assert (found.value, found.interval, found.expected) == (0.0, None, 0.5)
    assert order_of(found) == order_of(None) > order_of(above(seats=1, more=-1, apart=1, surplus=-PARTS // 2))
    assert above(seats=0, more=0, apart=0, surplus=0) is None


def test_one_lucky_game_does_not_lead() -> None:
    lucky = above(seats=1, more=1, apart=1, surplus=PARTS // 2)
    steady = above(seats=100, more=20, apart=100, surplus=10 * PARTS)
    assert order_of(steady) < order_of(lucky)


def test_nobody_below_expectation_stands_before_anybody_above_it() -> None:
    """Whoever lost all of four games at a side that wins a quarter, and whoever won two of four at one that wins half:
    the first one's interval is the shorter, and begins above the other's."""
    winless = above(seats=4, more=-4, apart=4, surplus=-PARTS)
    even = above(seats=4, more=0, apart=4, surplus=0)
    assert winless is not None
    assert even is not None
    assert winless.interval is not None
    assert even.interval is not None
    assert (winless.value, even.value) == (-0.25, 0.0)
    assert winless.interval.low > even.interval.low
    assert order_of(even) < order_of(winless)

    chance = random.Random(7)
    for _ in range(2_000):
        one, other = (_drawn_by_lot(chance) for _ in range(2))
        if one.value < 0 <= other.value:
            assert order_of(other) < order_of(one), (one, other)
        if one.seats == other.seats and one.value < other.value:
            assert order_of(other) < order_of(one), (one, other)


def _drawn_by_lot(chance: random.Random) -> Above:
    """Of somebody that sits once at a table, on sides that win from nearly never to nearly always."""
    seats = chance.choice([1, 2, 4, 8, 40])
    wins, rate = chance.randint(0, seats), chance.uniform(0.05, 0.95)
    found = above(
        seats=seats,
        more=2 * wins - seats,
        apart=seats,
        surplus=round(PARTS * (wins * (1 - rate) - (seats - wins) * rate)),
    )
    assert found is not None
    return found


def test_of_even_players_the_interval_holds_nothing_at_all_about_as_often_as_it_says() -> None:
    """Two thousand players in seasons of few games, with sides of unlike strength; 95 % is what is promised."""
    chance, inside, players = random.Random(5), 0, 0
    for _ in range(200):
        games = [(chance.random() < 0.7) for _ in range(40)]  # whether the open team won
        won = sum(games)
        ratios = {
            True: ratio(decided=40, won=won) if won else 0,
            False: ratio(decided=40, won=40 - won) if won < 40 else 0,
        }
        for _ in range(10):
            is_open = [chance.random() < 0.75 for _ in games]
            signs = [1 if mine == theirs else -1 for mine, theirs in zip(is_open, games, strict=True)]
            surplus = sum(sign * ratios[who] for sign, who in zip(signs, games, strict=True))
            found = above(seats=40, more=sum(signs), apart=40, surplus=surplus)
            assert found is not None
            assert found.interval is not None
            inside += found.interval.low <= 0 <= found.interval.high
            players += 1
    assert 0.93 < inside / players <= 1


def test_options_are_the_same_in_any_order_and_others_are_others() -> None:
    assert book_of({"a": 1, "b": [2]}) == book_of({"b": [2], "a": 1})
    assert len({book_of({}), book_of({"a": 1}), book_of({"a": "1"}), book_of({"a": 1, "b": None})}) == 4
