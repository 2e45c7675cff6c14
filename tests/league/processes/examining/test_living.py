"""What the doctor says of workers and beat."""

from datetime import datetime, timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from league.processes.examining.living import look_at_living
from tests.factories import make_process

pytestmark = pytest.mark.django_db


@pytest.fixture
def now() -> datetime:
    return timezone.now()


def told(now: datetime) -> dict[str, tuple[str, str]]:
    return {finding.subject: (finding.state, finding.seen) for finding in look_at_living(now=now)}


def test_nobody_is_missed_where_everything_is_in_one_process_that_does_not_run(now: datetime) -> None:
    nobody = ("good", "none runs; part of `demo` and `serve`")
    assert told(now) == {"workers": nobody, "beat": nobody}


def test_workers_and_beat_that_never_gave_a_sign_are_missed_in_production(now: datetime, settings: Settings) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    missed = ("poor", "none has given a sign within a day")
    assert told(now) == {"workers": missed, "beat": missed}


def test_those_that_live_are_told_by_their_last_signs(now: datetime) -> None:
    make_process(name="worker 7", host="one", seen_at=now - timedelta(seconds=3))
    make_process(name="worker 8", host="two", seen_at=now - timedelta(seconds=9))
    make_process(name="worker 9", host="two", seen_at=now - timedelta(minutes=9))
    make_process(name="beat 1", host="one", kind="beat", seen_at=now - timedelta(seconds=12))

    assert told(now) == {
        "workers": ("good", "worker 7 on one 3 s ago, worker 8 on two 9 s ago"),
        "beat": ("good", "beat 1 on one 12 s ago"),
    }


def test_one_that_went_without_a_word_one_that_ended_and_two_that_send_at_once(now: datetime) -> None:
    at = now - timedelta(minutes=9)
    make_process(name="worker 7", host="one", seen_at=at)
    make_process(name="beat 1", kind="beat", seen_at=at, ended_at=at)
    assert told(now) == {
        "workers": ("poor", f"silent since {at:%Y-%m-%d %H:%M:%S} UTC (worker 7 on one)"),
        "beat": ("good", f"none runs; the last one ended at {at:%Y-%m-%d %H:%M:%S} UTC"),
    }

    make_process(name="beat 2", kind="beat", seen_at=now)
    make_process(name="beat 3", kind="beat", seen_at=now)
    state, seen = told(now)["beat"]
    assert (state, seen[:15]) == ("poor", "2 send at once:")
