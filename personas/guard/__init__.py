"""What is wrong with a text that somebody wants remembered.

Law: this is the second line. What a player is briefed with of earlier games is composed from typed fields, so that no
sentence of another's can reach it however well it is put; here is looked at what people approve, import or write, and
what is fluent advice passes. It says everything that is wrong at once, and it never mends a text.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from personas.guard.echoes import echo_in
from personas.guard.folding import Folded, fold, folded
from personas.guard.form import LONGEST, TOO_LONG, form_of
from personas.guard.letters import letters_in
from personas.guard.orders import orders_in
from personas.guard.verdicts import verdicts_in

__all__ = ["LONGEST", "complaints", "complaints_by_field"]

MOST_READ: Final = 10 * LONGEST  # characters; of what is longer nothing else is told
# Words of a longer name by which nobody is known.
TITLES: Final = frozenset(
    ("old", "young", "captain", "dame", "sister", "brother", "professor", "doctor", "granny", "baron", "madame",
     "mister", "miss", "lady", "lord", "uncle", "aunt", "king", "queen", "major", "colonel", "judge", "agent",
     "inspector", "saint", "the", "and", "von", "van")
)  # fmt: skip
# Names drawn for a table that also are common words: they count only where they are written as names.
COMMON: Final = frozenset(
    ("red", "blue", "green", "pink", "orange", "yellow", "black", "white", "ivory", "purple", "brown", "cyan", "lime",
     "maroon", "teal", "coral", "amber", "rose", "olive")
)  # fmt: skip
_LONG_NUMBER: Final = re.compile(r"(?<![\w])(?:[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}|\d{7,})(?!\w)")
_HEX: Final = re.compile(r"(?<!\w)(?:0x)?(?=[a-fA-F]*\d)[0-9a-fA-F]{10,}(?!\w)")


def complaints(
    text: str,
    *,
    heard: Sequence[str],
    names: Sequence[str],
    roles: Sequence[str],
    teams: Sequence[str],
    idents: Sequence[str],
) -> list[str]:
    """What is wrong, a sentence each; nothing where it may be remembered.

    `heard` is what others said in the game it comes from, in order; `names` are what players are called in it, their
    ids among them; `roles` and `teams` those of the rule books; `idents` what may not stand in it at all: ids and seeds
    of games, and the names that were drawn for a table.
    """
    if len(text) > MOST_READ:
        return [TOO_LONG.format(LONGEST, len(text))]
    wrong = [*form_of(text), *letters_in(text)]
    whole = folded(text)
    named = whole.with_names(_names((*names, *idents)))
    wrong += verdicts_in(named, [*roles, *teams])
    wrong += _idents_in(whole, idents)
    wrong += orders_in(named)
    if echo := echo_in(whole.written, heard):
        wrong.append(f"it repeats more than eight words of another's speech: {echo[:80]!r}")
    return list(dict.fromkeys(wrong))


def complaints_by_field(
    value: object,
    *,
    where: str,
    heard: Sequence[str],
    names: Sequence[str],
    roles: Sequence[str],
    teams: Sequence[str],
    idents: Sequence[str],
) -> dict[str, list[str]]:
    """What is wrong with each text in a JSON value that somebody wrote, by where it stands ("learned.notes[1]"); what a
    field is called is a text, too. What games wrote into a memory is typed, holds their ids, and is not for this."""
    found: dict[str, list[str]] = {}
    for place, text in _texts_in(value, where):
        told = complaints(text, heard=heard, names=names, roles=roles, teams=teams, idents=idents)
        if told:
            found.setdefault(place, []).extend(told)
    return found


def _texts_in(value: object, where: str) -> Iterator[tuple[str, str]]:
    """The texts in a JSON value, each with where it stands; the name of a field stands in its object."""
    if isinstance(value, str):
        yield where, value
    elif isinstance(value, Mapping):
        for name, each in value.items():
            yield where, str(name)
            yield from _texts_in(each, f"{where}.{name}")
    elif isinstance(value, Sequence):
        for index, each in enumerate(value):
            yield from _texts_in(each, f"{where}[{index}]")


def _idents_in(text: Folded, idents: Sequence[str]) -> Iterator[str]:
    """What of a game stands in a text that no other game has."""
    for ident in dict.fromkeys(filter(None, map(str.strip, idents))):
        sought = text.written if ident.casefold() in COMMON else text.text
        wanted = re.escape(ident if ident.casefold() in COMMON else fold(ident))
        if re.search(rf"(?<![^\W_]){wanted}(?![^\W_])", sought):
            yield f"it names what belongs to one game: {ident!r}"
    if found := _LONG_NUMBER.search(text.written) or _HEX.search(text.written):
        yield f"it holds a number that can only be some game's or seed's: {found[0][:40]!r}"


@lru_cache(maxsize=64)
def _names(names: tuple[str, ...]) -> re.Pattern[str] | None:
    """Whoever may be named, by the whole name or by a part of it that is written as a name."""
    whole = sorted({fold(name.strip()) for name in names if name.strip()}, key=lambda name: (-len(name), name))
    parts = sorted({part for name in whole for part in name.split() if _is_telling(part) and part not in whole})
    if not whole:
        return None
    ways = [f"(?P<whole>{'|'.join(map(re.escape, whole))})"]
    ways += [f"(?P<part>{'|'.join(map(re.escape, parts))})"] if parts else []
    return re.compile(rf"(?<![a-z0-9_])(?:{'|'.join(ways)})(?![a-z0-9_])")


def _is_telling(part: str) -> bool:
    return len(part) > 2 and part.isalpha() and part not in TITLES
