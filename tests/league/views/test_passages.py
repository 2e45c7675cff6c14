"""Which passages of a transcript a page holds."""

import pytest

from league.queries.stage.transcript import Line, Part, Scene
from league.views.stage.passages import Gap, Passage, passages, passages_between

WINNER = "The mafia wins"


def gaps(*, keeps_end: bool) -> list[Gap]:
    """What a page leaves out of a long day and how it ended, wherever in it somebody reads."""
    said = [Line(number, "plain", (Part(f"word {number}"),)) for number in range(2, 40)]
    ended = [Line(41, "plain", (Part("all is told"),))]
    scenes = [
        Scene("day-1", "day", "Day 1", seq=1, rows=[*said]),
        Scene("end", "end", WINNER, seq=40, rows=[*ended]),
    ]
    found = [each.gap for line in range(1, 42) for each in passages(scenes, line=line, keeps_end=keeps_end)]
    return [gap for gap in found if gap is not None]


@pytest.mark.parametrize("keeps_end", [True, False])
def test_a_gap_tells_nobody_how_it_ended_who_would_not_know(*, keeps_end: bool) -> None:
    found = gaps(keeps_end=keeps_end)
    end = "the end" if keeps_end else WINNER
    assert {gap.until for gap in found} == {"Day 1", end}
    assert any(gap.first == 40 and gap.told == f"1 more line, {end}" for gap in found), "one begins with the end"
    assert any(WINNER in gap.title + gap.told for gap in found) is not keeps_end


@pytest.mark.parametrize("line", [None, 2])
def test_what_is_larger_than_a_page_begins_with_comes_where_it_is_asked_for(line: int | None) -> None:
    large = [Line(2, "plain", (Part("one thing"),)), *(Line(2, "narration", (Part("and more"),)) for _ in range(60))]
    then = [Line(number, "plain", (Part(f"word {number}"),)) for number in range(3, 9)]
    scenes = [Scene("day-1", "day", "Day 1", seq=1, rows=[*large, *then])]
    shown = [row for each in passages(scenes, line=line, begins=2) for row, _, _ in each.rows if row]
    assert (large[0] in shown) is (line is not None)


TWO_DAYS = [
    Scene("day-1", "day", "Day 1", seq=1, rows=[Line(each, "plain", (Part(f"word {each}"),)) for each in range(2, 8)]),
    Scene("day-2", "day", "Day 2", seq=8, rows=[Line(each, "plain", (Part(f"word {each}"),)) for each in range(9, 14)]),
    Scene("end", "end", WINNER, seq=14, rows=[Line(15, "plain", (Part("all is told"),))]),
]


def numbers(found: list[Passage]) -> list[int]:
    """Of which events there are lines."""
    return [row.seq for each in found for row, _, _ in each.rows if isinstance(row, Line)]


def left_out(found: list[Passage]) -> list[tuple[int, int]]:
    """From which event to which there are gaps."""
    return [(gap.first, gap.last) for each in found for gap in (each.gap, *(gap for _, _, gap in each.rows)) if gap]


@pytest.mark.parametrize(
    ("upto", "there", "left"),
    [
        (0, [], [(1, 15)]),
        (1, [], [(1, 15)]),
        (4, [2, 3, 4], [(5, 15)]),
        (8, [2, 3, 4, 5, 6, 7], [(8, 15)]),
        (15, [*range(2, 8), *range(9, 14), 15], []),
    ],
)
def test_what_is_told_by_a_beat_is_there_and_nothing_behind_it(
    upto: int, there: list[int], left: list[tuple[int, int]]
) -> None:
    for found in (
        passages(TWO_DAYS, begins=1, upto=upto, keeps_end=True),
        passages_between(TWO_DAYS, 1, 15, upto=upto, keeps_end=upto < 14),
    ):
        assert (numbers(found), left_out(found)) == (there, left)


@pytest.mark.parametrize(
    ("first", "line", "there", "left"),
    [
        (5, None, [5, 6, 7, *range(9, 14)], [(14, 15)]),
        (1, 10, [*range(2, 8), *range(9, 14)], [(14, 15)]),
        (14, None, [15], []),
        (5, 14, [5, 6, 7, *range(9, 14), 15], []),
    ],
)
def test_an_end_that_is_kept_back_comes_only_where_it_is_what_is_asked_for(
    first: int, line: int | None, there: list[int], left: list[tuple[int, int]]
) -> None:
    found = passages_between(TWO_DAYS, first, 15, line=line, keeps_end=True)
    assert (numbers(found), left_out(found)) == (there, left)
    told = passages_between(TWO_DAYS, first, 15, line=line)
    assert (numbers(told)[-1], left_out(told)) == (15, [])
