"""The ship's map, held against the groups that the rules name."""

from itertools import combinations

import pytest

from games.engine.dice import Dice
from games.engine.ship.chart import CAMERAS, DOORWAYS, ROOMS, VENTS, distance, next_step
from games.engine.ship.duties import COMMON, LONG, SHORT, Duties, Duty, drawn_common, drawn_own
from games.engine.ship.orders import FAKEABLE, KNOWN, ORDERS

# As the rules write them.
GROUPS = """
cafeteria, medbay, upper engine
cafeteria, admin, storage
weapons, o2, navigation, shields
shields, communications, storage
storage, electrical, lower engine
upper engine, security, reactor, lower engine
cafeteria, weapons
"""
VENTED = """
cafeteria, admin
medbay, electrical
electrical, security
medbay, security
weapons, navigation
shields, navigation
upper engine, reactor
lower engine, reactor
"""


def pairs(groups: str) -> set[frozenset[str]]:
    return {frozenset(pair) for group in groups.strip().splitlines() for pair in combinations(group.split(", "), 2)}


def links(chart: dict[str, tuple[str, ...]]) -> set[frozenset[str]]:
    return {frozenset((room, other)) for room, others in chart.items() for other in others}


def test_there_are_fourteen_rooms_and_twenty_five_doorways() -> None:
    assert len(ROOMS) == len(set(ROOMS)) == 14
    assert set(DOORWAYS) == set(VENTS) == set(ROOMS)
    assert len(links(DOORWAYS)) == 25


def test_doorways_are_those_of_the_groups() -> None:
    assert links(DOORWAYS) == pairs(GROUPS)


def test_vents_link_direct_partners_alone() -> None:
    assert links(VENTS) == pairs(VENTED)
    assert frozenset(("weapons", "shields")) not in links(VENTS)


def test_every_way_goes_back_and_none_goes_nowhere() -> None:
    for chart in (DOORWAYS, VENTS):
        for room, others in chart.items():
            assert room not in others
            assert all(room in chart[other] for other in others)


def test_the_longest_walk_takes_four_ticks() -> None:
    walks = {distance(room, goal): (room, goal) for room in ROOMS for goal in ROOMS}
    assert max(walks) == 4
    assert distance("cafeteria", "cafeteria") == 0
    assert distance("reactor", "navigation") == distance("navigation", "reactor") == 4
    assert distance("medbay", "electrical") == 3


def test_every_step_is_a_doorway_nearer_to_the_goal() -> None:
    for room in ROOMS:
        for goal in ROOMS:
            step = next_step(room, goal)
            assert step == goal if room == goal else step in DOORWAYS[room]
            assert distance(step, goal) == max(0, distance(room, goal) - 1)


# --- tasks -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("duties", "ticks"), [(COMMON, 2), (LONG, 3), (SHORT, 1)])
def test_short_tasks_take_one_tick_common_ones_two_long_ones_three(duties: tuple[Duty, ...], ticks: int) -> None:
    for duty in duties:
        assert sum(each for _, each in duty.legs) == ticks
        assert all(room in ROOMS and each > 0 for room, each in duty.legs)


def test_every_room_has_a_task_so_each_can_be_faked_in() -> None:
    assert set(ROOMS) == FAKEABLE
    names = [duty.name for duty in (*COMMON, *LONG, *SHORT)]
    assert len(names) == len(set(names))


def test_four_tasks_are_seen_to_be_real() -> None:
    shown = {duty.name: duty.shows_in for duty in (*COMMON, *LONG, *SHORT) if duty.shows_in}
    assert shown == {
        "clear asteroids": "weapons",
        "submit scan": "medbay",
        "empty garbage": "storage",
        "prime shields": "shields",
    }


def test_lists_are_drawn_and_hold_no_task_twice() -> None:
    common = {tuple(duty.name for duty in drawn_common(2, Dice(f"{seed}"))) for seed in range(60)}
    assert len(common) == 4 * 3
    for seed in range(20):
        own = drawn_own(2, 4, Dice(f"{seed}"))
        assert len(set(own)) == 6
        assert [duty in LONG for duty in own] == [True, True, False, False, False, False]


def test_a_task_with_legs_goes_on_in_the_next_room_and_keeps_its_progress() -> None:
    fuel, chart = LONG[4], SHORT[1]
    assert [room for room, _ in fuel.legs] == ["storage", "upper engine", "lower engine"]
    duties = Duties([fuel, chart])
    assert duties.told == ("fuel engines (storage)", "chart course (navigation)")
    assert duties.work("storage") == (fuel, False)
    assert duties.rooms == ("upper engine", "navigation")
    assert duties.work("navigation") == (chart, True)
    assert duties.told == ("fuel engines (upper engine)",)
    assert duties.work("upper engine") == (fuel, False)
    assert duties.work("lower engine") == (fuel, True)
    assert (len(duties), duties.told) == (0, ())
    with pytest.raises(LookupError, match="no open task goes on in 'storage'"):
        duties.work("storage")


def test_the_first_open_task_of_a_room_comes_first() -> None:
    steer, chart = SHORT[2], SHORT[1]
    duties = Duties([steer, chart])
    assert [duties.work("navigation")[0] for _ in range(2)] == [steer, chart]


# --- orders ----------------------------------------------------------------------------------------------------------


def test_every_action_of_the_rules_can_be_ordered() -> None:
    assert {order.verb for order in ORDERS.values()} == {
        "move", "vent", "task", "fake task", "kill", "report", "emergency", "sabotage", "fix", "look", "wait",
    }  # fmt: skip
    assert {order.system for order in ORDERS.values()} - {""} == {
        "reactor", "o2", "lights", "communications", "doors",
    }  # fmt: skip
    assert {f"sabotage doors {room}" for room in ROOMS} <= KNOWN
    assert set(CAMERAS) == {"medbay", "admin", "navigation"}
