"""What the tables of a database are, for comparison: two that were made in different ways are the same when this is."""

import re
from typing import Final

from django.db import connection

OURS: Final = ("games", "league", "personas")
COLUMNS: Final = """
SELECT table_name, column_name, udt_name, character_maximum_length, numeric_precision, numeric_scale, is_nullable,
       column_default, is_identity
FROM information_schema.columns WHERE table_schema = 'public'
"""
CONSTRAINTS: Final = """
SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint
WHERE connamespace = 'public'::regnamespace
"""
INDEXES: Final = "SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'"
TRIGGERS: Final = (
    "SELECT tgrelid::regclass::text, tgname, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal"
)
FUNCTIONS: Final = "SELECT proname, prosrc FROM pg_proc WHERE pronamespace = 'public'::regnamespace"
IN_ORDER: Final = "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL"


def schema() -> dict[str, list[str]]:
    """By table of the league's in the default database: its columns, constraints, indexes and triggers, each as it is
    written, in no order."""
    found: dict[str, list[str]] = {}
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            for about in (COLUMNS, CONSTRAINTS, INDEXES, TRIGGERS, FUNCTIONS):
                cursor.execute(about)
                for name, *what in cursor.fetchall():
                    found.setdefault(name, []).append(" ".join(map(str, what)))
        else:
            cursor.execute(IN_ORDER)
            for name, sql in cursor.fetchall():
                found[name] = parts(sql) if sql.startswith("CREATE TABLE") else [sql]
    return {name: sorted(what) for name, what in found.items() if name.startswith(OURS)}


def parts(sql: str) -> list[str]:
    """What stands in the outer brackets of a CREATE TABLE, one by one."""
    inner, depth, found = sql[sql.index("(") + 1 : sql.rindex(")")], 0, [""]
    for piece in re.split(r"('(?:[^']|'')*'|[(),])", inner):
        depth += {"(": 1, ")": -1}.get(piece, 0)
        if piece == "," and depth == 0:
            found.append("")
        else:
            found[-1] += piece
    return [" ".join(part.split()) for part in found]
