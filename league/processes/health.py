"""Two questions a supervisor asks: is the process alive, and is it ready to serve."""

import asyncio
from typing import Final

import structlog
from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.exceptions import MigrationSchemaMissing
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe
from kombu import Connection
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from games.models.releases import migrations_beyond
from games.process.trouble import Trouble

logger = structlog.get_logger(__name__)
PATIENCE = 3.0  # seconds a service gets to answer
_database: Final = Trouble(logger, "the database does not answer", "the database answers again")
_broker: Final = Trouble(logger, "the broker does not answer", "the broker answers again")
_layer: Final = Trouble(logger, "the channel layer does not answer", "the channel layer answers again")


@csrf_exempt
@require_safe
@never_cache
def livez(request: HttpRequest) -> JsonResponse:
    """Always 200: the process answers."""
    return JsonResponse({"status": "ok"})


@csrf_exempt
@require_safe
@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    """200 when everything a page needs is there, else 503 with one word for each thing that was looked at."""
    checks = {"database": database()}
    if settings.REDIS_URL:
        checks |= {"broker": broker(), "layer": layer()}
    ready = set(checks.values()) == {"ok"}
    return JsonResponse({"status": "ok" if ready else "unready", "checks": checks}, status=200 if ready else 503)


def database() -> str:
    """`ok`, `unmigrated`, `newer` where its tables are a newer release's, or `unreachable`."""
    try:
        beyond = migrations_beyond(connection)
        executor = MigrationExecutor(connection)
        behind = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except (DatabaseError, MigrationSchemaMissing) as error:
        _database.again(error)
        return "unreachable"
    _database.over()
    if beyond:
        return "newer"
    return "unmigrated" if behind else "ok"


def broker() -> str:
    """`ok` when Celery's broker takes a connection, else `unreachable`."""
    try:
        reach_broker()
    except (OperationalError, RedisError, OSError) as error:
        _broker.again(error)
        return "unreachable"
    _broker.over()
    return "ok"


def layer() -> str:
    """`ok` when the channel layer takes a message, else `unreachable`."""
    try:
        reach_layer()
    except (RedisError, OSError) as error:
        _layer.again(error)
        return "unreachable"
    _layer.over()
    return "ok"


def reach_broker() -> None:
    """Connects to Celery's broker. Raises OperationalError, RedisError or OSError."""
    with Connection(settings.CELERY_BROKER_URL, connect_timeout=PATIENCE) as link:
        link.ensure_connection(max_retries=1, timeout=PATIENCE)


def reach_layer() -> None:
    """Sends a message to nobody over the channel layer. Raises RedisError or OSError, which includes TimeoutError."""

    async def ring() -> None:
        async with asyncio.timeout(PATIENCE):
            await get_channel_layer().group_send("readyz", {"type": "ready"})

    async_to_sync(ring)()
