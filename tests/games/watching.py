"""The site on a port of its own, in a thread, and watchers at real sockets."""

import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from league.asgi import application
from league.processes.connections import Attentive, Patient
from tests.games.stage import until
from tests.patience import at_most


class Site:
    """A running server; `watch` opens a socket."""

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
