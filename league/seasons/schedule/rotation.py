"""Who plays which fixture, and from what chance. Law: pure; a season's secret, roster and tables decide all.

The fixtures take the tables in turn: fixture n is at table (n - 1) mod k. Whoever has played its ruleset least plays
next, among those whoever has played least of all, equals by lot. So after every fixture
- no two players' games of one ruleset differ by more than one, however many seats its tables have;
- no two players' games of all differ by more than the number of rulesets, which follows from that. In 6,000 random
  seasons of 120 fixtures it was at most one with two rulesets, two with three or four, three with five.
With one ruleset both are the same, and the draw is the one that seasons had before they could have several.

Who sits where is drawn from the game's own seed, which is made known at its end, so anybody can check it;
roles are dealt by the ruleset from the same seed.

A fixture whose game was set aside is played by the same players, or the rotation would no longer be fair. Everything
else is drawn anew from a seed of its own: that the first game's roles have been seen must be worth nothing.
"""

import hmac
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import cycle
from typing import NamedTuple

from games.engine.dice import Dice


def seed_of(*, secret: str, number: int, attempt: int = 1) -> str:
    """The seed of a fixture's game, 128 bits in hexadecimal: HMAC(secret, number), and of later attempts
    HMAC(secret, "number/attempt")."""
    told = str(number) if attempt == 1 else f"{number}/{attempt}"
    return hmac.new(secret.encode(), told.encode(), sha256).hexdigest()[:32]


class Table(NamedTuple):
    """What is played there, and by how many."""

    ruleset: str
    seats: int


def rotation(*, secret: str, roster: Sequence[int], tables: Sequence[Table]) -> Iterator[list[int]]:
    """Who plays fixture 1, 2, …, without end; each in the roster's order. Raises ValueError for a roster too small."""
    most = max(table.seats for table in tables)
    if len(roster) < most:
        raise ValueError(f"{most} seats need at least as many players, not {len(roster)}")
    played = dict.fromkeys(roster, 0)
    played_by = {table.ruleset: dict.fromkeys(roster, 0) for table in tables}
    for number, (ruleset, seats) in enumerate(cycle(tables), start=1):
        of_these = played_by[ruleset]
        lots = Dice(secret, "rotation", number).shuffled(roster)
        chosen = set(sorted(lots, key=lambda player: (of_these[player], played[player]))[:seats])
        for player in chosen:
            of_these[player] += 1
            played[player] += 1
        yield [player for player in roster if player in chosen]


def seated(*, players: Sequence[int], seed: str) -> list[int]:
    """The players by seat, each order as likely; the same whatever order they are given in."""
    return Dice(seed, "seating").shuffled(sorted(players))
