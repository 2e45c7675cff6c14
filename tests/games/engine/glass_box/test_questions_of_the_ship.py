"""What the ship's questions read and refuse, and in which words."""

from typing import Any

import pytest

from games.engine.dice import Dice
from games.engine.questions import Act, Bid, BidToSpeak, Illegal, Ordered, Reflect, Remark, thought_in

ACT = Act("act", "What do you do?", ("move admin", "kill 2", "wait"), frozenset(("move admin", "task", "wait")), 3)
BID = BidToSpeak("bid", "What do you say?", (None, 1, 2), ("skip", 1, 2))
VOTED = BidToSpeak("bid", "What do you say?", (None, 1, 2), ())
REFLECT = Reflect("reaction", "What do you make of it?")
CHAT = Remark("ghost_chat", "What do you say?")
SAID: dict[str, Any] = {"desire_to_speak": 4, "message": "Hello."}


@pytest.mark.parametrize("orders", [["wait"], ["kill 2", "task"], ["move admin", "task", "wait"]])
def test_orders_are_read_in_their_order(orders: list[str]) -> None:
    assert ACT.read({"orders": orders}) == Ordered(tuple(orders))


@pytest.mark.parametrize(
    ("orders", "refusal"),
    [
        (None, "orders must be a list of 1 to 3 orders, not None"),
        ("wait", "orders must be a list of 1 to 3 orders, not 'wait'"),
        ([], "orders must be a list of 1 to 3 orders, not 0 orders"),
        (["wait"] * 4, "orders must be a list of 1 to 3 orders, not 4 orders"),
        (["task"], "the first order must be one of: move admin, kill 2, wait; not 'task'"),
        ([["wait"]], "the first order must be one of: move admin, kill 2, wait; not a value of the type list"),
        (["wait", "dance"], "a later order must be an action like move admin, kill 2, wait; not 'dance'"),
        (["wait", 3], "a later order must be an action like move admin, kill 2, wait; not 3"),
    ],
)
def test_orders_that_cannot_stand_are_refused(orders: Any, refusal: str) -> None:
    with pytest.raises(Illegal) as refused:
        ACT.read({"orders": orders})
    assert str(refused.value) == refusal


def test_the_default_is_to_wait_to_stay_silent_and_to_write_nothing() -> None:
    assert ACT.default(Dice("any")) == Ordered(("wait",))
    assert BID.default(Dice("any")) == Bid(0, "")
    assert REFLECT.default(Dice("any")) == {}
    assert CHAT.default(Dice("any")) == ""


def test_a_uniform_player_orders_one_action_each_as_likely() -> None:
    drawn = [ACT.drawn(Dice("seed", number), "").orders for number in range(300)]
    assert {len(orders) for orders in drawn} == {1}
    counts = [drawn.count((action,)) for action in ACT.actions]
    assert min(counts) > 70


def test_a_uniform_player_bids_from_0_to_10_and_votes_as_it_comes() -> None:
    drawn = [BID.drawn(Dice("seed", number), "Hm.") for number in range(400)]
    assert {bid.desire for bid in drawn} == set(range(11))
    assert {bid.vote for bid in drawn} == {None, "skip", 1, 2}
    assert {bid.target for bid in drawn} == {None, 1, 2}
    assert {VOTED.drawn(Dice("seed", number), "Hm.").vote for number in range(20)} == {None}


def test_a_bid_may_leave_out_what_is_optional() -> None:
    assert BID.read(SAID) == Bid(4, "Hello.")
    full = {**SAID, "target": 2, "vote_action": "skip", "scratchpad_updates": {"plan": "Vote."}}
    assert BID.read(full) == Bid(4, "Hello.", 2, "skip", {"plan": "Vote."})
    assert BID.write(BID.read(full)) == full


@pytest.mark.parametrize("desire", [-1, 11, 3.0, True, "3", None])
def test_a_desire_is_a_whole_number_from_0_to_10(desire: Any) -> None:
    with pytest.raises(Illegal, match=r"^desire_to_speak must be a whole number from 0 to 10, not "):
        BID.read({**SAID, "desire_to_speak": desire})


@pytest.mark.parametrize("vote", [0, 3, True, 1.0, "1", "Skip", [1]])
def test_a_vote_names_who_may_be_voted_for(vote: Any) -> None:
    with pytest.raises(Illegal, match=r"^vote_action must be one of null \(no vote now\), skip, 1, 2; not "):
        BID.read({**SAID, "vote_action": vote})


def test_who_has_voted_cannot_vote_again() -> None:
    assert VOTED.read(SAID) == Bid(4, "Hello.")
    with pytest.raises(Illegal, match=r"^vote_action must be one of null \(no vote now\); not 1$"):
        VOTED.read({**SAID, "vote_action": 1})


def test_the_thought_has_one_name_and_is_read_by_that_of_the_seed_too() -> None:
    assert next(iter(BID.schema()["properties"])) == next(iter(ACT.schema()["properties"])) == "thought"
    assert thought_in({"internal_thought": "Red lies."}) == thought_in({"thought": "Red lies."}) == "Red lies."


# --- pads ------------------------------------------------------------------------------------------------------------


def test_pads_are_rewritten_one_by_one_and_the_last_change_of_one_counts() -> None:
    changes = [{"pad": "plan", "text": "Run."}, {"pad": "events", "text": ""}, {"pad": "plan", "text": " Wait. "}]
    assert REFLECT.read({"scratchpad_updates": changes}) == {"plan": "Wait.", "events": ""}
    assert REFLECT.read({"scratchpad_updates": [{"pad": "plan", "text": None}]}) == {}
    assert REFLECT.read({"scratchpad_updates": []}) == {}


def test_pads_are_texts_by_name_and_null_leaves_one_as_it_is() -> None:
    assert REFLECT.read({"scratchpad_updates": {"plan": " Wait. ", "events": None}}) == {"plan": "Wait."}
    assert REFLECT.read({"scratchpad_updates": {"plan": ""}}) == {"plan": ""}
    assert REFLECT.read({"scratchpad_updates": {}}) == REFLECT.read({"scratchpad_updates": None}) == {}
    assert REFLECT.read({"scratchpad_updates": {"plan": "One.\nTwo."}}) == {"plan": "One.\nTwo."}


@pytest.mark.parametrize(
    ("updates", "refusal"),
    [
        ("plan", "scratchpad_updates must be a list of changes, each with a pad and its text, not 'plan'"),
        (
            [{}] * 101,
            "scratchpad_updates must be a list of changes, each with a pad and its text, not a value of the type list",
        ),
        (["plan"], "a change of a scratchpad has a pad and its text; 'plan' has not"),
        ([{"text": "x"}], "a change of a scratchpad has a pad and its text; a value of the type dict has not"),
        (
            [{"pad": ["plan"], "text": "x"}],
            "a scratchpad is one of plan, events, suspicions, meeting, learned; not a value of the type list",
        ),
        ([{"pad": "plan", "text": 3}], "scratchpad plan must be a text, not 3"),
        ({"diary": "x"}, "a scratchpad is one of plan, events, suspicions, meeting, learned; not 'diary'"),
        ({"plan": 3}, "scratchpad plan must be a text, not 3"),
        ({"plan": "x" * 1501}, "scratchpad plan must be at most 1500 characters, not 1501"),
    ],
)
def test_pads_that_cannot_stand_are_refused(updates: Any, refusal: str) -> None:
    for question, given in ((REFLECT, {}), (BID, SAID), (ACT, {"orders": ["wait"]})):
        with pytest.raises(Illegal) as refused:
            question.read({**given, "scratchpad_updates": updates})
        assert str(refused.value) == refusal


def test_a_pad_may_be_as_long_as_told() -> None:
    assert REFLECT.read({"scratchpad_updates": {"learned": "x" * 1500}}) == {"learned": "x" * 1500}


def test_an_answer_that_only_reflects_must_say_so() -> None:
    with pytest.raises(Illegal, match=r"^scratchpad_updates is missing; it may be an empty list$"):
        REFLECT.read({"thought": "Hm."})


def test_a_ghost_may_say_nothing() -> None:
    assert CHAT.read({"message": ""}) == ""
    assert CHAT.drawn(Dice("any"), "Boo.") == "Boo."
