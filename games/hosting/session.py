"""One claimed game in a host's hands: answers are taken, and written with the events they led to in one transaction.

Law: what was written is never asked again, and nothing is shown before it was written. With a pace each answer is
written as it comes, its events with the time from which on they may be shown, and the game is over when its last one is
shown; without one a batch is kept in memory. That costs at most the batch when the host is killed: the players are
pure, so the same answers come again.
"""

import time
from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final, Protocol, TypeVar

import structlog
from django.db import connection
from django.db.models import QuerySet

from games.agents.exchanges import Recollection
from games.agents.keeper import forget_game
from games.agents.offline import OfflinePlayer, answer_pending
from games.agents.providers.addresses import vendor_of
from games.billing.call_ledger import Settlement, orphan_calls
from games.engine.ballots import hook_of
from games.engine.moderator import Answer as Given
from games.engine.moderator import Moderator
from games.engine.questions import Illegal
from games.engine.record import hash_of_finished
from games.engine.table import Entry
from games.engine.truth import verdicts_in
from games.gateway.capabilities import asked_of
from games.gateway.players import Voice, answerers
from games.hosting.leases import Lease
from games.hosting.pacing import Timing
from games.hosting.progress import End, Progress, keep_briefing, take_up_substitutes, write_progress
from games.hosting.questions import Matter, Taken, which
from games.hosting.recovery import Earlier, earlier_of
from games.ledger.asked import settings_of
from games.ledger.logs import RecordedGame, deaths, deaths_in, recorded
from games.ledger.rows import (
    AnswerRow,
    EventRow,
    TimedRow,
    answer_row,
    call_totals,
    event_row,
    moderator_of,
    sitters_of,
    stored_play,
    time_of,
    written,
)
from games.models import Game, Seat
from games.models.worded import planned
from games.process.trouble import AWAY, Trouble

logger = structlog.get_logger(__name__)
T = TypeVar("T")
BATCH_ANSWERS: Final = 200
BATCH_SECONDS: Final = 0.25
FIRST_WAIT: Final = 0.1  # seconds before a database that failed is tried again; doubles up to the longest
LONGEST_WAIT: Final = 5.0
_silence: Final = Trouble(logger, "the database does not answer; trying again", "the database answers again")


def seats_of(game: Game) -> list[Seat]:
    """A game's seats with who sits in them, in order, each of this very game: nobody asks for it again."""
    seats = _seats(game.pk)
    for seat in seats:
        seat.game = game
    return seats


@planned
def _seats(game: int) -> QuerySet[Seat]:
    seats = Seat.objects.filter(game=game).order_by("number")
    return seats.select_related("player__persona", "player__model", "model_version")


@planned
def game_named(key: int) -> QuerySet[Game]:
    """The game with this key, in a list."""
    return Game.objects.filter(pk=key)


class Halt(Protocol):
    """Somebody who may say that it is time to stop; a threading.Event is one."""

    def is_set(self) -> bool: ...

    def wait(self, timeout: float) -> bool: ...


def patiently(do: Callable[[int], T], halt: Halt) -> T:
    """What `do` returns; while the database fails it is tried again, given the number of failures so far.

    A database that is locked, restarted or full for a moment costs time and no game. Gives up, raising the database's
    error, only when halted.
    """
    failures, wait = 0, FIRST_WAIT
    while True:
        try:
            done = do(failures)
        except AWAY as error:
            failures += 1
            connection.close()
            _silence.again(error)
            if halt.wait(wait):
                raise
            wait = min(2 * wait, LONGEST_WAIT)
        else:
            _silence.over()
            return done


class Hosted:
    """A game that is being played on. Not safe for two threads at once."""

    def __init__(
        self,
        lease: Lease,
        game: Game,
        moderator: Moderator,
        seats: Sequence[Seat],
        players: Sequence[OfflinePlayer | Voice],
        clock: Callable[[], datetime],
        times: Sequence[datetime] = (),
    ) -> None:
        self.lease = lease
        self.moderator = moderator
        spoilers = game.terms.get("spoilers", "open")
        self.timing = Timing(float(game.terms.get("pace") or 0), is_open=spoilers == "open")
        self.is_finished = False
        self._game = game
        self._players = players
        # A game of models lasts, and its players' sheets are the most of what it would hold: they are read again.
        self._seats = () if self.has_voices else seats
        models = [player.model for player in self._players if isinstance(player, Voice)]
        self._is_at_one_provider = len({(vendor_of(model.provider), model.base_url) for model in models}) <= 1
        self._steps_to = game.steps_to
        self._recollection = Recollection(moderator, game.public_id, learns=game.teaches)
        self._tries: dict[tuple[int, int], int] = {}
        self._settlements: list[Settlement] = []
        self._earlier = Earlier()
        self._clock = clock
        self._is_whole = not game.last_seq
        self._hash = ""  # until it is over
        self._times: dict[int, str] = {}
        self._answer_times: dict[tuple[int, int], str] = {}
        self._answers: list[AnswerRow] = []
        self._events: list[EventRow | TimedRow] = []
        self._told = game.last_seq
        self._public = sum(entry.is_public for entry in moderator.ledger[: self._told])
        self._written = game.last_seq
        self._untold: list[Given] = []
        # Of a paced game the rounds are told when they are shown: by the times of the events that they begin with.
        self._rounds = game.rounds
        self._rounds_written = game.rounds
        self._rounds_to_come: deque[tuple[datetime, int]] = deque()
        if self.is_paced and times:
            self._go_on_from(times)
        self.tell()

    @classmethod
    def resumed(cls, lease: Lease, clock: Callable[[], datetime]) -> "Hosted":
        """The game of a lease, played again up to where it stands.

        Raises Diverged; LookupError, WrongOption or NoSuchPlayer when it cannot be played here.
        """
        (game,) = game_named(lease.game_id)
        seats = seats_of(game)
        # Where nothing was written there is nothing to read: the numbers of the latest go with what is written.
        ledger, journal = stored_play(game) if game.last_seq or game.last_poll else ([], [])
        moderator = moderator_of(game, ledger, journal, seats)
        if game.is_recast:
            take_up_substitutes(lease=lease, game=game, seats=seats, now=clock())
        if game.has_voices:
            keep_briefing(lease=lease, game=game, seats=seats)
        settings = settings_of(game)
        hosted = cls(lease, game, moderator, seats, answerers(seats, settings), clock, [time_of(row) for row in ledger])
        if hosted.has_voices and game.last_seq:  # nobody is asked before what was spoken at the start is written
            orphan_calls(game=game)
            hosted._earlier = earlier_of(game, hosted.moderator.poll, hosted._asked)
        return hosted

    @property
    def is_unwritten(self) -> bool:
        """Whether something happened that is not in the database, the end included."""
        if self._answers or self._events:
            return True
        if self.moderator.winner is not None and not self.is_finished:
            return not self.ahead
        return self.is_paced and self._rounds_shown() != self._rounds_written

    def record(self, game: Game) -> RecordedGame | None:
        """The record of the finished game when all of it was played here; None when the rows know more."""
        if not self._is_whole:
            return None
        calls = call_totals(game)
        if calls["calls"]:  # what each answer took, how often it was asked, and what could not stand
            return None
        sitters = sitters_of(game, self._seats or seats_of(game), is_over=self.moderator.winner is not None)
        whole = recorded(self.moderator, release=game.release, salt=game.salt, sitters=sitters)
        return replace(
            whole,
            game=game.public_id,
            season=game.terms.get("season"),
            terms=game.terms,
            unrated=game.unrated,
            times=self._times,
            answer_times=self._answer_times,
            tries=dict.fromkeys(self._answer_times, 1),
            calls=calls,
            known_hash=self._hash or None,
            verdicts=verdicts_in(self.moderator),
        )

    @property
    def is_paced(self) -> bool:
        """Whether it is played for spectators, not as fast as it goes."""
        return self.timing.pace > 0

    @property
    def has_voices(self) -> bool:
        """Whether some of its players are asked over the network."""
        return any(isinstance(player, Voice) for player in self._players)

    @property
    def is_of_voices(self) -> bool:
        """Whether all of its players are asked over the network, so that none thinks here."""
        return all(isinstance(player, Voice) for player in self._players)

    @property
    def is_stepped(self) -> bool:
        """Whether it was to go on by one poll alone, and has."""
        return self._steps_to is not None and self.moderator.poll > self._steps_to and bool(self.moderator.pending)

    @property
    def _asked(self) -> dict[int, int]:
        """By seat, the key of the model that is asked there over the network."""
        return {seat: each.model.pk for seat, each in enumerate(self._players) if isinstance(each, Voice)}

    @property
    def is_secret(self) -> bool:
        """Whether what happens now is secret, with how much of it there is."""
        return self.moderator.table.phase in self.moderator.ruleset.secret_phases

    @property
    def rest(self) -> float:
        """Seconds to wait before the next question."""
        if self.timing.is_open or not self.is_secret:
            return self.ahead
        return max(self.ahead, self.timing.share(self._clock()))

    @property
    def ahead(self) -> float:
        """Seconds until all that was told is shown."""
        return self.timing.ahead(self._clock()) if self.is_paced else 0.0

    def take_answer(self) -> None:
        """Asks the next seat that owes an answer; what comes of it is told by tell()."""
        self._take_of(next(iter(self.moderator.pending)))

    def _take_of(self, seat: int) -> None:
        moderator, player = self.moderator, self._players[seat]
        if isinstance(player, Voice):
            raise TypeError(f"seat {seat} is asked over the network")
        try:
            answer_pending(moderator, {seat: player}, seat)
        except Illegal as error:
            # A player of ours, and pure: asked again it would say the same.
            logger.error("an offline player answered illegally", game=self.lease.public_id, seat=seat, error=str(error))
            moderator.default(seat, str(error))
        self._untold.append(moderator.journal[-1])

    def leave(self) -> None:
        """Nobody plays it here any more: what its players keep in mind of it may go."""
        forget_game(self.moderator.ledger)

    # --- players behind a provider ---

    def matters(self, under_way: Collection[int]) -> list[Matter | Taken]:
        """The questions to ask over the network now, but for those of seats that are under way; what was answered
        before a restart and not yet taken comes as taken. Offline players in the same poll answer here and now."""
        found: list[Matter | Taken] = []
        for seat in tuple(self.moderator.pending):
            player = self._players[seat]
            if not isinstance(player, Voice):
                self._take_of(seat)
            elif seat not in under_way:
                matter = self._matter(seat, player)
                found.append(self._earlier.taken(matter) or matter)
        return found

    def take(self, taken: Taken) -> None:
        """Takes what came of a matter; what follows is told by tell()."""
        moderator, seat = self.moderator, taken.matter.seat
        self._tries[taken.matter.poll, seat] = max(taken.tries, 1)
        if taken.settlement is not None:
            self._settlements.append(taken.settlement)
        if taken.answer is None:
            moderator.default(seat, taken.reason)
        else:
            moderator.answer(seat, taken.answer)
        self._untold.append(moderator.journal[-1])

    def _matter(self, seat: int, voice: Voice) -> Matter:
        poll = self.moderator.poll
        retorts = self._earlier.retorts(poll, seat)
        exchange = self._recollection.exchange(
            seat, voice.character, asked_of(voice.model), retorts, is_among=self._is_among(voice)
        )
        losses = self._earlier.losses.get((poll, seat), ())
        _, unread = self._earlier.unread.get((poll, seat), (None, ""))
        return Matter(self._game, poll, seat, voice.model, exchange, self._is_at_one_provider, losses, unread)

    def _is_among(self, voice: Voice) -> bool:
        """Whether others on the same model are asked in this poll, too."""
        asked = (self._players[seat] for seat in self.moderator.table.asked)
        return sum(isinstance(each, Voice) and which(each.model) == which(voice.model) for each in asked) > 1

    # --- written ---

    def take_batch(self, halt: Halt) -> None:
        """Asks seat after seat until the batch is full, its time is over, the game ends or somebody halts it."""
        until = time.monotonic() + BATCH_SECONDS
        while self.moderator.pending and len(self._answers) + len(self._untold) < BATCH_ANSWERS:
            self.take_answer()
            if halt.is_set() or self.is_stepped or time.monotonic() > until:
                break
        self.tell()  # once: it is written at one moment, and there is nobody to whom it could be told before

    def write(self, halt: Halt, *, repeated: bool = False) -> None:
        """Writes what happened since the last write; `repeated`: it may have been written already. Raises LeaseLost."""
        if self.is_unwritten:
            progress = self.progress()
            self.wrote(
                progress,
                patiently(
                    lambda failures: write_progress(
                        lease=self.lease, progress=progress, repeated=repeated or failures > 0
                    ),
                    halt,
                ),
            )

    def wrote(self, progress: Progress, finished: bool) -> None:  # noqa: FBT001
        """Says that this progress was written, and whether the game is finished."""
        self.is_finished = finished
        self._written = progress.last_seq
        self._rounds_written = progress.rounds
        self._answers, self._events, self._settlements = [], [], []

    def tell(self) -> None:
        """Makes rows of the answers that were taken and the events that were spoken since the last time, as of now."""
        ledger, at = self.moderator.ledger, self._clock()
        in_words = written(at)
        for answer in self._untold:
            tries = self._tries.pop((answer.poll, answer.seat), 1)
            self._answers.append(answer_row(self.lease.game_id, answer, at, tries))
            self._answer_times[answer.poll, answer.seat] = in_words
        untold, self._untold = self._untold, []
        if self.is_paced:
            self._tell_in_time(untold, at)
            return
        for entry in ledger[self._told :]:
            self._public += entry.is_public
            public_seq = self._public if entry.is_public else None
            self._events.append(event_row(self.lease.game_id, entry, at, public_seq))
            self._times[entry.seq] = in_words
        self._told = len(ledger)

    def _tell_in_time(self, untold: Sequence[Given], at: datetime) -> None:
        """The same of events in a paced game: each may be shown from its own time on."""
        entries = self.moderator.ledger[self._told :]
        self.timing.answered(untold, entries)
        for entry, shown_at in zip(entries, self.timing.times(entries, at, self._thought_of), strict=True):
            self._public += entry.is_public
            public_seq = self._public if entry.is_public else None
            self._events.append(TimedRow(*event_row(self.lease.game_id, entry, at, public_seq), shown_at))
            self._rounds_to_come.append((shown_at, entry.round))
            self._times[entry.seq] = written(shown_at)
        self._told = len(self.moderator.ledger)

    def _go_on_from(self, times: Sequence[datetime]) -> None:
        """Takes up the times of what was told, so that the night is as long after a restart as without one."""
        entries = self.moderator.ledger[: len(times)]
        self.timing.recall(entries, times, self._clock(), self._thought_of)
        self._rounds_to_come.extend((at, entry.round) for entry, at in zip(entries, times, strict=True))

    def _rounds_shown(self) -> int:
        """How many rounds were begun, as far as it is shown."""
        now = self._clock()
        while self._rounds_to_come and self._rounds_to_come[0][0] <= now:
            self._rounds = self._rounds_to_come.popleft()[1]
        return self._rounds

    def _thought_of(self, entry: Entry) -> str:
        """What was thought with an event by who did it: with words, whenever that was, with a deed in the same poll."""
        authors = entry.event.authors
        if len(authors) != 1:
            return ""
        since = 0 if entry.event.data().get("words") else entry.poll
        journal = self.moderator.journal
        for place in range(bisect_right(journal, entry.poll, key=lambda each: each.poll) - 1, -1, -1):
            if journal[place].poll < since:
                return ""
            if journal[place].seat == authors[0]:
                return journal[place].thought
        return ""

    def progress(self) -> Progress:
        """What happened since the last write."""
        moderator, end = self.moderator, self._end()
        return Progress(
            answers=self._answers,
            events=self._events,
            last_seq=len(moderator.ledger),
            last_poll=moderator.poll,
            rounds=self._rounds_shown() if self.is_paced and end is None else moderator.rounds,
            died=self._died(),
            end=end,
            settlements=self._settlements,
        )

    def _died(self) -> dict[int, int]:
        """The round of death by seat, for those of whom events told since; at the end also for who left without."""
        told = deaths(self.moderator.ledger[self._written :])
        return told if self.moderator.winner is None else deaths_in(self.moderator) | told

    def _end(self) -> End | None:
        moderator, game = self.moderator, self._game
        if moderator.winner is None or self.ahead:
            return None
        # Clocks of two machines may differ; a game does not end before it started.
        at = max(self._clock(), game.started_at or game.created_at)
        self._hash = self._hash or hash_of_finished(moderator)
        return End(moderator.winner, self._hash, at, hook_of(moderator.ledger))
