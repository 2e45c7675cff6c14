"""Has a draft's personas written by the models of its roster, for whoever asks on its page. Law: what is written is in
rows, place by place; that somebody is at it, and why the last try failed, is a hint in the cache that lapses by itself.

So a lost task, a killed worker or an emptied cache costs a click, and two clicks are one writing.
"""

import threading
from dataclasses import dataclass
from typing import Final

from django.core.cache import cache

from games.gateway.errands import longest_writing
from league.models import Season
from league.seasons.casting.for_seasons import write_personas
from league.seasons.making.checking import WrongSeason

ASKED_FOR: Final = 60  # seconds that a task may wait for a worker; see league.tasks
TOLD_FOR: Final = 24 * 3600  # seconds that a failure is told


class Interrupted(Exception):
    """The process is to end: the next place is not written for."""


@dataclass(frozen=True, slots=True)
class Commission:
    """Whether a season's personas are being written just now, and why they were not; "" while nothing is wrong."""

    is_under_way: bool
    failed: str


def commission_of(season: Season) -> Commission:
    """How the writing of a season's personas stands. One look into the cache."""
    keys = {name: _key(season.pk, name) for name in ("asked", "writing", "failed")}
    known = cache.get_many(keys.values())
    is_under_way = keys["asked"] in known or keys["writing"] in known
    return Commission(is_under_way, "" if is_under_way else known.get(keys["failed"], ""))


def commission_personas(*, season: Season) -> bool:
    """Says that a season's personas are to be written; whether somebody is to be sent for it, for nobody is at it."""
    if commission_of(season).is_under_way:
        return False
    cache.delete(_key(season.pk, "failed"))
    return bool(cache.add(_key(season.pk, "asked"), True, ASKED_FOR))


def withdraw_commission(*, season: Season) -> None:
    """Says that nobody could be sent for it."""
    cache.delete(_key(season.pk, "asked"))


def fulfil_commission(*, season: Season, stopping: threading.Event) -> None:
    """Has the personas written, unless somebody is at it; what goes wrong is told by commission_of(). To be called
    where no event loop runs and outside of transactions."""
    writing = _key(season.pk, "writing")
    if not cache.add(writing, True, _a_place()):
        return

    def go_on(_: object) -> None:
        cache.set(writing, True, _a_place())
        if stopping.is_set():
            raise Interrupted

    failed = "the worker stopped before it was done"
    try:
        write_personas(season=season, tell=go_on)
        failed = ""
    except Interrupted:
        pass
    except WrongSeason as error:
        failed = error.message
    finally:
        cache.delete(_key(season.pk, "asked"))
        if failed:
            cache.set(_key(season.pk, "failed"), failed, TOLD_FOR)
        cache.delete(writing)


def _a_place() -> float:
    """Seconds that one place may take at most, and some more."""
    return longest_writing().total_seconds() + 60


def _key(season: int, what: str) -> str:
    return f"personas:{season}:{what}"
