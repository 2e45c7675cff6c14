"""What a character has with others at the table by its sheet, as far as the house acts on it.

Law: there are bonds only where personas go by their own names. Under aliases nobody may know who is behind one, so the
house plays as if its sheets had no relationships. A bond is a leaning (deciding/leaning.py, ship/leaning.py): it moves
a finger or a kind word, and no belief.
"""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from games.agents.played import Played
from games.engine.events import Seat
from personas.sheet import FOND, WARY, Sheet

Bonds = Mapping[Seat, float]  # -1 with whom it is fond of, 1 with whom it is wary of; nobody else is in it
NO_BONDS: Final[Bonds] = MappingProxyType({})
BY_FEELING: Final[Mapping[str, float]] = MappingProxyType({FOND: -1.0, WARY: 1.0})
OF_A_BOND: Final = 0.4  # how much likelier, in log-odds, one is chosen of whom somebody is wary: a third of STANDS_BY
WITH_A_BOND: Final = 0.2  # what the vote of somebody dear adds: a third of WITH_FRIENDS


def bonds_at(sheet: Sheet, played: Played) -> Bonds:
    """The bonds of a character with those at the table."""
    return _bonds(sheet, played.names) if played.options.names == "persona" else NO_BONDS


@lru_cache(maxsize=1_024)
def _bonds(sheet: Sheet, names: tuple[str, ...]) -> Bonds:
    known = sheet.known_among(names)
    return MappingProxyType({seat: BY_FEELING[each.feeling] for seat, each in known if each.feeling in BY_FEELING})
