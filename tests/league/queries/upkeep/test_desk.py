"""The day's desk: what runs, waits, failed and was spent, of two seasons and more, for who may see it."""

import json
from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.engine.rulesets import ruleset_title
from games.models.waiting import shortage
from league.access.acts import COMMAND_LINE
from league.calendars.schedule import schedule_of
from league.models import Season
from league.queries.upkeep.beside import ended_told
from league.queries.upkeep.desk import Desk, desk_as_json, desk_told
from league.queries.upkeep.held import DIVERGED
from league.queries.upkeep.seasons import stands_told
from league.results.weights import weigh_seasons
from league.seasons.lifecycle.pausing import pause_season
from league.seasons.making.checking import Rules
from league.seasons.schedule.holding import WITH_ITS_SEASON
from league.seasons.verbs import VERBS, carry_out
from league.seasons.verbs import Given as Said
from tests.factories import (
    NOON,
    make_account,
    make_act,
    make_calendar,
    make_call,
    make_event,
    make_figures,
    make_finished_game,
    make_fixture,
    make_game,
    make_process,
    make_roster,
    make_running_game,
    make_running_season,
    make_season,
    make_seat,
    make_slot,
    make_telling,
    make_user,
)
from tests.league.calendars.staging import season_with

pytestmark = [pytest.mark.usefixtures("database"), pytest.mark.django_db]
NOBODY = AnonymousUser()


@pytest.fixture
def now() -> datetime:
    return timezone.now()


def desk(now: datetime) -> Desk:
    return desk_told(now=now, visitor=NOBODY)


def test_two_seasons_are_told_with_what_each_waits_for_and_since_when(now: datetime) -> None:
    spring, autumn = make_running_season(slug="spring"), make_running_season(slug="autumn")
    make_season(slug="a-draft")
    make_season(slug="over", status="finished", started_at=NOON, finished_at=NOON)
    short = shortage("season")
    make_fixture(season=spring, number=1, game=make_running_game())
    make_fixture(season=spring, number=2, game=make_running_game(waiting=short))
    make_fixture(season=autumn, number=1, game=make_finished_game())
    pause_season(season=autumn, reason="fixture 3 diverged")
    make_act(name="autumn", verb="pause", at=now)

    one, other = desk(now).seasons

    assert (one.slug, one.status, one.running, one.held_up) == ("spring", "running", 2, 1)
    assert (one.waits_for, one.waiting) == ("cap", f"1 game held up: {short}")
    assert (other.slug, other.waits_for, other.waiting, other.since) == ("autumn", "other", "fixture 3 diverged", now)


def test_a_season_with_games_to_play_and_none_due_says_what_must_come_first(now: datetime) -> None:
    on: dict[str, dict[str, object]] = {
        "one-by-one": {"at_once": 1, "games_planned": 5},
        "two-at-once": {"at_once": 2, "games_planned": 5},
        "its-last": {"games_planned": 1},
        "by-slots": {"at_once": 1, "games_planned": 5},
        "due": {"at_once": 2, "games_planned": 5},
    }
    for slug, fields in on.items():
        season = make_running_season(slug=slug, **fields)
        make_fixture(season=season, number=1, game=make_running_game())
        if slug == "by-slots":
            make_calendar(season=season)
        if slug == "due":
            make_fixture(season=season, number=3, game=make_game(due_at=now))
        if slug != "its-last":
            make_fixture(season=season, number=2)

    told = {each.slug: (each.waits_for, each.waiting, each.next_told) for each in desk(now).seasons}

    assert told == {
        "one-by-one": ("place", "a free place: no more than one game at once", "when a game ends"),
        "two-at-once": ("games", "games under way that must end first", "when they end"),
        "its-last": ("end", "the end of its last game", "its own end"),
        "by-slots": ("slot", "its next slot, for the games after those that are on", "not known"),
        "due": ("", "", "not known"),
    }
    assert {each.slug for each in desk(now).seasons if each.next_at} == {"by-slots", "due"}


def test_why_a_season_was_paused_by_hand_is_told_and_is_an_operators_whatever_it_speaks_of(now: datetime) -> None:
    season = make_running_season(slug="spring")
    said = Said(reason=" the budget of rain, next try in May")
    carry_out(verb=VERBS["pause"], season=season, by=COMMAND_LINE, now=now, given=said)
    (told,) = stands_told(now=now)
    assert (told.waits_for, told.waiting) == ("operator", "paused by hand: the budget of rain, next try in May")
    assert not told.is_stopped


def test_next_slots_stand_on_the_clocks_of_each_seasons_own_zone(now: datetime) -> None:
    for slug, zone in (("berlin", "Europe/Berlin"), ("tokyo", "Asia/Tokyo")):
        season = make_running_season(slug=slug, at_once=1)
        make_calendar(season=season, time_zone=zone, weekdays="1234567")
        make_fixture(season=season)

    slots = desk(now).slots

    assert {each.slug: f"{each.next_local:%H:%M}" for each in slots} == {"berlin": "18:00", "tokyo": "18:00"}
    assert slots[0].next_at != slots[1].next_at
    assert {each.waits_for for each in slots} == {"slot"}


def test_what_is_to_be_caught_up_is_due_before_the_next_slot(now: datetime) -> None:
    for slug, missed in (("caught-up", "catch_up"), ("skipped", "skip")):
        season = make_running_season(slug=slug, at_once=1, games_planned=5)
        calendar = make_calendar(season=season, weekdays="1234567", missed=missed)
        for hours in (2, 1):
            at = now - timedelta(hours=hours)
            make_slot(calendar=calendar, day=at.date(), time=at.time(), due_at=at, opened_at=None, late_why="away")
        make_fixture(season=season, number=1)
    told = {each.slug: each for each in stands_told(now=now)}
    late = told["caught-up"]
    assert (late.next_at, late.next_is) == (now - timedelta(hours=2), "slot")
    assert (late.waits_for, late.waiting) == ("slot", "2 slots that are to be caught up")
    later = told["skipped"].next_at
    assert later is not None
    assert later > now


def test_a_game_that_was_dealt_again_is_due_before_the_next_slot(now: datetime) -> None:
    season = make_running_season(at_once=1, games_planned=5)
    make_calendar(season=season, weekdays="1234567")
    make_fixture(season=season, number=1, game=make_game(due_at=now - timedelta(seconds=5)))
    make_fixture(season=season, number=2)
    (told,) = stands_told(now=now)
    assert told.next_at == now - timedelta(seconds=5)


def test_what_ended_last_is_told_however_early_it_was_made(now: datetime) -> None:
    for number in range(10):
        at = now - timedelta(hours=number + 1)
        make_season(slug=f"s{number}", status="finished", started_at=NOON, finished_at=at)
    assert [each.slug for each in ended_told(now=now)] == [f"s{number}" for number in range(8)]


def test_a_paused_season_tells_how_many_slots_are_to_come(now: datetime) -> None:
    season = make_running_season(slug="spring", at_once=2, games_planned=9)
    make_calendar(season=season, weekdays="1234567")
    for number in (1, 2):
        make_fixture(season=season, number=number, game=make_game(due_at=now + timedelta(days=1)))
    for number in range(3, 10):
        make_fixture(season=season, number=number)
    pause_season(season=season)
    told = desk(now)
    assert told.slots == []
    assert [(each.slug, each.next_told) for each in told.paused] == [("spring", "paused; 5 slots to come")]


def test_the_slots_of_a_paused_season_are_those_of_its_schedule_where_nobody_sits_in_two_games_at_once() -> None:
    at = datetime(2026, 3, 2, 8, tzinfo=UTC)
    fields = {"rules": [Rules("town-mafia", 8)], "games": 6, "players": make_roster(12), "may_overlap": False}
    season = season_with(now=at, at_once=2, fields=fields)  # of twelve players no two tables of eight
    pause_season(season=season)
    (told,) = stands_told(now=at)
    assert len(schedule_of(season, now=at)) == told.slots_left == 6


def test_drafts_and_what_ended_within_the_day_are_told_drafts_to_those_alone_who_see_them(now: datetime) -> None:
    make_season(slug="a-draft")
    at = now - timedelta(hours=3)
    make_season(slug="done", status="finished", started_at=NOON, finished_at=at)
    make_season(
        slug="off", status="cancelled", started_at=NOON, ended_at=now - timedelta(hours=1), ended_by="x", ended_why="y"
    )
    make_season(slug="long-ago", status="finished", started_at=NOON, finished_at=NOON)
    make_account(scope="season", name="done", cap=5, spent=5)
    told = desk_told(now=now, visitor=None)
    assert [each.slug for each in told.drafts] == ["a-draft"]
    assert [(each.slug, each.status) for each in told.ended] == [("off", "cancelled"), ("done", "finished")]
    assert "done" in {each.name for each in told.spending}
    assert "done" not in {each.about for each in told.wrong}
    assert desk(now).drafts == ()
    assert desk(now).ended == told.ended


def test_games_tell_who_holds_them_and_whom_they_wait_for_but_sealed_ones_not_whom(now: datetime) -> None:
    worker = make_process(name="worker 7", ident="far/1:7:5", seen_at=now, games=2)
    lease = {"lease_owner": worker.ident, "lease_expires_at": now + timedelta(seconds=9)}
    for spoilers in ("open", "sealed", "delayed"):
        game = make_running_game(terms={"spoilers": spoilers}, **lease)
        make_seat(game=game, alias=f"Greta {spoilers}", role="doctor")
        make_call(game=game, seat=0, model="claude", status="sent")
    make_running_game()

    hosts, told = desk(now).hosts, desk(now).games

    assert [(host.name, host.host, host.games) for host in hosts] == [("worker 7", "far", 3)]
    assert [game.asks for game in told] == ["Greta open (claude)", "an answer", "an answer", ""]
    assert [game.host for game in told] == ["worker 7 on far"] * 3 + [""]
    moderator = make_user(is_superuser=True)
    assert [each.asks for each in desk_told(now=now, visitor=moderator).games][1] == "Greta sealed (claude)"
    assert "doctor" not in json.dumps(desk_as_json(desk(now)), default=str)


def test_games_held_up_are_told_by_name_since_when_and_why(now: datetime) -> None:
    season = make_running_season(slug="spring", name="Spring")
    by_hand = make_running_game(status="paused", waiting="paused by hand since noon: the budget of rain")
    away = make_running_game(waiting="a provider is away, next try 12:30 UTC.", last_seq=2)
    make_event(game=away, seq=2, at=now - timedelta(minutes=9))
    diverged = make_game(status="diverged", due_at=now)
    for number, game in enumerate((by_hand, away, diverged), start=1):
        make_fixture(season=season, number=number, game=game)
    exhibition = make_game(status="paused", waiting="paused by hand")
    make_act(app_label="games", model="game", name=by_hand.public_id, verb="pause", at=now)
    make_running_game(waiting="a model is asked as fast as its provider allows")
    make_running_game(status="paused", waiting=WITH_ITS_SEASON)

    told = desk(now)
    held = {each.public_id: (each.name, each.since, each.waits_for, each.why) for each in told.held_up}

    assert held == {
        by_hand.public_id: ("Game 1 of Spring", now, "operator", "paused by hand since noon: the budget of rain"),
        away.public_id: ("Game 2 of Spring", now - timedelta(minutes=9), "provider",
                         "a provider is away, next try 12:30 UTC"),
        diverged.public_id: ("Game 3 of Spring", now, "diverged", DIVERGED),
        exhibition.public_id: (f"{ruleset_title(exhibition.ruleset)} exhibition", None, "operator", "paused by hand"),
    }  # fmt: skip
    assert [each["status"] for each in desk_as_json(told)["held_up"]] == ["paused", "running", "diverged", "paused"]


def test_what_was_set_aside_is_told_with_what_became_of_its_fixture(now: datetime) -> None:
    season, paused = (
        make_running_season(slug="spring", name="Spring"),
        make_running_season(name="autumn", slug="autumn"),
    )
    lost = make_game(status="void", due_at=now, waiting="called off: rain", terms={"season": "spring", "fixture": "1"})
    again = make_running_game()
    make_fixture(season=season, number=1, attempt=2, game=again)
    stuck = make_game(status="diverged", due_at=now, terms={"season": "autumn", "fixture": "4"})
    make_fixture(season=paused, number=4, game=stuck)
    make_game(status="void", due_at=now - timedelta(days=2))
    pause_season(season=paused, reason="it diverged")

    told = {each.public_id: each for each in desk(now).failed.set_aside}

    assert set(told) == {lost.public_id, stuck.public_id}
    assert told[lost.public_id].done == f"attempt 2 is being played: game {again.public_id}"
    assert told[stuck.public_id].done == "its season is paused: it diverged"
    assert (told[lost.public_id].next_game, told[stuck.public_id].next_game) == (again.public_id, "")
    assert [told[game.public_id].name for game in (lost, stuck)] == ["Game 1 of Spring", "Game 4 of autumn"]
    assert (told[lost.public_id].season, told[lost.public_id].why) == ("Spring", "called off: rain")


def test_calls_without_an_answer_defaults_and_what_was_done_are_told(now: datetime) -> None:
    game = make_running_game(terms={"spoilers": "open"})
    for seat, model in enumerate(("gpt", "gpt", "claude")):
        make_call(game=game, seat=seat, model=model, status="failed", error="503")
    over = make_finished_game(started_at=now - timedelta(hours=2), finished_at=now - timedelta(hours=1))
    make_figures(seat=make_seat(game=over), answers=9, defaults=2)
    make_act(verb="resume", name="spring", who="ada", at=now)
    make_act(verb="pause", app_label="games", model="game", name=game.public_id, who="ada", at=now)
    make_act(verb="login", name="ada", at=now)
    make_act(verb="resume", name="spring", at=now - timedelta(days=2))

    failed = desk(now).failed

    assert [(each.model, each.calls) for each in failed.calls] == [("gpt", 2), ("claude", 1)]
    assert (failed.games, failed.answers, failed.defaults) == (1, 9, 2)
    assert [(act.who, act.verb, act.what) for act in failed.acts] == [
        ("ada", "pause", f"game {game.public_id}"), ("ada", "resume", "season spring"),
    ]  # fmt: skip
    assert [act.name for act in failed.acts] == [f"{ruleset_title(game.ruleset)} exhibition", ""]


def test_spending_is_told_against_each_cap_sure_bound_on_its_way_and_left(now: datetime) -> None:
    make_running_season(slug="spring", cap_season=20)
    make_running_season(slug="autumn", cap_season=5, cap_learning=1)
    make_season(slug="a-draft", cap_season=7)
    make_account(scope="season", name="spring", cap=20, spent=8, unsure=2, reserved=1)
    make_account(scope="season", name="a-draft", cap=7, spent=1)
    make_account(scope="provider", name="openai", cap=100, spent=50)
    make_account(scope="provider", name="uncapped", spent=50)

    told = {f"{each.scope} {each.name}": each for each in desk(now).spending}

    assert list(told) == [
        f"day {now:%Y-%m-%d}", "provider openai", "season autumn", "season spring", "learning autumn",
    ]  # fmt: skip
    spring = told["season spring"]
    assert (spring.sure, spring.bound, spring.reserved, spring.left) == (6, 8, 1, 11)
    assert (spring.share, told["season autumn"].left, told["learning autumn"].cap) == (45, Decimal(5), 1)


def test_a_seasons_bytes_are_those_that_were_weighed_last(now: datetime) -> None:
    season = make_season(slug="spring", name="Spring", status="finished", started_at=NOON, finished_at=NOON)
    make_fixture(season=season, game=make_finished_game())
    assert desk(now).weights == ()

    weigh_seasons(now=now)

    spring = next(each for each in desk(now).weights if each.season == "spring")
    assert (spring.name, spring.games, spring.weighed, spring.weighed_at) == ("Spring", 1, 1, now)


def test_a_season_is_weighed_again_once_it_has_ended(now: datetime) -> None:
    season = make_running_season(slug="spring")
    make_fixture(season=season, number=1, game=make_finished_game())
    weigh_seasons(now=now)
    (told,) = (each for each in desk(now).weights if each.season == "spring")
    assert (told.games, told.is_known) == (1, told.total > 0)
    make_fixture(season=season, number=2, game=make_finished_game())
    later = now + timedelta(minutes=1)
    assert "spring" not in weigh_seasons(now=later)
    Season.objects.update(status="finished", finished_at=later)
    assert "spring" in weigh_seasons(now=later + timedelta(seconds=1))
    assert "spring" not in weigh_seasons(now=later + timedelta(seconds=2))
    assert {each.season: each.games for each in desk(now).weights}["spring"] == 2


@pytest.mark.parametrize("number", [1, 3])
def test_it_asks_as_often_whatever_there_is(now: datetime, number: int) -> None:
    for place in range(number):
        season = make_running_season(at_once=1)
        make_calendar(season=season)
        game = make_running_game(terms={"spoilers": "open", "season": season.slug})
        make_seat(game=game)
        make_call(game=game, status="sent")
        make_call(game=game, seat=1, status="failed")
        make_fixture(season=season, number=1, game=game)
        make_fixture(season=season, number=2, game=make_running_game(status="paused", waiting="paused by hand"))
        make_fixture(season=season, number=3)
        make_game(status="void", due_at=now, terms={"season": season.slug, "fixture": "1"})
        make_account(scope="season", name=season.slug, cap=3)
        make_process(seen_at=now)
        make_act(app_label="games", model="game", name=game.public_id, at=now)
        make_telling(last_at=now)
        make_season(status="announced", announced_at=NOON, slug=f"announced-{place}")
    weigh_seasons(now=now)

    with CaptureQueriesContext(connection) as asked:
        told = desk(now)

    assert len(told.held_up) == len(told.games) == len(told.alerts) == len(told.addressees) == number
    assert len(asked) == QUERIES
    assert Season.objects.count() == 2 * number


QUERIES = 42  # one of them for what is to be caught up, one for what ended within the day
