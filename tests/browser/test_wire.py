"""A wire leaves nothing open behind it, whatever happens at either end of it."""

import gc
import socket
import struct
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress

import pytest

from tests.browser.wire import Wire, wire
from tests.games.stage import until
from tests.patience import at_most
from tests.servers import free_port

RESET = struct.pack("ii", 1, 0)  # SO_LINGER: to close is to reset


def joined(made: Wire) -> socket.socket:
    """A new connection over a wire."""
    return socket.create_connection(("127.0.0.1", made.port), timeout=at_most(10))


@contextmanager
def heard() -> Iterator[tuple[int, list[bytes]]]:
    """The port of a server that says back what it is told, and what that was."""
    said: list[bytes] = []
    with socket.create_server(("127.0.0.1", 0)) as listener, ExitStack() as lines:

        def serve() -> None:
            with suppress(OSError):
                while True:
                    line = lines.enter_context(listener.accept()[0])
                    threading.Thread(target=answer, args=(line,), daemon=True).start()

        def answer(line: socket.socket) -> None:
            with line, suppress(OSError):
                while data := line.recv(100):
                    said.append(data)
                    line.sendall(data)

        serving = threading.Thread(target=serve)
        serving.start()
        try:
            yield listener.getsockname()[1], said
        finally:
            listener.shutdown(socket.SHUT_RDWR)
            serving.join(at_most(10))


def resets(target: int) -> None:
    """Breaks off before anything was said."""
    with wire(target) as made:
        for _ in range(2):
            with joined(made) as line:
                line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)


def asks_nobody(_: int) -> None:
    """Asks where nobody listens."""
    with wire(free_port()) as made:
        for _ in range(2):
            with joined(made) as line:
                line.sendall(b"GET / HTTP/1.1\r\n")
                assert line.recv(100) == b""


def says_nothing(target: int) -> None:
    """Is there, and the wire is taken away."""
    with ExitStack() as lines:
        with wire(target) as made:
            there = [lines.enter_context(joined(made)) for _ in range(2)]
            there[1].sendall(b"two")
            assert there[1].recv(100) == b"two"
        assert [line.recv(100) for line in there] == [b"", b""]


def is_cut_off(target: int) -> None:
    """Is cut off for a while, asks in vain, and asks again when the wire is whole."""
    with wire(target) as made:
        with joined(made) as line:
            line.sendall(b"one")
            assert line.recv(100) == b"one"
            made.cut(0.2)
            assert line.recv(100) == b""
        until(lambda: answered(made, b"three"))


def answered(made: Wire, words: bytes) -> bool:
    """Whether what is said comes back."""
    with suppress(OSError), joined(made) as line:
        line.sendall(words)
        return line.recv(100) == words
    return False


@pytest.mark.parametrize("who", [resets, asks_nobody, says_nothing, is_cut_off])
def test_a_wire_that_is_gone_has_left_nothing_open(who: Callable[[int], None], monkeypatch: pytest.MonkeyPatch) -> None:
    lost: list[str] = []
    before = threading.active_count()
    with heard() as (target, _):
        gc.collect()
        monkeypatch.setattr(sys, "unraisablehook", lambda told: lost.append(repr(told.exc_value)))
        who(target)
    until(lambda: threading.active_count() <= before)
    gc.collect()

    assert lost == []


def test_a_wire_passes_on_what_it_is_given_both_ways() -> None:
    with heard() as (target, said), wire(target) as made:
        assert [answered(made, words) for words in (b"one", b"two")] == [True, True]

    assert said == [b"one", b"two"]
