"""Which passages of a transcript a page holds."""

import pytest

from league.queries.stage.transcript import Line, Part, Scene
from league.views.stage.passages import Gap, passages

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
