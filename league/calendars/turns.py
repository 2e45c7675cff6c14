"""Which slot a season plays next, and what became of those that it missed. Law: slots are played one after the other,
in the order of their moments; each is a row before a game of it is made, and a row is taken once, by a conditional
UPDATE.

A look (`look`) at a running season notes what was missed since the last one, with the reason, and `next_turn` says
which slot is next; league.seasons.schedule.fixtures makes its games. They are made as soon as those of the slot before
are over, so that their pages and a countdown are there, and are due at the slot's moment: hosts begin them then,
whether or not anybody looks.

A slot is missed whose games have not begun GRACE after its moment, or after that at which an interval behind the game
before is over. Caught up, it is played as soon as it can be, one
missed slot after the other. Skipped, its games take the next slot, and the season ends later; hosts do not begin them
in between (`begins_by`), or whoever comes back first would decide whether a slot is skipped.

Why one was late is said when it is noticed, from what is in rows by then: when somebody last looked (`looked_at`), when
the season was resumed, which games were not over, what a game waits for, who held one back. A game that began in time
and was set aside is late by nobody's fault that looks after the league: its next attempt says so.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from itertools import groupby, islice, takewhile
from operator import attrgetter
from typing import Final, NamedTuple

import structlog
from django.db import transaction
from django.db.models import Q, QuerySet

from games.models import Game
from league.calendars.again import Lost, again_told, first_begun, lost_of
from league.calendars.plans import in_utc, plan_of
from league.calendars.sharing import in_slots, queue_of
from league.calendars.slots import WallTime, slots
from league.models import Act, Calendar, Fixture, Season, Slot
from league.models.calendar import LONGEST_WHY

logger = structlog.get_logger(__name__)

GRACE: Final = timedelta(seconds=60)  # a sweep is every 15 seconds, and a worker that begins looks out at once
MOST_NOTED: Final = 1_000  # missed slots that one look notes; the next goes on
SAME_DAY: Final = timedelta(days=2)  # between the moments of a wall time in two zones
UNBEGUN: Final = Q(started_at__isnull=True, status__in=(Game.Status.SCHEDULED, Game.Status.PAUSED))


class Turn(NamedTuple):
    """A slot whose turn it is: when its games are due, and until when they may begin, None for whenever."""

    wall: WallTime
    time_zone: str
    due_at: datetime
    begins_by: datetime | None


def calendar_of(season: Season) -> Calendar | None:
    """A season's calendar, if it has one. No query where it was selected with the season."""
    try:
        return season.calendar
    except Calendar.DoesNotExist:
        return None


def look(*, season: Season, calendar: Calendar, now: datetime) -> None:
    """Notes of a running season what has become of its slots until now: which of those with games are late, and which
    were missed. Raises WrongCalendar where its zone is not known here."""
    note_late(season=season, calendar=calendar, now=now)
    note_missed(season=season, calendar=calendar, now=now)
    never = Q(looked_at__isnull=True)
    Calendar.objects.filter(never | Q(looked_at__lt=now), pk=calendar.pk).update(looked_at=now)


def next_turn(*, season: Season, calendar: Calendar, now: datetime) -> Turn | None:
    """The slot that is to be played next: the first of those to be caught up, else the next to come."""
    owed = owed_slots(calendar).first()
    if owed is not None:
        return Turn(WallTime(owed.due_at, owed.day, owed.time), owed.time_zone, now, None)
    wall = next(unused(season, calendar), None)
    if wall is None:
        return None
    return Turn(wall, calendar.time_zone, wall.at, wall.at + GRACE if calendar.skips else None)


def take_slot(*, calendar: Calendar, turn: Turn, now: datetime) -> Slot | None:
    """The row of a slot whose games are made now; None when somebody has taken it, or found it to be skipped. To be
    called with the season's row locked."""
    row, is_new = Slot.objects.get_or_create(
        calendar=calendar,
        day=turn.wall.day,
        time=turn.wall.time,
        time_zone=turn.time_zone,
        defaults={"due_at": turn.wall.at, "opened_at": now},
    )
    free = Slot.objects.filter(pk=row.pk, opened_at__isnull=True, skipped_at__isnull=True)
    return row if is_new or free.update(opened_at=now) else None


# --- which slots there are -------------------------------------------------------------------------------------------


def owed_slots(calendar: Calendar) -> QuerySet[Slot]:
    """The slots that were missed and are to be caught up, in their order."""
    return calendar.slots.filter(opened_at__isnull=True, skipped_at__isnull=True).order_by("due_at", "day", "time")


def unused(season: Season, calendar: Calendar, *, since: datetime | None = None) -> Iterator[WallTime]:
    """The slots from `since` on, from the season's start and the last change of its calendar on, behind those that have
    a row."""
    last = calendar.slots.order_by("-due_at").values_list("due_at", flat=True).first()
    first = max(filter(None, (since, calendar.starts_at, season.started_at, calendar.changed_at, last)), default=None)
    if first is None:
        return
    of_zone = calendar.slots.filter(time_zone=calendar.time_zone)
    used = set(of_zone.filter(due_at__gte=first - SAME_DAY).values_list("day", "time"))
    yield from (wall for wall in slots(plan_of(calendar), since=first) if wall[1:] not in used)


def slots_needed(season: Season, *, most: int | None = None) -> int:
    """How many slots the games take that have none yet; no more than so many are counted."""
    return sum(1 for _ in islice(in_slots(season, queue_of(season)), most))


# --- what became of them ---------------------------------------------------------------------------------------------


def note_missed(*, season: Season, calendar: Calendar, now: datetime, besides: int = 0) -> None:
    """Writes down which slots have passed that were not played, and why: to be caught up, as many as the games need, or
    skipped, while there are games that need one; those of `besides` slots are taken out of theirs just now."""
    owed = owed_slots(calendar).count()
    past = list(islice(takewhile(lambda wall: wall.at < now - GRACE, unused(season, calendar)), MOST_NOTED))
    asked = 1 if calendar.skips else owed + len(past)  # more than these are not written down
    needed = slots_needed(season, most=asked) + besides if past else 0
    most = needed and MOST_NOTED if calendar.skips else needed - owed
    if missed := past[: max(0, most)]:
        rows = missed_rows(season, calendar, missed, now=now)
        Slot.objects.bulk_create(rows, ignore_conflicts=True)  # of two who look, one was faster
        for why, same in groupby(rows, key=attrgetter("late_why")):  # a line for each reason, not one for each slot
            found = list(same)
            told = {"season": season.slug, "slots": len(found), "first": str(found[0]), "last": str(found[-1])}
            logger.warning("slots skipped" if calendar.skips else "slots missed", **told, why=why)
    if calendar.skips and owed:
        owed_slots(calendar).update(skipped_at=now)  # since it skips and does not catch up any more


def missed_rows(season: Season, calendar: Calendar, missed: Iterable[WallTime], *, now: datetime) -> list[Slot]:
    """The rows of slots that were missed."""
    return [
        Slot(
            calendar=calendar,
            day=wall.day,
            time=wall.time,
            time_zone=calendar.time_zone,
            due_at=wall.at,
            skipped_at=now if calendar.skips else None,
            late_why=why_late(season, calendar, wall.at, now=now),
        )
        for wall in missed
    ]


def note_late(*, season: Season, calendar: Calendar, now: datetime) -> None:
    """Says of the slot that was opened last why its games did not begin in time, if they did not; where missed slots
    are skipped and none of its games has begun, they take the next slot."""
    slot = opened_last(calendar)
    if slot is None or slot.due_at > now - GRACE:
        return
    games = Game.objects.filter(fixture__slot=slot)
    own = slot.fixtures.filter(game__isnull=False)
    rows = list(own.values_list("number", "attempt", "game__started_at", "game__begins_by", "game__due_at"))
    if rows and all(at is None and by is not None and by < now for _, _, at, by, _ in rows):
        skip_opened(season=season, calendar=calendar, slot=slot, now=now)
        return
    if any(at is None and by is not None for _, _, at, by, _ in rows) and not last_chance(season, calendar):
        games.filter(UNBEGUN).update(begins_by=None)  # the slot is being played, and these are part of it
    if not slot.late_why and any((at or now) > due_in(slot, due, attempt) for _, attempt, at, _, due in rows):
        lost = lost_of(season, [number for number, attempt, *_ in rows if attempt > 1], since=slot.due_at)
        began = first_begun(lost)
        is_late = any(
            (began.get(number) or at or now) > due_in(slot, due, attempt) for number, attempt, at, _, due in rows
        )
        why = why_late(season, calendar, slot.due_at, now=now, lost=lost, is_late=is_late)
        if Slot.objects.filter(pk=slot.pk, late_why="").update(late_why=why):
            logger.warning("slot late" if is_late else "slot dealt again", season=season.slug, slot=str(slot), why=why)


def due_in(slot: Slot, due_at: datetime, attempt: int) -> datetime:
    """Until when a game of a slot begins in time: one that is due behind its moment, for an interval was not over, is
    not late before that. What is dealt again is due when somebody has seen that, which says nothing."""
    return (max(slot.due_at, due_at) if attempt == 1 else slot.due_at) + GRACE


def opened_last(calendar: Calendar) -> Slot | None:
    """The latest slot whose games have been made."""
    return calendar.slots.filter(opened_at__isnull=False).order_by("-due_at").first()


def last_chance(season: Season, calendar: Calendar) -> tuple[int, datetime] | None:
    """The key of the slot whose turn it is still, and until when games of it may begin that are dealt again: where
    missed slots are skipped and none of its games has begun, not even one that was set aside. Else None: the slot is
    being played, and they are part of it. To be asked with the season's row locked."""
    slot = opened_last(calendar) if calendar.skips else None
    if slot is None or slot.fixtures.filter(game__started_at__isnull=False).exists():
        return None
    again = list(slot.fixtures.filter(attempt__gt=1).values_list("number", flat=True))
    lost = lost_of(season, again, since=slot.due_at)
    return None if first_begun(lost) else (slot.pk, slot.due_at + GRACE)


def skip_opened(*, season: Season, calendar: Calendar, slot: Slot, now: datetime) -> None:
    """Skips a slot whose games were made and have not begun: they take the next."""
    why = why_late(season, calendar, slot.due_at, now=now)
    with transaction.atomic():
        fixtures = unbegun_fixtures(season, slot)
        fields = {"opened_at": None, "skipped_at": now, "late_why": why}
        if not fixtures or not Slot.objects.filter(pk=slot.pk, opened_at__isnull=False).update(**fields):
            return
        note_missed(season=season, calendar=calendar, now=now, besides=1)  # those between it and now
        retime(season=season, calendar=calendar, fixtures=fixtures, now=now)
    logger.warning("slot skipped", season=season.slug, slot=str(slot), why=why)


def unbegun_fixtures(season: Season, slot: Slot) -> list[Fixture]:
    """The fixtures of a slot where none of its games has begun, their games locked, also those whose game was set
    aside and is not dealt again yet; none where one has. Takes the season's row first, as everybody does."""
    list(Season.objects.select_for_update(no_key=True).filter(pk=season.pk).values_list("pk"))
    fixtures = list(slot.fixtures.order_by("number"))
    made = [each.game_id for each in fixtures if each.game_id is not None]
    games = Game.objects.filter(UNBEGUN, pk__in=made, lease_owner__isnull=True)
    held = list(games.order_by("pk").select_for_update(no_key=True).values_list("pk"))
    return fixtures if len(held) == len(made) else []


def retime(*, season: Season, calendar: Calendar, fixtures: Sequence[Fixture], now: datetime) -> None:
    """Gives fixtures whose games have not begun the next slot there is. To be called with the season's row locked."""
    turn = next_turn(season=season, calendar=calendar, now=now)
    slot = take_slot(calendar=calendar, turn=turn, now=now) if turn else None
    if turn is None or slot is None:
        return
    made = [each.game_id for each in fixtures if each.game_id is not None]
    Game.objects.filter(UNBEGUN, pk__in=made).update(due_at=turn.due_at, begins_by=turn.begins_by)
    Fixture.objects.filter(pk__in=[each.pk for each in fixtures]).update(slot=slot, due_at=turn.due_at)


def why_late(
    season: Season,
    calendar: Calendar,
    at: datetime,
    *,
    now: datetime,
    lost: Sequence[Lost] = (),
    is_late: bool = True,
) -> str:
    """Why the games of a slot did not begin in time that somebody finds late now, in words; where only those are late
    that were dealt again, for these were set aside, that alone."""
    said: list[str] = []
    if is_late:
        said += absent(season, calendar, at, now=now)
        said += [*before_it(season, at, only_begun=bool(said)), *waiting(season, at), *held_back(season, at)]
    said += again_told(lost, in_time_by=at + GRACE)
    return ("; ".join(said) or "no process began its games in time")[:LONGEST_WHY]


def absent(season: Season, calendar: Calendar, at: datetime, *, now: datetime) -> Iterator[str]:
    """That nobody looked after it at its moment, or was not to."""
    looked = calendar.looked_at or season.started_at or now
    if season.status == Season.Status.PAUSED:
        yield "the season is paused"
    elif season.resumed_at is not None and season.resumed_at > max(looked, at):
        yield f"the season was paused until {in_utc(season.resumed_at)}"
    elif looked < at + GRACE and now - looked > GRACE:
        yield f"nobody looked after the league from {in_utc(looked)} to {in_utc(now)}"


def before_it(season: Season, at: datetime, *, only_begun: bool) -> Iterator[str]:
    """That a game of a slot before it was not over by then, or had not even begun."""
    going_on = Q(game__finished_at__gt=at) | ~Q(game__status__in=Game.OVER)
    earlier = season.fixtures.filter(going_on, slot__due_at__lt=at, game__isnull=False).select_related("game")
    if only_begun:
        earlier = earlier.filter(game__started_at__lte=at)
    for fixture in earlier.order_by("number")[:1]:
        if fixture.game is not None and fixture.game.finished_at is not None:
            yield f"game {fixture.number} of a slot before was played until {in_utc(fixture.game.finished_at)}"
        elif fixture.game is not None:
            why = f" ({fixture.game.waiting})" if fixture.game.waiting else ""
            yield f"game {fixture.number} of a slot before was not over{why}"


def waiting(season: Season, at: datetime) -> Iterator[str]:
    """What its own games waited for."""
    own = season.fixtures.filter(slot__due_at=at, game__isnull=False).exclude(game__waiting="")
    for number, why in own.order_by("number").values_list("number", "game__waiting")[:1]:
        yield f"game {number} waits: {why}"
    uncast = season.fixtures.filter(game__isnull=True, slot__isnull=True, cast_at__isnull=True).order_by("number")
    for number, why in uncast.values_list("number", "cast_waiting")[:1]:
        yield f"the personas of game {number} were not written" + (f": {why}" if why else "")


def held_back(season: Season, at: datetime) -> Iterator[str]:
    """That somebody had paused one of its games, and let it go on when its moment was over."""
    own = season.fixtures.filter(slot__due_at=at, game__isnull=False).values_list("game__public_id", "number")
    numbers = dict(own)
    acts = Act.objects.filter(app_label="games", model="game", name__in=list(numbers), verb__in=("resume", "step"))
    for name, until in acts.filter(at__gt=at).order_by("pk").values_list("name", "at")[:1]:
        yield f"game {numbers[name]} was paused by an operator until {in_utc(until)}"
