"""Servers on the loopback that take what alerts are sent by: mail, and posts of webhooks."""

import email
import json
import socket
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from email.message import Message
from email.policy import default
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.patience import at_most


class Hook:
    """A webhook that keeps what it is sent; `manner` is how it answers: 200, another status, or `hangs`."""

    def __init__(self) -> None:
        self.manner: int | str = 200
        self.posts: list[tuple[str, dict[str, str], bytes]] = []
        self.address = ""
        self.over = threading.Event()

    def let_go(self) -> None:
        """Ends what hangs, now and from now on."""
        self.over.set()

    @property
    def bodies(self) -> list[dict[str, Any]]:
        return [json.loads(body) for _, _, body in self.posts]

    @property
    def things(self) -> list[tuple[str, str]]:
        """Key and state of all things that it was told, in order."""
        return [(each["key"], each["state"]) for body in self.bodies for each in body["things"]]


@contextmanager
def hook() -> Iterator[Hook]:
    """A webhook, until the block ends."""
    kept = Hook()
    over = kept.over

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            kept.posts.append((self.path, dict(self.headers), body))
            if kept.manner == "hangs":
                over.wait(at_most(60))
                return
            if kept.manner == "drips":
                while not over.wait(0.2):
                    self.wfile.write(b"H")
                    self.wfile.flush()
                return
            self.send_response(int(kept.manner))
            if 300 <= int(kept.manner) < 400:
                self.send_header("Location", "/elsewhere")
            self.end_headers()

        def log_message(self, *args: Any) -> None:
            pass

        def handle(self) -> None:
            with suppress(OSError):  # who sent it has gone
                super().handle()

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    kept.address = f"http://127.0.0.1:{server.server_address[1]}/hook"
    try:
        yield kept
    finally:
        over.set()
        server.shutdown()
        server.server_close()


class Mailbox:
    """A mail server that keeps what it takes; where it is not well it takes nothing."""

    def __init__(self) -> None:
        self.is_well = True
        self.port = 0
        self.raw: list[bytes] = []

    @property
    def mails(self) -> list[Message]:
        return [email.message_from_bytes(each, policy=default) for each in self.raw]

    @property
    def subjects(self) -> list[str]:
        return [str(each["Subject"]) for each in self.mails]


@contextmanager
def mailbox() -> Iterator[Mailbox]:
    """A mail server, until the block ends."""
    kept = Mailbox()

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            self.say("220 here" if kept.is_well else "421 not now")
            while line := self.rfile.readline():
                word = line[:4].upper().decode().strip()
                if word == "DATA":
                    self.say("354 go on")
                    lines = []
                    while (line := self.rfile.readline()) != b".\r\n":
                        lines.append(line.replace(b"\r\n", b"\n"))
                    kept.raw.append(b"".join(lines))
                self.say("221 bye" if word == "QUIT" else "250 well")
                if word == "QUIT":
                    return

        def say(self, line: str) -> None:
            self.wfile.write(f"{line}\r\n".encode())

    class Server(socketserver.ThreadingTCPServer):
        allow_reuse_address = True
        daemon_threads = True

    server = Server(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    kept.port = server.server_address[1]
    try:
        yield kept
    finally:
        server.shutdown()
        server.server_close()


def free_port() -> int:
    """A port at which nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])
