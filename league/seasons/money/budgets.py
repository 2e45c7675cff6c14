"""What a season may spend in all, and what becomes of it when that is spent. Law: a season pauses for its budget only
when nothing of it is under way and what is left holds no other game, or not the next call of one that has begun; its
operator raises the cap and resumes it.

It pauses in the same way where the next call alone may cost more than a call may.

A day's budget pauses nothing: the games that wait for it go on with the next day. Nor does a game's own while others
are played: it waits for its operator by itself. Where all that are open wait so, the season pauses: it would wait
without end. (Not where they wait for a model's room: they look again by themselves when it was given more.)
"""

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from decimal import Decimal
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from games.billing.money import in_dollars, open_account, rounded_up
from games.hosting.making import price_of
from games.models import Account, Call, Game
from games.models.waiting import of_budget
from games.models.worded import planned
from league.access.acts import LEAGUE, recorded
from league.models import Fixture, Season
from league.seasons.lifecycle.pausing import pause_season, resume_season
from league.seasons.making.checking import WrongSeason, check_cap
from league.seasons.schedule.holding import HELD, KEPT, SHORT, SPENT, WITH_ITS_SEASON, games_of, penniless_games

LOOKED_AT: Final = 5  # games that have not begun, of which one must fit what is left
OF_A_GAME: Final = of_budget(Account.Scope.GAME)
_HELPLESS: Final = Q(game__waiting__startswith=OF_A_GAME)


def accounts_of(season: Season) -> QuerySet[Account]:
    """The account that a season's calls draw on; none before the first call, or another cap since the start."""
    return Account.objects.filter(scope=Account.Scope.SEASON, name=season.slug)


def account_of(season: Season) -> Account | None:
    """The account that a season's calls draw on; None before the first call, or another cap since the start."""
    return accounts_of(season).first()


def cap_season(*, season: Season, cap: Decimal | None) -> None:
    """Gives a season another cap, None for none, before its first call and after. Raises WrongSeason."""
    check_cap("cap_season", cap)
    with transaction.atomic():
        Season.objects.filter(pk=season.pk).update(cap_season=cap)
        if season.started_at is not None or accounts_of(season).exists():
            # Its games have in their terms what the cap was when they were made, and would open the account with it.
            open_account(scope=Account.Scope.SEASON, name=season.slug, cap=cap)
    season.refresh_from_db()


def cap_call(*, season: Season, cap: Decimal | None) -> None:
    """Gives the calls of a season another cap, None for none: of its games to come, and of those that wait for it to be
    raised. Raises WrongSeason."""
    check_cap("cap_call", cap)
    Season.objects.filter(pk=season.pk).update(cap_call=cap)
    season.refresh_from_db()


def cap_game(*, season: Season, cap: Decimal | None) -> None:
    """Gives the games of a season another cap, None for none: those to come, and those that are not over, whatever cap
    each of them had. Raises WrongSeason."""
    check_cap("cap_game", cap)
    with transaction.atomic():
        Season.objects.filter(pk=season.pk).update(cap_game=cap)
        for game in games_of(season).filter(has_voices=True).exclude(status__in=Game.OVER).order_by("pk"):
            open_account(scope=Account.Scope.GAME, name=game.public_id, cap=cap)
    season.refresh_from_db()


def cap_now(season: Season, name: str) -> Decimal | None:
    """A cap as it counts by now: of the whole season what its account has, once there is one."""
    account = account_of(season) if name == "cap_season" else None
    cap: Decimal | None = account.cap if account is not None else getattr(season, name)
    return cap


def check_upwards(
    name: str, now: Decimal | None, cap: Decimal | None, *, of: str = "in a season that has started"
) -> None:
    """Raises WrongSeason for a cap that is lower than the one there is."""
    if cap != now and (now is None or (cap is not None and cap < now)):
        least = "none" if now is None else f"{now.normalize():f} or more, or none"
        raise WrongSeason(name, f"must be {least} {of}, not {cap}.")


def cap_of_call_now(game: Game) -> Decimal | None:
    """The most that a call of a game may cost by now: as its season has it, or else its terms."""
    seasons = Season.objects.filter(slug=game.terms.get("season") or "").values_list("cap_call", flat=True)
    found = list(seasons)
    return found[0] if found else game.cap("call")


def resume_with_cap(
    *,
    season: Season,
    now: datetime,
    cap: Decimal | None = None,
    of_game: Decimal | None = None,
    of_call: Decimal | None = None,
) -> Season:
    """Lets a paused season go on, with another cap unless that is None, and another `of_game` for each of its games and
    `of_call` for each of its calls; upwards. Raises WrongSeason, also where it would pause again at once; its caps stay
    then."""
    with transaction.atomic():
        if cap is not None:
            account = account_of(season)
            if season.status == Season.Status.PAUSED and account is not None and cap <= account.spent:
                spent = in_dollars(account.spent)
                raise WrongSeason("cap_season", f"cap_season: wanted more than the {spent} that is spent, got {cap}.")
        for name, wanted in (("cap_season", cap), ("cap_call", of_call), ("cap_game", of_game)):
            if wanted is not None:
                check_cap(name, wanted)
                check_upwards(name, cap_now(season, name), wanted)
        if cap is not None:
            cap_season(season=season, cap=cap)
        if of_call is not None:
            cap_call(season=season, cap=of_call)
        if of_game is not None:
            cap_game(season=season, cap=of_game)
        if season.status == Season.Status.PAUSED and (why := why_in_vain(season)):
            raise WrongSeason(*why)
        return resume_season(season=season, now=now)


def why_in_vain(season: Season) -> tuple[str, str] | None:
    """Which cap of a season that is paused for one is still too low for it to go on, and why; None where it may go
    on."""
    unbegun = games_of(season).filter(has_voices=True, started_at__isnull=True).exclude(status__in=Game.OVER)
    if season.waiting.startswith(OF_A_GAME):
        return _none_fits(list(unbegun.order_by("pk")[:LOOKED_AT]))
    account = account_of(season)
    cap = account.cap if account else season.cap_season
    if cap is None or not season.waiting.startswith(SPENT):
        return None
    drawn = account.spent + account.reserved if account else Decimal(0)
    held = f"{in_dollars(max(Decimal(0), cap - drawn))} of {in_dollars(cap)} are left"
    begun = games_of(season).filter(status=Game.Status.PAUSED, waiting=WITH_ITS_SEASON, started_at__isnull=False)
    if begun.exists():  # what its next call may cost only who asks it knows
        return None if drawn < cap else ("cap_season", f"it would pause again at once: {held}; raise its cap first.")
    rests = [rest for rest in map(price_of, unbegun.order_by("pk")[:LOOKED_AT]) if rest is not None]
    if not rests or cap - drawn >= (least := min(rest.alone for rest in rests)):
        return None
    needed = f"a game is begun with {rounded_up(least)}: raise its cap to {rounded_up(drawn + least)} first"
    return "cap_season", f"it would pause again at once: {held}, and {needed}."


def _none_fits(games: Sequence[Game]) -> tuple[str, str] | None:
    """Why none of these games fits its own cap; None where one does, or there is none."""
    accounts = Account.objects.filter(scope=Account.Scope.GAME, name__in=[game.public_id for game in games])
    caps = {game.public_id: game.cap("game") for game in games} | dict(accounts.values_list("name", "cap"))
    short = []
    for game in games:
        cap, rest = caps[game.public_id], price_of(game)
        if cap is None or rest is None or rest.own <= cap:
            return None
        short.append((cap, rest.own))
    if not short:
        return None
    cap, needed = min(short, key=lambda each: each[1])
    told = f"the cap of a game is {in_dollars(cap)}, and one is begun with {rounded_up(needed)}"
    return "cap_game", f"it would pause again at once: {told}; give its games a higher cap first."


def pause_penniless_seasons(*, season: Season | None = None) -> list[Season]:
    """Pauses the running seasons, or this one, that cannot pay for what is next; returns those."""
    paused = []
    for each in _penniless(season.pk) if season else penniless_seasons():
        if each.status == Season.Status.PAUSED:
            hold_back(season=each)
        elif not is_under_way(each):
            waiting = penniless_games(each).order_by("status", "pk")  # what has begun says it first
            reason = waiting.values_list("waiting", flat=True).first() or SHORT[0]
            # Suppressed outside of the transaction: somebody else may have paused it.
            with suppress(WrongSeason), recorded(by=LEAGUE, verb="pause", rows=[each], reason=reason):
                paused.append(pause_season(season=each, reason=reason))
    for each in _helpless(season.pk) if season else helpless_seasons():
        first = games_of(each).filter(lease_owner__isnull=True).exclude(waiting="").exclude(status__in=Game.OVER)
        reason = first.order_by("pk").values_list("waiting", flat=True).first() or ""
        with suppress(WrongSeason), recorded(by=LEAGUE, verb="pause", rows=[each], reason=reason):
            paused.append(pause_season(season=each, reason=reason))
    return paused


def helpless_seasons() -> QuerySet[Season]:
    """The running seasons all of whose open games wait for their own caps to be raised."""
    of_season = Fixture.objects.filter(season=OuterRef("pk"))
    open_ones = of_season.filter(game__status__in=(Game.Status.SCHEDULED, Game.Status.RUNNING))
    helpless = open_ones.filter(_HELPLESS, game__lease_owner__isnull=True)
    others = open_ones.filter(~_HELPLESS | Q(game__lease_owner__isnull=False))
    return Season.objects.filter(status=Season.Status.RUNNING).filter(Exists(helpless), ~Exists(others))


@planned  # whoever plays a season asks again and again, nearly always in vain
def _helpless(season: int) -> QuerySet[Season]:
    return helpless_seasons().filter(pk=season)


def penniless_seasons() -> QuerySet[Season]:
    """The seasons with games that nobody holds and that wait for their season's caps; where one that has
    not begun does, with none that has and goes on."""
    of_season = Fixture.objects.filter(season=OuterRef("pk"), game__lease_owner__isnull=True)
    running = of_season.filter(game__status=Game.Status.RUNNING)
    unbegun = of_season.filter(game__status=Game.Status.SCHEDULED, game__waiting__startswith=SPENT)
    unbegun = unbegun.exclude(game__waiting=KEPT)
    begun = Season.objects.filter(status__in=[Season.Status.RUNNING, Season.Status.PAUSED])
    return begun.filter(Exists(running.filter(game__waiting__in=SHORT)) | Exists(unbegun) & ~Exists(running))


@planned
def _penniless(season: int) -> QuerySet[Season]:
    return penniless_seasons().filter(pk=season)


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
