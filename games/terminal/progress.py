"""A bar for many short things that are done one after another."""

import sys
from collections.abc import Iterable, Sized
from typing import Protocol, TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

T = TypeVar("T", covariant=True)


class SizedIterable(Sized, Iterable[T], Protocol[T]):
    """What can be counted and gone through."""


def progress(work: SizedIterable[T], what: str) -> Iterable[T]:
    """The items of `work`, with a bar on standard error while they are gone through, when that is a terminal."""
    if not sys.stderr.isatty():
        yield from work
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        yield from bar.track(work, len(work), description=what)
