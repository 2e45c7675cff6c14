"""Rows by plain SQL, where there are many: a game is hundreds of them and a season thousands of calls, and Django's
querysets take five times as long to word them.

The values are adapted by Django's own fields or backend, so that what is stored is what a model would have stored.
Every name comes from the models, every value goes in as a parameter.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, Final

from django.db import connection, models

from games.models import Answer, Event

AS_JSON: Final = frozenset({"answer", "data"})
AS_TIME: Final = frozenset({"at"})
COLUMNS: Final[dict[type[models.Model], tuple[str, ...]]] = {
    model: tuple(field.attname for field in model._meta.concrete_fields if not field.primary_key)
    for model in (Answer, Event)
}


def insert(rows: Sequence[Answer] | Sequence[Event], *, repeated: bool = False) -> None:
    """Inserts rows of one table; `repeated` passes over those that an earlier try has inserted.

    Raises IntegrityError where the database forbids a row. The rows in memory do not learn their keys.
    """
    if not rows:
        return
    columns = COLUMNS[type(rows[0])]
    otherwise = " ON CONFLICT DO NOTHING" if repeated else ""
    with connection.cursor() as cursor:
        cursor.executemany(
            _inserting(type(rows[0]), columns) + otherwise,
            [[_adapted(name, row.__dict__[name]) for name in columns] for row in rows],
        )


def _adapted(name: str, value: Any) -> Any:  # Any: whatever the driver takes
    if name in AS_JSON:
        return connection.ops.adapt_json_value(value, None)
    if name in AS_TIME:
        return connection.ops.adapt_datetimefield_value(value)
    return value


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


def _key(model: type[models.Model]) -> Any:  # Any: stubs know fields without columns
    return model._meta.pk


@cache
def _fields(model: type[models.Model], names: tuple[str, ...]) -> list[Any]:
    return [model._meta.get_field(name) for name in names]


@cache
def _given(model: type[models.Model]) -> list[Any]:
    """The fields of a model that a new row is given, and that the database does not count up."""
    return [field for field in model._meta.concrete_fields if not isinstance(field, models.AutoField)]


@cache
def _inserting(model: type[models.Model], columns: tuple[str, ...], rows: int = 1) -> str:
    names, blanks = ", ".join(map(_quoted, columns)), ", ".join(["%s"] * len(columns))
    values = ", ".join([f"({blanks})"] * rows)
    return f"INSERT INTO {_quoted(model._meta.db_table)} ({names}) VALUES {values}"  # noqa: S608


def _quoted(name: str) -> str:
    return connection.ops.quote_name(name)
