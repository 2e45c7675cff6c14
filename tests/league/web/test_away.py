"""What is said, and how often, while the database, the broker or Redis is away."""

import logging
from types import SimpleNamespace
from typing import Any

import pytest
from celery.beat import SchedulingError
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path
from kombu.exceptions import OperationalError as BrokerError
from pytest_django import Settings

from games.process.trouble import Trouble
from league.celery import app
from league.processes import beating
from league.processes.beating import Scheduler
from league.web.caching import Cache

NOBODY = "redis://127.0.0.1:1/0"


def without_database(request: HttpRequest) -> HttpResponse:
    raise OperationalError("connection failed:\n\tConnection refused")


def broken(request: HttpRequest) -> HttpResponse:
    raise ValueError("a fault of ours")


urlpatterns = [path("page/", without_database), path("api/v1/answer/", without_database), path("broken/", broken)]
from league.urls import urlpatterns as every_other  # noqa: E402  the pages link to each other

urlpatterns += every_other


@pytest.fixture
def visitor(settings: Settings) -> Client:
    settings.ROOT_URLCONF = __name__
    return Client(raise_request_exception=False)


def lines(caplog: pytest.LogCaptureFixture, logger: str) -> list[logging.LogRecord]:
    return [record for record in caplog.records if record.name == logger]


def test_a_page_without_a_database_says_so_and_when_to_ask_again(
    visitor: Client, caplog: pytest.LogCaptureFixture
) -> None:
    pages = [visitor.get("/page/") for _ in range(9)]

    assert {(page.status_code, page["Retry-After"]) for page in pages} == {(503, "5")}
    assert "The database does not answer just now." in pages[0].content.decode()
    assert "no-store" in pages[0]["Cache-Control"]
    told = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert {record.name for record in told} == {"league.web.away"}
    assert len(told) <= 4, "the 1st, 2nd, 4th and 8th time"
    assert not any(record.exc_info for record in told)


def test_the_api_without_a_database_says_so_in_its_own_words(visitor: Client) -> None:
    answer = visitor.get("/api/v1/answer/")

    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    words = "The database does not answer just now. Nothing is lost; try again in a few seconds."
    assert answer.json() == {"error": {"code": "unavailable", "message": words}}


@pytest.mark.django_db
def test_a_fault_of_ours_stays_one(visitor: Client, caplog: pytest.LogCaptureFixture) -> None:
    assert visitor.get("/broken/").status_code == 500
    assert any(record.exc_info for record in lines(caplog, "django.request"))


def test_a_cache_that_does_not_answer_is_an_empty_one(caplog: pytest.LogCaptureFixture) -> None:
    cache = Cache(NOBODY, {})

    cache.set("a", 1)
    assert cache.get("a", "nothing") == "nothing"
    assert cache.get_or_set("a", lambda: 2) == 2
    assert cache.get_many(["a", "b"]) == {}
    assert cache.add("a", 1)
    assert (cache.delete("a"), cache.touch("a"), cache.has_key("a")) == (False, False, False)
    assert cache.set_many({"a": 1}) == ["a"]
    cache.delete_many(["a"])
    with pytest.raises(ValueError, match="no answer"):
        cache.incr("a")
    assert cache.swap("a", lambda kept: (1, f"of {kept}"), 60) == "of None"
    assert len(lines(caplog, "league.web.caching")) <= 5
    assert not any(record.exc_info for record in caplog.records)


@pytest.mark.parametrize("error", [OperationalError("away"), BrokerError("away")])
def test_a_task_that_cannot_do_its_part_is_told_in_a_line_and_seldom(
    error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    away = [True]

    @app.task(name=f"tests.{type(error).__module__}")
    def fail() -> str:
        if away[0]:
            raise error
        return "done"

    results = [fail.apply() for _ in range(9)]
    away[0] = False

    assert {result.state for result in results} == {"SUCCESS"}
    told = lines(caplog, "league.celery")
    assert [record.levelname for record in told] == ["WARNING"] * 4
    assert fail.apply().get() == "done"
    assert [record.levelname for record in lines(caplog, "league.celery")[4:]] == ["INFO"]
    assert not any(record.exc_info for record in caplog.records)


def test_a_task_that_is_broken_says_where(caplog: pytest.LogCaptureFixture) -> None:
    @app.task(name="tests.broken")
    def fail() -> None:
        raise ValueError("a fault of ours")

    assert fail.apply().state == "FAILURE"


@pytest.mark.django_db
def test_beat_tells_what_it_cannot_send_seldom_and_in_a_line(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    # One that nobody has run into yet: a process counts on for a while.
    monkeypatch.setattr(beating, "_sending", Trouble(beating.logger, "it cannot send", "it sends again"))

    class Mute(Scheduler):
        is_mute = True

        def apply_async(self, entry: Any, producer: Any = None, **_: Any) -> None:
            if self.is_mute:
                raise SchedulingError("Couldn't apply scheduled task") from BrokerError("connection refused")

    scheduler = Mute(app=app, lazy=True)
    for _ in range(9):
        scheduler.apply_entry(entry=SimpleNamespace(task="a sweep"))
    scheduler.is_mute = False
    scheduler.apply_entry(entry=SimpleNamespace(task="a sweep"))

    told = lines(caplog, "league.processes.beating")
    assert [record.levelname for record in told] == ["WARNING"] * 4 + ["INFO"]
    assert all(len(record.getMessage()) < 300 for record in told)
    assert not any(record.exc_info for record in caplog.records)


@pytest.mark.django_db(transaction=True)
def test_beat_s_schedule_is_the_admin_s(settings: Settings) -> None:
    assert f"{Scheduler.__module__}:{Scheduler.__name__}" == settings.CELERY_BEAT_SCHEDULER
    scheduler = Scheduler(app=app)

    assert set(settings.CELERY_BEAT_SCHEDULE) <= set(scheduler.schedule)
    assert not scheduler.schedule_changed()
    name = next(iter(settings.CELERY_BEAT_SCHEDULE))
    scheduler.reserve(scheduler.schedule[name])
    scheduler.sync()
    assert scheduler.Model.objects.get(name=name).total_run_count == 1
