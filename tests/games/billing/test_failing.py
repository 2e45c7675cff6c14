"""When a game's calls are given up, and when what was lost of a question is not paid for again."""

from datetime import UTC, datetime, timedelta

import pytest

from games.billing.failing import Loss, failing_since, is_lost_for_now
from games.models import Call
from tests.factories import make_call, make_game

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


def ago(minutes: float) -> datetime:
    return NOW - timedelta(minutes=minutes)


def late(*minutes: float, within: float | None = 120.0) -> list[Loss]:
    """What was lost so many minutes ago."""
    return [Loss(ago(each), within) for each in minutes]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("failed", "since"),
    [
        ([], None),
        ([70], None),  # it rested since
        ([0.5], 0.5),
        ([100, 50, 10], 100),
        ([300, 100, 50, 10], 100),  # it rested before
    ],
)
def test_calls_fail_since_the_first_of_this_stretch_of_asking(failed: list[float], since: float | None) -> None:
    game = make_game()
    for minutes in failed:
        call = make_call(game=game, status="failed", error="far 503", cost=0)
        Call.objects.filter(pk=call.pk).update(created_at=ago(minutes))
    assert failing_since(game_id=game.pk, now=NOW) == (None if since is None else ago(since))
    assert failing_since(game_id=game.pk, now=NOW, reason="far 404") is None
    assert failing_since(game_id=game.pk, now=NOW, since=NOW) is None


@pytest.mark.parametrize(
    ("losses", "is_held"),
    [
        (late(3, 2), False),
        (late(3, 2, 1), True),
        (late(63, 62, 61), False),  # an hour later it is asked once more
        (late(123, 122, 121, 1), True),
        (late(303, 302, 301, 201, 101, 61), True),  # and that is all
        (late(3, 2, 1, within=60.0), False),  # it has more time now
        (late(3, 2, 1, within=None), True),
        (late(303, 302, 301, 201, 101, 61, within=None), False),  # what broke off is no question of time
    ],
)
def test_what_is_lost_again_and_again_rests_and_what_is_late_waits_for_more_time(
    losses: list[Loss],
    is_held: bool,  # noqa: FBT001
) -> None:
    assert is_lost_for_now(losses, within=120.0, now=NOW) is is_held
