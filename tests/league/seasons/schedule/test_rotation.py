"""Who plays which fixture, and from what chance."""

import hmac
import json
from collections import Counter
from hashlib import sha256
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.seasons.schedule.rotation import Table, rotation, seated, seed_of


def rounds(*, secret="s", roster, seats, games):
    """Who plays each of so many games at one table."""
    return list(islice(rotation(secret=secret, roster=roster, tables=[Table("town-mafia", seats)]), games))


def test_a_seed_is_the_hmac_of_the_fixtures_number():
    assert seed_of(secret="s", number=12) == hmac.new(b"s", b"12", sha256).hexdigest()[:32]


def test_no_two_fixtures_or_attempts_share_a_seed():
    seeds = [seed_of(secret="s", number=n, attempt=a) for n in range(1, 40) for a in range(1, 4)]
    assert len(set(seeds)) == len(seeds)


@given(st.text(min_size=1), st.integers(5, 14), st.integers(0, 9), st.integers(1, 30))
def test_after_every_fixture_nobody_has_played_more_than_once_more_than_another(secret, seats, spare, games):
    roster = list(range(100, 100 + seats + spare))
    played = Counter(dict.fromkeys(roster, 0))
    for players in rounds(secret=secret, roster=roster, seats=seats, games=games):
        assert len(set(players)) == len(players) == seats
        played.update(players)
        assert max(played.values()) - min(played.values()) <= 1


def test_the_same_secret_draws_the_same_and_another_draws_differently():
    one, again, another = (rounds(secret=s, roster=range(12), seats=8, games=10) for s in ("one", "one", "another"))
    assert one == again != another


def test_at_one_table_the_draw_is_what_it_was_before_seasons_could_have_several():
    assert rounds(secret="tide", roster=range(12), seats=8, games=4) == [
        [3, 4, 5, 6, 7, 9, 10, 11],
        [0, 1, 2, 4, 5, 6, 8, 10],
        [0, 1, 2, 3, 7, 8, 9, 11],
        [0, 2, 3, 4, 7, 9, 10, 11],
    ]
    drawn = [rounds(secret=str(n), roster=range(5 + n), seats=5 + n // 3, games=40) for n in range(12)]
    assert (
        sha256(json.dumps(drawn).encode()).hexdigest()
        == "ac29e296f74e2c45daafdcd89b087f46feff1412e306f7e06883cb19ed10a5a5"
    )


@given(
    st.text(min_size=1),
    st.lists(
        st.tuples(st.sampled_from(["town", "council", "ship", "reactive"]), st.integers(5, 12)), min_size=1, max_size=6
    ),
    st.integers(12, 15),
    st.integers(1, 40),
)
def test_nobody_plays_a_ruleset_more_than_once_more_than_another_nor_all_more_than_once_for_each(
    secret, tables, players, games
):
    roster = list(range(100, 100 + players))
    total = Counter(dict.fromkeys(roster, 0))
    by_ruleset = {ruleset: Counter(dict.fromkeys(roster, 0)) for ruleset, _ in tables}
    drawn = rotation(secret=secret, roster=roster, tables=[Table(*each) for each in tables])
    for number, players in enumerate(islice(drawn, games)):
        ruleset, seats = tables[number % len(tables)]
        assert len(set(players)) == len(players) == seats
        for played in (total, by_ruleset[ruleset]):
            played.update(players)
        assert spread(by_ruleset[ruleset]) <= 1
        assert spread(total) <= len(by_ruleset)


def test_among_those_who_played_a_ruleset_least_whoever_played_least_of_all_plays_next():
    drawn = rotation(secret="s", roster=range(8), tables=[Table("town", 4), Table("ship", 4)])
    first, second = islice(drawn, 2)
    assert sorted(first + second) == list(range(8))


def test_with_four_rulesets_two_games_are_the_most_that_players_of_a_season_differ_by():
    tables = [Table("council", 10), Table("ship", 8), Table("reactive", 8), Table("town", 8)]
    for secret in map(str, range(40)):
        total = Counter(dict.fromkeys(range(12), 0))
        for players in islice(rotation(secret=secret, roster=range(12), tables=tables), 48):
            total.update(players)
            assert spread(total) <= 2


def spread(played):
    """By how many games those who played most and least differ."""
    return max(played.values()) - min(played.values())


def test_everybody_meets_everybody():
    met = set()
    for players in rounds(roster=range(12), seats=8, games=20):
        met |= {(a, b) for a in players for b in players if a != b}
    assert len(met) == 12 * 11


def test_seats_depend_on_the_seed_and_on_no_order():
    assert seated(players=[3, 1, 2, 5, 4], seed="a") == seated(players=[1, 2, 3, 4, 5], seed="a")
    assert len({tuple(seated(players=[1, 2, 3], seed=str(n))) for n in range(60)}) == 6


def test_a_roster_smaller_than_the_table_is_refused():
    with pytest.raises(ValueError, match="8 seats need at least as many players, not 7"):
        next(rotation(secret="s", roster=range(7), tables=[Table("town", 5), Table("ship", 8)]))
