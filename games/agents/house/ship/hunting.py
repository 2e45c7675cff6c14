"""What the impostors do on the ship: look busy, get somebody alone, kill, be elsewhere; break what helps.

A kill is done where nobody of the crew sees it, or in the dark. Partners see each other's kills and vents, and nothing
here needs more than what the seat has seen.
"""

from collections import Counter
from typing import Final

from games.agents.house.ship.memory import Mind
from games.agents.house.ship.walking import PANELS, Plan, way
from games.engine.dice import Dice
from games.engine.events import Seat
from games.engine.ship.chart import CAFETERIA, DOORWAYS, ROOMS, VENTS, Room, distance

SELF_REPORT: Final = 0.4  # how likely the boldest finds its own victim at once
DARKNESS: Final = 0.45  # how likely the lights are put out when a kill is near
AFTER: Final = 6  # for how many ticks after a kill one would rather be among others
BLENDS: Final = 0.8  # how likely one is then
LONELY: Final = ("electrical", "security", "reactor", "o2", "communications", "shields", "medbay", "navigation")


def impostor_plan(mind: Mind, actions: tuple[str, ...], most: int, dice: Dice) -> Plan:
    """What an impostor does next."""
    prey = [seat for seat in mind.company if seat not in mind.partners]
    if (plan := _kill(mind, actions, most, prey, dice)) is not None:
        return plan
    if (plan := _sabotage(mind, actions, prey, dice)) is not None:
        return plan
    if "report" in actions and (plan := _at_a_body(mind, actions, prey, dice)) is not None:
        return plan
    if mind.alarm is not None and "fix" in actions and prey and dice.chance(0.3):
        return Plan(["fix"], "h_pretend", None, mind.room)
    if mind.kill_in is not None and mind.kill_in <= 2 and len(prey) == 1 and dice.chance(0.7):
        ticks = max(1, min(most, mind.kill_in))
        return Plan(["fake task"] * ticks if "fake task" in actions else ["wait"] * ticks, "h_wait", prey[0], mind.room)
    return _stroll(mind, actions, most, dice)


def _kill(mind: Mind, actions: tuple[str, ...], most: int, prey: list[Seat], dice: Dice) -> Plan | None:
    kills = [seat for seat in prey if f"kill {seat}" in actions]
    if not kills:
        return None
    dark = mind.alarm == "lights"
    mates = [seat for seat in mind.company if seat in mind.partners]
    both = len(prey) == 2 and len(mates) == 1
    if len(prey) == 1 or dark:
        ready = 0.6 if len(prey) == 1 and is_suspected(mind, prey[0]) else 0.9
    elif both:
        ready = 0.35
    elif mind.level.kills_unseen:
        ready = 0.02 if len(prey) == 2 else 0.0
    else:
        ready = 0.9
    # With everybody about to meet over it, one kill more may end the game at once.
    crew = len(mind.living) - 1 - len(mind.partners & mind.living)
    if len(prey) <= 2 and crew - 1 <= 1 + len(mind.partners & mind.living):
        ready = 0.97
    if not dice.chance(ready):
        return None
    # Two partners with two victims must not go for the same one.
    order = sorted(prey)
    victim = order[0] if not both or mind.me < mates[0] else order[1]
    if len(prey) > 2:
        victim = dice.pick(kills)
    if victim not in kills:
        return None
    return Plan([f"kill {victim}", *_away(mind, most - 1, dice)][:most], "h_kill", victim, mind.room)


def trusted(mind: Mind) -> frozenset[Seat]:
    """Whom the crew will not eject any more: proved at a task, or told to be clear."""
    told = {claim.about for _, claim in mind.past if claim.kind == "clear" and claim.about is not None}
    return frozenset((mind.proved | told) & mind.living - mind.partners)


def is_suspected(mind: Mind, seat: Seat) -> bool:
    """Whether somebody was accused in the last meeting, and may be ejected in our place."""
    last = [claim for meeting, claim in mind.past if meeting == mind.meeting]
    return any((claim.kind, claim.about) == ("suspect", seat) for claim in last)


def _away(mind: Mind, most: int, dice: Dice) -> list[str]:
    """Orders that lead away from a body, by vent where there is one and nobody is likely at its other end."""
    if not mind.level.covers:
        return ["fake task"] * min(2, most)
    if dice.chance(SELF_REPORT * mind.temper.boldness):
        return ["report"]
    exits = [room for room in VENTS[mind.room] if not _is_peopled(mind, room)]
    if exits and dice.chance(0.75):
        goal = dice.pick(exits)
        return [f"vent {goal}", *_busy(goal, most - 1, dice)]
    goals = [room for room in DOORWAYS[mind.room] if not _is_peopled(mind, room)] or list(DOORWAYS[mind.room])
    goal = dice.pick(goals)
    return [f"move {goal}", *_busy(goal, most - 1, dice)]


def _is_peopled(mind: Mind, room: Room) -> bool:
    """Whether somebody of the crew was seen there lately."""
    return any(
        sight.room == room and mind.tick - sight.tick <= 2 and seat not in mind.partners and seat in mind.living
        for seat, sight in mind.last.items()
    )


def _busy(room: Room, most: int, dice: Dice) -> list[str]:
    """A walk on, and some work to be seen at."""
    goal = dice.pick(DOORWAYS[room])
    return [f"move {goal}", "fake task", "fake task"][: max(0, most)]


def _at_a_body(mind: Mind, actions: tuple[str, ...], prey: list[Seat], dice: Dice) -> Plan | None:
    """By a body one has to be the one who found it, or be gone."""
    mine = any(deed.victim in mind.bodies for deed in mind.my_kills)
    if prey and dice.chance(0.75):
        return Plan(["report"], "h_report", mind.bodies[0], mind.room)
    if not mine and dice.chance(0.35):
        return Plan(["report"], "h_report", mind.bodies[0], mind.room)
    moves = [action for action in actions if action.startswith(("move ", "vent "))]
    return Plan([dice.pick(moves)], "h_leave", mind.bodies[0], mind.room) if moves else None


def _sabotage(mind: Mind, actions: tuple[str, ...], prey: list[Seat], dice: Dice) -> Plan | None:
    if "sabotage lights" not in actions or mind.kill_in is None or not mind.level.sabotages:
        return None
    crew = len(mind.living) - 1 - len(mind.partners & mind.living)
    if len(prey) == 1 and 0 < mind.kill_in <= 2 and dice.chance(0.35) and mind.room != CAFETERIA:
        return Plan([f"sabotage doors {mind.room}"], "h_doors", prey[0], mind.room)
    if mind.kill_in <= 2 and dice.chance(DARKNESS):
        return Plan(["sabotage lights"], "h_lights", None, mind.room)
    if dice.chance(0.10 if crew > 4 else 0.16):
        return Plan([f"sabotage {dice.pick(('reactor', 'o2'))}"], "h_critical", None, mind.room)
    if dice.chance(0.05):
        return Plan(["sabotage communications"], "h_comms", None, mind.room)
    return None


def _stroll(mind: Mind, actions: tuple[str, ...], most: int, dice: Dice) -> Plan:
    """Somewhere to be seen at work, rather where somebody may be alone."""
    alone = [
        sight.room
        for seat, sight in mind.last.items()
        if seat in mind.living
        and seat not in mind.partners
        and sight.room != mind.room
        and mind.tick - sight.tick <= 5
        and sum(other.room == sight.room and mind.tick - other.tick <= 5 for other in mind.last.values()) == 1
    ]
    hungry = mind.kill_in is not None and mind.kill_in <= 3
    if (crowd := _crowd(mind)) is not None and dice.chance(BLENDS):
        goal = crowd
    elif hungry and alone and dice.chance(0.7):
        there = {mind.last[seat].room for seat in trusted(mind) if seat in mind.last}
        goal = min(alone, key=lambda room: (distance(mind.room, room) - 2 * (room in there), ROOMS.index(room)))
    elif hungry:
        goal = dice.pick([room for room in LONELY if room != mind.room])
    else:
        goal = dice.pick([room for room in ROOMS if room != mind.room and distance(mind.room, room) <= 2])
    if mind.alarm in PANELS and hungry and dice.chance(0.5):
        goal = PANELS[mind.alarm][0]
    orders = way(mind.room, goal) or ["wait"]
    orders += ["fake task"] * (1 + dice.below(3))
    if orders[0] not in actions:
        return Plan(["fake task" if "fake task" in actions else "wait"], "h_shut", None, mind.room)
    return Plan(orders[:most], "h_hunt" if hungry else "h_blend", None, goal)


def _crowd(mind: Mind) -> Room | None:
    """Where most of the crew were seen lately, after a kill: who is among them then is not asked about it."""
    killed = mind.my_kills[-1] if mind.my_kills else None
    if killed is None or not mind.level.covers or killed.tick < max(mind.shift_began, mind.tick - AFTER):
        return None
    seen = Counter(
        sight.room
        for seat, sight in mind.last.items()
        if seat in mind.living and seat not in mind.partners and mind.tick - sight.tick <= 8
    )
    rooms = [room for room in ROOMS if room in seen and room not in (mind.room, killed.room)]
    return max(rooms, key=lambda room: (seen[room], -distance(mind.room, room)), default=None)


def ghost_plan(actions: tuple[str, ...], dice: Dice) -> Plan:
    """The ghost of an impostor breaks something now and then."""
    if dice.chance(0.15):
        return Plan([dice.pick([action for action in actions if action != "wait"])], "h_ghost")
    return Plan(["wait"], "h_ghost")
