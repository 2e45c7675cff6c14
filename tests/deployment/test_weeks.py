"""Eight weeks round each of the two changes of clocks, on real processes under one shifted clock (shifted/): two series
play on weekdays at 18:00 and on Sundays at 02:30 in Berlin, while the web is restarted, beat is killed for a day and
workers are stopped. Law: what is right is said here, by zoneinfo and by hand; judged are rows and logs, by plain SQL.

The clock jumps from shortly before one slot to shortly before the next and goes on in between as clocks do: a rate at
which weeks last minutes would have every request last hours. Runs with `--slow`.
"""

import json
import re
import time
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from datetime import time as time_of_day
from pathlib import Path
from struct import pack
from typing import Any, Final
from zoneinfo import ZoneInfo

import psycopg
import pytest

from tests import servers
from tests.chaos.site import Site, pause, site
from tests.patience import at_most

pytestmark = [pytest.mark.services, pytest.mark.slow]

BERLIN: Final = ZoneInfo("Europe/Berlin")
WEEKS: Final = 8
AT_ONCE: Final = 2  # games in a slot
AHEAD: Final = timedelta(seconds=3)  # of a slot, the clock stops jumping
IN_TIME: Final = timedelta(seconds=60)  # behind a slot, as docs/calendars.md says
AGREE: Final = timedelta(seconds=1)  # to which the clocks of test and processes agree
NIGHTLY, EVENING = time_of_day(2, 30), time_of_day(18)
SLOTS: Final = """
    SELECT series.slug, season.slug, slot.day, slot.time, slot.due_at, slot.skipped_at IS NOT NULL, slot.late_why,
        game.public_id, game.status, game.started_at, game.finished_at
    FROM league_slot AS slot
    JOIN league_calendar AS calendar ON calendar.id = slot.calendar_id
    JOIN league_season AS season ON season.id = calendar.season_id
    JOIN league_series AS series ON series.id = season.series_id
    LEFT JOIN league_fixture AS fixture ON fixture.slot_id = slot.id
    LEFT JOIN games_game AS game ON game.id = fixture.game_id
    WHERE slot.due_at <= %s ORDER BY slot.due_at, season.slug, fixture.number
"""
ABSENT: Final = re.compile(r"nobody looked after the league from (\S+ \S+) UTC to (\S+ \S+) UTC")
LATE: Final = {"slots missed", "slots skipped", "slot late", "slot skipped"}


@dataclass(frozen=True, slots=True)
class Weeks:
    """Which weeks they are: the first Monday, the moment of 02:30 in the night of the change, the dates without slots,
    and what becomes of slots that are missed."""

    monday: date
    change: datetime
    blackouts: tuple[date, date]
    missed: str

    def day(self, week: int, weekday: int) -> date:
        """A day by its week, from 1 on, and its place in it (1 is Monday)."""
        return self.monday + timedelta(weeks=week - 1, days=weekday - 1)

    def at(self, week: int, weekday: int, hour: int) -> datetime:
        """An hour of such a day on the clocks of Berlin."""
        return in_berlin(self.day(week, weekday), time_of_day(hour))

    def slots(self) -> dict[str, list[tuple[datetime, date, time_of_day]]]:
        """All slots of both series, in their order: moment, date, time."""
        dates = [self.monday + timedelta(days=n) for n in range(7 * WEEKS)]
        weekdays = [day for day in dates if day.weekday() < 5 and day not in self.blackouts]
        sundays = [day for day in dates if day.weekday() == 6]
        return {
            "evenings": [(in_berlin(day, EVENING), day, EVENING) for day in weekdays],
            "nights": [(in_berlin(day, NIGHTLY), day, NIGHTLY) for day in sundays],
        }


def in_berlin(day: date, at: time_of_day) -> datetime:
    """The moment in UTC; of two with the same name the first, and where there is none the one that clocks which were
    not put forward would call so."""
    return datetime.combine(day, at, tzinfo=BERLIN).astimezone(UTC)


AUTUMN: Final = Weeks(
    date(2026, 9, 28), datetime(2026, 10, 25, 0, 30, tzinfo=UTC), (date(2026, 10, 15), date(2026, 11, 3)), "catch_up"
)
SPRING: Final = Weeks(
    date(2027, 3, 1), datetime(2027, 3, 28, 1, 30, tzinfo=UTC), (date(2027, 3, 18), date(2027, 4, 6)), "skip"
)


# --- the clock --------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Clock:
    """What the processes of a site take for now."""

    file: Path
    shift: timedelta = timedelta()

    def now(self) -> datetime:
        return datetime.now(UTC) + self.shift

    def jump(self, moment: datetime) -> None:
        """From now on it is this moment, and later; never earlier than it was."""
        behind = moment - self.now()
        if self.file.exists() and behind < timedelta():
            return
        self.shift += behind
        fresh = self.file.with_suffix(".new")
        fresh.write_bytes(pack("d", self.shift.total_seconds()))
        fresh.replace(self.file)


# --- the league -------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class League:
    """The site and whoever lets its time pass. `owed` are the slots of before that are still to be played."""

    site: Site
    clock: Clock
    weeks: Weeks
    rows: psycopg.Connection[tuple[Any, ...]]
    expected: int = 0
    skipped: list[datetime] = field(default_factory=list)

    def one(self, sql: str) -> Any:
        (value,) = self.rows.execute(sql.encode()).fetchone() or (None,)
        return value

    def until(self, holds: Callable[[], object], what: str) -> None:
        """Waits until something holds. Raises AssertionError with what all logs end with."""
        until = time.monotonic() + at_most(30)
        while not holds():
            tail = {name: log[-1500:] for name, log in self.site.logs().items()}
            assert time.monotonic() < until, f"{self.clock.now()}: {what} did not come about: {tail}"
            pause.wait(0.1)

    def get(self, path: str) -> Any:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.site.port}{path}", timeout=at_most(30)) as answer:
            assert answer.status == 200
            body = answer.read().decode()
        return json.loads(body) if path.startswith("/api/") else body

    def is_up(self) -> bool:
        try:
            return bool(self.get("/readyz"))
        except OSError:
            return False

    def games(self) -> int:
        return int(self.one("SELECT count(*) FROM games_game WHERE status = 'finished'"))

    def has_begun(self, season: str) -> bool:
        """Whether a season has been opened and started."""
        sql = b"SELECT 1 FROM league_season WHERE slug = %s AND started_at IS NOT NULL"
        return self.rows.execute(sql, [season]).fetchone() is not None

    def is_ready(self) -> bool:
        """Whether the games of both series' next slots are made, and nothing is played."""
        made = self.one(
            "SELECT count(DISTINCT season.series_id) FROM league_season AS season"
            " JOIN league_fixture AS fixture ON fixture.season_id = season.id"
            " JOIN games_game AS game ON game.id = fixture.game_id"
            " WHERE season.status = 'running' AND game.status = 'scheduled'"
        )
        return made == 2 and not self.one("SELECT count(*) FROM games_game WHERE status = 'running'")

    def play(self, slot: datetime) -> None:
        """The time comes for a slot, and it is played."""
        self.clock.jump(slot - AHEAD)
        self.expected += AT_ONCE
        self.settle()

    def settle(self) -> None:
        """Waits until all that should be played by now is, and what comes next is made."""
        self.until(lambda: self.games() >= self.expected and self.is_ready(), f"{self.expected} games")

    def miss(self, slot: datetime) -> None:
        """The time comes for a slot, and passes, and nobody is there to play it."""
        self.clock.jump(slot - AHEAD)
        pause.wait(AHEAD.total_seconds() + 1)
        self.clock.jump(slot + 5 * IN_TIME)
        pause.wait(1)
        if self.weeks.missed == "catch_up":
            self.expected += AT_ONCE


@contextmanager
def league(folder: Path, weeks: Weeks) -> Iterator[League]:
    """A site on the first Monday's morning, with both series begun."""
    clock = Clock(folder / "clock")
    clock.jump(weeks.at(1, 1, 9))
    shifted = {"PYTHONPATH": str(Path(__file__).with_name("shifted")), "SHIFTED_CLOCK": str(clock.file)}
    with (
        site(folder, workers=2, latency=0, **shifted) as found,
        psycopg.connect(found.database.url, autocommit=True) as rows,
    ):
        started = League(found, clock, weeks, rows)
        begin(started, "evenings", "mon-fri", "18:00", games=24)
        begin(started, "nights", "sun", "02:30", games=6)
        started.until(started.is_up, "the site")
        started.until(started.is_ready, "the first games")
        yield started


def begin(started: League, series: str, weekdays: str, at: str, *, games: int) -> None:
    """Begins a series: its first season, of which the others are made."""
    when = ["--weekdays", weekdays, "--times", at, "--zone", "Europe/Berlin", "--at-once", str(AT_ONCE)]
    when += ["--missed", started.weeks.missed, "--blackout", ",".join(map(str, started.weeks.blackouts))]
    what = ["--ruleset", "town-mafia", "--seats", "5", "--players", "house", "--games", str(games), "--pace", "0"]
    started.site.manage("season", f"{series}-1", "create", *what, *when)
    started.site.manage("season", f"{series}-1", "start")
    patterns = ["--slugs", f"{series}-{{n}}", "--names", f"{series} {{n}}"]
    started.site.manage("series", series, "create", "--from", f"{series}-1", "--roster", "same", "--after", *patterns)


# --- what happens to it -----------------------------------------------------------------------------------------------


def weeks_pass(here: League) -> dict[datetime, datetime]:
    """Lets the weeks pass, with all that happens; returns which slots were missed, each with the moment from which on
    somebody was there again."""
    weeks, clock, of = here.weeks, here.clock, here.site
    calm = iter(sorted(at for found in weeks.slots().values() for at, _, _ in found))
    upcoming = next(calm, None)

    def go_on(until: datetime) -> None:
        nonlocal upcoming
        while upcoming is not None and upcoming < until:
            here.play(upcoming)
            upcoming = next(calm, None)
        clock.jump(until)

    def missing() -> datetime:
        nonlocal upcoming
        assert upcoming is not None
        slot, upcoming = upcoming, next(calm, None)
        here.miss(slot)
        return slot

    go_on(weeks.at(1, 3, 12))  # the web is restarted
    of.webs[-1].terminate()
    of.webs[-1].wait(at_most(30))
    go_on(weeks.at(1, 4, 12))
    of.start_web()
    here.until(here.is_up, "the site, again")

    go_on(weeks.at(2, 5, 12))  # one of two workers stands still for a day
    of.hold(of.hands[0])
    go_on(weeks.at(2, 6, 12))
    of.let_go_on(of.hands[0])

    go_on(weeks.at(3, 2, 12))  # beat is killed for a day, in which a season ends and the next opens
    of.beats["beat"].kill()
    of.beats["beat"].wait()
    assert not here.has_begun("evenings-2")
    go_on(weeks.at(3, 3, 12))
    assert here.has_begun("evenings-2")
    of.start_beat()

    late = {}
    go_on(weeks.at(5, 3, 12))  # both stand still over one slot
    for hand in of.hands[:2]:
        of.hold(hand)
    late[missing()] = weeks.at(5, 4, 9)
    clock.jump(weeks.at(5, 4, 9))
    for hand in of.hands[:2]:
        of.let_go_on(hand)
    here.settle()

    go_on(weeks.at(7, 2, 12))  # everything that plays is gone for two slots
    of.beats["beat"].kill()
    of.beats["beat"].wait()
    for hand in of.hands[:2]:
        of.kill(hand)
    late |= {missing(): weeks.at(7, 4, 12), missing(): weeks.at(7, 4, 12)}
    clock.jump(weeks.at(7, 4, 12))
    of.start_beat()
    of.start_worker()
    of.start_worker()
    here.settle()

    go_on(weeks.at(WEEKS, 7, 20))
    return late


# --- the verdict ------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Played:
    """A slot as rows have it: its moment, whether it was skipped, why it was late, and its games."""

    season: str
    due_at: datetime
    is_skipped: bool
    why: str
    games: list[tuple[str, str, datetime, datetime]] = field(default_factory=list)


Wall = tuple[str, date, time_of_day]  # of which series, and what the clocks say


def slots_in(rows: psycopg.Connection[tuple[Any, ...]], until: datetime) -> dict[Wall, list[Played]]:
    """What became of every slot until then, by wall time: a series has it once."""
    found: dict[Wall, list[Played]] = {}
    for series, season, day, at, due_at, is_skipped, why, *game in rows.execute(SLOTS.encode(), [until]).fetchall():
        same = found.setdefault((series, day, at), [])
        if not same or same[-1].season != season:
            same.append(Played(season, due_at, is_skipped, why))
        if game[0] is not None:
            same[-1].games.append(tuple(game))
    return found


def broken_by(here: League, late: Mapping[datetime, datetime]) -> Iterable[str]:
    """What is not as the calendars and the documents say, in sentences."""
    found = slots_in(here.rows, here.clock.now())
    wanted = {(series, day, at): due for series, all_ in here.weeks.slots().items() for due, day, at in all_}
    yield from (f"{wall}: nobody asked for it" for wall in found if wall not in wanted)
    lines = list(told(here.site.logs()))
    for wall, due_at in wanted.items():
        rows = found.get(wall, [])
        if len(rows) != 1:
            yield f"{wall}: it was a slot of {[each.season for each in rows]}, wanted one"
            continue
        yield from (f"{wall}: {what}" for what in wrong_with(rows[0], due_at, late.get(due_at), here.weeks.missed))
        if due_at in late and not any(tells_of(line, rows[0], wall) for line in lines):
            yield f"{wall}: no log tells that {rows[0].why!r}: {[line for line in lines if line['event'] in LATE]}"
    all_games = Counter(game[0] for rows in found.values() for each in rows for game in each.games)
    yield from (f"game {game} was played in {times} slots" for game, times in all_games.items() if times > 1)
    ends = Counter(line["game"] for line in lines if line["event"] == "a game is over")
    if ends != all_games:
        yield f"logs tell of other ends than rows: {ends - all_games} and {all_games - ends}"
    for name, log in here.site.logs().items():
        if "Traceback" in log or '"exception":' in log.replace('": ', '":'):
            yield f"{name} has a traceback: {log[max(0, log.find('Traceback') - 500) :][:2_000]}"


def wrong_with(slot: Played, due_at: datetime, back_at: datetime | None, missed: str) -> Iterable[str]:
    """What is wrong with a slot that was due then, and was missed until somebody was back, if it was."""
    if slot.due_at != due_at:
        yield f"it was due {slot.due_at}, wanted {due_at}"
    if back_at is not None and missed == "skip":
        if not slot.is_skipped or slot.games:
            yield f"it was to be skipped, and has {slot.games}"
    elif [status for _, status, _, _ in slot.games] != ["finished"] * AT_ONCE or slot.is_skipped:
        yield f"its games are {slot.games}, wanted {AT_ONCE} that are over"
    first = due_at if back_at is None else back_at - AGREE
    latest = at_most(IN_TIME.total_seconds()) if back_at else IN_TIME.total_seconds()
    for game, _, began, ended in slot.games:
        if began is None or not first <= began <= first + timedelta(seconds=latest) or ended < began:
            yield f"game {game} began {began}, wanted {first}"
    if back_at is None and slot.why:
        yield f"it was in time, and is said to be late: {slot.why}"
    if back_at is not None:
        said = ABSENT.search(slot.why)
        since, until = (
            [datetime.fromisoformat(each).replace(tzinfo=UTC) for each in said.groups()] if said else [None] * 2
        )
        if since is None or until is None or not since <= due_at < back_at <= until + IN_TIME:
            yield f"nobody was there until {back_at}, and what is said is {slot.why!r}"


def told(logs: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    """The lines of all logs that are events."""
    for line in "\n".join(logs.values()).splitlines():
        if line.startswith("{"):
            yield json.loads(line)


def tells_of(line: Mapping[str, Any], slot: Played, wall: Wall) -> bool:
    """Whether a line of a log tells why this slot was late: by its name, or as one from a first to a last."""
    name = f"{wall[1]} {wall[2]:%H:%M} Europe/Berlin"
    is_named = name == line.get("slot") or str(line.get("first")) <= name <= str(line.get("last", line.get("first")))
    return line["event"] in LATE and line.get("season") == slot.season and line.get("why") == slot.why and is_named


# --- the tests --------------------------------------------------------------------------------------------------------


@pytest.mark.timeout(at_most(900))
@pytest.mark.parametrize("weeks", [pytest.param(AUTUMN, id="autumn"), pytest.param(SPRING, id="spring")])
def test_every_slot_of_the_weeks_round_a_change_of_clocks_is_played_once_or_as_its_season_says(
    weeks: Weeks, tmp_path: Path
) -> None:
    slots = weeks.slots()
    assert [len(slots["evenings"]), len(slots["nights"])] == [5 * WEEKS - 2, WEEKS]
    assert weeks.change in [at for at, _, _ in slots["nights"]], "zoneinfo says what the test says by hand"
    try:
        servers.postgresql_binaries()
    except servers.NoServer as error:
        pytest.fail(str(error))

    with league(tmp_path, weeks) as here:
        late = weeks_pass(here)

        assert list(broken_by(here, late)) == []
        assert here.games() == here.expected
        assert all(map(here.has_begun, ("evenings-2", "evenings-3", "nights-2", "nights-3")))
        for season, slots_of_it in late_by_season(here, late).items():
            page = here.get(f"/seasons/{season}/schedule/?past").lower()
            assert page.count("nobody looked after the league from ") == slots_of_it


def late_by_season(here: League, late: Mapping[datetime, datetime]) -> Counter[str]:
    """How many slots of which season were late."""
    found = slots_in(here.rows, here.clock.now())
    return Counter(each.season for rows in found.values() for each in rows if each.due_at in late)
