"""The socket of the league: that games were ordered, start, end or are held up, and that standings moved.

It says what changed, not what it changed to beyond a word: pages read the rest where they always do. As with games, a
doorbell only says "look", and every second somebody looks anyway.
"""

import asyncio
import weakref
from contextlib import suppress
from typing import Any, Final, NamedTuple

import structlog
from channels.layers import get_channel_layer
from django.db import DatabaseError
from django.db.models import Max

from games.live.hub import EVERY, MOST_SOCKETS, SILENT
from games.live.sockets import (
    BAD_PARAMETER,
    FULL,
    OUR_FAULT,
    PING,
    PING_EVERY,
    TOO_SLOW_OR_TOO_MANY,
    UNREAD,
    Frame,
    Line,
    Receive,
    Send,
    encoded,
    in_thread,
)
from games.models import Game
from games.process.doorbell import EVERY_GAME
from games.process.trouble import Trouble
from league.models import Season

logger = structlog.get_logger(__name__)
BREATH: Final = 0.2  # seconds in which changes become one look
Status = Game.Status
OPEN: Final = (Status.SCHEDULED, Status.RUNNING, Status.PAUSED)
_opening: Final = Trouble(logger, "the league's socket could not be opened", "the league's socket is opened again")
_reading: Final = Trouble(logger, "the league could not be read; looking again", "the league is read again")
_hearing: Final = Trouble(logger, "no doorbell can be heard; looking every second", "doorbells are heard again")


class Told(NamedTuple):
    """What a game frame says."""

    public_id: str
    status: str
    season: str | None
    waiting: str

    @property
    def frame(self) -> Frame:
        words = {
            "type": "game",
            "game": self.public_id,
            "status": self.status,
            "season": self.season,
            "waiting": self.waiting,
        }
        return Frame(0, encoded(words))


class Picture(NamedTuple):
    """The league at one moment: its open games, and its seasons with the time of their latest result."""

    games: dict[int, Told]
    seasons: dict[str, tuple[str, Any]]


async def league_socket(scope: dict[str, Any], receive: Receive, send: Send) -> None:
    """ASGI application of `/ws/league/`."""
    line, board = Line(receive, send), board_here()
    await line.accept()
    if scope["query_string"]:
        await line.close(BAD_PARAMETER, "this address has no parameters")
        return
    if len(board.lines) >= MOST_SOCKETS:
        await line.close(TOO_SLOW_OR_TOO_MANY, FULL)
        return
    try:
        await board.join(line)
        _opening.over()
        await line.serve(tell(line))
    except DatabaseError as error:
        _opening.again(error)
        await line.close(OUR_FAULT, UNREAD)
    finally:
        await board.leave(line)


async def tell(line: Line) -> None:
    """Sends what the board offers."""
    while True:
        for frame in await line.taken():
            await line.say(frame.text)


def read_picture() -> Picture:
    """The league as it is now; two queries."""
    games = Game.objects.filter(status__in=OPEN).values_list("pk", "public_id", "status", "terms__season", "waiting")
    seasons = Season.objects.annotate(recorded=Max("fixtures__recorded_at")).values_list("slug", "status", "recorded")
    return Picture(
        {pk: Told(*told) for pk, *told in games},
        {slug: (status, recorded) for slug, status, recorded in seasons.exclude(status=Season.Status.DRAFT)},
    )


def read_gone(games: set[int]) -> list[Told]:
    """What became of games that are no longer open."""
    rows = Game.objects.filter(pk__in=games).values_list("public_id", "status", "terms__season", "waiting")
    return [Told(*row) for row in rows]


def changes(before: Picture, after: Picture, gone: list[Told]) -> list[Frame]:
    """The frames that tell the difference."""
    fresh = [told for pk, told in after.games.items() if before.games.get(pk) != told]
    moved = [slug for slug, stand in after.seasons.items() if before.seasons.get(slug) != stand]
    frames = [told.frame for told in (*gone, *fresh)]
    for slug in moved:
        words = {"type": "standings", "season": slug, "status": after.seasons[slug][0]}
        frames.append(Frame(0, encoded(words)))
    return frames


class Board:
    """The league as one loop's sockets are told of it."""

    def __init__(self) -> None:
        self.lines: set[Line] = set()
        self._picture: Picture | None = None
        self._rung = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    async def join(self, line: Line) -> None:
        """From now on the line is offered every change."""
        if self._picture is None:
            self._picture = await in_thread(read_picture)
        self.lines.add(line)
        if not self._tasks:
            self._tasks = [asyncio.create_task(self._look_again_and_again()), asyncio.create_task(self._listen())]

    async def leave(self, line: Line) -> None:
        """The line is offered nothing more."""
        self.lines.discard(line)
        if not self.lines:
            tasks, self._tasks, self._picture = self._tasks, [], None
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _look_again_and_again(self) -> None:
        pinged = asyncio.get_running_loop().time()
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(EVERY):
                    await self._rung.wait()
            await asyncio.sleep(BREATH)
            self._rung.clear()
            try:
                frames = await self._look()
            except DatabaseError as error:
                _reading.again(error)
                continue
            _reading.over()
            now = asyncio.get_running_loop().time()
            if now - pinged >= PING_EVERY:
                pinged = now
                frames.append(Frame(0, PING))
            if frames:
                for line in self.lines:
                    line.offer(frames)

    async def _look(self) -> list[Frame]:
        before, after = self._picture, await in_thread(read_picture)
        self._picture = after
        if before is None:
            return []
        gone = set(before.games) - set(after.games)
        return changes(before, after, await in_thread(read_gone, gone) if gone else [])

    async def _listen(self) -> None:
        layer = get_channel_layer()
        while layer is not None:
            try:
                channel = await layer.new_channel("league")
                await layer.group_add(EVERY_GAME, channel)
                try:
                    while True:
                        _hearing.over()
                        await layer.receive(channel)
                        self._rung.set()
                finally:
                    await layer.group_discard(EVERY_GAME, channel)
            except SILENT as error:
                _hearing.again(error)
                await asyncio.sleep(EVERY)


_boards: "weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, Board]" = weakref.WeakKeyDictionary()


def board_here() -> Board:
    """The board of the running loop."""
    return _boards.setdefault(asyncio.get_running_loop(), Board())
