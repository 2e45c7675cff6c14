"""How kept sums are added to and taken from: one statement for a table, a SELECT over the rows that stay, grouped by
the table's keys. Law: who adds writes rows in the order of their keys; who takes away, or folds again, has locked the
tables, in the order of league.results.sums.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from django.db import connection, models

from games.models.plain_sql import execute_planned


@dataclass(frozen=True, slots=True, eq=False)
class Fold:
    """How the rows of a table are added up: its columns, each with the expression that gives it, from `source`;
    `besides` are those that follow from the keys."""

    model: type[models.Model]
    keys: dict[str, str]
    sums: dict[str, str]
    source: str
    besides: dict[str, str] = field(default_factory=dict)
    counter: str = "games"  # the sum that is 0 where nothing is left


def added(names: Iterable[str]) -> dict[str, str]:
    """The sums of columns that the source has by the same names."""
    return {name: f"SUM({name})" for name in names}


def fold(each: Fold, wanted: dict[str, str], parameters: Sequence[Any], *, of_all: bool = True) -> None:
    """Adds what a source has for the wanted rows to a table; without the rows of all seasons together where those are
    to come from the others."""
    begins, ends = _adding(each)
    source = each.source.format(**wanted) if wanted else each.source
    source += "" if of_all else " AND kind IN (0, 2, 4)"
    execute_planned(f"{begins} FROM {source} {ends}", parameters)


def take(*, each: Fold, wanted: dict[str, str], parameters: Sequence[Any]) -> None:
    """Takes what a source has for the wanted rows from a table again; rows of which nothing is left go. The table is
    locked. (No addition of negative numbers: the database would refuse the row before it finds the one it adds to.)"""
    quoted, table = connection.ops.quote_name, connection.ops.quote_name(each.model._meta.db_table)
    columns = each.keys | each.sums
    told = ", ".join(f"{value} AS {quoted(name)}" for name, value in columns.items())
    places = ", ".join(str(place) for place in range(1, len(each.keys) + 1))
    less = ", ".join(f"{quoted(name)} = {_left(each, name, table)}" for name in each.sums)
    same = " AND ".join(f"{table}.{quoted(name)} = taken.{quoted(name)}" for name in each.keys)
    source = f"SELECT {told} FROM {each.source.format(**wanted)} GROUP BY {places}"  # noqa: S608
    execute_planned(f"UPDATE {table} SET {less} FROM ({source}) taken WHERE {same}", parameters)  # noqa: S608
    every(each).filter(**{each.counter: 0}).delete()


def _left(each: Fold, name: str, table: str) -> str:
    """What of a sum is left; of money to the places that it has, for SQLite knows no decimals."""
    column = connection.ops.quote_name(name)
    left = f"{table}.{column} - taken.{column}"
    kind = each.model._meta.get_field(name)
    return f"ROUND({left}, {kind.decimal_places})" if isinstance(kind, models.DecimalField) else left


@cache  # for it is added to with each game, and takes longer to word than to do; both databases quote names alike
def _adding(each: Fold) -> tuple[str, str]:
    """The statement that adds to a table, around the source of what is added."""
    quoted, table = connection.ops.quote_name, connection.ops.quote_name(each.model._meta.db_table)
    columns = each.keys | each.besides | each.sums
    names, values = ", ".join(map(quoted, columns)), ", ".join(columns.values())
    places = ", ".join(str(place) for place in range(1, len(each.keys) + len(each.besides) + 1))
    sums = ", ".join(f"{quoted(name)} = {table}.{quoted(name)} + excluded.{quoted(name)}" for name in each.sums)
    return (
        f"INSERT INTO {table} ({names}) SELECT {values}",
        f"GROUP BY {places} ORDER BY {places} ON CONFLICT ({', '.join(map(quoted, each.keys))}) DO UPDATE SET {sums}",
    )


def of_all_seasons(each: Fold, *, but: str = "TRUE") -> Fold:
    """The same table, added up over its seasons, or over those that fit."""
    keys = {name: "''" if name == "season" else connection.ops.quote_name(name) for name in each.keys}
    table = connection.ops.quote_name(each.model._meta.db_table)
    return Fold(each.model, keys, added(each.sums), f"{table} WHERE season <> '' AND {but}")


def every(each: Fold) -> models.QuerySet[Any]:  # Any: rows of its model
    """All rows of a table."""
    return models.QuerySet(each.model)


def lock(model: type[models.Model]) -> None:
    """Nobody else writes this table until the transaction ends; reading goes on."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f'LOCK TABLE "{model._meta.db_table}" IN SHARE ROW EXCLUSIVE MODE')


def rows_of(each: Fold) -> dict[tuple[Any, ...], tuple[Any, ...]]:
    """What stands in a table, by key; costs to the places that they have."""
    rows: Any = every(each).values_list(*each.keys, *each.sums)
    whole = len(each.keys)
    return {row[:whole]: tuple(round(number, 8) for number in row[whole:]) for row in rows}


def difference(each: Fold, was: dict[Any, Any], now: dict[Any, Any]) -> str:
    """How many rows of a table were wrong, in words; "" for none."""
    wrong = sum(was.get(key) != now.get(key) for key in was.keys() | now.keys())
    return f"{each.model._meta.verbose_name_plural}: {wrong} row{'' if wrong == 1 else 's'} differed" if wrong else ""
