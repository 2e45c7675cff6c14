"""OpenAI's Chat Completions: what is asked, and how an answer is written.

https://platform.openai.com/docs/api-reference/chat/create
Law: each refusal is one the real service makes, in its words where they are known; "this provider" says otherwise.
"""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from openai.types.chat.completion_create_params import CompletionCreateParamsNonStreaming

from games.loopback.asked import Answer, Asked
from games.loopback.billing import Row, model_named
from games.loopback.catalogue import BY_NAME, Model
from games.loopback.protocols import chat_rules as rules
from games.loopback.refusals import Refused
from games.loopback.shape import Json, Shape
from games.loopback.tokens import LIVES_AT_BREAKPOINTS, Block, tokens_in

SHAPE: Final = Shape(CompletionCreateParamsNonStreaming)
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


def check_key(headers: Mapping[str, str]) -> None:
    """Raises Refused for a request without the right key."""
    scheme, _, key = headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not key:
        raise Refused(401, "You didn't provide an API key.", code=None)
    if not key.startswith("sk-loop"):
        raise Refused(401, f"Incorrect API key provided: {key[:4]}***.", code="invalid_api_key")


def read_request(body: Json, headers: Mapping[str, str]) -> Asked:
    """What is asked; raises Refused."""
    model = model_named(body.get("model"))
    if isinstance(body.get("model"), str) and (model is None or model.protocol != "openai"):
        raise Refused(404, f"The model `{body['model']}` does not exist.", code="model_not_found")
    if body.get("response_format", body) is None:  # the service takes it for none; the SDK's types do not know it
        body = {name: given for name, given in body.items() if name != "response_format"}
    SHAPE.check(body)
    assert model is not None  # the shape wants a text, and texts have been looked at
    try:
        rules.check_parameters(body, model)
        rules.check_messages(body["messages"], model)
        schema, tool = rules.check_format(body, model), rules.check_tools(body, model)
        return _asked(body, model, schema, tool)
    except Refused as refused:
        if model.is_local:
            raise Refused(refused.status, refused.message, refused.param, is_local=True) from None
        raise


def _asked(body: Json, model: Model, schema: Json | None, tool: tuple[str, Json] | None) -> Asked:
    """Tools stand first in what the cache sees, then the schema, then the messages, as the real service says."""
    head = [Block(json.dumps(each)) for each in body.get("tools", ())]
    if body.get("response_format"):
        head.append(Block(json.dumps(body["response_format"])))
    spoken = _spoken(body, model)
    most = body.get("max_completion_tokens") or body.get("max_tokens")
    needed = tokens_in(sum(len(block.text) for block in (*head, *spoken)))
    if needed + (most or 1) > model.window:
        message = (
            f"This model's maximum context length is {model.window} tokens. However, you requested "
            f"{needed + (most or 0)} tokens ({needed} in the messages, {most or 0} in the completion)."
        )
        raise Refused(400, message, "messages", "context_length_exceeded")
    effort = body.get("reasoning_effort") or model.effort
    return Asked(
        model=model,
        prompt=rules.text_of(body["messages"]),
        blocks=(*head, *spoken),
        most_output=min(most or model.most_output, model.window - needed),
        schema=tool[1] if tool else schema,
        tool=tool[0] if tool else None,
        is_json=body.get("response_format", {}).get("type") == "json_object",
        thinks=EFFORTS[effort] if model.is_reasoning else (0, 0),
        cache_key=body.get("prompt_cache_key") or "",
    )


def _spoken(body: Json, model: Model) -> list[Block]:
    """What the messages say, marked where the cache of a model with breakpoints is to know it: at the caller's own, and
    by itself at the end of the newest message of a user or a tool. Four of them are written, the newest."""
    blocks: list[Block] = []
    ends: dict[str, int] = {}
    explicit: list[int] = []
    for message in body["messages"]:
        parts = rules.parts_of(message)
        blocks.append(Block(f"{message['role']}\n"))
        for text, is_marked in parts:
            blocks.append(Block(text))
            explicit += [len(blocks) - 1] if is_marked else []
        ends[message["role"]] = len(blocks) - 1
        blocks.append(Block("\n"))
    if not model.has_breakpoints:
        return blocks
    is_implicit = body.get("prompt_cache_options", {}).get("mode") != "explicit"
    newest = max((ends[role] for role in ("user", "tool") if role in ends), default=None)
    implicit = [newest] if is_implicit and newest is not None else []
    written = {*implicit, *explicit[-(rules.MOST_WRITTEN - is_implicit) :]}
    for at in {*explicit, *implicit}:
        blocks[at] = replace(blocks[at], lives=LIVES_AT_BREAKPOINTS, is_written=at in written)
    return blocks


def written(asked: Asked, answer: Answer, row: Row, *, created: int) -> bytes:
    """The body of an answer."""
    message: dict[str, Json] = {
        "role": "assistant",
        "content": answer.text,
        "refusal": answer.refusal,
        "annotations": [],
    }
    if answer.calls:
        message["tool_calls"] = [
            {"id": f"call_{row.number:08d}_{at}", "type": "function", "function": {"name": name, "arguments": text}}
            for at, (name, text) in enumerate(answer.calls)
        ]
    finish = "length" if answer.is_cut else "tool_calls" if answer.calls else "stop"
    body: dict[str, Json] = {
        "id": f"chatcmpl-{row.request_id}",
        "object": "chat.completion",
        "created": created,
        "model": asked.model.served_as,
        "choices": [{"index": 0, "message": message, "logprobs": None, "finish_reason": finish}],
        "service_tier": "default",
        "system_fingerprint": "fp_loopback1",
    }
    if answer.shows_usage:
        # Of older models it is not told: to write costs nothing there.
        kept = {"cache_write_tokens": row.written} if asked.model.has_breakpoints else {}
        body["usage"] = {
            "prompt_tokens": row.input,
            "completion_tokens": row.output,
            "total_tokens": row.input + row.output,
            "prompt_tokens_details": {"cached_tokens": row.cached, "audio_tokens": 0, **kept},
            "completion_tokens_details": {
                "reasoning_tokens": row.reasoning,
                "audio_tokens": 0,
                "accepted_prediction_tokens": 0,
                "rejected_prediction_tokens": 0,
            },
        }
    return json.dumps(body).encode()


def listed() -> Json:
    """The models on offer."""
    data = [
        {"id": name, "object": "model", "created": 1_700_000_000, "owned_by": "loopback"}
        for name, model in sorted(BY_NAME.items())
        if model.protocol == "openai"
    ]
    return {"object": "list", "data": data}
