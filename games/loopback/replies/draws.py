"""Chance from bytes. Law: the same bytes give the same draws in any process and on any Python."""

from collections.abc import Sequence
from hashlib import blake2b
from typing import Final, TypeVar

T = TypeVar("T")
BITS: Final = 64


class Draws:
    """A row of draws that begins at a digest."""

    __slots__ = ("_at", "_digest")

    def __init__(self, digest: bytes) -> None:
        self._digest = digest
        self._at = 0

    def below(self, limit: int) -> int:
        """A whole number from 0 to limit - 1."""
        self._at += 1
        drawn = blake2b(self._at.to_bytes(4, "big"), digest_size=BITS // 8, key=self._digest).digest()
        return int.from_bytes(drawn, "big") * limit >> BITS

    def between(self, least: int, most: int) -> int:
        """A whole number from least to most."""
        return least + self.below(max(most - least, 0) + 1)

    def share(self) -> float:
        """A number from 0 to below 1."""
        return self.below(1 << 53) / (1 << 53)

    def pick(self, things: Sequence[T]) -> T:
        """One of the things; there must be one."""
        return things[self.below(len(things))]


def digest_of(*parts: bytes | str | int) -> bytes:
    """32 bytes that stand for these parts, in this order."""
    whole = blake2b(digest_size=32)
    for part in parts:
        piece = part if isinstance(part, bytes) else str(part).encode("utf-8", "surrogatepass")
        whole.update(len(piece).to_bytes(8, "big"))
        whole.update(piece)
    return whole.digest()
