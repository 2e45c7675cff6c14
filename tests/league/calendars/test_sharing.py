"""Which games share a slot is said by one rule, by which they are foretold and opened; what is not known is told."""

import json
from datetime import UTC, datetime, timedelta
from io import StringIO
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.core.management import call_command
from django.test import Client
from icalendar import Calendar as EventFile

from league.calendars import sharing
from league.calendars.schedule import State, schedule_of
from league.calendars.sharing import UNDRAWN, VEILED, first_apart, in_slots, queue_of
from league.models import Season, Slot
from league.seasons.lifecycle.announcing import announce_season
from league.seasons.lifecycle.starting import start_season
from league.seasons.making.checking import Rules
from league.seasons.schedule.fixtures import open_due_fixtures
from tests.factories import make_roster
from tests.league.calendars.staging import World, played, season_with
from tests.league.views.test_pages import page

pytestmark = pytest.mark.django_db

MONDAY = datetime(2026, 3, 2, 9, tzinfo=ZoneInfo("Europe/Berlin")).astimezone(UTC)


def crowded(*, seats=(5, 5), players=10, started=False, at_once=2, **fields) -> Season:
    """A season by two rule books with a calendar in which nobody sits in two games at once."""
    books = [Rules("town-mafia", seats[0]), Rules("glass-box", seats[1])]
    given = {"rules": books, "games": 8, "may_overlap": False, "players": make_roster(players), "secret": "apart"}
    return season_with(now=MONDAY, at_once=at_once, started=started, fields=given | fields)


def sit(season: Season, *seatings: str) -> None:
    """Has players sit in the games of a season as said, a letter each, from its first on."""
    roster = list(season.roster.order_by("number").values_list("player_id", flat=True))
    for number, letters in enumerate(seatings, start=1):
        season.fixtures.filter(number=number).update(seating=[roster["abcdefghijkl".index(each)] for each in letters])


def slots_told(season: Season, *, now: datetime = MONDAY) -> list[list[int]]:
    return [[game.number for game in entry.games] for entry in schedule_of(season, now=now)]


def doubts_told(season: Season) -> set[str]:
    return {entry.doubt for entry in schedule_of(season, now=MONDAY)}


# --- the rule --------------------------------------------------------------------------------------------------------


def test_of_games_that_wait_the_first_come_first_and_pass_over_whose_players_sit_there():
    needs = {"one": {"ann": 1, "ben": 1}, "two": {"ben": 1, "cat": 1}, "three": {"cat": 1}, "four": {"dan": 1}}
    assert first_apart(needs, most=2, needs=needs.__getitem__, there={}) == ["one", "three"]
    assert first_apart(needs, most=3, needs=needs.__getitem__, there={"ann": 0}) == ["two", "four"]
    assert first_apart(needs, most=9, needs=needs.__getitem__, there={"cat": 2, "ben": 2}) == list(needs)


def test_a_game_that_was_passed_over_is_the_first_of_the_next_slot():
    season = crowded(started=True, games=5)
    sit(season, "abcde", "abcdf", "fghij", "fghij", "abcde")
    assert slots_told(season) == [[1, 3], [2], [4, 5]]
    sit(season, "abcde", "abcdf", "fghij", "eghij", "fghij")
    assert slots_told(season) == [[1, 3], [2, 4], [5]]


# --- before it is drawn ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "players", "told"),
    [
        ((5, 5), 10, [[1, 2], [3, 4]]),  # these may all sit apart
        ((5, 6), 10, [[1, 3], [2], [4]]),  # eleven of ten cannot
        ((5, 6), 11, [[1, 2], [3, 4]]),
        ((6, 6), 10, [[1], [2], [3], [4]]),
    ],
)
def test_what_must_share_a_player_is_foretold_apart(seats, players, told):
    season = crowded(seats=seats, players=players, games=4)
    assert slots_told(season) == told
    assert doubts_told(season) == ({UNDRAWN} if [1] not in told else {""})
    announce_season(season=season, now=MONDAY)
    assert slots_told(season) == told


def test_where_players_sit_in_several_games_at_once_or_one_is_played_in_a_slot_nothing_is_in_doubt():
    assert doubts_told(crowded(slug="free", may_overlap=True)) == {""}
    single = crowded(slug="single", at_once=1)
    assert (doubts_told(single), len(slots_told(single))) == ({""}, 8)


def test_team_against_team_each_half_of_the_roster_is_counted_and_the_second_game_of_a_pair_waits_for_its_first():
    duel = {"design": "teams", "memory": "off"}
    season = crowded(slug="even", seats=(8, 8), players=24, **duel)  # two times six of one half, which are twelve
    assert slots_told(season) == [[1, 3], [2, 4], [5, 7], [6, 8]]
    told = [[game.ruleset for game in entry.games] for entry in schedule_of(season, now=MONDAY)]
    assert told[:2] == [["town-mafia", "glass-box"]] * 2
    start_season(season=season, now=MONDAY)
    assert slots_told(season)[0][0] == 1
    narrow = crowded(slug="narrow", seats=(8, 8), players=22, **duel)  # eleven of either half: six and two, no more
    assert slots_told(narrow) == [[1], [2, 3], [4, 5], [6, 7], [8]]


def test_who_sits_on_which_side_is_asked_once_for_each_book_and_side_however_many_games_there_are(monkeypatch):
    season = crowded(seats=(8, 8), players=24, games=40, design="teams", memory="off")
    asked = []
    monkeypatch.setattr(sharing, "places_in", lambda *said, there: asked.append(said[1:]) or {"first half": 6})
    assert len(queue_of(season).games) == 40
    assert len(asked) == 4  # of two books the first and the second game of a pair


def test_a_roster_that_is_smaller_than_a_table_is_foretold_all_the_same():
    season = crowded(games=3)
    season.roster.filter(number__gte=3).delete()
    assert slots_told(season) == [[1], [2], [3]]


# --- held against what is played -------------------------------------------------------------------------------------


@pytest.mark.long(60)
@pytest.mark.parametrize(("seats", "players"), [((5, 5), 10), ((5, 6), 20)])
def test_what_is_foretold_after_the_start_is_what_is_opened(seats, players):
    season = crowded(seats=seats, players=players, started=True)
    foretold = schedule_of(season, now=MONDAY)
    numbers = [[game.number for game in entry.games] for entry in foretold]
    assert sorted(number for slot in numbers for number in slot) == list(range(1, 9))
    assert any(len(slot) == 2 for slot in numbers) or players == 10
    assert {entry.doubt for entry in foretold} == {""}
    seating = dict(season.fixtures.values_list("number", "seating"))
    for slot in numbers:
        sitting = [player for number in slot for player in seating[number]]
        assert len(sitting) == len(set(sitting))
    world = World(MONDAY)
    for entry in foretold:
        world.until(entry.due_at)
        assert slots_told(season, now=world.now) == numbers  # so it stays while it is played
    world.until(MONDAY + timedelta(days=14))
    assert played(season) == [
        (f"{entry.day} {entry.time:%H:%M}", slot, entry.due_at) for entry, slot in zip(foretold, numbers, strict=True)
    ]


def test_games_that_teach_are_no_further_ahead_in_a_slot_than_they_may_be():
    season = crowded(started=True, games=6, players=12, memory="live")
    sit(season, "abcde", "abcdf", "ghijk", "abcde", "ghijk", "fghij")
    assert season.games_behind == 2
    assert slots_told(season) == [[1], [2, 3], [4, 5], [6]]
    opened = open_due_fixtures(now=MONDAY).games  # and it does not wait for one that it could not open yet
    assert [game.terms["fixture"] for game in opened] == ["1"]


def test_as_many_missed_slots_are_caught_up_as_the_games_need_apart():
    season = crowded(started=True, games=4)
    sit(season, "abcde", "abcdf", "abcdg", "abcdh")
    open_due_fixtures(now=MONDAY)
    open_due_fixtures(now=MONDAY + timedelta(days=3))
    told = [(str(each.state), each.numbers) for each in schedule_of(season, now=MONDAY + timedelta(days=3))]
    owed = [(str(State.OWED), "game 2"), (str(State.OWED), "game 3")]
    assert told == [("to come", "game 1"), *owed, ("to come", "game 4")]
    assert Slot.objects.filter(opened_at__isnull=True).count() == 2
    open_due_fixtures(now=MONDAY + timedelta(days=9))
    assert Slot.objects.filter(opened_at__isnull=True).count() == 3


def test_the_schedule_of_a_sealed_season_hangs_on_nobodys_seat():
    season = crowded(started=True, games=4, spoilers="sealed", names="alias")
    told = []
    for seatings in (("abcde", "fghij", "abcde", "fghij"), ("abcde", "abcdf", "abcdg", "abcdh")):
        sit(season, *seatings)
        told.append([(each.games, each.doubt) for each in schedule_of(season, now=MONDAY)])
    assert told[0] == told[1]
    assert [doubt for _, doubt in told[0]] == [VEILED, VEILED]


def test_a_season_of_thousands_is_foretold_slot_by_slot():
    season = crowded(games=3_000)
    assert [len(slot) for slot in in_slots(season, queue_of(season))] == [2] * 1_500
    teams = crowded(slug="duel", games=1_000, design="teams", players=20, may_overlap=True, at_once=100)
    told = [game.number for slot in in_slots(teams, queue_of(teams)) for game in slot]
    assert (sorted(told), told[:100]) == (list(range(1, 1_001)), list(range(1, 201, 2)))


# --- told alike ------------------------------------------------------------------------------------------------------


def test_that_a_forecast_is_in_doubt_is_told_by_page_api_file_and_command_line(client: Client):
    season = crowded(games=4)
    announce_season(season=season, now=MONDAY)
    told = StringIO()
    with time_machine.travel(MONDAY, tick=False):
        slots = client.get("/api/v1/seasons/spring/schedule/").json()["results"]
        assert page(client, "/seasons/spring/schedule/").count(UNDRAWN) == 1
        assert page(client, "/seasons/spring/").count(UNDRAWN) == 1
        file = EventFile.from_ical(client.get("/seasons/spring/schedule.ics").content)
        call_command("season", "spring", "calendar", stdout=told)
        call_command("season", "spring", "calendar", "--json", stdout=(asked := StringIO()))
    assert [each["doubt"] for each in slots] == [UNDRAWN, UNDRAWN]
    assert [UNDRAWN in str(each["DESCRIPTION"]) for each in file.walk("VEVENT")] == [True, True]
    assert told.getvalue().count(UNDRAWN) == 1
    assert [each["doubt"] for each in json.loads(asked.getvalue())["slots"]] == [UNDRAWN, UNDRAWN]
    start_season(season=season, now=MONDAY)
    with time_machine.travel(MONDAY, tick=False):
        assert UNDRAWN not in page(client, "/seasons/spring/schedule/")
        slots = client.get("/api/v1/seasons/spring/schedule/").json()["results"]
    assert {each["doubt"] for each in slots} == {""}
