"""A season's pause and its going on; what waits with it is league.seasons.schedule.holding's."""

from datetime import datetime

import structlog
from django.db import transaction

from games.models import Game
from league.models import Season
from league.models.season import LONGEST_WHY
from league.seasons.lifecycle.states import move
from league.seasons.schedule.attempts import reopen, set_aside
from league.seasons.schedule.holding import WITH_ITS_SEASON, games_of, hold_games

logger = structlog.get_logger(__name__)


def pause_season(*, season: Season, reason: str = "paused by hand") -> Season:
    """Starts no more games until the season is resumed; what is being played is played on, and what waits for the
    season's budget waits with it. Raises WrongSeason."""
    with transaction.atomic():
        said = {"waiting": reason[:LONGEST_WHY]}
        move(season=season, before=[Season.Status.RUNNING], after=Season.Status.PAUSED, verb="paused", **said)
        hold_games(season=season)
    logger.info("season paused", season=season.slug)
    return season


def resume_season(*, season: Season, now: datetime) -> Season:
    """Lets a paused season go on; fixtures whose games were set aside get their next attempt, and those whose personas
    could not be written need not wait out their rest. Raises WrongSeason."""
    with transaction.atomic():
        said = {"waiting": "", "resumed_at": now}
        move(season=season, before=[Season.Status.PAUSED], after=Season.Status.RUNNING, verb="resumed", **said)
        held = games_of(season).filter(status=Game.Status.PAUSED, waiting=WITH_ITS_SEASON)
        held.filter(started_at__isnull=True).update(status=Game.Status.SCHEDULED, waiting="")
        held.update(status=Game.Status.RUNNING, waiting="", due_at=now)
        resting = season.fixtures.filter(cast_at__isnull=True, cast_by="")
        resting.update(cast_due_at=None, cast_failures=0, cast_waiting="")
        for fixture in set_aside(season):
            reopen(season=season, fixture=fixture, now=now)
    logger.info("season resumed", season=season.slug)
    return season
