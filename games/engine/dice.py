"""Chance from one seed. Law: chance is keyed, never one stream for everything.

Each purpose draws from its own stream, named for whoever may know what it decides; so nothing that happens in secret
can be read off a later public draw, and a stream that is not rolled again (a default read back from the journal) moves
no other.

A stream is BLAKE2b in counter mode over (seed, key). `random.Random` was rejected: seeding it costs 6 µs, and each
question needs a stream of its own; a hash costs 1 µs and gives the same numbers on every Python.
"""

from collections.abc import Iterable, Sequence
from hashlib import blake2b
from struct import Struct
from typing import TypeVar

T = TypeVar("T")
_numbers = Struct("<8Q").unpack  # a hash is eight rolls, of 64 bits each
_new = object.__new__


class Dice:
    """One stream of chance: the same seed and key always roll the same numbers."""

    __slots__ = ("_seed", "_key", "_block", "_rolls", "_written")

    def __init__(self, seed: str, *key: str | int) -> None:
        self._seed = seed
        self._key = key
        self._block = 0
        self._rolls: list[int] | tuple[()] = ()  # of the block that are left, the next one last
        self._written = b""  # seed and key as they are hashed, once they are

    @classmethod
    def keyed(cls, seed: str, key: tuple[str | int, ...]) -> "Dice":
        """The same for a key that is at hand as a tuple, without making another: each answer has dice of its own."""
        dice = _new(cls)
        dice._seed, dice._key, dice._block, dice._rolls, dice._written = seed, key, 0, (), b""  # noqa: SLF001  its own
        return dice

    def beside(self, *key: str | int) -> "Dice":
        """A stream of its own beside this one, of the same seed: what is rolled there moves nothing here."""
        return Dice(self._seed, *self._key, *key)

    def _roll(self) -> int:
        """The next 64 bits."""
        rolls = self._rolls
        if not rolls:
            # ascii() writes no two keys alike, takes any seed, and depends on no Python's table of characters. What is
            # hashed is how it writes (block, seed, *key): half of the cost, so all but the block is kept.
            if not self._written:
                self._written = ascii((0, self._seed) + self._key)[len("(0") :].encode()  # noqa: RUF005  slower
            block = blake2b(b"(%d%b" % (self._block, self._written)).digest()
            self._block += 1
            rolls = self._rolls = [*_numbers(block)]
        return rolls.pop()

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1, each as likely (to within n / 2⁶⁴); n at least 1."""
        if n < 1:
            raise ValueError(f"dice need at least one side, not {n!r}")
        return (self._roll() * n) >> 64

    def pick(self, options: Sequence[T]) -> T:
        """One of the options, each as likely; at least one must be there."""
        if not options:
            raise ValueError("dice need at least one side, not 0")
        return options[(self._roll() * len(options)) >> 64]

    def chance(self, share: float) -> bool:
        """True in the given share of rolls (0 never, 1 always)."""
        return self._roll() < share * 2**64

    def shuffled(self, items: Iterable[T], most: int | None = None) -> list[T]:
        """The items in an order in which each order is as likely; of these the first `most`, without more rolls."""
        deck = list(items)
        left = len(deck)
        rest = 0 if most is None else max(left - most, 0)
        return [deck.pop((self._roll() * left) >> 64) for left in range(left, rest, -1)]
