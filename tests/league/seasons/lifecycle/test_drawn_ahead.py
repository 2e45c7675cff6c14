"""Games are drawn before a transaction is begun, whoever starts the season: thousands take seconds, and PostgreSQL ends
what stands still so long. And what goes wrong at one season's start is nothing to the others.
"""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.db import IntegrityError, OperationalError, connection
from django.test import Client
from structlog.testing import capture_logs

from league.models import Season, Series
from league.seasons.demo import Plan, season_to_play
from league.seasons.lifecycle import starting
from league.seasons.lifecycle.announcing import announce_season
from league.seasons.lifecycle.starting import start_season
from league.seasons.making.checking import Rules
from league.seasons.making.creating import create_season
from league.seasons.playing.keeping import sweep
from league.seasons.schedule import drawing
from league.seasons.schedule.unforeseen import UNFORESEEN
from personas.roster import ensure_roster
from tests.factories import NOON, make_token, make_user
from tests.league.seasons.series.staging import end, first_season, series_of
from tests.league.views.sent import season_form

pytestmark = pytest.mark.usefixtures("database")
HOUR = timedelta(hours=1)


def a_draft(slug: str = "spring", **fields: Any) -> Season:
    given = {"rules": [Rules("town-mafia", 6)], "pace": 0.0, "players": ensure_roster()[:8], "games": 4}
    return create_season(slug=slug, name=slug.title(), **given | fields)


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Whether a transaction was open, of each time that games are drawn."""
    is_open: list[bool] = []
    placed_by = drawing.placed_by

    def looked(*given: Any) -> Any:
        is_open.append(connection.in_atomic_block)
        return placed_by(*given)

    monkeypatch.setattr(drawing, "placed_by", looked)
    return is_open


# --- by hand ---------------------------------------------------------------------------------------------------------


def by_command(season: Season) -> None:
    call_command("season", season.slug, "start")


def by_page(season: Season) -> None:
    assert somebody().post(f"/seasons/{season.slug}/start/", {}).status_code == 302


def by_admin(season: Season) -> None:
    somebody().post(f"/admin/league/season/{season.pk}/start/", {"_form_submitted": "on"})


def by_api(season: Season, **headers: str) -> None:
    address = f"/api/v1/seasons/{season.slug}/"
    token = make_token(user=make_user(is_staff=True, is_superuser=True, username="ann"), scopes=["season"])[1]
    headers = {"Authorization": f"Bearer {token}", **headers}
    if "If-Match" in headers:
        headers["If-Match"] = Client().get(address, headers=headers)["ETag"]
    answer = Client().post(f"{address}start/", "{}", content_type="application/json", headers=headers)
    assert answer.status_code == 200, answer.content


def by_api_as_it_was(season: Season) -> None:
    by_api(season, **{"If-Match": "that of now"})


def by_api_once(season: Season) -> None:
    by_api(season, **{"Idempotency-Key": "once"})


def somebody() -> Client:
    client = Client()
    client.force_login(make_user(is_staff=True, is_superuser=True, username="boss"))
    return client


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("start", [by_command, by_page, by_admin, by_api, by_api_as_it_was, by_api_once])
def test_whoever_starts_it_nothing_is_locked_while_it_is_drawn(start: Callable[[Season], None], drawn: list[bool]):
    season, other = a_draft(), a_draft("other")
    start(season)
    season.refresh_from_db()
    assert (season.status, season.fixtures.count(), drawn) == ("running", 4, [False])
    other.refresh_from_db()
    assert other.status == "draft"


@pytest.mark.django_db(transaction=True)
def test_what_is_made_and_started_at_once_is_there_before_it_is_drawn(drawn: list[bool]):
    form = season_form(players=[each.pk for each in ensure_roster()[:8]], start="on")
    made = somebody().post("/seasons/new/", form)
    assert (made.status_code, list(Season.objects.values_list("status", flat=True))) == (302, ["running"])
    first = a_draft("autumn")
    call_command("season", first.slug, "twin", "--slug", "autumn-again", "--memory", "off", "--start")
    season_to_play(Plan(games=3, pace=0.5, seed=None), now=NOON)
    assert set(Season.objects.values_list("status", flat=True)) == {"running"}
    assert (Season.objects.count(), drawn) == (4, [False] * 3)


@pytest.mark.django_db
def test_a_twin_that_cannot_be_started_is_not_made_and_its_first_stays_as_it_is():
    first = announce_season(season=a_draft(), now=NOON)
    with pytest.raises(Exception, match="its twin starts after it"):
        call_command("season", "spring", "twin", "--slug", "again", "--memory", "off", "--start")
    first.refresh_from_db()
    assert (first.status, Season.objects.count()) == ("announced", 1)


@pytest.mark.django_db
def test_a_season_of_the_demo_that_was_made_and_not_begun_begins_with_the_next_look(monkeypatch: pytest.MonkeyPatch):
    plan = Plan(games=3, pace=0.5, seed=None)

    def die(**_: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("league.seasons.demo.start_season", die)
        with pytest.raises(KeyboardInterrupt):
            season_to_play(plan, now=NOON)
    for _ in range(2):
        season_to_play(plan, now=NOON)
    assert list(Season.objects.values_list("slug", "status")) == [("demo-1", "running")]


# --- by itself -------------------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_what_begins_by_itself_is_drawn_before_anything_is_locked(drawn: list[bool]):
    spring = first_season()
    series = series_of(spring)
    end(spring)
    for slug in ("one", "two"):
        announce_season(season=a_draft(slug), now=NOON, begins_at=NOON + HOUR)
    drawn.clear()
    sweep(now=NOON + HOUR)
    assert set(Season.objects.exclude(pk=spring.pk).values_list("status", flat=True)) == {"running"}
    assert (series.seasons.count(), drawn) == (2, [False] * 3)


@pytest.mark.django_db
def test_what_is_changed_between_the_draw_and_the_start_is_drawn_anew():
    season = announce_season(season=a_draft(), now=NOON)
    draw = starting.drawn_ahead(season)
    gone = season.roster.order_by("number").last()
    gone.delete()
    start_season(season=season, now=NOON, draw=draw)
    assert gone.player_id not in {player for fixture in season.fixtures.all() for player in fixture.seating}
    assert season.fixtures.count() == 4


@pytest.mark.django_db
@pytest.mark.parametrize("error", [OperationalError, IntegrityError, KeyError])
def test_what_goes_wrong_at_one_start_leaves_the_others_alone(error: type[Exception], monkeypatch: pytest.MonkeyPatch):
    spring, autumn = first_season(), first_season("autumn")
    series, other = series_of(spring), series_of(autumn)
    end(spring), end(autumn)
    for slug in ("broken", "ready"):
        announce_season(season=a_draft(slug), now=NOON, begins_at=NOON + HOUR)
    running = start_season(season=a_draft("running"), now=NOON)
    pin_season = starting.pin_season

    def fail(*, season: Season) -> None:
        if season.slug in ("broken", "spring-2"):
            raise error("gone")
        pin_season(season=season)

    with monkeypatch.context() as patched:
        patched.setattr(starting, "pin_season", fail)
        with capture_logs() as logs:
            for _ in range(2):
                sweep(now=NOON + HOUR)
    why = f"{UNFORESEEN}{error('gone')!r}"
    began = dict(Season.objects.exclude(slug__in=["spring", "autumn"]).values_list("slug", "status"))
    assert began == {
        "broken": "announced",
        "ready": "running",
        "running": "running",
        "spring-2": "draft",
        "autumn-2": "running",
    }
    assert running.fixtures.filter(game__isnull=False).exists()
    series.refresh_from_db(), other.refresh_from_db()
    assert (Season.objects.get(slug="broken").waiting, series.waiting, other.waiting) == (why, why, "")
    told = [(each.get("season"), each.get("series")) for each in logs if "cannot be looked after" in each["event"]]
    assert told == [("broken", None), (None, "spring")], "each once"

    sweep(now=NOON + HOUR)
    assert Season.objects.get(slug="broken").waiting == ""
    assert list(Series.objects.values_list("waiting", flat=True)) == ["", ""]
    assert set(Season.objects.exclude(slug__in=["spring", "autumn"]).values_list("status", flat=True)) == {"running"}


@pytest.mark.django_db(transaction=True)
def test_a_database_that_takes_nothing_down_ends_the_look_at_all_of_them():
    for slug in ("one", "two"):
        announce_season(season=a_draft(slug), now=NOON, begins_at=NOON + HOUR)

    def refuse(execute: Any, sql: str, *rest: Any) -> Any:
        if sql.startswith("UPDATE"):
            raise OperationalError("the disk is full")
        return execute(sql, *rest)

    with connection.execute_wrapper(refuse), pytest.raises(OperationalError, match="the disk is full"):
        starting.start_due_seasons(now=NOON + HOUR)
    assert list(Season.objects.values_list("status", "waiting")) == [("announced", "")] * 2
