"""The sockets as ASGI applications: of a game, of all that are open, and of an address that leads nowhere; and the
pages with what of them goes on as a stream (games.live.streaming).

Whoever is refused is told why by the closing code; what the codes mean, and the limits that lead to them, is in TERMS.
"""

import asyncio
import weakref
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final

import structlog
from django.contrib.auth.models import AnonymousUser
from django.db import DatabaseError

from games.live import overview, watching
from games.live.hub import Beats, Hub, hub_here
from games.live.overview import Besides, Overview
from games.live.sockets import (
    BAD_PARAMETER,
    FULL,
    MOST_SOCKETS,
    MOST_WAITING,
    NO_SUCH_GAME,
    NOT_ALLOWED,
    OUR_FAULT,
    PING_EVERY,
    TOO_SLOW_OR_TOO_MANY,
    UNREAD,
    Line,
    Receive,
    Refused,
    Send,
    in_thread,
)
from games.live.streaming import COUNTER, ENDLESS, STALLED, Body, Counter, Order
from games.live.together import Together
from games.models import Game
from games.process.trouble import Trouble

logger = structlog.get_logger(__name__)
_opening: Final = Trouble(logger, "a socket could not be opened", "sockets are opened again")
_catching: Final = Trouble(logger, "a socket could not catch up", "sockets catch up again")
_joining: Final = Trouble(logger, "the league's socket could not be opened", "the league's socket is opened again")
BAD_TOKEN: Final = 4401
NOTHING_HERE: Final = "there is no socket at this address, only at /ws/games/<id>/ and /ws/league/; see /api/docs/"
PUSH: Final = "league.push"  # the extension of a socket's scope that writes frames as they are
STREAMS: Final = "/stream/"  # how the addresses end whose answers may go on
Socket = Callable[[dict[str, Any], Receive, Send], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Terms:
    """What whoever opens a socket or a stream is to know: seconds between pings, and until who takes nothing of a
    stream is let go; what a closing code means; and what a stream's last frame is named behind the last event's number.
    """

    ping_every: float
    stalled: float
    closings: Mapping[int, str]
    to_the_end: str


TERMS: Final = Terms(
    ping_every=PING_EVERY,
    stalled=STALLED,
    to_the_end=watching.TO_THE_END,
    closings={
        BAD_PARAMETER: "a parameter that is unknown, wrong or given twice",
        BAD_TOKEN: "a token that is wrong, has expired or was revoked",
        NOT_ALLOWED: "a lens that is not open to you, or not yet",
        NO_SUCH_GAME: "no such game, or no such address",
        TOO_SLOW_OR_TOO_MANY: f"you take too long (more than {MOST_WAITING:,} frames wait), or there are more than "
        f"{MOST_SOCKETS:,} sockets",
        1009: "you have sent more than 64 KiB at once",  # the server's own, as 1012 is
        OUR_FAULT: "the database does not answer, or you do not: a ping of the protocol waits for its pong for "
        "14 seconds; try again later",
        1012: "the site is being started anew; come back",
    },
)


@asynccontextmanager
async def _told_why(line: Line, trouble: Trouble) -> AsyncIterator[None]:
    """What ends the block is told to the other side as the reason of its closing."""
    try:
        yield
    except Refused as refusal:
        await line.close(refusal.code, refusal.reason)
    except DatabaseError as error:
        trouble.again(error)
        await line.close(OUR_FAULT, UNREAD)


def game_socket(staging: watching.Staging) -> Socket:
    """Of a game, `public_id` in the address's route: `?after=N&lens=…&narrations=…&beats=…`; `staging` makes what makes
    beats."""
    of_loops: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, _Asked] = weakref.WeakKeyDictionary()

    async def socket(scope: dict[str, Any], receive: Receive, send: Send) -> None:
        line, hub = Line(receive, send, scope.get("extensions", {}).get(PUSH)), hub_here()
        await line.accept()
        async with _told_why(line, _opening):
            if hub.is_full:
                raise Refused(TOO_SLOW_OR_TOO_MANY, FULL)
            asked = of_loops.setdefault(asyncio.get_running_loop(), _Asked())
            wanted = await asked.for_(watching.wish_of(scope), scope.get("user"))
            beats = staging(wanted.game.ruleset, wanted.names) if wanted.key.with_beats else None
            await _follow(line, hub, wanted, beats)

    return socket


class _Asked:
    """What is asked for at the same moment, read once: a game for all, and for anybody what they are given of it."""

    def __init__(self) -> None:
        self._games: Together[str, Game] = Together(watching.game_named)
        self._anybodys: Together[watching.Wish, watching.Wanted] = Together(watching.granted_to_anybody)

    async def for_(self, wish: watching.Wish, user: Any) -> watching.Wanted:
        """What somebody is given of what they wish; raises Refused."""
        if isinstance(user, AnonymousUser):
            wanted = await self._anybodys.of(wish._replace(after=0, with_asides=False))
            return wanted._replace(after=wish.after, with_asides=wish.with_asides)
        return await in_thread(watching.granted, wish, await self._games.of(wish.public_id), user)


async def _follow(line: Line, hub: Hub, wanted: watching.Wanted, beats: Beats | None, *, ends: bool = False) -> None:
    """Tells a line what is wanted, until the other side goes, or until the game is over where it `ends` with that."""
    await hub.join(wanted.key, wanted.names, line, beats)
    _opening.over()
    try:
        async with _told_why(line, _catching):
            await line.serve(watching.tell(line, hub, wanted, caught_up=_catching.over, ends=ends))
    finally:
        await hub.leave(wanted.key, line)


def with_streams(pages: Callable[[dict[str, Any], Any, Any], Awaitable[None]]) -> Socket:  # Any: as Django has them
    """The application of the pages; behind the head of an answer whose view has handed over an order
    (games.live.streaming.Counter) that is told here, when Django has ended."""

    async def answered(scope: dict[str, Any], receive: Receive, send: Send) -> None:
        if not scope["path"].endswith(STREAMS):
            await pages(scope, receive, send)
            return
        counter, is_begun = Counter(hub_here()), False

        async def answer(message: dict[str, Any]) -> None:
            nonlocal is_begun
            if message["type"] == "http.response.start" and message["status"] == HTTPStatus.OK:
                headers = [each for each in message["headers"] if each[0].lower() != b"content-length"]
                message = {**message, "headers": headers}
            elif counter.order is not None and not message.get("more_body", False):
                is_begun, message = True, {**message, "more_body": True}
            await send(message)

        extensions = dict(scope.get("extensions") or {})
        await pages({**scope, "extensions": {**extensions, COUNTER: counter}}, receive, answer)
        if counter.order is not None and is_begun:
            await _told_as_body(Body(receive, send, counter.order, extensions.get(ENDLESS)), counter.order)

    return answered


async def _told_as_body(body: Body, order: Order) -> None:
    async with _told_why(body, _opening):
        await _follow(body, hub_here(), order.wanted, order.beats, ends=True)
    await body.end()


def overview_socket(besides: Besides) -> Socket:
    """Of all open games, and of what else `besides` reads whenever somebody looks, off the loop: by name, the words of
    a frame, and what they are told anew for. It has no parameters. Once it is open every change is told: who reads what
    there is only then has missed none."""
    of_loops: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, Overview] = weakref.WeakKeyDictionary()

    async def socket(scope: dict[str, Any], receive: Receive, send: Send) -> None:
        line = Line(receive, send)
        here = of_loops.setdefault(asyncio.get_running_loop(), Overview(besides))
        async with _told_why(line, _joining):
            if scope["query_string"]:
                raise Refused(BAD_PARAMETER, "this address has no parameters")
            if here.is_full:
                raise Refused(TOO_SLOW_OR_TOO_MANY, FULL)
            try:
                await here.join(line)
                _joining.over()
                await line.accept()
                await line.serve(overview.tell(line))
            except OSError:
                return  # the other side went before it was let in
            finally:
                await here.leave(line)

    return socket


async def nowhere(scope: object, receive: Receive, send: Send) -> None:
    """Of any other address: refused in the sockets' own words, for an error would be a traceback to be ordered."""
    line = Line(receive, send)
    await line.accept()
    await line.close(NO_SUCH_GAME, NOTHING_HERE)
