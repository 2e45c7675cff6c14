"""A model is asked as fast as its provider allows, whoever asks; who tells of no limits is asked freely."""

import asyncio
from itertools import pairwise

import pytest
from django.core.cache import cache

from games.agents.providers import Left, Request, Usage
from games.gateway.allowance import FIRST_FEW, Allowance, Claim
from games.gateway.levels import Level, drawn, key_of, swap
from tests.games.gateway.clock import Clock
from tests.patience import at_most

TOKENS = 1_000  # of the answers that are asked for; the prompt has none


def asked(most: int = TOKENS) -> Request:
    return Request("m", (), (), "", {}, most)


def allowance(clock: Clock, name: str = "p / m", *, by_guess: bool = True) -> Allowance:
    return Allowance(name, by_guess=by_guess, clock=clock)


async def sent(given: Allowance, most: int = TOKENS) -> Claim:
    """A call that may be sent now, and is."""
    claim = given.claim(asked(most))
    assert await claim.take() == 0
    claim.send()
    return claim


async def told(given: Allowance, *limits: Left) -> None:
    """A reply from which the limits are known."""
    await (await sent(given)).replied(limits, Usage(10, 0, 0, 0, 10))


def tokens(limit: int, remaining: int) -> Left:
    return Left("tokens", limit, remaining, 60 * (limit - remaining) / limit)


async def drain(given: Allowance, most: int = TOKENS) -> int:
    """Sends calls until one has to wait; how many left."""
    for number in range(10_000):
        claim = given.claim(asked(most))
        if await claim.take():
            claim.leave()
            return number
        claim.send()
    raise AssertionError("there is no limit")


async def test_who_tells_of_no_limits_is_asked_freely(clock: Clock) -> None:
    given = allowance(clock)

    await told(given)

    assert [await given.claim(asked()).take() for _ in range(500)] == [0.0] * 500


async def test_before_anybody_knows_only_a_few_are_under_way_at_once(clock: Clock) -> None:
    given = allowance(clock)

    under_way = [await sent(given) for _ in range(FIRST_FEW)]

    assert await given.claim(asked()).take() > 0
    await under_way[0].failed()
    assert await given.claim(asked()).take() == 0


async def test_a_call_that_does_not_fit_waits_until_it_does(clock: Clock) -> None:
    given = allowance(clock)
    await told(given, tokens(30_000, 2_500))

    assert await drain(given) == 2
    claim = given.claim(asked())
    assert await claim.take() == pytest.approx(1.0)  # 500 of 1,000 are there, and 500 come in a second
    clock.now += 1.0
    assert await claim.take() == 0


async def test_who_came_first_asks_first(clock: Clock) -> None:
    given = allowance(clock)
    await told(given, tokens(30_000, 0))
    first, second = given.claim(asked(10_000)), given.claim(asked(10))
    assert await first.take() > 0

    clock.now += 10
    assert await second.take() > 0, "the first has not asked again"
    clock.now += 11

    assert await first.take() == 0
    assert await second.take() == 0


async def test_who_is_next_in_line_is_called_and_need_not_sleep_on(clock: Clock) -> None:
    given = allowance(clock)
    await told(given, tokens(30_000, 0))
    first, second, third = (given.claim(asked(10)) for _ in range(3))
    for claim in (first, second, third):
        assert await claim.take() > 0
    resting = [asyncio.create_task(claim.rest(asyncio.sleep(3_600))) for claim in (first, second, third)]
    await asyncio.sleep(0)
    clock.now += 5

    assert await first.take() == 0

    await asyncio.wait_for(resting[1], at_most(5))
    assert not resting[2].done()
    second.leave()
    await asyncio.wait_for(resting[2], at_most(5))
    assert not resting[0].done()
    resting[0].cancel()
    await third.rest(asyncio.sleep(0))  # or it sleeps as long as it was told


async def test_who_leaves_the_line_holds_nobody_up(clock: Clock) -> None:
    given = allowance(clock)
    await told(given, tokens(30_000, 100))
    first, second = given.claim(asked(10_000)), given.claim(asked(10))
    assert await first.take() > 0
    assert await second.take() > 0

    first.leave()

    assert await second.take() == 0


async def test_what_was_not_sent_is_given_back(clock: Clock) -> None:
    given = allowance(clock)
    await told(given, tokens(30_000, 1_000))
    claim = given.claim(asked())
    assert await claim.take() == 0
    assert await drain(given) == 0

    claim.give_back()

    assert await drain(given) == 1


async def test_two_processes_share_what_is_left(clock: Clock) -> None:
    here, there = allowance(clock), allowance(clock)
    await told(here, tokens(30_000, 6_000))

    left = [await drain(here, 2_000), await drain(there, 2_000)]

    assert sum(left) == 3


async def test_two_models_do_not(clock: Clock) -> None:
    here, there = allowance(clock, "p / m"), allowance(clock, "p / n")
    await told(here, tokens(30_000, 0))
    await told(there, tokens(30_000, 30_000))

    assert (await drain(here), await drain(there)) == (0, 30)


async def test_while_there_is_plenty_most_calls_cost_no_way_to_the_others(clock: Clock) -> None:
    given, seen = allowance(clock), []
    await told(given, tokens(2_000_000, 2_000_000))

    for _ in range(500):
        await sent(given)
        seen.append(cache.get(key_of("limits", "p / m")))

    assert sum(one != other for one, other in pairwise(seen)) == 4


async def test_what_others_took_is_learnt_from_replies_and_counted_once(clock: Clock) -> None:
    given = allowance(clock)
    await told(given, tokens(60_000, 60_000))
    two = [await sent(given), await sent(given)]

    for claim, left in zip(two, (29_000, 28_000), strict=True):
        await claim.replied([tokens(60_000, left)], None)

    assert await drain(given) == 28


async def test_what_others_did_not_take_is_learnt_too(clock: Clock) -> None:
    given = allowance(clock)
    await told(given, tokens(60_000, 60_000))
    claim = await sent(given, 20_000)

    await claim.replied([tokens(60_000, 58_000)], None)

    assert 50_000 < given.levels["tokens"].left <= 58_000


async def test_what_anthropic_s_caches_serve_is_not_counted(clock: Clock) -> None:
    given = allowance(clock, by_guess=False)
    limits = [Left("input", 30_000, 30_000, 0.0), Left("output", 8_000, 8_000, 0.0)]
    await told(given, *limits)
    for _ in range(40):
        clock.now += 10
        claim = given.claim(Request("m", ("x" * 80_000,), (), "", {}, 100))
        assert await claim.take() == 0
        claim.send()
        await claim.replied(limits, Usage(20_000, 19_900, 0, 0, 50))

    assert [await given.claim(Request("m", ("x" * 80_000,), (), "", {}, 100)).take() for _ in range(20)] == [0.0] * 20


async def test_a_call_that_wants_more_than_there_ever_is_goes_when_all_is_there(clock: Clock) -> None:
    given = allowance(clock)
    await told(given, tokens(30_000, 15_000))
    claim = given.claim(asked(40_000))

    assert await claim.take() > 0
    clock.now += 31

    assert await claim.take() == 0


async def test_what_was_never_told_again_is_remembered_by_whoever_comes_later(clock: Clock) -> None:
    await told(allowance(clock), tokens(30_000, 1_500))

    assert await drain(allowance(clock)) == 1


def test_a_draw_takes_for_several_calls_only_while_there_is_plenty() -> None:
    level = Level(100_000, 1_000.0, 100_000.0, 0.0)

    assert drawn({"tokens": level}, {"tokens": 1_000.0}, 0.0)[1:] == (6, 0.0)
    after, calls, wait = drawn({"tokens": level}, {"tokens": 60_000.0}, 0.0)
    assert (after["tokens"].left, calls, wait) == (40_000.0, 1, 0.0)
    assert drawn(after, {"tokens": 60_000.0}, 5.0)[1:] == (0, 15.0)


def test_a_swap_is_one_step() -> None:
    cache.set("k", 1)

    assert swap("k", lambda kept: ({"requests": Level(1, 1.0, 1.0, 0.0)}, kept)) == 1
    assert cache.get("k") == {"requests": Level(1, 1.0, 1.0, 0.0)}
