"""A tick of the ship, step by step: kills, moves, vents, tasks, looks, and orders that run on."""

from typing import Any

import pytest

from games.engine.questions import Illegal
from games.engine.ruleset import Ruleset
from games.engine.ship.chart import DOORWAYS
from tests.games.engine.glass_box.ship_scene import ShipScene

Rules = Ruleset[Any]


# --- 1: cooldowns ----------------------------------------------------------------------------------------------------


def test_the_first_kill_is_possible_in_the_tick_that_the_option_names(ship: Rules) -> None:
    scene = ShipScene(ship, "ICCCC", first_kill=3)
    for left in (2, 1):
        assert scene.seen(0).kill_in == left
        assert "kill 1" not in scene.actions(0)
        scene.tick()
    assert scene.seen(0).kill_in == 0
    assert {f"kill {seat}" for seat in (1, 2, 3, 4)} <= set(scene.actions(0))


def test_after_a_kill_the_cooldown_is_full_again(ship: Rules) -> None:
    scene = ShipScene(ship, "ICCCCCC", impostors=1, kill_cooldown=4).tick({0: "kill 1"})
    for left in (3, 2, 1):
        assert scene.seen(0).kill_in == left
        assert not any(action.startswith("kill") for action in scene.actions(0))
        scene.tick()
    assert "kill 2" in scene.actions(0)


def test_a_meeting_sets_the_kill_cooldown_and_the_buttons_to_full(ship: Rules) -> None:
    scene = ShipScene(ship, "ICCCCCC", impostors=1, kill_cooldown=4, emergency_cooldown=3)
    scene.ticks(2).tick({2: "emergency"}).vote()
    assert (scene.seen(0).kill_in, scene.seen(1).press_in) == (3, 2)
    scene.ticks(2)
    assert (scene.seen(0).kill_in, scene.seen(1).press_in) == (1, 0)
    assert "emergency" in scene.actions(1)


# --- 2: what became impossible ---------------------------------------------------------------------------------------


def test_an_order_that_became_impossible_turns_into_waiting_with_a_private_reason(ship: Rules) -> None:
    scene = ShipScene(ship, "ICCCC").tick({1: ["move admin", "move o2"], 0: "move storage"})
    scene.tick()
    assert scene.heard("refused") == [
        ([1], "Ben waits instead of the order 'move o2': there is no way from admin to o2.")
    ]
    assert scene.room(1) == "admin"


def test_an_order_that_is_not_legal_now_is_refused_at_once(ship: Rules) -> None:
    scene = ShipScene(ship, "ICCCC")
    for order in ("move reactor", "kill 0", "vent admin", "fake task", "sabotage lights", "dance", "report", "fix"):
        with pytest.raises(Illegal, match=r"^the first order must be one of: move weapons, "):
            scene.moderator.answer(1, {"orders": [order]})
    with pytest.raises(Illegal, match=r"^the first order must be one of: "):
        scene.moderator.answer(0, {"orders": ["task"]})


@pytest.mark.parametrize(
    ("orders", "reason"),
    [
        (["wait", "move reactor"], "there is no way from cafeteria to reactor"),
        (["wait", "vent o2"], None),
        (["wait", "vent admin"], "there is no way from cafeteria to admin"),
        (["wait", "kill 2"], "there is no such victim here"),
        (["move storage", "report"], "there is no body to be seen here"),
        (["move storage", "emergency"], "the button does not work for you now"),
        (["wait", "sabotage lights"], "no sabotage is possible now"),
        (["wait", "fix"], "there is nothing to fix here"),
        (["wait", "look"], "there is nothing to look at"),
        (["wait", "fake task"], "there is nothing to do here"),
    ],
)
def test_every_refusal_says_why(ship: Rules, orders: list[str], reason: str | None) -> None:
    scene = ShipScene(ship, "ICCCC").tick({0: "move weapons"})
    if reason is None:  # there are no vents in o2, so nobody can know of one
        with pytest.raises(Illegal, match=r"^a later order must be an action like "):
            scene.tick({1: orders})
        return
    scene.tick({1: orders}).tick()
    assert scene.told(1, "refused") == [f"Ben waits instead of the order {orders[1]!r}: {reason}."]


def test_a_kill_that_comes_too_early_is_refused(ship: Rules) -> None:
    scene = ShipScene(ship, "ICCCC", first_kill=9).tick({0: ["wait", "kill 2"]}).tick()
    assert scene.told(0, "refused") == ["Ada waits instead of the order 'kill 2': it is too early."]


# --- 3: kills --------------------------------------------------------------------------------------------------------


def test_everybody_who_was_there_sees_who_killed_whom(ship: Rules) -> None:
    scene = ShipScene(ship, "ICCCCCC", impostors=1).tick({4: "move admin", 5: "move admin", 6: "move admin"})
    scene.tick({0: "kill 1"})
    assert scene.heard("killed") == [([0, 1, 2, 3], "Ada kills Ben in cafeteria.")]
    assert scene.living == (0, 2, 3, 4, 5, 6)
    assert scene.seen(2).bodies == (1,)
    assert scene.seen(4).bodies == ()


def test_kills_are_judged_on_the_rooms_at_the_start_of_the_tick(ship: Rules) -> None:
    scene = ShipScene(ship, "ICCCCC", impostors=1).tick({0: "kill 1", 1: "move admin", 2: "move storage"})
    assert scene.heard("killed") == [([0, 1, 2, 3, 4, 5], "Ada kills Ben in cafeteria.")]
    assert scene.seen(0).bodies == (1,)


def test_the_victims_own_action_is_void(ship: Rules) -> None:
    scene = ShipScene(ship, "ICCCCC", impostors=1)
    scene.tick({0: "kill 1", 1: "emergency"})
    assert "called" not in scene.kinds()
    scene = ShipScene(ship, "ICCCCC", impostors=1).tick({0: "kill 1", 1: "move admin"})
    assert "walked" not in scene.kinds()


def test_two_killers_of_one_victim_are_ordered_by_dice_and_the_second_keeps_its_cooldown(ship: Rules) -> None:
    killers = set()
    for seed in "abcdefgh":
        scene = ShipScene(ship, "IICCCCCC", seed=seed).tick({0: "kill 2", 1: "kill 2"})
        (killed,) = scene.events("killed")
        killer = killed.data()["by"]
        killers.add(killer)
        assert (scene.seen(killer).kill_in, scene.seen(1 - killer).kill_in) == (4, 0)
        assert scene.heard("refused")[0][0] == [1 - killer]
        assert scene.told(1 - killer, "refused")[0].endswith("'kill 2': somebody else was first.")
    assert killers == {0, 1}


def test_two_kills_of_one_moment_are_told_in_seat_order_and_then_looked_at_once(ship: Rules) -> None:
    scene = ShipScene(ship, "IICCCCC").tick({0: "kill 5", 1: "kill 2"})
    assert [event.data()["seat"] for event in scene.events("killed")] == [2, 5]
    assert scene.winner is None
    scene = ShipScene(ship, "IICCCC").tick({0: "kill 5", 1: "kill 2"})
    assert scene.winner == "impostors"
    assert scene.kinds()[-6:] == ["killed", "killed", "missed", "missed", "ended", "revealed"]


def test_only_crewmates_can_be_killed_and_only_by_impostors_in_the_same_room(ship: Rules) -> None:
    scene = ShipScene(ship, "IICCCCC").tick({3: "move admin"})
    kills = [action for action in scene.actions(0) if action.startswith("kill")]
    assert kills == ["kill 2", "kill 4", "kill 5", "kill 6"]
    assert not any(action.startswith("kill") for action in scene.actions(2))


def test_a_kill_out_of_sight_is_known_to_nobody_else(ship: Rules) -> None:
    scene = ShipScene(ship, "ICCCCC", impostors=1).walk({0: "o2", 1: "o2"}).tick({0: "kill 1"})
    assert scene.heard("killed") == [([0, 1], "Ada kills Ben in o2.")]
    assert "missed" not in scene.kinds()


# --- 4: moves and vents ----------------------------------------------------------------------------------------------


def test_those_who_stay_see_who_leaves_and_who_comes(ship: Rules) -> None:
    scene = ShipScene(ship, "ICCCC").tick({0: "move admin", 4: "move storage"})
    scene.tick({1: "move admin", 2: "move weapons"})
    assert scene.heard("walked")[2:] == [
        ([0, 1, 3], "Ben walks from cafeteria to admin."),
        ([2, 3], "Cleo walks from cafeteria to weapons."),
    ]


def test_two_who_swap_rooms_see_each_other_pass(ship: Rules) -> None:
    scene = ShipScene(ship, "ICCCC").tick({0: "move admin"}).tick({1: "move admin", 0: "move cafeteria"})
    assert ([0, 1, 2, 3, 4], "Ada walks from admin to cafeteria.") in scene.heard("walked")
    assert ([0, 1, 2, 3, 4], "Ben walks from cafeteria to admin.") in scene.heard("walked")
    scene = ShipScene(ship, "ICCCC").walk({0: "reactor", 1: "security"})
    scene.tick({0: "move security", 1: "move reactor"})
    assert scene.heard("walked")[-2:] == [
        ([0, 1], "Ada walks from reactor to security."),
        ([0, 1], "Ben walks from security to reactor."),
    ]


def test_those_who_leave_together_do_not_see_where_the_others_go(ship: Rules) -> None:
    scene = ShipScene(ship, "ICCCC").walk({1: "medbay", 2: "medbay"})
    scene.tick({1: "move cafeteria", 2: "move upper engine"})
    assert ([2], "Cleo walks from medbay to upper engine.") in scene.heard("walked")
    assert scene.seen(2).players == ()


def test_a_vent_is_seen_where_it_is_entered_and_left_and_never_on_the_way(ship: Rules) -> None:
    scene = ShipScene(ship, "ICCCC").tick({1: "move admin"}).tick({0: "vent admin", 2: "move weapons"})
    assert scene.heard("vent_entered", "vent_left") == [
        ([0, 3, 4], "Ada climbs into the vent in cafeteria."),
        ([0, 1], "Ada climbs out of the vent in admin."),
    ]
    assert scene.seen(1).players == (0,)
    assert scene.room(0) == "admin"


def test_vents_are_for_impostors_and_lead_to_direct_partners(ship: Rules) -> None:
    scene = ShipScene(ship, "ICCCC").walk({0: "weapons", 1: "weapons"})
    assert [action for action in scene.actions(0) if action.startswith("vent")] == ["vent navigation"]
    assert not any(action.startswith("vent") for action in scene.actions(1))
    assert [action for action in scene.actions(1) if action.startswith("move")] == [
        f"move {room}" for room in DOORWAYS["weapons"]
    ]


# --- 5: tasks --------------------------------------------------------------------------------------------------------


def task_of(scene: ShipScene, seat: int, name: str) -> str | None:
    """The room where a seat's task of this name goes on; None when it is not on the list."""
    tasks: tuple[str, ...] = scene.seen(seat).tasks
    return next((task[len(name) + 2 : -1] for task in tasks if task.startswith(f"{name} (")), None)


def with_task(rules: Rules, name: str, seat: int = 1, **options: Any) -> ShipScene:
    """A scene in which a seat has a task of this name."""
    scenes = (ShipScene(rules, "ICCCC", seed=f"{seed}", **options) for seed in range(500))
    return next(scene for scene in scenes if task_of(scene, seat, name))


def test_work_at_a_task_is_seen_by_those_in_the_room_and_a_fake_looks_the_same(ship: Rules) -> None:
    scene = with_task(ship, "chart course").walk({0: "navigation", 1: "navigation", 2: "navigation"})
    scene.tick({0: "fake task", 1: "task"})
    assert scene.heard("worked") == [
        ([0, 1, 2], "Ada works at a task in navigation."),
        ([0, 1, 2], "Ben works at a task in navigation."),
    ]
    assert "proved" not in scene.kinds()


def test_those_who_arrive_in_a_tick_see_who_works_there(ship: Rules) -> None:
    scene = with_task(ship, "chart course").walk({1: "navigation", 2: "weapons"})
    scene.tick({1: "task", 2: "move navigation"})
    assert scene.heard("worked") == [([1, 2], "Ben works at a task in navigation.")]


@pytest.mark.parametrize("name", ["clear asteroids", "submit scan", "prime shields", "empty garbage"])
def test_a_visual_effect_shows_with_a_real_task_only(ship: Rules, name: str) -> None:
    scene = with_task(ship, name, short_tasks=16, long_tasks=8)
    room = {
        "clear asteroids": "weapons",
        "submit scan": "medbay",
        "prime shields": "shields",
        "empty garbage": "storage",
    }[name]
    while task_of(scene, 1, name) != room:
        scene.walk({1: str(task_of(scene, 1, name))}).tick({1: "task"})
    scene.walk({0: room, 1: room, 2: room})
    for _ in range(6):
        scene.tick({0: "fake task"})
        assert not scene.events("proved")
    while task_of(scene, 1, name):
        scene.tick({1: "task"})
    names = {event.data()["task"] for event in scene.events("proved")}
    assert names == {name}
    assert {tuple(heard) for heard, _ in scene.heard("proved")} == {(0, 1, 2)}


def test_a_finished_task_is_told_to_whoever_did_it_alone_and_moves_the_bar(ship: Rules) -> None:
    scene = with_task(ship, "chart course", common_tasks=0, long_tasks=0, short_tasks=1)
    scene.walk({1: "navigation", 2: "navigation"}).tick({1: "task"})
    assert scene.heard("task_done") == [([1], "Ben has finished a task: chart course.")]
    assert scene.seen(1).tasks == ()
    assert {scene.seen(seat).bar for seat in scene.living} == {25}
    assert "task" not in scene.actions(1)


def test_common_tasks_are_the_same_for_everybody_and_impostors_have_no_list(ship: Rules) -> None:
    for seed in "abcd":
        scene = ShipScene(ship, "ICCCC", seed=seed, common_tasks=3, long_tasks=2, short_tasks=4)
        lists = [scene.seen(seat).tasks for seat in (1, 2, 3, 4)]
        assert scene.seen(0).tasks is None
        assert len({tasks[:3] for tasks in lists}) == 1
        assert {len(tasks) for tasks in lists} == {9}
        assert len(set(lists)) == 4


def test_what_one_seat_is_to_do_says_nothing_of_who_is_an_impostor(ship: Rules) -> None:
    one, other = (ShipScene(ship, roles, seed="same") for roles in ("ICCCC", "CCCCI"))
    assert [one.seen(seat).tasks for seat in (1, 2, 3)] == [other.seen(seat).tasks for seat in (1, 2, 3)]


# --- 9: what is told -------------------------------------------------------------------------------------------------


def test_a_look_in_admin_counts_heads_and_bodies_by_room(ship: Rules) -> None:
    scene = ShipScene(ship, "ICCCCC", impostors=1).walk({0: "storage", 1: "storage", 2: "admin"})
    scene.tick({0: "kill 1"}).tick({2: "look", 3: "move weapons"})
    assert scene.heard("counted") == [
        ([2], "The table in admin shows Cleo: 2 in cafeteria, 1 in weapons, 2 in storage and 1 in admin.")
    ]


def test_a_look_in_security_shows_who_is_in_medbay_admin_and_navigation(ship: Rules) -> None:
    scene = ShipScene(ship, "ICCCC").walk({1: "security", 2: "medbay", 3: "admin", 4: "admin"})
    scene.tick({1: "look", 0: "move medbay"})
    assert scene.heard("watched") == [
        ([1], "The cameras show Ben: Ada and Cleo in medbay; Dov and Edie in admin; nobody in navigation.")
    ]


def test_there_is_nothing_to_look_at_elsewhere(ship: Rules) -> None:
    scene = ShipScene(ship, "ICCCC").walk({1: "admin", 2: "storage"})
    assert ["look" in scene.actions(seat) for seat in (1, 2, 3)] == [True, False, False]


def test_before_every_question_its_seat_is_told_what_it_sees(ship: Rules) -> None:
    scene = ShipScene(ship, "ICCCC")
    for orders in ({0: "move admin"}, {1: "move medbay", 0: "kill 1"}, {2: "move storage"}):
        for seat in scene.moderator.pending:
            assert scene.moderator.table.views[seat][-1].event.kind == "seen"
            assert scene.heard("seen")[-1][0] != "everyone"
        scene.tick({seat: order for seat, order in orders.items() if order in scene.actions(seat)})
    assert all(
        heard == [event.data()["seat"]]
        for (heard, _), event in zip(scene.heard("seen"), scene.events("seen"), strict=True)
    )


# --- orders of several ticks -----------------------------------------------------------------------------------------


def test_orders_run_on_tick_by_tick_without_a_question(ship: Rules) -> None:
    scene = ShipScene(ship, "ICCCC").tick({1: ["move upper engine", "move reactor", "wait", "move lower engine"]})
    for room in ("reactor", "reactor", "lower engine"):
        assert 1 not in scene.moderator.pending
        scene.tick()
        assert ([1], f"Ben walks from upper engine to {room}.") in scene.heard("walked") or room == "lower engine"
    assert 1 in scene.moderator.pending
    assert scene.room(1) == "lower engine"


def test_with_one_order_everybody_is_asked_in_every_tick(ship: Rules) -> None:
    scene = ShipScene(ship, "ICCCC", orders=1)
    with pytest.raises(Illegal, match=r"^orders must be a list of one order, not 2 orders$"):
        scene.moderator.answer(1, {"orders": ["wait", "wait"]})
    for _ in range(5):
        assert set(scene.moderator.pending) == {0, 1, 2, 3, 4}
        scene.tick({1: "wait"})


LONG_WAY = ["move upper engine", "move reactor", "wait", "wait", "wait"]


def test_a_new_player_in_sight_ends_the_orders(ship: Rules) -> None:
    scene = ShipScene(ship, "ICCCC").tick({1: LONG_WAY}).tick({2: ["move upper engine", "move reactor", "wait"]})
    assert 1 not in scene.moderator.pending
    scene.tick()
    assert {1, 2} <= set(scene.moderator.pending)
    assert scene.seen(1).players == (2,)


def test_company_that_was_there_already_is_nothing_new(ship: Rules) -> None:
    scene = ShipScene(ship, "ICCCC").tick({1: ["wait", "wait", "wait"], 2: "move admin"}).tick({3: "move admin"})
    assert 1 not in scene.moderator.pending


def test_somebody_who_passes_ends_the_orders(ship: Rules) -> None:
    scene = ShipScene(ship, "ICCCC").walk({1: "upper engine", 2: "lower engine"})
    scene.tick({1: ["move lower engine", "wait", "wait"], 2: "move upper engine"})
    assert {1, 2} <= set(scene.moderator.pending)


def test_a_body_in_sight_ends_the_orders(ship: Rules) -> None:
    scene = ShipScene(ship, "ICCCCC", impostors=1).walk({0: "storage", 1: "storage"}).tick({0: "kill 1"})
    scene.walk({0: "shields"}).tick({2: ["move storage", "wait", "wait"]})
    assert 2 in scene.moderator.pending
    assert scene.seen(2).bodies == (1,)


def test_a_kill_in_sight_ends_the_orders_but_not_those_of_the_killer(ship: Rules) -> None:
    scene = ShipScene(ship, "ICCCCC", impostors=1).tick({2: ["wait", "wait"], 0: ["kill 1", "vent admin", "wait"]})
    assert 2 in scene.moderator.pending
    assert 0 not in scene.moderator.pending
    scene.tick()
    assert scene.heard("vent_left") == [([0], "Ada climbs out of the vent in admin.")]


def test_an_alarm_ends_everybodys_orders(ship: Rules) -> None:
    scene = ShipScene(ship, "ICCCC").tick({seat: ["wait"] * 5 for seat in (1, 2, 3, 4)})
    assert set(scene.moderator.pending) == {0}
    scene.tick({0: "sabotage lights"})
    assert set(scene.moderator.pending) == {0, 1, 2, 3, 4}


def test_a_refusal_ends_the_orders(ship: Rules) -> None:
    scene = ShipScene(ship, "ICCCC").tick({1: ["wait", "move reactor", "wait", "wait"]}).tick()
    assert 1 in scene.moderator.pending


def test_a_meeting_wipes_the_orders_left(ship: Rules) -> None:
    scene = ShipScene(ship, "ICCCC").tick({1: ["wait"] * 5, 2: "emergency"}).vote()
    assert set(scene.moderator.pending) == {0, 1, 2, 3, 4}
    scene.tick()
    assert "walked" not in scene.kinds()
