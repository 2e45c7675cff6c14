"""As what the players of a season play it: their sheets, their levels, whether they know what they are, and how their
models are asked, pinned when it starts. Law: what somebody edits later reaches the next season; this one only by an act
(league.seasons.lifecycle.updating). A twin is played as its first was: by the roster and the memories of its start, and
each of its games by the very versions of the first's, for that may have been brought up to date on the way.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace

from django.db.models import Prefetch
from django.utils import timezone

from games.models import Game, Seat
from games.models.plain_sql import update
from league.memories.hiding import unhidden
from league.models import Season, SeasonPlayer
from personas.memory import newest
from personas.models import MemoryRevision
from personas.versions import PinnedPlayer, Pins, pins_now


def pin_season(*, season: Season) -> None:
    """Pins everybody on a season's roster as they are now. To be called in a transaction."""
    places = list(season.roster.select_related("player__persona", "player__model"))
    pins, said = pins_now(players=[place.player for place in places]), said_of_all(season)
    update(
        SeasonPlayer,
        ("sheet_version", "strategy_level", "is_aware", "model_version"),
        [
            (
                place.pk,
                (
                    pins.sheet_of(place.player),
                    said.level_of(place.player),
                    said.awareness_of(place.player),
                    pins.models[place.player.model_id].pk,
                ),
            )
            for place in places
        ],
    )
    season.pinned_at = timezone.now()
    season.save(update_fields=["pinned_at"])


def pin_memories(*, season: Season) -> None:
    """Writes down what everybody on a season's roster remembers now: what they learn elsewhere from here on counts from
    the next season, and so does what another hides of them, or a sealed one whose block is not over, for the games of
    this one would tell it. To be called in a transaction."""
    places = list(season.roster.select_related("player"))
    known = newest((place.player for place in places), unhidden(MemoryRevision.objects.all(), but=season))
    update(SeasonPlayer, ("memory",), [(place.pk, (known.get(place.player_id, 0),)) for place in places])


def pin_as_first(*, season: Season) -> None:
    """Gives a twin the roster of its first, everybody as pinned there but for what the twin itself says of all, and has
    it learn as many games behind as that does by now. To be called in a transaction, when the first has started."""
    first, said = season.twin_of, said_of_all(season)
    if first is None:
        raise ValueError(f"{season.slug} is no twin")
    season.roster.all().delete()
    season.roster.bulk_create(
        SeasonPlayer(
            season=season,
            player_id=place.player_id,
            number=place.number,
            is_written=place.is_written,
            sheet_version=place.sheet_version,
            strategy_level=said.strategy_level or place.strategy_level,
            is_aware=place.is_aware if said.is_aware is None else said.is_aware,
            model_version_id=place.model_version_id,
            memory=place.memory,
        )
        for place in first.roster.order_by("number")
    )
    season.pinned_at, season.lag = first.pinned_at, first.games_behind
    season.save(update_fields=["pinned_at", "lag"])


def games_over(season: Season, numbers: Collection[int]) -> dict[int, Game]:
    """The games of a season's fixtures with these numbers that are over, with those who sat there. Three queries."""
    finished = Game.objects.filter(
        fixture__season=season, fixture__number__in=numbers, status=Game.Status.FINISHED
    ).select_related("fixture")
    seats = Prefetch("seats", Seat.objects.select_related("player", "model_version").order_by("number"))
    return {game.fixture.number: game for game in finished.prefetch_related(seats)}


def pins_as_first(season: Season, seats: Sequence[Seat]) -> Pins:
    """As what the players of a game of a twin sit down: as those of the first's, but for what the twin says of all."""
    said = said_of_all(season)
    return replace(
        said,
        players={
            seat.player_id: PinnedPlayer(
                seat.sheet_version,
                said.strategy_level or seat.strategy_level,
                seat.is_aware if said.is_aware is None else said.is_aware,
            )
            for seat in seats
        },
        models={seat.player.model_id: seat.model_version for seat in seats if seat.model_version},
    )


def said_of_all(season: Season) -> Pins:
    """What a season itself says of its players, whoever they are: at which level all of them play, and whether they
    know that they are models. Where it says nothing, each plays as it is."""
    return Pins(strategy_level=season.strategy_level, is_aware=season.is_aware)


def pins_of(season: Season) -> Pins:
    """As what the players of a season sit down; as they are now where nothing was pinned nor said of all."""
    pinned = season.roster.filter(model_version__isnull=False).select_related("player", "model_version")
    places = list(pinned.order_by("number"))
    return replace(
        said_of_all(season),
        players={
            place.player_id: PinnedPlayer(place.sheet_version, place.strategy_level, place.is_aware) for place in places
        },
        models={place.player.model_id: place.model_version for place in places if place.model_version},
    )
