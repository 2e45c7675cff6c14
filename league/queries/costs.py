"""What calls to providers cost, as pages tell it. Law: of a game that is not over nothing here is for everybody, for
what it spends tells who is being asked, nor of one that is veiled; who may see secrets sees it all along.

(Long, because what is told of a game, of a season and of a series is one way of adding up calls.)
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from operator import itemgetter
from typing import Any

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery, Sum

from games.billing.money import bounded, exact, in_dollars
from games.ledger.reads import Visitor, sees_secrets
from games.models import Account, Call, Game, Seat
from games.models.call import UNSURE
from league import models
from league.models import Bill as KeptBill
from league.models import Fixture, Season
from league.results.bills import KEY, MOST_CHANGES, changes, named_versions
from league.seasons.schedule.revealing import veiled_games
from league.seasons.series.turns import spent_by
from personas.models import LanguageModel

MOST_RUNS = 8  # versions of a model that are told, one after the other
SUMS = {
    "calls": Count("id"),
    "input": Sum("input_tokens", default=0),
    "cached": Sum("cached_tokens", default=0),
    "cache_written": Sum("cache_written_tokens", default=0),
    "output": Sum("output_tokens", default=0),
    "reasoning": Sum("reasoning_tokens", default=0),
    "unsure": Sum("cost", filter=UNSURE, default=Decimal(0)),  # before the sum that is called as what it adds up
    "cost": Sum("cost", default=Decimal(0)),
}


@dataclass(frozen=True, slots=True)
class Spend:
    """Calls, the tokens that they used and what they cost; what was read from a cache or written to one is among the
    input, reasoning among the output. `unsure` is how much of the cost nobody told: the most that calls may have cost
    whose end was not heard."""

    calls: int = 0
    input: int = 0
    cached: int = 0
    cache_written: int = 0
    output: int = 0
    reasoning: int = 0
    cost: Decimal = Decimal(0)
    unsure: Decimal = Decimal(0)

    def __add__(self, other: "Spend") -> "Spend":
        return Spend(**{name: getattr(self, name) + getattr(other, name) for name in SUMS})

    def __sub__(self, other: "Spend") -> "Spend":
        return Spend(**{name: getattr(self, name) - getattr(other, name) for name in SUMS})

    @property
    def tokens(self) -> int:
        return self.input + self.output

    @property
    def sure(self) -> Decimal:
        return self.cost - self.unsure

    @property
    def dollars(self) -> str:
        return bounded(self.cost, self.unsure)


def spend_of(row: Mapping[str, Any]) -> Spend:
    """The sums of a row of a query that was annotated with SUMS."""
    return Spend(**{name: row[name] for name in SUMS} | {name: exact(row[name]) for name in ("cost", "unsure")})


@dataclass(frozen=True, slots=True)
class SeatBill:
    """What was spent on one seat."""

    seat: int
    spend: Spend


@dataclass(frozen=True, slots=True)
class Bill:
    """What was spent on a game: by seat, and on who told it, where that was a model."""

    seats: tuple[SeatBill, ...]
    narrator: Spend

    @property
    def total(self) -> Spend:
        return sum((each.spend for each in self.seats), self.narrator)


def bill_of(game: Game) -> Bill:
    """What was spent on a game. One query."""
    rows = list(game.calls.order_by("seat").values("seat").annotate(**SUMS))
    seats = tuple(SeatBill(row["seat"], spend_of(row)) for row in rows if row["seat"] is not None)
    # Nobody else is asked for a game without having a seat in it.
    narrator = sum((spend_of(row) for row in rows if row["seat"] is None), Spend())
    return Bill(seats, narrator)


def narrators_spend(by: str, *, ruleset: str = "", season: str = "") -> dict[str, Spend]:
    """What the narrators that are models used in the finished games that sums of games are of, by ruleset or by the
    `size` of their tables, as far as it is billed. Two queries."""
    bills = KeptBill.objects.filter(told=True, **{"ruleset": ruleset} if ruleset else {})
    apart = Season.objects.exclude(Season.COUNTED).values("slug")
    bills = bills.filter(season=season) if season else bills.exclude(season="").exclude(season__in=apart)
    rows = bills.order_by().values(by).annotate(**{f"sum_{name}": Sum(name) for name in SUMS})
    spent = {str(row[by]): spend_of({name: row[f"sum_{name}"] for name in SUMS}) for row in rows}
    off = narrated_off(ruleset=ruleset, season=season).order_by().values(by).annotate(**SUMS)
    spent |= {key: spent[key] - spend_of(row) for row in off if (key := str(row[by])) in spent}
    return spent


def games_off() -> QuerySet[Any, Any]:  # Any: keys alone
    """The keys of the games that are billed and in no sum of games or figures: those that are off the boards, and those
    in which a model was substituted. They are few, and each kind is in an index."""
    unrated, excluded = Game.objects.filter(~Q(unrated="")), Fixture.objects.filter(is_excluded=True)
    return unrated.order_by().values("pk").union(excluded.order_by().values("game"))


def narrated_off(*, ruleset: str, season: str) -> QuerySet[Call]:
    """The billed calls of narrators, each with its `ruleset` and `size`, of games that are in no sum of games."""
    calls = Call.objects.filter(game__in=games_off(), purpose=Call.Purpose.NARRATION, billed=True)
    of_one = {"game__fixture__season__slug": season} if season else {}
    apart = Fixture.objects.filter(game=OuterRef("game")).exclude(season__in=Season.objects.filter(Season.COUNTED))
    calls = calls.filter(**of_one) if season else calls.filter(~Exists(apart))
    seats = Seat.objects.filter(game=OuterRef("game")).order_by().values("game").annotate(n=Count("pk"))
    calls = calls.annotate(ruleset=F("game__ruleset"), size=Subquery(seats.values("n")))
    return calls.filter(ruleset=ruleset) if ruleset else calls


def may_see_bill(game: Game, visitor: Visitor) -> bool:
    """Whether somebody may see now what a game has cost so far."""
    return game.is_told or sees_secrets(visitor)


@dataclass(frozen=True, slots=True)
class Version:
    """A name and fingerprint that a provider returned for a model, and from when on it did."""

    name: str
    fingerprint: str
    since: datetime

    def __str__(self) -> str:
        return f"{self.name or 'no name'}" + (f" ({self.fingerprint})" if self.fingerprint else "")


@dataclass(frozen=True, slots=True)
class SeriesBill:
    """What the seasons of a series have cost, in US dollars, and how much of it nobody told: the most that it may be.
    `reserved` is for calls on their way."""

    spent: Decimal
    unsure: Decimal
    reserved: Decimal = Decimal(0)

    @property
    def sure(self) -> Decimal:
        """What of it providers told."""
        return self.spent - self.unsure

    @property
    def told(self) -> str:
        """The sum in words."""
        held = f", and {in_dollars(self.reserved)} reserved" if self.reserved else ""
        return f"{bounded(self.spent, self.unsure)} spent{held}"


def series_bill(series: models.Series, visitor: Visitor) -> SeriesBill:
    """What a series has cost: its finished games; for who may see secrets all that its accounts were charged. One
    query."""
    if sees_secrets(visitor):
        return SeriesBill(**spent_by(series)._asdict())
    bills = KeptBill.objects.filter(season__in=series.seasons.values("slug"))
    sums = bills.aggregate(spent=Sum("cost", default=Decimal(0)), unsure=Sum("unsure", default=Decimal(0)))
    return SeriesBill(**{name: exact(value) for name, value in sums.items()})


@dataclass(frozen=True, slots=True)
class ModelBill:
    """What was spent on a model, and the versions of itself that it named one after the other, one that came back
    again; of many changes the first, and how many `more` there were."""

    model: str
    spend: Spend
    versions: tuple[Version, ...] = ()
    more: int = 0

    @property
    def has_changed(self) -> bool:
        """Whether more than one model answered, as far as the provider tells."""
        return len(self.versions) > 1

    @property
    def names(self) -> list[str]:
        """The versions, each once."""
        return list(dict.fromkeys(map(str, self.versions)))


@dataclass(frozen=True, slots=True)
class SeasonBill:
    """What was spent on a season's games that are over and told, or on all of them for who may see that, of its cap;
    how much of it is unsure as with Spend."""

    spent: Decimal
    unsure: Decimal
    cap: Decimal | None
    models: tuple[ModelBill, ...] = ()
    besides: Decimal = Decimal(0)

    @property
    def is_there(self) -> bool:
        """Whether there is anything to tell."""
        return bool(self.models or self.spent or self.cap is not None)

    @property
    def sure(self) -> Decimal:
        return self.spent - self.unsure

    @property
    def told(self) -> str:
        """ "$1.20 of $5.00 spent", and where some of it is unsure, what it is at most."""
        of_cap = "" if self.cap is None else f" of {in_dollars(self.cap)}"
        at_most = f", at most {in_dollars(self.spent)}" if self.unsure else ""
        return f"{in_dollars(self.sure)}{of_cap} spent{at_most}"

    @property
    def share(self) -> str:
        """How much of the cap is spent, from 0 to 100, as a drawing has it; "" without a cap."""
        if self.cap is None:
            return ""
        return "100" if self.spent >= self.cap else f"{100 * self.spent / self.cap:.1f}"

    @property
    def rest(self) -> str:
        """What was spent besides on what is in no result, as games called off and personas; "" when nothing was."""
        return in_dollars(self.besides) if self.besides > 0 else ""


def season_bill(season: Season, visitor: Visitor) -> SeasonBill:
    """What a season has cost. Eight queries at most, four where there was no call."""
    sees_all = sees_secrets(visitor)
    own = Account.objects.filter(scope=Account.Scope.SEASON, name=season.slug).first()
    hidden, hidden_unsure = Decimal(0), Decimal(0)
    if not sees_all:
        # What is recorded is over; what is not is in an index of its own. A veiled one may have no fixture any more.
        open_ones = season.fixtures.filter(game__isnull=False, recorded_at__isnull=True)
        live = set(open_ones.exclude(game__status__in=Game.OVER).values_list("game__public_id", flat=True))
        if season.is_sealed:
            live.update(veiled_games(season).values_list("public_id", flat=True))
        accounts = Account.objects.filter(scope=Account.Scope.GAME, name__in=live).values_list("spent", "unsure")
        for of_game, unsure_of_game in accounts:
            hidden, hidden_unsure = hidden + of_game, hidden_unsure + unsure_of_game
        if season.is_sealed:  # and what is learned of a game is no part of what that costs
            learning = Call.objects.filter(game__in=veiled_games(season), purpose=Call.Purpose.REFLECTION)
            of_games = learning.aggregate(unsure=SUMS["unsure"], cost=SUMS["cost"])
            hidden, hidden_unsure = hidden + of_games["cost"], hidden_unsure + of_games["unsure"]
    spent = max(Decimal(0), own.spent - hidden) if own else Decimal(0)
    unsure = min(spent, max(Decimal(0), own.unsure - hidden_unsure)) if own else Decimal(0)

    of_models = model_bills(season, sees_all=sees_all)
    besides = exact(spent) - sum((bill.spend.cost for bill in of_models), Decimal(0))
    return SeasonBill(
        spent=spent,
        unsure=unsure,
        cap=own.cap if own else season.cap_season if season.status not in Season.UNSTARTED else None,
        models=of_models,
        besides=besides,
    )


def caps_told(season: Season, bill: SeasonBill) -> str:
    """What may be spent: "a call $0.01, a game $1.00"; "" where nothing is capped. Of the season it is what its account
    has by now, for that is what counts."""
    of_all = season.cap_season if season.status in Season.UNSTARTED else bill.cap
    caps = {"a call": season.cap_call, "a game": season.cap_game, "the season": of_all}
    caps |= {"what its players learn": season.cap_learning}
    return ", ".join(f"{of} {in_dollars(cap)}" for of, cap in caps.items() if cap is not None)


def model_bills(season: Season, *, sees_all: bool) -> tuple[ModelBill, ...]:
    """What a season has cost by model, without the games that are not over unless somebody sees all: what is billed,
    and the few calls that are not. Six queries, two where there was no call."""
    kept: Any = KeptBill.objects.filter(season=season.slug).order_by().values("model")
    rows = kept.annotate(**{f"sum_{name}": Sum(name) for name in SUMS})
    spends = {row["model"]: spend_of({name: row[f"sum_{name}"] for name in SUMS}) for row in rows}
    # From the calls, which are few, to their season: `game__in` its games began with all of those. And from there once:
    # a season may have ten thousand fixtures, and hardly any of its games has calls that are not billed.
    unbilled = Call.objects.filter(billed=False)
    games = unbilled.filter(game__fixture__season=season)
    games = games if sees_all else games.filter(game__status__in=Game.OVER, game__is_veiled=False)
    calls = unbilled.filter(game__in=list(games.order_by().values_list("game", flat=True).distinct())).order_by()
    for each in calls.annotate(key=KEY).values("key").annotate(**SUMS):
        spends[each["key"]] = spends.get(each["key"], Spend()) + spend_of(each)
    runs = runs_of_versions(season, calls) if spends else {}
    names = dict(LanguageModel.objects.filter(slug__in=spends).values_list("slug", "name"))
    bills = []
    for key in sorted(spends, key=lambda key: names.get(key, key)):
        versions, name = runs.get(key, []), names.get(key, key)
        bills.append(ModelBill(name, spends[key], tuple(versions[:MOST_RUNS]), len(versions[MOST_RUNS:])))
    return tuple(bills)


def runs_of_versions(season: Season, unbilled: QuerySet[Call]) -> dict[str, list[Version]]:
    """By model, each version that answered otherwise than the one before it, in the order of time: those that are kept,
    and behind them what calls that are not billed have brought. Two queries."""
    kept = models.Version.objects.filter(season=season.slug).order_by("since", "pk")[: MOST_CHANGES * MOST_RUNS]
    found = list(kept.values_list("model", "name", "fingerprint", "since"))
    runs: defaultdict[str, list[Version]] = defaultdict(list)
    for key, name, fingerprint, since in sorted(found + changes(named_versions(unbilled)), key=itemgetter(3)):
        if not runs[key] or (runs[key][-1].name, runs[key][-1].fingerprint) != (name, fingerprint):
            runs[key].append(Version(name, fingerprint, since))
    return runs
