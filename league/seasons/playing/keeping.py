"""Keeps the league going: what is played is the games' own matter (games.hosting.keeping); here a game that ends opens
what follows, also the next season of a series, and the sweep makes up for crashes.

Whatever is lost between two lines here (a result, the next fixture) is found by the next sweep, for all of it is in
rows; nothing is done twice, for every step is conditional.
"""

import threading
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

import structlog
from django.db import connection
from django.utils import timezone

from games.engine.moderator import Moderator
from games.hosting.keeping import Outcome, host_games, host_what_is_left, sweep_games
from games.models import Game
from games.process.trouble import AWAY, Trouble
from league.memories.learning import teach_players, untaught_seasons
from league.models import Season
from league.results.figures import count_played
from league.results.standings import record_missing_results, record_results
from league.seasons.casting.for_games import write_next_cast
from league.seasons.lifecycle.starting import start_due_seasons
from league.seasons.money.budgets import cap_of_call_now, pause_penniless_seasons
from league.seasons.schedule.ending import seasons_to_look_at
from league.seasons.schedule.fixtures import open_due_fixtures
from league.seasons.schedule.revealing import reveal_behind, reveal_due
from league.seasons.schedule.unforeseen import by_itself
from league.seasons.series.opening import open_due_seasons

logger = structlog.get_logger(__name__)

COUNTED_WITHIN: Final = timedelta(seconds=10)  # of its end, a game is counted by who played it
MOST_HOSTS: Final = 8  # that one sweep calls; one is enough for a process, which drops all others at once
_casting: Final = threading.Lock()
_sweeping: Final = Trouble(logger, "the database does not do its part; the next sweep tries again", "sweeps work again")
_writing: Final = Trouble(logger, "no personas were written", "personas are written again")


def play_due_games(*, stopping: threading.Event) -> Outcome:
    """Plays what is due in this process for a slice of time; every game that ends is concluded."""
    return host_games(stopping=stopping, on_finished=conclude, cap_of_call=cap_of_call_now)


def play_season(*, season: Season, stopping: threading.Event, seconds: float, parallel: int | None = None) -> Outcome:
    """The same with the games of one season, for so long, and at most so many at a time."""
    return host_games(
        stopping=stopping,
        slice_seconds=seconds,
        season=season.slug,
        parallel=parallel,
        on_finished=conclude,
        cap_of_call=cap_of_call_now,
    )


def play_what_is_left(*, stopping: threading.Event) -> Outcome | None:
    """Plays what is due and nobody plays, if there is anything, as long as there is; None when there is not."""
    return host_what_is_left(stopping=stopping, on_finished=conclude, cap_of_call=cap_of_call_now)


def conclude(ended: Sequence[tuple[Game, Moderator | None]]) -> None:
    """Counts the results of games that have just ended, and the figures of those that were played here as a whole, of a
    sealed season with the last of its block; then
    opens what their seasons do next, or ends them: whoever sees that finds all counted. Figures of a game that cannot
    be counted are left to the task that counts what is left, and no season waits for them."""
    now, games = timezone.now(), [game for game, _ in ended]
    record_results(games=games, now=now)
    reveal_behind(games=games, now=now)
    try:
        count_played(played=[(game, played) for game, played in ended if played is not None])
    finally:
        finished = [
            over for season in seasons_to_look_at(games) for over in open_due_fixtures(now=now, season=season).finished
        ]
        for season in open_due_seasons(now=now, behind=finished) if finished else ():
            open_due_fixtures(now=now, season=season)


def sweep(*, now: datetime) -> int:
    """Makes up for whatever was lost, and opens what is due; returns how many hosts there should be, at least.

    A database that is locked, full or out of reach is told in a line, and left to the next sweep.
    """
    try:
        # One that has ended just now may be on its way to be counted by who played it.
        missing = record_missing_results(now=now)
        if lost := [game for game in missing if now - (game.finished_at or now) > COUNTED_WITHIN]:
            logger.warning("results were missing", games=[game.public_id for game in lost])
        reveal_due(now=now)
        start_due_seasons(now=now)
        open_due_fixtures(now=now)
        for season in open_due_seasons(now=now):
            open_due_fixtures(now=now, season=season)
        for season in untaught_seasons():  # also of those that are over by now, or paused
            with by_itself(row=season):
                teach_players(season=season, now=now)
        waiting = sweep_games(now=now)
        pause_penniless_seasons()
    except AWAY as error:
        _sweeping.again(error)
        connection.close()
        return 0
    _sweeping.over()
    return min(MOST_HOSTS, waiting)


def cast_next_game(*, now: datetime, stopping: threading.Event, season: Season | None = None) -> bool:
    """Lets models write the personas for the next game that waits for them, and opens it; whether it did. One at a time
    in a process, for it takes minutes and the worker has other things to do. A database that does not do its part is
    left to the next time."""
    if not _casting.acquire(blocking=False):
        return False
    try:
        fixture = write_next_cast(now=now, stopping=stopping, season=season)
        _writing.over()
        if fixture is None:
            return False
        open_due_fixtures(now=timezone.now(), season=fixture.season)
        return True
    except AWAY as error:
        _writing.again(error)
        connection.close()
        return False
    finally:
        _casting.release()
