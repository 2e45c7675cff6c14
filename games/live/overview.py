"""All games that are open, as one loop's sockets are told of them: that they were ordered, start, end or are held up.

It says what changed, not what it changed to beyond a word: pages read the rest where they always do. Who orders games
may have more to tell beside them (`besides`): for each thing the words of its frame, and what they are told anew for.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

import structlog

from games.live.lookout import Lookout
from games.live.sockets import MOST_SOCKETS, PING, Frame, Line, encoded, in_thread
from games.models import Game
from games.process.doorbell import EVERY_GAME
from games.process.trouble import Trouble

logger = structlog.get_logger(__name__)
BREATH: Final = 0.2  # seconds in which changes become one look
Status = Game.Status
OPEN: Final = (Status.SCHEDULED, Status.RUNNING, Status.PAUSED)
_reading: Final = Trouble(logger, "the league could not be read; looking again", "the league is read again")

Notice = tuple[dict[str, Any], object]  # the words of a frame, and what they are told anew for when it changes
Besides = Callable[[], Mapping[str, Notice]]


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
    """What there is at one moment: the open games, and what is told beside them."""

    games: dict[int, Told]
    notices: Mapping[str, Notice]


def read_picture(besides: Besides) -> Picture:
    """What there is now; one query, and those of `besides`."""
    games = Game.objects.filter(status__in=OPEN).values_list("pk", "public_id", "status", "terms__season", "waiting")
    return Picture({pk: Told(*told) for pk, *told in games}, besides())


def read_gone(games: set[int]) -> list[Told]:
    """What became of games that are no longer open."""
    rows = Game.objects.filter(pk__in=games).values_list("public_id", "status", "terms__season", "waiting")
    return [Told(*row) for row in rows]


def changes(before: Picture, after: Picture, gone: list[Told]) -> list[Frame]:
    """The frames that tell the difference."""
    fresh = [told for pk, told in after.games.items() if before.games.get(pk) != told]
    moved = [notice for name, notice in after.notices.items() if before.notices.get(name) != notice]
    return [*(told.frame for told in (*gone, *fresh)), *(Frame(0, encoded(words)) for words, _ in moved)]


class Overview:
    """All open games, and what is beside them, as one loop's sockets are told of them."""

    def __init__(self, besides: Besides) -> None:
        self._besides = besides
        self._lines: set[Line] = set()
        self._picture: Picture | None = None
        self._lookout = Lookout(self._look, self._ping, lambda: [EVERY_GAME], breath=BREATH, reading=_reading)

    @property
    def is_full(self) -> bool:
        return len(self._lines) >= MOST_SOCKETS

    async def join(self, line: Line) -> None:
        """From now on the line is offered every change."""
        if self._picture is None:
            self._picture = await in_thread(read_picture, self._besides)
        self._lines.add(line)
        self._lookout.begin()

    async def leave(self, line: Line) -> None:
        """The line is offered nothing more."""
        self._lines.discard(line)
        if not self._lines:
            self._picture = None
            await self._lookout.ignore(EVERY_GAME)
            if not self._lines:  # somebody may have joined meanwhile
                await self._lookout.end()

    def _ping(self) -> None:
        self._tell([Frame(0, PING)])

    async def _look(self) -> None:
        before, after = self._picture, await in_thread(read_picture, self._besides)
        self._picture = after
        if before is not None:
            gone = set(before.games) - set(after.games)
            self._tell(changes(before, after, await in_thread(read_gone, gone) if gone else []))

    def _tell(self, frames: list[Frame]) -> None:
        if frames:
            for line in self._lines:
                line.offer(frames)


async def tell(line: Line) -> None:
    """Sends what the overview offers."""
    while True:
        for frame in await line.taken():
            await line.say(frame.text)
