"""Slots are played one after the other, each once, at its moment; missed ones are caught up or skipped, and say why."""

from datetime import UTC, datetime, time, timedelta
from threading import Barrier, Thread
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.db import connection
from structlog.testing import capture_logs

from games.hosting.leases import call_off_game, claim_game, claimable
from games.hosting.verbs import pause_game, resume_game, void_game
from games.models import Game
from games.models.waiting import UNASKABLE
from league.access.acts import LEAGUE, recorded
from league.calendars.changing import Timing, change_timing
from league.calendars.schedule import schedule_of
from league.calendars.turns import GRACE, next_turn, take_slot
from league.models import Calendar, Fixture, Slot
from league.results.standings import record_missing_results
from league.seasons.lifecycle.pausing import pause_season, resume_season
from league.seasons.lifecycle.starting import start_season
from league.seasons.schedule.fixtures import open_due_fixtures
from tests.factories import make_roster, make_slot
from tests.league.calendars.staging import World, played, season_with

pytestmark = [pytest.mark.usefixtures("database"), pytest.mark.long(60)]

BERLIN = ZoneInfo("Europe/Berlin")


def berlin(*at):
    return datetime(*at, tzinfo=BERLIN).astimezone(UTC)


MONDAY = berlin(2026, 3, 2, 9)


def voided(game, why):
    with recorded(by=LEAGUE, verb="void", rows=[game]):
        void_game(game=game, reason=f"called off: {why}")


def reasons(season):
    slots = Slot.objects.filter(calendar__season=season).exclude(late_why="").order_by("due_at")
    return {f"{slot.day:%a} {slot.time:%H:%M}": slot.late_why for slot in slots}


@pytest.mark.django_db
def test_the_games_of_a_slot_are_made_ahead_and_begin_at_its_moment():
    season = season_with(now=MONDAY, at_once=2)
    opened = open_due_fixtures(now=MONDAY).games
    assert [game.terms["fixture"] for game in opened] == ["1", "2"]
    assert {game.due_at for game in opened} == {berlin(2026, 3, 2, 18)}
    slot = Slot.objects.get()
    assert (str(slot), slot.opened_at, slot.due_at) == (
        "2026-03-02 18:00 Europe/Berlin",
        MONDAY,
        berlin(2026, 3, 2, 18),
    )
    assert set(season.fixtures.filter(slot=slot).values_list("number", flat=True)) == {1, 2}
    assert not claimable(berlin(2026, 3, 2, 17, 59)).exists()
    assert claimable(berlin(2026, 3, 2, 18)).count() == 2
    assert open_due_fixtures(now=MONDAY + timedelta(hours=1)) == ([], [])


@pytest.mark.django_db
def test_a_season_is_played_slot_by_slot_over_a_change_of_clocks_and_a_blackout():
    now = berlin(2026, 3, 26, 9)  # a Thursday; the clocks change on Sunday
    season = season_with(now=now, at_once=2, blackouts="2026-03-30", fields={"games": 5})
    world = World(now)
    world.until(berlin(2026, 4, 3))
    assert played(season) == [
        ("2026-03-26 18:00", [1, 2], datetime(2026, 3, 26, 17, tzinfo=UTC)),
        ("2026-03-27 18:00", [3, 4], datetime(2026, 3, 27, 17, tzinfo=UTC)),
        ("2026-03-31 18:00", [5], datetime(2026, 3, 31, 16, tzinfo=UTC)),
    ]
    assert reasons(season) == {}
    season.refresh_from_db()
    assert season.status == "finished"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("day", "moment"),
    [
        ((2026, 3, 29), datetime(2026, 3, 29, 1, 30, tzinfo=UTC)),
        ((2026, 10, 25), datetime(2026, 10, 25, 0, 30, tzinfo=UTC)),
    ],
)
def test_half_past_two_is_played_once_on_the_day_of_a_change(day, moment):
    now = berlin(*day) - timedelta(hours=6)
    season = season_with(now=now, times="02:30", days="daily", fields={"games": 3})
    World(now).until(berlin(*day) + timedelta(days=4))
    first, *others = played(season)
    assert first == (f"{berlin(*day).astimezone(BERLIN):%Y-%m-%d} 02:30", [1], moment)
    assert len({began.astimezone(BERLIN).date() for *_, began in others}) == 2


SPRING, AUTUMN = ((2026, 3, 29), "2026-03-29"), ((2026, 10, 25), "2026-10-25")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("sunday", "day", "missed"),
    [
        (*SPRING, "skip"),
        pytest.param(*AUTUMN, "catch_up", marks=pytest.mark.slow),
        pytest.param(*SPRING, "catch_up", marks=pytest.mark.slow),
        pytest.param(*AUTUMN, "skip", marks=pytest.mark.slow),
    ],
)
@pytest.mark.slow_on("postgresql")  # where many look at once is a test of its own, below
def test_weeks_round_a_change_of_clocks_with_two_blackouts_beat_away_and_workers_away(sunday, day, missed):
    """Two at once, on weekdays at 18:00 and on the Sunday of the change at 02:30: the plan is daily, with blackouts."""
    change = berlin(*sunday) - timedelta(hours=berlin(*sunday).hour - 22)
    now = change - timedelta(days=9)
    black = [(change + timedelta(days=offset)).astimezone(BERLIN).date() for offset in (-6, 5)]
    given = {"blackouts": " ".join(map(str, black)), "times": "02:30, 18:00", "days": "daily", "missed": missed}
    season = season_with(now=now, at_once=2, fields={"games": 60}, **given)
    world = World(now)
    world.until(change - timedelta(days=4, hours=6))
    world.is_swept = False  # beat is away for a day; workers go on
    world.until(change - timedelta(days=3, hours=6))
    world.is_swept = True
    assert reasons(season) == {}
    world.until(change + timedelta(days=1, hours=6))
    world.is_swept = world.is_hosted = False  # nobody is there for a day
    world.until(change + timedelta(days=2, hours=6))
    world.is_swept = world.is_hosted = True
    world.until(change + timedelta(days=21))
    told = played(season)
    assert [number for _, numbers, _ in told for number in numbers] == list(range(1, 61))
    walls = [wall for wall, *_ in told]
    assert len(set(walls)) == len(walls) == 30
    assert [wall for wall in walls if wall.startswith(day)] == [f"{day} 02:30", f"{day} 18:00"]
    assert not {wall[:10] for wall in walls} & set(map(str, black))
    late = Slot.objects.exclude(late_why="")
    assert late.count() == 2
    assert {slot.late_why.partition(" from ")[0] for slot in late} == {"nobody looked after the league"}
    assert late.filter(skipped_at__isnull=False).count() == (2 if missed == "skip" else 0)
    in_time = [began for wall, _, began in told if wall not in {f"{slot.day} {slot.time:%H:%M}" for slot in late}]
    clocks = {began.astimezone(BERLIN).strftime("%H:%M") for began in in_time}
    assert clocks == ({"02:30", "18:00", "03:30"} if sunday[1] == 3 else {"02:30", "18:00"})
    season.refresh_from_db()
    assert season.status == "finished"


@pytest.mark.django_db
@pytest.mark.parametrize(("missed", "event"), [("catch_up", "slots missed"), ("skip", "slots skipped")])
def test_the_log_tells_of_missed_slots_in_a_line_for_each_reason(missed, event):
    season = season_with(now=MONDAY, missed=missed, fields={"games": 9})
    open_due_fixtures(now=MONDAY)
    began, ended = berlin(2026, 3, 2, 18), berlin(2026, 3, 4, 20)
    over = {"status": "finished", "winner": "town", "hash": "ab" * 32, "started_at": began, "finished_at": ended}
    assert Game.objects.update(**over) == 1
    record_missing_results(now=ended)
    with capture_logs() as logs:
        open_due_fixtures(now=berlin(2026, 3, 7))
    away = "nobody looked after the league from 2026-03-02 08:00:00 UTC to 2026-03-06 23:00:00 UTC"
    of_season = {"season": season.slug, "slots": 2, "event": event, "log_level": "warning"}
    assert [each for each in logs if each["event"] == event] == [
        {
            **of_season,
            "first": "2026-03-03 18:00 Europe/Berlin",
            "last": "2026-03-04 18:00 Europe/Berlin",
            "why": f"{away}; game 1 of a slot before was played until 2026-03-04 19:00:00 UTC",
        },
        {
            **of_season,
            "first": "2026-03-05 18:00 Europe/Berlin",
            "last": "2026-03-06 18:00 Europe/Berlin",
            "why": away,
        },
    ]


@pytest.mark.django_db
def test_no_slot_is_before_the_start_that_was_said():
    season = season_with(now=MONDAY, start="2026-03-04 18:30", fields={"games": 2})
    World(MONDAY).until(berlin(2026, 3, 7))
    assert [wall for wall, *_ in played(season)] == ["2026-03-05 18:00", "2026-03-06 18:00"]


@pytest.mark.django_db
@pytest.mark.parametrize(("missed", "walls"), [("catch_up", 3), ("skip", 1)])
def test_what_was_missed_while_nobody_looked_is_caught_up_one_after_the_other_or_skipped(missed, walls):
    season = season_with(now=MONDAY, at_once=2, times="12:00, 18:00", missed=missed, fields={"games": 8})
    world = World(MONDAY)
    world.until(berlin(2026, 3, 2, 13))
    world.is_swept = world.is_hosted = False
    world.until(berlin(2026, 3, 4, 11))
    world.is_swept = world.is_hosted = True
    world.until(berlin(2026, 3, 4, 11, 59))
    told = played(season)
    assert told[0] == ("2026-03-02 12:00", [1, 2], berlin(2026, 3, 2, 12))
    away = "nobody looked after the league from 2026-03-02 12:00:00 UTC to 2026-03-04 10:00:00 UTC"
    assert reasons(season) == dict.fromkeys(["Mon 18:00", "Tue 12:00", "Tue 18:00"], away)
    assert len(told[1:]) == walls - (missed == "skip")
    world.until(berlin(2026, 3, 9))
    season.refresh_from_db()
    assert season.status == "finished"
    told = played(season)
    assert [numbers for _, numbers, _ in told] == [[1, 2], [3, 4], [5, 6], [7, 8]]
    if missed == "catch_up":
        assert [wall for wall, *_ in told[1:]] == ["2026-03-02 18:00", "2026-03-03 12:00", "2026-03-03 18:00"]
        back = berlin(2026, 3, 4, 11)
        assert [began - back for *_, began in told[1:]] == [timedelta(minutes=at) for at in (0, 10, 20)]
    else:
        assert [wall for wall, *_ in told[1:]] == ["2026-03-04 12:00", "2026-03-04 18:00", "2026-03-05 12:00"]
        assert [began.astimezone(BERLIN).hour for *_, began in told[1:]] == [12, 18, 12]


@pytest.mark.django_db
def test_hosts_that_come_back_before_anybody_looks_begin_no_game_whose_slot_is_to_be_skipped():
    season_with(now=MONDAY, missed="skip")
    (game,) = open_due_fixtures(now=MONDAY).games
    in_time, late = berlin(2026, 3, 2, 18) + GRACE, berlin(2026, 3, 2, 18, 1, 1)
    assert claimable(in_time).get() == game
    assert not claimable(late).exists()
    assert claim_game(owner="tests", now=late) is None
    open_due_fixtures(now=late)
    game.refresh_from_db()
    assert (game.due_at, game.begins_by) == (berlin(2026, 3, 3, 18), berlin(2026, 3, 3, 18) + GRACE)
    assert list(Slot.objects.values_list("skipped_at", flat=True)) == [late, None]
    assert claim_game(owner="tests", now=berlin(2026, 3, 3, 18)) is not None


@pytest.mark.django_db
@pytest.mark.parametrize("stand", [{"opened_at": MONDAY}, {"skipped_at": MONDAY, "late_why": "nobody looked"}])
def test_a_slot_that_was_taken_or_skipped_is_taken_by_nobody_else(stand):
    season = season_with(now=MONDAY)
    calendar = season.calendar
    turn = next_turn(season=season, calendar=calendar, now=MONDAY)
    at = MONDAY - timedelta(days=1) if "skipped_at" in stand else turn.wall.at
    make_slot(calendar=calendar, day=turn.wall.day, time=turn.wall.time, due_at=at, **{"opened_at": None} | stand)
    assert take_slot(calendar=calendar, turn=turn, now=MONDAY) is None
    make_slot(calendar=calendar, day=turn.wall.day, time=time(19), due_at=at, opened_at=None, late_why="nobody looked")
    owed = next_turn(season=season, calendar=calendar, now=MONDAY)
    assert owed.wall.time == time(19)
    assert take_slot(calendar=calendar, turn=owed, now=MONDAY) is not None
    assert take_slot(calendar=calendar, turn=owed, now=MONDAY) is None


@pytest.mark.django_db
def test_a_slot_of_which_a_game_began_in_time_is_played_with_all_its_games_however_late():
    season_with(now=MONDAY, missed="skip", at_once=2)
    one, other = open_due_fixtures(now=MONDAY).games
    assert claim_game(owner="tests", now=one.due_at) is not None
    Game.objects.filter(status="scheduled").update(waiting="no room")
    late = one.due_at + 2 * GRACE
    assert not claimable(late).filter(status="scheduled").exists()
    open_due_fixtures(now=one.due_at + timedelta(seconds=30))
    open_due_fixtures(now=late)
    assert claimable(late).filter(status="scheduled").count() == 1
    slot = Slot.objects.get()
    assert slot.skipped_at is None
    away = "nobody looked after the league from 2026-03-02 17:00:30 UTC to 2026-03-02 17:02:00 UTC"
    assert slot.late_why == f"{away}; game {other.terms['fixture']} waits: no room"


@pytest.mark.django_db
@pytest.mark.parametrize("missed", ["catch_up", "skip"])
def test_a_slot_that_passes_while_the_one_before_is_played_says_so(missed):
    season = season_with(now=MONDAY, times="18:00, 18:30, 19:30", missed=missed, fields={"games": 3})
    world = World(MONDAY, lasts=timedelta(minutes=45))
    world.until(berlin(2026, 3, 5))
    told = played(season)
    began = [(wall[11:], began.astimezone(BERLIN).strftime("%H:%M")) for wall, _, began in told]
    assert reasons(season) == {"Mon 18:30": "game 1 of a slot before was not over"}
    if missed == "catch_up":
        assert began == [("18:00", "18:00"), ("18:30", "18:45"), ("19:30", "19:30")]
    else:
        assert began == [("18:00", "18:00"), ("19:30", "19:30"), ("18:00", "18:00")]


@pytest.mark.django_db
@pytest.mark.parametrize("missed", ["catch_up", "skip"])
def test_what_a_pause_made_late_says_until_when_it_was(missed):
    season = season_with(now=MONDAY, missed=missed, fields={"games": 3})
    world = World(MONDAY)
    world.until(berlin(2026, 3, 2, 12))
    pause_season(season=season)
    world.until(berlin(2026, 3, 4, 10))
    assert played(season) == []
    resume_season(season=season, now=world.now)
    world.until(berlin(2026, 3, 10))
    paused = "the season was paused until 2026-03-04 09:00:00 UTC"
    assert reasons(season) == {"Mon 18:00": paused, "Tue 18:00": paused}
    walls = [wall for wall, *_ in played(season)]
    caught_up = ["2026-03-02 18:00", "2026-03-03 18:00", "2026-03-04 18:00"]
    assert walls == (
        caught_up if missed == "catch_up" else ["2026-03-04 18:00", "2026-03-05 18:00", "2026-03-06 18:00"]
    )


@pytest.mark.django_db
def test_no_more_is_caught_up_than_there_are_games():
    season = season_with(now=MONDAY, at_once=4, fields={"games": 6})
    World(MONDAY, is_swept=False, is_hosted=False).until(berlin(2026, 6, 1))
    world = World(berlin(2026, 6, 1))
    world.until(berlin(2026, 6, 2))
    assert [(wall, numbers) for wall, numbers, _ in played(season)] == [
        ("2026-03-02 18:00", [1, 2, 3, 4]),
        ("2026-03-03 18:00", [5, 6]),
    ]
    assert Slot.objects.count() == 2
    season.refresh_from_db()
    assert season.status == "finished"


@pytest.mark.django_db
@pytest.mark.parametrize("missed", ["catch_up", "skip"])
def test_a_game_that_waits_for_an_interval_is_late_when_that_is_over_and_not_before(missed):
    fields = {"interval": 1800}
    season, other = (season_with(now=MONDAY, missed=missed, fields={"slug": slug} | fields) for slug in ("one", "two"))
    world, ended = World(MONDAY), berlin(2026, 3, 3, 17, 50)
    world.until(berlin(2026, 3, 2, 20))
    for each in (season, other):
        game = each.fixtures.get(number=1).game
        Game.objects.filter(pk=game.pk).update(finished_at=ended)
        again = each.fixtures.get(number=2).game
        Fixture.objects.filter(game=again).update(game=None, due_at=None, slot=None)
        Slot.objects.filter(calendar__season=each, due_at=again.due_at).delete()
        again.delete()
    open_due_fixtures(now=ended)
    at = berlin(2026, 3, 3, 18, 20)
    by = at + GRACE if missed == "skip" else None
    games = Game.objects.filter(fixture__number=2)
    assert list(games.values_list("due_at", "begins_by")) == [(at, by)] * 2

    open_due_fixtures(now=berlin(2026, 3, 3, 18, 1, 15))
    assert list(games.values_list("begins_by", flat=True)) == [by] * 2
    assert (reasons(season), reasons(other)) == ({}, {})
    claimed = claim_game(owner="tests", now=at)
    begun, left = (season, other) if games.get(pk=claimed.game_id).fixture.season == season else (other, season)
    late = at + GRACE + timedelta(seconds=15)
    for now in (at + timedelta(seconds=30), late):
        open_due_fixtures(now=now)

    assert reasons(begun) == {}
    assert [(each.late, each.why) for each in schedule_of(begun, now=late)][:2] == [(None, "")] * 2
    assert list(reasons(left)) == ["Tue 18:00"]
    skipped = Slot.objects.filter(skipped_at__isnull=False).values_list("calendar__season__slug", flat=True)
    assert list(skipped) == ([left.slug] if missed == "skip" else [])


@pytest.mark.django_db
def test_another_attempt_of_a_game_is_played_in_its_slot_as_soon_as_it_can_be():
    season_with(now=MONDAY, missed="skip", at_once=2)
    one, _ = open_due_fixtures(now=MONDAY).games
    at = one.due_at + timedelta(minutes=5)
    for _ in range(2):
        claim_game(owner="tests", now=one.due_at)
    void_game(game=one)
    (again,) = open_due_fixtures(now=at).games
    assert (again.terms["fixture"], again.due_at, again.begins_by) == ("1", at, None)
    assert Slot.objects.get().fixtures.count() == 2
    assert claim_game(owner="tests", now=at + timedelta(hours=2)) is not None


@pytest.mark.django_db
@pytest.mark.parametrize("is_seen", [True, False], ids=["dealt again at once", "dealt again when the slot is over"])
def test_another_attempt_of_a_game_that_never_began_keeps_no_slot_from_being_skipped(is_seen):
    missed = {"spring": "skip", "autumn": "catch_up"}
    seasons = [season_with(now=MONDAY, missed=kind, at_once=2, fields={"slug": slug}) for slug, kind in missed.items()]
    made = open_due_fixtures(now=MONDAY).games
    at = made[0].due_at
    for season in seasons:
        void_game(game=season.fixtures.get(number=1).game)
    if is_seen:
        open_due_fixtures(now=at + timedelta(seconds=30))
        assert claimable(at + GRACE).count() == 4
    late = at + 2 * GRACE

    for seconds in (0, 15):
        open_due_fixtures(now=late + timedelta(seconds=seconds))

    skips, catches = (list(season.fixtures.filter(game__isnull=False).order_by("number")) for season in seasons)
    tomorrow = berlin(2026, 3, 3, 18)
    stands = [(each.number, each.attempt, each.game.due_at, each.game.begins_by) for each in skips]
    assert stands == [(1, 2, tomorrow, tomorrow + GRACE), (2, 1, tomorrow, tomorrow + GRACE)]
    assert {each.slot.due_at for each in skips} == {tomorrow}
    assert [(each.number, each.game.begins_by) for each in catches] == [(1, None), (2, None)]
    numbers = [(game.terms["season"], game.terms["fixture"]) for game in claimable(late + timedelta(hours=2))]
    assert sorted(numbers) == [("autumn", "1"), ("autumn", "2")]
    assert claimable(tomorrow).count() == 4


@pytest.mark.django_db
def test_the_only_game_of_a_slot_that_is_voided_unbegun_and_dealt_again_late_takes_the_next():
    season, other = (season_with(now=MONDAY, missed="skip", fields={"slug": slug}) for slug in ("spring", "autumn"))
    at = open_due_fixtures(now=MONDAY).games[0].due_at
    void_game(game=season.fixtures.get(number=1).game)
    late = at + timedelta(hours=3)
    for seconds in (0, 15):
        open_due_fixtures(now=late + timedelta(seconds=seconds))
        assert not claimable(late + timedelta(seconds=seconds)).exists()
    tomorrow = berlin(2026, 3, 3, 18)
    assert {season.fixtures.get(number=1).game.due_at, other.fixtures.get(number=1).game.due_at} == {tomorrow}


@pytest.mark.django_db
def test_games_that_began_in_time_and_were_voided_make_their_slot_late_by_no_process():
    season = season_with(now=MONDAY, at_once=2)
    one, other = open_due_fixtures(now=MONDAY).games
    for _ in (one, other):
        claim_game(owner="tests", now=one.due_at)
    for minutes, game in ((1, one), (3, other)):
        open_due_fixtures(now=one.due_at + timedelta(minutes=minutes))
        voided(game, "wrong pace.")
        open_due_fixtures(now=one.due_at + timedelta(minutes=minutes, seconds=10))
        open_due_fixtures(now=one.due_at + timedelta(minutes=minutes, seconds=25))  # nobody has begun the next yet
    assert Game.objects.filter(started_at=None).count() == 2
    assert reasons(season) == {
        "Mon 18:00": "game 1 began in time and was voided by an operator (wrong pace) and was dealt again"
    }
    at = one.due_at + timedelta(minutes=4)
    for _ in (one, other):
        claim_game(owner="tests", now=at)
    (told, *_) = schedule_of(season, now=at)
    assert (told.late, told.began_at, told.told_state) == (None, one.due_at, "being played, begun in time")
    assert told.told_why.split("; ")[1:] == [
        "attempt 2 of game 1 began at 17:04:00 UTC",  # whose first one the slot's reason has told
        "game 2 was voided by an operator (wrong pace)",
        "attempt 2 of game 2 began at 17:04:00 UTC",
    ]


@pytest.mark.django_db
def test_a_slot_of_which_a_game_was_voided_before_it_began_is_not_told_to_have_begun_in_time():
    season = season_with(now=MONDAY, at_once=2)
    one, other = open_due_fixtures(now=MONDAY).games
    open_due_fixtures(now=one.due_at)
    lease = claim_game(owner="tests", now=one.due_at)
    voided(other if lease.game_id == one.pk else one, "no such table")
    open_due_fixtures(now=one.due_at + timedelta(seconds=10))
    (told, *_) = schedule_of(season, now=one.due_at + timedelta(seconds=20))
    assert (told.began_at, told.told_state) == (one.due_at, "being played")


@pytest.mark.django_db
@pytest.mark.parametrize("why", ["far 503, next try in 60 s", UNASKABLE])
def test_a_game_that_its_host_called_off_is_told_as_no_operators(why):
    season = season_with(now=MONDAY)
    (game,) = open_due_fixtures(now=MONDAY).games
    open_due_fixtures(now=game.due_at)
    lease = claim_game(owner="tests", now=game.due_at)
    assert call_off_game(lease=lease, why=why)
    for seconds in (15, 90):
        open_due_fixtures(now=game.due_at + timedelta(seconds=seconds))
    off = f"was called off, for {why}" if why == UNASKABLE else f"was called off ({why})"
    assert reasons(season) == {"Mon 18:00": f"game 1 began in time and {off} and was dealt again"}


@pytest.mark.django_db
def test_a_slot_that_began_late_and_whose_game_was_then_voided_is_late_still():
    season = season_with(now=MONDAY)
    (game,) = open_due_fixtures(now=MONDAY).games
    back = berlin(2026, 3, 2, 19)
    claim_game(owner="tests", now=back)
    open_due_fixtures(now=back)
    voided(game, "too late")
    for seconds in (15, 30):
        open_due_fixtures(now=back + timedelta(seconds=seconds))
    away = "nobody looked after the league from 2026-03-02 08:00:00 UTC to 2026-03-02 18:00:00 UTC"
    assert reasons(season) == {"Mon 18:00": away}
    (told, *_) = schedule_of(season, now=back)
    assert (told.late, told.told_state) == (3600, "being played, 1 hour late")
    became = "game 1 was voided by an operator (too late); attempt 2 of game 1 has not begun"
    assert told.told_why == f"{away}; {became}"


@pytest.mark.django_db
def test_a_game_that_somebody_had_paused_over_its_moment_says_so():
    season = season_with(now=MONDAY)
    (game,) = open_due_fixtures(now=MONDAY).games
    until = game.due_at + timedelta(seconds=50)
    with time_machine.travel(until, tick=False), recorded(by=LEAGUE, verb="resume", rows=[game]):
        pause_game(game=game)
        resume_game(game=game)
        Game.objects.update(waiting="no room")  # an act is written where something changed
    Game.objects.update(waiting="")
    for seconds in (55, 65):
        open_due_fixtures(now=game.due_at + timedelta(seconds=seconds))
    assert reasons(season) == {"Mon 18:00": "game 1 was paused by an operator until 2026-03-02 17:00:50 UTC"}


@pytest.mark.django_db
def test_where_games_teach_those_of_a_slot_know_all_of_the_slot_before():
    season = season_with(now=MONDAY, at_once=2, fields={"memory": "live"})
    assert season.games_behind == 2
    World(MONDAY).until(berlin(2026, 3, 3, 17))
    assert [numbers for _, numbers, _ in played(season)] == [[1, 2]]
    assert [each.game is not None for each in season.fixtures.order_by("number")] == [True] * 4 + [False] * 2
    assert set(Fixture.objects.filter(taught_at__isnull=False).values_list("number", flat=True)) == {1, 2}


@pytest.mark.django_db
def test_a_zone_that_is_not_known_any_more_pauses_its_season_and_no_other():
    players = make_roster(24)
    lost = season_with(now=MONDAY, fields={"slug": "lost", "players": players[:12]})
    season_with(now=MONDAY, fields={"slug": "other", "players": players[12:]})
    Calendar.objects.filter(season=lost).update(time_zone="Atlantis/Center")
    assert [game.terms["season"] for game in open_due_fixtures(now=MONDAY).games] == ["other"]
    lost.refresh_from_db()
    why = (
        "its calendar cannot be read: time_zone: must be a time zone like Europe/Berlin or UTC, not 'Atlantis/Center'."
    )
    assert (lost.status, lost.waiting) == ("paused", why)


@pytest.mark.django_db
def test_without_a_calendar_as_many_games_are_open_as_the_season_says():
    season = season_with(now=MONDAY, started=False, fields={"pace": 1, "games": 5})
    season = change_timing(season=season, wanted=Timing(None, 3, 1), now=MONDAY)
    assert not Calendar.objects.exists()
    start_season(season=season, now=MONDAY)
    world = World(MONDAY)
    world.until(MONDAY)
    assert Game.objects.filter(status="running").count() == 3
    world.until(MONDAY + timedelta(minutes=10))
    assert sorted(Game.objects.values_list("status", flat=True)) == ["finished"] * 3 + ["running"] * 2


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("missed", ["catch_up", "skip"])
def test_beats_at_the_same_moment_use_each_slot_once(missed):
    season_with(now=MONDAY, at_once=2, missed=missed, fields={"games": 6})
    moments = [MONDAY, berlin(2026, 3, 4, 9), berlin(2026, 3, 4, 9, 0, 1)]
    for moment in moments:
        together, failed = Barrier(3), []

        def beat(moment=moment, together=together, failed=failed):
            together.wait()
            try:
                open_due_fixtures(now=moment)
            except Exception as error:  # noqa: BLE001  what goes wrong in a thread fails the test below
                failed.append(error)
            finally:
                connection.close()

        beats = [Thread(target=beat) for _ in range(3)]
        for each in beats:
            each.start()
        for each in beats:
            each.join()
        assert failed == []
    assert Game.objects.count() == 2
    stands = [
        "opened" if slot.opened_at else "skipped" if slot.skipped_at else "owed"
        for slot in Slot.objects.order_by("due_at")
    ]
    assert stands == (["opened", "owed"] if missed == "catch_up" else ["skipped", "skipped", "opened"])
    (slot,) = Slot.objects.filter(opened_at__isnull=False)
    assert slot.fixtures.count() == 2
