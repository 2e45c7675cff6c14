"""`serve`: the site. Embedded it plays too; with REDIS_URL it only serves, and workers play."""

import asyncio
import socket
from contextlib import suppress
from typing import Any, Final

from django.conf import settings
from django.core.management import CommandError, CommandParser
from django.db import DatabaseError, connection
from uvicorn.supervisors import Multiprocess

from games.models.releases import NewerTables, refuse_newer
from games.terminal.usage import ProjectCommand, bound, url_of, whole_number, wrong_usage
from league.access.acts import COMMAND_LINE
from league.processes.alone import AlreadyRunning, alone_in
from league.processes.embedded import (
    CannotStart,
    Server,
    run_embedded,
    server_config,
    set_up_database,
    stopped_by_signals,
)
from league.processes.ending import end_with
from league.seasons.roster import set_up_roster

MOST_PROCESSES: Final = 64


class Command(ProjectCommand):
    help = "Serves the site. Without REDIS_URL this one process also plays; with it, Celery workers do."
    requires_system_checks: list[str] = []

    def run_from_argv(self, argv: list[str]) -> None:
        end_with(lambda: super(Command, self).run_from_argv(argv))

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (127.0.0.1)")
        parser.add_argument("--port", type=whole_number(0), default=8000, help="the port (8000); 0 for any free one")
        parser.add_argument(
            "--workers", type=whole_number(1), default=1, metavar="N", help="processes; needs REDIS_URL"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        workers = options["workers"]
        if workers > 1 and not settings.REDIS_URL:
            raise wrong_usage("more than one process needs REDIS_URL, for they must hear of each other")
        if workers > MOST_PROCESSES or options["port"] > 65_535:
            raise wrong_usage(f"at most {MOST_PROCESSES} processes and port 65535")
        try:
            if settings.REDIS_URL:
                with suppress(DatabaseError):  # one that is away may be back in a moment
                    refuse_newer(connection)
                listener = bound(options["host"], options["port"])
                self.tell(listener)
                serve_only(listener, workers)
                return
            # The folder before the port: whoever starts it twice is told where the first one runs.
            with alone_in(settings.LEAGUE_DATA_DIR) as place:
                listener = bound(options["host"], options["port"])
                place.tell(url_of(listener))
                set_up_database()
                set_up_roster(by=COMMAND_LINE)
                run_embedded(listener, lambda: self.tell(listener))
        except (CannotStart, AlreadyRunning, NewerTables) as error:
            raise CommandError(str(error)) from error

    def tell(self, listener: socket.socket) -> None:
        self.stdout.write(f"The league is at {url_of(listener)} (Ctrl-C stops it)")
        self.stdout.flush()


def serve_only(listener: socket.socket, processes: int) -> None:
    """Serves on this many processes that share the socket, until a signal comes; one that dies is replaced."""
    if processes > 1:
        Multiprocess(server_config(workers=processes), sockets=[listener]).run()
        return
    with stopped_by_signals():
        asyncio.run(Server(server_config()).serve(sockets=[listener]))
