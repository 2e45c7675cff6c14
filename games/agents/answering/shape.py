"""The shape of an answer, as a model is told it. Law: flat, every field required, private fields before the decision.

It is the question's own schema with names for seats. Every value that may be chosen is in an enum; lengths are said in
words and checked when the answer is read, for some providers refuse a schema that bounds them. Numbers that are told
as they are stay numbers.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from games.agents.answering.names import FIRST, LATER, ORDERS, are_numbers, named, order_said, orders_said
from games.agents.notes import Note
from games.engine.contract import check_question
from games.engine.questions import Act, Question


def schema_for(question: Question[Any], aliases: Sequence[str], notes: Sequence[Note]) -> Mapping[str, Any]:
    """The JSON schema of an answer at a table with these names; `notes` are the private fields before the decision.

    It is kept, for the same is asked again and again: nobody may change it.
    """
    return _schema(question, tuple(aliases), tuple(notes))


@lru_cache(maxsize=1_024)
def _schema(question: Question[Any], aliases: tuple[str, ...], notes: tuple[Note, ...]) -> dict[str, Any]:
    check_question(question)
    shape: dict[str, Any] = {note.name: {"type": "string", "description": note.told} for note in notes}
    for name, told in question.properties().items():
        if isinstance(question, Act) and name == ORDERS:
            shape |= _orders(question, aliases)
        else:
            shape[name] = _in_names(question, name, told, aliases)
    return {"type": "object", "properties": shape, "required": list(shape), "additionalProperties": False}


def _in_names(question: Question[Any], name: str, told: Mapping[str, Any], aliases: Sequence[str]) -> dict[str, Any]:
    if "enum" in told.get("items", ()):
        items = _choices(question, name, told["items"], aliases)
        return {"type": "array", "items": items, "description": told["description"] + how_many(told)}
    if "enum" in told:
        return {**_choices(question, name, told, aliases), "description": told["description"]}
    return dict(told)


def how_many(told: Mapping[str, Any]) -> str:
    """How many are wanted in a list, in words."""
    least, most = told.get("minItems", 0), told.get("maxItems")
    if most is None:
        return f", at least {least}" if least else ""
    return f", exactly {most}" if least == most else f", up to {most}" + (f" and at least {least}" if least else "")


def _choices(question: Question[Any], name: str, told: Mapping[str, Any], aliases: Sequence[str]) -> dict[str, Any]:
    values = list(told["enum"])
    if are_numbers(question, name, told, aliases):
        return {"type": "integer", "enum": values}
    return {"type": "string", "enum": named(question, name, values, aliases)}


def _orders(question: Act, aliases: Sequence[str]) -> dict[str, Any]:
    """The orders in two fields, for only the first is bound to what is possible now: so an enum can hold it to that."""
    shape: dict[str, Any] = {
        FIRST: {
            "type": "string",
            "enum": [order_said(order, aliases) for order in question.actions],
            "description": "what you do now",
        }
    }
    if question.most > 1:
        shape[LATER] = {
            "type": "array",
            "items": {"type": "string", "enum": orders_said(question, aliases)},
            "description": f"up to {question.most - 1} orders to go on with, tick by tick, until something new is seen",
        }
    return shape
