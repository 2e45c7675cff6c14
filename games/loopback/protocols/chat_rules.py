"""What OpenAI's Chat Completions refuses in a request that has the right shape. Each check raises Refused.

https://platform.openai.com/docs/api-reference/chat/create
"""

import re
from collections.abc import Sequence
from typing import Final

from games.loopback import schemas
from games.loopback.catalogue import Model
from games.loopback.protocols.openai import (
    NAME,
    check_bounds,
    check_cache,
    check_not_here,
    check_parts,
    check_schema,
    check_tier,
    takes_sampling,
    text_of,
    unsupported,
    unsupported_effort,
    unsupported_value,
)
from games.loopback.refusals import Refused
from games.loopback.shape import Json

SPEAKER: Final = re.compile(r"[^\s<|\\/>]{1,64}")
# What the real service does and this one does not.
NOT_HERE: Final = (
    *("audio", "function_call", "functions", "logit_bias", "logprobs", "metadata", "modalities", "moderation"),
    *("prediction", "stop", "store", "stream_options", "top_logprobs", "web_search_options"),
)
SAMPLING: Final = {"temperature": (0, 2), "top_p": (0, 1), "presence_penalty": (-2, 2), "frequency_penalty": (-2, 2)}
MOST_MESSAGES: Final = 2048
OSERIES: Final = re.compile(r"o\d")
LOCAL_ROLES: Final = ("system", "user", "assistant")


def check_parameters(body: Json, model: Model) -> None:
    """Everything but what is said and what is wanted."""
    check_not_here(body, NOT_HERE)
    if body.get("stream") or body.get("n") not in (None, 1):
        raise Refused(400, "This provider does not stream and gives one choice.", "stream")
    check_cache(body, model)
    check_tier(body, model)
    _check_sampling(body, model)
    _check_output(body, model)
    effort = body.get("reasoning_effort")
    if effort is not None and not model.efforts:
        raise Refused(400, "Unrecognized request argument supplied: reasoning_effort", "reasoning_effort")
    if effort is not None and effort not in model.efforts:
        raise unsupported_effort("reasoning_effort", effort, model)
    if body.get("verbosity") is not None and not model.takes_verbosity:
        raise unsupported("verbosity")
    if body.get("parallel_tool_calls") is not None and OSERIES.match(model.slug):
        raise unsupported("parallel_tool_calls")


def _check_sampling(body: Json, model: Model) -> None:
    takes = takes_sampling(model, body.get("reasoning_effort"))
    for name, (least, most) in SAMPLING.items():
        given = body.get(name)
        if given is None:
            continue
        if not takes:
            raise unsupported_value(name, given) if name == "temperature" else unsupported(name)
        check_bounds(body, name, least, most)
    if not -(2**63) <= (body.get("seed") or 0) < 2**63:
        raise Refused(400, "Invalid 'seed': integer out of range.", "seed")


def _check_output(body: Json, model: Model) -> None:
    older, newer = body.get("max_tokens"), body.get("max_completion_tokens")
    if older is not None and model.is_reasoning:
        raise unsupported("max_tokens", " Use 'max_completion_tokens' instead.")
    if older is not None and newer is not None:
        raise Refused(400, "Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.")
    for name, given in (("max_tokens", older), ("max_completion_tokens", newer)):
        if given is not None and given < 1:
            raise Refused(
                400, f"Invalid '{name}': expected a value >= 1, but got {given}.", name, "integer_below_min_value"
            )
        if given is not None and given > model.most_output:
            most = model.most_output
            message = f"{name} is too large: {given}. This model supports at most {most} completion tokens."
            raise Refused(400, message, name, "invalid_value")


def check_messages(messages: Sequence[Json], model: Model) -> None:
    """Who says what in which order."""
    if not messages:
        raise Refused(400, "Invalid 'messages': empty array.", "messages", "empty_array")
    if len(messages) > MOST_MESSAGES:
        message = f"Invalid 'messages': array too long. Expected an array with maximum length {MOST_MESSAGES}, "
        message += f"but got an array with length {len(messages)} instead."
        raise Refused(400, message, "messages", "array_above_max_length")
    open_calls: set[str] = set()
    for at, message in enumerate(messages):
        where, role, content = f"messages.[{at}]", message["role"], message.get("content")
        if open_calls and role != "tool":
            raise Refused(400, "An assistant message with 'tool_calls' must be followed by tool messages.", where)
        if role == "tool" and message["tool_call_id"] not in open_calls:
            raise Refused(
                400, "messages with role 'tool' must be a response to a preceding message with 'tool_calls'.", where
            )
        if role == "system" and not model.takes_system:
            raise Refused(400, "System role not supported")
        if role == "function" or (model.is_local and role not in LOCAL_ROLES):
            raise Refused(400, f"Unexpected role {role!r} for this model.", f"{where}.role")
        if role == "assistant" and content is None and not message.get("tool_calls"):
            raise Refused(400, "Invalid value for 'content': expected a string, got null.", f"{where}.content")
        if "name" in message and not SPEAKER.fullmatch(message["name"]):
            raise Refused(400, "Invalid 'name': string does not match pattern.", f"{where}.name", "invalid_value")
        if isinstance(content, list):
            check_parts(content, ("text", "refusal"), where, role, model)
        open_calls.discard(message.get("tool_call_id"))
        open_calls |= {call["id"] for call in message.get("tool_calls") or ()}
    if open_calls:
        raise Refused(400, "An assistant message with 'tool_calls' must be followed by tool messages.", "messages")


def check_format(body: Json, model: Model) -> Json | None:
    """The schema that the answer is to keep to, if the request brings one."""
    wanted = body.get("response_format")
    if wanted is None:
        return None
    kind = wanted["type"]
    if kind not in model.rungs or (kind == "text" and model.rungs == {"text"}):
        raise Refused(400, f"response_format of type {kind!r} is not supported by this model.", "response_format")
    if kind == "json_object" and not re.search("json", text_of(body["messages"]), re.IGNORECASE):
        message = (
            "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'."
        )
        raise Refused(400, message, "messages")
    if kind != "json_schema":
        return None
    given = wanted["json_schema"]
    if "schema" not in given:
        message = "Missing required parameter: 'response_format.json_schema.schema'."
        raise Refused(400, message, "response_format.json_schema.schema", "missing_required_parameter")
    return check_schema(given, "response_format.json_schema", "response_format")


def check_tools(body: Json, model: Model) -> tuple[str, Json] | None:
    """The function that is to be called and the schema of its parameters, if any is."""
    tools, choice = body.get("tools"), body.get("tool_choice")
    if tools is None:
        for name in ("tool_choice", "parallel_tool_calls"):
            if body.get(name) is not None:
                raise Refused(400, f"'{name}' is only allowed when 'tools' are specified.", name)
        return None
    if not 1 <= len(tools) <= 128:
        raise Refused(400, f"Invalid 'tools': expected 1 to 128 of them, got {len(tools)}.", "tools")
    if model.has_breakpoints and (body.get("reasoning_effort") or model.effort) != "none":
        message = f"Function tools with reasoning_effort are not supported for {model.slug} in /v1/chat/completions. "
        message += "To use function tools, use /v1/responses or set reasoning_effort to 'none'."
        raise Refused(400, message, "reasoning_effort")
    functions = {}
    for at, tool in enumerate(tools):
        if tool["type"] != "function":
            raise Refused(400, f"Tools of type {tool['type']!r} are not known to this provider.", f"tools[{at}].type")
        function = tool["function"]
        if not NAME.fullmatch(function["name"]):
            raise Refused(400, "Invalid 'name': string does not match pattern.", f"tools[{at}].function.name")
        if len(function.get("description", "")) > 1024:
            raise Refused(400, "Invalid 'description': string too long. Expected at most 1024.", f"tools[{at}]")
        parameters = function.get("parameters", {"type": "object", "properties": {}, "additionalProperties": False})
        if function.get("strict"):
            schemas.check_openai(
                parameters, where=f"tools[{at}].function.parameters", what=f"function '{function['name']}'"
            )
        else:
            schemas.check_tool(parameters, where=f"tools[{at}].function.parameters")
        if function["name"] in functions:
            raise Refused(400, f"Tool names must be unique: '{function['name']}' is there twice.", "tools")
        functions[function["name"]] = parameters
    name = next(iter(functions))
    if isinstance(choice, dict):
        if choice["type"] != "function":
            raise Refused(400, "This provider knows no such tool_choice.", "tool_choice")
        name = choice["function"]["name"]
        if name not in functions:
            raise Refused(400, f"Tool choice '{name}' not found in 'tools' parameter.", "tool_choice")
    return None if choice == "none" else (name, functions[name])
