"""The cache in Redis. Law: a cache that does not answer is an empty one; what is kept there can be had again, and no
page and no game fails for want of it.

A process has one pool of connections to it. Django makes a cache for each thread and for each context of a coroutine,
and each with connections of its own: a game would connect anew for whatever it asks, and leave a socket to be found by
the garbage collector.
"""

import threading
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any, Final, TypeVar

import structlog
from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.redis import RedisCache, RedisCacheClient, RedisSerializer
from redis.exceptions import RedisError

from games.process.trouble import Trouble

logger = structlog.get_logger(__name__)
_asking: Final = Trouble(logger, "the cache does not answer; going on without", "the cache answers again")
T = TypeVar("T")
Key = Any  # as Django's caches have it
_lock: Final = threading.Lock()
_clients: Final[dict[str, RedisCacheClient]] = {}


def client_of(servers: list[str], options: Mapping[str, Any]) -> RedisCacheClient:
    """The connections of this process to the cache that is there."""
    which = repr((servers, sorted(options.items())))
    with _lock:
        if which not in _clients:
            client = RedisCacheClient(servers, **options)
            client.get_client(write=True)  # makes the pool, of which two at once would make two
            _clients[which] = client
        return _clients[which]


class Cache(RedisCache):
    """Django's own, with an answer for when there is none."""

    _servers: list[str]
    _options: dict[str, Any]

    @cached_property
    def _cache(self) -> RedisCacheClient:
        return client_of(self._servers, self._options)

    def add(self, key: Key, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        """True also when nobody answers: then nobody else is seen to have it."""
        with _asking.endured(RedisError):
            return super().add(key, value, timeout, version)
        return True

    def get(self, key: Key, default: Any = None, version: int | None = None) -> Any:
        with _asking.endured(RedisError):
            return super().get(key, default, version)
        return default

    def set(self, key: Key, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        with _asking.endured(RedisError):
            super().set(key, value, timeout, version)

    def touch(self, key: Key, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        with _asking.endured(RedisError):
            return super().touch(key, timeout, version)
        return False

    def delete(self, key: Key, version: int | None = None) -> bool:
        with _asking.endured(RedisError):
            return super().delete(key, version)
        return False

    def get_many(self, keys: Iterable[Key], version: int | None = None) -> dict[Key, Any]:
        with _asking.endured(RedisError):
            return super().get_many(keys, version)
        return {}

    def set_many(self, data: dict[Key, Any], timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> list[Key]:
        """The keys that could not be set."""
        with _asking.endured(RedisError):
            return super().set_many(data, timeout, version)
        return list(data)

    def delete_many(self, keys: Iterable[Key], version: int | None = None) -> None:
        with _asking.endured(RedisError):
            super().delete_many(keys, version)

    def has_key(self, key: Key, version: int | None = None) -> bool:
        with _asking.endured(RedisError):
            return super().has_key(key, version)
        return False

    def incr(self, key: Key, delta: int = 1, version: int | None = None) -> int:
        """Raises ValueError for a key that is not there, also when nobody answers."""
        with _asking.endured(RedisError):
            return super().incr(key, delta, version)
        raise ValueError(f"no answer about {key!r}")

    def swap(self, key: Key, change: Callable[[Any], tuple[Any, T]], timeout: int) -> T:
        """Changes a value in one step, whoever else does at the same time; returns what `change` makes of it besides.
        It is given None where nothing is kept, also when nobody answers, and called again when somebody was faster."""
        made, serializer = self.make_and_validate_key(key), RedisSerializer()
        client: Any = self._cache.get_client(made, write=True)
        with _asking.endured(RedisError):

            def tried(pipe: Any) -> T:
                kept = pipe.get(made)
                value, told = change(None if kept is None else serializer.loads(kept))
                pipe.multi()
                pipe.set(made, serializer.dumps(value), ex=timeout)
                return told

            done: T = client.transaction(tried, made, value_from_callable=True)
            return done
        return change(None)[1]
