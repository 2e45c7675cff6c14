"""The counter and the bill agree with what the clients saw, to the last place."""

from decimal import Decimal
from typing import Any

import anthropic
import openai

from games.loopback.billing import dollars, price
from games.loopback.catalogue import MODELS
from games.loopback.process import Provider
from games.loopback.tokens import Found
from tests.games.loopback.asking import VOTE, by_format, by_schema, by_tool, said

FRAME = 1  # token, for what ends a message
LONG = "Anna said that she was asleep, and Bela did not believe it. " * 300


def test_counter_shows_every_request_in_order(
    provider: Provider, chat: openai.OpenAI, claude: anthropic.Anthropic
) -> None:
    before = provider.counter()["requests"]
    answer = chat.chat.completions.create(**by_schema(extra_headers={"x-client-request-id": "game-7"}))
    used = claude.messages.create(**by_tool(extra_headers={"idempotency-key": "call-9"}))
    with openai.OpenAI(base_url=provider.openai_url, api_key="sk-wrong", max_retries=0) as stranger:
        try:
            stranger.chat.completions.create(**by_schema())
        except openai.AuthenticationError as error:
            refused = error
    rows = provider.counter(after=before)["rows"]

    assert [(row["number"] - before, row["protocol"], row["status"], row["client_id"]) for row in rows] == [
        (1, "openai", 200, "game-7"),
        (2, "anthropic", 200, "call-9"),
        (3, "openai", 401, None),
    ]
    assert [row["request_id"] for row in rows] == [answer._request_id, used._request_id, refused.request_id]
    assert [row["model"] for row in rows] == ["gpt-4o-mini", "claude-haiku-4-5", ""]
    assert rows[2]["cost"] == "0"


def test_bill_is_what_the_clients_saw(provider: Provider, chat: openai.OpenAI, claude: anthropic.Anthropic) -> None:
    before, seen = provider.bill(), Decimal(0)
    for at in range(4):
        seen += cost_of_chat(chat.chat.completions.create(**by_schema(messages=said(f"{LONG}{at}"))))
        seen += cost_of_chat(chat.chat.completions.create(**by_schema(model="gpt-5-mini", messages=said(f"{at}"))))
        system = [{"type": "text", "text": LONG, "cache_control": {"type": "ephemeral"}}]
        seen += cost_of_message(claude.messages.create(**by_tool(system=system, messages=said(f"{at}"))))
        seen += cost_of_message(claude.messages.create(**by_format(messages=said(f"{at}"))))
    after = provider.bill()

    assert Decimal(after["total"]["cost"]) - Decimal(before["total"]["cost"]) == seen
    assert after["total"]["requests"] - before["total"]["requests"] == 16
    assert sum(Decimal(row["cost"]) for row in after["models"].values()) == provider.cost()


def test_price_of_each_kind_of_token() -> None:
    haiku, mini = MODELS["claude-haiku-4-5"], MODELS["gpt-4o-mini"]
    million = 1_000_000

    assert price(mini, Found(prompt=million), output=0) == Decimal("0.15")
    assert price(mini, Found(prompt=million, read=million), output=0) == Decimal("0.075")
    assert price(mini, Found(prompt=0), output=million) == Decimal("0.60")
    assert price(haiku, Found(prompt=million, read=million), output=0) == Decimal("0.10")
    assert price(haiku, Found(prompt=million, short=million), output=0) == Decimal("1.25")
    assert price(haiku, Found(prompt=million, long=million), output=0) == Decimal(2)
    assert price(haiku, Found(prompt=1), output=0) == Decimal("0.000001")


def test_dollars_are_shown_in_full() -> None:
    assert dollars(Decimal("0.0000000750")) == "0.000000075"
    assert dollars(Decimal("120.00")) == "120"


def test_openai_remembers_long_prompts_in_steps(chat: openai.OpenAI) -> None:
    def usage(words: str, **more: Any) -> tuple[int, int]:
        told = chat.chat.completions.create(**by_schema(messages=said(words), **more)).usage
        assert told is not None
        assert told.prompt_tokens_details is not None
        return told.prompt_tokens, told.prompt_tokens_details.cached_tokens or 0

    words = f"A first game. {LONG}"
    whole, cached = usage(words)
    assert cached == 0
    assert usage(words) == (whole, 1024 + (whole - 1024) // 128 * 128)
    longer, cached = usage(f"{words} And Bela?")
    assert longer > whole
    assert cached == 1024 + (whole - 1024) // 128 * 128
    assert usage(words, model="gpt-4.1-mini") == (whole, 0)
    assert usage(f"Another game. {LONG}")[1] == 0
    assert [usage("short")[1] for _ in range(2)] == [0, 0]


def used(chat: openai.OpenAI, parts: list[Any], **more: Any) -> tuple[int, int, int]:
    """Tokens of the prompt, read from the cache and written to it, of a user's message in these parts."""
    messages: list[Any] = [{"role": "user", "content": parts}]
    asked = by_schema(model="gpt-5.6", messages=messages, prompt_cache_key="game/1", **more)
    told = chat.chat.completions.create(**asked).usage
    assert told is not None
    assert told.prompt_tokens_details is not None
    details = told.prompt_tokens_details
    return told.prompt_tokens, details.cached_tokens or 0, details.cache_write_tokens or 0


def part(text: str, *, ends: bool = False) -> Any:
    """A part of a message, which may end at a breakpoint."""
    return {"type": "text", "text": text} | ({"prompt_cache_breakpoint": {"mode": "explicit"}} if ends else {})


def test_gpt_5_6_writes_all_of_a_prompt_again_when_its_end_changes(chat: openai.OpenAI) -> None:
    """One breakpoint at the end of the newest message is all that there is by itself."""
    words = f"A game at breakpoints. {LONG}"
    for question in ("Anna?", "Bela?"):
        whole, read, written = used(chat, [part(words), part(question)])
        assert read == 0
        assert whole - written <= FRAME
    assert used(chat, [part(words), part("Bela?")]) == (whole, written, 0)


def test_gpt_5_6_reads_what_ends_at_a_breakpoint_of_the_callers(chat: openai.OpenAI) -> None:
    words = f"A marked game. {LONG}"
    only: Any = {"prompt_cache_options": {"mode": "explicit"}}
    whole, read, written = used(chat, [part(words, ends=True), part("Anna?")], **only)
    assert read == 0
    assert 1024 < written < whole
    assert used(chat, [part(words, ends=True), part("Bela?")], **only) == (whole, written, 0)
    assert used(chat, [part(words, ends=True), part("Bela?")])[:2] == (whole, written)
    assert used(chat, [part(words), part("Anna?")], **only)[1:] == (0, 0), "no breakpoint, no cache"


def test_gpt_5_6_writes_at_four_breakpoints_the_newest(chat: openai.OpenAI) -> None:
    words = [f"Part {at}. {LONG}" for at in range(6)]
    only: Any = {"prompt_cache_options": {"mode": "explicit"}}
    used(chat, [part(each, ends=True) for each in words], **only)
    read = [used(chat, [part(each, ends=True) for each in words[:count]], **only)[1] for count in (6, 5, 4, 3, 2)]
    assert [tokens > 0 for tokens in read] == [True, True, True, True, False]


def test_what_gpt_5_6_writes_is_in_the_bill(provider: Provider, chat: openai.OpenAI) -> None:
    before = provider.cost()
    whole, read, written = used(chat, [part(f"A game that is billed. {LONG}")])
    row = provider.counter(after=provider.counter()["requests"] - 1)["rows"][0]
    cost = (whole - written) * Decimal(4) + written * Decimal(5) + row["output"] * Decimal(20)

    assert (read, row["written"]) == (0, written)
    assert written > 1024
    assert provider.cost() - before == cost / 1_000_000


def test_schema_stands_before_the_prompt_in_openais_cache(chat: openai.OpenAI) -> None:
    """Whoever sends another schema with each question is remembered for nothing."""
    words = said(f"A second game. {LONG}")
    other = VOTE | {"description": "another"}
    chat.chat.completions.create(**by_schema(messages=words))
    wanted = {"type": "json_schema", "json_schema": {"name": "vote", "strict": True, "schema": other}}
    told = chat.chat.completions.create(**by_schema(messages=words, response_format=wanted)).usage
    assert told is not None
    assert told.prompt_tokens_details is not None
    assert told.prompt_tokens_details.cached_tokens == 0


def test_anthropic_remembers_up_to_the_marks(claude: anthropic.Anthropic) -> None:
    def usage(word: str, **more: Any) -> tuple[int, int, int]:
        system = [{"type": "text", "text": f"A third game. {LONG}", "cache_control": {"type": "ephemeral"}}]
        told = claude.messages.create(**by_tool(system=system, messages=said(word), **more)).usage
        return told.input_tokens, told.cache_creation_input_tokens or 0, told.cache_read_input_tokens or 0

    rest, written, read = usage("Anna?")
    assert written > 4096
    assert read == 0
    assert usage("Bela?") == (rest, 0, written)
    assert usage("Bela?", model="claude-sonnet-4-6") == (rest, written, 0)


def test_another_format_makes_anthropic_forget(claude: anthropic.Anthropic) -> None:
    def read(schema: Any) -> int:
        system = [{"type": "text", "text": f"A fourth game. {LONG}", "cache_control": {"type": "ephemeral"}}]
        wanted = {"format": {"type": "json_schema", "schema": schema}}
        return (
            claude.messages.create(**by_format(system=system, output_config=wanted)).usage.cache_read_input_tokens or 0
        )

    assert read(VOTE) == 0
    assert read(VOTE) > 4096
    assert read(VOTE | {"description": "another"}) == 0


def cost_of_chat(answer: Any) -> Decimal:
    model, usage = MODELS[answer.model[:-11]], answer.usage
    cached = usage.prompt_tokens_details.cached_tokens
    fresh = (usage.prompt_tokens - cached) * model.input + cached * model.cached
    return (fresh + usage.completion_tokens * model.output) / 1_000_000


def cost_of_message(answer: Any) -> Decimal:
    name = answer.model.removesuffix("-20251001")
    model, usage = MODELS[name], answer.usage
    parts = usage.input_tokens * model.input + usage.cache_read_input_tokens * model.cached
    parts += usage.cache_creation_input_tokens * model.input * Decimal("1.25")
    return (parts + usage.output_tokens * model.output) / 1_000_000
