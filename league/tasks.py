"""The tasks. Law: a task is a hint of two lines; what is to be done is in rows and verbs, so that a lost or doubled
message costs nothing. A host sends its own successor; the sweep, by beat and when a worker starts, replaces lost ones.

A worker also looks out by itself: a message may lie with a process that was stopped, and the broker may be away, while
a game that nobody plays is to be taken LOOKOUT seconds after its lease has lapsed.
"""

import threading
from contextlib import suppress
from datetime import timedelta
from typing import Any, Final

from celery import shared_task
from celery.signals import worker_process_shutdown, worker_ready, worker_shutdown, worker_shutting_down
from django.utils import timezone
from kombu.exceptions import OperationalError

from games.hosting.keeping import ask_beside, forget_old_calls, leave_halls, send_written
from games.models import Call
from league.memories.documents import mend_documents, write_documents
from league.models import Season
from league.results.bills import bill_finished_games
from league.results.figures import count_forgotten, count_new_figures
from league.results.weights import weigh_seasons
from league.seasons.casting.commissioning import ASKED_FOR, commission_personas, fulfil_commission, withdraw_commission
from league.seasons.playing import keeping

LOOKOUT: Final = 2.0  # seconds between two looks of a worker for what nobody plays
stopping: Final = threading.Event()  # set when this process is to end: hosts return, games give their leases back


@shared_task(expires=60)
def host() -> None:
    """Plays what is due in this process for a while."""
    if keeping.play_due_games(stopping=stopping).needs_successor(timezone.now()) and not stopping.is_set():
        host.delay()


@shared_task(expires=60)
def sweep() -> None:
    """Makes up for what was lost, opens what is due, and calls hosts for it."""
    for _ in range(keeping.sweep(now=timezone.now())):
        host.delay()


@shared_task(expires=15)
def count() -> None:
    """Counts the figures of games that are over, and bills what was called since."""
    count_new_figures(since=timezone.now() - timedelta(days=1))
    bill_finished_games()


@shared_task(expires=3600)
def forget() -> None:
    """Deletes the words of calls that have been kept long enough, when what nobody has counted is counted."""
    count_forgotten()
    forget_old_calls(now=timezone.now())


@shared_task(expires=60)
def weigh() -> None:
    """Works out what seasons weigh that were not weighed for a while."""
    weigh_seasons(now=timezone.now())


@shared_task(expires=5)
def dictate() -> None:
    """Has models tell the games that they narrate."""
    ask_beside(purpose=Call.Purpose.NARRATION, now=timezone.now())


@shared_task(expires=5)
def reflect() -> None:
    """Asks the players of games that are over what they learned, and has them learn it."""
    if ask_beside(purpose=Call.Purpose.REFLECTION, now=timezone.now()):
        sweep.delay()


@shared_task(expires=5)
def cast() -> None:
    """Has models write the personas that they will play the next game as."""
    if keeping.cast_next_game(now=timezone.now(), stopping=stopping):
        sweep.delay()


@shared_task(expires=ASKED_FOR)
def write_personas(season: int) -> None:
    """Has the models of a draft's roster write their personas."""
    fulfil_commission(season=Season.objects.get(pk=season), stopping=stopping)


@shared_task(expires=2)
def document() -> None:
    """Writes what players remember and have come to, for who reads it outside."""
    write_documents()


@shared_task(expires=60)
def mend() -> None:
    """Has documents written anew that Redis or the disk has lost."""
    mend_documents()


@shared_task(expires=1)
def send() -> None:
    """Sends what was written of games to whoever reads them outside."""
    send_written()


def have_personas_written(season: Season) -> bool:
    """Sends somebody to have a season's personas written, unless somebody is at it; whether anybody is now."""
    if commission_personas(season=season):
        try:
            write_personas.delay(season.pk)
        except OperationalError:
            withdraw_commission(season=season)
            return False
    return True


def nudge() -> None:
    """Has the league look at once at what is due; while the broker is out of reach, the next sweep by beat does."""
    with suppress(OperationalError):
        sweep.delay()


@worker_ready.connect
def look_at_start(**_: Any) -> None:
    """A worker does not wait for beat: what was left by the last one goes on at once."""
    threading.Thread(target=look_out, name="lookout", daemon=True).start()
    nudge()


def look_out() -> None:
    """Plays what nobody plays, told or not, until the process is to end."""
    while not stopping.wait(LOOKOUT):
        keeping.play_what_is_left(stopping=stopping)


@worker_shutting_down.connect
def stop(**_: Any) -> None:
    """The first SIGTERM: no new game, no new answer."""
    stopping.set()


@worker_shutdown.connect
@worker_process_shutdown.connect
def leave(**_: Any) -> None:
    """The last thing a worker does: every game it still holds may be claimed by others at once."""
    leave_halls()
