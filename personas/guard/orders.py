"""Orders: to set rules aside, to answer in a certain form, to keep a sentence, to vote for or obey somebody; and lines
that pass for a moderator's or speak of what is behind the game.

Law: it takes two words to make an order, of which each alone is honest ("ignore loud accusations", "the rules of the
ship"); which they are is in orders.toml, in fourteen languages.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from personas.guard.folding import Folded
from personas.guard.tongues import BETWEEN_WORDS, near, one_of, words

DATA: Final = "orders.toml"
# What is wrong with a text in which these two are near each other, with so many words between them at most.
PAIRS: Final = (
    ("set_aside", "guidance", 6, "it tells its reader to set aside what holds"),
    ("answer", "wording", 10, "it tells its reader in which form to answer"),
    ("keep", "memory", 6, "it tells its reader what to keep in a memory"),
    ("declare", "outcome", 3, "it tells its reader to end a game or to show everybody's role"),
)
BECOMES: Final = "it tells its reader what to be from now on"
BIDS: Final = "it tells its reader for whom to vote or whom to obey"
BEHIND: Final = "it speaks of what is behind the game"
POSES: Final = "it poses as a moderator, a system or somebody who speaks"
_SHORT: Final = re.compile(r"\b(?:AI|KI|IA|LLM|GPT|ИИ)\b")
# The marks of a chat's turns, and of a transcript's: a name before quoted words.
_TURN: Final = re.compile(r"<\|?\w*\|?>|\[/?(?:inst|sys|system|user|assistant)\]|#{2,}|@\s*(?:\([^)]*\))?\s*:\s*\"")
_TOLD: Final = re.compile(r"\b(?:was|were|had|did|didn't|wasn't|got|cost|lost|won)\b")  # of a vote that was given


def orders_in(named: Folded) -> Iterator[str]:
    """What in a text is an order, a sentence for each kind. Whoever is named in it has been folded to one sign."""
    plain = named.unmasked()
    for pattern, told in _patterns():
        if found := pattern.search(plain.text):
            yield f"{told}: {plain.shown(*found.span())!r}"
    if found := _vote_in(plain.text):
        yield f"{BIDS}: {plain.shown(*found.span('bid'))!r}"
    if found := _SHORT.search(plain.written):
        yield f"{BEHIND}: {found[0]!r}"


def _vote_in(text: str) -> re.Match[str] | None:
    """Where somebody is to be voted for; to tell of a vote that was given is no order."""
    for found in _votes().finditer(text):
        begins = max(text.rfind(sign, 0, found.start("bid")) for sign in ".!?") + 1
        if not _TOLD.search(text, begins, found.end()):
            return found
    return None


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    """What is looked for, and what is told of it."""
    both = (True, False)
    pairs = [
        ("|".join(near(_any(one, s), _any(other, s), most, spaced=s) for s in both), told)
        for one, other, most, told in PAIRS
    ]
    alone = [
        ("|".join(_any(field, s) for s in both), told)
        for field, told in (("become", BECOMES), ("bid", BIDS), ("machine", BEHIND))
    ]
    hosts = "|".join(_any("host", s) for s in both)
    poses = [(rf"(?:^|[.!?\"(\[-])\s*(?:{hosts})\s*[\])]?\s*:", POSES), (_TURN.pattern, POSES)]
    return tuple((re.compile(pattern), told) for pattern, told in (*pairs, *alone, *poses))


@cache
def _votes() -> re.Pattern[str]:
    before = f"(?:^|[.!?,;:\"'(-]\\s*|{_any('starters', spaced=True)}{BETWEEN_WORDS})"
    return re.compile(f"{before}(?P<bid>{_any('vote', spaced=True)})")


def _any(field: str, spaced: bool) -> str:  # noqa: FBT001  as in tongues, where it is a matter of two alphabets
    return one_of(words(DATA, field, spaced=spaced), spaced=spaced)
