"""What a sign is, that somebody showed one, and the list of all there are, each with what shows it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple

from games.agents.signs.record import Record
from games.engine.events import Seat


@dataclass(frozen=True, slots=True)
class Sign:
    """Something that a player shows at the table.

    `told` follows "Whoever", in the past: "accused nobody before the first vote". `own` follows "When I", of one's own
    play; "" where it is nothing that one does oneself. `among` is the sign of those who could have shown this one, ""
    for everybody: what it means is what it means among them, for whoever lives long shows much. An occasion is no
    more than that: it says who could show others.
    """

    slug: str
    told: str
    own: str = ""
    among: str = ""
    is_occasion: bool = False


@dataclass(frozen=True, slots=True)
class Sighting:
    """That a seat showed a sign, by which events of the ledger the observer knows it, all of them in its view."""

    sign: str
    about: Seat
    seqs: tuple[int, ...]


class Shown(NamedTuple):
    """Who shows a sign, and by which events; the same seat may show it again by others."""

    about: Seat
    seqs: tuple[int, ...]


Show = Callable[[Record], Iterable[Shown]]
KNOWN: Final[dict[str, tuple[Sign, Show]]] = {}


def sign(slug: str, told: str, own: str = "", *, among: str = "", is_occasion: bool = False) -> Callable[[Show], Show]:
    """Makes a sign of what shows it."""

    def make(show: Show) -> Show:
        KNOWN[slug] = Sign(slug, told, own, among, is_occasion), show
        return show

    return make
