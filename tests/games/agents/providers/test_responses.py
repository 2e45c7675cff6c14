"""OpenAI's Responses: what is sent, what of a reply is read, and where a model is that is not there."""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from openai.types.chat.completion_create_params import CompletionCreateParamsNonStreaming
from openai.types.responses.response_create_params import ResponseCreateParamsNonStreaming

from games.agents.agent import Exchange
from games.agents.providers import Barred, Busy, Down, Ladder, Lost, Provider, Reply, Request, Unfit, Usage
from games.agents.providers.openai import OpenAI
from games.agents.providers.responses import Responses
from games.agents.trials.smallest import QUESTIONS
from games.engine.questions import Illegal
from games.engine.rulesets import all_rulesets
from games.loopback.process import Provider as Loopback
from games.loopback.refusals import Refused
from games.loopback.shape import Shape
from tests.games.agents.answering.put import exchange as exchange_of
from tests.games.agents.briefing.briefed import situations
from tests.games.agents.providers.asking import climbed, exchange, request
from tests.games.agents.providers.test_wire import asked as answered
from tests.games.agents.providers.test_wire import refused

ANSWER = '{"target": "Ben"}'
RUNGS = ("json_schema", "json_object", "text")
SHAPES = {OpenAI: Shape(CompletionCreateParamsNonStreaming), Responses: Shape(ResponseCreateParamsNonStreaming)}


@pytest.fixture
async def line() -> Responses:
    return Responses(key="k")


async def asked(*output: Any, status: str = "completed", **more: Any) -> Reply:
    return await answered({"status": status, "output": list(output), **more}, protocol=Responses)


def message(*content: Any, **more: Any) -> dict[str, Any]:
    return {"type": "message", "role": "assistant", "content": list(content), **more}


def text(said: str = ANSWER) -> dict[str, Any]:
    return {"type": "output_text", "text": said, "annotations": []}


def reasoning(*summary: str, **more: Any) -> dict[str, Any]:
    shown = [{"type": "summary_text", "text": each} for each in summary]
    return {"type": "reasoning", "id": "rs_1", "summary": shown, "encrypted_content": "sealed", **more}


# --- what is sent ----------------------------------------------------------------------------------------------------


def every_kind_of_question() -> Iterator[Exchange]:
    """One question of each kind of each ruleset, as it is asked in a game."""
    for slug, ruleset in all_rulesets().items():
        seen = set()
        for situation in situations(ruleset, f"kinds of {slug}"):
            kind = situation.question.kind
            if kind not in seen:
                seen.add(kind)
                yield exchange_of(situation)


def ways(one: Exchange) -> Iterator[Request]:
    """Its request in every way that it may be asked, once it could not stand before."""
    plain = one.after("{", "it is no JSON").request("call-1")
    for rung in RUNGS:
        for model in ("gpt-4.1-mini", "gpt-5-mini", "gpt-5.6-luna"):
            for effort in ("", "low"):
                sent = replace(plain, model=model, rung=rung, effort=effort, temperature=0.7, cache_key="game/1")
                yield sent
                yield replace(sent, retorts=(), without=frozenset({"summary", "temperature", "prompt_cache_key"}))


async def test_every_kind_of_question_has_the_shape_that_the_sdk_describes() -> None:
    kinds = 0
    lines = [(OpenAI(key="k"), SHAPES[OpenAI]), (Responses(key="k"), SHAPES[Responses])]
    for one in every_kind_of_question():
        kinds += 1
        for sent in ways(one):
            for line, shape in lines:
                shape.check(line.fields(sent))
    assert kinds >= len(QUESTIONS) >= 4


def test_a_shape_that_the_sdk_does_not_describe_is_found(line: Responses) -> None:
    body = line.fields(request("gpt-5-mini"))
    for wrong in ({"messages": []}, {"reasoning": {"effort": "utmost"}}, {"input": [{"role": "user", "text": "x"}]}):
        with pytest.raises(Refused, match=r"Extra inputs|Input should be|required"):
            SHAPES[Responses].check(body | wrong)


def test_nothing_is_left_with_the_provider(line: Responses) -> None:
    for rung in RUNGS:
        body = line.fields(replace(request("gpt-5-mini"), rung=rung))
        assert body["store"] is False
        assert not {"previous_response_id", "conversation", "include"} & set(body)


def test_the_shape_of_an_answer_is_said_in_the_words_of_the_protocol(line: Responses) -> None:
    schema, plain, none = (line.fields(replace(request("m"), rung=rung)) for rung in RUNGS)
    assert schema["text"]["format"] == {
        "type": "json_schema", "name": "answer", "strict": True, "schema": request("m").schema
    }  # fmt: skip
    assert plain["text"] == {"format": {"type": "json_object"}}
    assert "text" not in none
    told = [body["input"][0]["content"] for body in (schema, plain, none)]
    assert ["<schema>" in each for each in told] == [False, True, True]


@pytest.mark.parametrize(
    ("model", "more", "reasoning"),
    [
        ("gpt-4.1", {}, None),
        ("gpt-4.1", {"effort": "none"}, {"effort": "none"}),
        ("gpt-5-mini", {}, {"summary": "auto"}),
        ("gpt-5-chat-latest", {}, None),
        ("o4-mini", {"effort": "high"}, {"effort": "high", "summary": "auto"}),
        ("gpt-5.6", {"effort": "none"}, {"effort": "none"}),
        ("own-reasoner", {}, None),
        ("own-reasoner", {"thinks": True}, {"summary": "auto"}),
        ("gpt-5-mini", {"effort": "low", "without": frozenset({"summary"})}, {"effort": "low"}),
        ("gpt-5-mini", {"effort": "low", "without": frozenset({"summary", "effort"})}, None),
    ],
)
def test_only_who_reasons_is_asked_what_it_thought(
    line: Responses, model: str, more: dict[str, Any], reasoning: dict[str, str] | None
) -> None:
    assert line.fields(replace(request(model), **more)).get("reasoning") == reasoning


def test_tries_that_failed_stand_behind_the_question(line: Responses) -> None:
    again = exchange("m").after("Ben", "it is no JSON").after("", "it is empty").request()
    assert [item["role"] for item in line.fields(again)["input"]] == ["system", "user"] + ["assistant", "user"] * 2
    assert line.fields(again)["input"][4]["content"] == "(nothing)"


# --- what of a reply is read -----------------------------------------------------------------------------------------


async def test_a_summary_is_the_thought_where_the_answer_has_none_of_its_own() -> None:
    thought = reasoning("**Looking**\n\nBen lies.", "Ada does not.")
    reply = await asked(thought, message(text()))
    assert (reply.text, reply.thinking) == (ANSWER, "**Looking**\n\nBen lies.\nAda does not.")
    assert exchange("m").read(reply) == {"target": 1, "thought": "**Looking**\nBen lies.\nAda does not."}
    both = await asked(thought, message(text('{"thought": "I saw Ben.", "target": "Ben"}')))
    assert exchange("m").read(both)["thought"].startswith("I saw Ben.\n\n")
    own = {"type": "reasoning", "summary": [], "content": [{"type": "reasoning_text", "text": "Ben lies."}]}
    assert (await asked(own, message(text()))).thinking == "Ben lies."


async def test_who_thinks_unasked_and_does_not_say_what_is_found_out(responses: Provider) -> None:
    assert (await asked(reasoning(), message(text()))).hides_thinking
    assert not (await asked(reasoning("Ben lies."), message(text()))).hides_thinking
    assert not (await asked(message(text()))).hides_thinking

    ladder, thoughts = Ladder(), []
    for _ in range(2):
        reply, _ = await climbed(responses, ladder, request("gpt-5.4-mini", effort="none"))
        thoughts.append(reply.thinking)
    assert thoughts == ["", ""], "who is told not to think has nothing to tell"


@pytest.mark.parametrize("effort", ["", "low"])
async def test_thoughts_of_models_that_reason_come_as_summaries(responses: Provider, effort: str) -> None:
    for model in ("gpt-5-mini", "gpt-5.6-luna", "gpt-5-codex"):
        reply, _ = await climbed(responses, Ladder(), request(model, effort=effort))
        assert "Let me weigh what has been said." in exchange(model).read(reply)["thought"]
    plain, _ = await climbed(responses, Ladder(), request("gpt-4.1"))
    assert plain.thinking == ""


async def test_an_organisation_that_may_not_ask_for_summaries_plays_without(loopback: Loopback) -> None:
    stranger = Responses(key="sk-loop-unverified-1", base_url=loopback.openai_url, name="here")
    ladder = Ladder()
    reply, sent = await climbed(stranger, ladder, request("gpt-5-mini", effort="low"))
    assert exchange("gpt-5-mini").read(reply)["target"] in (None, 1, 2)
    assert [each.without for each in sent] == [frozenset(), frozenset({"summary"})]
    assert stranger.fields(sent[-1])["reasoning"] == {"effort": "low"}
    await stranger.close()


@pytest.mark.parametrize(
    ("output", "more", "said", "end"),
    [
        ([message(text('{"tar'))], {"reason": "max_output_tokens"}, '{"tar', "cut"),
        ([reasoning()], {"reason": "max_output_tokens"}, "", "cut"),
        ([], {"reason": "max_output_tokens"}, "", "cut"),
        ([message(text("I"))], {"reason": "content_filter"}, "I", "declined"),
        ([message(text())], {"reason": "steered"}, ANSWER, "done"),
        ([message(text())], {}, ANSWER, "done"),
    ],
)
async def test_why_a_reply_is_incomplete_is_read(output: list[Any], more: dict[str, str], said: str, end: str) -> None:
    reply = await asked(*output, status="incomplete", incomplete_details=more)
    assert (reply.text, reply.end) == (said, end)


async def test_a_refusal_is_told_and_is_no_answer() -> None:
    reply = await asked(message({"type": "refusal", "refusal": "I cannot."}))
    assert (reply.text, reply.end) == ("I cannot.", "declined")
    with pytest.raises(Illegal, match="you declined to answer"):
        exchange("m").read(reply)


async def test_what_is_said_on_the_way_to_an_answer_is_none() -> None:
    on_the_way = message(text("Let me see."), phase="commentary")
    assert (await asked(on_the_way, message(text(), phase="final_answer"))).text == ANSWER
    assert (await asked(on_the_way)).text == "Let me see.", "where there is nothing else"
    assert (await asked(message(text('{"target":'), text(' "Ben"}')))).text == ANSWER


@pytest.mark.parametrize(
    "output",
    [
        [],
        [None],
        [7],
        [{}],
        [{"type": "message"}],
        [message()],
        [message(None, 7, {})],
        [message({"type": "output_text", "text": 7})],
        [{"type": "reasoning", "summary": "much"}],
        [{"type": "reasoning", "summary": [None, {"text": 1}], "content": {}}],
        [{"type": "function_call", "name": "x", "arguments": "{}"}],
        [{"type": "something_new", "text": "x"}],
    ],
)
async def test_output_without_a_text_is_an_empty_answer(output: list[Any]) -> None:
    reply = await asked(*output, usage="much", model=["x"], incomplete_details=7)
    assert (reply.text, reply.usage, reply.model, reply.end) == ("", None, "", "done")
    with pytest.raises(Illegal, match="the answer is empty"):
        exchange("m").read(reply)


async def test_texts_of_other_servers_are_read_too() -> None:
    assert (await asked({"role": "assistant", "content": ANSWER})).text == ANSWER
    body = {"output": [message({"text": ANSWER})]}
    assert (await answered(body, protocol=Responses)).text == ANSWER


async def test_what_was_used_is_read_by_the_names_of_the_protocol() -> None:
    usage = {
        "input_tokens": 2600,
        "input_tokens_details": {"cached_tokens": 2000, "cache_write_tokens": 400},
        "output_tokens": 90,
        "output_tokens_details": {"reasoning_tokens": 70},
    }
    reply = await asked(message(text()), usage=usage)
    assert reply.usage == Usage(input=2600, cached=2000, cache_written=400, output=90, reasoning=70)


@pytest.mark.parametrize("status", ["queued", "in_progress", "cancelled"])
async def test_what_is_not_finished_is_lost(status: str) -> None:
    with pytest.raises(Lost, match="answered without an answer"):
        await asked(message(text()), status=status)


@pytest.mark.parametrize(
    ("code", "kind", "is_spent"),
    [
        ("server_error", Down, False),
        ("rate_limit_exceeded", Busy, False),
        ("data_residency_mismatch", Barred, False),
        ("invalid_image", Unfit, False),
        ("", Lost, True),
    ],
)
async def test_what_failed_says_why_and_whether_it_may_be_billed(code: str, kind: type, is_spent: bool) -> None:  # noqa: FBT001
    error = await refused(
        {"status": "failed", "error": {"code": code, "message": "It broke."}, "output": []}, 200, Responses
    )
    assert (type(error), str(error), error.is_spent) == (kind, "server failed: It broke.", is_spent)


async def test_what_failed_after_work_may_be_billed() -> None:
    body = {"status": "failed", "error": {"code": "server_error"}, "usage": {"input_tokens": 9, "output_tokens": 9}}
    error = await refused(body, 200, Responses)
    assert (type(error), str(error), error.is_spent) == (Lost, "server failed: server_error", True)


@pytest.mark.parametrize("code", ["invalid_prompt", "bio_policy", "misalignment_policy_violation"])
async def test_what_failed_for_its_words_is_declined(code: str) -> None:
    usage = {"input_tokens": 9, "output_tokens": 0}
    reply = await asked(status="failed", error={"code": code, "message": "Flagged."}, usage=usage)
    assert (reply.text, reply.end, reply.usage) == ("Flagged.", "declined", Usage(input=9))


@pytest.mark.parametrize("error", [None, 7, [], {"code": 7, "message": None}])
async def test_what_failed_without_a_word_is_lost(error: object) -> None:
    told = await refused({"status": "failed", "error": error}, 200, Responses)
    assert (type(told), str(told)) == (Lost, "server failed: no reason given")


# --- where a model is ------------------------------------------------------------------------------------------------


async def test_a_model_of_one_protocol_alone_says_where_it_is_asked(chat: Provider, responses: Provider) -> None:
    with pytest.raises(Barred) as in_chat:
        await chat.ask(request("gpt-5-codex"))
    assert str(in_chat.value) == (
        "here 404: gpt-5-codex is not to be had in Chat Completions there (This model is only supported in "
        "v1/responses and not in v1/chat/completions); ask it in Responses: openai-responses:gpt-5-codex on a command "
        "line, or the provider of its row"
    )
    with pytest.raises(Barred) as in_responses:
        await responses.ask(request("loop-chat"))
    assert str(in_responses.value) == (
        "here 400: loop-chat is not to be had in Responses there (The requested model 'loop-chat' is not supported "
        "with the Responses API); ask it in Chat Completions: openai-chat:loop-chat on a command line, or the provider "
        "of its row"
    )
    for line, model in ((responses, "gpt-5-codex"), (chat, "loop-chat")):
        reply, _ = await climbed(line, Ladder(), request(model))
        assert exchange(model).read(reply)["target"] in (None, 1, 2)


async def test_a_server_that_does_not_speak_responses_is_to_be_asked_in_chat() -> None:
    for body in (b"404 page not found", json.dumps({"error": {"message": "File Not Found"}}).encode()):
        error = await refused(body, 404, Responses)
        assert isinstance(error, Barred)
        assert "ask it in Chat Completions: openai-chat:m on a command line" in str(error)
        assert "openai-" not in str(await refused(body, 404, OpenAI)), "it may be the address that is wrong"
    missing = await refused({"error": {"message": "model 'm' not found"}}, 404, Responses)
    assert "openai-chat" not in str(missing)
