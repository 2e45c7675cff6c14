"""A season played at a command line: here or by several processes, with a meter, until it is over or stopped."""

import threading
import time
from collections.abc import Callable
from typing import Final

from django.core.management import CommandError

from league.models import Season
from league.seasons.money.budgets import OF_A_GAME
from league.seasons.playing.running import Stand, run_season
from league.seasons.playing.together import AllGone, run_season_together
from league.seasons.schedule.holding import SHORT, SPENT
from league.terminal.progress import Meter

AGAIN: Final = 60.0  # seconds


def played(*, season: Season, processes: int, parallel: int | None, stopping: threading.Event, meter: Meter) -> Stand:
    """How far a season has come when it was played, here or by several processes. Raises CommandError when all of those
    have died."""
    if processes == 1 or season.status != Season.Status.RUNNING:
        return run_season(season=season, stopping=stopping, tell=shown_on(meter), parallel=parallel)
    try:
        return run_season_together(
            season=season,
            processes=processes,
            stopping=stopping,
            tell=shown_on(meter),
            say=meter.say,
            parallel=parallel,
        )
    except AllGone as error:
        raise CommandError(f"{error}; `run` goes on from there") from error


def shown_on(meter: Meter) -> Callable[[Stand], None]:
    """Shows on a meter how far a season has come, and says why it waits: each reason again only after AGAIN seconds."""
    said: dict[str, float] = {}

    def show(stand: Stand) -> None:
        live = len(stand.live)
        told = f"{live} live" if live != 1 else f"game {stand.live[0]}"
        if stand.waiting or (not live and stand.casting):
            told = stand.waiting or f"casting game {stand.casting[0]}"
        meter.show(stand.played, stand.planned, told)
        reason = stand.waiting.partition(": ")[2].partition(", next try")[0]
        if stand.status == Season.Status.RUNNING and reason and time.monotonic() - said.get(reason, -AGAIN) >= AGAIN:
            said[reason] = time.monotonic()
            meter.say(f"waiting: {stand.waiting}")

    return show


def cure_of(season: Season) -> str:
    """What to do at the command line for a season that is paused for a cap; "" for another."""
    caps = {SPENT: "season", OF_A_GAME: "game", SHORT[1]: "call"}
    cap = next((cap for reason, cap in caps.items() if season.waiting.startswith(reason)), "")
    return f"; `season {season.slug} resume --cap-{cap} USD` lets it go on" if cap else ""
