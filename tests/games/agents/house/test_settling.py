"""Numbers that decide something are the same however they came about."""

from itertools import permutations
from math import inf, nextafter

import pytest

from games.agents.house.settling import likelihood, percent, settled, shared_out, total, without

TERMS = (0.1, 0.2, 0.3, -0.4, 0.7)


def test_the_order_of_the_terms_makes_no_difference() -> None:
    assert len({sum(terms) for terms in permutations(TERMS)}) > 1
    assert {total(terms) for terms in permutations(TERMS)} == {0.9}


@pytest.mark.parametrize("value", [0.3, 1.0, -2.675, 0.28, 12.0, 1e-9])
def test_last_bits_are_gone(value: float) -> None:
    assert settled(nextafter(value, inf)) == settled(nextafter(value, -inf)) == settled(value) == value


def test_a_settled_number_is_settled() -> None:
    assert all(settled(number / 1e9) == number / 1e9 for number in range(1, 100_000, 7))


def test_words_have_whole_per_cent() -> None:
    assert [percent(share) for share in (0.0, 0.285, 0.29, 0.57, 0.97)] == [0, 28, 29, 57, 97]
    assert round(100 * 0.285) == round(100 * 0.575) - 29  # as it was: one half went down, the other up


def test_shares_add_up_to_the_hidden_and_end_at_the_most() -> None:
    assert shared_out({1: 0.0, 4: 0.0, 5: 0.0}, 1, 0.97) == {1: 0.333333, 4: 0.333333, 5: 0.333333}
    assert shared_out({1: 30.0, 2: 0.0}, 1, 0.97) == {1: 0.97, 2: 0.0}
    assert shared_out({}, 2, 0.97) == {}


def test_a_belief_and_a_share_have_few_decimals() -> None:
    assert [likelihood(weight) for weight in (-100.0, -1.0, 0.0, 2.0)] == [0.0, 0.2689, 0.5, 0.8808]
    assert without(0.5, 0.5) == 0.303265
