"""What says that somebody is of a role or of a team, as if that held for good.

Law: roles are dealt anew each game. What somebody was in a game is a fact of it ("she was mafia"), what somebody does
as a role is a habit ("when Rook is mafia"), what somebody claimed is a claim; that somebody *is* something is none of
these.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple

from personas.guard.folding import NAME, Folded
from personas.guard.tongues import BETWEEN_WORDS, UNSPACED, Tongue, one_of, tongues, words

DATA: Final = "sorts.toml"
TOLD: Final = "it says what somebody is, as if a role were for good"
WITHOUT_IS: Final = frozenset(("ru", "tr", "ar"))  # "Rook — mafia" is a sentence there
MOST_BETWEEN: Final = 5  # words between a player and a role
LOOKED_BACK: Final = 3  # words between what makes it a case and the player
ENDS: Final = r"(?=\W*(?:$|[.,;!?)]|\b(?:and|or|but|in|for)\b))"
TAKEN_FOR: Final = ("treat", "regard", "count", "consider", "see", "take", "know")


class Verdict(NamedTuple):
    """What is a verdict in a language, and what before it makes it a case."""

    pattern: re.Pattern[str]
    case: re.Pattern[str]


def verdicts_in(named: Folded, sorts: Sequence[str]) -> Iterator[str]:
    """A sentence where a text says that somebody is of one of these roles and teams. Whoever is named in it has been
    folded to one sign."""
    for pattern, case in _verdicts(tuple(sorts)):
        for found in pattern.finditer(named.text):
            if not case.search(named.text[: found.start()]):
                yield f"{TOLD}: {named.shown(*found.span())!r}"
                return


@lru_cache(maxsize=64)
def _verdicts(sorts: tuple[str, ...]) -> tuple[Verdict, ...]:
    """One for each language; rule books' own names are looked for in all."""
    everywhere = [f"{sort}*" for sort in sorts if sort.strip()]
    return tuple(_verdict(code, tongue, everywhere) for code, tongue in tongues(DATA).items())


def _verdict(code: str, tongue: Tongue, everywhere: Sequence[str]) -> Verdict:
    spaced = code not in UNSPACED
    gap = BETWEEN_WORDS if spaced else r"\s*"

    def some(field: str) -> str:
        return one_of(tongue[field], spaced=spaced)

    sort = one_of([*tongue["sorts"], *everywhere], spaced=spaced)
    few = rf"(?:{some('between')}{gap}){{0,{MOST_BETWEEN}}}?"
    role = rf"{few}{sort}(?!\s*{some('after')})"
    ways = [
        rf"{NAME}{gap}{few}{some('is')}{gap}{role}",
        rf"{some('me')}{gap}{role}",
        rf"{NAME}\s*[=:(-]\s*{role}{ENDS}",
        rf"{sort}{gap}{few}{some('is')}{gap}{few}{NAME}",
    ]
    if code in WITHOUT_IS:
        ways.append(rf"{NAME}{gap}{role}{ENDS}")
    if code == "en":
        taken = one_of(TAKEN_FOR, spaced=True)
        ways += [rf"{NAME}'s{gap}{role}{ENDS}", rf"{taken}{gap}{NAME}{gap}(?:as|for|to be){gap}{role}"]
    return Verdict(re.compile("|".join(ways)), _case(spaced=spaced))


@cache
def _case(*, spaced: bool) -> re.Pattern[str]:
    """What makes a case of a verdict, in any language: the names of rule books, too, stand in sentences of each."""
    unless = one_of(words(DATA, "unless", spaced=spaced), spaced=spaced)
    if spaced:
        return re.compile(rf"{unless}(?:[^\w.!?,;:]+[\w@']+){{0,{LOOKED_BACK}}}[^\w.!?,;:]*$")
    return re.compile(rf"{unless}[^.!?,]{{0,{3 * LOOKED_BACK}}}$")
