"""What operators do to a series. Law: a change touches seasons to come alone; each is an act, in the transaction of
what it changes; what is wrong is told by its field, in words, and nothing is changed then.
"""

import re
from collections.abc import Mapping
from copy import copy
from datetime import datetime
from decimal import Decimal
from hashlib import sha256
from typing import Any, Final

import structlog
from django.db import IntegrityError, transaction
from django.db.models import Max

from league.access.acts import Actor, given, look_at, record_act, recorded
from league.models import Season, Series
from league.models.series import LONGEST_WHY, NUMBER
from league.seasons.making.checking import SLUG, WrongSeason, check_cap, check_shape, one_of
from league.seasons.making.cloning import is_free
from league.seasons.making.rewriting import Outdated
from league.seasons.money.budgets import check_upwards
from league.seasons.series.rosters import HOUSE, listed
from league.seasons.series.templates import (
    LARGEST,
    check_patterns,
    check_template,
    numbered,
    patterns_of,
    template_of,
)
from league.seasons.series.turns import OVER, newest_of, why_too_dear
from personas.models import LanguageModel

logger = structlog.get_logger(__name__)

TAKEN: Final = ("new",)  # the page that makes one
MOST_WEEKS: Final = 520
MOST_PLACES: Final = 10_000
MOST_SEASONS: Final = 100_000
BY_HAND: Final = "its operator has paused it"
SAID: Final = (  # what is said of a series when it is made, and may be said anew
    *("name", "template", "slug_pattern", "name_pattern", "next_number", "roster_rule", "players", "pool", "best"),
    *("by_lot", "opens", "weeks", "begins_at", "most", "until", "cap_total"),
)


def create_series(
    *,
    season: Season,
    slug: str,
    by: Actor,
    now: datetime,
    reason: str = "",
    **said: Any,  # Any: fields of SAID, by their names
) -> Series:
    """Makes a series of a season, and returns it: its plan is the template, and one that has begun, is no twin and in
    no series is its first. What is not said is as the season has it. Raises WrongSeason and WrongCalendar."""
    slugs, names, number = patterns_of(season)
    row = Series(slug=slug, name=names.replace(NUMBER, "").strip(), created_at=now)
    row.slug_pattern, row.name_pattern, row.template = slugs, names, template_of(season)
    row.players = [place.player.player_id for place in season.roster.select_related("player").order_by("number")]
    write_said(row, said)
    check_shape("slug", "1 to 60 lower-case letters, digits and hyphens, no hyphen first", SLUG.fullmatch(slug), slug)
    if slug in TAKEN:
        raise WrongSeason("slug", f"{slug!r} is an address of the site's own; choose another word.")
    check_patterns(row.slug_pattern, row.name_pattern)
    if "slug_pattern" in said:
        found = re.fullmatch(re.escape(row.slug_pattern).replace(re.escape(NUMBER), "([0-9]{1,6})"), season.slug)
        number = int(found[1]) if found and int(found[1]) else 1
    is_first = season.started_at is not None and season.series_id is None and season.twin_of_id is None
    if "next_number" not in said:
        row.next_number = first_free(row.slug_pattern, number + 1 if is_first else number)
    check_series(row, now=now)
    if is_first and row.next_number <= number:
        raise WrongSeason("next_number", f"{season.slug} is number {number}: the next is {number + 1} or more.")
    try:
        with transaction.atomic():
            row.save(force_insert=True)
            if is_first:
                free = Season.objects.filter(pk=season.pk, series__isnull=True)
                free.update(series=row, series_number=number)
            told = given(look_at(row)) | ({"first": season.slug} if is_first else {"template_of": season.slug})
            record_act(by=by, verb="create", row=row, after=told, reason=reason)
    except IntegrityError:
        if Series.objects.filter(slug=slug).exists():
            raise WrongSeason("slug", f"there is a series {slug!r} already.") from None
        raise
    logger.info("a series is made", series=slug, of=season.slug)
    return row


def first_free(pattern: str, number: int) -> int:
    """The first number from this one on by which no season is called yet."""
    while number < LARGEST and not is_free(numbered(pattern, number)):
        number += 1
    return number


def mark_of(series: Series) -> str:
    """What tells what is said of a series, and how it stands, from how it was before."""
    told: Mapping[str, str] = {name: str(getattr(series, name)) for name in (*SAID, "status")}
    return sha256(repr(sorted(told.items())).encode()).hexdigest()[:16]


def edit_series(
    *, series: Series, by: Actor, now: datetime, on: str | None = None, reason: str = "", **said: Any
) -> Series:
    """Gives a series other words for its seasons to come, and returns it; `on` is the mark of what somebody had looked
    at. Raises WrongSeason, of which Outdated, also for one that has ended, and WrongCalendar."""
    with transaction.atomic():
        row = held(series, verb="edited", states=(Series.Status.RUNNING, Series.Status.PAUSED))
        if on is not None and on != mark_of(row):
            raise Outdated("status", f"{row.slug} was changed meanwhile; look at it again.")
        before = copy(row)
        write_said(row, said)
        check_patterns(row.slug_pattern, row.name_pattern)
        check_series(row, now=now, before=before)
        with recorded(by=by, verb="edit", rows=[before], reason=reason):
            row.save(update_fields=list(SAID))
    logger.info("a series was edited", series=row.slug)
    return row


def pause_series(*, series: Series, by: Actor, reason: str = "") -> Series:
    """Has a series open no season until it is resumed; that under way is played on. Raises WrongSeason."""
    why = (f"{BY_HAND}: {reason.strip()}" if reason.strip() else BY_HAND)[:LONGEST_WHY]
    said = {"status": Series.Status.PAUSED, "waiting": why}
    return move(series=series, state=Series.Status.RUNNING, verb="pause", by=by, reason=reason, said=said)


def resume_series(
    *, series: Series, by: Actor, now: datetime, reason: str = "", cap_total: Decimal | None = None
) -> Series:
    """Lets a paused series go on, with another cap unless that is None, upwards. Raises WrongSeason, also where it
    would stop again at once."""
    said: dict[str, Any] = {"status": Series.Status.RUNNING, "waiting": ""}
    row = copy(series)
    if cap_total is not None:
        row.cap_total = said["cap_total"] = cap_total
        check_caps(row)
        check_upwards("cap_total", series.cap_total, cap_total, of="where a series is resumed with another")
    newest = newest_of(series)
    if (newest is None or newest.status in OVER) and (why := why_too_dear(row)):
        raise WrongSeason("cap_total", f"it would stop again at once: {why}.")
    return move(series=series, state=Series.Status.PAUSED, verb="resume", by=by, reason=reason, said=said)


def end_series(*, series: Series, by: Actor, now: datetime, reason: str = "") -> Series:
    """Ends a series for good; its season under way is played to its end. Raises WrongSeason."""
    with transaction.atomic():
        row = held(series, verb="ended", states=(Series.Status.RUNNING, Series.Status.PAUSED))
        why = (reason.strip() or "an operator has ended it")[:LONGEST_WHY]  # everybody reads it
        said = {"status": Series.Status.ENDED, "waiting": why, "ended_at": now}
        return move(series=row, state=row.status, verb="end", by=by, reason=reason, said=said)


def delete_series(*, series: Series, by: Actor, reason: str = "") -> None:
    """Deletes a series that never opened a season; the one that it was made of stays, and is of no series then. Raises
    WrongSeason."""
    with transaction.atomic():
        row = held(series, verb="deleted", states=Series.Status.values)
        if row.opened:
            opened = "a season" if row.opened == 1 else f"{row.opened} seasons"
            raise WrongSeason("status", f"{row.slug} has opened {opened} and is not deleted; end it instead.")
        row.seasons.update(series=None, series_number=None)
        record_act(by=by, verb="delete", row=row, before=given(look_at(row)), reason=reason)
        row.delete()
    logger.info("a series was deleted", series=series.slug)


def move(*, series: Series, state: str, verb: str, by: Actor, reason: str, said: Mapping[str, Any]) -> Series:
    """Changes the status of a series that is still in this one, and returns it. Raises WrongSeason."""
    with transaction.atomic():
        row = held(series, verb=f"{verb.removesuffix('e')}ed", states=(state,))
        with recorded(by=by, verb=verb, rows=[row], reason=reason):
            Series.objects.filter(pk=row.pk).update(**said)
    row.refresh_from_db()
    logger.info("a series changes", series=row.slug, verb=verb)
    return row


def held(series: Series, *, verb: str, states: Any) -> Series:
    """A series as it is now, locked until the transaction ends. Raises WrongSeason for one that is in none of these
    states, or is gone."""
    row = Series.objects.select_for_update(no_key=True).filter(pk=series.pk).first()
    if row is None:
        raise WrongSeason("status", f"there is no series {series.slug} any more.")
    if row.status not in states:
        wanted = " or ".join(states)
        raise WrongSeason("status", f"only a {wanted} series can be {verb}, and {row.slug} is {row.status}.")
    return row


# --- what may be said ------------------------------------------------------------------------------------------------


def write_said(row: Series, said: Mapping[str, Any]) -> None:
    """Gives a row, which is not stored by it, what is said of a series; what its rules have no use for goes. Raises
    WrongSeason for what nothing of a series is called."""
    if unknown := [name for name in said if name not in SAID]:
        raise WrongSeason(unknown[0], f"is no field of a series; there are: {', '.join(SAID)}.")
    for name, value in said.items():
        setattr(row, name, value)
    if row.opens != Series.Opens.WEEKS:
        row.weeks = 0
    if row.roster_rule != Series.RosterRule.BEST:
        row.best = row.by_lot = 0


def check_series(row: Series, *, now: datetime, before: Series | None = None) -> None:
    """Raises WrongSeason, and WrongCalendar for its template's, unless a series may be so."""
    check_shape("name", "1 to 120 characters", row.name.strip() and len(row.name) <= 120, row.name)
    last = row.seasons.aggregate(last=Max("series_number"))["last"] if row.pk else None
    least = max(last or 0, row.opened) + 1
    wanted = f"a whole number from {least} to {LARGEST}"
    check_shape("next_number", wanted, least <= row.next_number <= LARGEST, row.next_number)
    check_shape("template", "a JSON object", isinstance(row.template, dict), row.template)
    slug, name = numbered(row.slug_pattern, row.next_number), numbered(row.name_pattern, row.next_number)
    if before is None or before.template != row.template:  # what it names may be gone by now: that is waited for
        check_template(row.template, slug=slug, name=name)
    check_rule(row)
    check_shape("opens", one_of(Series.Opens.values), row.opens in Series.Opens.values, row.opens)
    if row.opens == Series.Opens.WEEKS:
        check_shape("weeks", f"a whole number from 1 to {MOST_WEEKS}", 1 <= row.weeks <= MOST_WEEKS, row.weeks)
    is_possible = row.most is None or 1 <= row.most <= MOST_SEASONS
    check_shape("most", f"a whole number from 1 to {MOST_SEASONS}, or none", is_possible, row.most)
    if row.until is not None and row.until <= now and (before is None or before.until != row.until):
        raise WrongSeason("until", f"must be a time to come, not {row.until:%Y-%m-%d %H:%M} UTC.")
    check_caps(row)


def check_rule(row: Series) -> None:
    """Raises WrongSeason unless these words say who plays."""
    rules = Series.RosterRule
    check_shape("roster_rule", one_of(rules.values), row.roster_rule in rules.values, row.roster_rule)
    check_shape("players", "a list of player ids", isinstance(row.players, list), row.players)
    check_shape("pool", "a list of models", isinstance(row.pool, list), row.pool)
    listed(row.players)
    models = [each for each in row.pool if each != HOUSE]
    known = set(LanguageModel.objects.filter(slug__in=models).values_list("slug", flat=True))
    if missing := [each for each in models if each not in known]:
        raise WrongSeason("pool", f"there is no model {missing[0]!r}; {HOUSE!r} stands for all that play offline.")
    if row.roster_rule == rules.ACTIVE and not row.pool:
        raise WrongSeason("pool", f"say whose active players are invited: {HOUSE!r}, or models by their slugs.")
    if row.roster_rule == rules.FIXED and not row.players:
        raise WrongSeason("players", "say who plays: a fixed roster has players.")
    if row.roster_rule == rules.BEST:
        check_shape("best", f"a whole number from 1 to {MOST_PLACES}", 1 <= row.best <= MOST_PLACES, row.best)
        check_shape("by_lot", f"a whole number from 0 to {MOST_PLACES}", 0 <= row.by_lot <= MOST_PLACES, row.by_lot)
        if row.template.get("persona_source") == Season.PersonaSource.GAME:
            raise WrongSeason("roster_rule", "where each game has players of its own, none of them is the best.")


def check_caps(row: Series) -> None:
    """Raises WrongSeason unless a series may be capped so."""
    check_cap("cap_total", row.cap_total)
    if row.cap_total is not None and row.template.get("cap_season") is None:
        raise WrongSeason("cap_total", "wants a cap of each season (cap_season): what the next may cost.")
