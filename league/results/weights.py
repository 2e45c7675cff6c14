"""What seasons weigh, worked out now and then and kept with its time. Law: of a season of many games some are weighed,
evenly chosen, and the rest is taken to be like them: nothing here looks at every row there is.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Exists, F, Max, OuterRef, Q, QuerySet, Subquery

from games.directing.verbs import weigh_games
from games.models import Game
from league.models import Fixture, Season, Weight
from league.models.weight import EXHIBITIONS

MOST_WEIGHED: Final = 100  # games of a season
AT_ONCE: Final = 20  # games in one question
OFTEN: Final = timedelta(minutes=10)  # between two times that a season under way is weighed
SELDOM: Final = timedelta(days=1)  # and any other, for words go by themselves
MOST_SEASONS: Final = 20  # that are weighed one after another


def all_games_of(slug: str) -> list[int]:
    """The keys of a season's games, also of those that were set aside; of EXHIBITIONS those of no season. Two
    queries."""
    if slug == EXHIBITIONS:
        ordered = Fixture.objects.filter(game=OuterRef("pk"))
        return list(keys_of(Game.objects.filter(~Exists(ordered), terms__season__isnull=True)))
    season = Season.objects.filter(slug=slug).values("pk")
    lost = Game.objects.filter(status__in=(Game.Status.VOID, Game.Status.DIVERGED), terms__season=slug)
    opened = Fixture.objects.filter(season__in=season, game__isnull=False).order_by().values_list("game", flat=True)
    return sorted({*opened, *keys_of(lost)})


def keys_of(games: QuerySet[Game]) -> "QuerySet[Game, int]":
    """Their keys, in order."""
    return games.order_by("pk").values_list("pk", flat=True)


def chosen_of(games: Sequence[int], most: int = MOST_WEIGHED) -> list[int]:
    """Some of these games, evenly chosen; all where there are few."""
    if len(games) <= most:
        return list(games)
    return [games[place * len(games) // most] for place in range(most)]


def scaled(heaps: dict[str, tuple[int, int]], games: int, weighed: int) -> dict[str, tuple[int, int]]:
    """What all games weigh by those that were weighed."""
    return {
        kind: (rows * games // max(1, weighed), bytes_ * games // max(1, weighed))
        for kind, (rows, bytes_) in heaps.items()
    }


def weigh_season(*, slug: str, now: datetime) -> None:
    """Works out what a season's games weigh, and keeps it."""
    games = all_games_of(slug)
    chosen = chosen_of(games)
    heaps: dict[str, tuple[int, int]] = {}
    for start in range(0, max(1, len(chosen)), AT_ONCE):
        for kind, heap in weigh_games(games=chosen[start : start + AT_ONCE]).items():
            rows, bytes_ = heaps.get(kind, (0, 0))
            heaps[kind] = rows + heap.rows, bytes_ + heap.bytes
    weights = [
        Weight(season=slug, kind=kind, games=len(games), weighed=len(chosen), rows=rows, bytes=bytes_, weighed_at=now)
        for kind, (rows, bytes_) in scaled(heaps, len(games), len(chosen)).items()
    ]
    with transaction.atomic():
        Weight.objects.bulk_create(
            weights,
            update_conflicts=True,
            unique_fields=["season", "kind"],
            update_fields=["games", "weighed", "rows", "bytes", "weighed_at"],
        )


def seasons_to_weigh(*, now: datetime) -> list[str]:
    """The slugs of the seasons that were not weighed for a while, those longest ago first; with those of no season.
    Three queries."""
    Weight.objects.exclude(season__in=Season.objects.values("slug")).exclude(season=EXHIBITIONS).delete()
    last = Weight.objects.filter(season=OuterRef("slug")).order_by().values("season").annotate(at=Max("weighed_at"))
    begun = Season.objects.exclude(status__in=Season.UNSTARTED).annotate(weighed_at=Subquery(last.values("at")))
    is_old = Q(weighed_at__isnull=True) | Q(weighed_at__lt=now - SELDOM)
    is_moving = Q(status__in=Season.UNDER_WAY, weighed_at__lt=now - OFTEN)
    has_ended = Q(finished_at__gt=F("weighed_at")) | Q(ended_at__gt=F("weighed_at"))  # with more games than by then
    due = begun.filter(is_old | is_moving | Q(has_ended, status__in=Season.OVER)).order_by(
        F("weighed_at").asc(nulls_first=True), "pk"
    )
    found = list(due.values_list("slug", flat=True)[:MOST_SEASONS])
    beside = Weight.objects.filter(season=EXHIBITIONS).aggregate(at=Max("weighed_at"))["at"]
    return found if beside and beside >= now - SELDOM else [*found, EXHIBITIONS]


def weigh_seasons(*, now: datetime) -> list[str]:
    """Weighs the seasons that were not for a while; returns which."""
    found = seasons_to_weigh(now=now)
    for slug in found:
        weigh_season(slug=slug, now=now)
    return found
