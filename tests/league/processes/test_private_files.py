"""An SQLite database is its owner's alone, with its side files, from its first byte on, and when it was not before."""

import os
import sqlite3
import stat
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from django.conf import settings

from league.processes.private_files import Connection


@pytest.fixture(autouse=True)
def anybody_may_read() -> Iterator[None]:
    """The mask that most systems have: what is made without care is readable by all."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def opened(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, factory=Connection)


def modes(folder: Path) -> dict[str, int]:
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}


def write(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("CREATE TABLE IF NOT EXISTS seeds (seed)")
    connection.execute("INSERT INTO seeds VALUES ('secret')")
    connection.commit()


def test_a_new_database_is_its_owners_alone(tmp_path: Path) -> None:
    with closing(opened(tmp_path / "league.sqlite3")) as connection:
        assert modes(tmp_path) == {"league.sqlite3": 0o600}  # before there is anything in it
        write(connection)

        names = ("league.sqlite3", "league.sqlite3-wal", "league.sqlite3-shm")
        assert modes(tmp_path) == dict.fromkeys(names, 0o600)


def test_a_database_that_everybody_could_read_is_taken_from_them_and_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "league.sqlite3"
    with closing(sqlite3.connect(path)) as before:
        write(before)
        assert set(modes(tmp_path).values()) == {0o644}

        with closing(opened(path)) as connection:
            assert set(modes(tmp_path).values()) == {0o600}
            assert len(modes(tmp_path)) == 3
            write(connection)
        write(before)
        assert before.execute("SELECT count(*) FROM seeds").fetchone() == (3,)


def test_many_that_open_the_same_new_database_at_once_lose_nothing(tmp_path: Path) -> None:
    path, failures = tmp_path / "league.sqlite3", []

    def work() -> None:
        try:
            with closing(opened(path)) as connection:
                connection.execute("PRAGMA busy_timeout=20000")
                connection.execute("BEGIN IMMEDIATE")
                connection.execute("CREATE TABLE IF NOT EXISTS seeds (seed)")
                connection.execute("INSERT INTO seeds VALUES ('secret')")
                connection.commit()
        except sqlite3.Error as error:
            failures.append(error)

    threads = [threading.Thread(target=work) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert failures == []
    assert modes(tmp_path) == {"league.sqlite3": 0o600}
    with closing(opened(path)) as connection:
        assert connection.execute("SELECT count(*) FROM seeds").fetchone() == (16,)


def test_the_league_opens_its_database_so() -> None:
    assert settings.DATABASES["default"]["OPTIONS"]["factory"] is Connection
