"""Signs of life in rows: one for each part of a process. Whoever leaves them is league.processes.signs."""

import os
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings

from games.hosting.keeping import Owner
from league.models import Process
from league.models.process import ProcessKind

REMEMBERED: Final = timedelta(days=1)  # for so long rows stay of which nothing is heard any more
SIGNED: Final = ("name", "seen_at", "worked_at", "games", "ended_at")
PLAYS: Final = (ProcessKind.WORKER, ProcessKind.SEASON)


def sign(
    *, parts: Mapping[ProcessKind, tuple[str, datetime]], now: datetime, worked_at: datetime | None = None
) -> None:
    """Writes that these parts of this process live, each with what it plays and since when. One statement."""
    owner = Owner.here()
    seated = owner.seated
    rows = [
        row_of(kind, owner, now, name=name, started_at=started_at, games=seated * (kind in PLAYS), worked_at=worked_at)
        for kind, (name, started_at) in parts.items()
    ]
    Process.objects.bulk_create(rows, update_conflicts=True, unique_fields=["ident", "kind"], update_fields=SIGNED)


def row_of(kind: ProcessKind, owner: Owner, now: datetime, *, name: str = "", **fields: Any) -> Process:
    """The row of a part of this process. Any: what is written in it."""
    host = owner.rpartition(":")[0].rpartition(":")[0].partition("/")[0]
    called = f"{kind.label} {name}".strip() if name else f"{kind.label} {os.getpid()}"
    if kind != ProcessKind.WORKER:
        fields.pop("worked_at", None)
    return Process(
        name=called[:120],
        kind=kind,
        ident=owner[:160],
        host=host[:120] or "here",
        pid=os.getpid(),
        release=settings.LEAGUE_RELEASE[:40],
        seen_at=now,
        **fields,
    )


def sign_off(*, kind: ProcessKind, now: datetime) -> int:
    """Writes that a part of this process has ended cleanly; returns how many rows that was."""
    return Process.objects.filter(ident=Owner.here(), kind=kind).update(seen_at=now, ended_at=now, games=0)


def forget_the_silent(*, now: datetime) -> int:
    """Deletes the rows of parts of which nothing was heard for a day; returns how many."""
    return Process.objects.filter(seen_at__lt=now - REMEMBERED).delete()[0]
