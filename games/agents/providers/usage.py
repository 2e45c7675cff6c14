"""What a call used, as providers count it. Law: every number that the types of their SDKs name is read here, or stands
among DISMISSED with the reason why it adds nothing to a bill; a test walks those types and knows no third way.

OpenAI tells what was written to a cache among the input (`cache_write_tokens`, billed from GPT-5.6 on), Anthropic
beside it, in two parts by how long it lives. Both count reasoning among the output and bill it as such; others who
speak OpenAI's protocols bill it too and tell it beside the output (xAI), or in the sum alone (Google). Of several
counts the largest is what is billed. A count that is missing, or none, is no count of nothing: then no usage was told.
https://docs.x.ai/docs/guides/reasoning
https://ai.google.dev/gemini-api/docs/openai
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
from games.agents.providers.wire import mapping

# What OpenAI calls what goes in and what comes out: Chat Completions the first, Responses the second.
Names = tuple[Literal["prompt", "input"], Literal["completion", "output"]]
CHAT: Final[Names] = ("prompt", "completion")
RESPONSES: Final[Names] = ("input", "output")
_TEXT: Final = "all is text: a part of what is read, at its price"
_NO_SOUND: Final = "no sound is sent or asked for"
_NO_TOOL: Final = "none of the provider's own tools is offered"
_BY_LIFE: Final = "a part of cache_write_tokens, which is read; no life of a cache is asked for but the shortest"
# Numbers that are not read, by the SDK's type and the path in it, each with the reason.
DISMISSED: Final[Mapping[str, Mapping[str, str]]] = {
    "openai CompletionUsage": {
        "prompt_tokens_details.audio_tokens": _NO_SOUND,
        "prompt_tokens_details.image_tokens": "no picture is sent",
        "prompt_tokens_details.text_tokens": _TEXT,
        "completion_tokens_details.audio_tokens": _NO_SOUND,
        "completion_tokens_details.text_tokens": _TEXT,
        "completion_tokens_details.accepted_prediction_tokens": "no prediction is sent; a part of completion_tokens",
        "completion_tokens_details.rejected_prediction_tokens": "no prediction is sent; a part of completion_tokens",
    },
    "openai ResponseUsage": {
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
    """What OpenAI's protocols tell; None where input or output was not told, or told as what is no count."""
    told = mapping(told)
    into, out = names
    details = mapping(told.get(f"{into}_tokens_details"))
    parts = _counts(details, "cached_tokens", "cache_write_tokens")
    more = _counts(mapping(told.get(f"{out}_tokens_details")), "reasoning_tokens")
    total, completion, both = (_count(told.get(name)) for name in (f"{into}_tokens", f"{out}_tokens", "total_tokens"))
    if total is None or parts is None or more is None or (completion is None and both is None):
        return None
    (read, wrote), (reasoning,) = parts, more
    said = completion or 0
    # Who counts reasoning among the output cannot have had more of it than output.
    output = max(said, (both or 0) - total, said + reasoning if reasoning > said else 0)
    cached = min(read, total)
    return Usage(
        input=total,
        cached=cached,
        cache_written=min(wrote, total - cached),
        output=output,
        reasoning=min(max(reasoning, 0 if completion is None else output - said), output),
    )


def used_of_anthropic(told: object) -> Usage | None:
    """What Anthropic's protocol tells; None where input or output was not told, or told as what is no count."""
    told = mapping(told)
    fresh, output = _count(told.get("input_tokens")), _count(told.get("output_tokens"))
    beside = _counts(told, "cache_read_input_tokens", "cache_creation_input_tokens")
    lives = _counts(mapping(told.get("cache_creation")), "ephemeral_5m_input_tokens", "ephemeral_1h_input_tokens")
    more = _counts(mapping(told.get("output_tokens_details")), "thinking_tokens")
    if fresh is None or output is None or beside is None or lives is None or more is None:
        return None
    (read, wrote), (short, long) = beside, lives
    wrote = max(wrote, short + long)
    return Usage(
        # Here the cached tokens are counted beside the others, not among them.
        input=fresh + read + wrote,
        cached=read,
        cache_written=wrote,
        cache_written_long=long,
        output=output,
        reasoning=min(more[0], output),
    )


def _count(value: object) -> int | None:
    """A count of tokens as a provider told it; None for what is none."""
    return value if type(value) is int and value >= 0 else None


def _counts(told: Mapping[str, object], *names: str) -> tuple[int, ...] | None:
    """Counts that need not be told; None where one was told as what is none."""
    counts = [0 if told.get(name) is None else _count(told[name]) for name in names]
    found = tuple(count for count in counts if count is not None)
    return found if len(found) == len(counts) else None
