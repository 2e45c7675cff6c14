"""A recorded league in a database of today: its rows put in at the migrations that it was recorded at, then migrated.

Law: rows go in as they were stored, in the old tables, by hand; no code of today sees them before the migrations have.
"""

import json
import lzma
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import environ
import psycopg
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import DEFAULT_DB_ALIAS, connection, connections, models, transaction
from django.db.migrations.executor import MigrationExecutor

FOLDER: Final = Path(__file__).parent
OWN: Final = ("ENGINE", "NAME", "USER", "PASSWORD", "HOST", "PORT", "OPTIONS")


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
    executor = MigrationExecutor(connection)
    state = executor.migrate([(app, name) for app, name in record.about["leaves"]])
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


# --- databases -------------------------------------------------------------------------------------------------------


@contextmanager
def default_database(**given: Any) -> Iterator[None]:
    """Makes this the default database of every thread while the context lasts."""
    before, link = connections.settings[DEFAULT_DB_ALIAS], connections[DEFAULT_DB_ALIAS]
    rest = {name: value for name, value in before.items() if name not in OWN}
    empty = dict.fromkeys(OWN[1:6], "")
    connections.settings[DEFAULT_DB_ALIAS] = {**rest, **empty, "OPTIONS": {}, **given}
    del connections[DEFAULT_DB_ALIAS]
    try:
        yield
    finally:
        connections[DEFAULT_DB_ALIAS].close()
        connections.settings[DEFAULT_DB_ALIAS] = before
        connections[DEFAULT_DB_ALIAS] = link


def at_url(url: str) -> dict[str, Any]:
    """The settings of a database at a URL."""
    found = environ.Env.db_url_config(url)
    return {name: value for name, value in found.items() if name in OWN}


@contextmanager
def new_database(server: str, template: str = "template0") -> Iterator[str]:
    """The URL of a new database on a PostgreSQL, dropped afterwards; `template` is what it begins as."""
    name = f"league_{secrets.token_hex(6)}"
    with psycopg.connect(server, autocommit=True) as link:
        link.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"'.encode())
    try:
        yield f"{server.rpartition('/')[0]}/{name}"
    finally:
        with psycopg.connect(server, autocommit=True) as link:
            link.execute(f'DROP DATABASE "{name}" WITH (FORCE)'.encode())
