"""What somebody wrote into memories while a season was under way. Law: a game is marked by what is in its rows alone:
an edit counts in every game of the season that its player sat down to with that revision of its memory or a later one,
for a memory that somebody has written goes on with it (league.memories.learning.heads); in a game that had been made
before it counts nothing.

A revision is an edit where no game taught it, it is none of those that the player began the season with, and the season
was not over.
"""

from collections.abc import Collection
from typing import Any, Final

from django.db.models import Count, F, Min, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from games.models import Game, Seat
from league.models import Season
from personas.models import MemoryRevision

TOLD: Final = (  # of an edit: without what was learned, nor the sheet of whom it is of
    *("player", "number", "author", "reason", "created_at", "player__player_id"),
    *("player__persona__slug", "player__persona__name", "player__model__slug", "player__model__name"),
)


def edits_in(season: Season) -> QuerySet[MemoryRevision]:
    """The revisions that somebody wrote by hand into memories of a season's players while it was under way and they
    remembered, newest first; each with `games`, in how many of its finished games it counts so far, as far as they are
    told, and `first`, the number of the first fixture of these, None where there is none."""
    if season.memory != Season.Memory.LIVE or not season.teaches or season.started_at is None:
        return MemoryRevision.objects.none()
    edits = MemoryRevision.objects.filter(
        game_id="",
        season="",
        created_at__gte=season.started_at,
        player__season_places__season=season,  # from the roster on: hands have written into many memories
        number__gt=F("player__season_places__memory"),  # who began with nothing known is left out
    )
    if season.finished_at is not None:
        edits = edits.filter(created_at__lt=season.finished_at)
    counted = Seat.objects.filter(
        player=OuterRef("player"),
        memory__gte=OuterRef("number"),
        game__fixture__season=season,
        game__status=Game.Status.FINISHED,
        game__is_veiled=False,
    ).order_by()
    return (
        edits.annotate(
            games=Coalesce(Subquery(_of_seats(counted, Count("pk"))), 0),
            first=Subquery(_of_seats(counted, Min("game__fixture__number"))),
        )
        .select_related("player__persona", "player__model")
        .only(*TOLD)
        .order_by("-created_at", "-pk")
    )


def edits_before(season: Season, seats: Collection[Seat]) -> dict[int, list[MemoryRevision]]:
    """By seat, what somebody had written into the memory that its player sat down with in a game of this season since
    that began, the earliest first; of those alone with whom it counts. One query, or none."""
    edits = edits_in(season).filter(player__in={seat.player_id for seat in seats}).order_by("number")
    if not any(seat.memory for seat in seats):
        return {}
    of_player: dict[int, list[MemoryRevision]] = {}
    for edit in edits:
        of_player.setdefault(edit.player_id, []).append(edit)
    counting = {
        seat.number: [edit for edit in of_player.get(seat.player_id, ()) if edit.number <= seat.memory]
        for seat in seats
    }
    return {seat: edits for seat, edits in counting.items() if edits}


def _of_seats(seats: QuerySet[Seat], sum_: Any) -> QuerySet[Any]:  # Any: an aggregate
    """One number of all these seats, as a subquery."""
    return seats.values("player").annotate(told=sum_).values("told")
