"""The exact odds of Town Mafia between uniform players: a Markov chain over who lives. Imports nothing of the engine.

Uniform players do not listen, so the sheriff and all talk are without effect. Here the mafia kill one of the town,
never nobody; a town of uniform players is as likely to lynch any of the living, so of a day only the share of lynches
counts. A vote names another living player, each as likely, or nobody where that is allowed.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from math import comb, factorial, prod


@dataclass(frozen=True)
class Rules:
    """What the odds depend on. `skip`: a vote may name nobody (however long nobody has died)."""

    lynch: str = "plurality"
    skip: bool = False
    doctor_self: bool = True
    max_rounds: int = 30


@dataclass(frozen=True)
class Odds:
    """The chances of each end; they sum to 1."""

    mafia: float
    town: float
    draw: float


def odds(seats: int, rules: Rules, *, armed: int = 0) -> Odds:
    """The odds of a game with so many seats and so many vigilantes with one shot."""
    mafia, doctors = max(1, seats // 4), 1 if seats < 15 else 2
    return _from_night(mafia, doctors, armed, seats - mafia - doctors - armed, rules.max_rounds, rules)


def _end(mafia: int, town: int) -> Odds | None:
    if mafia == 0:
        return Odds(0, 1, 0)
    return Odds(1, 0, 0) if mafia >= town else None


@cache
def _from_night(mafia: int, doctors: int, armed: int, plain: int, rounds: int, rules: Rules) -> Odds:
    """The odds at the start of a night; `plain` are all of the town without powers, `rounds` those still to come."""
    if end := _end(mafia, doctors + armed + plain):
        return end
    if rounds == 0:
        return Odds(0, 0, 1)
    nights = _nights(mafia, doctors, armed, plain, rules)
    return _mean([(share, _from_day(*after, rounds, rules)) for share, after in nights])


@cache
def _nights(
    mafia: int, doctors: int, armed: int, plain: int, rules: Rules
) -> list[tuple[float, tuple[int, int, int, int]]]:
    """Who may live and be armed after a night, with the chance of it: every choice of everybody, gone through."""
    living = "m" * mafia + "d" * doctors + "a" * armed + "p" * plain
    seats = range(len(living))
    of = {kind: [seat for seat in seats if living[seat] == kind] for kind in "mdap"}
    wards = [[ward for ward in seats if rules.doctor_self or ward != doctor] for doctor in of["d"]]
    shots = [[None, *(other for other in seats if other != shooter)] for shooter in of["a"]]
    victims = of["d"] + of["a"] + of["p"]
    share = 1 / (len(victims) * prod(map(len, wards)) * prod(map(len, shots)))
    tally: dict[tuple[int, int, int, int], int] = {}
    for victim, *deeds in product(victims, *wards, *shots):
        guarded, shot = set(deeds[:doctors]), deeds[doctors:]
        dead = {seat for seat in (victim, *shot) if seat is not None} - guarded
        spent = {shooter for shooter, target in zip(of["a"], shot, strict=True) if target is not None}
        lost = {kind: sum(seat in dead for seat in of[kind]) for kind in "mdap"}
        unarmed = sum(seat not in dead for seat in spent)
        after = (mafia - lost["m"], doctors - lost["d"], armed - lost["a"] - unarmed, plain - lost["p"] + unarmed)
        tally[after] = tally.get(after, 0) + 1
    return [(share * ways, after) for after, ways in tally.items()]


def _from_day(mafia: int, doctors: int, armed: int, plain: int, rounds: int, rules: Rules) -> Odds:
    """The odds at the start of the day after a night."""
    living = mafia + doctors + armed + plain
    if end := _end(mafia, living - mafia):
        return end
    lynched = lynch_share(living, rules.lynch, skip=rules.skip) / living

    def then(*left: int) -> Odds:
        return _from_night(*left, rounds - 1, rules)

    ways = [
        (1 - lynched * living, then(mafia, doctors, armed, plain)),
        (lynched * mafia, then(mafia - 1, doctors, armed, plain)),
    ]
    if doctors:
        ways.append((lynched * doctors, then(mafia, doctors - 1, armed, plain)))
    if armed:
        ways.append((lynched * armed, then(mafia, doctors, armed - 1, plain)))
    if plain:
        ways.append((lynched * plain, then(mafia, doctors, armed, plain - 1)))
    return _mean(ways)


def _mean(ways: list[tuple[float, Odds]]) -> Odds:
    return Odds(*(sum(share * getattr(then, end) for share, then in ways) for end in ("mafia", "town", "draw")))


# --- votes -----------------------------------------------------------------------------------------------------------


@cache
def lynch_share(living: int, lynch: str, *, skip: bool) -> float:
    """The chance that a vote of so many uniform players, each for another or perhaps for nobody, lynches somebody.

    Votes are the terms of the product over voters i of (z + S - x_i), where x_j is a vote for j, S is the sum of all
    x_j, and z a vote for nobody. So how often the counts come out as c, with a votes for somebody, is
    sum over k of (-1)^k C(n-k, a-k) (a-k)! e_k(c) / prod(c_j!), with e_k the elementary symmetric polynomial.
    """
    lynched = total = 0
    for named in range(living + 1) if skip else (living,):
        for counts in _partitions(named, living):
            full = counts + (0,) * (living - len(counts))
            arrangements = factorial(living) // prod(factorial(full.count(count)) for count in set(full))
            symmetric = _elementary(full)
            ways = sum(
                (-1) ** k * comb(living - k, named - k) * factorial(named - k) * symmetric[k] for k in range(named + 1)
            )
            ways = ways // prod(map(factorial, full)) * arrangements
            total += ways
            most = full[0]
            if lynch == "plurality":
                lynched += ways * (most > living - named and full.count(most) == 1)
            else:
                lynched += ways * (2 * most > living)
    assert total == (living if skip else living - 1) ** living, "the votes were not all counted"
    return lynched / total


def _partitions(total: int, parts: int, largest: int | None = None) -> Iterator[tuple[int, ...]]:
    """The ways to write a total as at most so many parts, largest first."""
    if total == 0:
        yield ()
    elif parts:
        for first in range(min(total, largest or total), 0, -1):
            for rest in _partitions(total - first, parts - 1, first):
                yield (first, *rest)


def _elementary(values: tuple[int, ...]) -> list[int]:
    """The elementary symmetric polynomials e_0 … e_n of the values."""
    found = [1] + [0] * len(values)
    for value in values:
        for k in range(len(values), 0, -1):
            found[k] += value * found[k - 1]
    return found
