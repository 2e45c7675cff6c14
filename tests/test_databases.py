"""The parameter of the tests that hold on both databases does what it says, everywhere, and is gone afterwards."""

import os

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.conf import settings
from django.core.cache import cache, caches
from django.db import connection
from django.test import AsyncClient

from personas.models import Persona
from tests.factories import make_persona
from tests.games.stage import database_url, in_thread
from tests.patience import at_most

LAYERS = {"sqlite": "ThreadedInMemoryLayer", "postgresql": "RedisPubSubChannelLayer"}
CACHES = {"sqlite": "LocMemCache", "postgresql": "Cache"}


@pytest.mark.django_db(transaction=True)
def test_every_thread_is_on_the_database_that_was_asked_for(services: str) -> None:
    make_persona(slug="otto")
    seen: list[tuple[str, int]] = []

    def look() -> None:
        seen.append((connection.vendor, Persona.objects.filter(slug="otto").count()))

    look()
    in_thread(look).join(at_most(10))
    assert seen == [(services, 1)] * 2
    assert database_url().startswith(services)
    assert (settings.POSTGRESQL, bool(os.environ.get("REDIS_URL"))) == ((services == "postgresql"),) * 2


@pytest.mark.django_db(transaction=True)
async def test_a_page_is_made_from_it_too(services: str) -> None:
    await sync_to_async(make_persona)(slug="otto")
    told = (await AsyncClient().get("/api/v1/personas/")).json()
    assert [row["slug"] for row in told["results"]] == ["otto"]


def test_what_goes_between_processes_goes_through_redis_or_stays_here(services: str) -> None:
    cache.set("word", services)
    assert caches["default"].get("word") == services
    assert (type(get_channel_layer()).__name__, type(caches["default"]).__name__) == (
        LAYERS[services],
        CACHES[services],
    )
