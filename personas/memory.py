"""What a player remembers, kept as numbered revisions: writing adds one, nothing is ever changed or lost.

A memory is plain JSON, whole in every revision, and small. What of it games teach is typed
(personas.experience.lessons); what else somebody writes into it by hand is theirs, and read to the player before each
of its games.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any, Final

from django.db import connection, transaction
from django.db.models import Max, QuerySet

from personas.experience.lessons import COUNTS, by_hand
from personas.models import MemoryRevision, Player

LARGEST: Final = 16_384  # bytes of what is in a memory by hand, as JSON; some four thousand tokens of every briefing
LARGEST_LEARNED: Final = 16_384  # bytes of what games taught, of which a briefing has a few sentences
LARGEST_NUMBER: Final = 2**53  # beyond it JSON's readers disagree
MOST_MARKED: Final = 500  # documents in one statement
DEEPEST: Final = 6  # objects and lists inside one another


class Unmemorable(ValueError):
    """A memory that cannot be kept; the message says what was wanted and what came."""


class Outdated(Unmemorable):
    """A memory that was written from a revision that is not the newest any more; `number` is the newest's."""

    def __init__(self, message: str, number: int) -> None:
        super().__init__(message)
        self.number = number


def current(player: Player) -> MemoryRevision | None:
    """What the player remembers now; None before it learned anything."""
    return player.memory.filter(season="").order_by("-number").first()


def newest(players: Iterable[Player], among: QuerySet[MemoryRevision] | None = None) -> dict[int, int]:
    """The number of the newest revision of each player that remembers anything, by the player's key; of those `among`
    which it is looked for, where that is said."""
    all_of_them = MemoryRevision.objects.all() if among is None else among
    revisions = all_of_them.filter(player__in=[player.pk for player in players], season="").order_by()
    return dict(revisions.values_list("player_id").annotate(Max("number")))


def learned_at(revisions: Iterable[tuple[int, int]]) -> dict[tuple[int, int], dict[str, Any]]:
    """What players remembered as of revisions, by player's key and number. One statement, none where all are 0."""
    wanted = {(player, number) for player, number in revisions if number}
    if not wanted:
        return {}
    players, numbers = {player for player, _ in wanted}, {number for _, number in wanted}
    rows = MemoryRevision.objects.filter(player__in=players, number__in=numbers).order_by()
    found = rows.values_list("player_id", "number", "learned")
    return {(player, number): learned for player, number, learned in found if (player, number) in wanted}


def revise_memory(
    *,
    player: Player,
    learned: Mapping[str, object],
    author: str,
    game_id: str = "",
    season: str = "",
    reason: str = "",
    on: int | None = None,
) -> MemoryRevision:
    """Makes `learned` what the player remembers, everywhere or within one season alone; what it remembers already is
    not written again.

    `author` is a user's name or a player's id, `game_id` the game it was learned in, `reason` why somebody wrote it by
    hand, `on` the number of the revision that was looked at before, 0 for none. Raises Unmemorable, and Outdated where
    it is another by now.
    """
    kept = plain(learned)
    if not author.strip():
        raise Unmemorable(f"a memory needs an author, not {author!r}")
    with transaction.atomic():
        newest = hold(player)
        before = newest if season else current(player)
        if on is not None and on != (number := before.number if before is not None else 0):
            told = f"{player.player_id} is at revision {number} by now, and this was made from {on}"
            raise Outdated(told, number)
        if before is not None and before.season == season and before.learned == kept:
            return before
        number = newest.number + 1 if newest is not None else 1
        given = {"author": author.strip(), "game_id": game_id, "season": season, "reason": reason.strip()[:200]}
        revision = player.memory.create(number=number, learned=kept, **given)
        if not season:
            mark_documents(players=[player.pk])
        return revision


def mark_documents(*, players: Iterable[int]) -> None:
    """Says that what stands in the documents of these players, by their keys, has changed. To be called in the
    transaction that changes it; where it changes several, once for all of them or in the order of their keys."""
    keys = sorted(set(players))
    for some in (keys[start : start + MOST_MARKED] for start in range(0, len(keys), MOST_MARKED)):
        places = ", ".join(["(%s, 1)"] * len(some))
        with connection.cursor() as cursor:  # plain, for it is done with every game
            cursor.execute(
                f"INSERT INTO personas_document (player_id, version) VALUES {places}"  # noqa: S608
                " ON CONFLICT (player_id) DO UPDATE SET version = personas_document.version + 1",
                some,
            )


def hold(player: Player) -> MemoryRevision | None:
    """The player's newest revision of all, with nobody else writing one before the transaction ends."""
    # One writer at a time for each player; on SQLite the transaction itself is that lock.
    Player.objects.select_for_update(no_key=True).only("pk").get(pk=player.pk)
    return player.memory.order_by("-number").first()


def hold_all(players: Iterable[int]) -> dict[int, int]:
    """By the keys of players, the number of the newest revision of all, 0 for none, with nobody else writing one before
    the transaction ends. Two statements."""
    keys = sorted(set(players))
    held = Player.objects.filter(pk__in=keys).order_by("pk").select_for_update(no_key=True)
    numbers = dict.fromkeys(held.values_list("pk", flat=True), 0)
    revisions = MemoryRevision.objects.filter(player__in=keys).order_by()
    return numbers | dict(revisions.values_list("player_id").annotate(Max("number")))


def add_learned(*, revisions: Iterable[MemoryRevision]) -> None:
    """Adds what games taught players that are held, under numbers that follow those of hold_all(), and says that their
    documents have changed. Raises Unmemorable."""
    revisions = list(revisions)
    MemoryRevision.objects.bulk_create(
        MemoryRevision(
            player_id=each.player_id,
            number=each.number,
            learned=plain(each.learned, counted=COUNTS),  # most of what is there, and there is one for each seat
            author=each.author,
            game_id=each.game_id,
            season=each.season,
        )
        for each in revisions
    )
    mark_documents(players=[each.player_id for each in revisions if not each.season])


def restore(*, player: Player, number: int, author: str, reason: str = "", on: int | None = None) -> MemoryRevision:
    """Makes an earlier revision what the player remembers, as a new revision. Raises Unmemorable for an unknown one,
    and Outdated as revise_memory does."""
    earlier = player.memory.filter(number=number).first()
    if earlier is None:
        raise Unmemorable(f"{player.player_id} has no revision {number!r}")
    return revise_memory(player=player, learned=earlier.learned, author=author, reason=reason, on=on)


def plain(learned: Mapping[str, object], *, counted: str = "") -> dict[str, object]:
    """A copy of `learned` in plain JSON values; what is under `counted` was made of numbers here, and is taken as it
    is. Raises Unmemorable."""
    if not isinstance(learned, Mapping):
        raise Unmemorable(f"a memory must be an object, not {learned!r:.60}")
    copied = {
        _key(key): value if key == counted else _value(value, f"learned.{key}", 1) for key, value in learned.items()
    }
    mine = by_hand(copied)
    learned_part = {name: value for name, value in copied.items() if name not in mine}
    for part, largest in ((mine, LARGEST), (learned_part, LARGEST_LEARNED)):
        if (size := len(json.dumps(part, ensure_ascii=False, separators=(",", ":")).encode())) > largest:
            raise Unmemorable(f"a memory must fit into {largest} bytes of JSON, not {size}")
    return copied


def _key(key: object) -> str:
    if not isinstance(key, str) or not key.strip() or len(key) > 80 or not key.isprintable():
        raise Unmemorable(f"a name in a memory must be 1 to 80 printable characters, not {key!r:.100}")
    return key


def _value(value: object, where: str, depth: int) -> object:
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return _text(value, where)
    if isinstance(value, int | float):
        if not -LARGEST_NUMBER <= value <= LARGEST_NUMBER:  # no comparison holds for a NaN
            raise Unmemorable(f"{where} must be a number from -2**53 to 2**53, not {value!r:.60}")
        return value
    if depth == DEEPEST:
        raise Unmemorable(f"{where} lies more than {DEEPEST} levels deep")
    if isinstance(value, Mapping):
        return {_key(key): _value(inner, f"{where}.{key}", depth + 1) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_value(inner, f"{where}[{index}]", depth + 1) for index, inner in enumerate(value)]
    raise Unmemorable(f"{where} must be plain JSON, not {type(value).__name__}")


def _text(value: str, where: str) -> str:
    # PostgreSQL's JSON refuses both, and SQLite's takes them: a memory must move between the two.
    if "\0" in value or any("\ud800" <= letter <= "\udfff" for letter in value):
        raise Unmemorable(f"{where} must be text without null characters and lone surrogates")
    return value
