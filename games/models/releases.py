"""Which release the tables are of. Law: a database in which a newer release has been at work is not written by an older
one, which knows nothing of what its columns mean: whoever begins there refuses, and says what to do.

Tables that lack something are another matter: `migrate` adds it.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core import checks
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.recorder import MigrationRecorder


class NewerTables(Exception):
    """The tables are a newer release's; the message says so, and what to do, in a sentence for a person."""

    def __init__(self, beyond: list[str]) -> None:
        more = f" and {len(beyond) - 1} more" if len(beyond) > 1 else ""
        super().__init__(
            f"The database is a newer release's: this one does not know {beyond[0]}{more}. Start the newer release, or "
            "restore a backup from before it."
        )
        self.beyond = beyond


def migrations_beyond(database: BaseDatabaseWrapper) -> list[str]:
    """The migrations of this project's apps that were applied there and that this release has not, as
    "games.0042_name". Raises DatabaseError."""
    ours = [app for app in apps.get_app_configs() if Path(app.path).parent == Path(settings.BASE_DIR)]
    known = {(app.label, file.stem) for app in ours for file in Path(app.path).glob("migrations/[0-9]*.py")}
    applied, labels = MigrationRecorder(database).applied_migrations(), {app.label for app in ours}
    return sorted(f"{app}.{name}" for app, name in applied.keys() - known if app in labels)


def refuse_newer(database: BaseDatabaseWrapper) -> None:
    """Raises NewerTables where a newer release has been at work, DatabaseError where that cannot be read."""
    if beyond := migrations_beyond(database):
        raise NewerTables(beyond)


def checked(databases: Sequence[str] | None = None, **_: Any) -> list[checks.CheckMessage]:
    """The same as one of Django's checks, which `migrate` asks before it begins."""
    found = (migrations_beyond(connections[each]) for each in databases or ())
    return [checks.Error(str(NewerTables(beyond)), id="games.E001") for beyond in found if beyond]
