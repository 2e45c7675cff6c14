"""What games come to, player by player: how often each played, in which seat, as what, who spoke first, who met whom.
Law: pure; it counts the games that it is given as counting, whatever was drawn, and says how much players differ at the
end of each block and at most in between.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final, NamedTuple

from league.seasons.design.separating import Sides, untold

GAMES, SEAT, ROLE, TEAM, FIRST = "games", "seat", "role", "team", "first speaker"
KINDS: Final = (GAMES, SEAT, ROLE, TEAM, FIRST)
Counted = tuple[str, str]  # a kind, and which of it: ("seat", "3"), ("role", "doctor")


class Kind(NamedTuple):
    """A rule book's table: how many sit there, each role's team, and which team hides."""

    title: str
    seats: int
    teams: Mapping[str, str]
    hidden: str


class Played(NamedTuple):
    """A fixture: its number, its table, who sat there by seat (places on the roster, from 0), the roles, the first
    speaker's seat where there is one, whether its game is over, and whether its result counts. Of one that is not over
    nothing is known but its table."""

    number: int
    table: int
    players: tuple[int, ...] = ()
    roles: tuple[str, ...] = ()
    first: int | None = None
    is_over: bool = False
    is_counted: bool = False


class Difference(NamedTuple):
    """By how much players differ in what is counted of one kind, at most: in what, and after which fixture."""

    by: int
    what: str
    number: int


class _Column:
    """How often each player had something, with the least and the most of it at hand: they are asked for after each
    game."""

    __slots__ = ("at_least", "least", "most", "numbers")

    def __init__(self, size: int) -> None:
        self.numbers = [0] * size
        self.least = self.most = 0
        self.at_least = size  # how many have the least

    def add(self, player: int) -> None:
        """Counts once more for a player."""
        before = self.numbers[player]
        self.numbers[player] = before + 1
        self.most = max(self.most, before + 1)
        if before == self.least:
            self.at_least -= 1
            if not self.at_least:
                self.least += 1
                self.at_least = self.numbers.count(self.least)


@dataclass(frozen=True, slots=True)
class End:
    """How much players differ at a block's end, by kind. The block ends with a fixture; that of so many games is whole
    that has as many as there are players."""

    block: int
    number: int
    games: int
    counted: int
    worst: Mapping[str, Difference]


@dataclass(frozen=True, slots=True)
class Book:
    """What the games of one rule book come to: counts by what is counted and by player, the ends of its blocks, and at
    most in between."""

    title: str
    counts: Mapping[Counted, Sequence[int]]
    ends: Sequence[End]
    between: Mapping[str, Difference]
    untold: Sequence[str]

    @property
    def at_ends(self) -> int:
        """By how much players differ at most at the end of a block."""
        return max((each.by for end in self.ends for each in end.worst.values()), default=0)

    @property
    def in_between(self) -> int:
        """By how much players differ at most after any game."""
        return max((each.by for each in self.between.values()), default=0)


@dataclass(frozen=True, slots=True)
class Audit:
    """What a season's games come to. `met` is how often each two sat at a table, `against` how often on two teams."""

    players: Sequence[str]
    block: int
    counted: int
    books: Sequence[Book]
    games: Sequence[int]
    met: Mapping[tuple[int, int], int]
    against: Mapping[tuple[int, int], int]


def audit(names: Sequence[str], tables: Sequence[Kind], games: Iterable[Played]) -> Audit:
    """Counts the games of the players with these names. All of a season's fixtures are given, in their order; of each
    table as many in a row as there are players are a block, and what is left at the end. The end of a block is told
    when all its games are over."""
    played = list(games)
    counted = [game for game in played if game.is_counted]
    pairs = list(combinations(range(len(names)), 2))
    met, against = dict.fromkeys(pairs, 0), dict.fromkeys(pairs, 0)
    totals = [0] * len(names)
    for game in counted:
        teams = [tables[game.table].teams.get(role, "") for role in game.roles]
        for player in game.players:
            totals[player] += 1
        for (one, mine), (other, yours) in combinations(zip(game.players, teams, strict=True), 2):
            pair = min(one, other), max(one, other)
            met[pair] += 1
            against[pair] += mine != yours
    books = [_book(names, kind, [game for game in played if game.table == table]) for table, kind in enumerate(tables)]
    return Audit(names, len(names), len(counted), books, totals, met, against)


def _book(names: Sequence[str], kind: Kind, games: Sequence[Played]) -> Book:
    size = len(names)
    counts: dict[Counted, _Column] = {(GAMES, ""): _Column(size)}
    for seat in range(kind.seats):
        counts[SEAT, str(seat)] = _Column(size)
    for role in kind.teams:
        counts[ROLE, role] = _Column(size)
    for team in dict.fromkeys(kind.teams.values()):
        counts[TEAM, team] = _Column(size)
    ends: list[End] = []
    between: dict[str, Difference] = {}
    sides: list[Sides] = []
    for start in range(0, len(games), size):
        block = games[start : start + size]
        for game in block:
            if game.is_counted:
                _raise(between, counts, _count(counts, kind, game, size), game.number)
                sides.append(_sides(kind, game))
        if all(game.is_over for game in games[: start + size]):
            worst: dict[str, Difference] = {}
            _raise(worst, counts, list(counts), block[-1].number)
            counted = sum(game.is_counted for game in block)
            ends.append(End(start // size + 1, block[-1].number, len(block), counted, worst))
    return Book(kind.title, {what: each.numbers for what, each in counts.items()}, ends, between, untold(sides, names))


def _sides(kind: Kind, game: Played) -> Sides:
    """Who was hidden in a game, and who was not."""
    hidden: list[int] = []
    seen: list[int] = []
    for player, role in zip(game.players, game.roles, strict=True):
        (hidden if kind.teams.get(role) == kind.hidden else seen).append(player)
    return Sides(tuple(hidden), tuple(seen))


def _count(counts: dict[Counted, _Column], kind: Kind, game: Played, size: int) -> list[Counted]:
    """Counts a game; returns what has changed."""
    changed: dict[Counted, None] = {}
    for seat, (player, role) in enumerate(zip(game.players, game.roles, strict=True)):
        for what in ((GAMES, ""), (SEAT, str(seat)), (ROLE, role), (TEAM, kind.teams.get(role, ""))):
            if what not in counts:
                counts[what] = _Column(size)
            counts[what].add(player)
            changed[what] = None
    if game.first is not None:
        if (FIRST, "") not in counts:
            counts[FIRST, ""] = _Column(size)
        counts[FIRST, ""].add(game.players[game.first])
        changed[FIRST, ""] = None
    return list(changed)


def _raise(worst: dict[str, Difference], counts: Mapping[Counted, _Column], of: Iterable[Counted], number: int) -> None:
    """Notes where players differ by more than was noted."""
    for kind, which in of:
        column = counts[kind, which]
        by = column.most - column.least
        if kind not in worst or by > worst[kind].by:
            worst[kind] = Difference(by, which, number)
