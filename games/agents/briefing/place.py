"""Where a seat sits and what it is, as its view tells it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.engine.events import Dealt, Partners, PhaseBegan, Seat, Seated
from games.engine.table import Entry

# What the deal tells: it stands in what is the seat's own, so the history need not say it again.
OF_THE_DEAL: Final = frozenset({Seated.kind, Dealt.kind, Partners.kind})


@dataclass(frozen=True, slots=True)
class Place:
    """What the deal told a seat. `partners` are the other hidden players, () for who knows only itself."""

    names: tuple[str, ...]
    seat: Seat
    role: str = ""
    team: str = ""
    partners: tuple[Seat, ...] = ()

    @property
    def name(self) -> str:
        return self.names[self.seat]


def place_of(seat: Seat, view: Sequence[Entry]) -> Place:
    """The place of a seat that has seen this. A ghost has seen everybody's deal, and its own still counts."""
    names: tuple[str, ...] = ()
    role = team = ""
    partners: tuple[Seat, ...] = ()
    for entry in view:
        match entry.event:
            case Seated(aliases):
                names = aliases
            case Dealt(dealt, its_role, its_team) if dealt == seat:
                role, team = its_role, its_team
            case Partners(theirs, seats) if theirs == team:
                partners = tuple(other for other in seats if other != seat)
            case PhaseBegan():
                break
    return Place(names, seat, role, team, partners)
