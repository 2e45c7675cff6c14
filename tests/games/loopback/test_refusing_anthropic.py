"""What the provider refuses of Anthropic's protocol: what the real service refuses too."""

from typing import Any

import anthropic
import pytest

from games.loopback.process import Provider
from tests.games.loopback.asking import TOOL, VOTE, by_format, by_tool, said
from tests.games.loopback.wire import post

MARK = {"type": "ephemeral"}
USE = {"type": "tool_use", "id": "u1", "name": "vote", "input": {}}
OLDER = "2023-06-01"
CITED = {
    "type": "char_location",
    "cited_text": "x",
    "document_index": 0,
    "document_title": "t",
    "start_char_index": 0,
    "end_char_index": 1,
}
CIRCLE = {
    "type": "object",
    "properties": {"p": {"$ref": "#/$defs/p"}},
    "required": ["p"],
    "additionalProperties": False,
}


def body(**more: Any) -> dict[str, Any]:
    return {"extra_body": more}


def text(words: str = "x", **more: Any) -> dict[str, Any]:
    return {"type": "text", "text": words, **more}


def wanted(**changed: Any) -> dict[str, Any]:
    """A request by a schema that is changed at its top."""
    return {"output_config": {"format": {"type": "json_schema", "schema": VOTE | changed}}}


def part(**changed: Any) -> dict[str, Any]:
    properties = VOTE["properties"] | {"more": changed}
    return wanted(properties=properties, required=list(properties))


THINKING = {"type": "enabled", "budget_tokens": 1024}

BAD_TOOL_REQUESTS: dict[str, tuple[dict[str, Any], str]] = {
    "unknown key": (body(response_format={}), "response_format: Extra inputs are not permitted"),
    "unknown key in a block": ({"messages": [{"role": "user", "content": [text(cache=1)]}]}, "content.0.cache: Extra"),
    "unknown key in a tool": ({"tools": [TOOL | {"parameters": {}}]}, "tools.0.parameters: Extra"),
    "header in the body": (body(workspace_id="w"), "workspace_id"),
    "no limit": (body(max_tokens=None), "max_tokens"),
    "limit of nothing": ({"max_tokens": 0}, "max_tokens"),
    "limit too large": ({"max_tokens": 64_001, "timeout": 9}, "maximum allowed number of output tokens"),
    "temperature": (body(temperature=1), "temperature: Extra inputs are not permitted"),
    "top_p": (body(top_p=1), "top_p: Extra inputs are not permitted"),
    "top_k": (body(top_k=5), "top_k: Extra inputs are not permitted"),
    "no messages": ({"messages": []}, "at least one message"),
    "assistant first": ({"messages": [*said(role="assistant"), *said()]}, 'must use the "user" role'),
    "system among the messages": ({"messages": [*said(role="system"), *said()]}, "top-level `system`"),
    "unknown role": ({"messages": said(role="tool")}, "messages.0: role: Input should be"),
    "empty content": ({"messages": said("")}, "non-empty content"),
    "no blocks": ({"messages": [{"role": "user", "content": []}]}, "non-empty content"),
    "empty block": ({"messages": [{"role": "user", "content": [text("")]}]}, "must be non-empty"),
    "blank block": ({"messages": [{"role": "user", "content": [text(" \n")]}]}, "non-whitespace"),
    "empty block of system": ({"system": [text("")]}, "system: text content blocks must be non-empty"),
    "mark on an empty block": ({"system": [text("", cache_control=MARK)]}, "cannot be set for empty text blocks"),
    "five marks": (
        {"system": [text(cache_control=MARK)] * 4, "tools": [TOOL | {"cache_control": MARK}]},
        "A maximum of 4 blocks with cache_control may be provided. Found 5.",
    ),
    "long after short": (
        {"system": [text(cache_control=MARK), text(cache_control=MARK | {"ttl": "1h"})]},
        "must not come after",
    ),
    "unknown life": ({"system": [text(cache_control=MARK | {"ttl": "2h"})]}, "ttl"),
    "citations of a user": ({"messages": [{"role": "user", "content": [text(citations=[CITED])]}]}, "not permitted"),
    "use without result": ({"messages": [*said(), {"role": "assistant", "content": [USE]}, *said()]}, "tool_result"),
    "result without use": (
        {"messages": [{"role": "user", "content": [{"type": "tool_result", "tool_use_id": "u1"}]}]},
        "tool_use",
    ),
    "prefill of thinking": (
        {"messages": [*said(), *said("{", "assistant")], "thinking": THINKING, "max_tokens": 2000}
        | {"tool_choice": {"type": "auto"}},
        "prefill",
    ),
    "prefill that ends in a blank": ({"messages": [*said(), *said("I ", "assistant")]}, "trailing whitespace"),
    "budget too small": ({"thinking": THINKING | {"budget_tokens": 1023}, "max_tokens": 2000}, "1024"),
    "budget too large": ({"thinking": THINKING, "max_tokens": 1024}, "must be greater than `thinking.budget_tokens`"),
    "budget missing": ({"thinking": {"type": "enabled"}}, "budget_tokens"),
    "thinking and force": ({"thinking": THINKING, "max_tokens": 2000}, "when tool_choice forces tool use"),
    "adaptive of an older model": ({"thinking": {"type": "adaptive"}}, "not supported"),
    "effort of an older model": ({"output_config": {"effort": "low"}}, "effort"),
    "choice of another": ({"tool_choice": {"type": "tool", "name": "x"}}, "not found in provided tools"),
    "choice without tools": ({"tools": []}, "only be specified while providing `tools`"),
    "tools of one name": ({"tools": [TOOL, TOOL]}, "Tool names must be unique"),
    "name of a tool": ({"tools": [TOOL | {"name": "a b"}]}, "should match pattern"),
    "tool without an object": ({"tools": [TOOL | {"input_schema": {"type": "string"}}]}, "input_schema"),
    "choice at the top of a tool": (
        {"tools": [TOOL | {"input_schema": VOTE | {"anyOf": [{"type": "object"}]}}]}, "at the top level",
    ),
    "one of several at the top of a tool": (
        {"tools": [TOOL | {"input_schema": VOTE | {"oneOf": [{"type": "object"}]}}]}, "at the top level",
    ),
    "key of a tool with a blank": (
        {"tools": [TOOL | {"input_schema": {"type": "object", "properties": {"a b": {"type": "string"}}}}]},
        "Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'",
    ),
    "key of a tool that is too long": (
        {"tools": [TOOL | {"input_schema": {"type": "object", "properties": {"a" * 65: {"type": "string"}}}}]},
        "Property keys should match pattern",
    ),
    "required that a tool does not have": (
        {"tools": [TOOL | {"input_schema": VOTE | {"required": ["x"]}}]}, "'required' names 'x'",
    ),
    "strict tool with bounds": (
        {"tools": [{"name": "vote", "strict": True, "input_schema": VOTE | {"required": ["a"], "properties": {
            "a": {"type": "integer", "minimum": 0}}}}]},
        "property 'minimum' is not supported",
    ),
    "window": ({"messages": said("word " * 200_000)}, "prompt is too long"),
    "window with limit": ({"messages": said("x" * 640_000), "max_tokens": 60_000, "timeout": 9}, "context limit"),
}  # fmt: skip


@pytest.mark.parametrize("wrong", BAD_TOOL_REQUESTS)
def test_bad_request_is_refused(claude: anthropic.Anthropic, wrong: str) -> None:
    changed, why = BAD_TOOL_REQUESTS[wrong]
    with pytest.raises(anthropic.BadRequestError) as refused:
        claude.messages.create(**by_tool(**changed))
    assert why in str(refused.value)
    assert refused.value.type == "invalid_request_error"
    assert refused.value.request_id is not None


BAD_SCHEMAS: dict[str, tuple[dict[str, Any], str]] = {
    "minimum": (part(type="integer", minimum=0), "property 'minimum' is not supported"),
    "maximum": (part(type="integer", maximum=9), "property 'maximum' is not supported"),
    "minLength": (part(type="string", minLength=1), "property 'minLength' is not supported"),
    "maxItems": (part(type="array", items={"type": "string"}, maxItems=2), "property 'maxItems' is not supported"),
    "two items at least": (part(type="array", items={"type": "string"}, minItems=2), "other than 0 or 1"),
    "open object": (wanted(additionalProperties=True), "'additionalProperties' must be explicitly set to false"),
    "list of anything": (part(type="array"), "'items' is required"),
    "key with a blank": (wanted(properties={"a b": {"type": "string"}}, required=["a b"]), "Property keys should"),
    "required that is no field": (wanted(required=["x"]), "'required' names 'x'"),
    "object in an enum": (part(enum=[{"a": 1}]), "Enum values"),
    "unknown format": (part(type="string", format="phone"), "not supported"),
    "ref to nowhere": (part(**{"$ref": "#/$defs/q"}), "cannot be resolved"),
    "circle": (wanted(**{"$defs": {"p": CIRCLE}}), "Recursive schemas"),
    "unknown key": ({"output_config": {"format": {"type": "json_schema", "schema": VOTE, "name": "v"}}}, "name: Extra"),
}


@pytest.mark.parametrize("wrong", BAD_SCHEMAS)
def test_schema_that_cannot_be_kept_to_is_refused(claude: anthropic.Anthropic, wrong: str) -> None:
    changed, why = BAD_SCHEMAS[wrong]
    with pytest.raises(anthropic.BadRequestError) as refused:
        claude.messages.create(**by_format(**changed))
    assert why in str(refused.value)


LATER: dict[str, tuple[dict[str, Any], str]] = {
    "forced tool": (by_tool(model="claude-sonnet-5-5", thinking={"type": "between_tools"}), "not supported"),
    "forced tool of one that thinks unasked": (by_tool(model="claude-sonnet-5"), "forces tool use"),
    "budget": (by_format(thinking=THINKING), "not supported"),
    "no thoughts at all": (
        by_format(thinking={"type": "disabled"}),
        'Use "thinking.type.between_tools" for the lowest',
    ),
    "no thoughts of one that always thinks": (
        by_format(model="claude-opus-5-5", thinking={"type": "between_tools"}),
        'Use "thinking.type.adaptive" and',
    ),
    "no thoughts at the highest effort": (
        by_format(thinking={"type": "between_tools"}, output_config={"effort": "max"}),
        "at this effort",
    ),
    "prefill": (by_format(messages=[*said(), *said("{", "assistant")]), "must end with a user message"),
    "effort of none": (by_format(output_config={"effort": "none"}), "effort"),
}


@pytest.mark.parametrize("wrong", LATER)
def test_later_models_refuse_what_older_ones_took(claude: anthropic.Anthropic, wrong: str) -> None:
    request, why = LATER[wrong]
    with pytest.raises(anthropic.BadRequestError) as refused:
        claude.messages.create(**request)
    assert why in str(refused.value)


def test_older_interface_takes_a_temperature_of_older_models(claude: anthropic.Anthropic) -> None:
    older = claude.with_options(default_headers={"anthropic-version": OLDER})
    assert older.messages.create(**by_tool(**body(temperature=0.5))).stop_reason == "tool_use"
    for changed, why in (
        ({"temperature": 1.5}, "range"),
        ({"temperature": 1, "top_p": 1}, "cannot both be specified"),
        ({"model": "claude-sonnet-5", "temperature": 1}, "not supported"),
    ):
        with pytest.raises(anthropic.BadRequestError, match=why):
            older.messages.create(**by_tool(**body(**changed)))


@pytest.mark.parametrize("model", ["claude-9", "gpt-4o-mini"])
def test_unknown_model_is_not_found(claude: anthropic.Anthropic, model: str) -> None:
    with pytest.raises(anthropic.NotFoundError) as refused:
        claude.messages.create(**by_tool(model=model))
    assert refused.value.type == "not_found_error"


def test_wrong_key_is_not_let_in(provider: Provider) -> None:
    with (
        anthropic.Anthropic(base_url=provider.anthropic_url, api_key="sk-real", max_retries=0) as client,
        pytest.raises(anthropic.AuthenticationError) as refused,
    ):
        client.messages.create(**by_tool())
    assert refused.value.type == "authentication_error"


def test_key_is_taken_in_either_header_and_the_version_is_wanted(provider: Provider) -> None:
    raw = b'{"model": "claude-haiku-4-5", "max_tokens": 9, "messages": [{"role": "user", "content": "x"}]}'
    version = {"anthropic-version": OLDER}

    assert post(provider, "/v1/messages", raw, version)[0] == 200
    assert post(provider, "/v1/messages", raw, version | {"authorization": "", "x-api-key": provider.key})[0] == 200
    assert post(provider, "/v1/messages", raw, version | {"authorization": ""})[0] == 401
    assert post(provider, "/v1/messages", raw)[0] == 400
    assert post(provider, "/v1/messages", raw, {"anthropic-version": "2024-01-01"})[0] == 400


def test_body_that_is_too_large_is_refused(provider: Provider) -> None:
    status, answer = post(provider, "/v1/messages", b"{}" + b" " * (32 * 1024 * 1024))
    assert status == 413
    assert answer["error"]["type"] == "request_too_large"
