"""What a provider was really sent: a line between it and whoever asks, on which every body is kept.

Law: what is passed on is what came, byte for byte, both ways.
"""

import http.client
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final
from urllib.parse import urlsplit

from games.loopback.process import Provider
from tests.patience import at_most

HOP: Final = frozenset(("connection", "keep-alive", "transfer-encoding", "content-length", "host"))


@dataclass(frozen=True, slots=True)
class Heard:
    """Requests to a model, in the order in which they came."""

    bodies: list[bytes]

    def texts(self, *, after: int = 0) -> set[str]:
        """Every text in what was sent after so many requests, as the model reads it."""
        return {text for body in self.bodies[after:] for text in _texts(json.loads(body))}


@contextmanager
def tapped(provider: Provider) -> Iterator[tuple[Provider, Heard]]:
    """The provider behind such a line, and what is heard on it."""
    heard = Heard([])
    to = urlsplit(provider.url)

    class Line(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length", 0)))
            if self.path.startswith("/v1/"):
                heard.bodies.append(body)
            self._pass_on(body)

        def do_GET(self) -> None:
            self._pass_on(None)

        def _pass_on(self, body: bytes | None) -> None:
            there = http.client.HTTPConnection(to.hostname or "", to.port, timeout=at_most(60))
            headers = {name: value for name, value in self.headers.items() if name.lower() not in HOP}
            try:
                there.request(self.command, self.path, body, headers)
                answer = there.getresponse()
                said = answer.read()
            finally:
                there.close()
            self.send_response(answer.status)
            for name, value in answer.getheaders():
                if name.lower() not in HOP:
                    self.send_header(name, value)
            self.send_header("content-length", str(len(said)))
            self.end_headers()
            self.wfile.write(said)

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Line)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield replace(provider, url=f"http://127.0.0.1:{server.server_port}"), heard
    finally:
        server.shutdown()
        server.server_close()
        thread.join(at_most(10))


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from _texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from _texts(each)
