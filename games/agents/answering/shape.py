"""The shape of an answer, as a model is told it. Law: flat, every field required, private fields before the decision.

It is the question's own schema with names for seats. Every value that may be chosen is in an enum; lengths are said in
words and checked when the answer is read, for some providers refuse a schema that bounds them.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from games.agents.answering.names import named, orders_said
from games.agents.notes import Note
from games.engine.questions import Act, Question


def schema_for(question: Question[Any], aliases: Sequence[str], notes: Sequence[Note]) -> dict[str, Any]:
    """The JSON schema of an answer at a table with these names; `notes` are the private fields before the decision."""
    shape: dict[str, Any] = {note.name: {"type": "string", "description": note.told} for note in notes}
    for name, told in question.properties().items():
        shape[name] = _in_names(question, name, told, aliases)
    return {"type": "object", "properties": shape, "required": list(shape), "additionalProperties": False}


def _in_names(question: Question[Any], name: str, told: Mapping[str, Any], aliases: Sequence[str]) -> dict[str, Any]:
    if "enum" in told:
        values = named(question, name, told["enum"], aliases)
        return {"type": "string", "enum": values, "description": _about_names(str(told["description"]))}
    if isinstance(question, Act) and name == "orders":
        first = ", ".join(orders_said(question, aliases)[: len(question.actions)])
        many = "one order" if question.most == 1 else f"1 to {question.most} orders, run on tick by tick"
        described = f"{many}; the first must be one of: {first}"
        items = {"type": "string", "enum": orders_said(question, aliases)}
        return {"type": "array", "items": items, "description": described}
    return dict(told)


def _about_names(described: str) -> str:
    """What a field is for, said of names: the engine's words speak of seat numbers and null."""
    for engine, model in (
        ("a seat number, or null for nobody", "a name, or nobody"),
        ("a seat number", "a name"),
        ("the seat that you address, or null for everyone", "whom you address"),
        ("the seat that you vote for, 'skip', or null to go on talking", "whom you vote for, skip, or not yet"),
    ):
        described = described.replace(engine, model)
    return described
