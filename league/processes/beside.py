"""What every process that leaves signs of life does beside, in threads of its own: who does it says so here, for the
rooms above are not known below. Law: it begins with the first part of a process and ends with its last, and waits for
nothing."""

from typing import Final, Protocol

from league.models.process import ProcessKind


class Beside(Protocol):
    """Something that is done as long as a process lives."""

    def begin(self, kind: ProcessKind) -> None:
        """This part lives from now on; it may be said twice."""

    def end(self, kind: ProcessKind) -> None:
        """This part lives no more; it need not have begun."""


BESIDE: Final[list[Beside]] = []


def begin_beside(kind: ProcessKind) -> None:
    """Tells all of them that a part lives."""
    for each in BESIDE:
        each.begin(kind)


def end_beside(kind: ProcessKind) -> None:
    """Tells all of them that it does not."""
    for each in BESIDE:
        each.end(kind)
