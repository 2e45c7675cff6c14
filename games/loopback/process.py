"""A provider in a process of its own, for tests and benchmarks: there as long as the context lasts.

Law: it listens on this machine only, on a port that was free, and is gone when the context or its process ends.
"""

import json
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import IO, Final

from games.loopback.shape import Json

KEY: Final = "sk-loop-of-no-use-elsewhere"
PROJECT: Final = Path(__file__).resolve().parents[2]
PATIENCE: Final = 60.0  # seconds that it gets to come up


class NotUp(Exception):
    """The provider did not come up; the message ends with what it said."""


@dataclass(frozen=True, slots=True)
class Provider:
    """A provider that runs. `openai_url` and `anthropic_url` are what the SDKs take as `base_url`."""

    url: str
    pid: int
    key: str = KEY

    @property
    def openai_url(self) -> str:
        return f"{self.url}/v1"

    @property
    def anthropic_url(self) -> str:
        return self.url

    def counter(self, *, after: int = 0) -> Json:
        """How it answered so far, and all rows after the one with this number."""
        told = self._get(f"/counter?after={after}")
        while told["rows"] and told["rows"][-1]["number"] < told["requests"]:
            told["rows"] += self._get(f"/counter?after={told['rows'][-1]['number']}")["rows"]
        return told

    def bill(self) -> Json:
        """What it has billed, dollars as text."""
        return self._get("/bill")

    def cost(self) -> Decimal:
        """Dollars billed in all."""
        return Decimal(self.bill()["total"]["cost"])

    def control(self, **wanted: Json) -> Json:
        """Changes outage, spent, faults, latency, drip, mode, seed, talk, limits or what is used of these; raises
        ValueError for what it does not take."""
        request = urllib.request.Request(f"{self.url}/control", json.dumps(wanted).encode(), method="POST")  # noqa: S310
        try:
            with urllib.request.urlopen(request, timeout=10) as response:  # noqa: S310  this machine's own
                return json.load(response)
        except urllib.error.HTTPError as error:
            with error:
                raise ValueError(json.load(error)["error"]["message"]) from None

    def _get(self, path: str) -> Json:
        with urllib.request.urlopen(f"{self.url}{path}", timeout=10) as response:  # noqa: S310  this machine's own
            return json.load(response)


@contextmanager
def provider(**settings: Json) -> Iterator[Provider]:
    """A provider with these settings, as `Provider.control` takes them; it accepts requests when the block begins.

    Raises NotUp.
    """
    with socket.socket() as listener, tempfile.TemporaryFile() as said:
        listener.bind(("127.0.0.1", 0))
        listener.listen(2048)
        url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        command = [sys.executable, "-m", "games.loopback", str(listener.fileno()), json.dumps(settings)]
        process = subprocess.Popen(
            command,
            cwd=PROJECT,
            env=os.environ | {"PYTHONPATH": str(PROJECT)},
            pass_fds=[listener.fileno()],
            stdin=subprocess.PIPE,
            stderr=said,
        )
        listener.close()  # the process has its own: without one, whoever waits in vain is told
        try:
            _wait_for(url, process, said)
            yield Provider(url, process.pid)
        finally:
            process.terminate()
            try:
                process.communicate(timeout=10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()


def _wait_for(url: str, process: subprocess.Popen[bytes], said: IO[bytes]) -> None:
    """The socket listens already: a request waits in it until somebody serves, or is refused when nobody is left."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            with urllib.request.urlopen(f"{url}/livez", timeout=PATIENCE):  # noqa: S310  this machine's own
                return
        except OSError as error:
            if process.poll() is not None or time.monotonic() > until:
                said.seek(0)
                raise NotUp(f"the provider did not come up: {error}\n{said.read().decode(errors='replace')}") from error
