"""What is refused, in each provider's own manner. Law: the SDKs must raise for it what they raise for the real one."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from games.loopback.catalogue import Protocol

ANTHROPIC_TYPES: Final = {
    400: "invalid_request_error",
    401: "authentication_error",
    403: "permission_error",
    404: "not_found_error",
    413: "request_too_large",
    429: "rate_limit_error",
    500: "api_error",
    503: "api_error",
    529: "overloaded_error",
}
FOR_ITS_WORDS: Final = ("flagged", "filtered", "moderated")  # the faults of which for_its_words() tells
OPENAI_TYPES: Final = {429: "requests", 500: "server_error", 503: "server_error"}


@dataclass(eq=False)  # neither frozen nor with slots: Python writes the traceback and the cause into an exception
class Refused(Exception):
    """A request that is not answered: the status, why, and for OpenAI which parameter, which code and, of a limit that
    was passed, which kind; with the headers that come with it."""

    status: int
    message: str
    param: str | None = None
    code: str | None = None
    is_local: bool = False  # said as servers of open models say it
    kind: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)


def for_its_words(protocol: str, kind: str = "flagged") -> Refused:
    """How a prompt is refused for what it says, and not for how it is asked: by OpenAI and Anthropic themselves, by
    Azure's filter, or by the moderation that OpenRouter puts before a model.

    https://learn.microsoft.com/azure/ai-foundry/openai/concepts/content-filter
    https://openrouter.ai/docs/api-reference/errors
    """
    if protocol == "anthropic":
        return Refused(400, "Output blocked by content filtering policy")
    if kind == "filtered":
        told = "The response was filtered due to the prompt triggering Azure OpenAI's content management policy. Please"
        return Refused(400, f"{told} modify your prompt and retry.", "prompt", "content_filter")
    if kind == "moderated":
        told = (
            'openai/gpt-4o-mini requires moderation and your input was flagged for "violence". No credits were charged.'
        )
        return Refused(403, told)
    told = "Invalid prompt: your prompt was flagged as potentially violating our usage policy. Please try again with a"
    where = "https://platform.openai.com/docs/guides/reasoning#advice-on-prompting"
    return Refused(400, f"{told} different prompt: {where}", code="invalid_prompt")


def nothing_left(protocol: Protocol) -> Refused:
    """What a request meets with whose key may spend no more: both say that the request is wrong."""
    if protocol == "anthropic":
        regained = "You will regain access on 2027-01-01 at 00:00 UTC."
        return Refused(400, f"You have reached your specified API usage limits. {regained}")
    return Refused(400, "Billing hard limit has been reached.", code="billing_hard_limit_reached")


def error_body(refused: Refused, protocol: Protocol, request_id: str) -> bytes:
    """The body of the answer that refuses."""
    if protocol == "anthropic":
        kind = ANTHROPIC_TYPES.get(refused.status, "api_error")
        said = {"type": "error", "error": {"type": kind, "message": refused.message}, "request_id": request_id}
        return json.dumps(said).encode()
    code: str | int | None = refused.code
    kind = refused.kind or OPENAI_TYPES.get(refused.status, "invalid_request_error")
    if refused.is_local:
        kind, code = "BadRequestError", refused.status
    error = {"message": refused.message, "type": kind, "param": refused.param, "code": code}
    return json.dumps({"error": error}).encode()
