"""What a season will cost, before it does. Law: a guess that says where it comes from, at today's prices.

From past games of the same rules and size on the same model, where there are any: likely is their mean, low and high
are their cheapest and dearest tenth. Else as games.gateway.estimating reckons, which also knows what a narrator costs
that is a model, and personas that models write themselves.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Final

from games.billing.money import in_dollars
from games.gateway.estimating import Prospect, Range, Unpriced, prospect_of
from league.models import Figures, Season, SeasonRules
from league.seasons.pinning import pins_of
from league.seasons.scheduling import unwritten_places
from personas.models import LanguageModel

PAST: Final = 200  # seats of past games that are looked at, the newest
ENOUGH: Final = 8  # seats of past games without which the house is asked


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
    pins = pins_of(season)
    models = [pins.model_of(place.player) for place in season.roster.select_related("player__model")]
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
    of_books = [share * _games_of(turn, season, books) * book.seats for turn, book in enumerate(books)]
    seats = round(sum(of_books, Decimal(0)))
    personas = _personas(model, season, seats)
    try:
        prospect = prospect_of(model, now)
    except Unpriced as error:
        return ModelEstimate(model.slug, model.name, seats, Range(), "", str(error), personas)
    cost, sources = Range(), set()
    for book, of_book in zip(books, of_books, strict=True):
        each, source = _of_seat(prospect, book, season.names)
        cost += each.times(of_book)
        sources.add(source)
    if personas:
        cost += prospect.persona().times(Decimal(personas))
    return ModelEstimate(model.slug, model.name, seats, cost, " and ".join(sorted(sources)), personas=personas)


def _of_narrator(model: LanguageModel, season: Season, books: Sequence[SeasonRules], now: datetime) -> ModelEstimate:
    """What the model costs that tells the games of a season."""
    told = season.games_planned
    try:
        prospect = prospect_of(model, now)
    except Unpriced as error:
        return ModelEstimate(model.slug, model.name, 0, Range(), "", str(error), told=told)
    cost = Range()
    for turn, book in enumerate(books):
        a_game = prospect.narrator(book.ruleset, book.seats, {**book.options, "names": season.names})
        cost += a_game.times(Decimal(_games_of(turn, season, books)))
    return ModelEstimate(model.slug, model.name, 0, cost, "simulation", told=told)


def _personas(model: LanguageModel, season: Season, seats: int) -> int:
    """How many personas the model is still to write for a season: one a seat, or one a place on the roster."""
    if season.persona_source == Season.PersonaSource.GAME:
        return seats
    return unwritten_places(season).filter(player__model=model).count()


def _of_seat(prospect: Prospect, book: SeasonRules, names: str) -> tuple[Range, str]:
    """What a seat of a game costs, and where that is known from."""
    past = Figures.objects.filter(
        seat__game__ruleset=book.ruleset, table_size=book.seats, seat__player__model=prospect.model, calls__gt=0
    ).order_by("-pk")[:PAST]
    costs = sorted(
        prospect.tokens(read=row.input_tokens, cached=row.cached_tokens, written=row.output_tokens) for row in past
    )
    if len(costs) >= ENOUGH:
        tenth = len(costs) // 10
        return Range(costs[tenth], sum(costs, Decimal(0)) / len(costs), costs[-1 - tenth]), "past games"
    return prospect.seat(book.ruleset, book.seats, {**book.options, "names": names}), "simulation"
