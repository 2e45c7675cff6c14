"""Whoever asks at the same moment is answered from one reading, and never from one that began before."""

import asyncio
import threading

import pytest

from games.live.together import Together
from tests.games.stage import until
from tests.patience import at_most


class Shelf:
    """What is read: how often, and no reading ends before it `may`."""

    def __init__(self) -> None:
        self.stand, self.readings = 0, list[str]()
        self.may = threading.Semaphore(0)

    def read(self, key: str) -> str:
        self.readings.append(key)
        found = f"{key} {self.stand}"
        assert self.may.acquire(timeout=at_most(20))
        if key == "wrong":
            raise LookupError(found)
        return found

    async def has_begun(self, readings: int) -> None:
        await asyncio.to_thread(until, lambda: len(self.readings) >= readings)


async def test_a_hundred_who_ask_while_it_is_read_share_the_next_reading() -> None:
    shelf = Shelf()
    shelves = Together(shelf.read)
    first = asyncio.create_task(shelves.of("a"))
    await shelf.has_begun(1)

    shelf.stand = 1  # from now on nobody is to be told 0
    later = [asyncio.create_task(shelves.of("a")) for _ in range(100)]
    other = asyncio.create_task(shelves.of("b"))
    await shelf.has_begun(2)  # another key waits for nothing
    shelf.may.release(3)

    assert await first == "a 0"
    assert await asyncio.gather(*later) == ["a 1"] * 100
    assert await other == "b 1"
    assert sorted(shelf.readings) == ["a", "a", "b"]
    shelf.may.release()
    assert await shelves.of("a") == "a 1"
    assert len(shelf.readings) == 4


async def test_who_goes_takes_nothing_from_the_others_and_an_error_is_each_one_s() -> None:
    shelf = Shelf()
    shelves = Together(shelf.read)
    first = asyncio.create_task(shelves.of("wrong"))
    await shelf.has_begun(1)
    goes, stays = (asyncio.create_task(shelves.of("wrong")) for _ in range(2))
    await asyncio.sleep(0)
    goes.cancel()
    shelf.may.release(2)

    for asked in (first, stays):
        with pytest.raises(LookupError, match="wrong 0"):
            await asked
    with pytest.raises(asyncio.CancelledError):
        await goes
    shelf.may.release()
    with pytest.raises(LookupError):
        await shelves.of("wrong")
    assert len(shelf.readings) == 3
