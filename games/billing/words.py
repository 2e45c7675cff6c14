"""The words of calls: what was sent and what came back, kept beside the call ledger for as long as somebody wants them.

Law: nothing hangs on them. No key is in them; what many calls of a game were sent is stored once for all of these, by
its SHA-256; and when they are deleted the calls stay, with what they used and cost.

A text belongs to its game, so that a game's words go with one statement and nobody counts who else needs them. What is
sent beside the games is kept whole.
"""

import json
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import date, datetime, timedelta
from hashlib import sha256
from typing import Any, Final

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Q

from games.agents.providers import Besides, Request
from games.agents.providers.provider import storable
from games.models import Call, CallRecord, CallText, Game
from games.models.plain_sql import insert_each

LONGEST_REQUEST: Final = 262_144  # characters of a request's words that are kept
_BESIDES: Final = tuple(field.name for field in fields(Besides))
GAMES_AT_ONCE: Final = 20  # whose words are deleted in one transaction
ROWS_AT_ONCE: Final = 1_000  # texts in one statement
MOST_KNOWN: Final = 50_000  # texts of which a process knows that they are stored, 100 bytes each


def digest_of_text(text: str) -> str:
    """What a text is called that is stored once for many calls."""
    return sha256(text.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a request: what is its own, and the parts that other requests have, too: the texts of `system` and
    `history` in their order, and the schema as JSON."""

    own: Mapping[str, Any]
    system: tuple[str, ...]
    history: tuple[str, ...]
    schema: str

    @property
    def parts(self) -> tuple[str, ...]:
        """The texts that are stored once for all calls of a game."""
        return (*self.system, *self.history, self.schema)

    @property
    def whole(self) -> str:
        """All of it as JSON, cut to what is worth keeping."""
        shared = {"system": self.system, "history": self.history, "schema": json.loads(self.schema)}
        return json.dumps({**self.own, **shared}, ensure_ascii=False)[:LONGEST_REQUEST]


def words_of(request: Request) -> Words:
    """A request's words as they are kept: all that was sent, and no key, for none is in it."""
    own = {
        "model": request.model,
        "rung": request.rung,
        "task": request.task,
        "retorts": [(retort.text, retort.reason) for retort in request.retorts],
        "most_tokens": request.most_tokens,
        "temperature": request.temperature,
        "effort": request.effort,
        **{name: getattr(request.besides, name) for name in _BESIDES},
        "without": sorted(request.without),  # of these, whatever this model was known to refuse: it was not sent
    }
    schema = storable(json.dumps(request.schema, ensure_ascii=False))
    return Words(own, tuple(map(storable, request.system)), tuple(map(storable, request.history)), schema)


# --- writing ---------------------------------------------------------------------------------------------------------


def keeping(calls: Iterable[Call]) -> Callable[[Call], bool]:
    """Whether the words of one of these calls are kept at all, as its game says by now: somebody may have said
    otherwise since it was opened. One query."""
    ids = {call.game_id for call in calls if call.game_id is not None}
    games = set(Game.objects.filter(pk__in=ids).exclude(keep=0).values_list("pk", flat=True)) if ids else set()
    return lambda call: bool(settings.LEAGUE_KEEP_CALLS) if call.game_id is None else call.game_id in games


def keep_requests(*, requests: Sequence[tuple[Call, Words]]) -> None:
    """Writes what calls are about to send, whose rows are written in the same transaction."""
    is_kept = keeping(call for call, _ in requests)
    kept = [(call, words) for call, words in requests if is_kept(call)]
    stored = _stored({(call.game, text) for call, words in kept if call.game for text in words.parts})
    records = []  # by their calls' keys: two rows that know each other wait for a search for garbage to be let go
    for call, words in kept:
        if call.game_id is None:
            records.append(CallRecord(call_id=call.pk, request=words.whole))
            continue
        places = {text: stored[call.game_id, text] for text in words.parts}
        own = {
            **words.own,
            "system": [places[text] for text in words.system],
            "history": [places[text] for text in words.history],
            "schema": places[words.schema],
        }
        records.append(CallRecord(call_id=call.pk, request=json.dumps(own, ensure_ascii=False), has_parts=True))
    insert_each(records)


def _stored(texts: Iterable[tuple[Game, str]]) -> dict[tuple[int, str], int]:
    """The keys of texts of games, by the game's key and the text, each written unless it is there."""
    named = {(game.pk, text): (game.public_id, digest_of_text(text)) for game, text in texts}
    found = {each: _known.get(name) for each, name in named.items()}
    # Sorted: two who write the same texts of a game wait for each other, and never in a circle.
    new = sorted((each[0], named[each][1], each[1]) for each, key in found.items() if key is None)
    if new:
        written: dict[tuple[int, str], int] = {}
        for start in range(0, len(new), ROWS_AT_ONCE):
            written |= _written(new[start : start + ROWS_AT_ONCE])
        found |= {(game, text): written[game, digest] for game, digest, text in new}
        learnt = {named[game, text]: written[game, digest] for game, digest, text in new}
        transaction.on_commit(lambda: _known.learn(learnt))
    return {each: key for each, key in found.items() if key is not None}


def _written(rows: Sequence[tuple[int, str, str]]) -> dict[tuple[int, str], int]:
    """Writes texts by game and digest, and returns their keys, also of those that somebody else has written."""
    values = ", ".join(["(%s, %s, %s)"] * len(rows))
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO games_calltext (game_id, digest, text) VALUES {values}"  # noqa: S608
            " ON CONFLICT (game_id, digest) DO UPDATE SET digest = EXCLUDED.digest RETURNING game_id, digest, id",
            [value for row in rows for value in row],
        )
        return {(game, digest): key for game, digest, key in cursor.fetchall()}


class _Known:
    """Which texts are stored, by the game's id and the digest, as far as this process has written them; the first are
    forgotten first. Of a game whose words were deleted it is wrong, and harmless: that game is over."""

    def __init__(self) -> None:
        self._keys: OrderedDict[tuple[str, str], int] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, text: tuple[str, str]) -> int | None:
        return self._keys.get(text)

    def learn(self, keys: Mapping[tuple[str, str], int]) -> None:
        with self._lock:
            self._keys.update(keys)
            while len(self._keys) > MOST_KNOWN:
                self._keys.popitem(last=False)


_known: Final = _Known()


# --- reading ---------------------------------------------------------------------------------------------------------


def texts_of(*, record: CallRecord) -> dict[int, str]:
    """The parts of one record, by their keys."""
    if not record.has_parts:
        return {}
    told = json.loads(record.request)
    return dict(CallText.objects.filter(pk__in=keys_in(told)).values_list("pk", "text"))


def keys_in(told: Mapping[str, Any]) -> list[int]:
    """The keys of the parts of a request that is stored in parts."""
    return [*told["system"], *told["history"], told["schema"]]


def texts_told(told: str | Sequence[str]) -> list[str]:
    """The texts of a part of a request that is stored whole; older ones had one text in the place of several."""
    return [told] if isinstance(told, str) else list(told)


def request_kept(record: CallRecord) -> str:
    """All the words of a request as JSON, as if they were stored in one."""
    if not record.has_parts:
        return record.request
    told, texts = json.loads(record.request), texts_of(record=record)
    told["system"] = [texts.get(key, "") for key in told["system"]]
    told["history"] = [texts.get(key, "") for key in told["history"]]
    told["schema"] = json.loads(texts.get(told["schema"], "null"))
    return json.dumps(told, ensure_ascii=False)


# --- forgetting ------------------------------------------------------------------------------------------------------


def forget_errands(*, before: date) -> int:
    """Deletes the words of calls beside the games made before a day; returns of how many calls."""
    return CallRecord.objects.filter(call__game__isnull=True, created_at__date__lt=before).delete()[0]


def forget_games(*, now: datetime) -> int:
    """Deletes the words of the games that ended longer ago than they say; returns of how many calls."""
    forgotten = 0
    kept = Game.objects.filter(forgotten_at__isnull=True, keep__isnull=False, status__in=Game.OVER)
    # The days are asked for once: to find them all games are looked through whose words there are.
    for days in list(kept.order_by("keep").values_list("keep", flat=True).distinct()):
        while games := _outlived(days or 0, now):
            with transaction.atomic():
                # Asked again with their rows in hand: who has just been told that words are kept on is told the truth.
                still = Game.objects.filter(pk__in=games, keep=days, forgotten_at__isnull=True).order_by("pk")
                ours = list(still.select_for_update(no_key=True).values_list("pk", flat=True))
                forgotten += forget_words(games=ours)
                Game.objects.filter(pk__in=ours).update(forgotten_at=now)
    return forgotten


def forget_words(*, games: Sequence[int]) -> int:
    """Deletes the words of some games' calls, what models answered among them; returns of how many calls."""
    calls = Call.objects.filter(game__in=games)
    deleted: int = CallRecord.objects.filter(call__in=calls).delete()[0]
    CallText.objects.filter(game__in=games).delete()
    calls.exclude(said="").update(said="")
    return deleted


def _outlived(days: int, now: datetime) -> list[int]:
    """Some games that kept their words for so many days, and longer ago ended. Those that were set aside have no time
    of end: their start counts."""
    before = now - timedelta(days=days)
    is_old = Q(finished_at__lt=before) | Q(finished_at__isnull=True, created_at__lt=before)
    kept = Game.objects.filter(is_old, forgotten_at__isnull=True, keep=days, status__in=Game.OVER)
    return list(kept.values_list("pk", flat=True)[:GAMES_AT_ONCE])
