"""Keeps games going, whoever ordered them. Law: whatever is lost between two lines here (a message to a host, a lease,
a log) is found by the next sweep, for all of it is in rows; nothing is done twice, for every step is conditional.

A host fills its process's hall: it claims what is due while its slice lasts, and the hall plays; so a lost or doubled
message costs nothing. The games it seated go on in the hall, on the process's one loop, when the slice is over and the
next host claims for it: the games are in nobody's message.
"""

import os
import socket
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final

import structlog
from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone

from games.billing.call_ledger import orphan_errands
from games.billing.money import day_of
from games.billing.words import forget_errands, forget_games
from games.gateway.capabilities import longest_call
from games.hosting import leases
from games.hosting.leases import Wanted
from games.hosting.narrator import dictate, dictated_games
from games.hosting.opening import open_next_game
from games.hosting.questions import CapOfCall, cap_of_call
from games.hosting.runner import Hall, OnFinished
from games.learning.reflecting import ask_for_lessons
from games.learning.teaching import learned_from
from games.ledger.archive import archive_missing
from games.ledger.outbox import AT_ONCE, send_due
from games.models import Call, Game
from games.process.trouble import AWAY, Trouble

logger = structlog.get_logger(__name__)
_CLAIM: Final = 0.5  # seconds between two looks for what has become due
_GIVEN_BACK: Final = 3.0  # seconds that a stop waits for games to leave
_SLICE: Final = 15.0  # seconds a host claims games for before its successor does: the time between two sweeps
_UNTIL_SWEEP: Final = timedelta(seconds=_SLICE)
_LOGS_LOOKED_AT: Final = timedelta(hours=1)
_NOBODY_WAITS: Final = 3  # times what a provider gets for an answer, and then nobody waits for it any more
_DEAD: Final = ("Z", "X")  # states of a process that has ended and that nobody has asked how: it has still its number
_claiming: Final = Trouble(logger, "no games could be claimed; trying again", "games can be claimed again")
_looking: Final = Trouble(logger, "nobody can see what is left to be played", "what is left to be played is seen again")
_asking: Final[Mapping[str, Trouble]] = {
    Call.Purpose.NARRATION: Trouble(logger, "the narrators were not asked", "narrators are asked again"),
    Call.Purpose.REFLECTION: Trouble(logger, "nobody was asked what it learned", "players are asked again"),
}
_sending: Final = Trouble(logger, "nothing can be sent; it stays in the outbox", "what is written is sent again")


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

    def needs_successor(self, now: datetime) -> bool:
        """Whether somebody should go on claiming in this process: games are played, or due before the next sweep."""
        if self.is_busy:
            return False
        return self.playing > 0 or (self.next_due_at is not None and self.next_due_at - now <= _UNTIL_SWEEP)


_halls: dict[str, Hall] = {}
_halls_lock = threading.Lock()


def _hall_of(owner: str) -> Hall:
    """The hall of an owner in this process, opened at the first call."""
    with _halls_lock:
        if owner not in _halls:
            _halls[owner] = Hall(owner)
        return _halls[owner]


def host_games(
    *,
    stopping: threading.Event,
    slice_seconds: float = _SLICE,
    season: str = "",
    game: int | None = None,
    parallel: int | None = None,
    on_finished: OnFinished | None = None,
    cap_of_call: CapOfCall = cap_of_call,
    owner: str | None = None,
) -> Outcome:
    """Claims games that are due, or of those only a season's or a single one, and lets them be played in the owner's
    hall, which is this process's, until the slice is over: at most `parallel` at a time, or LEAGUE_GAMES_PER_WORKER.

    Returns earlier when no game is left and none becomes due within the slice, or when `stopping` is set, which
    empties the hall first and gives all leases back. At the end of a slice games may go on: then, and whenever
    `next_due_at` is near, somebody should call again. `on_finished` is called in a thread with the games that end, a
    few at a time; `cap_of_call` with one whose next call may cost more than its terms say, for what it may cost by now.
    A second call while one is claiming for this owner returns at once.
    """
    hall, wanted = _hall_of(owner or Owner.here()), Wanted(season, game)
    if not hall.claiming.acquire(blocking=False):
        return Outcome(is_busy=True, playing=len(hall))
    try:
        hall.stopping, hall.ends.told_to, hall.cap_of_call = stopping, on_finished, cap_of_call
        hall.most = parallel
        finished, claimed, due = hall.finished, 0, None
        until = time.monotonic() + slice_seconds
        while not hall.is_stopping and time.monotonic() < until:
            hall.changed.clear()
            (hall.ends.tell_if_due if len(hall) else hall.ends.tell)()  # what they lead to may be all that is left
            try:
                claimed += _fill(hall, wanted)
                # Whoever plays looks again soon enough.
                due = None if len(hall) else leases.next_due(wanted, now=timezone.now())
            except AWAY as error:
                _claiming.again(error)
                connection.close()
                stopping.wait(_CLAIM)
                continue
            _claiming.over()
            left = until - time.monotonic()
            ahead = (due - timezone.now()).total_seconds() if due else None
            if not len(hall) and (ahead is None or ahead > left):
                break
            # To the moment when a countdown ends; what is due already and not claimed waits for a place.
            _wait_for(hall, min(_CLAIM, max(left, 0), ahead if ahead and ahead > 0 else _CLAIM))
        if hall.is_stopping:
            hall.empty(timeout=_GIVEN_BACK)
        playing = len(hall)
        if not playing:
            hall.ends.tell()
        due = due if playing or due else leases.next_due(wanted, now=timezone.now())
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
        now = timezone.now()
        lease = leases.claim_game(
            owner=hall.owner, now=now, only_paced=only_paced, wanted=wanted, besides=hall.seated
        ) or open_next_game(owner=hall.owner, now=now, wanted=wanted, lookout=hall.lookout)
        if lease is None:
            if only_paced:  # else each end of a game without a pace would have us look again, and a season has hundreds
                hall.in_vain_until = time.monotonic() + _CLAIM
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


def leave_halls(*, timeout: float = _GIVEN_BACK) -> None:
    """Ends all playing in this process and gives the leases back; for the end of the process. Without any time for it
    (0) nobody is waited for: the leases are given back as they are, and what is still written is refused."""
    if timeout <= 0:
        leases.release_games(owner=Owner.here())
        return
    with _halls_lock:
        halls = list(_halls.values())
        _halls.clear()
    for hall in halls:
        hall.close(timeout)


def host_what_is_left(
    *, stopping: threading.Event, on_finished: OnFinished | None = None, cap_of_call: CapOfCall = cap_of_call
) -> Outcome | None:
    """Hosts in this process what is due and nobody plays, if there is anything, as long as there is; None when there is
    not. A database that does not do its part is left to the next look."""
    outcome = None
    try:
        while leases.is_anything_due(timezone.now()) and not stopping.is_set():
            outcome = host_games(stopping=stopping, on_finished=on_finished, cap_of_call=cap_of_call)
            if outcome.is_busy or not outcome.playing:
                break  # somebody claims for this process already, or what is due cannot be played here
        _looking.over()
    except AWAY as error:
        _looking.again(error)
    finally:
        connection.close()
    return outcome


# --- what is done for all games, by any process ----------------------------------------------------------------------


def sweep_games(*, now: datetime) -> int:
    """Makes up for what was lost of games: leases of who is gone, calls that nobody waits for any more, logs. Returns
    how many games there are that nobody plays, due before the next sweep. Raises DatabaseError."""
    free_leases_of_the_gone(now=now)
    orphan_errands(before=now - _NOBODY_WAITS * longest_call())
    archive_missing(since=now - _LOGS_LOOKED_AT)
    soon = leases.playable().filter(leases.in_time(now), lease_owner__isnull=True, due_at__lte=now + _UNTIL_SWEEP)
    lapsed = leases.claimable(now).filter(lease_owner__isnull=False)
    return soon.count() + lapsed.count()


def free_leases_of_the_gone(*, now: datetime) -> int:
    """Lets the leases lapse now whose owners were processes of this machine and run no more; returns how many."""
    owners = Game.objects.filter(lease_expires_at__gt=now).values_list("lease_owner", flat=True).distinct().order_by()
    gone = [owner for owner in owners if owner and Owner(owner).is_gone]
    if not gone:
        return 0
    held = Game.objects.filter(lease_owner__in=gone, lease_expires_at__gt=now)
    with transaction.atomic():  # every sweep does it, and two may at once
        leases.lock_in_order(held)
        return held.update(lease_expires_at=now)


def ask_beside(*, purpose: str, now: datetime, season: str = "") -> int:
    """Asks models about the games, or about those of a season, what is no part of playing: narrators to tell what has
    happened, or players what they learned (Call.Purpose.NARRATION, REFLECTION). Returns how often one had something
    fit to say. A database that does not do its part is left to the next time."""
    with _asking[purpose].endured(*AWAY):
        if purpose == Call.Purpose.REFLECTION:
            return ask_for_lessons(now=now, of=Wanted(season).condition)
        return sum(dictate(game=game) for game in dictated_games(now=now, wanted=Wanted(season)))
    connection.close()
    return 0


def taught(*, game: Game, learned: Mapping[int, Mapping[str, Any]]) -> dict[int, dict[str, Any]]:
    """What players remember after a game that is over, by seat, who had `learned` so much before it."""
    return learned_from(game=game, learned=learned)


def send_written() -> None:
    """Sends all that is written of games and not sent yet to whoever reads it outside. A database that does not do its
    part is left to the next time."""
    with _sending.endured(*AWAY):
        while send_due() == AT_ONCE:
            pass
        return
    connection.close()


def forget_old_calls(*, now: datetime) -> int:
    """Deletes the words of calls that were kept long enough: of games as each of them says, of all others that are
    older than LEAGUE_KEEP_CALLS days; what they cost stays. Returns of how many calls."""
    errands = forget_errands(before=day_of(now) - timedelta(days=settings.LEAGUE_KEEP_CALLS))
    forgotten = errands + forget_games(now=now)
    if forgotten:
        logger.info("words of calls were forgotten", calls=forgotten)
    return forgotten


# --- who is who ------------------------------------------------------------------------------------------------------

# An owner is machine:pid:start, so that a process of this machine that is gone can be told from a slow one. Containers
# count as machines: a process of another one cannot be seen from here, and is not taken for dead.


class Owner(str):
    """A process that plays."""

    @classmethod
    def here(cls) -> "Owner":
        """The owner that this process is."""
        return cls(f"{_this_machine()}:{os.getpid()}:{_stat_of(os.getpid())[1]}")

    @property
    def seated(self) -> int:
        """How many games it plays at this moment, if it is this process."""
        return sum(len(hall) for owner, hall in list(_halls.items()) if owner == self)

    @property
    def is_gone(self) -> bool:
        """Whether it was a process of this machine that runs no more; False for other machines and when unknown."""
        place, _, start = self.rpartition(":")
        machine, _, pid = place.rpartition(":")
        if machine != _this_machine() or not pid.isdecimal():
            return False
        try:
            os.kill(int(pid), 0)
        except ProcessLookupError:
            return True
        except PermissionError:
            pass  # it is there and not ours
        state, began = _stat_of(int(pid))
        return state in _DEAD or began != start


def _this_machine() -> str:
    """The name of this machine, with the number of the space that its process ids belong to, where it has spaces."""
    try:
        space = Path("/proc/self/ns/pid").stat().st_ino
    except OSError:
        return socket.gethostname()
    return f"{socket.gethostname()}/{space}"


def _stat_of(pid: int) -> tuple[str, str]:
    """A process's state, a letter, and when it started, in ticks since this machine did; both "" where the system does
    not tell."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace")
    except OSError:
        return "", ""
    # The second field is the command in brackets and may hold blanks: count from behind it.
    fields = stat.rpartition(")")[2].split()
    return fields[0], fields[19]
