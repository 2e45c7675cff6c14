"""Progress of long work: a bar on a terminal, nothing or now and then a plain line in a pipe."""

import sys
import time
from collections.abc import Callable
from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text


class Meter:
    """How many of so many are done: a bar on standard error when that is a terminal, else lines told to `say`.

    Lines come when something was done and no more often than `seconds`; what is left is reckoned from the pace so far.
    Without a unit there are no such lines, for whoever tells in lines of their own.
    """

    def __init__(self, say: Callable[[str], object], *, unit: str = "", seconds: float = 2.0) -> None:
        self._say, self._unit, self._seconds = say, unit, seconds
        self._bar = _bar() if sys.stderr.isatty() else None
        self._task = self._bar.add_task("", total=None) if self._bar else None
        self._began: tuple[float, int] | None = None
        self._told = (0.0, -1)

    def __enter__(self) -> "Meter":
        if self._bar:
            self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar:
            self._bar.stop()

    def say(self, line: str) -> None:
        """A line of its own, above the bar where there is one."""
        if self._bar:
            self._bar.console.print(Text(line))
        else:
            self._say(line)

    def show(self, done: int, total: int, doing: str) -> None:
        """Shows how far it has come, and what is going on in a few words."""
        now = time.monotonic()
        began, first = self._began = self._began or (now, done)
        if self._bar and self._task is not None:
            self._bar.update(self._task, completed=done, total=total, description=doing)
        elif (
            self._unit
            and done > first
            and done != self._told[1]
            and (done == total or now - self._told[0] >= self._seconds)
        ):
            self._told = (now, done)
            left = (now - began) / (done - first) * (total - done)
            self._say(f"{done} of {total} {self._unit}" + (f", about {spelled(left)} left" if done < total else ""))


def _bar() -> Progress:
    columns = (BarColumn(24), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("{task.description}"))
    return Progress(*columns, console=Console(stderr=True, highlight=False), transient=True)


def spelled(seconds: float) -> str:
    """A time as a person says it: 48 s, 3 min, 2 h 05 min."""
    minutes = round(seconds / 60)
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60:02} min"
