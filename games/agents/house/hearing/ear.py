"""The words that one table's players use: a name of this table, or what a word is everywhere (vocabulary.py)."""

import re
from functools import lru_cache
from typing import Final, NamedTuple

from games.agents.house.hearing import vocabulary as v
from games.agents.house.hearing.vocabulary import COMMON_NAMES, PARTS
from games.engine.events import Seat

APOSTROPHE: Final = "\u2019"  # the typographic one
_MOST_WORDS_KEPT: Final = 20_000
_MOST_KEPT_OF_A_TABLE: Final = 1_000  # a tenth of a megabyte

TOKEN: Final = re.compile(r"[^\W\d_]+(?:['\u2019-][^\W\d_]+)*|[.!?;:,\u2013\u2014()\n]")


class Word(NamedTuple):
    part: int  # 0: just a word
    seat: Seat  # of a NAME, else -1
    low: str


class Ear:
    """The words that one table's players use, each looked up once."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self.whole = {name.casefold(): seat for seat, name in enumerate(names) if name.isalpha()}
        parts: dict[str, list[Seat]] = {}
        for seat, name in enumerate(names):
            for part in set(TOKEN.findall(name)) if not name.isalpha() else ():
                parts.setdefault(part, []).append(seat)
        # One word of a longer name is enough when it is capitalised, nobody else's and no common word.
        self.single = {
            part: seats[0]
            for part, seats in parts.items()
            if len(seats) == 1 and part.lower() not in COMMON_NAMES and part.lower() not in PARTS and len(part) > 2
        }
        self.blank = {name: "~" for name in self.whole}
        self.kept: dict[str, Word] = {}  # the first that were said at this table: they are said most

    def word(self, raw: str) -> Word:
        """The word, as a name of this table or as what it is everywhere."""
        word = self.look_up(raw)
        if len(self.kept) < _MOST_KEPT_OF_A_TABLE:
            self.kept[raw] = word
        return word

    def look_up(self, raw: str) -> Word:
        """The same, whether or not it was said at this table before."""
        known = _WORDS.get(raw)
        if known is None:
            known = _look_up(raw)
            if len(_WORDS) < _MOST_WORDS_KEPT:
                _WORDS[raw] = known
        if known.part:
            return known
        base, _, rest = known.low.partition("'")
        seat = self.whole.get(base)
        if seat is None and self.single and raw[0].isupper():
            seat = self.single.get(raw.replace(APOSTROPHE, "'").partition("'")[0])
        return known if seat is None else Word(v.NAME, seat, "'s" if rest == "s" else base)


_WORDS: Final[dict[str, Word]] = {}  # what was looked up before


def _look_up(raw: str) -> Word:
    low = raw.casefold().replace(APOSTROPHE, "'")
    part = PARTS.get(low)
    if part is None:
        part = v.NOT if low.endswith("n't") else 0
    return Word(part, -1, low)


@lru_cache(maxsize=128)  # tables that are played at once
def ear_of(names: tuple[str, ...]) -> Ear:
    return Ear(names)
