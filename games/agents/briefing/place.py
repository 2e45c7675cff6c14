"""Where a seat sits and what it is, as its view tells it, and how things stand there now."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from games.engine.events import (
    Dealt,
    Died,
    Ejected,
    Event,
    Killed,
    Lynched,
    Missed,
    Partners,
    PhaseBegan,
    Seat,
    Seated,
)
from games.engine.table import Entry

# What tells of a death.
DEATHS: Final = (Died, Lynched, Missed, Ejected, Killed)
# What the deal tells: it stands in what is the seat's own, so the history need not say it again.
OF_THE_DEAL: Final = (Seated, Dealt, Partners)


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


def since(view: Sequence[Entry], begins: int) -> Sequence[Entry]:
    """The end of a view from the first entry of this round on."""
    start = len(view)
    while start and view[start - 1].round >= begins:
        start -= 1
    return view[start:]


def phase(view: Sequence[Entry]) -> str:
    """The phase that began last: "Day 2"; "" before the first."""
    for entry in reversed(view):
        if isinstance(entry.event, PhaseBegan):
            return f"{entry.event.name.capitalize()} {entry.event.number}"
    return ""


def dead(view: Sequence[Entry]) -> dict[Seat, Event]:
    """Who is known to be dead, by what told it first, in the order in which it was known."""
    fallen: dict[Seat, Event] = {}
    for entry in view:
        if isinstance(entry.event, DEATHS):
            fallen.setdefault(entry.event.seat, entry.event)
    return fallen


def new_at_each(view: Sequence[Entry], asked: Sequence[int]) -> Iterator[Sequence[Entry]]:
    """What a view held that was new at each of these polls; all that came before the first is new at the first."""
    start = 0
    for poll in asked:
        end = start
        while end < len(view) and view[end].poll < poll:
            end += 1
        yield view[start:end]
        start = end
