"""The next season of a series: made, then begun. Law: each number is made once. Whoever makes it has the row of the
series locked and looks again, and season_series_number_once stands behind that; what was made and has not begun is
found by the next look and begun, so nothing is lost between the two.

What hinders either is written to the series' row, where its pages tell it, and tried again with each look; it is logged
when it is news.
"""

from collections.abc import Collection
from datetime import datetime

import structlog
from django.db import transaction

from league.access.acts import LEAGUE, record_act, recorded
from league.calendars.plans import WrongCalendar
from league.models import Season, Series
from league.models.series import LONGEST_WHY
from league.seasons.lifecycle.starting import drawn_ahead, start_season
from league.seasons.making.checking import WrongSeason
from league.seasons.making.creating import create_planned
from league.seasons.making.plans import plan_of
from league.seasons.making.telling import as_json
from league.seasons.schedule.unforeseen import by_itself
from league.seasons.series.rosters import Roster, roster_of
from league.seasons.series.templates import numbered, plan_by
from league.seasons.series.turns import is_due, is_unbegun, newest_of, why_over, why_too_dear

logger = structlog.get_logger(__name__)


def open_due_seasons(*, now: datetime, behind: Collection[Season] | None = None) -> list[Season]:
    """Opens what is due in all series, or in those of these seasons, which have just ended; returns the seasons that
    began. One query where no series is running."""
    running = Series.objects.filter(status=Series.Status.RUNNING).order_by("pk")
    if behind is not None:
        keys = {season.series_id for season in behind if season.series_id is not None}
        running = running.filter(pk__in=keys) if keys else Series.objects.none()
    begun = []
    for series in running:
        with by_itself(row=series):
            if (season := look_after(series, now=now)) is not None:
                begun.append(season)
    return begun


def look_after(series: Series, *, now: datetime) -> Season | None:
    """Does what is to be done in a running series now; returns the season that began."""
    try:
        newest = newest_of(series)
        if is_due(series, newest, now=now) or why_over(series, newest, now=now):
            newest = make_next(series=series, now=now) or newest_of(series)
        if newest is not None and is_unbegun(newest):
            return begin_made(series=series, season=newest, now=now)
        if series.waiting and newest is not None and newest.started_at is not None:
            note_waiting(series=series, why="")  # somebody has done by hand what it waited for
    except (WrongSeason, WrongCalendar) as error:
        note_waiting(series=series, why=str(error))
    return None


def note_waiting(*, series: Series, why: str) -> None:
    """Writes down what the next season of a running series waits for."""
    running = Series.objects.filter(pk=series.pk, status=Series.Status.RUNNING)
    if running.exclude(waiting=why[:LONGEST_WHY]).update(waiting=why[:LONGEST_WHY]) and why:
        logger.warning("the next season of a series waits", series=series.slug, why=why)


# --- made ------------------------------------------------------------------------------------------------------------


def make_next(*, series: Series, now: datetime) -> Season | None:
    """Makes the next season of a series, a draft, where it is due; None where it is not, by now, or where the series
    ends or stops instead. Raises WrongSeason and WrongCalendar for what cannot be made; nothing is changed then."""
    with transaction.atomic():
        held = held_running(series)
        newest = newest_of(held) if held else None
        if held is None:
            return None
        if why := why_over(held, newest, now=now):
            with recorded(by=LEAGUE, verb="end", rows=[held], reason=why):
                Series.objects.filter(pk=held.pk).update(status=Series.Status.ENDED, waiting=why, ended_at=now)
            logger.info("a series is over", series=held.slug, why=why)
            return None
        if not is_due(held, newest, now=now):
            return None
        if why := why_too_dear(held):
            with recorded(by=LEAGUE, verb="pause", rows=[held], reason=why):
                Series.objects.filter(pk=held.pk).update(status=Series.Status.PAUSED, waiting=why)
            logger.warning("a series stops", series=held.slug, why=why)
            return None
        number = held.next_number
        roster = roster_of(held, before=newest, number=number)
        with recorded(by=LEAGUE, verb="open", rows=[held]):
            season = make_numbered(series=held, number=number, roster=roster, now=now)
            told = {"next_number": number + 1, "opened": held.opened + 1, "waiting": ""}
            Series.objects.filter(pk=held.pk).update(**told)
    logger.info("a season of a series is made", series=series.slug, season=season.slug, left_out=len(roster.left_out))
    return season


def held_running(series: Series) -> Series | None:
    """The row of a series as it is now, locked until the transaction ends; None where it does not run any more."""
    running = Series.objects.filter(pk=series.pk, status=Series.Status.RUNNING)
    return running.select_for_update(no_key=True).first()


def make_numbered(*, series: Series, number: int, roster: Roster, now: datetime) -> Season:
    """Makes the season with this number. To be called with the row of the series locked."""
    slug, name = numbered(series.slug_pattern, number), numbered(series.name_pattern, number)
    plan = plan_by(series.template, slug=slug, name=name, players=roster.players, now=now)
    try:
        season = create_planned(plan=plan)
    except WrongSeason as error:
        if error.field == "players" and roster.told:
            raise WrongSeason("players", f"{error.message} {roster.told}") from None
        if error.field == "slug":
            raise WrongSeason("slug", f"{error.message} Say another number, or another pattern.") from None
        raise
    Season.objects.filter(pk=season.pk).update(series=series, series_number=number, lot=roster.lot)
    season.refresh_from_db()
    told = as_json(plan_of(season)) | {"series": series.pk, "series_number": number, "lot": roster.lot}
    record_act(by=LEAGUE, verb="create", row=season, after=told, reason=roster.told)
    return season


# --- begun -----------------------------------------------------------------------------------------------------------


def begin_made(*, series: Series, season: Season, now: datetime) -> Season | None:
    """Begins a season that its series has made; None where somebody else did, or the series does not run any more.
    Raises WrongSeason and WrongCalendar where it cannot begin now.

    This is the one place that says how a season of a series begins: it starts at once. Where it is to be announced
    first, it is announced here with the moment at which it begins, and `next_turn` makes it so much earlier."""
    draw = drawn_ahead(season) if season.status == Season.Status.DRAFT else None
    with transaction.atomic():
        held = held_running(series)
        row = Season.objects.select_for_update(no_key=True).filter(pk=season.pk, series=series).first()
        if held is None or row is None or row.status != Season.Status.DRAFT:
            return None
        with recorded(by=LEAGUE, verb="start", rows=[row], reason=f"the next of the series {held.slug}"):
            start_season(season=row, now=now, draw=draw)
        Series.objects.filter(pk=held.pk).update(waiting="")
    return row
