"""What a game was, in bytes that anybody can check: its hash, and the commitment made before it began.

The hash covers what was decided (header, events, outcome) and leaves out what was incidental: times, sentences, ids,
thoughts, calls and the order in which answers arrived.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields
from functools import cache, lru_cache
from hashlib import sha256
from json.encoder import encode_basestring
from typing import Any

from games.engine.events import Event
from games.engine.moderator import Moderator
from games.engine.ruleset import Options
from games.engine.table import EVERYONE, Deal, Entry, Hearers

_ENCODER = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)
GIVEN = "given"  # how logs and commitments call a deal that is not drawn from its game's seed
EVERYONE_TOLD = f'"{EVERYONE}"'
Line = Callable[[Any, int, str, str, str], str]


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
    yield _head(ruleset, revision, _ENCODER.encode(dict(options)), deal).encode()
    for entry in ledger:
        heard_by = entry["heard_by"] or "nobody"
        when = {key: entry[key] for key in ("seq", "kind", "round", "phase")}
        yield canonical({**entry["data"], **when, "heard_by": heard_by})
    yield canonical({"winner": winner, "rounds": rounds})


def _head(ruleset: str, revision: int, options: str, deal: Deal) -> str:
    seats = ",".join(
        [
            f'{{"alias":{encode_basestring(alias)},"role":{encode_basestring(role.name)}}}'
            for alias, role in zip(deal.aliases, deal.roles, strict=True)
        ]
    )
    rules = f'"revision":{_json(revision)},"ruleset":{_json(ruleset)}'
    return f'{{"options":{options},{rules},"seats":[{seats}]}}'


@lru_cache(maxsize=64)
def _options_of(options: Options, revision: int) -> str:
    """The options of games that are alike, as their head has them."""
    return _ENCODER.encode(options.plain(revision))


def hash_of(game: Iterable[bytes]) -> str:
    """SHA-256 over canonical lines, each ended by a line feed, in hexadecimal."""
    digest = sha256()
    for line in game:
        digest.update(line + b"\n")
    return digest.hexdigest()


def hash_of_ledger(
    *,
    ruleset: str,
    revision: int,
    options: Mapping[str, Any],
    deal: Deal,
    ledger: Iterable[Entry],
    winner: str,
    rounds: int,
) -> str:
    """What hash_of(lines(…)) says of these entries in plain, in a sixth of the time: each line is written at once,
    without the mappings in between, by a function that is made for its kind of event."""
    return _hash_of(_head(ruleset, revision, _ENCODER.encode(dict(options)), deal), ledger, winner, rounds)


def hash_of_finished(game: Moderator) -> str:
    """The hash of a finished game, straight from its moderator."""
    head = _head(game.ruleset.slug, game.revision, _options_of(game.options, game.revision), game.deal)
    return _hash_of(head, game.ledger, game.winner or "", game.rounds)


def _hash_of(head: str, ledger: Iterable[Entry], winner: str, rounds: int) -> str:
    told = [head]
    tell = told.append
    known: dict[type[Event], Line] = {}  # of this game: asking the cache takes a call for each line
    last_round: object = told  # neither is any entry's
    last_phase: object = told
    for seq, round, phase, event, heard_by, _ in ledger:
        if round is not last_round:
            last_round, round_text = round, _json(round)
        if phase is not last_phase:
            last_phase, phase_text = phase, _json(phase)
        kind = event.__class__
        line = known.get(kind)
        if line is None:
            line = known[kind] = _line_of(kind)
        hearers = EVERYONE_TOLD if heard_by is EVERYONE else _heard_by(heard_by)
        tell(line(event, seq, round_text, phase_text, hearers))
    told.append(f'{{"rounds":{_json(rounds)},"winner":{_json(winner)}}}\n')
    return sha256("\n".join(told).encode()).hexdigest()


@cache
def _line_of(kind: type[Event]) -> Line:
    """Writes an event of this class as its canonical line, given its seq and the texts of round, phase and hearers."""
    # A class that words its fields itself does so for a tuple of named tuples: as a list of objects.
    worded = "_objects" if kind.data is not Event.data else "_json"
    values = {each.name: _value(f"event.{each.name}", str(each.type), worded) for each in fields(kind)}
    values |= {"seq": "{seq}", "round": "{round}", "phase": "{phase}", "heard_by": "{heard_by}"}
    values |= {"kind": _json(kind.kind)}
    told = ",".join(f"{_json(name)}:{values[name]}" for name in sorted(values))
    return _made("event, seq, round, phase, heard_by", told)


def _value(of: str, hint: str, worded: str) -> str:
    """How a line has a value. A hint that holds nearly always spares a call; what a type says is asked all the same."""
    if worded == "_json" and hint in ("Seat", "int", "<class 'int'>"):
        return f"{{v if type(v := {of}) is int else _json(v)}}"
    if worded == "_json" and hint in ("str", "<class 'str'>"):
        return f"{{_text(v) if type(v := {of}) is str else _json(v)}}"
    return f"{{{worded}({of})}}"


def _made(parameters: str, told: str) -> Callable[..., str]:
    """A function of these parameters that returns an object with this inside. Made of our own names alone, as
    dataclasses make theirs."""
    scope: dict[str, Any] = {"_json": _json, "_objects": _objects, "_text": encode_basestring}
    exec(f"def made({parameters}):\n    return f'{{{{{told}}}}}'", scope)  # noqa: S102
    made: Callable[..., str] = scope["made"]
    return made


def _objects(values: Iterable[Any]) -> str:
    """Named tuples of one class as objects in a list."""
    told = tuple(values)
    return f"[{','.join(map(_object_of(told[0].__class__), told))}]" if told else "[]"


@cache
def _object_of(kind: Any) -> Callable[[Any], str]:  # Any: a class of named tuples, which types cannot say
    hints = kind.__annotations__
    return _made(
        "of", ",".join(f"{_json(name)}:{_value(f'of.{name}', str(hints[name]), '_json')}" for name in sorted(hints))
    )


def _json(value: Any) -> str:  # Any: JSON values
    """A value as its canonical text; what is short is worded faster here than by the encoder, which is made anew for
    each. Asked for is the type itself: True is a whole number too, and not written as one."""
    kind = type(value)
    if kind is str:
        return encode_basestring(value)
    if kind is int:
        return int.__repr__(value)
    if value is None:
        return "null"
    if kind is list or kind is tuple:
        return f"[{','.join([_json(each) for each in value])}]"
    return _ENCODER.encode(value)


@lru_cache(maxsize=1_024)
def _heard_by(hearers: Hearers) -> str:
    return _ENCODER.encode(hearers if hearers == EVERYONE else sorted(hearers) or "nobody")


def commitment(*, seed: str, salt: str, deal: Deal) -> str:
    """SHA-256, in hexadecimal, over the canonical JSON of seed, salt and deal: public from the start of a game. Of a
    deal that is not drawn from the seed it says so: `dealt` is "given" in it."""
    dealt = {
        "aliases": list(deal.aliases),
        "first": deal.first,
        "roles": [role.name for role in deal.roles],
        "salt": salt,
        "seed": seed,
        **({"dealt": GIVEN} if deal.is_given else {}),
    }
    return sha256(canonical(dealt)).hexdigest()
