"""Wins above expectation: what a seat came to beyond what its side comes to anyway. Law: pure, and in whole numbers up
to the last step, so that no order of games and no last bit changes a place on a board; a draw counts for nobody.

Whoever is dealt the stronger side more often wins more often. So each seat is held against its side: in a cell, which
is one rule book with the same options and the same size of table, over the counted games of a board's scope (a season,
or all rated seasons), of which N were decided and W(w) of them won by team w. A seat's expectation is how often its
side won in the cell's *other* games, its own left out, with PRIOR imagined games besides of which each side won half:

    e = (W - y + PRIOR / 2) / (N - 1 + PRIOR)      y = 1 where the seat won, else 0

The imagined games are the prior of A. Agresti and B. A. Coull, Approximate is better than "exact" for interval
estimation of binomial proportions, The American Statistician 52 (1998): with none played a side is expected to win
half, and after a few dozen the prior says nothing. Leaving its own game out (the jackknife of M. H. Quenouille, Notes
on bias in estimation, Biometrika 43, 1956) keeps a result from being its own expectation. That of a whole player is not
left out: who sits on one side of most of a cell's games is held against itself the more, and its value is drawn to 0.

There are two teams, and one of them wins. So y - e is r(w) for each seat of the team w that won, and -r(w) for each
seat of the other:

    r(w) = (N - W(w) + PRIOR / 2) / (N - 1 + PRIOR)

With p seats of somebody that won a game and q that lost it, the game adds (p - q) r(w) to the sum. So the sums of p - q
by cell and winner are all that has to be kept, and the value is their sum with r, over all seats: a mean per seat.

The interval, 95 %, is Wilson's (league.results.scoring) for the share of seats won, less the mean expectation. Of n
seats it is that of n² / S observations, with S the sum of (p - q)² over games: seats of one game hang together, those
of a side win or lose as one and those of two sides cancel, and a game is drawn, not a seat (a cluster each; L. Kish,
Survey Sampling, 1965). For who sits once at a table S is n. Shares that differ from seat to seat vary less than their
mean would (W. Hoeffding, On the distribution of the number of successes in independent trials, Annals of Mathematical
Statistics 27, 1956), and an expectation of which the games themselves are a part varies with them: both make the
interval rather too wide than too narrow. It is None where S is 0: who sat on both sides alike has shown nothing.

A board is in the order of the value drawn to 0 as by LUCK imagined games that came out as expected: of n observations
it is value * n / (n + LUCK), the posterior mean where what players come to beyond their sides differs by a standard
deviation of a tenth of a win, and the result of one game by a half: (1/2)² / (1/10)² = 25 (B. Efron and C. Morris,
Stein's paradox in statistics, Scientific American 236, 1977). So one lucky game does not lead, and nobody below
expectation stands before anybody above it. The lower end of the interval, by which boards went before, does the second
wrong: at the ends of its range an interval is short, and who had lost all of four games stood before who had won two.
"""

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Final, NamedTuple

from league.results.scoring import Interval, wilson_of

PRIOR: Final = 4  # imagined games of a cell, half of them won by each side
PARTS: Final = 10**10  # of a win, in which r is told: whole numbers add up to the same in any order
PLACES: Final = 9
LUCK: Final = 25  # imagined games that came out as expected, by which a value is drawn to 0


def book_of(options: Mapping[str, Any]) -> str:
    """The digest by which games of one rule book with the same options are found again."""
    return sha256(json.dumps(options, sort_keys=True, separators=(",", ":")).encode()).hexdigest()[:16]


def ratio(*, decided: int, won: int) -> int:
    """r(w) in PARTS, rounded down: what a seat comes to beyond its expectation where its team won, in a cell of so many
    decided games of which the team won so many. Raises ValueError where it won none, or more."""
    if not 1 <= won <= decided:
        raise ValueError(f"won must be from 1 to the {decided} decided games, not {won!r}")
    return PARTS * (2 * (decided - won) + PRIOR) // (2 * (decided - 1 + PRIOR))


class Above(NamedTuple):
    """Wins above expectation, a mean per seat from -1 to 1, with its 95 % interval (None where nothing was shown); the
    same drawn to 0 by LUCK, which boards go by; and the mean expectation of a seat, from 0 to 1. How many seats it is
    of, in decided games, and how many of them won."""

    value: float
    interval: Interval | None
    drawn: float
    expected: float
    seats: int
    wins: int

    @property
    def uncertainty(self) -> float | None:
        """Half the width of its interval; None where nothing was shown."""
        return None if self.interval is None else round((self.interval.high - self.interval.low) / 2, PLACES)


def above(*, seats: int, more: int, apart: int, surplus: int) -> Above | None:
    """What the sums come to: of seats, of p - q, of its square, and of r (p - q) in PARTS. None of no seat."""
    if not seats:
        return None
    share = (seats + more) / (2 * seats)
    value = surplus / (PARTS * seats)
    expected = share - value
    interval, drawn = None, 0.0
    if apart:
        number = seats * seats / apart
        drawn = value * number / (number + LUCK)
        low, high = wilson_of(share=share, number=number)
        interval = Interval(round(low - expected, PLACES), round(high - expected, PLACES))
    wins = (seats + more) // 2
    return Above(round(value, PLACES), interval, round(drawn, PLACES), round(expected, PLACES), seats, wins)


def order_of(found: Above | None) -> tuple[float, float]:
    """By what boards are sorted, upwards: the value drawn to 0, then the value; last who has shown nothing."""
    if found is None or found.interval is None:
        return (2.0, 0.0)
    return (-found.drawn, -found.value)
