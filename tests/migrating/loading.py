"""A recorded league in a database of today: its rows put in at the migrations that it was recorded at, then migrated.

Law: rows go in as they were stored, in the old tables, by hand; no code of today sees them before the migrations have.
"""

import json
import lzma
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from django.core.management import call_command
from django.core.management.color import no_style
from django.db import connection, models, transaction

from tests.databases import one_by_one

FOLDER: Final = Path(__file__).parent


@dataclass(frozen=True)
class Record:
    """What was recorded of a release: what it said of itself, rows by table, the logs that it wrote by game."""

    about: dict[str, Any]
    tables: dict[str, tuple[list[str], list[list[Any]]]]
    logs: dict[str, str]
    places: dict[str, str]  # where in its data folder each log lay

    def rows(self, table: str) -> list[dict[str, Any]]:
        """The rows of a table, by column."""
        columns, rows = self.tables[table]
        return [dict(zip(columns, row, strict=True)) for row in rows]


def recorded(commit: str) -> Record:
    """The record of a release."""
    with lzma.open(FOLDER / f"{commit}.jsonl.xz", "rt", encoding="utf-8") as file:
        lines = [json.loads(line) for line in file]
    return Record(
        about=lines[0]["about"],
        tables={line["table"]: (line["columns"], line["rows"]) for line in lines[1:] if "table" in line},
        logs={line["log"]: line["text"] for line in lines[1:] if "log" in line},
        places={line["log"]: line["path"] for line in lines[1:] if "log" in line},
    )


def load(record: Record) -> None:
    """Puts a record into the default database, which is empty, and migrates it to today."""
    state = one_by_one().migrate([(app, name) for app, name in record.about["leaves"]])
    found = [state.apps.get_model(label) for label in record.tables]
    with transaction.atomic(), connection.cursor() as cursor:
        for model in found:
            put(cursor, model, *record.tables[model._meta.label_lower])
        for statement in connection.ops.sequence_reset_sql(no_style(), found):
            cursor.execute(statement)
    call_command("migrate", verbosity=0)


def put(cursor: Any, model: type[models.Model], columns: list[str], rows: list[list[Any]]) -> None:
    """Inserts rows as they are: no default, no clock and no check but the database's own."""
    fields = {field.attname: field for field in model._meta.concrete_fields}
    quote = connection.ops.quote_name
    named = ", ".join(quote(fields[column].column) for column in columns)
    marks = ", ".join(["%s"] * len(columns))
    cursor.executemany(
        f"INSERT INTO {quote(model._meta.db_table)} ({named}) VALUES ({marks})",
        [[stored(fields[column], value) for column, value in zip(columns, row, strict=True)] for row in rows],
    )


def stored(field: Any, value: Any) -> Any:
    """A recorded value as this database takes it."""
    whole = value if value is None or isinstance(field, models.JSONField) else field.to_python(value)
    return field.get_db_prep_save(whole, connection)
