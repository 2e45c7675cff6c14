"""What was spent against every cap that holds now: what is sure, the most that it may be, what is on its way, what is
left. Accounts of drafts are in none of it: they would tell their names."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Final

from django.db.models import Q, Sum
from django.urls import reverse

from games.billing.money import account_of_day, is_nearly_spent
from games.models import Account, Game, KillSwitch
from league.models import Season, Series
from league.queries.upkeep.beside import Beside
from league.queries.upkeep.seasons import SeasonStand

MOST_GAMES: Final = 12
NOTHING: Final = Decimal(0)


@dataclass(frozen=True, slots=True)
class Spending:
    """An account: in US dollars what is sure, what calls may have cost at most (`bound`, with what is sure), what is
    `reserved` for those on their way; its cap, and why its calls are stopped. `share` is of the cap, with what is
    reserved."""

    scope: str
    name: str
    sure: Decimal
    bound: Decimal
    reserved: Decimal
    cap: Decimal | None
    stopped: str
    url: str

    @property
    def left(self) -> Decimal | None:
        """What may still be spent; None without a cap."""
        return None if self.cap is None else max(NOTHING, self.cap - self.bound - self.reserved)

    @property
    def share(self) -> int | None:
        """How much of the cap is spent or on its way, in percent."""
        if self.cap is None:
            return None
        return 100 if not self.cap else int(100 * (self.bound + self.reserved) / self.cap)

    @property
    def is_reached(self) -> bool:
        return self.cap is not None and self.bound >= self.cap

    @property
    def is_near(self) -> bool:
        """Whether so much is spent that people are warned."""
        return is_nearly_spent(Account(cap=self.cap, spent=self.bound))


def spending_told(stands: Sequence[SeasonStand | Beside], *, now: datetime) -> tuple[Spending, ...]:
    """The day's account, those of models and providers that hold something back, those of these seasons and of
    what their players learn, of series with a cap, and of games that are nearly spent. Five queries."""
    slugs = [stand.slug for stand in stands]
    scopes = Account.Scope
    of_models = Q(scope__in=(scopes.MODEL, scopes.PROVIDER)) & (Q(cap__isnull=False) | ~Q(stopped=""))
    of_seasons = Q(scope__in=(scopes.SEASON, scopes.LEARNING), name__in=slugs)
    accounts = list(Account.objects.filter(of_models | of_seasons).order_by("scope", "name"))
    opened = {(account.scope, account.name) for account in accounts}
    capped = Season.objects.filter(slug__in=slugs).values_list("slug", "cap_season", "cap_learning")
    for slug, cap, of_learning in capped:  # those that nobody has drawn on yet
        for scope, amount in ((scopes.SEASON, cap), (scopes.LEARNING, of_learning)):
            if amount is not None and (scope, slug) not in opened:
                accounts.append(Account(scope=scope, name=slug, cap=amount))
    unfinished = Game.objects.filter(status__in=(Game.Status.RUNNING, Game.Status.PAUSED)).order_by()
    of_games = Account.objects.filter(scope=scopes.GAME, name__in=unfinished.values("public_id"), cap__isnull=False)
    near = [each for each in of_games.order_by("-spent")[:MOST_GAMES] if is_nearly_spent(each)]
    order = {scope: place for place, scope in enumerate(("day", "provider", "model", "series", "season", "learning"))}
    told = [_told(each) for each in (account_of_day(now), *accounts, *near)] + _of_series()
    return tuple(sorted(told, key=lambda each: (order.get(each.scope, len(order)), each.name)))


def _told(account: Account) -> Spending:
    return Spending(
        scope=account.scope,
        name=account.name,
        sure=account.spent - account.unsure,
        bound=account.spent,
        reserved=account.reserved,
        cap=account.cap,
        stopped=account.stopped,
        url=reverse("admin:games_account_change", args=[account.pk]) if account.pk else "",
    )


def _of_series() -> list[Spending]:
    """The series with a cap that open seasons yet. Two queries."""
    series = {each.pk: each for each in Series.objects.filter(cap_total__isnull=False).exclude(status="ended")}
    of_season = dict(Season.objects.filter(series__in=series).values_list("slug", "series"))
    sums = Account.objects.filter(scope=Account.Scope.SEASON, name__in=of_season).order_by().values_list("name")
    found = {key: [NOTHING, NOTHING, NOTHING] for key in series}
    for name, *amounts in sums.annotate(Sum("spent"), Sum("unsure"), Sum("reserved")):
        for place, amount in enumerate(amounts):
            found[of_season[name]][place] += amount
    return [
        Spending(
            scope="series",
            name=each.slug,
            sure=found[key][0] - found[key][1],
            bound=found[key][0],
            reserved=found[key][2],
            cap=each.cap_total,
            stopped="",
            url=reverse("series", args=[each.slug]),
        )
        for key, each in series.items()
    ]


def stopped_told() -> str:
    """Why no call is made at all; "" where they are. One query."""
    switch = KillSwitch.objects.filter(is_on=True).first()
    return (switch.reason or "no reason was given") if switch else ""
