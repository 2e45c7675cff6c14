"""What a connection may cost us before it has said anything: seconds, and bytes of its head. uvicorn has no limit of
its own but for idle connections between two requests.

Law: a request's head is here eight seconds after its first byte, or after the connection was made; its body comes at
LEAST_BYTES a second or faster. Who is late is told 408, whose head is too large 414 or 431, and is then let go. Once a
request is whole nothing here has a say in how long it takes; a socket that is open is watched by pings alone. An answer
without an end (`league.endless` in its scope) is cut when the server ends, or when whoever tells it says so.
"""

import asyncio
from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from typing import Any, Final

from uvicorn import Config
from uvicorn.lifespan.off import LifespanOff
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

PATIENCE: Final = 8.0  # seconds
LEAST_BYTES: Final = 1_000  # of a body, a second
LONGEST_URL: Final = 8_000  # bytes; with its method and version still a line that a socket's handshake may have
LONGEST_FIELD: Final = 8_000  # bytes, a header's name and value
MOST_FIELDS: Final = 100
LONGEST_HEAD: Final = 64_000  # bytes, of all that comes before a body
LINGER: Final = 2.0  # seconds in which what is still coming is read and thrown away, so that the answer arrives; and
# in which a socket's last frames may leave


class TooLarge(Exception):
    """A head that is not read to its end; the answer to it is `status`."""

    def __init__(self, status: HTTPStatus) -> None:
        super().__init__(status.phrase)
        self.status = status


ENDLESS: Final = "league.endless"  # games.live.streaming.ENDLESS, which wants the apps to be ready


class Patient(HttpToolsProtocol):
    """One connection to the site; what it is waited for is its `_due`: a `head`, a `body`, or nothing."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._due = ""
        self._head_bytes = 0
        self._body_bytes = 0
        self._clock: asyncio.TimerHandle | None = None
        self._refusal: HTTPStatus = HTTPStatus.BAD_REQUEST
        self._is_refused = False
        self._endless: list[RequestResponseCycle] = []  # those under way that have said so

    # --- the connection ---

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        super().connection_made(transport)
        self._wait_for(self._is_silent)

    def connection_lost(self, exc: Exception | None) -> None:
        self._calm()
        super().connection_lost(exc)
        for cycle in self._endless:  # uvicorn tells the last request of a connection alone
            cycle.disconnected = not cycle.response_complete
            cycle.message_event.set()

    def shutdown(self) -> None:
        super().shutdown()
        if any(not cycle.response_complete for cycle in self._endless):
            self.transport.close()

    def data_received(self, data: bytes) -> None:
        if self._is_refused:
            return
        super().data_received(data)
        if self._is_refused or self.transport.is_closing() or self.transport.get_protocol() is not self:
            return
        if self._due == "head":
            self._head_bytes += len(data)
            if self._head_bytes > LONGEST_HEAD:
                self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
                return
        if self._clock is None:
            if self._due == "head":
                self._wait_for(self._is_late)
            elif self._due == "body":
                self._body_bytes = 0
                self._wait_for(self._is_slow)
            elif self.cycle is None or self.cycle.response_complete:
                self._wait_for(self._is_silent)  # bytes between two requests that begin none

    def handle_websocket_upgrade(self) -> None:
        self._calm()
        super().handle_websocket_upgrade()

    # --- what the parser finds ---

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._due, self._head_bytes = "head", 0
        if self.cycle is not None:
            self._calm()  # what was left of the wait between two requests

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        if len(self.url) > LONGEST_URL:
            raise TooLarge(self._refuse_with(HTTPStatus.REQUEST_URI_TOO_LONG))

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        if len(self.headers) > MOST_FIELDS or len(name) + len(value) > LONGEST_FIELD:
            raise TooLarge(self._refuse_with(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE))

    def on_headers_complete(self) -> None:
        self._due = "body"
        self._calm()
        before = self.cycle
        super().on_headers_complete()
        if self.cycle is not before:
            self.scope["extensions"] = {ENDLESS: partial(self._is_endless, self.cycle)}  # type: ignore[dict-item]

    def on_body(self, body: bytes) -> None:
        self._body_bytes += len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._due = ""
        self._calm()
        super().on_message_complete()

    # --- answers without an end ---

    def _is_endless(self, cycle: RequestResponseCycle) -> asyncio.Transport:
        """Says of an answer that it has none; who is given the way that it takes can cut it."""
        self._endless = [*(each for each in self._endless if not each.response_complete), cycle]
        return self.transport

    # --- patience and its end ---

    def _wait_for(self, what_then: Callable[[], None]) -> None:
        self._clock = self.loop.call_later(PATIENCE, what_then)

    def _calm(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None

    def _is_silent(self) -> None:
        """Nothing of a request has come: nobody waits for an answer."""
        self._clock = None
        if self._due:
            self._is_late()
        else:
            self.transport.close()

    def _is_late(self) -> None:
        self._clock = None
        self._refuse(HTTPStatus.REQUEST_TIMEOUT)

    def _is_slow(self) -> None:
        """Looks whether enough of the body has come since the last look; what we did not take is not its fault."""
        self._clock = None
        if not self.flow.read_paused and self._body_bytes < PATIENCE * LEAST_BYTES:
            self._refuse(HTTPStatus.REQUEST_TIMEOUT)
        else:
            self._body_bytes = 0
            self._wait_for(self._is_slow)

    # --- refusing ---

    def _refuse_with(self, status: HTTPStatus) -> HTTPStatus:
        self._refusal = status
        return status

    def send_400_response(self, msg: str) -> None:
        """The answer to what the parser does not take; uvicorn calls it where a callback raised, too."""
        self._refuse(self._refusal)

    def _refuse(self, status: HTTPStatus) -> None:
        """Answers and lets the connection go. A connection that has an answer under way is only let go."""
        self._calm()
        self._is_refused = True
        if self.transport.is_closing():
            return
        running = self.cycle is not None and not self.cycle.response_complete
        if running and (self.pipeline or self._due != "body" or self.cycle.response_started):
            self.transport.close()
            return
        told = status.phrase.encode("ascii") + b"\n"
        fields = [*self.server_state.default_headers, (b"content-type", b"text/plain; charset=utf-8")]
        fields += [(b"content-length", str(len(told)).encode("ascii")), (b"connection", b"close")]
        head = b"".join(name + b": " + value + b"\r\n" for name, value in fields)
        self.transport.write(STATUS_LINE[status] + head + b"\r\n" + told)
        if running:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        # Closed at once, with bytes unread, the connection would be reset and the answer be lost with it.
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self.flow.resume_reading()
        self._clock = self.loop.call_later(LINGER, self.transport.close)


PUSH: Final = "league.push"  # games.live.consumers.PUSH, which wants the apps to be ready


class Attentive(WebSocketsSansIOProtocol):
    """One open socket; who writes to it when the other side has gone is told so.

    uvicorn notices it a turn of the loop later. Whoever writes many frames takes no turn in between, and asyncio logs
    each one that goes nowhere.

    Its scope offers `push`, by which frames that are made already go out as they are.
    """

    async def run_asgi(self) -> None:
        self.scope["extensions"] = {**(self.scope["extensions"] or {}), PUSH: self.push}  # type: ignore[dict-item]
        await super().run_asgi()
        self._let_go()

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self._let_go()

    def _let_go(self) -> None:
        """A connection is closed when all is written, which for who takes nothing is never: it ends soon anyway."""
        self.loop.call_later(LINGER, self.transport.abort)

    def push(self, frames: bytes) -> bool:
        """Writes whole frames, as bytes of the wire; whether it did: not to who is gone, who has not been accepted yet,
        or who has not taken what was written before."""
        if not self.handshake_complete or self.close_sent or self.transport.is_closing() or not self.writable.is_set():
            return False
        self.transport.write(frames)
        return True

    def send_receive_event_to_app(self) -> None:
        if self.curr_msg_data_type == "text" and not self.close_sent:
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:  # which is told to whoever sent it; uvicorn logs each with a traceback
                self.frames = []
                self.conn.send_close(1007)
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()

    async def send(self, message: Any) -> None:  # Any: as uvicorn has it
        await self.writable.wait()
        if self.transport.is_closing():
            raise ClientDisconnected
        await super().send(message)


class SigningLifespan(LifespanOff):
    """What a server does when it begins and when it ends: it leaves a sign of life."""

    async def startup(self) -> None:
        from league.processes.signs import site_began  # the apps are ready by now

        site_began()

    async def shutdown(self) -> None:
        from league.processes.signs import site_ended  # the apps are ready by now

        await asyncio.to_thread(site_ended)


class Signing(Config):
    """How a site is served whose processes leave signs of life. It is handed to each of several by its name, and so
    stands where nothing is wanted that is not there before the apps are ready."""

    def load(self) -> None:
        super().load()
        self.lifespan_class = SigningLifespan
