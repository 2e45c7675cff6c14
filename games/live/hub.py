"""What moves in the games that are watched, read once for everybody. Law: one hub a web process (a loop), one query for
all watched games, one encoding for each game and lens; every socket is handed the same text.

When it looks is the lookout's matter. What a lens shows and how it is numbered is for games.ledger.reads to say; the
hub remembers, for each game and lens that is watched, what it has told, from the first event on: whoever comes is
caught up from that, and a thousand who come ask the database for nothing. What was read and is not to be shown yet it
keeps as frames until their time.
"""

import asyncio
import weakref
from collections import defaultdict, deque
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import reduce
from operator import or_
from typing import Any, Final, NamedTuple

import structlog
from django.db.models import Max, Q
from django.utils import timezone

from games.engine.viewpoint import Viewer, seen_by
from games.ledger.marks import Marker, read_answers
from games.ledger.narrations import Dealt, Narrated, Telling
from games.ledger.rows import LEDGER_FIELDS, entry_of, time_of, written
from games.ledger.shown import seqs_shown, shown_by, told
from games.live.lookout import Lookout
from games.live.sockets import MOST_SOCKETS, OUR_FAULT, PING, Frame, Line, Refused, encoded, in_thread
from games.models import Event, Game
from games.process.doorbell import group_of
from games.process.trouble import Trouble

logger = structlog.get_logger(__name__)
BREATH: Final = 0.02  # seconds in which rings become one look
MOST_ROWS: Final = 2_000  # events of one look; the rest is the next one's
FORESIGHT: Final = timedelta(
    seconds=3
)  # so far ahead of their time delayed events are read: some looks, for none is late
UNREADABLE: Final = (ValueError, LookupError, TypeError)  # what rows raise that no release wrote
_reading: Final = Trouble(logger, "the watched games could not be read; looking again", "watched games are read again")


class Key(NamedTuple):
    """What is told alike to everybody: a game, a lens, how old an event must be, the narrator's dice, if any, whether
    each event had a time from which on it may be shown when somebody asked, whether beats are told too, and whether it
    is veiled. A game that nobody has begun may be given another pace: what has a time waits for it all the same."""

    game_id: int
    viewer: Viewer
    delay: timedelta
    narrated: Dealt | None = None
    is_timed: bool = False
    with_beats: bool = False
    is_veiled: bool = False


# What is shown of each event, given one after the other: the beats that it changes.
Beats = Callable[[Mapping[str, Any]], Sequence[Mapping[str, Any]]]


@dataclass(slots=True)
class Stream:
    """How far a game was told through a lens: to which number of the ledger, and of the lens's own. `told` are the
    frames of all events that were, from the first on; `held` those that were read and are not to be shown yet."""

    key: Key
    names: Sequence[str]
    cursor: int = 0
    count: int = 0
    lines: set[Line] = field(default_factory=set)
    told: list[Frame] = field(default_factory=list)
    held: deque[tuple[datetime, Frame]] = field(default_factory=deque)
    takes: Beats | None = None
    stand: "Stand | None" = None  # as it was told last: of a game that is over, behind all that happened in it
    marker: Marker = field(init=False)
    telling: Telling | None = field(init=False)

    def __post_init__(self) -> None:
        key = self.key
        self.marker = Marker(key.game_id, key.viewer, self.names)
        self.telling = Telling(key.game_id, key.narrated, key.viewer) if key.narrated else None


class Stand(NamedTuple):
    """What a status frame says. Nothing in it tells what a seat does or that something secret happened."""

    status: str
    winner: str
    waiting: str
    rounds: int
    started_at: datetime | None
    finished_at: datetime | None

    @property
    def is_over(self) -> bool:
        return self.status in Game.OVER

    @property
    def frame(self) -> Frame:
        """The status frame."""
        words = {
            "type": "status",
            "status": self.status,
            "winner": self.winner or None,
            "waiting": self.waiting,
            "rounds": self.rounds,
            "started_at": self.started_at and written(self.started_at),
            "finished_at": self.finished_at and written(self.finished_at),
        }
        return Frame(0, encoded(words), is_last=self.is_over)


@dataclass(frozen=True, slots=True)
class News:
    """What one stream is to be told: the frames, and how far it then is; with a pace when each may be told."""

    stream: Stream
    cursor: int
    count: int
    frames: Sequence[Frame]
    times: Sequence[datetime] = ()


def event_frames(
    rows: Iterable[dict[str, Any]], narrated: Iterable[Narrated] = (), takes: Beats | None = None
) -> list[Frame]:
    """The frames of event rows, with what the narrator says to them, and with the beats that they are part of where
    something `takes` them."""
    asides = {each.after: encoded({"type": "narration", **each.row}) for each in narrated}
    return [
        Frame(
            seq := row["seq"],
            encoded({"type": "event", "seq": seq, "event": row}),
            asides.get(seq, ""),
            tuple(encoded({"type": "beat", "seq": seq, "beat": beat}) for beat in takes(row)) if takes else (),
        )
        for row in rows
    ]


# --- reading, in a thread ---------------------------------------------------------------------------------------------


def position(key: Key, until: datetime | None) -> tuple[int, int]:
    """How far a game can be told through a lens until a time, or at all: the ledger's number, and the lens's own."""
    ledger = Event.objects.filter(game_id=key.game_id)
    if until is not None:
        ledger = ledger.filter(shown_by(until))
    cursor: int = ledger.aggregate(last=Max("seq"))["last"] or 0
    return cursor, len(seqs_shown(ledger.filter(seq__lte=cursor), key.viewer))


def place(stream: Stream, now: datetime) -> None:
    """Puts a new stream where its game can be told by now, with all that was told up to there. How the game stands is
    read first: where it was over by then, all of it is read."""
    key = stream.key
    _, stream.stand = stands([key.game_id]).get(key.game_id, (0, None))
    is_over = stream.stand is not None and stream.stand.is_over
    until = None if is_over else now - key.delay
    stream.cursor, stream.count = position(key, until)
    fields = ("game_id", *LEDGER_FIELDS, "public_seq")
    ledger = list(Event.objects.filter(game_id=key.game_id, seq__lte=stream.cursor).order_by("seq").only(*fields))
    read_answers([(stream.marker, ledger)])
    names, marker = stream.names, stream.marker
    rows = told(key.game_id, ledger, viewer=key.viewer, after=0, names=names, marker=marker, is_veiled=key.is_veiled)
    stream.told = event_frames(rows, _narrated(stream, ledger, until), stream.takes)


def stands(games: Iterable[int]) -> dict[int, tuple[int, Stand]]:
    """The last event's number and the stand of each game."""
    fields = ("status", "winner", "waiting", "rounds", "started_at", "finished_at")
    rows = Game.objects.filter(pk__in=list(games)).values_list("pk", "last_seq", *fields)
    return {pk: (last_seq, Stand(*stand)) for pk, last_seq, *stand in rows}


def read_news(streams: Sequence[Stream], now: datetime) -> tuple[dict[int, Stand], list[News], bool]:
    """What moved: the stands of all games, what each stream is to be told, and whether more is there to be read."""
    found = stands({stream.key.game_id for stream in streams})
    behind = [s for s in streams if s.key.game_id in found and s.cursor < found[s.key.game_id][0]]
    until = {s.key: _until(s, found[s.key.game_id][1], now) for s in behind}
    rows: dict[int, list[Event]] = defaultdict(list)
    read = 0
    if behind:
        wanted = reduce(or_, (_unread(stream, until[stream.key]) for stream in behind))
        fields = ("game_id", *LEDGER_FIELDS, "public_seq")
        for row in Event.objects.filter(wanted).order_by("game_id", "seq").only(*fields)[:MOST_ROWS]:
            rows[row.game_id].append(row)
            read += 1
    fresh = {stream.key: _fresh(stream, rows[stream.key.game_id], until[stream.key]) for stream in behind}
    read_answers((stream.marker, fresh[stream.key]) for stream in behind)
    # What asks the database comes first, of all: where it fails nothing has been made of anything, and is made twice.
    read_of = [(stream, fresh[stream.key], _read(stream, fresh[stream.key], until[stream.key])) for stream in behind]
    news = [_news(stream, rows_of_it, told_of_it) for stream, rows_of_it, told_of_it in read_of if rows_of_it]
    return {game_id: stand for game_id, (_, stand) in found.items()}, news, read >= MOST_ROWS


def _until(stream: Stream, stand: Stand, now: datetime) -> datetime | None:
    """The time until which a stream may be told; None when there is no such time."""
    if stand.is_over or not stream.key.delay:
        return None
    return now - stream.key.delay + (FORESIGHT if stream.key.is_timed else timedelta(0))


def _unread(stream: Stream, until: datetime | None) -> Q:
    unread = Q(game_id=stream.key.game_id, seq__gt=stream.cursor)
    return unread if until is None else unread & shown_by(until)


def _fresh(stream: Stream, rows: Sequence[Event], until: datetime | None) -> list[Event]:
    """Of the events of its game those that a stream is to be told."""
    return [row for row in rows if row.seq > stream.cursor and (until is None or time_of(row) <= until)]


ToldOf = tuple[list[dict[str, Any]], list[Narrated]]  # rows of a lens, and what the narrator says to them


def _read(stream: Stream, fresh: Sequence[Event], until: datetime | None) -> ToldOf:
    """What a stream is to be told of fresh events."""
    if not fresh:
        return [], []
    try:
        rows_told = told(
            stream.key.game_id,
            fresh,
            viewer=stream.key.viewer,
            after=stream.count,
            names=stream.names,
            marker=stream.marker,
            is_veiled=stream.key.is_veiled,
        )
        return rows_told, _narrated(stream, fresh, until)
    except UNREADABLE as error:
        _pass_over(stream, fresh, error)
        return [], []


def _news(stream: Stream, fresh: Sequence[Event], told_of_it: ToldOf) -> News:
    try:
        frames = event_frames(*told_of_it, stream.takes)
    except UNREADABLE as error:
        _pass_over(stream, fresh, error)
        frames = []
    is_timed = stream.key.is_timed or any(row.shown_at is not None for row in fresh)
    times = _times(stream.key, fresh) if frames and is_timed else []
    return News(stream, fresh[-1].seq, stream.count + len(frames), frames, times)


def _pass_over(stream: Stream, fresh: Sequence[Event], error: Exception) -> None:
    """Rows that no release wrote. One such game is passed over, or nobody would hear of any other."""
    logger.error("the events of a game cannot be read", game=stream.key.game_id, seq=fresh[0].seq, error=str(error))


def _times(key: Key, fresh: Sequence[Event]) -> list[datetime]:
    """When each of the events that a lens shows may be told."""
    return [time_of(row) + key.delay for row in fresh if any(seen_by(key.viewer, [entry_of(row)]))]


def _narrated(stream: Stream, rows: Sequence[Event], until: datetime | None) -> list[Narrated]:
    """What the narrator says to fresh events of the ledger."""
    return [] if stream.telling is None else stream.telling.next(rows, until)


# --- the hub ----------------------------------------------------------------------------------------------------------


class Hub:
    """All watched games of one loop."""

    def __init__(self) -> None:
        self._streams: dict[Key, Stream] = {}
        self._joining = asyncio.Lock()
        self._lookout = Lookout(self._look, self._ping, self._groups, breath=BREATH, reading=_reading)
        self.sockets = 0
        self._next: asyncio.TimerHandle | None = None  # when something that is held is to be shown

    @property
    def is_full(self) -> bool:
        return self.sockets >= MOST_SOCKETS

    async def join(self, key: Key, names: Sequence[str], line: Line, takes: Beats | None = None) -> None:
        """From now on the line is offered whatever is told through this lens after what can be read now; with beats
        where there is something that `takes` events and makes them."""
        async with self._joining:
            stream = self._streams.get(key)
            if stream is None:
                stream = Stream(key, names, takes=takes)
                try:
                    await in_thread(place, stream, timezone.now())
                except UNREADABLE as error:
                    logger.error("the events of a game cannot be read", game=key.game_id, error=str(error))
                    raise Refused(OUR_FAULT, "the events of this game cannot be read") from error
                self._streams[key] = stream
            stream.lines.add(line)
            self.sockets += 1
        self._lookout.begin()
        await self._lookout.listen_to(group_of(key.game_id))

    async def leave(self, key: Key, line: Line) -> None:
        """The line is offered nothing more."""
        stream = self._streams.get(key)
        if stream is None or line not in stream.lines:
            return
        stream.lines.remove(line)
        self.sockets -= 1
        if stream.lines:
            return
        del self._streams[key]
        if not any(other.game_id == key.game_id for other in self._streams):
            await self._lookout.ignore(group_of(key.game_id))
        if not self._streams:
            if self._next is not None:
                self._next.cancel()
            await self._lookout.end()

    def stand(self, key: Key) -> Stand | None:
        """How a watched game stood when this lens was told last."""
        stream = self._streams.get(key)
        return None if stream is None else stream.stand

    def told(self, key: Key, after: int) -> Sequence[Frame]:
        """What a watched game was told through a lens so far, behind the event of this number."""
        stream = self._streams.get(key)
        return [] if stream is None else stream.told[after:]

    # --- looking ---

    def _groups(self) -> set[str]:
        return {group_of(key.game_id) for key in self._streams}

    def _ping(self) -> None:
        for stream in self._streams.values():
            _tell(stream, [Frame(0, PING)])

    async def _look(self) -> None:
        streams = list(self._streams.values())
        if not streams:
            return
        stands, news, is_more = await in_thread(read_news, streams, timezone.now())
        if is_more:
            self._lookout.look_soon()
        for piece in news:
            stream = piece.stream
            # One that went and came back meanwhile is another, and told at the next look.
            if self._streams.get(stream.key) is stream:
                stream.cursor, stream.count = piece.cursor, piece.count
                if piece.times:
                    stream.held.extend(zip(piece.times, piece.frames, strict=True))
                else:
                    _tell(stream, piece.frames)
        self._show(over={game_id for game_id, stand in stands.items() if stand.is_over})
        if is_more:
            return  # how it stands is told behind what happened
        for stream in streams:  # who came since has not been told what this look found
            stand = stands.get(stream.key.game_id)
            if stand is not None and stand != stream.stand and self._streams.get(stream.key) is stream:
                stream.stand = stand
                _tell(stream, [stand.frame])

    def _show(self, over: Collection[int] = ()) -> None:
        """Tells what is held and whose time has come, all of it of games that are over; and does so again when the time
        of the next comes."""
        now, next_ = timezone.now(), None
        for stream in self._streams.values():
            held, is_over = stream.held, stream.key.game_id in over
            due = []
            while held and (is_over or held[0][0] <= now):
                due.append(held.popleft()[1])
            _tell(stream, due)
            if held:
                next_ = min(next_ or held[0][0], held[0][0])
        if self._next is not None:
            self._next.cancel()
        wait = (next_ - now).total_seconds() if next_ else 0.0
        self._next = asyncio.get_running_loop().call_later(wait, self._show) if next_ else None


def _tell(stream: Stream, frames: Sequence[Frame]) -> None:
    if frames:
        stream.told += [frame for frame in frames if frame.seq]
        for line in stream.lines:
            line.offer(frames)


_hubs: "weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, Hub]" = weakref.WeakKeyDictionary()


def hub_here() -> Hub:
    """The hub of the running loop."""
    return _hubs.setdefault(asyncio.get_running_loop(), Hub())
