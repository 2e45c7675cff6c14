"""What OpenAI's two protocols have in common: keys, models, efforts, the cache, and the prompt as the cache sees it.

The words of refusals are as users report them (https://github.com/openai/codex/issues/39397,
https://community.openai.com/t/1387096, https://github.com/itzcrazykns/vane/issues/1173); for the cache of GPT-5.6 and
later models see https://developers.openai.com/api/docs/guides/prompt-caching.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from games.loopback import schemas
from games.loopback.catalogue import BY_NAME, Model
from games.loopback.refusals import Refused
from games.loopback.shape import Json
from games.loopback.tokens import LIVES_AT_BREAKPOINTS, Block, tokens_in

# Tokens of reasoning, from and to.
EFFORTS: Final = {
    "none": (0, 0),
    "minimal": (0, 64),
    "low": (64, 256),
    "medium": (128, 768),
    "high": (512, 2048),
    "xhigh": (1024, 4096),
    "max": (2048, 8192),
}
MOST_WRITTEN: Final = 4  # breakpoints, with the one that OpenAI sets by itself
NAME: Final = re.compile(r"[a-zA-Z0-9_-]{1,64}")
LONGEST_ID: Final = 64  # characters
# A key of a project that is set to the fast mode, which replies call by its older name.
# https://developers.openai.com/api/docs/guides/fast-mode
FAST: Final = "sk-loop-fast"


def check_key(headers: Mapping[str, str]) -> None:
    """Raises Refused for a request without the right key."""
    scheme, _, key = headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not key:
        raise Refused(401, "You didn't provide an API key.", code=None)
    if not key.startswith("sk-loop"):
        raise Refused(401, f"Incorrect API key provided: {key[:4]}***.", code="invalid_api_key")


def check_model(name: Json, model: Model | None) -> None:
    """Raises Refused for a name under which OpenAI has no model; what is no text is for the shape to refuse."""
    if isinstance(name, str) and (model is None or model.protocol != "openai"):
        raise Refused(404, f"The model `{name}` does not exist.", code="model_not_found")


def check_tier(body: Json, model: Model) -> None:
    """Raises Refused for a tier that the model is not served in."""
    if body.get("service_tier") == "flex" and not model.has_flex:
        raise Refused(400, "Flex is not available for this model.", "service_tier", "invalid_service_tier")


def tier_of(body: Json, headers: Mapping[str, str]) -> str:
    """How a request is served: as it asks for, else as its project is set."""
    asked: str = body.get("service_tier") or "auto"
    if asked != "auto":
        return asked
    return "priority" if headers["authorization"].partition(" ")[2].startswith(FAST) else "default"


def check_not_here(body: Json, names: Iterable[str]) -> None:
    """Raises Refused for what the real service does and this one does not."""
    for name in names:
        if body.get(name) is not None:
            raise Refused(400, f"Unsupported parameter: '{name}' is not supported by this provider.", name)
    if body.get("service_tier") not in (None, "auto", "default", "flex"):
        raise Refused(400, "Invalid service_tier argument", "service_tier")
    for name in ("prompt_cache_key", "safety_identifier", "user"):
        if len(body.get(name) or "") > LONGEST_ID:
            message = f"Invalid '{name}': string too long. Expected at most {LONGEST_ID}."
            raise Refused(400, message, name, "string_above_max_length")


def takes_sampling(model: Model, effort: str | None) -> bool:
    """Whether a temperature and a top p are taken at an effort."""
    return model.takes_sampling or (model.samples_unthinking and (effort or model.effort) == "none")


def check_cache(body: Json, model: Model) -> None:
    """How long a prompt is to be known, and where it is to be marked by itself: each in its time."""
    options, retention = body.get("prompt_cache_options"), body.get("prompt_cache_retention")
    if options is not None and not model.has_breakpoints:
        raise not_on_this_model("prompt_cache_options")
    if retention is None:
        return
    if not model.has_breakpoints:
        raise unsupported("prompt_cache_retention")
    if options is not None:
        message = "'prompt_cache_retention' and 'prompt_cache_options' do not go together."
        raise Refused(400, message, "prompt_cache_retention", "invalid_parameter")
    if retention != "24h":  # which is taken, and of no effect
        message = "This model is compatible only with 24h extended prompt caching"
        raise Refused(400, message, "prompt_cache_retention", "invalid_parameter")


def check_parts(content: Sequence[Json], kinds: Sequence[str], where: str, role: str, model: Model) -> None:
    """The parts of what somebody says, of these kinds, and the breakpoints at their ends."""
    if not content:
        raise Refused(400, f"Invalid '{where}.content': empty array.", f"{where}.content", "empty_array")
    for part in content:
        if part["type"] not in kinds:
            raise Refused(400, f"Content of type {part['type']!r} is not read by this provider.", f"{where}.content")
        mark = part.get("prompt_cache_breakpoint")
        if mark is None:
            continue
        if not model.has_breakpoints:
            raise not_on_this_model("prompt_cache_breakpoint")
        if role == "assistant":
            message = "'prompt_cache_breakpoint' is not supported on the content of an assistant."
            raise Refused(400, message, f"{where}.content", "invalid_parameter")
        if mark.get("ttl", "30m") != "30m":
            raise Refused(400, "This provider keeps a breakpoint for '30m'.", f"{where}.content", "invalid_value")


def check_schema(given: Json, where: str, what: str) -> Json:
    """The schema under a name that the answer is to keep to; `where` and `what` say of what a refusal speaks."""
    if not NAME.fullmatch(given["name"]):
        raise Refused(400, f"Invalid '{where}.name'.", what, "invalid_value")
    if given.get("strict"):
        schemas.check_openai(given["schema"], where=what, what=f"response_format '{given['name']}'")
    else:
        schemas.check_tool(given["schema"], where=what)
    return given["schema"]


def check_bounds(body: Json, name: str, least: int, most: int) -> None:
    """Raises Refused for a number out of its bounds."""
    given = body.get(name)
    if given is not None and not least <= given <= most:
        raise Refused(400, f"Invalid '{name}': expected a number from {least} to {most}, got {given}.", name)


def room_for(blocks: Iterable[Block], most: int | None, model: Model, where: str) -> int:
    """How many tokens an answer may have behind a prompt; raises Refused where there is no room for so many."""
    needed = tokens_in(sum(len(block.text) for block in blocks))
    if needed + (most or 1) > model.window:
        message = "Your input exceeds the context window of this model. Please adjust your input and try again."
        if where == "messages":
            message = (
                f"This model's maximum context length is {model.window} tokens. However, you requested "
                f"{needed + (most or 0)} tokens ({needed} in the messages, {most or 0} in the completion)."
            )
        raise Refused(400, message, where, "context_length_exceeded")
    return min(most or model.most_output, model.window - needed)


def spoken(messages: Sequence[Json], options: Json, model: Model) -> list[Block]:
    """What the messages say, marked where the cache of a model with breakpoints is to know it: at the caller's own, and
    by itself at the end of the newest message of a user or a tool. Four of them are written, the newest."""
    blocks: list[Block] = []
    ends: dict[str, int] = {}
    explicit: list[int] = []
    for message in messages:
        parts = parts_of(message)
        blocks.append(Block(f"{message['role']}\n"))
        for text, is_marked in parts:
            blocks.append(Block(text))
            explicit += [len(blocks) - 1] if is_marked else []
        ends[message["role"]] = len(blocks) - 1
        blocks.append(Block("\n"))
    if not model.has_breakpoints:
        return blocks
    is_implicit = (options or {}).get("mode") != "explicit"
    newest = max((ends[role] for role in ("user", "tool") if role in ends), default=None)
    implicit = [newest] if is_implicit and newest is not None else []
    written = {*implicit, *explicit[-(MOST_WRITTEN - is_implicit) :]}
    for at in {*explicit, *implicit}:
        blocks[at] = replace(blocks[at], lives=LIVES_AT_BREAKPOINTS, is_written=at in written)
    return blocks


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


def listed() -> Json:
    """The models on offer."""
    data = [
        {"id": name, "object": "model", "created": 1_700_000_000, "owned_by": "loopback"}
        for name, model in sorted(BY_NAME.items())
        if model.protocol == "openai"
    ]
    return {"object": "list", "data": data}


def not_on_this_model(name: str) -> Refused:
    """What is refused of models that do not have it yet."""
    return Refused(400, f"{name} is not supported on this model", name, "invalid_parameter")


def unsupported(name: str, hint: str = "") -> Refused:
    """A parameter that a model does not take."""
    message = f"Unsupported parameter: '{name}' is not supported with this model.{hint}"
    return Refused(400, message, name, "unsupported_parameter")


def unsupported_value(name: str, value: Json) -> Refused:
    """A parameter that a model takes, but not with this value."""
    message = f"Unsupported value: '{name}' does not support {json.dumps(value)} with this model."
    return Refused(400, message, name, "unsupported_value")


def unsupported_effort(name: str, value: Json, model: Model) -> Refused:
    """An effort that a model does not have, though it has others."""
    known = ", ".join(f"'{effort}'" for effort in EFFORTS if effort in model.efforts)
    message = f"Unsupported value: '{value}' is not supported with the '{model.slug}' model. Supported values are: "
    return Refused(400, f"{message}{known}.", name, "unsupported_value")
