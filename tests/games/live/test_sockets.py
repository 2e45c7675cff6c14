"""Nobody waits for a slow watcher: it is let go when its queue is full, and the others have heard everything."""

import asyncio
from typing import Any

import pytest
from channels.routing import URLRouter
from django.db import OperationalError

from games.live import overview
from games.live.consumers import overview_socket
from games.live.overview import Picture, Told
from games.live.sockets import LONGEST_REASON, MOST_WAITING, SLOW, Frame, Line, shortened
from league.routing import routes
from tests.patience import at_most


class Client:
    """The other end of a socket, as a server shows it to an application; `stall` makes it take nothing more."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []
        self.takes = asyncio.Event()
        self.takes.set()
        self._moved = asyncio.Event()
        self._said: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._said.put_nowait({"type": "websocket.connect"})

    def stall(self) -> None:
        self.takes.clear()

    def leave(self) -> None:
        self._said.put_nowait({"type": "websocket.disconnect", "code": 1001})

    async def receive(self) -> dict[str, Any]:
        return await self._said.get()

    async def send(self, message: dict[str, Any]) -> None:
        if message["type"] == "websocket.send":
            await self.takes.wait()
        self.sent.append(message)
        self._moved.set()

    async def has_heard(self, number: int) -> None:
        """Waits until it has heard so many frames."""
        while len(self.heard) < number:
            self._moved.clear()
            await self._moved.wait()

    async def is_let_in(self) -> None:
        """Waits until it is accepted."""
        while not self.sent:
            self._moved.clear()
            await self._moved.wait()

    @property
    def heard(self) -> list[str]:
        return [message["text"] for message in self.sent if message["type"] == "websocket.send"]


async def tell(line: Line) -> None:
    while True:
        for frame in await line.taken():
            await line.say(frame.text)


async def serving(client: Client) -> tuple[Line, asyncio.Task[None]]:
    line = Line(client.receive, client.send)
    await line.accept()
    return line, asyncio.create_task(line.serve(tell(line)))


def frames(*numbers: int) -> list[Frame]:
    return [Frame(number, str(number)) for number in numbers]


async def test_a_socket_is_told_what_it_is_offered_in_order() -> None:
    client = Client()
    line, served = await serving(client)

    line.offer(frames(1, 2))
    line.offer(frames(3))
    await client.has_heard(3)
    client.leave()
    await served

    assert client.heard == ["1", "2", "3"]


async def test_who_waits_is_given_frames_at_once_until_one_is_not_taken() -> None:
    client, takes, given = Client(), {1, 2, 5}, list[int]()
    line = Line(client.receive, client.send)

    def at_once(frame: Frame) -> bool:
        given.append(frame.seq)
        return frame.seq in takes

    waiting = asyncio.create_task(line.taken(at_once))
    await asyncio.sleep(0)
    line.offer(frames(1))
    line.offer(frames(2, 3, 4))
    line.offer(frames(5))  # behind what was not taken

    assert await waiting == frames(3, 4)
    assert await line.taken(at_once) == frames(5)
    line.offer(frames(5))  # nobody waits: whoever tells is busy with what it was given
    assert given == [1, 2, 3]


async def test_a_socket_that_takes_nothing_is_closed_when_its_queue_is_full() -> None:
    slow, quick = Client(), Client()
    (to_slow, slow_served), (to_quick, quick_served) = await serving(slow), await serving(quick)
    slow.stall()
    told = 0

    while not slow_served.done():
        told += 1
        for line in (to_slow, to_quick):
            line.offer(frames(told))
        await asyncio.sleep(0)
    await quick.has_heard(told)
    quick.leave()
    await quick_served

    assert slow.sent[-1] == {"type": "websocket.close", "code": 4429, "reason": SLOW}
    assert MOST_WAITING < told < MOST_WAITING + 20
    assert quick.heard == [str(number) for number in range(1, told + 1)]


async def test_one_long_batch_is_no_reason_to_let_a_socket_go() -> None:
    client = Client()
    line, served = await serving(client)

    line.offer(frames(*range(3 * MOST_WAITING)))
    await client.has_heard(3 * MOST_WAITING)
    client.leave()
    await served

    assert [message for message in client.sent if message["type"] == "websocket.close"] == []


async def test_a_client_that_leaves_while_it_is_told_something_is_no_error() -> None:
    client = Client()
    line, served = await serving(client)
    client.stall()
    line.offer(frames(1))
    await asyncio.sleep(0)

    client.leave()
    await asyncio.wait_for(served, at_most(5))

    assert client.heard == []


@pytest.mark.parametrize(
    ("reason", "told"), [("no", "no"), ("x" * 200, "x" * 123), ("é" * 100, "é" * 61), (SLOW, SLOW)]
)
def test_a_reason_is_told_as_far_as_a_closing_frame_has_room(reason: str, told: str) -> None:
    assert shortened(reason) == told
    assert len(told.encode()) <= LONGEST_REASON


def test_whoever_is_let_in_to_the_league_is_told_whatever_changes_from_then_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page reads what there is once its socket is open: what changes after that is compared with what was before."""
    client = Client()
    pictures = [Picture({}, {}), Picture({7: Told("g7", "running", "spring", "")}, {})]
    done: list[str] = []

    def read_picture(besides: object) -> Picture:
        done.append("accepted" if client.sent else "read")
        return pictures[0]

    monkeypatch.setattr(overview, "read_picture", read_picture)

    async def scenario() -> None:
        task = asyncio.ensure_future(overview_socket(dict)({"query_string": b""}, client.receive, client.send))
        async with asyncio.timeout(at_most(5)):
            await client.is_let_in()
            del pictures[0]
            await client.has_heard(1)
            client.leave()
            await task

    asyncio.run(scenario())

    assert done[0] == "read"
    assert '"g7"' in client.heard[0]


def test_whoever_is_not_let_in_to_the_league_is_told_why(monkeypatch: pytest.MonkeyPatch) -> None:
    refused, unread = Client(), Client()

    def read_picture(besides: object) -> Picture:
        raise OperationalError

    monkeypatch.setattr(overview, "read_picture", read_picture)

    async def scenario() -> None:
        async with asyncio.timeout(at_most(5)):
            await overview_socket(dict)({"query_string": b"a=1"}, refused.receive, refused.send)
            await overview_socket(dict)({"query_string": b""}, unread.receive, unread.send)

    asyncio.run(scenario())

    for client, code in ((refused, 4400), (unread, 1011)):
        assert [message["type"] for message in client.sent] == ["websocket.accept", "websocket.close"]
        assert client.sent[1]["code"] == code


def test_who_opens_a_socket_where_there_is_none_is_told_where_there_are() -> None:
    """A client that writes the address a little wrong sees nothing else of the site."""
    socket = URLRouter(routes)
    for path in ("ws/league", "ws/games/a.b/", "elsewhere/"):
        client = Client()

        async def scenario(client: Client = client, path: str = path) -> None:
            async with asyncio.timeout(at_most(5)):
                await socket({"type": "websocket", "path": f"/{path}"}, client.receive, client.send)

        asyncio.run(scenario())

        told = "there is no socket at this address, only at /ws/games/<id>/ and /ws/league/; see /api/docs/"
        assert shortened(told) == told, "a closing frame has room for it"
        assert client.sent[0]["type"] == "websocket.accept"
        assert client.sent[1:] == [{"type": "websocket.close", "code": 4404, "reason": told}]
