"""One process at a time on a data folder. Law: the kernel holds the lock, so a killed process leaves none behind."""

import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import FileIO
from pathlib import Path
from typing import Final

FILE: Final = "running.json"


class AlreadyRunning(Exception):
    """Another process runs on this data folder; the message says which, and where it can be seen."""


class Place:
    """The lock, once it is held: tells others where this process is to be seen."""

    def __init__(self, file: FileIO) -> None:
        self._file = file

    def tell(self, url: str) -> None:
        """Writes down for others where the site is; on a full disk they hear less."""
        self.clear()
        with suppress(OSError):
            self._file.write(json.dumps({"pid": os.getpid(), "url": url}).encode())

    def clear(self) -> None:
        """Leaves nothing written."""
        with suppress(OSError):
            self._file.truncate(0)
            self._file.seek(0)


@contextmanager
def alone_in(folder: Path) -> Iterator[Place]:
    """Holds a data folder for this process while the block lasts. Raises AlreadyRunning."""
    with (folder / FILE).open("ab+", buffering=0) as file:  # without a buffer, that would be written again at the end
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.seek(0)
            raise AlreadyRunning(who(file.read())) from None
        place = Place(file)
        try:
            yield place
        finally:
            place.clear()


def who(text: bytes) -> str:
    """The other process, as it wrote itself down; it may be about to."""
    try:
        other = json.loads(text)
        return f"the league already runs at {other['url']} (process {other['pid']}) on the same data"
    except (ValueError, LookupError, TypeError):
        return "the league is just being started by another process on the same data"
