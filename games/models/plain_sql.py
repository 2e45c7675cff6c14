"""Rows by plain SQL, where there are many: a game is hundreds of them and a season thousands of calls, and Django's
querysets take five times as long to word them.

The values are adapted by Django's own fields or backend, so that what is stored is what a model would have stored.
Every name comes from the models, every value goes in as a parameter.

PostgreSQL is given many rows as one JSON, in one statement that needs no more of who sent it. COPY would cost it a
third less, and wait for its client meanwhile: a process that is stopped in the middle of one holds its games for as
long as it is stopped, and no limit of the server's ends that.
"""

import json
from collections.abc import Iterable, Sequence
from functools import cache
from json import encoder
from typing import Any, Final, Protocol

from django.db import connection, models

# What json.dumps() makes anew for each value, which of a row's takes longer than to write it down. It has no state but
# these, and does not look for what holds itself. None where Python has only its own in Python.
_made: Final[Any] = getattr(encoder, "c_make_encoder", None)
_encoded: Final[Any] = _made and _made(
    None, json.JSONEncoder().default, encoder.encode_basestring_ascii, None, ": ", ", ", False, False, True
)


def json_text(value: Any) -> str:  # Any: JSON values
    """What json.dumps() says of a value, byte for byte. Raises TypeError for what is none."""
    return "".join(_encoded(value, 0)) if _encoded else json.dumps(value)


class Row(Protocol):
    """A row as a named tuple of values by column."""

    @property
    def _fields(self) -> tuple[str, ...]: ...

    def _asdict(self) -> dict[str, Any]: ...


def insert(model: type[models.Model], rows: Sequence[Row], *, repeated: bool = False) -> None:
    """Inserts rows of a table, all of one class; `repeated` passes over those that an earlier try has inserted.

    Raises IntegrityError where the database forbids a row. Columns that the rows leave out are NULL.
    """
    if not rows:
        return
    columns = rows[0]._fields
    otherwise = " ON CONFLICT DO NOTHING" if repeated else ""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            told = json.dumps([row._asdict() for row in rows], default=str)
            cursor.execute(_unpacking(model, columns) + otherwise, [told])
        else:
            cursor.executemany(_inserting(model, columns) + otherwise, _adapted(model, columns, rows))


def _adapted(model: type[models.Model], columns: tuple[str, ...], rows: Sequence[Any]) -> list[list[Any]]:
    """The values of rows as Django's own fields would give them to SQLite's driver."""
    kinds = [(place, field) for place, field in enumerate(_by_column(model, columns))]
    as_json = [place for place, field in kinds if isinstance(field, models.JSONField)]
    as_time = [place for place, field in kinds if isinstance(field, models.DateTimeField)]
    values = [list(row) for row in rows]
    times: dict[Any, Any] = {}
    for row in values:
        for place in as_json:
            row[place] = None if row[place] is None else json_text(row[place])
        for place in as_time:
            at = row[place]
            if at not in times:
                times[at] = connection.ops.adapt_datetimefield_value(at)
            row[place] = times[at]
    return values


def insert_each(rows: Sequence[models.Model]) -> None:
    """Inserts rows of one table, each of which learns its key. Raises IntegrityError where the database forbids one."""
    if not rows:
        return
    model = type(rows[0])
    fields, key = _given(model), _key(model)
    columns = tuple(field.column for field in fields)
    values = [[field.get_db_prep_save(field.pre_save(row, True), connection) for field in fields] for row in rows]
    with connection.cursor() as cursor:
        if key in fields:
            cursor.executemany(_inserting(model, columns), values)
            return
        sql = f"{_inserting(model, columns, len(rows))} RETURNING {_quoted(key.column)}"
        cursor.execute(sql, [value for each in values for value in each])
        for row, (pk,) in zip(rows, cursor.fetchall(), strict=True):  # in the order of VALUES, as Django takes it
            row.pk = pk


def update(model: type[models.Model], names: Sequence[str], rows: Iterable[tuple[Any, Sequence[Any]]]) -> None:
    """Sets the named fields of rows, given by their keys, to the values that stand beside each. A key without a row is
    passed over."""
    fields, key = _fields(model, tuple(names)), _key(model)
    values = [
        [*(field.get_db_prep_save(value, connection) for field, value in zip(fields, row, strict=True)), pk]
        for pk, row in rows
    ]
    if not values:
        return
    assignments = ", ".join(f"{_quoted(field.column)} = %s" for field in fields)
    sql = f"UPDATE {_quoted(model._meta.db_table)} SET {assignments} WHERE {_quoted(key.column)} = %s"  # noqa: S608
    with connection.cursor() as cursor:
        cursor.executemany(sql, values)


def execute_planned(sql: str, parameters: Sequence[Any]) -> list[Any]:  # Any: tuples of what was asked for
    """Executes a statement that is executed again and again, and returns its rows, if it has any. PostgreSQL plans it
    once for a connection, and not anew each time, which takes longer than to do it (league.postgresql prepares
    connections for that). Raises Django's database errors, like a cursor of Django's."""
    if connection.vendor != "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(sql, parameters)
            return cursor.fetchall() if cursor.description else []
    from psycopg import Cursor  # only where there is a server to speak to

    connection.ensure_connection()
    with connection.wrap_database_errors, Cursor(connection.connection) as cursor:
        cursor.execute(sql, parameters, prepare=True)
        return cursor.fetchall() if cursor.description else []


def places_for(keys: Sequence[int]) -> tuple[list[int], str]:
    """Some keys as values of a planned statement, and places for them between brackets: of so few lengths that it is
    planned a few times, with the last key told again as often as it takes."""
    length = 1
    while length < len(keys):
        length *= 4
    return [*keys, *[keys[-1]] * (length - len(keys))], ", ".join(["%s"] * length)


def _key(model: type[models.Model]) -> Any:  # Any: stubs know fields without columns
    return model._meta.pk


@cache
def _fields(model: type[models.Model], names: tuple[str, ...]) -> list[Any]:
    return [model._meta.get_field(name) for name in names]


@cache
def _given(model: type[models.Model]) -> list[Any]:
    """The fields of a model that a new row is given, and that the database does not count up."""
    return [field for field in model._meta.concrete_fields if not isinstance(field, models.AutoField)]


def _by_column(model: type[models.Model], columns: tuple[str, ...]) -> list[Any]:
    by_name = {field.attname: field for field in model._meta.concrete_fields}
    return [by_name[name] for name in columns]


@cache
def _unpacking(model: type[models.Model], columns: tuple[str, ...]) -> str:
    fields = _by_column(model, columns)
    names = ", ".join(map(_quoted, columns))
    kinds = ", ".join(
        f"{_quoted(name)} {field.rel_db_type(connection) if field.is_relation else field.db_type(connection)}"
        for name, field in zip(columns, fields, strict=True)
    )
    given = f"SELECT {names} FROM json_to_recordset(%s) AS given ({kinds})"  # noqa: S608
    return f"INSERT INTO {_quoted(model._meta.db_table)} ({names}) {given}"


@cache
def _inserting(model: type[models.Model], columns: tuple[str, ...], rows: int = 1) -> str:
    names, blanks = ", ".join(map(_quoted, columns)), ", ".join(["%s"] * len(columns))
    values = ", ".join([f"({blanks})"] * rows)
    return f"INSERT INTO {_quoted(model._meta.db_table)} ({names}) VALUES {values}"  # noqa: S608


def _quoted(name: str) -> str:
    return connection.ops.quote_name(name)
