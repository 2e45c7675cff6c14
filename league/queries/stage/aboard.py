"""What a lens knows of the ship at a beat, in the words and marks that its map shows.

Law: it is folded from the events of the lens and from nothing else. Where somebody is now is said only of whom the
lens has been shown in this very tick; of others it is said when they were seen last, and of whom nothing is known,
that. Where somebody was in truth is told only to a lens that has known from the deal on what everybody is: through the
glass.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from games.engine.events import listed
from games.engine.viewpoint import hearers_in
from league.queries.stage.ship import AT, NOWHERE, SHIFT
from league.queries.stage.transcript import Event, Place, Transcript

MEETING: Final = "meeting"
IMPOSTORS: Final = "impostors"
A_ROOM: Final = re.compile(rf"\b({'|'.join(sorted(AT, key=len, reverse=True))})\b")
# What an alarm means for who watches; the rules say more.
ALARMS: Final[Mapping[str, str]] = {
    "reactor": "Reactor alarm: the impostors win unless it is mended",
    "o2": "Oxygen alarm: the impostors win unless it is mended, in o2 and in admin",
    "lights": "Lights out: the crew see no players and no bodies, and report nothing, until it is mended in electrical",
    "communications": "Communications down: no lists of tasks and no task bar until it is mended in communications",
}
DARK: Final = "lights"
NOT_PUBLIC: Final = "Where anybody is now is not public."
THE_BAR_IS_NOT: Final = "The task bar is told on board alone."
# What somebody does in a tick: the sign on the map, and the words beside it.
WORKS, FEIGNS, IS_DONE, VENTS, KILLS, SAW = "works", "feigns", "done", "vents", "kills", "saw"
DEEDS: Final[Mapping[str, tuple[str, str]]] = {
    KILLS: ("✕", "Kills"),
    SAW: ("◉", "Saw the killing"),
    VENTS: ("↕", "Climbs through a vent"),
    IS_DONE: ("✓", "Done with a task"),
    WORKS: ("+", "At work"),
    FEIGNS: ("~", "Pretends to work"),
}
HERE, KILLED, SHUT, CLAIMED, TRUE = "is-here", "is-killed-in", "is-shut", "is-claimed", "is-true"  # classes of rooms


class Aboard:
    """The ship, event by event."""

    def __init__(self, seats: Sequence[Place]) -> None:
        self._seats = seats
        self._tick = 0
        self._scene = ""
        self._is_all_known = False
        self._eyes: int | None = None  # whose, of a lens that is somebody's eyes
        self._seen: dict[int, int] = {}  # at which tick seats were shown last
        self._alarm: tuple[str, int | None] | None = None  # the system, and with which tick all is lost
        self._bar: tuple[int, int] | None = None  # how far, and as of which tick
        self._bar_before = 0
        self._tasks: tuple[str, ...] | None = None  # of the eyes
        self._all_tasks: dict[int, int] = {}
        self._done: dict[int, int] = {}
        self._been: dict[int, list[str]] = {}  # in which rooms seats were in this shift
        self._shut: tuple[str, int] | None = None
        # of the beat that goes on
        self._tags: dict[int, str] = {}
        self._killed_in = NOWHERE
        self._claimed: tuple[str, ...] = ()
        self._true: tuple[str, ...] = ()
        self._claims: tuple[str, ...] = ()

    def begin(self) -> None:
        """Another beat begins: what lasts no longer than one is over."""
        self._tags, self._killed_in = {}, NOWHERE
        self._claimed, self._true, self._claims = (), (), ()

    def see(self, seat: int, room: str, *, is_body: bool) -> None:
        """A seat is shown in a room."""
        self._seen[seat] = self._tick
        if room != NOWHERE and not is_body and (been := self._been.setdefault(seat, []))[-1:] != [room]:
            been.append(room)

    def take(self, event: Event, told: Transcript) -> None:
        """Takes up the next event."""
        dealt = [role for role, _ in told.dealt.values() if role]
        self._is_all_known = len(dealt) == len(self._seats)
        kind = event["kind"]
        if kind == "phase":
            self._scene = event["name"]
            if self._scene == SHIFT:
                self._been, self._shut = {}, None
                self._bar_before = self._bar[0] if self._bar else 0
        elif kind == "tick":
            self._tick = event["number"]
        elif kind == "alarm":
            self._alarm = event["system"], None if event["ticks"] is None else self._tick + event["ticks"]
        elif kind == "alarm_over":
            self._alarm = None
        elif kind == "doors_shut":
            self._shut = event["room"], self._tick + event["ticks"]
        elif kind == "seen":
            self._look(event)
        elif kind == "task_done":
            self._done[event["seat"]] = self._done.get(event["seat"], 0) + 1
            self._tags[event["seat"]] = IS_DONE
        elif kind == "killed":
            self._killed_in = event["room"]
            self._tags |= {seat: SAW for seat in hearers_in(event) or () if seat != event["seat"]}
            self._tags[event["by"]] = KILLS
        elif kind in ("vent_entered", "vent_left"):
            self._tags[event["seat"]] = VENTS
        elif kind == "worked":
            is_feigned = told.known[event["seat"]].team == IMPOSTORS
            self._tags[event["seat"]] = FEIGNS if is_feigned else WORKS
        elif self._scene == MEETING and isinstance(event.get("words"), str):
            self._hear(event)

    def _look(self, event: Event) -> None:
        seat, tasks = event["seat"], event["tasks"]
        if event["bar"] is not None:
            self._bar = event["bar"], self._tick
        if tasks is not None:
            self._all_tasks.setdefault(seat, len(tasks) + self._done.get(seat, 0))
        if not self._is_all_known:
            self._eyes, self._tasks = seat, tasks

    def _hear(self, event: Event) -> None:
        """Of which rooms somebody speaks; through the glass, also which place it claims, and which was the true one."""
        self._claimed = tuple(dict.fromkeys(A_ROOM.findall(event["words"].casefold())))
        self._true = ()
        self._claims = (f"Speaks of: {listed(self._claimed)}",) if self._claimed else ()
        if not self._is_all_known:
            return
        told = [claim for beside in event.get("disclosed", {}).values() for claim in beside["claims"]]
        placed = [(claim, rooms) for claim in told if claim["kind"] == "place" and (rooms := _rooms(claim["value"]))]
        if not placed:
            return
        self._claimed = tuple(dict.fromkeys(room for _, rooms in placed for room in rooms))
        self._true = tuple(dict.fromkeys(self._been[about][-1] for about in _about(placed) if self._been.get(about)))
        self._claims = tuple(self._held(claim["about"], rooms) for claim, rooms in placed)

    def _held(self, about: int, rooms: Sequence[str]) -> str:
        claimed = f"Claimed: {self._name(about)} in {listed(rooms)}. In truth:"
        been = self._been.get(about, [])
        if not been:
            return f"{claimed} nowhere in this shift"
        return f"{claimed} was there" if set(rooms) <= set(been) else f"{claimed} was not there, and last in {been[-1]}"

    def _name(self, seat: int) -> str:
        return self._seats[seat].alias

    # --- what is shown ------------------------------------------------------------------------------------------------

    def shown(self, places: Mapping[int, tuple[str, bool]], living: Mapping[int, bool]) -> dict[str, Any]:
        """All that the map shows beside who stands where, as JSON values; what is empty is left out."""
        if not self._scene:
            return {}
        faded = [] if self._is_all_known else [seat for seat in places if self._is_old(seat, places, living)]
        told = {
            "when": self._when,
            "alarm": self._alarm_told,
            "bar": self._bar_told,
            "tasks": self._tasks_told,
            "where": list(self._where(places, living, faded)),
            "claims": list(self._claims),
            "faded": faded,
            "captions": self._captions(places, faded),
            "signs": {str(seat): DEEDS[deed][0] for seat, deed in sorted(self._tags.items())},
            "deeds": self._deeds,
            "done": {str(seat): self._percent(seat) for seat in sorted(self._all_tasks)} if self._is_all_known else {},
            "rooms": self._rooms_marked(places),
            "sight": "dark" if self._alarm and self._alarm[0] == DARK else "fog" if self._eyes is not None else "",
        }
        return {name: value for name, value in told.items() if value}

    @property
    def _when(self) -> str:
        return f"Tick {self._tick}" if self._tick else "Before the first tick"

    @property
    def _alarm_told(self) -> str:
        told = []
        if self._alarm:
            system, lost = self._alarm
            left = "" if lost is None else f" ({_ticks(max(0, lost - self._tick))} left)"
            told.append(ALARMS.get(system, f"Alarm: {system}") + left)
        if self._shut and self._shut[1] > self._tick:
            told.append(f"The doors of {self._shut[0]} are shut")
        return ". ".join(told)

    @property
    def _bar_told(self) -> str:
        if self._bar is None:
            return "" if self._is_all_known or self._eyes is not None else THE_BAR_IS_NOT
        bar, tick = self._bar
        when = "" if tick == self._tick else f", {_at(tick)}"
        return f"Tasks {bar} % done ({bar - self._bar_before:+} since the last meeting){when}"

    @property
    def _deeds(self) -> list[str]:
        """What the signs mean, with who does it."""
        found = []
        for deed, (sign, words) in DEEDS.items():
            if names := [self._name(seat) for seat, done in sorted(self._tags.items()) if done == deed]:
                found.append(f"{sign} {words}: {', '.join(names)}")
        return found

    @property
    def _tasks_told(self) -> str:
        if self._is_all_known or not self._tasks:
            return ""
        return f"Own open tasks: {', '.join(self._tasks)}"

    def _is_old(self, seat: int, places: Mapping[int, tuple[str, bool]], living: Mapping[int, bool]) -> bool:
        """Whether somebody who is drawn has not been shown in this tick; eyes know where they are themselves."""
        room, is_body = places[seat]
        is_drawn = room != NOWHERE and (is_body or living[seat])
        return is_drawn and seat != self._eyes and self._seen.get(seat, 0) < self._tick

    def _where(
        self, places: Mapping[int, tuple[str, bool]], living: Mapping[int, bool], faded: Sequence[int]
    ) -> Iterator[str]:
        """Where who is, as far as is known, in sentences."""
        if faded and self._eyes is None and self._scene == SHIFT:
            yield NOT_PUBLIC
        now: dict[str, list[int]] = {}
        before: dict[tuple[str, int], list[int]] = {}
        unknown = []
        for seat, is_alive in living.items():
            room, is_body = places.get(seat, (NOWHERE, False))
            if room == NOWHERE or (not is_alive and not is_body):
                if is_alive:
                    unknown.append(seat)
            elif seat in faded:
                before.setdefault((room, self._seen.get(seat, 0)), []).append(seat)
            else:
                now.setdefault(room, []).append(seat)
        when = "Now" if self._scene == SHIFT else "When it was called"
        for room, seats in now.items():
            yield f"{when} in {room}: {self._names(seats, places)}"
        for (room, tick), seats in sorted(before.items(), key=lambda each: -each[0][1]):
            yield f"Last known in {room}, {_at(tick)}: {self._names(seats, places)}"
        if unknown:
            yield f"Not known where: {self._names(unknown, places)}"

    def _names(self, seats: Sequence[int], places: Mapping[int, tuple[str, bool]]) -> str:
        bodies = {seat for seat in seats if places.get(seat, (NOWHERE, False))[1]}
        return ", ".join(f"{self._name(seat)}{' (a body)' if seat in bodies else ''}" for seat in seats)

    def _captions(self, places: Mapping[int, tuple[str, bool]], faded: Sequence[int]) -> dict[str, str]:
        """By room, when those were seen there who may be there no longer."""
        ticks: dict[str, set[int]] = {}
        for seat in faded:
            ticks.setdefault(places[seat][0], set()).add(self._seen.get(seat, 0))
        return {room: f"seen {_at(min(each), max(each))}" for room, each in ticks.items()}

    def _percent(self, seat: int) -> int:
        return min(100, 100 * self._done.get(seat, 0) // max(1, self._all_tasks[seat]))

    def _rooms_marked(self, places: Mapping[int, tuple[str, bool]]) -> dict[str, str]:
        """The marks of rooms, by room: as classes."""
        marked: dict[str, list[str]] = {}
        if self._eyes is not None and (here := places.get(self._eyes, (NOWHERE, False))[0]):
            marked.setdefault(here, []).append(HERE)
        if self._killed_in:
            marked.setdefault(self._killed_in, []).append(KILLED)
        if self._shut and self._shut[1] > self._tick:
            marked.setdefault(self._shut[0], []).append(SHUT)
        for room in self._claimed:
            marked.setdefault(room, []).append(CLAIMED)
        for room in self._true:
            marked.setdefault(room, []).append(TRUE)
        return {room: " ".join(kinds) for room, kinds in marked.items()}


def _rooms(value: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(A_ROOM.findall(value.casefold())))


def _about(placed: Sequence[tuple[Mapping[str, Any], Sequence[str]]]) -> list[int]:
    return [claim["about"] for claim, _ in placed]


def _ticks(count: int) -> str:
    return f"{count} tick{'' if count == 1 else 's'}"


def _at(tick: int, last: int | None = None) -> str:
    """When, in words: before the first tick, at one, or from one to another."""
    if last is not None and last != tick:
        return f"at ticks {tick} to {last}"
    return f"at tick {tick}" if tick else "at the start"
