"""The league in one process: server, a real Celery worker and beat, on SQLite and queues in memory.

Law: one such process a data folder (league.alone). The server has the main thread; worker and beat have one each. A
signal ends all of it: the server takes no more requests, hosts give their games back, and the process exits by itself
in a few seconds.
"""

import asyncio
import contextlib
import errno
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from typing import Any, Final

import structlog
import uvicorn
from celery.beat import Service
from django.conf import settings
from django.core.management import call_command

from games.hosting import leave_halls
from league.celery import app
from league.tasks import stopping, sweep

logger = structlog.get_logger(__name__)
GRACE: Final = 2  # seconds that open requests and sockets get when the process is told to end
PATIENCE: Final = 5.0  # seconds that worker and beat get


class CannotStart(Exception):
    """The league cannot be started here; the message says why in one sentence, for a person."""


# --- what is needed first --------------------------------------------------------------------------------------------


def bound(host: str, port: int) -> socket.socket:
    """A socket that listens there, on any free port when it is 0. Raises CannotStart."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except OSError as error:
        raise CannotStart(f"There is no address called {host!r} here: {error.strerror}.") from error
    listener = socket.socket(family, kind, protocol)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(address)
        listener.listen(2048)
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise CannotStart(f"Port {port} of {host} is taken; choose another one with --port.") from error
        raise CannotStart(f"{host} port {port} cannot be listened on: {error.strerror}.") from error
    return listener


def url_of(listener: socket.socket) -> str:
    """Where a browser finds what listens there."""
    host, port = listener.getsockname()[:2]
    named = {"0.0.0.0": "127.0.0.1", "::": "[::1]", "::1": "[::1]"}.get(host, host)  # noqa: S104  a name, not a bind
    return f"http://{named}:{port}/"


def set_up_database() -> None:
    """Brings the tables up to this release; on SQLite without asking, for nobody else runs it there."""
    call_command("migrate", verbosity=0, interactive=False)


# --- the parts -------------------------------------------------------------------------------------------------------


class Server(uvicorn.Server):
    """A server that leaves signals to the process, for uvicorn raises them again and nothing behind it would run; it
    ends when `stopping` is set."""

    def __init__(self, config: uvicorn.Config, on_started: Callable[[], None] | None = None) -> None:
        super().__init__(config)
        self._on_started = on_started

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        if self._on_started:
            self._on_started()

    async def on_tick(self, counter: int) -> bool:
        return await super().on_tick(counter) or stopping.is_set()


def server_config(*, workers: int = 1) -> uvicorn.Config:
    """How the site is served, by one process or by several."""
    return uvicorn.Config(
        "league.asgi:application",
        workers=workers,
        log_config=None,
        access_log=False,
        lifespan="off",
        timeout_graceful_shutdown=GRACE,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        ws_max_size=64 * 1024,
    )


class Worker:
    """A Celery worker in a thread: the bare controller, which installs no signal handlers."""

    def __init__(self) -> None:
        self._controller = app.WorkController(
            pool_cls="threads",
            concurrency=settings.CELERY_WORKER_CONCURRENCY,
            without_gossip=True,
            without_mingle=True,
            without_heartbeat=True,
            quiet=True,
        )
        self._thread = threading.Thread(target=self._controller.start, name="worker", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._controller.stop()
        self._thread.join(PATIENCE)


class Beat:
    """Celery's beat in a thread."""

    def __init__(self) -> None:
        self._service = Service(app, scheduler_cls=app.conf.beat_scheduler, max_interval=1)
        self._thread = threading.Thread(target=self._service.start, kwargs={"embedded_process": True}, daemon=True)
        self._thread.name = "beat"

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._service.stop(wait=False)
        self._thread.join(PATIENCE)


@contextlib.contextmanager
def stopped_by_signals() -> Iterator[None]:
    """SIGINT and SIGTERM set `stopping`; a second one ends the process at once."""

    def handle(number: int, _: Any) -> None:
        signal.signal(number, signal.SIG_DFL)
        stopping.set()

    before = {number: signal.signal(number, handle) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def run_embedded(listening: socket.socket, on_started: Callable[[], None] | None = None) -> None:
    """Serves on a bound socket and plays, until a signal comes or somebody sets `league.tasks.stopping`; `on_started`
    is called when the site accepts requests. The database must be set up. For the main thread only."""
    worker, beat = Worker(), Beat()

    def started() -> None:
        worker.start()
        beat.start()
        sweep.delay()
        if on_started:
            on_started()

    stopping.clear()
    try:
        with stopped_by_signals():
            asyncio.run(Server(server_config(), started).serve(sockets=[listening]))
    finally:
        stopping.set()
        leave_halls()
        beat.stop()
        worker.stop()
        listening.close()
