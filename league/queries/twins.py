"""A season beside its twins: what was otherwise when the same deals were played again. Law: only games that are over in
both are in it, seat by seat, and each figure is of the seats that have it both times; a game that only one of them has
finished, or counted, is in nothing. All of them are seen by everybody, for both are over.

What it takes is every seat of both. Who looks at it on pages and by the API, whom nobody can count, is told what was
found a moment ago, until a game is over or is taken off the boards.

(Long, because a figure, how it is found and how it is told are read together.)
"""

import threading
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final, NamedTuple

from django.core.cache import cache
from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from games.engine.disclosing import CERTAIN
from games.engine.rulesets import ruleset_title
from games.models import Call, Game, Seat
from games.models.call import UNSURE
from league.models import Fixture, Season, SeasonPlayer
from league.models.season import SeasonMemory
from league.queries.schedule import memory_told
from league.results.pairs import FEWEST, Difference, Pair, difference
from league.results.sides import HIDDEN, OPEN, side_of
from personas.models import StrategyLevel

KEPT: Final = 60  # seconds; what is counted or settled later than its game is over is told by then
_one_at_a_time: Final = threading.Lock()  # in a process: it is a season's length of work
PARTS: Final = 1_000_000  # in which a score of beliefs is told: a mean of whole numbers is settled to one part
MINUS: Final = "\u2212"
CENTS: Final = 10**8  # of a dollar, as costs are kept
METHOD: Final = (
    "Means over seats, and of the twin less the first by seat of the same deal, with a 95 % interval by Student's t "
    "over games, for the seats of one game go together (a ratio of sums, clustered by game); where all games differ "
    "alike there is none, for nothing says how far they lie apart. A draw is in no win rate. "
    "A Brier score is a seat's mean of (chance - truth) squared over what it believed of others: 0 knows all, 0.25 "
    "says half to everything. A cost is of a seat's game with what it was asked to learn from it."
)


@dataclass(frozen=True, slots=True)
class Otherwise:
    """One thing that a twin has otherwise, in words."""

    what: str
    first: str
    twin: str


@dataclass(frozen=True, slots=True)
class Line:
    """What came of a part of the seats: all, those of a side, those of one ruleset. A measure without a seat is
    None."""

    name: str
    side: str
    ruleset: str
    measures: Mapping[str, Difference | None]

    @property
    def of(self) -> str:
        """Of what it is, in a word."""
        return "ruleset" if self.ruleset else self.side.removesuffix("-team") or "all"


@dataclass(frozen=True, slots=True)
class Measure:
    """One measure, line by line, for a table."""

    slug: str
    title: str
    told: str
    rows: tuple[tuple[Line, Difference], ...]
    form: Callable[[float], str]

    @property
    def cells(self) -> list[dict[str, Any]]:
        """Its rows in words."""
        return [
            {
                "name": line.name,
                "side": line.side,
                "first": self.form(each.first),
                "twin": self.form(each.twin),
                "difference": signed(each.difference, self.form),
                "between": between(each, self.form),
                "is_sure": each.is_sure,
                "is_alike": each.is_alike,
                "games": each.games,
                "seats": each.seats,
            }
            for line, each in self.rows
        ]


@dataclass(frozen=True, slots=True)
class Comparison:
    """A twin beside its first: what it has otherwise, how many games are over in both and in one alone, how many of
    these were not the same deal after all, and the differences."""

    first: Season
    twin: Season
    otherwise: tuple[Otherwise, ...]
    games: int
    alone: int
    unlike: int
    lines: tuple[Line, ...]

    @property
    def is_enough(self) -> bool:
        """Whether there are enough games for an interval."""
        return self.games >= FEWEST

    @property
    def wanting(self) -> int:
        """How many more games have to be over in both before there is an interval."""
        return max(0, FEWEST - self.games)

    @property
    def measures(self) -> list[Measure]:
        """What there is to tell, measure by measure."""
        found = []
        for slug, (title, told, form) in TOLD.items():
            rows = tuple((line, each) for line in self.lines if (each := line.measures[slug]) is not None)
            if rows:
                found.append(Measure(slug, title, told, rows, form))
        return found


class Played(NamedTuple):
    """A seat of a game that is over: what must be the same both times, and what it came to. `cost` and `unsure` are in
    hundred-millionths of a dollar."""

    player: int
    role: str
    team: str
    ruleset: str
    winner: str
    beliefs: int
    belief_error: int
    briefing: int
    cost: int
    unsure: int


def seasons_whole() -> QuerySet[Season]:
    """All seasons with who tells them, when they play, whose twins they are, `has_twins`: whether each has any,
    `roster_size`: how many play it, and `is_played_otherwise`: whether a game of it, or of its first, was dealt anew,
    or is over and counts in no result."""
    twins = Season.objects.filter(twin_of=OuterRef("pk"))
    places = SeasonPlayer.objects.filter(season=OuterRef("pk")).order_by().values("season").annotate(size=Count("pk"))
    otherwise = Fixture.objects.filter(Q(attempt__gt=1) | Q(is_excluded=True) | Q(game__unrated__gt=""))
    return Season.objects.select_related("narrator_model", "twin_of", "calendar", "series").annotate(
        has_twins=Exists(twins),
        roster_size=Coalesce(Subquery(places.values("size")), 0),
        is_played_otherwise=Exists(otherwise.filter(season=OuterRef("pk")))
        | Exists(otherwise.filter(season=OuterRef("twin_of"), attempt__gt=1)),
    )


def twins_of(season: Season) -> QuerySet[Season]:
    """The twins of a season, or of its first where it is one itself, in the order in which they were made."""
    return Season.objects.filter(twin_of=season.twin_of_id or season.pk).select_related("twin_of").order_by("pk")


def twins_beside(season: Season) -> QuerySet[Season]:
    """Those of its twins that have begun, with which a season is compared; of a twin itself alone."""
    begun = twins_of(season).exclude(status=Season.Status.DRAFT)
    return begun if season.twin_of_id is None else begun.filter(pk=season.pk)


def comparisons(season: Season) -> list[Comparison]:
    """A season beside each of its twins that have begun; a twin beside its first. Two queries, two for the first and
    two for each twin."""
    twins = list(twins_beside(season))
    first = twins[0].twin_of if twins else None
    if first is None:
        return []
    of_first = seats_over(first)
    return [compared(first, twin, of_first, seats_over(twin)) for twin in twins]


def comparisons_shown(season: Season, *, hidden: Collection[str] = ()) -> list[Comparison]:
    """The same for whoever looks, as it was found in the last KEPT seconds unless a game is over since, and none of
    which either season is `hidden`, by its slug: it would tell of the one what came of the other. Two queries where
    all are known, two more for the first and two for each twin of which one is not."""
    found = twins_beside(season)
    twins = [each for each in found if each.twin_of is not None and not {each.slug, each.twin_of.slug} & set(hidden)]
    first = twins[0].twin_of if twins else None
    if first is None:
        return []
    stands = stands_of([first, *twins])
    keys = {twin.pk: f"twins:{stands[first.pk]}:{stands[twin.pk]}" for twin in twins}
    known = cache.get_many(keys.values())
    if unknown := [twin for twin in twins if keys[twin.pk] not in known]:
        with _one_at_a_time:
            known |= cache.get_many(keys[twin.pk] for twin in unknown)  # somebody else has found it meanwhile
            of_first: Seats = {}
            for twin in unknown:
                if (key := keys[twin.pk]) not in known:
                    of_first = of_first or seats_over(first)
                    known[key] = kept(compared(first, twin, of_first, seats_over(twin)))
                    cache.set(key, known[key], KEPT)
    return [found_again(first, twin, known[keys[twin.pk]]) for twin in twins]


def stands_of(seasons: Iterable[Season]) -> dict[int, str]:
    """By season's key, how many of its games are over and counted, and when the latest was. One query."""
    counted = Q(is_excluded=False, game__status=Game.Status.FINISHED, game__is_veiled=False, game__unrated="")
    fixtures = Fixture.objects.filter(season__in=seasons).order_by().values_list("season")
    rows = fixtures.annotate(games=Count("pk", filter=counted), newest=Max("game__finished_at", filter=counted))
    stands = {key: f"{key}.{games}.{newest.timestamp() if newest else 0}" for key, games, newest in rows}
    return {each.pk: stands.get(each.pk, f"{each.pk}.0") for each in seasons}


def kept(found: Comparison) -> dict[str, Any]:
    """What is kept of a comparison: what its games came to, in plain values."""
    said = len(otherwise(found.first, found.twin))
    return {
        "games": found.games,
        "alone": found.alone,
        "unlike": found.unlike,
        "briefed": [(each.what, each.first, each.twin) for each in found.otherwise[said:]],
        "lines": [
            (each.name, each.side, each.ruleset, {name: one and tuple(one) for name, one in each.measures.items()})
            for each in found.lines
        ],
    }


def found_again(first: Season, twin: Season, known: Mapping[str, Any]) -> Comparison:
    """A comparison of which that was kept, between the seasons as they are by now."""
    return Comparison(
        first=first,
        twin=twin,
        otherwise=(*otherwise(first, twin), *(Otherwise(*each) for each in known["briefed"])),
        games=known["games"],
        alone=known["alone"],
        unlike=known["unlike"],
        lines=tuple(
            Line(name, side, ruleset, {slug: one and Difference(*one) for slug, one in measures.items()})
            for name, side, ruleset, measures in known["lines"]
        ),
    )


Seats = dict[int, dict[int, Played]]  # by number of the fixture and of the seat


def seats_over(season: Season) -> Seats:
    """The seats of a season's games that are over and counted. Two queries."""
    finished = Seat.objects.filter(
        game__fixture__season=season,
        game__fixture__is_excluded=False,
        game__status=Game.Status.FINISHED,
        game__is_veiled=False,
        game__unrated="",
        figures__isnull=False,
    )
    reflected = Call.objects.filter(game__fixture__season=season, purpose=Call.Purpose.REFLECTION, seat__isnull=False)
    asked = reflected.exclude(status__in=Call.OPEN).order_by().values_list("game", "seat")
    zero = Decimal(0)
    learning = {
        (game, seat): (cost or zero, unsure or zero)
        for game, seat, cost, unsure in asked.annotate(Sum("cost"), unsure=Sum("cost", filter=UNSURE))
    }
    found: Seats = {}
    names = ("player", "role", "team", "game__ruleset", "game__winner", "figures__beliefs", "figures__belief_error")
    rows = finished.order_by("game__fixture__number", "number").values_list(
        "game__fixture__number", "number", "game", *names, "figures__briefing", "figures__cost", "figures__unsure"
    )
    for fixture, number, game, *told, cost, unsure in rows:
        more, more_unsure = learning.get((game, number), (zero, zero))
        told += [int((cost + more) * CENTS), int((unsure + more_unsure) * CENTS)]
        found.setdefault(fixture, {})[number] = Played._make(told)
    return found


def compared(first: Season, twin: Season, of_first: Seats, of_twin: Seats) -> Comparison:
    """Two seasons by what their seats came to. No query but for names."""
    both = sorted(of_first.keys() & of_twin.keys())
    alike = [number for number in both if deal_of(of_first[number]) == deal_of(of_twin[number])]
    pairs = [
        (number, of_first[number][seat], of_twin[number][seat]) for number in alike for seat in sorted(of_first[number])
    ]
    return Comparison(
        first=first,
        twin=twin,
        otherwise=(*otherwise(first, twin), *briefed_otherwise(pairs)),
        games=len(alike),
        alone=len(of_first.keys() ^ of_twin.keys()),
        unlike=len(both) - len(alike),
        lines=tuple(lines_of(pairs)),
    )


def deal_of(seats: Mapping[int, Played]) -> list[tuple[int, int, str, str]]:
    """Who sat where, and as what, under which rules."""
    return [(number, each.player, each.role, each.ruleset) for number, each in sorted(seats.items())]


Both = tuple[int, Played, Played]


def lines_of(pairs: Sequence[Both]) -> Iterable[Line]:
    """All seats together, by side, and by ruleset where there are several."""
    yield line("All seats", "", "", pairs)
    sided = [(side_of(each[1].ruleset, each[1].team), each) for each in pairs]
    for side, name in ((HIDDEN, "Hidden teams"), (OPEN, "Open teams")):
        yield line(name, side, "", [each for of_side, each in sided if of_side == side])
    rulesets = sorted({each[1].ruleset for each in pairs})
    for ruleset in rulesets if len(rulesets) > 1 else ():
        yield line(ruleset_title(ruleset), "", ruleset, [each for each in pairs if each[1].ruleset == ruleset])


def line(name: str, side: str, ruleset: str, pairs: Sequence[Both]) -> Line:
    """What came of these seats."""
    decided = [each for each in pairs if Game.DRAW not in (each[1].winner, each[2].winner)]
    believing = [each for each in pairs if each[1].beliefs and each[2].beliefs]
    paid = [each for each in pairs if each[1].cost or each[2].cost]
    priced = pairs if paid else []  # of the house there is nothing to tell
    return Line(
        name,
        side,
        ruleset,
        {
            "win_rate": difference((Pair(game, is_won(a), is_won(b)) for game, a, b in decided), unit=1),
            "brier": difference((Pair(game, brier(a), brier(b)) for game, a, b in believing), unit=PARTS),
            "sure": difference((Pair(g, a.cost - a.unsure, b.cost - b.unsure) for g, a, b in priced), unit=CENTS),
            "cost": difference((Pair(game, a.cost, b.cost) for game, a, b in priced), unit=CENTS),
        },
    )


def is_won(seat: Played) -> int:
    """1 for a seat that won, 0 for one that lost."""
    return int(seat.winner == seat.team)


def brier(seat: Played) -> int:
    """The Brier score of a seat's beliefs (league.results.figures.count_beliefs), settled to a millionth."""
    whole = CERTAIN * CERTAIN * seat.beliefs
    return (2 * PARTS * seat.belief_error + whole) // (2 * whole)


def otherwise(first: Season, twin: Season) -> tuple[Otherwise, ...]:
    """What a twin has otherwise than its first, as both say it by now."""
    found = [
        Otherwise("Memory", SeasonMemory(first.memory).value, SeasonMemory(twin.memory).value),
        Otherwise("Strategy level", level_told(first), level_told(twin)),
        Otherwise("Games behind", memory_told(first), memory_told(twin))
        if first.teaches and twin.teaches
        else Otherwise("Games behind", "", ""),
    ]
    return tuple(each for each in found if each.first != each.twin)


def briefed_otherwise(pairs: Iterable[Both]) -> list[Otherwise]:
    """That a release in between words what models are told in another way, which no season can pin; nothing where it
    does not."""
    rows = list(pairs)
    first, twin = sorted({each.briefing for _, each, _ in rows}), sorted({each.briefing for _, _, each in rows})
    return [] if first == twin else [Otherwise("Briefings", revisions_told(first), revisions_told(twin))]


def revisions_told(revisions: Sequence[int]) -> str:
    """Revisions in words; 0 is who is told nothing, or was asked in several ways."""
    told = ", ".join(str(each) for each in revisions if each)
    return f"revision {told}" if told else "none"


def level_told(season: Season) -> str:
    """The level at which all players of a season play, in words."""
    return StrategyLevel(season.strategy_level).label if season.strategy_level else "each its own"


def comparison_told(found: Comparison) -> dict[str, Any]:
    """A twin beside its first in plain values, as the API and the command line tell it."""
    return {
        "first": found.first.slug,
        "twin": found.twin.slug,
        "otherwise": [{"what": each.what, "first": each.first, "twin": each.twin} for each in found.otherwise],
        "games": found.games,
        "alone": found.alone,
        "unlike": found.unlike,
        "is_enough": found.is_enough,
        "differences": [
            {"measure": measure.slug, "of": line.of, "ruleset": line.ruleset or None}
            | {name: getattr(each, name) for name in Difference._fields}
            for measure in found.measures
            for line, each in measure.rows
        ],
    }


# --- for people ------------------------------------------------------------------------------------------------------


def share(value: float) -> str:
    """A share of one as a percentage."""
    return f"{value:.1%}"


def score(value: float) -> str:
    """A Brier score."""
    return f"{value:.3f}"


def dollars(value: float) -> str:
    """An amount of a seat."""
    return f"${value:.5f}"


def signed(value: float, form: Callable[[float], str]) -> str:
    """A difference with its sign; what is told as nothing has none."""
    told = form(abs(value))
    if told == form(0.0):
        return told
    return f"{'+' if value > 0 else MINUS}{told}"


def between(each: Difference, form: Callable[[float], str]) -> str:
    """An interval in words; "" where there is none."""
    if each.low is None or each.high is None:
        return ""
    return f"{signed(each.low, form)} to {signed(each.high, form)}"


TOLD: Final[Mapping[str, tuple[str, str, Callable[[float], str]]]] = {
    "win_rate": ("Win rate", "The share of decided games that a seat won; the difference in percentage points.", share),
    "brier": (
        "Brier score of beliefs",
        "How wrong a seat was about who is hidden, from 0 to 1; less is better, and hidden players know each other.",
        score,
    ),
    "sure": ("Cost, sure", "US dollars for a seat's game and what it learned from it, as providers told.", dollars),
    "cost": ("Cost, at most", "The same with the most that calls may cost whose end nobody heard.", dollars),
}
