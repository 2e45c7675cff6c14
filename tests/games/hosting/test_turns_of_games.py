"""Whose turn it is to be played, where more games are due than are played."""

from datetime import timedelta

import pytest

from games.hosting.leases import claim_game
from games.models import Game
from tests.factories import NOON, make_game

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("database")]
SECOND = timedelta(seconds=1)


def claimed(now: int) -> int:
    """Which game a host claims that dies at it: its lease lapses by itself. `now` is in seconds after noon."""
    lease = claim_game(owner="somebody:1:x", now=NOON + now * SECOND)
    assert lease is not None
    return lease.game_id


def due(seconds: int, **given: object) -> int:
    return make_game(due_at=NOON + seconds * SECOND, **given).pk


def test_where_every_host_dies_each_game_has_its_turn_and_not_the_first_ones_alone() -> None:
    games = [due(each, status=Game.Status.RUNNING, started_at=NOON) for each in range(3)]
    assert [
        claimed(at) for at in (20, 40, 60, 80, 100, 120)
    ] == games * 2  # each lease has lapsed when the next is claimed


def test_a_game_that_has_begun_goes_on_before_another_begins_however_long_that_is_due() -> None:
    unbegun, lost = due(0), due(30, status=Game.Status.RUNNING, started_at=NOON)
    Game.objects.filter(pk=lost).update(lease_owner="somebody:2:y", lease_expires_at=NOON + 40 * SECOND, lease_token=1)
    assert [claimed(50), claimed(51)] == [lost, unbegun]


def test_of_games_that_wait_to_be_gone_on_with_the_longest_due_is_first() -> None:
    later, first = (due(each, status=Game.Status.RUNNING, started_at=NOON) for each in (9, 4))
    assert [claimed(10), claimed(10)] == [first, later]
