"""The cache in Redis: whoever asks it, from whichever thread or coroutine, asks over the connections of the process."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
from django.core.cache import cache
from pytest_django import Settings
from redis import Redis

pytestmark = pytest.mark.services


@pytest.fixture
def connected(redis_url: str, settings: Settings) -> Iterator[Any]:
    """How many connections the Redis of the cache has been asked for so far."""
    settings.CACHES = {"default": {"BACKEND": "league.web.caching.Cache", "LOCATION": redis_url}}
    cache.set("first", 1)
    with closing(Redis.from_url(redis_url)) as link:
        yield lambda: link.info("stats")["total_connections_received"]


def ask(number: int) -> None:
    cache.set(f"asked-{number}", number)
    assert cache.get(f"asked-{number}") == number


def test_threads_that_come_and_go_leave_no_connection_behind(connected: Any) -> None:
    before = connected()

    for number in range(20):
        thread = threading.Thread(target=ask, args=(number,))
        thread.start()
        thread.join()

    assert connected() == before
    assert [cache.get(f"asked-{number}") for number in range(20)] == list(range(20))


async def test_coroutines_share_connections_too(connected: Any) -> None:
    before = connected()

    for number in range(20):  # one after another, each in a context of its own
        await asyncio.create_task(asyncio.to_thread(ask, number))

    assert connected() == before


def test_no_two_at_once_share_one(connected: Any) -> None:
    """Each of several that ask together has a connection until it is answered, and hears its own answer."""
    before, together, heard = connected(), threading.Barrier(8), list[tuple[int, Any]]()

    def ask_often(who: int) -> None:
        together.wait()
        for _ in range(200):
            cache.set(f"of-{who}", who)
            heard.append((who, cache.get(f"of-{who}")))

    threads = [threading.Thread(target=ask_often, args=(who,)) for who in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(heard) == 8 * 200
    assert all(who == said for who, said in heard)
    assert connected() <= before + 8
