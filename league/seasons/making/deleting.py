"""A draft's end: it goes with its roster, its rule books and its calendar. Law: nothing but a draft is deleted, and no
call is forgotten: what its models were paid for writing stays in the call ledger and in the budget that is called by
its slug, which no other season gets.
"""

import structlog
from django.db import transaction

from games.billing.money import in_dollars
from games.models import Account, Call
from league.access.acts import Actor, record_act
from league.calendars.turns import calendar_of
from league.models import Season, Series
from league.seasons.making.checking import WrongSeason
from league.seasons.making.plans import plan_of
from league.seasons.making.rewriting import draft_locked
from league.seasons.making.telling import as_json

logger = structlog.get_logger(__name__)


def delete_draft(*, season: Season, by: Actor, reason: str = "") -> None:
    """Deletes a draft; the record of acts keeps its plan. Raises WrongSeason for a season that has begun, for one that
    has twins, and while a model writes for it; nothing is deleted then."""
    with transaction.atomic():
        row = draft_locked(season, verb="deleted")
        if why := why_kept(row):
            raise WrongSeason("status", why)
        record_act(by=by, verb="delete", row=row, before=as_json(plan_of(row)), reason=reason)
        row.delete()
    logger.info("a draft was deleted", season=season.slug)


def why_kept(season: Season) -> str:
    """Why a draft cannot be deleted just now; "" where it can."""
    if twins := list(season.twins.order_by("pk").values_list("slug", flat=True)):
        are = "is its twin" if len(twins) == 1 else "are its twins"
        return f"{', '.join(twins)} {are}; delete {'that' if len(twins) == 1 else 'those'} first."
    if season.series is not None and season.series.status == Series.Status.RUNNING:
        return f"it is the next of the series {season.series.slug}, which would make another; pause or end that first."
    if Call.objects.filter(season=season.slug, status__in=Call.OPEN).exists():
        return f"a model writes a persona for {season.slug} just now; wait until that is over."
    return ""


def what_goes(season: Season) -> tuple[str, ...]:
    """What is deleted with a draft, and what stays, in sentences. Five queries."""
    places = season.roster.count()
    books = list(season.rules.order_by("number").values_list("ruleset", flat=True))
    when = " and its calendar" if calendar_of(season) else ""
    goes = f"The draft goes: its roster of {places}, its rules ({', '.join(books)}){when}."
    told = [goes, "Its players, their personas and what they remember stay."]
    if written := season.roster.filter(is_written=True).count():
        told.append(f"Of these personas {written} {'was' if written == 1 else 'were'} written for it; they stay, too.")
    account = Account.objects.filter(scope=Account.Scope.SEASON, name=season.slug).first()
    if account is not None:
        calls = f"{account.calls} call{'' if account.calls == 1 else 's'} for {in_dollars(account.spent)}"
        told.append(
            f"Its models were asked in {calls}: these stay in the call ledger and in the budget {season.slug}, and no "
            "other season can be called so."
        )
    return tuple(told)
