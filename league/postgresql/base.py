"""Connections to PostgreSQL. Law: whoever is given one of the pool's can use it; who finds a dead one sees to all.

A restart of the server ends every connection that waits in the pool. Left to itself the pool hands each of them out, to
a page that fails; with Django's CONN_HEALTH_CHECKS it asks the server each time, a round trip, and after the second
dead one in a row lets whoever waits sleep for 1, 2, 4 … seconds. Here the socket is looked at: the server writes
nothing to a connection that waits, so one that can be read was closed, or has at least something to say.

A new one is told to plan once what is prepared (games.models.plain_sql): Django prepares nothing, and forbids it.
"""

import select
from typing import Any, Final

import structlog
from django.db.backends.postgresql import base
from psycopg import Connection, OperationalError
from psycopg_pool import ConnectionPool

from games.process.trouble import Trouble

logger = structlog.get_logger(__name__)
_connecting: Final = Trouble(logger, "the database takes no connections", "the database takes connections again")


def look_at(connection: Connection[Any]) -> None:
    """Raises psycopg's OperationalError for a connection that is dead, when all that wait have been looked at."""
    try:
        look = select.poll()
        look.register(connection.fileno(), select.POLLIN)
        if look.poll(0):
            connection.execute("")
    except OperationalError:
        pool = connection._pool  # noqa: SLF001  the pool sets it on whatever it hands out
        if isinstance(pool, ConnectionPool):
            pool.check()
        raise


def plan_once(connection: Connection[Any]) -> None:
    """Has the connection prepare what asks for it, and plan it without its values. Committed by itself: what is set in
    a transaction that is rolled back was never set."""
    connection.execute("SET plan_cache_mode = force_generic_plan")
    connection.commit()
    connection.prepare_threshold = 1


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's, but for how the pool looks at what it hands out."""

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """A connection from the pool. Raises psycopg's OperationalError."""
        try:
            connection = super().get_new_connection(conn_params)
            if connection.prepare_threshold is None:
                plan_once(connection)
        except OperationalError as error:
            _connecting.again(error)
            raise
        _connecting.over()
        return connection

    @property
    def pool(self) -> ConnectionPool[Any] | None:
        """The pool of this process; None where there is none."""
        pool: ConnectionPool[Any] | None = super().pool
        if pool is not None and pool._check is not look_at:  # noqa: SLF001  Django offers one way or none
            pool._check = look_at  # noqa: SLF001
        return pool
