"""Folds are kept to be folded on from, never trusted blindly, and forgotten with their game."""

from collections.abc import Sequence
from typing import Any, Final, Generic, TypeVar

from games.engine.table import Entry

# Games whose sayings are kept: all that was said in one, a third of a megabyte. To hear it anew costs little beside
# what a game at a pace may take.
SAYINGS: Final = 32
K = TypeVar("K")
Key = tuple[Any, ...]  # the id of an entry of the game, and whatever else tells one fold from another


class Keeper(Generic[K]):
    """What was folded from the beginning of a ledger, kept to be folded on from.

    It is used only when it has folded exactly the beginning of what is asked for, and it is out of the shelf while it
    is used, so two threads never share one: whoever comes second folds anew. So it can be forgotten at any time, and
    is when its game is over.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.shelf: dict[Key, tuple[K, list[Any]]] = {}  # Any: the entries that were folded
        KEEPERS.append(self)

    def take(self, key: Key, entries: Sequence[Any]) -> tuple[K, list[Any]] | None:
        """What is kept under the key, if it has folded a beginning of these entries."""
        kept = self.shelf.pop(key, None)
        if kept is None or len(kept[1]) > len(entries) or kept[1] != list(entries[: len(kept[1])]):
            return None
        return kept

    def put(self, key: Key, fold: K, entries: list[Any]) -> None:
        while len(self.shelf) >= self.most and (oldest := next(iter(self.shelf), None)) is not None:
            self.shelf.pop(oldest, None)
        self.shelf[key] = fold, entries


KEEPERS: Final[list[Keeper[Any]]] = []  # every one there is


def forget_game(ledger: Sequence[Entry]) -> None:
    """A game is over, or is played elsewhere: nobody will fold on from what was folded of it. Kept until others take
    its place it would be the memory of thirty games, spread over all that was made meanwhile."""
    filled = [keeper for keeper in KEEPERS if keeper.shelf]
    ids = set(map(id, ledger)) if filled else set()
    for keeper in filled:
        for key in tuple(keeper.shelf):
            if key[0] in ids:
                keeper.shelf.pop(key, None)
