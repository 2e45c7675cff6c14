"""Who plays which fixture, and from what chance."""

import hmac
from collections import Counter
from hashlib import sha256
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.rotation import rotation, seated, seed_of


def test_a_seed_is_the_hmac_of_the_fixtures_number():
    assert seed_of(secret="s", number=12) == hmac.new(b"s", b"12", sha256).hexdigest()[:32]


def test_no_two_fixtures_or_attempts_share_a_seed():
    seeds = [seed_of(secret="s", number=n, attempt=a) for n in range(1, 40) for a in range(1, 4)]
    assert len(set(seeds)) == len(seeds)


@given(st.text(min_size=1), st.integers(5, 14), st.integers(0, 9), st.integers(1, 30))
def test_after_every_fixture_nobody_has_played_more_than_once_more_than_another(secret, seats, spare, games):
    roster = list(range(100, 100 + seats + spare))
    played = Counter(dict.fromkeys(roster, 0))
    for players in islice(rotation(secret=secret, roster=roster, seats=seats), games):
        assert len(set(players)) == len(players) == seats
        played.update(players)
        assert max(played.values()) - min(played.values()) <= 1


def test_the_same_secret_draws_the_same_and_another_draws_differently():
    def first_ten(secret):
        return list(islice(rotation(secret=secret, roster=range(12), seats=8), 10))

    assert first_ten("one") == first_ten("one")
    assert first_ten("one") != first_ten("another")


def test_everybody_meets_everybody():
    met = set()
    for players in islice(rotation(secret="s", roster=range(12), seats=8), 20):
        met |= {(a, b) for a in players for b in players if a != b}
    assert len(met) == 12 * 11


def test_seats_depend_on_the_seed_and_on_no_order():
    assert seated(players=[3, 1, 2, 5, 4], seed="a") == seated(players=[1, 2, 3, 4, 5], seed="a")
    assert len({tuple(seated(players=[1, 2, 3], seed=str(n))) for n in range(60)}) == 6


def test_a_roster_smaller_than_the_table_is_refused():
    with pytest.raises(ValueError, match="8 seats need at least as many players, not 7"):
        next(rotation(secret="s", roster=range(7), seats=8))
