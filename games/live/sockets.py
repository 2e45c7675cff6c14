"""A socket to one watcher. Law: nobody waits for a slow one: what it is told waits in its own bounded queue, and when
that is full the socket is closed with 4429; it comes back with the number of the last event it has.

Plain ASGI: a message a socket through Channels costs four times as much as handing over bytes that are made once. Where
the server offers it (consumers.PUSH, league/processes/connections.py), whoever has all that was told before is handed
the frame's bytes as they are, made once for everybody, and no task of theirs is woken for it.
"""

import asyncio
import json
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, Final, ParamSpec, TypeVar

from django.db import connection
from websockets.frames import Frame as OnTheWire
from websockets.frames import Opcode

P = ParamSpec("P")
T = TypeVar("T")
Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Push = Callable[[bytes], bool]  # writes whole frames; whether it did: not to who is gone, or takes nothing now

BAD_PARAMETER: Final = 4400
NOT_ALLOWED: Final = 4403
NO_SUCH_GAME: Final = 4404
TOO_SLOW_OR_TOO_MANY: Final = 4429
OUR_FAULT: Final = 1011
MOST_SOCKETS: Final = 4_000  # of a loop and a kind
MOST_WAITING: Final = 1_000  # frames that may wait for one socket; a single batch may be longer
LONGEST_REASON: Final = 123  # bytes
FULL: Final = "too many are watching; try again in a minute"
UNREAD: Final = "the database does not answer; try again in a moment"
SLOW: Final = "what happened is more than this socket takes; come back with the number of your last event"
GOODBYE: Final = 2.0  # seconds for a closing frame to leave
GONE: Final = ("websocket.disconnect", "http.disconnect")
PING: Final = '{"type":"ping"}'
PING_EVERY: Final = 20.0  # seconds

_readers = ThreadPoolExecutor(4, thread_name_prefix="reader")


class Refused(Exception):
    """A socket that is closed at once, with this code."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(f"refused with {code}: {reason}")
        self.code, self.reason = code, reason


@dataclass(slots=True)
class Frame:
    """A text that is sent as it is; `seq` is the event's own number in its lens, 0 for what is no event. `beats` are
    what is shown of it, and `aside` what the narrator says to it, as texts for those who asked to be told that too.
    Behind one that `is_last` nothing comes of its game."""

    seq: int
    text: str
    aside: str = ""
    beats: tuple[str, ...] = ()
    is_last: bool = False
    _made: dict[bool, bytes] = field(default_factory=dict, init=False, repr=False, compare=False)

    def texts(self, *, with_aside: bool) -> list[str]:
        """What is sent, in its order."""
        return [text for text in (*self.beats, self.text, self.aside if with_aside else "") if text]

    def made(self, *, with_aside: bool) -> bytes:
        """The same as bytes on the wire, made once for everybody."""
        if with_aside not in self._made:
            self._made[with_aside] = b"".join(map(on_the_wire, self.texts(with_aside=with_aside)))
        return self._made[with_aside]


def on_the_wire(text: str) -> bytes:
    """A text message of a server as bytes (RFC 6455 §5.2): whole, unmasked, not compressed."""
    return OnTheWire(Opcode.TEXT, text.encode()).serialize(mask=False)


def encoded(value: Any) -> str:  # Any: JSON values
    """A JSON value as a frame's text."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


async def in_thread(read: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Reads from the database off the loop; on PostgreSQL the connection is given back afterwards."""

    def work() -> T:
        try:
            return read(*args, **kwargs)
        finally:
            if connection.vendor == "postgresql":
                connection.close()

    return await asyncio.get_running_loop().run_in_executor(_readers, work)


def shortened(reason: str) -> str:
    """As much of a reason as a closing frame may carry (RFC 6455 §5.5)."""
    return reason.encode()[:LONGEST_REASON].decode(errors="ignore")


class Line:
    """One socket from its opening to its end. Belongs to the loop it is made on."""

    def __init__(self, receive: Receive, send: Send, push: Push | None = None) -> None:
        self._receive = receive
        self._send = send
        self.push = push
        self._is_open = False
        self._at_once: Callable[[Frame], bool] | None = None  # while whoever tells waits for frames: takes one
        self._waiting: deque[Sequence[Frame]] = deque()
        self._frames = 0
        self._filled = asyncio.Event()
        self._overfull = asyncio.Event()

    async def accept(self) -> None:
        """Opens the socket, also when it is to be refused: a browser is told the reason of a closing only."""
        await self._receive()
        await self._send({"type": "websocket.accept"})
        self._is_open = True

    async def close(self, code: int, reason: str = "") -> None:
        """Closes the socket, one that is not open yet too, saying why as far as a closing frame has room, unless the
        other side was faster or takes nothing any more."""
        try:
            async with asyncio.timeout(GOODBYE):
                if not self._is_open:
                    await self.accept()
                await self._send({"type": "websocket.close", "code": code, "reason": shortened(reason)})
        except (TimeoutError, OSError, RuntimeError):
            return

    def offer(self, frames: Sequence[Frame]) -> None:
        """Sends frames at once to who has all before them, and lets others wait; too many mean the end of this socket.
        Never blocks."""
        if self._at_once is not None:
            number = next((n for n, frame in enumerate(frames) if not self._at_once(frame)), len(frames))
            if not (frames := frames[number:]):
                return
            self._at_once = None
        if self._frames and self._frames + len(frames) > MOST_WAITING:
            self._overfull.set()
            return
        self._waiting.append(frames)
        self._frames += len(frames)
        self._filled.set()

    async def taken(self, at_once: Callable[[Frame], bool] | None = None) -> Sequence[Frame]:
        """The frames that have waited longest. Until there are any, `at_once` is given those that come, and says
        whether it has sent them."""
        while not self._waiting:
            self._filled.clear()
            self._at_once = at_once
            await self._filled.wait()
        self._at_once = None
        frames = self._waiting.popleft()
        self._frames -= len(frames)
        return frames

    async def say(self, text: str, name: str = "") -> None:
        """Sends a frame, as soon as the other side takes it. Its `name`, where it has one, says what has been told with
        it to who comes back."""
        await self._send({"type": "websocket.send", "text": text})

    async def serve(self, telling: Coroutine[Any, Any, None]) -> None:
        """Tells until the other side goes or is too slow; what it sends is not listened to."""
        told = asyncio.ensure_future(telling)
        heard, full = asyncio.ensure_future(self._hear()), asyncio.ensure_future(self._overfull.wait())
        tasks = (told, heard, full)
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            if full.done():
                told.cancel()
                await self.close(TOO_SLOW_OR_TOO_MANY, SLOW)
            elif not heard.done():
                await told
        except OSError:
            return  # the other side went while something was being sent
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _hear(self) -> None:
        while (await self._receive())["type"] not in GONE:
            pass
