"""What a season's calendar comes to: the slots that were, and those that will be with the games that fall into them.

Read here and not in league.queries, for the command line, pages, the API and files of events tell the same. What is to
come is worked out each time: which games fall into which slot is known only when they are made, until then it is what
follows if nothing is missed. Nothing here says more of a game than that it is to be played, is played or was.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from itertools import islice
from typing import Any, Final, NamedTuple

from django.db.models import Max, Min, Q

from games.models import Game
from league.calendars.again import first_begun, is_told_in, lost_of
from league.calendars.plans import DAYS, WrongCalendar, plan_of, zone_named
from league.calendars.sharing import in_slots, queue_of
from league.calendars.slots import WallTime, slots
from league.calendars.turns import GRACE, calendar_of, unused
from league.models import Calendar, Fixture, Season

MOST_AHEAD: Final = 500  # slots to come that are told


class State(StrEnum):
    """What has become of a slot."""

    COMING = "to come"
    OWED = "to be caught up"
    PLAYING = "being played"
    PLAYED = "played"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class GameTold:
    """A game that falls into a slot, by its number in the season; `game` is its id, "" while there is none. Where one
    before it was set aside it is another `attempt`, `first_at` is when the first of them began, and `lost` what became
    of that."""

    number: int
    ruleset: str
    game: str = ""
    started_at: datetime | None = None
    finished_at: datetime | None = None
    is_over: bool = False
    attempt: int = 1
    first_at: datetime | None = None
    lost: str = ""
    due_at: datetime | None = None

    @property
    def began_at(self) -> datetime | None:
        """When it began for the first time."""
        return self.first_at or self.started_at

    def again_told(self, *, of: datetime) -> str:
        """What became of its later attempt, in words, with dates where these are others than that of its slot, which
        was due then; "" where there is none."""
        if self.attempt == 1:
            return ""
        began = f"began at {_clock(self.started_at, of=of)}" if self.started_at else "has not begun"
        ended = f" and ended at {_clock(self.finished_at, of=of)}" if self.finished_at else ""
        return f"attempt {self.attempt} of game {self.number} {began}{ended}" + (" UTC" if self.started_at else "")


def _clock(at: datetime, *, of: datetime) -> str:
    is_same_day = at.astimezone(UTC).date() == of.astimezone(UTC).date()
    return f"{at.astimezone(UTC):{'%H:%M:%S' if is_same_day else '%Y-%m-%d %H:%M:%S'}}"


@dataclass(frozen=True, slots=True)
class SlotTold:
    """A slot in a season's schedule: its wall time, its moment, what has become of it, and which games are in it. Of a
    draft it is a forecast: such a slot would be if it were announced, or started, now; and of a season that was
    announced and is to be started by hand: if somebody does so by then."""

    day: date
    time: time
    time_zone: str
    due_at: datetime
    state: State
    games: tuple[GameTold, ...] = ()
    why: str = ""
    is_forecast: bool = False
    doubt: str = ""

    @property
    def key(self) -> str:
        """What it is called: no other slot of its season is called so."""
        return f"{self.wall}@{self.time_zone}"

    @property
    def wall(self) -> str:
        """The wall time."""
        return f"{self.day.isoformat()}T{self.time:%H:%M}"

    @property
    def began_at(self) -> datetime | None:
        """When the first of its games began, for the first time."""
        return min((each.began_at for each in self.games if each.began_at), default=None)

    @property
    def ended_at(self) -> datetime | None:
        """When the last of its games was over; None while one is not."""
        ends = [each.finished_at for each in self.games if each.finished_at]
        return max(ends) if self.state == State.PLAYED and ends else None

    @property
    def late(self) -> int | None:
        """By how many seconds its last game began late, or is late by now known to be; None for in time, and where
        nobody can tell yet. One that began in time, was set aside and dealt again is not late."""
        begins = [each.began_at for each in self.games if each.began_at]
        if not any(each.began_at > self.due_of(each) + GRACE for each in self.games if each.began_at):
            return None
        return int((max(begins) - self.due_at).total_seconds())

    def due_of(self, game: GameTold) -> datetime:
        """When one of its games was to begin: at its moment, or behind it where the interval behind the game before was
        not over. What was caught up, or dealt again, was due when somebody came to it."""
        is_first = game.due_at is not None and game.attempt == 1 and not self.why
        return max(self.due_at, game.due_at or self.due_at) if is_first else self.due_at

    @property
    def late_told(self) -> str:
        """How late it began, in words; "" for in time."""
        return "" if self.late is None else told_span(self.late)

    @property
    def told_state(self) -> str:
        """What has become of it, and how late it was or whether it was in time though not all went well, in words."""
        if self.late_told:
            return f"{self.state}, {self.late_told} late"
        again = [each.first_at for each in self.games if each.attempt > 1]
        is_in_time = bool(again) and all(at is not None and at <= self.due_at + GRACE for at in again)
        return f"{self.state}, begun in time" if is_in_time else str(self.state)

    @property
    def told_why(self) -> str:
        """Why it was late or skipped, and what became of games that were dealt again, in words."""
        said = [self.why] if self.why else []
        for each in self.games:
            if each.lost and not is_told_in(self.why, each.number, each.lost):
                said.append(f"game {each.number} {each.lost}")
            if again := each.again_told(of=self.due_at):
                said.append(again)
        return "; ".join(said)

    @property
    def local(self) -> datetime:
        """Its moment on the clocks of its zone: what they say, which is not the wall time where that is left out."""
        return self.due_at.astimezone(zone_named(self.time_zone))

    @property
    def numbers(self) -> str:
        """Which games are in it, in words."""
        numbers = [str(each.number) for each in self.games]
        if not numbers:
            return "no game"
        if len(numbers) == 1:
            return f"game {numbers[0]}"
        return f"games {', '.join(numbers[:-1])} and {numbers[-1]}"


def told_span(seconds: int) -> str:
    """A span in words, in its two largest units."""
    units = [("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1)]
    parts = []
    for name, size in units:
        count, seconds = divmod(seconds, size)
        if count:
            parts.append(f"{count} {name}{'' if count == 1 else 's'}")
    return " ".join(parts[:2])


def schedule_of(season: Season, *, now: datetime, ahead: int = MOST_AHEAD) -> list[SlotTold]:
    """A season's slots in the order of their moments: those that have a row, and as many of those to come as its games
    need, at most so many; none without a calendar. Five queries, two more where nobody sits in two games at once, and
    one where games of it were dealt again."""
    calendar = calendar_of(season)
    if calendar is None:
        return []
    upcoming = foretold(season)
    entries = [*past(calendar, upcoming), *coming(season, calendar, upcoming, now=now, most=ahead)]
    return sorted(entries, key=lambda each: (each.due_at, each.day, each.time))


class Foretold(NamedTuple):
    """Games that fall into a slot to come, and why others may."""

    games: tuple[GameTold, ...] = ()
    doubt: str = ""


def foretold(season: Season) -> Iterator[Foretold]:
    """The games that are in no slot yet, slot by slot; the first slot that is in doubt leaves all behind it in
    doubt."""
    queue, doubt = queue_of(season), ""
    for together in in_slots(season, queue):
        doubt = doubt or (queue.doubt if len(together) > 1 else "")
        yield Foretold(tuple(GameTold(each.number, each.ruleset) for each in together), doubt)


def doubt_of(entries: Iterable[SlotTold]) -> str:
    """Why some of these slots may have other games; "" where none may."""
    return next((each.doubt for each in entries if each.doubt), "")


def past(calendar: Calendar, upcoming: Iterator[Foretold]) -> Iterator[SlotTold]:
    """The slots that have a row; those to be caught up take of the games to come."""
    rows = list(calendar.slots.order_by("due_at", "day", "time"))
    games: dict[int | None, list[Any]] = defaultdict(list)
    fixtures = Fixture.objects.filter(slot__in=[row.pk for row in rows]).order_by("number")
    for fixture in fixtures.select_related("game", "rules"):
        games[fixture.slot_id].append(fixture)
    again = {each.number for own in games.values() for each in own if each.attempt > 1}
    lost = lost_of(calendar.season, again, since=rows[0].due_at) if again else []
    began, became = first_begun(lost), {each.number: each.told for each in reversed(lost)}
    for row in rows:
        own = tuple(
            replace(told_of(each), first_at=began.get(each.number), lost=became.get(each.number, ""))
            for each in games[row.pk]
        )
        doubt = ""
        if row.skipped_at is not None:
            state = State.SKIPPED
        elif row.opened_at is None:
            state, (own, doubt) = State.OWED, next(upcoming, Foretold())
        elif own and all(each.is_over for each in own):
            state = State.PLAYED
        else:
            state = State.PLAYING if any(each.began_at for each in own) else State.COMING
        yield SlotTold(row.day, row.time, row.time_zone, row.due_at, state, own, row.late_why, doubt=doubt)


def coming(
    season: Season, calendar: Calendar, upcoming: Iterator[Foretold], *, now: datetime, most: int
) -> Iterator[SlotTold]:
    """The slots that have no row yet, with the games that fall into them."""
    zone, is_forecast = calendar.time_zone, is_by_hand(season, calendar)
    try:
        for wall, (games, doubt) in zip(islice(walls(season, calendar, now=now), most), upcoming, strict=False):
            slot = SlotTold(wall.day, wall.time, zone, wall.at, State.COMING, games, is_forecast=is_forecast)
            yield replace(slot, doubt=doubt)
    except WrongCalendar:
        return  # of a zone that is not known here any more: the season says so itself


def walls(season: Season, calendar: Calendar, *, now: datetime) -> Iterator[WallTime]:
    """The slots to come of a season that is not over."""
    if season.status in Season.OVER:
        return iter(())
    if season.status in Season.UNSTARTED:
        # One that begins by itself has no slot before it does.
        return slots(plan_of(calendar), since=max(filter(None, (now, calendar.starts_at, season.begins_at))))
    return unused(season, calendar, since=now - GRACE)


def is_by_hand(season: Season, calendar: Calendar) -> bool:
    """Whether a season with this calendar begins only when somebody starts it, or announces it first."""
    is_timed = season.begins_at is not None or calendar.starts_at is not None
    return season.status == Season.Status.DRAFT or (season.status == Season.Status.ANNOUNCED and not is_timed)


def told_of(fixture: Fixture) -> GameTold:
    """What a schedule tells of a fixture."""
    game = fixture.game
    if game is None:
        return GameTold(fixture.number, fixture.rules.ruleset, attempt=fixture.attempt)
    return GameTold(
        number=fixture.number,
        ruleset=fixture.rules.ruleset,
        game=game.public_id,
        started_at=game.started_at,
        finished_at=game.finished_at,
        is_over=game.status == Game.Status.FINISHED,
        attempt=fixture.attempt,
        due_at=game.due_at,
    )


# --- the next --------------------------------------------------------------------------------------------------------


def next_slots(seasons: Iterable[Season], *, now: datetime) -> dict[int, datetime]:
    """By the keys of those of these seasons that run by a calendar, when the next of their slots is. Three queries,
    however many there are."""
    calendars = Calendar.objects.filter(season__in=list(seasons), season__status=Season.Status.RUNNING)
    found = {each.season_id: each for each in calendars.select_related("season")}
    waiting = Fixture.objects.filter(season__in=found, game__status=Game.Status.SCHEDULED, game__due_at__gte=now)
    due = dict(waiting.order_by().values_list("season").annotate(first=Min("game__due_at")))
    more = Fixture.objects.filter(season__in=found).order_by().values("season")
    used = {
        row["season"]: row["last"]
        for row in more.annotate(last=Max("slot__due_at"), left=Min("number", filter=Q(game__isnull=True)))
        if row["left"] is not None
    }
    return {key: at for key, each in found.items() if (at := due.get(key) or _next_of(each, used, now=now))}


def _next_of(calendar: Calendar, used: Mapping[int, datetime | None], *, now: datetime) -> datetime | None:
    """When the next slot of a calendar is whose games are not made yet; None where none is left to be made."""
    if calendar.season_id not in used:
        return None
    last = used[calendar.season_id]
    after = last + timedelta(microseconds=1) if last else None
    since = max(filter(None, (now, after, calendar.starts_at, calendar.changed_at)), default=now)
    try:
        return next(slots(plan_of(calendar), since=since.astimezone(UTC))).at
    except (WrongCalendar, StopIteration):
        return None


# --- as JSON ---------------------------------------------------------------------------------------------------------


def calendar_told(calendar: Calendar | None) -> dict[str, Any] | None:
    """What a calendar says, as the API and the command line tell it; None of none."""
    if calendar is None:
        return None
    return {
        "starts_at": calendar.starts_at,
        "weekdays": [DAYS[int(each) - 1] for each in calendar.weekdays],
        "times": calendar.times.split(),
        "time_zone": calendar.time_zone,
        "blackouts": calendar.blackouts.split(),
        "missed": calendar.missed,
    }


def entry_told(entry: SlotTold) -> dict[str, Any]:
    """A slot, as the API and the command line tell it."""
    return {
        "day": entry.day.isoformat(),
        "time": f"{entry.time:%H:%M}",
        "time_zone": entry.time_zone,
        "due_at": entry.due_at,
        "state": str(entry.state),
        "is_forecast": entry.is_forecast,
        "games": [{"number": each.number, "ruleset": each.ruleset, "game": each.game or None} for each in entry.games],
        "began_at": entry.began_at,
        "ended_at": entry.ended_at,
        "late_seconds": entry.late,
        "why": entry.told_why,
        "doubt": entry.doubt,
    }
