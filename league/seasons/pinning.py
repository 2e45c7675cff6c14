"""As what the players of a season play it: their sheets, their levels and how their models are asked, pinned when it
starts. Law: what somebody edits later reaches the next season; this one only by an act (league.seasons.updating).
"""

from django.utils import timezone

from league.models import Season
from personas.memory import newest
from personas.versions import PinnedPlayer, Pins, pins_now


def pin_season(*, season: Season) -> None:
    """Pins everybody on a season's roster as they are now. To be called in a transaction."""
    places = list(season.roster.select_related("player__persona", "player__model"))
    pins = pins_now(players=[place.player for place in places])
    for place in places:
        place.sheet_version = pins.sheet_of(place.player)
        place.strategy_level = pins.level_of(place.player)
        place.model_version = pins.models[place.player.model_id]
    season.roster.bulk_update(places, ["sheet_version", "strategy_level", "model_version"])
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


def pins_of(season: Season) -> Pins:
    """As what the players of a season sit down; as they are now where nothing was pinned."""
    pinned = season.roster.filter(model_version__isnull=False).select_related("player", "model_version")
    places = list(pinned.order_by("number"))
    return Pins(
        {place.player_id: PinnedPlayer(place.sheet_version, place.strategy_level) for place in places},
        {place.player.model_id: place.model_version for place in places if place.model_version},
    )
