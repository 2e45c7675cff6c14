"""What logs and calls look like, as JSON Schema (2020-12). Law: a schema that was published goes on holding for what is
written under its number; what would break it is a new number, here and in what is written.

The fields of events are read off their classes. A rule book of another package may have kinds of its own: of these a
schema says what all events have.
"""

from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from types import UnionType
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

from games.engine.disclosing import CLAIMED
from games.engine.events import KINDS, Event
from games.engine.record import GIVEN
from games.engine.rulesets import all_rulesets
from games.ledger import calls, logs

Schema = dict[str, Any]
DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
TEXT: Final[Schema] = {"type": "string"}
WHOLE: Final[Schema] = {"type": "integer", "minimum": 0}
AMOUNT: Final[Schema] = {"type": "string", "pattern": "^[0-9]+(\\.[0-9]+)?$", "description": "US dollars."}
MOMENT: Final[Schema] = {"type": ["string", "null"], "pattern": "^[0-9-]{10}T[0-9:.]{12}Z$"}
ANYTHING: Final[Schema] = {"type": "object"}
DIGEST: Final[Schema] = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
HEARD_BY: Final[Schema] = {"oneOf": [{"enum": ["everyone", "nobody"]}, {"type": "array", "items": WHOLE}]}
TOKENS: Final = ("input_tokens", "cached_tokens", "cache_written_tokens", "output_tokens", "reasoning_tokens")


def or_null(schema: Schema) -> Schema:
    """The same, or null."""
    return {**schema, "type": [schema["type"], "null"]}


def whole_object(properties: Mapping[str, Schema], *, optional: tuple[str, ...] = (), told: str = "") -> Schema:
    """An object with these fields and no others; those that are not `optional` are always there."""
    required = [name for name in properties if name not in optional]
    description = {"description": told} if told else {}
    return {"type": "object", **description, "properties": dict(properties), "required": required} | {
        "additionalProperties": False
    }


def list_of(schema: Schema) -> Schema:
    """A list of such."""
    return {"type": "array", "items": schema}


BELIEF: Final = whole_object({"about": WHOLE, "chance": {"type": "integer", "minimum": 0, "maximum": 100}})
CLAIM: Final[Mapping[str, Schema]] = {"kind": {"enum": list(CLAIMED)}, "about": WHOLE, "value": TEXT}
DISCLOSED: Final = whole_object(
    {"beliefs": list_of(BELIEF), "claims": list_of(whole_object(CLAIM)), "dropped": WHOLE},
    told="What a player said beside an answer: whom it believes hidden, and what its words claim.",
)
VERDICT: Final = whole_object(
    {
        "event": WHOLE,
        "speaker": WHOLE,
        **CLAIM,
        "verdict": {"enum": ["true", "false", "unknowable"]},
        "shown_by": or_null(WHOLE),
        "public_from": or_null(WHOLE),
    },
    told="A claim that was made aloud, held against what happened, by the numbers of the events.",
)
ROW: Final[Schema] = {
    "seq": {"type": "integer", "minimum": 1, "description": "The view's own number, without gaps."},
    "kind": TEXT,
    "round": WHOLE,
    "phase": TEXT,
    "at": MOMENT,
    "text": {"type": "string", "description": "The event in one plain sentence."},
    "heard_by": HEARD_BY,
    "thought": TEXT,
    "thoughts": {"type": "object", "additionalProperties": TEXT},
    "disclosed": {"type": "object", "additionalProperties": DISCLOSED},
}
SOMETIMES: Final = ("heard_by", "thought", "thoughts", "disclosed")  # not in the public view


# --- events ----------------------------------------------------------------------------------------------------------


def of_type(kind: Any) -> Schema:  # Any: a type as an annotation has it
    """The schema of what a field of an event holds."""
    if kind is type(None):
        return {"type": "null"}
    if kind in (int, str, bool):
        return {"type": {int: "integer", str: "string", bool: "boolean"}[kind]}
    if get_origin(kind) in (Union, UnionType):
        return {"anyOf": [of_type(each) for each in get_args(kind)]}
    if get_origin(kind) is tuple:
        return list_of(of_type(get_args(kind)[0]))
    if hasattr(kind, "_fields"):
        return whole_object({name: of_type(each) for name, each in get_type_hints(kind).items()})
    raise TypeError(f"a field of an event is of a type that no schema is known for: {kind!r}")


def events_of_the_house() -> dict[str, type[Event]]:
    """The kinds of events that ship with the league, by name."""
    all_rulesets()  # which makes all of them known
    return {kind: KINDS[kind] for kind in sorted(KINDS) if KINDS[kind].__module__.startswith("games.engine.")}


def event_schema() -> Schema:
    """An event: what all have, and for each kind that ships its own fields and no others."""
    common = {"type": "object", "properties": ROW, "required": [name for name in ROW if name not in SOMETIMES]}
    branches = []
    for kind, cls in events_of_the_house().items():
        hints = get_type_hints(cls)
        own = {field.name: of_type(hints[field.name]) for field in fields(cls)}
        # What all have is said once; here only that it may be there.
        row = {"properties": dict.fromkeys(ROW, True) | own, "required": list(own), "additionalProperties": False}
        branches.append({"if": {"properties": {"kind": {"const": kind}}, "required": ["kind"]}, "then": row})
    return {**common, "allOf": branches}


# --- the log ---------------------------------------------------------------------------------------------------------

USED: Final = whole_object({"calls": WHOLE, **dict.fromkeys(TOKENS, WHOLE), "cost": AMOUNT, "sure": AMOUNT})
ASKED: Final = whole_object(
    {
        "since_poll": WHOLE,
        "briefing": or_null(WHOLE),
        "version": or_null(WHOLE),
        "protocol": TEXT,
        "model": TEXT,
        "host": or_null(TEXT),
        "parameters": ANYTHING,
    },
    told="How the model of a seat was asked, from a poll on.",
)
ANSWERED: Final = whole_object(
    {
        "since_poll": WHOLE,
        "provider": TEXT,
        "model": TEXT,
        "fingerprint": or_null(TEXT),
        "shape": TEXT,
        "without": {"type": "array", "items": TEXT},
    },
    told="Where a model was asked and which one answered, how, and without what it is known to refuse.",
)
SEAT: Final = whole_object(
    {
        "seat": WHOLE,
        "alias": TEXT,
        **dict.fromkeys(("player_id", "persona", "model", "strategy_level"), or_null(TEXT)),
        "is_aware": {"type": ["boolean", "null"], "description": "Whether it knew that it is a model among models."},
        "sheet_version": or_null(WHOLE),
        "asked": list_of(ASKED),
        "answered": list_of(ANSWERED),
        "role": or_null(TEXT),
        "team": or_null(TEXT),
        "survived": {"type": ["boolean", "null"]},
        "died_round": or_null(WHOLE),
        "sheet": {"type": "object", "description": "A character that its model wrote for this game."},
    },
    optional=("is_aware", "sheet"),  # logs from before it could be so do not say it
)
REFUSED: Final = whole_object(
    {"try": WHOLE, "said": or_null(TEXT), "fault": TEXT}, told="An answer that could not stand, and why."
)
JOURNAL: Final = whole_object(
    {
        "poll": WHOLE,
        "seat": WHOLE,
        "kind": {"type": "string", "description": "The kind of question; its rule book says which there are."},
        "digest": TEXT,
        "answer": ANYTHING,
        "thought": TEXT,
        "default_reason": {"type": "string", "description": "Why a default stands here; empty for an own answer."},
        "disclosed": DISCLOSED,
        "at": MOMENT,
        "tries": or_null(WHOLE),
        "used": USED,
        "refused": list_of(REFUSED),
    },
    optional=("disclosed", "at", "tries", "used", "refused"),
)
NARRATED: Final = whole_object({"after": WHOLE, "text": TEXT, "author": TEXT})


def log_schema() -> Schema:
    """The log of a game in any of its views."""
    properties: dict[str, Schema] = {
        "schema": {"const": logs.SCHEMA},
        "release": TEXT,
        "game": or_null(TEXT),
        "season": or_null(TEXT),
        "ruleset": TEXT,
        "revision": WHOLE,
        "options": ANYTHING,
        "terms": ANYTHING,
        "unrated": {"type": "string", "description": "Why it is in no result: a model was substituted."},
        "seed": or_null(TEXT),
        "salt": or_null(TEXT),
        "commitment": DIGEST,
        "first": or_null(WHOLE),
        "dealt": {"const": GIVEN, "description": "The deal is not drawn from the seed; the commitment says so too."},
        "seats": list_of(SEAT),
        "winner": or_null(TEXT),
        "rounds": WHOLE,
        "events": list_of(event_schema()),
        "journal": list_of(JOURNAL),
        "claims": list_of(VERDICT),
        "calls": USED,
        "narrations": list_of(NARRATED),
        "hash": or_null(DIGEST),
    }
    told = "The log of a game; before its end, of what is secret everything is null or missing."
    return whole_object(
        properties, optional=("unrated", "dealt", "journal", "claims", "calls", "narrations"), told=told
    )


# --- calls -----------------------------------------------------------------------------------------------------------

PROMPT: Final = whole_object(
    {
        "system": list_of(DIGEST),
        "history": list_of(DIGEST),
        "task": TEXT,
        "retorts": list_of(whole_object({"text": TEXT, "reason": TEXT})),
        "schema": DIGEST,
        "parameters": ANYTHING,
    },
    told="What was sent; texts by their hashes, which stand in lines before. The schema's text is JSON.",
)
CALL: Final = whole_object(
    {
        "id": TEXT,
        "purpose": {"enum": ["answer", "narration", "reflection"]},
        "poll": or_null(WHOLE),
        "seat": or_null(WHOLE),
        "kind": {**or_null(TEXT), "description": "Of the question; null where it got no answer."},
        "try": WHOLE,
        "provider": TEXT,
        "model": TEXT,
        "returned_model": or_null(TEXT),
        "fingerprint": or_null(TEXT),
        "rung": TEXT,
        "status": {"enum": ["intended", "sent", "answered", "refused", "failed", "orphaned"]},
        "at": {**MOMENT, "type": "string"},
        "seconds": {"type": ["number", "null"]},
        "prompt": {"oneOf": [{"type": "null", "description": "Not kept, or deleted by now."}, PROMPT]},
        "reply": or_null(TEXT),
        "thinking": {**or_null(TEXT), "description": "What the provider showed of the model's thinking."},
        "thought": {**or_null(TEXT), "description": "The private thought of the answer that stands."},
        "fault": {**or_null(TEXT), "description": "Why the answer could not stand."},
        "default": {
            **or_null(TEXT),
            "description": "At the last call of a question: why a default stands.",
        },
        "error": {**or_null(TEXT), "description": "What the provider said; null for who may not see it."},
        "usage": {
            "oneOf": [
                {"type": "null"},
                whole_object(dict.fromkeys(TOKENS, or_null(WHOLE)), told="Null: not known of older calls."),
            ]
        },
        "cost": AMOUNT,
        "is_sure": {"type": "boolean", "description": "Whether it cost that; else that is the most that it may have."},
    }
)
GAME: Final = whole_object(
    {
        "schema": {"const": calls.SCHEMA},
        "game": TEXT,
        "season": or_null(TEXT),
        "ruleset": TEXT,
        "revision": WHOLE,
        "status": {"enum": ["finished", "void", "diverged"]},
        "calls": WHOLE,
        "words": {"enum": ["kept", "not kept", "deleted"]},
        "kept_days": {**or_null(WHOLE), "description": "After the game's end; null for good."},
    }
)


def calls_schema() -> Schema:
    """A line of the calls of games."""
    text = whole_object({"hash": DIGEST, "text": TEXT}, told="A text that calls were sent, by its SHA-256.")
    lines = {"game": GAME, "text": text, "call": CALL}
    return {"oneOf": [whole_object({name: schema}) for name, schema in lines.items()]}


SCHEMAS: Final = {
    f"log-{logs.SCHEMA}": ("The log of a game", log_schema),
    f"calls-{calls.SCHEMA}": ("A line of the calls of games", calls_schema),
}


@cache
def schema_named(name: str) -> Schema:
    """A schema by the name of its file, without the ending. Raises LookupError."""
    title, made = SCHEMAS[name]
    return {"$schema": DIALECT, "$id": f"{name}.json", "title": title, **made()}
