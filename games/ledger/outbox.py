"""Sends what was written of games to Redis Streams, one stream for each channel: `game.<id>.public`, `.mafia`,
`.seat.<n>`, `.moderator`, and `.thoughts` for what is thought.

Law: rows are the truth, and each entry of a stream has its own place in its channel for an id, from 1-0 without gaps.
So the length of a stream says what comes next. One that is longer than its channel holds what is no longer said there,
and one whose last place is another than its length was emptied while somebody sent to it: both are written anew. What
is sent of a game is sent all at once or not at all, and not when anything happened to one of its streams since they
were looked at: two who send at the same time do no harm, and neither does a Redis that forgets everything in between.
A stream that Redis takes nothing for (somebody has cut its end off, or it is none) goes with the game's others, and
all are written anew.

An id tells nothing of what other channels hold. Streams of a game that is over go after a week. Who may read which is
for Redis's own access rules (`~game.*.public`); what readers see is what a lens of these hearers sees, but for the
marks of claims, which hang on the whole ledger.

Without REDIS_URL nothing is marked and nothing sent. A sink of another kind reads the same marks and rows.
"""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from functools import lru_cache
from secrets import randbelow
from typing import Any, Final

import structlog
from django.conf import settings
from django.db.models import F
from django.utils import timezone
from redis import Redis
from redis.exceptions import RedisError, ResponseError, WatchError

from games.engine.channels import THOUGHTS, channels_at, channels_of
from games.engine.viewpoint import AUDIENCE
from games.ledger.logs import event_row
from games.ledger.rows import LEDGER_FIELDS, entry_of, heard_in, time_of, written
from games.ledger.shown import is_timed, team_channel_of
from games.models import Answer, Event, Game, Outbox
from games.process.trouble import Trouble

logger = structlog.get_logger(__name__)
PATIENCE: Final = 2.0  # seconds
AT_ONCE: Final = 200  # games that one call looks after
KEPT: Final = timedelta(days=7)  # after the end
# How Redis refuses a place that it has had, were it gone by now, and whatever is not for what a key holds.
SPOILT: Final = ("equal or smaller", "WRONGTYPE")
MARKS: Final = 1 << 40  # numbers that a mark may begin with
_sending: Final = Trouble(logger, "nothing can be sent; it stays in the outbox", "the outbox is sent again")


def mark(*, game_id: int) -> None:
    """Says that something was written of a game; to be called in the transaction that writes it.

    A mark begins with a number drawn by lot: else who has sent what an earlier mark stood for would take this one for
    it, and take it away."""
    if settings.REDIS_URL and not Outbox.objects.filter(game_id=game_id).update(writes=F("writes") + 1):
        Outbox.objects.create(game_id=game_id, writes=1 + randbelow(MARKS))


def send_due() -> int:
    """Sends what is marked; returns of how many games all of it. What Redis does not take stays marked, and games of
    which something is not to be shown yet."""
    if not settings.REDIS_URL:
        return 0
    sent = 0
    with _sending.endured(RedisError):
        for game_id, writes in Outbox.objects.order_by("game_id").values_list("game_id", "writes")[:AT_ONCE]:
            if not send(Game.objects.get(pk=game_id), redis_at(settings.REDIS_URL)):
                # Whoever wrote meanwhile has made the number grow, and the mark stays.
                Outbox.objects.filter(game_id=game_id, writes=writes).delete()
                sent += 1
    return sent


@lru_cache(maxsize=2)
def redis_at(url: str) -> "Redis":
    """The connections of this process to a Redis."""
    return Redis.from_url(url, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE)


def stream_of(game: Game, channel: str) -> str:
    """The name of the stream of a channel."""
    return f"game.{game.public_id}.{channel}"


def send(game: Game, redis: "Redis") -> bool:
    """Sends what the streams of a game do not hold yet, as far as it may be shown by now; returns whether more
    waits: for its time, for another who sends at this moment, or for being sent anew. Raises RedisError."""
    names = list(game.seats.order_by("number").values_list("alias", flat=True))
    channels = (*channels_at(len(names), team_channel_of(game)), THOUGHTS)
    try:
        return _send(game, redis, names, channels)
    except WatchError:
        return True
    except ResponseError as error:
        if not any(words in str(error) for words in SPOILT):
            raise
        redis.delete(*(stream_of(game, channel) for channel in channels))
        return True


def _send(game: Game, redis: "Redis", names: Sequence[str], channels: Sequence[str]) -> bool:
    """The same, of all channels. Raises WatchError where something happened to one of their streams meanwhile."""
    with redis.pipeline() as pipe:
        pipe.watch(*(stream_of(game, channel) for channel in channels))
        # Whoever has sent by now had read it before: what is read after this look holds all of it.
        sent = _lengths(game, redis, channels)
        places, shown, waits = _told(game)
        pipe.multi()
        for channel, length in sent.items():
            if not 0 <= length <= len(places[channel]):
                pipe.delete(stream_of(game, channel))
                sent[channel] = 0
        missing = {channel: keys[sent[channel] :] for channel, keys in shown.items()}
        thoughts = missing.pop(THOUGHTS, [])
        for channel, place, entry in (*_events(game, missing, sent, names), *_thoughts(thoughts, sent[THOUGHTS])):
            pipe.xadd(stream_of(game, channel), {"entry": json.dumps(entry, ensure_ascii=False)}, id=f"{place}-0")
        if game.is_over:
            for channel in channels:
                pipe.expire(stream_of(game, channel), KEPT)
        pipe.execute()
    return waits


Places = dict[str, list[int]]  # by channel, the events by their numbers in the ledger, and the thoughts by their keys


def _told(game: Game) -> tuple[Places, Places, bool]:
    """What each channel holds, what of it may be shown by now, and whether that is less."""
    ledger, thoughts = Event.objects.filter(game=game), Answer.objects.filter(game=game).exclude(thought="")
    held = ledger.filter(shown_at__gt=timezone.now()).order_by("seq").first() if is_timed(game) else None
    team, places = team_channel_of(game), defaultdict[str, list[int]](list)
    for seq, kind, hearers in heard_in(ledger):
        for channel in channels_of(kind, hearers, team):
            places[channel].append(seq)
    polls = dict(thoughts.order_by("pk").values_list("pk", "poll"))
    places[THOUGHTS] = list(polls)
    if held is None:
        return places, places, False
    shown = {channel: [seq for seq in seqs if seq < held.seq] for channel, seqs in places.items()}
    # A thought is told with what it led to.
    shown[THOUGHTS] = [key for key, poll in polls.items() if poll < held.poll]
    return places, shown, True


def _lengths(game: Game, redis: "Redis", channels: Sequence[str]) -> dict[str, int]:
    """How many entries each stream has; -1 where some are missing before its last one."""
    pipe = redis.pipeline(transaction=False)
    for channel in channels:
        pipe.xlen(stream_of(game, channel))
        pipe.xrevrange(stream_of(game, channel), count=1)
    found = pipe.execute()
    of_channels = zip(channels, found[::2], found[1::2], strict=True)
    return {channel: length if _last(newest) == length else -1 for channel, length, newest in of_channels}


def _last(newest: Sequence[tuple[str | bytes, Any]]) -> int:
    """The place of a stream's newest entry; 0 where there is none, -1 where it is no place."""
    if not newest:
        return 0
    entry = newest[0][0]
    place, _, rest = (entry.decode() if isinstance(entry, bytes) else entry).partition("-")
    return int(place) if rest == "0" else -1


Sent = tuple[str, int, dict[str, Any]]  # channel, place in it, what is sent


def _events(
    game: Game, missing: Mapping[str, list[int]], lengths: Mapping[str, int], names: Sequence[str]
) -> Iterator[Sent]:
    wanted = {seq for seqs in missing.values() for seq in seqs}
    if not wanted:
        return
    found = Event.objects.filter(game=game, seq__gte=min(wanted), seq__lte=max(wanted)).only("game_id", *LEDGER_FIELDS)
    rows = {row.seq: row for row in found}
    for channel, seqs in missing.items():
        for place, seq in enumerate(seqs, start=lengths[channel] + 1):
            row = rows[seq]
            # An event says nothing of who else hears it, and has no thought beside it: as the audience is shown one.
            yield (
                channel,
                place,
                event_row(entry_of(row), seq=place, names=names, viewer=AUDIENCE, at=written(time_of(row))),
            )


def _thoughts(keys: Sequence[int], sent: int) -> Iterator[Sent]:
    rows = Answer.objects.in_bulk(keys)
    for place, key in enumerate(keys, start=sent + 1):
        row = rows[key]
        entry = {"seq": place, "poll": row.poll, "seat": row.seat, "kind": row.kind, "thought": row.thought}
        yield THOUGHTS, place, {**entry, "at": written(row.at)}
