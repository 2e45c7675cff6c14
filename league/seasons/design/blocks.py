"""Games in blocks: who plays which, in which seat and as what. Law: pure; secret, roster and tables decide all.

The fixtures take the tables in turn, and each table has blocks of its own: as many games as there are players. In a
whole block of n games for n players everybody plays as often as the table has seats: once in each seat, once as each
who sits there, so in each role and team as often as there are seats of it, and once as the first speaker where the
rules draw one among all. What is left at the end of a season is a block of fewer games, in which these counts and
those of all games differ by at most one. That is so for every cast, number of players and number of games:

- how often everybody has each role is rounded from its mean (`shares`, which says why that can be);
- the graph of players and places, an edge for each time that somebody has a place, has m edges at a place and no more
  at a player, so it parts into m matchings that cover all places: the games (König; `matching`);
- the graph of games and players has s edges at a game and no more at a player, so it parts into s matchings: the seats;
- and any one of s such matchings has each player at most once: the first speakers. In a whole block everybody has s
  edges, so each of them has everybody.

In a whole block the roles are drawn by another lot than the games, and the seats by another than the roles, so no seat
says anything of a role; that a seat has a rare role all through a block is barred. Which players meet is chosen so that
pairs meet as often as one another (`_mixed`), and the games of a block come in the order in which those who have played
least play next.

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
MOST_SEATINGS: Final = 50  # that are drawn until no seat has one role all through a block


class Table(NamedTuple):
    """What is to be at a table, and whether its rules draw a first speaker among all who sit there. Nobody has two
    places of one cast in a game; of two casts, one of which is there in another game, everybody may have one in both.
    """

    casts: tuple[Cast, ...]
    draws_first: bool

    @property
    def seats(self) -> int:
        """How many sit there."""
        return sum(cast.seats for cast in self.casts)

    @property
    def fewest(self) -> int:
        """How many players it needs at least."""
        return max(cast.seats for cast in self.casts)


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
    fewest, most = max(table.fewest for table in tables), max(table.seats for table in tables)
    if players < fewest:
        raise ValueError(f"{fewest} seats need at least as many players, not {players}")
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
    size = season.players
    is_whole = games == size
    rows: list[list[int]] = [[] for _ in range(games)]
    kinds: list[int] = []  # of the places in a row: players are exchanged between places of one kind
    names: list[str] = []
    for number, cast in enumerate(table.casts):
        wanted = shares(cast, games, season.extra, Dice(secret, *key, "shares", number))
        found = _incidence(wanted, cast, games, Dice(secret, *key, "games", number))
        for row, more in zip(rows, found, strict=True):
            row += more
            for player in () if is_whole else more:
                season.extra[player] += 1
        kinds += [len(names) if is_whole else len(names) + cast.first_of(place) for place in range(cast.seats)]
        names += cast.names
    _mixed(rows, kinds, season.met, season.tries, Dice(secret, *key, "mixing"))
    if is_whole:
        _dealt_anew(rows, table, size, secret, key)
    placed = _seated(rows, names, size, secret, key)
    firsts: Sequence[int | None] = [None] * games
    if table.draws_first:
        firsts = matched(rows, range(size) if is_whole else (), size, Dice(secret, *key, "first"))
    return Dice(secret, *key, "order").shuffled(
        _dealt(row, names, players, first) for row, players, first in zip(rows, placed, firsts, strict=True)
    )


def _seated(
    rows: Sequence[Sequence[int]], names: Sequence[str], size: int, secret: str, key: tuple[str, int, int]
) -> list[tuple[int, ...]]:
    """By game, the players by seat. With few players it happens that a seat has the same role all through a block, and
    nobody is to count on that: then it is drawn again. A role that most of the table has is let be."""
    rare = [name for name in dict.fromkeys(names) if 2 * names.count(name) <= len(names)]
    for again in range(MOST_SEATINGS):
        placed = list(zip(*parted(rows, size, len(names), Dice(secret, *key, "seats", again)), strict=True))
        if len(rows) < size:
            break
        dealt = [_dealt(row, names, players, None).roles for row, players in zip(rows, placed, strict=True)]
        if not any(roles[0] in rare and len(set(roles)) == 1 for roles in zip(*dealt, strict=True)):
            break
    return placed


def _dealt_anew(rows: list[list[int]], table: Table, size: int, secret: str, key: tuple[str, int, int]) -> None:
    """Draws who is what in each game of a whole block, whatever it was while they were mixed: once each place."""
    start = 0
    for number, cast in enumerate(table.casts):
        end = start + cast.seats
        columns = parted([row[start:end] for row in rows], size, cast.seats, Dice(secret, *key, "roles", number))
        for row, dealt in zip(rows, zip(*columns, strict=True), strict=True):
            row[start:end] = dealt
        start = end


def _dealt(row: Sequence[int], names: Sequence[str], players: Sequence[int], first: int | None) -> Dealt:
    """A game by the players in the places of its casts, and by seat; who has two places has the seat of the first of
    them first."""
    roles: dict[int, list[str]] = {}
    for player, name in zip(row, names, strict=True):
        roles.setdefault(player, []).append(name)
    dealt = tuple(roles[player].pop(0) for player in players)
    return Dealt(tuple(players), dealt, None if first is None else players.index(first))


def _incidence(wanted: list[list[int]], cast: Cast, games: int, dice: Dice) -> list[list[int]]:
    """Who plays in each game, by the places of the cast, so that everybody has each role as often as is wanted."""
    places = [cast.roles.index(name) for name in cast.names]
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
    places of one kind, so that nobody plays more often, nor another kind more often. The sum of the squares of how
    often pairs have met never grows by it."""
    for row in rows:
        for one, other in combinations(row, 2):
            met[one][other] += 1
            met[other][one] += 1
    games, seats = len(rows), len(kinds)
    if games < 2:
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
