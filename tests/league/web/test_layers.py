"""The channel layer of one process hands messages over to whichever loop waits for them."""

import asyncio
import threading

import pytest
from channels.exceptions import ChannelFull

from league.web.layers import ThreadedInMemoryLayer
from tests.patience import at_most


async def test_a_message_from_another_thread_s_loop_wakes_whoever_waits() -> None:
    layer = ThreadedInMemoryLayer()
    channel = await layer.new_channel()
    await layer.group_add("games", channel)
    waiting = asyncio.create_task(layer.receive(channel))
    await asyncio.sleep(0)

    ringing = threading.Thread(target=lambda: asyncio.run(layer.group_send("games", {"type": "moved"})))
    ringing.start()

    assert await asyncio.wait_for(waiting, at_most(5)) == {"type": "moved"}
    ringing.join(at_most(5))


async def test_messages_wait_in_order_and_too_many_are_refused() -> None:
    layer = ThreadedInMemoryLayer(capacity=2)

    await layer.send("a", {"n": 1})
    await layer.send("a", {"n": 2})
    with pytest.raises(ChannelFull):
        await layer.send("a", {"n": 3})

    assert [await layer.receive("a"), await layer.receive("a")] == [{"n": 1}, {"n": 2}]


async def test_a_full_member_of_a_group_misses_what_the_others_get() -> None:
    layer = ThreadedInMemoryLayer(channel_capacity={"small*": 1})
    for channel in ("small", "large"):
        await layer.group_add("games", channel)

    for number in (1, 2):
        await layer.group_send("games", {"n": number})

    assert await layer.receive("small") == {"n": 1}
    assert [await layer.receive("large"), await layer.receive("large")] == [{"n": 1}, {"n": 2}]


async def test_a_message_handed_to_somebody_who_gave_up_is_the_next_one_s() -> None:
    layer = ThreadedInMemoryLayer()
    waiting = asyncio.create_task(layer.receive("a"))
    await asyncio.sleep(0)

    await layer.send("a", {"n": 1})
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting

    assert await asyncio.wait_for(layer.receive("a"), at_most(5)) == {"n": 1}


async def test_whoever_has_left_a_group_and_what_has_expired_is_not_there() -> None:
    layer = ThreadedInMemoryLayer(expiry=0)
    await layer.group_add("games", "a")
    await layer.send("a", {"n": 1})
    await layer.group_discard("games", "a")
    await layer.group_send("games", {"n": 2})

    with pytest.raises(TimeoutError):
        await asyncio.wait_for(layer.receive("a"), 0.01)


async def test_members_get_messages_of_their_own() -> None:
    layer = ThreadedInMemoryLayer()
    for channel in ("a", "b"):
        await layer.group_add("games", channel)
    await layer.group_send("games", {"list": []})

    first = await layer.receive("a")
    first["list"].append(1)

    assert await layer.receive("b") == {"list": []}
