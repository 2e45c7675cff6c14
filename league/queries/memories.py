"""What players remember, and what taught them, for pages and the API.

Law: what a season hides is not here. A player learns from a game when that is over, and a game that is over is seen by
all; what it was told before a game is told when that game is. A memory names games by their ids, and each of those is
looked up and passed over where somebody may not see all of it (games.ledger.reads.may_see).

A season may hide what its players learn while it goes on. A memory is whole, so what was learned there cannot be told
from what is beside it: until the season is over a visitor sees each of its players as of its start (shown_to).

What a game taught says who was what in it. So from whom its ending is kept (league.access.endings) that is kept, too:
what it changed, what came of what had been told before it, a player's own words of it, and its moments. And so are all
lessons that were counted from games: they are of cases, several of one game or none, so that how many games one is of
is not known, and of whoever was the town's in 20 cases of 20 each is told.
"""

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.urls import reverse

from games.engine.rulesets import ruleset_title
from games.engine.viewpoint import GLASS
from games.ledger.reads import MemoryTold, Visitor, may_see, sees_secrets
from games.models import Game, Seat
from league.access.endings import ALL, Endings
from league.memories.edits import edits_before
from league.memories.hiding import unhidden
from league.models import Fixture
from league.queries.boards.shown import SOMEBODY
from league.results.sides import side_of
from personas.experience.lessons import Evidence, Lesson, memory_in
from personas.memory import learned_at
from personas.models import MemoryRevision, Player

LEARNED = ("learned", "dropped", "changed")  # what of a game's teaching a page tells line by line
LONGEST_NOTE = 200  # characters of a note in a timeline; all of it stands where it is remembered
WORDS = {
    "learned": "Learned",
    "dropped": "Dropped",
    "changed": "Changed",
    "counted": "Counted again",
    "wrote": "Wrote",
    "approved": "Approved",
    "withdrawn": "Not approved any more",
    "deleted": "Deleted",
    "played": "Counts",
    "noted": "By hand",
}


@dataclass(frozen=True, slots=True)
class Moment:
    """Where something was seen: a game that is over, and events of it, each by its number and where it stands."""

    title: str
    url: str
    events: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class LessonLine:
    """A lesson as pages show it."""

    number: int
    text: str
    confidence: int
    base: int
    right: int
    seen: int
    given: int
    is_told: bool
    moments: tuple[Moment, ...]


@dataclass(frozen=True, slots=True)
class ChangeLine:
    """One thing that a revision changed; `comes` are the words that were written by hand, of long ones the
    beginning."""

    what: str
    word: str
    text: str
    was: str
    comes: str = ""
    moments: tuple[Moment, ...] = ()


@dataclass(frozen=True, slots=True)
class OwnWords:
    """What a player wrote of a game in its own words."""

    text: str
    is_approved: bool
    moment: Moment | None


@dataclass(frozen=True, slots=True)
class Remembered:
    """What a player remembers now, for its page."""

    number: int
    author: str
    written_at: datetime
    lessons: tuple[LessonLine, ...]
    words: tuple[OwnWords, ...]
    counted: tuple[tuple[str, int], ...]
    notes: Mapping[str, Any]
    keeps_lessons: bool = False
    keeps_words: bool = False


@dataclass(frozen=True, slots=True)
class Told:
    """A lesson that a player was told before a game, and what became of it: how it stood then, and stands after."""

    text: str
    outcome: str


@dataclass(frozen=True, slots=True)
class Revised:
    """A revision in a player's history: by a game or by hand, with what it changed."""

    number: int
    game: str
    game_id: str
    url: str
    season: str
    result: str
    side: str
    author: str
    reason: str
    written_at: datetime
    changes: tuple[ChangeLine, ...]
    counted: int
    told: tuple[Told, ...]
    is_kept: bool = False  # whether what the game taught is kept back


@dataclass(frozen=True, slots=True)
class Schooling:
    """What a game was to one who sat there: what it had been told, and what it learned; `by_hand` is who had written
    its memory before it, where that was nobody's game, and `edits` what had been written since the season began.
    Lessons are read to models; the house goes by what it counts."""

    seat: int
    memory: int
    told: tuple[Told, ...]
    changes: tuple[ChangeLine, ...]
    counted: int
    by_hand: str
    edits: Sequence[MemoryRevision]
    is_read_to: bool
    is_done: bool


def sees_memories(user: Visitor | None) -> bool:
    """Whether somebody may see what seasons hide of memories: who may see secrets, or memories backstage."""
    wanted = ("personas.view_memoryrevision", "personas.change_player")
    return sees_secrets(user) or (user is not None and any(map(user.has_perm, wanted)))


def shown_to(visitor: Visitor | None, revisions: QuerySet[MemoryRevision]) -> QuerySet[MemoryRevision]:
    """Those of these revisions that somebody may see now."""
    return revisions if sees_memories(visitor) else unhidden(revisions)


def authored(revision: MemoryRevision, player_id: str, visitor: Visitor | None) -> MemoryRevision:
    """A revision of this player with its author as somebody is told it: by the name of an account for staff alone, for
    that is half a login. Not to be saved."""
    author = revision.author
    # Who is no account, as the command line, has a space in its name; no account has one.
    is_account = not revision.game_id and author != player_id and " " not in author
    told = copy(revision)
    if is_account and not getattr(visitor, "is_staff", False):
        told.author = SOMEBODY
    return told


class Archive:
    """The games that memories name, looked up once: how each is called, and whether a visitor may see all of it. `here`
    is the one whose page it is, through the glass box. Moments are told of those whose endings are."""

    def __init__(self, ids: Iterable[str], visitor: Visitor | None, *, here: str = "", endings: Endings = ALL) -> None:
        self._here, self._endings = here, endings
        wanted = {each for each in ids if each}
        rows = Game.objects.filter(public_id__in=wanted).select_related("fixture__season") if wanted else ()
        self._games = {game.public_id: game for game in rows if game.is_over and may_see(game, visitor, GLASS)}

    def __contains__(self, public_id: str) -> bool:
        return public_id in self._games

    def get(self, public_id: str) -> Game | None:
        """The game, where it may be seen."""
        return self._games.get(public_id)

    def title(self, public_id: str) -> str:
        """What a list calls a game."""
        if public_id == self._here:
            return "this game"
        game = self._games.get(public_id)
        fixture = getattr(game, "fixture", None)
        if game is None:
            return f"game {public_id}"
        return (
            f"game {fixture.number} of {fixture.season.name}"
            if fixture
            else f"{ruleset_title(game.ruleset)} exhibition"
        )

    def url(self, public_id: str, event: int = 0) -> str:
        """Where a game is seen whole, or an event in it; "" where there is none to be seen."""
        if public_id not in self._games:
            return ""
        if public_id == self._here:
            return f"?lens=glass&line={event}#e{event}" if event else "#record"
        return moment_url(public_id, event)

    def moments(self, evidence: Iterable[Evidence]) -> tuple[Moment, ...]:
        """The moments that evidence names, of games that may be seen."""
        return tuple(
            Moment(
                self.title(each.game),
                self.url(each.game),
                tuple((seq, self.url(each.game, seq)) for seq in sorted(each.events)),
            )
            for each in evidence
            if each.game in self and not self._endings.hides(self._games[each.game])
        )


def moment_url(public_id: str, event: int = 0) -> str:
    """Where an event of a game is seen, or all of it: through the glass box its number is the ledger's."""
    address = f"{reverse('game', args=[public_id])}?lens=glass"
    return f"{address}&line={event}#e{event}" if event else address


def games_of(learned: Mapping[str, Any]) -> set[str]:
    """The ids of all games that a memory names."""
    memory = memory_in(learned)
    named = {each.game for lesson in memory.lessons for each in lesson.evidence}
    return named | {each.game for each in memory.apart}


# --- what a player remembers -----------------------------------------------------------------------------------------


def remembered_now(player: Player, visitor: Visitor | None, endings: Endings = ALL) -> Remembered | None:
    """What a player remembers, for who is told these endings; None for nothing. Two queries."""
    revision = shown_to(visitor, player.memory.filter(season="")).order_by("-number").first()
    if revision is None:
        return None
    told = MemoryTold.of(revision.learned)
    archive = Archive(games_of(revision.learned), visitor, endings=endings)
    is_told = endings.is_shown or not told.counted
    words = [each for each in told.words if endings.tells(each.game)]
    return Remembered(
        number=revision.number,
        author=authored(revision, player.player_id, visitor).author,
        written_at=revision.created_at,
        lessons=tuple(lesson_line(each.lesson, each.text, archive) for each in told.lessons) if is_told else (),
        words=tuple(
            OwnWords(
                each.words,
                each.is_approved,
                Moment(archive.title(each.game), archive.url(each.game)) if each.game in archive else None,
            )
            for each in words
        ),
        counted=tuple((ruleset_title(slug), games) for slug, games in told.counted.items()),
        notes=told.notes,
        keeps_lessons=bool(told.lessons) and not is_told,
        keeps_words=len(words) < len(told.words),
    )


def lesson_line(lesson: Lesson, text: str, archive: Archive) -> LessonLine:
    """A lesson for a page."""
    return LessonLine(
        number=lesson.number,
        text=text,
        confidence=lesson.confidence,
        base=round(lesson.base / 10),
        right=lesson.right,
        seen=lesson.seen,
        given=lesson.given,
        is_told=lesson.is_told,
        moments=archive.moments(lesson.evidence),
    )


def revisions_before(revisions: Sequence[MemoryRevision]) -> dict[int, MemoryRevision | None]:
    """By the keys of these revisions the one before each: the newest before it that counts where it does, within its
    season or everywhere. Two queries."""
    earlier = MemoryRevision.objects.filter(
        Q(season="") | Q(season=OuterRef("season")), player=OuterRef("player"), number__lt=OuterRef("number")
    ).order_by("-season", "-number")
    keys = [revision.pk for revision in revisions]
    found = MemoryRevision.objects.filter(pk__in=keys).order_by().annotate(base=Subquery(earlier.values("pk")[:1]))
    bases = dict(found.values_list("pk", "base"))
    at_hand = {revision.pk: revision for revision in revisions}
    if missing := [base for base in bases.values() if base is not None and base not in at_hand]:
        at_hand |= MemoryRevision.objects.in_bulk(missing)
    return {key: at_hand.get(base) for key, base in bases.items()}


def _learned(revision: MemoryRevision | None) -> Mapping[str, Any]:
    return revision.learned if revision is not None else {}


def change_lines(
    before: Mapping[str, Any], after: Mapping[str, Any], archive: Archive | None
) -> tuple[ChangeLine, ...]:
    """What one revision changed of another; of what was learned the moments that showed it."""
    lessons = memory_in(after)
    lines = []
    for change in MemoryTold.changes(before, after):
        lesson = lessons.numbered(change.number) if change.what in ("learned", "changed") else None
        moments = archive.moments(lesson.evidence) if archive is not None and lesson is not None else ()
        was = _short(change.was) if change.what == "noted" else change.was
        word = WORDS[change.what]
        lines.append(ChangeLine(change.what, word, change.text, was, _short(change.comes), moments))
    return tuple(lines)


def _short(words: str) -> str:
    """Words on one line, of long ones the beginning."""
    line = " ".join(words.split())
    return line if len(line) <= LONGEST_NOTE else f"{line[: LONGEST_NOTE - 1].rstrip()}…"


# --- how it came to that ---------------------------------------------------------------------------------------------


def history(
    player: Player, revisions: Sequence[MemoryRevision], visitor: Visitor | None, endings: Endings = ALL
) -> list[Revised]:
    """These revisions of a player, each with what it changed, from which game, and what was told before that one. Six
    queries at most, however many revisions."""
    before = revisions_before(revisions)
    named = {each.game_id for each in revisions}
    archive = Archive(named.union(*(games_of(each.learned) for each in revisions)), visitor, endings=endings)
    seats = {
        seat.game.public_id: seat
        for seat in Seat.objects.filter(player=player, game__public_id__in=[each for each in named if each in archive])
        .select_related("game")
        .order_by()
    }
    sat_with = learned_at((player.pk, seat.memory) for seat in seats.values() if seat.lessons)
    return [
        _entry(
            authored(revision, player.player_id, visitor),
            before[revision.pk],
            archive,
            seats.get(revision.game_id),
            sat_with,
            endings,
        )
        for revision in revisions
        if not revision.game_id or revision.game_id in archive
    ]


def _entry(
    revision: MemoryRevision,
    before: MemoryRevision | None,
    archive: Archive,
    seat: Seat | None,
    sat_with: Mapping[tuple[int, int], Mapping[str, Any]],
    endings: Endings,
) -> Revised:
    game = archive.get(revision.game_id)
    is_hidden = game is not None and endings.hides(game)
    is_told = seat is not None and not is_hidden
    lines = () if is_hidden else change_lines(_learned(before), revision.learned, archive)
    if not revision.game_id and not endings.is_shown:  # by hand: what was done to what games had taught says that anew
        told_of, lines = len(lines), tuple(line for line in lines if line.what == "noted")
        is_hidden = len(lines) < told_of
    return Revised(
        number=revision.number,
        game=archive.title(revision.game_id) if revision.game_id else "",
        game_id=revision.game_id,
        url=archive.url(revision.game_id) if revision.game_id else "",
        season=revision.season,
        result=_result(seat) if is_told else "",
        side=side_of(seat.game.ruleset, seat.team) if seat and is_told else "",
        author=revision.author,
        reason=revision.reason,
        written_at=revision.created_at,
        changes=tuple(line for line in lines if line.what not in ("counted", "played")),
        counted=sum(line.what == "counted" for line in lines),
        told=_told(seat, sat_with, revision.learned) if seat and is_told else (),
        is_kept=is_hidden,
    )


def _result(seat: Seat | None) -> str:
    """How a game went for who sat there: "as sheriff, won"."""
    if seat is None:
        return ""
    won = "a draw" if seat.game.winner == Game.DRAW else "won" if seat.game.winner == seat.team else "lost"
    return f"as {seat.role}, {won}"


def _told(
    seat: Seat, sat_with: Mapping[tuple[int, int], Mapping[str, Any]], after: Mapping[str, Any] | None
) -> tuple[Told, ...]:
    """The lessons that a seat's model was told, as they stood then, and what became of each by what it remembers
    after."""
    then = {each.lesson.number: each for each in MemoryTold.of(sat_with.get((seat.player_id, seat.memory), {})).lessons}
    later = memory_in(after) if after is not None else None
    return tuple(
        Told(then[number].text, _became(then[number].lesson, later.numbered(number)) if later is not None else "")
        for number in seat.lessons
        if number in then
    )


def _became(then: Lesson, now: Lesson | None) -> str:
    """What became of a lesson, in words."""
    if now is None:
        return "dropped since"
    if (now.right, now.seen) == (then.right, then.seen):
        return "not seen again"
    return f"{now.right} of {now.seen} by now, was {then.right} of {then.seen}"


# --- what a game was to who sat there --------------------------------------------------------------------------------


def schooling_of(game: Game, visitor: Visitor | None) -> list[Schooling] | None:
    """What each player had been told before a game that is over, and what it learned from it; None where none of them
    remembers anything, and where that may not be seen. Seven queries at most."""
    if not game.is_over or not may_see(game, visitor, GLASS):
        return None
    seats = list(game.seats.all())
    players = {seat.player_id for seat in seats}
    fixture = Fixture.objects.select_related("season").filter(game=game).first()
    if fixture is not None and fixture.season.is_hiding and not sees_memories(visitor):
        return None
    learned = MemoryRevision.objects.filter(game_id=game.public_id, player__in=players)
    taught = list(shown_to(visitor, learned).order_by("number"))
    # Within a season that goes its own way a player has two: what counts there is told.
    by_player = {row.player_id: row for row in sorted(taught, key=lambda row: row.season)}
    if not taught and not any(seat.memory for seat in seats):
        return None
    before = revisions_before(list(by_player.values()))
    ids = {seat.player_id: seat.player.player_id for seat in seats}
    sat_down = {key: authored(row, ids[row.player_id], visitor) for key, row in _sat_down(seats, visitor).items()}
    sat_with = {key: row.learned for key, row in sat_down.items()}
    archive = Archive([game.public_id], visitor, here=game.public_id)
    found = edits_before(fixture.season, seats) if fixture is not None else {}
    edits = {
        number: [authored(each, each.player.player_id, visitor) for each in rows] for number, rows in found.items()
    }
    return [
        _schooling(seat, by_player.get(seat.player_id), before, sat_down, sat_with, archive, edits.get(seat.number, ()))
        for seat in seats
    ]


def _sat_down(seats: Sequence[Seat], visitor: Visitor | None) -> dict[tuple[int, int], MemoryRevision]:
    """The revisions that these seats sat down with, by player and number, as far as they may be seen. One query, or
    none."""
    wanted = {(seat.player_id, seat.memory) for seat in seats if seat.memory}
    if not wanted:
        return {}
    rows = MemoryRevision.objects.filter(
        player__in={player for player, _ in wanted}, number__in={number for _, number in wanted}
    ).order_by()
    rows = shown_to(visitor, rows)
    return {(row.player_id, row.number): row for row in rows if (row.player_id, row.number) in wanted}


def _schooling(
    seat: Seat,
    taught: MemoryRevision | None,
    before: Mapping[int, MemoryRevision | None],
    sat_down: Mapping[tuple[int, int], MemoryRevision],
    sat_with: Mapping[tuple[int, int], Mapping[str, Any]],
    archive: Archive,
    edits: Sequence[MemoryRevision],
) -> Schooling:
    lines = change_lines(_learned(before[taught.pk]), taught.learned, archive) if taught is not None else ()
    with_ = sat_down.get((seat.player_id, seat.memory))
    return Schooling(
        seat=seat.number,
        memory=seat.memory,
        told=_told(seat, sat_with, taught.learned if taught is not None else None),
        changes=tuple(line for line in lines if line.what not in ("counted", "played")),
        counted=sum(line.what == "counted" for line in lines),
        by_hand=with_.author if with_ is not None and not with_.game_id else "",
        edits=edits,
        is_read_to=not seat.player.model.is_offline,
        is_done=taught is not None,
    )


def revisions_of(player: Player) -> QuerySet[MemoryRevision]:
    """All revisions of a player's memory, newest first."""
    return MemoryRevision.objects.filter(player=player).order_by("-number")


def revisions_told(player: Player, visitor: Visitor | None) -> QuerySet[MemoryRevision]:
    """Those that somebody may see, newest first."""
    return shown_to(visitor, revisions_of(player))
