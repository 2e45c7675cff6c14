"""As what the players of a season play it: their sheets, their levels, whether they know what they are, and how their
models are asked, pinned when it starts. Law: what somebody edits later reaches the next season; this one only by an act
(league.seasons.updating).
"""

from dataclasses import replace

from django.utils import timezone

from league.models import Season
from personas.memory import newest
from personas.versions import PinnedPlayer, Pins, pins_now


def pin_season(*, season: Season) -> None:
    """Pins everybody on a season's roster as they are now. To be called in a transaction."""
    places = list(season.roster.select_related("player__persona", "player__model"))
    pins, said = pins_now(players=[place.player for place in places]), said_of_all(season)
    for place in places:
        place.sheet_version = pins.sheet_of(place.player)
        place.strategy_level = said.level_of(place.player)
        place.is_aware = said.awareness_of(place.player)
        place.model_version = pins.models[place.player.model_id]
    season.roster.bulk_update(places, ["sheet_version", "strategy_level", "is_aware", "model_version"])
    season.pinned_at = timezone.now()
    season.save(update_fields=["pinned_at"])


def pin_memories(*, season: Season) -> None:
    """Writes down what everybody on a season's roster remembers now: what they learn elsewhere from here on counts from
    the next season. To be called in a transaction."""
    places = list(season.roster.select_related("player"))
    known = newest(place.player for place in places)
    for place in places:
        place.memory = known.get(place.player_id, 0)
    season.roster.bulk_update(places, ["memory"])


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
