"""Council Mafia by night: plans before the first day, proposals, the doctor and the detective."""

from typing import Any

import pytest

from games.engine.events import (
    Died,
    Investigated,
    PhaseBegan,
    Planned,
    Plotted,
    Protected,
    QuietNight,
    Stopped,
    Targeted,
)
from games.engine.ruleset import Ruleset
from tests.games.engine.council_mafia.council import Council
from tests.games.engine.scenes import among_of

Rules = Ruleset[Any]
SEVEN = "MMIDTTT"
TEN = "MMMIDTTTTT"


# --- night zero ------------------------------------------------------------------------------------------------------


def test_in_night_zero_only_the_mafia_are_asked_and_all_at_once(council: Rules) -> None:
    scene = Council(council, TEN, plans=None)
    assert {seat: question.kind for seat, question in scene.moderator.pending.items()} == dict.fromkeys(
        range(3), "plan"
    )


def test_no_plan_is_heard_before_all_are_written_and_then_all_mafiosi_hear_all(council: Rules) -> None:
    scene = Council(council, TEN, plans=None)
    before = len(scene.ledger)
    scene.answer(2, message="I will claim doctor.")
    scene.answer(0, message="Let us vote apart.")
    assert len(scene.ledger) == before
    scene.answer(1, message="Jun talks too much.")
    assert scene.heard("planned") == [
        ([0, 1, 2], Planned(0, "Let us vote apart.")),
        ([0, 1, 2], Planned(1, "Jun talks too much.")),
        ([0, 1, 2], Planned(2, "I will claim doctor.")),
    ]


def test_nothing_else_happens_in_night_zero(council: Rules) -> None:
    scene = Council(council, SEVEN)
    assert scene.kinds()[-5:] == ["partners", "phase", "planned", "planned", "phase"]
    assert scene.events("phase") == [PhaseBegan("night", 0), PhaseBegan("day", 1)]
    assert scene.living == (0, 1, 2, 3, 4, 5, 6)


def test_nights_are_told_by_the_day_before_and_belong_to_the_round_of_the_day_after(council: Rules) -> None:
    scene = Council(council, SEVEN).day().night().day()
    told = [(entry.event.text(()), entry.round) for entry in scene.ledger if entry.event.kind == "phase"]
    assert told == [
        ("Night 0 begins.", 1),
        ("Day 1 begins.", 1),
        ("Night 1 begins.", 2),
        ("Day 2 begins.", 2),
        ("Night 2 begins.", 3),
    ]


def test_a_missing_plan_is_a_neutral_sentence(council: Rules) -> None:
    scene = Council(council, SEVEN, plans=None)
    scene.moderator.default(0, "no answer")
    scene.answer(1, message="Quiet.")
    assert scene.events("planned") == [Planned(0, "I have nothing to add for now."), Planned(1, "Quiet.")]


# --- proposals -------------------------------------------------------------------------------------------------------


def test_all_mafiosi_propose_at_once_and_see_each_other_s_proposals_only_then(council: Rules) -> None:
    scene = Council(council, TEN).day()
    assert list(scene.moderator.pending) == [0, 1, 2]
    before = len(scene.ledger)
    scene.answer(2, message="The loud one.", target=5)
    scene.answer(0, message="No, the quiet one.", target=6)
    assert len(scene.ledger) == before
    scene.answer(1, message="Nobody.", target=None)
    assert scene.heard("plotted") == [
        ([0, 1, 2], Plotted(0, "No, the quiet one.", 6)),
        ([0, 1, 2], Plotted(1, "Nobody.", None)),
        ([0, 1, 2], Plotted(2, "The loud one.", 5)),
    ]


def test_only_the_living_town_or_nobody_can_be_proposed(council: Rules) -> None:
    scene = Council(council, TEN).day(lynch=5)
    assert {among_of(question) for question in scene.moderator.pending.values()} == {(None, 3, 4, 6, 7, 8, 9)}


PROPOSALS = {  # letters of the roles, then what each mafioso proposes in round 1 and 2 -> how it is settled
    "all three agree": (TEN, {0: [5], 1: [5], 2: [5]}, Targeted(5, "agreed")),
    "two of three are two thirds": (TEN, {0: [5], 1: [6], 2: [6]}, Targeted(6, "two thirds agreed")),
    "nobody counts as a target": (TEN, {0: [5], 1: [None], 2: [None]}, Targeted(None, "two thirds agreed")),
    "they agree in the second round": (TEN, {0: [5, 6], 1: [6, 6], 2: [7, 7]}, Targeted(6, "two thirds agreed")),
    "three ways twice": (TEN, {0: [5, 6], 1: [6, 7], 2: [7, 8]}, Targeted(6, "the lowest seat decides")),
    "the lowest seat wants nobody": (
        TEN,
        {0: [5, None], 1: [6, 7], 2: [7, 8]},
        Targeted(None, "the lowest seat decides"),
    ),
    "both agree": (SEVEN, {0: [5], 1: [5]}, Targeted(5, "agreed")),
    "one of two is not two thirds": (SEVEN, {0: [5, 5], 1: [6, 6]}, Targeted(5, "the lowest seat decides")),
    "both agree in the second round": (SEVEN, {0: [5, 6], 1: [6, 6]}, Targeted(6, "agreed")),
    "the second proposal counts": (SEVEN, {0: [5, 4], 1: [4, 5]}, Targeted(4, "the lowest seat decides")),
}


@pytest.mark.parametrize("case", PROPOSALS)
def test_proposals_settle_as_two_thirds_or_the_lowest_seat_will(council: Rules, case: str) -> None:
    roles, kill, targeted = PROPOSALS[case]
    mafia = list(range(roles.count("M")))
    scene = Council(council, roles).day().night(kill=kill)
    assert scene.heard("targeted") == [(mafia, targeted)]
    rounds = max(len(each) for each in kill.values())
    assert [event.seat for event in scene.events("plotted")] == mafia * rounds
    assert [event.seat for event in scene.events("died")] == ([] if targeted.target is None else [targeted.target])


def test_the_lowest_living_mafioso_decides_when_seat_zero_is_dead(council: Rules) -> None:
    scene = Council(council, TEN).day(lynch=0).night(kill={1: [5, 6], 2: [6, 7]})
    assert scene.heard("targeted") == [([1, 2], Targeted(6, "the lowest seat decides"))]


def test_a_mafioso_without_partners_is_asked_once_and_without_words(council: Rules) -> None:
    scene = Council(council, SEVEN).day(lynch=0).night(kill=4)
    assert [kind for _, seat, kind in scene.asked if seat == 1][-1] == "kill"
    assert scene.heard("plotted", "targeted") == [([1], Targeted(4, "alone", 1))]


def test_a_missing_proposal_names_somebody_of_the_town(council: Rules) -> None:
    named = set()
    for seed in range(60):
        scene = Council(council, SEVEN, seed=f"{seed}").day()
        answer = scene.moderator.default(1, "no answer").answer
        assert answer["message"] == ""
        named.add(answer["target"])
    assert named == {2, 3, 4, 5, 6}


# --- doctor and detective --------------------------------------------------------------------------------------------


def test_doctor_and_detective_are_asked_at_once_after_the_mafia(council: Rules) -> None:
    scene = Council(council, SEVEN).day()
    for seat in (0, 1):
        scene.answer(seat, message="psst", target=4)
    assert {seat: question.kind for seat, question in scene.moderator.pending.items()} == {
        2: "investigate",
        3: "protect",
    }
    assert among_of(scene.question(2)) == (0, 1, 3, 4, 5, 6)
    assert among_of(scene.question(3)) == (0, 1, 2, 3, 4, 5, 6)


def test_the_doctor_may_protect_themselves_and_the_same_player_again(council: Rules) -> None:
    scene = Council(council, SEVEN).day().night(kill=3, protect=3).day().night(kill=3, protect=3)
    assert scene.heard("protected") == [([3], Protected(3, 3))] * 2
    assert scene.living == (0, 1, 2, 3, 4, 5, 6)


def test_a_protected_victim_lives_and_no_seat_is_told_why(council: Rules) -> None:
    scene = Council(council, SEVEN).day().night(kill=4, protect=4)
    assert scene.heard("stopped", "died", "quiet_night") == [([], Stopped(4, (3,))), ("everyone", QuietNight())]


def test_an_unprotected_victim_dies_and_nothing_is_shown(council: Rules) -> None:
    scene = Council(council, SEVEN).day().night(kill=4, protect=5)
    assert scene.heard("stopped", "died", "quiet_night") == [("everyone", Died(4, None, None))]


def test_a_doctor_killed_tonight_still_protected_tonight_and_never_again(council: Rules) -> None:
    scene = Council(council, SEVEN).day().night(kill=3, protect=4)
    assert scene.events("protected", "died") == [Protected(3, 4), Died(3, None, None)]
    scene.day().night(kill=4)
    assert [event.seat for event in scene.events("died")] == [3, 4]
    assert len(scene.events("protected")) == 1


@pytest.mark.parametrize(("suspect", "team"), [(0, "mafia"), (3, "town"), (6, "town")])
def test_the_detective_learns_the_side_and_not_the_role(council: Rules, suspect: int, team: str) -> None:
    scene = Council(council, SEVEN).day().night(investigate=suspect)
    assert scene.heard("investigated") == [([2], Investigated(2, suspect, None, team))]


def test_a_detective_killed_tonight_hears_the_result(council: Rules) -> None:
    scene = Council(council, SEVEN).day().night(kill=2, investigate=0)
    assert scene.heard("investigated", "died") == [
        ([2], Investigated(2, 0, None, "mafia")),
        ("everyone", Died(2, None, None)),
    ]


def test_a_night_in_which_nobody_was_chosen_is_quiet(council: Rules) -> None:
    scene = Council(council, SEVEN).day().night(kill=None)
    assert scene.events("targeted", "quiet_night") == [Targeted(None, "agreed"), QuietNight()]


@pytest.mark.parametrize(
    ("reveal", "died"),
    [("role", Died(2, "detective", "town")), ("team", Died(2, None, "town")), ("none", Died(2, None, None))],
)
def test_a_death_in_the_night_shows_what_reveal_on_death_says(council: Rules, reveal: str, died: Died) -> None:
    assert Council(council, SEVEN, reveal_on_death=reveal).day().night(kill=2).events("died") == [died]


@pytest.mark.parametrize(
    ("seat", "kind", "legal"), [(3, "protect", set(range(7))), (2, "investigate", set(range(7)) - {2})]
)
def test_the_default_of_doctor_and_detective_is_drawn_from_all_that_is_legal(
    council: Rules, seat: int, kind: str, legal: set[int]
) -> None:
    named = set()
    for seed in range(80):
        scene = Council(council, SEVEN, seed=f"{seed}").day()
        for mafioso in (0, 1):
            scene.answer(mafioso, message="", target=None)
        assert scene.question(seat).kind == kind
        named.add(scene.moderator.default(seat, "no answer").answer["target"])
    assert named == legal
