"""How the seasons under way stand: what is in play, what each waits for and since when, and when it goes on. Drafts are
in none of it."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.db.models import Count, Max, Min, Q
from django.urls import reverse

from games.models import Game
from games.models.waiting import LATE, PENNILESS, ROOMLESS, UNASKABLE, UNREAD
from league.calendars.plans import WrongCalendar, zone_named
from league.calendars.schedule import next_slots, told_span
from league.calendars.turns import calendar_of, slots_needed
from league.models import Act, Calendar, Fixture, Season, Slot
from league.queries.schedule import games_off, games_recorded
from league.seasons.lifecycle.starting import begins_at
from league.seasons.schedule.choosing import most_at_once
from league.seasons.schedule.holding import WITH_ITS_SEASON

MOST_SEASONS: Final = 60
SHOWN: Final = (*Season.UNDER_WAY, Season.Status.ANNOUNCED)
BY_HAND: Final = "paused"  # how the reason of a season begins that somebody has paused
# What a reason is about, by words that stand in it; the first that does holds.
ABOUT: Final = (
    ("budget of", "cap"),
    ("stopped by an operator", "cap"),
    (ROOMLESS, "model"),
    (UNASKABLE, "model"),
    (UNREAD, "model"),
    (LATE, "model"),
    ("as fast as its provider allows", "limits"),
    (PENNILESS, "provider"),
    ("next try", "provider"),
)
# When a season goes on that has no time for it, by what it waits for.
NEXT: Final = {"place": "when a game ends", "games": "when they end", "end": "its own end"}


@dataclass(frozen=True, slots=True)
class SeasonStand:
    """A season under way or announced: since when it is as it is, how far, how many games are in play and held up, what
    it waits for (in words, and in one: see `waits_for`), and when it goes on, on the clocks of its own zone too. Of a
    paused one with a calendar, how many slots are to come."""

    slug: str
    name: str
    url: str
    status: str
    since: datetime | None
    played: int
    planned: int
    running: int
    held_up: int
    waits_for: str
    waiting: str
    next_at: datetime | None
    next_is: str
    time_zone: str
    slots_left: int = 0

    @property
    def next_local(self) -> datetime | None:
        """The next moment on the clocks of its zone."""
        return self.next_at.astimezone(self.zone) if self.next_at else None

    @property
    def zone(self) -> ZoneInfo:
        """Its zone; a template would show any moment on the clocks of the site's."""
        return _zone(self.time_zone)

    @property
    def next_told(self) -> str:
        """When it goes on, of one that has no time for it."""
        if self.slots_left:
            return f"paused; {self.slots_left:,} slot{'' if self.slots_left == 1 else 's'} to come"
        if self.status == Season.Status.ANNOUNCED:
            return "when somebody starts it"
        return NEXT.get(self.waits_for, "not known")

    @property
    def is_running(self) -> bool:
        return self.status == Season.Status.RUNNING

    @property
    def is_stopped(self) -> bool:
        """Whether it is paused, and nobody has paused it by hand."""
        return self.status == Season.Status.PAUSED and not self.waiting.startswith(BY_HAND)

    @property
    def is_late(self) -> bool:
        """Whether it was announced and cannot begin though its time has come."""
        return self.status == Season.Status.ANNOUNCED and bool(self.waiting)


def _zone(name: str) -> ZoneInfo:
    try:
        return zone_named(name)
    except WrongCalendar:
        return ZoneInfo("UTC")


def about(waiting: str) -> str:
    """What a reason is about, in a word: cap, model, limits, provider, operator; "other" for another, "" for none."""
    if not waiting:
        return ""
    if waiting.startswith(BY_HAND):  # what somebody gave as a reason may say anything
        return "operator"
    return next((word for part, word in ABOUT if part in waiting), "other")


def stands_told(*, now: datetime) -> tuple[SeasonStand, ...]:
    """The seasons under way and those that were announced, the running ones first. Nine queries, however many, and
    for each paused one with a calendar those of its queue."""
    rows = (
        Season.objects.filter(status__in=SHOWN)
        .select_related("calendar", "twin_of")
        .annotate(done=games_recorded() + games_off())
    )
    seasons = list(rows.order_by("-status", "-id")[:MOST_SEASONS])
    keys = [season.pk for season in seasons]
    games: defaultdict[int, list[dict[str, Any]]] = defaultdict(list)
    unrecorded = Fixture.objects.filter(season__in=keys, game__isnull=False, recorded_at__isnull=True)
    named = ("season", "game__status", "game__waiting")
    unbegun = Count("pk", filter=Q(game__started_at__isnull=True))
    for row in unrecorded.order_by().values(*named).annotate(n=Count("pk"), due=Min("game__due_at"), unbegun=unbegun):
        games[row["season"]].append(row)
    unopened = Fixture.objects.filter(season__in=keys, game__isnull=True, due_at__isnull=False)
    due = dict(unopened.order_by().values_list("season").annotate(Min("due_at")))
    in_cast = Fixture.objects.filter(~Q(cast_by="") | ~Q(cast_waiting=""), season__in=keys)
    casts = {row[0]: row[1:] for row in in_cast.order_by("-number").values_list("season", "number", "cast_waiting")}
    slots = next_slots(seasons, now=now)
    missed = Slot.objects.filter(calendar__season__in=keys, opened_at__isnull=True, skipped_at__isnull=True)
    missed = missed.exclude(calendar__missed=Calendar.Missed.SKIP).order_by()
    owed = {row[0]: row[1:] for row in missed.values_list("calendar__season").annotate(Count("pk"), Min("due_at"))}
    acts = Act.objects.filter(app_label="league", model="season", name__in=[each.slug for each in seasons])
    paused = dict(acts.filter(verb="pause").order_by().values_list("name").annotate(Max("at")))
    return tuple(
        _stand(season, games[season.pk], casts.get(season.pk), due.get(season.pk), slots, owed.get(season.pk), paused)
        for season in seasons
    )


def _stand(
    season: Season,
    games: list[dict[str, Any]],
    cast: tuple[int, str] | None,
    due: datetime | None,
    slots: dict[int, datetime],
    owed: tuple[int, datetime] | None,
    paused: dict[str, datetime],
) -> SeasonStand:
    waiting = [row for row in games if row["game__waiting"] not in ("", WITH_ITS_SEASON)]
    scheduled = [
        row["due"] for row in games if row["game__status"] == Game.Status.SCHEDULED and not row["game__waiting"]
    ]
    calendar = calendar_of(season)
    next_at, next_is = slots.get(season.pk), "slot"
    if season.status == Season.Status.ANNOUNCED:
        next_at, next_is = begins_at(season), "start"
    elif season.status == Season.Status.PAUSED:
        next_at = None
    elif calendar is None or next_at is None:
        next_at, next_is = min(filter(None, (*scheduled, due)), default=None), "game"
    else:  # what was missed is played before the next slot, and so is what was dealt again
        next_at = min(filter(None, (next_at, *scheduled, due)))
    if owed is not None and season.status == Season.Status.RUNNING and calendar is not None:
        next_at, next_is = min(filter(None, (next_at, owed[1]))), "slot"
    waits_for, told = _waits(season, games, waiting, cast, next_at)
    if waits_for == "slot" and owed is not None:
        told = f"{owed[0]:,} slot{'' if owed[0] == 1 else 's'} that {'is' if owed[0] == 1 else 'are'} to be caught up"
    since = season.resumed_at or season.started_at
    if season.status == Season.Status.PAUSED:
        since = paused.get(season.slug)
    return SeasonStand(
        slug=season.slug,
        name=season.name,
        url=reverse("season", args=[season.slug]),
        status=season.status,
        since=season.announced_at if season.status == Season.Status.ANNOUNCED else since,
        # Of a sealed season also those that will be recorded with their block.
        played=season.done  # type: ignore[attr-defined]  # games_recorded() counts it
        + sum(row["n"] for row in games if row["game__status"] == Game.Status.FINISHED),
        planned=season.games_planned,
        running=sum(row["n"] for row in games if row["game__status"] == Game.Status.RUNNING),
        held_up=sum(row["n"] for row in waiting),
        waits_for=waits_for,
        waiting=told,
        next_at=next_at,
        next_is=next_is if next_at else "",
        time_zone=calendar.time_zone if calendar else "UTC",
        slots_left=_slots_left(season, games) if calendar and season.status == Season.Status.PAUSED else 0,
    )


def _slots_left(season: Season, games: list[dict[str, Any]]) -> int:
    """How many slots a season with a calendar has to come: of games that were made and have not begun one, and those of
    the rest."""
    return (1 if any(row["unbegun"] for row in games) else 0) + slots_needed(season)


def _waits(
    season: Season,
    games: list[dict[str, Any]],
    waiting: list[dict[str, Any]],
    cast: tuple[int, str] | None,
    next_at: datetime | None,
) -> tuple[str, str]:
    """What a season waits for, in one word and in words; both "" where its next game is due, or will be."""
    if season.status != Season.Status.RUNNING:
        return about(season.waiting), season.waiting
    if waiting:
        first = min(waiting, key=lambda row: row["due"])
        number = sum(row["n"] for row in waiting)
        told = f"{number} game{'' if number == 1 else 's'} held up: {first['game__waiting']}"
        return about(first["game__waiting"]), told
    if cast is not None:
        number, why = cast
        return (
            "cast",
            f"the personas of game {number} are not written: {why}" if why else f"game {number} is being cast",
        )
    done: int = season.done  # type: ignore[attr-defined]  # games_recorded() counts it
    left = 0 if season.is_ending else season.games_planned - done - sum(row["n"] for row in games)
    on = sum(row["n"] for row in games if row["game__status"] in (Game.Status.RUNNING, Game.Status.SCHEDULED))
    if calendar_of(season) and (next_at or not on):
        is_playing = any(row["game__status"] == Game.Status.RUNNING for row in games)
        return "slot", "its next slot, for the games after those that are on" if is_playing else "its next slot"
    if next_at:
        return "", ""
    if on:
        return _waits_beside(season, on, left)
    if season.twin_of is not None:
        return "first", f"games of {season.twin_of.slug}, which it plays once more"
    if season.teaches and done > 0 and left > 0:
        return "memory", "what its players learn of the games before"
    return (
        "other",
        "the next sweep, which makes its next games" if left > 0 else "the next sweep, which counts its games",
    )


def _waits_beside(season: Season, on: int, left: int) -> tuple[str, str]:
    """The same of one with so many games under way or about to begin, none of them due, and so many not made yet."""
    if left <= 0:
        return "end", "the end of its last game" if on == 1 else f"the end of its last {on} games"
    if on >= (most := most_at_once(season)):
        only = "one game" if most == 1 else f"{most} games"
        return "place", f"a free place: no more than {only} at once"
    return "games", "games under way that must end first"


def ago(since: datetime, now: datetime) -> str:
    """How long something is ago, in words."""
    return told_span(max(0, int((now - since).total_seconds()))) or "no time"
