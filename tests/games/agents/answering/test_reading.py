"""What a legal answer may look like and still be read as what it says, and what no text can do to the reader."""

import json
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from games.agents.agent import Asked, Exchange
from games.agents.answering import read_answer, thinking_aloud
from games.agents.answering.names import named, order_said, word_for_none
from games.agents.briefing import Briefing
from games.agents.notes import COUNCIL, Note
from games.agents.providers import Reply
from games.engine.dice import Dice
from games.engine.questions import (
    LONGEST_THOUGHT,
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
)
from games.loopback.replies.draws import Draws
from games.loopback.replies.playing import answer as any_answer
from tests.games.agents.answering.put import EVERY
from tests.games.agents.answering.shape import schema_for
from tests.games.engine.scenes import anything
from tests.patience import at_most

NAMES = ("Ada", "Ben O'Day", "José Maria", "Dr. Wolf-Ferrari", "Nobody Inparticular")
THOUGHT = (Note("thought", "private reasoning"),)
VOTE = Choose("vote", "Whom?", (None, 0, 1, 2))
KILL = Choose("kill", "Whom?", (0, 2))
NOMINATE = Nominate("nominate", "?", (0, 1, 2), (1,))
WHY = Justify("vote", "?", (None, 0, 1))
BID = BidToSpeak("bid", "?", (None, 1, 2), (1, 2, "skip"))
HAS_VOTED = BidToSpeak("bid", "?", (None, 1), ())
SAY = Speak("speak", "?")
MURMUR = Remark("ghost_chat", "?")
PLOT = Propose("plot", "?", (None, 1, 2))
SUM = Summarise("summary", "?", 20, "Nobody died.")
PADS = Reflect("reaction", "?")
ACT = Act(
    "act", "?", ("move admin", "kill 1", "wait"), frozenset({"move admin", "move cafeteria", "kill 1", "wait"}), 3
)
STEP = Act("act", "?", ("move admin", "wait"), frozenset({"move admin", "wait"}), 1)


def read(question: Question[Any], text: str, *, names: tuple[str, ...] = NAMES) -> dict[str, Any]:
    answer = read_answer(question, text, names)
    return {name: value for name, value in answer.items() if name != "thought"}


def refusal(question: Question[Any], text: str) -> str:
    with pytest.raises(Illegal) as error:
        read_answer(question, text, NAMES)
    return str(error.value)


@dataclass(frozen=True, slots=True)
class Sure(Question[tuple[int, int, tuple[int, ...]]]):
    """How sure one is, as a number that is to be chosen; about whom; and whom one would take along."""

    among: tuple[int, ...] = (0, 1, 2)

    @property
    def legal(self) -> object:
        return self.among

    def read(self, raw: Mapping[str, Any]) -> tuple[int, int, tuple[int, ...]]:
        if raw["sure"] not in (0, 1, 2) or len(raw["along"]) != 2:
            raise Illegal("that is not what was asked for")
        return raw["sure"], raw["whom"], tuple(raw["along"])

    def write(self, value: tuple[int, int, tuple[int, ...]]) -> dict[str, Any]:
        return {"sure": value[0], "whom": value[1], "along": list(value[2])}

    def default(self, dice: Dice) -> tuple[int, int, tuple[int, ...]]:
        return 0, self.among[0], self.among[:2]

    def drawn(self, dice: Dice, words: str) -> tuple[int, int, tuple[int, ...]]:
        return dice.pick((0, 1, 2)), dice.pick(self.among), tuple(dice.shuffled(self.among, 2))

    def properties(self) -> dict[str, Any]:
        return {
            "sure": {"type": "integer", "enum": [0, 1, 2], "description": "how sure you are"},
            "whom": {"enum": list(self.among), "description": "of whom"},
            "along": {"type": "array", "items": {"enum": list(self.among)}, "description": "the 2 you take along"},
        }


SURE = Sure("sure", "?")


# --- legal answers, written in many ways -----------------------------------------------------------------------------


def as_said(question: Question[Any], fields: dict[str, Any], aliases: tuple[str, ...]) -> dict[str, Any]:
    """An answer of the engine's as a model says it."""
    said = dict(fields)
    for name, told in question.properties().items():
        if "enum" in told.get("items", ()):
            said[name] = named(question, name, said[name], aliases)
        elif "enum" in told:
            said[name] = named(question, name, [said[name]], aliases)[0]
    if "orders" in said:
        first, *later = (order_said(order, aliases) for order in said.pop("orders"))
        said = {"order": first, **({"later_orders": later} if later else {}), **said}
    return said


def order_at_the_table(order: str, aliases: Sequence[str]) -> bool:
    return not order.startswith("kill") or int(order.split()[1]) < len(aliases)


@st.composite
def written(draw: st.DrawFn) -> tuple[Exchange, dict[str, Any], str]:
    """A question, a legal answer to it, and that answer as a model might write it."""
    _, each = draw(st.sampled_from(EVERY))
    fields = anything(each.question, Dice("written", draw(st.integers(0, 10_000))))
    fields.pop("thought")
    if "orders" in fields:  # an order may be to kill somebody who has no seat at this table, and so no name
        at_the_table = [order for order in fields["orders"] if order_at_the_table(order, each.aliases)]
        fields["orders"] = at_the_table or ["wait"]
    said = {note.name: draw(st.text(max_size=30)) for note in each.notes} | as_said(
        each.question, fields, tuple(each.aliases)
    )
    in_order = dict(draw(st.permutations(list(said.items()))))
    spellings: list[Callable[[str], str]] = [str, str.upper, str.title, lambda name: name.replace("_", " ")]
    as_key = draw(st.sampled_from(spellings))
    text = json.dumps(
        {as_key(name): value for name, value in in_order.items()},
        ensure_ascii=draw(st.booleans()),
        indent=draw(st.sampled_from([None, 2])),
    )
    around = st.sampled_from(
        [
            "{}",
            "```json\n{}\n```",
            "```\n{}\n```",
            "Here is my answer:\n\n```json\n{}\n```\nGood luck {{to}} all!",
            "I have decided. {}",
            "{}\n\nThat is all.",
            "<think>Should I? {{maybe}} {{}}</think>\n{}",
            "\ufeff{}",
            '{{"answer": {}}}',
            '{{"name": "answer", "arguments": {}}}',
            "[{}]",
        ]
    )
    return each, fields, draw(around).format(text)


@given(written())
@settings(max_examples=600, deadline=None)
def test_a_legal_answer_is_read_however_it_is_written(case: tuple[Exchange, dict[str, Any], str]) -> None:
    each, fields, text = case
    answer = each.read(Reply(text))
    assert each.question.read(answer) == each.question.read(fields)


@given(st.sampled_from(EVERY), st.integers(0, 10**9))
@settings(max_examples=600, deadline=None)
def test_whatever_keeps_to_the_schema_is_legal(case: tuple[str, Exchange], seed: int) -> None:
    """But for lengths and numbers out of bounds, which a schema cannot say: the loopback's answers keep to them."""
    _, each = case
    schema = schema_for(each.question, each.aliases, each.notes)
    answer = each.read(Reply(json.dumps(any_answer(schema, Draws(random.Random(seed).randbytes(32))))))
    each.question.read(answer)


# --- any text --------------------------------------------------------------------------------------------------------

ANYTHING = st.one_of(
    st.text(st.characters(exclude_categories=())),
    st.binary().map(lambda given: given.decode("utf-8", "replace")),
    st.binary().map(lambda given: given.decode("utf-8", "surrogateescape")),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(exclude_categories=())),
        lambda inner: st.lists(inner) | st.dictionaries(st.text() | st.sampled_from(["target", "order"]), inner),
    ).map(json.dumps),
    st.lists(st.sampled_from([*'{}[]":,\\', "```", "<think>", "</think>", '"target"', '"Ada"', " ", "\n"])).map(
        "".join
    ),
)


@given(st.sampled_from(EVERY), ANYTHING)
@settings(max_examples=600, deadline=None)
@example(EVERY[0], '{"a":' * 990 + "1" + "}" * 990 + '{"a":' * 990 + "2" + "}" * 990)
@example(EVERY[0], '{"message":' * 400 + "1" + "}" * 400 + '{"message":' * 400 + "2" + "}" * 400)
def test_no_text_raises_anything_but_illegal(case: tuple[str, Exchange], text: str) -> None:
    _, each = case
    try:
        answer = each.read(Reply(text))
    except Illegal:
        return
    each.question.read(answer)


@pytest.mark.parametrize(
    "text",
    [
        "x" + " " * 250_000 + "x",
        "```" + "\n" * 250_000 + "x",
        "```json\n" * 30_000,
        "{" * 260_000,
        '{"' * 130_000,
        '{"a":1}' * 37_000,
        '{"target":' * 26_000,
        "[" * 260_000,
        '{"target":"' + "\\" * 250_000,
        '{"target":"' + "a" * 250_000 + '"}',
        '{"target":' + "9" * 250_000 + "}",
        "<think>" * 37_000,
        "<think>" + "</thin" * 43_000,
        '{"order":"' + "kill " * 50_000 + '"}',
        '{"thought":"' + "\\n " * 80_000 + '"}',
    ],
    ids=lambda text: text[:12],
)
@pytest.mark.timeout(at_most(10))
def test_no_text_takes_long(text: str) -> None:
    """Far below the limit of this test; how far, a benchmark measures."""
    for question in (VOTE, ACT, SUM):
        refusal(question, text)
        thinking_aloud(text)


# --- what is read as what --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "seat"),
    [
        ("Ada", 0),
        (" ada. ", 0),
        ("ADA", 0),
        ("**Ada**", 0),
        ("@Ada", 0),
        ("player Ada", 0),
        ("ben o'day", 1),
        ("Jose\u0301 Maria", 2),
        ("José_Maria", 2),
        ("nobody", None),
        ("No one", None),
        ("skip", None),
        ("abstain", None),
        ("none", None),
        (None, None),
    ],
    ids=repr,
)
def test_who_is_named_is_understood(said: object, seat: int | None) -> None:
    assert read(VOTE, json.dumps({"target": said})) == {"target": seat}


@pytest.mark.parametrize(
    "said",
    [
        *("", "Ad", "Ada and Ben O'Day", "everyone", "not yet", "Jose Maria"),
        *("0", 0, 1, "seat 1", "#1", "player 1", True, 1.0, [0], {}),
    ],
    ids=repr,
)
def test_who_is_not_named_is_asked_again_by_the_names(said: object) -> None:
    assert refusal(VOTE, json.dumps({"target": said})).startswith(
        "target must be one of: nobody, Ada, Ben O'Day, José Maria; not "
    )


def test_nobody_is_no_answer_where_somebody_must_be_named() -> None:
    for said in (None, "nobody", "skip"):
        assert refusal(KILL, json.dumps({"target": said})).startswith("target must be one of: Ada, José Maria; not ")


def test_a_name_wins_over_the_word_for_nobody_and_over_a_number() -> None:
    names = ("Nobody", "7", "Skip")
    vote = Choose("vote", "?", (None, 0, 1, 2))
    for seat, name in enumerate(names):
        assert read(vote, json.dumps({"target": name.lower()}), names=names) == {"target": seat}


def test_two_names_that_are_alike_are_told_apart_by_their_letters_or_not_at_all() -> None:
    vote = Choose("vote", "?", (0, 1))
    with pytest.raises(Illegal):
        read(vote, '{"target": "anna"}', names=("Anna", "ANNA"))


@pytest.mark.parametrize("alike", [("Max", "Max."), ("Max", "\uff2d\uff41\uff58"), ("max", "MAX")])
def test_an_order_that_could_mean_two_players_is_none(alike: tuple[str, str]) -> None:
    orders = ("kill 0", "kill 1", "wait")
    act = Act("act", "?", orders, frozenset(orders), 3)
    for name in alike:
        with pytest.raises(Illegal, match="the first order must be one of"):
            read(act, json.dumps({"order": f"kill {name}"}), names=alike)
        later = {"order": "wait", "later_orders": [f"kill {name}", "wait"]}
        assert read(act, json.dumps(later), names=alike) == {"orders": ["wait"]}
    assert read(act, '{"order": "kill Max"}', names=("Max", "Maxi")) == {"orders": ["kill 0"]}


def test_a_bid_addresses_everyone_or_somebody_and_votes_or_not_yet() -> None:
    bid = {"desire_to_speak": "7", "message": None, "target": "everybody", "vote_action": "Not yet."}
    assert read(BID, json.dumps(bid)) == {"desire_to_speak": 7, "message": "", "target": None, "vote_action": None}
    assert read(BID, json.dumps({**bid, "vote_action": "Skip"}))["vote_action"] == "skip"
    assert read(BID, json.dumps({**bid, "vote_action": "ben o'day", "target": "José Maria"}))["vote_action"] == 1
    for unsure in ("nobody", "abstain", "pass", "everyone", "Ada", 1):
        assert refusal(BID, json.dumps({**bid, "vote_action": unsure})).startswith(
            "vote_action must be one of: not yet, Ben O'Day, José Maria, skip; not "
        )
    assert refusal(HAS_VOTED, json.dumps({**bid, "vote_action": "skip"})) == (
        "vote_action must be one of: not yet; not 'skip'"
    )


def test_whole_numbers_with_a_type_are_numbers_and_those_without_are_players_in_a_list_too() -> None:
    fields = schema_for(SURE, NAMES, THOUGHT)["properties"]
    assert fields["sure"] == {"type": "integer", "enum": [0, 1, 2], "description": "how sure you are"}
    assert fields["whom"] == {"type": "string", "enum": list(NAMES[:3]), "description": "of whom"}
    assert fields["along"]["items"] == {"type": "string", "enum": list(NAMES[:3])}
    for sure in (1, "1", 1.0):
        said = {"sure": sure, "whom": "player ada", "along": ["José Maria", "Ada"]}
        assert read(SURE, json.dumps(said)) == {"sure": 1, "whom": 0, "along": [2, 0]}
    whole = {"sure": 1, "whom": "Ada", "along": ["Ada", "José Maria"]}
    for wrong in (3, "Ada", True, None, [1], 1.5, -1):
        reason = refusal(SURE, json.dumps({**whole, "sure": wrong}))
        assert reason.startswith("sure must be one of: 0, 1, 2; not ")
    assert refusal(SURE, json.dumps({**whole, "whom": 0})).startswith("whom must be one of: Ada, Ben O'Day, José Maria")
    assert refusal(SURE, json.dumps({**whole, "along": ["Ada", 1]})).startswith("along must be one of: Ada, ")
    assert refusal(SURE, json.dumps({**whole, "along": "Ada"})) == (
        "along must be a list of what may be chosen, not 'Ada'"
    )


@given(st.integers(0, 10**9))
def test_the_loopback_picks_numbers_and_as_many_of_a_list_as_are_told(seed: int) -> None:
    schema = schema_for(SURE, NAMES, THOUGHT)
    answer = read(SURE, json.dumps(any_answer(schema, Draws(random.Random(seed).randbytes(32)))))
    assert (len(set(answer["along"])), type(answer["sure"])) == (2, int)


def test_orders_are_read_in_two_fields_or_in_one_and_in_other_words() -> None:
    both = {"orders": ["kill 1", "move cafeteria"]}
    assert read(ACT, '{"order": "kill Ben O\'Day", "later_orders": ["move cafeteria"]}') == both
    assert read(ACT, '{"orders": ["Kill the ben o\'day.", "go to the Cafeteria"]}') == both
    assert read(ACT, '{"action": "kill_Ben O\'Day", "then": ["walk to cafeteria"]}') == both
    assert read(ACT, '{"orders": "wait"}') == {"orders": ["wait"]}
    assert read(STEP, '{"order": "wait", "later_orders": []}') == {"orders": ["wait"]}
    assert refusal(ACT, '{"order": "wait", "orders": ["move admin"]}').startswith("order and orders say different")
    assert (
        refusal(ACT, '{"order": "wait", "later_orders": "wait"}') == "later_orders must be a list of orders, not 'wait'"
    )
    assert refusal(ACT, '{"order": "kill 1"}') == (
        "the first order must be one of: move admin, kill Ben O'Day, wait; not 'kill 1'"
    )
    assert read(STEP, '{"order": "wait", "later_orders": ["wait"]}') == {"orders": ["wait"]}, "was not asked for"
    assert read(STEP, '{"orders": ["wait", "wait"]}') == {"orders": ["wait"]}, "one is asked for"
    assert refusal(STEP, '{"orders": []}') == "orders must be a list of one order, not 0 orders"
    assert refusal(ACT, "{}") == "order is missing"


def test_null_is_an_empty_text_only_where_a_text_may_be_empty() -> None:
    assert read(MURMUR, '{"message": null}') == {"message": ""}
    assert read(PLOT, '{"message": null, "target": "nobody"}') == {"message": "", "target": None}
    assert read(WHY, '{"reason": null, "target": "Ada"}') == {"reason": "", "target": 0}
    assert read(SUM, '{"happened": "Little.", "suspicions": null, "strategy": null}')["suspicions"] == ""
    for question in (SAY, React("react", "?")):
        assert refusal(question, '{"message": null}') == "message must be a text, not None"


def test_what_is_missing_is_named() -> None:
    assert refusal(SAY, '{"thought": "hm"}') == "message is missing"
    assert refusal(NOMINATE, '{"message": "hm"}') == "target is missing"
    assert refusal(BID, '{"message": "hm"}') == "desire_to_speak is missing"
    assert refusal(PADS, '{"thought": "hm"}').startswith("scratchpad_updates is missing")


def test_where_the_json_breaks_is_said() -> None:
    reason = refusal(VOTE, '{"target": Ada}')
    assert (
        reason == "the answer holds no whole JSON object with the fields asked for (Expecting value, at character 12)"
    )


# --- what is private stays so, and what is said is what was meant ----------------------------------------------------


def test_a_private_word_is_never_taken_for_a_public_one() -> None:
    for private in ("reasoning", "thought", "thoughts", "internal_thought", "analysis"):
        text = json.dumps({private: "I am the mafia.", "target": "Ada"})
        assert refusal(WHY, text) == "reason is missing"
        assert refusal(NOMINATE, text) == "message is missing"


def test_a_model_that_gives_its_own_name_votes_for_nobody_by_it() -> None:
    for own in ("name", "player", "speaker", "seat", "agent"):
        assert refusal(VOTE, json.dumps({own: "Ada", "message": "Ben it is."})) == "target is missing"


def test_a_field_that_is_said_in_two_ways_is_not_guessed_at() -> None:
    assert refusal(VOTE, '{"target": "Ada", "target": "Ben O\'Day"}').startswith("'target' stands twice")
    assert refusal(VOTE, '{"Target": "Ada", "TARGET": "nobody"}').startswith("target is missing, and what stands")
    assert refusal(VOTE, '{"vote": "Ada", "choice": "nobody"}').startswith("target is missing, and what stands")
    assert read(VOTE, '{"vote": "Ada", "choice": "Ada"}') == {"target": 0}
    assert read(VOTE, '{"target": "Ada", "target": "Ada", "TARGET": "nobody"}') == {"target": 0}


def test_a_vote_in_a_bid_is_never_taken_for_whom_it_addresses() -> None:
    bid = {"desire_to_speak": 5, "message": "Hm."}
    for word in ("vote", "Vote", "choice", "nominee"):
        assert refusal(BID, json.dumps({**bid, word: "Ben O'Day"})) == "target is missing"
    for word in ("vote", "vote_action"):
        given = {**bid, "target": "everyone", word: "Ben O'Day"}
        assert read(BID, json.dumps(given)) == {**bid, "target": None, "vote_action": 1}
    assert refusal(BID, json.dumps({**bid, "target": "everyone", "choice": "Ben O'Day"})) == "vote_action is missing"
    assert read(KILL, '{"vote": "Ada"}') == {"target": 0}


UNSEEN = ("\u200b", "\u2060\u00ad", "\ufeff \u200e", "\u200d\u200d\u200d", "\u3164", "\ufe0f", "\U000e0041")


@pytest.mark.parametrize("unseen", UNSEEN, ids=ascii)
@pytest.mark.parametrize("is_escaped", [True, False])
def test_a_text_in_which_nothing_can_be_seen_is_empty(unseen: str, *, is_escaped: bool) -> None:
    def sent(**fields: object) -> str:
        return json.dumps(fields, ensure_ascii=is_escaped)

    assert refusal(SAY, sent(message=unseen)) == "message must not be empty"
    assert refusal(NOMINATE, sent(message=unseen, target="Ada")) == "message must not be empty"
    assert read(MURMUR, sent(message=unseen)) == {"message": ""}
    assert read(WHY, sent(reason=unseen, target="Ada")) == {"reason": "", "target": 0}
    assert refusal(SUM, sent(happened=unseen, suspicions="", strategy=unseen)) == "a summary must not be empty"
    bid = {"desire_to_speak": 9, "message": unseen, "target": "everyone", "vote_action": "not yet"}
    assert BID.read(read(BID, sent(**bid))).words == ""


def test_silence_and_names_are_heard_whatever_nobody_sees_in_them() -> None:
    react = React("react", "?")
    assert react.read(read(react, '{"message": "[SILENT\u200b]"}')) is None
    assert react.read(read(react, '{"message": "\u2060[SI\\u00adLENT]"}')) is None
    assert read(VOTE, '{"target": "A\u200bda"}') == {"target": 0}
    assert read(VOTE, '{"target": "Jos\u00e9\u200d Ma\u00adria"}') == {"target": 2}
    assert read(ACT, '{"order": "ki\u200bll Ben O\'Day\ufeff"}') == {"orders": ["kill 1"]}
    assert read(SAY, '{"message": "It is A\u200bda."}') == {"message": "It is Ada."}
    pads = {"scratchpad_updates": [{"pad": "plan", "text": "Wait\u200b."}]}
    assert read(PADS, json.dumps(pads)) == {"scratchpad_updates": [{"pad": "plan", "text": "Wait."}]}


def test_what_joins_letters_and_pictures_stays() -> None:
    persian, pictures = (
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
        "Oh \U0001f469\u200d\U0001f680, \u2764\ufe0f\u200d\U0001f525!",
    )
    for words in (persian, pictures, "Caf\u00e9"):
        assert read(SAY, json.dumps({"message": words})) == {"message": words}


def test_what_was_said_before_is_read_from_a_journal_as_it_was() -> None:
    for words in ("It is A\u2060da.", "Hm\u200b", "\u200b"):
        assert SAY.write(SAY.read({"message": words})) == {"message": words}


def test_a_summary_without_blanks_is_no_longer_than_one_in_words() -> None:
    """SUM takes 20 words, so 240 characters; a summary that is in a journal already is as long as it is."""
    three = {"happened": "\u4eca\u65e5" * 40, "suspicions": "\u8ab0\u304b" * 40, "strategy": "\u5f85\u3064" * 40}
    assert read(SUM, json.dumps(three)) == three
    longer = {**three, "strategy": f"{three['strategy']}\u3002"}
    assert refusal(SUM, json.dumps(longer)) == "a summary must have at most 240 characters in all, not 241"
    assert SUM.write(SUM.read(longer)) == longer
    words = {"happened": " ".join(["grandmothers"] * 18), "suspicions": "", "strategy": "Wait."}
    assert read(SUM, json.dumps(words)) == words


def test_of_several_objects_only_one_may_be_an_answer() -> None:
    answer = '{"thought": "hm", "target": "Ada"}'
    assert read(VOTE, f'Options: {{"type": "object"}} {{}} {{"trust": 3}}. {answer}') == {"target": 0}
    assert read(VOTE, f"{answer}\nAgain: {answer}") == {"target": 0}
    assert "2 different JSON objects" in refusal(VOTE, f'{{"target": "nobody"}} No: ```json\n{answer}\n```')


def test_what_stands_inside_an_answer_that_broke_off_is_no_answer() -> None:
    assert refusal(SAY, '{"plan": {"message": "I am the mafia."}, "message": "I am').startswith(
        "the answer holds no whole"
    )
    assert refusal(PADS, '{"scratchpad_updates": {"plan": "x"}').startswith("the answer holds no whole")


def test_thoughts_in_any_form_are_kept() -> None:
    def thought(text: str, notes: tuple[Note, ...] = THOUGHT, **more: str) -> str:
        exchange = Exchange(VOTE, Briefing("", "", (), ""), NAMES, Asked("m"), notes)
        return str(exchange.read(Reply(text, **more))["thought"])  # type: ignore[arg-type]  # thinking is a text

    assert thought('{"thought": "hm", "target": "Ada"}') == "hm"
    assert thought('{"reasoning": "hm", "target": "Ada"}') == "hm"
    assert thought('{"thought": ["a", {"b": 1}], "target": "Ada"}') == '["a", {"b": 1}]'
    assert thought('{"thought": null, "target": "Ada"}') == ""
    assert thought('{"target": "Ada"}', thinking="Long ago.") == "Long ago."
    assert thought('<think>Aloud.</think>{"target": "Ada", "thought": "hm"}') == "hm\n\nAloud."
    assert thought('Aloud.</think>\n{"target": "Ada"}', thinking="Beside.") == "Beside.\nAloud."
    assert thought('{"Observations": "o", "strategy": "s", "thought": "r", "target": "Ada"}', COUNCIL) == (
        "Observations: o\n\nStrategy: s\n\nReasoning: r"
    )
    assert (
        LONGEST_THOUGHT - 9 < len(thought(json.dumps({"thought": "x" * 200_000, "target": "Ada"}))) <= LONGEST_THOUGHT
    )


def test_a_draft_in_a_thought_is_no_answer() -> None:
    draft = '{"target": "Ada"}'
    assert thinking_aloud(f"<think>Perhaps {draft}</think> {draft}") == (f"Perhaps {draft}", f" {draft}")
    assert thinking_aloud(f"<THINKING>Perhaps {draft}") == (f"Perhaps {draft}", "")
    assert thinking_aloud(f"Perhaps {draft} </think>\n{draft}") == (f"Perhaps {draft}", f"\n{draft}")


def test_words_that_close_a_thought_close_none_in_an_answer() -> None:
    text = '{"message": "</think> {"}'
    assert thinking_aloud(text) == ("", text)
    assert read(SAY, text) == {"message": "</think> {"}


def test_the_word_for_none_is_the_field_s_own() -> None:
    assert word_for_none(VOTE, "target") == "nobody"
    assert word_for_none(BID, "target") == "everyone"
    assert word_for_none(BID, "vote_action") == "not yet"
