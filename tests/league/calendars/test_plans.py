"""What operators say of days, times, zones and dates is read as they mean it, or refused in one line."""

from datetime import UTC, datetime

import pytest

from league.calendars.plans import (
    WrongCalendar,
    days_told,
    read_dates,
    read_start,
    read_times,
    read_weekdays,
    read_zone,
)


@pytest.mark.parametrize(
    ("said", "read", "told"),
    [
        ("mon-fri", "12345", "Mon to Fri"),
        ("weekdays", "12345", "Mon to Fri"),
        ("Sat, sunday", "67", "Sat, Sun"),
        ("fri-mon", "1567", "Mon, Fri to Sun"),
        ("daily", "1234567", "every day"),
        ("1 3;5", "135", "Mon, Wed, Fri"),
        ("tue", "2", "Tue"),
    ],
)
def test_days(said, read, told):
    assert read_weekdays(said) == read
    assert days_told(read) == told


def test_times_and_dates_are_sorted_and_each_is_there_once():
    assert read_times("20:30, 9:05 20:30") == "09:05 20:30"
    assert read_dates("2026-12-25\n2026-12-24, 2026-12-25") == "2026-12-24 2026-12-25"
    assert read_dates("") == ""
    assert read_dates("2 Sept. 2026, september 3 2026, 4 sep 2026") == "2026-09-02 2026-09-03 2026-09-04"
    assert read_dates("2 Dec 2026, December 24th, 2026 2026-12-25") == "2026-12-02 2026-12-24 2026-12-25"


@pytest.mark.parametrize(
    ("said", "zone"),
    [
        ("Berlin", "Europe/Berlin"),
        ("new york", "America/New_York"),
        ("utc", "UTC"),
        (" asia/tokyo ", "Asia/Tokyo"),
        ("istanbul", "Europe/Istanbul"),
        ("america/argentina/san juan", "America/Argentina/San_Juan"),
    ],
)
def test_a_zone_is_taken_by_its_city_where_there_is_one_such(said, zone):
    assert read_zone(said) == zone


def test_a_start_is_read_on_the_clocks_of_its_zone():
    assert read_start("2026-12-01 18:00", "Europe/Berlin") == datetime(2026, 12, 1, 17, tzinfo=UTC)
    assert read_start("2026-03-29T02:30", "Europe/Berlin") == datetime(2026, 3, 29, 1, 30, tzinfo=UTC)
    assert read_start("2026-07-01", "Europe/Berlin") == datetime(2026, 6, 30, 22, tzinfo=UTC)
    assert read_start("1 Dec 2026 18:00", "Europe/Berlin") == datetime(2026, 12, 1, 17, tzinfo=UTC)
    assert read_start(" ", "Europe/Berlin") is None


@pytest.mark.parametrize(
    ("read", "said", "field", "message"),
    [
        (read_weekdays, "someday", "weekdays", "must be days like mon-fri or sat, sun, not 'someday'."),
        (read_weekdays, "m", "weekdays", "must be days like mon-fri or sat, sun, not 'm'."),
        (read_weekdays, "mon-", "weekdays", "must be days like mon-fri or sat, sun, not 'mon-'."),
        (read_weekdays, "8", "weekdays", "must be days like mon-fri or sat, sun, not '8'."),
        (read_weekdays, " , ", "weekdays", "choose at least one day of the week."),
        (read_times, "24:00", "times", "must be times of day like 18:00, 20:30, not '24:00'."),
        (read_times, "18.00", "times", "must be times of day like 18:00, 20:30, not '18.00'."),
        (read_times, "", "times", "must be 1 to 24 times of day, not 0."),
        (read_dates, "2026-02-30", "blackouts", "must be dates like 2026-12-24 or 24 Dec 2026, not '2026-02-30'."),
        (read_dates, "20261224", "blackouts", "must be dates like 2026-12-24 or 24 Dec 2026, not '20261224'."),
        (read_times, "9:00, 6 pm", "times", "must be times of day like 18:00, 20:30, not '6 pm'."),
        (read_dates, "2 Dez 2026", "blackouts", "must be dates like 2026-12-24 or 24 Dec 2026, not '2 Dez 2026'."),
        (read_dates, "31 Feb 2026", "blackouts", "must be dates like 2026-12-24 or 24 Dec 2026, not '2026-02-31'."),
        (
            read_zone,
            "Indianapolis",
            "time_zone",
            "say the whole name of what may be meant by 'Indianapolis': America/Indiana/Indianapolis.",
        ),
        (
            read_zone,
            "San Juan",
            "time_zone",
            "say the whole name of what may be meant by 'San Juan': America/Argentina/San_Juan.",
        ),
        (read_zone, "Victoria", "time_zone", "must be a time zone like Europe/Berlin or UTC, not 'Victoria'."),
        (read_zone, "Pacific", "time_zone", "must be a time zone like Europe/Berlin or UTC, not 'Pacific'."),
        (read_dates, "Decoy 2 2026", "blackouts", "must be dates like 2026-12-24 or 24 Dec 2026, not 'Decoy 2 2026'."),
        (read_dates, "2 Marvelous 2026", "blackouts", None),
        (read_dates, "2 Septem 2026", "blackouts", None),
        (read_zone, "../../etc/passwd", "time_zone", None),
        (read_zone, "Berlin\0", "time_zone", None),
        (read_zone, "", "time_zone", "must be a time zone like Europe/Berlin or UTC, not ''."),
        (lambda said: read_start(said, "UTC"), "tomorrow", "starts_at", None),
        (lambda said: read_start(said, "UTC"), "0001-01-01 25:00", "starts_at", None),
        (lambda said: read_start(said, "Asia/Tokyo"), "0001-01-01", "starts_at", None),
    ],
)
def test_what_cannot_be_read_is_refused_in_a_line_that_names_it(read, said, field, message):
    with pytest.raises(WrongCalendar) as error:
        read(said)
    assert error.value.field == field
    assert message is None or error.value.message == message
    assert "\n" not in str(error.value)


def test_a_refusal_shows_no_more_than_the_beginning_of_what_is_long():
    with pytest.raises(WrongCalendar) as error:
        read_times("x" * 10_000)
    assert len(str(error.value)) < 120


def test_no_more_dates_are_taken_than_anybody_can_look_through():
    dates = " ".join(
        f"{year}-{month:02}-{day:02}" for year in (2026, 2027, 2028) for month in range(1, 13) for day in range(1, 29)
    )
    with pytest.raises(WrongCalendar, match="at most 1,000 dates, not 1,008"):
        read_dates(dates)
