"""Meetings: who calls them, what they do to the ship, votes, ejections, what comes after, and the dead."""

from itertools import count
from typing import Any

import pytest

from games.engine.questions import Illegal, kept
from games.engine.ruleset import Ruleset
from tests.games.engine.glass_box.ship_scene import ShipScene

Rules = Ruleset[Any]
TALK = {"desire_to_speak": 5, "message": "Hm."}


# --- who calls -------------------------------------------------------------------------------------------------------


def test_a_body_in_the_same_room_can_be_reported(ship: Rules) -> None:
    scene = ShipScene(ship, "ICCCCC", impostors=1).walk({0: "storage", 1: "storage"}).tick({0: "kill 1"})
    assert ["report" in scene.actions(seat) for seat in (0, 2)] == [True, False]
    scene.walk({2: "storage"}).tick({2: "report"})
    assert scene.said()[-3:] == ["Meeting 1 begins.", "Cleo reports the body of Ben in storage.", "Ben is dead."]
    assert scene.heard("called", "missed")[0][0] == "everyone"


def test_the_button_is_in_the_cafeteria_and_works_from_the_tick_that_the_option_names(ship: Rules) -> None:
    scene = ShipScene(ship, "ICCCC", emergency_cooldown=3).tick({1: "move admin"})
    assert [scene.seen(seat).press_in for seat in (1, 2)] == [1, 1]
    assert "emergency" not in scene.actions(2)
    scene.tick()
    assert ["emergency" in scene.actions(seat) for seat in (1, 2)] == [False, True]
    scene.tick({2: "emergency"})
    assert scene.said()[-2:] == ["Meeting 1 begins.", "Cleo presses the emergency button."]


def test_everybody_has_one_press(ship: Rules) -> None:
    scene = ShipScene(ship, "ICCCC").tick({1: "emergency"}).vote()
    assert scene.seen(1).press_in is None
    assert ["emergency" in scene.actions(seat) for seat in (1, 2)] == [False, True]


def test_a_press_that_comes_second_is_not_used_up(ship: Rules) -> None:
    callers = set()
    for seed in "abcdefgh":
        scene = ShipScene(ship, "ICCCC", seed=seed).tick({1: "emergency", 2: "emergency"})
        caller = scene.events("called")[0].data()["seat"]
        callers.add(caller)
        assert scene.heard("refused")[0][0] == [3 - caller]
        assert scene.heard("refused")[0][1].endswith("'emergency': somebody else called first.")
        scene.vote()
        assert "emergency" not in scene.actions(caller)
        assert "emergency" in scene.actions(3 - caller)
    assert callers == {1, 2}


def test_a_report_comes_before_a_press(ship: Rules) -> None:
    for seed in "abcdef":
        scene = ShipScene(ship, "ICCCCC", impostors=1, seed=seed).tick({0: "kill 1"})
        scene.tick({2: "emergency", 5: "report"})
        assert scene.heard("called") == [("everyone", "Finn reports the body of Ben in cafeteria.")]
        assert "emergency" in scene.vote().actions(2)


def test_a_meeting_ends_the_tick(ship: Rules) -> None:
    scene = ShipScene(ship, "ICCCC").tick({1: "emergency", 0: "sabotage lights"})
    assert "sabotaged" not in scene.kinds()
    assert scene.kinds()[-2:] == ["phase", "called"]


# --- what it does to the ship ----------------------------------------------------------------------------------------


def test_a_meeting_brings_everybody_to_the_cafeteria_and_removes_bodies(ship: Rules) -> None:
    scene = ShipScene(ship, "ICCCCCC", impostors=1).tick({0: "kill 1"}).walk({2: "admin", 3: "shields"})
    scene.tick({4: "report"}).vote()
    assert [scene.room(seat) for seat in scene.living] == ["cafeteria"] * 6
    assert scene.seen(2).players == (0, 3, 4, 5, 6)
    assert scene.seen(4).bodies == ()
    assert "report" not in scene.actions(4)


def test_all_the_dead_since_the_last_meeting_are_named(ship: Rules) -> None:
    scene = ShipScene(ship, "IICCCCCCCC").tick({0: "kill 5", 1: "kill 3"}).tick({6: "report"})
    assert scene.heard("called") == [("everyone", "Gus reports the body of Dov in cafeteria.")]
    assert scene.heard("missed") == [("everyone", "Dov is dead."), ("everyone", "Finn is dead.")]
    scene.vote().tick({7: "emergency"})
    assert scene.kinds().count("missed") == 2


def test_rounds_are_numbered_by_meetings(ship: Rules) -> None:
    scene = ShipScene(ship, "ICCCC").tick({1: "emergency"}).vote().tick({2: "emergency"}).vote()
    phases = [(entry.phase, entry.round) for entry in scene.ledger]
    assert list(dict.fromkeys(phases)) == [
        ("setup", 0), ("shift", 1), ("meeting", 1), ("shift", 2), ("meeting", 2), ("shift", 3),
    ]  # fmt: skip


# --- votes -----------------------------------------------------------------------------------------------------------


def meeting(rules: Rules, roles: str = "IICCCCC", **options: Any) -> ShipScene:
    """A meeting that has just been opened by the button."""
    return ShipScene(rules, roles, **options).tick({len(roles) - 1: "emergency"})


def test_a_vote_is_locked_as_soon_as_it_is_sent(ship: Rules) -> None:
    scene = meeting(ship).bid({2: {"vote_action": 0, **TALK}})
    assert scene.heard("vote_cast") == [("everyone", "Cleo has voted.")]
    assert scene.moderator.pending[2].schema()["properties"]["vote_action"]["enum"] == [None]
    with pytest.raises(Illegal, match=r"^vote_action must be one of null \(no vote now\); not 1$"):
        scene.bid({2: {"vote_action": 1}})


def test_for_whom_somebody_voted_is_said_at_the_reveal_alone(ship: Rules) -> None:
    scene = meeting(ship).bid({2: {"vote_action": 0, **TALK}})
    assert "vote_shown" not in scene.kinds()
    scene.vote({seat: 0 for seat in (1, 3, 4, 5, 6)})
    assert scene.heard("vote_shown")[:3] == [
        ("everyone", "Ada voted for nobody."),
        ("everyone", "Ben voted for Ada."),
        ("everyone", "Cleo voted for Ada."),
    ]


def test_the_talk_ends_when_all_living_have_voted(ship: Rules) -> None:
    scene = meeting(ship)
    for seat in range(6):
        scene.bid({seat: {"vote_action": "skip", **TALK}})
        assert "vote_shown" not in scene.kinds()
    scene.bid({6: {"vote_action": 0, **TALK}})
    assert scene.kinds().count("vote_shown") == 7


def test_whoever_has_most_votes_is_ejected(ship: Rules) -> None:
    scene = meeting(ship).vote({0: 2, 1: 2, 2: 0, 3: 2})
    assert scene.heard("ejected") == []
    scene = meeting(ship).vote({0: 2, 1: 2, 2: 0, 3: 2, 4: 2, 5: 0})
    assert scene.heard("ejected") == [("everyone", "Cleo is ejected. Cleo was a crewmate.")]
    assert scene.living == (0, 1, 3, 4, 5, 6)


def test_a_tie_or_as_many_skips_eject_nobody(ship: Rules) -> None:
    scene = meeting(ship).vote({0: 2, 1: 2, 2: 0, 3: 0, 4: 3})
    assert scene.heard("not_ejected") == [("everyone", "Nobody is ejected: the most votes are shared.")]
    scene = meeting(ship).vote({0: 2, 1: 2})
    assert scene.heard("not_ejected") == [("everyone", "Nobody is ejected: most chose nobody.")]
    scene = meeting(ship, "IICCCCCC").vote({0: 2, 1: 2, 3: 2, 4: 2})
    assert scene.heard("not_ejected") == [("everyone", "Nobody is ejected: the most votes are shared.")]


def test_confirm_ejects_says_whether_it_was_an_impostor_and_without_it_only_who(ship: Rules) -> None:
    votes = {seat: 1 for seat in range(7) if seat != 1}
    assert meeting(ship).vote(votes).heard("ejected") == [("everyone", "Ben is ejected. Ben was an impostor.")]
    scene = meeting(ship, confirm_ejects=False).vote(votes)
    assert scene.heard("ejected") == [("everyone", "Ben is ejected.")]


def test_nobody_votes_for_themselves_or_for_the_dead(ship: Rules) -> None:
    scene = ShipScene(ship, "ICCCCC", impostors=1).tick({0: "kill 1"}).tick({2: "report"})
    for target in (2, 1):
        with pytest.raises(Illegal, match=r"^vote_action must be one of null \(no vote now\), skip, 0, 3, 4, 5; not "):
            scene.bid({2: {"vote_action": target}, 0: {}})


# --- wins ------------------------------------------------------------------------------------------------------------


def test_the_crew_wins_when_the_last_impostor_is_ejected_and_nothing_follows(ship: Rules) -> None:
    scene = meeting(ship, "ICCCC").vote(dict.fromkeys((1, 2, 3, 4), 0))
    assert scene.winner == "crew"
    assert scene.kinds()[-3:] == ["ejected", "ended", "revealed"]
    assert scene.moderator.pending == {}


def test_the_impostors_win_when_an_ejection_makes_them_as_many(ship: Rules) -> None:
    scene = meeting(ship, "IICCC").vote(dict.fromkeys((0, 1, 3, 4), 2))
    assert scene.winner == "impostors"
    assert scene.said()[-2] == "The impostors win: they are at least as many as the crew."


def test_the_impostors_win_when_a_kill_makes_them_as_many_and_not_one_earlier(ship: Rules) -> None:
    scene = ShipScene(ship, "ICCCC", kill_cooldown=1).tick({0: "kill 1"}).tick({0: "kill 2"})
    assert scene.winner is None
    scene.tick({0: "kill 3", 4: "emergency"})
    assert scene.winner == "impostors"
    assert scene.kinds()[-6:] == ["killed", "missed", "missed", "missed", "ended", "revealed"]


def test_the_crew_wins_when_all_tasks_are_done(ship: Rules) -> None:
    scene = ShipScene(ship, "ICCCC", common_tasks=0, long_tasks=0, short_tasks=1)
    goals = {seat: scene.seen(seat).tasks[0].split(" (")[1][:-1] for seat in (1, 2, 3, 4)}
    scene.walk(goals).tick({1: "task", 2: "task", 3: "task"})
    assert scene.winner is None
    scene.tick({4: "task", 0: "sabotage o2"})
    assert scene.winner == "crew"
    assert scene.kinds()[-3:] == ["task_done", "ended", "revealed"]
    assert scene.said()[-2] == "The crew wins: all tasks are done."


def test_parity_is_looked_at_before_the_tasks(ship: Rules) -> None:
    """A kill that makes it parity takes the last open task off the count as well."""
    scene = ShipScene(ship, "ICCCC", common_tasks=0, long_tasks=0, short_tasks=1, ghost_tasks="off", kill_cooldown=1)
    scene.tick({0: "kill 1"}).tick({0: "kill 2"})
    scene.walk({4: scene.seen(4).tasks[0].split(" (")[1][:-1]}).tick({4: "task"})
    assert scene.seen(4).bar == 50
    assert scene.tick({0: "kill 3"}).winner == "impostors"


def test_tasks_of_the_dead_are_taken_off_the_count_where_ghosts_do_not_work(ship: Rules) -> None:
    scene = ShipScene(ship, "ICCCCC", impostors=1, common_tasks=0, long_tasks=0, short_tasks=1, ghost_tasks="off")
    goals = {seat: scene.seen(seat).tasks[0].split(" (")[1][:-1] for seat in (2, 3, 4, 5)}
    scene.walk(goals).tick(dict.fromkeys(goals, "task"))
    assert scene.seen(2).bar == 80
    assert scene.tick({0: "kill 1"}).winner == "crew"


@pytest.mark.parametrize("winner", ["impostors", "crew", "draw"])
def test_when_the_ticks_are_over_the_option_says_who_wins(ship: Rules, winner: str) -> None:
    scene = ShipScene(ship, "ICCCC", max_ticks=3, timeout_winner=winner).ticks(2)
    assert scene.winner is None
    assert scene.tick().winner == winner
    assert scene.said()[-2].endswith(": 3 ticks have passed.")


def test_a_meeting_of_the_last_tick_is_held(ship: Rules) -> None:
    scene = ShipScene(ship, "ICCCC", max_ticks=2, timeout_winner="draw").tick().tick({1: "emergency"})
    assert scene.vote(dict.fromkeys((1, 2, 3, 4), 0)).winner == "crew"
    scene = ShipScene(ship, "ICCCC", max_ticks=2, timeout_winner="draw").tick().tick({1: "emergency"})
    assert scene.vote().winner == "draw"


# --- after the votes -------------------------------------------------------------------------------------------------


def test_all_living_and_the_ejected_react_then_all_living_consolidate(ship: Rules) -> None:
    scene = meeting(ship).bid({seat: {"vote_action": "skip" if seat < 2 else 0} for seat in range(7)})
    asked = {seat: question.kind for seat, question in scene.moderator.pending.items()}
    assert asked == dict.fromkeys(range(7), "reaction")
    before = len(scene.ledger)
    for seat in range(7):
        scene.moderator.answer(seat, {"scratchpad_updates": {"meeting": "Ben is nervous."}})
    asked = {seat: question.kind for seat, question in scene.moderator.pending.items()}
    assert asked == dict.fromkeys(range(1, 7), "consolidation")
    assert len(scene.ledger) == before
    for seat in range(1, 7):
        scene.moderator.answer(seat, {"scratchpad_updates": {"suspicions": "Ben."}})
    assert [entry.event.kind for entry in scene.ledger[before:]] == ["phase", *["seen"] * 6]


def test_a_pad_holds_what_was_written_last_and_the_meetings_is_erased_after_it(ship: Rules) -> None:
    scene = ShipScene(ship, "ICCCC").tick({})
    scene.moderator.answer(1, {"orders": ["emergency"], "scratchpad_updates": {"plan": "Press it.", "events": "None."}})
    scene.tick()
    scene.bid({1: {"scratchpad_updates": {"meeting": "Quiet.", "plan": None}, **TALK}})

    def pads() -> dict[str, str]:
        return kept((answer.kind, answer.answer) for answer in scene.moderator.journal if answer.seat == 1)

    assert pads() == {"plan": "Press it.", "events": "None.", "suspicions": "", "meeting": "Quiet.", "learned": ""}
    scene.vote(consolidation={1: {"events": "A quiet meeting."}})
    assert pads() == {
        "plan": "Press it.", "events": "A quiet meeting.", "suspicions": "", "meeting": "", "learned": "",
    }  # fmt: skip


def test_with_one_reflection_all_living_and_the_ejected_are_asked_once(ship: Rules) -> None:
    scene = meeting(ship, one_reflection=True).bid(
        {seat: {"vote_action": "skip" if seat < 2 else 0} for seat in range(7)}
    )
    asked = {seat: question.kind for seat, question in scene.moderator.pending.items()}
    assert asked == dict.fromkeys(range(7), "reflection")
    for seat in range(7):
        scene.moderator.answer(seat, {"scratchpad_updates": {"meeting": "Ben is nervous.", "suspicions": "Ben."}})
    assert scene.kinds_asked() == {"act"}
    own = [(answer.kind, answer.answer) for answer in scene.moderator.journal if answer.seat == 1]
    assert kept(own)["suspicions"] == "Ben."
    assert kept(own)["meeting"] == ""


# --- the dead --------------------------------------------------------------------------------------------------------


def test_the_dead_are_asked_nothing_on_the_ship_and_cannot_be_seen(ship: Rules) -> None:
    scene = ShipScene(ship, "ICCCCC", impostors=1).tick({0: "kill 1"}).ticks(3)
    assert 1 not in scene.moderator.pending
    assert scene.seen(2).players == (0, 3, 4, 5)


def test_a_ghost_has_heard_everything_but_notes_also_what_was_before(ship: Rules) -> None:
    scene = ShipScene(ship, "IICCCCC").walk({2: "o2", 0: "o2"})
    scene.moderator.default(3, "no answer")
    scene.tick()
    assert ([0, 1], "The impostors are Ada and Ben.") in scene.heard("partners")
    assert scene.told(2, "partners") == []
    scene.tick({0: "kill 2"})
    assert scene.told(2, "partners") == ["The impostors are Ada and Ben."]
    scene.tick({1: "vent admin"})
    view = scene.moderator.table.views[2]
    assert view == [entry for entry in scene.ledger if entry.event.kind != "defaulted"]
    assert len(view) == len(scene.ledger) - 1
    assert [entry.seq for entry in view] == sorted(entry.seq for entry in view)


def test_the_living_hear_nothing_of_the_dead(ship: Rules) -> None:
    scene = ShipScene(ship, "IICCCCCC").tick({0: "kill 2"}).tick({3: "report"})
    for _ in range(3):
        scene.bid({4: TALK}, chat="It was Ada.")
    assert scene.heard("ghost_said") == [([2], "Cleo (a ghost): It was Ada.")]
    assert all(scene.told(seat, "ghost_said") == [] for seat in scene.living)


def test_the_dead_may_chat_in_every_third_tick_of_a_meeting(ship: Rules) -> None:
    scene = ShipScene(ship, "IICCCCCC").tick({0: "kill 2"}).tick({3: "report"})
    asked = []
    for _ in range(7):
        asked.append(2 in scene.moderator.pending)
        scene.bid({4: TALK, 5: {"desire_to_speak": 9, "message": "Hm."}})
    assert asked == [False, False, True, False, False, True, False]
    assert "ghost_said" not in scene.kinds()


def test_without_ghost_chat_the_dead_are_not_asked(ship: Rules) -> None:
    scene = ShipScene(ship, "IICCCCCC", ghost_chat=False).tick({0: "kill 2"}).tick({3: "report"})
    for _ in range(4):
        assert 2 not in scene.moderator.pending
        scene.bid({4: TALK})


def test_a_ghost_goes_on_with_its_tasks_one_doorway_or_one_tick_of_work_at_a_time(ship: Rules) -> None:
    scene = ShipScene(ship, "ICCCCC", impostors=1, common_tasks=0, long_tasks=0, short_tasks=1)
    while scene.seen(1).tasks != ("chart course (navigation)",):
        seed = f"{scene.moderator.seed}."
        scene = ShipScene(ship, "ICCCCC", impostors=1, common_tasks=0, long_tasks=0, short_tasks=1, seed=seed)
    scene.tick({0: "kill 1"})
    # Two doorways from the cafeteria, the first of them in the tick after its death; then a tick of work.
    scene.tick().tick()
    assert "task_done" not in scene.kinds()
    scene.tick()
    assert scene.heard("task_done") == [([1], "Ben has finished a task: chart course.")]
    assert scene.seen(2).bar == 20


def killed_at_the_last_task(rules: Rules, revision: int) -> ShipScene:
    """All tasks are done but one in the cafeteria; in this tick its owner, and somebody else, are killed there."""
    few: dict[str, Any] = {"common_tasks": 0, "long_tasks": 0, "short_tasks": 1, "revision": revision}
    for seed in map(str, count()):
        scene = ShipScene(rules, "IICCCCCC", seed=seed, **few)
        goals = {seat: scene.seen(seat).tasks[0].partition("(")[2].rstrip(")") for seat in range(2, 8)}
        if [seat for seat, room in goals.items() if room == "cafeteria"] == [2]:
            break
    del goals[2]
    scene.walk(goals).tick(dict.fromkeys(goals, "task"))
    assert scene.kinds().count("task_done") == 5
    return scene.walk({7: "cafeteria"}).tick({0: "kill 2", 1: "kill 7", 2: "task"})


def test_who_is_killed_does_nothing_more_in_that_tick_as_a_ghost_either(ship: Rules) -> None:
    scene = killed_at_the_last_task(ship, ship.revision)
    assert (scene.winner, scene.kinds().count("task_done")) == (None, 5)
    assert scene.tick().heard("task_done")[5:] == [([2], "Cleo has finished a task: sweep floor.")]
    assert scene.winner == "crew"


def test_by_the_first_two_revisions_a_ghost_began_in_the_tick_of_its_death(ship: Rules) -> None:
    for revision in (1, 2):
        scene = killed_at_the_last_task(ship, revision)
        assert (scene.winner, scene.kinds().count("task_done")) == ("crew", 6)


def test_ghosts_do_not_work_in_meetings(ship: Rules) -> None:
    scene = ShipScene(ship, "ICCCCC", impostors=1, common_tasks=0, long_tasks=0, short_tasks=1)
    scene.tick({0: "kill 1"}).tick({2: "report"})
    done = scene.kinds().count("task_done")
    for _ in range(6):
        scene.bid({2: TALK})
    assert scene.kinds().count("task_done") == done
