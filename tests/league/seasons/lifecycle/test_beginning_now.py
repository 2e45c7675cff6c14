"""A season with a calendar that begins at once: its calendar is taken off it with the start, or with nothing."""

import json
import re
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client

from league.access.acts import COMMAND_LINE
from league.models import Act, Calendar, Season
from league.seasons.lifecycle.announcing import announce_season
from league.seasons.lifecycle.starting import start_season
from league.seasons.making.checking import Rules, WrongSeason
from league.seasons.making.creating import create_season
from league.seasons.making.plans import When
from league.seasons.schedule.fixtures import open_due_fixtures
from league.seasons.verbs import VERBS, Given, carry_out
from tests.factories import NOON, make_roster, make_token, make_user
from tests.league.seasons.lifecycle.test_starting import voices
from tests.league.views.test_pages import page

pytestmark = pytest.mark.django_db

WHEN = When("1", "18:00", "Europe/Berlin", starts_at=NOON + timedelta(days=30))
BEGUN = "Spring has begun, without its calendar: it plays as soon as it can."
BOX = "Begin now, without its calendar"


def a_draft(**fields) -> Season:
    given = {"slug": "spring", "name": "Spring", "rules": [Rules("town-mafia", 8)], "games": 3, "when": WHEN, "pace": 0}
    return create_season(**given | {"players": make_roster(), "at_once": 2} | fields)


def start_now(season: Season) -> str:
    return carry_out(verb=VERBS["start"], season=season, by=COMMAND_LINE, now=NOON, given=Given(now=True))


def acts() -> list[tuple[str, str, str]]:
    return list(Act.objects.order_by("id").values_list("verb", "model", "name"))


@pytest.mark.parametrize("is_announced", [False, True])
def test_it_plays_at_once_without_its_calendar_and_both_are_acts(is_announced):
    season, other = a_draft(), a_draft(slug="other", name="Other")
    if is_announced:
        announce_season(season=season, now=NOON)
    assert start_now(season) == BEGUN
    assert (season.status, list(Calendar.objects.values_list("season__slug", flat=True))) == ("running", ["other"])
    assert {game.due_at for game in open_due_fixtures(now=NOON).games} == {NOON}
    assert season.fixtures.filter(game__isnull=False).count() == 2  # as many at once as was said
    assert sorted(acts()) == [("start", "calendar", "spring"), ("start", "season", "spring")]
    gone = Act.objects.get(model="calendar")
    assert (gone.before["times"], gone.after) == ("18:00", {})
    assert other.status == "draft"


def test_without_a_calendar_nothing_changes_by_it_and_without_it_the_calendar_stays():
    plain = a_draft(slug="plain", name="Plain", when=None)
    assert start_now(plain) == "Plain has begun."
    season = a_draft()
    assert carry_out(verb=VERBS["start"], season=season, by=COMMAND_LINE, now=NOON) == "Spring has begun."
    assert Calendar.objects.get().season == season
    assert acts() == [("start", "season", "plain"), ("start", "season", "spring")]


def test_what_cannot_be_started_keeps_its_calendar():
    season = a_draft(players=voices())
    with pytest.raises(WrongSeason, match="never probed: big"):
        start_now(season)
    start_season(season=season, now=NOON, unprobed="a trial")
    with pytest.raises(WrongSeason, match="and spring is running"):
        start_now(season)
    assert Calendar.objects.get().season == season
    assert acts() == []


# --- from everywhere -------------------------------------------------------------------------------------------------


@pytest.fixture
def boss(client: Client):
    client.force_login(user := make_user(is_staff=True, is_superuser=True, username="boss"))
    return user


def send(client: Client, user, path: str, body: dict, method: str = "post"):
    token = make_token(user=user, scopes=["season"])[1]
    headers = {"Authorization": f"Bearer {token}"}
    address = f"/api/v1/seasons/{path}"
    return getattr(client, method)(address, json.dumps(body), content_type="application/json", headers=headers)


def test_the_api_starts_it_and_says_of_an_announced_calendar_what_can_be_done(client: Client, boss):
    announce_season(season=a_draft(), now=NOON)
    refused = send(client, boss, "spring/", {"calendar": None}, "patch")
    told = refused.json()["error"]
    assert (refused.status_code, told["code"]) == (409, "wrong_state")
    assert told["message"].startswith("calendar is frozen since it was announced; what can be changed: pace, at_once,")
    assert told["message"].endswith(" Withdraw it to edit it, or start it with `now`, without its calendar.")
    named = send(client, boss, "spring/", {"name": "Another"}, "patch").json()["error"]["message"]
    assert named.endswith(". Withdraw it to edit it.")
    assert send(client, boss, "spring/start/", {"now": "maybe"}).status_code == 400
    answer = send(client, boss, "spring/start/", {"now": True})
    assert (answer.status_code, answer.json()["told"]) == (200, BEGUN)
    assert (answer.json()["season"]["status"], answer.json()["season"]["calendar"]) == ("running", None)
    again = send(client, boss, "spring/", {"calendar": None}, "patch").json()["error"]["message"]
    assert "frozen since it began" in again
    assert "`now`" not in again


def test_the_page_asks_only_where_there_is_a_calendar(client: Client, boss):
    a_draft()
    a_draft(slug="plain", when=None)
    asked = page(client, "/seasons/spring/start/")
    assert BOX in asked
    assert "It can begin now instead, without its calendar, as you say below." in asked
    assert BOX not in page(client, "/seasons/plain/start/")
    assert BOX not in page(client, "/seasons/spring/announce/")
    assert client.post("/seasons/spring/start/", {"now": "on"}).status_code == 302
    assert BEGUN in page(client, "/seasons/spring/")
    assert (Season.objects.get(slug="spring").status, Calendar.objects.exists()) == ("running", False)
    client.post("/seasons/plain/start/", {"now": "on"})
    assert Season.objects.get(slug="plain").status == "running"


def test_a_start_that_costs_something_asks_first_and_keeps_what_was_said(client: Client, boss):
    a_draft(players=voices())
    asked = client.post("/seasons/spring/start/", {"now": "on", "unprobed": "a trial"}).content.decode()
    assert re.search(r'<input[^>]* name="now"[^>]* checked', asked)
    assert Calendar.objects.exists()
    client.post("/seasons/spring/start/", {"now": "on", "unprobed": "a trial", "confirmed": "yes"})
    assert (Season.objects.get().status, Calendar.objects.exists()) == ("running", False)


def test_the_admin_and_the_command_line_start_it_too(client: Client, boss):
    season = a_draft()
    client.post(f"/admin/league/season/{season.pk}/start/", {"_form_submitted": "on", "now": "on"})
    other = a_draft(slug="other", name="Other")
    client.post(f"/admin/league/season/{other.pk}/announce/", {"_form_submitted": "on", "now": "on"})
    assert list(Calendar.objects.values_list("season__slug", flat=True)) == ["other"]
    call_command("season", "other", "start", "--now", "--reason", "Enough waited.", stdout=(told := StringIO()))
    assert "Other has begun, without its calendar: it plays as soon as it can." in told.getvalue()
    assert not Calendar.objects.exists()
    assert Act.objects.filter(reason="Enough waited.", model="calendar", surface="command").count() == 1
