"""What of a season's games may go when nobody wants it any more: the words of calls, thoughts, logs on disk. Law: what
goes, and what cannot be done any more then, is said before anything does; results, replay and bills stay as they are.

What goes is of games that have been over for a while: counted, billed and taught. They go a few at a time, so it may be
killed and done again, and two at once share the work; the act is written with the first.
"""

import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final

import structlog
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from games.directing.verbs import PRUNABLE, prune_games, unpruned, weigh_games
from games.models import Call, Game
from league.access.acts import Actor, record_act
from league.models import Figures, Season
from league.results.weights import AT_ONCE, all_games_of, chosen_of, scaled, weigh_season
from league.seasons.making.checking import WrongSeason

logger = structlog.get_logger(__name__)
LEAST: Final = timedelta(hours=2)  # that a game has been over: until then what follows from it may be under way
MOST_DAYS: Final = 36_500
MOST_LOOKED_AT: Final = 200  # games that are weighed before, of which the others are taken to be like
LOSES: Final[Mapping[str, str]] = {
    "words": "What its models were sent and answered word for word cannot be read or exported any more; tokens and "
    "costs stay.",
    "thoughts": "What its players thought is in no glass lens, log or export any more; what they said and did stays, "
    "and so do beliefs and claims.",
    "logs": "Its files are gone from the disk until the command export writes them again, then with what is left.",
}


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to go: the kinds of PRUNABLE, of games that have been over for so many days. None: as long as the season
    says that words are kept."""

    kinds: tuple[str, ...] = tuple(PRUNABLE)
    days: int | None = None


@dataclass(frozen=True, slots=True)
class Heap:
    """How much of a kind goes, or has gone; rows of logs are files."""

    kind: str
    games: int
    rows: int
    bytes: int

    @property
    def title(self) -> str:
        """The kind, in words."""
        return PRUNABLE[self.kind]


@dataclass(frozen=True, slots=True)
class Foreseen:
    """What would go of a season, by kind, and what cannot be done any more then; `is_estimate` where not every game was
    looked at."""

    days: int
    heaps: tuple[Heap, ...]
    loses: tuple[str, ...]
    is_estimate: bool

    @property
    def bytes(self) -> int:
        """All of it."""
        return sum(heap.bytes for heap in self.heaps)

    @property
    def is_nothing(self) -> bool:
        return not any(heap.rows for heap in self.heaps)


@dataclass(slots=True)
class Gone:
    """What has gone, by kind, and of how many games nothing has yet for want of time."""

    games: int = 0
    left: int = 0
    heaps: dict[str, tuple[int, int]] = field(default_factory=dict)

    def add(self, freed: Mapping[str, Any]) -> None:
        """More has."""
        for kind, heap in freed.items():
            rows, bytes_ = self.heaps.get(kind, (0, 0))
            self.heaps[kind] = rows + heap.rows, bytes_ + heap.bytes

    @property
    def bytes(self) -> int:
        return sum(bytes_ for _, bytes_ in self.heaps.values())

    @property
    def told(self) -> str:
        """It in a sentence, without its end."""
        parts = [f"{PRUNABLE[kind]} ({rows:,} {unit_of(kind)})" for kind, (rows, _) in self.heaps.items() if rows]
        told = f"{' and '.join(parts)}, some {size_told(self.bytes)}" if parts else "nothing was left to go"
        return f"{told}; {self.left:,} games are left, and it goes on when it is done again" if self.left else told


def unit_of(kind: str) -> str:
    """What is counted of a kind."""
    return "files" if kind == "logs" else "rows"


def size_told(size: int) -> str:
    """A number of bytes in words."""
    for unit, name in ((2**30, "GiB"), (2**20, "MiB"), (2**10, "KiB")):
        if size >= unit:
            return f"{size / unit:.1f} {name}"
    return f"{size} bytes"


def days_of(season: Season, wanted: Wanted) -> int:
    """How long the games of which something goes have been over. Raises WrongSeason."""
    if unknown := [kind for kind in wanted.kinds if kind not in PRUNABLE]:
        raise WrongSeason("kinds", f"there are {', '.join(PRUNABLE)}, and no {unknown[0]!r:.60}.")
    if not wanted.kinds:
        raise WrongSeason("kinds", f"say what is to go: {', '.join(PRUNABLE)}.")
    days = season.keep if wanted.days is None else wanted.days
    if days is None:
        told = "its words are kept for good: say of games that have been over for how many days."
        raise WrongSeason("days", told)
    if not 0 <= days <= MOST_DAYS:
        raise WrongSeason("days", f"must be from 0 to {MOST_DAYS:,}, not {days}.")
    if season.status in Season.UNSTARTED:
        raise WrongSeason("status", f"{season.slug} has not begun: there is nothing to go.")
    return days


def to_go(season: Season, kind: str, *, days: int, now: datetime) -> list[int]:
    """The keys of a season's games of which a kind may go, oldest first. Three queries."""
    before = now - max(LEAST, timedelta(days=days))
    # Those that were set aside have no time of end: their start counts.
    is_old = Q(finished_at__lt=before) | Q(finished_at__isnull=True, created_at__lt=before)
    settled = Q(status=Game.Status.FINISHED) & Q(
        Exists(Figures.objects.filter(seat__game=OuterRef("pk"))),
        ~Exists(Call.objects.filter(game=OuterRef("pk"), billed=False)),
    )
    over = settled | Q(status__in=(Game.Status.VOID, Game.Status.DIVERGED))
    found: list[int] = []
    keys = all_games_of(season.slug)
    for start in range(0, len(keys), 500):
        games: QuerySet[Game] = Game.objects.filter(is_old, over, pk__in=keys[start : start + 500])
        found += unpruned(games=games, kind=kind)
    return found


def foresee_pruning(*, season: Season, wanted: Wanted, now: datetime) -> Foreseen:
    """What would go. Changes nothing. Raises WrongSeason."""
    days = days_of(season, wanted)
    heaps, is_estimate = [], False
    for kind in wanted.kinds:
        games = to_go(season, kind, days=days, now=now)
        chosen = chosen_of(games, MOST_LOOKED_AT)
        gone = Gone()
        for start in range(0, len(chosen), AT_ONCE):
            gone.add(weigh_games(games=chosen[start : start + AT_ONCE], kinds=(kind,)))
        rows, bytes_ = scaled(gone.heaps, len(games), len(chosen)).get(kind, (0, 0))
        is_estimate = is_estimate or len(chosen) < len(games)
        heaps.append(Heap(kind, len(games) if rows else 0, rows, bytes_))
    loses = tuple(LOSES[heap.kind] for heap in heaps if heap.rows)
    return Foreseen(days, tuple(heaps), loses, is_estimate)


def prune_season(
    *,
    season: Season,
    wanted: Wanted,
    by: Actor,
    now: datetime,
    reason: str = "",
    tell: Callable[[int, int], object] = lambda done, of: None,
    seconds: float | None = None,
) -> Gone:
    """Has it go, some games at a time, and tells after each how many of how many are done, until all are or so many
    seconds have passed; returns what went. Raises WrongSeason; nothing has gone then. Must not be called in a
    transaction: what has gone stays gone."""
    days = days_of(season, wanted)
    of_kind = {kind: set(to_go(season, kind, days=days, now=now)) for kind in wanted.kinds}
    games = sorted(set().union(*of_kind.values()))
    gone, is_told, until = Gone(), False, time.monotonic() + (seconds or 0)
    for start in range(0, len(games), AT_ONCE):
        if seconds is not None and start and time.monotonic() > until:
            gone.left = len(games) - start
            break
        some = games[start : start + AT_ONCE]
        with transaction.atomic():
            freed = {
                kind: heap
                for kinds, keys in together(of_kind, some)
                for kind, heap in prune_games(games=keys, kinds=kinds, now=now).items()
            }
            if not is_told and any(heap.rows for heap in freed.values()):
                is_told = True
                said = {"pruned": list(wanted.kinds), "days": days, "games": len(games)}
                record_act(by=by, verb="prune", row=season, after=said, reason=reason)
        gone.add(freed)
        gone.games += len(some)
        tell(min(start + AT_ONCE, len(games)), len(games))
    if is_told:
        weigh_season(slug=season.slug, now=now)
        logger.info("a season was pruned", season=season.slug, games=gone.games, bytes=gone.bytes)
    return gone


def together(of_kind: Mapping[str, Collection[int]], games: Collection[int]) -> list[tuple[tuple[str, ...], list[int]]]:
    """Each kind with those of these games of which it is to go."""
    return [((kind,), [game for game in games if game in keys]) for kind, keys in of_kind.items()]
