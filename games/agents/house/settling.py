"""Numbers that decide something, without their last bits.

Law: what is compared, ranked, counted or put into words is settled first: a whole number of billionths, as the float
that is nearest to it. The last bits of a float depend on the order of its terms, on how a Python adds them up (`sum`
does it otherwise from 3.12 on) and on the machine's own exp; with them a tie would go to another seat on another
Python, and a story would be told in other words. Weights and thresholds have few decimals, so what is equal by the
rules is equal here. What comes out of exp has fewer still, so that its product with two or three weights has all its
decimals among the billionths, and none falls in the middle between two.

Whole numbers throughout were rejected: the weights are log-odds that multiply and go through exp. `round(x, 9)` too: it
goes by way of a decimal text and takes twice as long.
"""

from collections.abc import Iterable
from math import exp, fsum, log
from typing import Final

# A number in question is far below a million, so many times as much is a whole number that a float can hold.
SETTLED: Final = 1e9
SHARES: Final = 1e6  # how likely somebody is to be hidden, among others
BELIEFS: Final = 1e4  # how far somebody is believed; other weights are multiplied by it


def settled(value: float) -> float:
    """The number in billionths."""
    return round(value * SETTLED) / SETTLED


def total(values: Iterable[float]) -> float:
    """The sum, whatever the order of its terms, in billionths."""
    return round(fsum(values) * SETTLED) / SETTLED


def percent(share: float) -> int:
    """A share as words have it, in whole per cent."""
    return round(settled(100 * share))


def likelihood(weight: float) -> float:
    """How likely something is by its log-odds, from 0 to 1."""
    return round(BELIEFS / (1.0 + exp(-weight))) / BELIEFS


def weight_of(one: float, other: float) -> float:
    """How much likelier one is than another, in log-odds; 0 where one of the two never is."""
    return round(log(one / other) * BELIEFS) / BELIEFS if one > 0 and other > 0 else 0.0


def without(share: float, weight: float) -> float:
    """A share as it was before a ground of this weight, in log-odds, came to it."""
    return round(share * exp(-weight) * SHARES) / SHARES


def shared_out(weights: dict[int, float], hidden: float, most: float) -> dict[int, float]:
    """How likely each is to be one of the hidden, by log-odds, so that together they are `hidden`, each `most`
    at the most."""
    if not weights:
        return {}
    top = max(weights.values())
    odds = {seat: exp(weight - top) for seat, weight in weights.items()}
    part = hidden / fsum(odds.values())
    return {seat: round(min(most, part * each) * SHARES) / SHARES for seat, each in odds.items()}
