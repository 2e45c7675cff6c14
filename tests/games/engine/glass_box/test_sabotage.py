"""Sabotage and repairs: who may, when, what it does, and how it ends."""

from typing import Any

import pytest

from games.engine.ruleset import Ruleset
from tests.games.engine.glass_box.ship_scene import ShipScene

Rules = Ruleset[Any]


def sabotages(scene: ShipScene, seat: int = 0) -> list[str]:
    return [action for action in scene.actions(seat) if action.startswith("sabotage")]


def test_the_first_sabotage_is_possible_in_the_tick_that_the_option_names(ship: Rules) -> None:
    scene = ShipScene(ship, "ICCCC", first_sabotage=3).ticks(1)
    assert scene.seen(0).sabotage_in == 1
    assert sabotages(scene) == []
    scene.tick()
    assert scene.seen(0).sabotage_in == 0
    assert len(sabotages(scene)) == 4 + 14
    assert sabotages(scene, 1) == []


def test_everybody_hears_the_alarm_and_the_impostors_who_raised_it(ship: Rules) -> None:
    scene = ShipScene(ship, "IICCCCC").tick({1: "sabotage reactor"})
    assert scene.heard("sabotaged", "alarm") == [
        ([0, 1], "Ben sabotages the reactor."),
        ("everyone", "Alarm: the reactor fails in 9 ticks."),
    ]


def test_at_most_one_sabotage_starts_and_dice_say_whose(ship: Rules) -> None:
    first = set()
    for seed in "abcdefgh":
        scene = ShipScene(ship, "IICCCCC", seed=seed).tick({0: "sabotage lights", 1: "sabotage doors admin"})
        (event,) = scene.events("sabotaged")
        seat = event.data()["seat"]
        first.add(seat)
        orders = {0: "sabotage lights", 1: "sabotage doors admin"}
        told = f"waits instead of the order {orders[1 - seat]!r}: somebody else's sabotage came first."
        assert scene.heard("refused") == [([1 - seat], f"{('Ada', 'Ben')[1 - seat]} {told}")]
    assert first == {0, 1}


def test_while_one_sabotage_goes_on_there_is_no_other(ship: Rules) -> None:
    for system in ("reactor", "o2", "lights", "communications", "doors admin"):
        scene = ShipScene(ship, "ICCCC").tick({0: f"sabotage {system}"})
        assert sabotages(scene) == []
        assert scene.seen(0).sabotage_in is None


# --- critical --------------------------------------------------------------------------------------------------------


def test_a_countdown_that_reaches_zero_wins_for_the_impostors(ship: Rules) -> None:
    scene = ShipScene(ship, "ICCCC", countdown=4).tick({0: "sabotage o2"})
    for left in (4, 3, 2, 1):
        assert (scene.seen(1).alarm, scene.seen(1).left) == ("o2", left)
        assert scene.winner is None
        scene.tick()
    assert scene.winner == "impostors"
    assert scene.said()[-2] == "The impostors win: a critical sabotage was not mended in time."


def test_the_reactor_needs_two_in_the_same_tick(ship: Rules) -> None:
    scene = ShipScene(ship, "ICCCC").walk({1: "reactor", 2: "reactor"}).tick({0: "sabotage reactor"})
    scene.tick({1: "fix"}).tick({2: "fix"})
    assert "alarm_over" not in scene.kinds()
    scene.tick({1: "fix", 2: "fix"})
    assert scene.heard("alarm_over") == [("everyone", "The alarm is over: the reactor works again.")]
    assert scene.heard("mended")[0] == ([1, 2], "Ben works on the reactor in reactor.")
    assert scene.ticks(9).winner is None


def test_the_reactor_needs_as_many_as_the_option_says(ship: Rules) -> None:
    scene = ShipScene(ship, "ICCCC", reactor_fixers=1).walk({1: "reactor"}).tick({0: "sabotage reactor"})
    assert "alarm_over" in scene.tick({1: "fix"}).kinds()


def test_oxygen_needs_one_in_o2_and_one_in_admin_in_any_ticks(ship: Rules) -> None:
    scene = ShipScene(ship, "ICCCC").walk({1: "o2", 2: "admin"}).tick({0: "sabotage o2"}).tick({1: "fix"})
    assert "fix" not in scene.actions(1)
    assert "fix" in scene.actions(2)
    scene.ticks(2).tick({2: "fix"})
    assert scene.heard("alarm_over") == [("everyone", "The alarm is over: the oxygen works again.")]


def test_one_room_alone_does_not_bring_the_oxygen_back(ship: Rules) -> None:
    scene = ShipScene(ship, "ICCCC").walk({1: "o2", 2: "o2"}).tick({0: "sabotage o2"}).tick({1: "fix", 2: "fix"})
    assert "alarm_over" not in scene.kinds()
    assert "fix" not in scene.actions(1)


def test_impostors_may_fix_too(ship: Rules) -> None:
    scene = ShipScene(ship, "ICCCC").walk({0: "reactor", 1: "reactor"}).tick({0: "sabotage reactor"})
    assert "alarm_over" in scene.tick({0: "fix", 1: "fix"}).kinds()


def test_a_meeting_ends_a_critical_sabotage(ship: Rules) -> None:
    scene = ShipScene(ship, "ICCCCCC", impostors=1).tick({0: "kill 1"}).tick({0: "sabotage reactor"})
    scene.tick({2: "report"})
    assert scene.said()[-4:] == [
        "Meeting 1 begins.",
        "Cleo reports the body of Ben in cafeteria.",
        "Ben is dead.",
        "The alarm is over: the reactor works again.",
    ]
    scene.vote()
    assert scene.seen(2).alarm is None
    assert scene.ticks(10).winner is None


# --- lights ----------------------------------------------------------------------------------------------------------


def test_in_the_dark_the_crew_sees_nobody_and_the_impostors_see_as_ever(ship: Rules) -> None:
    scene = ShipScene(ship, "IICCCCCC").tick({0: "sabotage lights"})
    assert (scene.seen(2).players, scene.seen(2).bodies) == (None, None)
    assert scene.seen(1).players == (0, 2, 3, 4, 5, 6, 7)
    scene.tick({2: "move admin", 0: "kill 3"})
    assert scene.heard("killed") == [([0, 1, 3], "Ada kills Dov in cafeteria.")]
    assert scene.heard("walked") == [([0, 1, 2], "Cleo walks from cafeteria to admin.")]
    scene.tick({1: "vent admin"})
    assert scene.heard("vent_left") == [([1], "Ben climbs out of the vent in admin.")]
    assert scene.heard("vent_entered") == [([0, 1], "Ben climbs into the vent in cafeteria.")]
    assert scene.seen(1).players == (2,)


def test_in_the_dark_the_crew_cannot_report_and_impostors_can(ship: Rules) -> None:
    scene = ShipScene(ship, "ICCCCCC", impostors=1).tick({0: "sabotage lights"}).tick({0: "kill 1"})
    assert "report" not in scene.actions(2)
    assert "report" in scene.actions(0)
    scene.walk({3: "electrical"}).tick({3: "fix"}).tick({3: "fix"})
    assert "report" in scene.actions(2)
    assert scene.seen(2).bodies == (1,)


def test_in_the_dark_nobody_sees_who_works_or_mends(ship: Rules) -> None:
    scene = ShipScene(ship, "ICCCC").walk({1: "electrical", 2: "electrical"}).tick({0: "sabotage lights"})
    scene.tick({1: "fix"})
    assert scene.heard("mended") == [([1], "Ben works on the lights in electrical.")]
    assert (scene.seen(1).alarm, scene.seen(1).left) == ("lights", 1)


def test_in_the_dark_nobody_is_startled_by_company(ship: Rules) -> None:
    scene = ShipScene(ship, "ICCCC").tick({1: "move admin"}).tick({0: "sabotage lights"})
    scene.tick({1: ["wait"] * 5}).tick({2: "move admin"})
    assert 1 not in scene.moderator.pending


def test_light_that_comes_back_shows_who_is_there(ship: Rules) -> None:
    scene = ShipScene(ship, "ICCCC", lights_fixes=1).walk({3: "electrical", 1: "admin", 2: "admin"})
    scene.tick({0: "sabotage lights"}).tick({1: ["wait"] * 5, 3: "fix"})
    assert 1 in scene.moderator.pending
    assert scene.seen(1).players == (2,)


def test_lights_need_as_many_repairs_as_the_option_says_and_keep_them_over_a_meeting(ship: Rules) -> None:
    scene = ShipScene(ship, "IICCCCCC", lights_fixes=3).walk({2: "electrical"})
    scene.tick({0: "sabotage lights"}).tick({2: "fix", 0: "kill 3"}).tick({1: "report"}).vote()
    assert (scene.seen(2).alarm, scene.seen(2).left) == ("lights", 2)
    scene.walk({2: "electrical"}).tick({2: "fix"}).tick({2: "fix"})
    assert scene.kinds().count("alarm_over") == 1


# --- communications --------------------------------------------------------------------------------------------------


def test_without_communications_list_bar_and_looks_are_off_but_work_goes_on(ship: Rules) -> None:
    scene = ShipScene(ship, "ICCCC").walk({1: "admin", 2: "communications"})
    room = scene.seen(3).tasks[0].split(" (")[1][:-1]
    scene.walk({3: room}).tick({0: "sabotage communications"})
    assert (scene.seen(3).tasks, scene.seen(3).bar, scene.seen(0).bar) == (None, None, None)
    assert "look" not in scene.actions(1)
    scene.tick({3: "task"})
    assert scene.told(3, "worked") == [f"Dov works at a task in {room}."]
    scene.tick({2: "fix"}).tick({2: "fix"})
    assert scene.seen(3).tasks is not None
    assert "look" in scene.actions(1)


def test_a_look_of_the_tick_in_which_communications_fail_shows_nothing(ship: Rules) -> None:
    scene = ShipScene(ship, "ICCCC").walk({1: "admin"}).tick({1: "look", 0: "sabotage communications"})
    assert "counted" not in scene.kinds()
    assert scene.told(1, "refused") == ["Ben waits instead of the order 'look': communications are down."]


# --- doors -----------------------------------------------------------------------------------------------------------


def test_doors_of_a_room_are_shut_for_walking_both_ways_for_as_long_as_the_option_says(ship: Rules) -> None:
    scene = ShipScene(ship, "ICCCC", door_ticks=2).walk({1: "admin", 2: "storage", 0: "weapons"})
    scene.tick({0: "sabotage doors admin"})
    assert scene.heard("doors_shut") == [([0, 1, 2, 3, 4], "The doors of admin are shut for 2 ticks.")]
    for _ in range(2):
        assert scene.actions(1) == ("look", "wait")
        assert "move admin" not in scene.actions(2) + scene.actions(3)
        scene.tick()
    assert "move admin" in scene.actions(2)
    assert "move storage" in scene.actions(1)


def test_who_is_far_away_does_not_know_of_shut_doors_until_it_gets_there(ship: Rules) -> None:
    scene = ShipScene(ship, "ICCCC", door_ticks=4).walk({1: "security", 0: "navigation"})
    scene.tick({0: "sabotage doors admin", 1: ["move upper engine", "move cafeteria", "move admin"]})
    assert scene.heard("doors_shut") == [([0, 2, 3, 4], "The doors of admin are shut for 4 ticks.")]
    assert 1 not in scene.moderator.pending
    scene.tick()
    assert 1 in scene.moderator.pending  # others are in the cafeteria
    assert "move admin" not in scene.actions(1)


def test_a_walk_into_shut_doors_is_refused(ship: Rules) -> None:
    scene = ShipScene(ship, "ICCCC", door_ticks=5).walk({1: "communications", 0: "navigation"})
    scene.tick({0: "sabotage doors reactor", 1: ["move storage", "move lower engine", "move reactor"]})
    assert scene.told(1, "doors_shut") == []
    scene.ticks(2)
    assert scene.told(1, "refused") == ["Ben waits instead of the order 'move reactor': the doors are shut."]


def test_a_vent_goes_past_shut_doors(ship: Rules) -> None:
    scene = ShipScene(ship, "ICCCC").tick({0: "sabotage doors cafeteria"})
    assert [action for action in scene.actions(0) if action.startswith(("move", "vent"))] == ["vent admin"]


def test_a_meeting_opens_doors(ship: Rules) -> None:
    scene = ShipScene(ship, "ICCCC", door_ticks=20).tick({0: "sabotage doors admin"}).tick({1: "emergency"}).vote()
    assert "move admin" in scene.actions(1)


# --- the common cooldown ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("system", ["communications", "doors"])
def test_one_common_cooldown_runs_from_the_end_of_the_last_sabotage(ship: Rules, system: str) -> None:
    scene = ShipScene(ship, "ICCCC", sabotage_cooldown=4, door_ticks=2).walk({1: "communications"})
    if system == "doors":
        scene.tick({0: "sabotage doors admin"}).ticks(2)
    else:
        scene.tick({0: "sabotage communications"}).tick({1: "fix"}).tick({1: "fix"})
    for left in (3, 2, 1):
        assert scene.seen(0).sabotage_in == left
        assert sabotages(scene) == []
        scene.tick()
    assert len(sabotages(scene)) == 18


def test_the_sabotage_cooldown_stands_still_in_a_meeting(ship: Rules) -> None:
    scene = ShipScene(ship, "ICCCC", first_sabotage=8).ticks(2)
    assert scene.seen(0).sabotage_in == 5
    scene.tick({1: "emergency"})
    for _ in range(4):
        scene.bid({2: {"message": "Hm.", "desire_to_speak": 5}})
    assert scene.vote().seen(0).sabotage_in == 4


def test_the_button_is_blocked_by_any_sabotage_but_doors(ship: Rules) -> None:
    for system in ("reactor", "o2", "lights", "communications"):
        scene = ShipScene(ship, "ICCCC").tick({0: f"sabotage {system}"})
        assert "emergency" not in scene.actions(1)
        assert scene.seen(1).press_in is None
    scene = ShipScene(ship, "ICCCC").tick({0: "sabotage doors storage"})
    assert "emergency" in scene.actions(1)


# --- the ghosts of impostors -----------------------------------------------------------------------------------------


def test_dead_impostors_may_sabotage_where_the_option_lets_them(ship: Rules) -> None:
    def ejected(**options: Any) -> ShipScene:
        scene = ShipScene(ship, "IICCCCCC", **options).tick({3: "emergency"})
        return scene.vote({seat: 0 for seat in range(1, 8)})

    assert 0 not in ejected().ticks(2).moderator.pending
    scene = ejected(ghost_sabotage=True)
    assert scene.actions(0) == (*sabotages(scene, 1), "wait")
    scene.tick({0: "sabotage lights"})
    assert scene.heard("sabotaged") == [([0, 1], "Ada sabotages the lights.")]
    assert 0 not in scene.moderator.pending
