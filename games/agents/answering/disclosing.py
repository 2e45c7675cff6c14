"""What a model says beside its answer: what it believes of the others, and what its speech claims.

Law: nothing here sends an answer back. What cannot be read is dropped and counted; what is read decides nothing.

A belief is a short text, "NAME 30", and so is a claim, "role NAME: doctor": an object would cost three times as many
tokens in each answer, and its shape a hundred more in each prompt. Whoever writes objects all the same is read.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

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
from games.engine.questions import in_one_line, plain

LONGEST_CLAIM: Final = LONGEST_VALUE + 100  # characters of a text that are read
MOST_READ: Final = 100  # things in one list; more are dropped unread
SHAPES: Final[Mapping[str, Mapping[str, Any]]] = {
    BELIEFS: {"type": "array", "items": {"type": "string"}},
    CLAIMS: {"type": "array", "items": {"type": "string"}},
}
_BELIEF: Final = re.compile(
    r"(?P<who>.{1,80}?)(?:\s+-\s+|[\s:=,(]*)\b(?P<chance>[0-9]{1,3}(?:\.[0-9]{1,4})?)\s*%?\)?\s*", re.DOTALL
)
_CLAIM: Final = re.compile(rf"\s*(?P<kind>{'|'.join(CLAIMED)})\b[\s:=,(-]*(?P<rest>.+)", re.DOTALL | re.IGNORECASE)
_BETWEEN: Final = ":=,-)\u2013\u2014"  # what may stand between a name and what is said of it
MYSELF: Final = frozenset(("i", "me", "myself"))
LONGEST_NAME: Final = 6  # words


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
    if isinstance(given, str):
        return _claim_told(given[:LONGEST_CLAIM], seats, me)
    if not isinstance(given, Mapping):
        return None
    kind, about, value = (given.get(name) for name in ("kind", "about", "value"))
    if not (isinstance(kind, str) and isinstance(about, str) and isinstance(value, str)) or plain(kind) not in CLAIMED:
        return None
    return _made(kind, _seat_of(about, seats, me), value)


def _claim_told(text: str, seats: Mapping[str, Seat], me: Seat) -> Claim | None:
    """A claim out of "KIND NAME: VALUE"; of two names that it may begin with the longer one is meant."""
    found = _CLAIM.fullmatch(text)
    words = found["rest"].split() if found else []
    for length in range(min(len(words) - 1, LONGEST_NAME), 0, -1):
        seat = _seat_of(" ".join(words[:length]).rstrip(_BETWEEN), seats, me)
        if found and seat is not None:
            return _made(found["kind"], seat, " ".join(words[length:]).lstrip(f"{_BETWEEN} "))
    return None


def _seat_of(name: str, seats: Mapping[str, Seat], me: Seat) -> Seat | None:
    return me if plain(name) in MYSELF else seats.get(plain(name))


def _made(kind: str, seat: Seat | None, value: str) -> Claim | None:
    said = in_one_line(value[:LONGEST_VALUE])
    return None if seat is None or not said else Claim(plain(kind), seat, said)
