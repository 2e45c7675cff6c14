"""Taking back what games taught: all of one game, or of all since a time. Law: nothing is subtracted. What is left is
learned anew: from what was remembered before, by the games after it in their order, each taught as it was
(games.hosting.keeping.taught); what people wrote by hand in between is written again. So what comes out is what would
be there had that game not been, to the letter (but for numbers that are used up); where it cannot be, that is said.

It is a new revision, which counts from the next game on. Earlier ones stay, and restoring one brings back all of it; a
second taking-back knows the first by its reason.

A player has thousands of revisions, each with all that it remembers: only those are read of which that is wanted, a few
at a time. One file, for what is told before it is done and what is done must be the same.
"""

import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cached_property
from hashlib import sha256
from itertools import islice
from typing import Any, Final, TypeVar

from django.db import transaction
from django.db.models import QuerySet

from games.hosting.keeping import taught
from games.models import Game, Seat
from league.access.acts import Actor, record_act
from personas.experience.lessons import Memory, by_hand, memory_in, written
from personas.memory import Outdated, Unmemorable, revise_memory
from personas.models import MemoryRevision, Player

OF_GAME: Final = "undone: game "  # how reasons begin
SINCE: Final = "undone: since "
READ_AT_ONCE: Final = 40  # revisions with all that is remembered in them
TRIES: Final = 5  # while others write to the same memory
PART: Final = 15.0  # seconds, after which a request takes no further memory
Enough = Callable[[], bool]
Covers = Callable[[MemoryRevision], bool]
Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class Relived:
    """What becomes of a player's memory without some games, by their ids: what it remembers now, and what it would
    then; `notes` say what of that is not exact, in sentences."""

    player: Player
    now: MemoryRevision
    without: tuple[str, ...]
    learned: Mapping[str, Any]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Undone:
    """What became of a player's memory."""

    relived: Relived
    revision: MemoryRevision

    @property
    def player(self) -> Player:
        """Whose it is."""
        return self.relived.player

    @property
    def games(self) -> int:
        """Of how many games it remembers nothing any more."""
        return len(self.relived.without)

    @property
    def notes(self) -> tuple[str, ...]:
        """What of it is not exact, in sentences."""
        return self.relived.notes


class NobodyRemembers(Unmemorable):
    """There is nothing to be taken back."""


class Changed(Unmemorable):
    """What would be taken back is not what somebody has looked at."""

    def __init__(self) -> None:
        super().__init__("something was written to these memories since this was looked at")


@dataclass(frozen=True, slots=True)
class Learned:
    """What is to be taken back: revisions by games, in words, and how a reason begins that says so."""

    revisions: Any  # Any: a queryset of revisions
    covers: Covers
    where: str
    mark: str


def in_game(game_id: str) -> Learned:
    """Everything that was learned in a game."""
    revisions = MemoryRevision.objects.filter(game_id=game_id, season="")
    return Learned(revisions, lambda row: row.game_id == game_id, f"in game {game_id}", f"{OF_GAME}{game_id}")


def from_then_on(since: datetime) -> Learned:
    """Everything that was learned from games since a time."""
    revisions = MemoryRevision.objects.filter(created_at__gte=since, season="").exclude(game_id="")
    told = f"since {since.astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC"
    return Learned(revisions, lambda row: row.created_at >= since, told, f"{SINCE}{since.isoformat()}")


def undo_game(*, game_id: str, by: Actor, **how: Any) -> list[Undone]:
    """Takes back what a game taught those who sat there. How is undo()'s. Raises Unmemorable where that is nothing."""
    return undo(in_game(game_id), by=by, **how)


def undo_since(*, since: datetime, by: Actor, **how: Any) -> list[Undone]:
    """Takes back all that was learned from games since a time, by everybody. How is undo()'s. Raises Unmemorable where
    that is nothing."""
    return undo(from_then_on(since), by=by, **how)


def learners_of(learned: Learned, players: Iterable[Player] | None = None) -> list[tuple[Player, int]]:
    """Who remembers some of that, or which of these, and of how many games: nothing is written. Raises Unmemorable
    where nobody does."""
    found = ((player, len(_gone(Past(player), learned.covers))) for player in _players_of(learned, players))
    return _unless_nobody([each for each in found if each[1]], learned)


def would_undo(
    learned: Learned, players: Iterable[Player] | None = None, enough: Enough = lambda: False
) -> list[Relived]:
    """What would become of the memories of those who remember some of that, or of these, as far as that is reckoned
    until it is `enough`: nothing is written. Raises NobodyRemembers."""
    found: list[Relived] = []
    for player in _players_of(learned, players):
        one = _relived(player, learned.covers)
        if one is not None:
            found.append(one)
            if enough():
                break
    return _unless_nobody(found, learned)


def sight_of(learned: Learned, players: Iterable[Player] | None = None) -> str:
    """What would be taken back by now, as a digest: whose memories, as of which revision, and which games. Whoever has
    looked at that takes back just that, or nothing."""
    rows = []
    for player in _players_of(learned, players):
        past = Past(player)
        if gone := _gone(past, learned.covers):
            rows.append([player.player_id, past.rows[-1].number, [row.game_id for row in gone]])
    return sha256(json.dumps([learned.mark, rows]).encode()).hexdigest()


def undo(
    learned: Learned,
    *,
    by: Actor,
    reason: str = "",
    players: Iterable[Player] | None = None,
    seen: str = "",
    enough: Enough = lambda: False,
) -> list[Undone]:
    """Takes it back from everybody, or from these, each memory by itself, until it is `enough` for now: that is asked
    behind each, and what is left (left_of) is taken back by asking again. Where `seen` is given, only while that is
    what sight_of() tells, as of before the first. Raises NobodyRemembers, Changed, and Unmemorable."""
    if seen and seen != sight_of(learned, players):
        raise Changed
    told = f"{learned.mark}: {reason.strip()}" if reason.strip() else learned.mark
    done: list[Undone] = []
    for player in _players_of(learned, players):
        one = _without(player, learned.covers, by=by, reason=told)
        if one is not None:
            done.append(one)
            if enough():
                break
    return _unless_nobody(done, learned)


def left_of(learned: Learned, players: Iterable[Player] | None = None) -> int:
    """How many players, of all or of these, remember some of that by now."""
    try:
        return len(learners_of(learned, players))
    except NobodyRemembers:
        return 0


def a_part() -> Enough:
    """Says when one request has done its part: of thousands of memories all would take longer than whoever asked, and
    what stands in front of the site, waits."""
    until = time.monotonic() + PART
    return lambda: time.monotonic() >= until


def _players_of(learned: Learned, players: Iterable[Player] | None) -> QuerySet[Player]:
    found = Player.objects.filter(pk__in=learned.revisions.order_by().values("player")).order_by("player_id")
    if players is not None:
        found = found.filter(pk__in=[player.pk for player in players])
    return found.select_related("persona", "model")


def _unless_nobody(found: list[Found], learned: Learned) -> list[Found]:
    if not found:
        raise NobodyRemembers(f"nobody remembers anything that was learned {learned.where}")
    return found


def _gone(past: "Past", covers: Covers) -> list[MemoryRevision]:
    """What of that the newest revision is made of."""
    return [row for row in past.made_of if row.game_id and covers(row)]


def _relived(player: Player, covers: Covers) -> Relived | None:
    """What a player would remember without some games; None where it remembers nothing of them."""
    past = Past(player)
    gone = _gone(past, covers)
    if not gone:
        return None
    notes: list[str] = []
    learned = past.relived(gone, notes)
    return Relived(player, past.rows[-1], tuple(row.game_id for row in gone), learned, tuple(notes))


def _without(player: Player, covers: Covers, *, by: Actor, reason: str) -> Undone | None:
    """Has a player remember nothing of some games; None where it does not."""
    for _ in range(TRIES):
        relived = _relived(player, covers)
        if relived is None:
            return None
        now = relived.now
        try:
            with transaction.atomic():
                revision = revise_memory(
                    player=player, learned=relived.learned, author=by.name, on=now.number, reason=reason
                )
                if revision.pk != now.pk:
                    was, after = {"number": now.number}, {"number": revision.number}
                    record_act(by=by, verb="undo learning", row=revision, before=was, after=after, reason=reason)
        except Outdated:
            continue  # somebody has written meanwhile: it is reckoned anew
        return Undone(relived, revision)
    raise Unmemorable(f"{player.player_id} is written to again and again; try it later")


@dataclass(frozen=True, eq=False, slots=True)
class Making:
    """Of which revisions one is made, by their places: of those of another, and of one more. There is one of each, so
    that which is which is told without going through them: a player has thousands of revisions."""

    before: "Making | None"
    place: int

    @staticmethod
    def along(making: "Making | None") -> list["Making"]:
        """How it came about, from the first revision on."""
        steps = []
        while making is not None:
            steps.append(making)
            making = making.before
        return steps[::-1]


@dataclass
class Past:
    """How a player came to remember what it does: its revisions, and of which of them the newest is made. What is
    remembered in them is read where it is wanted and not kept: it is all that a player knows, in each revision."""

    player: Player
    rows: list[MemoryRevision] = field(init=False)
    _known_makings: dict[tuple[Making | None, int], Making] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.rows = list(self.player.memory.filter(season="").defer("learned").order_by("number"))

    @cached_property
    def _makings(self) -> list[Making | None]:
        """By revision, of what it is made: of that which the one before it is and itself; one that was restored of that
        which the earlier one is; a taking-back of that which the one before it is, without what it took."""
        made: list[Making | None] = []
        for place, row in enumerate(self.rows):
            before = made[-1] if made else None
            covered = covered_by(row)
            if covered is not None:
                kept: Making | None = None
                for each in Making.along(before):
                    if not (self.rows[each.place].game_id and covered(self.rows[each.place])):
                        kept = self._making(kept, each.place)
                made.append(kept)
            elif (restored := self._restored.get(place)) is not None:
                made.append(made[restored])
            else:
                made.append(self._making(before, place))
        return made

    def _making(self, before: Making | None, place: int) -> Making:
        return self._known_makings.setdefault((before, place), Making(before, place))

    @cached_property
    def _restored(self) -> dict[int, int]:
        """By the places of revisions that somebody wrote by hand, those of the latest before them that remember the
        same."""
        by_hand_at = [at for at, row in enumerate(self.rows) if not row.game_id and covered_by(row) is None]
        if not by_hand_at or not by_hand_at[-1]:
            return {}
        latest: dict[bytes, int] = {}
        restored = {}
        for place, learned in self._read(range(by_hand_at[-1] + 1)):
            digest = sha256(json.dumps(learned, sort_keys=True).encode()).digest()
            if place in by_hand_at and digest in latest:
                restored[place] = latest[digest]
            latest[digest] = place
        return restored

    def _read(self, places: Iterable[int]) -> Iterator[tuple[int, dict[str, Any]]]:
        """What is remembered in the revisions at these places, in their order, a few at a time."""
        wanted = iter(places)
        while some := list(islice(wanted, READ_AT_ONCE)):
            keys = {self.rows[at].pk: at for at in some}
            found = MemoryRevision.objects.filter(pk__in=keys).values_list("pk", "learned")
            learned = {keys[key]: each for key, each in found}
            yield from ((at, learned[at]) for at in some)

    @property
    def made_of(self) -> list[MemoryRevision]:
        """The revisions that the newest is made of."""
        return [self.rows[each.place] for each in Making.along(self._makings[-1])] if self.rows else []

    def relived(self, without: Sequence[MemoryRevision], notes: list[str]) -> dict[str, Any]:
        """What is remembered without some of the revisions that it is made of. What is not exact is put to the
        notes."""
        keys = {row.pk for row in without}
        making = Making.along(self._makings[-1])
        first = next(number for number, each in enumerate(making) if self.rows[each.place].pk in keys)
        first, learned = self._known(making[:first])
        left = [each.place for each in making[first:] if self.rows[each.place].pk not in keys]
        games = Game.objects.in_bulk({self.rows[at].game_id for at in left} - {""}, field_name="public_id")
        for at, before, after in self._changes(left):
            row = self.rows[at]
            again = self._taught(row, games.get(row.game_id), learned, before) if row.game_id else None
            if again is None and row.game_id:
                notes.append(f"game {row.game_id} cannot be gone through again: what it counted is left out")
            learned = again if again is not None else rewritten(learned, before, after, notes, row=row)
        # A number is never used twice: a game that is on may have told somebody the lesson that had it.
        ((_, newest),) = self._read([len(self.rows) - 1])
        last = max(memory_in(learned).last, memory_in(newest).last)
        return {**learned, "last": last} if last else learned

    def _changes(self, places: Sequence[int]) -> Iterator[tuple[int, dict[str, Any], dict[str, Any]]]:
        """The revisions at these places, in their order, each with what was remembered before it and in it."""
        read = self._read(at for place in places for at in ((place - 1, place) if place else (place,)))
        for place in places:
            before = next(read)[1] if place else {}
            yield place, before, next(read)[1]

    def _known(self, making: Sequence[Making]) -> tuple[int, dict[str, Any]]:
        """Of how many of these steps, from the first, some revision is made, and what is remembered by those."""
        made = {each: at for at, each in enumerate(self._makings)}
        known = next((number for number in range(len(making), 0, -1) if making[number - 1] in made), 0)
        if not known:
            return 0, {}
        ((_, learned),) = self._read([made[making[known - 1]]])
        return known, learned

    def _taught(
        self, row: MemoryRevision, game: Game | None, learned: Mapping[str, Any], before: Mapping[str, Any]
    ) -> dict[str, Any] | None:
        """What is remembered when a game has taught it again; None where it cannot."""
        seat = Seat.objects.filter(game=game, player=self.player).values_list("number", flat=True).first()
        if game is None or seat is None:
            return None
        # Lessons keep their numbers, by which seats and choices name them: a new one has that which it had.
        last = max(memory_in(learned).last, memory_in(before).last)
        try:
            return taught(game=game, learned={seat: {**learned, "last": last}})[seat]
        except LookupError:  # rules that are not known here any more
            return None


def covered_by(row: MemoryRevision) -> Covers | None:
    """What a taking-back took; None for any other revision."""
    if row.game_id:
        return None
    if row.reason.startswith(OF_GAME):
        game = row.reason.removeprefix(OF_GAME).partition(":")[0].strip()
        return lambda other: other.game_id == game
    if row.reason.startswith(SINCE):
        try:
            since = datetime.fromisoformat(row.reason.removeprefix(SINCE).split(" ")[0].rstrip(":"))
        except ValueError:
            return None
        return lambda other: other.created_at >= since
    return None


def rewritten(
    learned: Mapping[str, Any],
    before: Mapping[str, Any],
    after: Mapping[str, Any],
    notes: list[str],
    *,
    row: MemoryRevision,
) -> dict[str, Any]:
    """A memory with what a revision changed of the one before it: lessons and own words that it took out, put in or
    changed, and what is in it by hand."""
    memory, was, now = memory_in(learned), memory_in(before), memory_in(after)
    if was.counts != now.counts and not row.game_id:
        notes.append(f"counts were written by hand in revision {row.number}: they stay as written")
        memory = replace(memory, counts=now.counts)
    kept = written(learned, replace(memory, lessons=_lessons(memory, was, now), apart=_apart(memory, was, now)))
    if by_hand(before) != by_hand(after):
        kept = {**{name: value for name, value in kept.items() if name not in by_hand(kept)}, **by_hand(after)}
    return kept


def _lessons(memory: Memory, was: Memory, now: Memory) -> tuple[Any, ...]:
    lessons = {each.number: each for each in memory.lessons}
    there = {each.number: each for each in was.lessons}
    for each in now.lessons:
        if there.pop(each.number, None) != each:
            lessons[each.number] = each
    return tuple(each for number, each in sorted(lessons.items()) if number not in there)


def _apart(memory: Memory, was: Memory, now: Memory) -> tuple[Any, ...]:
    words = {(each.game, each.words): each for each in memory.apart}
    there = {(each.game, each.words): each for each in was.apart}
    for each in now.apart:
        if there.pop((each.game, each.words), None) != each:
            words[each.game, each.words] = each
    return tuple(each for key, each in words.items() if key not in there)
