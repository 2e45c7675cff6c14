"""Anthropic's Messages: what is asked, and how an answer is written.

https://platform.claude.com/docs/en/api/messages
Law: each refusal is one the real service makes, in its words where they are known; "this provider" says otherwise.
"""

import base64
import json
from collections.abc import Iterator, Mapping
from typing import Final

from anthropic.types.message_create_params import MessageCreateParamsNonStreaming

from games.loopback.asked import Answer, Asked
from games.loopback.billing import Row, model_named
from games.loopback.catalogue import BY_NAME, Model
from games.loopback.protocols import messages_rules as rules
from games.loopback.refusals import Refused
from games.loopback.replies.draws import digest_of
from games.loopback.shape import Json, Shape
from games.loopback.tokens import LIVES, LIVES_LONG, Block, tokens_in

VERSIONS: Final = (rules.NEWEST, "2023-06-01", "2023-01-01")
THOUGHTS: Final = (64, 512)  # tokens


class _Request(MessageCreateParamsNonStreaming, total=False):
    """The SDK's type leaves out what the newest version of the interface does; older ones still have it."""

    temperature: float
    top_p: float
    top_k: int


SHAPE: Final = Shape(_Request)


def check_key(headers: Mapping[str, str]) -> None:
    """Raises Refused for a request without the right key or the version of the interface.

    The SDK sends a key as a bearer since version 2; `x-api-key` is what the documentation says, and is taken too.
    """
    scheme, _, bearer = headers.get("authorization", "").partition(" ")
    key = headers.get("x-api-key") or (bearer if scheme.lower() == "bearer" else "")
    if not key:
        raise Refused(401, "x-api-key header is required")
    if not key.startswith("sk-loop"):
        raise Refused(401, "invalid x-api-key")
    if "anthropic-version" not in headers:
        raise Refused(400, "anthropic-version: header is required")
    if headers["anthropic-version"] not in VERSIONS:
        raise Refused(400, f"anthropic-version: {headers['anthropic-version']!r} is not a valid version")


def read_request(body: Json, headers: Mapping[str, str]) -> Asked:
    """What is asked; raises Refused."""
    name = body.get("model")
    model = model_named(name)
    if isinstance(name, str) and (model is None or model.protocol != "anthropic"):
        raise Refused(404, f"model: {name}")
    for message in body["messages"] if isinstance(body.get("messages"), list) else ():
        if isinstance(message, dict) and message.get("role") == "system":
            raise Refused(
                400, 'messages: Unexpected role "system". The Messages API accepts a top-level `system` parameter.'
            )
    SHAPE.check(body)
    assert model is not None  # the shape wants a text, and texts have been looked at
    for key in rules.NOT_HERE:
        if body.get(key):
            raise Refused(400, f"{key}: not permitted by this provider")
    rules.check_parameters(body, model)
    rules.check_sampling(body, model, headers["anthropic-version"])
    rules.check_thinking(body, model)
    rules.check_messages(body, model)
    rules.check_marks(body)
    rules.check_format(body, model)
    return _asked(body, model, rules.check_tools(body, model))


def _cached_blocks(body: Json) -> Iterator[Block]:
    """The prompt as the cache sees it: tools, system, messages. The wanted format stands before system, for the real
    service tells the model of it there, and another one makes all that follows new; so do thinking and tool_choice
    for the messages."""
    tools, wanted = len(body.get("tools", ())), body.get("output_config", {}).get("format")
    system = body.get("system", ())
    spoken = tools + (1 if isinstance(system, str) else len(system))
    mode = json.dumps([body.get("thinking"), body.get("tool_choice")], sort_keys=True)
    ordered = list(rules.in_cache_order(body))
    for at, block in enumerate(ordered):
        mark = block.get("cache_control")
        if mark is None and at == len(ordered) - 1:
            mark = body.get("cache_control")
        if at == tools and wanted is not None:
            yield Block(json.dumps(wanted, sort_keys=True))
        text = block["text"] if block.get("type") == "text" else json.dumps({**block, "cache_control": None})
        salt = digest_of(mode) if at == spoken else b""
        yield Block(text, None if mark is None else LIVES_LONG if mark.get("ttl") == "1h" else LIVES, salt)


def _asked(body: Json, model: Model, tool: tuple[str, Json] | None) -> Asked:
    blocks = tuple(_cached_blocks(body))
    needed = tokens_in(sum(len(block.text) for block in blocks))
    if needed > model.window:
        raise Refused(400, f"prompt is too long: {needed} tokens > {model.window} maximum")
    if needed + body["max_tokens"] > model.window:
        raise Refused(
            400,
            f"input length and `max_tokens` exceed context limit: {needed} + {body['max_tokens']} > {model.window}",
        )
    thinking = body.get("thinking", {})
    most = min(THOUGHTS[1], thinking.get("budget_tokens", THOUGHTS[1]))
    display = thinking.get("display") or ("omitted" if model.thinks_unasked else "summarized")
    wanted = body.get("output_config", {}).get("format")
    return Asked(
        model=model,
        prompt="\n".join(_texts(body)),
        blocks=blocks,
        most_output=body["max_tokens"],
        schema=tool[1] if tool else wanted["schema"] if wanted else None,
        tool=tool[0] if tool else None,
        thinks=(THOUGHTS[0], most) if rules.thinks(body, model) else (0, 0),
        shows_thoughts=display == "summarized",
    )


def _texts(body: Json) -> Iterator[str]:
    for block in rules.in_cache_order({key: body[key] for key in ("system", "messages") if key in body}):
        if "text" in block:
            yield block["text"]


def written(asked: Asked, answer: Answer, row: Row, *, created: int) -> bytes:
    """The body of an answer."""
    content: list[Json] = []
    marks: dict[str, str] = {}
    if answer.reasoning:
        thought = "Let me weigh what has been said. " * (answer.reasoning // 32 + 1) if asked.shows_thoughts else ""
        signature = base64.b64encode(digest_of("signature", row.request_id)).decode()
        content.append({"type": "thinking", "thinking": thought, "signature": signature})
    if answer.text:
        content.append({"type": "text", "text": answer.text, "citations": None})
    for at, (name, text) in enumerate(answer.calls):
        mark = f"@{row.request_id}-{at}@"
        marks[json.dumps(mark)] = "{}" if answer.is_cut else text  # what was cut off is no object any more
        content.append({"type": "tool_use", "id": f"toolu_{row.number:08d}_{at}", "name": name, "input": mark})
    stopped = "tool_use" if answer.calls else "end_turn"
    stopped = "max_tokens" if answer.is_cut else "refusal" if answer.refusal is not None else stopped
    body: dict[str, Json] = {
        "id": f"msg_{row.request_id}",
        "type": "message",
        "role": "assistant",
        "model": asked.model.served_as,
        "content": content,
        "stop_reason": stopped,
        "stop_sequence": None,
    }
    if answer.refusal is not None:
        body["stop_details"] = {"type": "refusal", "category": None, "explanation": answer.refusal}
    if answer.shows_usage:
        body["usage"] = {
            "input_tokens": row.input - row.cached - row.written,
            "cache_creation_input_tokens": row.written,
            "cache_read_input_tokens": row.cached,
            "cache_creation": {
                "ephemeral_5m_input_tokens": row.written - row.written_long,
                "ephemeral_1h_input_tokens": row.written_long,
            },
            "output_tokens": row.output,
            "output_tokens_details": {"thinking_tokens": row.reasoning},
            "service_tier": "standard",
        }
    told = json.dumps(body)
    for quoted, text in marks.items():
        told = told.replace(quoted, text, 1)
    return told.encode("utf-8", "surrogatepass")


def listed() -> Json:
    """The models on offer."""
    data = [
        {"type": "model", "id": name, "display_name": name, "created_at": "2025-01-01T00:00:00Z"}
        for name, model in sorted(BY_NAME.items())
        if model.protocol == "anthropic"
    ]
    return {"data": data, "has_more": False, "first_id": data[0]["id"], "last_id": data[-1]["id"]}


def failing(status: int) -> bytes:
    """This protocol has a status for each error; raises Refused."""
    raise Refused(429 if status == 429 else 529, "Overloaded")


def broken_off(body: bytes) -> bytes:
    """An answer in whose middle its provider has failed, as who passes it on tells it whole."""
    usage = json.loads(body).get("usage")
    error = {"type": "overloaded_error", "message": "Overloaded"}
    return json.dumps({"type": "error", "error": error, "usage": usage}).encode()
