"""Who plays which fixture, and from what chance. Law: pure; a season's secret, roster and number of seats decide all.

Whoever has played least plays next, equals are drawn by lot: after every fixture no two players' games differ by more
than one. Who sits where is drawn from the game's own seed, which is made known at its end, so anybody can check it;
roles are dealt by the ruleset from the same seed.

A fixture whose game was set aside is played by the same players, or the rotation would no longer be fair. Everything
else is drawn anew from a seed of its own: that the first game's roles have been seen must be worth nothing.
"""

import hmac
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import count

from games.engine.dice import Dice


def seed_of(*, secret: str, number: int, attempt: int = 1) -> str:
    """The seed of a fixture's game, 128 bits in hexadecimal: HMAC(secret, number), and of later attempts
    HMAC(secret, "number/attempt")."""
    told = str(number) if attempt == 1 else f"{number}/{attempt}"
    return hmac.new(secret.encode(), told.encode(), sha256).hexdigest()[:32]


def rotation(*, secret: str, roster: Sequence[int], seats: int) -> Iterator[list[int]]:
    """Who plays fixture 1, 2, …, without end; each in the roster's order. Raises ValueError for a roster too small."""
    if len(roster) < seats:
        raise ValueError(f"{seats} seats need at least as many players, not {len(roster)}")
    played = dict.fromkeys(roster, 0)
    for number in count(1):
        lots = Dice(secret, "rotation", number).shuffled(roster)
        chosen = set(sorted(lots, key=played.__getitem__)[:seats])
        for player in chosen:
            played[player] += 1
        yield [player for player in roster if player in chosen]


def seated(*, players: Sequence[int], seed: str) -> list[int]:
    """The players by seat, each order as likely; the same whatever order they are given in."""
    return Dice(seed, "seating").shuffled(sorted(players))
