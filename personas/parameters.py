"""Which parameters a model may be asked with, in which protocol. Law: what is sent as it stands is none of what we send
ourselves, and nothing that changes what comes back or what is paid.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, Protocol

from personas.fields import UNSTORABLE

LEAST_CONTEXT: Final = 4_000  # tokens; the rules, a question and its answer need as many
LONGEST_EXTRA: Final = 4_000  # characters
DEEPEST_EXTRA: Final = 12  # objects and lists inside one another
HOTTEST_OF_ANTHROPIC: Final = 1.0
OPENAI: Final = ("openai", "openai-responses")
# By parameter, the protocols that know it.
KNOWN_TO: Final[Mapping[str, tuple[str, ...]]] = {
    "temperature": (*OPENAI, "anthropic"),
    "effort": (*OPENAI, "anthropic"),
    "top_p": (*OPENAI, "anthropic"),
    "seed": ("openai",),
    "verbosity": OPENAI,
    "service_tier": OPENAI,
    "extra_body": (*OPENAI, "anthropic"),
    "context_size": (*OPENAI, "anthropic"),
}
TITLES: Final = {"openai": "Chat Completions", "openai-responses": "Responses", "anthropic": "Anthropic's protocol"}
# Fields of requests in any protocol: those that are sent by us, and those by which something else would come back.
OURS: Final = frozenset(
    (
        *("model", "messages", "input", "instructions", "system", "store"),
        *("max_tokens", "max_completion_tokens", "max_output_tokens", "response_format", "text", "output_config"),
        *("tools", "tool_choice", "parallel_tool_calls", "functions", "function_call", "mcp_servers", "container"),
        *("temperature", "top_p", "seed", "verbosity", "service_tier", "reasoning", "reasoning_effort", "thinking"),
        *("prompt_cache_key", "prompt_cache_options", "prompt_cache_retention", "cache_control"),
        *("stream", "stream_options", "n", "best_of", "modalities", "audio", "prediction", "web_search_options"),
        *("background", "conversation", "previous_response_id", "include", "truncation", "betas"),
        *("inference_geo", "speed"),  # each another price at Anthropic
    )
)


# From where to where a number may be.
BOUNDS: Final[Mapping[str, tuple[float, float]]] = {
    "most_tokens": (100, 1_000_000),
    "temperature": (0, 2),
    "top_p": (0.001, 1),
    "context_size": (LEAST_CONTEXT, 100_000_000),
}


class Parametrised(Protocol):
    """What has a protocol and parameters, as a model's row."""

    provider: str
    temperature: float | None
    top_p: float | None
    extra_body: Any


def unfit_parameters(model: Parametrised) -> Iterator[tuple[str, str]]:
    """What is wrong with a model's parameters: by field, a sentence each."""
    for name, protocols in KNOWN_TO.items():
        if getattr(model, name) not in ("", None, {}) and model.provider not in protocols:
            told = "Only models behind a provider" if len(protocols) == len(TITLES) else _listed(protocols)
            yield name, f"{told} know this."
    for name, (least, most) in BOUNDS.items():
        number = getattr(model, name)
        if number is not None and not least <= number <= most:
            yield name, f"It is from {least:,} to {most:,}, not {number:,}."
    if model.provider == "anthropic" and (model.temperature or 0) > HOTTEST_OF_ANTHROPIC:
        yield "temperature", "Anthropic's models take one from 0 to 1."
    if model.provider == "anthropic" and model.temperature is not None and model.top_p is not None:
        yield "top_p", "Anthropic's models take a temperature or a top p, and not both."
    if complaint := unfit_extra(model.extra_body):
        yield "extra_body", complaint


def _listed(protocols: Sequence[str]) -> str:
    return f"Only {' and '.join(TITLES[each] for each in protocols)}"


def unfit_extra(extra: object) -> str:
    """What is wrong with fields that are to be sent as they stand; "" when nothing is."""
    if not isinstance(extra, dict):
        return 'An object is wanted, as in {"min_p": 0.05}.'
    if ours := sorted(OURS.intersection(extra)):
        return f"{ours[0]} is for the league to say, and not for a field of one's own."
    if _is_deep(extra):
        return f"It lies more than {DEEPEST_EXTRA} levels deep."
    try:
        text = json.dumps(extra, allow_nan=False)
    except ValueError:
        return "A number in it is none that JSON knows."
    if any(UNSTORABLE.search(each) for each in _texts_in(extra)):
        return "Its texts must be without null characters and lone surrogates."
    if len(text) > LONGEST_EXTRA:
        return f"At most {LONGEST_EXTRA:,} characters are sent as they stand, not {len(text):,}."
    return ""


def _texts_in(value: object) -> Iterator[str]:
    """All texts in it, names among them; it is not deep."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for each in [*value, *value.values()] if isinstance(value, dict) else value:
            yield from _texts_in(each)


def _is_deep(value: object) -> bool:
    """Whether objects and lists lie deeper in one another than is stored."""
    level = [value]
    for _ in range(DEEPEST_EXTRA):
        inner = [each.values() if isinstance(each, dict) else each for each in level if isinstance(each, dict | list)]
        level = [each for some in inner for each in some]
    return any(isinstance(each, dict | list) for each in level)
