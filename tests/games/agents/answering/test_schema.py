"""One schema for all answers of a game: providers take it, it says nothing of a game, and what is legal now stands in
the line under each question."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.agents.agent import Exchange
from games.agents.answering import kinds_in, legal_now, schema_of_answers
from games.agents.answering.names import FIRST, ORDERS
from games.agents.answering.schema import numbers_in
from games.agents.briefing import brief
from games.agents.kinds import kinds_of, with_asked
from games.agents.notes import Note
from games.agents.providers import Reply
from games.engine.questions import Act, Choose, Illegal, Speak
from games.engine.ruleset import Ruleset
from games.engine.rulesets import all_rulesets
from games.loopback.replies.draws import Draws, digest_of
from games.loopback.replies.playing import answer_text
from games.loopback.schemas import check_anthropic, check_openai
from tests.games.agents.answering.put import EVERY, games, title
from tests.games.agents.answering.shape import schema_for

EVERY_RULESET = pytest.mark.parametrize("rules", all_rulesets().values(), ids=lambda rules: rules.slug)
EACH_QUESTION = pytest.mark.parametrize(
    "each", [pytest.param(each, id=f"{slug}-{title(each)}") for slug, each in EVERY]
)
NAMES = ("Ada", "Ben", "Cleo", "Dov")
NOTES = (Note("thought", "private reasoning"),)


def variants(schema: Any) -> dict[str, dict[str, Any]]:
    """The fields of each kind of answer in a schema."""
    offered = [each["properties"] for each in schema["properties"]["reply"]["anyOf"]]
    return {kind: fields for fields in offered for kind in fields["answer"]["enum"]}


def objects(schema: Any) -> Iterator[dict[str, Any]]:
    """All objects in a schema."""
    if isinstance(schema, dict):
        if schema.get("type") == "object":
            yield schema
        for part in schema.values():
            yield from objects(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from objects(part)


# --- the schema ------------------------------------------------------------------------------------------------------


@EVERY_RULESET
def test_it_is_the_same_for_every_question_seat_and_game_of_these_rules(rules: Ruleset[Any]) -> None:
    told: dict[object, set[str]] = {}
    for each in games(rules):
        told.setdefault(each.options, set()).add(json.dumps(brief(each).schema))
    assert {len(schemas) for schemas in told.values()} == {1}


@EVERY_RULESET
def test_both_protocols_take_it_where_they_promise_to_keep_to_it(rules: Ruleset[Any]) -> None:
    schema = dict(brief(next(iter(games(rules)))).schema)
    check_openai(schema, where="response_format", what="response_format 'answer'")
    check_anthropic(schema, where="output_config.format.schema")
    for each in objects(schema):
        assert each["required"] == list(each["properties"])
        assert each["additionalProperties"] is False


@EACH_QUESTION
def test_what_is_private_comes_first_then_the_kind_then_what_is_decided(each: Exchange) -> None:
    private = [note.name for note in each.notes]
    assert list(each.briefing.schema["properties"]) == [*private, "reply"]
    fields = variants(each.briefing.schema)[each.question.kind]
    assert next(iter(fields)) == "answer"
    wanted = set(schema_for(each.question, each.aliases, ())["properties"])
    assert wanted <= fields.keys(), "and others are dropped"


@pytest.mark.parametrize(
    ("told", "numbers"),
    [
        ({"type": "integer", "minimum": 1, "maximum": 3}, [1, 2, 3]),
        ({"type": "integer", "description": "how sure, from 0 to 2"}, [0, 1, 2]),
        ({"type": "integer", "minimum": 1, "description": "from 0 to 2"}, [1, 2]),
        ({"type": "integer", "description": "from 0 to 100"}, None),
        ({"type": "integer", "description": "any number"}, None),
        ({"type": "string", "description": "from 0 to 2"}, None),
    ],
)
def test_few_numbers_are_offered_one_by_one(told: dict[str, Any], numbers: list[int] | None) -> None:
    assert numbers_in(told) == numbers


@EVERY_RULESET
def test_it_names_no_player_and_tells_nothing_twice(rules: Ruleset[Any]) -> None:
    first = next(iter(games(rules)))
    told = json.dumps(brief(first).schema)
    assert "description" not in told
    for name in first.view[0].event.data()["aliases"]:
        assert f'"{name}"' not in told


@EVERY_RULESET
def test_every_field_of_every_kind_is_told_before_the_game(rules: Ruleset[Any]) -> None:
    briefing = brief(next(iter(games(rules))))
    how = briefing.common[briefing.common.index("HOW TO ANSWER") :]
    for fields in variants(briefing.schema).values():  # which has which, and in which order, is the schema's to say
        assert all(f"\n- {name}" in how for name in list(fields)[1:])


def test_a_kind_that_nobody_knew_of_is_added_for_its_question_alone() -> None:
    known = (Speak("speak", ""), Choose("vote", "", ()))
    assert with_asked(known, Choose("vote", "Whom?", (1, 2))) is known
    added = with_asked(known, Choose("exile", "Whom?", (1, 2)))
    assert kinds_in(schema_of_answers(added, NOTES)) == {"speak", "vote", "exile"}
    other = with_asked(known, Speak("vote", "Whom, in your own words?"))
    assert list(variants(schema_of_answers(other, NOTES))["vote"]) == ["answer", "message"]


@EVERY_RULESET
def test_a_ruleset_says_which_questions_it_asks_or_they_are_found_by_playing(rules: Ruleset[Any]) -> None:
    asked: dict[str, set[str]] = {}
    for each in games(rules):
        asked.setdefault(each.question.kind, set()).update(each.question.properties())
        kinds = kinds_of(rules, each.options, rules.default_seats)
        assert with_asked(kinds, each.question) == kinds
    for question in kinds_of(rules, rules.options_from({}, rules.default_seats), rules.default_seats):
        assert asked.get(question.kind, question.properties().keys()) <= question.properties().keys()
        assert question.kind in kinds_in(brief(next(iter(games(rules)))).schema)


# --- the line --------------------------------------------------------------------------------------------------------


@EACH_QUESTION
def test_each_question_ends_with_a_line_of_json_that_names_its_kind(each: Exchange) -> None:
    line = each.briefing.task.splitlines()[-1]
    assert line == each.briefing.legal == legal_now(each.question, each.aliases)
    assert next(iter(json.loads(line).items())) == ("answer", each.question.kind)


@EACH_QUESTION
def test_each_value_in_the_line_is_legal_and_each_legal_one_is_in_it(each: Exchange) -> None:
    offered = json.loads(each.briefing.legal)
    assert offered.pop("answer") == each.question.kind
    for field, told in each.question.properties().items():
        choices = told.get("items", told).get("enum")
        if isinstance(each.question, Act) and field == ORDERS:
            field, choices = FIRST, each.question.actions
        if choices is None:
            assert field not in offered
            continue
        given = offered.pop(field)
        names = given["from"] if isinstance(given, dict) else given
        assert len(set(names)) == len(names)
        assert [chosen(each, field, name) for name in names] == list(choices)
    assert offered == {}


def chosen(each: Exchange, field: str, name: Any) -> Any:
    """What is read of a choice by this name; in a list it is the first."""
    line = json.loads(each.briefing.legal)
    if isinstance(line.get(field), dict):
        others = [other for other in line[field]["from"] if other != name]
        return answered(each, **{field: [name, *others][: max(1, line[field]["least"])]})[field][0]
    if field == FIRST:
        return answered(each, **{field: name})[ORDERS][0]
    return answered(each, **{field: name})[field]


def answered(each: Exchange, **fields: Any) -> dict[str, Any]:
    """The answer with these fields and, in all others, something legal."""
    text = answer_text(dict(each.briefing.schema), each.briefing.task, Draws(digest_of(title(each))))
    said = json.loads(text)
    return each.read(Reply(json.dumps({**said, "reply": {**said["reply"], "later_orders": [], **fields}})))


def test_who_is_not_in_the_line_may_not_be_named() -> None:
    question = Choose("vote", "Whom?", (None, 1, 3))
    assert legal_now(question, NAMES) == '{"answer": "vote", "target": ["nobody", "Ben", "Dov"]}'
    each = Exchange(question, EVERY[0][1].briefing, NAMES, EVERY[0][1].asked, NOTES)
    with pytest.raises(Illegal, match="target must be one of: nobody, Ben, Dov; not 'Cleo'"):
        each.read(Reply('{"target": "Cleo"}'))


def test_what_failed_is_told_with_the_line_once_more() -> None:
    each = EVERY[0][1]
    again = each.after("Hm.", "that is no answer").request()
    assert again.retorts[0].reason.splitlines()[-1] == each.briefing.legal


# --- answers ---------------------------------------------------------------------------------------------------------


@given(st.sampled_from(EVERY), st.integers(0, 10**9))
@settings(max_examples=1_000)
def test_no_well_meant_answer_is_refused(case: tuple[str, Exchange], seed: int) -> None:
    """Whoever keeps to the schema and takes what the line offers has answered."""
    _, each = case
    text = answer_text(dict(each.briefing.schema), each.briefing.task, Draws(digest_of(str(seed))))
    assert json.loads(text)["reply"]["answer"] == each.question.kind
    each.question.read(each.read(Reply(text)))


@EACH_QUESTION
def test_what_was_not_asked_for_is_dropped(each: Exchange) -> None:
    draws = digest_of(title(each))
    reply = json.loads(answer_text(dict(each.briefing.schema), each.briefing.task, Draws(draws)))["reply"]
    asked = each.read(Reply(json.dumps({"reply": reply})))
    others = {name for fields in variants(each.briefing.schema).values() for name in fields} - reply.keys()
    more = {name: "Hm." for name in (*others, "beliefs", "claims")}
    assert each.read(Reply(json.dumps({"reply": {**reply, **more}, "claims": []}))) == asked
    assert each.read(Reply(json.dumps({**reply, **more}))) == asked, "without what wraps it"


@EACH_QUESTION
def test_an_answer_to_another_kind_of_question_is_sent_back(each: Exchange) -> None:
    draws = digest_of(title(each))
    reply = json.loads(answer_text(dict(each.briefing.schema), each.briefing.task, Draws(draws)))["reply"]
    asked = each.read(Reply(json.dumps({"reply": reply})))
    for kind in variants(each.briefing.schema).keys() - {each.question.kind}:
        with pytest.raises(Illegal, match=f"asked is an answer of the kind {each.question.kind}, not {kind}"):
            each.read(Reply(json.dumps({"reply": {**reply, "answer": kind}})))
    for free in ("whatever", None, 7):
        assert each.read(Reply(json.dumps({"reply": {**reply, "answer": free}}))) == asked
