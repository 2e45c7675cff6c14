"""What a season will cost, in US dollars, calls and disk, before it does. Law: a guess that says where it comes from,
at today's prices, of players and models as they are pinned. Of one that has begun it tells the games whose results are
not in yet, each as a whole one, beside what was spent. Of a plan it tells the same as of the draft that it would make,
and nothing is stored for that.

From past games of the same rules and size in which the model was asked in the same way, as far as there are any; for
the rest as games.gateway.estimating reckons, which also knows what a narrator costs that is a model, and personas that
models write themselves.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from games.billing.money import in_dollars, rounded_up
from games.gateway.estimating import Range, Table, Unpriced, prospect_of, table_of, voice_of
from games.hosting.making import Order, price_of
from games.models import Account, Game
from league.models import Season, SeasonRules
from league.seasons.making.plans import Plan, check_plan
from league.seasons.making.voices import places_to_write, unwritten_places
from league.seasons.money.budgets import account_of
from league.seasons.money.estimates import Beginning, Estimate, ModelEstimate
from league.seasons.money.past import past_of
from league.seasons.pinning import pins_of, said_of_all
from personas.models import LanguageModel, Player
from personas.versions import Pins


@dataclass(frozen=True, slots=True)
class _Subject:
    """What an estimate is of: a season, stored or not, with its roster and as what that sits down, its rule books, and
    how many of its places each model is still to write for, by its key."""

    season: Season
    players: Sequence[Player]
    pins: Pins
    books: Sequence[SeasonRules]
    unwritten: Mapping[int, int]
    account: Account | None = None


def estimate_season(*, season: Season, now: datetime) -> Estimate:
    """What the games of a season that are left will cost at the prices of now: all of them before it starts. Players of
    the house cost nothing and are left out."""
    return _estimate(_stored(season), now)


def estimate_plan(*, plan: Plan, now: datetime) -> Estimate:
    """The same of the draft that would be made by a plan. Raises what create_planned() raises, but for a slug that is
    taken: nothing is made that would be called so."""
    rows = check_plan(plan)
    season = Season(**rows.fields)
    unwritten = Counter(places_to_write(season, plan.players))
    return _estimate(_Subject(season, plan.players, said_of_all(season), rows.books, unwritten), now)


def _stored(season: Season) -> _Subject:
    """A season as it is in its rows. Five queries."""
    return _Subject(
        season=season,
        players=[place.player for place in season.roster.select_related("player__model", "player__persona")],
        pins=pins_of(season),
        books=list(season.rules.order_by("number")),
        unwritten=Counter(unwritten_places(season).values_list("player__model", flat=True)),
        account=account_of(season),
    )


def _estimate(subject: _Subject, now: datetime) -> Estimate:
    """What the games that are left will cost."""
    season, account = subject.season, subject.account
    turns = _turns(subject)
    games = sum(turn.games for turn in turns)
    spent = account.spent if account else Decimal(0)
    if not games:
        return Estimate(0, (), season.cap_season, spent)
    models = [model for turn in turns[:1] for model in turn.models]
    told = tuple(
        _of_model(model, Decimal(models.count(model)) / len(models), subject, turns, now)
        for model in sorted(set(models), key=lambda model: model.slug)
        if not model.is_offline
    )
    if season.narrator_model is not None:
        told += (_of_narrator(season.narrator_model, turns, now),)
    left = sum(turn.table.bytes * turn.games for turn in turns)
    cap = account.cap if account else season.cap_season
    return Estimate(
        games=games,
        models=told,
        cap=cap,
        spent=spent,
        beginning=_beginning(subject) if told else None,
        reserved=account.reserved if account else Decimal(0),
        bytes=left + sum(each.bytes for each in told),
    )


def beginning_of(season: Season) -> Beginning | None:
    """What is to be there before a game of a season begins; None where it costs nothing, or nobody can tell. Takes
    about a second the first time."""
    return _beginning(_stored(season))


def _beginning(subject: _Subject) -> Beginning | None:
    season, rests = subject.season, []
    for book in subject.books:
        # Players take turns: at a table as many of each model as on the roster, as near as may be.
        by_model = sorted(subject.players, key=lambda player: player.model.slug)
        table = [by_model[(2 * seat + 1) * len(by_model) // (2 * book.seats)] for seat in range(book.seats)]
        terms = {"names": season.names, "narrator": season.told_by, "disclosing": season.disclosing}
        order = Order(book.ruleset, book.options, table, terms, revision=book.revision, pins=subject.pins)
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


def _turns(subject: _Subject) -> list[_Turn]:
    """The rules of a season: the fixtures take them in turn, as the players take turns at the tables."""
    season, players, pins, books = subject.season, subject.players, subject.pins, subject.books
    if not players:
        return []
    models = [pins.model_of(player) for player in players]
    of_model = {model: voice_of(model) for model in set(models)}
    voices = [
        voice and voice._replace(level=pins.level_of(player))
        for player, model in zip(players, models, strict=True)
        for voice in [of_model[model]]
    ]
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
    """How many games by these rules are left: of one that has not begun, all that are planned."""
    if season.status in Season.UNSTARTED:
        return planned
    if season.status not in Season.UNDER_WAY:
        return 0
    unrecorded = season.fixtures.filter(rules=book, recorded_at=None)
    return unrecorded.exclude(game__status=Game.Status.FINISHED, game__is_veiled=True).count()


def _of_model(
    model: LanguageModel, share: Decimal, subject: _Subject, turns: Sequence[_Turn], now: datetime
) -> ModelEstimate:
    """What a model's share of the seats will cost: the players, too, take turns."""
    season = subject.season
    of_turns = [share * turn.games * turn.book.seats for turn in turns]
    seats = round(sum(of_turns, Decimal(0)))
    # One a seat, or one a place on the roster that is not written yet.
    personas = seats if season.persona_source == Season.PersonaSource.GAME else subject.unwritten.get(model.pk, 0)
    try:
        prospect = prospect_of(model, now)
    except Unpriced as error:
        return ModelEstimate(model.slug, model.name, seats, Range(), "", str(error), personas)
    cost, calls, left, sources = Range(), Decimal(personas), Decimal(0), dict[str, None]()
    learning = Range()
    for turn, of_turn in zip(turns, of_turns, strict=True):
        past = past_of(prospect, turn.book, season.disclosing)
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
