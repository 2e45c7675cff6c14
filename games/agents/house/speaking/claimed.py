"""What a sentence of the house says is so, in the words of who writes it: "vote me {a}", "role {b} {r}".

Law: a kind, about whom, and what; names are placeholders, oneself is `me`. What could not be filed or judged is refused
where the sentence stands: an unknown kind, a value that its kind has not, a deed for which the rules have no word.
How it is written is told to writers in sentences/README.md.
"""

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Final, NamedTuple

from games.engine.disclosing import CLAIMED
from games.engine.truth.words import deed_called

ME: Final = "me"
NOBODY: Final = "nobody"
BEFORE: Final = "before"  # of a vote: it was cast on another day
TODAY: Final = "today"  # of a vote: it is somebody else's, and has been announced
PERHAPS: Final = "perhaps"  # of a vote: it is not promised
ROLES: Final = frozenset(("sheriff", "doctor", "vigilante", "villager"))  # as the house calls them
SLOT: Final = re.compile(r"\{(\w+)\}")


class Claimed(NamedTuple):
    """A claim with placeholders: of which kind, about whom, and what, word by word."""

    kind: str
    about: str
    value: tuple[str, ...]

    @property
    def slots(self) -> frozenset[str]:
        """The placeholders that it cannot do without."""
        return frozenset(SLOT.findall(" ".join((self.about, *self.value))))


def claimed(text: str) -> Claimed:
    """A claim as it is written. Raises ValueError, which says what it should be."""
    kind, *rest = text.split() or [""]
    if kind not in CLAIMED:
        raise ValueError(f"a sentence claims one of {', '.join(CLAIMED)}, not {kind!r:.60}")
    if len(rest) < 2:
        raise ValueError(f"a claim says its kind, about whom and what, like {EXAMPLES[kind]!r}, not {text!r:.60}")
    about, *value = rest
    if not is_somebody(about):
        raise ValueError(f"a claim is about me or a placeholder, not {about!r:.60}")
    if not _FITS[kind](value):
        raise ValueError(f"a claim of this kind looks like {EXAMPLES[kind]!r}, not {text!r:.60}")
    return Claimed(kind, about, tuple(value))


def filled(claim: Claimed, slots: Mapping[str, str], me: str) -> tuple[str, str, str] | None:
    """Kind, name and value of a claim, as a sentence said it with these slots; None where a slot is empty."""

    def word(written: str) -> str:
        slot = _slot_of(written)
        return me if written == ME else slots.get(slot, "") if slot else written

    about, value = word(claim.about), [word(each) for each in claim.value]
    if not about or not all(value):
        return None
    if claim.kind == "vote" and claim.value[-1] in (BEFORE, TODAY, PERHAPS):
        *value, how = value
        # On which day, where the house knows: the same name may have had a vote on one and none on another.
        return claim.kind, about, f"{' '.join(value)}, {slots.get('when', how) if how == BEFORE else how}"
    return claim.kind, about, " ".join(value)


@cache  # of the words in the book, which are few and said again and again
def _slot_of(word: str) -> str:
    """The name of a placeholder; "" for what is none."""
    slot = SLOT.fullmatch(word)
    return slot[1] if slot else ""


def is_somebody(word: str) -> bool:
    """Whether a word of a claim stands for a player: oneself, or a placeholder."""
    return word == ME or SLOT.fullmatch(word) is not None


def _is_vote(value: list[str]) -> bool:
    named = value[1:] if value[0] == "not" else value
    return len(named) in (1, 2) and (is_somebody(named[0]) or named[0] == NOBODY) and named[1:] in _HOW


_HOW: Final[tuple[list[str], ...]] = ([], [BEFORE], [TODAY], [PERHAPS])
_FITS: Final[Mapping[str, Callable[[list[str]], bool]]] = {
    "role": lambda value: len(value) == 1 and (value[0] in ROLES or SLOT.fullmatch(value[0]) is not None),
    "result": lambda value: value in (["mafia"], ["town"]),
    "place": lambda value: len(value) == 1 and SLOT.fullmatch(value[0]) is not None,
    "deed": lambda value: deed_called(value[0]) is not None,
    "vote": _is_vote,
    "innocence": lambda value: value in (["innocent"], ["guilty"]),
}
EXAMPLES: Final[Mapping[str, str]] = {
    "role": "role me sheriff",
    "result": "result {a} mafia",
    "place": "place {a} {room}",
    "deed": "deed {b} nominated {a}",
    "vote": "vote {a} {b} before",
    "innocence": "innocence me innocent",
}
