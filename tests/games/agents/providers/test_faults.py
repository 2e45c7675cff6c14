"""What each fault of a provider becomes, over HTTP: an error of the right kind, or a reply for the reader to judge."""

import asyncio
import json
import traceback
from typing import Any

import pytest

from games.agents.providers import Barred, Busy, Declined, Down, Lost, Provider, ProviderError, Reply, Unfit
from games.agents.providers.anthropic import Anthropic
from games.agents.providers.openai import OpenAI
from games.agents.providers.responses import Responses
from games.engine.questions import Illegal
from games.loopback.faults import KINDS
from games.loopback.process import Provider as Loopback
from tests.games.agents.providers.asking import ANTHROPIC, OPENAI, exchange, other, request
from tests.games.agents.providers.conftest import connections
from tests.patience import at_most

MODELS = {"chat": OPENAI, "responses": OPENAI, "claude": ANTHROPIC}
MADE = {"chat": OpenAI, "responses": Responses, "claude": Anthropic}
# What the bound on a reply is called, where a refusal names it.
BOUNDS = {"chat": "max_tokens", "responses": "max_output_tokens", "claude": ""}
ERRORS: dict[str, type[ProviderError]] = {
    "429": Busy,
    "500": Down,
    "503": Down,
    "529": Down,
    "flagged": Declined,
    "filtered": Declined,
    "moderated": Declined,
    "inner_429": Busy,
    "inner_502": Down,
    "broken_off": Lost,
    "reset": Lost,
    "cut": Lost,
    "timeout": Lost,
}
# Replies that the reader takes, and those that it sends back.
TAKEN = ("drip", "no_usage", "fences", "nul", "surrogates", "invalid_utf8")
SENT_BACK = (
    *("truncated", "refusal", "empty", "prose", "unknown_tool", "wrong_types", "unknown_target", "dead_target"),
    *("self_target", "nan", "deep", "huge"),
)
EACH = pytest.mark.parametrize("protocol", MODELS)


@pytest.fixture
def asked(protocol: str, request: pytest.FixtureRequest) -> Provider:
    """The client of a protocol."""
    client: Provider = request.getfixturevalue(protocol)
    return client


def always(loopback: Loopback, kind: str) -> None:
    loopback.control(faults={kind: 1.0})


async def error_of(provider: Provider, model: str, **more: Any) -> ProviderError:
    with pytest.raises(ProviderError) as raised:
        await provider.ask(request(model, **more))
    return raised.value


def test_every_fault_is_looked_at() -> None:
    assert sorted([*ERRORS, *TAKEN, *SENT_BACK, "two_tools"]) == sorted(KINDS)


@EACH
@pytest.mark.parametrize("kind", ERRORS)
async def test_a_fault_is_an_error_that_says_whether_something_was_spent(
    loopback: Loopback, asked: Provider, protocol: str, kind: str
) -> None:
    always(loopback, kind)
    error = await error_of(asked, MODELS[protocol], timeout=0.5 if kind == "timeout" else at_most(5))
    assert type(error) is ERRORS[kind]
    # Anthropic itself has no such filter: it refuses as ever.
    is_spent = kind in ("reset", "cut", "timeout", "broken_off") or (kind == "filtered" and protocol != "claude")
    assert error.is_spent == is_spent
    assert str(error).startswith(asked.name)
    assert error.status == (int(kind) if kind in ("429", "500", "503") else error.status)


@EACH
async def test_who_is_busy_says_how_long_or_does_not(loopback: Loopback, asked: Provider, protocol: str) -> None:
    always(loopback, "429")
    waits = set()
    for number in range(24):
        with pytest.raises(Busy) as error:
            await asked.ask(other(request(MODELS[protocol]), number))
        waits.add(error.value.after)
    assert waits == ({1.0, None} if protocol == "claude" else {1.0, 0.25, None})


@EACH
@pytest.mark.parametrize("kind", [*TAKEN, *SENT_BACK, "two_tools"])
async def test_a_reply_of_any_kind_is_read_or_sent_back(
    loopback: Loopback, asked: Provider, protocol: str, kind: str
) -> None:
    always(loopback, kind)
    matter = exchange(MODELS[protocol])
    reply = await asked.ask(matter.request())
    assert (reply.usage is None) == (kind == "no_usage")
    for text in (reply.text, reply.thinking, reply.model, reply.raw):
        assert "\x00" not in text
        text.encode()
    if kind in TAKEN and (kind, protocol) != ("invalid_utf8", "claude"):  # there it hits the name of a field
        assert matter.read(reply)["target"] in (None, 1, 2)
        return
    with pytest.raises(Illegal) as error:
        matter.read(reply)
    assert str(error.value).isprintable()
    assert matter.after(reply.text, str(error.value)).tries == 1


@EACH
async def test_a_cut_or_declined_reply_says_so_and_the_model_is_told(
    loopback: Loopback, asked: Provider, protocol: str
) -> None:
    matter = exchange(MODELS[protocol])
    for kind, end, why in (("truncated", "cut", "was cut off at 2000 tokens"), ("refusal", "declined", "you declined")):
        always(loopback, kind)
        reply = await asked.ask(matter.request())
        assert reply.end == end
        with pytest.raises(Illegal, match=why):
            matter.read(reply)


@EACH
async def test_a_server_that_is_not_there_is_down_and_nothing_was_spent(asked: Provider, protocol: str) -> None:
    client = MADE[protocol](key="k" * 20, base_url="http://127.0.0.1:9", name="nobody")
    error = await error_of(client, MODELS[protocol])
    await client.close()
    assert (type(error), str(error), error.is_spent) == (Down, "nobody cannot be reached", False)


@EACH
async def test_an_outage_is_down(loopback: Loopback, asked: Provider, protocol: str) -> None:
    loopback.control(outage=True)
    assert type(await error_of(asked, MODELS[protocol])) is Down


@EACH
async def test_a_wrong_key_a_strange_model_and_a_strange_wish_are_told_apart(
    loopback: Loopback, asked: Provider, protocol: str
) -> None:
    assert isinstance(await error_of(asked, "no-such-model"), Barred)
    error = await error_of(asked, MODELS[protocol], most_tokens=10**6)
    assert isinstance(error, Unfit)
    assert "max" in str(error)
    assert error.parameter == BOUNDS[protocol]


SECRET = "sk-wrong-1234567890-of-no-use"


@EACH
async def test_no_key_is_said_by_any_error(loopback: Loopback, protocol: str) -> None:
    """The loopback says the first letters of a wrong key, as OpenAI does."""
    url = loopback.anthropic_url if protocol == "claude" else loopback.openai_url
    client = MADE[protocol](key=SECRET, base_url=url)
    error = await error_of(client, MODELS[protocol])
    assert isinstance(error, Barred)
    assert error.status == 401
    shown = "".join(traceback.format_exception(error))
    for text in (str(error), repr(error), error.raw, shown, repr(client), repr(request(MODELS[protocol]))):
        assert SECRET not in text
        assert "sk-w" not in text
        assert "Bearer" not in text
    await client.close()


@EACH
async def test_a_cancelled_request_leaves_no_connection_behind(
    loopback: Loopback, asked: Provider, protocol: str
) -> None:
    loopback.control(latency=30)
    before = connections()
    tasks = [asyncio.create_task(asked.ask(other(request(MODELS[protocol]), number))) for number in range(5)]
    for _ in range(100):
        await asyncio.sleep(0.05)
        if connections() == before + 5:
            break
    assert connections() == before + 5
    for task in tasks:
        task.cancel()
    assert all(
        isinstance(each, asyncio.CancelledError) for each in await asyncio.gather(*tasks, return_exceptions=True)
    )
    await asyncio.sleep(0.05)
    assert connections() == before


@EACH
async def test_a_reply_that_comes_too_late_leaves_no_connection_behind(
    loopback: Loopback, asked: Provider, protocol: str
) -> None:
    always(loopback, "timeout")
    before = connections()
    assert isinstance(await error_of(asked, MODELS[protocol], timeout=0.2), Lost)
    await asyncio.sleep(0.05)
    assert connections() == before


@EACH
async def test_our_name_for_a_call_is_sent_along(loopback: Loopback, asked: Provider, protocol: str) -> None:
    before = loopback.counter()["requests"]
    await asked.ask(request(MODELS[protocol], id="call-77"))
    (row,) = loopback.counter(after=before)["rows"]
    assert row["client_id"] == "call-77"


@EACH
async def test_a_reply_is_counted_as_it_was_billed(loopback: Loopback, asked: Provider, protocol: str) -> None:
    before = loopback.counter()["requests"]
    reply = await asked.ask(request(MODELS[protocol]))
    (row,) = loopback.counter(after=before)["rows"]
    assert reply.usage is not None
    assert (reply.usage.input, reply.usage.output) == (row["input"], row["output"])


@EACH
async def test_an_answer_that_was_sent_back_is_shown_with_the_reason(
    loopback: Loopback, asked: Provider, protocol: str
) -> None:
    """Also one with what no transport takes: a lone surrogate, or nothing but blanks."""
    matter = exchange(MODELS[protocol])
    for text in ("\ud83d {", " \n", "x" * 5_000):
        matter = matter.after(Reply(text).text, "it is no JSON")
    assert matter.read(await asked.ask(matter.request()))["target"] in (None, 1, 2)


def test_what_no_database_takes_is_in_no_reply_and_no_error() -> None:
    bad = "a\x00b\ud83dc\U0001f600"
    reply = Reply(bad, thinking=bad, model=bad, fingerprint=bad, raw=bad)
    error = Unfit(bad, parameter=bad, raw=bad)
    for text in (
        reply.text,
        reply.thinking,
        reply.model,
        reply.fingerprint,
        reply.raw,
        str(error),
        error.raw,
        error.parameter,
    ):
        assert text == "a\ufffdb\ufffdc\U0001f600"
    assert json.loads(json.dumps(reply.text)) == reply.text
