"""Town Mafia by night: who is asked what, what lands and who hears of it."""

from typing import Any

import pytest

from games.engine.events import Died, Investigated, Plotted, Protected, QuietNight, Shot, Stopped, Targeted
from games.engine.ruleset import Ruleset
from tests.games.engine.scenes import Scene, among_of

Rules = Ruleset[Any]


# --- the mafia -------------------------------------------------------------------------------------------------------


def test_a_lone_mafioso_is_asked_once_and_without_chat(town: Rules) -> None:
    scene = Scene(town, "MDSVV").night(kill=3)
    assert [kind for _, seat, kind in scene.asked if seat == 0] == ["kill"]
    assert scene.events("plotted", "targeted") == [Targeted(3, "alone", 0)]


def test_mafiosi_who_agree_at_once_talk_for_one_round(town: Rules) -> None:
    scene = Scene(town, "MMDSVVVV").night(kill=5)
    assert sorted(event.seat for event in scene.events("plotted")) == [0, 1]
    assert scene.events("targeted") == [Targeted(5, "agreed")]


def test_mafiosi_who_agree_in_the_second_round_do_not_talk_for_a_third(town: Rules) -> None:
    scene = Scene(town, "MMDSVVVV").night(kill={0: [5, 6], 1: [6, 6]})
    assert [event.target for event in scene.events("plotted") if event.seat == 0] == [5, 6]
    assert scene.events("targeted") == [Targeted(6, "agreed")]


def test_mafiosi_who_never_agree_talk_for_all_rounds_and_most_proposals_of_the_last_stand(town: Rules) -> None:
    kill = {0: [5, 6, 7], 1: [6, 5, 7], 2: [6, 6, 8]}
    scene = Scene(town, "MMMDSGVVVVVV").night(kill=kill)
    assert len(scene.events("plotted")) == 9
    assert scene.events("targeted") == [Targeted(7, "most proposals")]
    assert scene.events("died") == [Died(7, "villager", "town")]


def test_nobody_counts_as_a_target_among_the_proposals(town: Rules) -> None:
    scene = Scene(town, "MMMDSGVVVVVV", mafia_rounds=1).night(kill={0: [None], 1: [None], 2: [6]})
    assert scene.events("targeted") == [Targeted(None, "most proposals")]
    assert scene.events("died", "quiet_night") == [QuietNight()]


def test_proposals_that_are_equally_many_are_drawn_from_by_dice(town: Rules) -> None:
    drawn = set()
    for seed in range(20):
        scene = Scene(town, "MMDSVVVV", seed=f"tie {seed}", mafia_rounds=1).night(kill={0: [5], 1: [6]})
        (targeted,) = scene.events("targeted")
        assert targeted == Targeted(targeted.target, "drawn among the most")
        drawn.add(targeted.target)
    assert drawn == {5, 6}


def test_a_target_with_fewer_proposals_is_never_drawn(town: Rules) -> None:
    for seed in range(10):
        roles = "MMMMM" + "DDSSG" + "V" * 10
        kill = {0: [11], 1: [11], 2: [12], 3: [12], 4: [13]}
        scene = Scene(town, roles, seed=f"few {seed}", mafia_rounds=1).night(kill=kill)
        assert scene.events("targeted")[0].target in (11, 12)


def test_the_order_of_the_mafia_s_talk_is_drawn_anew_each_round(town: Rules) -> None:
    kill = {0: [5, 6, 7], 1: [6, 7, 8], 2: [7, 8, 9]}
    orders = []
    for seed in range(10):
        seats = [event.seat for event in Scene(town, "MMMDSGVVVVVV", seed=f"{seed}").night(kill=kill).events("plotted")]
        orders.append([tuple(seats[start : start + 3]) for start in (0, 3, 6)])
    assert all(sorted(each) == [0, 1, 2] for order in orders for each in order)
    assert len({order[0] for order in orders}) > 2
    assert any(len(set(order)) > 1 for order in orders)


def test_each_mafioso_hears_what_was_said_before_their_turn(town: Rules) -> None:
    scene = Scene(town, "MMDSVVVV")
    (first,) = scene.moderator.pending
    scene.moderator.answer(first, {"message": "The sheriff.", "target": 3})
    (second,) = scene.moderator.pending
    assert {first, second} == {0, 1}
    assert scene.moderator.table.views[second][-1].event == Plotted(first, "The sheriff.", 3)


def test_the_mafia_may_kill_a_partner_but_never_themselves(town: Rules) -> None:
    scene = Scene(town, "MMDSVVVV")
    (seat,) = scene.moderator.pending
    assert among_of(scene.question(seat)) == (None, 1 - seat, 2, 3, 4, 5, 6, 7)
    scene = Scene(town, "MMMDSGVVVVVV").night(kill={0: [1] * 3, 1: [6] * 3, 2: [1] * 3})
    assert scene.events("died") == [Died(1, "mafioso", "mafia")]


def test_without_mafia_may_kill_mafia_only_the_town_can_be_chosen(town: Rules) -> None:
    scene = Scene(town, "MMDSVVVV", mafia_may_kill_mafia=False)
    assert {among_of(question) for question in scene.moderator.pending.values()} == {(None, 2, 3, 4, 5, 6, 7)}


def test_without_mafia_may_pass_somebody_must_be_chosen(town: Rules) -> None:
    scene = Scene(town, "MDSVV", mafia_may_pass=False)
    assert among_of(scene.question(0)) == (1, 2, 3, 4)


def test_the_default_proposal_is_silent_and_never_names_a_partner(town: Rules) -> None:
    named = set()
    for seed in range(30):
        scene = Scene(town, "MMMDSGVVVVVV", seed=f"{seed}", mafia_rounds=1)
        while scene.events("targeted") == []:
            (seat,) = scene.moderator.pending
            scene.moderator.default(seat, "no answer")
        named |= {(event.words, event.target) for event in scene.events("plotted")}
    assert named == {("", target) for target in range(3, 12)}


def test_the_default_of_a_lone_mafioso_is_a_kill_in_the_town(town: Rules) -> None:
    named = set()
    for seed in range(40):
        scene = Scene(town, "MDSVV", seed=f"{seed}")
        scene.moderator.default(0, "no answer")
        named.add(scene.events("targeted")[0].target)
    assert named == {1, 2, 3, 4}


# --- the town's powers -----------------------------------------------------------------------------------------------


def test_doctor_sheriff_and_vigilante_are_asked_in_one_poll(town: Rules) -> None:
    scene = Scene(town, "MDSGVV")
    scene.answer(0, target=4)
    assert {seat: question.kind for seat, question in scene.moderator.pending.items()} == {
        1: "protect",
        2: "investigate",
        3: "shoot",
    }


def test_powers_may_name_any_living_player_doctors_themselves_too(town: Rules) -> None:
    scene = Scene(town, "MDSGVVV").night(kill=6).day()
    scene.answer(0, target=4)
    assert {seat: among_of(question) for seat, question in scene.moderator.pending.items()} == {
        1: (0, 1, 2, 3, 4, 5),
        2: (0, 1, 3, 4, 5),
        3: (None, 0, 1, 2, 4, 5),
    }


def test_a_protected_victim_lives_and_nobody_is_told_why(town: Rules) -> None:
    scene = Scene(town, "MDSVV").night(kill=3, protect={1: 3})
    assert scene.living == (0, 1, 2, 3, 4)
    assert scene.heard("protected", "stopped", "quiet_night", "died") == [
        ([1], Protected(1, 3)),
        ([], Stopped(3, (1,))),
        ("everyone", QuietNight()),
    ]


def test_an_unprotected_victim_dies_and_no_cause_is_told(town: Rules) -> None:
    scene = Scene(town, "MDSVV").night(kill=3, protect={1: 4})
    assert scene.living == (0, 1, 2, 4)
    assert scene.heard("stopped", "quiet_night", "died") == [("everyone", Died(3, "villager", "town"))]


def test_a_doctor_may_protect_themselves(town: Rules) -> None:
    scene = Scene(town, "MDSVV").night(kill=1, protect={1: 1})
    assert scene.events("stopped") == [Stopped(1, (1,))]
    assert scene.living == (0, 1, 2, 3, 4)


def test_protection_stops_the_vigilante_s_shot_as_well(town: Rules) -> None:
    scene = Scene(town, "MDSGVV").night(shoot={3: 4}, protect={1: 4})
    assert scene.living == (0, 1, 2, 3, 4, 5)
    assert scene.events("stopped") == [Stopped(4, (1,))]


def test_a_doctor_killed_tonight_still_protects_tonight(town: Rules) -> None:
    scene = Scene(town, "MDSGVV").night(kill=1, shoot={3: 4}, protect={1: 4})
    assert scene.events("died") == [Died(1, "doctor", "town")]
    assert scene.living == (0, 2, 3, 4, 5)


def test_a_dead_doctor_protects_nobody(town: Rules) -> None:
    scene = Scene(town, "MDSGVVVV").night(kill=1, protect={1: 5}).day().night(kill=5)
    assert [kind for _, seat, kind in scene.asked if seat == 1] == ["protect"]
    assert scene.events("died") == [Died(1, "doctor", "town"), Died(5, "villager", "town")]


def test_protection_lasts_one_night(town: Rules) -> None:
    scene = Scene(town, "MDSVVV").night(kill=3, protect={1: 3}).day().night(kill=3, protect={1: 4})
    assert scene.events("died") == [Died(3, "villager", "town")]


def test_two_doctors_may_protect_the_same_player_and_are_both_noted(town: Rules) -> None:
    scene = Scene(town, "MMMDDSSGVVVVVVV").night(kill=10, protect={3: 10, 4: 10})
    assert scene.heard("protected", "stopped") == [
        ([3], Protected(3, 10)),
        ([4], Protected(4, 10)),
        ([], Stopped(10, (3, 4))),
    ]
    assert scene.events("died") == []


def test_without_doctor_self_a_doctor_may_name_only_others(town: Rules) -> None:
    scene = Scene(town, "MDSVV", doctor_self=False)
    scene.answer(0, target=None)
    assert among_of(scene.question(1)) == (0, 2, 3, 4)


def test_without_doctor_repeat_last_night_s_ward_is_barred_for_one_night(town: Rules) -> None:
    scene = Scene(town, "MDSVVV", doctor_repeat=False)
    wards = []
    for ward in (3, 4, 3):
        scene.answer(0, target=None)
        wards.append(among_of(scene.question(1)))
        scene.answer(1, target=ward)
        scene.answer(2, target=0)
        scene.day()
    assert wards == [(0, 1, 2, 3, 4, 5), (0, 1, 2, 4, 5), (0, 1, 2, 3, 5)]


def test_each_doctor_is_barred_only_from_their_own_last_ward(town: Rules) -> None:
    scene = Scene(town, "MDDMMSSGVVVVVVV", doctor_repeat=False).night(protect={1: 9, 2: 10}).day()
    while scene.moderator.poll and "protect" not in {question.kind for question in scene.moderator.pending.values()}:
        for seat in tuple(scene.moderator.pending):
            scene.answer(seat, target=None, message="")
    assert 9 not in among_of(scene.question(1))
    assert 10 in among_of(scene.question(1))
    assert 9 in among_of(scene.question(2))
    assert 10 not in among_of(scene.question(2))


def test_the_sheriff_learns_the_exact_role(town: Rules) -> None:
    scene = Scene(town, "MDSVV").night(investigate={2: 1})
    assert scene.heard("investigated") == [([2], Investigated(2, 1, "doctor", "town"))]


def test_with_sheriff_learns_team_only_the_side_is_shown(town: Rules) -> None:
    scene = Scene(town, "MDSVV", sheriff_learns="team").night(investigate={2: 0})
    assert scene.heard("investigated") == [([2], Investigated(2, 0, None, "mafia"))]


def test_a_sheriff_killed_tonight_hears_the_result(town: Rules) -> None:
    scene = Scene(town, "MDSVV").night(kill=2, investigate={2: 0})
    assert scene.heard("investigated", "died") == [
        ([2], Investigated(2, 0, "mafioso", "mafia")),
        ("everyone", Died(2, "sheriff", "town")),
    ]


def test_a_vigilante_kills_with_a_shot(town: Rules) -> None:
    scene = Scene(town, "MDSGVV").night(shoot={3: 4})
    assert scene.heard("shot", "died") == [([3], Shot(3, 4)), ("everyone", Died(4, "villager", "town"))]


def test_a_vigilante_killed_tonight_still_shoots(town: Rules) -> None:
    scene = Scene(town, "MMDSGVVVV").night(kill=4, shoot={4: 0})
    assert scene.events("died") == [Died(0, "mafioso", "mafia"), Died(4, "vigilante", "town")]


def test_a_vigilante_has_one_shot_in_the_game(town: Rules) -> None:
    scene = Scene(town, "MDSGVVVVV").night(shoot={3: 4}).day().night().day().night()
    assert [kind for _, seat, kind in scene.asked if seat == 3 and kind == "shoot"] == ["shoot"]


def test_a_shot_that_a_doctor_stopped_is_spent(town: Rules) -> None:
    scene = Scene(town, "MDSGVVVVV").night(shoot={3: 4}, protect={1: 4}).day().night()
    assert [kind for _, seat, kind in scene.asked if seat == 3 and kind == "shoot"] == ["shoot"]


def test_a_vigilante_who_holds_fire_keeps_the_shot(town: Rules) -> None:
    scene = Scene(town, "MDSGVVVVV").night().day().night(shoot={3: 4})
    assert scene.events("shot") == [Shot(3, None), Shot(3, 4)]
    assert scene.events("died") == [Died(4, "villager", "town")]


def test_vigilante_shots_says_how_many_shots_there_are(town: Rules) -> None:
    asked = []
    for shots in (0, 2):
        scene = (
            Scene(town, "MDSGVVVVV", vigilante_shots=shots).night(shoot={3: 4}).day().night(shoot={3: 5}).day().night()
        )
        asked.append([kind for _, seat, kind in scene.asked if seat == 3 and kind == "shoot"])
    assert asked == [[], ["shoot", "shoot"]]


def test_the_default_shot_is_to_hold_fire(town: Rules) -> None:
    scene = Scene(town, "MDSGVV")
    scene.answer(0, target=None)
    scene.moderator.default(3, "no answer")
    scene.answer(1, target=1)
    scene.answer(2, target=0)
    assert scene.events("shot") == [Shot(3, None)]


@pytest.mark.parametrize(("seat", "kind", "legal"), [(1, "protect", {0, 1, 2, 3, 4}), (2, "investigate", {0, 1, 3, 4})])
def test_the_default_of_doctor_and_sheriff_is_drawn_from_all_that_is_legal(
    town: Rules, seat: int, kind: str, legal: set[int]
) -> None:
    named = set()
    for seed in range(60):
        scene = Scene(town, "MDSVV", seed=f"{seed}")
        scene.answer(0, target=None)
        named.add(scene.moderator.default(seat, "no answer").answer["target"])
    assert named == legal


# --- what lands together ---------------------------------------------------------------------------------------------


def test_both_victims_of_a_night_die_in_seat_order(town: Rules) -> None:
    scene = Scene(town, "MDSGVVVVV").night(kill=7, shoot={3: 5})
    assert scene.events("died") == [Died(5, "villager", "town"), Died(7, "villager", "town")]


def test_one_victim_of_two_attacks_dies_once(town: Rules) -> None:
    scene = Scene(town, "MDSGVV").night(kill=4, shoot={3: 4})
    assert scene.events("died") == [Died(4, "villager", "town")]


def test_a_night_without_attacks_is_quiet(town: Rules) -> None:
    scene = Scene(town, "MDSVV").night()
    assert scene.events("died", "stopped", "quiet_night") == [QuietNight()]


def test_a_night_with_a_death_is_not_called_quiet(town: Rules) -> None:
    assert Scene(town, "MDSVV").night(kill=3).events("quiet_night") == []


@pytest.mark.parametrize(
    ("reveal", "died"),
    [("role", Died(3, "villager", "town")), ("team", Died(3, None, "town")), ("none", Died(3, None, None))],
)
def test_a_death_in_the_night_shows_what_reveal_on_death_says(town: Rules, reveal: str, died: Died) -> None:
    assert Scene(town, "MDSVV", reveal_on_death=reveal).night(kill=3).events("died") == [died]
