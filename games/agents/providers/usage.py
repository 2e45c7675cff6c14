"""What a call used, as providers count it. Law: every number that the types of their SDKs name is read here, or stands
among DISMISSED with the reason why it adds nothing to a bill; a test walks those types and knows no third way.

OpenAI tells what was written to a cache among the input (`cache_write_tokens`, billed from GPT-5.6 on), Anthropic
beside it, in two parts by how long it lives. Both count reasoning among the output and bill it as such.
https://developers.openai.com/api/docs/guides/prompt-caching
https://platform.claude.com/docs/en/build-with-claude/prompt-caching

What is no number and changes prices all the same: OpenAI's service tier is asked for (Besides.standard_tier), and what
came is read beside this. Of Anthropic's the tier changes no price: what is not standard is capacity that was paid for
beforehand. Its speed is never asked for, nor is the place of inference; a workspace may have one, which is read beside
this too.
"""

from collections.abc import Mapping
from typing import Final, Literal

from games.agents.providers.provider import Usage
from games.agents.providers.wire import mapping, whole

# What OpenAI calls what goes in and what comes out: Chat Completions the first, Responses the second.
Names = tuple[Literal["prompt", "input"], Literal["completion", "output"]]
CHAT: Final[Names] = ("prompt", "completion")
RESPONSES: Final[Names] = ("input", "output")
_SUM: Final = "the sum of input and output, which are read"
_TEXT: Final = "all is text: a part of what is read, at its price"
_NO_SOUND: Final = "no sound is sent or asked for"
_NO_TOOL: Final = "none of the provider's own tools is offered"
_BY_LIFE: Final = "a part of cache_write_tokens, which is read; no life of a cache is asked for but the shortest"
# Numbers that are not read, by the SDK's type and the path in it, each with the reason.
DISMISSED: Final[Mapping[str, Mapping[str, str]]] = {
    "openai CompletionUsage": {
        "total_tokens": _SUM,
        "prompt_tokens_details.audio_tokens": _NO_SOUND,
        "prompt_tokens_details.image_tokens": "no picture is sent",
        "prompt_tokens_details.text_tokens": _TEXT,
        "completion_tokens_details.audio_tokens": _NO_SOUND,
        "completion_tokens_details.text_tokens": _TEXT,
        "completion_tokens_details.accepted_prediction_tokens": "no prediction is sent; a part of completion_tokens",
        "completion_tokens_details.rejected_prediction_tokens": "no prediction is sent; a part of completion_tokens",
    },
    "openai ResponseUsage": {
        "total_tokens": _SUM,
        "input_tokens_details.cache_write_tokens_details.ttl_30m_tokens": _BY_LIFE,
        "input_tokens_details.cache_write_tokens_details.ttl_12h_tokens": _BY_LIFE,
    },
    # Of a response, beside its usage.
    "openai ToolUsage": dict.fromkeys(
        (
            "image_gen.input_tokens",
            "image_gen.input_tokens_details.image_tokens",
            "image_gen.input_tokens_details.text_tokens",
            "image_gen.output_tokens",
            "image_gen.output_tokens_details.image_tokens",
            "image_gen.output_tokens_details.text_tokens",
            "image_gen.total_tokens",
            "image_gen.cached_tokens",
            "image_gen.cached_tokens_details.cached_image_tokens",
            "image_gen.cached_tokens_details.cached_text_tokens",
            "web_search.num_requests",
        ),
        _NO_TOOL,
    ),
    "anthropic Usage": {
        "server_tool_use.web_fetch_requests": _NO_TOOL,
        "server_tool_use.web_search_requests": _NO_TOOL,
    },
}


def used_of_openai(told: object, names: Names = CHAT) -> Usage | None:
    """What OpenAI's protocols tell; None when nothing was told."""
    if not isinstance(told, dict):
        return None
    into, out = names
    total, output = whole(told.get(f"{into}_tokens")), whole(told.get(f"{out}_tokens"))
    details = mapping(told.get(f"{into}_tokens_details"))
    cached = min(whole(details.get("cached_tokens")), total)
    reasoning = whole(mapping(told.get(f"{out}_tokens_details")).get("reasoning_tokens"))
    return Usage(
        input=total,
        cached=cached,
        cache_written=min(whole(details.get("cache_write_tokens")), total - cached),
        output=output,
        reasoning=min(reasoning, output),
    )


def used_of_anthropic(told: object) -> Usage | None:
    """What Anthropic's protocol tells; None when nothing was told."""
    if not isinstance(told, dict):
        return None
    read, wrote = (whole(told.get(f"cache_{did}_input_tokens")) for did in ("read", "creation"))
    short, long = (
        whole(mapping(told.get("cache_creation")).get(f"ephemeral_{of}_input_tokens")) for of in ("5m", "1h")
    )
    wrote = max(wrote, short + long)
    output = whole(told.get("output_tokens"))
    reasoning = whole(mapping(told.get("output_tokens_details")).get("thinking_tokens"))
    return Usage(
        # Here the cached tokens are counted beside the others, not among them.
        input=whole(told.get("input_tokens")) + read + wrote,
        cached=read,
        cache_written=wrote,
        cache_written_long=long,
        output=output,
        reasoning=min(reasoning, output),
    )
