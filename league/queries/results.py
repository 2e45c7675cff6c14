"""Tables of results: wins above expectation, and win rates, each with its 95 % interval. Law: a table is put in order
as a whole, from one row of numbers for each of those in it, and worded only as far as it is looked at; what the rows
add up are sums that are kept (careers over all seasons, standings of one, surpluses of either), so the number of games
is in no cost of it.

(Long, because a table's sums, its order and its words are one thing to change.)
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import add, itemgetter
from typing import Any, NamedTuple, TypeVar, overload

from django.db import connection
from django.db.models import BigIntegerField, QuerySet, Sum
from django.db.models.functions import Cast
from django.urls import reverse
from django.utils.text import capfirst

from league.models import Board, Career, ModelCareer, Season, Standing
from league.queries.boards.above import above_of
from league.queries.boards.shown import Shown, whole_board
from league.results import scoring
from league.results.expecting import Above, order_of
from league.results.sides import HIDDEN, side_of
from personas.models import Player, StrategyLevel

K = TypeVar("K")
Merit = tuple[float, ...]
Ordered = tuple[Merit, str, tuple[Any, ...]]  # a row behind its merit and its key
# Whole numbers: PostgreSQL's sum of such is a decimal, and reading thousands of those took longer than adding them up.
SUMS = {
    name: Cast(Sum(name), BigIntegerField()) for name in ("games", "wins", "draws", "survived", "answers", "defaults")
}


@dataclass(frozen=True, slots=True)
class Result:
    """Games and wins of somebody, and the share of decided games won with its Wilson 95 % interval."""

    games: int = 0
    wins: int = 0
    draws: int = 0
    survived: int = 0
    answers: int = 0
    defaults: int = 0

    def __add__(self, other: "Result") -> "Result":
        return Result(
            self.games + other.games,
            self.wins + other.wins,
            self.draws + other.draws,
            self.survived + other.survived,
            self.answers + other.answers,
            self.defaults + other.defaults,
        )

    @property
    def decided(self) -> int:
        """Games that somebody won; a draw counts for nobody."""
        return scoring.decided(games=self.games, draws=self.draws)

    @property
    def win_rate(self) -> float | None:
        """The share of decided games that were won; None before the first."""
        return scoring.win_rate(wins=self.wins, decided=self.decided)

    @property
    def interval(self) -> scoring.Interval | None:
        """The Wilson 95 % interval of the win rate; None before the first decided game."""
        return scoring.wilson(wins=self.wins, decided=self.decided) if self.decided else None

    @property
    def ways(self) -> tuple[int, ...]:
        """How many games ended in each of the ways in which all of them might have: won, lost, alive and dead."""
        return self.wins, self.decided - self.wins, self.survived, self.games - self.survived

    @property
    def fallback_share(self) -> float | None:
        """The share of answers that a default stood in for; None before the first answer."""
        return scoring.share(part=self.defaults, whole=self.answers)

    @property
    def fallback(self) -> str:
        """The same for people: a share that is not nothing is never told as nothing."""
        if self.fallback_share is None:
            return "—"
        return "under 0.1%" if 0 < self.fallback_share < 0.001 else f"{self.fallback_share:.1%}"

    @property
    def percent(self) -> str:
        return "—" if self.win_rate is None else f"{self.win_rate:.0%}"

    @property
    def between(self) -> str:
        return "" if self.interval is None else f"{self.interval[0]:.0%} to {self.interval[1]:.0%}"

    @property
    def drawn(self) -> dict[str, str]:
        """Where the interval lies on a line from 0 to 100."""
        if self.interval is None or self.win_rate is None:
            return {}
        low, high = self.interval
        return {"from": f"{100 * low:.1f}", "width": f"{100 * (high - low):.1f}", "at": f"{100 * self.win_rate:.1f}"}


class Summed(NamedTuple):
    """What a career or a standing comes to, or several of them: a model's instance takes ten times as long to make."""

    ruleset: str
    role: str
    team: str
    games: int
    wins: int
    draws: int
    survived: int
    answers: int
    defaults: int


@dataclass(frozen=True, slots=True)
class Split:
    """A result under a name, such as a role's or a team's."""

    name: str
    side: str
    result: Result


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a table of results."""

    rank: int
    key: str
    name: str
    beside: str
    page: str
    result: Result
    splits: tuple[Split, ...] = ()
    roles: tuple[Split, ...] = ()
    rulesets: tuple[Split, ...] = ()
    above: Above | None = None
    missing: int = 0

    @property
    def is_ranked(self) -> bool:
        """Whether it has the board's minimum of games; else it stands apart, `missing` so many."""
        return not self.missing

    @property
    def value(self) -> str:
        """Wins above expectation for people, in hundredths of a win per game: "+8.3"."""
        return "—" if self.above is None else signed(self.above.value)

    @property
    def expected(self) -> str:
        """What its sides win anyway, as a share."""
        return "" if self.above is None else f"{self.above.expected:.0%}"

    @property
    def around(self) -> str:
        """Where the value lies with 95 %: "-2.1 to +18.7"."""
        if self.above is None or self.above.interval is None:
            return ""
        return f"{signed(self.above.interval.low)} to {signed(self.above.interval.high)}"

    @property
    def url(self) -> str:
        """The page of its key, where it has one."""
        return reverse(self.page, args=[self.key]) if self.page else ""

    @property
    def face(self) -> str:
        """The persona whose face stands beside the name, by its slug; "" where rows are no persons."""
        # A model's slug has no “_” in it, so what follows the first in a player's id is the persona's.
        return {"player": self.key.partition("_")[2], "persona": self.key}.get(self.page, "")


MINUS = "\N{MINUS SIGN}"


def signed(share: float) -> str:
    """A part of 1 in hundredths with its sign, to a tenth; what is not told apart from 0 has none."""
    told = f"{100 * share:+.1f}"
    return "0.0" if told in ("+0.0", "-0.0") else told.replace("-", MINUS)


class Group(NamedTuple):
    """How a leaderboard may be grouped: its title, the columns of a row's key, name and small print, the page of its
    key, and in SQL: what the sums are `by`, and the tables `joins` that tell the same columns of it."""

    title: str
    columns: tuple[str, ...]
    page: str = ""
    by: str = ""
    told: str = ""
    joins: str = ""

    @property
    def key(self) -> str:
        return self.columns[0]


GROUPS: dict[str, Group] = {
    "player": Group(
        "Player",
        ("player__player_id", "player__persona__name", "player__model__name"),
        page="player",
        by="player_id",
        told="player.player_id, persona.name, model.name",
        joins="""
            JOIN personas_player player ON player.id = sums.player_id
            JOIN personas_persona persona ON persona.id = player.persona_id
            JOIN personas_languagemodel model ON model.id = player.model_id""",
    ),
    "model": Group(
        "Model",
        ("model__slug", "model__name"),
        by="model_id",
        told="model.slug, model.name",
        joins=" JOIN personas_languagemodel model ON model.id = sums.model_id",
    ),
    "persona": Group(
        "Persona",
        ("player__persona__slug", "player__persona__name"),
        page="persona",
        by="player__persona_id",
        told="persona.slug, persona.name",
        joins=" JOIN personas_persona persona ON persona.id = sums.player__persona_id",
    ),
    "level": Group("Level", ("level",), by="level", told="sums.level"),
}


def level_title(level: str) -> str:
    """A strategy level as it heads a row."""
    return capfirst(StrategyLevel(level).label)


class Placed(NamedTuple):
    """A place in a table: whose it is, its numbers in the order of SUMS, its wins above expectation, and how many games
    are missing to a rank, which is 0 then."""

    rank: int
    key: str
    name: str
    beside: str
    numbers: tuple[int, ...]
    above: Above | None
    missing: int


class Ranking(Sequence[Row]):
    """A table in its order: as long as it is, and placed and worded where it is looked at.

    In order as its board says: by wins above expectation drawn to 0, so that one lucky game does not lead, then by
    their value; and by the lower end of the interval of the win rate, then by wins. Who never had a decided game is
    last. Those who are equal in all share a rank, and the next one's is as if they did not. Behind them
    stand those with fewer games than the board's minimum, who have no rank; those who are excluded are not there.
    """

    def __init__(
        self,
        rows: Iterable[tuple[Any, ...]],
        columns: int,
        word: "Callable[[Sequence[Placed]], list[Row]]",
        *,
        board: Board,
        above: Mapping[str, Above],
        out: "frozenset[str]" = frozenset(),
    ) -> None:
        self._columns, self._word, self.board, self._above = columns, word, board, above
        self._order = _in_order((row for row in rows if row[0] not in out), columns, board=board, above=above)

    def __len__(self) -> int:
        return len(self._order)

    @overload
    def __getitem__(self, place: int) -> Row: ...
    @overload
    def __getitem__(self, place: slice) -> list[Row]: ...
    def __getitem__(self, place: int | slice) -> Row | list[Row]:
        if isinstance(place, slice):
            return self._word([self._placed(each) for each in self._order[place]])
        return self._word([self._placed(self._order[place])])[0]

    def __iter__(self) -> Any:  # Any: an iterator of rows; by slices, or each row would be a query
        return iter(self[:])

    @property
    def keys(self) -> list[str]:
        """The keys of all rows, in order."""
        return [key for _, key, _ in self._order]

    @property
    def ranked(self) -> int:
        """How many of them have a rank."""
        return bisect_left(self._order, (1,), key=itemgetter(0))

    def _placed(self, ordered: Ordered) -> Placed:
        merit, key, row = ordered
        columns = self._columns
        missing = max(0, self.board.minimum - row[columns])
        return Placed(
            rank=0 if missing else bisect_left(self._order, merit, key=itemgetter(0)) + 1,
            key=key,
            name=row[1] if columns > 1 else key,
            beside=row[2] if columns > 2 else "",
            numbers=row[columns:],
            above=self._above.get(key),
            missing=missing,
        )


def leaderboard(
    *,
    by: str = "player",
    ruleset: str = "",
    season: str = "",
    team: str = "",
    role: str = "",
    shown: Shown | None = None,
) -> Ranking:
    """Results over all rated seasons, or over the one named, in the order of its board. Those of personas that were
    written for one game count for their models and levels alone. Two queries, and two for the board where it is not at
    hand."""
    group, given = GROUPS[by], {"season": season, "ruleset": ruleset, "team": team, "role": role}
    found = _rows_behind(by, **given)
    if shown is None:
        shown = whole_board(Season.objects.filter(slug=season).first() if season else None)
    return Ranking(
        _summed(found, group),
        len(group.columns),
        lambda places: [
            _row(place, name=level_title(place.name) if by == "level" else place.name, page=group.page)
            for place in places
        ],
        board=shown.board,
        above=above_of(by=by, **given),
        out=shown.players_out if by == "player" else frozenset(),
    )


def _rows_behind(by: str, *, season: str, ruleset: str, team: str, role: str) -> QuerySet[Any]:  # Any: of three models
    """The kept sums that a leaderboard adds up: as few as there are for what is asked."""
    given = {name: value for name, value in (("ruleset", ruleset), ("team", team), ("role", role)) if value}
    if by in ("model", "level"):
        # Of one season its games are rated or not; of all together those are asked for that are.
        return ModelCareer.objects.filter(season=season, **given if season else {**given, "rated": True})
    if season:
        return Standing.objects.filter(season__slug=season, player__persona__written_for="", **given)
    if team or role:
        return Career.objects.filter(rated=True, **{"ruleset": "", **given}).exclude(role="")
    return Career.objects.filter(rated=True, role="", team="", ruleset=ruleset)


def season_table(
    season: Season, *, ruleset: str = "", team: str = "", role: str = "", shown: Shown | None = None
) -> Ranking:
    """A season's players with their results, under all its rules or one, in all roles or in those of a team or in one,
    in the order of its board; its models instead, where each game has players of its own. Two queries, two for the
    board where it is not at hand, and one for the rows that are looked at."""
    by = season.standings_by
    shown = shown or whole_board(season)
    group, given = GROUPS[by], {"ruleset": ruleset, "team": team, "role": role}
    given = {name: value for name, value in given.items() if value}
    rows: QuerySet[Any] = season.standings.filter(**given)  # Any: of either model
    if by == "model":
        rows = ModelCareer.objects.filter(season=season.slug, **given)

    def word(places: Sequence[Placed]) -> list[Row]:
        """With how each did by team, role and ruleset."""
        of_page = rows.filter(**{f"{group.key}__in": [place.key for place in places]}).order_by("role")
        splits: dict[str, list[Summed]] = {place.key: [] for place in places}
        for key, *sums in of_page.values_list(group.key, "ruleset", "role", "team").annotate(**SUMS):
            splits[key].append(Summed(*sums))
        return [_row(place, page=group.page, standings=splits[place.key]) for place in places]

    return Ranking(
        _summed(rows, group),
        len(group.columns),
        word,
        board=shown.board,
        above=above_of(by=by, season=season.slug, **given),
        out=shown.players_out if by == "player" else frozenset(),
    )


def roles_in(season: Season, ruleset: str = "") -> tuple[Split, ...]:
    """How the roles of a season did, under all its rules or one. One query."""
    rows = ModelCareer.objects.filter(season=season.slug, **{"ruleset": ruleset} if ruleset else {})
    return results_by_role(
        Summed(*sums) for sums in rows.order_by().values_list("ruleset", "role", "team").annotate(**SUMS)
    )


def _row(place: Placed, *, page: str, name: str = "", standings: Sequence[Summed] = ()) -> Row:
    return Row(
        rank=place.rank,
        key=place.key,
        name=name or place.name,
        beside=place.beside,
        page=page,
        result=Result(*place.numbers),
        above=place.above,
        missing=place.missing,
        splits=results_by_team(standings),
        roles=results_by_role(standings),
        rulesets=results_by_ruleset(standings),
    )


def results_in_cells(standings: Iterable[Summed], columns: Sequence[str]) -> list[Result]:
    """What the standings come to in each cell of these columns; of no columns there is one, where there are any."""
    return list(_by(standings, lambda standing: tuple(getattr(standing, each) for each in columns)).values())


def results_by_ruleset(standings: Iterable[Summed]) -> tuple[Split, ...]:
    """What the standings say of each ruleset, by slug."""
    sums = _by(standings, lambda standing: standing.ruleset)
    return tuple(Split(slug, "", sums[slug]) for slug in sorted(sums))


def results_by_team(standings: Iterable[Summed]) -> tuple[Split, ...]:
    """What the standings say of each team, hidden ones last; a team that is hidden in one ruleset and open in another
    is two."""

    def key(standing: Summed) -> tuple[bool, str, str]:
        side = side_of(standing.ruleset, standing.team)
        return side == HIDDEN, standing.team, side

    sums = _by(standings, key)
    return tuple(Split(team, side, sums[is_hidden, team, side]) for is_hidden, team, side in sorted(sums))


def results_by_role(standings: Iterable[Summed]) -> tuple[Split, ...]:
    """What the standings say of each role, those of hidden teams last."""

    def key(standing: Summed) -> tuple[bool, str, str]:
        side = side_of(standing.ruleset, standing.team)
        return side == HIDDEN, standing.role, side

    sums = _by(standings, key)
    return tuple(Split(role, side, sums[is_hidden, role, side]) for is_hidden, role, side in sorted(sums))


def _by(standings: Iterable[Summed], key: Callable[[Summed], K]) -> dict[K, Result]:
    """The results of standings with the same key."""
    sums: dict[K, tuple[int, ...]] = {}
    for standing in standings:
        of, numbers = key(standing), standing[3:]
        sums[of] = tuple(map(add, sums[of], numbers)) if of in sums else numbers
    return {of: Result(*numbers) for of, numbers in sums.items()}


def results_of_players(players: Iterable[Player]) -> dict[int, list[Summed]]:
    """What each of these players did over all seasons that count, rated or not, by ruleset and role: rows that the
    results_by_… read. Players of one game have no career but a standing. Two queries."""
    found: dict[int, list[Summed]] = {player.pk: [] for player in players}
    careers = Career.objects.filter(player__in=found).exclude(ruleset="").exclude(role="").order_by("ruleset", "role")
    for player, *sums in careers.values_list("player_id", *Summed._fields):
        found[player].append(Summed(*sums))
    of_one_game = [player.pk for player in players if player.persona.written_for]
    standings = Standing.objects.filter(player__in=of_one_game, season__in=Season.objects.filter(Season.COUNTED))
    for player, *sums in standings.values_list("player_id", *Summed._fields) if of_one_game else ():
        found[player].append(Summed(*sums))
    return found


def whole_results(players: Iterable[Player]) -> dict[int, Result]:
    """The result of each of these players over all seasons that count, rated or not. One query."""
    found = {player.pk: Result() for player in players}
    for career in Career.objects.filter(player__in=found, ruleset="", role=""):
        found[career.player_id] += _of(career)
    of_one_game = [player.pk for player in players if player.persona.written_for]
    own = Standing.objects.filter(player__in=of_one_game, season__in=Season.objects.filter(Season.COUNTED))
    for standing in own if of_one_game else ():
        found[standing.player_id] += _of(standing)
    return found


def result_of(standings: Iterable[Any]) -> Result:  # Any: careers, or standings
    """All of these together."""
    return sum(map(_of, standings), Result())


def _of(standing: Any) -> Result:  # Any: a career, too
    return Result(standing.games, standing.wins, standing.draws, standing.survived, standing.answers, standing.defaults)


def _summed(rows: QuerySet[Any], group: Group) -> list[tuple[Any, ...]]:
    """What the rows come to by the group's columns, numbers last, as the database gives it: a value at a time through
    Django's converters, which change nothing here, it takes twice as long. Names are joined to the sums: there are four
    times as many rows, and they were summed by three texts."""
    summed, parameters = rows.order_by().values_list(group.by).annotate(**SUMS).query.sql_with_params()
    numbers = ", ".join(f"sums.{name}" for name in SUMS)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {group.told}, {numbers} FROM ({summed}) sums{group.joins}", parameters)  # noqa: S608
        return cursor.fetchall()


def _in_order(
    rows: Iterable[tuple[Any, ...]], columns: int, *, board: Board, above: Mapping[str, Above]
) -> list[Ordered]:
    """Rows by merit, then by their keys; those with too few games behind the others, the fewest last. A row has a key,
    a name and what stands beside it, as far as there are so many columns, then its numbers."""
    known: dict[tuple[int, int], Merit] = {}
    by_above = board.order == Board.Order.ABOVE
    order = []
    for row in rows:
        games, wins, draws = row[columns : columns + 3]
        decided = scoring.decided(games=games, draws=draws)
        merit = known.get((decided, wins)) or scoring.merit(wins=wins, decided=decided)
        known[decided, wins] = merit
        if by_above:
            merit = (*order_of(above.get(row[0])), *merit)
        missing = max(0, board.minimum - games)
        order.append(((missing, *merit), row[0], row))
    order.sort()
    return order
