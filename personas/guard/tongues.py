"""Word lists of many languages as patterns on folded texts: one word near another, in the same sentence.

Law: the lists are data (orders.toml, sorts.toml), with what each is for at their heads; only here they become patterns.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

from personas.guard.folding import fold

Tongue = Mapping[str, Sequence[str]]
FOLDER: Final = Path(__file__).parent
UNSPACED: Final = frozenset(("zh", "ja", "ko"))  # written without blanks, or with more than words between them
ANY: Final = "~"  # in a phrase, a few words or none
BETWEEN_WORDS: Final = r"[^\w.!?@]+"
SOME_WORDS: Final = rf"(?:[\w@']+{BETWEEN_WORDS}){{0,6}}?"


@lru_cache(maxsize=4)
def tongues(name: str) -> Mapping[str, Tongue]:
    """The lists of a file, by language and by name."""
    return tomllib.loads((FOLDER / name).read_text("utf-8"))


def words(name: str, field: str, *, spaced: bool) -> list[str]:
    """What all languages of a kind have in a list, longest first, so that the first that fits is the one."""
    found = {
        word for code, tongue in tongues(name).items() if (code not in UNSPACED) == spaced for word in tongue[field]
    }
    return sorted(found, key=lambda word: (-len(word), word))


def one_of(given: Iterable[str], *, spaced: bool) -> str:
    """A pattern for any of these words; of those that end in * for all that begin so."""
    pieces = [_word(word, spaced=spaced) for word in given]
    if not pieces:
        return r"(?!)"
    # Arabic writes "and" and "so" together with the word that follows.
    return rf"(?<!\w)[وف]?(?:{'|'.join(pieces)})" if spaced else f"(?:{'|'.join(pieces)})"


def gap(most: int, *, spaced: bool) -> str:
    """A pattern for so many words at most between two, or three times as many letters where words are not parted."""
    return rf"{BETWEEN_WORDS}(?:[@\w]+{BETWEEN_WORDS}){{0,{most}}}?" if spaced else rf"[^.!?]{{0,{3 * most}}}?"


def near(one: str, other: str, most: int, *, spaced: bool) -> str:
    """A pattern for the one near the other, whichever comes first."""
    between = gap(most, spaced=spaced)
    return f"{one}{between}{other}|{other}{between}{one}"


def _word(word: str, *, spaced: bool) -> str:
    begins = word.endswith("*")
    stem = fold(word.removesuffix("*"))
    if not spaced:
        return "".join(r"[^.!?]{0,10}?" if letter == ANY else re.escape(letter) + r"\s?" for letter in stem)
    pieces = [SOME_WORDS if part == ANY else re.escape(part) + BETWEEN_WORDS for part in stem.split()]
    return "".join(pieces).removesuffix(BETWEEN_WORDS) + (r"\w*" if begins else r"(?!\w)")
