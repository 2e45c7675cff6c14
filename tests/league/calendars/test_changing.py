"""A calendar is said of a draft as a whole, and of a season under way for its future; what was played stays."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from games.hosting.leases import claim_game
from games.models import Game
from league.calendars.changing import KEPT, MOST_PACE, Timing, change_timing, pace_told
from league.calendars.plans import WrongCalendar
from league.calendars.turns import GRACE
from league.models import Calendar, Season, Slot
from league.seasons.lifecycle.pausing import pause_season, resume_season
from league.seasons.lifecycle.starting import start_season
from league.seasons.lifecycle.updating import Remembering, change_memory
from league.seasons.making import checking
from league.seasons.making.checking import WrongSeason
from league.seasons.making.twinning import create_twin
from league.seasons.schedule.fixtures import open_due_fixtures
from tests.factories import make_roster, make_season
from tests.league.calendars.staging import World, calendar_row, played, season_with

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("database"), pytest.mark.long(30)]

BERLIN = ZoneInfo("Europe/Berlin")


def berlin(*at):
    return datetime(*at, tzinfo=BERLIN).astimezone(UTC)


MONDAY = berlin(2026, 3, 2, 9)


def changed(season, now, *, at_once=1, pace=0.0, **said):
    return change_timing(season=season, wanted=Timing(calendar_row(**said), at_once, pace), now=now)


def refused(season, wanted, now=MONDAY):
    with pytest.raises(WrongCalendar) as error:
        change_timing(season=season, wanted=wanted, now=now)
    return error.value.field, error.value.message


def test_of_a_draft_all_of_it_may_be_said_anew_and_taken_away_again():
    season = season_with(now=MONDAY, started=False)
    other = changed(season, MONDAY, at_once=3, days="sat,sun", times="9:30", zone="UTC", missed="skip")
    row = other.calendar
    assert (row.weekdays, row.times, row.time_zone, row.missed, row.changed_at) == ("67", "09:30", "UTC", "skip", None)
    assert (other.at_once, other.games_behind) == (3, 3)
    change_timing(season=season, wanted=Timing(None, None, 0), now=MONDAY)
    assert not Calendar.objects.exists()
    season.refresh_from_db()
    assert (season.at_once, season.games_behind) == (None, 8)


def test_a_blackout_said_later_moves_the_games_that_are_made_and_nothing_that_was_played():
    season = season_with(now=MONDAY, at_once=2, fields={"games": 6})
    world = World(MONDAY)
    world.until(berlin(2026, 3, 3, 12))
    assert [wall for wall, *_ in played(season)] == ["2026-03-02 18:00"]
    made = set(Game.objects.filter(status="scheduled").values_list("pk", flat=True))
    changed(season, world.now, at_once=2, blackouts="2026-03-03 2026-03-04")
    waiting = Game.objects.filter(status="scheduled")
    assert set(waiting.values_list("pk", "due_at")) == {(pk, berlin(2026, 3, 5, 18)) for pk in made}
    assert list(Slot.objects.order_by("due_at").values_list("day__day", flat=True)) == [2, 5]
    world.until(berlin(2026, 3, 10))
    assert [wall for wall, *_ in played(season)] == ["2026-03-02 18:00", "2026-03-05 18:00", "2026-03-06 18:00"]
    assert not Slot.objects.exclude(late_why="").exists()


def test_slots_count_by_the_new_times_from_the_change_on_and_what_was_missed_before_is_still_missed():
    season = season_with(now=MONDAY, fields={"games": 4})
    world = World(MONDAY)
    world.until(berlin(2026, 3, 2, 12))
    pause_season(season=season)
    world.until(berlin(2026, 3, 4, 15))
    changed(season, world.now, times="09:00, 10:00")
    assert [(slot.day.day, slot.late_why) for slot in Slot.objects.filter(opened_at__isnull=True)] == [
        (3, "the season is paused")
    ]
    resume_season(season=season, now=world.now)
    world.until(berlin(2026, 3, 9))
    walls = [wall for wall, *_ in played(season)]
    assert walls == ["2026-03-02 18:00", "2026-03-03 18:00", "2026-03-05 09:00", "2026-03-05 10:00"]


def test_who_skips_from_now_on_skips_what_was_to_be_caught_up_and_the_other_way_round():
    season = season_with(now=MONDAY, fields={"games": 4})
    open_due_fixtures(now=MONDAY)
    game = Game.objects.get()
    assert game.begins_by is None
    changed(season, MONDAY, missed="skip")
    game.refresh_from_db()
    assert (game.due_at, game.begins_by) == (berlin(2026, 3, 2, 18), berlin(2026, 3, 2, 18) + GRACE)
    late = game.due_at + timedelta(hours=1)
    assert claim_game(owner="tests", now=late) is None
    changed(season, late, missed="catch_up")
    assert claim_game(owner="tests", now=late) is not None


def test_games_that_have_begun_keep_their_pace_and_all_others_have_the_new():
    season = season_with(now=MONDAY, at_once=3)
    one, held, unbegun = open_due_fixtures(now=MONDAY).games
    Game.objects.filter(pk=one.pk).update(status="running", started_at=MONDAY)
    Game.objects.filter(pk=held.pk).update(lease_owner="somebody", lease_expires_at=MONDAY)
    before = (unbegun.terms, unbegun.commitment, unbegun.seed)
    season = changed(season, MONDAY, at_once=3, pace=2.0)
    paces = dict(Game.objects.values_list("pk", "terms__pace"))
    assert paces == {one.pk: 0, held.pk: 0, unbegun.pk: 2.0}
    unbegun.refresh_from_db()
    assert (unbegun.terms, unbegun.commitment, unbegun.seed) == (before[0] | {"pace": 2.0}, *before[1:])
    kept = "Games 1 and 2 have begun and keep the pace of before."
    assert pace_told(season) == f"Game 3, which nobody has begun, has the new pace. {kept}"


def test_games_of_another_pace_than_their_seasons_keep_it_while_the_pace_stays():
    season = season_with(now=MONDAY)
    (game,) = open_due_fixtures(now=MONDAY).games
    Game.objects.filter(pk=game.pk).update(terms=game.terms | {"pace": 3.0})
    changed(season, MONDAY, times="18:00, 20:00")
    assert Game.objects.get().terms["pace"] == 3.0
    changed(season, MONDAY, pace=1.0)
    assert Game.objects.get().terms["pace"] == 1.0


def test_a_season_under_way_may_be_given_a_calendar_and_keeps_it():
    season = season_with(now=MONDAY, started=False)
    change_timing(season=season, wanted=Timing(None, None, 1), now=MONDAY)
    season = start_season(season=season, now=MONDAY)
    world = World(MONDAY)
    world.until(MONDAY + timedelta(minutes=15))
    changed(season, world.now)
    world.until(berlin(2026, 3, 4))
    assert [wall for wall, *_ in played(season)] == ["2026-03-02 18:00", "2026-03-03 18:00"]
    field, message = refused(season, Timing(None, 1, 0))
    assert (field, message) == ("times", KEPT)


def test_where_games_teach_no_more_are_played_at_once_than_they_are_behind():
    season = season_with(now=MONDAY, started=False, fields={"memory": "live", "lag": 2})
    many = Timing(calendar_row(), 3, 0)
    told = "must be at most 2, not 3: its players learn 2 games behind, or say more games behind."
    assert refused(season, many) == ("at_once", told)
    other = season_with(
        now=MONDAY, at_once=2, fields={"memory": "live", "slug": "other", "players": make_roster(24)[12:]}
    )
    frozen = "must be at most 2, not 3: its players learn 2 games behind, which is frozen with its start."
    assert refused(other, many) == ("at_once", frozen)
    fewer = change_timing(season=other, wanted=Timing(calendar_row(), 1, 0), now=MONDAY)
    assert (fewer.at_once, fewer.lag, fewer.games_behind) == (1, 2, 2)


def test_a_draft_is_given_no_fewer_games_behind_than_it_plays_at_once():
    season = season_with(now=MONDAY, at_once=3, started=False)
    with pytest.raises(WrongSeason) as error:
        change_memory(season=season, wanted=Remembering("live", 2, None))
    assert error.value.message == "must be 3 or more, or none: so many are played at once, not 2."
    change_memory(season=season, wanted=Remembering("off", 2, None))
    assert change_memory(season=season, wanted=Remembering("live", 3, None)).games_behind == 3


def test_what_cannot_be_is_refused_by_its_field_and_changes_nothing():
    season = season_with(now=MONDAY)
    row = calendar_row()
    row.time_zone = "Atlantis/Center"
    odd = calendar_row()
    odd.missed = "forget"
    assert refused(season, Timing(row, 1, 0))[0] == "time_zone"
    assert refused(season, Timing(odd, 1, 0)) == ("missed", "must be one of catch_up, skip, not 'forget'.")
    assert refused(season, Timing(calendar_row(), 101, 0)) == (
        "at_once",
        "must be a whole number from 1 to 100, not 101.",
    )
    assert refused(season, Timing(calendar_row(), 1, float("nan")))[0] == "pace"
    twin = create_twin(first=season, slug="twin", memory="frozen")
    assert refused(twin, Timing(calendar_row(), 1, 0)) == (
        "times",
        "twin is a twin: its games follow those of its first.",
    )
    over = make_season(status="finished", started_at=MONDAY, finished_at=MONDAY)
    assert refused(over, Timing(calendar_row(), 1, 0))[0] == "status"
    assert (Calendar.objects.get().time_zone, Season.objects.get(slug="spring").at_once) == ("Europe/Berlin", 1)


def test_the_fastest_pace_is_that_of_new_seasons():
    assert MOST_PACE == checking.MOST_PACE
