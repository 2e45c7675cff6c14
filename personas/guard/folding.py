"""A text as it is compared: without case, accents, lookalikes and what cannot be seen, each letter with where it stood.

Law: both sides of a comparison are folded the same way, so it is no matter that Russian looks odd in it. What was found
is shown as it was written.
"""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

NAME: Final = "@"  # stands for whoever is named; no letter of a folded text
_MARKED: Final = re.compile(r"[\u0900-\u0dff\u0e00-\u0fff\u3099\u309a]")  # marks without which these are other letters
# Letters that look like Latin ones, after case is gone: Cyrillic, Greek, Armenian, small capitals.
_ALIKE: Final = str.maketrans(
    "авекмнорстухіјѕһԁԛԝѵӏαβεικνορτυχսօᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢɡıłøđ",
    "abekmhopctyxijshdqwvlabeikvoptuxuoabcdefghijklmnoprstuvwyzgilod",
)
_SIGNS: Final = str.maketrans(
    {
        **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u00b4`", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u201f\u00ab\u00bb\u2039\u203a\u300c\u300d\u300e\u300f", '"'),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"),
        **dict(zip("\u061b\u061f\u060c\u3002\u3001\uff0c\uff01\uff1f\uff1a\uff1b", ";?,.,,!?:;", strict=True)),
    }
)
_ARABIC: Final = str.maketrans({"\u0649": "\u064a", "\u0629": "\u0647", "\u0640": ""})
_LEET: Final = str.maketrans("013457$", "oieastS")
_MASKED: Final = re.compile(r"\w*(?:[^\W\d_][\d$]|[\d$][^\W\d_])[\w$]*")


@dataclass(frozen=True, slots=True)
class Folded:
    """A folded text, and of each of its letters where it began and ended in what was written."""

    text: str
    spans: tuple[tuple[int, int], ...]
    written: str

    def shown(self, start: int, end: int) -> str:
        """What was written there, in one line and no longer than can be read at a glance."""
        found = " ".join(self.written[self.spans[start][0] : self.spans[end - 1][1]].split())
        return found if len(found) <= 80 else f"{found[:79]}…"

    def with_names(self, names: re.Pattern[str] | None) -> "Folded":
        """The same with one sign for everybody who is named."""
        if names is None:
            return self
        text: list[str] = []
        spans: list[tuple[int, int]] = []
        at = 0
        for found in names.finditer(self.text):
            start, end = found.span()
            if found.lastgroup == "part" and not self.written[self.spans[start][0]].isupper():
                continue
            text += [self.text[at:start], NAME]
            spans += [*self.spans[at:start], (self.spans[start][0], self.spans[end - 1][1])]
            at = end
        return Folded("".join([*text, self.text[at:]]), (*spans, *self.spans[at:]), self.written)

    def unmasked(self) -> "Folded":
        """The same with letters for the digits that stand for them: 1gn0re."""
        return Folded(_MASKED.sub(lambda found: found[0].translate(_LEET), self.text), self.spans, self.written)


def folded(written: str) -> Folded:
    """The text as it is compared."""
    whole = unicodedata.normalize("NFC", written)
    pieces = [_fold(letter) for letter in whole]
    spans = tuple((at, at + 1) for at, piece in enumerate(pieces) for _ in piece)
    return Folded("".join(pieces), spans, whole)


def fold(text: str) -> str:
    """The text as it is compared, and nothing besides."""
    return "".join(map(_fold, unicodedata.normalize("NFC", text)))


@lru_cache(maxsize=8_192)
def _fold(letter: str) -> str:
    if letter.isspace():
        return " "
    apart = unicodedata.normalize("NFKD", letter.translate(_SIGNS))
    kept = [each for each in apart if unicodedata.category(each)[0] not in "MC" or _MARKED.match(each)]
    plain = unicodedata.normalize("NFC", "".join(kept)).casefold()
    return plain.translate(_SIGNS).translate(_ALIKE).translate(_ARABIC)
