"""Bidding for the floor: who speaks, who must, what counts as named or accused, and when the talk is over.

The die has one side here, so priorities are sums that a reader can check; where it has six, a test says so.
"""

from typing import Any

import pytest

from games.engine.discussion.accusing import FIRST_STEMS, STEMS, seats_accused
from games.engine.discussion.bidding import tokens_of
from games.engine.questions import NEUTRAL
from games.engine.ruleset import Ruleset
from tests.games.engine.glass_box.ship_scene import ShipScene

Rules = Ruleset[Any]


def meeting(rules: Rules, roles: str = "IICCCCCC", **options: Any) -> ShipScene:
    return ShipScene(rules, roles, **{"bid_die": 1, **options}).tick({len(roles) - 1: "emergency"})


def says(desire: int, words: str = "Hm.", **more: Any) -> dict[str, Any]:
    return {"desire_to_speak": desire, "message": words, **more}


def speakers(scene: ShipScene) -> list[int]:
    """Who has spoken, tick by tick; silent ticks are left out."""
    return [event.data()["seat"] for event in scene.events("spoke")]


# --- who speaks ------------------------------------------------------------------------------------------------------


def test_the_highest_desire_speaks_and_everybody_hears_it(ship: Rules) -> None:
    scene = meeting(ship).bid({2: says(3), 4: says(7, "Listen.", target=0), 5: says(6)})
    assert scene.heard("spoke") == [("everyone", "Edie (to Ada): Listen.")]
    assert scene.events("spoke")[0].data() == {"seat": 4, "words": "Listen.", "target": 0, "t": 0}


def test_bids_that_lose_are_no_events(ship: Rules) -> None:
    scene = meeting(ship)
    before = len(scene.ledger)
    scene.bid({2: says(3, "A secret."), 4: says(7)})
    assert len(scene.ledger) == before + 1
    assert not any("A secret." in said for said in scene.said())


def test_without_words_no_bid_counts_and_the_tick_is_silent(ship: Rules) -> None:
    scene = meeting(ship).bid({2: says(10, "")})
    assert scene.heard("nobody_spoke") == [("everyone", "Nobody says a word.")]
    assert scene.bid({3: says(0)}).events("spoke")[0].data()["seat"] == 3


def test_the_die_is_added(ship: Rules) -> None:
    first = {
        speakers(meeting(ship, bid_die=6, seed=f"{seed}").bid({2: says(5), 3: says(5), 4: says(0)}))[0]
        for seed in range(30)
    }
    assert first == {2, 3}
    first = {speakers(meeting(ship, bid_die=6, seed=f"{seed}").bid({2: says(5), 4: says(0)}))[0] for seed in range(99)}
    assert first == {2} | ({4} & first)
    assert 4 in first  # 0 + 6 beats 5 + 1 … and ties go by words, then by dice


@pytest.mark.parametrize(
    ("words", "boost"), [("Ask Dov.", 2), ("ask dov!", 2), ("Dovetail.", 0), ("Was it (Dov)?", 2), ("Nobody.", 0)]
)
def test_who_is_named_in_the_last_three_messages_as_a_whole_word_is_raised(ship: Rules, words: str, boost: int) -> None:
    for desire, speaker in ((4 - boost, 4), (6 - boost, 3)):
        scene = meeting(ship).bid({2: says(9, words)}).bid({3: says(desire), 4: says(5)})
        assert speakers(scene)[1] == speaker


def test_a_mention_is_forgotten_after_three_messages(ship: Rules) -> None:
    def fourth(window: int) -> int:
        scene = meeting(ship, silence_bonus=0, mention_window=window).bid({2: says(9, "What of Dov?")})
        for seat in (5, 6):
            scene.bid({seat: says(9)})
        return speakers(scene.bid({3: says(4), 4: says(5)}))[3]

    assert (fourth(3), fourth(2)) == (3, 4)


def test_who_is_addressed_or_accused_by_the_last_message_is_raised_by_three(ship: Rules) -> None:
    scene = meeting(ship).bid({2: says(9, "Hm.", target=3)}).bid({3: says(3), 4: says(5)})
    assert speakers(scene)[1] == 3
    scene = meeting(ship).bid({2: says(9, "Dov is lying.")}).bid({3: says(1), 4: says(5)})
    assert speakers(scene)[1] == 3  # 2 for the name, 3 for the accusation
    scene = meeting(ship).bid({2: says(9, "Dov is kind. Somebody is lying.")}).bid({3: says(1), 4: says(5)})
    assert speakers(scene)[1] == 4


def test_an_accusation_counts_for_the_next_tick_alone(ship: Rules) -> None:
    scene = meeting(ship, silence_bonus=0).bid({2: says(9, "Hm.", target=3)}).bid({5: says(9)})
    assert speakers(scene.bid({3: says(3), 4: says(5)}))[2] == 4


def test_silence_raises_by_one_a_tick_up_to_a_bound(ship: Rules) -> None:
    scene = meeting(ship, stop_after=900, forced_after=100)
    for _ in range(4):
        scene.bid({2: says(9), 3: says(9)})
    assert set(speakers(scene)) == {2, 3}
    # 4 silent ticks are worth 4, so the silent one now wins with 4 less than who spoke two ticks ago.
    scene.bid({4: says(4), 5: says(3)})
    assert speakers(scene)[4] == 4


def test_a_bounded_silence_no_longer_grows(ship: Rules) -> None:
    def last(most: int) -> int:
        scene = meeting(ship, silence_most=most, stop_after=900, forced_after=100, spoke_last_penalty=0)
        for _ in range(6):
            scene.bid({2: says(9)})
        return speakers(scene.bid({2: says(9), 3: says(4)}))[-1]

    assert (last(8), last(4)) == (3, 2)


def test_who_has_just_spoken_is_lowered_by_four_and_then_by_two(ship: Rules) -> None:
    scene = meeting(ship, silence_bonus=0).bid({2: says(9)}).bid({2: says(9), 3: says(6)})
    assert speakers(scene) == [2, 3]
    scene = meeting(ship, silence_bonus=0).bid({2: says(9)}).bid({2: says(9), 3: says(4)})
    assert speakers(scene) == [2, 2]
    scene = meeting(ship, silence_bonus=0).bid({2: says(9)}).bid({4: says(9)}).bid({2: says(9), 3: says(8)})
    assert speakers(scene) == [2, 4, 3]
    scene = meeting(ship, silence_bonus=0).bid({2: says(9)}).bid({4: says(9)}).bid({2: says(9), 3: says(6)})
    assert speakers(scene) == [2, 4, 2]


def test_who_has_voted_may_speak_and_is_lowered_by_one(ship: Rules) -> None:
    scene = meeting(ship).bid({2: says(0, "", vote_action="skip"), 5: says(9)}).bid({2: says(6), 3: says(6)})
    assert speakers(scene) == [5, 3]
    scene = meeting(ship).bid({2: says(0, "", vote_action="skip"), 5: says(9)}).bid({2: says(8), 3: says(6)})
    assert speakers(scene) == [5, 2]


def test_a_vote_in_the_same_tick_does_not_lower_the_bid(ship: Rules) -> None:
    for seed in "abcd":
        scene = meeting(ship, seed=seed).bid({2: says(6, vote_action="skip"), 3: says(5)})
        assert speakers(scene) == [2]


def test_among_equals_who_has_said_fewest_words_speaks(ship: Rules) -> None:
    scene = meeting(ship, silence_bonus=0, spoke_last_penalty=0, spoke_before_penalty=0)
    scene.bid({2: says(9, "One two three.")}).bid({3: says(9, "One.")})
    assert speakers(scene.bid({2: says(5), 3: says(5)})) == [2, 3, 3]


# --- who must --------------------------------------------------------------------------------------------------------


def test_who_has_been_silent_for_long_must_speak_and_says_at_least_something_neutral(ship: Rules) -> None:
    scene = meeting(ship, "IICCCCCC", stop_after=900)
    talk = {seat: says(9) for seat in range(7)}
    for _ in range(12):  # 1.5 ticks for each of 8
        scene.bid(talk)
    assert 7 not in speakers(scene)
    question = scene.moderator.pending[7]
    assert question.prompt == "You have been silent for too long and must speak now."
    scene.bid(talk)
    assert scene.heard("spoke")[-1] == ("everyone", f"Hana: {NEUTRAL}")
    scene.bid(talk)
    assert speakers(scene)[-1] != 7


def test_the_longest_silent_comes_first(ship: Rules) -> None:
    scene = meeting(ship, "ICCCC", impostors=1, stop_after=900).bid({0: says(5)})
    for _ in range(8):
        scene.bid({1: says(9), 2: says(9), 3: says(9), 4: says(0)})
    assert 0 in speakers(scene)
    assert speakers(scene).index(4) >= 8
    assert speakers(scene)[8:9] == [4]


# --- how it ends -----------------------------------------------------------------------------------------------------


def test_after_two_silent_ticks_in_a_row_the_rest_are_asked_once_for_a_vote(ship: Rules) -> None:
    scene = meeting(ship).bid().bid({3: says(1)}).bid({2: says(0, "", vote_action=0)})
    assert scene.kinds_asked() == {"bid"}
    scene.bid()
    assert scene.kinds_asked() == {"vote"}
    assert sorted(scene.moderator.pending) == [0, 1, 3, 4, 5, 6, 7]
    scene.vote({3: 0})
    assert scene.kinds().count("vote_cast") == scene.kinds().count("vote_shown") == 8
    assert ("everyone", "Dov voted for Ada.") in scene.heard("vote_shown")


def test_the_talk_is_stopped_after_three_ticks_for_each_of_the_living(ship: Rules) -> None:
    scene = meeting(ship, "ICCCC", impostors=1)
    for tick in range(15):
        assert scene.kinds_asked() == {"bid"}, tick
        scene.bid({seat: says(5) for seat in range(5)})
    assert scene.kinds_asked() == {"vote"}


def test_the_talk_is_stopped_after_so_many_tokens(ship: Rules) -> None:
    assert [tokens_of(words) for words in (0, 1, 100, 101)] == [0, 2, 135, 137]
    scene = meeting(ship, stop_tokens=100)
    scene.bid({2: says(5, "word " * 73)})
    assert scene.kinds_asked() == {"bid"}
    scene.bid({3: says(5, "word")})
    assert scene.kinds_asked() == {"vote"}


def test_the_system_nudges_once_after_one_and_a_half_ticks_for_each_of_the_living(ship: Rules) -> None:
    scene = meeting(ship, "IICCCCCC")
    for _ in range(11):
        scene.bid({seat: says(5) for seat in range(8)})
    assert "nudged" not in scene.kinds()
    for _ in range(6):
        scene.bid({seat: says(5) for seat in range(8)})
    assert scene.heard("nudged") == [("everyone", "The system: wrap it up.")]
    assert scene.kinds().index("nudged") == next(
        place + 1 for place, entry in enumerate(scene.ledger) if entry.event.data().get("t") == 11
    )


def test_the_system_nudges_after_so_many_tokens(ship: Rules) -> None:
    assert "nudged" in meeting(ship, nudge_tokens=50).bid({2: says(5, "word " * 40)}).kinds()
    assert "nudged" not in meeting(ship, nudge_tokens=50).bid({2: says(5, "word " * 30)}).kinds()


def test_quiet_voters_are_asked_again_only_when_named_or_accused(ship: Rules) -> None:
    scene = meeting(ship, quiet_voters=True).bid({2: says(5, vote_action="skip"), 3: says(9)})
    assert 2 not in scene.moderator.pending
    scene.bid({3: says(9, "What does Cleo say?")})
    assert 2 in scene.moderator.pending
    scene.bid({4: says(9, "Hm.", target=2)})
    assert 2 in scene.moderator.pending
    scene.bid({4: says(9)})
    assert 2 not in scene.moderator.pending
    assert 2 in meeting(ship).bid({2: says(5, vote_action="skip")}).moderator.pending


def test_what_is_bid_in_secret_moves_no_later_roll(ship: Rules) -> None:
    """Two meetings with the same public talk: who lost the first bid, and with how much, changes nothing after it."""

    def second(rivals: dict[int, dict[str, Any]], seed: str) -> list[int]:
        scene = meeting(ship, bid_die=6, seed=seed).bid({2: says(10, "word"), **rivals})
        return speakers(scene.bid({4: says(5), 5: says(5), 6: says(5), 7: says(5)}))

    for seed in "abcdef":
        alone, contested = second({}, seed), second({3: says(0), 4: says(1), 5: says(2)}, seed)
        if contested[0] == 2:
            assert alone == contested


# --- accusing --------------------------------------------------------------------------------------------------------

NAMES = ("Red", "Blue", "Dark Green", "Green")


@pytest.mark.parametrize(
    ("words", "accused"),
    [
        ("Red is the impostor!", {0}),
        ("red lies", {0}),
        ("I think Blue vented. Red was with me.", {1}),
        ("Red was with me, and Blue killed somebody.", {0, 1}),
        ("Dark Green looks suspicious.", {2}),
        ("Green looks suspicious.", {3}),
        ("Let us vote for Red; Blue is fine.", {0}),
        ("Redmond is a liar.", set()),
        ("Red believes me.", set()),
        ("I was in the vents' room with Red.", set()),
        ("Somebody lies.", set()),
        ("", set()),
    ],
)
def test_who_is_named_in_an_accusing_sentence_is_accused(words: str, accused: set[int]) -> None:
    assert seats_accused(words, NAMES) == accused


@pytest.mark.parametrize("stems", [STEMS, FIRST_STEMS])
def test_every_stem_accuses(stems: tuple[str, ...]) -> None:
    assert [stem for stem in stems if seats_accused(f"Red {stem}.", NAMES, stems) != {0}] == []


ON_STEERING = ("I stabilize steering with Red.", "Red and I stood by the stabilizer.", "Red has been stable, Blue too.")


def test_who_stabilizes_the_steering_accuses_nobody_and_who_stabs_does() -> None:
    for words in ON_STEERING:
        assert seats_accused(words, NAMES) == set()
        assert seats_accused(words, NAMES, FIRST_STEMS)
    for words in ("Red stabs.", "Red stabbed somebody.", "Red was stabbing!", "It was a stab of Red's"):
        assert seats_accused(words, NAMES) == seats_accused(words, NAMES, FIRST_STEMS) == {0}


def test_a_task_that_is_told_of_raises_nobody_but_by_the_first_two_revisions(ship: Rules) -> None:
    told = says(9, "I did stabilize steering, and so did Cleo.")
    # Cleo, who was named, has 5 + 2; without being accused Edie's 8 is more, and with it 5 + 2 + 3 is.
    for revision, second in ((1, 2), (2, 2), (ship.revision, 4)):
        scene = meeting(ship, revision=revision).bid({3: told}).bid({2: says(5), 4: says(8), 5: says(7)})
        assert speakers(scene) == [3, second]


# --- bids that stand -------------------------------------------------------------------------------------------------


def standing(rules: Rules, **options: Any) -> ShipScene:
    return meeting(rules, standing_bids=True, **options)


def asked(scene: ShipScene) -> set[int]:
    return {seat for seat, question in scene.moderator.pending.items() if question.kind == "bid"}


def test_a_bid_that_was_not_drawn_stands_and_is_drawn_later(ship: Rules) -> None:
    scene = standing(ship).bid({2: says(9, "First."), 4: says(7, "Second.", target=0), 5: says(3, "Third.")})
    assert asked(scene) == {2}
    scene.bid()
    assert asked(scene) == {0, 4}
    assert scene.bid().heard("spoke") == [
        ("everyone", "Cleo: First."),
        ("everyone", "Edie (to Ada): Second."),
        ("everyone", "Finn: Third."),
    ]


@pytest.mark.parametrize(("bonus", "third"), [(1, 4), (0, 2)])
def test_a_bid_that_stands_gains_by_silence_like_any_other(ship: Rules, bonus: int, third: int) -> None:
    scene = standing(ship, silence_bonus=bonus).bid({2: says(9), 3: says(6), 4: says(3)})
    scene.bid({2: says(6)}).bid({3: says(0)})
    assert speakers(scene) == [2, 3, third]


def test_who_is_named_addressed_or_accused_is_asked_for_another_bid(ship: Rules) -> None:
    bids = {3: says(1, "Old."), 4: says(1, "Old."), 5: says(1, "Old.")}
    assert asked(standing(ship).bid({2: says(9, "Ask Dov."), **bids})) == {2, 3}
    assert asked(standing(ship).bid({2: says(9, target=4), **bids})) == {2, 4}
    assert asked(standing(ship).bid({2: says(9, "Finn lies."), **bids})) == {2, 5}
    scene = standing(ship).bid({2: says(9, "Ask Dov."), **bids}).bid({3: says(9, "New.")})
    assert scene.heard("spoke")[-1] == ("everyone", "Dov: New.")


def test_nobody_who_has_a_vote_to_give_waits_while_only_voters_are_asked(ship: Rules) -> None:
    scene = standing(ship).bid({2: says(9, vote_action="skip"), 3: says(5, vote_action="skip")})
    assert asked(scene) == {0, 1, 2, 4, 5, 6, 7}
    scene.bid({seat: {"vote_action": "skip"} for seat in (0, 1, 4, 5, 6, 7)})
    assert [event.kind for event in scene.events("vote_shown")] == ["vote_shown"] * 8


def test_when_nobody_says_a_word_all_who_have_not_voted_are_asked_again_and_in_the_end_for_a_vote(ship: Rules) -> None:
    scene = standing(ship).bid({5: {"vote_action": "skip"}})
    assert asked(scene) == {0, 1, 2, 3, 4, 6, 7}
    scene.bid()
    assert {seat: question.kind for seat, question in scene.moderator.pending.items()} == dict.fromkeys(
        (0, 1, 2, 3, 4, 6, 7), "vote"
    )


def test_no_bid_stands_when_the_system_says_to_wrap_it_up(ship: Rules) -> None:
    scene = standing(ship, nudge_after=2).bid({2: says(9), 3: says(8), 4: says(7)})
    assert asked(scene) == {2}
    assert scene.bid().heard("nudged")
    assert asked(scene) == set(range(8))


def test_who_must_speak_is_asked_though_the_bid_stands(ship: Rules) -> None:
    scene = standing(ship, forced_after=3).bid({seat: says(9 - seat) for seat in (2, 3, 4, 5)}).bid().bid()
    silent = [seat for seat, question in scene.moderator.pending.items() if "must speak now" in question.prompt]
    assert len(silent) == 1
    assert silent[0] in {0, 1, 6, 7}


def test_the_bid_of_a_quiet_voter_does_not_stand(ship: Rules) -> None:
    bids = {2: says(9, "First."), 3: says(8, "Second.", vote_action="skip"), 4: says(1, "Third.")}
    assert speakers(standing(ship).bid(bids).bid())[1] == 3
    assert speakers(standing(ship, quiet_voters=True).bid(bids).bid())[1] == 4


def test_without_the_option_all_are_asked_in_each_tick(ship: Rules) -> None:
    scene = meeting(ship).bid({2: says(9, "First."), 4: says(7, "Second.")})
    assert asked(scene) == set(range(8))
    assert not scene.bid().events("spoke")[1:]


def test_the_rule_book_tells_of_bids_that_stand_where_they_do(ship: Rules) -> None:
    def told(**options: Any) -> str:
        sections = ship.rulebook(ship.options_from(options, 8), 8)
        return "\n".join(paragraph for section in sections for paragraph in section.paragraphs)

    stand, lapse = "Bids stand, with or without a message", "The bid of who has voted does not stand."
    assert (stand in told(standing_bids=True), lapse in told(standing_bids=True)) == (True, False)
    assert stand in told(standing_bids=True, quiet_voters=True)
    assert lapse in told(standing_bids=True, quiet_voters=True)
    assert told(quiet_voters=True).count("does not stand") == told().count("Bids stand") == 0
