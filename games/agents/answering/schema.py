"""The one schema of a game's answers, and the line under a question that says what is legal now.

Law: the schema is the same bytes from a game's first question to its last and for every seat: it names no player, no
role and nothing that can be chosen now. Providers put it before all else that a cache could know, and compile a grammar
for each new one; so what changes is said in the question, and held by reading the answer.

What is private comes first, for a model thinks as it writes; then a union of the shapes of answers, below the root, for
OpenAI takes none there. Each shape begins with the kinds that it is for, by which OpenAI tells them apart. What a cache
knows is cheap and not free, so kinds of the same shape share one, and nothing is said twice.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from games.agents.answering.disclosing import SHAPES
from games.agents.answering.names import FIRST, LATER, ORDERS, are_numbers, named, order_said
from games.agents.notes import Note
from games.engine.contract import check_question
from games.engine.disclosing import BELIEFS, CLAIMS
from games.engine.questions import Act, Question

WRAPPER: Final = "reply"  # what is decided, behind what is private
KIND: Final = "answer"  # the field with the kind of an answer, first in it and in the line under a question
MOST_NUMBERS: Final = 21  # from one bound to the other that are offered one by one

_FROM_TO: Final = re.compile(r"\bfrom (-?\d{1,9}) to (-?\d{1,9})\b")

Json = Any  # whatever JSON there is


def schema_of_answers(
    kinds: Sequence[Question[Any]], notes: Sequence[Note], beside: Callable[[str], Sequence[str]] = lambda _: ()
) -> Mapping[str, Json]:
    """The schema of every answer to questions of these kinds, whose private fields are these notes; `beside` says by
    kind what is asked for beside the answer: what is believed before what is decided, and what is claimed after it."""
    fields: dict[str, dict[str, Json]] = {}
    for question in kinds:
        disclosed = beside(question.kind)
        fields.setdefault(question.kind, {}).update(
            {name: SHAPES[name] for name in disclosed if name == BELIEFS}
            | fields_of(question)
            | {name: SHAPES[name] for name in disclosed if name == CLAIMS}
        )
    shared = _shared(fields.values())
    shapes: dict[str, tuple[list[str], dict[str, Json]]] = {}
    for kind, each in fields.items():
        named = {name: _ref(name) if shape == shared.get(name) else shape for name, shape in each.items()}
        shapes.setdefault(json.dumps(named), ([], named))[0].append(kind)
    variants = [_object({KIND: {"type": "string", "enum": alike}, **named}) for alike, named in shapes.values()]
    root = _object({**{note.name: {"type": "string"} for note in notes}, WRAPPER: {"anyOf": variants}})
    return {**root, "$defs": shared} if shared else root


def _shared(answers: Iterable[Mapping[str, Json]]) -> dict[str, Json]:
    """The fields that are long to tell and the same in several answers."""
    found: dict[str, list[Json]] = {}
    for fields in answers:
        for name, shape in fields.items():
            found.setdefault(name, []).append(shape)
    return {name: each[0] for name, each in found.items() if len(each) > 1 and _is_long(each[0]) and _is_one(each)}


def _is_long(shape: Mapping[str, Json]) -> bool:
    return "properties" in shape.get("items", shape)


def _is_one(shapes: Sequence[Json]) -> bool:
    return all(shape == shapes[0] for shape in shapes)


def _ref(name: str) -> dict[str, Json]:
    return {"$ref": f"#/$defs/{name}"}


def fields_of(question: Question[Any]) -> dict[str, Json]:
    """What is decided in an answer by the names of fields, in a shape that holds for all questions of the kind."""
    fields: dict[str, Json] = {}
    for name, told in question.properties().items():
        if isinstance(question, Act) and name == ORDERS:
            fields[FIRST] = {"type": "string"}
            if question.most > 1:
                fields[LATER] = {"type": "array", "items": {"type": "string"}}
        else:
            fields[name] = _lasting(question, name, told)
    return fields


def _lasting(question: Question[Any], name: str, told: Mapping[str, Json]) -> Json:
    """The shape of a field without what may be chosen in it now."""
    if "enum" in told:
        return {"type": "integer" if are_numbers(question, name, told, ()) else "string"}
    if "enum" in told.get("items", ()):
        return {"type": "array", "items": _lasting(question, name, told["items"])}
    return _undescribed(told)


def _undescribed(told: Json) -> Json:
    """A part of a schema without descriptions; whole numbers between bounds are offered one by one, for not every
    provider takes bounds."""
    if isinstance(told, list):
        return [_undescribed(each) for each in told]
    if not isinstance(told, Mapping):
        return told
    if (numbers := numbers_in(told)) is not None:
        return {"type": "integer", "enum": numbers}
    return {
        word: _undescribed(each) for word, each in told.items() if word != "description" or isinstance(each, Mapping)
    }


def numbers_in(told: Mapping[str, Json]) -> list[int] | None:
    """The whole numbers that a field takes, where it says from which to which, by bounds or in words; None where they
    are many."""
    if told.get("type") != "integer":
        return None
    in_words = _FROM_TO.search(told.get("description", ""))
    least, most = (int(in_words[1]), int(in_words[2])) if in_words else (None, None)
    least, most = told.get("minimum", least), told.get("maximum", most)
    if least is None or most is None or most - least >= MOST_NUMBERS:
        return None
    return list(range(least, most + 1))


def _object(fields: Mapping[str, Json]) -> dict[str, Json]:
    return {"type": "object", "properties": dict(fields), "required": list(fields), "additionalProperties": False}


def kinds_in(schema: Mapping[str, Json]) -> frozenset[str]:
    """The kinds of answers that a schema has."""
    variants = schema.get("properties", {}).get(WRAPPER, {}).get("anyOf", ())
    return frozenset(kind for each in variants for kind in each["properties"][KIND]["enum"])


def legal_now(question: Question[Any], aliases: Sequence[str]) -> str:
    """The line of JSON under a question: the kind of its answer, and for each field in which something is chosen a list
    of what may be. Where several are chosen it says "from" which, and how many at "least" and at "most"."""
    return _legal_now(question, tuple(aliases))


@lru_cache(maxsize=1_024)
def _legal_now(question: Question[Any], aliases: tuple[str, ...]) -> str:
    check_question(question)
    line: dict[str, Json] = {KIND: question.kind}
    for name, told in question.properties().items():
        items = told.get("items", {})
        if isinstance(question, Act) and name == ORDERS:
            line[FIRST] = [order_said(order, aliases) for order in question.actions]
        elif "enum" in told:
            line[name] = _choices(question, name, told, aliases)
        elif "enum" in items:
            choices = _choices(question, name, items, aliases)
            least, most = told.get("minItems", 0), told.get("maxItems", len(choices))
            line[name] = {"from": choices, "least": least, "most": most}
    return json.dumps(line, ensure_ascii=False)


def _choices(question: Question[Any], name: str, told: Mapping[str, Json], aliases: Sequence[str]) -> list[int | str]:
    if are_numbers(question, name, told, aliases):
        return list(told["enum"])
    return list(named(question, name, told["enum"], aliases))
