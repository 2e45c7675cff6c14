"""Questions that are asked of every game are worded once a process, and planned once a connection. Django takes longer
to word one than a database takes to answer it, and PostgreSQL as long to plan it.

Law: what a question says besides the values that it is given never changes. It is worded twice, with other values each
time; where what comes out differs is where they go, and whatever else they would change is refused.

    @planned
    def rules_of(season: int) -> QuerySet[SeasonRules]:
        return SeasonRules.objects.filter(season=season).order_by("number")

    rules_of(season.pk)  # a list

Values are whole numbers and texts, as the parameters are annotated. What comes back is what the queryset gives: models
with what they select and prefetch, tuples or dictionaries. The plan is one for all values: this is for what is found by
its key.
"""

import inspect
from collections.abc import Callable
from copy import copy
from dataclasses import dataclass
from functools import update_wrapper
from typing import Any, Final, Generic, ParamSpec, TypeVar

from django.db import connection
from django.db.models import QuerySet

from games.models.plain_sql import execute_planned

P = ParamSpec("P")
T = TypeVar("T")
LEAST: Final = 31_000  # whole numbers that stand for others; any column takes them


class Planning:
    """What makes a compiler of Django's one that has nothing to word: it executes what it is told, and is planned. How
    the columns are converted is as worded, too: to find that out takes Django a quarter of the time of an answer."""

    asked: tuple[str, tuple[Any, ...]]
    converters: dict[int, Any]  # Any: by column, as Django's compilers have them

    def execute_sql(self, *_: Any, **__: Any) -> list[list[Any]]:
        return [execute_planned(*self.asked)]

    def get_converters(self, _: Any) -> dict[int, Any]:
        return self.converters


@dataclass(frozen=True, slots=True)
class Wording:
    """A question in the words of one database: `places` says for each parameter which value goes there, by number, or
    -1 where it is always the same."""

    queryset: QuerySet[Any]
    compiler: Any  # Any: a compiler of Django's that is Planning, too
    sql: str
    parameters: tuple[Any, ...]
    places: tuple[int, ...]


class Worded(Generic[P, T]):
    """A question that is worded when it is first asked."""

    def __init__(self, ask: "Callable[P, QuerySet[Any, T]]") -> None:
        update_wrapper(self, ask)
        self._ask: Callable[..., QuerySet[Any, T]] = ask
        self._kinds = [each.annotation for each in inspect.signature(ask).parameters.values()]
        self._wordings: dict[str, Wording] = {}

    def __call__(self, *values: P.args, **_: P.kwargs) -> list[T]:
        """The answer; values are given by their place. One query, and those of what it prefetches."""
        wording = self._wordings.get(connection.vendor) or self._word()
        compiler, queryset = copy(wording.compiler), wording.queryset.all()
        compiler.connection = connection
        compiler.asked = (
            wording.sql,
            tuple(
                same if place < 0 else values[place]
                for same, place in zip(wording.parameters, wording.places, strict=True)
            ),
        )
        query: Any = queryset.query  # Any: it is asked once, by the next line
        query.get_compiler = lambda *_, **__: compiler
        return list(queryset)

    def _word(self) -> Wording:
        """Words it for the database at hand. Raises TypeError where a value changes more than itself."""
        first, second = (self._ask(*_standing_in(self._kinds, turn)) for turn in (0, 1))
        compiler: Any = first.query.get_compiler(connection=connection)
        sql, parameters = compiler.as_sql()
        same_sql, others = second.query.get_compiler(connection=connection).as_sql()
        marks = {value: place for place, value in enumerate(_standing_in(self._kinds, 0))}
        places = tuple(
            -1 if one == other else marks.get(one, len(marks)) for one, other in zip(parameters, others, strict=True)
        )
        if sql != same_sql or len(marks) in places or set(places) - {-1} != set(marks.values()):
            raise TypeError(f"{self._ask.__qualname__}() says something else with other values, or leaves one out")
        compiler.converters = compiler.get_converters([column for column, *_ in compiler.select[: compiler.col_count]])
        compiler.__class__ = type("Planning", (Planning, type(compiler)), {})
        wording = self._wordings[connection.vendor] = Wording(first, compiler, sql, tuple(parameters), places)
        return wording


def planned(ask: "Callable[P, QuerySet[Any, T]]") -> Worded[P, T]:
    """A question that is worded once, and planned once for a connection."""
    return Worded(ask)


def _standing_in(kinds: list[Any], turn: int) -> list[Any]:
    """Values that stand for others, each unlike all others."""
    numbers = [LEAST + 2 * place + turn for place in range(len(kinds))]
    return [{int: number, str: f"value {number}"}[kind] for kind, number in zip(kinds, numbers, strict=True)]
