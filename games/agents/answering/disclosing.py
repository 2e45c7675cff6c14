"""What a model says beside its answer: what it believes of the others, and what its speech claims.

Law: nothing here sends an answer back. What cannot be read is dropped and counted; what is read decides nothing.

A belief is a short text, "NAME 30", for it comes with every vote, and an object would cost three times as many tokens.
A claim is an object, for it is rare and its kind is one of a few.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from games.agents.answering.names import plain
from games.engine.disclosing import (
    BELIEFS,
    CERTAIN,
    CLAIMED,
    CLAIMS,
    LONGEST_VALUE,
    MOST_CLAIMS,
    Claim,
    Disclosure,
)
from games.engine.events import Seat
from games.engine.questions import in_one_line

MOST_READ: Final = 100  # things in one list; more are dropped unread
SHAPES: Final[Mapping[str, Mapping[str, Any]]] = {
    BELIEFS: {"type": "array", "items": {"type": "string"}},
    CLAIMS: {
        "type": "array",
        "items": {
            "type": "object",
            "properties": {
                "kind": {"type": "string", "enum": list(CLAIMED)},
                "about": {"type": "string"},
                "value": {"type": "string"},
            },
            "required": ["kind", "about", "value"],
            "additionalProperties": False,
        },
    },
}
_BELIEF: Final = re.compile(
    r"(?P<who>.{1,80}?)(?:\s+-\s+|[\s:=,(]*)\b(?P<chance>[0-9]{1,3}(?:\.[0-9]{1,4})?)\s*%?\)?\s*", re.DOTALL
)
MYSELF: Final = frozenset(("i", "me", "myself"))


def disclosure_in(fields: Mapping[str, Any], asked: Sequence[str], aliases: Sequence[str], seat: Seat) -> Disclosure:
    """What stands beside an answer in the fields that were asked for; a field that is missing says nothing."""
    seats = _seats(tuple(aliases))
    beliefs, strange = _beliefs(fields.get(BELIEFS), seats, seat) if BELIEFS in asked else ({}, 0)
    claims, odd = _claims(fields.get(CLAIMS), seats, seat) if CLAIMS in asked else ((), 0)
    return Disclosure(beliefs, claims, strange + odd)


@lru_cache(maxsize=256)
def _seats(aliases: tuple[str, ...]) -> Mapping[str, Seat]:
    return {plain(alias): seat for seat, alias in enumerate(aliases)}


def _beliefs(given: object, seats: Mapping[str, Seat], me: Seat) -> tuple[dict[Seat, int], int]:
    """Beliefs by seat, and how many could not be read; of two about the same player the last one counts."""
    found: dict[Seat, int] = {}
    listed = _listed(given)
    dropped = max(0, len(listed) - MOST_READ)
    for each in listed[:MOST_READ]:
        who, chance = _belief(each)
        seat = seats.get(plain(who)) if who else None
        if seat is None or seat == me or chance is None or chance > CERTAIN:
            dropped += 1
        else:
            found[seat] = round(chance)
    return found, dropped


def _listed(given: object) -> Sequence[object]:
    """What was given as a list; an object says the same as a list of its fields."""
    if given is None:
        return ()
    if isinstance(given, Mapping):
        return [{"about": name, "chance": value} for name, value in given.items()]
    return given if isinstance(given, list) else (given,)


def _belief(given: object) -> tuple[str, float | None]:
    """Whom a belief is about, and the chance in a hundred; ("", None) where it is none."""
    if isinstance(given, str):
        found = _BELIEF.fullmatch(given.strip()[:LONGEST_VALUE])
        return (found["who"].strip(), float(found["chance"])) if found else ("", None)
    if not isinstance(given, Mapping):
        return "", None
    who = next((given[name] for name in ("about", "player", "name") if isinstance(given.get(name), str)), "")
    chance = next((given[name] for name in ("chance", "probability", "value") if name in given), None)
    if isinstance(chance, bool) or not isinstance(chance, int | float) or not 0 <= chance <= CERTAIN:
        return who, None
    return who, float(chance)


def _claims(given: object, seats: Mapping[str, Seat], me: Seat) -> tuple[tuple[Claim, ...], int]:
    """Claims, each once, and how many could not be read."""
    listed = given if isinstance(given, list) else () if given is None else (given,)
    read = [_claim(each, seats, me) for each in listed[:MOST_READ]]
    found = tuple(dict.fromkeys(claim for claim in read if claim))
    return found[:MOST_CLAIMS], len(listed) - sum(claim is not None for claim in read) + len(found[MOST_CLAIMS:])


def _claim(given: object, seats: Mapping[str, Seat], me: Seat) -> Claim | None:
    if not isinstance(given, Mapping):
        return None
    kind, about, value = (given.get(name) for name in ("kind", "about", "value"))
    if not (isinstance(kind, str) and isinstance(about, str) and isinstance(value, str)) or plain(kind) not in CLAIMED:
        return None
    seat = me if plain(about) in MYSELF else seats.get(plain(about))
    said = in_one_line(value[:LONGEST_VALUE])
    return None if seat is None or not said else Claim(plain(kind), seat, said)
