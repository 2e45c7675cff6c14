"""Tables that leak: one verb spoiled for one kind of event, and what a lens is shown, as text or as rows."""

import json
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from games.engine.events import Event, Seat
from games.engine.moderator import Moderator
from games.engine.table import Entry, Table
from games.engine.viewpoint import Viewer, seen_by

Leak = Callable[[Table, Iterable[Seat], Event], None]

LEAKS: dict[str, Leak] = {
    "announced": lambda table, seats, event: table.announce(event),
    "heard by one more": lambda table, seats, event: table.whisper({*seats, one_more(table, seats)}, event),
    "heard by one fewer": lambda table, seats, event: table.whisper(sorted(seats)[1:], event),
}
KEPT: dict[str, Leak] = {"heard by nobody": lambda table, seats, event: table.note(event)}


def one_more(table: Table, seats: Iterable[Seat]) -> Seat:
    """A seat that does not hear it; any seat where all do."""
    return next((seat for seat in table.seats if seat not in seats), table.seats[0])


def leaking(monkeypatch: pytest.MonkeyPatch, verb: str, kind: str, leak: str) -> None:
    """Spoils one verb of the table for one kind of event."""
    verbs = {name: getattr(Table, name) for name in ("announce", "whisper", "note")}

    def spoiled(table: Table, *said: Any) -> None:
        event = said[-1]
        seats = said[0] if verb == "whisper" else ()
        if event.kind == kind:
            with monkeypatch.context() as healthy:
                healthy.setattr(Table, verb, verbs[verb])
                (LEAKS | KEPT)[leak](table, seats, event)
        else:
            verbs[verb](table, *said)

    monkeypatch.setattr(Table, verb, spoiled)


def told(viewer: Viewer, moderator: Moderator) -> str:
    """All that a lens sees, as text."""
    return json.dumps([entry.plain() for entry in seen_by(viewer, moderator.ledger)])


def public_rows(entries: Iterable[Entry]) -> list[dict[str, Any]]:
    """What a lens is shown: the entries without the ledger's own numbers, which count what it does not see."""
    return [{name: value for name, value in entry.plain().items() if name != "seq"} for entry in entries]
