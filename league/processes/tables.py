"""The database's tables on a machine where nobody else makes them: whichever command comes first brings them there."""

from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor


def make_tables() -> None:
    """On SQLite, brings the tables up to this release if they are not; a server's are its operator's. Raises
    CommandError."""
    if connection.vendor != "sqlite":
        return
    try:
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            call_command("migrate", verbosity=0, interactive=False)
    except DatabaseError as error:
        raise CommandError(f"The database cannot be set up: {str(error).strip().splitlines()[0]}.") from error
