"""What an operator does to a season, each verb once: from which states, who may, what is said before and after it.
Law: site, admin, API and command line read this table and do it by carry_out(), so that each is done in the same way,
wants a reason where something is lost, and leaves an act with who, from where, and why.

All are safe to click twice: the second finds the season in another state and is refused in words.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal
from typing import Any, Final

from django.db import transaction
from django.db.models import Model, QuerySet

from games.directing.verbs import Verb
from games.models.game import GameStatus
from league.access.acts import Actor, record_act, recorded
from league.access.directing import do_recorded
from league.calendars.turns import calendar_of
from league.models import Calendar, Season
from league.models.season import SeasonStatus
from league.results.refolding import refold_season
from league.seasons.lifecycle.announcing import announce_season, change_roster, withdraw_season
from league.seasons.lifecycle.closing import cancel_season, finish_early
from league.seasons.lifecycle.pausing import pause_season
from league.seasons.lifecycle.starting import drawn_ahead, start_season
from league.seasons.lifecycle.states import reason_given
from league.seasons.lifecycle.updating import news_of, update_season
from league.seasons.money.budgets import accounts_of, resume_with_cap
from league.seasons.schedule.drawing import Draw
from personas.models import Player


@dataclass(frozen=True, slots=True)
class Given:
    """What somebody says with a verb: why, and what some verbs take besides: `now` that a season begins without its
    calendar. Times are in UTC, caps in US dollars. Nobody says the `draw` of a season that is started: `prepared` adds
    it."""

    reason: str = ""
    unprobed: str = ""
    now: bool = False
    begins_at: datetime | None = None
    roster_until: datetime | None = None
    cap_season: Decimal | None = None
    cap_game: Decimal | None = None
    cap_call: Decimal | None = None
    draw: Draw | None = None


Led = Verb[Season, Actor, Given]  # is done to a season


def carry_out(*, verb: Led, season: Season, by: Actor, now: datetime, given: Given = Given()) -> str:
    """Does a verb to a season and records it; returns what came of it, in a sentence or some lines. Raises WrongSeason,
    also for want of a reason; nothing is changed then."""
    if verb.wants:
        reason_given(given.reason)
    given = prepared(verb=verb, season=season, given=given)
    # The accounts there are: one that is opened with another cap is told by the season's own act.
    rows: list[Model | QuerySet[Any]] = [season, *accounts_of(season)]
    if given.now:
        rows.append(Calendar.objects.filter(season=season))
    told = do_recorded(verb=verb, row=season, by=by, now=now, given=given, rows=rows)
    return told or f"{season.name} {verb.done}."


def prepared(*, verb: Led, season: Season, given: Given) -> Given:
    """What is given, with that which takes long to work out: to be called before anything is locked, by whoever calls
    carry_out() in a transaction."""
    if verb.name != "start" or given.draw is not None:
        return given
    return replace(given, draw=drawn_ahead(season, unprobed=given.unprobed))


def verbs_of(season: Season) -> list[Led]:
    """What can be done to a season as it is."""
    return [verb for verb in VERBS.values() if verb.is_possible(season)]


def edit_roster(
    *,
    by: Actor,
    season: Season,
    now: datetime,
    add: Sequence[Player] = (),
    remove: Sequence[Player] = (),
    reason: str = "",
) -> None:
    """Has players join the roster of an announced season, or leave it, each an act of it. Raises WrongSeason."""
    with transaction.atomic():
        change_roster(season=season, now=now, add=add, remove=remove)
        for player in remove:
            left = {"player": player.player_id}
            record_act(by=by, verb="take off the roster", row=season, before=left, reason=reason)
        for player in add:
            joined = {"player": player.player_id}
            record_act(by=by, verb="add to the roster", row=season, after=joined, reason=reason)


# --- the table -------------------------------------------------------------------------------------------------------


def _announce(season: Season, by: Actor, now: datetime, given: Given) -> None:
    times = {"begins_at": given.begins_at, "roster_until": given.roster_until}
    announce_season(season=season, now=now, unprobed=given.unprobed, **times)


def _withdraw(season: Season, by: Actor, now: datetime, given: Given) -> None:
    withdraw_season(season=season, reason=given.reason)


def _start(season: Season, by: Actor, now: datetime, given: Given) -> str | None:
    is_cut = given.now and calendar_of(season) is not None
    start_season(season=season, now=now, unprobed=given.unprobed, keeps_calendar=not given.now, draw=given.draw)
    return f"{season.name} has begun, without its calendar: it plays as soon as it can." if is_cut else None


def _pause(season: Season, by: Actor, now: datetime, given: Given) -> None:
    why = f": {given.reason.strip()}" if given.reason.strip() else ""
    pause_season(season=season, reason=f"paused by hand{why}")


def _resume(season: Season, by: Actor, now: datetime, given: Given) -> None:
    caps = {"cap": given.cap_season, "of_game": given.cap_game, "of_call": given.cap_call}
    resume_with_cap(season=season, now=now, **caps)


def _finish(season: Season, by: Actor, now: datetime, given: Given) -> str | None:
    finish_early(season=season, now=now, by=by.name, reason=given.reason)
    if season.status == SeasonStatus.FINISHED:
        return None
    left = season.fixtures.filter(recorded_at__isnull=True).exclude(game__status=GameStatus.FINISHED).count()
    played = f"{left} game{'' if left == 1 else 's'} that had begun {'is' if left == 1 else 'are'} played to the end"
    return f"{season.name} ends early: {played}, and then it is finished."


def _cancel(season: Season, by: Actor, now: datetime, given: Given) -> None:
    cancel_season(season=season, now=now, by=by.name, reason=given.reason)


def _refold(season: Season, by: Actor, now: datetime, given: Given) -> str:
    found = refold_season(season=season, now=now, by=by, reason=given.reason)
    return "\n".join(found.lines(season.name))


def _update(season: Season, by: Actor, now: datetime, given: Given) -> str:
    news = news_of(season)
    with recorded(by=by, verb="update", rows=[season, season.roster.all()], reason=given.reason):
        updated = update_season(season=season)
    return "\n".join((*news, f"{season.name} is up to date. {updated.told}"))


def _is_first(season: Season) -> bool:
    return not season.is_twin


def _is_not_ending(season: Season) -> bool:
    return not season.is_ending or season.status != SeasonStatus.RUNNING


_VERBS: Final[tuple[Led, ...]] = (
    Verb(
        name="announce",
        title="Announce",
        before=[SeasonStatus.DRAFT],
        confirms="Everybody sees it from now on, with its roster and its terms, most of which are fixed by it.",
        past="announced",
        done="is announced",
        do=_announce,
        told="tell everybody of a draft before it begins",
        of="season",
        right="run_seasons",
        takes=["begins_at", "roster_until", "unprobed"],
        icon="campaign",
    ),
    Verb(
        name="withdraw",
        title="Withdraw",
        before=[SeasonStatus.ANNOUNCED],
        confirms="It is a draft again, which only staff see, and begins no more by itself.",
        past="withdrawn",
        done="is a draft again",
        do=_withdraw,
        told="make an announced season a draft again",
        of="season",
        right="run_seasons",
        wants=True,
        icon="undo",
    ),
    Verb(
        name="start",
        title="Start",
        before=Season.UNSTARTED,
        confirms="Its fixtures are drawn and the first game is due; with a calendar it waits for the next slot, unless "
        "it is to begin now, without it.",
        past="started",
        done="has begun",
        do=_start,
        told="start a draft, or a season that was announced",
        of="season",
        right="run_seasons",
        takes=["unprobed", "now"],
        icon="play_arrow",
    ),
    Verb(
        name="pause",
        title="Pause",
        before=[SeasonStatus.RUNNING],
        confirms="No game begins until it is resumed; what is being played is played on.",
        past="paused",
        done="is paused; no game of it begins until it is resumed; what is being played is played on",
        do=_pause,
        told="start no more games; what is being played is played on",
        of="season",
        right="run_seasons",
        shows_why=True,
        icon="pause",
    ),
    Verb(
        name="resume",
        title="Resume",
        before=[SeasonStatus.PAUSED],
        confirms="Its games go on where they were.",
        past="resumed",
        done="goes on",
        do=_resume,
        told="let a paused season go on",
        of="season",
        right="run_seasons",
        takes=["cap_season", "cap_game", "cap_call"],
        icon="play_arrow",
    ),
    Verb(
        name="update",
        title="Bring up to date",
        before=Season.UNDER_WAY,
        also=_is_first,
        confirms="It is played from now on as its players and models are by now, and not as they were when it started. "
        "What is being played goes on as it began.",
        past="brought up to date",
        done="is up to date",
        do=_update,
        told="have it played from now on as its players and models are by now, and not as they were when it started",
        of="season",
        right="run_seasons",
        icon="update",
        keeps_acts=True,
    ),
    Verb(
        name="finish",
        title="Finish early",
        before=Season.UNDER_WAY,
        also=_is_not_ending,
        confirms="Games that have begun are played to their end, those that wait for a cap are called off, and all "
        "others are dropped. What was played counts as ever. There is no way back.",
        past="finished early",
        done="is finished",
        do=_finish,
        told="end a season with the games that have begun; the others are dropped, what was played counts",
        of="season",
        right="run_seasons",
        wants=True,
        shows_why=True,
        icon="sports_score",
    ),
    Verb(
        name="cancel",
        title="Cancel",
        before=[SeasonStatus.ANNOUNCED, *Season.UNDER_WAY],
        confirms="What is being played is called off, and its games count nowhere but on its own page. It is not "
        "opened again. What its players have learned they keep, until somebody takes that back.",
        past="cancelled",
        done="is cancelled",
        do=_cancel,
        told="end a season that is not to count: what is being played is called off, its games are in no sum",
        of="season",
        right="run_seasons",
        wants=True,
        shows_why=True,
        icon="cancel",
    ),
    Verb(
        name="refold",
        title="Count again",
        before=[*Season.UNDER_WAY, *Season.OVER],
        confirms="Its standings, figures, sums and bills are counted again from its games; what differs is corrected.",
        past="counted again",
        done="is counted again",
        do=_refold,
        told="count all its results again, correct what differs and say what did",
        of="season",
        right="run_seasons",
        icon="calculate",
        keeps_acts=True,
    ),
)
VERBS: Final[Mapping[str, Led]] = {verb.name: verb for verb in _VERBS}
