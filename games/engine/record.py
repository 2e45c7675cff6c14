"""What a game was, in bytes that anybody can check: its hash, and the commitment made before it began.

The hash covers what was decided (header, events, outcome) and leaves out what was incidental: times, sentences, ids,
thoughts, calls and the order in which answers arrived.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from typing import Any

from games.engine.table import Deal

_ENCODER = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def canonical(value: Any) -> bytes:  # Any: JSON values
    """A JSON value as the one text that stands for it: sorted keys, no blanks, UTF-8."""
    return _ENCODER.encode(value).encode()


def lines(
    *,
    ruleset: str,
    revision: int,
    options: Mapping[str, Any],
    deal: Deal,
    ledger: Iterable[Mapping[str, Any]],
    winner: str,
    rounds: int,
) -> Iterator[bytes]:
    """The canonical lines of a finished game; `ledger` as Entry.plain() gives it."""
    seats = [{"alias": alias, "role": role.name} for alias, role in zip(deal.aliases, deal.roles, strict=True)]
    yield canonical({"ruleset": ruleset, "revision": revision, "options": dict(options), "seats": seats})
    for entry in ledger:
        heard_by = entry["heard_by"] or "nobody"
        when = {key: entry[key] for key in ("seq", "kind", "round", "phase")}
        yield canonical({**entry["data"], **when, "heard_by": heard_by})
    yield canonical({"winner": winner, "rounds": rounds})


def hash_of(game: Iterable[bytes]) -> str:
    """SHA-256 over canonical lines, each ended by a line feed, in hexadecimal."""
    digest = sha256()
    for line in game:
        digest.update(line + b"\n")
    return digest.hexdigest()


def commitment(*, seed: str, salt: str, deal: Deal) -> str:
    """SHA-256, in hexadecimal, over the canonical JSON of seed, salt and deal: public from the start of a game."""
    dealt = {
        "aliases": list(deal.aliases),
        "first": deal.first,
        "roles": [role.name for role in deal.roles],
        "salt": salt,
        "seed": seed,
    }
    return sha256(canonical(dealt)).hexdigest()
