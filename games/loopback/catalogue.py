"""The models on offer: what each costs, holds and refuses. Data only.

Prices are dollars a million tokens (input, cached input, output), as published for the names that are real; `loop-`
names are this provider's own. GPT-5.6 takes more for prompts beyond 272,000 tokens, which this provider does not.
Two of those speak as servers do that run open models: `loop-object` knows JSON but no schema, `loop-text` neither.
"""

from dataclasses import dataclass
from decimal import Decimal
from typing import Final, Literal

Protocol = Literal["openai", "anthropic"]
MILLION: Final = Decimal(1_000_000)


@dataclass(frozen=True, slots=True, kw_only=True)
class Model:
    """A language model. `served_as` is the name in its answers; tokens in `window`, `most_output`, `cache_floor`.

    `efforts` are the reasoning efforts it knows (none: no such parameter), `thinking` the kinds of it that it takes;
    `has_breakpoints`: what its cache knows ends at breakpoints, as of OpenAI's models from GPT-5.6 on, and to write
    there costs more; `is_in_chat` and `is_in_responses` say which of OpenAI's protocols it is asked in.
    Local ones may read only the end of a prompt (`cuts_at`), or have templates without a system. In Chat Completions
    reasoning is told among the output, `beside` it as xAI does, or in the `sum` alone as Google does; it is billed in
    each case.
    """

    slug: str
    served_as: str
    protocol: Protocol
    input: Decimal
    cached: Decimal
    output: Decimal
    window: int
    most_output: int
    rungs: frozenset[str]
    cache_floor: int
    is_reasoning: bool = False
    efforts: frozenset[str] = frozenset()
    effort: str = "medium"  # where none is asked for
    thinking: frozenset[str] = frozenset()
    thinks_unasked: bool = False
    takes_sampling: bool = True
    samples_unthinking: bool = False  # a reasoner that takes a temperature where its effort is none
    takes_prefill: bool = False
    takes_forced_tool: bool = True
    takes_verbosity: bool = False
    has_flex: bool = False
    has_breakpoints: bool = False
    is_local: bool = False
    cuts_at: int = 0  # tokens of a prompt that it reads, without a word about the rest; 0: all
    takes_system: bool = True
    is_in_chat: bool = True
    is_in_responses: bool = True
    tells_reasoning: Literal["among", "beside", "sum"] = "among"


OPENAI_RUNGS: Final = frozenset({"json_schema", "json_object", "text"})
LOW_TO_HIGH: Final = frozenset({"low", "medium", "high"})


def _openai(slug: str, date: str, prices: str, window: int, most: int, **more: object) -> Model:
    cost = [Decimal(price) for price in prices.split()]
    served = f"{slug}-{date}" if date else slug
    given = {"rungs": OPENAI_RUNGS, "cache_floor": 1024} | more
    return Model(
        slug=slug,
        served_as=served,
        protocol="openai",
        input=cost[0],
        cached=cost[1],
        output=cost[2],
        window=window,
        most_output=most,
        **given,  # type: ignore[arg-type]  # the rest of a row, by name
    )


def _reasoner(
    slug: str, date: str, prices: str, window: int, most: int, efforts: frozenset[str], **more: object
) -> Model:
    given = {"is_reasoning": True, "takes_sampling": False, "efforts": efforts, "has_flex": True} | more
    return _openai(slug, date, prices, window, most, **given)


def _claude(
    slug: str, date: str, prices: str, window: int, most: int, floor: int, thinking: str, **more: object
) -> Model:
    cost = [Decimal(price) for price in prices.split()]
    return Model(
        slug=slug,
        served_as=f"{slug}-{date}" if date else slug,
        protocol="anthropic",
        input=cost[0],
        cached=cost[1],
        output=cost[2],
        window=window,
        most_output=most,
        rungs=frozenset({"json_schema", "tool", "text"}),
        cache_floor=floor,
        thinking=frozenset(thinking.split()),
        **more,  # type: ignore[arg-type]  # the rest of a row, by name
    )


K: Final = 1_000
OSERIES: Final = LOW_TO_HIGH
GPT5: Final = LOW_TO_HIGH | {"minimal"}
GPT54: Final = LOW_TO_HIGH | {"none", "xhigh"}
GPT56: Final = GPT54 | {"max"}
# https://developers.openai.com/api/docs/guides/latest-model#gpt-54-parameter-compatibility
UNTHINKING: Final = {"takes_verbosity": True, "effort": "none", "samples_unthinking": True}
# https://developers.openai.com/api/docs/models/gpt-5.6-luna: 1,050,000 tokens, 128,000 of them out, medium by default.
BREAKPOINTS: Final = {"takes_verbosity": True, "has_breakpoints": True}
CLAUDE: Final = LOW_TO_HIGH | {"max"}
LATER: Final = {"takes_sampling": False, "thinks_unasked": True, "efforts": CLAUDE | {"xhigh"}}

MODELS: Final = {
    model.slug: model
    for model in (
        _openai("gpt-4o", "2024-08-06", "2.50 1.25 10", 128 * K, 16_384),
        _openai("gpt-4o-mini", "2024-07-18", "0.15 0.075 0.60", 128 * K, 16_384),
        _openai("gpt-4.1", "2025-04-14", "2 0.50 8", 1_047_576, 32_768),
        _openai("gpt-4.1-mini", "2025-04-14", "0.40 0.10 1.60", 1_047_576, 32_768),
        _openai("gpt-4.1-nano", "2025-04-14", "0.10 0.025 0.40", 1_047_576, 32_768),
        _reasoner("o3", "2025-04-16", "2 0.50 8", 200 * K, 100 * K, OSERIES),
        _reasoner("o4-mini", "2025-04-16", "1.10 0.275 4.40", 200 * K, 100 * K, OSERIES),
        _reasoner("gpt-5", "2025-08-07", "1.25 0.125 10", 400 * K, 128 * K, GPT5, takes_verbosity=True),
        _reasoner("gpt-5-mini", "2025-08-07", "0.25 0.025 2", 400 * K, 128 * K, GPT5, takes_verbosity=True),
        _reasoner("gpt-5-nano", "2025-08-07", "0.05 0.005 0.40", 400 * K, 128 * K, GPT5, takes_verbosity=True),
        _reasoner(
            "gpt-5.4-mini",
            "2026-03-17",
            "0.75 0.075 4.50",
            400 * K,
            128 * K,
            GPT54,
            **UNTHINKING,
        ),
        _reasoner("gpt-5.4-nano", "2026-03-17", "0.20 0.02 1.25", 400 * K, 128 * K, GPT54, **UNTHINKING),
        # The short name is Sol's, as in genai-prices, whose prices these are.
        _reasoner("gpt-5.6", "sol", "4 0.40 20", 1_050_000, 128 * K, GPT56, **BREAKPOINTS),
        _reasoner("gpt-5.6-terra", "", "2 0.20 12", 1_050_000, 128 * K, GPT56, **BREAKPOINTS),
        _reasoner("gpt-5.6-luna", "", "0.20 0.02 1.20", 1_050_000, 128 * K, GPT56, **BREAKPOINTS),
        # https://developers.openai.com/api/docs/models/gpt-5-codex: in Responses alone.
        _reasoner("gpt-5-codex", "", "1.25 0.125 10", 400 * K, 128 * K, OSERIES, is_in_chat=False),
        _openai("loop-cheap", "", "0.10 0.05 0.40", 128 * K, 16_384),
        _openai("loop-chat", "", "0.10 0.05 0.40", 128 * K, 16_384, is_in_responses=False),
        _reasoner("loop-reasoner", "", "1 0.25 4", 200 * K, 100 * K, LOW_TO_HIGH),
        _reasoner("loop-beside", "", "1 0.25 4", 200 * K, 100 * K, LOW_TO_HIGH, tells_reasoning="beside"),
        _reasoner("loop-sum", "", "1 0.25 4", 200 * K, 100 * K, LOW_TO_HIGH, tells_reasoning="sum"),
        _openai("loop-object", "", "0 0 0", 32_768, 8_192, rungs=frozenset({"json_object", "text"}), is_local=True),
        _openai(
            "loop-cut",
            "",
            "0 0 0",
            32_768,
            8_192,
            rungs=frozenset({"json_object", "text"}),
            is_local=True,
            cuts_at=1_024,
        ),
        _openai("loop-plain", "", "0 0 0", 32_768, 8_192, rungs=frozenset({"text"}), is_local=True, takes_system=False),
        _openai("loop-text", "", "0 0 0", 8_192, 4_096, rungs=frozenset({"text"}), is_local=True),
        _claude(
            "claude-haiku-4-5", "20251001", "1 0.10 5", 200 * K, 64 * K, 4096, "enabled disabled", takes_prefill=True
        ),
        _claude(
            "claude-sonnet-4-5", "20250929", "3 0.30 15", 200 * K, 64 * K, 1024, "enabled disabled", takes_prefill=True
        ),
        _claude(
            "claude-opus-4-5",
            "20251101",
            "5 0.50 25",
            200 * K,
            64 * K,
            4096,
            "enabled disabled",
            takes_prefill=True,
            efforts=LOW_TO_HIGH,
        ),
        _claude(
            "claude-sonnet-4-6", "", "3 0.30 15", 1000 * K, 128 * K, 1024, "enabled adaptive disabled", efforts=CLAUDE
        ),
        _claude("claude-sonnet-5", "", "2 0.20 10", 1000 * K, 128 * K, 1024, "adaptive disabled", **LATER),
        _claude(
            "claude-opus-5-5", "", "4 0.20 20", 1000 * K, 128 * K, 512, "adaptive", takes_forced_tool=False, **LATER
        ),
        _claude(
            "claude-sonnet-5-5",
            "",
            "2 0.10 10",
            1000 * K,
            128 * K,
            1024,
            "adaptive between_tools",
            takes_forced_tool=False,
            **LATER,
        ),
    )
}
# The dated names and the longer ones are taken too, as the real services take them.
BY_NAME: Final = MODELS | {model.served_as: model for model in MODELS.values()}
