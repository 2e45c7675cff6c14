"""Hosts for tests: real ones, in this process, that leave when they are done."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from django.db import connection, connections

from games.hosting.keeping import Outcome, host_games, leave_halls
from games.hosting.runner import OnFinished
from tests.patience import at_most

T = TypeVar("T")
ROOT = Path(__file__).parents[2]


def play_all(
    *,
    owner: str = "tests",
    slice_seconds: float = 60,
    stopping: threading.Event | None = None,
    on_finished: OnFinished | None = None,
) -> Outcome:
    """Plays everything that is due to its end, and leaves."""
    try:
        return host_games(
            owner=owner, slice_seconds=slice_seconds, stopping=stopping or threading.Event(), on_finished=on_finished
        )
    finally:
        leave_halls()


def in_thread(do: Callable[..., object], *args: object, **given: object) -> threading.Thread:
    """A thread that does it, already started, and gives its connection back at its end."""

    def work() -> None:
        try:
            do(*args, **given)
        finally:
            connections.close_all()

    thread = threading.Thread(target=work)
    thread.start()
    return thread


def database_url() -> str:
    """The address of the tests' own database, for processes that are to share it."""
    found = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{found['NAME']}"
    login = f"{found['USER']}:{found['PASSWORD']}" if found["PASSWORD"] else found["USER"]
    return f"postgresql://{login}@{found['HOST']}:{found['PORT']}/{found['NAME']}"


def until(holds: Callable[[], T], seconds: float = at_most(30)) -> T:
    """What `holds` returns, asked fifty times a second until it is true; fails after so many seconds."""
    end, never = time.monotonic() + seconds, threading.Event()
    while not (found := holds()):
        assert time.monotonic() < end, f"nothing came of it within {seconds} s"
        never.wait(0.02)
    return found


def play_until(holds: Callable[[], object]) -> None:
    """Plays what is due until that holds, and leaves."""
    stopping = threading.Event()
    host = in_thread(play_all, stopping=stopping)
    try:
        until(holds)
    finally:
        stopping.set()
        host.join(at_most(60))


class HostProcess:
    """A host in a process of its own on the tests' database; `asked` are the questions it asked, by poll and seat."""

    def __init__(self, folder: Path) -> None:
        self._asked = folder / "asked"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, *killed_at: str) -> None:
        """Starts it; with a kind of questions it is killed in the middle of such a poll."""
        command = [sys.executable, "-m", "tests.games.host_process", str(self._asked), *killed_at]
        given = {"DATABASE_URL": database_url(), "DJANGO_SETTINGS_MODULE": "league.settings"}
        self._process = subprocess.Popen(command, env=os.environ | given, cwd=ROOT)

    def end(self, number: signal.Signals) -> int:
        """Sends it a signal and waits for its end; returns its status."""
        assert self._process is not None
        self._process.send_signal(number)
        return self._process.wait(at_most(20))

    def send(self, number: signal.Signals) -> None:
        """Sends it a signal."""
        assert self._process is not None
        self._process.send_signal(number)

    def stop(self) -> None:
        """Stops it, and waits until none of its threads runs any more: a signal sent is not yet a process stopped."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, self._process.pid, os.WSTOPPED)

    def finish(self) -> int:
        """Waits until it has played everything; returns its status."""
        assert self._process is not None
        return self._process.wait(at_most(60))

    def close(self) -> None:
        """Ends it if it still runs."""
        if self._process and self._process.poll() is None:
            self.end(signal.SIGKILL)

    @property
    def asked(self) -> list[tuple[int, int]]:
        lines = self._asked.read_text("utf-8").splitlines() if self._asked.exists() else []
        return [(int(poll), int(seat)) for poll, seat, *_ in map(str.split, lines)]
