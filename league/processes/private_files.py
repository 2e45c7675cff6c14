"""The files of an SQLite database, for their owner's eyes only. Law: before the first byte is in them, and also those
that an earlier release made for everybody: seeds, thoughts and hashed passwords of running games are in there.

SQLite gives its two side files (`-wal`, `-shm`) the mode of the database that they belong to.
"""

import contextlib
import os
import secrets
import sqlite3
from pathlib import Path
from typing import Any

SIDE_FILES = ("", "-wal", "-shm", "-journal")


class Connection(sqlite3.Connection):
    """A connection to a file that nobody else can read."""

    def __init__(self, database: str | os.PathLike[str], *args: Any, **options: Any) -> None:
        name = os.fspath(database)
        if name and not name.startswith(("file:", ":memory:")):
            keep_private(Path(name))
        super().__init__(database, *args, **options)


def keep_private(path: Path) -> None:
    """Makes the database's file if it is not there, and takes it and its side files from everybody but their owner.

    Files that are another user's stay as they are; whether they can be opened is for SQLite to say.
    """
    with contextlib.suppress(OSError):
        if not path.exists():
            make_private(path)
        for each in (path.with_name(path.name + end) for end in SIDE_FILES):
            with contextlib.suppress(FileNotFoundError):
                if (mode := each.stat().st_mode) & 0o077:
                    each.chmod(mode & 0o700)


def make_private(path: Path) -> None:
    """Makes an empty file, unless somebody was faster. It comes into its place closed: to close a file that somebody
    else in this process has just locked would take their lock away."""
    draft = path.with_name(f"{path.name}.{secrets.token_hex(6)}")
    os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        with contextlib.suppress(FileExistsError):
            os.link(draft, path)
    finally:
        draft.unlink()
