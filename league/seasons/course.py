"""What of a season may still be changed while it is played: its pace and how many games at once, for all that nobody
has begun, its caps, upwards, and for how long the words of its calls are kept, that also when it is over. Law: all
else is frozen with the start, for its games would not be comparable.
"""

from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from django.db import transaction

from games.models import Account
from league.access.acts import Actor, recorded
from league.calendars.changing import change_timing, rows_of_timing, timing_of
from league.calendars.turns import calendar_of
from league.models import Season
from league.seasons.lifecycle.updating import Remembering, change_keep, change_memory
from league.seasons.making.checking import Keep, WrongSeason, check_cap
from league.seasons.money.budgets import cap_call, cap_game, cap_now, cap_season, check_upwards

TIMES: Final = ("pace", "at_once")
CAPS: Final = ("cap_call", "cap_game", "cap_season", "cap_learning")
KEEP: Final = "keep"
CHANGEABLE: Final = (*TIMES, *CAPS, KEEP)


def change_course(*, by: Actor, season: Season, now: datetime, wanted: Mapping[str, Any], reason: str = "") -> Season:
    """Gives a season that is not over another pace, number of games at once, or higher caps, and any another number of
    days for which words are kept, as `wanted` says by their names; what is not there stays. It is one act. Raises
    WrongSeason and WrongCalendar; nothing is changed then."""
    rows = rows_of_timing(season, pace=wanted.get("pace", season.pace))
    # Those there are: one that is opened with another cap is told by the season's own act.
    rows += Account.objects.filter(scope__in=[Account.Scope.SEASON, Account.Scope.LEARNING], name=season.slug)
    with recorded(by=by, verb="change course", rows=rows, reason=reason), transaction.atomic():
        season.refresh_from_db()
        check_course(season=season, wanted=wanted)
        if times := {name: wanted[name] for name in TIMES if name in wanted}:
            season = change_timing(season=season, wanted=replace(timing_of(season), **times), now=now)
        for name, change in (("cap_call", cap_call), ("cap_game", cap_game), ("cap_season", cap_season)):
            if name in wanted:
                change(season=season, cap=wanted[name])
        if "cap_learning" in wanted:
            change_memory(season=season, wanted=Remembering(season.memory, season.lag, wanted["cap_learning"]))
        if KEEP in wanted:
            change_keep(season=season, keep=Keep(wanted[KEEP]))
    season.refresh_from_db()
    return season


def check_course(*, season: Season, wanted: Mapping[str, Any]) -> None:
    """Raises WrongSeason, which names the field, unless a season may be changed so now."""
    if season.status in Season.OVER and wanted.keys() - {KEEP}:
        raise WrongSeason(
            "status", f"{season.slug} is over: it is {season.status}, and nothing of it changes but keep."
        )
    for name in wanted:
        if name not in CHANGEABLE:
            raise WrongSeason(name, frozen_told(season, [name]))
    for name in CAPS:
        if name in wanted:
            check_cap(name, wanted[name])
            if season.status in Season.UNDER_WAY:
                check_upwards(name, cap_now(season, name), wanted[name])


def frozen_told(season: Season, names: Collection[str]) -> str:
    """That these fields of a season cannot be changed, what can, and what may be done instead."""
    when = "since it was announced" if season.status == Season.Status.ANNOUNCED else "since it began"
    frozen = f"{'is' if len(names) == 1 else 'are'} frozen {when if season.status != Season.Status.DRAFT else 'here'}"
    told = f"{frozen}; what can be changed: {', '.join(CHANGEABLE)}."
    if season.status != Season.Status.ANNOUNCED:
        return told
    is_cured = "calendar" in names and calendar_of(season) is not None
    return f"{told} Withdraw it to edit it{', or start it with `now`, without its calendar' if is_cured else ''}."
