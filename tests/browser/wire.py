"""A wire between a browser and the site that can be cut for a while, or that lets no socket through."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from tests.patience import at_most

CHUNK = 65_536
SOCKET_REQUEST = b"GET /ws/"


class Wire:
    """Passes bytes on to a port of this machine. Law: what it was given before a cut is gone, as on a real wire; and
    whoever makes a socket here closes it, on each way out."""

    def __init__(self, target: int, *, takes_sockets: bool = True) -> None:
        self.target = target
        self.takes_sockets = takes_sockets
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._ends: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._whole = threading.Event()
        self._whole.set()
        self._mending: list[threading.Timer] = []
        self._accepting = threading.Thread(target=self._accept, daemon=True)
        self._accepting.start()

    @property
    def port(self) -> int:
        return int(self._listener.getsockname()[1])

    def cut(self, seconds: float) -> None:
        """Breaks every connection and lets none through for so long; returns at once."""
        self._break()
        mending = threading.Timer(seconds, self._whole.set)
        mending.daemon = True
        mending.start()
        self._mending.append(mending)

    def close(self) -> None:
        for mending in self._mending:
            mending.cancel()
            mending.join()
        self._break()
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._accepting.join(at_most(10))
        self._listener.close()

    def _break(self) -> None:
        """Nobody is let through any more; who waits for an end hears its end, and closes what he has."""
        with self._lock:
            self._whole.clear()
            for end in self._ends:
                with suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)

    def _accept(self) -> None:
        with suppress(OSError):  # closed
            while True:
                near, _ = self._listener.accept()
                threading.Thread(target=self._join, args=(near,), daemon=True).start()

    def _join(self, near: socket.socket) -> None:
        with suppress(OSError), near, self._held(near):
            first = near.recv(CHUNK)
            if first.startswith(SOCKET_REQUEST) and not self.takes_sockets:
                return
            with socket.create_connection(("127.0.0.1", self.target)) as far, self._held(far):
                far.sendall(first)
                back = threading.Thread(target=self._pass, args=(far, near), daemon=True)
                back.start()
                self._pass(near, far)
                back.join()

    @contextmanager
    def _held(self, end: socket.socket) -> Iterator[None]:
        """An end that a cut breaks. Raises OSError while the wire is cut."""
        with self._lock:
            if not self._whole.is_set():
                raise ConnectionAbortedError("the wire is cut")
            self._ends.add(end)
        try:
            yield
        finally:
            with self._lock:
                self._ends.discard(end)

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
