"""What the crew does on the ship: report, press, fix, keep away from whom it fears, and above all work.

Each plan is a list of orders for the ticks to come; it ends by itself when something new is seen.
"""

from typing import Final, NamedTuple

from games.agents.house.ship.judging import chances_from, deaths_to_bear, own_cases
from games.agents.house.ship.memory import Mind, Sight
from games.engine.dice import Dice
from games.engine.events import Seat
from games.engine.ship.chart import ADMIN, CAFETERIA, DOORWAYS, ROOMS, Room, distance, next_step
from games.engine.ship.duties import COMMON, LONG, SHORT

PANELS: Final[dict[str, tuple[Room, ...]]] = {
    "reactor": ("reactor",),
    "o2": ("o2", "admin"),
    "lights": ("electrical",),
    "communications": ("communications",),
}
WORRY: Final = 500.0  # how soon one goes to count heads; divided by the cube of the seats
UNSEEN: Final = 3  # ticks after which one begins to miss somebody
SEARCH: Final = 2  # how far one goes to look for somebody
CARE: Final = 0.5  # how often one does
AT_HAND: Final = 1  # how far those go to an alarm who do not reckon what it costs
CRITICAL: Final = ("reactor", "o2")
TICKS: Final = {(duty.name, room): ticks for duty in (*COMMON, *LONG, *SHORT) for room, ticks in duty.legs}


class Plan(NamedTuple):
    """Orders, and what is thought with them: an intent of phrases and what its slots hold."""

    orders: list[str]
    thought: str
    seat: Seat | None = None
    room: Room | None = None
    task: str = ""


def way(room: Room, goal: Room) -> list[str]:
    """The orders that lead from a room to a goal."""
    orders = []
    while room != goal:
        room = next_step(room, goal)
        orders.append(f"move {room}")
    return orders


def crew_plan(mind: Mind, actions: tuple[str, ...], most: int, dice: Dice) -> Plan:
    """What a crewmate does next."""
    if "report" in actions:
        return Plan(["report"], "w_report", mind.bodies[0] if mind.bodies else None, mind.room)
    guilty = next((deed.seat for deed in reversed(mind.deeds) if deed.seat in mind.living), None)
    if guilty is not None and mind.press_in is not None and mind.alarm is None:
        if "emergency" in actions:
            return Plan(["emergency"], "w_press", guilty, mind.room)
        if mind.press_in <= distance(mind.room, CAFETERIA) + 2:
            return Plan([*way(mind.room, CAFETERIA), "wait", "emergency"][:most], "w_run", guilty, mind.room)
    if mind.alarm is not None and (plan := _to_the_alarm(mind, actions, most, dice)) is not None:
        return plan
    if mind.level.reckons and (plan := _to_be_sure(mind, actions, most, dice)) is not None:
        return plan
    feared = _feared(mind) if mind.level.weighs_words else None
    if feared is not None and not (mind.room == CAFETERIA and len(mind.company) > 2):
        goals = [room for room in DOORWAYS[mind.room] if f"move {room}" in actions]
        if goals:
            goal = min(goals, key=lambda room: (_nearest_task(mind, room), ROOMS.index(room)))
            return Plan([f"move {goal}"], "w_flee", feared, mind.room)
    return _to_work(mind, actions, most, dice)


def _to_be_sure(mind: Mind, actions: tuple[str, ...], most: int, dice: Dice) -> Plan | None:
    """To the button or after somebody, before it is too late."""
    if (plan := _to_the_last_vote(mind, actions, most)) is not None:
        return plan
    if (plan := _to_count_heads(mind, actions, most, dice)) is not None:
        return plan
    return _to_look_for(mind, actions, most, dice)


def _to_the_last_vote(mind: Mind, actions: tuple[str, ...], most: int) -> Plan | None:
    """To the button as soon as it works, because the next death would end it."""
    far = distance(mind.room, CAFETERIA)
    if mind.press_in is None or mind.alarm is not None or mind.press_in > far + 1 or deaths_to_bear(mind):
        return None
    orders = [*way(mind.room, CAFETERIA), *["wait"] * (mind.press_in - far), "emergency"][:most]
    return Plan(orders, "w_last_vote", None, CAFETERIA) if orders[0] in actions else None


def _to_count_heads(mind: Mind, actions: tuple[str, ...], most: int, dice: Dice) -> Plan | None:
    """To the button, because too many have not been seen for too long."""
    far = distance(mind.room, CAFETERIA)
    if mind.press_in is None or mind.alarm is not None or mind.press_in > far or far > 3:
        return None
    missing = _missing(mind)
    # At a large table somebody always is out of sight, so it worries less.
    worry = WORRY * (1.3 - mind.temper.boldness) / len(mind.names) ** 3
    if not missing or not dice.chance(worry * len(missing)):
        return None
    orders = [*way(mind.room, CAFETERIA), "emergency"][:most]
    return Plan(orders, "w_count", missing[0], CAFETERIA) if orders[0] in actions else None


def _to_look_for(mind: Mind, actions: tuple[str, ...], most: int, dice: Dice) -> Plan | None:
    """To where somebody was seen last who has not been seen for long."""
    for seat in _missing(mind):
        last = mind.last.get(seat)
        if last is None or distance(mind.room, last.room) > SEARCH or _has_looked(mind, last):
            continue
        if not dice.chance(CARE):
            return None
        orders = way(mind.room, last.room)[:most]
        return Plan(orders, "w_search", seat, last.room) if orders[0] in actions else None
    return None


def _has_looked(mind: Mind, last: Sight) -> bool:
    """Whether I was in that room after I saw them there."""
    return mind.room == last.room or any(tick > last.tick and room == last.room for tick, room in mind.track)


def _missing(mind: Mind) -> list[Seat]:
    """Who has not been seen for long, the longest unseen first; nobody while the shift is young."""
    if mind.tick - mind.shift_began < UNSEEN:
        return []
    seen = {seat: mind.last[seat].tick if seat in mind.last else 0 for seat in mind.others}
    return sorted((seat for seat in seen if seen[seat] <= mind.tick - UNSEEN), key=lambda seat: (seen[seat], seat))


def _feared(mind: Mind) -> Seat | None:
    """Whom one would rather not be alone with."""
    if len(mind.company) != 1:
        return None
    (seat,) = mind.company
    chance = chances_from(mind, own_cases(mind), mind.others).get(seat, 0.0)
    return seat if chance > 0.55 else None


def _nearest_task(mind: Mind, room: Room) -> int:
    return min((distance(room, place) for _, place in mind.tasks), default=0)


def _to_the_alarm(mind: Mind, actions: tuple[str, ...], most: int, dice: Dice) -> Plan | None:
    alarm = mind.alarm or ""
    if "fix" in actions:
        return Plan(["fix"] * min(most, 3), "w_fix", None, mind.room)
    goals = [room for room in PANELS[alarm] if room != mind.room]
    if alarm == "o2" and mind.room in PANELS["o2"]:
        goals = [room for room in PANELS["o2"] if room != mind.room]  # mine is done already
    if not goals:
        return None
    goals.sort(key=lambda room: distance(mind.room, room))
    goal = goals[0]
    if len(goals) > 1 and distance(mind.room, goals[1]) <= mind.left - 2 and dice.chance(0.4):
        goal = goals[1]
    far = distance(mind.room, goal)
    if not mind.level.reckons and far > AT_HAND:
        return None
    if alarm in CRITICAL:
        if far >= mind.left or not dice.chance(0.92):
            return None
    elif far > 3 or not dice.chance(0.75 - 0.15 * far):
        return None
    return Plan([*way(mind.room, goal), "fix", "fix", "fix"][:most], "w_alarm", None, goal)


def _to_work(mind: Mind, actions: tuple[str, ...], most: int, dice: Dice) -> Plan:
    """A way past the next tasks, as far as the orders reach: nearest first, or as they stand in the list."""
    if not mind.tasks:
        return _idle(mind, actions, most, dice)
    room, left = mind.room, list(mind.tasks)
    orders: list[str] = []
    first: tuple[str, Room] | None = None
    while left and len(orders) < most:
        near = min(distance(room, place) for _, place in left) if mind.level.plans_ways else 0
        nearest = [task for task in left if distance(room, task[1]) == near] if mind.level.plans_ways else left[:1]
        task = nearest[0] if first is not None or near == 0 else dice.pick(nearest)
        first = first or task
        left.remove(task)
        name, goal = task
        orders += way(room, goal)
        room = goal
        ticks = TICKS.get(task, 1) - mind.worked.get(name, 0)
        orders += ["task"] * max(1, ticks)
    orders = orders[:most]
    if orders[0] not in actions:  # doors are shut
        return Plan(["wait"], "w_shut", None, mind.room)
    name, goal = first or ("", mind.room)
    return Plan(orders, "w_task", None, goal, name)


def _idle(mind: Mind, actions: tuple[str, ...], most: int, dice: Dice) -> Plan:
    """Nothing left to do: look about where the others are."""
    if "look" in actions and dice.chance(0.6):
        return Plan(["look"], "w_look", None, mind.room)
    goals = [room for room in (CAFETERIA, ADMIN, "storage", "security") if room != mind.room]
    orders = way(mind.room, dice.pick(goals))[:most]
    return Plan(orders if orders[0] in actions else ["wait"], "w_idle", None, mind.room)
