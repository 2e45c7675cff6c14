"""Replies and refusals of servers that are not the loopback: odd bodies, redirects, keys said back, wishes to wait."""

import gzip
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from time import time
from typing import Any

import pytest

from games.agents.providers import Barred, Busy, Declined, Down, Lost, Oversized, ProviderError, Reply, Unfit, Usage
from games.agents.providers.anthropic import Anthropic
from games.agents.providers.openai import OpenAI
from games.agents.providers.responses import Responses
from games.agents.providers.wire import MOST_READ
from games.engine.questions import Illegal
from tests.games.agents.providers.asking import exchange, request

KEY = "sk-1234567890abcdef-secret"
Answer = tuple[int, dict[str, str], bytes]


@contextmanager
def server(answer: Callable[[dict[str, str]], Answer]) -> Iterator[str]:
    """A server that answers every request so, given its headers."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["content-length"]))
            status, headers, body = answer(dict(self.headers))
            self.send_response(status)
            for name, value in {
                "content-type": "application/json",
                "content-length": str(len(body)),
                **headers,
            }.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Nobody reads it."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as running:
        thread = Thread(target=running.serve_forever, args=(0.02,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{running.server_address[1]}"
        finally:
            running.shutdown()
            thread.join()


async def asked(body: object, status: int = 200, protocol: type = OpenAI, **headers: str) -> Reply:
    """The reply of a server that answers with this body."""
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()
    with server(lambda _: (status, headers, raw)) as url:
        client = protocol(key=KEY, base_url=url, name="server")
        try:
            reply: Reply = await client.ask(request("m", timeout=5))
        finally:
            await client.close()
    return reply


async def refused(body: object, status: int, protocol: type = OpenAI, **headers: str) -> ProviderError:
    with pytest.raises(ProviderError) as error:
        await asked(body, status, protocol, **headers)
    return error.value


def said(**message: Any) -> dict[str, Any]:
    return {"choices": [{"message": message, "finish_reason": "stop"}]}


def blocks(*content: Any) -> dict[str, Any]:
    return {"content": list(content), "stop_reason": "end_turn"}


# --- replies ---------------------------------------------------------------------------------------------------------


async def test_thinking_is_kept_by_whatever_name_it_has() -> None:
    answer = '{"target": "Ben"}'
    for message in (
        {"content": answer, "reasoning_content": "Ben lies."},
        {"content": answer, "reasoning": "Ben lies."},
        {"content": [{"type": "thinking", "thinking": [{"text": "Ben lies."}]}, {"type": "text", "text": answer}]},
    ):
        reply = await asked(said(**message))
        assert (reply.text, reply.thinking) == (answer, "Ben lies.")
        assert exchange("m").read(reply) == {"target": 1, "thought": "Ben lies."}
    reply = await asked(said(content=f"<think>Ben lies.</think>\n{answer}"))
    assert exchange("m").read(reply) == {"target": 1, "thought": "Ben lies."}
    thought = {"type": "thinking", "thinking": "Ben lies.", "signature": "x"}
    reply = await asked(blocks(thought, {"type": "text", "text": answer}), protocol=Anthropic)
    assert exchange("m").read(reply) == {"target": 1, "thought": "Ben lies."}


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"null",
        b"[]",
        b'"text"',
        b"{}",
        b"<html></html>",
        b"\xff\xfe\x00",
        b'{"choices": []}',
        b'{"choices": null}',
        b'{"choices": 7, "content": {}, "output": {}}',
        b'{"usage": ' + b"9" * 10_000 + b"}",
    ],
    ids=lambda body: repr(body[:20]),
)
@pytest.mark.parametrize("protocol", [OpenAI, Responses, Anthropic])
async def test_a_body_without_an_answer_in_it_is_lost(body: bytes, protocol: type) -> None:
    with pytest.raises(Lost) as error:
        await asked(body, protocol=protocol)
    assert "\x00" not in error.value.raw


@pytest.mark.parametrize(
    "choice",
    [None, 7, {}, {"message": None}, {"message": []}, {"message": {"content": 7}}, {"message": {"content": {"a": 1}}}],
)
async def test_a_choice_without_a_text_is_an_empty_answer(choice: object) -> None:
    reply = await asked({"choices": [choice], "usage": "much", "model": ["x"]})
    assert (reply.text, reply.usage, reply.model) == ("", None, "")
    with pytest.raises(Illegal, match="the answer is empty"):
        exchange("m").read(reply)


@pytest.mark.parametrize("content", [[], [None], [{"type": "text"}], [{"type": "tool_use", "name": "x", "input": 1}]])
async def test_blocks_without_a_text_are_an_empty_answer(content: list[Any]) -> None:
    reply = await asked(blocks(*content), protocol=Anthropic)
    with pytest.raises(Illegal, match="the answer is empty"):
        exchange("m").read(reply)


async def test_what_was_given_to_a_tool_is_the_answer_however_deep_it_is() -> None:
    def used(given: object) -> dict[str, Any]:
        return {"type": "tool_use", "id": "1", "name": "answer", "input": given}

    reply = await asked(blocks(used({"target": "Ben"})), protocol=Anthropic)
    assert exchange("m").read(reply)["target"] == 1
    for depth in (*range(800, 1_000, 10), 10_000):
        deep = b'{"a":' * depth + b"1" + b"}" * depth
        reply = await asked(json.dumps(blocks(used("DEEP"))).encode().replace(b'"DEEP"', deep), protocol=Anthropic)
        with pytest.raises(Illegal):
            exchange("m").read(reply)


async def test_a_number_that_is_too_long_is_the_model_s_fault_and_not_the_provider_s() -> None:
    body = b'{"content": [{"type": "tool_use", "name": "answer", "input": {"target": ' + b"9" * 10_000 + b"}}]}"
    with pytest.raises(Illegal, match="Infinity is no JSON"):
        exchange("m").read(await asked(body, protocol=Anthropic))


@pytest.mark.parametrize("usage", [{}, {"prompt_tokens": -1, "completion_tokens": True, "prompt_tokens_details": None}])
async def test_counts_that_make_no_sense_are_no_usage(usage: dict[str, Any]) -> None:
    """Nothing that is told would be a sure cost of nothing."""
    for protocol, body in ((OpenAI, said(content="x")), (Anthropic, blocks({"type": "text", "text": "x"}))):
        assert (await asked({**body, "usage": usage}, 200, protocol)).usage is None


async def test_what_no_database_takes_is_replaced() -> None:
    body = b'{"choices": [{"message": {"content": "a\\u0000\\ud83d\xff", "reasoning": "\\udc00"}}], "model": "\\u0000"}'
    reply = await asked(body)
    assert (reply.text, reply.thinking, reply.model) == ("a\ufffd\ufffd\ufffd", "\ufffd", "\ufffd")
    error = await refused(b'{"error": {"message": "\\u0000\\ud83d!", "param": "\\ud83d"}}', 400)
    assert str(error) == "server 400: \ufffd\ufffd!"
    assert (await refused(b"\x00\xff", 400)).raw == "\ufffd\ufffd"


# --- keys ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("status", [200, 400, 401, 429, 500])
async def test_a_key_that_a_server_says_back_goes_no_further(status: int) -> None:
    def echoed(headers: dict[str, str]) -> Answer:
        sent = json.dumps(headers)
        assert KEY in sent
        return status, {}, json.dumps({**said(content=sent), "error": {"message": sent}}).encode()

    with server(echoed) as url:
        client = OpenAI(key=KEY, base_url=url, name="server")
        try:
            reply = await client.ask(request("m"))
            told = repr(reply)
        except ProviderError as error:
            told = f"{error!r} {error.raw} {error.__cause__!r}"
        await client.close()
    assert KEY not in told
    assert "[key]" in told or status in (429, 500)


async def test_a_key_that_is_shown_in_part_goes_no_further() -> None:
    error = await refused({"error": {"message": "Incorrect API key provided: sk-12345***cdef."}}, 401)
    assert str(error) == "server 401: Incorrect API key provided: [key]"
    assert "sk-" not in error.raw


@pytest.mark.parametrize("packed", [{}, {"content-encoding": "gzip"}])
async def test_a_response_that_goes_on_and_on_is_let_go(packed: dict[str, str]) -> None:
    answer, pack = json.dumps(said(content="{}")).encode(), gzip.compress if packed else bytes
    assert (await asked(pack(answer.rjust(MOST_READ)), **packed)).text == "{}"

    with pytest.raises(Lost, match=r"^server answered with more than 8,388,608 bytes$"):
        await asked(pack(answer.rjust(MOST_READ + 1)), **packed)


async def test_a_redirect_is_not_followed() -> None:
    seen: list[dict[str, str]] = []

    def elsewhere(headers: dict[str, str]) -> Answer:
        seen.append(headers)
        return 200, {}, json.dumps(said(content="{}")).encode()

    with server(elsewhere) as other:
        for protocol in (OpenAI, Responses, Anthropic):
            with pytest.raises(Unfit, match="server 307"):
                await asked({}, 307, protocol, location=f"{other}/v1/chat/completions")
    assert seen == []


# --- refusals --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (400, Unfit), (401, Barred), (402, Barred), (403, Barred), (404, Barred), (408, Down), (409, Down),
        (413, Unfit), (422, Unfit), (429, Busy), (500, Down), (502, Down), (503, Down), (529, Down),
    ],
)  # fmt: skip
async def test_a_status_means_what_it_means_everywhere(status: int, kind: type[ProviderError]) -> None:
    for protocol in (OpenAI, Responses, Anthropic):
        error = await refused(b"<html>busy</html>", status, protocol)
        assert (type(error), error.status, error.is_spent) == (kind, status, False)


async def test_who_has_no_money_is_barred_though_the_status_says_busy() -> None:
    body = {"error": {"message": "You exceeded your current quota.", "code": "insufficient_quota"}}
    assert type(await refused(body, 429)) is Barred


@pytest.mark.parametrize(
    ("status", "code", "message", "barred"),
    [
        (401, "invalid_api_key", "Incorrect API key provided.", "all"),
        (429, "insufficient_quota", "You exceeded your current quota.", "money"),
        (400, "billing_hard_limit_reached", "Billing hard limit has been reached.", "money"),
        (400, None, "Your credit balance is too low to access the API.", "money"),
        (400, None, "You have reached your specified API usage limits. You will regain access on 2026-04-01.", "money"),
        (402, None, "This account has no credit.", "money"),
        (403, None, "You have no right to this model.", "one"),
        (404, "model_not_found", "There is no such model.", "one"),
    ],
)
async def test_the_key_and_money_are_of_all_models_and_what_is_of_one_is_not(
    status: int, code: str | None, message: str, barred: str
) -> None:
    for protocol in (OpenAI, Responses, Anthropic):
        error = await refused({"error": {"message": message, "code": code}}, status, protocol)
        assert isinstance(error, Barred)
        assert (error.is_of_all, error.is_of_money) == (barred != "one", barred == "money")


TOO_LARGE = "Request too large for o3 in organization org-1 on tokens per min (TPM): Limit 30000, Requested 32145. The "


@pytest.mark.parametrize(
    ("status", "message", "told"),
    [
        (429, TOO_LARGE, (30_000, 32_145)),
        (413, "Request too large for model `m` on tokens per minute (TPM): Limit 6000, Requested 7591", (6_000, 7_591)),
        (429, "Request too large.", (0, 0)),
        (429, "Rate limit reached: Limit 30000, Used 28039, Requested 3906.", None),
        (413, "Request too large", None),
    ],
)
async def test_a_request_that_is_too_large_for_a_minute_is_no_busy_provider(
    status: int, message: str, told: tuple[int, int] | None
) -> None:
    error = await refused({"error": {"message": message, "code": "rate_limit_exceeded"}}, status, OpenAI)
    assert isinstance(error, Oversized) is (told is not None)
    assert told is None or (isinstance(error, Oversized) and (error.limit, error.wanted) == told)


@pytest.mark.parametrize(
    ("code", "message", "kind"),
    [
        (
            "invalid_prompt",
            "Invalid prompt: your prompt was flagged as potentially violating our usage policy.",
            Declined,
        ),
        ("bio_policy", "This was stopped by our policies.", Declined),
        (None, "Output blocked by content filtering policy", Declined),
        ("invalid_prompt", "Invalid Responses API request", Unfit),
        ("invalid_value", "Invalid value: your schema was flagged.", Unfit),
    ],
)
async def test_what_is_refused_for_the_words_of_a_prompt_is_a_model_that_declined(
    code: str | None, message: str, kind: type[ProviderError]
) -> None:
    for protocol in (OpenAI, Responses, Anthropic):
        error = await refused({"error": {"message": message, "code": code}}, 400, protocol)
        assert type(error) is kind
        if isinstance(error, Declined):
            assert (error.reply.text, error.reply.end, error.reply.usage) == (message, "declined", Usage())


ODD = {"code": "odd", "message": "?"}  # which in a response that failed is for what was asked
MODERATED = 'openai/gpt-4o requires moderation and your input was flagged for "violence". No credits were charged.'


@pytest.mark.parametrize(
    ("status", "code", "message", "kind", "usage"),
    [
        (400, "content_filter", "The response was filtered due to the prompt", Declined, None),
        (400, "other", "The response was filtered due to the prompt", Unfit, None),
        (403, 403, MODERATED, Declined, Usage()),
        (403, 403, "You have no right to this model.", Barred, None),
        (500, "content_filter", "The filter is out of order", Down, None),
    ],
)
async def test_a_filter_before_a_model_declines_for_it(
    status: int, code: object, message: str, kind: type[ProviderError], usage: Usage | None
) -> None:
    """Where it may bill what it has looked at, no tokens are told: what it cost is not sure."""
    for protocol in (OpenAI, Responses):
        error = await refused({"error": {"message": message, "code": code, "param": "prompt"}}, status, protocol)
        assert type(error) is kind
        if isinstance(error, Declined):
            assert (error.reply.text, error.reply.end, error.reply.usage) == (message, "declined", usage)
            assert error.is_spent == (usage is None)


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ({"error": {"code": 429, "message": "Too many"}}, Busy),
        ({"error": {"code": "502", "message": "Bad gateway"}}, Down),
        ({"error": {"code": 503, "message": "None left"}, "choices": []}, Down),
        ({"error": {"code": 402, "message": "No credit"}}, Barred),
        ({"error": {"code": 403, "message": MODERATED}}, Declined),
        ({"error": {"code": 400, "message": "No such field"}}, Unfit),
        ({"error": ODD}, Lost),
        ({"error": "what?"}, Lost),
        ({}, Lost),
        ({"choices": [{"error": {"code": 429}, "finish_reason": "error", "message": {"content": ""}}]}, Busy),
        ({"choices": [{"error": {"code": 502}, "message": {"content": '{"tar'}}]}, Lost),
        ({"choices": [{"finish_reason": "error", "message": {"content": ""}}]}, Lost),
        ({"error": {"code": 502}, "usage": {"prompt_tokens": 9, "completion_tokens": 4}}, Lost),
        ({"error": {"code": 502}, "usage": {"prompt_tokens": 9, "completion_tokens": 0}}, Down),
        ({"error": {"code": 502}, "usage": {"prompt_tokens": 9, "completion_tokens": None}}, Lost),
    ],
    ids=repr,
)
async def test_an_error_in_a_reply_means_what_its_code_would_as_a_status(
    body: dict[str, Any], kind: type[ProviderError]
) -> None:
    told = [(OpenAI, body)]
    if not body.keys() & {"choices", "usage"}:
        told += [(Responses, body), (Responses, {**body, "status": "failed", "output": []})]
    for protocol, each in told:
        error = await refused(each, 200, protocol)
        assert type(error) is (Unfit if each.get("status") and body.get("error") == ODD else kind)
        assert error.raw == json.dumps(each)


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ({"retry-after": "7"}, 7.0),
        ({"retry-after": "0.5"}, 0.5),
        ({"retry-after-ms": "250"}, 0.25),
        ({"retry-after-ms": "250", "retry-after": "7"}, 0.25),
        ({"retry-after": "-3"}, None),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "Mon, 01 Jan 2001 00:00:00 GMT"}, 0.0),
        ({"retry-after": "99999999999999999999"}, 3_600.0),
        ({"retry-after-ms": "inf"}, None),
        ({"retry-after-ms": "nan"}, None),
        ({"retry-after-ms": "-1"}, 0.0),
        ({}, None),
    ],
    ids=repr,
)
async def test_how_long_to_wait_is_read_within_reason(header: dict[str, str], seconds: float | None) -> None:
    for status in (429, 503):
        error = await refused({}, status, **header)
        assert isinstance(error, Busy | Down)
        assert error.after == seconds


async def test_a_date_to_come_back_at_is_counted_from_now() -> None:
    error = await refused({}, 429, **{"retry-after": formatdate(time() + 60, usegmt=True)})
    assert isinstance(error, Busy)
    assert error.after is not None
    assert 50 < error.after <= 60
