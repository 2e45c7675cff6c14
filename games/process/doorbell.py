"""The doorbell. Law: rows are the truth; a ring only says "look", so a lost one costs a second and no event.

A game's group is rung after the commit, without payload; the group of all games only when one starts, ends, is held up
or comes to be. Rings are sent from the process's loop and nobody waits for them; rings of one group that come faster
than they can be sent become one.
"""

import asyncio
import threading
from functools import partial
from typing import Final

import structlog
from channels.layers import get_channel_layer
from django.db import transaction
from redis.exceptions import RedisError

from games.process.loop import process_loop
from games.process.trouble import Trouble

logger = structlog.get_logger(__name__)
EVERY_GAME: Final = "games"
PATIENCE: Final = 2.0  # seconds a ring may take before it is given up
_ringing: Final = Trouble(logger, "the doorbell is silent; watchers look every second", "the doorbell rings again")

_lock = threading.Lock()
_due: set[str] = set()


def group_of(game_id: int) -> str:
    """The group of those who watch a game."""
    return f"game.{game_id}"


def ring(game_id: int) -> None:
    """Tells whoever watches this game to look. Callable from any thread."""
    _ring({group_of(game_id)})


def ring_all(game_id: int) -> None:
    """Tells whoever watches this game, or the list of games, to look. Callable from any thread."""
    _ring({group_of(game_id), EVERY_GAME})


def ring_all_after_commit(game_id: int) -> None:
    """Rings when the transaction that is open now is committed; at once when there is none."""
    transaction.on_commit(partial(ring_all, game_id))


def _nobody_hears() -> bool:
    """Whether nobody can hear a ring: the layer is this process's alone, and nobody waits there. Who comes now looks
    first. Asked of the class, for a layer of Redis makes up whatever it is asked for."""
    layer = get_channel_layer()
    return hasattr(type(layer), "is_idle") and layer.is_idle


def _ring(groups: set[str]) -> None:
    if _nobody_hears():  # not worth the way to the loop, which is a hundredth of a house game
        return
    with _lock:
        is_under_way = bool(_due)
        _due.update(groups)
    if not is_under_way:
        asyncio.run_coroutine_threadsafe(_ring_due(), process_loop())


async def _ring_due() -> None:
    with _lock:
        due = sorted(_due)
        _due.clear()
    layer = get_channel_layer()
    if layer is None:
        return
    try:
        async with asyncio.timeout(PATIENCE):
            for group in due:
                await layer.group_send(group, {"type": "moved"})
    except (TimeoutError, RedisError, OSError) as error:
        _ringing.again(error)
    else:
        _ringing.over()
