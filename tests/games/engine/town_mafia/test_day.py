"""Town Mafia by day: who speaks when, how the votes count and what a lynch shows."""

from typing import Any

import pytest

from games.engine.events import Lynched, NotLynched, Said, Vote, Voted
from games.engine.ruleset import Ruleset
from tests.games.engine.scenes import Scene, among_of

Rules = Ruleset[Any]


def speakers(scene: Scene) -> list[list[int]]:
    """Who spoke, by day, in order."""
    days: list[list[int]] = []
    for entry in scene.ledger:
        if entry.event.kind == "phase" and entry.phase == "day":
            days.append([])
        elif isinstance(entry.event, Said):
            days[-1].append(entry.event.seat)
    return days


# --- talk ------------------------------------------------------------------------------------------------------------


def test_everyone_speaks_once_a_round_and_the_first_speaker_moves_on_by_one(town: Rules) -> None:
    scene = Scene(town, "MDSVV", first=3).night().day()
    assert speakers(scene) == [[3, 4, 0, 1, 2, 4, 0, 1, 2, 3]]


def test_the_first_speaker_moves_on_from_day_to_day(town: Rules) -> None:
    scene = Scene(town, "MDSVV", first=3, discussion_rounds=1).rounds(3)
    assert speakers(scene) == [[3, 4, 0, 1, 2], [4, 0, 1, 2, 3], [0, 1, 2, 3, 4]]


def test_a_first_speaker_who_died_gives_way_to_the_next_living_one(town: Rules) -> None:
    scene = Scene(town, "MDSVVV", first=3).night(kill=3).day()
    assert speakers(scene) == [[4, 5, 0, 1, 2, 5, 0, 1, 2, 4]]


def test_the_first_speaker_moves_on_past_the_dead(town: Rules) -> None:
    scene = Scene(town, "MDSVVV", first=2, discussion_rounds=1).night().day(lynch=3).night().day()
    assert speakers(scene) == [[2, 3, 4, 5, 0, 1], [4, 5, 0, 1, 2]]


def test_the_first_speaker_moves_on_round_the_end_of_the_table(town: Rules) -> None:
    scene = Scene(town, "MDSVVV", first=5, discussion_rounds=1).night().day().night(kill=5).day()
    assert speakers(scene) == [[5, 0, 1, 2, 3, 4], [0, 1, 2, 3, 4]]


@pytest.mark.parametrize("rounds", [0, 1, 3])
def test_discussion_rounds_says_how_often_everyone_speaks(town: Rules, rounds: int) -> None:
    scene = Scene(town, "MDSVV", discussion_rounds=rounds).night().day()
    assert {speakers(scene)[0].count(seat) for seat in range(5)} == {rounds}


def test_speakers_are_asked_one_after_the_other_and_hear_what_was_said(town: Rules) -> None:
    scene = Scene(town, "MDSVV", first=1).night()
    assert list(scene.moderator.pending) == [1]
    scene.answer(1, message="I am the doctor.")
    assert list(scene.moderator.pending) == [2]
    assert scene.moderator.table.views[2][-1].event == Said(1, "I am the doctor.")


def test_the_default_speech_is_a_neutral_sentence(town: Rules) -> None:
    scene = Scene(town, "MDSVV").night()
    scene.moderator.default(0, "no answer")
    assert scene.events("said") == [Said(0, "I have nothing to add for now.")]


# --- votes -----------------------------------------------------------------------------------------------------------

VOTES = {  # roles MDSVVV; who votes for whom, by seat -> plurality, majority
    "all for one": ([3, 3, 3, 4, 3, 3], 3, 3),
    "most for one": ([3, 3, 3, 0, 0, 1], 3, "no majority"),
    "exactly half for one": ([3, 3, 3, 0, 0, None], 3, "no majority"),
    "more than half for one": ([3, 3, 3, 0, 3, None], 3, 3),
    "two share the most": ([3, 3, 0, 0, 1, None], "tie", "no majority"),
    "three share the most": ([3, 3, 0, 0, 1, 1], "tie", "no majority"),
    "nobody has most": ([None, None, None, 0, 0, 1], "skip", "no majority"),
    "nobody has as many": ([3, 3, None, None, 1, 0], "tie", "no majority"),
    "nobody has more than half": ([None, None, None, None, 0, 0], "skip", "skip"),
    "all for nobody": ([None] * 6, "skip", "skip"),
    "all for different ones": ([1, 2, 3, 4, 5, 0], "tie", "no majority"),
    "one more than nobody": ([3, 3, 3, None, None, 1], 3, "no majority"),
}


@pytest.mark.parametrize("lynch", ["plurality", "majority"])
@pytest.mark.parametrize("case", VOTES)
def test_votes_count_as_the_option_lynch_says(town: Rules, lynch: str, case: str) -> None:
    targets, *expected = VOTES[case]
    outcome = expected[lynch == "majority"]
    scene = Scene(town, "MDSVVV", lynch=lynch).night().day(votes=dict(enumerate(targets)))
    if isinstance(outcome, int):
        assert scene.events("lynched", "not_lynched") == [Lynched(outcome, "villager", "town")]
        assert scene.living == tuple(seat for seat in range(6) if seat != outcome)
    else:
        assert scene.events("lynched", "not_lynched") == [NotLynched(outcome)]
        assert scene.living == (0, 1, 2, 3, 4, 5)


def test_a_tie_lynches_nobody(town: Rules) -> None:
    scene = Scene(town, "MDSVVV").night().day(votes={0: 3, 1: 3, 2: 0, 3: 0, 4: 1, 5: 2})
    assert scene.events("lynched", "not_lynched") == [NotLynched("tie")]
    assert scene.living == (0, 1, 2, 3, 4, 5)


def test_nobody_ahead_lynches_nobody(town: Rules) -> None:
    scene = Scene(town, "MDSVVV").night().day(votes={0: None, 1: None, 2: None, 3: 0, 4: 0, 5: 1})
    assert scene.events("lynched", "not_lynched") == [NotLynched("skip")]


def test_half_of_the_living_is_no_majority(town: Rules) -> None:
    scene = Scene(town, "MDSVVV", lynch="majority").night().day(votes={0: 3, 1: 3, 2: 3, 3: 0, 4: 0, 5: None})
    assert scene.events("lynched", "not_lynched") == [NotLynched("no majority")]


def test_all_votes_are_told_with_names_after_the_count(town: Rules) -> None:
    scene = Scene(town, "MDSVV", discussion_rounds=0).night().day(votes={0: 3, 1: 3, 2: None, 3: 0, 4: 3})
    voted = Voted((Vote(0, 3), Vote(1, 3), Vote(2, None), Vote(3, 0), Vote(4, 3)))
    assert scene.heard("voted", "lynched") == [("everyone", voted), ("everyone", Lynched(3, "villager", "town"))]


def test_everyone_votes_in_one_poll_for_another_living_player_or_nobody(town: Rules) -> None:
    scene = Scene(town, "MDSVVV", discussion_rounds=0).night(kill=4)
    assert {seat: among_of(question) for seat, question in scene.moderator.pending.items()} == {
        seat: (None, *(other for other in (0, 1, 2, 3, 5) if other != seat)) for seat in (0, 1, 2, 3, 5)
    }
    assert {question.kind for question in scene.moderator.pending.values()} == {"vote"}


def test_a_vote_is_not_heard_before_the_last_one_is_in(town: Rules) -> None:
    scene = Scene(town, "MDSVV", discussion_rounds=0).night()
    before = len(scene.ledger)
    for seat in (4, 2, 0, 1):
        scene.answer(seat, target=3)
    assert len(scene.ledger) == before
    scene.answer(3, target=None)
    assert scene.kinds()[before : before + 2] == ["voted", "lynched"]


def test_without_skip_vote_every_vote_names_a_player(town: Rules) -> None:
    scene = Scene(town, "MDSVV", discussion_rounds=0, skip_vote=False).night()
    assert among_of(scene.question(2)) == (0, 1, 3, 4)


def test_the_default_vote_is_for_nobody_where_that_is_legal(town: Rules) -> None:
    scene = Scene(town, "MDSVV", discussion_rounds=0).night()
    assert scene.moderator.default(2, "no answer").answer == {"target": None}


def test_the_default_vote_is_drawn_where_a_player_must_be_named(town: Rules) -> None:
    named = set()
    for seed in range(40):
        scene = Scene(town, "MDSVV", seed=f"{seed}", discussion_rounds=0, skip_vote=False).night()
        named.add(scene.moderator.default(2, "no answer").answer["target"])
    assert named == {0, 1, 3, 4}


@pytest.mark.parametrize(
    ("reveal", "lynched"),
    [("role", Lynched(2, "sheriff", "town")), ("team", Lynched(2, None, "town")), ("none", Lynched(2, None, None))],
)
def test_a_lynch_shows_what_reveal_on_death_says(town: Rules, reveal: str, lynched: Lynched) -> None:
    scene = Scene(town, "MDSVVV", reveal_on_death=reveal).night().day(lynch=2)
    assert scene.events("lynched") == [lynched]


def test_the_lynched_have_no_last_words(town: Rules) -> None:
    scene = Scene(town, "MDSVVV", discussion_rounds=0).night().day(lynch=5)
    assert [kind for _, seat, kind in scene.asked if seat == 5] == ["vote"]
