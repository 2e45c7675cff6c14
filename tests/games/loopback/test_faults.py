"""Every fault does to the SDKs what it says, and is billed when the work was done."""

import contextlib
import json
from decimal import Decimal
from typing import Any

import anthropic
import openai
import pytest

from games.loopback.faults import INNER, KINDS, STATUSES, WrongFault, script_of
from games.loopback.process import Provider
from tests.games.loopback.asking import SHOWN, by_format, by_schema, by_tool, is_vote, said


def always(provider: Provider, kind: str) -> None:
    provider.control(faults={kind: 1.0})


def content(chat: openai.OpenAI, **more: Any) -> str:
    return chat.chat.completions.create(**by_schema(**more)).choices[0].message.content or ""


RAISED: dict[str, tuple[type[Exception], type[Exception]]] = {
    "429": (openai.RateLimitError, anthropic.RateLimitError),
    "500": (openai.InternalServerError, anthropic.InternalServerError),
    "503": (openai.InternalServerError, anthropic.ServiceUnavailableError),
    "529": (openai.InternalServerError, anthropic.OverloadedError),
    "flagged": (openai.BadRequestError, anthropic.BadRequestError),
    "filtered": (openai.BadRequestError, anthropic.BadRequestError),
    "moderated": (openai.PermissionDeniedError, anthropic.BadRequestError),
    "reset": (openai.APIConnectionError, anthropic.APIConnectionError),
    "cut": (openai.APIConnectionError, anthropic.APIConnectionError),
    "timeout": (openai.APITimeoutError, anthropic.APITimeoutError),
    # These come through the SDKs as they are: whoever calls them has to expect them.
    "invalid_utf8": (UnicodeDecodeError, UnicodeDecodeError),
}


@pytest.mark.parametrize("kind", RAISED)
def test_fault_raises_in_both_sdks(
    provider: Provider, chat: openai.OpenAI, claude: anthropic.Anthropic, kind: str
) -> None:
    always(provider, kind)
    from_openai, from_anthropic = RAISED[kind]

    with pytest.raises(from_openai):
        chat.with_options(timeout=0.5).chat.completions.create(**by_schema())
    with pytest.raises(from_anthropic):
        claude.with_options(timeout=0.5).messages.create(**by_tool())


@pytest.mark.parametrize("kind", ["reset", "timeout", "503", "drip"])
async def test_faults_of_the_line_reach_asynchronous_clients(provider: Provider, kind: str) -> None:
    always(provider, kind)
    expected = contextlib.nullcontext() if kind == "drip" else pytest.raises(openai.APIError)
    async with openai.AsyncOpenAI(
        base_url=provider.openai_url, api_key=provider.key, max_retries=0, timeout=0.5
    ) as client:
        with expected:
            await client.chat.completions.create(**by_schema())


def test_too_many_requests_say_when_to_come_back_or_do_not(provider: Provider, chat: openai.OpenAI) -> None:
    always(provider, "429")
    told = set()
    for at in range(24):
        with pytest.raises(openai.RateLimitError) as refused:
            chat.chat.completions.create(**by_schema(messages=said(f"{at}")))
        told |= {
            name for name in ("retry-after", "retry-after-ms", None) if name in (*refused.value.response.headers, None)
        }
    assert told == {"retry-after", "retry-after-ms", None}


def test_dripping_answer_arrives_late_and_whole(provider: Provider, chat: openai.OpenAI) -> None:
    provider.control(faults={"drip": 1.0}, drip=0.4)
    answer = chat.with_raw_response.chat.completions.create(**by_schema())
    assert is_vote(json.loads(answer.parse().choices[0].message.content or ""))
    assert answer.elapsed.total_seconds() >= 0.4


def test_truncated_answer_ends_in_its_middle(
    provider: Provider, chat: openai.OpenAI, claude: anthropic.Anthropic
) -> None:
    always(provider, "truncated")

    choice = chat.chat.completions.create(**by_schema()).choices[0]
    assert choice.finish_reason == "length"
    with pytest.raises(ValueError, match=r"Unterminated|Expecting"):
        json.loads(choice.message.content or "")

    answer = claude.messages.create(**by_tool())
    assert answer.stop_reason == "max_tokens"
    assert answer.content[0].type == "tool_use"
    assert answer.content[0].input == {}


def test_refusal_is_said_in_each_manner(provider: Provider, chat: openai.OpenAI, claude: anthropic.Anthropic) -> None:
    always(provider, "refusal")

    message = chat.chat.completions.create(**by_schema()).choices[0].message
    assert (message.content, message.refusal) == (None, "I'm sorry, but I can't help with that.")

    answer = claude.messages.create(**by_tool())
    assert (answer.stop_reason, answer.content) == ("refusal", [])


def test_empty_answer_says_nothing(provider: Provider, chat: openai.OpenAI, claude: anthropic.Anthropic) -> None:
    always(provider, "empty")
    assert content(chat) == ""
    assert claude.messages.create(**by_tool()).content == []


@pytest.mark.parametrize("kind", ["prose", "fences"])
def test_tool_is_not_used_by_who_talks(provider: Provider, claude: anthropic.Anthropic, kind: str) -> None:
    always(provider, kind)
    (block,) = claude.messages.create(**by_tool()).content
    assert block.type == "text"


def test_fences_hold_the_answer(provider: Provider, chat: openai.OpenAI) -> None:
    always(provider, "fences")
    assert is_vote(json.loads(content(chat).split("```json")[1].split("```")[0]))


def test_names_are_changed_for_those_who_cannot_be_named(provider: Provider, chat: openai.OpenAI) -> None:
    for kind, name in (
        ("unknown_target", "Nobody Inparticular"),
        ("dead_target", "Gerd"),
        ("self_target", "Rosa"),
    ):
        always(provider, kind)
        assert json.loads(content(chat))["vote"] == name


def test_names_are_changed_where_the_schema_is_in_the_words_too(provider: Provider, chat: openai.OpenAI) -> None:
    always(provider, "dead_target")
    answer = chat.chat.completions.create(model="loop-text", messages=said(SHOWN)).choices[0].message.content
    assert json.loads(answer or "")["vote"] == "Gerd"


def test_types_are_wrong(provider: Provider, claude: anthropic.Anthropic) -> None:
    always(provider, "wrong_types")
    (block,) = claude.messages.create(**by_tool()).content
    assert block.type == "tool_use"
    assert isinstance(block.input["reasoning"], int)
    assert isinstance(block.input["trust"], str)


def test_text_is_spoilt(provider: Provider, chat: openai.OpenAI) -> None:
    for kind, mark in (("nan", "NaN"), ("nul", "\\u0000"), ("surrogates", "\\ud83d"), ("deep", '{"answer":' * 9_999)):
        always(provider, kind)
        assert mark in content(chat)


@pytest.mark.parametrize("kind", ["nul", "surrogates", "huge"])
def test_answer_whose_words_are_spoilt_is_legal_otherwise(provider: Provider, chat: openai.OpenAI, kind: str) -> None:
    honest = json.loads(content(chat))
    always(provider, kind)
    spoilt = json.loads(content(chat))

    assert is_vote(spoilt)
    assert spoilt["reasoning"].startswith(honest["reasoning"])
    assert spoilt | {"reasoning": ""} == honest | {"reasoning": ""}
    assert kind != "huge" or len(spoilt["reasoning"]) > 2_000_000


def test_deep_input_of_a_tool_breaks_the_sdk_itself(provider: Provider, claude: anthropic.Anthropic) -> None:
    always(provider, "deep")
    with pytest.raises(RecursionError):
        claude.messages.create(**by_tool())


def test_tools_are_called_that_nobody_offered(
    provider: Provider, chat: openai.OpenAI, claude: anthropic.Anthropic
) -> None:
    always(provider, "unknown_tool")
    (call,) = chat.chat.completions.create(**by_schema()).choices[0].message.tool_calls or ()
    assert call.type == "function"
    assert call.function.name == "open_the_airlock"
    assert [block.type for block in claude.messages.create(**by_format()).content] == ["thinking", "tool_use"]

    always(provider, "two_tools")
    assert [getattr(block, "name", "") for block in claude.messages.create(**by_tool()).content] == ["vote", "vote"]


def test_what_fails_behind_a_router_comes_as_a_reply(provider: Provider, chat: openai.OpenAI) -> None:
    for kind, code in INNER.items():
        always(provider, kind)
        for _ in range(2):
            body = chat.with_raw_response.chat.completions.create(**by_schema()).http_response.json()
            assert (body["error"]["code"], body.get("choices")) == (code, None)
    always(provider, "broken_off")
    body = chat.with_raw_response.chat.completions.create(**by_schema()).http_response.json()
    (choice,) = body["choices"]
    assert (choice["error"]["code"], choice["finish_reason"]) == (502, "error")
    assert body["usage"]["completion_tokens"] > 0


def test_usage_is_missing(provider: Provider, chat: openai.OpenAI, claude: anthropic.Anthropic) -> None:
    always(provider, "no_usage")
    assert chat.chat.completions.create(**by_schema()).usage is None
    assert getattr(claude.messages.create(**by_tool()), "usage", None) is None


BILLED = set(KINDS) - {*STATUSES, *INNER, "reset"}


@pytest.mark.parametrize("kind", KINDS)
def test_what_was_worked_out_is_billed(provider: Provider, claude: anthropic.Anthropic, kind: str) -> None:
    always(provider, kind)
    before = provider.counter()["requests"]
    with contextlib.suppress(anthropic.AnthropicError, UnicodeDecodeError, RecursionError, ValueError):
        claude.with_options(timeout=0.5).messages.create(**by_tool(messages=said(f"for {kind}")))
    (row,) = provider.counter(after=before)["rows"]

    assert row["fault"] == kind
    if kind != "reset":
        assert (Decimal(row["cost"]) > 0) == (kind in BILLED)


def test_reset_comes_before_or_after_the_work(provider: Provider, claude: anthropic.Anthropic) -> None:
    always(provider, "reset")
    before = provider.counter()["requests"]
    for at in range(12):
        with pytest.raises(anthropic.APIConnectionError):
            claude.messages.create(**by_tool(messages=said(f"{at}")))
    rows = provider.counter(after=before)["rows"]
    assert {row["status"] for row in rows} == {None}
    assert {row["output"] > 0 for row in rows} == {True, False}


def test_outage_lasts_until_it_is_switched_off(
    provider: Provider, chat: openai.OpenAI, claude: anthropic.Anthropic
) -> None:
    provider.control(outage=True)
    with pytest.raises(openai.InternalServerError):
        content(chat)
    with pytest.raises(anthropic.ServiceUnavailableError):
        claude.messages.create(**by_tool())
    provider.control(outage=False)
    assert is_vote(json.loads(content(chat)))


def test_shares_are_kept_to(provider: Provider, chat: openai.OpenAI) -> None:
    provider.control(faults={"500": 0.5, "prose": 0.25})
    before = provider.counter()["requests"]
    for at in range(80):
        with contextlib.suppress(openai.InternalServerError):
            content(chat, messages=said(f"{at}"))
    told = [row["fault"] for row in provider.counter(after=before)["rows"]]
    assert 28 <= told.count("500") <= 52
    assert 10 <= told.count("prose") <= 30
    assert told.count("500") + told.count("prose") + told.count(None) == 80


@pytest.mark.parametrize(
    ("shares", "why"),
    [
        ({"flood": 1}, "There is no fault called 'flood'"),
        ({"500": 1.5}, "The share of 500 is a number from 0 to 1"),
        ({"500": True}, "The share of 500 is a number from 0 to 1"),
        ({"500": 0.6, "503": 0.6}, "together are more than 1"),
    ],
)
def test_script_that_cannot_be_followed_is_refused(provider: Provider, shares: Any, why: str) -> None:
    with pytest.raises(WrongFault, match=why):
        script_of(shares)
    with pytest.raises(ValueError, match=why):
        provider.control(faults=shares)


@pytest.mark.parametrize(
    "wanted", [{"latency": -1}, {"drip": "x"}, {"mode": "mad"}, {"outage": 1}, {"faults": []}, {"tempo": 1}]
)
def test_controls_that_make_no_sense_are_refused(provider: Provider, wanted: Any) -> None:
    with pytest.raises(ValueError, match=next(iter(wanted))):
        provider.control(**wanted)
