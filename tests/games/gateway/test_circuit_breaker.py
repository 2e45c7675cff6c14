"""What one game learns of a provider holds for all; a provider that is down is asked by one game at a time."""

import asyncio
import math
from collections.abc import Coroutine
from itertools import pairwise
from typing import Any

import pytest
from django.core.cache import cache

from games.gateway import circuit_breaker
from games.gateway.circuit_breaker import OPEN, Gate, Halted, Shut
from games.process.passes import Passes
from tests.games.gateway.clock import Clock, Impatient


class Listener:
    """Hears why a game waits."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    async def __call__(self, why: str) -> None:
        self.heard.append(why)


class Patience:
    """Is over at a time."""

    def __init__(self, clock: Clock, seconds: float) -> None:
        self.clock, self.until = clock, clock.now + seconds

    async def is_over(self) -> bool:
        return self.clock.now >= self.until


ENDLESS = Patience(Clock(), math.inf)


def passes() -> Passes:
    """The pass of a model that nobody else asks."""
    return Passes(1)


async def test_an_open_gate_lets_so_many_of_a_model_pass_at_once(clock: Clock) -> None:
    gate, halt, tell, two = Gate("p", clock=clock), Impatient(clock), Listener(), Passes(2)

    await gate.enter(two, halt, tell, ENDLESS)
    await gate.enter(two, halt, tell, ENDLESS)
    third = asyncio.create_task(gate.enter(two, halt, tell, ENDLESS))
    await asyncio.sleep(0)
    await gate.enter(passes(), halt, tell, ENDLESS)  # another model's

    assert not third.done()
    gate.leave(two)
    await third
    assert tell.heard == []


async def test_whoever_asks_to_wait_is_not_asked_before_and_people_are_told(clock: Clock) -> None:
    gate, tell, began = Gate("p", clock=clock), Listener(), clock.now
    await gate.close("p 429", after=30)

    await gate.enter(passes(), Impatient(clock), tell, ENDLESS)

    assert clock.now >= began + 30
    assert tell.heard == ["p 429, next try 13:47 UTC", ""]


async def test_what_one_process_learns_holds_in_the_others(clock: Clock) -> None:
    here, there, began = Gate("p", clock=clock), Gate("p", clock=clock), clock.now
    await here.close("p 429", after=10)

    await there.enter(passes(), Impatient(clock), Listener(), ENDLESS)

    assert clock.now >= began + 10


async def test_a_single_failure_is_that_calls_own(clock: Clock) -> None:
    gate, began = Gate("p", clock=clock), clock.now

    wait = await gate.failed("p 500")
    await gate.enter(passes(), Impatient(clock), Listener(), ENDLESS)

    assert 0 < wait <= 1.5 * circuit_breaker.FIRST_WAIT
    assert clock.now == began


async def test_after_failures_in_a_row_nobody_passes_for_longer_and_longer_and_then_one_at_a_time(clock: Clock) -> None:
    gate, halt, five = Gate("p", clock=clock), Impatient(clock), Passes(5)
    waits = []
    for _ in range(12):
        before = clock.now
        await gate.enter(five, halt, Listener(), ENDLESS)
        waits.append(clock.now - before)
        await gate.failed("p 503")
        gate.leave(five)

    assert waits[:3] == [0, 0, 0]
    assert all(later >= 1.2 * earlier for earlier, later in pairwise(waits[3:9]))
    assert max(waits) <= circuit_breaker.LONGEST_WAIT * (1 + circuit_breaker.JITTER) + 2
    await gate.enter(passes(), halt, Listener(), ENDLESS)  # the trial
    others = Impatient(clock, sleeps=5)
    with pytest.raises(Halted):
        await gate.enter(passes(), others, Listener(), ENDLESS)
    await gate.fine()
    await gate.enter(passes(), halt, Listener(), ENDLESS)


async def test_an_answer_opens_the_gate(clock: Clock) -> None:
    gate = Gate("p", clock=clock)
    await gate.failed("p 500")

    await gate.fine()

    assert cache.get("gate:p") == (OPEN.until, OPEN.why, OPEN.failures)


async def test_an_answer_to_a_call_from_before_the_closing_opens_no_gate(clock: Clock) -> None:
    gate, other, began = Gate("p", clock=clock), Gate("p", clock=clock), clock.now
    await gate.close("p 429", after=20)

    clock.now += 1.5
    await gate.fine()
    await gate.enter(passes(), Impatient(clock), Listener(), ENDLESS)
    assert clock.now >= began + 20

    began = clock.now
    await gate.close("p 429", after=20)
    await gate.fine()
    await other.enter(passes(), Impatient(clock), Listener(), ENDLESS)
    assert clock.now >= began + 20


async def test_what_a_process_has_not_heard_yet_it_does_not_take_back(clock: Clock) -> None:
    here, there, began = Gate("p", clock=clock), Gate("p", clock=clock), clock.now
    await there.failed("p 500")
    await here.close("p 429", after=20)

    await there.fine()
    await here.fine()
    clock.now += circuit_breaker.LOOK
    await Gate("p", clock=clock).enter(passes(), Impatient(clock), Listener(), ENDLESS)

    assert clock.now >= began + 20


async def test_who_cannot_be_told_that_the_wait_is_over_leaves_the_way_to_others(clock: Clock) -> None:
    gate, one = Gate("p / m", within=Gate("p", clock=clock), clock=clock), passes()

    async def away(why: str) -> None:
        if not why:
            raise ConnectionError("the database is away")

    await gate.close("p 429", after=10)
    with pytest.raises(ConnectionError):
        await gate.enter(one, Impatient(clock), away, ENDLESS)

    assert one.take()
    assert (gate.inside, gate.within and gate.within.inside) == (0, 0)


async def test_who_is_told_to_stop_does_not_pass(clock: Clock) -> None:
    gate = Gate("p", clock=clock)
    await gate.close("p 429", after=1_000)

    with pytest.raises(Halted):
        await gate.enter(passes(), Impatient(clock, sleeps=3), Listener(), ENDLESS)


async def test_nobody_waits_longer_than_they_have_patience(clock: Clock) -> None:
    gate, began = Gate("p", clock=clock), clock.now
    await gate.close("p 503", after=1_000)

    with pytest.raises(Shut, match=r"^p 503$"):
        await gate.enter(passes(), Impatient(clock), Listener(), Patience(clock, 30))

    assert began + 30 <= clock.now <= began + 35


async def test_who_waits_for_another_s_trial_has_no_more_patience_than_others(clock: Clock) -> None:
    gate = Gate("p", clock=clock)
    for _ in range(circuit_breaker.TOLERATED):
        await gate.failed("p 503")
    await gate.enter(passes(), Impatient(clock), Listener(), ENDLESS)

    with pytest.raises(Shut, match=r"^p 503$"):
        await gate.enter(passes(), Impatient(clock), Listener(), Patience(clock, 3))


async def test_what_closes_a_model_leaves_the_others_of_its_provider_open(clock: Clock) -> None:
    whole, began = Gate("p", clock=clock), clock.now
    here, there = (Gate(f"p / {name}", within=whole, clock=clock) for name in "ab")
    await here.close("p 429", after=60)

    await there.enter(passes(), Impatient(clock), Listener(), ENDLESS)
    assert clock.now == began
    await here.enter(passes(), Impatient(clock), Listener(), ENDLESS)
    assert clock.now >= began + 60


async def test_what_closes_a_provider_closes_all_its_models_and_the_answer_of_one_opens_it(clock: Clock) -> None:
    whole = Gate("p", clock=clock)
    here, there = (Gate(f"p / {name}", within=whole, clock=clock) for name in "ab")
    for _ in range(circuit_breaker.TOLERATED):
        await whole.failed("p 503")

    for gate in (here, there):
        with pytest.raises(Halted):
            await gate.enter(passes(), Impatient(clock, sleeps=1), Listener(), ENDLESS)
    clock.now += circuit_breaker.LONGEST_WAIT
    await here.enter(passes(), Impatient(clock), Listener(), ENDLESS)
    with pytest.raises(Halted):
        await there.enter(passes(), Impatient(clock, sleeps=3), Listener(), ENDLESS)
    await here.fine()
    await there.enter(passes(), Impatient(clock), Listener(), ENDLESS)


class Turn:
    """A claim whose turn comes at a time."""

    def __init__(self, clock: Clock, seconds: float) -> None:
        self.clock, self.at = clock, clock.now + seconds
        self.is_taken, self.left = False, 0

    async def take(self) -> float:
        self.is_taken = self.clock.now >= self.at
        return 0.0 if self.is_taken else 1.0

    async def rest(self, sleep: Coroutine[Any, Any, None]) -> None:
        await sleep

    def give_back(self) -> None:
        self.is_taken = False

    def leave(self) -> None:
        self.left += 1

    @property
    def is_worth_telling(self) -> bool:
        return self.clock.now >= self.at - 10


async def test_who_waits_for_a_turn_is_told_of_once_and_is_not_at_fault(clock: Clock) -> None:
    gate, tell, turn = Gate("p", clock=clock), Listener(), Turn(clock, 30)
    one = passes()

    await gate.enter(one, Impatient(clock), tell, Patience(clock, 0), turn)

    assert tell.heard == [circuit_breaker.SLOWLY, ""]
    assert (turn.is_taken, turn.left, one.take()) == (True, 1, False)


async def test_who_stops_waiting_for_a_turn_leaves_the_line_and_holds_no_pass(clock: Clock) -> None:
    gate, turn, one = Gate("p", clock=clock), Turn(clock, 1_000), passes()

    with pytest.raises(Halted):
        await gate.enter(one, Impatient(clock, sleeps=3), Listener(), ENDLESS, turn)

    assert (turn.is_taken, turn.left, one.take()) == (False, 1, True)
