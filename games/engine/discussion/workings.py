"""How it came about who has the floor: what the rules worked out and nobody was told, for who plays a game again.

Law: nothing here decides, and no player hears of it. A table keeps workings only where it was given a list for them
(games.engine.table), and keeping them rolls no dice: the game is the same.
"""

from typing import NamedTuple

from games.engine.events import Seat


class Priced(NamedTuple):
    """A bid and what its priority is made of, by the rules of a meeting: desire, mention, accusation, silence and die,
    and below zero what is lost by who spoke lately and who has voted. `is_standing`: it was made in an earlier tick and
    still stands."""

    seat: Seat
    poll: int  # in which it was made
    desire: int
    mention: int
    accusation: int
    silence: int
    spoke: int
    voted: int
    die: int
    is_standing: bool = False

    @property
    def priority(self) -> int:
        """The sum of it all."""
        return self.desire + self.mention + self.accusation + self.silence + self.spoke + self.voted + self.die


class Bidding(NamedTuple):
    """A tick of a meeting: its number from 0, the bids in seat order, who must speak however the bids are, and who has
    the floor (None for nobody); `is_nudged`: the system has said to wrap it up."""

    t: int
    bids: tuple[Priced, ...]
    forced: Seat | None
    speaker: Seat | None
    is_nudged: bool


class Woken(NamedTuple):
    """One who was asked in free talk: at which second of its clock, why, and since when that reason held."""

    seat: Seat
    clock: int
    trigger: str
    since: int
