"""What was otherwise the second time: differences between two seasons that played the same deals. Law: pure and in
whole numbers, so that no order and no last bit changes what is told; only the interval's root is a float, of numbers
that are exact, and it is rounded before anybody sees it.

A pair is one seat of one deal, played twice. What somebody else does at a table changes the whole table, so seats of
one game say little more than one does: games are drawn, not seats (a cluster each).
"""

from collections import defaultdict
from collections.abc import Iterable
from math import sqrt
from typing import Final, NamedTuple

from league.results.scoring import Z95

FEWEST: Final = 5  # games in pairs, of which an interval is told; of fewer it says nothing
PLACES: Final = 8
# Student's t that leaves 2.5 % above it, by degrees of freedom from 1 (Student, The probable error of a mean,
# Biometrika 6, 1908; the values of any table).
T975: Final = (
    *(12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281),
    *(2.2010, 2.1788, 2.1604, 2.1448, 2.1314, 2.1199, 2.1098, 2.1009, 2.0930, 2.0860),
    *(2.0796, 2.0739, 2.0687, 2.0639, 2.0595, 2.0555, 2.0518, 2.0484, 2.0452, 2.0423),
)


class Pair(NamedTuple):
    """A seat of a game, played twice: which game, and a measure of both times in whole units."""

    game: int
    first: int
    twin: int


class Difference(NamedTuple):
    """The means of both times, by how much the second is more, and where that lies with 95 %, in the unit of the
    measure; None for both ends where there are too few games, or all differ alike. How many games and seats it is
    of."""

    first: float
    twin: float
    difference: float
    low: float | None
    high: float | None
    games: int
    seats: int

    @property
    def is_alike(self) -> bool:
        """Whether there is no interval though there are games enough, for all of them differ alike."""
        return self.games >= FEWEST and self.low is None

    @property
    def is_sure(self) -> bool:
        """Whether the interval leaves out nothing at all having changed."""
        return self.low is not None and self.high is not None and not self.low <= 0 <= self.high


def difference(pairs: Iterable[Pair], *, unit: int) -> Difference | None:
    """By how much the second time is more than the first, in the mean over seats; `unit` is how many of the pairs'
    whole units are one of the measure's. None of nothing.

    With D(g) the sum of a game's differences, n(g) its seats, G games and N seats: d = sum D(g) / N, a ratio of sums,
    and its variance G / (G - 1) * sum (D(g) - d n(g)) ** 2 / N ** 2 (W. G. Cochran, Sampling Techniques, 3rd ed. 1977,
    6.3 and 9A.1; the "CR1" of later literature), the interval d ± t(G - 1) * its root. It is of the twin less the
    first, so what both times have in common, above all the deal, is in none of it.

    Where all games differ alike (each D(g) is d n(g)) that variance is 0: they say nothing of how far games lie apart,
    and an interval without any width would call five equal games a proof. Then none is told.
    """
    sums: defaultdict[int, list[int]] = defaultdict(lambda: [0, 0])
    first = twin = 0
    for pair in pairs:
        of_game = sums[pair.game]
        of_game[0] += pair.twin - pair.first
        of_game[1] += 1
        first, twin = first + pair.first, twin + pair.twin
    games, seats = len(sums), sum(number for _, number in sums.values())
    if not seats:
        return None
    mean_first, mean_twin, more = (round(each / (seats * unit), PLACES) for each in (first, twin, twin - first))
    if games < FEWEST:
        return Difference(mean_first, mean_twin, more, None, None, games, seats)
    spread = sum(((each * seats) - (twin - first) * number) ** 2 for each, number in sums.values())
    if not spread:
        return Difference(mean_first, mean_twin, more, None, None, games, seats)
    reach = students_t(games - 1) * sqrt((games * spread) / ((games - 1) * seats**4 * unit**2))
    middle = (twin - first) / (seats * unit)
    low, high = round(middle - reach, PLACES), round(middle + reach, PLACES)
    return Difference(mean_first, mean_twin, more, low, high, games, seats)


def students_t(freedom: int) -> float:
    """Student's t for a 95 % interval; beyond the table by its expansion in 1 / freedom (Abramowitz & Stegun, 26.7.5),
    which is right to the third place from there on."""
    if freedom <= len(T975):
        return T975[freedom - 1]
    z = Z95
    return z + (z * z * z + z) / (4 * freedom) + (5 * z * z * z * z * z + 16 * z * z * z + 3 * z) / (96 * freedom**2)
