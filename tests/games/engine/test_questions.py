"""What is asked and what is read: a legal answer, or Illegal in words; never anything else."""

from collections.abc import Mapping
from math import inf, nan
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from games.engine.dice import Dice
from games.engine.questions import (
    LONGEST_SPEECH,
    LONGEST_THOUGHT,
    NEUTRAL,
    Act,
    BidToSpeak,
    Choose,
    Illegal,
    Justify,
    Nominate,
    Propose,
    Question,
    React,
    Reflect,
    Remark,
    Speak,
    Summarise,
    Summary,
    cleaned,
    in_one_line,
    thought_in,
)

SPEAK = Speak("speak", "Say something.")
CHOOSE = Choose("vote", "Whom?", (None, 1, 2, 4))
MUST = Choose("protect", "Whom?", (1, 2, 4))
PROPOSE = Propose("plot", "Whom?", (None, 1, 2, 4), (1, 2))
NOMINATE = Nominate("nominate", "Say something and name somebody.", (None, 1, 2, 4), (1, 2))
REACT = React("react", "Anything to say?")
JUSTIFY = Justify("accuse", "Whom, and why?", (None, 1, 2, 4), (None,))
SUMMARISE = Summarise("summary", "What of this round?", 20, "Ada died. Ben was lynched.")
ALL = (SPEAK, CHOOSE, MUST, PROPOSE, NOMINATE, REACT, JUSTIFY, SUMMARISE)
# Those of the ship; glass_box/test_questions_of_the_ship.py says what each reads.
ACT = Act("act", "What do you do?", ("move admin", "kill 2", "wait"), frozenset(("move admin", "task", "wait")), 3)
BID = BidToSpeak("bid", "What do you want to say?", (None, 1, 2, 4), ("skip", 1, 2, 4))
VOTED = BidToSpeak("bid", "What do you want to say?", (None, 1, 2, 4), ())
REFLECT = Reflect("reaction", "What do you make of it?")
CHAT = Remark("ghost_chat", "What do you say, if anything?")
EVERY = (*ALL, ACT, BID, VOTED, REFLECT, CHAT)


def nested(depth: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(depth):
        value = [value]
    return value


class Odd(Mapping[str, Any]):
    """A mapping that is no dict."""

    def __getitem__(self, key: str) -> Any:
        return {"target": 2, "message": "hello"}[key]

    def __iter__(self) -> Any:
        return iter(("target", "message"))

    def __len__(self) -> int:
        return 2


ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(st.characters(exclude_categories=[]))  # lone surrogates too
    | st.binary(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text() | st.integers() | st.none(), inner),
    max_leaves=10,
)
SHIP_FIELDS = ("orders", "desire_to_speak", "vote_action", "scratchpad_updates")
FIELDS = ("target", "message", "thought", "reason", "happened", "suspicions", "strategy", *SHIP_FIELDS)
GOOD = {
    **dict.fromkeys(FIELDS, "hello"),
    "target": 2,
    "orders": ["wait"],
    "desire_to_speak": 3,
    "vote_action": None,
    "scratchpad_updates": {"plan": "None yet."},
}
BAD = {
    "null": None,
    "true": True,
    "zero": 0,
    "one as a float": 1.0,
    "not a number": nan,
    "infinity": inf,
    "below zero": -1,
    "5,000 digits": 10**5_000,
    "5,000 digits below zero": -(10**5_000),
    "empty text": "",
    "number as text": "1",
    "NUL": "\x00",
    "lone surrogate": "\ud800",
    "two megabytes": "x" * 2_000_000,
    "bytes": b"bytes",
    "empty list": [],
    "list": ["message"],
    "deep list": nested(5_000),
    "empty object": {},
    "deep object": {"a": nested(5_000)},
    "no JSON": object(),
}


# --- nothing but a value or Illegal ----------------------------------------------------------------------------------


def read(question: Question[Any], raw: Any) -> Any:
    """The value of an answer, or its refusal; the message must be one short printable line. Nothing else may come."""
    try:
        value = question.read(raw)
        thought = thought_in(raw)
    except Illegal as refusal:
        message = str(refusal)
        assert message.isprintable()
        assert 0 < len(message) < 400
        return refusal
    assert question.read(question.write(value)) == value
    assert cleaned(thought) == thought
    thought.encode()
    return value


@pytest.mark.parametrize("question", EVERY, ids=lambda question: f"{EVERY.index(question)} {question.kind}")
def test_an_answer_that_is_no_object_is_illegal(question: Question[Any]) -> None:
    assert [bad for bad in BAD if not isinstance(read(question, BAD[bad]), Illegal)] == []


@pytest.mark.parametrize("question", EVERY, ids=lambda question: f"{EVERY.index(question)} {question.kind}")
def test_a_bad_value_in_any_field_is_refused_or_cleaned(question: Question[Any]) -> None:
    assert not isinstance(read(question, GOOD), Illegal)
    for field in FIELDS:
        for bad in BAD.values():
            read(question, {**GOOD, field: bad})
            read(question, {field: bad})


@given(st.sampled_from(EVERY), ANYTHING)
def test_anything_at_all_is_read_or_refused(question: Question[Any], raw: Any) -> None:
    read(question, raw)


@given(st.sampled_from(EVERY), st.fixed_dictionaries({}, optional=dict.fromkeys(FIELDS, ANYTHING)))
@example(SPEAK, {"message": "  \x00 "})
def test_any_value_in_the_known_fields_is_read_or_refused(question: Question[Any], raw: Any) -> None:
    read(question, raw)


# --- targets ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("target", [None, 1, 2, 4])
def test_a_listed_target_is_read(target: int | None) -> None:
    assert CHOOSE.read({"target": target}) == target
    assert PROPOSE.read({"target": target, "message": ""}) == ("", target)
    assert NOMINATE.read({"target": target, "message": "hm"}) == ("hm", target)


@pytest.mark.parametrize("target", [0, 3, -1, 5, 10**30, True, False, 1.0, 2.0, nan, "1", "null", [1], {"seat": 1}])
def test_no_other_target_is_read(target: Any) -> None:
    for question in (CHOOSE, MUST, PROPOSE, NOMINATE):
        assert isinstance(read(question, {"target": target, "message": "hm"}), Illegal)


def test_nobody_is_read_only_where_it_is_listed() -> None:
    with pytest.raises(Illegal, match=r"^target must be one of 1, 2, 4; not None$"):
        MUST.read({"target": None})


def test_a_target_that_was_left_out_is_not_nobody() -> None:
    with pytest.raises(Illegal):
        CHOOSE.read({})


def test_the_refusal_of_a_target_lists_what_is_legal() -> None:
    with pytest.raises(Illegal, match=r"^target must be one of null \(nobody\), 1, 2, 4; not '3'$"):
        CHOOSE.read({"target": "3"})


def test_any_mapping_is_read() -> None:
    assert CHOOSE.read(Odd()) == 2
    assert PROPOSE.read(Odd()) == ("hello", 2)


# --- words -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ("hello", "hello"),
        ("  hello \n", "hello"),
        ("two  blanks   and more", "two blanks and more"),
        ("two\nlines", "two lines"),
        ("one\r\n\r\n   two\ttabs", "one two tabs"),
        ("a\u2028b\u2029c\x85d\x0be", "a b c d e"),
        ("nul\x00bell\x07escape\x1b[31m", "nul bell escape [31m"),
        ("lone \ud83d surrogate", "lone surrogate"),
        ("turned \u202earound\u202c \u2066text\u2069", "turned around text"),
        ("ZWJ stays: 👩\u200d🚀, so does Zürich 北京", "ZWJ stays: 👩\u200d🚀, so does Zürich 北京"),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
    ],
)
def test_a_speech_is_heard_as_one_clean_line(said: str, heard: str) -> None:
    assert SPEAK.read({"message": said}) == heard
    assert PROPOSE.read({"message": said, "target": 1}) == (heard, 1)


@pytest.mark.parametrize("empty", ["", " ", "\n\t", "\x00", "\ud800\u202e"])
def test_a_speech_must_not_be_empty_but_a_plot_may(empty: str) -> None:
    with pytest.raises(Illegal, match=r"^message must not be empty$"):
        SPEAK.read({"message": empty})
    with pytest.raises(Illegal, match=r"^message must not be empty$"):
        NOMINATE.read({"message": empty, "target": 1})
    assert PROPOSE.read({"message": empty, "target": None}) == ("", None)


def test_a_speech_may_be_as_long_as_told_and_no_longer() -> None:
    assert SPEAK.read({"message": "x" * LONGEST_SPEECH}) == "x" * LONGEST_SPEECH
    with pytest.raises(Illegal, match=r"^message must be at most 2000 characters, not 2001$"):
        SPEAK.read({"message": "x" * (LONGEST_SPEECH + 1)})


@pytest.mark.parametrize("message", [None, 3, ["hello"], {"text": "hello"}])
def test_a_speech_must_be_a_text(message: Any) -> None:
    with pytest.raises(Illegal, match=r"^message must be a text, not "):
        SPEAK.read({"message": message})


@given(st.text(st.characters(exclude_categories=[])))
def test_cleaning_twice_is_cleaning_once(text: str) -> None:
    assert cleaned(cleaned(text)) == cleaned(text)
    line = in_one_line(text)
    assert in_one_line(line) == line
    assert len(line.splitlines()) <= 1
    line.encode()


def test_a_thought_keeps_its_lines_and_is_cut_where_it_is_too_long() -> None:
    assert thought_in({"thought": " first\nsecond\x00 "}) == "first\nsecond"
    assert thought_in({"thought": "x" * (LONGEST_THOUGHT + 1)}) == "x" * LONGEST_THOUGHT
    assert thought_in({"thought": 3}) == thought_in({}) == ""


# --- silence, reasons, summaries -------------------------------------------------------------------------------------


@pytest.mark.parametrize("silence", ["[SILENT]", " [silent]\n", "[Silent]"])
def test_silence_is_read_as_no_words(silence: str) -> None:
    assert REACT.read({"message": silence}) is None
    assert REACT.write(None) == {"message": "[SILENT]"}


@pytest.mark.parametrize("half", ["[SILENT] I have nothing.", "Hm. [silent]"])
def test_half_a_silence_is_refused(half: str) -> None:
    with pytest.raises(Illegal, match=r"^message must be \[SILENT\] alone, or what you say without it$"):
        REACT.read({"message": half})


@pytest.mark.parametrize("words", ["Silent?", "SILENT", "[ SILENT ]", "[SILENCE]"])
def test_other_words_are_words(words: str) -> None:
    assert REACT.read({"message": words}) == words


def test_an_empty_message_is_not_silence() -> None:
    with pytest.raises(Illegal, match=r"^message must not be empty; \[SILENT\] says nothing$"):
        REACT.read({"message": " "})


def test_a_vote_s_reason_is_one_clean_line_and_may_be_empty() -> None:
    assert JUSTIFY.read({"target": 2, "reason": " He\nlies. "}) == (2, "He lies.")
    assert JUSTIFY.read({"target": None, "reason": ""}) == (None, "")
    with pytest.raises(Illegal, match=r"^reason must be at most 500 characters, not 501$"):
        JUSTIFY.read({"target": 2, "reason": "x" * 501})
    with pytest.raises(Illegal, match=r"^reason must be a text, not None$"):
        JUSTIFY.read({"target": 2})


def test_a_summary_keeps_its_lines_and_has_no_more_words_than_told() -> None:
    parts = {"happened": " Much.\nMore. ", "suspicions": "", "strategy": "Wait."}
    assert SUMMARISE.read(parts) == Summary("Much.\nMore.", "", "Wait.")
    assert SUMMARISE.read({**parts, "suspicions": "word " * 17}).length == 20
    with pytest.raises(Illegal, match=r"^a summary must have at most 20 words in all, not 21$"):
        SUMMARISE.read({**parts, "suspicions": "word " * 18})
    with pytest.raises(Illegal, match=r"^a summary must not be empty$"):
        SUMMARISE.read(dict.fromkeys(parts, " "))
    with pytest.raises(Illegal, match=r"^strategy must be a text, not 3$"):
        SUMMARISE.read({**parts, "strategy": 3})


def test_a_default_summary_is_cut_to_its_length() -> None:
    assert SUMMARISE.default(Dice("seed")) == Summary("Ada died. Ben was lynched.", "", "")
    assert Summarise("summary", "?", 3, "Ada died. Ben was lynched.").default(Dice("seed")).happened == "Ada died. Ben"


# --- defaults, digests, schemas --------------------------------------------------------------------------------------


def drawn(question: Question[Any]) -> set[Any]:
    return {question.default(Dice("seed", number)) for number in range(100)}


def test_defaults_are_drawn_from_all_that_is_legal_unless_the_question_says_from_what() -> None:
    assert drawn(SPEAK) == {NEUTRAL}
    assert drawn(CHOOSE) == {None, 1, 2, 4}
    assert drawn(Choose("vote", "Whom?", (None, 1, 2), (None,))) == {None}
    assert drawn(PROPOSE) == {("", 1), ("", 2)}
    assert drawn(NOMINATE) == {(NEUTRAL, 1), (NEUTRAL, 2)}
    assert drawn(REACT) == {None}
    assert drawn(JUSTIFY) == {(None, "")}
    assert drawn(Justify("accuse", "Whom, and why?", (1, 2))) == {(1, ""), (2, "")}


def test_a_digest_covers_kind_and_legal_answers_and_no_prose() -> None:
    assert CHOOSE.digest == Choose("vote", "Another prompt, another default", (None, 1, 2, 4), (1,)).digest
    others = [Choose("protect", "Whom?", CHOOSE.among), Choose("vote", "Whom?", (None, 1, 2)), SPEAK, PROPOSE, MUST]
    assert len({question.digest for question in (CHOOSE, *others)}) == 6
    assert all(len(bytes.fromhex(question.digest)) == 4 for question in ALL)


def test_a_digest_is_what_it_was_for_every_journal_ever_stored() -> None:
    assert [question.digest for question in ALL] == [
        "1a5efa36",
        "15a5f02f",
        "a1d669ff",
        "d281e89b",
        "d34cabbb",
        "368a1f6f",
        "7b01a7c3",
        "100453a6",
    ]


@pytest.mark.parametrize("question", EVERY, ids=lambda question: f"{EVERY.index(question)} {question.kind}")
def test_the_schema_wants_the_thought_first_and_every_field(question: Question[Any]) -> None:
    schema = question.schema()
    assert question.thought_field in ("thought", "internal_thought")
    assert next(iter(schema["properties"])) == question.thought_field
    assert schema["required"] == list(schema["properties"]) == [question.thought_field, *question.properties()]
    assert schema["additionalProperties"] is False


def test_the_schema_of_a_choice_lists_the_legal_targets() -> None:
    assert CHOOSE.schema()["properties"]["target"]["enum"] == [None, 1, 2, 4]
    assert MUST.schema()["properties"]["target"]["enum"] == [1, 2, 4]
