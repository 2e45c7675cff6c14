"""What is wrong with the form of a text: its length, several paragraphs, markup, links, code and a table's own signs.

Law: what a player reads of its own is one plain paragraph, so that no line of it can pass for a line of anything else.
"""

import re
from collections.abc import Iterator
from typing import Final

LONGEST: Final = 400  # characters
TOO_LONG: Final = "it must be of at most {} characters, not {}"
MARKUP: Final = (
    r"<[a-zA-Z/!?][^>]*>?|&(?:[a-zA-Z]{2,8}|#x?[0-9a-fA-F]+);|```|``|(?<!\w)[*_]{1,3}\w[^*_\n]{0,200}[*_]{1,3}(?!\w)"
    r"|\[[^\]\n]{0,200}\]\(|!\[|^\s*#{1,6}\s|^\s*(?:>|[-+]\s|\d+[.)]\s)|\|\s*-{3,}|\[/?[a-zA-Z]+(?:=[^\]]*)?\]"
)
LINKS: Final = (
    r"\b(?:[a-zA-Z][a-zA-Z0-9+.-]{1,20}:)?//\w|\bwww\.|\b(?:javascript|data|mailto|file):\S"
    r"|\b[\w-]+\.(?:com|org|net|io|ai|dev|app|xyz|info|edu|gov|co|de|fr|es|it|ru|cn|jp|uk)\b(?!['\u2019])"
    r"|\b[\w.+-]+@[\w-]+\.\w+|(?<!\w)@\w"
)
CODE: Final = (
    r"[{}\\`]|\$\(|\"\s*:\s*[\"\[\d]|\]\s*,\s*\[|;\s*--|=>|->|==|::|\b\w+\(\)|\bdef \w+\(|\bimport \w+$|<<|>>"
    r"|\b(?:SELECT|INSERT|UPDATE|DELETE|DROP|CREATE|ALTER)\b\s+(?:\w+\s+)?(?:FROM|INTO|TABLE|SET|\*)"
    r"|%[sdr]\b|\\u[0-9a-fA-F]{4}|%[0-9A-Fa-f]{2}%[0-9A-Fa-f]{2}"
)
SIGNS: Final = r"(?:^|[\n.!?:;\"\u201d)]\s*)[*~\u2022\u2217\u223c\uff0a\uff5e](?:\s|$)|\s[*\uff0a]\s"
WRONG: Final = (
    ("it holds markup", MARKUP),
    ("it holds a link or an address", LINKS),
    ("it holds code or JSON", CODE),
    ("it begins a line as a moderator or a player's own notes begin theirs", SIGNS),
)
_PATTERNS: Final = tuple((told, re.compile(pattern, re.MULTILINE)) for told, pattern in WRONG)


def form_of(text: str) -> Iterator[str]:
    """What is wrong with it, a sentence for each kind."""
    if not text.strip():
        yield "it is empty"
    if len(text) > LONGEST:
        yield TOO_LONG.format(LONGEST, len(text))
    if len([line for line in text.splitlines() if line.strip()]) > 1:
        yield "it must be one paragraph, without line breaks"
    for told, pattern in _PATTERNS:
        if found := pattern.search(text):
            yield f"{told}: {' '.join(found[0].split())[:60]!r}"
