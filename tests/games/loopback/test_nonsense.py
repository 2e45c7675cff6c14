"""Whatever stands at whatever place of a request, it is refused or answered: nothing goes wrong in the provider."""

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest

from games.loopback.service import Service, Settings
from tests.games.loopback.asking import FUNCTION, SHOWN, by_format, by_schema, by_tool, said

HEADERS = {"authorization": "Bearer sk-loop", "content-type": "application/json", "anthropic-version": "2026-10-21"}
JUNK: list[Any] = [
    *(None, 0, -1, 1.5, 10**30, True, "", "x", "#/$defs/q"),
    *([], {}, [1], ["a"], {"a": 1}, [[]], [{}], [None], {"type": 5}, {"type": "object"}, {"anyOf": 5}),
]
WORDS = (
    *("type", "properties", "required", "items", "enum", "const", "anyOf", "allOf", "$ref", "$defs", "description"),
    *("format", "minItems", "minimum", "maximum", "cache_control", "name", "content", "tool_calls", "thinking"),
)
CALL = {"id": "c", "type": "function", "function": {"name": "vote", "arguments": "{}"}}
TURNS = [
    *said("JSON"),
    {"role": "assistant", "tool_calls": [CALL]},
    {"role": "tool", "tool_call_id": "c", "content": "-"},
]
USE = {"type": "tool_use", "id": "u", "name": "vote", "input": {}}
RESULT = {"type": "tool_result", "tool_use_id": "u", "content": "no"}
USED = [*said(), {"role": "assistant", "content": [USE]}, {"role": "user", "content": [RESULT]}]
SYSTEM = [{"type": "text", "text": "x", "cache_control": {"type": "ephemeral"}}]
REQUESTS = {
    "schema": ("/v1/chat/completions", by_schema()),
    "function": ("/v1/chat/completions", {"model": "gpt-4o", "messages": TURNS, "tools": [FUNCTION]}),
    "text": ("/v1/chat/completions", {"model": "loop-text", "messages": said(SHOWN)}),
    "tool": ("/v1/messages", by_tool(messages=USED, system=SYSTEM)),
    "format": ("/v1/messages", by_format(thinking={"type": "adaptive"})),
}


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a request, as the steps that lead there."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, each in inner:
        yield (*path, step)
        yield from places(each, (*path, step))


def changed(request: Any, path: tuple[Any, ...], new: Any) -> Any:
    request = copy.deepcopy(request)
    inner = request
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = new
    return request


def spoilt(request: Any) -> Iterator[Any]:
    """The request with each of the junk at each place, and with more at each object."""
    for path in places(request):
        yield from (changed(request, path, junk) for junk in JUNK)
        inner = request
        for step in path:
            inner = inner[step]
        if isinstance(inner, dict):
            yield from (changed(request, (*path, word), junk) for word in WORDS for junk in JUNK[:6] + JUNK[-4:])


@pytest.mark.parametrize("kind", REQUESTS)
def test_nonsense_is_refused_or_answered(kind: str) -> None:
    path, request = REQUESTS[kind]
    service = Service(Settings())
    statuses = {service.reply_to(path, HEADERS, json.dumps(each).encode()).status for each in spoilt(request)}
    assert statuses == {200, 400, 404}
