"""What roles are called at a table, and what the house calls them.

The house thinks in the words of Town Mafia; where another game has a detective for a sheriff, its players hear the one
for the other and say it so. Translated are whole words, before anything is compared with what was said.
"""

import re
from collections.abc import Mapping
from typing import Final

# A role's name at any table -> what the house calls it.
HOUSE_ROLES: Final[Mapping[str, str]] = {"detective": "sheriff", "townsperson": "villager"}
# How the house's words are said at a council.
COUNCIL: Final[Mapping[str, str]] = {
    "sheriff": "detective",
    "villager": "townsperson",
    "villagers": "townspeople",
}
_WORD: Final = re.compile(r"\b(" + "|".join(sorted(COUNCIL, key=len, reverse=True)) + r")\b", re.IGNORECASE)


def house_role(role: str) -> str:
    """What the house calls a role."""
    return HOUSE_ROLES.get(role, role)


def as_in_council(text: str) -> str:
    """A sentence of the house in a council's words."""
    return _WORD.sub(_translated, text)


def _translated(found: re.Match[str]) -> str:
    word = COUNCIL[found[0].lower()]
    return word.capitalize() if found[0][0].isupper() else word
