"""What a mind takes from other games: how much likelier each is to be hidden than its grounds say.

Who works that out follows a game beside the mind (experienced.py); a mind knows no more of it than this.
"""

from collections.abc import Hashable, Mapping
from types import MappingProxyType
from typing import Final, Protocol

from games.engine.events import Seat
from games.engine.table import Entry

Leanings = Mapping[Seat, float]  # log-odds; nothing for whoever is not in it
NOTHING: Final[Leanings] = MappingProxyType({})


class Follower(Protocol):
    """Follows a game with one seat's eyes; a fold of the view."""

    def hear(self, entry: Entry) -> Leanings:
        """Takes the next entry of the view; returns what is made of the others now."""
        ...

    def against(self, *, at_the_vote: bool = False) -> Leanings:
        """What is made of the others; `at_the_vote`: when all has been said before it."""
        ...


class Taught(Hashable, Protocol):
    """An experience at a table: equal ones make the same of the same view."""

    @property
    def mimicry(self) -> float:
        """On what share of its days somebody hidden plays as one of the open team would."""
        ...

    def follower(self, me: Seat) -> Follower:
        """Somebody who follows the game from its first event."""
        ...
