"""Fixtures that are played no more, for their season ends before them. Law: what has a result stays, and what is being
played; the rest goes with its row, so that whoever looks at fixtures need not know of it.

Marking such rows was rejected: each question about fixtures would have to leave them out. How many there were is told
by what was planned.
"""

from datetime import datetime
from typing import Final

import structlog
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from games.models import Game
from league.models import Fixture, Season, Slot

logger = structlog.get_logger(__name__)
ENDED: Final = "its season ended before it"  # why a slot is not played
LOST: Final = Q(game__status__in=(Game.Status.VOID, Game.Status.DIVERGED), recorded_at__isnull=True)


def drop_unplayed(*, season: Season, now: datetime) -> int:
    """Drops what a season plays no more; returns how many fixtures that were. Of one that was finished early it is what
    nobody plays or has played; of a cancelled one what never began, so that its page shows what was called off; of a
    twin what its first will not have played."""
    if not unplayed(season).exists():
        return 0
    with transaction.atomic():
        list(Season.objects.select_for_update(no_key=True).filter(pk=season.pk).values_list("pk"))
        dropped, _ = unplayed(season).delete()
        empty = Slot.objects.filter(~Exists(Fixture.objects.filter(slot=OuterRef("pk"))), calendar__season=season)
        if season.ended_at is not None:
            leave_slots(slots=empty.filter(skipped_at__isnull=True), now=now)
    logger.info("fixtures dropped", season=season.slug, fixtures=dropped)
    return dropped


def unplayed(season: Season) -> QuerySet[Fixture]:
    """The fixtures that a season which ended early, or whose first did, plays no more."""
    if season.ended_at is None:
        return season.fixtures.filter(game__isnull=True).exclude(number__in=fixtures_followed(season).values("number"))
    if season.status == Season.Status.CANCELLED:
        return season.fixtures.filter(Q(game__isnull=True) | (LOST & Q(game__started_at__isnull=True)))
    return season.fixtures.filter(Q(game__isnull=True) | LOST)


def leave_slots(*, slots: QuerySet[Slot], now: datetime) -> None:
    """Does away with slots in which nothing is played any more: those to come are none, those that were are skipped."""
    slots.filter(due_at__gte=now).delete()
    slots.filter(late_why="").update(late_why=ENDED)
    slots.update(opened_at=None, skipped_at=now)


def fixtures_followed(twin: Season) -> QuerySet[Fixture]:
    """The fixtures of a twin's first that have been played, or will be."""
    of_first = Fixture.objects.filter(season=twin.twin_of_id)
    if twin.twin_of is not None and twin.twin_of.status == Season.Status.CANCELLED:
        return of_first.filter(game__status=Game.Status.FINISHED)
    return of_first
