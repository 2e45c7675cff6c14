"""Who may see what. Law: whoever shows an event to somebody asks here whether they see it, for briefings, pages, API,
sockets and exports alike; nobody else compares an event's hearers with anybody's eyes.

A lens says whose eyes a viewer has: `audience` what is public, `seat:K` what that seat has heard, `ghost:K` whatever
anybody has heard (where the dead are ghosts, and once that seat is dead), `glass` everything with the thoughts. An
event is seen whole or not at all. Who may look through which lens, and when, depends on a game's terms (open, delayed,
sealed), and `may_see` says it (games/ledger/reads.py).
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from games.engine.events import Seat
from games.engine.table import EVERYONE, Entry, Hearers


class WrongLens(ValueError):
    """A lens that does not exist; the message says which ones do."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """Somebody's eyes. `seat` is set for a seat's own and for a ghost's; `thoughts` is true for the glass box."""

    lens: str
    seat: Seat | None = None
    thoughts: bool = False
    is_ghost: bool = False

    def hears(self, heard_by: Hearers) -> bool:
        """Whether an event with these hearers is seen."""
        if heard_by == EVERYONE or self.thoughts:
            return True
        return bool(heard_by) if self.is_ghost else self.seat is not None and self.seat in heard_by


AUDIENCE: Final = Viewer("audience")
GLASS: Final = Viewer("glass", thoughts=True)


def seat_viewer(seat: Seat) -> Viewer:
    """The eyes of one seat."""
    return Viewer(f"seat:{seat}", seat)


def ghost_viewer(seat: Seat) -> Viewer:
    """The eyes of a ghost: every event but notes, also from before its death."""
    return Viewer(f"ghost:{seat}", seat, is_ghost=True)


def viewer_named(lens: str, seats: int, *, has_ghosts: bool = False) -> Viewer:
    """The viewer for a lens as text, at a table of so many seats. Raises WrongLens.

    Whether the seat of a ghost's lens is dead is for the caller to say, who knows what may be known of it.
    """
    if lens == "audience":
        return AUDIENCE
    if lens == "glass":
        return GLASS
    match = re.fullmatch(r"(seat|ghost):(0|[1-9][0-9]?)", lens, re.ASCII)
    if match and int(match[2]) < seats and (has_ghosts or match[1] == "seat"):
        return seat_viewer(int(match[2])) if match[1] == "seat" else ghost_viewer(int(match[2]))
    ghosts = f", ghost:0 to ghost:{seats - 1}" if has_ghosts else ""
    raise WrongLens(f"lens must be audience, glass{ghosts} or seat:0 to seat:{seats - 1}, not {lens[:40]!r}")


def seen_by(viewer: Viewer, ledger: Iterable[Entry]) -> Iterator[Entry]:
    """The entries that a viewer sees, in order."""
    return (entry for entry in ledger if viewer.hears(entry.heard_by))


def hearers_in(row: Mapping[str, Any]) -> list[Seat] | None:
    """Who hears what a row tells, [] being nobody; None where everyone does, or the lens is not told."""
    told = row.get("heard_by", EVERYONE)
    return None if told == EVERYONE else [] if told == "nobody" else list(told)
