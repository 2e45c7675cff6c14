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
    "lied ", "lies ", "lying", "mafi", "murder", "shady ", "stab ", "stabb", "stabs ", "sus ", "suspect", "suspici",
    "traitor", "vented ", "venting ", "vote for", "vote out", "voting for", "voting out",
)  # fmt: skip
# What accused at first: also whatever is stable, and who stabilizes the steering of a ship, which is a task there.
FIRST_STEMS: Final = (*[stem for stem in STEMS if not stem.startswith("stab")], "stab")


def _pattern(stems: Sequence[str]) -> re.Pattern[str]:
    endings = [stem[:-1] + r"\b" if stem.endswith(" ") else stem for stem in stems]
    # Their first letters are looked for before them: many words have others, and it takes half the time.
    first = "".join(sorted({stem[0] for stem in stems}))
    return re.compile(rf"\b(?=[{first}])(?:{'|'.join(endings)})", re.IGNORECASE)


_ACCUSE: Final = {stems: _pattern(stems) for stems in (STEMS, FIRST_STEMS)}
_END_OF_SENTENCE: Final = re.compile(r"(?<=[.!?;])\s+")


def seats_accused(words: str, names: Sequence[str], stems: tuple[str, ...] = STEMS) -> set[Seat]:
    """The seats that are named in an accusing sentence of these words, by one of the two lists of stems."""
    accuses = _ACCUSE[stems]
    if not accuses.search(words):
        return set()
    sentences = [sentence for sentence in _END_OF_SENTENCE.split(words) if accuses.search(sentence)]
    return set().union(*(seats_named(sentence, names) for sentence in sentences))
