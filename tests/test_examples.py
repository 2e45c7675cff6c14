"""A run that is not to be slow draws half of the examples, once for each test."""

from collections.abc import Callable
from typing import Any, NamedTuple, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.examples import halve


class Case(NamedTuple):
    """As much of one case of a test as is looked at."""

    obj: Any


def counting(examples: int) -> tuple[Callable[[], None], list[int]]:
    drawn: list[int] = []

    @settings(max_examples=examples, database=None)
    @given(number=st.integers())
    def draw(number: int) -> None:
        drawn.append(number)

    return draw, drawn


def test_each_test_draws_half_of_its_examples_however_many_cases_it_has_and_one_at_least() -> None:
    (many, of_many), (one, of_one), (other, of_other) = counting(40), counting(1), counting(40)
    halve(cast("list[pytest.Item]", [Case(many), Case(one), Case(print), Case(many)]))
    for draw in (many, one, other):
        draw()
    assert [len(of_many), len(of_one), len(of_other)] == [20, 1, 40]
