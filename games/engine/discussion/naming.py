"""Who is named in what was said: names at the table, as whole words, in any case."""

from collections.abc import Sequence
from functools import lru_cache

from games.engine.events import Seat


def seats_named(words: str, names: Sequence[str]) -> set[Seat]:
    """The seats whose names occur in the words; a name within a longer one ("Ann" in "Ann Marie") is not meant."""
    text, found = words.casefold(), set()
    for name, seat in _longest_first(tuple(names)):
        start = text.find(name)
        while start >= 0:
            end = start + len(name)
            if not (_in_a_word(text[start - 1 : start]) or _in_a_word(text[end : end + 1])):
                found.add(seat)
                text = f"{text[:start]}{' ' * len(name)}{text[end:]}"
            start = text.find(name, end)
    return found


def _in_a_word(character: str) -> bool:
    return character.isalnum() or character == "_"


@lru_cache(maxsize=256)
def _longest_first(names: tuple[str, ...]) -> tuple[tuple[str, Seat], ...]:
    folded = [(name.casefold(), seat) for seat, name in enumerate(names)]
    return tuple(sorted(folded, key=lambda each: (-len(each[0]), each[1])))
