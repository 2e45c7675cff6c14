"""Throw-away PostgreSQL and Redis for tests: each in a temporary folder of its own, on a free port of this machine.

Law: nothing here ever talks to a server that it did not start itself, and stops no other.
"""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from tests.patience import at_most

START = at_most(60)  # seconds that a server gets to answer
SHORT = Path("/tmp")  # a socket's path may have 107 bytes: pytest's own folders are too deep
MEMORY = Path("/dev/shm")
ROOM = 1 << 30  # bytes; a database of the tests takes a tenth of it


# Another process has no event to wait on, so looks at it are this far apart; nobody ever sets this one.
process_pause = threading.Event()


class NoServer(Exception):
    """The binaries of a server are not on this machine."""


def free_port() -> int:
    """A port of this machine that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def postgresql_binaries() -> Path:
    """The folder of initdb and postgres; raises NoServer."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda each: float(each.parent.name), reverse=True)
    on_path = shutil.which("initdb")
    for folder in [*folders, *([Path(on_path).resolve().parent] if on_path else [])]:
        if (folder / "postgres").exists() and (folder / "initdb").exists():
            return folder
    raise NoServer("PostgreSQL is not installed (initdb and postgres); or give TEST_DATABASE_URL")


def unprivileged() -> dict[str, Any]:
    """How a process is started as somebody else than root, which PostgreSQL refuses to run as."""
    if os.geteuid() != 0:
        return {}
    names = {each.pw_name for each in pwd.getpwall()}
    account = pwd.getpwnam("postgres" if "postgres" in names else "nobody")
    return {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}


def short_folder() -> Path:
    """Where the folders of servers are made: in memory where there is room, for a disk takes half a second to empty
    the tables after each test, and the tests do it a hundred times."""
    is_roomy = os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM
    return MEMORY if is_roomy else SHORT


class Server:
    """A server that can be stopped and started again, in its folder and on its port. `log` is what it wrote so far."""

    def __init__(self, url: str, command: list[Any], folder: Path, is_up: Callable[[], bool], **how: Any) -> None:
        self.url, self.folder, self.log = url, folder, folder / "log"
        self._command, self._is_up, self._how = command, is_up, how
        self._running: ExitStack | None = None

    def start(self) -> None:
        """Starts it; it answers when this returns."""
        with ExitStack() as stack:
            log = stack.enter_context(self.log.open("ab"))
            process = stack.enter_context(running(self._command, log=log, cwd=self.folder, **self._how))
            wait_for(self._is_up, process, self.log)
            self._running = stack.pop_all()

    def answers(self) -> bool:
        """Whether it does just now."""
        return self._is_up()

    def stop(self) -> None:
        """Stops it, and with it every connection."""
        if self._running is not None:
            self._running.close()
            self._running = None


@contextmanager
def postgresql(*settings: str) -> Iterator[str]:
    """The URL of a PostgreSQL that lives as long as the context, with settings such as "work_mem=16MB". Raises
    NoServer."""
    with postgresql_server(*settings) as server:
        yield server.url


@contextmanager
def postgresql_server(*settings: str, within: Path | None = None) -> Iterator[Server]:
    """The same PostgreSQL, to be stopped and started, with its files in a folder of its own within that. Raises
    NoServer."""
    binaries = postgresql_binaries()
    identity, port = unprivileged(), free_port()
    made_in = within or short_folder()
    with tempfile.TemporaryDirectory(prefix="league-pg-", dir=made_in, ignore_cleanup_errors=True) as name:
        folder = Path(name)
        if identity:
            os.chown(folder, identity["user"], identity["group"])
        clean = {"PATH": os.environ.get("PATH", ""), "LC_ALL": "C.UTF-8", "TZ": "UTC"}
        make = [binaries / "initdb", "-D", folder / "data", "-U", "league", "-A", "trust", "-E", "UTF8", "--no-sync"]
        subprocess.run(make, check=True, capture_output=True, cwd=folder, env=clean, **identity)
        options = [f"-c{name}" for name in ("fsync=off", "full_page_writes=off", "listen_addresses=127.0.0.1")]
        options += [f"-c{each}" for each in settings]
        command = [binaries / "postgres", "-D", folder / "data", "-p", str(port), "-k", folder, *options]
        ready = [binaries / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(port), "-U", "league"]
        server = Server(
            f"postgresql://league@127.0.0.1:{port}/postgres",
            command,
            folder,
            lambda: subprocess.run(ready, check=False).returncode == 0,
            env=clean,
            stop=signal.SIGINT,  # fast: SIGTERM would wait for whoever is still connected
            **identity,
        )
        with started(server):
            yield server


@contextmanager
def redis() -> Iterator[str]:
    """The URL of a Redis that lives as long as the context. Raises NoServer."""
    with redis_server() as server:
        yield server.url


@contextmanager
def redis_server() -> Iterator[Server]:
    """A Redis that lives as long as the context, and remembers nothing when it is stopped. Raises NoServer."""
    binary = shutil.which("redis-server")
    if binary is None:
        raise NoServer("Redis is not installed (redis-server); or give TEST_REDIS_URL")
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="league-redis-", dir=short_folder()) as name:
        options = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", name]
        command = [binary, *options]
        server = Server(f"redis://127.0.0.1:{port}/0", command, Path(name), lambda: answers(port))
        with started(server):
            yield server


@contextmanager
def started(server: Server) -> Iterator[None]:
    """The server runs when the block begins, and no more when it is left."""
    server.start()
    try:
        yield
    finally:
        server.stop()


def answers(port: int) -> bool:
    """Whether a Redis answers PING on this port."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=1) as link:
            link.sendall(b"PING\r\n")
            return link.recv(16).startswith(b"+PONG")
    except OSError:
        return False


@contextmanager
def running(
    command: list[Any],
    *,
    log: Any,
    cwd: Path,
    env: Mapping[str, str] | None = None,
    stop: signal.Signals = signal.SIGTERM,
    **identity: Any,
) -> Iterator[subprocess.Popen[bytes]]:
    """A process that is asked to end with the context, by the signal `stop`, and made to after ten seconds."""
    words = [str(word) for word in command]
    process = subprocess.Popen(words, stdout=log, stderr=subprocess.STDOUT, cwd=cwd, env=env, **identity)
    try:
        yield process
    finally:
        process.send_signal(stop)
        try:
            process.wait(at_most(10))
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def wait_for(is_there: Any, process: subprocess.Popen[bytes], log: Path, patience: float = START) -> None:
    """Waits until something is there, as long as the process that is to bring it runs; else shows its log."""
    until = time.monotonic() + patience
    while not is_there():
        if process.poll() is not None or time.monotonic() > until:
            raise AssertionError(f"{process.args} did not come up:\n{log.read_text(errors='replace')[-4000:]}")
        process_pause.wait(0.05)
