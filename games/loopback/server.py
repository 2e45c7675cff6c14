"""The provider on the wire: a raw ASGI application under uvicorn.

Law: a request waits in asyncio only; nothing here works longer than a fraction of a millisecond. Faults of the line are
done to the line: a reset is a reset, a short body is short.
"""

import asyncio
import json
import signal
import socket
import struct
from collections.abc import Awaitable, Callable, Iterator, MutableMapping
from contextlib import contextmanager
from typing import Any, Final
from urllib.parse import parse_qs

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from games.loopback.faults import WrongFault
from games.loopback.refusals import Refused, error_body
from games.loopback.service import PROTOCOLS, Reply, Service
from games.loopback.shape import Json

Message = MutableMapping[str, Any]  # ASGI's own
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

STORED: Final = "/v1/responses/"
LARGEST: Final = 32 * 1024 * 1024  # bytes of a request
BITS: Final = 40  # of an answer that drips
GRACE: Final = 1  # seconds that open requests get at the end
AT_ONCE: Final = struct.pack("ii", 1, 0)  # SO_LINGER: a close that is a reset


class Line(HttpToolsProtocol):
    """uvicorn's protocol, with the transport handed to the application, so that it can be broken."""

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.scope["extensions"] = {"line": {"transport": self.transport}}


class Application:
    """What uvicorn calls for each request."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.is_ending = False

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        try:
            await self._route(scope, receive, send)
        except asyncio.CancelledError:
            if not self.is_ending:  # else the line is gone already, and uvicorn would call it an error
                raise

    async def _route(self, scope: Message, receive: Receive, send: Send) -> None:
        method, path = scope["method"], scope["path"]
        if method == "POST" and path in PROTOCOLS:
            await self._play(scope, receive, send)
        elif method == "POST" and path == "/control":
            await self._control(receive, send)
        elif method == "GET" and path in ("/counter", "/bill", "/v1/models", "/livez"):
            await self._show(path, scope, send)
        elif method == "GET" and path.startswith(STORED):
            await self._tell(path.removeprefix(STORED), scope, send)
        else:
            await _send(send, 404, _json({"error": {"message": f"Unknown request URL: {method} {path}."}}))

    async def _play(self, scope: Message, receive: Receive, send: Send) -> None:
        headers = _headers(scope)
        raw = await _body(headers, receive)
        reply = self.service.reply_to(scope["path"], headers, raw)
        if reply.waits and self.service.settings.latency:
            await asyncio.sleep(self.service.settings.latency)
        if reply.finish is not None:
            reply.finish()
        if reply.line in BROKEN:
            await BROKEN[reply.line](reply, scope, receive, send)
            return
        reply.row.status = reply.status
        if reply.line == "drip":
            await self._drip(reply, send)
        else:
            await _send(send, reply.status, reply.body, reply.headers)

    async def _drip(self, reply: Reply, send: Send) -> None:
        await _begin(send, reply.status, reply.headers, len(reply.body))
        bit = -(-len(reply.body) // BITS)
        for at in range(0, len(reply.body), bit):
            await asyncio.sleep(self.service.settings.drip / BITS)
            await send({"type": "http.response.body", "body": reply.body[at : at + bit], "more_body": True})
        await send({"type": "http.response.body", "body": b""})

    async def _control(self, receive: Receive, send: Send) -> None:
        try:
            self.service.change(json.loads(await _body({}, receive) or b""))
        except (WrongFault, ValueError) as error:
            await _send(send, 400, _json({"error": {"message": str(error)}}))
            return
        settings = self.service.settings
        told = {"outage": settings.is_out, "faults": settings.script.shares, "latency": settings.latency}
        await _send(send, 200, _json(told | {"drip": settings.drip, "mode": settings.mode, "seed": settings.seed}))

    async def _show(self, path: str, scope: Message, send: Send) -> None:
        if path == "/counter":
            after = parse_qs(scope["query_string"].decode("latin-1")).get("after", ["0"])[-1]
            await _send(send, 200, _json(self.service.books.counter(after=int(after) if after.isdecimal() else 0)))
        elif path == "/v1/models":
            headers = _headers(scope)
            try:
                await _send(send, 200, _json(self.service.models(headers)))
            except Refused as refused:
                protocol = "anthropic" if "anthropic-version" in headers else "openai"
                await _send(send, refused.status, error_body(refused, protocol, "req_models"))  # type: ignore[arg-type]
        else:
            await _send(send, 200, _json(self.service.books.bill() if path == "/bill" else {"status": "ok"}))

    async def _tell(self, name: str, scope: Message, send: Send) -> None:
        try:
            await _send(send, 200, self.service.stored(name, _headers(scope)))
        except Refused as refused:
            await _send(send, refused.status, error_body(refused, "openai", "req_stored"))


# --- lines that break ------------------------------------------------------------------------------------------------


async def _reset(reply: Reply, scope: Message, receive: Receive, send: Send) -> None:
    await _break(scope, receive)


async def _timeout(reply: Reply, scope: Message, receive: Receive, send: Send) -> None:
    await _gone(receive)


async def _cut(reply: Reply, scope: Message, receive: Receive, send: Send) -> None:
    reply.row.status = reply.status
    await _begin(send, reply.status, reply.headers, len(reply.body))
    await send({"type": "http.response.body", "body": reply.body[: len(reply.body) // 2], "more_body": True})
    await asyncio.sleep(0.01)  # so that it is on its way before the line is cut
    scope["extensions"]["line"]["transport"].close()
    await _gone(receive)


BROKEN: Final = {"reset": _reset, "timeout": _timeout, "cut": _cut}


async def _break(scope: Message, receive: Receive) -> None:
    line = scope["extensions"]["line"]["transport"]
    line.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
    line.abort()
    await _gone(receive)


async def _gone(receive: Receive) -> None:
    """Waits until the client is gone."""
    while (await receive())["type"] != "http.disconnect":
        pass


# --- ASGI ------------------------------------------------------------------------------------------------------------


def _headers(scope: Message) -> dict[str, str]:
    return {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}


async def _body(headers: dict[str, str], receive: Receive) -> bytes | None:
    """The body of a request; None when it is too long, and then it is not read to its end."""
    if headers.get("content-length", "0").isdecimal() and int(headers.get("content-length", "0")) > LARGEST:
        return None
    parts: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        if size > LARGEST:
            return None
        if not message.get("more_body"):
            return b"".join(parts)


async def _send(send: Send, status: int, body: bytes, headers: dict[str, str] | None = None) -> None:
    await _begin(send, status, headers or {}, len(body))
    await send({"type": "http.response.body", "body": body})


async def _begin(send: Send, status: int, headers: dict[str, str], length: int) -> None:
    told = {"content-type": "application/json", "content-length": str(length)} | headers
    pairs = [(name.encode(), value.encode()) for name, value in told.items()]
    await send({"type": "http.response.start", "status": status, "headers": pairs})


def _json(value: Json) -> bytes:
    return json.dumps(value).encode()


# --- the process -----------------------------------------------------------------------------------------------------


class _Server(uvicorn.Server):
    """uvicorn's, which would raise a signal again after it has served; here a signal only ends the serving."""

    def __init__(self, config: uvicorn.Config, application: Application, on_started: Callable[[], None] | None) -> None:
        super().__init__(config)
        self._application = application
        self._on_started = on_started

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        before = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        if self._on_started is not None:
            self._on_started()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Breaks every line at once: an answer may be minutes away, and whoever waits asks again elsewhere."""
        self._application.is_ending = True
        for line in list(self.server_state.connections):
            if isinstance(line, Line):
                line.transport.abort()
        await asyncio.sleep(0)  # so that everybody has heard of it
        for task in list(self.server_state.tasks):
            task.cancel()
        await super().shutdown(sockets)


def serve(service: Service, listener: socket.socket, on_started: Callable[[], None] | None = None) -> None:
    """Serves on a bound socket until SIGINT or SIGTERM comes; for the main thread of a process."""
    application = Application(service)
    config = uvicorn.Config(
        application,
        http=Line,
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_keep_alive=75,
        timeout_graceful_shutdown=GRACE,
    )
    asyncio.run(_Server(config, application, on_started).serve(sockets=[listener]))
