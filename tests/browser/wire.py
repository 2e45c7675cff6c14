"""A wire between a browser and the site that can be cut for a while, or that lets no socket through."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

CHUNK = 65_536
SOCKET_REQUEST = b"GET /ws/"


class Wire:
    """Passes bytes on to a port of this machine. Law: what it was given before a cut is gone, as on a real wire."""

    def __init__(self, target: int, *, takes_sockets: bool = True) -> None:
        self.target = target
        self.takes_sockets = takes_sockets
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._ends: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._whole = threading.Event()
        self._whole.set()
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def port(self) -> int:
        return int(self._listener.getsockname()[1])

    def cut(self, seconds: float) -> None:
        """Breaks every connection and lets none through for so long; returns at once."""
        self._whole.clear()
        mending = threading.Timer(seconds, self._whole.set)
        mending.daemon = True
        mending.start()
        self._break()

    def close(self) -> None:
        self._whole.clear()
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._break()

    def _break(self) -> None:
        with self._lock:
            ends, self._ends = self._ends, set()
        for end in ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def _accept(self) -> None:
        with suppress(OSError):  # closed
            while True:
                near, _ = self._listener.accept()
                threading.Thread(target=self._join, args=(near,), daemon=True).start()

    def _join(self, near: socket.socket) -> None:
        with suppress(OSError):
            first = near.recv(CHUNK)
            if not self._whole.is_set() or (first.startswith(SOCKET_REQUEST) and not self.takes_sockets):
                near.close()
                return
            far = socket.create_connection(("127.0.0.1", self.target))
            with self._lock:
                self._ends |= {near, far}
            far.sendall(first)
            threading.Thread(target=self._pass, args=(far, near), daemon=True).start()
            self._pass(near, far)

    def _pass(self, source: socket.socket, sink: socket.socket) -> None:
        with suppress(OSError):
            while chunk := source.recv(CHUNK):
                # A connection that is kept alive may ask for a socket later than in its first request.
                if chunk.startswith(SOCKET_REQUEST) and not self.takes_sockets:
                    break
                sink.sendall(chunk)
        with suppress(OSError):
            sink.shutdown(socket.SHUT_WR)


@contextmanager
def wire(target: int, *, takes_sockets: bool = True) -> Iterator[Wire]:
    """A wire to a port that lives as long as the context."""
    made = Wire(target, takes_sockets=takes_sockets)
    try:
        yield made
    finally:
        made.close()
