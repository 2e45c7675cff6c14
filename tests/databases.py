"""Another database under the tests: PostgreSQL, and Redis with it, in the place of a file and of this process's memory.

A test does not say what it runs on. A module that is to hold on both asks for `database` or, with Redis too, for
`services` (conftest.py), and each of its tests is run once on either, in one process and one session.
"""

import fcntl
import os
import runpy
import secrets
import shutil
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Barrier
from typing import Any, Final

import environ
import psycopg
import pytest
from asgiref.sync import SyncToAsync
from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.models.signals import post_migrate
from django.test import override_settings

from games.live.sockets import _readers
from tests.patience import at_most

POSTGRESQL: Final = "postgresql"
OWN: Final = ("ENGINE", "NAME", "USER", "PASSWORD", "HOST", "PORT", "OPTIONS")
# What the two addresses decide, besides the database itself.
CHOSEN: Final = ("CACHES", "CELERY_BROKER_URL", "CHANNEL_LAYERS", "POSTGRESQL", "REDIS_URL")
# What migrations leave in every database, by the database: the kinds of rows, and what may be permitted of them.
KINDS: Final[dict[str, list[tuple[str, list[tuple[Any, ...]]]]]] = {}
TABLES_OF_KINDS: Final = ("django_content_type", "auth_permission")
# For how long a transaction may stand still, in milliseconds: most tests are one, and some think for long.
IDLE: Final = "idle_in_transaction_session_timeout"
LINE: Final = "lock_timeout"  # and for how long one waits for a row
SETTINGS: Final = Path(__file__).resolve().parents[1] / "league" / "settings.py"


@contextmanager
def chosen_by(**addresses: str) -> Iterator[None]:
    """The settings that DATABASE_URL and REDIS_URL choose hold while the context lasts, for every thread, and for the
    processes that are started meanwhile."""
    before = {name: os.environ.get(name) for name in addresses}
    os.environ |= addresses
    try:
        chosen = runpy.run_path(str(SETTINGS))
        database = chosen["DATABASES"][DEFAULT_DB_ALIAS]
        if chosen["POSTGRESQL"]:
            longest = f" -c {IDLE}={int(at_most(10) * 1000)} -c {LINE}={int(at_most(5) * 1000)}"
            database["OPTIONS"]["options"] += longest  # what comes last holds
        with (
            default_database(**database),
            override_settings(**{name: chosen[name] for name in CHOSEN}),
        ):
            yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


@contextmanager
def chosen_for(request: pytest.FixtureRequest) -> Iterator[None]:
    """The database that a fixture's parameter names: the usual file, or the PostgreSQL of this process's tests."""
    with ExitStack() as stack:
        if request.param == POSTGRESQL:
            stack.enter_context(chosen_by(DATABASE_URL=request.getfixturevalue("postgresql_database")))
        yield


@contextmanager
def default_database(**given: Any) -> Iterator[None]:
    """Makes this the default database of every thread while the context lasts."""
    before, link = connections.settings[DEFAULT_DB_ALIAS], connections[DEFAULT_DB_ALIAS]
    rest = {name: value for name, value in before.items() if name not in OWN}
    empty = dict.fromkeys(OWN[1:6], "")
    connections.settings[DEFAULT_DB_ALIAS] = {**rest, **empty, "OPTIONS": {}, **given}
    del connections[DEFAULT_DB_ALIAS]
    forget_elsewhere()
    try:
        yield
    finally:
        connections[DEFAULT_DB_ALIAS].close()
        connections.settings[DEFAULT_DB_ALIAS] = before
        connections[DEFAULT_DB_ALIAS] = link
        forget_elsewhere()


def forget_elsewhere() -> None:
    """Has the threads that outlive tests let go of their connections: the one in which views run that are not async,
    and those that read for sockets."""
    for pool, threads in ((SyncToAsync.single_thread_executor, 1), (_readers, _readers._max_workers)):
        forget_in(pool, threads)


def forget_in(pool: ThreadPoolExecutor, threads: int) -> None:
    """Has each thread of a pool let go of its connection: none is through before all have begun."""
    all_there = Barrier(threads)

    def forget() -> None:
        all_there.wait(at_most(10))
        connections.close_all()
        for alias in [each.alias for each in connections.all(initialized_only=True)]:
            del connections[alias]

    for done in [pool.submit(forget) for _ in range(threads)]:
        done.result()


def sqlite(path: Path) -> dict[str, Any]:
    """A SQLite file, opened as the league opens its own."""
    options = settings.DATABASES[DEFAULT_DB_ALIAS]["OPTIONS"]
    return {"ENGINE": "django.db.backends.sqlite3", "NAME": str(path), "OPTIONS": options}


def tables_in(folder: Path) -> Path:
    """A SQLite file with all tables, made by the first of the processes that ask for it; the others wait."""
    made, making = folder / "tables.sqlite3", folder / "tables.making.sqlite3"
    with (folder / "tables.lock").open("ab") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            with default_database(**sqlite(making)):
                call_command("migrate", verbosity=0)
            making.rename(made)
    return made


def bring(app: str, name: str) -> Any:
    """Brings an app's tables in the default database to a migration, and gives the models of then."""
    return one_by_one().migrate([(app, name)]).apps


class OneByOne(MigrationLoader):
    """Knows nothing of migrations that stand for others."""

    def load_disk(self) -> None:
        """Reads them all, and leaves those out: what follows on one follows on the last that it stands for."""
        super().load_disk()
        last = {key: each.replaces[-1] for key, each in self.disk_migrations.items() if each.replaces}
        self.disk_migrations = {key: each for key, each in self.disk_migrations.items() if key not in last}
        for each in self.disk_migrations.values():
            each.dependencies = [last.get(key, key) for key in each.dependencies]


def one_by_one() -> MigrationExecutor:
    """What brings the default database to any migration, also to those that others stand for at once by now."""
    executor = MigrationExecutor(connection)
    executor.loader = OneByOne(connection)
    return executor


def bring_to_today() -> None:
    """Has the default database migrated to where the code stands."""
    executor = one_by_one()
    executor.migrate(executor.loader.graph.leaf_nodes())


def copy_tables(tables: Path, place: Path) -> None:
    """Puts a file of all tables where a database is wanted, for its owner's eyes like every one of ours."""
    shutil.copyfile(tables, place)
    place.chmod(0o600)


def remember_kinds() -> None:
    """Notes what the migrations have left in the default database."""
    with connection.cursor() as cursor:
        found = []
        for table in TABLES_OF_KINDS:
            cursor.execute(f"SELECT * FROM {table}")
            found.append((table, cursor.fetchall()))
    KINDS[str(connection.settings_dict["NAME"])] = found


@contextmanager
def kinds_put_back() -> Iterator[None]:
    """Whoever empties the database meanwhile finds the rows that `remember_kinds` noted put back, where Django would
    look through all models for them: that is most of what a test costs that commits."""
    if str(connection.settings_dict["NAME"]) not in KINDS:
        yield
        return
    theirs, post_migrate.receivers = post_migrate.receivers, []
    post_migrate.connect(put_kinds_back)
    try:
        yield
    finally:
        post_migrate.receivers = theirs


@contextmanager
def emptied_by_rows() -> Iterator[None]:
    """Whoever empties a PostgreSQL meanwhile deletes the rows that are there, where Django truncates each table: that
    makes a new file for each of them and of their indexes, for a test that wrote to three. What a table that is only
    added to and foreign keys would refuse is let through for that moment, which takes an owner's rights."""
    operations = type(connection.ops)
    theirs = operations.sql_flush

    def deleted(ops: Any, style: Any, tables: Sequence[str], **how: Any) -> list[str]:
        with ops.connection.cursor() as cursor:
            cursor.execute("SELECT usesuper FROM pg_user WHERE usename = current_user")
            if not cursor.fetchone()[0]:
                return list(theirs(ops, style, tables, **how))
            named = [ops.quote_name(each) for each in tables]
            cursor.execute(f"SELECT {', '.join(f'EXISTS (SELECT 1 FROM {each})' for each in named)}")
            written = [each for each, is_written in zip(named, cursor.fetchone(), strict=True) if is_written]
        unchecked = ("SET LOCAL session_replication_role = replica", "SET LOCAL session_replication_role = origin")
        return [unchecked[0], *(f"DELETE FROM {each}" for each in written), unchecked[1]]

    operations.sql_flush = deleted
    try:
        yield
    finally:
        operations.sql_flush = theirs


def put_kinds_back(sender: Any, using: str, **_: Any) -> None:
    """Hears that a database was emptied, once for each app."""
    if sender.label != "contenttypes":
        return
    with connections[using].cursor() as cursor:
        for table, rows in KINDS[str(connections[using].settings_dict["NAME"])]:
            marks = ", ".join([f"({', '.join(['%s'] * len(rows[0]))})"] * len(rows))
            cursor.execute(f"INSERT INTO {table} VALUES {marks}", [value for row in rows for value in row])
    apps.get_model("contenttypes", "ContentType").objects.clear_cache()


def at_url(url: str) -> dict[str, Any]:
    """The settings of a database at a URL."""
    found = environ.Env.db_url_config(url)
    return {name: value for name, value in found.items() if name in OWN}


@contextmanager
def new_database(server: str, template: str = "template0") -> Iterator[str]:
    """The URL of a new database on a PostgreSQL, dropped afterwards; `template` is what it begins as."""
    name = f"league_{secrets.token_hex(6)}"
    with psycopg.connect(server, autocommit=True) as link:
        link.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"'.encode())
    try:
        yield f"{server.rpartition('/')[0]}/{name}"
    finally:
        with psycopg.connect(server, autocommit=True) as link:
            link.execute(f'DROP DATABASE "{name}" WITH (FORCE)'.encode())
