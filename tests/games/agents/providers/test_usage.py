"""Every number that a provider can tell of what a call used is read and billed, or dismissed with a reason."""

from collections.abc import Callable, Iterator
from dataclasses import fields
from types import UnionType
from typing import Any, Union, get_args, get_origin

import anthropic.types
import openai.types
import openai.types.responses
import pytest
from pydantic import BaseModel

from games.agents.providers import Usage
from games.agents.providers.usage import DISMISSED, RESPONSES, used_of_anthropic, used_of_openai

READ: dict[str, tuple[type[BaseModel], Callable[[object], Usage | None]]] = {
    "openai CompletionUsage": (openai.types.CompletionUsage, used_of_openai),
    "openai ResponseUsage": (
        openai.types.responses.ResponseUsage,
        lambda told: used_of_openai(told, RESPONSES),
    ),
    "openai ToolUsage": (openai.types.responses.response.ToolUsage, lambda told: Usage()),
    "anthropic Usage": (anthropic.types.Usage, used_of_anthropic),
}
EACH = pytest.mark.parametrize("name", READ)
MANY = 1_000
SUM = 3 * MANY  # of which input and output, a thousand each, leave some


class Fee(BaseModel):
    searches: int | None = None


class Told(BaseModel):
    tokens: int
    tier: str | None = None
    by_tool: dict[str, Fee] | None = None
    fees: list[Fee] = []
    price: float = 0.0


def numbers_in(typed: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The path of each number in a type of an SDK, however deep and in whatever it is put."""
    if isinstance(typed, type) and issubclass(typed, BaseModel):
        for name, field in typed.model_fields.items():
            yield from numbers_in(field.annotation, (*path, name))
    elif isinstance(typed, type) and issubclass(typed, int | float) and typed is not bool:
        yield path
    elif get_origin(typed) in (Union, UnionType, list, dict, tuple):
        for each in get_args(typed):
            yield from numbers_in(each, path)


def reply_with(*paths: tuple[str, ...]) -> dict[str, Any]:
    """A usage in which these numbers are a thousand each, and no others are told."""
    told: dict[str, Any] = {}
    for path in paths:
        inner = told
        for name in path[:-1]:
            inner = inner.setdefault(name, {})
        inner[path[-1]] = SUM if path[-1] == "total_tokens" else MANY
    return told


def test_a_number_is_found_however_it_is_put() -> None:
    found = [".".join(path) for path in numbers_in(Told)]
    assert found == ["tokens", "by_tool.searches", "fees.searches", "price"]


@EACH
def test_every_number_of_the_sdk_is_read_or_dismissed_with_a_reason(name: str) -> None:
    typed, used = READ[name]
    paths = set(numbers_in(typed))
    # The whole of input and output is told with each, without which a part of it is none.
    wholes = {path for path in paths if len(path) == 1 and path[0] in WHOLES}
    bare = used(reply_with(*wholes))
    read = {path for path in paths if used(reply_with(*(wholes | {path}))) != bare}
    read |= {path for path in wholes if used(reply_with(*(wholes - {path}))) != bare}
    dismissed = {tuple(path.split(".")) for path in DISMISSED[name]}

    assert read & dismissed == set(), "what is dismissed is not read"
    assert paths - read - dismissed == set(), "a number that nobody priced or dismissed"
    assert dismissed - paths == set(), "nothing is dismissed that there is not"
    assert all(DISMISSED[name].values())


WHOLES = {"prompt_tokens", "completion_tokens", "input_tokens", "output_tokens"}


def test_what_is_written_to_openais_cache_is_a_part_of_the_input() -> None:
    details = {"cached_tokens": 2000, "cache_write_tokens": 400}
    told = {"prompt_tokens": 2600, "completion_tokens": 90, "prompt_tokens_details": details}
    assert used_of_openai(told) == Usage(input=2600, cached=2000, cache_written=400, output=90)


def test_the_protocol_of_responses_tells_the_same_by_other_names() -> None:
    told = {
        "input_tokens": 2600,
        "input_tokens_details": {"cached_tokens": 2000, "cache_write_tokens": 400},
        "output_tokens": 90,
        "output_tokens_details": {"reasoning_tokens": 70},
    }
    assert used_of_openai(told, RESPONSES) == Usage(input=2600, cached=2000, cache_written=400, output=90, reasoning=70)


def test_no_more_is_read_and_written_than_there_is() -> None:
    details = {"cached_tokens": 700, "cache_write_tokens": 700}
    used = used_of_openai({"prompt_tokens": 1000, "completion_tokens": 5, "prompt_tokens_details": details})
    assert used == Usage(input=1000, cached=700, cache_written=300, output=5)


def test_anthropic_counts_what_its_cache_read_and_wrote_beside_the_rest() -> None:
    told = {
        "input_tokens": 10,
        "cache_read_input_tokens": 2000,
        "cache_creation_input_tokens": 700,
        "cache_creation": {"ephemeral_5m_input_tokens": 600, "ephemeral_1h_input_tokens": 100},
        "output_tokens": 90,
        "output_tokens_details": {"thinking_tokens": 40},
    }
    assert used_of_anthropic(told) == Usage(
        input=2710, cached=2000, cache_written=700, cache_written_long=100, output=90, reasoning=40
    )


def test_parts_of_what_anthropic_wrote_count_where_the_sum_is_missing() -> None:
    lives = {"ephemeral_5m_input_tokens": 600, "ephemeral_1h_input_tokens": 100}
    told = {"input_tokens": 10, "output_tokens": 3, "cache_creation": lives}
    assert used_of_anthropic(told) == Usage(input=710, cache_written=700, cache_written_long=100, output=3)


@pytest.mark.parametrize(
    ("told", "output"),
    [
        # xAI: https://docs.x.ai/docs/guides/reasoning
        ({"prompt_tokens": 32, "completion_tokens": 237, "total_tokens": 2170}, 2138),
        (
            {"prompt_tokens": 32, "completion_tokens": 237, "completion_tokens_details": {"reasoning_tokens": 1901}},
            2138,
        ),
        ({"prompt_tokens": 9, "completion_tokens": 1, "total_tokens": 103}, 94),
        ({"prompt_tokens": 9, "total_tokens": 103}, 94),
        ({"prompt_tokens": 9, "completion_tokens": 50, "total_tokens": 9}, 50),
        ({"prompt_tokens": 9, "completion_tokens": 50, "total_tokens": None}, 50),
    ],
)
def test_reasoning_that_is_told_beside_the_output_or_in_the_sum_alone_is_output(
    told: dict[str, Any], output: int
) -> None:
    used = used_of_openai(told)
    assert used is not None
    assert (used.input, used.output) == (told["prompt_tokens"], output)
    named = {name.replace("prompt", "input").replace("completion", "output"): told[name] for name in told}
    assert used_of_openai(named, RESPONSES) == used


@pytest.mark.parametrize("odd", [None, 12.0, "12", -1, True])
def test_a_count_that_is_none_is_not_a_count_of_nothing(odd: object) -> None:
    for name in ("prompt_tokens", "completion_tokens"):
        assert used_of_openai({"prompt_tokens": 12, "completion_tokens": 7} | {name: odd}) is None
    for name in ("input_tokens", "output_tokens"):
        assert used_of_openai({"input_tokens": 12, "output_tokens": 7} | {name: odd}, RESPONSES) is None
        assert used_of_anthropic({"input_tokens": 12, "output_tokens": 7} | {name: odd}) is None
    is_told = odd is not None  # a part that is told as nothing is none
    assert (
        used_of_anthropic({"input_tokens": 12, "output_tokens": 7, "cache_read_input_tokens": odd}) is None
    ) == is_told
    details = {"prompt_tokens": 12, "completion_tokens": 7, "prompt_tokens_details": {"cache_write_tokens": odd}}
    assert (used_of_openai(details) is None) == is_told


@pytest.mark.parametrize("told", [None, "much", [], 7, {}])
def test_what_is_no_usage_is_none(told: object) -> None:
    assert (used_of_openai(told), used_of_anthropic(told)) == (None, None)


def test_every_kind_of_token_is_told_by_somebody() -> None:
    paths = {name: tuple(numbers_in(typed)) for name, (typed, _) in READ.items()}
    told = [used(reply_with(*paths[name])) for name, (_, used) in READ.items()]
    assert {field.name for field in fields(Usage) if any(getattr(each, field.name) for each in told)} == {
        field.name for field in fields(Usage)
    }
