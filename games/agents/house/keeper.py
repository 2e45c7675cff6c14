"""Folds are kept to be folded on from, never trusted blindly."""

from collections.abc import Hashable, Sequence
from typing import Any, Final, Generic, TypeVar

# Games whose sayings are kept: all that was said in one, a third of a megabyte. To hear it anew costs little beside
# what a game at a pace may take; as many as two threads play at a time would do for the others.
SAYINGS: Final = 32
K = TypeVar("K")


class Keeper(Generic[K]):
    """What was folded from the beginning of a ledger, kept to be folded on from.

    It is used only when it has folded exactly the beginning of what is asked for, and it is out of the shelf while it
    is used, so two threads never share one: whoever comes second folds anew. So it can be forgotten at any time.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.shelf: dict[Hashable, tuple[K, list[Any]]] = {}  # Any: the entries that were folded

    def take(self, key: Hashable, entries: Sequence[Any]) -> tuple[K, list[Any]] | None:
        """What is kept under the key, if it has folded a beginning of these entries."""
        kept = self.shelf.pop(key, None)
        if kept is None or len(kept[1]) > len(entries) or kept[1] != list(entries[: len(kept[1])]):
            return None
        return kept

    def put(self, key: Hashable, fold: K, entries: list[Any]) -> None:
        while len(self.shelf) >= self.most and (oldest := next(iter(self.shelf), None)) is not None:
            self.shelf.pop(oldest, None)
        self.shelf[key] = fold, entries
