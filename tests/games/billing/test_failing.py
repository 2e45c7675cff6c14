"""When a game's calls are given up, and when what was lost of a question is not paid for again."""

from datetime import UTC, datetime, timedelta

import pytest

from games.billing.failing import Loss, Rests, failing_since, is_lost_for_now
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


def rested(*minutes: float, patience: float) -> Rests:
    """What a process knows that has held back a game so many minutes ago each; their keys are the minutes."""
    rests = Rests()
    for each in minutes:
        rests.note(int(each), now=ago(each), patience=patience)
    return rests


def test_of_games_held_back_in_a_process_none_is_known_for_good() -> None:
    rests = rested(*range(1_000, 0, -1), patience=3_600)
    assert len(rests) == 120, "for an hour, and an hour of rest"
    assert [rests.last(each) for each in (1, 119, 121, 1_000)] == [ago(1), ago(119), None, None]
    rests.note(119, now=NOW, patience=3_600)
    assert (rests.last(119), rests.last(120), len(rests)) == (NOW, None, 119)


@pytest.mark.django_db
def test_a_game_that_was_held_back_so_long_ago_is_given_up_as_if_it_never_was() -> None:
    rests = rested(130, 110, 1, patience=3_600)
    games = [make_game(), make_game()]
    for game in games:
        for minutes in range(0, 300, 50):
            call = make_call(game=game, status="failed", error="far 503", cost=0)
            Call.objects.filter(pk=call.pk).update(created_at=ago(minutes))
    since = [
        failing_since(game_id=game.pk, now=NOW, since=rests.last(at))
        for game, at in zip(games, (130, 110), strict=True)
    ]
    assert since == [ago(250), ago(100)]
    assert all(at is not None and NOW - at >= timedelta(hours=1) for at in since)


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
