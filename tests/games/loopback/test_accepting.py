"""What the provider accepts, asked by the SDKs themselves over HTTP, and what it answers."""

import json
import warnings
from typing import Any

import anthropic
import openai
import pytest

from games.loopback.catalogue import MODELS
from games.loopback.process import Provider
from tests.games.loopback.asking import FUNCTION, SHOWN, STRICT, by_format, by_schema, by_tool, is_vote, said

RUNGS = {
    "schema": by_schema(),
    "schema, reasoning": by_schema(model="gpt-5-mini", reasoning_effort="low", max_completion_tokens=4000),
    "object": by_schema(messages=said(SHOWN), response_format={"type": "json_object"}),
    "object, open model": by_schema(model="loop-object", messages=said(SHOWN), response_format={"type": "json_object"}),
    "text, open model": {"model": "loop-text", "messages": said(SHOWN)},
    "text": {"model": "gpt-4.1", "messages": said(SHOWN)},
}


@pytest.mark.parametrize("rung", RUNGS)
def test_every_rung_of_openai_is_answered_legally(chat: openai.OpenAI, rung: str) -> None:
    answer = chat.chat.completions.create(**RUNGS[rung])

    assert is_vote(json.loads(answer.choices[0].message.content or ""))
    assert answer.choices[0].finish_reason == "stop"
    assert answer.usage is not None


async def test_openai_is_answered_asynchronously(provider: Provider) -> None:
    async with openai.AsyncOpenAI(base_url=provider.openai_url, api_key=provider.key, max_retries=0) as client:
        answer = await client.chat.completions.create(**by_schema())
    assert is_vote(json.loads(answer.choices[0].message.content or ""))


def test_function_that_is_forced_is_called(chat: openai.OpenAI) -> None:
    choice = {"type": "function", "function": {"name": "vote"}}
    answer = chat.chat.completions.create(model="gpt-4o", messages=said(), tools=[FUNCTION], tool_choice=choice)
    (call,) = answer.choices[0].message.tool_calls or ()

    assert call.type == "function"
    assert call.function.name == "vote"
    assert is_vote(json.loads(call.function.arguments))
    assert answer.choices[0].finish_reason == "tool_calls"


def test_models_with_breakpoints_take_what_the_guide_says_of_their_cache(chat: openai.OpenAI) -> None:
    mark: Any = {"mode": "explicit", "ttl": "30m"}
    told: Any = [
        {"role": role, "content": [{"type": "text", "text": SHOWN, "prompt_cache_breakpoint": mark}]}
        for role in ("system", "developer", "user", "user", "user", "user")
    ]
    for more in ({"mode": "explicit"}, {"mode": "implicit", "ttl": "30m"}, {}):
        options: Any = {"prompt_cache_options": more, "prompt_cache_key": "game/1", "reasoning_effort": "max"}
        answer = chat.chat.completions.create(**by_schema(model="gpt-5.6", messages=told, **options))
        assert is_vote(json.loads(answer.choices[0].message.content or ""))
        assert answer.model == "gpt-5.6-sol"
    chat.chat.completions.create(**by_schema(model="gpt-5.6-sol", prompt_cache_retention="24h"))


def test_function_is_called_by_gpt_5_6_that_does_not_reason(chat: openai.OpenAI) -> None:
    answer = chat.chat.completions.create(
        model="gpt-5.6-luna", messages=said(), tools=[FUNCTION], reasoning_effort="none"
    )
    assert answer.choices[0].finish_reason == "tool_calls"


@pytest.mark.parametrize(
    "model", [model.slug for model in MODELS.values() if model.protocol == "openai" and model.is_in_chat]
)
def test_every_model_of_openai_takes_a_key_of_its_cache(chat: openai.OpenAI, model: str) -> None:
    answer = chat.chat.completions.create(model=model, messages=said(SHOWN), prompt_cache_key="game/1")
    assert is_vote(json.loads(answer.choices[0].message.content or ""))


def test_tool_that_is_forced_is_used(claude: anthropic.Anthropic) -> None:
    answer = claude.messages.create(**by_tool())
    (block,) = answer.content

    assert block.type == "tool_use"
    assert block.name == "vote"
    assert is_vote(block.input)
    assert answer.stop_reason == "tool_use"


@pytest.mark.parametrize("model", ["claude-haiku-4-5", "claude-sonnet-4-6", "claude-sonnet-5", "claude-sonnet-5-5"])
def test_anthropic_answers_by_schema(claude: anthropic.Anthropic, model: str) -> None:
    answer = claude.messages.create(**by_format(model=model))
    assert is_vote(json.loads(text_of(answer)))
    assert answer.stop_reason == "end_turn"


async def test_anthropic_is_answered_asynchronously(provider: Provider) -> None:
    async with anthropic.AsyncAnthropic(base_url=provider.anthropic_url, api_key=provider.key, max_retries=0) as client:
        answer = await client.messages.create(**by_format())
    assert is_vote(json.loads(text_of(answer)))


def test_thoughts_come_first_with_a_signature(claude: anthropic.Anthropic) -> None:
    thinking: Any = {"type": "enabled", "budget_tokens": 1024}
    answer = claude.messages.create(**by_format(model="claude-haiku-4-5", thinking=thinking))

    assert [block.type for block in answer.content] == ["thinking", "text"]
    assert answer.content[0].type == "thinking"
    assert answer.content[0].thinking != ""
    assert answer.content[0].signature != ""


def test_models_that_think_unasked_keep_their_thoughts(claude: anthropic.Anthropic) -> None:
    answer = claude.messages.create(**by_format())
    assert answer.content[0].type == "thinking"
    assert answer.content[0].thinking == ""
    assert answer.usage.output_tokens_details is not None
    assert 0 < answer.usage.output_tokens_details.thinking_tokens < answer.usage.output_tokens


def test_reasoning_is_counted_in_the_output(chat: openai.OpenAI) -> None:
    usage = chat.chat.completions.create(**by_schema(model="o4-mini")).usage
    assert usage is not None
    assert usage.completion_tokens_details is not None
    assert 0 < (usage.completion_tokens_details.reasoning_tokens or 0) < usage.completion_tokens


@pytest.mark.parametrize(("model", "name"), [(model.slug, model.served_as) for model in MODELS.values()])
def test_every_model_answers_under_its_full_name(
    chat: openai.OpenAI, claude: anthropic.Anthropic, model: str, name: str
) -> None:
    if not MODELS[model].is_in_chat:
        response = chat.responses.create(model=model, input=SHOWN, store=False)
        assert is_vote(json.loads(response.output_text))
        assert response.model == name
        return
    if MODELS[model].protocol == "openai":
        answer = chat.chat.completions.create(model=model, messages=said(SHOWN))
        assert is_vote(json.loads(answer.choices[0].message.content or ""))
        assert answer.model == name
        return
    with warnings.catch_warnings(action="ignore", category=DeprecationWarning):  # the SDK's, of the older ones
        message = claude.messages.create(model=model, max_tokens=2000, messages=said(SHOWN))
    assert is_vote(json.loads(text_of(message)))
    assert message.model == name


def test_answer_that_is_longer_than_allowed_is_cut(chat: openai.OpenAI, claude: anthropic.Anthropic) -> None:
    answer = chat.chat.completions.create(**by_schema(max_tokens=5))
    assert answer.choices[0].finish_reason == "length"
    assert answer.usage is not None
    assert answer.usage.completion_tokens == 5

    thought = chat.chat.completions.create(**by_schema(model="gpt-5-mini", max_completion_tokens=16))
    assert thought.choices[0].finish_reason == "length"
    assert thought.choices[0].message.content == ""

    used = claude.messages.create(**by_tool(max_tokens=5))
    assert used.stop_reason == "max_tokens"
    assert used.usage.output_tokens == 5


def test_name_of_the_model_that_answers_carries_a_date(chat: openai.OpenAI, claude: anthropic.Anthropic) -> None:
    assert chat.chat.completions.create(**by_schema()).model == "gpt-4o-mini-2024-07-18"
    assert claude.messages.create(**by_tool()).model == "claude-haiku-4-5-20251001"
    assert chat.chat.completions.create(**by_schema(model="gpt-4o-mini-2024-07-18")).model == "gpt-4o-mini-2024-07-18"


def test_conversations_and_corrections_are_taken(chat: openai.OpenAI, claude: anthropic.Anthropic) -> None:
    again = [*said(), *said("{", role="assistant"), *said("That was no JSON; say it again.")]
    assert chat.chat.completions.create(**by_schema(messages=again)).choices[0].finish_reason == "stop"
    assert claude.messages.create(**by_format(messages=again, system="Be brief.")).stop_reason == "end_turn"

    use = [{"type": "tool_use", "id": "u1", "name": "vote", "input": {}}]
    result = [{"type": "tool_result", "tool_use_id": "u1", "content": "not legal", "is_error": True}]
    turns = [*said(), {"role": "assistant", "content": use}, {"role": "user", "content": result}]
    assert claude.messages.create(**by_tool(messages=turns)).stop_reason == "tool_use"


def test_models_on_offer_are_listed(chat: openai.OpenAI, claude: anthropic.Anthropic) -> None:
    assert "gpt-4o-mini" in {model.id for model in chat.models.list()}
    assert "claude-haiku-4-5" in {model.id for model in claude.models.list()}


def test_no_response_format_may_be_said_by_null(chat: openai.OpenAI) -> None:
    said_null: Any = {"extra_body": {"response_format": None}}
    assert chat.chat.completions.create(model="gpt-4o-mini", messages=said(), **said_null).choices[0].message.content


def test_schemas_of_other_kinds_are_followed(chat: openai.OpenAI) -> None:
    schema = {
        "type": "object",
        "properties": {
            "who": {"anyOf": [{"type": "string", "enum": ["Anna"]}, {"type": "null"}]},
            "kind": {"type": "string", "const": "vote"},
            "plan": {"$ref": "#/$defs/plan"},
            "score": {"type": ["integer", "null"]},
        },
        "required": ["who", "kind", "plan", "score"],
        "additionalProperties": False,
        "$defs": {
            "plan": {
                "type": "object",
                "properties": {"steps": {"type": "array", "items": {"type": "string"}}},
                "required": ["steps"],
                "additionalProperties": False,
            }
        },
    }
    wanted = STRICT | {"json_schema": {"name": "vote", "strict": True, "schema": schema}}
    answer = json.loads(
        chat.chat.completions.create(**by_schema(response_format=wanted)).choices[0].message.content or ""
    )
    assert answer["who"] in ("Anna", None)
    assert answer["kind"] == "vote"
    assert all(isinstance(step, str) for step in answer["plan"]["steps"])
    assert answer["score"] is None or answer["score"] in range(11)


def text_of(answer: Any) -> str:
    return next(block.text for block in answer.content if block.type == "text")
