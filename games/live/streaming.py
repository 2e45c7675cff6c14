"""A game as the body of an answer, for who cannot have a socket: the same frames, in lines of JSON or as server-sent
events (WHATWG HTML §9.2), until the game is over.

Law: Django says who may have what, as of every answer, and has ended before the first frame. Each of its requests has
a thread and a connection to the database until its answer is sent; a body that lasts for hours would hold both. So a
view hands over what is wanted at a counter that stands in the request's scope, and answers without a body; what comes
behind that is told on the loop as sockets are (consumers.with_streams), with the same bounds.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Final

from games.live.hub import Beats, Hub
from games.live.sockets import GOODBYE, TOO_SLOW_OR_TOO_MANY, Line, Receive, Send
from games.live.watching import Wanted
from personas.api.streaming import EVENTS, LINES

COUNTER: Final = "league.counter"  # the extension of a request's scope where a view hands over
ENDLESS: Final = "league.endless"  # the one by which a server is told that an answer has no end (Endless)
STALLED: Final = 30.0  # seconds in which who takes nothing more is let go, whether or not more is to be told

Way = Callable[[str, str], bytes]  # how a frame is written, by its text and by its name, "" for none
Held = Callable[[], Awaitable[bool]]  # whether who opened a stream may still have it
Endless = Callable[[], asyncio.Transport]  # says that the answer has no end; what comes back is the way it takes


def as_line(text: str, name: str) -> bytes:
    """A frame in a line of its own."""
    return f"{text}\n".encode()


def as_event(text: str, name: str) -> bytes:
    """A frame as a server-sent event; its name is its id, which a browser that comes back sends."""
    return f"id: {name}\ndata: {text}\n\n".encode() if name else f"data: {text}\n\n".encode()


WAYS: Final[Mapping[str, Way]] = {LINES: as_line, EVENTS: as_event}


async def always() -> bool:
    """Held by who needs nothing to hold it."""
    return True


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be told behind the head of an answer, and how."""

    wanted: Wanted
    beats: Beats | None
    way: Way
    held: Held = always


class Counter:
    """Where a view, in its thread, hands over an order."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self.order: Order | None = None

    @property
    def is_full(self) -> bool:
        """Whether as many watch as may."""
        return self._hub.is_full

    def take(self, order: Order) -> None:
        """From when the answer's head is sent this is told."""
        self.order = order


class Body(Line):
    """The body of an answer, as a line: there are no words for why it ends. Who takes nothing is cut."""

    def __init__(self, receive: Receive, send: Send, order: Order, endless: Endless | None) -> None:
        super().__init__(receive, send)
        self._way, self._held = order.way, order.held
        self._wire = endless() if endless is not None else None

    async def say(self, text: str, name: str = "") -> None:
        """Sends a frame, as soon as the other side takes it."""
        if not await self._held():
            raise ConnectionResetError("who opened this stream may not have it any more")
        if self._wire is not None and self._wire.is_closing():  # of which the server hears a turn of the loop later
            raise ConnectionResetError("who opened this stream is gone")
        try:
            async with asyncio.timeout(STALLED):
                await self._send({"type": "http.response.body", "body": self._way(text, name), "more_body": True})
        except TimeoutError:
            self.cut()
            raise

    async def close(self, code: int, reason: str = "") -> None:
        """Cuts off who is too slow; all others are told the end by end()."""
        if code == TOO_SLOW_OR_TOO_MANY:
            self.cut()

    def cut(self) -> None:
        """Ends the connection at once, where the server can do that: else nobody waits for who takes nothing."""
        if self._wire is not None:
            self._wire.abort()

    async def end(self) -> None:
        """Says that nothing more comes, unless the other side was faster or takes nothing any more."""
        try:
            async with asyncio.timeout(GOODBYE):
                await self._send({"type": "http.response.body"})
        except (TimeoutError, OSError, RuntimeError):
            return


class Collected(Line):
    """What can be told at once, for an answer that is whole."""

    def __init__(self, way: Way) -> None:
        super().__init__(_nothing_comes, _nobody_hears)
        self._way = way
        self.body = b""

    async def say(self, text: str, name: str = "") -> None:
        """Keeps a frame."""
        self.body += self._way(text, name)


async def _nothing_comes() -> dict[str, object]:
    return {"type": "http.disconnect"}


async def _nobody_hears(message: Mapping[str, object]) -> None:
    """Nothing is sent."""
