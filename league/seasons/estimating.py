"""What a season will cost, in US dollars, calls and disk, before it does. Law: a guess that says where it comes from,
at today's prices, of players and models as they are pinned. Of one that has begun it tells the games whose results are
not in yet, each as a whole one, beside what was spent.

From past games of the same rules and size in which the model was asked in the same way, as far as there are any; for
the rest as games.gateway.estimating reckons, which also knows what a narrator costs that is a model, and personas that
models write themselves.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from statistics import fmean, pstdev
from typing import Final

from django.db.models import Q, Sum
from django.template.defaultfilters import filesizeformat

from games.billing.money import in_dollars, rounded_up
from games.gateway.estimating import NONE_PAST, Past, Prospect, Range, Table, Unpriced, prospect_of, table_of, voice_of
from games.hosting.making import Order, price_of
from games.models import Call
from league.models import Figures, Season, SeasonRules
from league.seasons.budgets import account_of
from league.seasons.pinning import pins_of
from league.seasons.scheduling import unwritten_places
from personas.models import LanguageModel
from personas.versions import asked_now, digest_of

PAST: Final = 200  # seats of past games that are looked at, the newest
USUAL_SPREAD: Final = 0.35  # standard deviation of what games cost, of their mean; before it is known
USUAL_COUNTS: Final = 3  # as many games as that counts for


NO_COST: Final = Range()


@dataclass(frozen=True, slots=True)
class ModelEstimate:
    """What a model will cost: over how many seats of games, with how many personas of its own to write, or as the
    narrator of how many games (`told`), in how many calls, from what is known of it ("past games", "simulation" or
    both, and what its answers are known from); `price` says what its tokens cost, `unpriced` why there is no sum."""

    model: str
    name: str
    seats: int
    cost: Range
    source: str
    unpriced: str = ""
    personas: int = 0
    told: int = 0
    calls: int = 0
    bytes: int = 0  # that its calls leave in the database
    price: str = ""
    learning: Range = NO_COST  # of the cost, what asking its players costs what they learned


@dataclass(frozen=True, slots=True)
class Beginning:
    """What is to be there before a game of a season begins, in US dollars, at the dearest of its tables: what it likely
    costs, what its own cap is to hold, what the season's is to hold where no other is open, and what a call's is. Where
    caps are lower, `short` says which and what they lack."""

    likely: Decimal
    own: Decimal
    alone: Decimal
    call: Decimal
    short: str = ""

    def __str__(self) -> str:
        return (
            f"A game begins only while {rounded_up(self.alone)} are left of the season's cap and of the day's: the "
            f"{in_dollars(self.likely)} that it likely costs, a margin, and the most that one call may cost, "
            f"{in_dollars(self.call)}; beside games that are open, what these likely still cost as well, and more of "
            "a margin."
        )


@dataclass(frozen=True, slots=True)
class Estimate:
    """What the games of a season that are left will cost, by model and in all, beside its cap and what was spent."""

    games: int
    models: tuple[ModelEstimate, ...]
    cap: Decimal | None
    spent: Decimal = Decimal(0)
    beginning: "Beginning | None" = None
    reserved: Decimal = Decimal(0)  # for calls on their way
    bytes: int = 0  # that the games leave in the database and in their logs, the words of their calls among them

    @property
    def calls(self) -> int:
        """Of all models."""
        return sum(each.calls for each in self.models)

    @property
    def disk(self) -> str:
        """Those bytes in words."""
        return filesizeformat(self.bytes).replace("\xa0", " ")

    @property
    def cost(self) -> Range:
        """Of all models with a price."""
        return sum((each.cost for each in self.models), Range())

    @property
    def learning(self) -> Range:
        """What of the cost is for what players learn."""
        return sum((each.learning for each in self.models), Range())

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
        drawn = self.spent + self.reserved
        left = self.cap - drawn
        of_cap = f"its cap of {in_dollars(self.cap)}"
        besides = f" beside {in_dollars(self.reserved)} reserved for calls on their way" if self.reserved else ""
        of_cap = f"what is left of {of_cap} ({in_dollars(max(left, Decimal(0)))}{besides})" if drawn else of_cap
        told = f"It may cost more than {of_cap}." if self.cost.high > left else ""
        if self.cost.likely > left:
            told = f"It will likely cost more than {of_cap}; its games would wait then."
        if self.beginning is None:
            return told
        if left < self.beginning.alone:
            return f"{told} No game begins before its cap is {rounded_up(drawn + self.beginning.alone)}.".lstrip()
        if self.cost.likely <= left < self.cost.likely - self.beginning.likely + self.beginning.alone:
            return f"{told} Its last games may not begin.".lstrip()
        return told


def estimate_season(*, season: Season, now: datetime) -> Estimate:
    """What the games of a season that are left will cost at the prices of now: all of them before it starts. Players of
    the house cost nothing and are left out."""
    turns = _turns(season)
    games = sum(turn.games for turn in turns)
    account = account_of(season)
    spent = account.spent if account else Decimal(0)
    if not games:
        return Estimate(0, (), season.cap_season, spent)
    models = [model for turn in turns[:1] for model in turn.models]
    told = tuple(
        _of_model(model, Decimal(models.count(model)) / len(models), season, turns, now)
        for model in sorted(set(models), key=lambda model: model.slug)
        if not model.is_offline
    )
    if season.narrator_model is not None:
        told += (_of_narrator(season.narrator_model, turns, now),)
    left = sum(turn.table.bytes * turn.games for turn in turns) if told else 0
    cap = account.cap if account else season.cap_season
    return Estimate(
        games=games,
        models=told,
        cap=cap,
        spent=spent,
        beginning=beginning_of(season) if told else None,
        reserved=account.reserved if account else Decimal(0),
        bytes=left + sum(each.bytes for each in told),
    )


def beginning_of(season: Season) -> Beginning | None:
    """What is to be there before a game of a season begins; None where it costs nothing, or nobody can tell. Takes
    about a second the first time."""
    pins = pins_of(season)
    places = [place.player for place in season.roster.select_related("player__model", "player__persona")]
    rests = []
    for book in season.rules.order_by("number"):
        # Players take turns: at a table as many of each model as on the roster, as near as may be.
        by_model = sorted(places, key=lambda player: player.model.slug)
        table = [by_model[(2 * seat + 1) * len(by_model) // (2 * book.seats)] for seat in range(book.seats)]
        terms = {"names": season.names, "narrator": season.told_by, "disclosing": season.disclosing}
        order = Order(book.ruleset, book.options, table, terms, revision=book.revision, pins=pins)
        if (rest := price_of(order)) is not None:
            rests.append(rest)
    if not rests:
        return None
    dearest = max(rests, key=lambda rest: rest.alone)
    own, call = max(rest.own for rest in rests), max(rest.worst for rest in rests)
    short = [
        f"the cap of {of} is {in_dollars(cap)}, and {wants} {rounded_up(needed)}"
        for of, cap, needed, wants in (
            ("a game", season.cap_game, own, "one is begun with"),
            ("a call", season.cap_call, call, "one may cost"),
        )
        if cap is not None and cap < needed
    ]
    told = f"Games would wait: {'; '.join(short)}." if short else ""
    return Beginning(dearest.likely, own, dearest.alone, call, told)


@dataclass(frozen=True, slots=True)
class _Turn:
    """Rules of a season, a table as its roster fills it, the models on that, place by place, and how many games."""

    book: SeasonRules
    table: Table
    models: Sequence[LanguageModel]
    games: int


def _turns(season: Season) -> list[_Turn]:
    """The rules of a season: the fixtures take them in turn, as the players take turns at the tables."""
    pins = pins_of(season)
    players = [place.player for place in season.roster.select_related("player__model")]
    if not players:
        return []
    models = [pins.model_of(player) for player in players]
    of_model = {model: voice_of(model) for model in set(models)}
    voices = [
        voice and voice._replace(level=pins.level_of(player))
        for player, model in zip(players, models, strict=True)
        for voice in [of_model[model]]
    ]
    books = list(season.rules.order_by("number"))
    return [
        _Turn(
            book,
            table_of(
                book.ruleset,
                book.seats,
                {**book.options, "names": season.names},
                voices,
                disclosing=season.disclosing,
            ),
            models,
            _left(season, book, len(range(number, season.games_planned, len(books)))),
        )
        for number, book in enumerate(books)
    ]


def _left(season: Season, book: SeasonRules, planned: int) -> int:
    """How many games by these rules are left: of a draft, all that are planned."""
    if season.status == Season.Status.DRAFT:
        return planned
    if season.status not in Season.UNDER_WAY:
        return 0
    return season.fixtures.filter(rules=book, recorded_at=None).count()


def _of_model(
    model: LanguageModel, share: Decimal, season: Season, turns: Sequence[_Turn], now: datetime
) -> ModelEstimate:
    """What a model's share of the seats will cost: the players, too, take turns."""
    of_turns = [share * turn.games * turn.book.seats for turn in turns]
    seats = round(sum(of_turns, Decimal(0)))
    personas = _personas(model, season, seats)
    try:
        prospect = prospect_of(model, now)
    except Unpriced as error:
        return ModelEstimate(model.slug, model.name, seats, Range(), "", str(error), personas)
    cost, calls, left, sources = Range(), Decimal(personas), Decimal(0), dict[str, None]()
    learning = Range()
    for turn, of_turn in zip(turns, of_turns, strict=True):
        past = _past(prospect, turn.book, season.disclosing)
        expected = prospect.seat(turn.table, games=max(1, turn.games), past=past)
        cost += expected.cost.times(of_turn)
        calls += Decimal(expected.calls) * of_turn
        left += Decimal(expected.bytes) * of_turn
        sources[expected.source] = None
        if season.teaches:
            lessons = prospect.lessons(turn.table, games=max(1, turn.games))
            learning += lessons.cost.times(of_turn)
            calls += Decimal(lessons.calls) * of_turn
            left += Decimal(lessons.bytes) * of_turn
    cost += learning
    if personas:
        cost += prospect.persona().times(Decimal(personas))
    told = "; ".join(sorted(sources))
    return ModelEstimate(
        model.slug,
        model.name,
        seats,
        cost,
        told,
        personas=personas,
        calls=round(calls),
        bytes=round(left),
        price=prospect.price,
        learning=learning,
    )


def _of_narrator(model: LanguageModel, turns: Sequence[_Turn], now: datetime) -> ModelEstimate:
    """What the model costs that tells the games of a season."""
    told = sum(turn.games for turn in turns)
    try:
        prospect = prospect_of(model, now)
    except Unpriced as error:
        return ModelEstimate(model.slug, model.name, 0, Range(), "", str(error), told=told)
    cost, calls, left, source = Range(), 0.0, 0.0, ""
    for turn in turns:
        a_game = prospect.narrator(turn.table, games=max(1, turn.games))
        cost += a_game.cost.times(Decimal(turn.games))
        calls += a_game.calls * turn.games
        left += a_game.bytes * turn.games
        source = a_game.source
    return ModelEstimate(
        model.slug,
        model.name,
        0,
        cost,
        source,
        told=told,
        calls=round(calls),
        bytes=round(left),
        price=prospect.price,
    )


def _personas(model: LanguageModel, season: Season, seats: int) -> int:
    """How many personas the model is still to write for a season: one a seat, or one a place on the roster."""
    if season.persona_source == Season.PersonaSource.GAME:
        return seats
    return unwritten_places(season).filter(player__model=model).count()


def _past(prospect: Prospect, book: SeasonRules, disclosing: bool) -> Past:  # noqa: FBT001
    """What seats of past games have cost whose model was asked as it is asked now, at today's prices."""
    alike = Q(seat__game__terms__disclosing=disclosing)
    if disclosing:
        alike |= Q(seat__game__terms__disclosing__isnull=True)  # games of before were
    rows = list(
        Figures.objects.filter(
            alike,
            seat__game__ruleset=book.ruleset,
            table_size=book.seats,
            seat__player__model=prospect.model.pk,
            seat__model_version__digest=digest_of(asked_now(prospect.model)),
            version__gt=0,
            answers__gt=0,
            calls__gt=0,
        )
        .select_related("seat")
        .order_by("-pk")[:PAST]
    )
    if not rows:
        return NONE_PAST
    kept = _share_kept(prospect.model, {row.seat.game_id for row in rows})
    costs: dict[int, list[Decimal]] = defaultdict(list)
    for row in rows:
        costs[row.seat.game_id].append(
            prospect.tokens(
                read=row.input_tokens,
                cached=row.cached_tokens,
                written=row.output_tokens,
                kept=round(kept * (row.input_tokens - row.cached_tokens)),
            )
        )
    every = [each for of_game in costs.values() for each in of_game]
    mean = sum(every, Decimal(0)) / len(every)
    return Past(
        games=len(costs),
        questions=fmean(row.answers for row in rows),
        calls=fmean(row.calls for row in rows),
        cost=mean,
        spread=_spread(list(costs.values()), mean),
    )


def _share_kept(model: LanguageModel, games: set[int]) -> float:
    """How much was written to a cache of what was not read from one, in these games."""
    calls = Call.objects.filter(game__in=games, language_model=model.pk, purpose=Call.Purpose.ANSWER)
    sums = calls.aggregate(read=Sum("input_tokens"), cached=Sum("cached_tokens"), kept=Sum("cache_written_tokens"))
    plain = (sums["read"] or 0) - (sums["cached"] or 0)
    return (sums["kept"] or 0) / plain if plain else 0.0


def _spread(costs: Sequence[Sequence[Decimal]], mean: Decimal) -> float:
    """By how much games differ, of their mean, as far as so few can tell."""
    if not mean:
        return 0.0
    means = [float(sum(of_game, Decimal(0)) / len(of_game) / mean) for of_game in costs]
    seen = len(means) * pstdev(means) ** 2 + USUAL_COUNTS * USUAL_SPREAD**2
    return float((seen / (len(means) + USUAL_COUNTS)) ** 0.5)
