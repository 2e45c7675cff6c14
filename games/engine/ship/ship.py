"""The ship as it stands: where everybody is, what is broken, and what everybody may do next.

Law: what can be done is judged in one place, `chances()`, for a question and for an order that waited for its turn
alike. Times are kept as the number of the tick in which something becomes possible, so nothing has to be counted down.
"""

from collections.abc import Collection, Iterable
from typing import Final

from games.engine.events import AlarmOver, Refused, Seat
from games.engine.questions import Act
from games.engine.ship.chart import CAFETERIA, DOORWAYS, ROOMS, Room
from games.engine.ship.duties import Duties, drawn_common, drawn_own
from games.engine.ship.options import ShipOptions
from games.engine.ship.orders import Chances, can_be_pressed_in, can_look_in, ghost_question, question
from games.engine.table import Role, Table

LIGHTS: Final = "lights"
COMMUNICATIONS: Final = "communications"
CRITICAL: Final = ("reactor", "o2")
# Where each system is fixed.
PANELS: Final[dict[str, tuple[Room, ...]]] = {
    "reactor": ("reactor",),
    "o2": ("o2", "admin"),
    LIGHTS: ("electrical",),
    COMMUNICATIONS: ("communications",),
}


class Ship:
    """Where everybody is, what is broken and what everybody may do next."""

    def __init__(self, table: Table, options: ShipOptions, impostor: Role) -> None:
        self.table = table
        self.options = options
        self.tick = 0
        self.impostors = frozenset(table.living(impostor))
        self.room: list[Room] = [CAFETERIA] * len(table.seats)
        self.bodies: dict[Seat, Room] = {}
        self.duties = self._drawn_duties()
        self.open = self.total = sum(map(len, self.duties.values()))
        self.kill_at = dict.fromkeys(self.impostors, options.first_kill)
        # Options read by options_from() have these filled in.
        self.kill_cooldown = options.kill_cooldown or 5
        self.press_cooldown = options.emergency_cooldown or 6
        self.press_at = self.press_cooldown
        self.spent: set[Seat] = set()  # who has used up the emergency button
        self.sabotage_at = options.first_sabotage
        self.alarm: str | None = None
        self.panels: tuple[Room, ...] = ()  # where the alarm can still be worked at
        self.deadline = 0  # the tick in which a critical alarm is lost
        self.missing = 0  # repairs that an alarm of the other kind still wants
        self.shut: Room | None = None
        self.shut_until = 0
        self.plans: dict[Seat, list[str]] = {}  # orders that are still to run, the next one last
        self.startled: set[Seat] = set()  # who has seen something new in this tick
        self.present = self.by_room()
        self.company = [self.present[room] for room in self.room]  # whom each saw last
        self.seen_bodies: dict[Seat, set[Seat]] = {seat: set() for seat in table.seats}
        self.ghosts: tuple[Seat, ...] = ()  # who was dead when this tick began
        self.roaming: set[Seat] = set()  # ghosts that walk in this tick

    def _drawn_duties(self) -> dict[Seat, Duties]:
        options, table = self.options, self.table
        common = drawn_common(options.common_tasks, table.dice("common tasks"))
        crew = [seat for seat in table.seats if seat not in self.impostors]
        # A stream for each seat: what one seat is to do says nothing of who else has a list.
        return {
            seat: Duties(common + drawn_own(options.long_tasks, options.short_tasks, table.dice(f"tasks of {seat}")))
            for seat in crew
        }

    def by_room(self) -> dict[Room, list[Seat]]:
        """The living by room, in seat order."""
        present: dict[Room, list[Seat]] = {room: [] for room in ROOMS}
        for seat in self.table.living():
            present[self.room[seat]].append(seat)
        return present

    # --- what is so ---

    @property
    def is_dark(self) -> bool:
        return self.alarm == LIGHTS

    @property
    def bar(self) -> int:
        """How many in a hundred of all tasks are done."""
        return 100 * (self.total - self.open) // self.total if self.total else 100

    def seeing(self, seats: Iterable[Seat], *selves: Seat) -> frozenset[Seat]:
        """Who of these sees what happens among them, and those whose own doing it is."""
        if self.is_dark:
            seats = self.impostors.intersection(seats)
        return frozenset((*seats, *selves))

    # --- orders ---

    def asks(self) -> dict[Seat, Act]:
        """Who is asked before the coming tick, and what: those whose orders have run out."""
        most, plans = self.options.orders, self.plans
        coming = self.tick + 1
        asks = {seat: question(self.chances(seat, coming), most) for seat in self.table.living() if not plans.get(seat)}
        if self.options.ghost_sabotage and self.can_sabotage(coming):
            asks |= dict.fromkeys(sorted(self.impostors.intersection(self.table.dead)), ghost_question())
        return asks

    def can_sabotage(self, tick: int) -> bool:
        """Whether a sabotage may start in a tick, as things stand."""
        return tick >= self.sabotage_at and self.alarm is None and self.shut is None

    def chances(self, seat: Seat, tick: int) -> Chances:
        """What decides what a living seat can do in a tick, as things stand."""
        room, alarm = self.room[seat], self.alarm
        is_impostor = seat in self.impostors
        victims: tuple[Seat, ...] = ()
        if is_impostor and tick >= self.kill_at[seat]:
            victims = tuple([other for other in self.present[room] if other not in self.impostors])
        shut = self.shut if self.shut in (room, *DOORWAYS[room]) else None
        return Chances(
            room,
            shut,
            is_impostor,
            victims,
            not is_impostor and room in self.duties[seat].rooms,
            room in self.bodies.values() and (is_impostor or alarm != LIGHTS),
            can_be_pressed_in(room) and alarm is None and tick >= self.press_at and seat not in self.spent,
            is_impostor and self.can_sabotage(tick),
            alarm is not None and room in self.panels,
            can_look_in(room) and alarm != COMMUNICATIONS,
        )

    # --- what becomes of it ---

    def refuse(self, seat: Seat, text: str, reason: str) -> None:
        """Tells a seat privately that its order came to nothing, and drops its later ones."""
        self.plans[seat] = []
        self.table.whisper([seat], Refused(seat, text, reason))

    def lay_down(self, dead: Collection[Seat]) -> None:
        """The dead, already buried, become ghosts; their open tasks stay to be done, or do not."""
        self.present = self.by_room()
        for seat in dead:
            self.plans.pop(seat, None)
            if self.options.ghost_tasks == "off" and seat in self.duties:
                self.open -= len(self.duties[seat])
                self.total -= len(self.duties[seat])
        self.table.haunt(dead)

    def gather(self) -> None:
        """The ship as a meeting leaves it: everybody in the cafeteria, cooldowns full, nothing critical, no bodies."""
        self.kill_at = dict.fromkeys(self.impostors, self.tick + self.kill_cooldown)
        self.press_at = self.tick + self.press_cooldown
        self.bodies.clear()
        self.plans.clear()
        for seat in self.table.living():
            self.room[seat] = CAFETERIA
        if self.alarm in CRITICAL:
            self.end_alarm()
        if self.shut is not None:
            self.open_doors()
        self.present = self.by_room()
        self.company = [self.present[CAFETERIA]] * len(self.room)

    def end_alarm(self) -> None:
        """What was sabotaged works again; the common cooldown begins."""
        system, self.alarm, self.panels = self.alarm, None, ()
        self.sabotage_at = self.tick + self.options.sabotage_cooldown
        if system is not None:
            self.table.announce(AlarmOver(system))

    def open_doors(self) -> None:
        """Doors that were shut are open again; the common cooldown begins."""
        self.shut = None
        self.sabotage_at = self.tick + self.options.sabotage_cooldown
