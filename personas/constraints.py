"""Conditions the database itself checks, said the same way for every app and on both databases."""

from typing import Any, Final

from django.db import models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import F, Func, Q, Value
from django.db.models.lookups import Exact


class JsonType(Func):
    """The type of a JSON value: `object`, `array`, …; a null column has none and so passes a check."""

    function = "JSON_TYPE"
    output_field = models.CharField()

    def as_postgresql(self, compiler: Any, connection: Any, **extra: Any) -> Any:
        """The same on PostgreSQL."""
        return self.as_sql(compiler, connection, function="JSONB_TYPEOF", **extra)


def holds(name: str, condition: Any, message: str) -> models.CheckConstraint:
    """A named check; `message` is what a person reads when a form would break it."""
    return models.CheckConstraint(name=name, condition=condition, violation_error_message=message)


def json_is(name: str, field: str, kind: str) -> models.CheckConstraint:
    """The JSON in `field` is an `object` or an `array`, not just any value."""
    wanted = {"object": "a JSON object", "array": "a JSON list"}[kind]
    return holds(name, Exact(JsonType(F(field)), Value(kind)), f"{field} must be {wanted}.")


def one_of(name: str, field: str, choices: type[models.TextChoices]) -> models.CheckConstraint:
    """`field` holds one of the choices; Django's `choices` alone only bind forms."""
    return holds(name, Q(**{f"{field}__in": choices.values}), f"{field} must be one of: {', '.join(choices.values)}.")


def shaped(name: str, field: str, pattern: str, wanted: str) -> models.CheckConstraint:
    """`field` matches the whole of `pattern`."""
    return holds(name, Q(**{f"{field}__regex": f"^{pattern}$"}), f"{field} must be {wanted}.")


# --- tables to which rows are added and nothing else ------------------------------------------------------------------

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
CREATE TRIGGER {table}_append_only BEFORE {verbs} ON {table}
FOR EACH ROW EXECUTE FUNCTION {table}_append_only()
"""


def forbid_changes(schema_editor: BaseDatabaseSchemaEditor, table: str, *, also_deletion: bool = True) -> None:
    """Makes a table append-only: whoever updates or deletes a row is refused. Its key is called id.

    Without `also_deletion` rows may go with what they belong to. Emptying all tables at once (`manage.py flush`) is a
    drop of the database and no deletion of a row: PostgreSQL does it by TRUNCATE, which no trigger here forbids; on
    SQLite, which has no such thing, it is refused like any deletion.

    On SQLite a later migration that alters the table makes it anew, and must call this again.
    """
    verbs = ("UPDATE", "DELETE") if also_deletion else ("UPDATE",)
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(POSTGRESQL_FUNCTION.format(table=table))
        schema_editor.execute(POSTGRESQL.format(table=table, verbs=" OR ".join(verbs)))
        return
    for verb in verbs:
        schema_editor.execute(SQLITE.format(table=table, verb=verb))
    schema_editor.execute(SQLITE_INSTEAD.format(table=table))


def allow_changes(schema_editor: BaseDatabaseSchemaEditor, table: str) -> None:
    """Undoes it."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(f"DROP TRIGGER {table}_append_only ON {table}")
        schema_editor.execute(f"DROP FUNCTION {table}_append_only()")
        return
    for name in ("UPDATE", "DELETE", "instead"):
        schema_editor.execute(f"DROP TRIGGER IF EXISTS {table}_{name}")
