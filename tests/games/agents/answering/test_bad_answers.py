"""Whatever a model sends, to whatever question of whatever ruleset: it is read as what it says, or sent back with a
reason that helps, and after four tries the default stands in."""

import json
import re
from itertools import cycle
from typing import Any

import pytest

from games.agents.agent import TRIES, Exchange
from games.agents.providers import Reply
from games.engine.questions import Illegal, cleaned, in_one_line, visible
from games.engine.rulesets import all_rulesets
from games.loopback.replies.payloads import HOSTILE, PAYLOADS, WHOLE, legal
from games.loopback.replies.playing import names_in
from tests.games.agents.answering.put import EVERY, Before, title
from tests.games.agents.answering.shape import schema_for
from tests.games.engine.scenes import begin
from tests.games.rule_books import short

EACH_QUESTION = [pytest.param(each, id=f"{slug}-{title(each)}") for slug, each in EVERY]
# Read as what they say: their form alone is bad.
READ = WHOLE | {
    *("text_of_json", "list_of_one", "under_answer", "under_arguments", "arguments_as_text"),
    *("keys_in_capitals", "keys_with_blanks", "extra_fields", "first_field_missing"),
}
# Sent back, whatever the question is.
REFUSED = {
    *("nothing", "blanks", "prose", "refusal", "html", "cut_in_half", "cut_by_a_brace", "trailing_comma"),
    *("single_quotes", "json5", "comments", "python", "yaml", "xml", "only_open_braces", "only_open_brackets"),
    *("null", "number", "text", "true", "empty_list", "empty_object", "the_schema_itself", "values_as_schemas"),
    *("duplicated_keys", "two_answers", "wrong_types", "texts_as_bools", "nan", "infinity", "minus_infinity"),
    *("leading_zero", "lists_and_values_swapped", "objects_for_texts", "names_as_numbers", "names_as_lists"),
    *("deep", "deep_lists"),
}
# Where nothing is asked for but numbers, there is no text to be spoilt but the thought.
OF_TEXTS = {"texts_as_bools", "objects_for_texts", "names_as_numbers", "names_as_lists"}
# Read where no number is asked for; else sent back, or read as this number where the question takes it.
NUMBERS = {
    **dict.fromkeys(("bool_for_number", "fraction", "exponent")),
    "negative": -1,
    "far_too_large": 10**400,
    "whole_fraction": 1,
    "number_as_text": 3,
}
# Sent back where a name or an order is asked for; words are words.
STRANGE_NAMES = {
    *("stranger", "myself", "names_with_more", "confusable_names", "names_right_to_left", "all_names_at_once"),
    *("nul_in_names", "surrogates_in_names", "control_characters_in_names"),
}
OTHER_FORMS_OF_NAMES = {"names_with_title", "wide_names"}
BY_QUESTION = {"null_everywhere", "empty_everywhere", "lists_repeated", "raw_line_breaks"}
LARGE = {"one_long_word", "many_lines"}


ENOUGH = 600  # answers of a game whose rules let defaults go on for ever


def schema_of(each: Exchange) -> dict[str, Any]:
    return dict(schema_for(each.question, each.aliases, each.notes))


def read(each: Exchange, text: str) -> dict[str, Any] | None:
    """What a text is read as, without the thought; None when it is sent back."""
    try:
        answer = each.read(Reply(text))
    except Illegal:
        return None
    return {name: value for name, value in answer.items() if name != "thought"}


def meant(each: Exchange) -> dict[str, Any]:
    """The legal answer that the bad ones of a question are made of."""
    answer = read(each, json.dumps(legal(schema_of(each))))
    assert answer is not None
    return answer


def test_there_are_many_bad_answers_and_every_kind_of_question() -> None:
    assert len(PAYLOADS) >= 60
    assert {each.question.kind for _, each in EVERY} >= {
        *("plan", "plot", "kill", "protect", "investigate", "shoot", "speak", "nominate", "defend", "vote", "runoff"),
        *("last_words", "confer", "react", "summary", "act", "bid", "ghost_chat", "reaction", "consolidation"),
    }
    listed = READ | REFUSED | set(NUMBERS) | STRANGE_NAMES | OTHER_FORMS_OF_NAMES | BY_QUESTION | HOSTILE
    assert listed == set(PAYLOADS)


@pytest.mark.parametrize("each", EACH_QUESTION)
def test_every_bad_answer_ends_as_an_answer_or_as_the_default(each: Exchange) -> None:
    names = set(each.aliases)
    for name, make in PAYLOADS.items():
        text, exchange, answer = make(schema_of(each)), each, None
        while not exchange.is_spent and answer is None:
            try:
                answer = exchange.read(Reply(text))
            except Illegal as error:
                exchange = exchange.after(text, str(error))
                assert 0 < len(exchange.reason) < 1_000, name
                assert exchange.reason.isprintable(), name
                assert not re.search(r"\bseat\b|\bkill \d", exchange.reason), name
                assert exchange.request().retorts[-1].text == text[:2_000]
                if re.match("target|vote_action", exchange.reason) and "must be one of" in exchange.reason:
                    assert any(each in exchange.reason for each in names | {"not yet"}), name
        if answer is not None:
            each.question.read(answer)
        else:
            assert exchange.tries == TRIES, name


@pytest.mark.parametrize("each", EACH_QUESTION)
def test_what_is_bad_in_form_alone_is_read(each: Exchange) -> None:
    for name in READ:
        assert read(each, PAYLOADS[name](schema_of(each))) == meant(each), name


@pytest.mark.parametrize("each", EACH_QUESTION)
def test_what_means_nothing_or_two_things_is_sent_back(each: Exchange) -> None:
    has_texts = bool(texts_of(each))
    for name in REFUSED:
        sent_back = read(each, PAYLOADS[name](schema_of(each))) is None
        assert sent_back == (has_texts or name not in OF_TEXTS), name


@pytest.mark.parametrize("each", EACH_QUESTION)
def test_a_number_is_read_in_other_forms_and_no_other_value_is_a_number(each: Exchange) -> None:
    for name, number in NUMBERS.items():
        assert read(each, PAYLOADS[name](schema_of(each))) == with_numbers(each, number), name
    if each.question.kind == "bid":
        assert [name for name, number in NUMBERS.items() if with_numbers(each, number)] == [
            "whole_fraction", "number_as_text",
        ]  # fmt: skip


def numbers_of(each: Exchange) -> list[str]:
    """The fields in which a number is asked for that is no seat."""
    return [name for name, field in schema_of(each)["properties"].items() if field["type"] == "integer"]


def texts_of(each: Exchange) -> list[str]:
    """The fields of the decision that are no numbers."""
    notes = [note.name for note in each.notes]
    return [name for name in schema_of(each)["properties"] if name not in (*notes, *numbers_of(each))]


def with_numbers(each: Exchange, number: int | None) -> dict[str, Any] | None:
    """The legal answer with this for each of its numbers, where the question takes it."""
    numbers = numbers_of(each)
    if number is None:
        return None if numbers else meant(each)
    answer = meant(each) | dict.fromkeys(numbers, number)
    try:
        each.question.read(answer)
    except Illegal:
        return None
    return answer


@pytest.mark.parametrize("each", EACH_QUESTION)
def test_only_a_name_at_the_table_names_somebody(each: Exchange) -> None:
    is_naming = bool(names_in(schema_of(each)))
    for name in STRANGE_NAMES:
        assert (read(each, PAYLOADS[name](schema_of(each))) is None) == is_naming, name


def names_of_deeds(each: Exchange) -> list[str]:
    """What can be chosen besides players."""
    fields = each.question.properties().items()
    choices = [(name, value) for name, told in fields for value in told.get("items", told).get("enum", ())]
    said = [each.question.said(name, value, each.aliases) for name, value in choices if value not in (None, "skip")]
    return [word for word in said if word not in each.aliases]


@pytest.mark.parametrize("each", EACH_QUESTION)
def test_a_name_is_read_in_other_forms(each: Exchange) -> None:
    if not names_in(schema_of(each)):
        return
    assert read(each, PAYLOADS["wide_names"](schema_of(each))) == meant(each)
    if each.question.kind != "act" and not names_of_deeds(each):  # "player move weapons" is no order
        titled = read(each, PAYLOADS["names_with_title"](schema_of(each)))
        is_short = None in meant(each).values() or "scratchpad_updates" in meant(each)  # "player plan" is no pad
        assert titled == meant(each) or (titled is None and is_short)


@pytest.mark.parametrize("each", EACH_QUESTION)
def test_hostile_words_are_said_as_they_are_without_what_cannot_be_shown_or_seen(each: Exchange) -> None:
    """Nothing that they say becomes anything but words; too many are sent back."""
    for name in HOSTILE:
        text = PAYLOADS[name](schema_of(each))
        answer = read(each, text)
        if name in LARGE and len(text) > 262_144:
            assert answer is None, name
        if answer is None:
            assert len(text) > 1_500, name
            continue
        sent = json.loads(text)
        for field, value in answer.items():
            if field == "message":
                said = in_one_line(visible(sent["message"]))
                assert each.question.write(each.question.read(answer))["message"] in (said, "[SILENT]"), name
            elif isinstance(value, str) and "enum" not in each.question.properties()[field]:
                assert cleaned(value) == cleaned(visible(sent[field])), name
            else:
                assert field in ("scratchpad_updates",) or value == meant(each)[field], name


def test_null_is_nobody_where_nobody_may_be_named_and_a_blank_is_nobody_nowhere() -> None:
    for _, each in EVERY:
        told = each.question.properties()
        if set(told) == {"target"}:
            none = {"target": None} if None in told["target"].get("enum", ()) else None
            assert read(each, PAYLOADS["null_everywhere"](schema_of(each))) == none
            assert read(each, PAYLOADS["empty_everywhere"](schema_of(each))) is None


def test_line_breaks_in_words_are_blanks() -> None:
    for _, each in EVERY:
        answer = read(each, PAYLOADS["raw_line_breaks"](schema_of(each)))
        assert answer is not None
        said, wanted = each.question.read(answer), each.question.read(meant(each))
        assert str(said).replace("\\n", " ") == str(wanted)


def test_more_than_may_be_chosen_is_sent_back_and_more_orders_than_allowed_are_left_out() -> None:
    for _, each in EVERY:
        answer = read(each, PAYLOADS["lists_repeated"](schema_of(each)))
        lists = {name for name, value in legal(schema_of(each)).items() if isinstance(value, list)}
        assert (answer is None) == bool(lists - {"later_orders"})


@pytest.mark.parametrize("slug", all_rulesets())
def test_a_whole_game_of_bad_answers_comes_to_an_end_and_says_what_is_a_default(slug: str) -> None:
    """Each question is answered with one bad answer after another, four tries at most."""
    rules = all_rulesets()[slug]
    moderator = begin(rules, rules.default_seats, f"bad answers/{slug}", **short(rules))
    before = Before(moderator)
    payloads = cycle(sorted(set(PAYLOADS) - LARGE))
    defaults = read_at_once = 0
    while moderator.pending and len(moderator.journal) < ENOUGH:
        for seat in tuple(moderator.pending):
            exchange = before(seat)
            schema = schema_of(exchange)
            while seat in moderator.pending:
                text = PAYLOADS[next(payloads)](schema)
                try:
                    moderator.answer(seat, exchange.read(Reply(text)))
                except Illegal as error:
                    exchange = exchange.after(text, str(error))
                    if exchange.is_spent:
                        moderator.default(seat, exchange.reason)
                        assert moderator.journal[-1].default_reason == exchange.reason
                        defaults += 1
                else:
                    read_at_once += exchange.tries == 0
    assert moderator.winner is not None or len(moderator.journal) >= ENOUGH
    kept = [text for answer in moderator.journal for text in (json.dumps(answer, ensure_ascii=False), answer.thought)]
    assert not re.search("[\x00\ud800-\udfff]|u0000|ud83d", "".join(kept)), "no database would take it"
    # Where a game is short, there is less to go wrong.
    few = min(3, len(moderator.journal) // 8)
    assert defaults > few
    assert read_at_once > few
