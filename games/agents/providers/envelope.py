"""How a request leaves and its response comes back. Law: what is sent is what the provider's SDK would send, address,
headers and order of the fields; what sends it is aiohttp alone.

An SDK words all but the body and a header or two the same each time, and takes five times as long for it, and for what
it makes of the response, as aiohttp takes to send it: at a thousand games that was half of all work. So the SDK words
one request of each kind, through a transport that sends nothing, and that is the envelope of all that follow. There is
no second way: a response of any kind is read here, as its bytes.
"""

import json
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Any, Final, Protocol
from urllib.request import getproxies, proxy_bypass

import aiohttp
import httpx2
from multidict import CIMultiDict
from pydantic_core import to_json
from yarl import URL

from games.agents.providers.provider import Down
from games.agents.providers.wire import (
    CONNECT,
    LONGEST_TOLD,
    MOST_READ,
    Endless,
    Received,
    Response,
    authorities,
    without_key,
)

KEPT_OPEN: Final = 5.0  # seconds without a request; servers close their end some time after
ID: Final = "X-Client-Request-Id"
# What the line below makes anew for each request; aiohttp says what it can unpack.
_OF_THE_LINE: Final = ("host", "content-length", "accept-encoding")
_LOGIN: Final = re.compile(r"//[^/\s]*@")  # as in the address of a proxy
_NOTHING: Final[Mapping[str, str]] = MappingProxyType({})


class Unsent(Exception):
    """A request that has not left this machine; the message says why."""


class Sent(Protocol):
    """A response of the library below the SDKs, which knows its request."""

    @property
    def request(self) -> httpx2.Request: ...


class Worded(Protocol):
    """What `with_raw_response` of an SDK returns."""

    @property
    def http_response(self) -> Sent: ...


# An SDK's call with these fields in its body, headers beside its own, and seconds.
Wording = Callable[[Mapping[str, Any], Mapping[str, str], float], Awaitable[Worded]]


class _Nowhere(httpx2.AsyncBaseTransport):
    """Sends nothing, and answers with an empty object."""

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        return httpx2.Response(200, json={})


def client_of_sdk() -> httpx2.AsyncClient:
    """What an SDK's client is given to send by, so that it words requests and sends none."""
    return httpx2.AsyncClient(transport=_Nowhere(), trust_env=False)


@dataclass(frozen=True, slots=True)
class Envelope:
    """All of a request but what it asks: where it goes, its headers, and its fields in the SDK's order."""

    url: URL
    headers: CIMultiDict[str]
    fields: Mapping[str, Any]

    def body(self, fields: Mapping[str, Any]) -> bytes:
        """The body with these fields, which have the same names."""
        # As the SDKs write it, in a third of the time; but 0.00001 is not 1e-05.
        return to_json({**self.fields, **fields})


class Post:
    """Sends requests to one address. Belongs to the event loop that it is first used on."""

    def __init__(self, wording: Wording) -> None:
        self._wording = wording
        self._envelopes: dict[tuple[object, ...], Envelope] = {}
        self._session: aiohttp.ClientSession | None = None
        self._proxy: URL | None = None

    async def send(
        self, fields: Mapping[str, Any], seconds: float, *, id: str = "", headers: Mapping[str, str] = _NOTHING
    ) -> Response:
        """The response to a request with these fields, whatever its status. `id` is our name for the call. Raises
        Endless, what aiohttp raises, and Unsent for all that goes wrong here before the request leaves."""
        left: list[Envelope] = []
        try:
            return await self._sent(fields, seconds, id, headers, left)
        except (aiohttp.ClientConnectorError, aiohttp.ConnectionTimeoutError):
            raise  # nobody was reached, which is not our fault
        except Exception as error:
            if left:
                raise
            raise Unsent(f"{type(error).__name__}: {error}") from error

    async def _sent(
        self, fields: Mapping[str, Any], seconds: float, id: str, headers: Mapping[str, str], left: list[Envelope]
    ) -> Response:
        """As send(), with the envelope put among those that have left as soon as its first byte is on its way."""
        envelope = await self._envelope(fields, headers, seconds)
        body, told = envelope.body(fields), envelope.headers
        if id:
            told = told.copy()
            told[ID] = id
        timeout = aiohttp.ClientTimeout(total=None, connect=seconds, sock_connect=CONNECT)
        async with self._line(envelope.url).post(
            envelope.url,
            data=body,
            headers=told,
            timeout=timeout,
            allow_redirects=False,  # one could lead where nothing may be sent to
            proxy=self._proxy,
            trace_request_ctx=partial(left.append, envelope),
        ) as response:
            return Response(response.status, response.headers, await _read(response))

    async def close(self) -> None:
        """Gives up its connections."""
        session, self._session = self._session, None
        if session is not None:
            await session.close()

    async def _envelope(self, fields: Mapping[str, Any], headers: Mapping[str, str], seconds: float) -> Envelope:
        key = (*fields, *headers.items(), seconds)
        known = self._envelopes.get(key)
        if known is None:
            # What stands in the fields is nothing to the SDK, but which there are: it has an order of its own for them.
            worded = await self._wording(dict.fromkeys(fields, ""), headers, seconds)
            request = worded.http_response.request
            told = [(name, value) for name, value in request.headers.multi_items() if name not in _OF_THE_LINE]
            known = Envelope(URL(str(request.url), encoded=True), CIMultiDict(told), json.loads(request.content))
            self._envelopes[key] = known
        return known

    def _line(self, url: URL) -> aiohttp.ClientSession:
        if self._session is None:
            # As many at once as are let through before: whoever waited here would have its call on the books as sent.
            connector = aiohttp.TCPConnector(limit=0, ssl=authorities(), keepalive_timeout=KEPT_OPEN)
            watch = aiohttp.TraceConfig()
            watch.on_request_chunk_sent.append(_leaves)
            jar = aiohttp.DummyCookieJar()
            self._session = aiohttp.ClientSession(connector=connector, cookie_jar=jar, trace_configs=[watch])
            self._proxy = _proxy_for(url)
        return self._session


async def _leaves(_: aiohttp.ClientSession, told: Any, __: aiohttp.TraceRequestChunkSentParams) -> None:
    """Says to who sent a request that it leaves."""
    told.trace_request_ctx()


async def _read(response: aiohttp.ClientResponse) -> bytes:
    """The body of a response, unpacked. Raises Endless, and what aiohttp raises."""
    read = bytearray()
    async for some in response.content.iter_any():
        read += some
        if len(read) > MOST_READ:
            raise Endless
    return bytes(read)


def _proxy_for(url: URL) -> URL | None:
    """The proxy that the environment names for an address, with the name and password that stand in it."""
    known = getproxies()
    told = known.get(url.scheme) or known.get("all")
    if not told or proxy_bypass(url.host or ""):
        return None
    return URL(told if "://" in told else f"http://{told}")


async def as_down(name: str, received: Awaitable[Received], key: str) -> Received:
    """What was received; a request that has not left is a provider that was not reached, at no cost. Raises
    ProviderError."""
    try:
        return await received
    except Unsent as error:
        why = " ".join(_LOGIN.sub("//", without_key(str(error), key)).split())[:LONGEST_TOLD]
        raise Down(f"{name} was sent nothing: {why}") from error
