"""The hall in which a process plays. Law: one coroutine a game, and nothing of a game but in its coroutine.

Work that is done while others wait (players that think on this machine, the database) is done by a few threads, off the
loop; games that never wait are seated only as many at once as those threads can take.

Whatever happens outside (a stop, a pause, a lease lost) reaches a game by its Halt: looked at between two answers, and
waking it from a wait.

(Long, because what holds the loop together, the threads and the leases of its games, would be no clearer apart.)
"""

import asyncio
import gc
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Final, ParamSpec, TypeVar

import structlog
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.utils import timezone

from games.engine.moderator import Diverged, Moderator
from games.engine.ruleset import WrongOption
from games.gateway.players import NoSuchPlayer
from games.hosting import leases
from games.hosting.leases import Lease, LeaseLost
from games.hosting.model_session import Conversation
from games.hosting.opening import Lookout
from games.hosting.questions import Asker, CapOfCall, GivenUp, Waiting, cap_of_call
from games.hosting.session import FIRST_WAIT, LONGEST_WAIT, Hosted, game_named, patiently
from games.ledger.archive import archive_game
from games.models import Game
from games.process import doorbell
from games.process.gathering import Gathering
from games.process.loop import process_loop
from games.process.trouble import AWAY, Trouble

logger = structlog.get_logger(__name__)
P = ParamSpec("P")
T = TypeVar("T")
BATCHERS: Final = 2  # games without a pace that are in at once: while the rows of one are written, one is thought about
STEPPERS: Final = 4  # threads for the answers of paced games
SEARCHES: Final = (10_000, 5, 20)  # for cyclic garbage: new objects before one, and how many are of the young only
# The same where games are played through: each keeps nearly all that it makes until its end, so that a search on the
# way finds it alive, and hardly any leaves a cycle behind.
SEARCHES_BETWEEN: Final = (200_000, 20, 20)
GAMES_BETWEEN: Final = 100
LOOK: Final = 0.5  # seconds between two looks at what an operator did to the games
Status = Game.Status
Ended = tuple[Game, Moderator | None]  # with its moderator when all of it was played here without a call
OnFinished = Callable[[Sequence[Ended]], None]
_keeping: Final = Trouble(logger, "the leases could not be looked at", "the leases can be looked at again")
_stumbling: Final = Trouble(logger, "the database failed a game, which goes on from its rows", "games go on")
_concluding: Final = Trouble(logger, "the end of a game is left to the sweep to tell", "ends are told again")


class Halt:
    """Says "stop" to one game, to its thread and to its coroutine alike."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._told = threading.Event()
        self._woken = asyncio.Event()

    def set(self) -> None:
        self._told.set()
        self._loop.call_soon_threadsafe(self._woken.set)

    def is_set(self) -> bool:
        return self._told.is_set()

    def wait(self, timeout: float) -> bool:
        """Waits in a thread; returns whether it was told to stop."""
        return self._told.wait(timeout)

    async def told(self) -> None:
        """Waits on the loop until it is told to stop."""
        await self._woken.wait()

    async def sleep(self, seconds: float) -> None:
        """Waits on the loop, no longer than until it is told to stop."""
        if seconds <= 0:
            return
        try:
            async with asyncio.timeout(seconds):
                await self._woken.wait()
        except TimeoutError:
            pass


@dataclass(slots=True)
class Place:
    """A game in the hall."""

    lease: Lease
    halt: Halt
    is_patient: bool = False  # it waits more than it works; until that is known, it takes the scarcer place
    has_voices: bool = False  # it asks providers


class Hall:
    """The games that one owner plays in this process."""

    def __init__(self, owner: str, *, clock: Callable[[], datetime] = timezone.now) -> None:
        self.owner = owner
        self.claiming = threading.Lock()
        self.changed = threading.Event()  # a game has left, or needs no thread
        self.most: int | None = None  # games at a time, where the host wants fewer than LEAGUE_GAMES_PER_WORKER
        self.in_vain_until = 0.0  # nothing with a pace is looked for before; by the monotonic clock
        self.lookout = Lookout()
        self.finished = 0
        self.stopping = threading.Event()
        # Of a game that somebody may be watching the end is told at once. Those that are played as fast as it goes
        # gather for a moment: what each adds goes into the same rows, and is written there once for a dozen of them.
        self.ends: Gathering[Ended] = Gathering(
            logger, lost="ends of games are left to the sweep to tell", well="ends of games are told again"
        )
        self.cap_of_call: CapOfCall = cap_of_call
        self._clock = clock
        self._places: dict[int, Place] = {}
        self._lock = threading.Lock()
        self._loop = process_loop()
        # A thread each, where a server does the writing; where this process does, two would only take turns, and a
        # game costs a third more for it.
        threads = BATCHERS if connection.vendor == "postgresql" else 1
        self._batchers = ThreadPoolExecutor(threads, thread_name_prefix="batch")
        self._steppers = ThreadPoolExecutor(STEPPERS, thread_name_prefix="step")
        self._teller = ThreadPoolExecutor(1, thread_name_prefix="teller")
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self._asker: Asker | None = None  # made on the loop, with the first game that asks providers
        self._played_through = 0  # games
        self._opened: set[BaseDatabaseWrapper] = set()
        self._keeper: threading.Thread | None = None  # while there are games
        self._is_closed = False

    # --- who is in -----------------------------------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self._places)

    @property
    def is_stopping(self) -> bool:
        return self._is_closed or self.stopping.is_set()

    @property
    def is_asking(self) -> bool:
        """Whether games are in that ask providers: what is on its way to them is paid for."""
        return any(place.has_voices for place in list(self._places.values()))

    @property
    def seated(self) -> list[int]:
        """The keys of the games that are in."""
        return list(self._places)

    @property
    def has_room(self) -> bool:
        most: int = settings.LEAGUE_GAMES_PER_WORKER
        return len(self._places) < (most if self.most is None else min(most, self.most))

    @property
    def has_room_for_any(self) -> bool:
        """Whether a game without a pace would find a thread."""
        return sum(not place.is_patient for place in list(self._places.values())) < BATCHERS

    def seat(self, lease: Lease) -> None:
        """Lets a claimed game be played."""
        place = Place(lease, Halt(self._loop))
        with self._lock:
            if before := self._places.get(lease.game_id):
                before.halt.set()  # its lease had lapsed and was ours again: what it writes will be refused
            self._places[lease.game_id] = place
            if self._keeper is None:
                self._keeper = threading.Thread(target=self._keep, name="keeper", daemon=True)
                self._keeper.start()
        asyncio.run_coroutine_threadsafe(self._host(place), self._loop)

    def empty(self, timeout: float) -> bool:
        """Halts every game and waits until they have given their leases back; False when some did not in time.

        Games that ask providers have LEAGUE_DRAIN seconds more, for answers that are on their way and paid for.
        """
        if self.is_asking:
            timeout += settings.LEAGUE_DRAIN
        until = time.monotonic() + timeout
        while self._places and time.monotonic() < until:
            for place in list(self._places.values()):
                place.halt.set()
            self.changed.wait(0.05)
            self.changed.clear()
        return not self._places

    def close(self, timeout: float = 10.0) -> None:
        """Empties the hall and gives up its threads and their connections."""
        self._is_closed = True
        self.empty(timeout)
        self.ends.tell()
        if self._asker is not None:
            asyncio.run_coroutine_threadsafe(self._asker.switchboard.close(), self._loop).result(timeout=5)
        for pool in (self._batchers, self._steppers, self._writer, self._teller):
            pool.shutdown(wait=True, cancel_futures=True)
        if (keeper := self._keeper) is not None:
            keeper.join(timeout=2 * LOOK)
        for opened in self._opened:
            opened.inc_thread_sharing()
            opened.close()

    # --- one game ------------------------------------------------------------------------------------------------

    async def _host(self, place: Place) -> None:
        with structlog.contextvars.bound_contextvars(game=place.lease.public_id):
            try:
                await self._play_on(place)
            except LeaseLost as error:
                logger.info("a game was lost to another host", error=str(error))
            except Diverged as error:
                logger.error("a game came out differently when played again", seq=error.seq, error=str(error))
                # What differed may be secret; which event it was is what an operator needs.
                words = f"event {error.seq} came out differently when it was played again"
                await self._give_back(place, lambda lease: leases.set_aside_game(lease=lease, waiting=words))
            except Waiting as waiting:
                await self._let_wait(place, waiting)
            except (LookupError, WrongOption, NoSuchPlayer) as error:
                logger.error("a game cannot be played here", error=str(error))
                await self._put_off(place, "its rules or one of its players are not known here")
            except AWAY as error:
                # Only when halted: the lease may lapse, and whoever claims it goes on from what is written.
                logger.warning("a game was left as the database has it", error=str(error))
            except Exception as error:  # one game's error must not end the others'
                logger.exception("a game stopped with an error and will be tried again")
                # The error's words may hold a secret; its kind is what tells one failure from another.
                await self._put_off(place, f"an error stopped it ({type(error).__name__})")
            finally:
                with self._lock:
                    if self._places.get(place.lease.game_id) is place:
                        del self._places[place.lease.game_id]
                    all_wait = all(each.is_patient for each in self._places.values())
                self.changed.set()
                if all_wait and self.ends:  # nobody may come who finds them due; and what they lead to may be all to do
                    await self._off(self._steppers, self.ends.tell)

    async def _play_on(self, place: Place) -> None:
        """Plays a game; when the database fails it somewhere, it is played on from its rows, and its lease kept."""
        wait = FIRST_WAIT
        while True:
            try:
                await self._play(place)
                _stumbling.over()
                return
            except AWAY as error:
                _stumbling.again(error)
                await place.halt.sleep(wait)
                if place.halt.is_set():
                    raise
                wait = min(2 * wait, LONGEST_WAIT)

    async def _play(self, place: Place) -> None:
        halt, lease = place.halt, place.lease
        doorbell.ring_all(lease.game_id)
        hosted = await self._off(self._steppers, lambda: patiently(lambda _: Hosted.resumed(lease, self._clock), halt))
        try:
            await self._play_hosted(hosted, place)
        finally:
            hosted.leave()

    async def _play_hosted(self, hosted: Hosted, place: Place) -> None:
        halt = place.halt
        place.is_patient, place.has_voices = hosted.is_paced or hosted.has_voices, hosted.has_voices
        if place.is_patient:  # else what was spoken at the start is written with the first batch
            self.changed.set()
            await self._off(self._steppers, self._write, hosted, halt)
        if place.has_voices:
            await self._converse(hosted, place)
        while not hosted.is_finished and not halt.is_set() and not hosted.is_stepped:
            if not hosted.moderator.pending:
                # Until its end is shown; or it was paused there, and nobody may write it before it is resumed.
                await halt.sleep(hosted.ahead or LOOK)
                if hosted.is_paced and not halt.is_set():
                    await self._off(self._steppers, self._write, hosted, halt)
            elif hosted.is_paced:
                await self._step(hosted, halt)
            else:
                await self._off(self._batchers, self._play_through, hosted, halt)
        if hosted.is_finished:
            if place.is_patient:
                await self._off(self._steppers, self._conclude, hosted, self.ends.tell)
        elif hosted.is_stepped:
            await self._give_back(place, lambda lease: leases.pause_after_step(lease=lease))
        else:
            await self._give_back(place, lambda lease: leases.release_game(lease=lease))

    async def _converse(self, hosted: Hosted, place: Place) -> None:
        """Plays a game of players behind providers. Raises Waiting."""

        async def tell(why: str) -> None:
            await self._off(self._teller, lambda: leases.say_what_it_waits_for(lease=place.lease, why=why))
            doorbell.ring(place.lease.game_id)

        if self._asker is None:
            self._asker = Asker(lambda do: self._off(self._writer, do), self._cap_of_call)
            # What is loaded by now stays: otherwise it is looked through for garbage again with every few calls, since
            # the providers' packages make that many objects for each, and keep them while the model thinks.
            gc.freeze()
            gc.set_threshold(*SEARCHES)
        talk = Conversation(hosted, self._asker, place.halt, off=lambda do: self._off(self._steppers, do), tell=tell)
        await talk.play()

    def _cap_of_call(self, game: Game) -> Decimal | None:
        """As the host says that claims now."""
        return self.cap_of_call(game)

    async def _let_wait(self, place: Place, waiting: Waiting) -> None:
        """Gives a game back that cannot go on for something outside it; one that waited too long is called off."""
        now, why = self._clock(), str(waiting)

        def give(lease: Lease) -> bool:
            if isinstance(waiting, GivenUp):
                logger.error("a game was called off, for it could not go on", why=waiting.whole)
                return leases.call_off_game(lease=lease, why=why)
            return leases.let_game_wait(lease=lease, now=now, why=why)

        logger.warning("a game waits", why=waiting.whole)
        await self._give_back(place, give)

    async def _step(self, hosted: Hosted, halt: Halt) -> None:
        """One answer when all that was told before it is shown; what comes of it is written at once, with its times."""
        await halt.sleep(hosted.ahead)
        if hosted.is_unwritten:  # a round that has begun is told when it is shown
            await self._off(self._steppers, self._write, hosted, halt)
        await halt.sleep(hosted.rest)
        if not halt.is_set():
            await self._off(self._steppers, self._take, hosted, halt)

    def _take(self, hosted: Hosted, halt: Halt) -> None:
        hosted.take_answer()
        hosted.tell()
        self._write(hosted, halt)

    def _play_through(self, hosted: Hosted, halt: Halt) -> None:
        """Batch after batch to the end, and what is to be done there: such a game waits for nobody, and each way from
        the loop to a thread takes and gives back a connection."""
        self._search_for_garbage()
        while hosted.moderator.pending and not halt.is_set() and not hosted.is_stepped:
            hosted.take_batch(halt)
            self._write(hosted, halt)
        if hosted.is_finished:
            self._conclude(hosted, self.ends.tell_if_due)

    def _search_for_garbage(self) -> None:
        """Looks now and then for what the games before have left behind, and sees to it that nobody looks on the way:
        each look finds the game alive that is played beside, where there is one."""
        self._played_through += 1
        if self._played_through % GAMES_BETWEEN == 0:
            gc.collect()
        elif self._asker is None:
            gc.set_threshold(*SEARCHES_BETWEEN)
            gc.freeze()  # what there is counts as old, in no time: it is moved to the frozen as it is,
            gc.unfreeze()  # and these to the old; and the count that leads to a search begins anew

    def _write(self, hosted: Hosted, halt: Halt) -> None:
        if hosted.is_unwritten:
            hosted.write(halt)
            tell = doorbell.ring_all if hosted.is_finished else doorbell.ring
            tell(hosted.lease.game_id)

    def _conclude(self, hosted: Hosted, tell: Callable[[], None]) -> None:
        """Says that a game is over; what fails here is made up for by a sweep, the game is written."""
        self.finished += 1
        with _concluding.endured(*AWAY):
            (game,) = game_named(hosted.lease.game_id)
            logger.info("a game is over", winner=game.winner, rounds=game.rounds)
            record = hosted.record(game)
            self.ends.add((game, hosted.moderator if record is not None else None))
            tell()  # before the log is written: who watches waits for the next game, not for a file
            archive_game(game=game, record=record)

    async def _put_off(self, place: Place, why: str) -> None:
        now = self._clock()
        await self._give_back(place, lambda lease: leases.put_off_game(lease=lease, now=now, why=why))

    async def _give_back(self, place: Place, give: Callable[[Lease], bool]) -> None:
        try:
            await self._off(self._steppers, lambda: patiently(lambda _: give(place.lease), place.halt))
        except DatabaseError as error:
            logger.warning("a lease could not be given back and will lapse", error=str(error))
        doorbell.ring_all(place.lease.game_id)

    # --- all games -----------------------------------------------------------------------------------------------

    def _keep(self) -> None:
        """Renews leases, and halts the games that were paused, called off or lost, and those in which a model was
        substituted, which go on with the other, while there are any. In a thread of its own: on the loop it waited its
        turn behind what hundreds of games do there, until their leases had lapsed.
        """
        renewed, never = time.monotonic(), threading.Event()
        while True:
            with self._lock:
                if not self._places:
                    self._keeper = None
                    break
                places = dict(self._places)
            if self.is_stopping:
                for place in places.values():
                    place.halt.set()
            began = time.monotonic()
            due = began - renewed >= leases.RENEWAL
            with _keeping.endured(DatabaseError):
                try:
                    self._look(places, renewal=due)
                    renewed = began if due else renewed
                finally:
                    if connection.vendor == "postgresql":
                        connection.close()
            never.wait(LOOK)
        connection.close()

    def _look(self, places: dict[int, Place], *, renewal: bool) -> None:
        if renewal:
            leases.renew_leases(owner=self.owner, games=list(places), now=self._clock())
        held = Game.objects.filter(lease_owner=self.owner, status=Status.RUNNING, is_recast=False)
        tokens = dict(held.values_list("pk", "lease_token"))
        for pk, place in places.items():
            if tokens.get(pk) != place.lease.token:
                place.halt.set()

    async def _off(self, pool: ThreadPoolExecutor, do: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Does it in a thread of a pool; on PostgreSQL the connection is given back afterwards."""

        def work() -> T:
            self._opened.add(connections[DEFAULT_DB_ALIAS])
            try:
                return do(*args, **kwargs)
            finally:
                if connection.vendor == "postgresql":
                    connection.close()

        return await self._loop.run_in_executor(pool, copy_context().run, work)  # the log's context too
