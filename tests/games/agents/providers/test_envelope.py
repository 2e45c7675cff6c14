"""What leaves is what the SDKs would send: held against the SDKs themselves, each sending by its own line."""

import asyncio
import json
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import anthropic
import openai
import pytest

from games.agents.providers import Besides, Down, Lost, Provider, Request
from games.agents.providers.anthropic import Anthropic
from games.agents.providers.at_openai import client_at
from games.agents.providers.openai import OpenAI
from games.agents.providers.responses import Responses
from tests.games.agents.providers.asking import exchange, request

KEY = "sk-1234567890abcdef-secret"
REPLIES = {
    "choices": [{"message": {"content": '{"target": "Ben"}'}}],
    "output": [{"content": '{"target": "Ben"}'}],
    "content": [{"type": "text", "text": '{"target": "Ben"}'}],
}
Told = tuple[str, dict[str, str], bytes]  # the path, the headers and the body of a request
# One that is short, and one that says all that may be said besides; a float, for bodies are compared by their bytes.
ASKED = (
    request("m", id="call-1", timeout=5),
    request(
        "n",
        id="call-2",
        timeout=7,
        temperature=0.3,
        besides=Besides(top_p=0.9, extra={"messages": "no", "user": "Zoë", "a": [1.5, None]}),
    ),
    request("o", id="call-3", timeout=7, besides=Besides(top_p=0.9)),
)


@contextmanager
def listener() -> Iterator[tuple[str, list[Told]]]:
    """A server that takes any request, and what it was told."""
    heard: list[Told] = []

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            heard.append((self.path, {name.lower(): value for name, value in self.headers.items()}, body))
            said = json.dumps(REPLIES).encode()
            self.send_response(200)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(said)))
            self.end_headers()
            self.wfile.write(said)

        def log_message(self, *_: object) -> None:
            """Nobody reads it."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as running:
        running.daemon_threads = True
        thread = Thread(target=running.serve_forever, args=(0.02,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{running.server_address[1]}", heard
        finally:
            running.shutdown()
            thread.join()


def made(protocol: type, url: str) -> Any:
    return protocol(key=KEY, base_url=f"{url}/v1" if protocol is not Anthropic else url, name="server")


async def said_by_the_sdk(protocol: type, url: str, asked: Request, fields: dict[str, Any]) -> None:
    """Has the SDK send these fields by itself."""
    named = {"X-Client-Request-Id": asked.id}
    if protocol is Anthropic:
        own = anthropic.AsyncAnthropic(api_key=KEY, base_url=url, http_client=anthropic.DefaultAioHttpClient())
        version = {"anthropic-version": "2023-06-01"} if asked.besides.top_p else {}
        await own.messages.with_raw_response.create(
            model="x",
            max_tokens=1,
            messages=[],
            extra_body=fields,
            extra_headers={**named, **version},
            timeout=anthropic.Timeout(asked.timeout, connect=10.0),
        )
        await own.close()
        return
    sdk = openai.AsyncOpenAI(api_key=KEY, base_url=f"{url}/v1", http_client=openai.DefaultAioHttpClient())
    besides: Any = {"extra_body": fields, "extra_headers": named, "timeout": openai.Timeout(asked.timeout, connect=10)}
    if protocol is OpenAI:
        await sdk.chat.completions.with_raw_response.create(model="x", messages=[], **besides)
    else:
        await sdk.responses.with_raw_response.create(**besides)
    await sdk.close()


@pytest.mark.parametrize("protocol", [OpenAI, Responses, Anthropic])
async def test_what_leaves_is_what_the_sdk_would_send(protocol: type) -> None:
    with listener() as (url, heard):
        client = made(protocol, url)
        for asked in (*ASKED, *ASKED):
            await client.ask(asked)
        for asked in ASKED:
            await said_by_the_sdk(protocol, url, asked, client.fields(asked))
        await client.close()
    first, again, of_the_sdk = (heard[at : at + len(ASKED)] for at in range(0, 3 * len(ASKED), len(ASKED)))
    assert first == of_the_sdk
    assert again == of_the_sdk
    assert [headers["x-client-request-id"] for _, headers, _ in of_the_sdk] == ["call-1", "call-2", "call-3"]
    assert all(KEY in headers["authorization"] for _, headers, _ in heard)


@pytest.mark.parametrize("protocol", [OpenAI, Responses, Anthropic])
async def test_headers_of_the_environment_go_where_its_key_goes_and_nowhere_else(
    protocol: type, monkeypatch: pytest.MonkeyPatch
) -> None:
    vendor = "ANTHROPIC" if protocol is Anthropic else "OPENAI"
    monkeypatch.setenv(f"{vendor}_CUSTOM_HEADERS", "X-Gate: sesame\nAuthorization: Basic sesame")
    ids = {"OPENAI_ORG_ID": "org-sesame", "OPENAI_PROJECT_ID": "proj-sesame"}
    for name, value in (ids | {"OPENAI_ADMIN_KEY": "sesame", "ANTHROPIC_AUTH_TOKEN": "sesame"}).items():
        monkeypatch.setenv(name, value)
    with listener() as (gateway, there), listener() as (other, elsewhere):
        of_environment = gateway if protocol is Anthropic else f"{gateway}/v1"
        monkeypatch.setenv(f"{vendor}_BASE_URL", f"{of_environment}/")
        for url in (gateway, other):
            client = made(protocol, url)
            await client.ask(request("m", timeout=5))
            await client.close()

    ((_, told, _),), ((_, plain, _),) = there, elsewhere
    said = {"x-gate": "sesame", "authorization": "Basic sesame"}
    if protocol is not Anthropic:
        said |= {"openai-organization": "org-sesame", "openai-project": "proj-sesame"}
    assert {name: told[name] for name in told if "sesame" in told[name]} == said
    assert "sesame" not in str(plain)
    assert plain["authorization"] == f"Bearer {KEY}"
    assert plain.keys() == told.keys() - {"x-gate", "openai-organization", "openai-project"}


@pytest.mark.parametrize(
    ("environment", "base_url", "is_there"),
    [
        ("", "", True),
        ("", "https://api.openai.com/v1", True),
        ("", "https://eu.api.openai.com/v1", False),
        ("http://gateway:4000/v1/", "http://gateway:4000/v1", True),
        ("http://gateway:4000/v1", "https://api.openai.com/v1", False),
    ],
)
def test_the_environment_s_key_goes_to_its_address_or_to_the_provider_s(
    monkeypatch: pytest.MonkeyPatch,
    environment: str,
    base_url: str,
    is_there: bool,  # noqa: FBT001
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", environment)
    monkeypatch.setenv("OPENAI_ORG_ID", "org-sesame")
    assert (client_at(base_url, KEY).organization == "org-sesame") is is_there


@pytest.mark.parametrize("protocol", [OpenAI, Responses, Anthropic])
async def test_a_proxy_is_asked_where_the_environment_names_one(
    protocol: type, monkeypatch: pytest.MonkeyPatch
) -> None:
    with listener() as (proxy, by_proxy), listener() as (url, direct):
        monkeypatch.setenv("http_proxy", proxy.replace("http://", "http://ada:pass@"))
        monkeypatch.setenv("no_proxy", "127.0.0.1")
        for address in ("http://models.test", url):
            client: Provider = made(protocol, address)
            reply = await client.ask(request("m", timeout=5))
            assert exchange("m").read(reply)["target"] == 1
            await client.close()
    ((path, headers, _),) = by_proxy
    assert path.startswith("http://models.test/v1/")
    assert headers["proxy-authorization"].startswith("Basic ")
    assert [path.startswith("/v1/") for path, _, _ in direct] == [True]


async def test_as_many_are_on_their_way_as_are_let_through() -> None:
    """An SDK's line has a thousand places, and those who wait for one count their wait as the provider's."""
    many, (soft, most) = 1_010, resource.getrlimit(resource.RLIMIT_NOFILE)
    if most != resource.RLIM_INFINITY and most < 3 * many:
        pytest.skip("this process may not open so many files")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 3 * many), most))
    here, all_are_here = 0, asyncio.Event()
    said = json.dumps(REPLIES).encode()

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal here
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        await reader.readexactly(int(head.partition(b"content-length: ")[2].partition(b"\r\n")[0]))
        here += 1
        if here == many:
            all_are_here.set()
        await all_are_here.wait()  # nobody is answered before all have asked
        writer.write(b"HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: %d\r\n\r\n%b" % (len(said), said))
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0, backlog=2_048)
    client = made(OpenAI, f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}")
    try:
        replies = await asyncio.gather(*(client.ask(request("m", timeout=60)) for _ in range(many)))
        assert {reply.text for reply in replies} == {'{"target": "Ben"}'}
    finally:
        await client.close()
        server.close()
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, most))


@pytest.mark.parametrize("protocol", [OpenAI, Responses, Anthropic])
@pytest.mark.parametrize(
    ("key", "login", "told"),
    [
        (KEY, "ada:sesame@", "ValueError: Cannot combine AUTHORIZATION header with AUTH argument or credentials"),
        (f"{KEY}\nx", "", "ValueError: Forbidden control character detected in headers"),
    ],
)
async def test_what_has_not_left_costs_nothing_and_says_why(protocol: type, key: str, login: str, told: str) -> None:
    with listener() as (url, heard):
        client: Provider = protocol(key=key, base_url=url.replace("//", f"//{login}"), name="server")
        for _ in range(2):
            with pytest.raises(Down, match=f"^server was sent nothing: {told}") as error:
                await client.ask(request("m", timeout=5))
            assert not error.value.is_spent
            assert KEY not in f"{error.value!r} {error.value.raw}"
        await client.close()
    assert heard == []


@pytest.mark.parametrize("protocol", [OpenAI, Responses, Anthropic])
async def test_what_has_left_may_have_been_answered_whatever_went_wrong_then(protocol: type) -> None:
    async def hang_up(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 two hundred\r\n\r\n")
        writer.close()

    async with await asyncio.start_server(hang_up, "127.0.0.1", 0) as server:
        client = made(protocol, f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}")
        with pytest.raises(Lost, match=r"^server broke off the connection$"):
            await client.ask(request("m", timeout=5))
        await client.close()


async def test_a_proxy_that_takes_no_request_is_no_cost_and_its_login_is_not_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def refuse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 407 Not you\r\ncontent-length: 0\r\n\r\n")
        writer.close()

    async with await asyncio.start_server(refuse, "127.0.0.1", 0) as proxy:
        port = proxy.sockets[0].getsockname()[1]
        monkeypatch.setenv("https_proxy", f"http://ada:sesame@127.0.0.1:{port}")
        client = made(OpenAI, "https://models.test")
        with pytest.raises(
            Down, match=r"^server was sent nothing: ClientHttpProxyError: 407, message='Not you'"
        ) as error:
            await client.ask(request("m", timeout=5))
        await client.close()
    assert "sesame" not in str(error.value)
