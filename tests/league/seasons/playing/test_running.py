"""A season played in the foreground: how far it has come."""

from datetime import timedelta

import pytest
from django.db import connection

from league.seasons.playing.running import Stand, stand_of
from tests.factories import NOON, make_finished_game, make_fixture, make_game, make_running_game, make_season

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("database")]


@pytest.mark.parametrize("live", [1, 3])
def test_how_far_a_season_has_come_is_three_queries(live, django_assert_num_queries):
    season, other = (
        make_season(status="running", started_at=NOON, games_planned=9),
        make_season(status="running", started_at=NOON),
    )
    for number in range(1, live + 1):
        make_fixture(season=season, number=number, game=make_running_game())
    make_fixture(season=other, number=1, game=make_running_game(waiting="somebody else"))
    # On PostgreSQL planned ones are not counted.
    with django_assert_num_queries(3 if connection.vendor == "sqlite" else 1):
        stand = stand_of(season)
    assert (stand.status, stand.planned, stand.played, stand.waiting) == ("running", 9, 0, "")
    assert stand.live == tuple(season.fixtures.order_by("number").values_list("game__public_id", flat=True))


def test_what_is_played_due_held_up_and_being_written_is_told_apart():
    season = make_season(status="running", started_at=NOON, games_planned=9)
    make_fixture(season=season, number=1, game=make_finished_game(), recorded_at=NOON)
    make_fixture(season=season, number=2, game=make_finished_game())  # its result is on its way
    paused = make_game(status="paused", waiting="paused by hand")
    make_fixture(season=season, number=4, game=paused)
    held = make_running_game(waiting="the day's budget")
    make_fixture(season=season, number=3, game=held)
    make_fixture(season=season, number=5, game=make_game(due_at=NOON + timedelta(hours=2)))
    make_fixture(season=season, number=6, game=make_game(due_at=NOON + timedelta(hours=1)))
    make_fixture(season=season, number=7, cast_at=None, cast_by="one:1:1")
    make_fixture(season=season, number=8, cast_at=None, cast_waiting="no model answers")
    assert stand_of(season) == Stand(
        status="running",
        planned=9,
        played=1,
        live=(held.public_id,),
        next_due_at=NOON + timedelta(hours=1),
        waiting="game 3 and 2 more: the day's budget",
        casting=(7,),
    )
