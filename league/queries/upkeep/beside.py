"""The seasons beside those under way: what is being made, and what ended within the day. Law: a draft is told to those
alone who see drafts."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Q
from django.db.models.functions import Coalesce
from django.urls import reverse

from games.ledger.reads import Visitor
from league.access.rights import sees_drafts
from league.models import Season

A_DAY: Final = timedelta(days=1)
MOST: Final = 8  # of either


@dataclass(frozen=True, slots=True)
class Beside:
    """A season that is not under way; `at` is when it ended, of a draft when it was made."""

    slug: str
    name: str
    url: str
    status: str
    at: datetime


def drafts_told(*, visitor: Visitor | None) -> tuple[Beside, ...]:
    """The newest drafts; for somebody who sees none, none. One query."""
    drafts = Season.objects.filter(status=Season.Status.DRAFT).order_by("-id")
    if visitor is not None and not sees_drafts(visitor):
        drafts = drafts.none()
    return tuple(_told(season, season.created_at) for season in drafts[:MOST])


def ended_told(*, now: datetime) -> tuple[Beside, ...]:
    """The seasons that ended within the day, the latest first. One query."""
    lately = Q(finished_at__gte=now - A_DAY) | Q(ended_at__gte=now - A_DAY)
    over = Season.objects.filter(lately, status__in=Season.OVER)
    over = over.order_by(Coalesce("finished_at", "ended_at").desc(), "-id")[:MOST]
    return tuple(_told(season, season.finished_at or season.ended_at or now) for season in over)


def _told(season: Season, at: datetime) -> Beside:
    return Beside(season.slug, season.name, reverse("season", args=[season.slug]), season.status, at)
