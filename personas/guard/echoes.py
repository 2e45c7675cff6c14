"""What of a text somebody else has said: more than so many words of theirs in a row.

Law: words are compared folded, whatever stands between them, and across the ends of lines and speeches: who said a
sentence in halves has said it. A row may be put together from pieces, if each is long enough not to be chance.
"""

import re
from collections.abc import Sequence
from typing import Final

from personas.guard.folding import fold

MOST: Final = 8.0  # words in a row
PIECE: Final = 5.0  # words of a piece of a row
LETTER: Final = 0.5  # words that a letter comes to where words are not parted
_MARKUP: Final = re.compile(r"<[^<>]{0,200}>|&(?:[a-zA-Z]{2,8}|#x?[0-9a-fA-F]+);|\\[nrt]")
# Thai, Lao, Burmese, Khmer, Chinese, Japanese and Korean.
_APART: Final = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
)
_TOKEN: Final = re.compile(rf"[{_APART}]|[^\W_{_APART}]+")


def echo_in(text: str, heard: Sequence[str]) -> str | None:
    """The first stretch of a text that is more of others' speech than may be, folded; None where there is none."""
    tokens = _tokens(text)
    said = f" {' '.join(token for speech in heard for token in _tokens(speech))} "
    if not tokens or len(said) < 3:
        return None
    ends = _ends(tokens, said)
    most = [0.0] * (len(tokens) + 1)  # words of the longest row of pieces that begins there
    until = list(range(len(tokens) + 1))
    for start in range(len(tokens) - 1, -1, -1):
        words = 0.0
        for end in range(start + 1, ends[start] + 1):
            words += _weight(tokens[end - 1])
            more = most[end] if words >= PIECE else 0.0
            if words >= PIECE and words + more > most[start]:
                most[start], until[start] = words + more, until[end] if more else end
        if most[start] > MOST:
            return " ".join(tokens[start : until[start]])
    return None


def _ends(tokens: Sequence[str], said: str) -> list[int]:
    """For each word of a text, where the longest stretch ends that begins there and was said."""
    ends: list[int] = []
    end = 0
    for start in range(len(tokens)):
        end = max(end, start)
        while end < len(tokens) and f" {' '.join(tokens[start : end + 1])} " in said:
            end += 1
        ends.append(end)
    return ends


def _tokens(text: str) -> list[str]:
    """The words of a text, folded; a letter each where words are not parted."""
    return _TOKEN.findall(fold(_MARKUP.sub(" ", text)).replace("'", ""))


def _weight(token: str) -> float:
    return LETTER if re.fullmatch(f"[{_APART}]", token) else 1.0
