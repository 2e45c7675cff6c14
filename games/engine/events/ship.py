"""What happens on the ship between two meetings. Who hears it depends on who is there: see games/engine/ship."""

from dataclasses import dataclass
from typing import ClassVar

from games.engine.events.event import Event, Fact, Names, Seat, known, listed

# How a system that can be sabotaged is called in a sentence.
SYSTEMS = {"reactor": "the reactor", "o2": "the oxygen", "lights": "the lights", "communications": "communications"}


@known
@dataclass(frozen=True, slots=True)
class Ticked(Event):
    """The ship's clock: what follows happens in this tick; everyone may know."""

    kind: ClassVar[str] = "tick"
    number: int

    def text(self, names: Names) -> str:
        return f"Tick {self.number}."


@known
@dataclass(frozen=True, slots=True)
class Walked(Event):
    """A walk through a doorway; for the walker, those who stay in either room, and whoever walks the other way."""

    kind: ClassVar[str] = "walked"
    seat: Seat
    origin: str
    room: str

    @property
    def authors(self) -> tuple[Seat, ...]:
        return (self.seat,)

    @property
    def facts(self) -> tuple[Fact, ...]:
        return Fact("place", self.seat, self.origin), Fact("place", self.seat, self.room)

    def text(self, names: Names) -> str:
        return f"{names[self.seat]} walks from {self.origin} to {self.room}."


@known
@dataclass(frozen=True, slots=True)
class VentEntered(Event):
    """Somebody disappears into a vent; for them and those who stay in the room."""

    kind: ClassVar[str] = "vent_entered"
    seat: Seat
    room: str

    @property
    def authors(self) -> tuple[Seat, ...]:
        return (self.seat,)

    @property
    def facts(self) -> tuple[Fact, ...]:
        return Fact("deed", self.seat, "vent"), Fact("place", self.seat, self.room)

    def text(self, names: Names) -> str:
        return f"{names[self.seat]} climbs into the vent in {self.room}."


@known
@dataclass(frozen=True, slots=True)
class VentLeft(Event):
    """Somebody comes out of a vent; for them and those who stay in the room."""

    kind: ClassVar[str] = "vent_left"
    seat: Seat
    room: str

    @property
    def authors(self) -> tuple[Seat, ...]:
        return (self.seat,)

    @property
    def facts(self) -> tuple[Fact, ...]:
        return Fact("deed", self.seat, "vent"), Fact("place", self.seat, self.room)

    def text(self, names: Names) -> str:
        return f"{names[self.seat]} climbs out of the vent in {self.room}."


@known
@dataclass(frozen=True, slots=True)
class Killed(Event):
    """A kill on the ship; `seat` dies. For those who were there."""

    kind: ClassVar[str] = "killed"
    falls: ClassVar[str] = "seat"
    seat: Seat
    by: Seat
    room: str

    @property
    def authors(self) -> tuple[Seat, ...]:
        return (self.by,)

    @property
    def facts(self) -> tuple[Fact, ...]:
        return (
            Fact("deed", self.by, "kill", self.seat),
            Fact("place", self.by, self.room),
            Fact("place", self.seat, self.room),
        )

    def text(self, names: Names) -> str:
        return f"{names[self.by]} kills {names[self.seat]} in {self.room}."


@known
@dataclass(frozen=True, slots=True)
class Worked(Event):
    """A tick's work at a task, real or not; for those who are there."""

    kind: ClassVar[str] = "worked"
    seat: Seat
    room: str

    @property
    def authors(self) -> tuple[Seat, ...]:
        return (self.seat,)

    @property
    def facts(self) -> tuple[Fact, ...]:
        return Fact("place", self.seat, self.room), Fact("deed", self.seat, "work")

    def text(self, names: Names) -> str:
        return f"{names[self.seat]} works at a task in {self.room}."


@known
@dataclass(frozen=True, slots=True)
class Proved(Event):
    """The effect that only a real task has; for those who are there."""

    kind: ClassVar[str] = "proved"
    seat: Seat
    room: str
    task: str

    @property
    def facts(self) -> tuple[Fact, ...]:
        return (Fact("deed", self.seat, "work", task=self.task),)

    def text(self, names: Names) -> str:
        return f"The work of {names[self.seat]} in {self.room} is plain to see: {self.task}."


@known
@dataclass(frozen=True, slots=True)
class TaskDone(Event):
    """A task is finished; for whoever did it, alive or a ghost."""

    kind: ClassVar[str] = "task_done"
    seat: Seat
    task: str

    @property
    def facts(self) -> tuple[Fact, ...]:
        return (Fact("deed", self.seat, "finish", task=self.task),)

    def text(self, names: Names) -> str:
        return f"{names[self.seat]} has finished a task: {self.task}."


@known
@dataclass(frozen=True, slots=True)
class Sabotaged(Event):
    """Who sabotages what; for the living impostors and whoever did it. `room` is the one whose doors are shut."""

    kind: ClassVar[str] = "sabotaged"
    seat: Seat
    system: str
    room: str | None

    @property
    def authors(self) -> tuple[Seat, ...]:
        return (self.seat,)

    def text(self, names: Names) -> str:
        what = f"shuts the doors of {self.room}" if self.room else f"sabotages {SYSTEMS[self.system]}"
        return f"{names[self.seat]} {what}."


@known
@dataclass(frozen=True, slots=True)
class Alarm(Event):
    """A system fails; everyone may know. `ticks`: how many are left until it is too late, where it ever is."""

    kind: ClassVar[str] = "alarm"
    system: str
    ticks: int | None

    def text(self, names: Names) -> str:
        if self.ticks is None:
            return f"Alarm: {SYSTEMS[self.system]} {'are' if self.system != 'reactor' else 'is'} down."
        return f"Alarm: {SYSTEMS[self.system]} fails in {self.ticks} ticks."


@known
@dataclass(frozen=True, slots=True)
class AlarmOver(Event):
    """A system works again; everyone may know."""

    kind: ClassVar[str] = "alarm_over"
    system: str

    def text(self, names: Names) -> str:
        verb = "works" if self.system in ("reactor", "o2") else "work"
        return f"The alarm is over: {SYSTEMS[self.system]} {verb} again."


@known
@dataclass(frozen=True, slots=True)
class DoorsShut(Event):
    """The doors of a room fall shut; for those who are there or next door, and the impostors."""

    kind: ClassVar[str] = "doors_shut"
    room: str
    ticks: int

    def text(self, names: Names) -> str:
        return f"The doors of {self.room} are shut for {self.ticks} tick{'' if self.ticks == 1 else 's'}."


@known
@dataclass(frozen=True, slots=True)
class Mended(Event):
    """A tick's work on a system that was sabotaged; for those who are there."""

    kind: ClassVar[str] = "mended"
    seat: Seat
    system: str
    room: str

    @property
    def authors(self) -> tuple[Seat, ...]:
        return (self.seat,)

    @property
    def facts(self) -> tuple[Fact, ...]:
        return (Fact("place", self.seat, self.room),)

    def text(self, names: Names) -> str:
        return f"{names[self.seat]} works on {SYSTEMS[self.system]} in {self.room}."


@known
@dataclass(frozen=True, slots=True)
class Counted(Event):
    """The table in admin: how many heads are in which rooms, bodies counted, empty rooms left out; for the looker."""

    kind: ClassVar[str] = "counted"
    seat: Seat
    rooms: tuple[str, ...]
    heads: tuple[int, ...]

    def text(self, names: Names) -> str:
        shown = listed([f"{heads} in {room}" for room, heads in zip(self.rooms, self.heads, strict=True)])
        return f"The table in admin shows {names[self.seat]}: {shown}."


@known
@dataclass(frozen=True, slots=True)
class Watched(Event):
    """The cameras in security; for the looker."""

    kind: ClassVar[str] = "watched"
    seat: Seat
    medbay: tuple[Seat, ...]
    admin: tuple[Seat, ...]
    navigation: tuple[Seat, ...]

    def text(self, names: Names) -> str:
        rooms = (("medbay", self.medbay), ("admin", self.admin), ("navigation", self.navigation))
        shown = [f"{listed([names[seat] for seat in seats]) or 'nobody'} in {room}" for room, seats in rooms]
        return f"The cameras show {names[self.seat]}: {'; '.join(shown)}."


@known
@dataclass(frozen=True, slots=True)
class Refused(Event):
    """An order that became impossible, and why; for whoever gave it."""

    kind: ClassVar[str] = "refused"
    seat: Seat
    order: str
    reason: str

    def text(self, names: Names) -> str:
        return f"{names[self.seat]} waits instead of the order {self.order!r}: {self.reason}."


@known
@dataclass(frozen=True, slots=True)
class Seen(Event):
    """What a player sees before being asked; for that player.

    `players` and `bodies` are those in the room besides oneself; None: it is too dark. `tasks` are one's own open ones
    and `bar` how many in a hundred of all tasks are done; None: communications are down (or there is no list).
    `kill_in`, `sabotage_in` and `press_in` are how many ticks must pass first; None: never. `alarm` is the system that
    is down, and `left` how many ticks until it is too late, or how many repairs are missing.
    """

    kind: ClassVar[str] = "seen"
    seat: Seat
    room: str
    players: tuple[Seat, ...] | None
    bodies: tuple[Seat, ...] | None
    tasks: tuple[str, ...] | None
    bar: int | None
    kill_in: int | None
    sabotage_in: int | None
    press_in: int | None
    alarm: str | None
    left: int | None

    @property
    def facts(self) -> tuple[Fact, ...]:
        return Fact("place", self.seat, self.room), *(Fact("place", seat, self.room) for seat in self.players or ())

    def text(self, names: Names) -> str:
        if self.players is None or self.bodies is None:
            told = [f"{names[self.seat]} is in {self.room}; it is too dark to see anybody."]
        else:
            told = [
                f"{names[self.seat]} is in {self.room} with {listed([names[s] for s in self.players]) or 'nobody'}."
            ]
            if self.bodies:
                told.append(f"On the floor: the body of {listed([names[seat] for seat in self.bodies])}.")
        if self.tasks is not None:
            told.append(f"Open tasks: {', '.join(self.tasks) or 'none'}.")
        if self.bar is not None:
            told.append(f"The task bar is at {self.bar} %.")
        for name, ticks in (("kill", self.kill_in), ("sabotage", self.sabotage_in), ("button", self.press_in)):
            if ticks is not None:
                told.append(f"{name.capitalize()}: {'ready' if not ticks else f'in {ticks}'}.")
        if self.alarm:
            told.append(f"Alarm: {SYSTEMS[self.alarm]} ({self.left} left).")
        return " ".join(told)
