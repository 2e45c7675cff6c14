"""Sends what was written of games to Redis Streams, one stream for each channel: `game.<id>.public`, `.mafia`,
`.seat.<n>`, `.moderator`, and `.thoughts` for what is thought.

Law: rows are the truth, and each entry of a stream has its own place in its channel for an id, from 1-0 without gaps.
So a stream's length says what comes next, an entry that is sent twice is refused by Redis, and two who send at once do
no harm; a stream that is longer than its channel holds what is no longer said there, and is written anew. An id tells
nothing of what other channels hold. Streams of a game that is over go after a week. Who may read which is for Redis's
own access rules (`~game.*.public`); what readers see is what a lens of these hearers sees, but for the marks of claims,
which hang on the whole ledger.

Without REDIS_URL nothing is marked and nothing sent. A sink of another kind reads the same marks and rows.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from datetime import timedelta
from functools import lru_cache
from typing import Any, Final

import structlog
from django.conf import settings
from django.db.models import F, QuerySet
from django.utils import timezone
from redis import Redis
from redis.exceptions import RedisError, ResponseError

from games.engine.channels import THOUGHTS, channels_of
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
_sending: Final = Trouble(logger, "nothing can be sent; it stays in the outbox", "the outbox is sent again")
SENT_BEFORE: Final = "equal or smaller"  # how Redis refuses an id that is there already


def mark(*, game_id: int) -> None:
    """Says that something was written of a game; to be called in the transaction that writes it."""
    if settings.REDIS_URL and not Outbox.objects.filter(game_id=game_id).update(writes=F("writes") + 1):
        Outbox.objects.create(game_id=game_id)


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
    waits for its time. Raises RedisError."""
    ledger, answers = Event.objects.filter(game=game), Answer.objects.filter(game=game)
    held = ledger.filter(shown_at__gt=timezone.now()).order_by("seq").first() if is_timed(game) else None
    if held is not None:
        # A thought is told with what it led to.
        ledger, answers = ledger.filter(seq__lt=held.seq), answers.filter(poll__lt=held.poll)
    places = _places(game, ledger)
    thoughts = list(answers.exclude(thought="").order_by("pk").values_list("pk", flat=True))
    lengths = _lengths(game, redis, [*places, THOUGHTS])
    pipe = redis.pipeline(transaction=False)
    for channel, seqs in places.items():
        if lengths[channel] > len(seqs):
            pipe.delete(stream_of(game, channel))
            lengths[channel] = 0
    missing = {channel: seqs[lengths[channel] :] for channel, seqs in places.items()}
    for channel, place, entry in (
        *_events(game, missing, lengths),
        *_thoughts(thoughts[lengths[THOUGHTS] :], lengths[THOUGHTS]),
    ):
        pipe.xadd(stream_of(game, channel), {"entry": json.dumps(entry, ensure_ascii=False)}, id=f"{place}-0")
    if game.is_over:
        for channel in (*places, THOUGHTS):
            pipe.expire(stream_of(game, channel), KEPT)
    for answer in pipe.execute(raise_on_error=False):
        if isinstance(answer, ResponseError) and SENT_BEFORE in str(answer):
            continue
        if isinstance(answer, Exception):
            raise answer
    return held is not None


def _places(game: Game, ledger: QuerySet[Event]) -> dict[str, list[int]]:
    """The events of each channel, by their numbers in the ledger, in order."""
    team, places = team_channel_of(game), defaultdict[str, list[int]](list)
    for seq, kind, hearers in heard_in(ledger):
        for channel in channels_of(kind, hearers, team):
            places[channel].append(seq)
    return dict(places)


def _lengths(game: Game, redis: "Redis", channels: Iterable[str]) -> dict[str, int]:
    pipe = redis.pipeline(transaction=False)
    asked = list(channels)
    for channel in asked:
        pipe.xlen(stream_of(game, channel))
    return dict(zip(asked, pipe.execute(), strict=True))


Sent = tuple[str, int, dict[str, Any]]  # channel, place in it, what is sent


def _events(game: Game, missing: Mapping[str, list[int]], lengths: Mapping[str, int]) -> Iterator[Sent]:
    wanted = {seq for seqs in missing.values() for seq in seqs}
    if not wanted:
        return
    found = Event.objects.filter(game=game, seq__gte=min(wanted), seq__lte=max(wanted)).only("game_id", *LEDGER_FIELDS)
    rows = {row.seq: row for row in found}
    names = list(game.seats.order_by("number").values_list("alias", flat=True))
    for channel, seqs in missing.items():
        for place, seq in enumerate(seqs, start=lengths[channel] + 1):
            row = rows[seq]
            # An event says nothing of who else hears it, and has no thought beside it: as the audience is shown one.
            yield (
                channel,
                place,
                event_row(entry_of(row), seq=place, names=names, viewer=AUDIENCE, at=written(time_of(row))),
            )


def _thoughts(keys: list[int], sent: int) -> Iterator[Sent]:
    rows = Answer.objects.in_bulk(keys)
    for place, key in enumerate(keys, start=sent + 1):
        row = rows[key]
        entry = {"seq": place, "poll": row.poll, "seat": row.seat, "kind": row.kind, "thought": row.thought}
        yield THOUGHTS, place, {**entry, "at": written(row.at)}
