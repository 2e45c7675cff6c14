"""Limits a minute, kept and told as the two providers do: per model, in buckets that fill evenly."""

from datetime import UTC, datetime

import anthropic
import openai
import pytest

from games.loopback.limits import limits_said
from games.loopback.process import Provider
from games.loopback.service import Service, Settings
from tests.games.loopback.asking import by_format, by_schema, by_tool


def test_a_model_past_its_limit_is_refused_as_openai_does_and_another_is_not(
    provider: Provider, chat: openai.OpenAI
) -> None:
    provider.control(limits={"gpt-4o-mini": {"requests": 600, "tokens": 1_000}})
    asked = by_schema(max_completion_tokens=900)

    first = chat.chat.completions.with_raw_response.create(**asked)
    with pytest.raises(openai.RateLimitError) as refused:
        chat.chat.completions.create(**asked)
    other = chat.chat.completions.with_raw_response.create(**asked | {"model": "gpt-4.1-mini"})

    told = first.headers
    assert told["x-ratelimit-limit-tokens"] == "1000"
    assert told["x-ratelimit-remaining-tokens"] == "100"
    assert told["x-ratelimit-reset-tokens"] == "54s"
    assert told["x-ratelimit-remaining-requests"] == "599"
    assert told["x-ratelimit-reset-requests"] == "100ms"
    error = refused.value.body
    assert isinstance(error, dict)
    assert (error["type"], error["code"]) == ("tokens", "rate_limit_exceeded")
    assert "tokens per min (TPM): Limit 1000, Used 900, Requested 900." in error["message"]
    assert 40 < float(refused.value.response.headers["retry-after"]) <= 48
    assert "x-ratelimit-limit-tokens" not in other.headers


def test_what_a_whole_minute_does_not_hold_is_too_large_and_no_time_to_come_back_is_told(
    provider: Provider, chat: openai.OpenAI
) -> None:
    provider.control(limits={"gpt-4o-mini": {"tokens": 1_000}})

    with pytest.raises(openai.RateLimitError, match=r"Request too large .+: Limit 1000, Requested 1001\.") as refused:
        chat.chat.completions.create(**by_schema(max_completion_tokens=1_001))

    assert refused.value.response.headers["x-ratelimit-limit-tokens"] == "1000"
    assert "retry-after" not in refused.value.response.headers


def test_models_share_a_limit_where_it_is_said_so(provider: Provider, chat: openai.OpenAI) -> None:
    provider.control(limits={"gpt-4o-mini+gpt-4.1-mini": {"requests": 1}})

    chat.chat.completions.create(**by_schema())
    with pytest.raises(openai.RateLimitError):
        chat.chat.completions.create(**by_schema(model="gpt-4.1-mini"))


def test_what_others_have_used_is_gone_and_comes_back_as_time_goes(provider: Provider, chat: openai.OpenAI) -> None:
    provider.control(limits={"gpt-4o-mini+gpt-4.1-mini": {"requests": 60}}, used={"gpt-4o-mini": {"requests": 59}})

    told = chat.chat.completions.with_raw_response.create(**by_schema()).headers
    with pytest.raises(openai.RateLimitError):
        chat.chat.completions.create(**by_schema(model="gpt-4.1-mini"))
    with pytest.raises(ValueError, match="gpt-4o-mini has no limit of which tokens could be used"):
        provider.control(used={"gpt-4o-mini": {"tokens": 5}})

    assert told["x-ratelimit-remaining-requests"] == "0"


def test_anthropic_s_limits_are_told_as_it_does(provider: Provider, claude: anthropic.Anthropic) -> None:
    provider.control(limits={"claude-haiku-4-5": {"requests": 1_000, "input": 30_000, "output": 8_000}})

    told = claude.messages.with_raw_response.create(**by_tool()).headers
    provider.control(limits={"claude-haiku-4-5": {"requests": 1_000, "input": 10}})
    with pytest.raises(anthropic.RateLimitError, match="rate limit of 10 input tokens per minute") as refused:
        claude.messages.create(**by_tool())
    claude.messages.create(**by_format())

    assert told["anthropic-ratelimit-requests-remaining"] == "999"
    assert told["anthropic-ratelimit-input-tokens-limit"] == "30000"
    assert told["anthropic-ratelimit-input-tokens-remaining"] == "30000", "to the nearest thousand"
    assert told["anthropic-ratelimit-tokens-limit"] == "38000"
    assert datetime.fromisoformat(told["anthropic-ratelimit-output-tokens-reset"]).tzinfo is UTC
    assert int(refused.value.response.headers["retry-after"]) >= 0


def test_a_bucket_fills_evenly() -> None:
    now = [1_000.0]
    service = Service(Settings(limits=limits_said(["gpt-4o-mini:requests=60"])), clock=lambda: now[0])
    shared = service.minutes._of["gpt-4o-mini"]

    shared.buckets["requests"].left = 0
    now[0] += 2.5

    assert shared.headers(now[0])["x-ratelimit-remaining-requests"] == "2"
    assert shared.headers(now[0])["x-ratelimit-reset-requests"] == "57.5s"


@pytest.mark.parametrize(
    "limits",
    [
        {"nobody": {"requests": 1}},
        {"gpt-4o": {"input": 1}},
        {"gpt-4o": {"requests": 0}},
        {"gpt-4o": {"requests": True}},
        {"gpt-4o+claude-haiku-4-5": {"requests": 1}},
        {"gpt-4o": 5},
        [],
    ],
)
def test_what_is_no_limit_is_refused(provider: Provider, limits: object) -> None:
    with pytest.raises(ValueError, match="limit"):
        provider.control(limits=limits)


@pytest.mark.parametrize("text", ["gpt-4o", "gpt-4o:requests", "gpt-4o:requests=-1", ":requests=1", "gpt-4o:days=1"])
def test_what_is_no_limit_on_a_command_line_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="limit"):
        limits_said([text])
