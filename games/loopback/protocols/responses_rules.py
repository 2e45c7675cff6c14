"""What OpenAI's Responses refuses in a request that has the right shape. Each check raises Refused.

https://developers.openai.com/api/reference/resources/responses; the words of refusals as users report them
(https://github.com/OpenHands/software-agent-sdk/issues/987 and 1837, https://github.com/BerriAI/litellm/pull/38842,
https://github.com/vectorize-io/hindsight/issues/58, https://github.com/jeremychone/rust-genai/pull/119).
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from games.loopback.catalogue import Model
from games.loopback.protocols.openai import (
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
)
from games.loopback.refusals import Refused
from games.loopback.shape import Json

# What the real service does and this one does not.
NOT_HERE: Final = (
    *("access_programs", "background", "context_management", "conversation", "image", "include", "max_tool_calls"),
    *("metadata", "moderation", "parallel_tool_calls", "previous_response_id", "prompt", "stream_options"),
    *("tool_choice", "tools", "top_logprobs", "truncation"),
)
SAMPLING: Final = {"temperature": (0, 2), "top_p": (0, 1)}
LEAST_OUTPUT: Final = 16  # tokens
SPOKEN: Final = {"assistant": ("output_text", "refusal")}
HEARD: Final = ("input_text",)
# A key of an organisation that has not shown who it is: models do not tell it what they think.
UNVERIFIED: Final = "sk-loop-unverified"
TO_BE_VERIFIED: Final = (
    "Your organization must be verified to generate reasoning summaries. Please go to: "
    "https://platform.openai.com/settings/organization/general and click on Verify Organization. If you just verified, "
    "it can take up to 15 minutes for access to propagate."
)


def check_given(body: Json) -> None:
    """What must be there, which the SDK's types leave open, and items that the real service knows and this one does
    not."""
    for name in ("model", "input"):
        if name not in body:
            raise Refused(400, f"Missing required parameter: '{name}'.", name, "missing_required_parameter")
    for at, item in enumerate(body["input"] if isinstance(body["input"], list) else ()):
        kind = item.get("type", "message") if isinstance(item, dict) else "message"
        if kind != "message":
            raise Refused(400, f"Items of type {kind!r} are not known to this provider.", f"input[{at}].type")


def check_parameters(body: Json, model: Model) -> None:
    """Everything but what is said and what is wanted."""
    check_not_here(body, NOT_HERE)
    if body.get("stream"):
        raise Refused(400, "This provider does not stream.", "stream")
    check_cache(body, model)
    check_tier(body, model)
    takes = takes_sampling(model, (body.get("reasoning") or {}).get("effort"))
    for name, (least, most) in SAMPLING.items():
        if body.get(name) is not None and not takes:
            raise unsupported(name)
        check_bounds(body, name, least, most)
    if body.get("text", {}).get("verbosity") is not None and not model.takes_verbosity:
        raise unsupported("text.verbosity")
    _check_output(body.get("max_output_tokens"), model)


def _check_output(given: int | None, model: Model) -> None:
    name = "max_output_tokens"
    if given is not None and given < LEAST_OUTPUT:
        message = f"Invalid '{name}': integer below minimum value. Expected a value >= {LEAST_OUTPUT}, "
        raise Refused(400, f"{message}but got {given} instead.", name, "integer_below_min_value")
    if given is not None and given > model.most_output:
        message = f"{name} is too large: {given}. This model supports at most {model.most_output} output tokens."
        raise Refused(400, message, name, "invalid_value")


def check_reasoning(body: Json, model: Model, headers: Mapping[str, str]) -> None:
    """How the model is to think, and whether it may be told what."""
    reasoning = body.get("reasoning") or {}
    for name in ("context", "generate_summary", "mode"):
        if reasoning.get(name) is not None:
            message = f"Unsupported parameter: 'reasoning.{name}' is not supported by this provider."
            raise Refused(400, message, f"reasoning.{name}")
    effort, summary = reasoning.get("effort"), reasoning.get("summary")
    if not model.is_reasoning:
        for name, value in (("effort", effort), ("summary", summary)):
            if value is not None:
                raise unsupported(f"reasoning.{name}")
    if effort is not None and effort not in model.efforts:
        raise unsupported_effort("reasoning.effort", effort, model)
    if summary is not None and headers["authorization"].partition(" ")[2].startswith(UNVERIFIED):
        raise Refused(400, TO_BE_VERIFIED, "reasoning.summary", "unsupported_value")


def check_messages(messages: Sequence[Json], model: Model) -> None:
    """Who says what."""
    if not messages:
        raise Refused(400, "Invalid 'input': empty array.", "input", "empty_array")
    for at, message in enumerate(messages):
        role, content = message["role"], message["content"]
        if isinstance(content, str):
            continue
        kinds = SPOKEN.get(role, HEARD)
        for number, part in enumerate(content):
            if part["type"] in ("input_text", "output_text", "refusal") and part["type"] not in kinds:
                known = " and ".join(f"'{kind}'" for kind in kinds)
                said = f"Invalid value: '{part['type']}'. Supported values are: {known}."
                raise Refused(400, said, f"input[{at}].content[{number}]", "invalid_value")
        check_parts(content, kinds, f"input[{at}]", role, model)


def check_format(body: Json, messages: Sequence[Json], model: Model) -> Json | None:
    """The schema that the answer is to keep to, if the request brings one."""
    wanted = body.get("text", {}).get("format")
    if wanted is None:
        return None
    kind = wanted["type"]
    if kind not in model.rungs or (kind == "text" and model.rungs == {"text"}):
        message = f"Invalid parameter: 'text.format' of type '{kind}' is not supported with this model."
        raise Refused(400, message, "text.format")
    # Instructions do not count: the word must be in the input itself.
    if kind == "json_object" and not re.search("json", text_of(messages), re.IGNORECASE):
        message = "Response input messages must contain the word 'json' in some form to use 'text.format' of type "
        raise Refused(400, f"{message}'json_object'.", "input")
    return check_schema(wanted, "text.format", "text.format.schema") if kind == "json_schema" else None
