"""Signs of life: left by each part of a process, by beat where it sends, gone by themselves."""

from datetime import timedelta
from typing import Any

import pytest
from celery.beat import ScheduleEntry, SchedulingError
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.hosting.keeping import Owner
from league.access.living import forget_the_silent, sign, sign_off
from league.celery import app
from league.models import Process
from league.models.process import ProcessKind
from league.processes.beating import Scheduler
from league.processes.signs import BEAT, LIFE, alive, message_taken
from tests.factories import make_process
from tests.games.stage import until

pytestmark = [pytest.mark.usefixtures("database"), pytest.mark.django_db(transaction=True)]
WEB, WORKER, BEATING, SEASON = ProcessKind.WEB, ProcessKind.WORKER, ProcessKind.BEAT, ProcessKind.SEASON


def test_two_parts_of_a_process_sign_in_one_statement_and_each_says_that_it_ended() -> None:
    now = timezone.now()

    with CaptureQueriesContext(connection) as asked:
        sign(parts={WEB: ("", now), WORKER: ("", now)}, now=now)
        sign(parts={WEB: ("", now), WORKER: ("", now)}, now=now + timedelta(seconds=10))
    sign_off(kind=WEB, now=timezone.now())

    assert len([query for query in asked if query["sql"].startswith("INSERT")]) == 2
    web, worker = (Process.objects.get(kind=kind) for kind in (WEB, WORKER))
    assert {web.ident, worker.ident} == {Owner.here()}
    assert (web.ended_at is not None, worker.ended_at) == (True, None)
    assert (worker.started_at, worker.seen_at) == (now, now + timedelta(seconds=10))


def test_a_season_that_is_played_is_named_while_it_is_and_ends_cleanly() -> None:
    with alive(SEASON, "spring"):
        row = until(lambda: Process.objects.filter(kind=SEASON).first())
        assert (row.name, row.ended_at) == ("season run spring", None)

    row.refresh_from_db()
    assert row.ended_at is not None


def test_a_worker_says_when_it_last_took_a_message_and_the_site_has_taken_none() -> None:
    message_taken()
    with alive(WORKER), alive(WEB):
        until(lambda: Process.objects.filter(kind=WEB).exists() and Process.objects.filter(kind=WORKER).exists())

    assert Process.objects.get(kind=WORKER).worked_at == LIFE.worked_at
    assert Process.objects.get(kind=WEB).worked_at is None


class Sending(Scheduler):
    """Beat's scheduler, with a broker that takes everything, or nothing."""

    broken = False

    def setup_schedule(self) -> None:
        pass

    def apply_async(self, *args: Any, **given: Any) -> None:
        if self.broken:
            raise SchedulingError("away")


def entry(task: str) -> ScheduleEntry:
    return ScheduleEntry(name=task, task=task, schedule=15.0, app=app)


def test_beat_signs_when_the_sweep_is_sent_and_not_when_it_is_not() -> None:
    scheduler = Sending(app=app)
    BEAT.ended()
    scheduler.broken = True
    scheduler.apply_entry(entry("league.tasks.sweep"))
    scheduler.broken = False
    scheduler.apply_entry(entry("league.tasks.send"))
    assert not Process.objects.exists()

    scheduler.apply_entry(entry("league.tasks.sweep"))
    scheduler.apply_entry(entry("league.tasks.sweep"))

    (row,) = Process.objects.all()
    assert (row.kind, row.ended_at) == (BEATING, None)
    scheduler.close()
    row.refresh_from_db()
    assert row.ended_at is not None


def test_rows_of_those_who_are_silent_for_a_day_go_and_others_stay() -> None:
    now = timezone.now()
    old = make_process(seen_at=now - timedelta(hours=25))
    silent = make_process(seen_at=now - timedelta(hours=23))

    assert forget_the_silent(now=now) == 1

    assert [row.pk for row in Process.objects.all()] == [silent.pk]
    assert not Process.objects.filter(pk=old.pk).exists()
