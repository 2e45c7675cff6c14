"""What Anthropic's Messages refuses in a request that has the right shape. Each check raises Refused.

https://platform.claude.com/docs/en/api/messages and, for what models refuse, .../build-with-claude/thinking
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from games.loopback import schemas
from games.loopback.catalogue import Model
from games.loopback.refusals import Refused
from games.loopback.shape import Json

NEWEST: Final = "2026-10-21"  # of the versions of the interface
SAMPLING: Final = ("temperature", "top_p", "top_k")
NAME: Final = re.compile(r"[a-zA-Z0-9_-]{1,64}")
MOST_MARKS: Final = 4
LEAST_BUDGET: Final = 1024
HIGHEST: Final = ("xhigh", "max")
# What the real service does and this one does not; the last two are headers there.
NOT_HERE: Final = (
    *("container", "diagnostics", "inference_geo", "speed", "stop_sequences", "stream"),
    *("user_profile_id", "workspace_id"),
)
BLOCKS: Final = {
    "user": {"text", "tool_result"},
    "assistant": {"text", "tool_use", "thinking", "redacted_thinking"},
}


def check_parameters(body: Json, model: Model) -> None:
    """Everything that has no check of its own."""
    most = body["max_tokens"]
    if most < 1:
        raise Refused(400, "max_tokens: must be greater than or equal to 1")
    if most > model.most_output:
        raise Refused(
            400,
            f"max_tokens: {most} > {model.most_output}, which is the maximum allowed number of output tokens "
            f"for {model.slug}",
        )
    effort = body.get("output_config", {}).get("effort")
    if effort is not None and not model.efforts:
        raise Refused(400, "This model does not support the effort parameter.")
    if effort is not None and effort not in model.efforts:
        raise Refused(400, f"output_config.effort: {effort!r} is not supported by this model.")
    if len(body.get("metadata", {}).get("user_id") or "") > 256:
        raise Refused(400, "metadata.user_id: String should have at most 256 characters")


def check_sampling(body: Json, model: Model, version: str) -> None:
    """https://platform.claude.com/docs/en/api/migration-2026-10-21: gone, even with their default values."""
    given = [name for name in SAMPLING if name in body]
    if given and version == NEWEST:
        raise Refused(400, f"{given[0]}: Extra inputs are not permitted")
    if given and not model.takes_sampling:
        raise Refused(400, f"`{given[0]}` is not supported on this model.")
    if "temperature" in given and "top_p" in given:
        raise Refused(400, "`temperature` and `top_p` cannot both be specified for this model. Please use only one.")
    for name in ("temperature", "top_p"):
        if not 0 <= body.get(name, 0) <= 1:
            raise Refused(400, f"{name}: range: 0..1")
    if body.get("top_k", 0) < 0:
        raise Refused(400, "top_k: must be greater than or equal to 0")


def thinks(body: Json, model: Model) -> bool:
    """Whether the model thinks before it answers."""
    kind = body.get("thinking", {}).get("type", "adaptive" if model.thinks_unasked else "disabled")
    return kind in ("enabled", "adaptive")


def check_thinking(body: Json, model: Model) -> None:
    """How it is to think, and what does not go with that."""
    thinking = body.get("thinking", {})
    kind = thinking.get("type")
    if kind is not None and kind not in model.thinking:
        raise Refused(400, _not_thought_so(kind, model))
    if kind == "between_tools" and body.get("output_config", {}).get("effort") in HIGHEST:
        raise Refused(400, '"thinking.type.between_tools" is not supported at this effort.')
    if kind == "enabled":
        budget = thinking["budget_tokens"]
        if budget < LEAST_BUDGET:
            raise Refused(400, "thinking.enabled.budget_tokens: Input should be greater than or equal to 1024")
        if budget >= body["max_tokens"]:
            raise Refused(400, "`max_tokens` must be greater than `thinking.budget_tokens`.")
    if not thinks(body, model):
        return
    if body.get("temperature", 1) != 1:
        raise Refused(400, "`temperature` may only be set to 1 when thinking is enabled.")
    if "top_k" in body or body.get("top_p", 1) < 0.95:
        raise Refused(400, "`top_k` must be unset and `top_p` at least 0.95 when thinking is enabled.")
    if body.get("tool_choice", {}).get("type") in ("tool", "any"):
        raise Refused(400, "Thinking may not be enabled when tool_choice forces tool use.")


def _not_thought_so(kind: str, model: Model) -> str:
    """What is said of a kind of thinking that a model does not have: https://platform.claude.com/docs/en/api/errors."""
    if kind == "adaptive":
        return "adaptive thinking is not supported on this model"
    other = '"thinking.type.adaptive" and "output_config.effort" to control thinking behavior.'
    least = (
        '"thinking.type.between_tools" for the lowest thinking setting, or '
        if "between_tools" in model.thinking
        else ""
    )
    return f'"thinking.type.{kind}" is not supported for this model. Use {least}{other}'


def check_messages(body: Json, model: Model) -> None:
    """Who says what in which order."""
    messages = body["messages"]
    if not messages:
        raise Refused(400, "messages: at least one message is required")
    if messages[0]["role"] != "user":
        raise Refused(400, 'messages: first message must use the "user" role')
    is_prefilled = messages[-1]["role"] == "assistant"
    if is_prefilled and not (model.takes_prefill and not thinks(body, model) and "output_config" not in body):
        raise Refused(
            400, "This model does not support assistant message prefill. The conversation must end with a user message."
        )
    open_uses: set[str] = set()
    for at, message in enumerate(messages):
        blocks = blocks_of(message)
        _check_blocks(blocks, f"messages.{at}", message["role"])
        answered = {block["tool_use_id"] for block in blocks if block["type"] == "tool_result"}
        if answered != open_uses:
            raise Refused(
                400,
                f"messages.{at}: each `tool_use` block must have a corresponding `tool_result` block in the next "
                "message, and no other may stand there",
            )
        open_uses = {block["id"] for block in blocks if block["type"] == "tool_use"}
    if open_uses:
        raise Refused(400, "messages: `tool_use` ids were found without `tool_result` blocks immediately after")
    last = blocks_of(messages[-1])[-1]
    if is_prefilled and last.get("text", "").rstrip() != last.get("text", ""):
        raise Refused(400, "messages: final assistant content cannot end with trailing whitespace")
    if not isinstance(body.get("system", ""), str):
        _check_blocks(body["system"], "system", None)


def _check_blocks(blocks: Sequence[Json], where: str, role: str | None) -> None:
    if not blocks and role:
        raise Refused(400, f"{where}: all messages must have non-empty content")
    for at, block in enumerate(blocks):
        if role and block["type"] not in BLOCKS[role]:
            raise Refused(400, f"{where}.content.{at}: {block['type']!r} blocks are not read here by this provider")
        if block["type"] == "text" and not block["text"]:
            marked = "cache_control cannot be set for empty text blocks"
            raise Refused(
                400, f"{where}: {marked if block.get('cache_control') else 'text content blocks must be non-empty'}"
            )
        if block["type"] == "text" and role == "user" and block.get("citations"):
            raise Refused(400, f"{where}: citations are not permitted in user messages")
        if block["type"] == "text" and not block["text"].strip():
            raise Refused(400, f"{where}: text content blocks must contain non-whitespace text")


def check_marks(body: Json) -> None:
    """Where the prompt is to be cached."""
    marks = [block.get("cache_control") for block in in_cache_order(body)]
    lives = [mark.get("ttl", "5m") for mark in [*marks, body.get("cache_control")] if mark]
    if len(lives) > MOST_MARKS:
        raise Refused(400, f"A maximum of {MOST_MARKS} blocks with cache_control may be provided. Found {len(lives)}.")
    if lives != sorted(lives):  # "1h" < "5m"
        raise Refused(400, "a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block")


def check_format(body: Json, model: Model) -> None:
    """The schema that the answer is to keep to."""
    wanted = body.get("output_config", {}).get("format")
    if wanted is None:
        return
    if "json_schema" not in model.rungs:
        raise Refused(400, "output_config.format: structured outputs are not supported on this model.")
    schemas.check_anthropic(wanted["schema"], where="output_config.format.schema")


def check_tools(body: Json, model: Model) -> tuple[str, Json] | None:
    """The tool that is to be called and the schema of its input, if any is."""
    tools, choice = body.get("tools", ()), body.get("tool_choice", {})
    kind = choice.get("type", "auto")
    if choice and not tools:
        raise Refused(400, "tool_choice: may only be specified while providing `tools`.")
    if kind in ("tool", "any") and not model.takes_forced_tool:
        raise Refused(400, f"tool_choice.type: {kind!r} is not supported on this model.")
    found: dict[str, Json] = {}
    for at, tool in enumerate(tools):
        where = f"tools.{at}.custom"
        if tool.get("type") not in (None, "custom") or "input_schema" not in tool:
            raise Refused(400, f"tools.{at}: this provider has no tools of its own")
        if not NAME.fullmatch(tool["name"]):
            raise Refused(400, f"{where}.name: String should match pattern '^[a-zA-Z0-9_-]{{1,64}}$'")
        if tool["name"] in found:
            raise Refused(400, "tools: Tool names must be unique.")
        schemas.check_anthropic_tool(tool["input_schema"], where=f"{where}.input_schema")
        if tool.get("strict"):
            schemas.check_anthropic(tool["input_schema"], where=f"{where}.input_schema")
        found[tool["name"]] = tool["input_schema"]
    if not found or kind == "none":
        return None
    name = choice.get("name", next(iter(found)))
    if name not in found:
        raise Refused(400, f"Tool '{name}' not found in provided tools")
    is_free = kind == "auto" and body.get("output_config", {}).get("format")
    return None if is_free else (name, found[name])


def blocks_of(message: Json) -> list[Json]:
    """The blocks of a message; a text is one."""
    content = message["content"]
    if isinstance(content, str):
        return [{"type": "text", "text": content}] if content else []
    blocks: list[Json] = content
    return blocks


def in_cache_order(body: Json) -> Iterator[Json]:
    """Everything that the model is told, in the order in which the cache sees it."""
    yield from body.get("tools", ())
    system = body.get("system", ())
    yield from [{"type": "text", "text": system}] if isinstance(system, str) else system
    for message in body["messages"]:
        yield from blocks_of(message)
