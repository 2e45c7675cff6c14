"""Whoever says nothing, too little or too much is let go soon, and in words; whoever is whole is left in peace."""

import asyncio
import json
import logging
import socket
import struct
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from typing import Any, TypeVar

import pytest
import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from games.live import consumers, streaming
from games.live.sockets import MOST_WAITING, Frame, Line, Push
from league.processes import connections, embedded
from league.processes.connections import Attentive, Patient
from tests.games.stage import until
from tests.games.watching import Site
from tests.patience import at_most

pytestmark = pytest.mark.long(25)
T = TypeVar("T")
PATIENCE = 0.6  # seconds here, so that nobody has to wait for eight
HOST = b"Host: localhost\r\n"
UPGRADE = (
    HOST + b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "PATIENCE", PATIENCE)
    monkeypatch.setattr(connections, "LINGER", 0.3)


async def echo(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Answers with the length of the body once it is whole; a socket is opened, and told what it says."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        while (message := await receive())["type"] == "websocket.receive":
            await send({"type": "websocket.send", "text": message["text"]})
        return
    length, more = 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        length, more = length + len(message["body"]), message["more_body"]
    told = str(length).encode()
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % len(told))]})
    await send({"type": "http.response.body", "body": told})


@contextmanager
def served(application: Any, loop: str = "asyncio", **settings: Any) -> Iterator[int]:
    """The port of an application that is served as the site is."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        settings |= {"loop": loop, "lifespan": "off", "log_config": None, "proxy_headers": False}
        config = uvicorn.Config(application, http=Patient, ws=Attentive, **settings)
        server = uvicorn.Server(config)
        serving = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        serving.start()
        try:
            until(lambda: server.started)
            yield listener.getsockname()[1]
        finally:
            server.should_exit = True
            serving.join(at_most(10))
            assert not serving.is_alive()


@pytest.fixture(params=["asyncio", "uvloop"])
def port(request: pytest.FixtureRequest) -> Iterator[int]:
    """The site as one process serves it, and as several do."""
    with served(echo, request.param) as port:
        yield port


def said(port: int, *pieces: bytes, pause: float = 0.0) -> tuple[bytes, float]:
    """What the server answers until it closes the connection, and after how many seconds that was."""
    begun = time.monotonic()
    with socket.create_connection(("127.0.0.1", port), timeout=at_most(20)) as line:
        for piece in pieces:
            with suppress(OSError):
                line.sendall(piece)
            if pause:
                threading.Event().wait(pause)
        answer = b""
        while data := line.recv(65_536):
            answer += data
        return answer, time.monotonic() - begun


def statuses(answer: bytes) -> list[int]:
    return [int(part[:3]) for part in answer.split(b"HTTP/1.1 ")[1:]]


WHOLE = b"GET / HTTP/1.1\r\n" + HOST + b"\r\n"
LATE: dict[str, tuple[bytes, list[int]]] = {
    "nothing at all": (b"", []),
    "half a line": (b"GET / HT", [408]),
    "half a head": (b"GET / HTTP/1.1\r\n" + HOST + b"X-Half: ", [408]),
    "a head without its end": (b"GET / HTTP/1.1\r\n" + HOST, [408]),
    "half a body": (b"POST / HTTP/1.1\r\n" + HOST + b"Content-Length: 100\r\n\r\nabc", [408]),
    "half a chunk": (b"POST / HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: chunked\r\n\r\n64\r\nabc", [408]),
    "half a handshake": (b"GET /ws/league/ HTTP/1.1\r\n" + UPGRADE, [408]),
    "a request and half of the next": (WHOLE + b"GET / HTTP/1.1\r\nHo", [200, 408]),
}


def test_who_does_not_come_to_an_end_is_let_go(port: int) -> None:
    """All kinds at once, and two of each."""
    with ThreadPoolExecutor(2 * len(LATE)) as pool:
        asked = [(what, pool.submit(said, port, sent)) for what, (sent, _) in LATE.items() for _ in range(2)]
        found = [(what, *each.result()) for what, each in asked]

    assert [(what, statuses(answer)) for what, answer, _ in found] == [
        (what, expected) for what, (_, expected) in LATE.items() for _ in range(2)
    ]
    assert min(seconds for *_, seconds in found) >= PATIENCE * 0.9


DRIPS = {
    "head": (b"GET / HTTP/1.1\r\n", b"X-A: 1\r\n"),
    "body": (b"POST / HTTP/1.1\r\n" + HOST + b"Content-Length: 1000\r\n\r\n", b"x"),
    "blank lines": (b"\r\n", b"\r\n"),
    "blank lines behind a request": (WHOLE, b"\r\n"),
}


def dripped(port: int, first: bytes, drip: bytes) -> int:
    """How many drips are taken, until the other end is closed."""
    with socket.create_connection(("127.0.0.1", port), timeout=at_most(20)) as line:
        line.sendall(first)
        for number in range(1_000):
            threading.Event().wait(PATIENCE / 10)
            try:
                line.sendall(drip)
            except OSError:
                return number
    return 1_000


def test_dripping_is_no_way_to_stay(port: int) -> None:
    with ThreadPoolExecutor(len(DRIPS)) as pool:
        taken = dict(zip(DRIPS, pool.map(lambda each: dripped(port, *each), DRIPS.values()), strict=True))

    assert {what: number < 100 for what, number in taken.items()} == dict.fromkeys(DRIPS, True)


def test_a_slow_body_that_goes_on_is_taken_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "PATIENCE", 2.0)  # a busy machine is no slow client
    pieces, size = 10, 20_000
    head = b"POST / HTTP/1.1\r\nConnection: close\r\n" + HOST + b"Content-Length: %d\r\n\r\n" % (pieces * size)

    with served(echo) as port:
        answer, seconds = said(port, head, *[b"x" * size] * pieces, pause=0.45)

    assert (statuses(answer), answer.rpartition(b"\r\n")[2]) == ([200], b"%d" % (pieces * size))
    assert seconds > 2 * 2.0


def test_an_answer_may_take_as_long_as_it_takes() -> None:
    release = threading.Event()

    async def slow(scope: dict[str, Any], receive: Any, send: Any) -> None:
        await asyncio.to_thread(release.wait, 3 * PATIENCE)
        await echo(scope, receive, send)

    with served(slow) as port:
        answer, seconds = said(port, b"GET / HTTP/1.1\r\nConnection: close\r\n" + HOST + b"\r\n")

    assert statuses(answer) == [200]
    assert seconds > 2 * PATIENCE


LARGE: dict[str, tuple[bytes, int]] = {
    "query": (b"GET /?a=" + b"x" * 60_000 + b" HTTP/1.1\r\n" + HOST + b"\r\n", 414),
    "query of a handshake": (b"GET /ws/league/?a=" + b"x" * 60_000 + b" HTTP/1.1\r\n" + UPGRADE + b"\r\n", 414),
    "query without end": (b"GET /?a=" + b"x" * 3_000_000, 414),
    "field": (b"GET / HTTP/1.1\r\n" + HOST + b"X-A: " + b"x" * 9_000 + b"\r\n\r\n", 431),
    "field of a handshake": (b"GET / HTTP/1.1\r\n" + UPGRADE + b"X-A: " + b"x" * 9_000 + b"\r\n\r\n", 431),
    "field without end": (b"GET / HTTP/1.1\r\n" + HOST + b"X-A: " + b"x" * 3_000_000, 431),
    "many fields": (b"GET / HTTP/1.1\r\n" + HOST + b"X-A: 1\r\n" * 200 + b"\r\n", 431),
    "many fields of a handshake": (b"GET / HTTP/1.1\r\n" + UPGRADE + b"X-A: 1\r\n" * 200 + b"\r\n", 431),
    "no HTTP": (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" * 20, 400),
}


@pytest.mark.parametrize("what", LARGE)
def test_a_head_that_is_too_large_is_answered_at_once(port: int, what: str) -> None:
    sent, status = LARGE[what]

    for _ in range(2):
        answer, seconds = said(port, sent)
        assert statuses(answer) == [status]
        assert b"connection: close" in answer
        assert seconds < at_most(10)


def test_a_head_just_within_its_limits_is_read(port: int) -> None:
    long, close = b"x" * 7_900, b"Connection: close\r\n"

    plain, _ = said(port, b"GET /?" + long + b" HTTP/1.1\r\n" + HOST + close + b"X-A: " + long + b"\r\n\r\n")
    with socket.create_connection(("127.0.0.1", port), timeout=at_most(20)) as line:
        line.sendall(b"GET /?" + long + b" HTTP/1.1\r\n" + UPGRADE + b"X-A: " + long + b"\r\n\r\n")
        opened = line.recv(65_536)

    assert (statuses(plain), statuses(opened)) == ([200], [101])


def test_an_open_socket_that_says_nothing_stays(port: int) -> None:
    with ExitStack() as stack:
        watchers = [stack.enter_context(Site(port).watch("/")) for _ in range(2)]
        threading.Event().wait(3 * PATIENCE)
        for watcher in watchers:
            watcher._line.send(json.dumps({"still": "here"}))
            assert watcher.hear() == {"still": "here"}


def test_words_that_are_no_text_end_their_socket_without_a_line_and_no_other(
    port: int, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(line: ClientConnection) -> int | None:
        line.socket.sendall(b"\x81\x82\0\0\0\0\xff\xfe")  # a whole masked frame of text
        with pytest.raises(ConnectionClosed):
            line.recv(timeout=at_most(5))
        return line.close_code

    address = f"ws://127.0.0.1:{port}/"
    with caplog.at_level(logging.INFO, "uvicorn"), connect(address) as one, connect(address) as other:
        with connect(address) as third:
            assert (broken(one), broken(third)) == (1007, 1007)
        other.send("still here, with an ü")
        assert other.recv(timeout=at_most(5)) == "still here, with an ü"
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING] == []


@pytest.mark.parametrize("loop", ["asyncio", "uvloop"])
def test_sockets_that_vanish_at_once_are_not_written_to(loop: str, caplog: pytest.LogCaptureFixture) -> None:
    """As when a process with many sockets is killed while a batch goes out: the loop has not heard of it yet."""
    number, frames = 100, [Frame(0, "x" * 200)] * 200
    lines: list[Line] = []
    ends: list[socket.socket] = []
    written = served_to = 0

    async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
        nonlocal written, served_to
        line = Line(receive, send)
        await line.accept()

        async def tell() -> None:
            nonlocal written
            while True:
                for frame in await line.taken():
                    await line.say(frame.text)
                    written += 1

        lines.append(line)
        if len(lines) == number:
            for end in ends:
                end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                end.close()  # a reset, as the kernel sends it for the dead
            for each in lines:
                each.offer(frames)
        await line.serve(tell())
        served_to += 1

    with caplog.at_level(logging.INFO), served(application, loop) as port:
        for _ in range(number):
            end = socket.create_connection(("127.0.0.1", port), timeout=at_most(20))
            ends.append(end)
            end.sendall(b"GET /ws/ HTTP/1.1\r\n" + UPGRADE + b"\r\n")
        until(lambda: served_to == number)

    assert [record.getMessage() for record in caplog.records if "send" in record.getMessage()] == []
    assert written < 5 * number


class Pushed:
    """An application whose sockets are pushed frames by the test, in the loop that they are served on."""

    def __init__(self) -> None:
        self.ways: list[Push] = []
        self.lines: list[Line] = []
        self.loop: asyncio.AbstractEventLoop | None = None

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        push = scope["extensions"][consumers.PUSH]
        assert not push(b"")  # not before it is accepted
        line = Line(receive, send)
        await line.accept()
        self.loop = asyncio.get_running_loop()
        self.ways.append(push)
        self.lines.append(line)
        await line.serve(asyncio.sleep(at_most(60)))

    def push(self, frames: list[bytes]) -> list[list[bool]]:
        """What each socket says to each of the frames, all of them in one turn of the loop."""

        async def all_at_once() -> list[list[bool]]:
            return [[push(frame) for frame in frames] for push in self.ways]

        return self._in_loop(all_at_once())

    @property
    def open(self) -> int:
        """How many of its connections the server still has."""
        ends = [push.__self__ for push in self.ways]  # type: ignore[attr-defined]
        return sum(end in end.connections for end in ends)

    def let_go(self, lines: list[Line]) -> None:
        """Offers more than may wait for somebody."""

        async def all_at_once() -> None:
            for line in lines:
                line.offer([Frame(0, "x")])
                line.offer([Frame(0, "x")] * MOST_WAITING)

        self._in_loop(all_at_once())

    def _in_loop(self, work: Coroutine[Any, Any, T]) -> T:
        assert self.loop is not None
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(at_most(20))


@pytest.mark.parametrize("loop", ["asyncio", "uvloop"])
def test_frames_that_are_pushed_are_heard_as_they_were_made(loop: str) -> None:
    texts = ["x", "\u00e9" * 100, "y" * 126, "z" * 70_000]
    frames = [Frame(1, text, aside=f"to {text}", beats=(f"of {text}",)) for text in texts]
    site = Pushed()
    with (
        served(site, loop) as port,
        connect(f"ws://127.0.0.1:{port}/") as one,
        connect(f"ws://127.0.0.1:{port}/") as two,
    ):
        until(lambda: len(site.ways) == 2)
        assert site.push([frame.made(with_aside=False) for frame in frames]) == [[True] * 4] * 2
        assert site.push([frame.made(with_aside=True) for frame in frames]) == [[True] * 4] * 2
        expected = [said for text in texts for said in (f"of {text}", text)]
        expected += [said for text in texts for said in (f"of {text}", text, f"to {text}")]
        for watcher in (one, two):
            assert [watcher.recv(timeout=at_most(10)) for _ in expected] == expected


@pytest.mark.parametrize("loop", ["asyncio", "uvloop"])
def test_who_takes_nothing_now_is_pushed_nothing_more_and_has_lost_nothing(loop: str) -> None:
    site, frame = Pushed(), Frame(1, "x" * 60_000)
    with served(site, loop) as port, connect(f"ws://127.0.0.1:{port}/", max_queue=1) as slow:
        until(lambda: len(site.ways) == 1)
        (pushed,) = site.push([frame.made(with_aside=False)] * 400)
        written = pushed.count(True)
        assert 0 < written < 400
        assert pushed == [True] * written + [False] * (400 - written)
        assert [slow.recv(timeout=at_most(10)) for _ in range(written)] == [frame.text] * written
        until(lambda: site.push([frame.made(with_aside=False)]) == [[True]])  # it takes again


@pytest.mark.parametrize("loop", ["asyncio", "uvloop"])
def test_who_vanishes_while_it_is_pushed_to_is_pushed_nothing_more(loop: str, caplog: pytest.LogCaptureFixture) -> None:
    site, number = Pushed(), 30
    with caplog.at_level(logging.INFO), served(site, loop) as port:
        ends = [socket.create_connection(("127.0.0.1", port), timeout=at_most(20)) for _ in range(number)]
        for end in ends:
            end.sendall(b"GET /ws/ HTTP/1.1\r\n" + UPGRADE + b"\r\n")
        until(lambda: len(site.ways) == number)
        for end in ends:
            end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            end.close()
        frame = Frame(1, "x" * 200).made(with_aside=False)
        until(lambda: not any(flag for flags in site.push([frame] * 20) for flag in flags))
    assert [record.getMessage() for record in caplog.records if "send" in record.getMessage()] == []


@pytest.mark.parametrize(
    ("loop", "how"),
    [
        ("asyncio", "no pong"),
        ("uvloop", "too slow"),
        pytest.param("asyncio", "too slow", marks=pytest.mark.slow),
        pytest.param("uvloop", "no pong", marks=pytest.mark.slow),
    ],
)
def test_fifty_who_never_read_cost_nothing_after_a_while(loop: str, how: str) -> None:
    """What was written for them does not wait for ever in this process, whether no ping was answered or their queue was
    full: their connections are gone."""
    site, number, frame = Pushed(), 50, Frame(1, "x" * 60_000).made(with_aside=False)
    pings: dict[str, Any] = {"ws_ping_interval": 0.5, "ws_ping_timeout": 0.5} if how == "no pong" else {}
    with served(site, loop, **pings) as port, ExitStack() as stack:
        for _ in range(number):
            end = stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=at_most(20)))
            end.sendall(b"GET /ws/ HTTP/1.1\r\n" + UPGRADE + b"\r\n")
        watcher = stack.enter_context(connect(f"ws://127.0.0.1:{port}/"))
        until(lambda: len(site.ways) == number + 1)
        reads = threading.Thread(target=lambda: [watcher.recv(timeout=at_most(20)) for _ in range(100)])
        reads.start()
        for _ in range(100):
            site.push([frame])
        reads.join()
        if how == "too slow":
            assert site.open == number + 1
            site.let_go(site.lines[:number])
        until(lambda: site.open == 1)
        assert site.push([frame])[-1] == [True]
        assert watcher.recv(timeout=at_most(20)) == "x" * 60_000


class Unending:
    """An application whose answers have no end; `gone` are the addresses whose other side is known to have left."""

    def __init__(self) -> None:
        self.wires: list[asyncio.Transport] = []
        self.gone: list[str] = []
        self.loop: asyncio.AbstractEventLoop | None = None

    def do(self, work: Callable[[], object]) -> None:
        """Does something in the loop that it is served on."""
        assert self.loop is not None
        self.loop.call_soon_threadsafe(work)

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        self.loop = asyncio.get_running_loop()
        self.wires.append(scope["extensions"][connections.ENDLESS]())
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"begun", "more_body": True})
        while (await receive())["type"] != "http.disconnect":
            pass
        self.gone.append(scope["path"])


def asking(port: int, *paths: str) -> socket.socket:
    """A connection on which these are asked for at once."""
    line = socket.create_connection(("127.0.0.1", port), timeout=at_most(20))
    line.sendall(b"".join(b"GET %s HTTP/1.1\r\n" % path.encode() + HOST + b"\r\n" for path in paths))
    return line


@pytest.mark.parametrize("loop", ["asyncio", "uvloop"])
def test_answers_without_an_end_are_cut_when_the_server_ends(loop: str) -> None:
    site = Unending()
    with served(site, loop) as port:
        lines = [asking(port, path) for path in ("/one", "/two")]
        until(lambda: len(site.wires) == 2)
    assert sorted(site.gone) == ["/one", "/two"]
    for line in lines:
        with line:
            assert b"begun" in line.recv(65_536)


@pytest.mark.parametrize("loop", ["asyncio", "uvloop"])
def test_an_answer_without_an_end_is_cut_by_who_tells_it_and_the_others_stay(loop: str) -> None:
    site = Unending()
    with served(site, loop) as port, asking(port, "/one") as one:
        until(lambda: len(site.wires) == 1)
        with asking(port, "/two"):
            until(lambda: len(site.wires) == 2)
            site.do(site.wires[0].abort)
            until(lambda: site.gone == ["/one"])
            with suppress(ConnectionResetError):
                while one.recv(65_536):
                    pass
        until(lambda: site.gone == ["/one", "/two"])


@pytest.mark.parametrize("loop", ["asyncio", "uvloop"])
def test_an_answer_without_an_end_hears_that_its_connection_is_gone_whatever_was_asked_behind_it(loop: str) -> None:
    site = Unending()
    with served(site, loop) as port:
        with asking(port, "/one", "/behind"), asking(port, "/two", "/behind"):
            until(lambda: len(site.wires) == 2)
        for wire in site.wires:
            site.do(wire.close)  # as it is closed where it is written to
        until(lambda: sorted(site.gone) == ["/one", "/two"])


def test_the_site_is_served_so() -> None:
    config = embedded.server_config()

    assert (config.http, config.ws, config.proxy_headers) == (Patient, Attentive, False)
    assert (connections.PUSH, connections.ENDLESS) == (consumers.PUSH, streaming.ENDLESS)
    assert PATIENCE < 8.0 + connections.LINGER <= 10.0
