"""What OpenAI's Chat Completions refuses in a request that has the right shape. Each check raises Refused.

https://platform.openai.com/docs/api-reference/chat/create and, for the cache of GPT-5.6 and later models,
https://developers.openai.com/api/docs/guides/prompt-caching; the words of those refusals as users report them
(https://github.com/openai/codex/issues/39397, https://community.openai.com/t/1387096,
https://github.com/itzcrazykns/vane/issues/1173).
"""

import json
import re
from collections.abc import Sequence
from typing import Final

from games.loopback import schemas
from games.loopback.catalogue import Model
from games.loopback.refusals import Refused
from games.loopback.shape import Json

NAME: Final = re.compile(r"[a-zA-Z0-9_-]{1,64}")
SPEAKER: Final = re.compile(r"[^\s<|\\/>]{1,64}")
# What the real service does and this one does not.
NOT_HERE: Final = (
    *("audio", "function_call", "functions", "logit_bias", "logprobs", "metadata", "modalities", "moderation"),
    *("prediction", "stop", "store", "stream_options", "top_logprobs", "web_search_options"),
)
SAMPLING: Final = {"temperature": (0, 2), "top_p": (0, 1), "presence_penalty": (-2, 2), "frequency_penalty": (-2, 2)}
MOST_MESSAGES: Final = 2048
MOST_WRITTEN: Final = 4  # breakpoints, with the one that OpenAI sets by itself
OSERIES: Final = re.compile(r"o\d")
LOCAL_ROLES: Final = ("system", "user", "assistant")


def check_parameters(body: Json, model: Model) -> None:
    """Everything but what is said and what is wanted."""
    for name in NOT_HERE:
        if body.get(name) is not None:
            raise Refused(400, f"Unsupported parameter: '{name}' is not supported by this provider.", name)
    if body.get("stream") or body.get("n") not in (None, 1):
        raise Refused(400, "This provider does not stream and gives one choice.", "stream")
    if body.get("service_tier") not in (None, "auto", "default"):
        raise Refused(400, "Invalid service_tier argument", "service_tier")
    _check_cache(body, model)
    for name in ("prompt_cache_key", "safety_identifier", "user"):
        if len(body.get(name) or "") > 64:
            raise Refused(
                400, f"Invalid '{name}': string too long. Expected at most 64.", name, "string_above_max_length"
            )
    _check_sampling(body, model)
    _check_output(body, model)
    effort = body.get("reasoning_effort")
    if effort is not None and not model.efforts:
        raise Refused(400, "Unrecognized request argument supplied: reasoning_effort", "reasoning_effort")
    if effort is not None and effort not in model.efforts:
        raise _unsupported_value("reasoning_effort", effort)
    if body.get("verbosity") is not None and not model.takes_verbosity:
        raise _unsupported("verbosity")
    if body.get("parallel_tool_calls") is not None and OSERIES.match(model.slug):
        raise _unsupported("parallel_tool_calls")


def _check_cache(body: Json, model: Model) -> None:
    """How long a prompt is to be known, and where it is to be marked by itself: each in its time."""
    options, retention = body.get("prompt_cache_options"), body.get("prompt_cache_retention")
    if options is not None and not model.has_breakpoints:
        raise _not_on_this_model("prompt_cache_options")
    if retention is None:
        return
    if not model.has_breakpoints:
        raise _unsupported("prompt_cache_retention")
    if options is not None:
        message = "'prompt_cache_retention' and 'prompt_cache_options' do not go together."
        raise Refused(400, message, "prompt_cache_retention", "invalid_parameter")
    if retention != "24h":  # which is taken, and of no effect
        message = "This model is compatible only with 24h extended prompt caching"
        raise Refused(400, message, "prompt_cache_retention", "invalid_parameter")


def _check_sampling(body: Json, model: Model) -> None:
    for name, (least, most) in SAMPLING.items():
        given = body.get(name)
        if given is None:
            continue
        if not model.takes_sampling:
            raise _unsupported_value(name, given) if name == "temperature" else _unsupported(name)
        if not least <= given <= most:
            raise Refused(400, f"Invalid '{name}': expected a number from {least} to {most}, got {given}.", name)
    if not -(2**63) <= (body.get("seed") or 0) < 2**63:
        raise Refused(400, "Invalid 'seed': integer out of range.", "seed")


def _check_output(body: Json, model: Model) -> None:
    older, newer = body.get("max_tokens"), body.get("max_completion_tokens")
    if older is not None and model.is_reasoning:
        raise _unsupported("max_tokens", " Use 'max_completion_tokens' instead.")
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
        if role == "function" or (model.is_local and role not in LOCAL_ROLES):
            raise Refused(400, f"Unexpected role {role!r} for this model.", f"{where}.role")
        if role == "assistant" and content is None and not message.get("tool_calls"):
            raise Refused(400, "Invalid value for 'content': expected a string, got null.", f"{where}.content")
        if "name" in message and not SPEAKER.fullmatch(message["name"]):
            raise Refused(400, "Invalid 'name': string does not match pattern.", f"{where}.name", "invalid_value")
        if isinstance(content, list):
            _check_parts(content, where, role, model)
        open_calls.discard(message.get("tool_call_id"))
        open_calls |= {call["id"] for call in message.get("tool_calls") or ()}
    if open_calls:
        raise Refused(400, "An assistant message with 'tool_calls' must be followed by tool messages.", "messages")


def _check_parts(content: Sequence[Json], where: str, role: str, model: Model) -> None:
    if not content:
        raise Refused(400, f"Invalid '{where}.content': empty array.", f"{where}.content", "empty_array")
    for part in content:
        if part["type"] not in ("text", "refusal"):
            raise Refused(400, f"Content of type {part['type']!r} is not read by this provider.", f"{where}.content")
        mark = part.get("prompt_cache_breakpoint")
        if mark is None:
            continue
        if not model.has_breakpoints:
            raise _not_on_this_model("prompt_cache_breakpoint")
        if role == "assistant":
            message = "'prompt_cache_breakpoint' is not supported on the content of an assistant."
            raise Refused(400, message, f"{where}.content", "invalid_parameter")
        if mark.get("ttl", "30m") != "30m":
            raise Refused(400, "This provider keeps a breakpoint for '30m'.", f"{where}.content", "invalid_value")


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
    if not NAME.fullmatch(given["name"]):
        raise Refused(400, "Invalid 'response_format.json_schema.name'.", "response_format", "invalid_value")
    if "schema" not in given:
        message = "Missing required parameter: 'response_format.json_schema.schema'."
        raise Refused(400, message, "response_format.json_schema.schema", "missing_required_parameter")
    if given.get("strict"):
        schemas.check_openai(given["schema"], where="response_format", what=f"response_format '{given['name']}'")
    else:
        schemas.check_tool(given["schema"], where="response_format")
    return given["schema"]


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


def said(message: Json) -> str:
    """What a message says, with the functions that it calls."""
    return "".join(text for text, _ in parts_of(message))


def parts_of(message: Json) -> list[tuple[str, bool]]:
    """The same in parts, each with whether it ends at a breakpoint."""
    content = message.get("content") or ""
    parts: list[Json] = [{"text": content}] if isinstance(content, str) else content
    told = [(str(part.get("text", part.get("refusal"))), "prompt_cache_breakpoint" in part) for part in parts]
    return told + [(json.dumps(call), False) for call in message.get("tool_calls") or ()]


def text_of(messages: Sequence[Json]) -> str:
    """All that the messages say."""
    return "\n".join(map(said, messages))


def _not_on_this_model(name: str) -> Refused:
    return Refused(400, f"{name} is not supported on this model", name, "invalid_parameter")


def _unsupported(name: str, hint: str = "") -> Refused:
    message = f"Unsupported parameter: '{name}' is not supported with this model.{hint}"
    return Refused(400, message, name, "unsupported_parameter")


def _unsupported_value(name: str, value: Json) -> Refused:
    message = f"Unsupported value: '{name}' does not support {json.dumps(value)} with this model."
    return Refused(400, message, name, "unsupported_value")
