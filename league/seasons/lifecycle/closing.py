"""A season that somebody ends before its games were played: finished early, and what was played counts as ever, or
cancelled, and it counts nowhere. Law: whoever has a game in hand when it is done is told by its row, and what it writes
afterwards is refused; all of it is done in one transaction, or nothing.

Finished early, a season goes on as one that is running and has no fixture left but those that are played: so its end is
the usual one, with all that hangs on it, and whoever looks next brings it about. Games that have begun are played on.
Those that wait for a cap are called off, for nobody is to pay more for them; those that somebody has paused by hand are
waited for.
"""

from datetime import datetime
from typing import Final

import structlog
from django.db import transaction
from django.db.models import Q, QuerySet

from games.models import Account, Game
from games.models.waiting import CALLED_OFF, of_budget
from league.models import Season, Standing
from league.results.sums import fold_all_seasons_again
from league.seasons.lifecycle.states import move, reason_given
from league.seasons.making.checking import WrongSeason
from league.seasons.schedule.dropping import drop_unplayed
from league.seasons.schedule.ending import finish
from league.seasons.schedule.holding import SHORT, WITH_ITS_SEASON, games_of
from league.seasons.schedule.revealing import reveal_blocks
from personas.memory import mark_documents

logger = structlog.get_logger(__name__)

WHY: Final = {
    Season.Status.RUNNING: "its season was finished early",
    Season.Status.CANCELLED: "its season was cancelled",
}
WAITS_FOR_A_CAP: Final = Q(status=Game.Status.PAUSED, waiting=WITH_ITS_SEASON) | Q(
    Q(waiting__in=SHORT) | Q(waiting__startswith=of_budget(Account.Scope.GAME)), status=Game.Status.RUNNING
)


def finish_early(*, season: Season, now: datetime, by: str, reason: str) -> Season:
    """Ends a season under way with the games that have begun: they are played to their end, and then it is finished as
    usual; the others are dropped. Raises WrongSeason, also for one that was finished early already."""
    why = reason_given(reason)
    with transaction.atomic():
        held = Season.objects.select_for_update(no_key=True).get(pk=season.pk)
        if held.is_ending and held.status == Season.Status.RUNNING:
            raise WrongSeason(
                "status", f"{held.slug} was finished early {held.told_ended_by}; what was being played is played on."
            )
        move(
            season=season,
            before=Season.UNDER_WAY,
            after=Season.Status.RUNNING,
            verb="finished early",
            waiting="",
            ended_at=now,
            ended_by=by,
            ended_why=why,
        )
        unbegun, waiting = Q(started_at__isnull=True), Q(WAITS_FOR_A_CAP, lease_owner__isnull=True)
        called_off = call_off(season=season, games=games_of(season).filter(unbegun | waiting))
        dropped = drop_unplayed(season=season, now=now)
        reveal_blocks(season=season, now=now)
        finish(season=season, now=now)
    season.refresh_from_db()
    logger.info("season finished early", season=season.slug, by=by, dropped=dropped, called_off=called_off)
    return season


def cancel_season(*, season: Season, now: datetime, by: str, reason: str) -> Season:
    """Ends a season that is not to count: what is being played is called off, and its games are in no sum of all
    seasons any more. One that was announced may be cancelled too; a draft is deleted. Raises WrongSeason."""
    why = reason_given(reason)
    with transaction.atomic():
        move(
            season=season,
            before=(Season.Status.ANNOUNCED, *Season.UNDER_WAY),
            after=Season.Status.CANCELLED,
            verb="cancelled",
            waiting="",
            ended_at=now,
            ended_by=by,
            ended_why=why,
        )
        called_off = call_off(season=season, games=games_of(season))
        drop_unplayed(season=season, now=now)
        reveal_blocks(season=season, now=now)
        leave_out(season=season)
    season.refresh_from_db()
    logger.info("season cancelled", season=season.slug, by=by, called_off=called_off)
    return season


def call_off(*, season: Season, games: QuerySet[Game]) -> int:
    """Ends those of these games of a season that are not over, without a result; returns how many. To be called with
    the season's row locked."""
    # In one order, as hosts lock them; whoever writes the end of one just now is waited for, and it has a result.
    unfinished = games.exclude(status__in=Game.OVER).order_by("pk").select_for_update(no_key=True)
    ours = list(unfinished.values_list("pk", flat=True))
    free = {"lease_owner": None, "lease_expires_at": None}
    waiting = f"{CALLED_OFF}: {WHY[Season.Status(season.status)]}"
    void = Game.objects.filter(pk__in=ours).exclude(status__in=Game.OVER)
    return void.update(status=Game.Status.VOID, waiting=waiting, **free)


def leave_out(*, season: Season) -> None:
    """Takes a season's games out of the sums of all seasons, and has the documents of its players written anew: those
    tell of all seasons, and what its players learned is hidden no more."""
    sitting = Standing.objects.filter(season=season).values_list("player_id", flat=True).distinct()
    if sitting:
        fold_all_seasons_again()
    mark_documents(players=[*sitting, *season.roster.values_list("player_id", flat=True)])
