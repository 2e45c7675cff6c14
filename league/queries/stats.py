"""Statistics of finished games: sums over figures, by what is asked. Law: one query, whatever the number of games, and
one more where games are counted: for what their narrators used, who sit at no table.

Of a model, a role, a persona or a level the unit is a seat in a game: it won when its team did. Of a ruleset or a size
of table it is a game, and its win rate is the hidden team's. What a game and a win cost is a mean over the units for
which a provider was asked at all; a game that somebody won is a win, whichever team's.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from hashlib import sha256
from typing import Any, Final

from django.core.cache import cache
from django.db.models import (
    BooleanField,
    Count,
    Exists,
    ExpressionWrapper,
    F,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
    Subquery,
    Sum,
)

from games.models import Call, Game, Seat
from games.money import exact, in_dollars
from league.models import Figures
from league.queries.books import ruleset_title
from league.queries.costs import SUMS, Spend, narrators_spend, spend_of
from league.queries.results import HIDDEN, Result, level_title, side_of

LATE: Final = 60  # seconds: sums over all games there ever were are not made for every visitor anew
SUMMED: Final = (
    "answers",
    "defaults",
    "accused",
    "nominated",
    "voted_for",
    "votes_hidden",
    "votes_open",
    "votes_nobody",
    "thoughts",
    "thought_length",
    "decisions",
    "foreseen",
    "calls",
    "input_tokens",
    "cached_tokens",
    "output_tokens",
    "reasoning_tokens",
    "cost",
)
OF_A_GAME: Final = (
    "answers",
    "defaults",
    "calls",
    "input_tokens",
    "cached_tokens",
    "output_tokens",
    "reasoning_tokens",
    "cost",
)
# What of a narrator is in the sums of games, by its name in a Spend.
USED: Final = {
    "calls": "calls",
    "input_tokens": "input",
    "cached_tokens": "cached",
    "output_tokens": "output",
    "reasoning_tokens": "reasoning",
    "cost": "cost",
}
KEYS: Final = {
    "ruleset": "seat__game__ruleset",
    "model": "seat__player__model__slug",
    "role": "seat__role",
    "persona": "seat__player__persona__slug",
    "level": "seat__strategy_level",
    "size": "table_size",
}
NAMES: Final = {"model": "seat__player__model__name", "persona": "seat__player__persona__name"}
OF_GAMES: Final = ("ruleset", "size")  # what a game is of as a whole
TITLES: Final = {
    "ruleset": "Rules",
    "model": "Model",
    "role": "Role",
    "persona": "Persona",
    "level": "Strategy level",
    "size": "Seats",
}


@dataclass(frozen=True, slots=True)
class Stat:
    """The sums under one key: `seats` in all, `result` of all units, `paid_games` and `paid_wins` those that cost
    something. What the `narrator` used is in the sums of games."""

    key: str
    name: str
    seats: int
    result: Result
    paid_games: int
    paid_wins: int
    sums: Mapping[str, Any]
    narrator: Spend = field(default_factory=Spend)

    @property
    def tokens(self) -> int:
        return self.sums["input_tokens"] + self.sums["output_tokens"]

    @property
    def cost(self) -> Decimal:
        return self.sums["cost"]

    @property
    def tokens_per_answer(self) -> float | None:
        """In the mean over the answers of players behind a provider."""
        return (self.tokens - self.narrator.tokens) / self.sums["asked"] if self.sums["asked"] else None

    @property
    def tokens_per_win(self) -> float | None:
        return self.tokens / self.paid_wins if self.paid_wins else None

    @property
    def cost_per_game(self) -> Decimal | None:
        return self.cost / self.paid_games if self.paid_games else None

    @property
    def cost_per_win(self) -> Decimal | None:
        return self.cost / self.paid_wins if self.paid_wins else None

    @property
    def thought_length(self) -> float | None:
        """Characters of a thought, in the mean."""
        return self.sums["thought_length"] / self.sums["thoughts"] if self.sums["thoughts"] else None

    @property
    def foreseen_share(self) -> float | None:
        """The share of decisions whose thought names whom they choose."""
        return self.sums["foreseen"] / self.sums["decisions"] if self.sums["decisions"] else None

    @property
    def fallback(self) -> str:
        """The share of answers that a default stood in for."""
        return Result(answers=self.sums["answers"], defaults=self.sums["defaults"]).fallback

    @property
    def told(self) -> dict[str, str]:
        """The same for people, a dash where there is nothing to tell."""
        return {
            "tokens_per_answer": _whole(self.tokens_per_answer),
            "tokens_per_win": _whole(self.tokens_per_win),
            "cost_per_game": _dollars(self.cost_per_game),
            "cost_per_win": _dollars(self.cost_per_win),
            "fallback": self.fallback,
            "accused": f"{self.sums['accused'] / self.seats:.1f}",
            "voted_for": f"{self.sums['voted_for'] / self.seats:.1f}",
            "thought_length": _whole(self.thought_length),
            "foreseen": "—" if self.foreseen_share is None else f"{self.foreseen_share:.0%}",
        }


def counts_games(by: str, model: str = "") -> bool:
    """Whether the unit is a game; of one model it is a seat, for that is its share of a game."""
    return by in OF_GAMES and not model


def stats(*, by: str, ruleset: str = "", season: str = "", model: str = "") -> list[Stat]:
    """The statistics by ruleset, model, role, persona, level or size; those with most games first, without the
    personas of one game; at most LATE seconds old. One query."""
    key = sha256(repr((by, ruleset, season, model)).encode()).hexdigest()
    found = cache.get_or_set(f"stats:{key}", lambda: _summed(by, ruleset=ruleset, season=season, model=model), LATE)
    return list(found or ())


def _summed(by: str, *, ruleset: str, season: str, model: str) -> list[Stat]:
    figures = Figures.objects.filter(seat__game__status=Game.Status.FINISHED)
    given = {"ruleset": ruleset, "fixture__season__slug": season}
    figures = figures.filter(**{f"seat__game__{name}": value for name, value in given.items() if value})
    figures = figures.filter(seat__player__model__slug=model) if model else figures
    figures = figures.filter(seat__player__persona__written_for="") if by == "persona" else figures
    is_of_games = counts_games(by, model)
    asked = Q(calls__gt=0)
    of_same_game = Figures.objects.filter(asked, seat__game=OuterRef("seat__game"))
    narrated = Call.objects.filter(purpose=Call.Purpose.NARRATION, game=OuterRef("seat__game"))
    is_paid = Q(Exists(of_same_game)) | Q(Exists(narrated)) if is_of_games else asked
    paid = ExpressionWrapper(is_paid, BooleanField())
    columns = dict.fromkeys([KEYS[by], NAMES.get(by, KEYS[by]), "seat__game__ruleset", "seat__team"])
    rows = (
        figures.order_by()
        .values(*columns, paid=paid, winner=F("seat__game__winner"))
        .annotate(
            seats=Count("pk"),
            games=Count("seat__game", distinct=True),
            survived=Count("pk", filter=Q(seat__survived=True)),
            sum_asked=Sum("answers", filter=asked, default=0),
            **{f"sum_{name}": Sum(name) for name in SUMMED},
        )
    )
    found: dict[str, Stat] = {}
    for row in rows:
        key, result = str(row[KEYS[by]]), _result_of_games(row) if is_of_games else _result_of_seats(row)
        wins = result.decided if is_of_games else result.wins
        new = Stat(
            key=key,
            name=_name(by, row),
            seats=row["seats"],
            result=result,
            paid_games=result.games if row["paid"] else 0,
            paid_wins=wins if row["paid"] else 0,
            sums={name: row[f"sum_{name}"] for name in ("asked", *SUMMED)} | {"cost": exact(row["sum_cost"])},
        )
        found[key] = _plus(found[key], new) if key in found else new
    if is_of_games:
        spent = narrators_spend(by, **{name: value for name, value in given.items() if value})
        found |= {str(key): _told_by(found[str(key)], spend) for key, spend in spent.items() if str(key) in found}
    return sorted(found.values(), key=lambda stat: (-stat.result.games, stat.key))


def narrator_beside(*, by: str, ruleset: str = "", season: str = "", model: str = "") -> Spend:
    """What narrators used that is in none of these statistics, for those are of seats; nothing where they are of games
    or of one model's seats; at most LATE seconds old. One query."""
    if model or counts_games(by):
        return Spend()
    given = {"ruleset": ruleset, "fixture__season__slug": season}
    wanted = {name: value for name, value in given.items() if value}
    key = sha256(repr(wanted).encode()).hexdigest()
    found = cache.get_or_set(
        f"narrator:{key}", lambda: sum(narrators_spend("ruleset", **wanted).values(), Spend()), LATE
    )
    return found or Spend()


def _told_by(stat: Stat, spend: Spend) -> Stat:
    """The same with what the narrator used in its sums."""
    sums = {**stat.sums, **{name: stat.sums[name] + getattr(spend, of) for name, of in USED.items()}}
    return replace(stat, sums=sums, narrator=spend)


def _name(by: str, row: Mapping[str, Any]) -> str:
    if by == "ruleset":
        return ruleset_title(row[KEYS[by]])
    if by == "size":
        return f"{row[KEYS[by]]} seats"
    if by == "level":
        return level_title(row[KEYS[by]])
    name = str(row[NAMES.get(by, KEYS[by])])
    return name.capitalize() if by == "role" else name  # a word of ours; others are called what they are


def _result_of_seats(row: Mapping[str, Any]) -> Result:
    seats, winner = row["seats"], row["winner"]
    won, drawn = winner == row["seat__team"], winner == Game.Winner.DRAW
    return Result(seats, seats if won else 0, seats if drawn else 0, row["survived"])


def _result_of_games(row: Mapping[str, Any]) -> Result:
    """A row for each team comes: the games are counted with the hidden one, which sits at every table."""
    games = row["games"] if side_of(row["seat__game__ruleset"], row["seat__team"]) == HIDDEN else 0
    won, drawn = row["winner"] == row["seat__team"], row["winner"] == Game.Winner.DRAW
    return Result(games, games if won else 0, games if drawn else 0)


def _plus(one: Stat, other: Stat) -> Stat:
    return Stat(
        key=one.key,
        name=one.name,
        seats=one.seats + other.seats,
        result=one.result + other.result,
        paid_games=one.paid_games + other.paid_games,
        paid_wins=one.paid_wins + other.paid_wins,
        sums={name: one.sums[name] + other.sums[name] for name in one.sums},
    )


def _whole(number: float | None) -> str:
    return "—" if number is None else f"{number:,.0f}"


def _dollars(amount: Decimal | None) -> str:
    return "—" if amount is None else in_dollars(amount)


# --- game by game -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GameStat:
    """The figures of a game, in all and by seat."""

    game: Game
    season: str | None
    table: int
    cast: Mapping[str, int]
    deaths: Mapping[str, int]
    sums: Mapping[str, Any]
    seats: tuple[Seat, ...]
    narrator: Spend


def counted_games() -> QuerySet[Game]:
    """The finished games that are counted, with their seats, figures, players, models and personas,
    and with what their narrators used. Two queries."""
    seats = Seat.objects.select_related("figures", "player__model", "player__persona").order_by("number")
    counted = Exists(Figures.objects.filter(seat__game=OuterRef("pk")))
    games = Game.objects.filter(counted, status=Game.Status.FINISHED).prefetch_related(Prefetch("seats", seats))
    told = Call.objects.filter(purpose=Call.Purpose.NARRATION, game=OuterRef("pk")).order_by().values("game")
    return games.annotate(**{f"narrator_{of}": Subquery(told.annotate(sum=SUMS[of]).values("sum")) for of in SUMS})


def game_stat(game: Game) -> GameStat:
    """The figures of a game of counted_games()."""
    seats = tuple(game.seats.all())
    narrator = spend_of({of: getattr(game, f"narrator_{of}") or Decimal(0) for of in SUMS})
    of_seats = {name: sum(getattr(seat.figures, name) for seat in seats) for name in OF_A_GAME}
    return GameStat(
        game=game,
        season=game.terms.get("season") or None,
        table=len(seats),
        cast=_by_role(seats),
        deaths=_by_role(seat for seat in seats if seat.survived is False),
        sums=of_seats | {name: of_seats[name] + getattr(narrator, of) for name, of in USED.items()},
        seats=seats,
        narrator=narrator,
    )


def _by_role(seats: Iterable[Seat]) -> dict[str, int]:
    roles: dict[str, int] = {}
    for seat in seats:
        roles[seat.role] = roles.get(seat.role, 0) + 1
    return roles
