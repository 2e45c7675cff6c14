"""What of a memory somebody wrote by hand, as its player is told it: quotations, each behind the names it stands under.

Law: whatever JSON somebody wrote becomes lines of a bounded length. What goes beyond MOST_CHARACTERS is told to nobody.
"""

import json
from collections.abc import Iterator, Mapping
from itertools import accumulate
from typing import Any, Final

MOST_CHARACTERS: Final = 2_000  # some 500 tokens


def told_by_hand(notes: Mapping[str, Any]) -> list[str]:
    """The lines that a player is told, in the order of their names, up to the first that goes over MOST_CHARACTERS."""
    lines = list(_lines(notes, ""))
    return [line for line, length in zip(lines, accumulate(map(len, lines)), strict=True) if length <= MOST_CHARACTERS]


def length_by_hand(notes: Mapping[str, Any]) -> int:
    """How many characters all lines have."""
    return sum(map(len, _lines(notes, "")))


def _lines(value: Any, under: str) -> Iterator[str]:
    if isinstance(value, Mapping):
        for name in sorted(value):  # PostgreSQL keeps no order of names
            yield from _lines(value[name], f"{under}{name}: ")
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _lines(each, under)
    elif value not in (None, ""):
        yield f"{under}{value if isinstance(value, str) else json.dumps(value)}"
