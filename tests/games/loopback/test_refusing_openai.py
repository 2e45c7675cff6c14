"""What the provider refuses of OpenAI's protocol: what the real service refuses too."""

from typing import Any

import openai
import pytest

from games.loopback.process import Provider
from tests.games.loopback.asking import FUNCTION, SHOWN, STRICT, VOTE, by_schema, said
from tests.games.loopback.wire import post

LONG = "word " * 40_000
NAMED = {"type": "function", "function": {"name": "vote"}}
CALL = {"id": "c1", "type": "function", "function": {"name": "vote", "arguments": "{}"}}
CALLED = {"role": "assistant", "content": None, "tool_calls": [CALL]}
RESULT = {"role": "tool", "tool_call_id": "c2", "content": "-"}
MANY = [f"f{at}" for at in range(5001)]
REASONER = {"model": "o4-mini"}
NEWER = {"model": "gpt-5.6-luna"}
MARKED = {"type": "text", "text": "x", "prompt_cache_breakpoint": {"mode": "explicit"}}


def schema(**changed: Any) -> dict[str, Any]:
    """A request with a schema that is changed at its top."""
    return {"response_format": STRICT | {"json_schema": {"name": "v", "strict": True, "schema": VOTE | changed}}}


def part(**changed: Any) -> dict[str, Any]:
    """A request with one more field in its schema."""
    properties = VOTE["properties"] | {"more": changed}
    return schema(properties=properties, required=list(properties))


def body(**more: Any) -> dict[str, Any]:
    return {"extra_body": more}


def nested(levels: int) -> dict[str, Any]:
    inner: dict[str, Any] = {"type": "string"}
    for _ in range(levels):
        inner = {"type": "object", "properties": {"a": inner}, "required": ["a"], "additionalProperties": False}
    return inner


def of_kinds(*kinds: str) -> dict[str, Any]:
    """A shape that begins with its kinds; any text will do where there are none."""
    first = {"type": "string", "enum": list(kinds)} if kinds else {"type": "string"}
    return {"type": "object", "properties": {"kind": first}, "required": ["kind"], "additionalProperties": False}


BAD_REQUESTS: dict[str, tuple[dict[str, Any], str]] = {
    "unknown key": (body(temprature=1), "temprature: Extra inputs are not permitted"),
    "unknown key in a message": ({"messages": [{"role": "user", "content": "x", "to": 1}]}, "messages.0.to"),
    "unknown key in a part": (
        {"messages": [{"role": "user", "content": [{"type": "text", "text": "x", "cache": 1}]}]},
        "messages.0.content.0.cache",
    ),
    "unknown key in a format": (body(response_format=STRICT | {"strict": True}), "response_format.strict"),
    "text for a number": (body(max_tokens="9"), "max_tokens: Input should be a valid integer"),
    "true for a number": (body(max_tokens=True), "max_tokens: Input should be a valid integer"),
    "no messages": ({"messages": []}, "empty array"),
    "unknown role": ({"messages": said(role="moderator")}, "messages.0: role: Input should be"),
    "no content": ({"messages": [{"role": "user"}]}, "messages.0.content"),
    "empty parts": ({"messages": [{"role": "user", "content": []}]}, "empty array"),
    "assistant without words": ({"messages": [*said(), {"role": "assistant"}]}, "content"),
    "name with a blank": ({"messages": [{"role": "user", "content": "x", "name": "A B"}]}, "Invalid 'name'"),
    "call without result": ({"messages": [*said(), CALLED, *said()]}, "must be followed by tool messages"),
    "result without call": ({"messages": [*said(), CALLED, RESULT]}, "must be a response to"),
    "temperature out of range": ({"temperature": 2.5}, "Invalid 'temperature'"),
    "both limits": ({"max_tokens": 9, "max_completion_tokens": 9}, "not supported"),
    "limit of nothing": ({"max_completion_tokens": 0}, ">= 1"),
    "limit too large": ({"max_tokens": 16_385}, "at most 16384"),
    "temperature of a reasoner": (REASONER | {"temperature": 0.5}, "'temperature' does not support 0.5"),
    "top_p of a reasoner": (REASONER | {"top_p": 0.5}, "'top_p' is not supported"),
    "penalty of a reasoner": (REASONER | {"presence_penalty": 1}, "'presence_penalty' is not supported"),
    "logprobs": (REASONER | {"logprobs": True}, "'logprobs' is not supported"),
    "max_tokens of a reasoner": (REASONER | {"max_tokens": 99}, "Use 'max_completion_tokens'"),
    "parallel calls of a reasoner": (
        REASONER | {"tools": [FUNCTION], "parallel_tool_calls": False},
        "'parallel_tool_calls' is not supported",
    ),
    "effort of a model that does not reason": ({"reasoning_effort": "low"}, "reasoning_effort"),
    "effort that o4 does not know": (REASONER | {"reasoning_effort": "minimal"}, "value: 'minimal' is not"),
    "verbosity of an older model": ({"verbosity": "low"}, "'verbosity'"),
    "metadata": ({"metadata": {"game": "g"}}, "'metadata'"),
    "stream": (body(stream=True), "stream"),
    "cache key too long": ({"prompt_cache_key": "k" * 65}, "string too long"),
    "cache options of an older model": (
        {"prompt_cache_options": {"mode": "explicit"}},
        "prompt_cache_options is not supported on this model",
    ),
    "breakpoint of an older model": (
        {"messages": [{"role": "user", "content": [MARKED]}]},
        "prompt_cache_breakpoint is not supported on this model",
    ),
    "breakpoint of an assistant": (
        NEWER | {"messages": [*said(), {"role": "assistant", "content": [MARKED]}, *said()]},
        "not supported on the content of an assistant",
    ),
    "breakpoint without a mode": (
        NEWER | {"messages": [{"role": "user", "content": [MARKED | {"prompt_cache_breakpoint": {}}]}]},
        "prompt_cache_breakpoint.mode",
    ),
    "breakpoint for hours": (
        NEWER | {"messages": [{"role": "user", "content": [
            MARKED | {"prompt_cache_breakpoint": {"mode": "explicit", "ttl": "12h"}}]}]},
        "keeps a breakpoint for '30m'",
    ),
    "cache options for hours": (NEWER | {"prompt_cache_options": {"ttl": "12h"}}, "prompt_cache_options.ttl"),
    "cache options of another mode": (NEWER | {"prompt_cache_options": {"mode": "off"}}, "prompt_cache_options.mode"),
    "retention in memory": (NEWER | {"prompt_cache_retention": "in_memory"}, "compatible only with 24h"),
    "retention beside options": (
        NEWER | {"prompt_cache_retention": "24h", "prompt_cache_options": {"ttl": "30m"}},
        "do not go together",
    ),
    "tools of one that reasons": (
        NEWER | {"tools": [FUNCTION]},
        "not supported for gpt-5.6-luna in /v1/chat/completions",
    ),
    "temperature of GPT-5.6": (NEWER | {"temperature": 0.5}, "'temperature' does not support 0.5"),
    "effort that GPT-5.6 does not know": (NEWER | {"reasoning_effort": "minimal"}, "value: 'minimal' is not"),
    "object without the word": (
        {"messages": said("Vote!"), "response_format": {"type": "json_object"}},
        "must contain the word 'json'",
    ),
    "schema without a schema": (body(response_format={"type": "json_schema", "json_schema": {"name": "v"}}), "schema"),
    "name of a schema": (
        {"response_format": STRICT | {"json_schema": {"name": "my vote", "schema": VOTE}}},
        "json_schema.name",
    ),
    "field that is not required": (schema(required=["vote"]), "Missing 'reasoning'"),
    "nothing required": ({"response_format": STRICT | {"json_schema": {"name": "v", "strict": True, "schema": {
        key: each for key, each in VOTE.items() if key != "required"}}}}, "'required' is required"),
    "required that is no field": (schema(required=[*VOTE["required"], "x"]), "not in properties"),
    "open object": (schema(additionalProperties=True), "'additionalProperties' is required"),
    "list at the top": (schema(type="array"), "type: \"object\""),
    "default": (part(type="string", default="x"), "'default' is not permitted"),
    "maxLength": (part(type="string", maxLength=9), "'maxLength' is not permitted"),
    "uniqueItems": (part(type="array", items={"type": "string"}, uniqueItems=True), "'uniqueItems'"),
    "allOf": (part(allOf=[{"type": "string"}]), "'allOf' is not permitted"),
    "unknown format": (part(type="string", format="phone"), "not a valid format"),
    "unknown type": (part(type="text"), "not valid under any"),
    "no type": (part(description="x"), "must have a 'type' key"),
    "empty enum": (part(type="string", enum=[]), "non-empty"),
    "enum twice": (part(type="string", enum=["a", "a"]), "non-unique"),
    "open object inside": (part(type="object", properties={}), "('properties', 'more')"),
    "ref to nowhere": (part(**{"$ref": "#/$defs/x"}), "cannot be resolved"),
    "choices that begin alike": (part(anyOf=[nested(1), nested(2)]), "must not share identical first keys"),
    "choices told apart by what overlaps": (
        part(anyOf=[of_kinds("vote", "kill"), of_kinds("kill")]), "must not share identical first keys"
    ),
    "choices of which one is not told apart": (
        part(anyOf=[of_kinds("vote"), of_kinds()]), "must not share identical first keys"
    ),
    "too deep": (part(**nested(10)), "levels of nesting exceeds limit of 10"),
    "too many fields": (
        schema(properties={key: {"type": "string"} for key in MANY}, required=MANY),
        "5001 object properties exceeds limit",
    ),
    "too many choices": (part(type="string", enum=[f"n{at}" for at in range(1001)]), "enum values exceeds limit"),
    "too long choices": (part(type="string", enum=[f"{at:0100d}" for at in range(251)]), "15000"),
    "list of anything": (part(type="array"), "array schema missing items"),
    "list or nothing, of anything": (part(type=["array", "null"]), "array schema missing items"),
    "ref beside a description": (
        schema(**{"$defs": {"x": {"type": "string"}}}, properties={"a": {"$ref": "#/$defs/x", "description": "x"}},
               required=["a"]),
        "$ref cannot have keywords ['description']",
    ),
    "enum without a type": (part(enum=["a"]), "must have a 'type' key"),
    "const without a type": (part(const="a"), "must have a 'type' key"),
    "required twice": (schema(required=[*VOTE["required"], "vote"]), "has non-unique elements"),
    "enum of another type": (part(type="string", enum=["a", 1]), "enum value 1 does not validate"),
    "enum of truths": (part(type="integer", enum=[True]), "enum value True does not validate"),
    "null in an enum of texts": (part(type="string", enum=["a", None]), "enum value None does not validate"),
    "const of another type": (part(type="string", const=1), "enum value 1 does not validate"),
    "open object or nothing": (part(type=["object", "null"]), "'additionalProperties'"),
    "too many messages": ({"messages": said("x") * 2049}, "maximum length 2048, but got an array with length 2049"),
    "tools of one name": ({"tools": [FUNCTION, FUNCTION]}, "Tool names must be unique"),
    "tool choice without tools": ({"tool_choice": "auto"}, "only allowed when 'tools'"),
    "tool choice of another": ({"tools": [FUNCTION], "tool_choice": {**NAMED, "function": {"name": "x"}}}, "not found"),
    "no tools": ({"tools": []}, "tools"),
    "name of a tool": ({"tools": [{"type": "function", "function": {"name": "a b"}}]}, "Invalid 'name'"),
    "description of a tool": (
        {"tools": [{"type": "function", "function": {"name": "a", "description": "x" * 1025}}]},
        "too long",
    ),
    "tool without an object": (
        {"tools": [{"type": "function", "function": {"name": "a", "parameters": {"type": "string"}}}]},
        "parameters",
    ),
    "strict tool": (
        {"tools": [{"type": "function", "function": {"name": "a", "strict": True, "parameters": {"type": "object"}}}]},
        "additionalProperties",
    ),
    "window": ({"messages": said(LONG * 3)}, "maximum context length"),
    "window with limit": ({"messages": said("x" * 460_000), "max_tokens": 16_384}, "maximum context length"),
}  # fmt: skip


@pytest.mark.parametrize("wrong", BAD_REQUESTS)
def test_bad_request_is_refused(chat: openai.OpenAI, wrong: str) -> None:
    changed, why = BAD_REQUESTS[wrong]
    with pytest.raises(openai.BadRequestError) as refused:
        chat.chat.completions.create(**by_schema(**changed))
    assert why in str(refused.value)
    assert refused.value.request_id is not None


LOCAL: dict[str, tuple[dict[str, Any], str]] = {
    "schema at a server without schemas": ({"model": "loop-object", "response_format": STRICT}, "json_schema"),
    "schema at a server of text": ({"model": "loop-text", "response_format": STRICT}, "json_schema"),
    "object at a server of text": ({"model": "loop-text", "response_format": {"type": "json_object"}}, "json_object"),
    "format at a server of text": ({"model": "loop-text", "response_format": {"type": "text"}}, "text"),
    "developer at an open model": ({"model": "loop-text", "messages": said(role="developer")}, "developer"),
}


@pytest.mark.parametrize("wrong", LOCAL)
def test_servers_of_open_models_refuse_in_their_manner(chat: openai.OpenAI, wrong: str) -> None:
    changed, why = LOCAL[wrong]
    with pytest.raises(openai.BadRequestError) as refused:
        chat.chat.completions.create(**{"messages": said(SHOWN)} | changed)
    assert why in str(refused.value)
    assert refused.value.type == "BadRequestError"
    assert refused.value.code == "400"  # a number on the wire


def test_codes_are_those_of_the_real_service(chat: openai.OpenAI) -> None:
    for changed, code, param in (
        ({"model": "o4-mini", "max_tokens": 5}, "unsupported_parameter", "max_tokens"),
        ({"model": "gpt-5", "temperature": 0}, "unsupported_value", "temperature"),
        ({"messages": said(LONG * 3)}, "context_length_exceeded", "messages"),
        (schema(type="array"), "invalid_json_schema", "response_format"),
    ):
        with pytest.raises(openai.BadRequestError) as refused:
            chat.chat.completions.create(**by_schema(**changed))
        assert (refused.value.code, refused.value.param) == (code, param)
        assert refused.value.type == "invalid_request_error"


@pytest.mark.parametrize("model", ["gpt-9", "claude-haiku-4-5", ""])
def test_unknown_model_is_not_found(chat: openai.OpenAI, model: str) -> None:
    with pytest.raises(openai.NotFoundError) as refused:
        chat.chat.completions.create(**by_schema(model=model))
    assert refused.value.code == "model_not_found"


def test_wrong_key_is_not_let_in(provider: Provider) -> None:
    with (
        openai.OpenAI(base_url=provider.openai_url, api_key="sk-real", max_retries=0) as client,
        pytest.raises(openai.AuthenticationError) as refused,
    ):
        client.chat.completions.create(**by_schema())
    assert refused.value.code == "invalid_api_key"
    assert "sk-real" not in str(refused.value)


BAD_BODIES = {
    "no JSON": b"{",
    "single quotes": b"{'model': 1}",
    "NaN": b'{"model": "gpt-4o-mini", "messages": [], "temperature": NaN}',
    "no UTF-8": b'{"model": "gpt-4o-mini", "messages": [{"role": "user", "content": "\xff"}]}',
    "lone surrogate": b'{"model": "gpt-4o-mini", "messages": [{"role": "user", "content": "\\ud83d"}]}',
    "list": b"[]",
    "nothing": b"",
    "endless depth": b"[" * 100_000,
}


@pytest.mark.parametrize("wrong", BAD_BODIES)
def test_bad_body_is_refused(provider: Provider, wrong: str) -> None:
    status, answer = post(provider, "/v1/chat/completions", BAD_BODIES[wrong])
    assert status == 400
    assert answer["error"]["type"] == "invalid_request_error"


def test_whole_surrogates_are_text(provider: Provider) -> None:
    raw = b'{"model": "gpt-4o-mini", "messages": [{"role": "user", "content": "\\ud83d\\ude00"}]}'
    assert post(provider, "/v1/chat/completions", raw)[0] == 200


def test_body_that_is_too_large_is_refused(provider: Provider) -> None:
    assert post(provider, "/v1/chat/completions", b"{}" + b" " * (32 * 1024 * 1024))[0] == 413


def test_content_that_is_not_said_to_be_json_is_refused(provider: Provider) -> None:
    assert post(provider, "/v1/chat/completions", b"{}", {"content-type": "text/plain"})[0] == 400


def test_paths_that_are_not_there_are_not_found(provider: Provider) -> None:
    assert post(provider, "/v1/completions", b"{}")[0] == 404


def test_model_that_is_in_responses_alone_says_where_it_is(chat: openai.OpenAI) -> None:
    with pytest.raises(openai.NotFoundError, match="only supported in v1/responses and not in v1/chat") as refused:
        chat.chat.completions.create(**by_schema(model="gpt-5-codex"))
    assert (refused.value.param, refused.value.code) == ("model", None)
