"""A table of results is put in order as a whole, and placed and worded only where it is looked at."""

from collections.abc import Sequence

from league.models import Board
from league.queries.results import Placed, Ranking, Row

BY_RATE = Board(minimum=0, order="rate")

# Key, name, what stands beside it; games, wins, draws, survived, answers, defaults.
ROWS = [
    ("luck", "Luck", "one", 1, 1, 0, 1, 9, 0),
    ("even/2", "Even", "two", 40, 20, 0, 5, 90, 1),
    ("never", "Never", "one", 3, 0, 3, 0, 9, 0),
    ("best", "Best", "one", 50, 40, 2, 9, 99, 0),
    ("even/1", "Even", "one", 44, 20, 4, 7, 80, 2),
    ("last", "Last", "two", 60, 1, 0, 9, 99, 0),
]


class Worded:
    """A table that notes which keys were worded."""

    def __init__(self) -> None:
        self.keys: list[str] = []
        self.table = Ranking(ROWS, 3, self.word, board=BY_RATE, above={})

    def word(self, places: Sequence[Placed]) -> list[Row]:
        self.keys += [place.key for place in places]
        return [Row(place.rank, place.key, place.name, place.beside, "", place.numbers) for place in places]  # type: ignore[arg-type]  # whatever is told


def test_the_surest_comes_first_and_who_is_equal_shares_a_rank_wherever_the_page_begins() -> None:
    asked = Worded()
    order = ["best", "even/1", "even/2", "luck", "last", "never"]
    assert asked.table.keys == order
    assert [(row.rank, row.key) for row in asked.table] == list(zip([1, 2, 2, 4, 5, 6], order, strict=True))
    assert [row.rank for row in asked.table[2:4]] == [2, 4]
    assert asked.table[-1].rank == 6


def test_only_what_is_looked_at_is_worded() -> None:
    asked = Worded()
    assert len(asked.table) == 6
    assert asked.keys == []
    (row,) = asked.table[2:3]
    assert (row.name, row.beside, row.result) == ("Even", "two", (40, 20, 0, 5, 90, 1))
    assert asked.keys == ["even/2"]
    assert asked.table[0:0] == []


def test_a_row_with_a_key_alone_is_called_by_it() -> None:
    table = Ranking(
        [("basic", 2, 1, 0, 1, 9, 0), ("advanced", 9, 8, 0, 4, 30, 0)], 1, Worded().word, board=BY_RATE, above={}
    )
    assert [(row.rank, row.name, row.beside) for row in table] == [(1, "advanced", ""), (2, "basic", "")]
