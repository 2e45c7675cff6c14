"""A host fills its process's hall. Law: a host claims, the hall plays; so a lost or doubled message costs nothing.

It claims what is due while its slice lasts; the games it seated go on in the hall, on the process's one loop, when the
slice is over and the next host claims for it: the games are in nobody's message.
"""

import threading
import time
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import structlog
from django.db import connection
from django.utils import timezone

from games.hosting import leases
from games.hosting.leases import ANY, Wanted
from games.hosting.questions import CapOfCall, cap_of_call
from games.hosting.runner import Hall, OnFinished
from games.process.trouble import AWAY, Trouble

logger = structlog.get_logger(__name__)
CLAIM: Final = 0.5  # seconds between two looks for what has become due
LEASE_GIVEN_BACK: Final = 3.0  # seconds that a stop waits for games to leave
_claiming: Final = Trouble(logger, "no games could be claimed; trying again", "games can be claimed again")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a host did: games it claimed, games that ended meanwhile, games that go on in the hall without it.

    `is_busy` says that another host was claiming for this process already; `next_due_at` when the next game is due.
    """

    claimed: int = 0
    finished: int = 0
    playing: int = 0
    is_busy: bool = False
    next_due_at: datetime | None = None


_halls: dict[str, Hall] = {}
_halls_lock = threading.Lock()


def hall_of(owner: str) -> Hall:
    """The hall of an owner in this process, opened at the first call."""
    with _halls_lock:
        if owner not in _halls:
            _halls[owner] = Hall(owner)
        return _halls[owner]


def host_games(
    *,
    owner: str,
    slice_seconds: float,
    stopping: threading.Event,
    on_finished: OnFinished | None = None,
    cap_of_call: CapOfCall = cap_of_call,
    wanted: Wanted = ANY,
) -> Outcome:
    """Claims games that are due, of those wanted, and lets them be played in the owner's hall until the slice is over.

    Returns earlier when no game is left and none becomes due within the slice, or when `stopping` is set, which
    empties the hall first and gives all leases back. At the end of a slice games may go on: then, and whenever
    `next_due_at` is near, somebody should call again. `on_finished` is called in a thread with each game that ends
    and, where all of it was played here, its record; `cap_of_call` with one whose next call may cost more than its
    terms say, for what it may cost by now.
    A second call while one is claiming for this owner returns at once.
    """
    hall = hall_of(owner)
    if not hall.claiming.acquire(blocking=False):
        return Outcome(is_busy=True, playing=len(hall))
    try:
        hall.stopping, hall.on_finished, hall.cap_of_call = stopping, on_finished, cap_of_call
        finished, claimed, due = hall.finished, 0, None
        until = time.monotonic() + slice_seconds
        while not hall.is_stopping and time.monotonic() < until:
            hall.changed.clear()
            try:
                claimed += _fill(hall, wanted)
                due = None if len(hall) else leases.next_due(wanted)  # whoever plays looks again soon enough
            except AWAY as error:
                _claiming.again(error)
                connection.close()
                stopping.wait(CLAIM)
                continue
            _claiming.over()
            left = until - time.monotonic()
            ahead = (due - timezone.now()).total_seconds() if due else None
            if not len(hall) and (ahead is None or ahead > left):
                break
            # To the moment when a countdown ends; what is due already and not claimed waits for a place.
            _wait_for(hall, min(CLAIM, max(left, 0), ahead if ahead and ahead > 0 else CLAIM))
        if hall.is_stopping:
            hall.empty(timeout=LEASE_GIVEN_BACK)
        playing = len(hall)
        due = due if playing or due else leases.next_due(wanted)
        return Outcome(claimed, hall.finished - finished, playing, next_due_at=due)
    finally:
        hall.claiming.release()


def _fill(hall: Hall, wanted: Wanted) -> int:
    """Claims until the hall is full or nothing is due; returns how many."""
    claimed = 0
    while hall.has_room and not hall.is_stopping:
        only_paced = not hall.has_room_for_any
        if only_paced and time.monotonic() < hall.in_vain_until:
            break
        lease = leases.claim_game(
            owner=hall.owner, now=timezone.now(), only_paced=only_paced, wanted=wanted, besides=hall.seated
        )
        if lease is None:
            if only_paced:  # else each end of a game without a pace would have us look again, and a season has hundreds
                hall.in_vain_until = time.monotonic() + CLAIM
            break
        hall.seat(lease)
        claimed += 1
    return claimed


def _wait_for(hall: Hall, seconds: float) -> None:
    """Until a game leaves the hall or finds its pace, somebody stops, or the time is over."""
    until = time.monotonic() + seconds
    while not hall.changed.wait(0.05) and not hall.is_stopping and time.monotonic() < until:
        pass


def is_asking() -> bool:
    """Whether this process plays games that ask providers. Takes no lock: the handler of a signal may ask."""
    return any(hall.is_asking for hall in list(_halls.values()))


def leave_halls(timeout: float = LEASE_GIVEN_BACK) -> None:
    """Ends all playing in this process and gives the leases back; for the end of the process."""
    with _halls_lock:
        halls = list(_halls.values())
        _halls.clear()
    for hall in halls:
        hall.close(timeout)
