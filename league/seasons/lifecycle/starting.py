"""A season's start: who plays is pinned, the fixtures are drawn. It does all it says or raises WrongSeason and does
nothing. One that was announced with a time begins by itself then; the reason why it cannot stands in its row, and is
looked at again with every sweep until somebody has seen to it or has started or withdrawn it.

Law: what is drawn is drawn before a transaction is begun, whoever begins it: it takes seconds where there are thousands
of games, and PostgreSQL ends a transaction that stands still so long.
"""

from datetime import datetime, timedelta
from typing import Final

import structlog
from django.db import transaction
from django.db.models import Max

from league.access.acts import LEAGUE, recorded
from league.calendars.changing import drop_calendar
from league.calendars.plans import WrongCalendar, plan_of
from league.calendars.slots import slots
from league.calendars.turns import calendar_of
from league.models import Fixture, Season
from league.models.season import LONGEST_WHY
from league.seasons.lifecycle.states import move
from league.seasons.making.checking import WrongSeason, check_seal
from league.seasons.making.voices import unprobed_models, unwritten_places
from league.seasons.pinning import pin_as_first, pin_memories, pin_season
from league.seasons.schedule.drawing import Draw, basis_of, drawn, fixtures_as_first, fixtures_drawn
from league.seasons.schedule.unforeseen import by_itself

logger = structlog.get_logger(__name__)

AHEAD: Final = timedelta(minutes=1)  # of its first slot a season is started, so that the slot is not missed by it


def start_season(
    *,
    season: Season,
    now: datetime,
    first_due_at: datetime | None = None,
    unprobed: str = "",
    keeps_calendar: bool = True,
    draw: Draw | None = None,
) -> Season:
    """Starts a draft, or one that was announced: its fixtures are drawn, the first is due now or when said. Models that
    were never probed want a reason, `unprobed`, which is kept, and may have been given before; a twin has that of its
    first. One that does not keep its calendar plays as soon as it can. Raises WrongSeason for want of a reason, for any
    season that has begun, and for a twin whose first has not.

    Whoever calls this in a transaction hands in the `draw`, made before it (`drawn_ahead`)."""
    first = season.twin_of
    reason = check_start(season=season, unprobed=unprobed)
    if draw is None and is_drawn(season):
        draw = drawn(season)
    with transaction.atomic():
        move(
            season=season,
            before=Season.UNSTARTED,
            after=Season.Status.RUNNING,
            verb="started",
            waiting="",
            started_at=now,
            unprobed=reason,
        )
        if not keeps_calendar:
            drop_calendar(season=season)
        if first is not None:
            pin_as_first(season=season)
            fixtures = fixtures_as_first(season, now=now)
        else:
            pin_season(season=season)
            pin_memories(season=season)
            if draw is None or draw.basis != basis_of(season):  # somebody has changed it meanwhile
                draw = drawn(season)
            fixtures = fixtures_drawn(season, draw, now=now, first_due_at=first_due_at)
        Fixture.objects.bulk_create(fixtures, batch_size=500)
    logger.info("season started", season=season.slug)
    return season


def drawn_ahead(season: Season, *, unprobed: str = "") -> Draw | None:
    """The games of a season that is about to be started in a transaction, which is to be begun behind this; None where
    none are to be drawn, or where it cannot be started as it is, which its start will say."""
    if not is_drawn(season):
        return None
    try:
        check_start(season=season, unprobed=unprobed)
    except WrongSeason:
        return None
    return drawn(season)


def is_drawn(season: Season) -> bool:
    """Whether a season's start draws its games: a twin has those of its first."""
    return season.status in Season.UNSTARTED and not season.is_twin


def check_start(*, season: Season, unprobed: str = "") -> str:
    """Raises WrongSeason where a season that has not begun cannot be started as it is; returns the reason to keep for
    models that were never probed, "" where there are none."""
    first, is_unstarted = season.twin_of, season.status in Season.UNSTARTED
    if is_unstarted and first is not None and first.started_at is None:
        raise WrongSeason("twin_of", f"{first.slug} has not started: its twin starts after it.")
    unprobed = unprobed.strip() or season.unprobed or (first.unprobed if first is not None else "")
    strangers = list(unprobed_models(season).order_by("slug").values_list("slug", flat=True))
    if is_unstarted and strangers and not unprobed.strip():
        raise WrongSeason(
            "unprobed",
            f"never probed: {', '.join(strangers)}; `doctor --probe` tries one out and says first what that costs, or "
            "POST models/<slug>/probe/; or say why it need not be.",
        )
    if is_unstarted and not first and (unwritten := unwritten_places(season).count()):
        raise WrongSeason(
            "start",
            f"personas not written yet: {unwritten}; the season's page or `season {season.slug} personas` does it.",
        )
    if is_unstarted and not first:
        check_seats(season)
        check_seal(spoilers=season.spoilers, names=season.names, persona_source=season.persona_source)
    return unprobed.strip()[:200] if strangers else ""


def check_seats(season: Season) -> None:
    """Raises WrongSeason unless there are players for the largest of a season's tables."""
    most = season.rules.aggregate(most=Max("seats"))["most"] or 0
    if (there := season.roster.count()) < most:
        raise WrongSeason("players", f"{most} seats need at least as many players, not {there}.")


# --- by itself -------------------------------------------------------------------------------------------------------


def begins_at(season: Season) -> datetime | None:
    """When an announced season begins by itself: as was said, else at the first slot of a calendar that says from when
    on it has some; None where somebody is to start it."""
    if season.status != Season.Status.ANNOUNCED or season.begins_at is not None:
        return season.begins_at
    calendar = calendar_of(season)
    if calendar is None or calendar.starts_at is None:
        return None
    since = max(calendar.starts_at, season.announced_at or calendar.starts_at)
    try:
        return next((wall.at for wall in slots(plan_of(calendar), since=since)), None)
    except WrongCalendar:
        return None  # of a zone that is not known here any more, as its page says


def start_due_seasons(*, now: datetime) -> list[Season]:
    """Starts the announced seasons whose time has come; returns those. Why one cannot be started is written to its row,
    once."""
    started = []
    for season in Season.objects.filter(status=Season.Status.ANNOUNCED).select_related("calendar", "twin_of"):
        at = begins_at(season)
        if at is None or at - (AHEAD if calendar_of(season) else timedelta(0)) > now:
            continue
        with by_itself(row=season):
            draw = drawn_ahead(season)
            try:
                with recorded(by=LEAGUE, verb="start", rows=[season], reason="its time has come"):
                    started.append(start_season(season=season, now=now, draw=draw))
            except WrongSeason as error:
                announced = Season.objects.filter(pk=season.pk, status=Season.Status.ANNOUNCED)
                why = error.message[:LONGEST_WHY]
                if announced.exclude(waiting=why).update(waiting=why):
                    logger.warning("an announced season cannot begin", season=season.slug, why=error.message)
    return started
