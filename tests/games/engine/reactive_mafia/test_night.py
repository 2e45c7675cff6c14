"""Reactive Mafia by night: the mafia's talk, their vote, who acts besides and what lands."""

from typing import Any

import pytest

from games.engine.events import (
    Conferred,
    Died,
    Investigated,
    KillVoted,
    Pressed,
    Protected,
    QuietNight,
    Stopped,
    Targeted,
    Vote,
)
from games.engine.ruleset import Ruleset
from tests.games.engine.reactive_mafia.scenes import Scene
from tests.games.engine.scenes import among_of

Rules = Ruleset[Any]

# --- the talk --------------------------------------------------------------------------------------------------------


def test_two_mafiosi_talk_freely_on_their_channel_before_they_vote(reactive: Rules) -> None:
    says = {0: ["Who is it, Ben?"], 1: ["Cleo."]}
    scene = Scene(reactive, "MMVVVVVV").night(2, says=says)
    heard = scene.heard("conferred")
    assert [hearers for hearers, _ in heard] == [[0, 1]] * 2
    assert [(event.seat, event.words) for _, event in heard] in (
        [(0, "Who is it, Ben?"), (1, "Cleo.")],
        [(1, "Cleo."), (0, "Who is it, Ben?")],
    )
    clocks = [event.clock for _, event in heard]
    assert clocks[0] == 1
    assert clocks[1] > 2
    kinds = [kind for _, _, kind in scene.asked]
    assert kinds[: kinds.index("kill")] == ["confer"] * kinds.index("kill")
    assert kinds[kinds.index("kill") :] == ["kill", "kill"]


def test_a_lone_mafioso_does_not_talk(reactive: Rules) -> None:
    scene = Scene(reactive, "MVVVVVV").night(3)
    assert scene.asked == [(1, 0, "kill")]
    assert scene.heard("conferred", "kill_voted", "targeted") == [([0], Targeted(3, "alone", 0))]


def test_a_mafioso_whose_partner_has_died_talks_no_more(reactive: Rules) -> None:
    scene = Scene(reactive, "MMVVVVVV").night(2).day(lynch=1).night(3)
    assert [kind for poll, _, kind in scene.asked if poll > scene.asked[-1][0] - 1] == ["kill"]
    assert scene.heard("targeted")[-1] == ([0], Targeted(3, "alone", 0))


def clock_of_the_last(scene: Scene, kind: str) -> int:
    return max(event.clock for event in scene.events(kind))


def chatter(*seats: int) -> dict[int, list[str]]:
    """Each of these calls all the others, as often as they are asked."""
    return {seat: ["Ada Ben Cleo Dov Edie Finn Gus Hana Ivo"] * 99 for seat in seats}


def test_the_mafia_talk_for_a_minute_each(reactive: Rules) -> None:
    two = Scene(reactive, "MMVVVVVV", wakings_max=100).night(2, says=chatter(0, 1))
    three = Scene(reactive, "MMMVVVVVV", wakings_max=100).night(3, says=chatter(0, 1, 2))
    assert 110 < clock_of_the_last(two, "conferred") <= 122
    assert 170 < clock_of_the_last(three, "conferred") <= 182


def test_night_seconds_limit_the_mafia_s_talk(reactive: Rules) -> None:
    scene = Scene(reactive, "MMVVVVVV", wakings_max=100, night_seconds=30).night(2, says=chatter(0, 1))
    assert 20 < clock_of_the_last(scene, "conferred") <= 32
    silent = Scene(reactive, "MMVVVVVV", night_seconds=0).night(2, says=chatter(0, 1))
    assert silent.events("conferred") == []
    assert silent.kinds_asked(0) == ["kill"]


def test_a_mafioso_is_asked_at_most_wakings_max_times_a_night(reactive: Rules) -> None:
    scene = Scene(reactive, "MMVVVVVV", wakings_max=3, chance=100).night(2, says=chatter(0, 1))
    assert scene.kinds_asked(0) == scene.kinds_asked(1) == ["confer"] * 3 + ["kill"]


def test_mafiosi_who_are_silent_vote_at_once(reactive: Rules) -> None:
    scene = Scene(reactive, "MMVVVVVV").night(2)
    assert scene.kinds_asked(0) == ["confer", "kill"]
    assert scene.events("conferred") == []


# --- the vote --------------------------------------------------------------------------------------------------------


def test_the_mafia_vote_unseen_for_a_living_player_of_the_town(reactive: Rules) -> None:
    scene = Scene(reactive, "MMVVVVVV").night(4).day(lynch=5).until("kill")
    assert {seat: among_of(question) for seat, question in scene.moderator.pending.items()} == dict.fromkeys(
        (0, 1), (2, 3, 6, 7)
    )
    before = len(scene.ledger)
    scene.answer(0, target=3)
    assert len(scene.ledger) == before
    scene.answer(1, target=3)
    votes = KillVoted((Vote(0, 3), Vote(1, 3)))
    assert [(entry.heard_by, entry.event) for entry in scene.ledger[before : before + 2]] == [
        (frozenset({0, 1}), votes),
        (frozenset({0, 1}), Targeted(3, "most votes")),
    ]


def test_most_votes_are_the_target(reactive: Rules) -> None:
    scene = Scene(reactive, "MMMVVVVVVV").night({0: 4, 1: 5, 2: 5})
    assert scene.events("targeted") == [Targeted(5, "most votes")]
    assert scene.events("died") == [Died(5, "villager", "town")]


def test_dice_decide_between_as_many_votes(reactive: Rules) -> None:
    drawn = {
        Scene(reactive, "MMMMVVVVVVVV", seed=f"{seed}").night({0: 4, 1: 4, 2: 7, 3: 7}).events("targeted")[0]
        for seed in range(20)
    }
    assert drawn == {Targeted(4, "drawn among the most"), Targeted(7, "drawn among the most")}


def test_the_default_vote_to_kill_is_anybody_of_the_town(reactive: Rules) -> None:
    named = set()
    for seed in range(40):
        scene = Scene(reactive, "MVVVVV", seed=f"{seed}")
        scene.moderator.default(0, "no answer")
        named.add(scene.events("targeted")[0].target)
    assert named == {1, 2, 3, 4, 5}


def test_the_death_is_announced_with_what_it_shows(reactive: Rules) -> None:
    shown = {"role": Died(2, "villager", "town"), "team": Died(2, None, "town"), "none": Died(2, None, None)}
    for reveal, death in shown.items():
        scene = Scene(reactive, "MMVVVVVV", reveal_on_death=reveal).night(2)
        assert scene.heard("died", "quiet_night") == [("everyone", death)]


# --- doctors and detectives ------------------------------------------------------------------------------------------


def test_nobody_acts_but_the_mafia_unless_the_options_say_so(reactive: Rules) -> None:
    options = reactive.options_from({}, 8)
    assert {role.name for role in reactive.cast(8, options)} == {"mafioso", "villager"}


def test_doctors_and_detectives_act_at_once_after_the_mafia_s_vote(reactive: Rules) -> None:
    scene = Scene(reactive, "MMDDIVVV").night(5, protect={2: 2, 3: 6}, investigate={4: 0})
    kinds = [(poll, kind) for poll, _, kind in scene.asked]
    votes = {poll for poll, kind in kinds if kind == "kill"}
    deeds = {poll for poll, kind in kinds if kind in ("protect", "investigate")}
    assert len(votes) == len(deeds) == 1
    assert max(votes) < min(deeds)
    assert scene.heard("protected", "investigated") == [
        ([2], Protected(2, 2)),
        ([3], Protected(3, 6)),
        ([4], Investigated(4, 0, None, "mafia")),
    ]


def test_a_protected_victim_lives_and_nobody_is_told_why(reactive: Rules) -> None:
    scene = Scene(reactive, "MMDVVVVV").night(5, protect={2: 5})
    assert scene.heard("stopped", "died", "quiet_night") == [([], Stopped(5, (2,))), ("everyone", QuietNight())]
    assert 5 in scene.living


def test_a_doctor_may_protect_themselves_and_the_same_again(reactive: Rules) -> None:
    scene = Scene(reactive, "MMDVVVVV").night(2, protect={2: 2}).day().night(2, protect={2: 2})
    assert scene.events("quiet_night") == [QuietNight()] * 2
    assert scene.events("protected") == [Protected(2, 2)] * 2


def test_a_doctor_killed_tonight_still_protects_tonight(reactive: Rules) -> None:
    """Two mafiosi, one target: the other doctor is the one who dies."""
    scene = Scene(reactive, "MMDDVVVV").night(2, protect={2: 3, 3: 4})
    assert scene.events("protected") == [Protected(2, 3), Protected(3, 4)]
    assert scene.events("died") == [Died(2, "doctor", "town")]


def test_a_detective_learns_which_side_somebody_else_is_on_even_if_killed(reactive: Rules) -> None:
    scene = Scene(reactive, "MMIVVVVV").night(2, investigate={2: 4})
    assert scene.heard("investigated", "died") == [
        ([2], Investigated(2, 4, None, "town")),
        ("everyone", Died(2, "detective", "town")),
    ]


def test_a_detective_may_choose_anybody_else_who_lives(reactive: Rules) -> None:
    scene = Scene(reactive, "MMIVVVVV").night(4).until("investigate")
    assert among_of(scene.question(2)) == (0, 1, 3, 5, 6, 7)


def test_the_dead_protect_nobody(reactive: Rules) -> None:
    scene = Scene(reactive, "MMDVVVVV").night(2, protect={2: 5}).day().night(5)
    assert scene.events("died") == [Died(2, "doctor", "town"), Died(5, "villager", "town")]
    assert scene.kinds_asked(2) == ["protect"]


# --- never for nothing -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("quiet", [1, 2])
def test_after_quiet_rounds_all_are_told(reactive: Rules, quiet: int) -> None:
    scene = Scene(reactive, "MMDVVVVV", quiet_rounds=quiet)
    for _ in range(quiet):
        scene.night(2, protect={2: 2}).day()
    assert scene.heard("pressed") == [("everyone", Pressed(quiet))]
    scene.night(3, protect={2: 2}).day().night(4, protect={2: 2})
    assert len(scene.events("pressed")) == 1


def test_a_mafioso_is_told_what_the_others_say(reactive: Rules) -> None:
    scene = Scene(reactive, "MMVVVVVV").night(2, says={0: ["Psst."], 1: ["Psst."]})
    for seat in (0, 1):
        seen = [entry.event for entry in scene.moderator.table.views[seat]]
        assert [event for event in seen if isinstance(event, Conferred)] == scene.events("conferred")
