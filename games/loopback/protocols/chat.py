"""OpenAI's Chat Completions: what is asked, and how an answer is written.

https://platform.openai.com/docs/api-reference/chat/create
Law: each refusal is one the real service makes, in its words where they are known; "this provider" says otherwise.
"""

import json
from collections.abc import Mapping
from typing import Final

from openai.types.chat.completion_create_params import CompletionCreateParamsNonStreaming

from games.loopback.asked import Answer, Asked
from games.loopback.billing import Row, model_named
from games.loopback.catalogue import Model
from games.loopback.protocols import chat_rules as rules
from games.loopback.protocols.openai import EFFORTS, check_model, room_for, spoken, text_of, tier_of
from games.loopback.refusals import Refused
from games.loopback.shape import Json, Shape
from games.loopback.tokens import Block

SHAPE: Final = Shape(CompletionCreateParamsNonStreaming)


def read_request(body: Json, headers: Mapping[str, str]) -> Asked:
    """What is asked; raises Refused."""
    model = model_named(body.get("model"))
    check_model(body.get("model"), model)
    if model is not None and not model.is_in_chat:
        raise Refused(404, "This model is only supported in v1/responses and not in v1/chat/completions.", "model")
    if body.get("response_format", body) is None:  # the service takes it for none; the SDK's types do not know it
        body = {name: given for name, given in body.items() if name != "response_format"}
    SHAPE.check(body)
    assert model is not None  # the shape wants a text, and texts have been looked at
    try:
        rules.check_parameters(body, model)
        rules.check_messages(body["messages"], model)
        schema, tool = rules.check_format(body, model), rules.check_tools(body, model)
        return _asked(body, model, headers, schema, tool)
    except Refused as refused:
        if model.is_local:
            raise Refused(refused.status, refused.message, refused.param, is_local=True) from None
        raise


def _asked(
    body: Json, model: Model, headers: Mapping[str, str], schema: Json | None, tool: tuple[str, Json] | None
) -> Asked:
    """Tools stand first in what the cache sees, then the schema, then the messages, as the real service says."""
    head = [Block(json.dumps(each)) for each in body.get("tools", ())]
    if body.get("response_format"):
        head.append(Block(json.dumps(body["response_format"])))
    blocks = (*head, *spoken(body["messages"], body.get("prompt_cache_options"), model))
    most = body.get("max_completion_tokens") or body.get("max_tokens")
    room = room_for(blocks, most, model, "messages")
    effort = body.get("reasoning_effort") or model.effort
    return Asked(
        model=model,
        prompt=text_of(body["messages"]),
        blocks=blocks,
        most_output=room,
        schema=tool[1] if tool else schema,
        tool=tool[0] if tool else None,
        is_json=body.get("response_format", {}).get("type") == "json_object",
        thinks=EFFORTS[effort] if model.is_reasoning else (0, 0),
        cache_key=body.get("prompt_cache_key") or "",
        tier=tier_of(body, headers),
    )


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
        "service_tier": asked.tier,
        "system_fingerprint": "fp_loopback1",
    }
    if answer.shows_usage:
        body["usage"] = _usage(asked, row)
    return json.dumps(body).encode()


def failing(status: int) -> bytes:
    """What OpenRouter replies, with status 200, where the provider behind it has refused or failed.

    https://openrouter.ai/docs/api-reference/errors
    """
    return json.dumps({"error": _behind(status), "user_id": "user_1"}).encode()


def broken_off(body: bytes) -> bytes:
    """An answer in whose middle the provider behind it has failed."""
    told = json.loads(body)
    choice = told["choices"][0]
    said = choice["message"].get("content") or ""
    choice |= {"error": _behind(502), "finish_reason": "error", "native_finish_reason": "error"}
    choice["message"] |= {"content": said[: len(said) // 2], "tool_calls": []}
    return json.dumps(told).encode()


def _behind(status: int) -> Json:
    return {"code": status, "message": "Provider returned error", "metadata": {"provider_name": "Loopback"}}


def _usage(asked: Asked, row: Row) -> Json:
    """What it used, as the model's vendor tells it."""
    # Of older models it is not told: to write costs nothing there.
    kept = {"cache_write_tokens": row.written} if asked.model.has_breakpoints else {}
    tells = asked.model.tells_reasoning
    usage: dict[str, Json] = {
        "prompt_tokens": row.input,
        "completion_tokens": row.output if tells == "among" else row.output - row.reasoning,
        "total_tokens": row.input + row.output,
        "prompt_tokens_details": {"cached_tokens": row.cached, "audio_tokens": 0, **kept},
    }
    if tells != "sum":
        usage["completion_tokens_details"] = {
            "reasoning_tokens": row.reasoning,
            "audio_tokens": 0,
            "accepted_prediction_tokens": 0,
            "rejected_prediction_tokens": 0,
        }
    return usage
