"""The site on a port of its own, in a thread, and watchers at real sockets and of streams."""

import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import httpx
import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from league.asgi import application
from league.processes.connections import Attentive, Patient
from tests.games.stage import until
from tests.patience import at_most


class Site:
    """A running server; `watch` opens a socket, `read` a stream."""

    def __init__(self, port: int) -> None:
        self.port = port

    @contextmanager
    def watch(self, path: str, origin: str | None = "", **headers: str) -> Iterator["Watcher"]:
        """A socket at a path of the site, from the site's own origin unless another is given; None is no browser's."""
        origin = f"http://127.0.0.1:{self.port}" if origin == "" else origin
        address = f"ws://127.0.0.1:{self.port}{path}"
        given: dict[str, Any] = {"origin": origin, "additional_headers": headers, "compression": None}
        with connect(address, **given, close_timeout=0.2) as line:  # a watcher who does not listen hears no goodbye
            yield Watcher(line)

    @contextmanager
    def read(self, path: str, **headers: str) -> Iterator["Reader"]:
        """A stream at a path of the site; a header is given by its name with `_` for `-`."""
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        address = f"http://127.0.0.1:{self.port}{path}"
        with httpx.stream("GET", address, headers=given, timeout=at_most(30)) as response:
            yield Reader(response)


class Reader:
    """Somebody to whom a stream is told; `lines` are all lines so far, without their ends."""

    def __init__(self, response: httpx.Response) -> None:
        self.response = response
        self.lines: list[str] = []
        self._coming = response.iter_lines()

    @property
    def status(self) -> int:
        """The answer's status."""
        return self.response.status_code

    @property
    def error(self) -> dict[str, Any]:
        """Why the stream was refused."""
        self.response.read()
        return dict(self.response.json()["error"])

    def hear(self) -> dict[str, Any]:
        """The next frame; raises StopIteration at the end."""
        while True:
            self.lines.append(next(self._coming))
            told = self.lines[-1].removeprefix("data: ")
            if told.startswith("{"):
                return dict(json.loads(told))

    def hear_until(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Hears frames until one of this type with these fields."""
        while True:
            frame = self.hear()
            if frame["type"] == kind and fields.items() <= frame.items():
                return frame

    def hear_all(self) -> list[str]:
        """Hears all that comes to its end; the texts of all frames so far."""
        with suppress(StopIteration):
            while True:
                self.hear()
        return self.heard

    @property
    def heard(self) -> list[str]:
        """The texts of all frames so far."""
        return [told for line in self.lines if (told := line.removeprefix("data: ")).startswith("{")]

    def of(self, kind: str) -> list[dict[str, Any]]:
        """The frames of a kind that were heard so far."""
        return [frame for frame in map(json.loads, self.heard) if frame["type"] == kind]

    @property
    def events(self) -> list[dict[str, Any]]:
        """The events heard so far."""
        return [frame["event"] for frame in self.of("event")]


class Watcher:
    """One socket's other end; `heard` are the texts of all frames so far."""

    def __init__(self, line: ClientConnection) -> None:
        self._line = line
        self.heard: list[str] = []

    def hear(self, seconds: float = at_most(10)) -> dict[str, Any]:
        """The next frame; raises TimeoutError."""
        self.heard.append(str(self._line.recv(seconds)))
        return dict(json.loads(self.heard[-1]))

    def hear_until(self, kind: str, seconds: float = at_most(30), **fields: Any) -> dict[str, Any]:
        """Hears frames until one of this type with these fields."""
        while True:
            frame = self.hear(seconds)
            if frame["type"] == kind and fields.items() <= frame.items():
                return frame

    def of(self, kind: str) -> list[dict[str, Any]]:
        """The frames of a kind that were heard so far."""
        return [frame for frame in map(json.loads, self.heard) if frame["type"] == kind]

    @property
    def events(self) -> list[dict[str, Any]]:
        """The events heard so far."""
        return [frame["event"] for frame in map(json.loads, self.heard) if frame["type"] == "event"]

    def closing(self) -> tuple[int, str]:
        """The code that the site closes the socket with, and the reason that it gives."""
        with suppress(ConnectionClosed):
            while True:
                self.hear()
        assert self._line.close_code is not None
        return self._line.close_code, self._line.close_reason or ""

    def closing_code(self) -> int:
        """The code that the site closes the socket with."""
        return self.closing()[0]


@contextmanager
def site() -> Iterator[Site]:
    """The whole site, as long as the context."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        protocols: dict[str, Any] = {"http": Patient, "ws": Attentive, "proxy_headers": False}
        server = uvicorn.Server(uvicorn.Config(application, lifespan="off", log_config=None, **protocols))
        serving = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        serving.start()
        try:
            until(lambda: server.started)
            yield Site(listener.getsockname()[1])
        finally:
            server.should_exit = True
            serving.join(at_most(10))
            assert not serving.is_alive()
