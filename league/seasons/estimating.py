"""What a season will cost, before it does. Law: a guess that says where it comes from, at today's prices.

From past games of the same rules and size on the same model, where there are any: likely is their mean, low and high
are their cheapest and dearest tenth. Else from games that the house plays here, with the very briefings that a model
would be sent, four characters a token: low when a cache knows all that a seat was sent before and answers are as short
as the house's; likely when it knows that where it is long enough, with LIKELY_WRITTEN tokens an answer; high when
nothing is cached, every third answer is asked for again, and each is as long as the model may write.

A narrator that is a model is asked what it would be asked in those games; no answer of its is asked for again.
Personas that models write themselves are counted by what is sent for one: low with half as many tokens as the sheets
that ship have, likely with as many, high as with answers.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any, Final

from games.agents.author import persona_request
from games.agents.providers import Usage
from games.billing.money import in_dollars
from games.billing.prices import NoPrice, Rates, rates_of
from games.gateway.capabilities import asked_of
from league.models import Figures, Season, SeasonRules
from league.seasons.scheduling import unwritten_places
from league.seasons.simulating import CHARACTERS_A_TOKEN, GAMES, Exchanged, exchanged_in, narrated_in
from personas.models import LanguageModel

PAST: Final = 200  # seats of past games that are looked at, the newest
ENOUGH: Final = 8  # seats of past games without which the house is asked
CACHED_FROM: Final = {"openai": 1024, "anthropic": 4096}  # tokens; what providers cache is no shorter than that
LIKELY_WRITTEN: Final = 250  # tokens of an answer with its thought; what models write when asked for this shape
LIKELY_TOLD: Final = 100  # tokens of what a narrator says, who is asked for 60 words
LIKELY_SHEET: Final = 950  # tokens; what a model is asked for takes 845 to 1,059 of the sheets that ship
SHORT_SHEET: Final = LIKELY_SHEET // 2
AGAIN: Final = Decimal("1.33")


@dataclass(frozen=True, slots=True)
class Range:
    """US dollars: at the least, likely, and at the most."""

    low: Decimal = Decimal(0)
    likely: Decimal = Decimal(0)
    high: Decimal = Decimal(0)

    def __add__(self, other: "Range") -> "Range":
        return Range(self.low + other.low, self.likely + other.likely, self.high + other.high)

    def times(self, number: Decimal) -> "Range":
        """So many of it."""
        return Range(self.low * number, self.likely * number, self.high * number)

    def __str__(self) -> str:
        return f"{in_dollars(self.likely)} ({in_dollars(self.low)} to {in_dollars(self.high)})"


@dataclass(frozen=True, slots=True)
class ModelEstimate:
    """What a model will cost: over how many seats of games, with how many personas of its own to write, or as the
    narrator of how many games (`told`), from what is known of it ("past
    games", "simulation" or both); `unpriced` says why there is no sum."""

    model: str
    name: str
    seats: int
    cost: Range
    source: str
    unpriced: str = ""
    personas: int = 0
    told: int = 0


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a season will cost, by model and in all, beside its cap."""

    games: int
    models: tuple[ModelEstimate, ...]
    cap: Decimal | None

    @property
    def cost(self) -> Range:
        """Of all models with a price."""
        return sum((each.cost for each in self.models), Range())

    @property
    def unpriced(self) -> list[str]:
        """The models that nobody has a price for: with one of them the sum cannot be told."""
        return sorted({each.name for each in self.models if each.unpriced})

    @property
    def in_all(self) -> str:
        """The sum in words, or why there is none."""
        if not self.unpriced:
            return str(self.cost)
        rest = f"; without that {self.cost}" if self.cost.high else ""
        return f"cannot be told, as no price is known for {', '.join(self.unpriced)}{rest}"

    @property
    def warning(self) -> str:
        """What is wrong between the sum and the cap; "" when nothing is."""
        if self.cap is None:
            return "The season has no cap." if self.models else ""
        if self.cost.likely > self.cap:
            return f"It will likely cost more than its cap of {in_dollars(self.cap)}; its games would wait then."
        return f"It may cost more than its cap of {in_dollars(self.cap)}." if self.cost.high > self.cap else ""


def estimate_season(*, season: Season, now: datetime) -> Estimate:
    """What all games of a season will cost at the prices of now. Players of the house cost nothing and are left out."""
    roster = season.roster.select_related("player__model")
    models = [place.player.model for place in roster]
    books = list(season.rules.order_by("number"))
    told = tuple(
        _of_model(model, Decimal(models.count(model)) / len(models), season, books, now)
        for model in sorted(set(models), key=lambda model: model.slug)
        if not model.is_offline
    )
    if season.narrator_model is not None:
        told += (_of_narrator(season.narrator_model, season, books, now),)
    return Estimate(season.games_planned, told, season.cap_season)


def _games_of(turn: int, season: Season, books: Sequence[SeasonRules]) -> int:
    """How many games are played by the rules of this turn: the fixtures take them in turn."""
    return len(range(turn, season.games_planned, len(books)))


def _of_model(
    model: LanguageModel, share: Decimal, season: Season, books: Sequence[SeasonRules], now: datetime
) -> ModelEstimate:
    """What a model's share of the seats will cost: the players, too, take turns."""
    cost, seats, sources, unpriced = Range(), Decimal(0), set(), ""
    for turn, book in enumerate(books):
        of_book = share * _games_of(turn, season, books) * book.seats
        seats += of_book
        try:
            each, source = _of_seat(model, book, season.names, rates_of(model, now))
        except NoPrice as error:
            unpriced = str(error)
            continue
        cost += each.times(of_book)
        sources.add(source)
    personas = _personas(model, season, round(seats))
    if personas and not unpriced:
        cost += _of_persona(model, rates_of(model, now)).times(Decimal(personas))
    return ModelEstimate(model.slug, model.name, round(seats), cost, " and ".join(sorted(sources)), unpriced, personas)


def _of_narrator(model: LanguageModel, season: Season, books: Sequence[SeasonRules], now: datetime) -> ModelEstimate:
    """What the model costs that tells the games of a season."""
    told = season.games_planned
    try:
        rates = rates_of(model, now)
    except NoPrice as error:
        return ModelEstimate(model.slug, model.name, 0, Range(), "", str(error), told=told)
    cost = Range()
    for turn, book in enumerate(books):
        asked = narrated_in(book.ruleset, book.seats, {**book.options, "names": season.names})
        a_game = _simulated(model, rates, asked, likely=LIKELY_TOLD, again=Decimal(1)).times(Decimal(1) / GAMES)
        cost += a_game.times(Decimal(_games_of(turn, season, books)))
    return ModelEstimate(model.slug, model.name, 0, cost, "simulation", told=told)


def _personas(model: LanguageModel, season: Season, seats: int) -> int:
    """How many personas the model is still to write for a season: one a seat, or one a place on the roster."""
    if season.persona_source == Season.PersonaSource.GAME:
        return seats
    return unwritten_places(season).filter(player__model=model).count()


def _of_persona(model: LanguageModel, rates: Rates) -> Range:
    """What a persona costs that a model writes itself."""
    sent = persona_request(asked_of(model)).size // CHARACTERS_A_TOKEN
    return Range(
        low=_cost(rates, sent, 0, SHORT_SHEET),
        likely=_cost(rates, sent, 0, LIKELY_SHEET),
        high=AGAIN * _cost(rates, sent, 0, model.most_tokens),
    )


def _of_seat(model: LanguageModel, book: SeasonRules, names: str, rates: Rates) -> tuple[Range, str]:
    """What a seat of a game costs, and where that is known from."""
    past = Figures.objects.filter(
        seat__game__ruleset=book.ruleset, table_size=book.seats, seat__player__model=model, calls__gt=0
    ).order_by("-pk")[:PAST]
    costs = sorted(_cost(rates, row.input_tokens, row.cached_tokens, row.output_tokens) for row in past)
    if len(costs) >= ENOUGH:
        tenth = len(costs) // 10
        return Range(costs[tenth], sum(costs, Decimal(0)) / len(costs), costs[-1 - tenth]), "past games"
    seats: defaultdict[Any, list[Exchanged]] = defaultdict(list)
    simulated = exchanged_in(book.ruleset, book.seats, {**book.options, "names": names})
    for exchanged in simulated:
        seats[exchanged.game, exchanged.seat].append(exchanged)
    each = [_simulated(model, rates, of_seat) for of_seat in seats.values()]
    return sum(each, Range()).times(Decimal(1) / len(each)), "simulation"


def _simulated(
    model: LanguageModel,
    rates: Rates,
    exchanges: Iterable[Exchanged],
    *,
    likely: int = LIKELY_WRITTEN,
    again: Decimal = AGAIN,
) -> Range:
    """What exchanges of simulated games would have cost: with likely at least so many tokens written, and at the most
    so many times asked."""
    cost = Range()
    for each in exchanges:
        known = each.known if each.known >= CACHED_FROM[model.provider] else 0
        cost += Range(
            low=_cost(rates, each.sent, each.known, each.written),
            likely=_cost(rates, each.sent, known, max(each.written, likely)),
            high=again * _cost(rates, each.sent, 0, max(each.written, model.most_tokens)),
        )
    return cost


def _cost(rates: Rates, read: int, cached: int, written: int) -> Decimal:
    return rates.cost(Usage(input=read, cached=cached, output=written))
