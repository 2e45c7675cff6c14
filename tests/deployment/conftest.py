"""Servers for the tests marked `services`: started here when the binaries are there, else those that were given.

TEST_DATABASE_URL and TEST_REDIS_URL are what a developer gives on purpose; DATABASE_URL and the standard ports are
never looked at. On a server that was given a database of its own is made and dropped; nothing else there is touched.
"""

import secrets
from collections.abc import Iterator

import psycopg
import pytest


@pytest.fixture
def database_url(postgresql_server: str) -> Iterator[str]:
    """The URL of an empty database that is dropped afterwards."""
    name = f"league_{secrets.token_hex(6)}"
    with psycopg.connect(postgresql_server, autocommit=True) as link:
        link.execute(f'CREATE DATABASE "{name}"'.encode())
    yield f"{postgresql_server.rpartition('/')[0]}/{name}"
    with psycopg.connect(postgresql_server, autocommit=True) as link:
        link.execute(f'DROP DATABASE "{name}" WITH (FORCE)'.encode())
