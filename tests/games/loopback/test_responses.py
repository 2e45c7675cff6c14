"""OpenAI's second protocol: the same answers to the same bill, in other words, and its own refusals."""

import json
from decimal import Decimal
from typing import Any

import openai
import pytest

from games.loopback.catalogue import MODELS
from games.loopback.process import Provider
from tests.games.loopback.asking import FUNCTION, SHOWN, STRICT, TABLE, VOTE, by_schema, in_responses, is_vote, said
from tests.games.loopback.wire import post

LONG = "Anna said that she was asleep, and Bela did not believe it. " * 300
HERE = [model.slug for model in MODELS.values() if model.protocol == "openai" and model.is_in_responses]
NEWER = {"model": "gpt-5.6-luna"}
MARK = {"prompt_cache_breakpoint": {"mode": "explicit"}}
REASONER = {"model": "o4-mini"}
OUTPUT = {"id": "m1", "type": "message", "status": "completed", "role": "assistant"}


def part(text: str, **more: Any) -> dict[str, Any]:
    return {"type": "input_text", "text": text, **more}


def wanted(kind: str) -> dict[str, Any]:
    return {"text": {"format": {"type": kind}}}


def schema(**changed: Any) -> dict[str, Any]:
    return {"text": {"format": {"type": "json_schema", "name": "v", "strict": True, "schema": VOTE | changed}}}


# --- what is taken ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("model", HERE)
def test_every_model_that_is_here_answers_under_its_full_name(chat: openai.OpenAI, model: str) -> None:
    response = chat.responses.create(model=model, input=SHOWN, store=False, prompt_cache_key="game/1")
    assert is_vote(json.loads(response.output_text))
    assert (response.model, response.status, response.error) == (MODELS[model].served_as, "completed", None)


def test_answers_by_schema_by_object_and_by_words_are_legal(chat: openai.OpenAI) -> None:
    for asked in (in_responses(), in_responses(input=said(SHOWN), **wanted("json_object")), {"input": said(SHOWN)}):
        assert is_vote(json.loads(chat.responses.create(**in_responses() | asked).output_text))


def test_instructions_and_corrections_are_heard(chat: openai.OpenAI) -> None:
    again = [*said(), *said("{", role="assistant"), *said("That was no JSON; say it again.")]
    assert is_vote(json.loads(chat.responses.create(**in_responses(input=again)).output_text))
    given_back = [*said(), {**OUTPUT, "content": [{"type": "output_text", "text": "{", "annotations": []}]}, *said()]
    assert is_vote(json.loads(chat.responses.create(**in_responses(input=given_back)).output_text))
    told = chat.responses.create(model="gpt-4o-mini", instructions=SHOWN, input="Well?", store=False)
    assert is_vote(json.loads(told.output_text))


def test_who_reasons_tells_it_in_summary_where_that_is_asked_for(chat: openai.OpenAI) -> None:
    told = {}
    for summary in (None, "auto"):
        response = chat.responses.create(**in_responses(**REASONER, reasoning={"effort": "low", "summary": summary}))
        thought, answer = response.output
        assert (thought.type, answer.type) == ("reasoning", "message")
        told[summary] = [each.text for each in thought.summary]  # type: ignore[union-attr]  # as was just said
        assert response.usage is not None
        assert 0 < response.usage.output_tokens_details.reasoning_tokens < response.usage.output_tokens
    assert told[None] == []
    assert "Let me weigh what has been said." in told["auto"][0]
    plain = chat.responses.create(**in_responses(model="gpt-5.4-mini", reasoning={"summary": "auto"}))
    assert [item.type for item in plain.output] == ["message"], "who does not reason unasked has nothing to tell"


def test_what_is_longer_than_allowed_is_incomplete(chat: openai.OpenAI) -> None:
    cut = chat.responses.create(**in_responses(max_output_tokens=16))
    assert cut.incomplete_details is not None
    assert (cut.status, cut.incomplete_details.reason) == ("incomplete", "max_output_tokens")
    assert cut.output_text != ""
    thought = chat.responses.create(**in_responses(**NEWER, max_output_tokens=16))
    assert (thought.status, [item.type for item in thought.output]) == ("incomplete", ["reasoning"])


def test_a_refusal_is_a_part_of_its_own(provider: Provider, chat: openai.OpenAI) -> None:
    provider.control(faults={"refusal": 1.0})
    (message,) = chat.responses.create(**in_responses()).output
    assert [each.type for each in message.content] == ["refusal"]  # type: ignore[union-attr]  # a message


def test_nothing_is_kept_that_is_not_to_be(chat: openai.OpenAI) -> None:
    kept = chat.responses.create(**in_responses(store=True))
    assert chat.responses.retrieve(kept.id).output_text == kept.output_text
    by_default = chat.responses.create(model="gpt-4o-mini", input=SHOWN)
    assert chat.responses.retrieve(by_default.id).id == by_default.id
    not_kept = chat.responses.create(**in_responses())
    with pytest.raises(openai.NotFoundError, match=f"Response with id '{not_kept.id}' not found"):
        chat.responses.retrieve(not_kept.id)


def test_what_is_kept_is_shown_to_nobody_without_a_key(provider: Provider, chat: openai.OpenAI) -> None:
    kept = chat.responses.create(**in_responses(store=True))
    with (
        openai.OpenAI(base_url=provider.openai_url, api_key="sk-real", max_retries=0) as stranger,
        pytest.raises(openai.AuthenticationError),
    ):
        stranger.responses.retrieve(kept.id)


# --- what it costs ---------------------------------------------------------------------------------------------------


def usage(chat: openai.OpenAI, parts: list[Any], **more: Any) -> tuple[int, int, int]:
    """Tokens of the prompt, read from the cache and written to it, of a user's message in these parts."""
    items: list[Any] = [{"role": "user", "content": parts}]
    told = chat.responses.create(**in_responses(input=items, prompt_cache_key="game/1", **more)).usage
    assert told is not None
    details = told.input_tokens_details
    return told.input_tokens, details.cached_tokens, details.cache_write_tokens


def test_the_same_work_has_the_same_bill_in_both_protocols(provider: Provider, chat: openai.OpenAI) -> None:
    words, told = f"A game in two protocols. {LONG}", []
    for model in ("gpt-4.1-mini", "gpt-5.6-luna"):
        for ask in (
            lambda text, model: chat.chat.completions.create(model=model, messages=said(text), prompt_cache_key=model),
            lambda text, model: chat.responses.create(model=model, input=said(text), prompt_cache_key=f"{model}/2"),
        ):
            before = provider.counter()["requests"]
            text = f"{len(told)} {words}"  # caches match from the beginning: each protocol has one of its own here
            ask(text, model)
            ask(text, model)
            rows = provider.counter(after=before)["rows"]
            told.append([(row["input"], row["cached"], row["written"]) for row in rows])
            for row in rows:
                sold, plain = MODELS[model], row["input"] - row["cached"] - row["written"]
                cost = plain * sold.input + row["cached"] * sold.cached + row["output"] * sold.output
                cost += row["written"] * sold.input * Decimal("1.25")
                assert Decimal(row["cost"]) == cost / 1_000_000
    assert told[0] == told[1]
    assert told[2] == told[3]
    assert told[0][1][1] > 1_024


def test_a_request_says_which_protocol_it_came_in(provider: Provider, chat: openai.OpenAI) -> None:
    before = provider.counter()["requests"]
    chat.responses.create(**in_responses(extra_headers={"x-client-request-id": "game-7"}))
    chat.chat.completions.create(**by_schema())
    rows = provider.counter(after=before)["rows"]
    assert [(row["protocol"], row["path"], row["client_id"]) for row in rows] == [
        ("openai", "/v1/responses", "game-7"),
        ("openai", "/v1/chat/completions", None),
    ]


def test_gpt_5_6_reads_what_ends_at_a_breakpoint_under_the_same_key(chat: openai.OpenAI) -> None:
    words = f"A marked game in responses. {LONG}"
    only: Any = {"prompt_cache_options": {"mode": "explicit"}, **NEWER}
    whole, read, written = usage(chat, [part(words, **MARK), part("Anna?")], **only)
    assert read == 0
    assert 1024 < written < whole
    assert usage(chat, [part(words, **MARK), part("Bela?")], **only) == (whole, written, 0)
    assert usage(chat, [part(words), part("Bela?")], **only) == (whole, 0, 0), "no breakpoint, no cache"
    under_another = {**only, "prompt_cache_options": {"mode": "explicit"}}
    items: list[Any] = [{"role": "user", "content": [part(words, **MARK), part("Carl?")]}]
    told = chat.responses.create(**in_responses(input=items, prompt_cache_key="game/2", **under_another)).usage
    assert told is not None
    assert told.input_tokens_details.cached_tokens == 0


def test_the_schema_stands_before_the_prompt_in_the_cache_here_too(chat: openai.OpenAI) -> None:
    words = f"A third game in responses. {LONG}"
    first = usage(chat, [part(words)])
    assert usage(chat, [part(words)])[1] > 1_024
    assert usage(chat, [part(words)], **schema(description="another"))[1] == first[1] == 0


# --- what is refused -------------------------------------------------------------------------------------------------

BAD_REQUESTS: dict[str, tuple[dict[str, Any], str]] = {
    "unknown key": ({"extra_body": {"temprature": 1}}, "temprature: Extra inputs are not permitted"),
    "words of the other protocol": ({"extra_body": {"max_tokens": 99}}, "max_tokens: Extra inputs are not permitted"),
    "effort of the other protocol": ({"extra_body": {"reasoning_effort": "low"}}, "reasoning_effort: Extra inputs"),
    "format of the other protocol": ({"extra_body": {"response_format": STRICT}}, "response_format: Extra inputs"),
    "unknown key in an item": ({"input": [{"role": "user", "content": "x", "to": 1}]}, "input.0.to"),
    "unknown key in a part": ({"input": [{"role": "user", "content": [part("x", cache=1)]}]}, "content.0.cache"),
    "part of the other protocol": (
        {"input": [{"role": "user", "content": [{"type": "text", "text": "x"}]}]},
        "type: Input should be 'input_file' or 'input_image' or 'input_text'",
    ),
    "unknown key in a format": ({"text": in_responses()["text"] | {"strict": True}}, "text.strict"),
    "unknown key in reasoning": (REASONER | {"reasoning": {"budget": 1}}, "reasoning.budget"),
    "text for a number": ({"extra_body": {"max_output_tokens": "99"}}, "should be a valid integer"),
    "nothing said": ({"input": []}, "empty array"),
    "nothing at all": ({"extra_body": {"input": None}}, "input: Input should be a valid"),
    "unknown role": ({"input": said(role="moderator")}, "role: Input should be 'assistant'"),
    "empty parts": ({"input": [{"role": "user", "content": []}]}, "empty array"),
    "what an assistant hears": (
        {"input": [*said(), {"role": "assistant", "content": [part("x")]}, *said()]},
        "Invalid value: 'input_text'. Supported values are: 'output_text' and 'refusal'.",
    ),
    "item of a tool": (
        {"input": [{"type": "function_call_output", "call_id": "1", "output": "-"}]}, "not known to this provider"
    ),
    "temperature out of range": ({"temperature": 2.5}, "Invalid 'temperature'"),
    "temperature of a reasoner": (REASONER | {"temperature": 0.5}, "'temperature' is not supported with this model"),
    "top_p of a reasoner": (REASONER | {"top_p": 0.5}, "'top_p' is not supported"),
    "limit below the least": ({"max_output_tokens": 15}, "Expected a value >= 16, but got 15 instead"),
    "limit too large": ({"max_output_tokens": 16_385}, "at most 16384"),
    "effort of a model that does not reason": ({"reasoning": {"effort": "low"}}, "'reasoning.effort' is not supported"),
    "summary of one": ({"reasoning": {"summary": "auto"}}, "'reasoning.summary' is not supported with this model"),
    "effort that o4 does not know": (REASONER | {"reasoning": {"effort": "minimal"}}, "value: 'minimal' is not"),
    "unknown summary": (REASONER | {"reasoning": {"summary": "long"}}, "reasoning.summary: Input should be"),
    "verbosity of an older model": ({"text": {"verbosity": "low"}}, "'text.verbosity'"),
    "tools": ({"tools": [{"type": "function", **FUNCTION["function"]}]}, "'tools' is not supported by this provider"),
    "an answer before": ({"previous_response_id": "resp_1"}, "'previous_response_id'"),
    "background": ({"background": True}, "'background'"),
    "stream": ({"extra_body": {"stream": True}}, "stream"),
    "cache key too long": ({"prompt_cache_key": "k" * 65}, "string too long"),
    "cache options of an older model": (
        {"prompt_cache_options": {"mode": "explicit"}}, "prompt_cache_options is not supported on this model"
    ),
    "breakpoint of an older model": (
        {"input": [{"role": "user", "content": [part("x", **MARK)]}]},
        "prompt_cache_breakpoint is not supported on this model",
    ),
    "breakpoint without a mode": (
        NEWER | {"input": [{"role": "user", "content": [part("x", prompt_cache_breakpoint={})]}]},
        "prompt_cache_breakpoint.mode",
    ),
    "retention in memory": (NEWER | {"prompt_cache_retention": "in_memory"}, "compatible only with 24h"),
    "object without the word": (
        {"input": said("Vote!"), "instructions": "Answer in JSON.", **wanted("json_object")},
        "Response input messages must contain the word 'json'",
    ),
    "schema without a schema": ({"text": {"format": {"type": "json_schema", "name": "v"}}}, "schema: Field required"),
    "name of a schema": ({"text": {"format": in_responses()["text"]["format"] | {"name": "my vote"}}}, "format.name"),
    "field that is not required": (schema(required=["vote"]), "Missing 'reasoning'"),
    "list at the top": (schema(type="array"), "Invalid schema for response_format 'v'"),
    "longer than the window": ({"input": said("word " * 110_000)}, "exceeds the context window of this model"),
}  # fmt: skip


@pytest.mark.parametrize("wrong", BAD_REQUESTS)
def test_bad_request_is_refused_in_words_that_say_what_is_wrong(chat: openai.OpenAI, wrong: str) -> None:
    changed, why = BAD_REQUESTS[wrong]
    with pytest.raises(openai.BadRequestError) as refused:
        chat.responses.create(**in_responses(**changed))
    assert why in str(refused.value)
    assert refused.value.type == "invalid_request_error"


def test_codes_are_those_of_the_real_service(chat: openai.OpenAI) -> None:
    for changed, code, param in (
        ({"reasoning": {"effort": "low"}}, "unsupported_parameter", "reasoning.effort"),
        (REASONER | {"reasoning": {"effort": "minimal"}}, "unsupported_value", "reasoning.effort"),
        ({"max_output_tokens": 1}, "integer_below_min_value", "max_output_tokens"),
        (schema(type="array"), "invalid_json_schema", "text.format.schema"),
        ({"model": "loop-chat"}, "model_not_found", "model"),
    ):
        with pytest.raises(openai.BadRequestError) as refused:
            chat.responses.create(**in_responses(**changed))
        assert (refused.value.code, refused.value.param) == (code, param)


def test_model_that_is_in_chat_alone_says_so(chat: openai.OpenAI) -> None:
    with pytest.raises(openai.BadRequestError, match="'loop-chat' is not supported with the Responses API"):
        chat.responses.create(**in_responses(model="loop-chat"))


@pytest.mark.parametrize("model", ["gpt-9", "claude-haiku-4-5", ""])
def test_unknown_model_is_not_found(chat: openai.OpenAI, model: str) -> None:
    with pytest.raises(openai.NotFoundError):
        chat.responses.create(**in_responses(model=model))


@pytest.mark.parametrize(("model", "kind"), [("loop-object", "json_schema"), ("loop-text", "json_object")])
def test_servers_of_open_models_refuse_in_their_manner(chat: openai.OpenAI, model: str, kind: str) -> None:
    text = in_responses()["text"] if kind == "json_schema" else wanted(kind)["text"]
    with pytest.raises(openai.BadRequestError, match=r"'text\.format' of type") as refused:
        chat.responses.create(model=model, input=said(SHOWN), text=text, store=False)
    assert refused.value.type == "BadRequestError"


def test_an_organisation_that_is_not_verified_is_told_no_thoughts(provider: Provider) -> None:
    key = "sk-loop-unverified-organisation"
    with openai.OpenAI(base_url=provider.openai_url, api_key=key, max_retries=0) as client:
        with pytest.raises(openai.BadRequestError, match="must be verified to generate reasoning summaries") as refused:
            client.responses.create(**in_responses(**REASONER, reasoning={"summary": "auto"}))
        assert (refused.value.param, refused.value.code) == ("reasoning.summary", "unsupported_value")
        assert client.responses.create(**in_responses(**REASONER)).output_text != ""


@pytest.mark.parametrize(
    "raw", [b"{", b"[]", b"", b'{"model": "gpt-4o-mini", "input": [7]}', b'{"input": "x"}', b'{"model": "o3"}']
)
def test_bad_body_is_refused(provider: Provider, raw: bytes) -> None:
    status, answer = post(provider, "/v1/responses", raw)
    assert status == 400
    assert answer["error"]["type"] == "invalid_request_error"


def test_a_table_in_words_alone_is_enough(chat: openai.OpenAI) -> None:
    assert chat.responses.create(model="loop-cheap", input=TABLE, store=False).output_text != ""
