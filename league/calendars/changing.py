"""A season's calendar set and changed. Law: before its start all of it may be said anew, then its future: what was
played stays, what was missed until now stays missed, and slots count by the new words from now on.

How many games behind its players learn is frozen with the start, as all that they remember: more games at once than
that are refused, and a season that said nothing of it keeps what was usual for it before.

A game that was made keeps its terms, but for the pace while nobody has begun it: nothing hangs on that yet, neither its
deal and what binds it nor an event's time, and whoever begins it reads it then. Else games that are made a day ahead of
their slot would have to be voided for it.

Whoever says what they had looked at (`seen`) writes no more than what they changed of it, and never over what another
has changed meanwhile.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from math import isfinite
from typing import Any, Final

import structlog
from django.db import transaction
from django.db.models import QuerySet

from games.models import Game
from league.calendars.plans import WrongCalendar, plan_of
from league.calendars.turns import UNBEGUN, calendar_of, note_missed, retime, unbegun_fixtures
from league.models import Calendar, Season

logger = structlog.get_logger(__name__)

MOST_AT_ONCE: Final = 100
MOST_PACE: Final = 100.0
SAID: Final = ("starts_at", "weekdays", "times", "time_zone", "blackouts", "missed")  # of a calendar, by its operator
KEPT: Final = (
    "a season under way keeps a calendar: say at which times it plays from now on. To have nothing played, pause it."
)
CLOCK: Final = ("times", "time_zone", "starts_at")  # of which each is read by the others


class Outdated(WrongCalendar):
    """A time of a season that is another by now than the one that somebody looked at."""


@dataclass(frozen=True, slots=True)
class Timing:
    """When a season plays and how: its calendar as a row that is not stored, None for none; how many games at once,
    None for as usual (one in a slot); at which pace."""

    calendar: Calendar | None
    at_once: int | None
    pace: float


def timing_of(season: Season) -> Timing:
    """As it is now."""
    return Timing(calendar_of(season), season.at_once, season.pace)


def change_timing(*, season: Season, wanted: Timing, now: datetime, seen: Timing | None = None) -> Season:
    """Has a season play so from now on, and returns it; where it is said what was `seen`, only in what is wanted
    otherwise than that. Games that have begun keep their pace; those of a slot to come that have not begun take the
    next by the new calendar. Raises WrongCalendar, of which Outdated; nothing is changed then."""
    with transaction.atomic():
        season = Season.objects.select_for_update(no_key=True).get(pk=season.pk)
        before, pace_before = calendar_of(season), season.pace
        if seen is not None:
            wanted = merged(season=season, seen=seen, wanted=wanted)
        at_once = (wanted.at_once or 1) if wanted.calendar else wanted.at_once
        check_timing(season=season, before=before, wanted=wanted, at_once=at_once)
        fields = {"at_once": at_once, "pace": wanted.pace} | frozen_lag(season, at_once=at_once, pace=wanted.pace)
        is_begun = season.status not in Season.UNSTARTED
        if is_begun and before is not None:
            note_missed(season=season, calendar=before, now=now)
        Season.objects.filter(pk=season.pk).update(**fields)
        season.refresh_from_db()
        if wanted.calendar is None:
            Calendar.objects.filter(season=season).delete()  # only of a draft, as check_timing() has it
        else:
            said = {name: getattr(wanted.calendar, name) for name in SAID}
            is_other = before is None or any(getattr(before, name) != value for name, value in said.items())
            if is_begun and is_other:
                said["changed_at"] = now
            calendar, _ = Calendar.objects.update_or_create(season=season, defaults=said)
            if is_begun and is_other:
                move_what_is_open(season=season, calendar=calendar, now=now)
        if is_begun and wanted.pace != pace_before:
            pace_what_is_unbegun(season=season, pace=wanted.pace)
    season.refresh_from_db()
    logger.info("a season plays at other times", season=season.slug, at_once=at_once, pace=wanted.pace)
    return season


def drop_calendar(*, season: Season) -> bool:
    """Takes the calendar off a season that begins just now, which then plays as soon as it can; whether it had one. To
    be called with the season's row locked."""
    dropped, _ = Calendar.objects.filter(season=season).delete()
    season.refresh_from_db()  # which knows its calendar, too
    return bool(dropped)


def merged(*, season: Season, seen: Timing, wanted: Timing) -> Timing:
    """How a season plays now, but for what is wanted otherwise than it was seen. Raises Outdated where that was changed
    meanwhile, to something else."""
    mine, theirs, was = said_of(wanted), said_of(timing_of(season)), said_of(seen)
    moved = {name for name in mine if mine[name] != was[name]}
    moved_there = {name for name in theirs if theirs[name] != was[name]}
    if moved.intersection(CLOCK):
        moved_there |= set(CLOCK) if moved_there.intersection(CLOCK) else set()
        moved |= set(CLOCK) if moved_there.intersection(CLOCK) else set()
    if any(mine[name] != theirs[name] for name in moved & moved_there):
        raise Outdated("status", f"{season.slug} plays otherwise by now than you saw; look at it again.")
    at_once, pace, *of_calendar = ((mine if name in moved else theirs)[name] for name in mine)
    said = dict(zip(SAID, of_calendar, strict=True))
    return Timing(Calendar(**said) if said["times"] else None, at_once, pace)


def said_of(timing: Timing) -> dict[str, Any]:
    """What is said of when a season plays, by its names; where it has no calendar, nothing of one."""
    row = timing.calendar
    return {"at_once": timing.at_once, "pace": timing.pace} | {
        name: getattr(row, name) if row else None for name in SAID
    }


def check_timing(*, season: Season, before: Calendar | None, wanted: Timing, at_once: int | None) -> None:
    """Raises WrongCalendar, which names the field, unless a season may play so from now on."""
    if season.status in Season.OVER:
        raise WrongCalendar("status", f"{season.slug} is over; it plays no more.")
    if at_once is not None and not 1 <= at_once <= MOST_AT_ONCE:
        raise WrongCalendar("at_once", f"must be a whole number from 1 to {MOST_AT_ONCE}, not {at_once}.")
    if not (isfinite(wanted.pace) and 0 <= wanted.pace <= MOST_PACE):
        raise WrongCalendar("pace", f"must be a number from 0 to {MOST_PACE:g}, not {wanted.pace!r}.")
    if season.is_twin and wanted.calendar is not None:
        raise WrongCalendar("times", f"{season.slug} is a twin: its games follow those of its first.")
    if season.status not in Season.UNSTARTED and before is not None and wanted.calendar is None:
        raise WrongCalendar("times", KEPT)
    if wanted.calendar is not None:
        wanted.calendar.season = season
        plan_of(wanted.calendar)
        if wanted.calendar.missed not in Calendar.Missed.values:
            choices = ", ".join(Calendar.Missed.values)
            raise WrongCalendar("missed", f"must be one of {choices}, not {wanted.calendar.missed!r}.")
    check_lag(season=season, at_once=at_once)


def check_lag(*, season: Season, at_once: int | None) -> None:
    """Raises WrongCalendar where games that are played at once would have to know of each other."""
    behind = season.games_behind if season.status not in Season.UNSTARTED else season.lag
    if season.teaches and at_once is not None and behind is not None and at_once > behind:
        why = "which is frozen with its start" if season.status not in Season.UNSTARTED else "or say more games behind"
        told = f"its players learn {behind} game{'' if behind == 1 else 's'} behind, {why}"
        raise WrongCalendar("at_once", f"must be at most {behind}, not {at_once}: {told}.")


def frozen_lag(season: Season, *, at_once: int | None, pace: float) -> dict[str, int]:
    """What is to be written of how many games behind its players learn, so that it stays as it was when the season
    started; nothing of one that has not."""
    if season.status in Season.UNSTARTED or season.lag is not None:
        return {}
    behind = season.games_behind
    by_then = Season(at_once=at_once, pace=pace, interval=season.interval).games_behind
    return {} if by_then == behind else {"lag": behind}


def rows_of_timing(season: Season, *, pace: float) -> list[Any]:
    """The rows of which a change to this pace may be an act: the season's, its calendar's, and those of games that take
    another pace."""
    of_pace = [games_unbegun(season)] if pace != season.pace and season.status not in Season.UNSTARTED else []
    return [season, Calendar.objects.filter(season=season), *of_pace]


def games_unbegun(season: Season) -> QuerySet[Game]:
    """The games that were made and nobody has begun, nor holds to do so."""
    return Game.objects.filter(UNBEGUN, fixture__season=season, lease_owner__isnull=True)


def pace_what_is_unbegun(*, season: Season, pace: float) -> None:
    """Gives the games that nobody has begun this pace. To be called with the season's row locked, in whose name alone
    terms are written; who begins one meanwhile has the pace of before."""
    for key, terms in games_unbegun(season).order_by("pk").values_list("pk", "terms"):
        if terms.get("pace") != pace:
            games_unbegun(season).filter(pk=key).update(terms=terms | {"pace": pace})


def pace_told(season: Season) -> str:
    """Of a season that has been given another pace, which of its open games have it already and which keep the one of
    before, in sentences; "" where none is open. One query."""
    is_open = season.fixtures.filter(game__status__in=(Game.Status.SCHEDULED, Game.Status.RUNNING, Game.Status.PAUSED))
    taken: list[int] = []
    kept: list[int] = []
    told_of = ("number", "game__terms__pace", "game__started_at")
    for number, pace, started_at in is_open.order_by("number").values_list(*told_of):
        if pace != season.pace:
            kept.append(number)
        elif started_at is None:
            taken.append(number)
    told: list[str] = []
    if taken:
        told.append(f"{_numbered(taken)}, which nobody has begun, {_have(taken)} the new pace.")
    if kept:
        told.append(f"{_numbered(kept)} {_have(kept)} begun and {_keep(kept)} the pace of before.")
    return " ".join(told)


def _numbered(numbers: Sequence[int]) -> str:
    first, *others = map(str, numbers)
    return f"Games {', '.join([first, *others[:-1]])} and {others[-1]}" if others else f"Game {first}"


def _have(numbers: Sequence[int]) -> str:
    return "has" if len(numbers) == 1 else "have"


def _keep(numbers: Sequence[int]) -> str:
    return "keeps" if len(numbers) == 1 else "keep"


def move_what_is_open(*, season: Season, calendar: Calendar, now: datetime) -> None:
    """Has the games that were made for a slot to come, and have not begun, take the next by a calendar that was
    changed; and those of a slot that is over begin whenever they can, where missed slots are not skipped any more."""
    slot = calendar.slots.filter(opened_at__isnull=False, due_at__gt=now).order_by("-due_at").first()
    fixtures = unbegun_fixtures(season, slot) if slot is not None else []
    if slot is not None and fixtures:
        slot.fixtures.update(slot=None)
        slot.delete()
        retime(season=season, calendar=calendar, fixtures=fixtures, now=now)
    if not calendar.skips:
        Game.objects.filter(UNBEGUN, fixture__season=season, begins_by__isnull=False).update(begins_by=None)
