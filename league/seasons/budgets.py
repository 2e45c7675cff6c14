"""What a season may spend in all, and what becomes of it when that is spent. Law: a season pauses for its budget only
when nothing of it is under way and what is left holds no other game, or not the next call of one that has begun; its
operator raises the cap and resumes it.

It pauses in the same way where the next call alone may cost more than a call may.

A day's budget pauses nothing: the games that wait for it go on with the next day. Nor does a game's own: it waits for
its operator by itself while the others are played.
"""

from contextlib import suppress
from datetime import datetime
from decimal import Decimal

import structlog
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from games.billing.money import in_dollars, set_cap
from games.models import Account, Call, Game
from league.access.acts import LEAGUE, recorded
from league.models import Fixture, Season
from league.seasons.scheduling import (
    HELD,
    KEPT,
    SHORT,
    SPENT,
    WrongSeason,
    check_cap,
    pause_season,
    penniless_games,
    resume_season,
)

logger = structlog.get_logger(__name__)


def accounts_of(season: Season) -> QuerySet[Account]:
    """The account that a season's calls draw on; none before the first call."""
    return Account.objects.filter(scope=Account.Scope.SEASON, name=season.slug)


def account_of(season: Season) -> Account | None:
    """The account that a season's calls draw on; None before the first call."""
    return accounts_of(season).first()


def cap_season(*, season: Season, cap: Decimal | None) -> None:
    """Gives a season another cap, None for none, before its first call and after. Raises WrongSeason."""
    check_cap("cap_season", cap)
    with transaction.atomic():
        Season.objects.filter(pk=season.pk).update(cap_season=cap)
        if account := account_of(season):
            set_cap(account=account, cap=cap)
    season.refresh_from_db()


def cap_call(*, season: Season, cap: Decimal | None) -> None:
    """Gives the calls of a season another cap, None for none: of its games to come, and of those that wait for it to be
    raised. Raises WrongSeason."""
    check_cap("cap_call", cap)
    Season.objects.filter(pk=season.pk).update(cap_call=cap)
    season.refresh_from_db()


def cap_of_call_now(game: Game) -> Decimal | None:
    """The most that a call of a game may cost by now: as its season has it, or else its terms."""
    seasons = Season.objects.filter(slug=game.terms.get("season") or "").values_list("cap_call", flat=True)
    found = list(seasons)
    return found[0] if found else game.cap("call")


def resume_with_cap(*, season: Season, cap: Decimal | None, now: datetime, of_call: Decimal | None = None) -> Season:
    """Lets a paused season go on, with another cap unless that is None, and another `of_call` for each of its calls.
    Raises WrongSeason, also for a cap with which it would pause at once; its caps stay then."""
    with transaction.atomic():
        if cap is not None:
            account = account_of(season)
            if season.status == Season.Status.PAUSED and account is not None and cap <= account.spent:
                spent = in_dollars(account.spent)
                raise WrongSeason("cap_season", f"cap_season: wanted more than the {spent} that is spent, got {cap}.")
            cap_season(season=season, cap=cap)
        if of_call is not None:
            cap_call(season=season, cap=of_call)
        return resume_season(season=season, now=now)


def pause_penniless_seasons(*, season: Season | None = None) -> list[Season]:
    """Pauses the running seasons, or this one, that cannot pay for what is next; returns those."""
    paused = []
    for each in penniless_seasons(season):
        if each.status == Season.Status.PAUSED:
            hold_back(season=each)
        elif not is_under_way(each):
            waiting = penniless_games(each).order_by("status", "pk")  # what has begun says it first
            reason = waiting.values_list("waiting", flat=True).first() or SHORT[0]
            # Suppressed outside of the transaction: somebody else may have paused it.
            with suppress(WrongSeason), recorded(by=LEAGUE, verb="pause", rows=[each], reason=reason):
                paused.append(pause_season(season=each, reason=reason))
    return paused


def penniless_seasons(season: Season | None) -> QuerySet[Season]:
    """The seasons, or this one, with games that nobody holds and that wait for their season's caps; where one that has
    not begun does, with none that has and goes on."""
    of_season = Fixture.objects.filter(season=OuterRef("pk"), game__lease_owner__isnull=True)
    running = of_season.filter(game__status=Game.Status.RUNNING)
    unbegun = of_season.filter(game__status=Game.Status.SCHEDULED, game__waiting__startswith=SPENT)
    unbegun = unbegun.exclude(game__waiting=KEPT)
    begun = Season.objects.filter(status__in=[Season.Status.RUNNING, Season.Status.PAUSED])
    begun = begun.filter(Exists(running.filter(game__waiting__in=SHORT)) | Exists(unbegun) & ~Exists(running))
    return begun.filter(pk=season.pk) if season else begun


def is_under_way(season: Season) -> bool:
    """Whether somebody plays a game of the season, or a call for one is on its way."""
    asked = Call.objects.filter(game=OuterRef("pk"), status__in=Call.OPEN)
    running = Game.objects.filter(fixture__season=season, status=Game.Status.RUNNING)
    return running.filter(Q(lease_owner__isnull=False) | Exists(asked)).exists()


def hold_back(*, season: Season) -> None:
    """Lets the games wait with their paused season that came to the end of its budget only after it was paused."""
    with transaction.atomic():
        # Its row is written and so locked: nobody resumes it before its games are held.
        if Season.objects.filter(pk=season.pk, status=Season.Status.PAUSED).update(status=Season.Status.PAUSED):
            penniless_games(season).update(**HELD)
