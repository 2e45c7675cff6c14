"""One tick of the ship: everybody has given an order; here is what comes of all of them, a step a function.

Law: the ruleset calls the steps in the order of the rules, and each works on what the ones before it left. Hearers are
those who are there. When the lights are out the crew sees nobody; impostors see as ever.

Decided here: those who arrive in a room in a tick see who works there, but not who came or left in the same tick; who
walks sees whoever walks the other way through the same doorway. Who kills goes on with what was ordered: one's own kill
is nothing new. A ghost on autopilot goes to its first open task and either walks or works in a tick, from the one after
its death on; by the first two revisions of Glass Box it began in the tick of its death, and could end the game in it.
Doors are seen to be shut by those in the room, next door, and by the impostors.
"""

from collections.abc import Collection, Mapping
from typing import Final, NamedTuple

from games.engine.events import (
    Alarm,
    DoorsShut,
    Killed,
    Mended,
    Proved,
    Sabotaged,
    Seat,
    TaskDone,
    Ticked,
    VentEntered,
    VentLeft,
    Walked,
    Worked,
)
from games.engine.questions import WAIT, Ordered
from games.engine.ship.chart import DOORWAYS, Room, next_step
from games.engine.ship.orders import DOORS, ORDERS, Order, question
from games.engine.ship.ship import CRITICAL, LIGHTS, PANELS, Ship

Deeds = dict[str, dict[Seat, Order]]  # by verb: who does it, in seat order
NOTHING: Final[dict[Seat, Order]] = {}


class Call(NamedTuple):
    """Who calls a meeting: over a body and where it lies, or (None, None) by the button."""

    seat: Seat
    body: Seat | None
    room: Room | None


# --- 1 ---


def fall(ship: Ship) -> bool:
    """The clock goes on and cooldowns fall; returns whether a critical sabotage is at 0."""
    ship.tick += 1
    ship.startled.clear()
    ship.ghosts = tuple(ship.table.dead)
    ship.table.announce(Ticked(ship.tick))
    return ship.alarm in CRITICAL and ship.tick >= ship.deadline


# --- 2 ---


def take(ship: Ship, answers: Mapping[Seat, Ordered]) -> Deeds:
    """The deeds of this tick: from the answers, or the next order of those whose orders run on.

    An order that became impossible turns into waiting, and whoever gave it is told why.
    """
    deeds: Deeds = {}
    for seat in (*ship.table.living(), *[ghost for ghost in answers if ghost in ship.table.dead]):
        if seat in answers:
            text, *later = answers[seat].orders
            ship.plans[seat] = later[::-1]
        else:
            text = ship.plans[seat].pop()
            if text not in question(ship.chances(seat, ship.tick), 1).actions:
                ship.refuse(seat, text, _why_not(ship, seat, ORDERS[text]))
                text = WAIT
        order = ORDERS[text]
        deeds.setdefault(order.verb, {})[seat] = order
    return deeds


def _why_not(ship: Ship, seat: Seat, order: Order) -> str:
    room = ship.room[seat]
    match order.verb:
        case "move" if order.room in DOORWAYS[room]:
            return "the doors are shut"
        case "move" | "vent":
            return f"there is no way from {room} to {order.room}"
        case "kill" if ship.tick < ship.kill_at.get(seat, 0):
            return "it is too early"
        case "kill":
            return "there is no such victim here"
        case "task" | "fake task":
            return "there is nothing to do here"
        case "report":
            return "there is no body to be seen here"
        case "emergency":
            return "the button does not work for you now"
        case "sabotage":
            return "no sabotage is possible now"
        case "fix":
            return "there is nothing to fix here"
    return "there is nothing to look at"


# --- 3 ---


def kills(ship: Ship, deeds: Deeds) -> bool:
    """Kills, judged on the rooms at the start of the tick; returns whether somebody died."""
    killers = list(deeds.get("kill", NOTHING).items())
    if not killers:
        return False
    if len(killers) > 1:
        killers = ship.table.dice("kills").shuffled(killers)
    killed: dict[Seat, Seat] = {}
    for killer, order in killers:
        if order.seat in killed:
            ship.refuse(killer, f"kill {order.seat}", "somebody else was first")
        else:
            killed[order.seat] = killer
            ship.kill_at[killer] = ship.tick + ship.kill_cooldown
    ship.table.bury(sorted(killed))
    for victim, killer in sorted(killed.items()):
        room = ship.room[victim]
        witnesses = ship.seeing(ship.present[room], killer, victim)
        ship.startled |= witnesses - {killer}  # who kills goes on as planned
        ship.seen_bodies[killer].add(victim)
        ship.table.whisper(witnesses, Killed(victim, killer, room))
        ship.bodies[victim] = room
        for did in deeds.values():
            did.pop(victim, None)
    ship.lay_down(sorted(killed))
    return True


# --- 4 ---


def moves(ship: Ship, deeds: Deeds) -> None:
    """Moves and vents; those who stay see who leaves and who comes. Ghosts on autopilot walk."""
    walks, vents = deeds.get("move", NOTHING), deeds.get("vent", NOTHING)
    if walks or vents:
        room, table = ship.room, ship.table
        moving = walks | vents
        stay = {
            place: [seat for seat in seats if seat not in moving] if seats else seats
            for place, seats in ship.present.items()
        }
        ways: dict[tuple[Room, Room], list[Seat]] = {}
        for seat, order in walks.items():
            ways.setdefault((order.room, room[seat]), []).append(seat)
        for seat in sorted(moving) if vents else walks:
            origin, goal = room[seat], moving[seat].room
            if seat in walks:
                passing = ways.get((origin, goal), ())
                if passing:
                    ship.startled |= ship.seeing(passing)
                table.whisper(ship.seeing((*stay[origin], *stay[goal], *passing), seat), Walked(seat, origin, goal))
            else:
                table.whisper(ship.seeing(stay[origin], seat), VentEntered(seat, origin))
                table.whisper(ship.seeing(stay[goal], seat), VentLeft(seat, goal))
        for seat, order in moving.items():
            room[seat] = order.room
        ship.present = ship.by_room()
    if ship.options.ghost_tasks == "autopilot":
        _roam(ship)


def _on_autopilot(ship: Ship) -> Collection[Seat]:
    """The ghosts of this tick: those who were dead when it began."""
    return ship.ghosts if ship.table.revision >= 3 else ship.table.dead


def _roam(ship: Ship) -> None:
    ship.roaming.clear()
    for ghost in _on_autopilot(ship):
        if ghost in ship.duties and len(ship.duties[ghost]):
            goal = ship.duties[ghost].rooms[0]
            if ship.room[ghost] != goal:
                ship.room[ghost] = next_step(ship.room[ghost], goal)
                ship.roaming.add(ghost)


# --- 5 ---


def works(ship: Ship, deeds: Deeds) -> bool:
    """Tasks progress, real and fake look alike, ghosts work; returns whether one was finished."""
    table, before = ship.table, ship.open
    real, fake = deeds.get("task", NOTHING), deeds.get("fake task", NOTHING)
    for seat in sorted((*real, *fake)) if fake else real:
        room = ship.room[seat]
        witnesses = ship.seeing(ship.present[room], seat)
        table.whisper(witnesses, Worked(seat, room))
        if seat in real:
            duty, is_done = ship.duties[seat].work(room)
            if duty.shows_in == room:
                table.whisper(witnesses, Proved(seat, room, duty.name))
            if is_done:
                _finish(ship, seat, duty.name)
    if ship.options.ghost_tasks == "autopilot":
        for ghost in sorted(_on_autopilot(ship)):
            if ghost in ship.duties and len(ship.duties[ghost]) and ghost not in ship.roaming:
                duty, is_done = ship.duties[ghost].work(ship.room[ghost])
                if is_done:
                    _finish(ship, ghost, duty.name)
    return ship.open < before


def _finish(ship: Ship, seat: Seat, task: str) -> None:
    ship.open -= 1
    ship.table.whisper([seat], TaskDone(seat, task))


# --- 6 ---


def call(ship: Ship, deeds: Deeds) -> Call | None:
    """A report of a body comes before a press of the button; the first by dice calls the meeting."""
    reports, presses = deeds.get("report", NOTHING), deeds.get("emergency", NOTHING)
    if not reports and not presses:
        return None
    callers = list(reports or presses)
    caller = callers[0] if len(callers) == 1 else ship.table.dice("calls").pick(callers)
    for seat in (*reports, *presses):
        if seat != caller:
            ship.refuse(seat, "report" if seat in reports else "emergency", "somebody else called first")
    if caller in presses:
        ship.spent.add(caller)
        return Call(caller, None, None)
    room = ship.room[caller]
    return Call(caller, next(body for body, place in ship.bodies.items() if place == room), room)


# --- 7 ---


def sabotages(ship: Ship, deeds: Deeds) -> None:
    """At most one sabotage starts, the first by dice."""
    wanted = deeds.get("sabotage", NOTHING)
    if not wanted:
        return
    seats = list(wanted)
    first = seats[0] if len(seats) == 1 else ship.table.dice("sabotage").pick(seats)
    for seat in seats:
        if seat != first:
            ship.refuse(seat, _text(wanted[seat]), "somebody else's sabotage came first")
    system, room = wanted[first].system, wanted[first].room or None
    conspirators = ship.impostors.intersection(ship.table.living())
    ship.table.whisper(conspirators | {first}, Sabotaged(first, system, room))
    if room is not None:
        ship.shut, ship.shut_until = room, ship.tick + ship.options.door_ticks
        near = [seat for place in (room, *DOORWAYS[room]) for seat in ship.present[place]]
        ship.startled.update(near)
        ship.table.whisper(conspirators.union(near), DoorsShut(room, ship.options.door_ticks))
    else:
        _start_alarm(ship, system)


def _start_alarm(ship: Ship, system: str) -> None:
    options = ship.options
    ship.alarm, ship.panels = system, PANELS[system]
    ship.startled.update(ship.table.living())
    if system in CRITICAL:
        ship.deadline = ship.tick + options.countdown
        ship.table.announce(Alarm(system, options.countdown))
    else:
        ship.missing = options.lights_fixes if system == LIGHTS else options.communications_fixes
        ship.table.announce(Alarm(system, None))


# --- 8 ---


def fixes(ship: Ship, deeds: Deeds) -> None:
    """Repairs of the tick, and the end of an alarm that has enough of them."""
    fixers, system = deeds.get("fix", NOTHING), ship.alarm
    if not fixers or system is None:
        return
    for seat in fixers:
        room = ship.room[seat]
        ship.table.whisper(ship.seeing(ship.present[room], seat), Mended(seat, system, room))
    if system == "reactor":
        is_over = len(fixers) >= ship.options.reactor_fixers
    elif system == "o2":
        worked = {ship.room[seat] for seat in fixers}
        ship.panels = tuple(room for room in ship.panels if room not in worked)
        is_over = not ship.panels
    else:
        ship.missing -= len(fixers)
        is_over = ship.missing <= 0
    if is_over:
        ship.end_alarm()


def _text(order: Order) -> str:
    return f"sabotage {DOORS} {order.room}" if order.room else f"sabotage {order.system}"
