"""Who is accused in what was said: named in a sentence that holds one of a fixed list of stems.

It is meant to be crude: everybody can foresee what it finds, and a player need not flag anything.
"""

import re
from collections.abc import Sequence
from typing import Final

from games.engine.discussion.naming import seats_named
from games.engine.events import Seat

# Words that begin like this accuse; a blank at the end asks for the whole word.
STEMS: Final = (
    "accus", "blam", "catch", "caught", "deflect", "eject", "evil", "fak", "guilt", "impost", "kill", "liar", "lie ",
    "lied ", "lies ", "lying", "mafi", "murder", "shady ", "stab", "sus ", "suspect", "suspici", "traitor",
    "vented ", "venting ", "vote for", "vote out", "voting for", "voting out",
)  # fmt: skip
_ENDINGS: Final = [stem[:-1] + r"\b" if stem.endswith(" ") else stem for stem in STEMS]
# Their first letters are looked for before them: many words have others, and it takes half the time.
_FIRST: Final = "".join(sorted({stem[0] for stem in STEMS}))
_ACCUSES: Final = re.compile(rf"\b(?=[{_FIRST}])(?:{'|'.join(_ENDINGS)})", re.IGNORECASE)
_END_OF_SENTENCE: Final = re.compile(r"(?<=[.!?;])\s+")


def seats_accused(words: str, names: Sequence[str]) -> set[Seat]:
    """The seats that are named in an accusing sentence of these words."""
    if not _ACCUSES.search(words):
        return set()
    sentences = [sentence for sentence in _END_OF_SENTENCE.split(words) if _ACCUSES.search(sentence)]
    return set().union(*(seats_named(sentence, names) for sentence in sentences))
