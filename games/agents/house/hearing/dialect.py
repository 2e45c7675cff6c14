"""What roles are called at a table, and what the house calls them.

The house thinks in the words of Town Mafia; where another game has a detective for a sheriff, its players hear the one
for the other and say it so. Translated are whole words, before anything is compared with what was said.
"""

import re
from collections.abc import Mapping
from functools import cache
from typing import Final

# A role's name at any table -> what the house calls it.
HOUSE_ROLES: Final[Mapping[str, str]] = {"detective": "sheriff", "townsperson": "villager"}
# How the house's words are said at other tables.
DIALECTS: Final[Mapping[str, Mapping[str, str]]] = {
    "council": {"sheriff": "detective", "villager": "townsperson", "villagers": "townspeople"},
    "free talk": {"sheriff": "detective", "sheriffs": "detectives"},
}


def house_role(role: str) -> str:
    """What the house calls a role."""
    return HOUSE_ROLES.get(role, role)


def said_in(dialect: str, text: str) -> str:
    """A sentence of the house in the words of a table; as it is where the table has none of its own."""
    words = DIALECTS.get(dialect)
    if words is None:
        return text
    low = text.lower()
    if not any(word in low for word in _shortest(dialect)):  # of most sentences, and soon told
        return text
    return _finder(dialect).sub(lambda found: _translated(found[0], words), text)


@cache
def _shortest(dialect: str) -> tuple[str, ...]:
    """The words of a dialect that hold no other of them: without one of these there is none."""
    words = DIALECTS[dialect]
    return tuple(word for word in words if not any(other in word for other in words if other != word))


@cache
def _finder(dialect: str) -> re.Pattern[str]:
    words = sorted(DIALECTS[dialect], key=len, reverse=True)
    return re.compile(rf"\b({'|'.join(words)})\b", re.IGNORECASE)


def _translated(found: str, words: Mapping[str, str]) -> str:
    word = words[found.lower()]
    return word.capitalize() if found[0].isupper() else word
