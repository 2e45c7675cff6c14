"""Games in blocks: who plays which, in which seat and as what. Law: pure; secret, roster and tables decide all.

The fixtures take the tables in turn, and each table has blocks of its own: as many games as there are players. In a
whole block of n games for n players everybody plays as often as the table has seats: once in each seat, once as each
who sits there, so in each role and team as often as there are seats of it, and once as the first speaker where the rules
draw one among all. What is left at the end of a season is a block of fewer games, in which these counts and those of all
games differ by at most one. That is so for every cast, number of players and number of games; it is proved thus:

- how often everybody has each role is rounded from its mean (`shares`, which says why that can be);
- the graph of players and places, an edge for each time that somebody has a place, has m edges at a place and no more
  at a player, so it parts into m matchings that cover all places: the games (König; `matching`);
- the graph of games and players has s edges at a game and no more at a player, so it parts into s matchings: the seats;
- and any one of s such matchings has each player at most once: the first speakers. In a whole block everybody has s
  edges, so each of them has everybody.

In a whole block the roles are drawn by another lot than the games, and the seats by another than the roles, so no seat
says anything of a role. Which players meet is chosen so that pairs meet as often as one another (`_mixed`), and the
games of a block come in the order in which those who have played least play next.

A random graph of such degrees for each of the three, each drawn anew until it fits, was rejected: with 40 players it
nearly never does.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, cycle
from typing import Final, NamedTuple

from games.engine.dice import Dice
from league.seasons.design.matching import matched, parted
from league.seasons.design.shares import Cast, shares

# Exchanges of two players that are tried, for each place in a block: fewer in long seasons, where each block has all
# those before it to make good for.
MOST_TRIES: Final = 40
LEAST_TRIES: Final = 8
ALL_TRIES: Final = 500_000


class Table(NamedTuple):
    """What is to be at a table, and whether its rules draw a first speaker among all who sit there."""

    cast: Cast
    draws_first: bool


class Dealt(NamedTuple):
    """A game of a block: its players by seat as their places on the roster, from 0, their roles, and the seat of the
    first speaker, where it is drawn."""

    players: tuple[int, ...]
    roles: tuple[str, ...]
    first: int | None


@dataclass(slots=True)
class _Season:
    """What the blocks of a season share: how often each has played by now, and how often two have met."""

    players: int
    tries: int
    played: list[int] = field(init=False)
    extra: list[int] = field(init=False)  # games beyond those of whole blocks
    met: list[list[int]] = field(init=False)  # where they are drawn, also those not played yet

    def __post_init__(self) -> None:
        self.played, self.extra = [0] * self.players, [0] * self.players
        self.met = [[0] * self.players for _ in range(self.players)]


def games_in_blocks(*, secret: str, players: int, tables: Sequence[Table], games: int) -> Iterator[Dealt]:
    """The games 1, 2, … of a season, so many. Raises ValueError for a roster too small."""
    most = max(table.cast.seats for table in tables)
    if players < most:
        raise ValueError(f"{most} seats need at least as many players, not {players}")
    season = _Season(players, max(LEAST_TRIES, min(MOST_TRIES, ALL_TRIES // (games * most))))
    waiting: list[list[Dealt]] = [[] for _ in tables]  # of the block that each table is at
    drawn = [0] * len(tables)
    for number, place in zip(range(games), cycle(range(len(tables))), strict=False):
        if not waiting[place]:
            left = (games - number + len(tables) - 1) // len(tables)
            drawn[place] += 1
            key = ("blocks", place, drawn[place])
            waiting[place] = _block(season, tables[place], min(players, left), secret, key)
        # By lot before: the first of several that are as good is taken.
        game = min(waiting[place], key=lambda each: sum(season.played[player] for player in each.players))
        waiting[place].remove(game)
        for player in game.players:
            season.played[player] += 1
        yield game


def _block(season: _Season, table: Table, games: int, secret: str, key: tuple[str, int, int]) -> list[Dealt]:
    """So many games at a table, as many as there are players or fewer."""
    cast, size = table.cast, season.players
    names = [role for role, number in zip(cast.roles, cast.numbers, strict=True) for _ in range(number)]
    is_whole = games == size
    wanted = shares(cast, games, season.extra, Dice(secret, *key, "shares"))
    rows = _incidence(wanted, cast, games, Dice(secret, *key, "games"))
    if not is_whole:
        for row in rows:
            for player in row:
                season.extra[player] += 1
    kinds = [0] * cast.seats if is_whole else [cast.roles.index(name) for name in names]
    _mixed(rows, kinds, season.met, season.tries, Dice(secret, *key, "mixing"))
    if is_whole:
        columns = parted(rows, size, cast.seats, Dice(secret, *key, "roles"))
        rows = [list(row) for row in zip(*columns, strict=True)]
    seats = list(zip(*parted(rows, size, cast.seats, Dice(secret, *key, "seats")), strict=True))
    firsts: Sequence[int | None] = [None] * games
    if table.draws_first:
        must = range(size) if is_whole else ()
        firsts = matched(rows, must, size, Dice(secret, *key, "first"))
    found = []
    for row, players, first in zip(rows, seats, firsts, strict=True):
        role_of = dict(zip(row, names, strict=True))
        roles = tuple(role_of[player] for player in players)
        found.append(Dealt(players, roles, None if first is None else players.index(first)))
    return Dice(secret, *key, "order").shuffled(found)


def _incidence(wanted: list[list[int]], cast: Cast, games: int, dice: Dice) -> list[list[int]]:
    """Who plays in each game, by the places of the cast, so that everybody has each role as often as is wanted."""
    places = [role for role, number in enumerate(cast.numbers) for _ in range(number)]
    size = len(wanted)
    total = [sum(row) for row in wanted]
    rows = []
    for left in range(games, 0, -1):
        can = [[player for player in range(size) if wanted[player][role]] for role in range(len(cast.numbers))]
        must = [player for player in range(size) if total[player] == left]
        row = matched([can[role] for role in places], must, size, dice)
        for player, role in zip(row, places, strict=True):
            wanted[player][role] -= 1
            total[player] -= 1
        rows.append(row)
    return rows


def _mixed(rows: list[list[int]], kinds: Sequence[int], met: list[list[int]], tries: int, dice: Dice) -> None:
    """Counts who meets, and exchanges players between games as long as pairs meet more evenly for it, or as evenly: in
    places of one kind, so that nobody plays more often, nor another kind more often. The sum of the squares of how often
    pairs have met never grows by it."""
    for row in rows:
        for one, other in combinations(row, 2):
            met[one][other] += 1
            met[other][one] += 1
    games, seats = len(rows), len(kinds)
    if games < 2 or seats >= len(met):
        return
    places = [(row, place) for row in rows for place in range(seats)]
    like = [[(row, place) for row in rows for place, kind in enumerate(kinds) if kind == own] for own in kinds]
    for _ in range(tries * games * seats):
        here, place = dice.pick(places)
        there, other = dice.pick(like[place])
        mine, yours = here[place], there[other]
        if mine in there or yours in here:
            continue
        of_me, of_you = met[mine], met[yours]
        # Who sits at both tables meets both before and after; in these sums that comes to nothing.
        worse = sum([of_you[each] - of_me[each] for each in here]) + sum([of_me[each] - of_you[each] for each in there])
        worse -= 2 * of_me[yours]
        if worse > 0:
            continue
        left = [each for each in here if each != mine and each not in there]
        joined = [each for each in there if each != yours and each not in here]
        if worse + len(left) + len(joined) > 0:
            continue
        here[place], there[other] = yours, mine
        for each in left:
            of_me[each] -= 1
            met[each][mine] -= 1
            of_you[each] += 1
            met[each][yours] += 1
        for each in joined:
            of_you[each] -= 1
            met[each][yours] -= 1
            of_me[each] += 1
            met[each][mine] += 1
