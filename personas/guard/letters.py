"""What is wrong with the letters of a text: those that cannot be seen, turn the line around, or pass for others.

Law: what every language needs is let through: accents and vowel signs, joiners within Persian and Indic words, Latin
names among Chinese, Japanese and Korean. What nobody needs in a note is refused, whatever it is meant for.
"""

import re
import unicodedata
from collections.abc import Iterator
from itertools import groupby
from typing import Final

MOST_MARKS: Final = 3  # in a row: Hebrew with all its points has as many
MOST_LATIN_MARKS: Final = 2  # on Latin letters, of those that no letter of any language has
LONGEST_WORD: Final = 40  # letters; what is longer and plain is code for something
SPELLED: Final = re.compile(r"(?<!\w)\w(?:[ .\-_*/|,]\w){4,}(?!\w)")
_JOINERS: Final = "\u200c\u200d"
# Seen as nothing, though they count as letters or marks.
_BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\u180b\u180c\u180d\u180f")
_VARIATION: Final = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]")
_WORD: Final = re.compile(r"[^\W\d_]+")
# Scripts whose letters pass for Latin ones; in one word with Latin letters they are there to deceive.
_ALIKE: Final = ("CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC", "HEBREW", "ARABIC", "GEORGIAN", "LISU")


def letters_in(text: str) -> Iterator[str]:
    """What is wrong with them, a sentence for each kind."""
    text = unicodedata.normalize("NFC", text)
    if unseen := sorted({f"U+{ord(letter):04X}" for at, letter in enumerate(text) if _is_unseen(text, at)}):
        yield f"it holds characters that cannot be seen or turn the text around: {', '.join(unseen[:5])}"
    if strange := sorted({f"U+{ord(each):04X}" for each in text if unicodedata.category(each) in ("Co", "Cn", "Cs")}):
        yield f"it holds characters that mean nothing to others: {', '.join(strange[:5])}"
    if _is_flooded(text):
        yield "its letters carry more marks than any language puts on them"
    if mixed := next((word for word in _WORD.findall(text) if _is_mixed(word)), None):
        yield f"it mixes letters of several alphabets in one word: {mixed[:60]!r}"
    if dressed := next(filter(_is_dressed, text), None):
        yield f"it holds letters in disguise, such as {dressed!r} for {unicodedata.normalize('NFKC', dressed)!r}"
    if spelled := SPELLED.search(text):
        yield f"it spells words out letter by letter: {spelled[0][:60]!r}"
    if long := next((word for word in text.split() if len(word) > LONGEST_WORD and word.isascii()), None):
        yield f"it holds a word of {len(long)} characters, {long[:20]!r}…, which is none"


def _is_unseen(text: str, at: int) -> bool:
    letter = text[at]
    if letter in _JOINERS:
        return not _is_joined(text, at)
    if _VARIATION.match(letter):
        return at == 0 or unicodedata.category(text[at - 1]) not in ("So", "Sk")  # it colours an emoji
    return letter in _BLANK or (unicodedata.category(letter) in ("Cf", "Cc", "Zl", "Zp") and letter not in "\n\t\r")


def _is_joined(text: str, at: int) -> bool:
    """Whether a joiner stands where writing needs it: within a word of a joined script, or of an emoji."""
    around = text[max(at - 1, 0) : at] + text[at + 1 : at + 2]
    return len(around) == 2 and all(ord(each) > 0x5FF and unicodedata.category(each)[0] in "LMS" for each in around)


def _is_flooded(text: str) -> bool:
    marks = [unicodedata.category(letter) in ("Mn", "Me") and not _VARIATION.match(letter) for letter in text]
    if any(is_mark and len(list(run)) > MOST_MARKS for is_mark, run in groupby(marks)):
        return True
    on_latin = sum(is_mark and text[at - 1].isascii() for at, is_mark in enumerate(marks) if at)
    return on_latin > MOST_LATIN_MARKS


def _is_mixed(word: str) -> bool:
    names = [unicodedata.name(letter, "") for letter in word]
    return any(name.startswith("LATIN ") for name in names) and any(name.startswith(_ALIKE) for name in names)


def _is_dressed(letter: str) -> bool:
    """Whether it is a plain letter in another dress: wide, bold, in a circle."""
    if letter.isascii() or "LIGATURE" in unicodedata.name(letter, ""):
        return False
    plain = unicodedata.normalize("NFKC", letter)
    return plain != letter and len(plain) == 1 and plain.isascii() and plain.isalpha() and letter not in "ªº"
