"""The league in one process: server, a real Celery worker and beat, on SQLite and queues in memory.

Law: one such process a data folder (league.processes.alone). The server has the main thread; worker and beat have one
each. A signal ends all of it: the server takes no more requests, hosts give their games back, and the process exits by
itself in about a second; league.processes.ending sees to it that it does.
"""

import asyncio
import contextlib
import signal
import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import structlog
import uvicorn
from celery.beat import Service
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection

from games.hosting.keeping import leave_halls
from games.models.releases import NewerTables, refuse_newer
from league.celery import app
from league.models.process import ProcessKind
from league.processes.connections import Attentive, Patient, Signing
from league.processes.ending import end_in_time
from league.processes.signs import BEAT, alive
from league.tasks import stopping, sweep

logger = structlog.get_logger(__name__)
GRACE: Final = 2  # seconds that open requests and sockets get when the process is told to end


class CannotStart(Exception):
    """The league cannot be started here; the message says why in one sentence, for a person."""


class PartGone(CommandError):
    """The worker or beat ended by itself: a site that went on would show games that nobody plays."""


# --- what is needed first --------------------------------------------------------------------------------------------


def set_up_database() -> None:
    """Brings the tables up to this release, without asking, for nobody else runs it there. Raises CannotStart."""
    try:
        refuse_newer(connection)
        call_command("migrate", verbosity=0, interactive=False)
    except NewerTables as error:
        raise CannotStart(str(error)) from error
    except DatabaseError as error:
        raise CannotStart(f"The database cannot be set up: {str(error).strip().splitlines()[0]}.") from error


def gather_database() -> None:
    """On SQLite: brings what was written into the one file, so that a copy of it is whole; what is in the way of that
    stays where it is, and nothing is lost."""
    if connection.vendor == "sqlite":
        with contextlib.suppress(DatabaseError), connection.cursor() as cursor:
            cursor.execute("PRAGMA busy_timeout=500")
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")


# --- the parts -------------------------------------------------------------------------------------------------------


class Server(uvicorn.Server):
    """A server that leaves signals to the process, for uvicorn raises them again and nothing behind it would run; it
    ends when `stopping` is set."""

    def __init__(
        self,
        config: uvicorn.Config,
        on_started: Callable[[], None] | None = None,
        beside: Sequence[threading.Thread] = (),
    ) -> None:
        super().__init__(config)
        self._on_started = on_started
        self._beside = beside

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        if self._on_started:
            self._on_started()

    async def on_tick(self, counter: int) -> bool:
        if not stopping.is_set() and not all(thread.is_alive() for thread in self._beside):
            raise PartGone("The part of the league that plays ended by itself; the log says why.")
        return await super().on_tick(counter) or stopping.is_set()


def server_config(*, workers: int = 1) -> uvicorn.Config:
    """How the site is served, by one process or by several."""
    return Signing(
        "league.asgi:application",
        http=Patient,
        ws=Attentive,
        proxy_headers=False,  # league.web.proxies reads them
        workers=workers,
        log_config=None,
        access_log=False,
        lifespan="off",
        timeout_graceful_shutdown=GRACE,
        ws_per_message_deflate=False,  # frames are made once for everybody
        ws_ping_interval=12,
        ws_ping_timeout=14,  # who never reads is let go before half a minute is over
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
        self.thread = threading.Thread(target=self._controller.start, name="worker", daemon=True)

    def stop(self) -> None:
        """Lets the tasks that run come to their end; the thread takes no more, and may sleep two seconds over it."""
        self._controller.stop()


class Beat:
    """Celery's beat in a thread."""

    def __init__(self) -> None:
        self._service = Service(app, scheduler_cls=app.conf.beat_scheduler, max_interval=1)
        self.thread = threading.Thread(target=self._service.start, name="beat", daemon=True)

    def stop(self) -> None:
        """Sends nothing more; the thread sleeps for a second at most before it hears of this."""
        self._service.stop(wait=False)


@contextlib.contextmanager
def stopped_by_signals(*, late_status: int = 0) -> Iterator[None]:
    """SIGINT and SIGTERM set `stopping` and end the process in time, if it is late with this status; a second one ends
    it at once."""

    def handle(number: int, _: Any) -> None:
        signal.signal(number, signal.SIG_DFL)
        end_in_time(status=late_status)
        stopping.set()

    before = {number: signal.signal(number, handle) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def run_embedded(
    listening: socket.socket, on_started: Callable[[], None] | None = None, *, late_status: int = 0
) -> None:
    """Serves on a bound socket and plays, until a signal comes or somebody sets `league.tasks.stopping`; `on_started`
    is called when the site accepts requests. The database must be set up. For the main thread of a process only that
    ends with it: what hangs after a signal ends with the process, whose status is then `late_status`."""
    worker, beat = Worker(), Beat()

    def started() -> None:
        for part in (worker, beat):
            part.thread.start()
        sweep.delay()
        if on_started:
            on_started()

    stopping.clear()
    try:
        with stopped_by_signals(late_status=late_status), alive(ProcessKind.WORKER):
            asyncio.run(Server(server_config(), started, [worker.thread, beat.thread]).serve(sockets=[listening]))
    finally:
        stopping.set()
        beat.stop()
        BEAT.ended()
        leave_halls()
        worker.stop()
        listening.close()
        gather_database()
