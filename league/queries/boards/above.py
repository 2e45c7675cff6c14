"""Wins above expectation, from sums that are kept. Law: the arithmetic is league.results.expecting's; here the database
adds up its whole numbers, so that no page reads a game or a seat.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.db import connection

from league.results.expecting import PARTS, PRIOR, Above, above

# What a seat that won is worth in each cell, and by whom it was won: expecting.ratio(), by the database.
RATIOS: Final = f"""
    SELECT ruleset, book, size, winner, ({PARTS} * (2 * (decided - games) + {PRIOR})) / (2 * (decided - 1 + {PRIOR}))
        AS ratio
    FROM (
        SELECT ruleset, book, size, winner, games,
            CAST(SUM(games) OVER (PARTITION BY ruleset, book, size) AS BIGINT) AS decided
        FROM league_surplus WHERE season = %s AND "by" = '' AND team = '' AND role = ''
    ) cells
"""  # noqa: S608  (numbers of ours)
SUMS: Final = """CAST(SUM(seats) AS BIGINT), CAST(SUM(more) AS BIGINT), CAST(SUM(apart) AS BIGINT),
    CAST(SUM(more * ratio) AS BIGINT)"""


def above_of(
    *, by: str, season: str = "", ruleset: str = "", team: str = "", role: str = "", keys: Sequence[str] = ()
) -> dict[str, Above]:
    """Wins above expectation of each player (by its id), model or persona (by its slug) or level, over all rated
    seasons that count, or over the season named. One query."""
    return {key: found for (key,), found in _found(by, ("whose",), season, ruleset, team, role, keys).items()}


def above_by_role(*, season: str = "", ruleset: str = "") -> dict[tuple[str, str, str, int], Above]:
    """The same of each model, by its slug, role, team and size of table. One query."""
    sums = _found("model", ("whose", "role", "team", "size"), season, ruleset, "", "*", ())
    return {(whose, role, team, size): found for (whose, role, team, size), found in sums.items()}


def _by_bytes(column: str) -> str:
    """A column that rows are put together by. By a language's order PostgreSQL took 50 ms to sort 17,600 ids."""
    return f'{column} COLLATE "C"' if connection.vendor == "postgresql" and column != "size" else column


def _found(
    by: str, told: Sequence[str], season: str, ruleset: str, team: str, role: str, keys: Sequence[str]
) -> Mapping[tuple[Any, ...], Above]:
    """What the rows come to by the columns that are `told`. A player's rows are of its roles, or of all together."""
    wanted, given = ["season = %s", '"by" = %s'], [season, by]
    if role:
        wanted.append("role <> ''" if role == "*" else "role = %s")
        given += [] if role == "*" else [role]
    elif team and by == "player":
        wanted.append("role <> ''")
    else:
        wanted.append("role = ''")
    if team or not role:
        wanted.append("team = %s")
        given.append(team)
    if ruleset:
        wanted.append("ruleset = %s")
        given.append(ruleset)
    if keys:
        wanted.append(f"whose IN ({', '.join(['%s'] * len(keys))})")
        given += keys
    columns = ", ".join(_by_bytes(name) for name in told)
    with connection.cursor() as cursor:
        # Each once, and then joined: the database expects few rows of a board, and went through all for each cell.
        cursor.execute(
            f"WITH sums AS MATERIALIZED (SELECT * FROM league_surplus WHERE {' AND '.join(wanted)}),"  # noqa: S608
            f" ratios AS MATERIALIZED ({RATIOS}) SELECT {columns}, {SUMS} FROM sums"
            f" JOIN ratios USING (ruleset, book, size, winner) GROUP BY {columns}",
            [*given, season],
        )
        rows = cursor.fetchall()
    width = len(told)
    found = {}
    for row in rows:
        seats, more, apart, surplus = row[width:]
        if (each := above(seats=seats, more=more, apart=apart, surplus=surplus)) is not None:
            found[row[:width]] = each
    return found
