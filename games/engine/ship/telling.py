"""What a tick ends with: everybody who is asked next is told what they see, and who looked is shown it.

Whoever's orders run on is told only once something new comes into sight: a player, a body, an alarm, a kill. That ends
the orders, and the player is asked again.
"""

from games.engine.events import Counted, Seat, Seen, Watched
from games.engine.ship.chart import ADMIN, CAMERAS
from games.engine.ship.ship import COMMUNICATIONS, CRITICAL, LIGHTS, Ship
from games.engine.ship.ticking import NOTHING, Deeds


def tell(ship: Ship, deeds: Deeds) -> None:
    """Doors open again; each living player whose orders have run out, or who saw something new, is told all."""
    if ship.shut is not None and ship.tick >= ship.shut_until:
        ship.open_doors()
    for seat in deeds.get("look", NOTHING):
        _show(ship, seat)
    present, room = ship.present, ship.room
    for seat in ship.table.living():
        if ship.plans.get(seat) and not _is_startled(ship, seat):
            continue
        ship.plans[seat] = []
        _tell(ship, seat)
    dark = ship.is_dark
    ship.company = [[] if dark and seat not in ship.impostors else present[room[seat]] for seat in ship.table.seats]


def _is_startled(ship: Ship, seat: Seat) -> bool:
    """Whether a seat has seen something new: a player, a body, an alarm, a kill."""
    if seat in ship.startled:
        return True
    if ship.is_dark and seat not in ship.impostors:
        return False
    here, known = ship.room[seat], ship.company[seat]
    if any(other != seat and other not in known for other in ship.present[here]):
        return True
    return any(room == here and body not in ship.seen_bodies[seat] for body, room in ship.bodies.items())


def _show(ship: Ship, seat: Seat) -> None:
    """The answer to a look."""
    if ship.alarm == COMMUNICATIONS:
        ship.refuse(seat, "look", "communications are down")
    elif ship.room[seat] == ADMIN:
        lying = list(ship.bodies.values())
        heads = {room: len(seats) + lying.count(room) for room, seats in ship.present.items()}
        shown = {room: count for room, count in heads.items() if count}
        ship.table.whisper([seat], Counted(seat, tuple(shown), tuple(shown.values())))
    else:
        ship.table.whisper([seat], Watched(seat, *(tuple(ship.present[room]) for room in CAMERAS)))


def _tell(ship: Ship, seat: Seat) -> None:
    coming, alarm, room = ship.tick + 1, ship.alarm, ship.room[seat]
    is_impostor, is_listed = seat in ship.impostors, alarm != COMMUNICATIONS
    players: tuple[Seat, ...] | None = None
    bodies: tuple[Seat, ...] | None = None
    if is_impostor or alarm != LIGHTS:
        players = tuple([other for other in ship.present[room] if other != seat])
        bodies = tuple([body for body, place in ship.bodies.items() if place == room]) if ship.bodies else ()
        ship.seen_bodies[seat].update(bodies)
    is_calm = alarm is None and ship.shut is None
    ship.table.whisper(
        [seat],
        Seen(
            seat,
            room,
            players,
            bodies,
            ship.duties[seat].told if is_listed and not is_impostor else None,
            ship.bar if is_listed else None,
            max(0, ship.kill_at[seat] - coming) if is_impostor else None,
            max(0, ship.sabotage_at - coming) if is_impostor and is_calm else None,
            None if seat in ship.spent or alarm is not None else max(0, ship.press_at - coming),
            alarm,
            None if alarm is None else ship.deadline - ship.tick if alarm in CRITICAL else ship.missing,
        ),
    )
