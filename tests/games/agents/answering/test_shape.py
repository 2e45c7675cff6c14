"""The schema of an answer: providers take it, it offers what is legal and nothing else, and thinking comes first."""

import json
from typing import Any

import pytest

from games.agents.agent import Exchange
from games.agents.answering import schema_for
from games.agents.answering.names import LATER, order_said
from games.agents.notes import Note
from games.agents.providers import Reply
from games.engine.questions import PADS, Act, Choose, Illegal
from games.loopback.replies.payloads import legal
from games.loopback.replies.playing import names_in
from games.loopback.schemas import check_anthropic, check_openai
from tests.games.agents.answering.put import EVERY, title

EACH_QUESTION = pytest.mark.parametrize(
    "each", [pytest.param(each, id=f"{slug}-{title(each)}") for slug, each in EVERY]
)
NAMES = ("Ada", "Ben", "Cleo", "Dov")
NOTES = (Note("thought", "private reasoning"),)
PADS_FIELD = "scratchpad_updates"


def schema_of(each: Exchange) -> dict[str, Any]:
    return dict(schema_for(each.question, each.aliases, each.notes))


@EACH_QUESTION
def test_both_protocols_take_it_where_they_promise_to_keep_to_it(each: Exchange) -> None:
    check_openai(schema_of(each), where="response_format", what="response_format 'answer'")
    check_anthropic(schema_of(each), where="output_config.format.schema")


@EACH_QUESTION
def test_it_is_flat_but_for_scratchpads_and_every_field_is_required(each: Exchange) -> None:
    schema = schema_of(each)
    assert set(schema) == {"type", "properties", "required", "additionalProperties"}
    assert schema["required"] == list(schema["properties"])
    assert schema["additionalProperties"] is False
    for name, field in schema["properties"].items():
        assert field["description"]
        if name == PADS_FIELD:
            assert field["required"] == list(field["properties"]) == list(PADS)
        elif field["type"] == "array":
            assert field["items"]["type"] in ("string", "integer")
        else:
            assert field["type"] in ("string", "integer")


@EACH_QUESTION
def test_what_is_private_comes_before_what_is_decided(each: Exchange) -> None:
    private = [note.name for note in each.notes]
    assert list(schema_of(each)["properties"])[: len(private)] == private


@EACH_QUESTION
def test_it_speaks_of_names_and_never_of_seats_or_null(each: Exchange) -> None:
    fields = {name: field for name, field in schema_of(each)["properties"].items() if name != PADS_FIELD}
    told = json.dumps(fields).lower()
    assert "seat" not in told
    assert "null" not in told


@EACH_QUESTION
def test_each_value_on_offer_is_legal_and_each_legal_one_is_on_offer(each: Exchange) -> None:
    question, schema = each.question, schema_of(each)
    offered = {name: offers(field) for name, field in schema["properties"].items() if offers(field)}
    assert all(len(set(names)) == len(names) for names in offered.values())
    if isinstance(question, Act):
        assert offered["order"] == [order_said(order, each.aliases) for order in question.actions]
        for order in offered.get("later_orders", ()):
            assert answered(each, order="wait", later_orders=[order])["orders"][1] in question.known
        return
    for field, values in legal_of(question).items():
        assert [chosen(each, field, name) for name in offered.pop(field)] == values
    assert offered == {}


def offers(field: dict[str, Any]) -> list[Any]:
    """What may be chosen in a field, or in its list."""
    return list(field.get("items", field).get("enum", ()))


def legal_of(question: Any) -> dict[str, list[Any]]:
    """What is legal in each field in which something is chosen."""
    return {name: offers(told) for name, told in question.properties().items() if offers(told)}


def chosen(each: Exchange, field: str, name: Any) -> Any:
    """What is read of a choice by this name; in a list it is the first."""
    some = legal(schema_of(each))[field]
    if not isinstance(some, list):
        return answered(each, **{field: name})[field]
    others = [other for other in some if other != name]
    return answered(each, **{field: [name, *others][: len(some)]})[field][0]


def answered(each: Exchange, **fields: Any) -> dict[str, Any]:
    """The answer with these fields and, in all others, something legal."""
    some = legal(schema_of(each))
    filled: dict[str, Any] = {
        name: {}
        if name == PADS_FIELD
        else field["enum"][0]
        if "enum" in field
        else some[name]
        if field["type"] in ("integer", "array")
        else "Hm."
        for name, field in schema_of(each)["properties"].items()
        if name != LATER
    }
    return each.read(Reply(json.dumps({**filled, **fields})))


def test_who_is_not_on_offer_may_not_be_named() -> None:
    question = Choose("vote", "Whom?", (None, 1, 3))
    assert schema_for(question, NAMES, NOTES)["properties"]["target"]["enum"] == ["nobody", "Ben", "Dov"]
    each = Exchange(question, EVERY[0][1].briefing, NAMES, EVERY[0][1].asked, NOTES)
    with pytest.raises(Illegal, match="target must be one of: nobody, Ben, Dov; not 'Cleo'"):
        each.read(Reply('{"target": "Cleo"}'))


def test_who_may_not_kill_now_is_not_told_of_killing() -> None:
    known = frozenset({"move admin", "vent admin", "kill 1", "kill 9", "sabotage lights", "wait"})
    crew = Act("act", "?", ("move admin", "wait"), known, 3)
    assert names_in(dict(schema_for(crew, NAMES, NOTES))) == ["move admin", "wait", "move admin", "wait"]
    impostor = Act("act", "?", ("kill 1", "wait"), known, 3)
    later = schema_for(impostor, NAMES, NOTES)["properties"]["later_orders"]["items"]["enum"]
    assert later == ["kill Ben", "wait", "move admin", "sabotage lights", "vent admin"], "nobody sits in seat 9"


def test_it_is_made_once_for_the_same_question() -> None:
    assert schema_for(Choose("vote", "Whom?", (1, 3)), NAMES, NOTES) is schema_for(
        Choose("vote", "Whom?", (1, 3)), list(NAMES), list(NOTES)
    )
