"""How somebody watches a game: what was missed after `after`, then what happens, through one lens; with `narrations=1`
the narrator's words too, as frames of their own behind the events that they follow, and with `beats=1` what is shown of
each event, before it: who has the event has its beat, wherever the line is cut. Reconnecting is no special case.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final, NamedTuple
from urllib.parse import parse_qs

from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from games.engine.viewpoint import WrongLens
from games.ledger.narrations import lines_for, narrator_of
from games.ledger.reads import LensRefused, delay_of, is_dictated, narrations_for, viewer_for
from games.ledger.shown import is_timed
from games.live.hub import Beats, Hub, Key, Stream, place
from games.live.sockets import BAD_PARAMETER, NO_SUCH_GAME, NOT_ALLOWED, Frame, Line, Refused, encoded, in_thread
from games.models import Game

A_PIECE: Final = 32  # frames that are written at once while catching up
LARGEST: Final = 2**31 - 1
TO_THE_END: Final = "-over"  # behind the number of the last event: what the frame behind all others is named
LONGEST_NUMBER: Final = 20  # digits; leading zeros are nobody's business
# What may be asked, and what is meant without it.
ASKED: Final = {"after": "0", "lens": "audience", "narrations": "0", "beats": "0"}
Told = Callable[[int], Sequence[Frame]]  # what was told behind the event of a number
Staging = Callable[[str, Sequence[str]], Beats]  # what makes beats, by a game's rule book and the aliases of its seats


class Wish(NamedTuple):
    """What an address asks for."""

    public_id: str
    lens: str
    after: int
    with_asides: bool
    with_beats: bool


class Wanted(NamedTuple):
    """What somebody asks for, and may have."""

    game: Game
    key: Key
    names: tuple[str, ...]
    after: int
    user: Any  # of a socket a lazy one of channels.auth
    with_asides: bool


def wish_of(scope: dict[str, Any]) -> Wish:
    """What the address asks for; raises Refused."""
    given = parse_qs(scope["query_string"].decode("latin-1"), keep_blank_values=True)
    if unknown := sorted(given.keys() - ASKED.keys()):
        raise Refused(BAD_PARAMETER, f"there is no parameter {unknown[0][:40]!r}, only {', '.join(ASKED)}")
    if twice := [name for name, values in given.items() if len(values) > 1]:
        raise Refused(BAD_PARAMETER, f"{twice[0]} must be given once")
    after, lens, narrations, beats = (given.get(name, [usual])[0] for name, usual in ASKED.items())
    is_number = after.isascii() and after.isdecimal() and len(after) <= LONGEST_NUMBER
    if not is_number or int(after) > LARGEST:
        raise Refused(BAD_PARAMETER, f"after must be a whole number, not {after[:40]!r}")
    for name, value in (("narrations", narrations), ("beats", beats)):
        if value not in ("0", "1"):
            raise Refused(BAD_PARAMETER, f"{name} must be 0 or 1, not {value[:40]!r}")
    public_id = scope["url_route"]["kwargs"]["public_id"]
    return Wish(public_id, lens, int(after), narrations == "1", beats == "1")


def game_named(public_id: str) -> Game:
    """A game with its seats, to be shared by all who watch it; raises Refused."""
    game = Game.objects.prefetch_related("seats").filter(public_id=public_id).first()
    if game is None:
        raise Refused(NO_SUCH_GAME, f"there is no game {public_id!r}")
    return game


def granted(wish: Wish, game: Game, user: Any) -> Wanted:
    """What somebody is given of what they wish, who may look at the game so; raises Refused."""
    seats = sorted(game.seats.all(), key=lambda seat: seat.number)
    try:
        viewer = viewer_for(game, wish.lens, user, len(seats))
    except WrongLens as error:
        raise Refused(BAD_PARAMETER, str(error)) from error
    except LensRefused as error:
        raise Refused(NOT_ALLOWED, str(error)) from error
    dice = lines_for(game) if narrator_of(game, viewer) else None
    key = Key(game.pk, viewer, delay_of(game, user, viewer), dice, is_timed(game), wish.with_beats, game.is_veiled)
    return Wanted(game, key, tuple(seat.alias for seat in seats), wish.after, user, wish.with_asides)


def granted_to_anybody(wish: Wish) -> Wanted:
    """What whoever does not say who they are is given; raises Refused."""
    return granted(wish, game_named(wish.public_id), AnonymousUser())


async def tell(
    line: Line,
    hub: Hub,
    wanted: Wanted,
    *,
    caught_up: Callable[[], object] = lambda: None,
    ends: bool = False,
) -> None:
    """Sends what was missed, says that it has caught up, then sends what the hub offers; each event once, in order. It
    has no end of its own, or `ends` with how the game stands when it is over."""
    teller, told = Teller(line, wanted), partial(hub.told, wanted.key)
    await teller.catch_up(told)
    caught_up()
    stand = hub.stand(wanted.key)  # it may have changed since whoever watches last looked
    # Where the game came to its end meanwhile, how it stands waits in the line behind what happened.
    if stand is not None and not (stand.is_over and told(teller.sent)):
        await teller.say(stand.frame)
        if ends and stand.is_over:
            return
    while True:
        for frame in await line.taken(teller.at_once):
            if frame.seq > teller.sent + 1:
                await teller.catch_up(told)
            if not 0 < frame.seq <= teller.sent:
                await teller.say(frame)
            if ends and frame.is_last:
                return


async def tell_by_now(line: Line, stream: Stream, wanted: Wanted) -> None:
    """Sends of a stream that was placed what was missed, and how its game stands."""
    teller = Teller(line, wanted)
    await teller.catch_up(lambda after: stream.told[after:])
    if stream.stand is not None:
        await teller.say(stream.stand.frame)


def placed(wanted: Wanted, takes: Beats | None) -> Stream:
    """What can be told by now, for who asks where there is no hub."""
    stream = Stream(wanted.key, wanted.names, takes=takes)
    place(stream, timezone.now())
    return stream


class Teller:
    """What one line has been sent: `sent` is the number of the last event."""

    def __init__(self, line: Line, wanted: Wanted) -> None:
        self._line, self._wanted, self.sent = line, wanted, wanted.after

    def at_once(self, frame: Frame) -> bool:
        """Sends a frame that comes next, without waiting; whether that could be, or has been already."""
        return self._pushed(frame, with_aside=self._wanted.with_asides)

    async def say(self, frame: Frame) -> None:
        """Sends a frame, with what is shown of it and what the narrator says to it to who asked for that, as soon as
        the other side takes it."""
        await self._say(frame, with_aside=self._wanted.with_asides)

    async def catch_up(self, told: Told) -> None:
        """Sends what was told behind the last event that was sent. What a model says to it comes later than the
        events: that is asked for, as it is told by now."""
        wanted, key = self._wanted, self._wanted.key
        told_by_model = wanted.with_asides and is_dictated(wanted.game, key.viewer)
        asides: dict[int, str] = {}
        if told_by_model:
            said = await in_thread(narrations_for, wanted.game, key.viewer, self.sent, user=wanted.user)
            asides = {each.after: encoded({"type": "narration", **each.row}) for each in said}
        elif wanted.with_asides and self.sent:
            asides = {frame.seq: frame.aside for frame in told(self.sent - 1)[:1]}
        if aside := asides.get(self.sent):
            await self._line.say(aside)  # the line may have been cut between an event and its aside
        with_aside = wanted.with_asides and not told_by_model
        if not told_by_model:
            self._push_many(told(self.sent), with_aside=with_aside)
        for frame in told(self.sent):
            await self._say(frame, with_aside=with_aside)
            if told_by_model and (aside := asides.get(frame.seq)):
                await self._line.say(aside)

    def _pushed(self, frame: Frame, *, with_aside: bool) -> bool:
        if 0 < frame.seq <= self.sent:
            return True
        push = self._line.push
        if push is None or frame.seq > self.sent + 1 or not push(frame.made(with_aside=with_aside)):
            return False
        self.sent = frame.seq or self.sent
        return True

    def _push_many(self, frames: Sequence[Frame], *, with_aside: bool) -> None:
        """Pushes frames that come next as far as they are taken, some at a time."""
        push = self._line.push
        for begin in range(0, len(frames) if push else 0, A_PIECE):
            piece = frames[begin : begin + A_PIECE]
            if push is None or not push(b"".join(frame.made(with_aside=with_aside) for frame in piece)):
                return
            self.sent = piece[-1].seq

    async def _say(self, frame: Frame, *, with_aside: bool) -> None:
        if self._pushed(frame, with_aside=with_aside):
            return
        for text in frame.texts(with_aside=with_aside):
            await self._line.say(text, self._name_of(frame) if text is frame.text else "")
        self.sent = frame.seq or self.sent

    def _name_of(self, frame: Frame) -> str:
        """An event's is its number; that of a game's end says that all of it has been told."""
        return f"{self.sent}{TO_THE_END}" if frame.is_last else str(frame.seq or "")
