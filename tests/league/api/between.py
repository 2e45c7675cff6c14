"""Somebody who writes between two looks of somebody else at the same row."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection


@contextmanager
def written_after_each_look(table: str, write: Callable[[], object]) -> Iterator[list[str]]:
    """Within it `write` happens after each look at this table, from the first act on; yields those looks."""
    looks: list[str] = []
    state = {"is_written": False, "is_own": False}

    def after(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:  # noqa: FBT001
        found = execute(sql, params, many, context)
        if state["is_own"]:
            return found
        state["is_written"] |= sql.startswith('INSERT INTO "league_act"')
        if state["is_written"] and sql.startswith("SELECT") and f'FROM "{table}"' in sql and "FOR " not in sql:
            looks.append(sql)
            state["is_own"] = True
            write()
            state["is_own"] = False
        return found

    with connection.execute_wrapper(after):
        yield looks
