"""Tables of results: sums over Standing rows, made by the database, with Wilson 95 % intervals beside them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from django.db.models import QuerySet, Sum
from django.urls import reverse
from django.utils.text import capfirst

from games.engine.rulesets import all_rulesets
from league import scoring
from league.models import Season, Standing
from personas.models import Player, StrategyLevel

HIDDEN, OPEN = "hidden-team", "open-team"
SUMS = {name: Sum(name) for name in ("games", "wins", "draws", "survived", "answers", "defaults")}


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
        return Result(*(getattr(self, name) + getattr(other, name) for name in SUMS))

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

    @property
    def url(self) -> str:
        """The page of its key, where it has one."""
        return reverse(self.page, args=[self.key]) if self.page else ""


@dataclass(frozen=True, slots=True)
class Group:
    """How a leaderboard may be grouped: the columns of a row's key, name and small print, and the page of its key."""

    title: str
    key: str
    name: str
    beside: str = ""
    page: str = ""

    @property
    def columns(self) -> set[str]:
        return {self.key, self.name, self.beside} - {""}


GROUPS: dict[str, Group] = {
    "player": Group(
        "Player", "player__player_id", "player__persona__name", beside="player__model__name", page="player"
    ),
    "model": Group("Model", "player__model__slug", "player__model__name"),
    "persona": Group("Persona", "player__persona__slug", "player__persona__name", page="persona"),
    "level": Group("Level", "player__strategy_level", "player__strategy_level"),
}


def level_title(level: str) -> str:
    """A strategy level as it heads a row."""
    return capfirst(StrategyLevel(level).label)


def side_of(ruleset: str, team: str) -> str:
    """Whether a team is hidden or open in a ruleset, as pages tell them apart; "" for neither, as a draw is, and for
    rules that this release no longer has."""
    rules = all_rulesets().get(ruleset)
    if rules is None:
        return ""
    return {rules.hidden_team: HIDDEN, rules.open_team: OPEN}.get(team, "")


def leaderboard(
    *, by: str = "player", ruleset: str = "", season: str = "", team: str = "", role: str = ""
) -> list[Row]:
    """Results over all rated seasons, or over the one named, surest first. Those of personas that were written for one
    game count for their models and levels alone. One query."""
    standings = Standing.objects.filter(season__slug=season) if season else Standing.objects.filter(season__rated=True)
    given = {"ruleset": ruleset, "team": team, "role": role}
    standings = standings.filter(**{name: value for name, value in given.items() if value})
    group = GROUPS[by]
    if by in ("player", "persona"):
        standings = standings.filter(player__persona__written_for="")
    return _ranked(
        Row(
            rank=0,
            key=sums[group.key],
            name=level_title(sums[group.name]) if by == "level" else sums[group.name],
            beside=sums[group.beside] if group.beside else "",
            page=group.page,
            result=Result(*(sums[name] for name in SUMS)),
        )
        for sums in standings.order_by().values(*group.columns).annotate(**SUMS)
    )


def season_table(season: Season, *, ruleset: str = "", team: str = "", role: str = "") -> list[Row]:
    """A season's players with their results, under all its rules or one, in all roles or in those of a team or in one,
    surest first; its models instead, where each game has players of its own. One query."""
    given = {"ruleset": ruleset, "team": team, "role": role}
    rows = season.standings.filter(**{name: value for name, value in given.items() if value})
    return _ranked(_of_models(rows) if season.standings_by == "model" else _of_players(rows))


def _of_players(rows: QuerySet[Standing]) -> Iterator[Row]:
    rows = rows.select_related("player__persona", "player__model").order_by("player_id", "role")
    splits: dict[Player, list[Standing]] = {}
    for standing in rows:
        splits.setdefault(standing.player, []).append(standing)
    for player, standings in splits.items():
        yield _summed(standings, player.player_id, player.persona.name, beside=player.model.name, page="player")


def _of_models(rows: QuerySet[Standing]) -> Iterator[Row]:
    """Added up by the database: each game has brought some rows of its own."""
    group = GROUPS["model"]
    splits: dict[tuple[str, str], list[Standing]] = {}
    for sums in rows.order_by().values(group.key, group.name, "ruleset", "role", "team").annotate(**SUMS):
        splits.setdefault((sums.pop(group.key), sums.pop(group.name)), []).append(Standing(**sums))
    for (slug, name), standings in splits.items():
        yield _summed(standings, slug, name)


def _summed(standings: Sequence[Standing], key: str, name: str, beside: str = "", page: str = "") -> Row:
    return Row(
        rank=0,
        key=key,
        name=name,
        beside=beside,
        page=page,
        result=sum(map(_of, standings), Result()),
        splits=results_by_team(standings),
        roles=results_by_role(standings),
        rulesets=results_by_ruleset(standings),
    )


def results_by_ruleset(standings: Iterable[Standing]) -> tuple[Split, ...]:
    """What the standings say of each ruleset, by slug."""
    sums: dict[str, Result] = {}
    for standing in standings:
        sums[standing.ruleset] = sums.get(standing.ruleset, Result()) + _of(standing)
    return tuple(Split(slug, "", sums[slug]) for slug in sorted(sums))


def results_by_team(standings: Iterable[Standing]) -> tuple[Split, ...]:
    """What the standings say of each team, hidden ones last; a team that is hidden in one ruleset and open in another
    is two."""
    sums: dict[tuple[bool, str, str], Result] = {}
    for standing in standings:
        side = side_of(standing.ruleset, standing.team)
        key = (side == HIDDEN, standing.team, side)
        sums[key] = sums.get(key, Result()) + _of(standing)
    return tuple(Split(team, side, sums[is_hidden, team, side]) for is_hidden, team, side in sorted(sums))


def results_by_role(standings: Iterable[Standing]) -> tuple[Split, ...]:
    """What the standings say of each role, those of hidden teams last."""
    sums: dict[tuple[bool, str, str], Result] = {}
    for standing in standings:
        side = side_of(standing.ruleset, standing.team)
        key = (side == HIDDEN, standing.role, side)
        sums[key] = sums.get(key, Result()) + _of(standing)
    return tuple(Split(role, side, sums[is_hidden, role, side]) for is_hidden, role, side in sorted(sums))


def results_of_players(players: QuerySet[Player]) -> QuerySet[Player]:
    """The players, each with the sums of its standings over all seasons, which result_of() reads."""
    return players.annotate(**{f"sum_{name}": Sum(f"standings__{name}", default=0) for name in SUMS})


def result_of(player: Player) -> Result:
    """The result that results_of_players() put on a player."""
    return Result(*(getattr(player, f"sum_{name}") for name in SUMS))


def _of(standing: Standing) -> Result:
    return Result(*(getattr(standing, name) for name in SUMS))


def _ranked(rows: Iterable[Row]) -> list[Row]:
    """By the lower end of the interval, so that one lucky game does not lead, then by wins; who never had a decided
    game is last. Those who are equal in both share a rank, and the next one's is as if they did not."""
    order = sorted(rows, key=lambda row: (_merit(row), row.key))
    ranks: dict[tuple[float, int], int] = {}
    return [replace(row, rank=ranks.setdefault(_merit(row), place)) for place, row in enumerate(order, start=1)]


def _merit(row: Row) -> tuple[float, int]:
    return (-(row.result.interval or (-1,))[0], -row.result.wins)
