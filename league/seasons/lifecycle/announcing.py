"""A season that is told before it begins. Law: from then on it is public, and all of it stands but its roster, which
may change until its deadline; it may be taken back, with a reason, as long as nothing has begun.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import structlog
from django.db import transaction
from django.db.models import Max

from league.models import Season, SeasonPlayer
from league.seasons.lifecycle.states import move, reason_given
from league.seasons.making.checking import WrongSeason, check_roster
from personas.models import Player

logger = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Fixed:
    """What of a season stands once it is announced, what may change how long, and what of one that has begun may, in
    sentences."""

    now: str
    until_start: str
    until_end: str
    course: str


FIXED: Final = Fixed(
    now="Its rule books and their options, how many games it has, how they are drawn, whether it is rated, what "
    "players remember, their strategy level, what spectators are shown, and its address.",
    until_start="Its roster, where you say nothing below; else until the time that you say. Who plays is fixed with "
    "the version of each persona and model when it begins.",
    until_end="When it plays: days, times, time zone, pace and games at once. What it may cost: anything until it "
    "begins, and only more after that. For how many days the words of calls are kept.",
    course="When it plays: days, times, time zone, pace and games at once. What it may cost, upwards. For how many "
    "days the words of calls are kept.",
)


def announce_season(
    *,
    season: Season,
    now: datetime,
    begins_at: datetime | None = None,
    roster_until: datetime | None = None,
    unprobed: str = "",
) -> Season:
    """Tells everybody of a draft. It begins by itself at `begins_at`, or where that is None as its calendar says; its
    roster may change until `roster_until`, or until it begins. `unprobed` is why models need not be probed. Raises
    WrongSeason, which names the field."""
    if begins_at is not None and begins_at <= now:
        raise WrongSeason("begins_at", f"must be a time to come, not {begins_at:%Y-%m-%d %H:%M} UTC.")
    if roster_until is not None and roster_until <= now:
        raise WrongSeason("roster_until", f"must be a time to come, not {roster_until:%Y-%m-%d %H:%M} UTC.")
    if roster_until is not None and begins_at is not None and roster_until > begins_at:
        raise WrongSeason("roster_until", "must not be after the season begins.")
    said: dict[str, object] = {"begins_at": begins_at, "roster_until": roster_until}
    if unprobed.strip():
        said["unprobed"] = unprobed.strip()[:200]
    move(
        season=season,
        before=[Season.Status.DRAFT],
        after=Season.Status.ANNOUNCED,
        verb="announced",
        announced_at=now,
        **said,
    )
    logger.info("season announced", season=season.slug)
    return season


def withdraw_season(*, season: Season, reason: str) -> Season:
    """Makes an announced season a draft again, which only staff see. Raises WrongSeason, for want of a reason too."""
    reason_given(reason)
    move(
        season=season,
        before=[Season.Status.ANNOUNCED],
        after=Season.Status.DRAFT,
        verb="withdrawn",
        waiting="",
        announced_at=None,
        begins_at=None,
        roster_until=None,
    )
    logger.info("season withdrawn", season=season.slug)
    return season


def change_roster(
    *, season: Season, now: datetime, add: Collection[Player] = (), remove: Collection[Player] = ()
) -> list[SeasonPlayer]:
    """Adds players to the roster of an announced season, behind those that are there, and takes others off it; returns
    the roster. It is held against what a new season's would be. Raises WrongSeason; nothing is changed then."""
    with transaction.atomic():
        season = Season.objects.select_for_update(no_key=True).get(pk=season.pk)
        check_changeable(season=season, now=now)
        places = list(season.roster.select_related("player__persona", "player__model").order_by("number"))
        there, leaving = {place.player_id for place in places}, {player.pk for player in remove}
        if strange := sorted(player.player_id for player in remove if player.pk not in there):
            raise WrongSeason("remove", f"not on the roster: {', '.join(strange)}.")
        stay = [place.player for place in places if place.player_id not in leaving]
        if season.is_in_pairs and (add or remove):
            raise WrongSeason("status", f"{season.slug} is team against team: its sides stay; withdraw and edit it.")
        check_roster(players=[*stay, *add], books=list(season.rules.order_by("number")), names=season.names)
        season.roster.filter(player__in=leaving).delete()
        last = season.roster.aggregate(last=Max("number"))["last"]
        SeasonPlayer.objects.bulk_create(
            SeasonPlayer(season=season, player=player, number=number)
            for number, player in enumerate(add, start=0 if last is None else last + 1)
        )
    logger.info("roster changed", season=season.slug, added=len(add), removed=len(leaving))
    return list(season.roster.order_by("number"))


def check_changeable(*, season: Season, now: datetime) -> None:
    """Raises WrongSeason unless the roster of a season may be changed now."""
    if season.status == Season.Status.DRAFT:
        raise WrongSeason("status", f"{season.slug} is a draft: its roster is changed where the draft is edited.")
    if season.status != Season.Status.ANNOUNCED:
        raise WrongSeason("status", f"{season.slug} is {season.status}: its roster is frozen since it began.")
    if season.twin_of_id is not None:
        raise WrongSeason("status", f"{season.slug} is a twin: it is played by the roster of its first.")
    if season.roster_until is not None and season.roster_until <= now:
        until = f"{season.roster_until:%Y-%m-%d %H:%M} UTC"
        raise WrongSeason("status", f"the roster of {season.slug} could change until {until}, and that is over.")
