"""Results as numbers. Law: pure, and no order of results changes a sum.

A draw is counted beside: it is a game, but neither a win nor a loss, so it is in no win rate.
"""

from collections import defaultdict
from collections.abc import Iterable
from functools import lru_cache
from math import sqrt
from typing import Final, NamedTuple

DRAW: Final = "draw"
Z95: Final = 1.959963984540054  # the normal quantile that leaves 2.5 % on each side


class Interval(NamedTuple):
    """Where a share lies, from 0 to 1."""

    low: float
    high: float


class Row(NamedTuple):
    """What a standing is kept for: one player in one role of one ruleset."""

    ruleset: str
    player: int
    role: str
    team: str


class Result(NamedTuple):
    """How one seat of a finished game came out; `winner` is a team or "draw". `answers`: how often it was asked, and
    `defaults`: how often the default stood in."""

    row: Row
    winner: str
    survived: bool
    answers: int = 0
    defaults: int = 0


class Tally(NamedTuple):
    """A sum of results: wins and draws are among the games, survived counts games too; defaults are among the
    answers."""

    games: int = 0
    wins: int = 0
    draws: int = 0
    survived: int = 0
    answers: int = 0
    defaults: int = 0

    def plus(self, other: "Tally") -> "Tally":
        """Both sums together."""
        return Tally(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))


def counted(result: Result) -> Tally:
    """One result as a sum of one."""
    return Tally(
        games=1,
        wins=int(result.winner == result.row.team),
        draws=int(result.winner == DRAW),
        survived=int(result.survived),
        answers=result.answers,
        defaults=result.defaults,
    )


def fold(results: Iterable[Result]) -> dict[Row, Tally]:
    """The sums of all results by row."""
    sums: defaultdict[Row, Tally] = defaultdict(Tally)
    for result in results:
        sums[result.row] = sums[result.row].plus(counted(result))
    return dict(sums)


def decided(*, games: int, draws: int) -> int:
    """The games that somebody won: what win rates are shares of."""
    return games - draws


def share(*, part: int, whole: int) -> float | None:
    """A part as a share of the whole, 0 to 1; None of nothing."""
    return part / whole if whole else None


def win_rate(*, wins: int, decided: int) -> float | None:
    """Wins as a share of decided games, 0 to 1; None before the first."""
    return wins / decided if decided else None


@lru_cache(
    maxsize=1 << 14
)  # a table asks for each of its rows, and those of most players are the same from page to page
def wilson(*, wins: int, decided: int, z: float = Z95) -> Interval:
    """Wilson's score interval for the win rate, 95 % unless `z` says otherwise; without a game it is all of 0 to 1.

    E. B. Wilson, Probable inference, the law of succession, and statistical inference, JASA 22 (1927). Chosen before
    the normal approximation because it never leaves 0 to 1 and does not collapse when all games are won.
    Raises ValueError for more wins than games.
    """
    if not 0 <= wins <= decided:
        raise ValueError(f"wins must be from 0 to the {decided} decided games, not {wins!r}")
    return wilson_of(share=wins / decided, number=decided, z=z) if decided else Interval(0.0, 1.0)


@lru_cache(maxsize=1 << 14)
def wilson_of(*, share: float, number: float, z: float = Z95) -> Interval:
    """The same for a share of so many observations, which need not be a whole number."""
    spread = z * z / number
    middle = (share + spread / 2) / (1 + spread)
    reach = z * sqrt(share * (1 - share) / number + spread / (4 * number)) / (1 + spread)
    # The ends are exact where the formula says 0 or 1 and floating point does not.
    return Interval(middle - reach if share > 0 else 0.0, middle + reach if share < 1 else 1.0)


def merit(*, wins: int, decided: int) -> tuple[float, int]:
    """By what tables are sorted, upwards: what is sure of the win rate, then wins; last who has decided nothing."""
    return (-(wilson(wins=wins, decided=decided).low if decided else -1), -wins)
