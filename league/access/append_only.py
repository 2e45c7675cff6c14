"""A table to which rows are added and nothing else, held by the database: whoever updates or deletes is refused.

Emptying all tables at once (`manage.py flush`) is a drop of the database and no deletion of a row: PostgreSQL does it
by TRUNCATE, which no trigger here forbids; on SQLite, which has no such thing, it is refused like any deletion.

On SQLite a later migration that alters the table makes it anew, and must call forbid_changes() again.
"""

from typing import Final

from django.db.backends.base.schema import BaseDatabaseSchemaEditor

SQLITE: Final = """
CREATE TRIGGER {table}_{verb} BEFORE {verb} ON {table}
BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END
"""
# A row that takes another's place is a deletion that no trigger hears of.
SQLITE_INSTEAD: Final = """
CREATE TRIGGER {table}_instead BEFORE INSERT ON {table} WHEN EXISTS (SELECT 1 FROM {table} WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END
"""
POSTGRESQL_FUNCTION: Final = """
CREATE FUNCTION {table}_append_only() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION '{table} is append-only' USING ERRCODE = 'integrity_constraint_violation'; END $$
"""
POSTGRESQL: Final = """
CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE ON {table}
FOR EACH ROW EXECUTE FUNCTION {table}_append_only()
"""


def forbid_changes(schema_editor: BaseDatabaseSchemaEditor, table: str) -> None:
    """Makes a table append-only. Its key is called id."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(POSTGRESQL_FUNCTION.format(table=table))
        schema_editor.execute(POSTGRESQL.format(table=table))
        return
    for verb in ("UPDATE", "DELETE"):
        schema_editor.execute(SQLITE.format(table=table, verb=verb))
    schema_editor.execute(SQLITE_INSTEAD.format(table=table))


def allow_changes(schema_editor: BaseDatabaseSchemaEditor, table: str) -> None:
    """Undoes it."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(f"DROP TRIGGER {table}_append_only ON {table}")
        schema_editor.execute(f"DROP FUNCTION {table}_append_only()")
        return
    for name in ("UPDATE", "DELETE", "instead"):
        schema_editor.execute(f"DROP TRIGGER {table}_{name}")
