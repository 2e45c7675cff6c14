"""Small words that pages are made of."""

from datetime import timedelta

import pytest

from league.queries.games import duration
from league.queries.results import Result


@pytest.mark.parametrize(
    ("seconds", "words"), [(0.2, "0 s"), (41, "41 s"), (432, "7 min 12 s"), (7_500, "2 h 5 min"), (3_600, "1 h 0 min")]
)
def test_a_length_of_time_is_told_in_its_two_largest_units(seconds: float, words: str) -> None:
    assert duration(timedelta(seconds=seconds)) == words


def test_a_result_without_a_decided_game_has_no_rate() -> None:
    drawn = Result(games=3, draws=3)
    assert (drawn.percent, drawn.between, drawn.drawn) == ("—", "", {})


def test_a_draw_counts_for_nobody() -> None:
    assert Result(games=4, wins=2, draws=2).percent == "100%"


def test_an_interval_is_drawn_from_0_to_100() -> None:
    assert Result(games=10, wins=5).drawn == {"from": "23.7", "width": "52.7", "at": "50.0"}
