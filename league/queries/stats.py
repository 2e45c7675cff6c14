"""Statistics of finished games, by what is asked. Law: nothing is added up here but rows that are sums already, whose
number does not grow with the games.

Of a model, a role, a persona or a level the unit is a seat in a game: it won when its team did. Of a ruleset or a size
of table it is a game, and its win rate is the hidden team's. What a game and a win cost is a mean over the units for
which a provider was asked at all; a game that somebody won is a win, whichever team's.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any, Final

from django.db.models import Exists, OuterRef, Prefetch, QuerySet, Subquery, Sum

from games.billing.money import bounded, exact, in_dollars
from games.engine.rulesets import ruleset_title
from games.models import Call, Game, Seat
from league.models import Figures, FiguresSum, GameSum
from league.queries.costs import SUMS, Spend, narrators_spend, spend_of
from league.queries.lying import COUNTED, Claiming, claiming_from
from league.queries.results import Result, level_title
from league.results.sides import HIDDEN, side_of
from personas.models import Persona

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
    *COUNTED,
    "calls",
    "input_tokens",
    "cached_tokens",
    "output_tokens",
    "reasoning_tokens",
    "cost",
    "unsure",
)
MONEY: Final = ("cost", "unsure")
OF_SEATS: Final = ("seats", "wins", "draws", "survived", "paid_seats", "paid_wins", "asked", *SUMMED)
OF_A_GAME: Final = (
    "answers",
    "defaults",
    "calls",
    "input_tokens",
    "cached_tokens",
    "output_tokens",
    "reasoning_tokens",
    "cost",
    "unsure",
)
# What of a narrator is in the sums of games, by its name in a Spend.
USED: Final = {
    "calls": "calls",
    "input_tokens": "input",
    "cached_tokens": "cached",
    "output_tokens": "output",
    "reasoning_tokens": "reasoning",
    "cost": "cost",
    "unsure": "unsure",
}
KEYS: Final = {
    "ruleset": "ruleset",
    "model": "model__slug",
    "role": "role",
    "persona": "persona",
    "level": "level",
    "size": "size",
}
WAY: Final = ("version", "briefing")  # which way of asking a model's line is of
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
    something, and `asked` among the sums the answers in them: means of tokens and cost are over these. What the
    `narrator` used is in the sums of games. A model has a line for each way in which it was asked: `version` of how and
    `briefing` are those of the line, 0 where that was not recorded or changed in a game."""

    key: str
    name: str
    seats: int
    result: Result
    paid_games: int
    paid_wins: int
    sums: Mapping[str, Any]
    narrator: Spend = field(default_factory=Spend)
    version: int | None = None
    briefing: int | None = None

    @property
    def line(self) -> str:
        """What no other line of the same table is called."""
        return self.key if self.version is None else f"{self.key} {self.version} {self.briefing}"

    @property
    def tokens(self) -> int:
        return self.sums["input_tokens"] + self.sums["output_tokens"]

    @property
    def cost(self) -> Decimal:
        return self.sums["cost"]

    @property
    def unsure(self) -> Decimal:
        """Of the cost: what nobody told."""
        return self.sums["unsure"]

    @property
    def sure(self) -> Decimal:
        return self.cost - self.unsure

    @property
    def claiming(self) -> Claiming:
        """What was claimed in these seats."""
        return claiming_from(self.sums)

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
            "cost": bounded(self.cost, self.unsure) if self.paid_games else "—",
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
    personas of one game. A model has a line for each way in which it was asked. One query; of games one more for
    these, and two for their narrators."""
    given = {"ruleset": ruleset, "season": season}
    sums = FiguresSum.objects.filter(season=season)
    sums = sums.exclude(persona="").filter(ruleset=ruleset) if by == "persona" else sums.filter(persona="")
    sums = sums.filter(ruleset=ruleset) if ruleset else sums
    sums = sums.filter(model__slug=model) if model else sums
    columns = [KEYS[by], "model__name", *WAY] if by == "model" else [KEYS[by]]
    rows = sums.order_by().values(*columns).annotate(**{f"sum_{name}": Sum(name) for name in OF_SEATS})
    if by == "model":
        return _by_way([_stat(by, row) for row in rows])
    found = {str(row[KEYS[by]]): _stat(by, row) for row in rows}
    if by == "persona":
        names = dict(Persona.objects.filter(slug__in=found).values_list("slug", "name"))
        found = {key: replace(stat, name=names.get(key, key)) for key, stat in found.items()}
    if counts_games(by, model):
        found = _of_games(found, by, **given)
    return sorted(found.values(), key=lambda stat: (-stat.result.games, stat.key))


def _by_way(found: Iterable[Stat]) -> list[Stat]:
    """The lines of models in their order; of one that was asked in several ways each says which."""
    lines = sorted(found, key=lambda stat: (-stat.result.games, stat.key, stat.version, stat.briefing))
    several = {key for key, number in Counter(stat.key for stat in lines).items() if number > 1}
    return [replace(stat, name=_with_way(stat)) if stat.key in several else stat for stat in lines]


def _with_way(stat: Stat) -> str:
    """A model's name with how it was asked on its line."""
    version = f"version {stat.version}" if stat.version else "asked in several ways, or not recorded"
    return f"{stat.name}, {version}" + (f", briefings {stat.briefing}" if stat.briefing else "")


def _stat(by: str, row: Mapping[str, Any]) -> Stat:
    """A row of sums over seats."""
    sums = {name: row[f"sum_{name}"] for name in OF_SEATS}
    return Stat(
        key=str(row[KEYS[by]]),
        name=_name(by, row),
        seats=sums["seats"],
        result=Result(sums["seats"], sums["wins"], sums["draws"], sums["survived"]),
        paid_games=sums["paid_seats"],
        paid_wins=sums["paid_wins"],
        sums={name: sums[name] for name in ("asked", *SUMMED)} | {name: exact(sums[name]) for name in MONEY},
        **{name: row[name] for name in WAY if name in row},
    )


def _of_games(found: Mapping[str, Stat], by: str, *, ruleset: str, season: str) -> dict[str, Stat]:
    """The same with games as the unit: won by the hidden team, which sits at every table, and with their narrators."""
    games = GameSum.objects.filter(season=season, **{"ruleset": ruleset} if ruleset else {})
    results: dict[str, Result] = {}
    paid: dict[str, tuple[int, int]] = {}
    for row in games:
        key, drawn = str(getattr(row, by)), row.winner == Game.DRAW
        won = side_of(row.ruleset, row.winner) == HIDDEN
        result = Result(row.games, row.games if won else 0, row.games if drawn else 0)
        results[key] = results.get(key, Result()) + result
        games_paid, decided = paid.get(key, (0, 0))
        paid[key] = (games_paid + row.paid_games, decided + (0 if drawn else row.paid_games))
    spent = narrators_spend(by, ruleset=ruleset, season=season)
    told = {
        key: replace(found[key], result=result, paid_games=paid[key][0], paid_wins=paid[key][1])
        for key, result in results.items()
        if key in found
    }
    return {key: _told_by(stat, spent.get(key, Spend())) for key, stat in told.items()}


def narrator_beside(*, by: str, ruleset: str = "", season: str = "", model: str = "") -> Spend:
    """What narrators used that is in none of these statistics, for those are of seats; nothing where they are of games
    or of one model's seats. Two queries."""
    if model or counts_games(by):
        return Spend()
    return sum(narrators_spend("ruleset", ruleset=ruleset, season=season).values(), Spend())


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
    if by == "model":
        return str(row["model__name"])
    return str(row[KEYS[by]]).capitalize() if by == "role" else str(row[KEYS[by]])


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
    players = ("figures", "player__model", "player__persona")
    seats = Seat.objects.select_related(*players).defer("player__persona__sheet").order_by("number")
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
