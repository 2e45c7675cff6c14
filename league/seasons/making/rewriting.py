"""A draft made what another plan says. Law: as a whole or not at all, with an act that has all that changed in it; only
of a draft, and only from the state that its editor looked at (`on`), where somebody says which.

A twin's draft may be changed in what makes it another than its first, and follows its first in all else: also where
that, a draft too, is edited.
"""

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Final

import structlog
from django.db import IntegrityError, transaction

from games.billing.money import set_cap
from games.engine.rulesets import ruleset_named
from games.models import Account
from league.access.acts import Actor, record_act
from league.calendars.changing import Timing, check_timing
from league.models import Season
from league.seasons.making.checking import WrongSeason, checked_books
from league.seasons.making.creating import write_books, write_calendar, write_roster
from league.seasons.making.plans import FIELDS, Plan, When, check_plan, check_slug, check_terms, plan_of
from league.seasons.making.telling import as_json
from league.seasons.making.twinning import AS_FIRST, check_otherwise, write_as_first

logger = structlog.get_logger(__name__)

# What a twin's draft has of its own.
OF_TWIN: Final = ("slug", "name", "memory", "hides_memory", "strategy_level", "keep", "pace", "at_once")
FOLLOWED: Final = tuple(name for name in AS_FIRST if name not in ("secret", "keep", "unprobed"))


class Outdated(WrongSeason):
    """A draft that is another by now than the one that somebody looked at."""


def mark_of(plan: Plan) -> str:
    """What tells a plan from any other."""
    return sha256(json.dumps(as_json(plan), sort_keys=True).encode()).hexdigest()[:16]


def draft_locked(season: Season, *, verb: str) -> Season:
    """A draft as it is now, locked until the transaction ends. Raises WrongSeason for what is none, or is gone."""
    row = Season.objects.select_for_update(no_key=True).filter(pk=season.pk).first()
    if row is None:
        raise WrongSeason("status", f"there is no season {season.slug} any more.")
    check_draft(row, verb=verb)
    return row


def check_draft(season: Season, *, verb: str) -> None:
    """Raises WrongSeason for a season that is no draft: of it nothing can be so."""
    if season.status != Season.Status.DRAFT:
        raise WrongSeason("status", f"only a draft season can be {verb}, and {season.slug} is {season.status}.")


def rewrite_draft(*, season: Season, plan: Plan, by: Actor, on: str | None = None, reason: str = "") -> Season:
    """Makes a draft be what a plan says, and returns it; `on` is the mark of the plan that it was made from. Twins of
    the draft follow it. Raises WrongSeason, of which Outdated, and WrongCalendar; nothing is changed then."""
    try:
        with transaction.atomic():
            row = draft_locked(season, verb="edited")
            before = plan_of(row)
            if on is not None and on != mark_of(before):
                raise Outdated("status", f"{row.slug} was changed meanwhile; look at it again.")
            if plan.slug != before.slug:
                check_renaming(before.slug, plan.slug)
            if row.twin_of is None:
                write_plan(row=row, plan=plan, before=before)
            else:
                write_twin(row=row, plan=plan, before=before, first=row.twin_of)
            record_edit(row, before=before, by=by, reason=reason)
            for twin in Season.objects.select_for_update(no_key=True).filter(twin_of=row).order_by("pk"):
                was = plan_of(twin)
                follow(twin=twin, first=row)
                record_edit(twin, before=was, by=by, reason=reason)
    except IntegrityError:
        if Season.objects.filter(slug=plan.slug).exclude(pk=season.pk).exists():
            raise WrongSeason("slug", f"there is a season {plan.slug!r} already.") from None
        raise
    logger.info("a draft was edited", season=row.slug)
    return row


def check_renaming(before: str, slug: str) -> None:
    """Raises WrongSeason unless a draft may have another slug: not when its models were paid for writing under the old
    one."""
    check_slug(slug)
    if Account.objects.filter(scope=Account.Scope.SEASON, name=before).exists():
        raise WrongSeason("slug", f"stays {before!r}: calls were paid under that name.")


def write_plan(*, row: Season, plan: Plan, before: Plan) -> None:
    """Writes a plan into the rows of a draft."""
    rows = check_plan(plan)
    write_fields(row=row, fields=rows.fields)
    write_books(season=row, books=rows.books)
    if [each.pk for each in plan.players] != [each.pk for each in before.players]:
        write_roster(season=row, players=plan.players)
    if When.of(rows.calendar) != before.when:
        write_calendar(season=row, calendar=rows.calendar)
    for account in Account.objects.filter(scope=Account.Scope.SEASON, name=row.slug):
        if account.cap != plan.cap_season:
            set_cap(account=account, cap=plan.cap_season)


def write_fields(*, row: Season, fields: Mapping[str, Any]) -> None:
    """Gives a draft's row these fields, and reads it again."""
    for name, value in fields.items():
        setattr(row, name, value)
    row.save(update_fields=list(fields))
    row.refresh_from_db()


def record_edit(row: Season, *, before: Plan, by: Actor, reason: str) -> None:
    """Writes down what an edit changed, field by field, by the names that the API has for them; of nothing nothing."""
    was, now = as_json(before), as_json(plan_of(Season.objects.get(pk=row.pk)))
    if changed := [name for name in now if was[name] != now[name]]:
        old, new = ({name: told[name] for name in changed} for told in (was, now))
        record_act(by=by, verb="edit", row=row, before=old, after=new, reason=reason)


# --- twins -----------------------------------------------------------------------------------------------------------


def write_twin(*, row: Season, plan: Plan, before: Plan, first: Season) -> None:
    """Writes what a twin has of its own into its row."""
    for name in FIELDS:
        if name not in OF_TWIN and told(plan, name) != told(before, name):
            raise WrongSeason(name, f"is that of {first.slug}, of which {row.slug} is a twin.")
    fields = check_terms(plan)
    check_otherwise(first=first, memory=plan.memory, strategy_level=plan.strategy_level)
    check_timing(season=row, before=None, wanted=Timing(None, plan.at_once, plan.pace), at_once=plan.at_once)
    write_fields(row=row, fields={name: fields[name] for name in OF_TWIN})


def told(plan: Plan, name: str) -> object:
    """A field of a plan so that two can be compared, however the options of its rule books were given."""
    if name == "rules":
        books = checked_books(plan.rules, names=plan.names)
        return [
            (book.ruleset, book.seats, ruleset_named(book.ruleset).options_from(book.options, book.seats))
            for book in books
        ]
    return [each.pk for each in plan.players] if name == "players" else getattr(plan, name)


def follow(*, twin: Season, first: Season) -> None:
    """Gives a twin's draft what it has of its first. Raises WrongSeason where they would be the same then."""
    if (twin.memory, twin.strategy_level) == (first.memory, first.strategy_level):
        raise WrongSeason("memory", f"its twin {twin.slug} would be the same then; change or delete that one first.")
    as_there = {name: getattr(first, name) for name in FOLLOWED}
    write_fields(row=twin, fields=as_there | {"lag": first.games_behind})
    write_as_first(twin=twin, first=first)
