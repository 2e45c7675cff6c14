"""Matchings by lot: they cover whom they must, part the edges, and are as the dice fall."""

import pytest

from games.engine.dice import Dice
from league.seasons.design.matching import NoMatching, matched, parted


def test_a_matching_covers_who_must_be_and_gives_nobody_to_two():
    rows = [[0, 1, 2, 3], [0, 1], [1, 2]]
    for seed in range(40):
        found = matched(rows, [3], 4, Dice(f"{seed}"))
        assert found[0] == 3
        assert len(set(found)) == 3
        assert all(right in row for right, row in zip(found, rows, strict=True))


def test_where_there_is_none_it_says_so():
    with pytest.raises(NoMatching, match="of the right is left over"):
        matched([[0, 1]], [0, 1], 2, Dice("s"))
    with pytest.raises(NoMatching, match="of the left is left over"):
        matched([[0], [0]], [], 1, Dice("s"))


def test_edges_are_parted_so_that_nobody_has_two_in_one_part():
    rows = [[0, 1, 2], [1, 2, 3], [2, 3, 4], [3, 4, 0], [4, 0, 1]]
    parts = parted(rows, 5, 3, Dice("s"))
    assert [sorted(part) for part in parts] == [[0, 1, 2, 3, 4]] * 3
    assert [sorted(column) for column in zip(*parts, strict=True)] == [sorted(row) for row in rows]


def test_who_stands_twice_in_a_row_has_two_parts_of_it():
    parts = parted([[0, 0, 1], [1, 1, 0]], 2, 3, Dice("s"))
    assert [sorted(part) for part in parts] == [[0, 1]] * 3


def test_every_matching_is_drawn():
    rows = [[0, 1, 2]] * 3
    assert len({tuple(matched(rows, [0, 1, 2], 3, Dice(f"{seed}"))) for seed in range(100)}) == 6
