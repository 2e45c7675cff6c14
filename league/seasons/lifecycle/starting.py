"""A season's start: who plays is pinned, the fixtures are drawn. It does all it says or raises WrongSeason and does
nothing.
"""

from datetime import datetime

import structlog
from django.db import transaction

from league.models import Fixture, Season
from league.seasons.lifecycle.states import move
from league.seasons.making.checking import WrongSeason
from league.seasons.making.voices import unprobed_models, unwritten_places
from league.seasons.pinning import pin_as_first, pin_memories, pin_season
from league.seasons.schedule.drawing import fixtures_as_first, fixtures_drawn

logger = structlog.get_logger(__name__)


def start_season(*, season: Season, now: datetime, first_due_at: datetime | None = None, unprobed: str = "") -> Season:
    """Starts a draft: its fixtures are drawn, the first is due now or when said. Models that were never probed want a
    reason, `unprobed`, which is kept; a twin has that of its first. Raises WrongSeason for want of it, for any season
    but a draft, and for a twin whose first has not started."""
    first = season.twin_of
    if season.status == Season.Status.DRAFT and first is not None and first.status == Season.Status.DRAFT:
        raise WrongSeason("twin_of", f"{first.slug} has not started: its twin starts after it.")
    unprobed = unprobed.strip() or (first.unprobed if first is not None else "")
    strangers = list(unprobed_models(season).order_by("slug").values_list("slug", flat=True))
    if season.status == Season.Status.DRAFT and strangers and not unprobed.strip():
        raise WrongSeason(
            "unprobed",
            f"never probed: {', '.join(strangers)}; `doctor --probe` tries one out and says first what that costs; "
            "or say why it need not be.",
        )
    if season.status == Season.Status.DRAFT and not first and (unwritten := unwritten_places(season).count()):
        raise WrongSeason(
            "start",
            f"personas not written yet: {unwritten}; the season's page or `season {season.slug} personas` does it.",
        )
    reason = unprobed.strip()[:200] if strangers else ""
    with transaction.atomic():
        move(
            season=season,
            before=Season.Status.DRAFT,
            after=Season.Status.RUNNING,
            verb="started",
            started_at=now,
            unprobed=reason,
        )
        if first is not None:
            pin_as_first(season=season)
            fixtures = fixtures_as_first(season, now=now)
        else:
            pin_season(season=season)
            pin_memories(season=season)
            fixtures = fixtures_drawn(season, now=now, first_due_at=first_due_at)
        Fixture.objects.bulk_create(fixtures, batch_size=500)
    logger.info("season started", season=season.slug)
    return season
