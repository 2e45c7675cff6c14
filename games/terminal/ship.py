"""The ship in the terminal, for those who see everything: tick by tick who does what, and the map with who is where.

A tick is one line of walks and work; what is worth a line of its own (kills, vents, alarms, looks) has one. The map is
drawn when something has happened that it helps to understand, else every fourth tick. What players are told of what
they see is left out: it is all there already.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rich import box
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from games.engine.ship.chart import CAFETERIA

Row = Mapping[str, Any]  # Any: JSON values
# The rooms as they lie; the empty place is for the clock.
PLAN: Final = (
    ("upper engine", "medbay", "cafeteria", "weapons", ""),
    ("reactor", "security", "admin", "o2", "navigation"),
    ("lower engine", "electrical", "storage", "communications", "shields"),
)
NOISE: Final = ("seen", "tick", "vent_left")
LOUD: Final = ("killed", "alarm", "doors_shut")
STYLES: Final = {
    "killed": "bold red",
    "alarm": "bold yellow",
    "alarm_over": "yellow",
    "refused": "dim",
    "proved": "green",
}
EVERY: Final = 4  # ticks from one map to the next when nothing happens


class ShipLog:
    """Takes the rows of a game one by one and prints those of the ship; all others are left to the caller."""

    def __init__(self, console: Console, names: Sequence[Text], impostors: Sequence[int]) -> None:
        self._console = console
        self._names = names
        self._impostors = impostors
        self._rooms = dict.fromkeys(range(len(names)), CAFETERIA)
        self._bodies: dict[int, str] = {}
        self._tick = 0
        self._bar = 0
        self._alarm = ""
        self._quiet = 0  # ticks since the last map
        self._rows: list[Row] = []
        self._thought: dict[int, str] = {}
        self._votes: dict[int | None, list[int]] = {}  # of the meeting that is being counted

    def takes(self, row: Row) -> bool:
        """Whether the row is one of the ship's; if so it is kept, or printed with the rest of its tick."""
        if row["phase"] == "meeting" and self._takes_vote(row):
            return True
        if row["phase"] != "shift" or row["kind"] in ("phase", "missed", "defaulted"):
            self._flush()
            if row["kind"] == "called":
                self._draw()
                self._rooms |= dict.fromkeys(self._rooms.keys() - self._bodies.keys(), CAFETERIA)
                self._bodies.clear()
            if row["kind"] in ("ejected", "missed"):
                self._rooms.pop(row["seat"], None)
            return False
        if row["kind"] == "tick":
            self._flush()
            self._tick = row["number"]
        self._rows.append(row)
        return True

    def _takes_vote(self, row: Row) -> bool:
        """Votes: that one was cast, with its thought unless it was told with a speech; at the reveal, the tally."""
        if row["kind"] == "spoke":
            self._thought[row["seat"]] = row.get("thought", "")
        elif row["kind"] == "vote_cast":
            self._console.print(Text.assemble("     ", self._names[row["seat"]], (" has voted.", "dim")))
            self._think(row)
            return True
        elif row["kind"] == "vote_shown":
            self._votes.setdefault(row["target"], []).append(row["seat"])
            return True
        for target, voters in sorted(self._votes.items(), key=lambda each: -len(each[1])):
            named = Text("nobody", "bold") if target is None else self._names[target]
            behind = ", ".join(self._names[seat].plain for seat in voters)
            self._console.print(Text.assemble(f"{'■' * len(voters)} ", named, (f"  from {behind}", "dim")))
        self._votes = {}
        return False

    # --- a tick ---

    def _flush(self) -> None:
        rows, self._rows = self._rows, []
        if not rows:
            return
        for row in rows:
            self._learn(row)
        told = [row for row in rows if row["kind"] not in NOISE]
        brief = [row for row in told if row["kind"] in ("walked", "worked", "mended", "task_done")]
        if brief:
            line = Text(f"{self._tick:>3}  ", "dim")
            for place, row in enumerate(brief):
                line.append(", " if place else "")
                line.append_text(self._in_brief(row))
            self._console.print(line)
        for row in told:
            if row not in brief:
                self._console.print(Text(f"     {row['text']}", STYLES.get(row["kind"], "")))
        for row in told:
            self._think(row)
        self._quiet += 1
        if self._quiet >= EVERY or any(row["kind"] in LOUD for row in rows):
            self._draw()

    def _in_brief(self, row: Row) -> Text:
        name = self._names[row["seat"]].copy()
        if row["kind"] == "walked":
            return name.append(f" → {row['room']}", "not bold default")
        if row["kind"] == "task_done":
            return name.append(f" has done: {row['task']}", "not bold green")
        return name.append(" mends" if row["kind"] == "mended" else " works", "not bold default")

    def _think(self, row: Row) -> None:
        """A thought, once: an answer may have led to several events."""
        seat = row.get("by", row.get("seat"))
        thought = row.get("thought")
        if seat is None or not thought or self._thought.get(seat) == thought:
            return
        self._thought[seat] = thought
        said = Text.assemble(self._names[seat], (f" thinks: {thought}", "dim italic"))
        self._console.print(Padding(said, (0, 0, 0, 7), expand=False))

    def _learn(self, row: Row) -> None:
        seat = row.get("seat")
        match row["kind"]:
            case "walked" | "vent_left":
                self._rooms[row["seat"]] = row["room"]
            case "killed":
                self._rooms.pop(row["seat"], None)
                self._bodies[row["seat"]] = row["room"]
            case "seen" if row["bar"] is not None:
                self._bar = row["bar"]
            case "alarm":
                self._alarm = row["system"]
            case "alarm_over":
                self._alarm = ""
        if seat is not None and row["kind"] == "seen":
            self._rooms[seat] = row["room"]

    # --- the map ---

    def _draw(self) -> None:
        self._quiet = 0
        chart = Table(box=box.ROUNDED, show_header=False, show_lines=True, border_style="dim", padding=(0, 1))
        for _ in PLAN[0]:
            chart.add_column(width=14, no_wrap=False)
        for rooms in PLAN:
            chart.add_row(*(self._cell(room) if room else self._clock() for room in rooms))
        self._console.print(Padding(chart, (0, 0, 0, 5), expand=False))

    def _cell(self, room: str) -> Text:
        cell = Text(f"{room}\n", "dim")
        for seat in sorted(seat for seat, place in self._rooms.items() if place == room):
            name = self._names[seat].copy()
            if seat in self._impostors:
                name.stylize("underline")
            cell.append_text(name).append(" ", "not underline")
        for seat in sorted(seat for seat, place in self._bodies.items() if place == room):
            cell.append(f"✝{self._names[seat].plain} ", "red")
        return cell

    def _clock(self) -> Text:
        clock = Text(f"tick {self._tick}\n", "bold")
        clock.append(f"tasks {self._bar} %\n", "not bold")
        return clock.append(f"! {self._alarm}" if self._alarm else "", "bold yellow")
