"""How often each player has which role in a block: whole numbers as near to the mean as can be.

For m games of n players the mean of what c of the s seats are is mc/n: each player has that, rounded down or up, of
each role, of each team and of all games together. That can always be met. Who has one more game than others may be
chosen at will; by that, who has one more of which team; and by that, who has one more of which role. Each time the
columns (how many have one more of it) are given and the rows (how many of them somebody has) differ by at most one, and
a matrix of noughts and ones with such rows exists for all columns (Gale and Ryser, 1957): rows that are as even as
possible are majorised by all others. It is filled column by column, where most is still wanted (Havel and Hakimi).
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, Self

from games.engine.dice import Dice


class Cast(NamedTuple):
    """What there is to be at a table: how many have each role, and each role's team."""

    roles: tuple[str, ...]
    teams: tuple[str, ...]
    numbers: tuple[int, ...]

    @property
    def seats(self) -> int:
        """How many sit there."""
        return sum(self.numbers)

    @property
    def names(self) -> tuple[str, ...]:
        """The role of each place in the cast."""
        return tuple(role for role, number in zip(self.roles, self.numbers, strict=True) for _ in range(number))

    def first_of(self, place: int) -> int:
        """The first place that has the role of this one."""
        return self.names.index(self.names[place])

    @classmethod
    def of(cls, dealt: Iterable[tuple[str, str]]) -> Self:
        """The cast of these roles and their teams, one for each place."""
        numbers = Counter(dealt)
        roles, teams = zip(*numbers, strict=True)
        return cls(roles, teams, tuple(numbers.values()))


def shares(cast: Cast, games: int, played: Sequence[int], dice: Dice) -> list[list[int]]:
    """By player, how often each role of the cast comes to it in so many games. Who has played less by now is first to
    have one game more than others."""
    size = len(played)
    lots = dice.shuffled(range(size))
    more = sorted(lots, key=lambda player: played[player])[: games * cast.seats % size]
    totals = [games * cast.seats // size] * size
    for player in more:
        totals[player] += 1
    teams = {team: 0 for team in cast.teams}
    for team, number in zip(cast.teams, cast.numbers, strict=True):
        teams[team] += number
    by_team = dict(zip(teams, _rounded(list(teams.values()), games, totals, dice), strict=True))
    found: Mapping[str, list[int]] = {}
    for team in teams:
        roles = [place for place, its in enumerate(cast.teams) if its == team]
        of_team = _rounded([cast.numbers[place] for place in roles], games, by_team[team], dice)
        found = {**found, **{cast.roles[place]: column for place, column in zip(roles, of_team, strict=True)}}
    return [[found[role][player] for role in cast.roles] for player in range(size)]


def _rounded(numbers: Sequence[int], games: int, totals: Sequence[int], dice: Dice) -> list[list[int]]:
    """Columns of whole numbers, each its mean rounded down or up, of which each row comes to its total."""
    size = len(totals)
    least = [games * number // size for number in numbers]
    wanted = [total - sum(least) for total in totals]
    columns = []
    for number, floor in zip(numbers, least, strict=True):
        column = [floor] * size
        lots = dice.shuffled(range(size))
        for player in sorted(lots, key=lambda player: -wanted[player])[: games * number % size]:
            column[player] += 1
            wanted[player] -= 1
        columns.append(column)
    return columns
