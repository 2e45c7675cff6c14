"""The answer to one question as a JSON schema with what is legal in it now, flat, so that good and bad answers can be
made up for it. No model is sent it: it changes with nearly every question (games/agents/answering/schema.py)."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from games.agents.answering.names import FIRST, LATER, ORDERS, are_numbers, named, order_said
from games.agents.answering.schema import numbers_in
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
        return {"type": "array", "items": items, "description": _of_a_list(told)}
    if "enum" in told:
        return {**_choices(question, name, told, aliases), "description": told["description"]}
    if (numbers := numbers_in(told)) is not None:
        return {"type": "integer", "enum": numbers, "description": told["description"]}
    return dict(told)


def _of_a_list(told: Mapping[str, Any]) -> str:
    """What a list is for, and how many are wanted in it, in words that the loopback provider reads."""
    least, most = told.get("minItems", 0), told.get("maxItems")
    if most is None:
        return told["description"] + (f", at least {least}" if least else "")
    return told["description"] + (f", exactly {most}" if least == most else f", up to {most} and at least {least}")


def _choices(question: Question[Any], name: str, told: Mapping[str, Any], aliases: Sequence[str]) -> dict[str, Any]:
    values = list(told["enum"])
    if are_numbers(question, name, told, aliases):
        return {"type": "integer", "enum": values}
    return {"type": "string", "enum": named(question, name, values, aliases)}


def _orders(question: Act, aliases: Sequence[str]) -> dict[str, Any]:
    """The orders in two fields, as a model gives them."""
    orders = [order_said(order, aliases) for order in question.actions]
    shape: dict[str, Any] = {FIRST: {"type": "string", "enum": orders, "description": "what you do now"}}
    if question.most > 1:
        later = {"type": "string", "enum": orders}
        shape[LATER] = {"type": "array", "items": later, "description": f"up to {question.most - 1} more"}
    return shape
