"""What a player remembers and has come to as a document, for who reads it outside: with Redis `persona:<player_id>`,
else `memory/<player_id>.json` in the data folder. Law: rows are the truth and nobody here reads a document back; it
tells what the API tells everybody, and no more: a game is in it when it is over, a season's own revisions never.

Whoever changes what stands in one counts its version up in the same transaction (personas.memory.mark_documents), so
what is killed between the commit and the document is written by whoever looks next. A writer reads the version before
the rows, so a document is never older than the version it goes by; the last to be written is the newest, whoever is
slow: Redis takes none older than it has (WRITE), and files are made under a lock. What Redis or the disk has lost, or
has of another time, is found by comparison and written anew.
"""

import fcntl
import json
import os
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from operator import attrgetter
from pathlib import Path
from typing import Any, Final, NamedTuple

import structlog
from django.conf import settings
from django.db import connection
from django.db.models import F, OuterRef, QuerySet, Subquery
from redis import Redis
from redis.exceptions import RedisError

from games.process.trouble import Trouble
from league.memories.hiding import unhidden
from league.models import Career
from league.results.scoring import Tally, decided, share, wilson, win_rate
from league.results.sides import HIDDEN, OPEN, side_of
from personas.memory import mark_documents
from personas.models import Document, MemoryRevision, Player

logger = structlog.get_logger(__name__)
PATIENCE: Final = 2.0  # seconds
AT_ONCE: Final = 200  # documents of one look
VERSIONS: Final = "persona-versions"  # where Redis has the version of each document, by the player's id
WRITE: Final = """
local known = tonumber(redis.call('HGET', KEYS[2], ARGV[1]) or '-1')
if known > tonumber(ARGV[2]) then return 0 end
redis.call('SET', KEYS[1], ARGV[3])
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
return 1
"""
_writing: Final = Trouble(
    logger, "documents of players cannot be written; they stay due", "documents are written again"
)


class Due(NamedTuple):
    """A document that is to be written: whose, in which version, and what it tells."""

    key: int
    player_id: str
    version: int
    told: dict[str, Any]

    @property
    def text(self) -> str:
        """It as JSON."""
        return json.dumps(self.told, ensure_ascii=False, separators=(",", ":"))


class Look(NamedTuple):
    """How the documents stand: how many there are, how many are due, and how many were written and are not there."""

    documents: int
    due: int
    lost: int


# --- what stands in one ----------------------------------------------------------------------------------------------


def documents_of(players: Sequence[Player]) -> dict[int, dict[str, Any]]:
    """The documents of these players by their keys. Two queries.

    `persona_id` is the player's id, a model's slug and a persona's: the same character on two models is two. Games and
    rates are of all seasons, rated or not, as the API has them: `impostor_win_rate` on the hidden teams of all rule
    books, `crewmate_win_rate` on the open ones, null before the first game that somebody won there.
    """
    keys = [player.pk for player in players]
    told = unhidden(MemoryRevision.objects.filter(player__in=keys, season=""))
    newest = told.filter(player=OuterRef("pk")).order_by("-number")
    remembering = Player.objects.filter(pk__in=keys).order_by().annotate(learned=Subquery(newest.values("learned")[:1]))
    learned = dict(remembering.values_list("pk", "learned"))
    tallies: defaultdict[int, defaultdict[str, Tally]] = defaultdict(lambda: defaultdict(Tally))
    careers = Career.objects.filter(player__in=keys).exclude(ruleset="").exclude(role="").order_by()
    for player, ruleset, team, *sums in careers.values_list("player", "ruleset", "team", *Tally._fields):
        for side in ("", side_of(ruleset, team)):
            tallies[player][side] = tallies[player][side].plus(Tally(*sums))
    return {player.pk: document(player, learned[player.pk] or {}, tallies[player.pk]) for player in players}


def document(player: Player, learned: Mapping[str, Any], by_side: Mapping[str, Tally]) -> dict[str, Any]:
    """A document, from what a player remembers and its results: all under "", and by side."""
    whole = by_side.get("", Tally())
    return {
        "persona_id": player.player_id,
        "learned": learned,
        "games_played": whole.games,
        "win_rate": rate(whole),
        "impostor_win_rate": rate(by_side.get(HIDDEN, Tally())),
        "crewmate_win_rate": rate(by_side.get(OPEN, Tally())),
        "stats": stats(whole),
    }


def rate(tally: Tally) -> float | None:
    """The share of decided games that were won; None before the first."""
    return win_rate(wins=tally.wins, decided=decided(games=tally.games, draws=tally.draws))


def stats(tally: Tally) -> dict[str, Any]:
    """A sum of results as the API tells it."""
    of = decided(games=tally.games, draws=tally.draws)
    return {
        **tally._asdict(),
        "win_rate": rate(tally),
        "interval": wilson(wins=tally.wins, decided=of)._asdict() if of else None,
        "fallback_share": share(part=tally.defaults, whole=tally.answers),
    }


# --- writing what is due ---------------------------------------------------------------------------------------------


def write_documents() -> int:
    """Writes the documents that are due, some at a time; returns how many. What cannot be written stays due: that is
    told in a line, and nobody waits for it. To be called outside of transactions."""
    with _writing.endured(RedisError, OSError):
        return write_due()
    return 0


def write_due() -> int:
    """The same. Raises RedisError or OSError."""
    if not due_documents().exists():
        return 0
    if settings.REDIS_URL:
        found = read_due()
        send(found)
        note(found)
        return len(found)
    with locked(folder()):
        found = read_due()
        for each in found:
            put(folder() / f"{each.player_id}.json", each.text)
        note(found)
    return len(found)


def listed() -> QuerySet[Player]:
    """The players that have documents. Who was written for one game remembers nothing, and has none."""
    return Player.objects.filter(persona__written_for="")


def due_documents() -> QuerySet[Document]:
    """The documents that are due."""
    return Document.objects.filter(version__gt=F("written"), player__in=listed()).order_by("player")


def read_due() -> list[Due]:
    """Some of the documents that are due, in the versions that they have by now. Three queries: the versions first, so
    that what changes meanwhile is due again."""
    versions = list(due_documents().values_list("player__pk", "version")[:AT_ONCE])
    players = Player.objects.in_bulk([key for key, _ in versions])
    told = documents_of(list(players.values()))
    return [Due(key, players[key].player_id, version, told[key]) for key, version in versions]


def note(written: Sequence[Due]) -> None:
    """Notes what was written; what has changed meanwhile stays due."""
    table = connection.ops.quote_name(Document._meta.db_table)
    # All of it is one transaction to PostgreSQL: in the order in which everybody marks them, or two would wait for each
    # other.
    newer = [(each.version, each.key, each.version) for each in sorted(written, key=attrgetter("key"))]
    with connection.cursor() as cursor:  # one statement for all: to word one for each takes longer than to do them
        cursor.executemany(f"UPDATE {table} SET written = %s WHERE player_id = %s AND written < %s", newer)  # noqa: S608


def send(due: Sequence[Due]) -> None:
    """Has Redis keep these documents, but none that is older than what it has. Raises RedisError."""
    pipe = redis_at(settings.REDIS_URL).pipeline(transaction=False)
    for each in due:
        pipe.eval(WRITE, 2, key_of(each.player_id), VERSIONS, each.player_id, each.version, each.text)
    pipe.execute()


def put(path: Path, text: str) -> None:
    """Writes a file beside its place and moves it there, readable by its owner alone. Raises OSError."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")  # the folder is locked: nobody else writes it
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            file.write(text + "\n")
        draft.replace(path)
    except OSError:
        with suppress(OSError):
            draft.unlink()
        raise


def key_of(player_id: str) -> str:
    """Under which key Redis has a player's document."""
    return f"persona:{player_id}"


def folder() -> Path:
    """Where documents lie without Redis."""
    return Path(settings.LEAGUE_DATA_DIR) / "memory"


@contextmanager
def locked(place: Path) -> Iterator[None]:
    """Nobody else of this machine writes documents there while the block lasts. Raises OSError."""
    place.mkdir(mode=0o700, parents=True, exist_ok=True)
    with (place / ".lock").open("a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


@lru_cache(maxsize=2)
def redis_at(url: str) -> "Redis":
    """The connections of this process to a Redis."""
    return Redis.from_url(url, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE, decode_responses=True)


# --- finding what was lost -------------------------------------------------------------------------------------------


def mend_documents() -> int:
    """Compares what was written with what is there, and has written what was lost, is of another time or never was;
    returns how many that are. What cannot be looked at is told in a line. To be called outside of transactions."""
    with _writing.endured(RedisError, OSError):
        return mend()
    return 0


def mend() -> int:
    """The same. Raises RedisError or OSError."""
    there = versions_in_redis() if settings.REDIS_URL else names_on_disk()
    rows = Document.objects.filter(player__in=listed()).values_list(
        "player__pk", "player__player_id", "version", "written"
    )
    lost = []
    for key, player_id, version, written in rows:
        known = there.get(player_id)
        if known is not None and known > version:  # another database's: rows are read after it, so none of ours
            disown(player_id)
        if written and (known is None or known < written or known > version):
            lost.append(key)
    mark_documents(players=(unheard := list(listed().filter(document__isnull=True).values_list("pk", flat=True))))
    for key in lost:  # one by one: whoever marks several in the order of their keys waits for none of these
        Document.objects.filter(player=key).update(written=0)
    return len(lost) + len(unheard)


def versions_in_redis() -> dict[str, int]:
    """The versions of the documents that Redis has, by the players' ids. Raises RedisError."""
    redis: Any = redis_at(settings.REDIS_URL)
    versions = {player_id: int(version) for player_id, version in redis.hgetall(VERSIONS).items()}
    ids = list(versions)
    pipe = redis.pipeline(transaction=False)
    for player_id in ids:
        pipe.exists(key_of(player_id))
    return {player_id: versions[player_id] for player_id, is_there in zip(ids, pipe.execute(), strict=True) if is_there}


def disown(player_id: str) -> None:
    """Takes its version from a document of another database's, so that ours may be written. Raises RedisError."""
    redis_at(settings.REDIS_URL).hdel(VERSIONS, player_id)


def names_on_disk() -> dict[str, int]:
    """The players whose documents lie in the folder; in which version nobody can tell, so each passes for the one that
    was written last. Raises OSError."""
    lying = {path.stem for path in folder().glob("*.json")}
    rows = Document.objects.filter(player__player_id__in=lying).values_list("player__player_id", "written")
    return dict(rows)


# --- by hand ---------------------------------------------------------------------------------------------------------


def rebuild_documents() -> int:
    """Writes the documents of all players anew, whatever is there; returns how many. Raises RedisError or OSError."""
    mark_documents(players=listed().values_list("pk", flat=True))
    mend()
    done = 0
    while some := write_due():
        done += some
    return done


def look_at_documents() -> Look:
    """How they stand, by what is there. Raises RedisError or OSError."""
    there = versions_in_redis() if settings.REDIS_URL else names_on_disk()
    written = Document.objects.filter(player__in=listed(), written__gt=0).values_list("player__player_id", flat=True)
    found = [player_id in there for player_id in written]
    return Look(sum(found), due_documents().count(), len(found) - sum(found))
