"""Keeps the league going: hosts play what is due, a game that ends opens what follows, the sweep makes up for crashes.

Whatever is lost between two lines here (a result, the next fixture, a log, a message to a host) is found by the next
sweep, for all of it is in rows; nothing is done twice, for every step is conditional.
"""

import threading
from datetime import datetime, timedelta
from typing import Final

import structlog
from django.conf import settings
from django.db import connection
from django.utils import timezone

from games.billing.call_ledger import forget_records, orphan_errands
from games.billing.money import day_of
from games.hosting.leases import ANY, Wanted, claimable, free_leases_of_the_gone, is_anything_due, playable
from games.hosting.narrator import dictate, dictated_games
from games.hosting.worker import Outcome, host_games
from games.ledger.archive import archive_missing
from games.ledger.logs import RecordedGame
from games.models import Game
from games.process.owners import this_process
from games.process.trouble import AWAY, Trouble
from league.models import Season
from league.results.figures import count_played
from league.results.standings import record_missing_results, record_result
from league.seasons.budgets import cap_of_call_now, pause_penniless_seasons
from league.seasons.casting import write_next_cast
from league.seasons.fixtures import open_due_fixtures, season_to_look_at

logger = structlog.get_logger(__name__)

SLICE: Final = 15.0  # seconds a host claims games for before its successor does: the time between two sweeps
COUNTED_WITHIN: Final = timedelta(seconds=10)  # of its end, a game is counted by who played it
MOST_HOSTS: Final = 8  # that one sweep calls; one is enough for a process, which drops all others at once
LOGS_LOOKED_AT: Final = timedelta(hours=1)
NOBODY_WAITS: Final = 3  # times what a provider gets for an answer, and then nobody waits for it any more
_casting: Final = threading.Lock()
_sweeping: Final = Trouble(logger, "the database does not do its part; the next sweep tries again", "sweeps work again")
_looking: Final = Trouble(logger, "nobody can see what is left to be played", "what is left to be played is seen again")
_dictating: Final = Trouble(logger, "the narrators were not asked", "narrators are asked again")
_writing: Final = Trouble(logger, "no personas were written", "personas are written again")


def play_due_games(*, stopping: threading.Event, seconds: float = SLICE, wanted: Wanted = ANY) -> Outcome:
    """Plays what is due in this process for a slice of time, or what of it is wanted; every game that ends is
    concluded."""
    return host_games(
        owner=this_process(),
        slice_seconds=seconds,
        stopping=stopping,
        on_finished=conclude,
        cap_of_call=cap_of_call_now,
        wanted=wanted,
    )


def play_what_is_left(*, stopping: threading.Event) -> Outcome | None:
    """Plays what is due and nobody plays, if there is anything, as long as there is; None when there is not."""
    outcome = None
    try:
        while is_anything_due(timezone.now()) and not stopping.is_set():
            outcome = play_due_games(stopping=stopping)
            if outcome.is_busy or not outcome.playing:
                break  # somebody claims for this process already, or what is due cannot be played here
        _looking.over()
    except AWAY as error:
        _looking.again(error)
    finally:
        connection.close()
    return outcome


def needs_successor(outcome: Outcome, *, now: datetime) -> bool:
    """Whether somebody should go on claiming in this process: games are being played, or due before the next sweep."""
    if outcome.is_busy:
        return False
    due_at = outcome.next_due_at
    return outcome.playing > 0 or (due_at is not None and due_at - now <= timedelta(seconds=SLICE))


def conclude(game: Game, played: RecordedGame | None) -> None:
    """Counts the result of a game that has just ended, opens what its season does next, and counts its figures when all
    of it was played here."""
    now = timezone.now()
    record_result(game=game, now=now)
    if season := season_to_look_at(game):
        open_due_fixtures(now=now, season=season)
    if played is not None:
        count_played(game=game, played=played)


def sweep(*, now: datetime) -> int:
    """Makes up for whatever was lost, and opens what is due; returns how many hosts there should be, at least.

    A database that is locked, full or out of reach is told in a line, and left to the next sweep.
    """
    try:
        free_leases_of_the_gone(now=now)
        # One that has ended just now may be on its way to be counted by who played it.
        missing = record_missing_results(now=now)
        if lost := [game for game in missing if now - (game.finished_at or now) > COUNTED_WITHIN]:
            logger.warning("results were missing", games=[game.public_id for game in lost])
        open_due_fixtures(now=now)
        orphan_errands(before=now - timedelta(seconds=NOBODY_WAITS * settings.LEAGUE_CALL_TIMEOUT))
        pause_penniless_seasons()
        archive_missing(since=now - LOGS_LOOKED_AT)
        waiting = waiting_games(now=now)
    except AWAY as error:
        _sweeping.again(error)
        connection.close()
        return 0
    _sweeping.over()
    return min(MOST_HOSTS, waiting)


def dictate_games(*, now: datetime, wanted: Wanted = ANY) -> int:
    """Asks models to tell what has happened in the games wanted that they narrate; returns how often one had words that
    fit. A database that does not do its part is left to the next time."""
    try:
        told = sum(dictate(game=game) for game in dictated_games(now=now, wanted=wanted))
    except AWAY as error:
        _dictating.again(error)
        connection.close()
        return 0
    _dictating.over()
    return told


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


def forget_old_calls(*, now: datetime) -> int:
    """Deletes the words of calls that are older than LEAGUE_KEEP_CALLS days; what they cost stays. Returns of how many
    calls."""
    forgotten = forget_records(before=day_of(now) - timedelta(days=settings.LEAGUE_KEEP_CALLS))
    if forgotten:
        logger.info("words of calls were forgotten", calls=forgotten)
    return forgotten


def waiting_games(*, now: datetime) -> int:
    """How many games nobody plays that are due before the next sweep."""
    soon = playable().filter(lease_owner__isnull=True, due_at__lte=now + timedelta(seconds=SLICE))
    lapsed = claimable(now).filter(lease_owner__isnull=False)
    return soon.count() + lapsed.count()
