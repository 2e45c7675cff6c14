"""The models behind a provider that a season asks or may ask: to play, to write personas, to tell its games."""

from collections.abc import Iterable

from django.db.models import Q, QuerySet

from league.models import Season, SeasonPlayer
from league.seasons.making.checking import WrongSeason, one_of
from personas.models import LanguageModel, Player


def voices() -> QuerySet[LanguageModel]:
    """The models behind a provider that new seasons may ask."""
    return LanguageModel.objects.filter(is_active=True).exclude(provider__in=LanguageModel.OFFLINE)


def narrator_named(slug: str) -> LanguageModel:
    """The model that is to tell a season's games. Raises WrongSeason."""
    model = voices().filter(slug=slug).first()
    if model is None:
        wanted = f"{one_of(Season.Narrator.values)} or the slug of an active model behind a provider"
        raise WrongSeason("narrator", f"must be {wanted}, not {slug!r}.")
    return model


def places_of_models(season: Season) -> QuerySet[SeasonPlayer]:
    """The places on a season's roster of players behind a provider."""
    return SeasonPlayer.objects.filter(season=season).exclude(player__model__provider__in=LanguageModel.OFFLINE)


def unwritten_places(season: Season) -> QuerySet[SeasonPlayer]:
    """The places on a season's roster whose models are still to write their personas; the house writes none."""
    if season.persona_source != Season.PersonaSource.SEASON:
        return SeasonPlayer.objects.none()
    return places_of_models(season).filter(is_written=False)


def places_to_write(season: Season, players: Iterable[Player]) -> list[int]:
    """The same before there are places: of each of these players for which there would be one, its model's key."""
    if season.persona_source != Season.PersonaSource.SEASON:
        return []
    return [player.model_id for player in players if not player.model.is_offline]


def writing_before_each_game(season: Season) -> set[int]:
    """The keys of the players on a season's roster in whose place their models write anew before each game."""
    if season.persona_source != Season.PersonaSource.GAME:
        return set()
    return set(places_of_models(season).values_list("player_id", flat=True))


def unprobed_models(season: Season) -> QuerySet[LanguageModel]:
    """The models behind a provider that a season would ask, on its roster or to tell its games, and that were never
    probed. Who writes personas is on the roster."""
    never = LanguageModel.objects.filter(probed_at__isnull=True).exclude(provider__in=LanguageModel.OFFLINE)
    return never.filter(Q(players__season_places__season=season) | Q(pk=season.narrator_model_id)).distinct()
