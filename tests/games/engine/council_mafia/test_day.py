"""Council Mafia by day: who speaks when, who can be nominated, who defends themselves and who has last words."""

from typing import Any

import pytest

from games.engine.events import (
    Defended,
    LastWords,
    Lynched,
    Nominated,
    Nominees,
    NotLynched,
    Runoff,
    Said,
    Vote,
    Voted,
)
from games.engine.ruleset import Ruleset
from tests.games.engine.council_mafia.council import Council
from tests.games.engine.scenes import among_of

Rules = Ruleset[Any]
SEVEN = "MMIDTTT"
TEN = "MMMIDTTTTT"


def speakers(scene: Council) -> list[list[int]]:
    """Who spoke, by day, in order."""
    days: list[list[int]] = []
    for entry in scene.ledger:
        if entry.event.kind == "phase" and entry.phase == "day":
            days.append([])
        elif isinstance(entry.event, Said):
            days[-1].append(entry.event.seat)
    return days


# --- speeches and nominations ----------------------------------------------------------------------------------------


def test_everyone_speaks_once_a_day_and_each_day_starts_one_seat_further_on(council: Rules) -> None:
    scene = Council(council, SEVEN).day().night().day().night().day()
    assert speakers(scene) == [[0, 1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 6, 0], [2, 3, 4, 5, 6, 0, 1]]


def test_the_day_starts_with_the_next_living_seat_and_the_count_goes_by_seats(council: Rules) -> None:
    scene = Council(council, TEN).day(lynch=9).night(kill=5).day(lynch=1).night().day().night().day()
    assert speakers(scene)[1:] == [[1, 2, 3, 4, 6, 7, 8, 0], [2, 3, 4, 6, 7, 8, 0], [3, 4, 6, 7, 8, 0, 2]]


def test_the_first_seat_comes_round_again_after_as_many_days_as_seats(council: Rules) -> None:
    scene = Council(council, SEVEN, quiet_rounds=50)
    for _ in range(7):
        scene.day().night()
    assert [day[0] for day in speakers(scene.day())] == [0, 1, 2, 3, 4, 5, 6, 0]


def test_a_speech_and_a_nomination_are_one_answer_heard_by_all_before_the_next_is_asked(council: Rules) -> None:
    scene = Council(council, SEVEN)
    assert [(seat, question.kind) for seat, question in scene.moderator.pending.items()] == [(0, "nominate")]
    scene.answer(0, message="I do not trust Finn.", target=5)
    assert list(scene.moderator.pending) == [1]
    heard = [entry.event for entry in scene.moderator.table.views[1][-2:]]
    assert heard == [Said(0, "I do not trust Finn."), Nominated(0, 5)]
    assert [where for where, _ in scene.heard("said", "nominated")] == ["everyone", "everyone"]


def test_on_the_first_day_anybody_or_nobody_can_be_nominated_oneself_too(council: Rules) -> None:
    assert among_of(Council(council, SEVEN).question(0)) == (None, 0, 1, 2, 3, 4, 5, 6)


def test_from_the_second_day_on_somebody_living_must_be_nominated(council: Rules) -> None:
    scene = Council(council, SEVEN).day().night(kill=4)
    assert among_of(scene.question(1)) == (0, 1, 2, 3, 5, 6)


def test_a_missing_answer_on_the_first_day_says_something_neutral_and_nominates_nobody(council: Rules) -> None:
    scene = Council(council, SEVEN)
    scene.moderator.default(0, "no answer")
    assert scene.events("said", "nominated") == [Said(0, "I have nothing to add for now."), Nominated(0, None)]


def test_a_missing_answer_on_a_later_day_nominates_another_player_by_dice(council: Rules) -> None:
    named = set()
    for seed in range(60):
        scene = Council(council, SEVEN, seed=f"{seed}").day().night(kill=4)
        named.add(scene.moderator.default(1, "no answer").answer["target"])
    assert named == {0, 2, 3, 5, 6}


# --- the vote --------------------------------------------------------------------------------------------------------


def test_without_a_nominee_there_is_no_vote(council: Rules) -> None:
    scene = Council(council, SEVEN).day()
    assert scene.heard("nominees", "voted", "not_lynched") == [("everyone", NotLynched("no nominee"))]
    assert "vote" not in {kind for _, _, kind in scene.asked}


def test_all_who_were_nominated_stand_to_the_vote_in_seat_order(council: Rules) -> None:
    scene = Council(council, SEVEN).day(nominate={0: 6, 1: 2, 2: None, 3: 2, 4: 4})
    assert scene.heard("nominees") == [("everyone", Nominees((2, 4, 6)))]


def test_everyone_votes_in_one_poll_for_a_nominee_but_themselves_or_for_nobody(council: Rules) -> None:
    scene = Council(council, SEVEN)
    for seat, target in enumerate([6, 2, None, 2, 6, None, None]):
        scene.answer(seat, message="Hm.", target=target)
    questions = scene.moderator.pending
    assert {question.kind for question in questions.values()} == {"vote"}
    assert {seat: among_of(question) for seat, question in questions.items()} == {
        **dict.fromkeys((0, 1, 3, 4, 5), (None, 2, 6)),
        2: (None, 6),
        6: (None, 2),
    }


def test_a_vote_is_not_heard_before_the_last_one_is_in(council: Rules) -> None:
    scene = Council(council, SEVEN)
    for seat in range(7):
        scene.answer(seat, message="Hm.", target=4)
    before = len(scene.ledger)
    for seat in (6, 0, 3, 1, 2, 5):
        scene.answer(seat, target=4)
    assert len(scene.ledger) == before
    scene.answer(4, target=None)
    votes = tuple(Vote(seat, None if seat == 4 else 4) for seat in range(7))
    assert scene.heard("voted") == [("everyone", Voted(votes))]


def test_the_default_vote_is_for_nobody_in_the_first_and_in_the_second_vote(council: Rules) -> None:
    first, second = Council(council, SEVEN), at_the_second_vote(council)
    for seat in range(7):
        first.answer(seat, message="Hm.", target=4)
    for scene, kind in ((first, "vote"), (second, "runoff")):
        assert scene.question(2).kind == kind
        assert scene.moderator.default(2, "no answer").answer == {"target": None}


# --- defences and the second vote ------------------------------------------------------------------------------------


def at_the_second_vote(council: Rules, **options: Any) -> Council:
    """Day 2, begun by seat 1; 0, 5 and 6 are nominated, 0 and 6 tied and defended; the second vote is asked."""
    scene = Council(council, SEVEN, **options).day().night()
    for seat in (1, 2, 3, 4, 5, 6, 0):
        scene.answer(seat, message="Hm.", target=(0, 5, 6)[seat % 3])
    for seat, target in enumerate([6, 6, 6, 0, 0, None, 0]):
        scene.answer(seat, target=target)
    for seat in (6, 0):
        scene.answer(seat, message="It was not me.")
    return scene


def test_a_tie_is_told_and_each_of_the_tied_speaks_in_the_order_of_the_day(council: Rules) -> None:
    scene = at_the_second_vote(council)
    assert scene.heard("runoff", "defended") == [
        ("everyone", Runoff((6, 0))),
        ("everyone", Defended(6, "It was not me.")),
        ("everyone", Defended(0, "It was not me.")),
    ]
    assert [(seat, kind) for _, seat, kind in scene.asked[-2:]] == [(6, "defend"), (0, "defend")]


def test_a_defence_is_heard_before_the_next_is_asked_for(council: Rules) -> None:
    scene = Council(council, SEVEN)
    for seat in range(7):
        scene.answer(seat, message="Hm.", target=4 + seat % 2)
    for seat in range(7):
        scene.answer(seat, target=None if seat == 6 else 5 - seat % 2)
    assert list(scene.moderator.pending) == [4]
    scene.answer(4, message="Look at the votes.")
    assert list(scene.moderator.pending) == [5]
    assert scene.moderator.table.views[5][-1].event == Defended(4, "Look at the votes.")


def test_all_vote_again_between_the_tied_and_nobody_the_tied_too_but_not_for_themselves(council: Rules) -> None:
    scene = at_the_second_vote(council)
    assert {seat: among_of(question) for seat, question in scene.moderator.pending.items()} == {
        **dict.fromkeys((1, 2, 3, 4, 5), (None, 0, 6)),
        0: (None, 6),
        6: (None, 0),
    }


def test_who_is_ahead_in_the_second_vote_is_lynched_after_last_words(council: Rules) -> None:
    scene = at_the_second_vote(council)
    for seat, target in enumerate([6, 6, 6, 6, 0, None, 0]):
        scene.answer(seat, target=target)
    scene.answer(6, message="You will regret it.")
    told = scene.kinds()[scene.kinds().index("runoff") :]
    assert told == ["runoff", "defended", "defended", "voted", "last_words", "lynched", "phase"]
    assert scene.living == (0, 1, 2, 3, 4, 5)


def test_a_second_tie_lynches_nobody_and_there_is_no_third_vote(council: Rules) -> None:
    scene = at_the_second_vote(council)
    for seat, target in enumerate([6, 6, 6, 0, 0, None, 0]):
        scene.answer(seat, target=target)
    assert scene.events("lynched", "not_lynched")[-1] == NotLynched("tie")
    assert scene.moderator.table.phase == "night"


def test_a_tie_with_nobody_lets_the_one_speak_and_all_vote_again(council: Rules) -> None:
    votes = {0: 4, 1: 4, 2: 4, 3: None, 4: None, 5: None, 6: 5}
    scene = Council(council, SEVEN).day(nominate={0: 4, 1: 5}, votes=votes, runoff=dict.fromkeys(range(7), 4))
    assert scene.events("runoff", "defended", "lynched") == [
        Runoff((4,)),
        Defended(4, "Hm."),
        Lynched(4, None, None),
    ]


# --- last words and what a lynch shows -------------------------------------------------------------------------------


def test_last_words_are_asked_for_while_the_speaker_still_lives(council: Rules) -> None:
    scene = Council(council, SEVEN)
    for seat in range(7):
        scene.answer(seat, message="Hm.", target=4)
    for seat in range(7):
        scene.answer(seat, target=None if seat == 4 else 4)
    assert [(seat, question.kind) for seat, question in scene.moderator.pending.items()] == [(4, "last_words")]
    assert 4 in scene.living
    scene.answer(4, message="Watch Ada.")
    assert scene.heard("last_words", "lynched") == [
        ("everyone", LastWords(4, "Watch Ada.")),
        ("everyone", Lynched(4, None, None)),
    ]
    assert 4 not in scene.living


def test_nobody_but_the_lynched_has_last_words(council: Rules) -> None:
    scene = Council(council, TEN).day(lynch=9).night(kill=8).day(lynch=7)
    assert [event.seat for event in scene.events("last_words")] == [9, 7]
    assert [event.seat for event in scene.events("died")] == [8]


@pytest.mark.parametrize(
    ("reveal", "lynched"),
    [("role", Lynched(2, "detective", "town")), ("team", Lynched(2, None, "town")), ("none", Lynched(2, None, None))],
)
def test_a_lynch_shows_what_reveal_on_death_says(council: Rules, reveal: str, lynched: Lynched) -> None:
    assert Council(council, SEVEN, reveal_on_death=reveal).day(lynch=2).events("lynched") == [lynched]
