"""What a calendar comes to: told alike on pages, in the API, on the command line and as events."""

import json
from datetime import UTC, datetime, timedelta
from io import StringIO
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.contrib.auth.models import Permission
from django.core.management import CommandError, call_command
from django.test import Client
from icalendar import Calendar as EventFile
from pytest_django import DjangoAssertNumQueries

from games.hosting.leases import call_off_game, claim_game
from games.models import Game
from league.calendars.schedule import State, next_slots, schedule_of, told_span
from league.models import Act, Calendar, Season
from league.queries.upkeep.history import acts_told
from league.seasons.lifecycle.announcing import announce_season
from league.seasons.schedule.fixtures import open_due_fixtures
from tests.factories import (
    make_calendar,
    make_fixture,
    make_roster,
    make_running_season,
    make_season,
    make_token,
    make_user,
)
from tests.league.calendars.staging import World, season_with
from tests.league.views.sent import season_form
from tests.league.views.test_pages import page

pytestmark = pytest.mark.django_db

BERLIN = ZoneInfo("Europe/Berlin")


def berlin(*at):
    return datetime(*at, tzinfo=BERLIN).astimezone(UTC)


MONDAY = berlin(2026, 3, 2, 9)


@pytest.fixture
def spring():
    """A season of eight games in four slots: one was played, one was skipped, one has games, one has none yet."""
    season = season_with(
        now=MONDAY, at_once=2, missed="skip", fields={"games": 8, "name": "Spring; or, <b>a</b>, bloom"}
    )
    world = World(MONDAY)
    world.until(berlin(2026, 3, 3, 9))
    world.is_swept = world.is_hosted = False
    world.until(berlin(2026, 3, 3, 19))
    world.is_swept = world.is_hosted = True
    world.until(berlin(2026, 3, 3, 19, 1))
    with time_machine.travel(world.now, tick=False):
        yield Season.objects.get(pk=season.pk)


AWAY = "nobody looked after the league from 2026-03-03 08:00:00 UTC to 2026-03-03 18:00:00 UTC"


def test_a_schedule_tells_what_was_and_what_comes(spring):
    told = [
        (each.wall, str(each.state), [game.number for game in each.games], bool(each.games and each.games[0].game))
        for each in schedule_of(spring, now=berlin(2026, 3, 3, 19, 1))
    ]
    assert told == [
        ("2026-03-02T18:00", "played", [1, 2], True),
        ("2026-03-03T18:00", "skipped", [], False),
        ("2026-03-04T18:00", "to come", [3, 4], True),
        ("2026-03-05T18:00", "to come", [5, 6], False),
        ("2026-03-06T18:00", "to come", [7, 8], False),
    ]
    first, skipped, *_ = schedule_of(spring, now=berlin(2026, 3, 3, 19, 1))
    assert (first.began_at, first.ended_at, first.late) == (berlin(2026, 3, 2, 18), berlin(2026, 3, 2, 18, 10), None)
    assert skipped.why == AWAY


def test_a_draft_tells_what_will_be_from_its_start_on():
    season = season_with(now=MONDAY, at_once=2, started=False, start="2026-03-05", fields={"games": 3})
    entries = schedule_of(season, now=MONDAY)
    assert [(each.wall, [game.number for game in each.games]) for each in entries] == [
        ("2026-03-05T18:00", [1, 2]),
        ("2026-03-06T18:00", [3]),
    ]
    assert {each.state for each in entries} == {State.COMING}
    assert schedule_of(make_season(), now=MONDAY) == []


def test_what_is_to_be_caught_up_has_the_games_that_come_next():
    season = season_with(now=MONDAY, fields={"games": 4})
    open_due_fixtures(now=MONDAY)
    open_due_fixtures(now=berlin(2026, 3, 4, 12))
    told = [(each.wall, str(each.state), each.numbers) for each in schedule_of(season, now=berlin(2026, 3, 4, 12))]
    assert told == [
        ("2026-03-02T18:00", "to come", "game 1"),
        ("2026-03-03T18:00", "to be caught up", "game 2"),
        ("2026-03-04T18:00", "to come", "game 3"),
        ("2026-03-05T18:00", "to come", "game 4"),
    ]


def test_the_next_slots_of_many_seasons_take_three_queries(django_assert_num_queries: DjangoAssertNumQueries):
    one = season_with(now=MONDAY)
    open_due_fixtures(now=MONDAY)
    with django_assert_num_queries(3):
        assert next_slots([one], now=MONDAY) == {one.pk: berlin(2026, 3, 2, 18)}
    players = make_roster(36)
    for number in (1, 2):
        given = {"slug": f"more-{number}", "players": players[12 * number : 12 * number + 12]}
        season_with(now=MONDAY, times="21:00", days="tue", fields=given)
    season_with(now=MONDAY, started=False, fields={"slug": "draft", "players": players[:12]})
    seasons = list(Season.objects.all())
    with django_assert_num_queries(3):
        found = next_slots(seasons, now=MONDAY)
    assert sorted(found.values()) == [berlin(2026, 3, 2, 18), *[berlin(2026, 3, 3, 21)] * 2]


def test_spans_in_words():
    told = [told_span(each) for each in (61, 3600, 90_061, 2 * 86_400)]
    assert told == ["1 minute 1 second", "1 hour", "1 day 1 hour", "2 days"]


# --- pages -----------------------------------------------------------------------------------------------------------


def test_the_pages_tell_what_comes_and_what_was_late(client: Client, spring):
    season = page(client, "/seasons/spring/")
    assert "Mon to Fri at 18:00 Europe/Berlin, 2 at once" in season
    assert '<time datetime="2026-03-04T17:00:00+00:00" data-countdown="in %(left)s">' in season
    assert "Spring; or, &lt;b&gt;a&lt;/b&gt;, bloom" in season
    assert "<b>a</b>" not in season
    upcoming, used = page(client, "/seasons/spring/schedule/"), page(client, "/seasons/spring/schedule/?past")
    assert upcoming.count('<th scope="row">') == 3
    assert used.count('<th scope="row">') == 2
    assert "Nobody looked after the league from" in used
    assert '<time datetime="2026-03-04T17:00:00+00:00" data-local>' in page(client, "/seasons/")


def test_a_schedule_of_many_slots_comes_in_pages(client: Client):
    season_with(now=MONDAY, fields={"games": 65})
    with time_machine.travel(MONDAY, tick=False):
        first = page(client, "/seasons/spring/schedule/")
        assert (first.count('<th scope="row">'), "1 to 30 of 65" in first) == (30, True)
        on = first.split('rel="next" href="')[1].split('"')[0].replace("&amp;", "&")
        assert "31 to 60 of 65" in page(client, f"/seasons/spring/schedule/{on}")


def test_a_draft_is_told_to_staff_alone(client: Client):
    season_with(now=MONDAY, started=False)
    for path in ("/seasons/spring/schedule/", "/seasons/spring/schedule.ics", "/api/v1/seasons/spring/schedule/"):
        assert client.get(path).status_code == 404
    staff = make_user(is_staff=True)
    staff.user_permissions.set(Permission.objects.filter(codename="view_season"))
    client.force_login(staff)
    assert client.get("/seasons/spring/schedule.ics").status_code == 200
    assert "at 18:00 Europe/Berlin" in page(client, "/seasons/spring/")


def test_a_season_without_a_calendar_says_so(client: Client):
    make_running_season(slug="plain")
    assert "This season has no calendar" in page(client, "/seasons/plain/schedule/")
    assert list(EventFile.from_ical(client.get("/seasons/plain/schedule.ics").content).walk("VEVENT")) == []


# --- the forms -------------------------------------------------------------------------------------------------------


@pytest.fixture
def boss(client: Client):
    client.force_login(user := make_user(is_staff=True, is_superuser=True, username="boss"))
    return user


WHEN = {"times": "18:00", "weekdays": ["1", "2"], "time_zone": "Europe/Berlin", "at_once": 2, "missed": "skip"}


def test_a_season_is_made_with_its_calendar(client: Client, boss):
    more = {"players": [each.pk for each in make_roster()], "blackouts": "2026-12-24", "starts": "2026-12-01 18:00"}
    answer = client.post("/seasons/new/", season_form(**WHEN | more))
    assert answer.status_code == 302
    row = Calendar.objects.get(season__slug="open-season")
    assert (row.weekdays, row.times, row.blackouts, row.missed) == ("12", "18:00", "2026-12-24", "skip")
    assert (row.starts_at, row.season.at_once) == (berlin(2026, 12, 1, 18), 2)
    acts = Act.objects.order_by("id").values_list("verb", "model", "name")
    assert list(acts) == [("create", "season", "open-season"), ("create", "calendar", "open-season")]


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ({"times": "6 pm"}, "Must be times of day like 18:00, 20:30, not &#x27;6 pm&#x27;."),
        ({"time_zone": "Trantor"}, "Must be a time zone like Europe/Berlin or UTC, not &#x27;Trantor&#x27;."),
        ({"blackouts": "Christmas"}, "Must be dates like 2026-12-24 or 24 Dec 2026, not &#x27;Christmas&#x27;."),
        ({"starts": "soon"}, "Must be a date like 2026-12-01, or with a time of day, like 2026-12-01 18:00"),
        ({"weekdays": []}, "Choose at least one day of the week."),
        ({"times": "", "starts": "2026-12-01"}, "Say at which times of day it plays, as in 18:00."),
        ({"times": "", "blackouts": "2026-12-24"}, "Empty the days on which it does not play, too"),
        ({"lag": 1}, "Must be at most 1, not 2: its players learn 1 game behind, or say more games behind."),
    ],
)
def test_what_cannot_be_read_is_told_beside_its_field_and_nothing_is_made(client: Client, boss, said, told):
    answer = client.post("/seasons/new/", season_form(players=[each.pk for each in make_roster()], **WHEN | said))
    assert answer.status_code == 422
    text = answer.content.decode()
    assert told in text
    assert '<details class="more when" open>' in text
    assert not Season.objects.exists()


def test_staff_change_when_a_season_plays_and_it_is_recorded(client: Client, boss, spring):
    form = page(client, "/seasons/spring/calendar/")
    assert 'value="Europe/Berlin"' in form
    answer = client.post("/seasons/spring/calendar/", WHEN | {"pace": 0.5, "blackouts": "2026-03-09"})
    assert answer.status_code == 302
    acts = list(Act.objects.order_by("id").values_list("verb", "model", "after"))
    assert [act[:2] for act in acts] == [("change calendar", each) for each in ("season", "calendar", "game", "game")]
    assert acts[0][2] == {"pace": 0.5}
    assert [act[2]["terms"]["pace"] for act in acts[2:]] == [0.5, 0.5]  # the games of the slot to come
    told = page(client, "/seasons/spring/")
    on_clocks = "plays so from now on, on the clocks of Europe/Berlin."
    assert f"{on_clocks} Games 3 and 4, which nobody has begun, have the new pace." in told
    (of_game,) = acts_told([Act.objects.latest("id")])
    assert (of_game.what, of_game.changed) == ("game 4", ("pace 0.0 → 0.5",))


def test_a_season_under_way_is_told_once_that_it_keeps_its_calendar(client: Client, boss, spring):
    asked = page(client, "/seasons/spring/calendar/")
    assert "It is under way and keeps a calendar: it plays at these times from now on." in asked
    assert "Without times of day" not in asked
    assert "Empty: no calendar" not in asked
    assert "It is 19:01 in Berlin now, on Tue 3 Mar. A name like Europe/Berlin" in asked
    said = WHEN | {"pace": 0, "times": "", "blackouts": "2 Dec 2026"}
    refused = client.post("/seasons/spring/calendar/", said)
    assert (refused.status_code, Act.objects.count()) == (422, 0)
    text = refused.content.decode()
    kept = "A season under way keeps a calendar: say at which times it plays from now on."
    assert (text.count(f"<li>{kept}"), "Empty the days" in text) == (1, False)
    taken = said | {"times": "18:00", "time_zone": "Tokyo"}
    assert client.post("/seasons/spring/calendar/", taken).status_code == 302
    row = Calendar.objects.get()
    assert (row.time_zone, row.blackouts) == ("Asia/Tokyo", "2026-12-02")


def test_a_season_under_way_without_a_calendar_may_go_on_without(client: Client, boss):
    make_running_season(slug="plain")
    asked = page(client, "/seasons/plain/calendar/")
    assert "It is under way without a calendar. Empty: it goes on so" in asked
    assert client.post("/seasons/plain/calendar/", {"pace": 2, "missed": "skip"}).status_code == 302


# --- the API ---------------------------------------------------------------------------------------------------------


def test_the_api_tells_the_calendar_and_the_slots_in_pages(client: Client, spring):
    season = client.get("/api/v1/seasons/spring/").json()
    assert season["at_once"] == 2
    assert season["calendar"] == {
        "starts_at": None,
        "weekdays": ["mon", "tue", "wed", "thu", "fri"],
        "times": ["18:00"],
        "time_zone": "Europe/Berlin",
        "blackouts": [],
        "missed": "skip",
    }
    first = client.get("/api/v1/seasons/spring/schedule/?page_size=2").json()
    played, skipped = first["results"]
    assert played == {
        "day": "2026-03-02",
        "time": "18:00",
        "time_zone": "Europe/Berlin",
        "due_at": "2026-03-02T17:00:00Z",
        "state": "played",
        "is_forecast": False,
        "games": [
            {"number": each["number"], "ruleset": "town-mafia", "game": each["game"]} for each in played["games"]
        ],
        "began_at": "2026-03-02T17:00:00Z",
        "ended_at": "2026-03-02T17:10:00Z",
        "late_seconds": None,
        "why": "",
        "doubt": "",
    }
    assert (skipped["state"], skipped["games"]) == ("skipped", [])
    second = client.get(first["next"]).json()
    assert [each["day"] for each in second["results"]] == ["2026-03-04", "2026-03-05"]
    assert client.get("/api/v1/seasons/winter/schedule/").status_code == 404
    plain = make_running_season(slug="plain")
    assert client.get(f"/api/v1/seasons/{plain.slug}/").json()["calendar"] is None


def test_a_drafts_slots_are_a_forecast_of_what_it_has_when_it_is_announced(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
):
    season = season_with(now=MONDAY, at_once=2, started=False, start="2026-03-05", fields={"games": 3})
    address = "/api/v1/seasons/spring/schedule/"
    staff = make_user(is_staff=True)
    staff.user_permissions.set(Permission.objects.filter(codename="view_season"))
    headers = {"Authorization": f"Bearer {make_token(user=staff, scopes=['read'])[1]}"}
    with time_machine.travel(MONDAY, tick=False):
        with django_assert_num_queries(8):
            told = client.get(address, headers=headers).json()["results"]
        assert client.get(address).status_code == 404
        asked = json.loads(said("season", "spring", "calendar", "--json"))["slots"]
        announce_season(season=season, now=MONDAY)
        announced = client.get(address).json()["results"]
        assert "forecast" not in said("season", "spring", "calendar")
    assert [(each["day"], [game["number"] for game in each["games"]], each["is_forecast"]) for each in told] == [
        ("2026-03-05", [1, 2], True),
        ("2026-03-06", [3], True),
    ]
    assert [each["is_forecast"] for each in asked] == [True, True]
    assert announced == [each | {"is_forecast": False} for each in told]
    plain = make_season(slug="plain", status="draft")
    assert client.get(f"/api/v1/seasons/{plain.slug}/schedule/", headers=headers).json()["results"] == []


FORECAST = "These are its slots if somebody starts it before the first of them."


def test_an_announced_season_has_no_slot_before_it_begins_by_itself_wherever_that_is_told(client: Client):
    timed, earlier = (
        season_with(now=MONDAY, started=False, start="2026-03-03", fields={"slug": slug, "games": 2})
        for slug in ("timed", "earlier")
    )
    with time_machine.travel(MONDAY, tick=False):
        announce_season(season=timed, now=MONDAY, begins_at=berlin(2026, 3, 10, 18))
        announce_season(season=earlier, now=MONDAY, begins_at=berlin(2026, 3, 2, 12))
        told = {
            slug: client.get(f"/api/v1/seasons/{slug}/schedule/").json()["results"] for slug in ("timed", "earlier")
        }
        days = {slug: [(each["day"], each["is_forecast"]) for each in slots] for slug, slots in told.items()}
        assert days == {
            "timed": [("2026-03-10", False), ("2026-03-11", False)],
            "earlier": [("2026-03-03", False), ("2026-03-04", False)],  # its calendar says from when on
        }
        events = EventFile.from_ical(client.get("/seasons/timed/schedule.ics").content).walk("VEVENT")
        assert [each.decoded("dtstart").day for each in events] == [10, 11]
        for address in ("/seasons/timed/", "/seasons/timed/schedule/"):
            shown = page(client, address)
            assert "Tue 10 Mar 2026" in shown
            assert "Mar 2026, 18:00" in shown
            assert not any(f" {day} Mar 2026" in shown for day in range(2, 10) if day != 3)
        assert FORECAST not in page(client, "/seasons/timed/schedule/")
        assert "2026-03-10" in said("season", "timed", "calendar")


def test_the_slots_of_an_announced_season_that_is_started_by_hand_are_a_forecast(client: Client):
    by_hand, timed = (season_with(now=MONDAY, started=False, fields={"slug": slug, "games": 2}) for slug in ("a", "b"))
    with time_machine.travel(MONDAY, tick=False):
        announce_season(season=by_hand, now=MONDAY)
        announce_season(season=timed, now=MONDAY, begins_at=berlin(2026, 3, 2, 12))
        told = [client.get(f"/api/v1/seasons/{slug}/schedule/").json()["results"] for slug in ("a", "b")]
        assert [[each["is_forecast"] for each in slots] for slots in told] == [[True, True], [False, False]]
        assert [each["day"] for each in told[0]] == ["2026-03-02", "2026-03-03"]
        events = EventFile.from_ical(client.get("/seasons/a/schedule.ics").content).walk("VEVENT")
        assert ["A forecast" in each["description"] for each in events] == [True, True]
        shown = [FORECAST in page(client, f"/seasons/{slug}/schedule/") for slug in ("a", "b")]
        assert shown == [True, False]
        assert "a forecast, for somebody is to start it" in said("season", "a", "calendar")
        assert "forecast" not in said("season", "b", "calendar")


# --- events ----------------------------------------------------------------------------------------------------------


def test_the_file_of_events_is_read_by_others_and_calls_a_slot_always_the_same(client: Client, spring):
    answer = client.get("/seasons/spring/schedule.ics")
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    assert all(len(line) <= 75 for line in answer.content.split(b"\r\n"))
    file = EventFile.from_ical(answer.content)
    events = list(file.walk("VEVENT"))
    assert str(file["X-WR-CALNAME"]) == "Spring; or, <b>a</b>, bloom"
    assert [(str(each["STATUS"]), each.decoded("DTSTART")) for each in events] == [
        ("CONFIRMED", berlin(2026, 3, 2, 18)),
        ("CANCELLED", berlin(2026, 3, 3, 18)),
        *[("TENTATIVE", berlin(2026, 3, day, 18)) for day in (4, 5, 6)],
    ]
    assert str(events[0]["SUMMARY"]) == "Spring; or, <b>a</b>, bloom: games 1 and 2"
    assert events[0].decoded("DTEND") == berlin(2026, 3, 2, 18, 10)
    uids = [str(each["UID"]) for each in events]
    assert uids[2] == "spring.2026-03-04T18:00.Europe.Berlin@hidden-role-league"
    assert len(set(uids)) == 5
    with time_machine.travel(berlin(2026, 3, 4, 9), tick=False):
        later = EventFile.from_ical(client.get("/seasons/spring/schedule.ics").content)
    assert [str(each["UID"]) for each in later.walk("VEVENT")] == uids


def test_no_file_of_events_tells_a_seed_or_who_sits_where(client: Client, spring):
    text = client.get("/seasons/spring/schedule.ics").content.decode()
    assert "games 3 and 4" in text
    assert spring.secret not in text
    for place in spring.roster.select_related("player__persona"):
        assert place.player.persona.name not in text


# --- the command line ------------------------------------------------------------------------------------------------


def said(*command):
    told = StringIO()
    call_command(*command, stdout=told, stderr=told)
    return told.getvalue()


MADE = ("--ruleset", "town-mafia", "--games", "4", "--players", "house", "--memory", "off")


def test_the_command_line_names_the_games_that_take_another_pace():
    season_with(now=MONDAY, at_once=2)
    games = open_due_fixtures(now=MONDAY).games
    Game.objects.filter(pk=games[1].pk).update(status="running", started_at=MONDAY)
    with time_machine.travel(MONDAY, tick=False):
        first, second, *_ = said("season", "spring", "calendar", "--pace", "2").splitlines()
        again = said("season", "spring", "calendar", "--pace", "2").splitlines()
    number, other = (each.terms["fixture"] for each in games)
    taken = f"Game {number}, which nobody has begun, has the new pace."
    assert first == f"{taken} Game {other} has begun and keeps the pace of before."
    assert again[0] == second == "spring plays Mon to Fri at 18:00 Europe/Berlin, 2 at once"


def test_what_became_of_a_game_that_was_dealt_again_is_told_alike_everywhere(client: Client):
    season = season_with(now=MONDAY)
    (game,) = open_due_fixtures(now=MONDAY).games
    open_due_fixtures(now=game.due_at)
    assert call_off_game(lease=claim_game(owner="tests", now=game.due_at), why="no answer")
    open_due_fixtures(now=game.due_at + timedelta(seconds=15))
    next_day = berlin(2026, 3, 3, 9)
    claim_game(owner="tests", now=next_day)
    with time_machine.travel(next_day, tick=False):
        why = schedule_of(season, now=next_day)[0].told_why
        asked = client.get("/api/v1/seasons/spring/schedule/").json()["results"][0]
        in_json = json.loads(said("season", "spring", "calendar", "--json"))["slots"][0]
        in_lines = said("season", "spring", "calendar")
        event = EventFile.from_ical(client.get("/seasons/spring/schedule.ics").content).walk("VEVENT")[0]
    assert why == "game 1 was called off (no answer); attempt 2 of game 1 began at 2026-03-03 08:00:00 UTC"
    assert asked["why"] == in_json["why"] == why
    assert f"being played, begun in time: {why}\n" in in_lines
    assert str(event["DESCRIPTION"]).splitlines()[1:] == [
        "2026-03-02 18:00 Europe/Berlin, being played, begun in time",
        why,
    ]


def test_the_command_line_makes_a_calendar_tells_it_and_changes_it():
    with time_machine.travel(MONDAY, tick=False):
        when = "--weekdays mon-fri --times 18:00,20:30 --zone berlin --at-once 2 --missed skip"
        days = ("--blackout", "2026-03-03", "--start", "2026-03-02")
        made = said("season", "spring", "create", *MADE, *when.split(), *days)
        assert made == "spring is made: 4 games, on the clocks of Europe/Berlin; `start` or `run` it\n"
        told = said("season", "spring", "calendar").splitlines()
        assert told == [
            "spring plays Mon to Fri at 18:00, 20:30 Europe/Berlin, 2 at once",
            "not before 2026-03-01 23:00 UTC",
            "not on 2026-03-03",
            "a slot that was missed is skipped: its games take the next slot",
            "a forecast, for it is a draft: so it would play if it were announced, or started, now",
            "Mon 2026-03-02 18:00 (2026-03-02 17:00 UTC)  games 1 and 2, to come",
            "Mon 2026-03-02 20:30 (2026-03-02 19:30 UTC)  games 3 and 4, to come",
        ]
        said("season", "spring", "start")
        said(
            "season",
            "spring",
            "calendar",
            "--blackout",
            "none",
            "--start",
            "none",
            "--missed",
            "catch_up",
            "--pace",
            "0.5",
        )
        row = Calendar.objects.get()
        assert (row.blackouts, row.starts_at, row.missed, row.weekdays) == ("", None, "catch_up", "12345")
        assert Season.objects.get().pace == 0.5
        asked = json.loads(said("season", "spring", "calendar", "--json"))
    assert (asked["at_once"], asked["calendar"]["times"], len(asked["slots"])) == (2, ["18:00", "20:30"], 2)
    changed = Act.objects.filter(verb="change calendar").order_by("id").values_list("model", "who")
    assert list(changed) == [("season", "command line"), ("calendar", "command line")]


@pytest.mark.parametrize(
    ("said_of_it", "told"),
    [
        (("--weekdays", "mon"), "times: say at which times of day it plays, as in --times 18:00."),
        (
            ("--times", "18:00", "--zone", "Trantor"),
            "time_zone: must be a time zone like Europe/Berlin or UTC, not 'Trantor'.",
        ),
        (
            ("--times", "18:00", "--start", "soon"),
            "starts_at: must be a date like 2026-12-01, or with a time of day, like",
        ),
    ],
)
def test_the_command_line_refuses_in_a_line_and_makes_nothing(said_of_it, told):
    with pytest.raises(CommandError) as error:
        said("season", "spring", "create", *MADE, *said_of_it)
    assert str(error.value).startswith(told)
    assert error.value.returncode == 2
    assert not Season.objects.exists()


def test_without_a_calendar_the_command_line_says_how_it_is_played():
    make_fixture(season=make_running_season(slug="plain", at_once=3))
    assert (
        said("season", "plain", "calendar")
        == "plain has no calendar: its games are played as soon as they can be, 3 at once\n"
    )
    assert make_calendar().season.slug != "plain"
