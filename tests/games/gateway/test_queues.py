"""Calls that do not fit beside those on their way wait their turn: nothing is asked twice a second in vain."""

import asyncio
from collections.abc import Awaitable, Callable
from decimal import Decimal

import pytest

from games.billing.budgets import Purse
from games.gateway import queues
from games.gateway.circuit_breaker import Halted
from games.gateway.queues import Queues
from tests.patience import at_most

SEASON, GAME = Purse("season", "spring", Decimal(1)), Purse("game", "a", Decimal(1))
WORST = Decimal("0.01")


class Stop:
    """A halt of tests."""

    def __init__(self) -> None:
        self._told = asyncio.Event()

    def set(self) -> None:
        self._told.set()

    def is_set(self) -> bool:
        return self._told.is_set()

    async def sleep(self, seconds: float) -> None:
        try:
            async with asyncio.timeout(seconds):
                await self._told.wait()
        except TimeoutError:
            pass


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody looks by itself while a test lasts."""
    monkeypatch.setattr(queues, "LOOK", at_most(60))


def waiting(
    given: Queues, called: list[int], *, purse: Purse = SEASON, halt: Stop | None = None
) -> Callable[[int], Awaitable[None]]:
    async def wait(number: int) -> None:
        await given.wait(purse, number=number, amount=WORST, halt=halt or Stop())
        called.append(number)

    return wait


async def settled() -> None:
    """Everything that can happen by itself has happened."""
    for _ in range(10):
        await asyncio.sleep(0)


async def test_each_call_that_comes_home_lets_the_first_look_again() -> None:
    given, called = Queues(), list[int]()
    wait = waiting(given, called)
    tasks = [asyncio.create_task(wait(given.arrive())) for _ in range(3)]
    await settled()
    assert (called, len(given)) == ([], 3)

    given.came_free([SEASON, GAME])
    await settled()
    assert called == [1]

    given.came_free([SEASON], 3 * WORST)
    await asyncio.gather(*tasks)
    assert (called, len(given)) == ([1, 2, 3], 0)


async def test_as_many_are_called_as_what_came_free_is_enough_for_and_it_adds_up() -> None:
    given, called = Queues(), list[int]()
    wait = waiting(given, called)
    tasks = [asyncio.create_task(wait(given.arrive())) for _ in range(6)]
    await settled()

    given.came_free([SEASON], Decimal("0.025"))
    await settled()
    assert called == [1, 2]

    given.came_free([SEASON], Decimal("0.016"))  # with the half that was left it is enough for two
    await settled()
    assert called == [1, 2, 3, 4]
    given.came_free([SEASON], Decimal(1))
    await asyncio.gather(*tasks)


async def test_who_came_before_is_before_also_when_it_has_to_wait_again_and_nobody_passes() -> None:
    given, called = Queues(), list[int]()
    wait = waiting(given, called)
    elder, younger = given.arrive(), given.arrive()
    tasks = [asyncio.create_task(wait(number)) for number in (younger, elder)]
    await settled()

    assert given.ahead([GAME, SEASON], given.arrive()) == SEASON
    assert given.ahead([GAME], given.arrive()) is given.ahead([SEASON], elder) is None
    given.came_free([SEASON])
    await settled()
    assert called == [elder]
    given.came_free([SEASON])
    await asyncio.gather(*tasks)


async def test_other_accounts_call_nobody() -> None:
    given, called = Queues(), list[int]()
    task = asyncio.create_task(waiting(given, called)(given.arrive()))
    await settled()

    given.came_free([GAME, Purse("season", "autumn", None)], Decimal(1))
    await settled()

    assert called == []
    task.cancel()
    await settled()
    assert len(given) == 0, "who is gone is in nobody's way"


async def test_the_first_alone_looks_by_itself_for_what_other_processes_settle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queues, "LOOK", 0.05)
    given, called, halt = Queues(), list[int](), Stop()
    elder, younger = given.arrive(), given.arrive()
    first = asyncio.create_task(waiting(given, called, halt=halt)(elder))

    async def behind() -> None:
        await given.wait(SEASON, number=younger, amount=WORST, halt=halt)

    second = asyncio.create_task(behind())
    await first
    assert (called, second.done()) == ([elder], False)

    halt.set()
    with pytest.raises(Halted):
        await second
