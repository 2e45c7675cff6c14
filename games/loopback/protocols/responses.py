"""OpenAI's Responses: what is asked, and how an answer is written.

https://developers.openai.com/api/reference/resources/responses
Law: each refusal is one the real service makes, in its words where they are known; "this provider" says otherwise.
"""

import json
from collections.abc import Mapping
from typing import Final

from openai.types.responses.easy_input_message_param import EasyInputMessageParam
from openai.types.responses.response_create_params import ResponseCreateParamsNonStreaming
from openai.types.responses.response_output_message_param import ResponseOutputMessageParam

from games.loopback.asked import Answer, Asked
from games.loopback.billing import Row, model_named
from games.loopback.catalogue import Model
from games.loopback.protocols import responses_rules as rules
from games.loopback.protocols.openai import EFFORTS, check_model, room_for, spoken, text_of, tier_of
from games.loopback.refusals import Refused
from games.loopback.replies.draws import digest_of
from games.loopback.shape import Json, Shape
from games.loopback.tokens import Block

SUMMARY: Final = "**Weighing the words**\n\nLet me weigh what has been said."


class _Request(ResponseCreateParamsNonStreaming, total=False):
    """The SDK's type, with those items of an input alone that are known here: messages."""

    input: str | list[EasyInputMessageParam | ResponseOutputMessageParam]  # type: ignore[misc]  # fewer than there are


SHAPE: Final = Shape(_Request)


def read_request(body: Json, headers: Mapping[str, str]) -> Asked:
    """What is asked; raises Refused."""
    model = model_named(body.get("model"))
    check_model(body.get("model"), model)
    if model is not None and not model.is_in_responses:
        message = f"The requested model '{body['model']}' is not supported with the Responses API."
        raise Refused(400, message, "model", "model_not_found")
    rules.check_given(body)
    SHAPE.check(body)
    assert model is not None  # the shape wants a text, and texts have been looked at
    try:
        rules.check_parameters(body, model)
        rules.check_reasoning(body, model, headers)
        messages = _messages(body)
        rules.check_messages(messages, model)
        return _asked(body, model, headers, messages, rules.check_format(body, messages, model))
    except Refused as refused:
        if model.is_local:
            raise Refused(refused.status, refused.message, refused.param, is_local=True) from None
        raise


def _messages(body: Json) -> list[Json]:
    """What is said to the model, item by item: a text is a user's."""
    given = body["input"]
    return [{"role": "user", "content": given}] if isinstance(given, str) else list(given)


def _asked(body: Json, model: Model, headers: Mapping[str, str], messages: list[Json], schema: Json | None) -> Asked:
    """The schema stands first in what the cache sees, then the instructions, then the messages."""
    wanted, reasoning = body.get("text", {}).get("format"), body.get("reasoning") or {}
    told = [{"role": "system", "content": body["instructions"]}] if body.get("instructions") else []
    blocks = (
        *([Block(json.dumps(wanted))] if wanted else ()),
        *spoken([*told, *messages], body.get("prompt_cache_options"), model),
    )
    return Asked(
        model=model,
        prompt=text_of([*told, *messages]),
        blocks=blocks,
        most_output=room_for(blocks, body.get("max_output_tokens"), model, "input"),
        schema=schema,
        is_json=(wanted or {}).get("type") == "json_object",
        thinks=EFFORTS[reasoning.get("effort") or model.effort] if model.is_reasoning else (0, 0),
        shows_thoughts=bool(reasoning.get("summary")),
        cache_key=body.get("prompt_cache_key") or "",
        tier=tier_of(body, headers),
        is_stored=body.get("store") is not False,
    )


def written(asked: Asked, answer: Answer, row: Row, *, created: int) -> bytes:
    """The body of an answer."""
    body: dict[str, Json] = {
        "id": id_of(row),
        "object": "response",
        "created_at": created,
        "status": "incomplete" if answer.is_cut else "completed",
        "error": None,
        "incomplete_details": {"reason": "max_output_tokens"} if answer.is_cut else None,
        "instructions": None,
        "max_output_tokens": asked.most_output,
        "model": asked.model.served_as,
        "output": [*_thoughts(asked, answer, row), *_said(answer, row)],
        "parallel_tool_calls": True,
        "previous_response_id": None,
        "service_tier": asked.tier,
        "store": asked.is_stored,
        "tool_choice": "auto",
        "tools": [],
        "metadata": {},
    }
    if answer.shows_usage:
        body["usage"] = {
            "input_tokens": row.input,
            "input_tokens_details": {"cached_tokens": row.cached, "cache_write_tokens": row.written},
            "output_tokens": row.output,
            "output_tokens_details": {"reasoning_tokens": row.reasoning},
            "total_tokens": row.input + row.output,
        }
    return json.dumps(body).encode()


def failing(status: int) -> bytes:
    """A response, with status 200, of whose provider there was too much asked, or that failed."""
    failed = {"object": "response", "status": "failed", "error": _error(status), "output": [], "usage": None}
    return json.dumps(failed).encode()


def broken_off(body: bytes) -> bytes:
    """An answer in whose middle its provider has failed."""
    return json.dumps(json.loads(body) | {"status": "failed", "error": _error(502), "output": []}).encode()


def _error(status: int) -> Json:
    code = "rate_limit_exceeded" if status == 429 else "server_error"
    return {"code": code, "message": "The model had an error while processing your request."}


def id_of(row: Row) -> str:
    """What a response is called."""
    return f"resp_{row.request_id.removeprefix('req_')}"


def _thoughts(asked: Asked, answer: Answer, row: Row) -> list[Json]:
    """The item with the reasoning of a model that reasoned: in summary where that was asked for, else sealed alone."""
    if not answer.reasoning:
        return []
    shown = [{"type": "summary_text", "text": SUMMARY}] if asked.shows_thoughts else []
    sealed = digest_of("reasoning", row.request_id).hex()
    return [{"id": f"rs_{row.number:08d}", "type": "reasoning", "summary": shown, "encrypted_content": sealed}]


def _said(answer: Answer, row: Row) -> list[Json]:
    """The item with what is said, or one for each function that is called; none where nothing was left for it."""
    if answer.calls:
        return [
            {
                "id": f"fc_{row.number:08d}_{at}",
                "type": "function_call",
                "status": "completed",
                "call_id": f"call_{row.number:08d}_{at}",
                "name": name,
                "arguments": text,
            }
            for at, (name, text) in enumerate(answer.calls)
        ]
    if answer.refusal is not None:
        part: Json = {"type": "refusal", "refusal": answer.refusal}
    elif answer.text or not answer.is_cut:
        part = {"type": "output_text", "text": answer.text, "annotations": [], "logprobs": []}
    else:
        return []
    status = "incomplete" if answer.is_cut else "completed"
    message = {"id": f"msg_{row.number:08d}", "type": "message", "status": status, "role": "assistant"}
    return [{**message, "content": [part]}]
