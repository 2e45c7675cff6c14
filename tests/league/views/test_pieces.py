"""The pieces of pages that are written in code: they say what they are given, and what is no number stays text."""

from datetime import UTC, datetime, timedelta

import time_machine

from league.queries.results import Result, Row, Split
from league.queries.stage.transcript import Place
from league.templatetags.pieces import cells_of_result, clock, commas, interval, token

HOSTILE = "<b>&\"'"
TEXT = "&lt;b&gt;&amp;&quot;&#x27;"


def row(**given: object) -> Row:
    """Somebody's row: 5 of 8 decided games won, two more were draws."""
    result = Result(games=10, wins=5, draws=2, survived=3, answers=1000, defaults=1)
    told = {"rank": 2, "key": "ada_haiku", "name": "Ada", "beside": "Haiku", "page": "player", "result": result}
    return Row(**told | given)


def test_a_row_of_results_tells_its_numbers() -> None:
    told = cells_of_result(row())

    assert '<td class="rank">2</td>' in told
    assert '<a href="/players/ada_haiku/">Ada</a><span class="small">Haiku</span>' in told
    assert "5 of 10 won" in told
    assert '<td class="number wide">2</td>' in told  # draws
    assert '<td class="number">62%</td>' in told
    assert '<td class="number wide">0.1%</td>' in told
    assert "By team" not in told
    assert "split" not in told


def test_a_moment_of_another_day_has_its_date() -> None:
    at = datetime(2026, 12, 1, 18, tzinfo=UTC)
    with time_machine.travel(at - timedelta(hours=2), tick=False):
        assert [clock(at), clock(at + timedelta(days=1))] == ["18:00:00 UTC", "2 Dec, 18:00:00 UTC"]


def test_a_small_row_has_neither_draws_nor_defaults() -> None:
    told = cells_of_result(row(page=""), small=True)

    assert "wide" not in told
    assert "<a " not in told
    assert "0.1%" not in told


def test_a_row_tells_how_it_went_by_team_where_it_is_asked_to() -> None:
    splits = (Split("town", "open-team", Result(6, 4)), Split("mafia", "hidden-team", Result(4, 1)))

    told = cells_of_result(row(splits=splits), splits=True)

    assert '<span class="split text-open-team">town 4/6</span>' in told
    assert '<span class="split text-hidden-team">mafia 1/4</span>' in told


def test_nothing_that_somebody_wrote_becomes_markup() -> None:
    splits = (Split(HOSTILE, HOSTILE, Result(1, 1)),)
    told = cells_of_result(row(name=HOSTILE, beside=HOSTILE, splits=splits), splits=True)
    seat = token(Place(number=1, alias=HOSTILE, letters=HOSTILE, hue=HOSTILE))

    assert told.count(TEXT) == 4
    assert seat.count(TEXT) == 2
    assert HOSTILE not in told + seat
    assert HOSTILE not in interval(Result(1, 1), HOSTILE)


def test_an_interval_is_drawn_from_the_first_decided_game_on() -> None:
    assert interval(Result(games=2, draws=2)) == ""
    assert 'aria-label="21% to 100%"' in interval(Result(games=1, wins=1))


def test_large_numbers_have_commas() -> None:
    assert [commas(number) for number in (0, 999, 1000, 1234567)] == ["0", "999", "1,000", "1,234,567"]
