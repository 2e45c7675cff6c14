"""Work that runs an event loop of its own, done for a page. Law: it is done in a thread of its own, for a page served
over ASGI runs in a thread whose executor refuses work from itself, and a loop run there could not ask the database.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from django.db import connections

T = TypeVar("T")


def aside(do: Callable[[], T]) -> T:
    """What `do` returns; what it raises is raised. Whoever calls it waits."""

    def work() -> T:
        try:
            return do()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1, thread_name_prefix="aside") as thread:
        return thread.submit(work).result()
