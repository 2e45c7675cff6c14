"""How a socket watches a game: what was missed after `after`, then what happens, through one lens; with `narrations=1`
the narrator's words too, as frames of their own behind the events that they follow, and with `beats=1` what is shown of
each event, before it: who has the event has its beat, wherever the line is cut. Reconnecting is no special case.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple
from urllib.parse import parse_qs

from games.engine.viewpoint import WrongLens
from games.ledger.narrations import Narrated, narrator_of
from games.ledger.reads import LensRefused, delay_of, events_for, narrations_for, viewer_for
from games.ledger.shown import is_timed
from games.live.hub import Beats, Hub, Key, event_frames
from games.live.sockets import BAD_PARAMETER, NO_SUCH_GAME, NOT_ALLOWED, Frame, Line, Refused, encoded, in_thread
from games.models import Game

A_PAGE: Final = 500  # events that are read at once while catching up
LARGEST: Final = 2**31 - 1
LONGEST_NUMBER: Final = 20  # digits; leading zeros are nobody's business
# What may be asked, and what is meant without it.
ASKED: Final = {"after": "0", "lens": "audience", "narrations": "0", "beats": "0"}
Staging = Callable[[str, Sequence[str]], Beats]  # what makes beats, by a game's rule book and the aliases of its seats


class Wanted(NamedTuple):
    """What a socket asks for, and may have."""

    game: Game
    key: Key
    names: tuple[str, ...]
    after: int
    user: Any  # a lazy user of channels.auth
    with_asides: bool


def read_wish(scope: dict[str, Any]) -> Wanted:
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
    game = Game.objects.prefetch_related("seats").filter(public_id=public_id).first()
    if game is None:
        raise Refused(NO_SUCH_GAME, f"there is no game {public_id!r}")
    user, seats = scope.get("user"), sorted(game.seats.all(), key=lambda seat: seat.number)
    try:
        viewer = viewer_for(game, lens, user, len(seats))
    except WrongLens as error:
        raise Refused(BAD_PARAMETER, str(error)) from error
    except LensRefused as error:
        raise Refused(NOT_ALLOWED, str(error)) from error
    dice = game.public_id if narrator_of(game, viewer) else ""
    key = Key(game.pk, viewer, delay_of(game, user, viewer), dice, is_timed(game), with_beats=beats == "1")
    return Wanted(game, key, tuple(seat.alias for seat in seats), int(after), user, narrations == "1")


async def tell(line: Line, hub: Hub, wanted: Wanted, *, caught_up: Callable[[], object] = lambda: None) -> None:
    """Sends what was missed, says that it has caught up, then sends what the hub offers; each event once, in order."""
    sent = await catch_up(line, hub, wanted, wanted.after)
    caught_up()
    if (stand := hub.stand(wanted.key.game_id)) is not None:
        await line.say(stand.frame.text)  # it may have changed since whoever watches last looked
    while True:
        for frame in await line.taken():
            if frame.seq > sent + 1:
                sent = await catch_up(line, hub, wanted, sent)
            if not 0 < frame.seq <= sent:
                await say(line, wanted, frame)
                sent = frame.seq or sent


async def say(line: Line, wanted: Wanted, frame: Frame) -> None:
    """Sends a frame, with what is shown of it and what the narrator says to it to who asked for that."""
    if frame.beat:
        await line.say(frame.beat)
    await line.say(frame.text)
    if frame.aside and wanted.with_asides:
        await line.say(frame.aside)


async def catch_up(line: Line, hub: Hub, wanted: Wanted, sent: int) -> int:
    """Sends what is stored behind the event numbered `sent`; returns the last number sent. What has no beat yet the hub
    is about to offer."""
    while True:
        rows = await in_thread(events_for, wanted.game, wanted.key.viewer, after=sent, limit=A_PAGE, user=wanted.user)
        is_all = len(rows) < A_PAGE
        if (beats := hub.beats(wanted.key)) is not None:
            is_all = is_all or rows[-1]["seq"] > len(beats)
            rows = rows[: max(0, len(beats) - sent)]
        asides: list[Narrated] = []
        if wanted.with_asides:
            asides = await in_thread(narrations_for, wanted.game, wanted.key.viewer, sent, user=wanted.user)
        for aside in asides:
            if aside.after == sent:  # the line may have been cut between an event and its aside
                await line.say(encoded({"type": "narration", **aside.row}))
        for frame in event_frames(rows, asides, beats or ()):
            await say(line, wanted, frame)
            sent = frame.seq
        if is_all:
            return sent
