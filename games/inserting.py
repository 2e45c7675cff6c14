"""Many rows at once, by plain SQL: a game is hundreds of them, and bulk_create takes five times as long to word them.

The values are adapted by Django's own backend, so that what is stored is what a model would have stored.
"""

from collections.abc import Sequence
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
    model = type(rows[0])
    columns, quote = COLUMNS[model], connection.ops.quote_name
    names, blanks = ", ".join(map(quote, columns)), ", ".join(["%s"] * len(columns))
    otherwise = " ON CONFLICT DO NOTHING" if repeated else ""
    # Every name comes from the models, every value goes in as a parameter.
    sql = f"INSERT INTO {quote(model._meta.db_table)} ({names}) VALUES ({blanks}){otherwise}"  # noqa: S608
    with connection.cursor() as cursor:
        cursor.executemany(sql, [[_adapted(name, row.__dict__[name]) for name in columns] for row in rows])


def _adapted(name: str, value: Any) -> Any:  # Any: whatever the driver takes
    if name in AS_JSON:
        return connection.ops.adapt_json_value(value, None)
    if name in AS_TIME:
        return connection.ops.adapt_datetimefield_value(value)
    return value
