"""A slot is a wall time, and each is played once at most, whatever the clocks do."""

from datetime import UTC, date, datetime, time, timedelta
from itertools import islice, takewhile
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from league.calendars.slots import Plan, WallTime, is_there, moment_of, slots

BERLIN = ZoneInfo("Europe/Berlin")
DAILY = frozenset(range(1, 8))
WEEKDAYS = frozenset(range(1, 6))
# With changes by half an hour, over midnight, of whole days, of a quarter past, without any, and against the season.
ZONES = (
    *("Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "Pacific/Kwajalein", "UTC"),
    *("America/Sao_Paulo", "Asia/Beirut", "Asia/Kathmandu", "Africa/Casablanca", "Europe/Dublin", "Antarctica/Troll"),
    *("America/Scoresbysund", "Asia/Pyongyang", "America/Caracas"),
)


def utc(*at):
    return datetime(*at, tzinfo=UTC)


def during(plan, first, last):
    return list(takewhile(lambda each: each.at < last, slots(plan, since=first)))


def at(*times, weekdays=DAILY, zone=BERLIN, blackouts=()):
    return Plan(weekdays, tuple(time.fromisoformat(each) for each in times), zone, frozenset(blackouts))


def test_six_o_clock_stays_six_o_clock_over_both_changes():
    spring = during(at("18:00", weekdays=WEEKDAYS), utc(2026, 3, 27), utc(2026, 3, 31))
    assert spring == [
        (utc(2026, 3, 27, 17), date(2026, 3, 27), time(18)),
        (utc(2026, 3, 30, 16), date(2026, 3, 30), time(18)),
    ]
    autumn = during(at("18:00"), utc(2026, 10, 24), utc(2026, 10, 26))
    assert [each.at for each in autumn] == [utc(2026, 10, 24, 16), utc(2026, 10, 25, 17)]


def test_half_past_two_is_once_where_it_comes_twice_and_once_where_it_is_left_out():
    autumn = during(at("02:30"), utc(2026, 10, 24, 12), utc(2026, 10, 26, 12))
    assert [each.at for each in autumn] == [utc(2026, 10, 25, 0, 30), utc(2026, 10, 26, 1, 30)]
    spring = during(at("02:30"), utc(2026, 3, 28, 12), utc(2026, 3, 30, 12))
    assert [each.at for each in spring] == [utc(2026, 3, 29, 1, 30), utc(2026, 3, 30, 0, 30)]
    assert spring[0].at.astimezone(BERLIN).time() == time(3, 30)
    assert spring[0][1:] == (date(2026, 3, 29), time(2, 30))


def test_a_change_by_half_an_hour_moves_a_slot_by_half_an_hour():
    lord_howe = at("02:15", zone=ZoneInfo("Australia/Lord_Howe"))
    (gap,) = during(lord_howe, utc(2026, 10, 3, 12), utc(2026, 10, 4, 12))
    assert gap.at == utc(2026, 10, 3, 15, 45)
    assert gap.at.astimezone(lord_howe.zone).time() == time(2, 45)
    (fold,) = during(at("01:45", zone=lord_howe.zone), utc(2026, 4, 4, 12), utc(2026, 4, 5, 12))
    assert fold.at == utc(2026, 4, 4, 14, 45)


def test_a_date_that_a_zone_left_out_has_no_slot():
    apia = at("00:30", "18:00", zone=ZoneInfo("Pacific/Apia"))
    found = during(apia, utc(2011, 12, 29, 10, 30), utc(2012, 1, 1, 10))
    assert sorted({each.day for each in found}) == [date(2011, 12, 29), date(2011, 12, 31), date(2012, 1, 1)]
    assert not is_there(date(2011, 12, 30), apia.zone)
    assert is_there(date(2011, 12, 31), apia.zone)
    assert len({each.at for each in found}) == len(found)


def test_two_wall_times_that_a_change_puts_at_one_moment_are_two_slots():
    found = during(at("02:30", "03:30", "03:00"), utc(2026, 3, 29), utc(2026, 3, 29, 12))
    assert [(each.at, each.time) for each in found] == [
        (utc(2026, 3, 29, 1), time(3)),
        (utc(2026, 3, 29, 1, 30), time(2, 30)),
        (utc(2026, 3, 29, 1, 30), time(3, 30)),
    ]


def test_blackouts_are_dates_on_the_wall_and_weekdays_too():
    plan = at("00:30", weekdays=frozenset({4, 5}), blackouts=[date(2026, 12, 24)])
    found = list(islice(slots(plan, since=utc(2026, 12, 23)), 2))
    assert [each.day for each in found] == [date(2026, 12, 25), date(2026, 12, 31)]
    assert found[0].at == utc(2026, 12, 24, 23, 30)


def test_a_slot_is_among_those_since_its_own_moment_and_not_a_moment_later():
    plan = at("18:00")
    assert next(slots(plan, since=utc(2026, 7, 1, 16))).at == utc(2026, 7, 1, 16)
    assert next(slots(plan, since=utc(2026, 7, 1, 16, 0, 1))).at == utc(2026, 7, 2, 16)


def test_without_a_day_or_a_time_there_is_none():
    assert list(slots(at(), since=utc(2026, 1, 1))) == []
    assert list(slots(at("18:00", weekdays=frozenset()), since=utc(2026, 1, 1))) == []
    assert len(list(slots(at("18:00"), since=utc(9989, 12, 31)))) < 4


def expected(plan, first, last):
    """Every minute of the walls, one after another: the first moment that says it, or that would have."""
    found = []
    day = first.date() - timedelta(days=3)
    while day < last.date() + timedelta(days=3):
        if day.isoweekday() in plan.weekdays and day not in plan.blackouts and is_there(day, plan.zone):
            for each in set(plan.times):
                wall = datetime.combine(day, each)
                says_it = [
                    moment
                    for hours in range(-26, 27)
                    for quarter in range(0, 60, 15)
                    if (moment := (wall + timedelta(hours=hours, minutes=quarter)).replace(tzinfo=UTC))
                    .astimezone(plan.zone)
                    .replace(tzinfo=None)
                    == wall
                ]
                moment = min(says_it) if says_it else moment_of(day, each, plan.zone)
                found.append(WallTime(moment, day, each))
        day += timedelta(days=1)
    return sorted(each for each in found if first <= each.at < last)


@settings(max_examples=60)
@given(
    zone=some.sampled_from(ZONES),
    weekdays=some.frozensets(some.integers(1, 7), min_size=1),
    times=some.lists(
        some.builds(time, some.integers(0, 23), some.sampled_from([0, 15, 30, 45])), min_size=1, max_size=3
    ),
    since=some.integers(0, 42 * 365 * 24).map(lambda hours: utc(1993, 1, 1) + timedelta(hours=hours)),
    blackout=some.integers(0, 20),
)
def test_any_plan_has_each_wall_time_once_in_order_and_none_else(zone, weekdays, times, since, blackout):
    black = (since + timedelta(days=blackout)).date()
    plan = Plan(weekdays, tuple(times), ZoneInfo(zone), frozenset({black}))
    last = since + timedelta(days=15)
    found = during(plan, since, last)
    assert found == sorted(found)
    walls = [each[1:] for each in found]
    assert len(set(walls)) == len(walls)
    assert black not in {each.day for each in found}
    assert found == expected(plan, since, last)


@pytest.mark.parametrize("zone", ZONES)
def test_over_many_years_each_day_of_a_zone_has_its_three_slots(zone):
    plan = at("00:15", "02:30", "23:45", zone=ZoneInfo(zone))
    first, last = utc(1992, 1, 1), utc(2013, 1, 1)
    found = during(plan, first, last)
    assert found == sorted(found)
    by_day = {}
    for each in found:
        by_day.setdefault(each.day, []).append(each.time)
    inner = sorted(by_day)[1:-1]
    assert {len(by_day[day]) for day in inner} == {3}
    every = {inner[0] + timedelta(days=number) for number in range((inner[-1] - inner[0]).days + 1)}
    assert {day for day in every - set(inner) if is_there(day, plan.zone)} == set()
    assert len(every - set(inner)) == (1 if zone in ("Pacific/Apia", "Pacific/Kwajalein") else 0)


def test_no_zone_that_there_is_breaks_an_iteration():
    for name in sorted(available_timezones()):
        plan = at("02:30", "18:00", zone=ZoneInfo(name))
        found = list(islice(slots(plan, since=utc(2026, 1, 1)), 400))
        assert found == sorted(found)
        assert len({each[1:] for each in found}) == 400
