"""Personas by the models themselves, for the seasons that want them. Law: they are written before the season starts, so
before anybody is dealt a role; each place on the roster is written for once, and kept as soon as it is written.

Personas for every single game, written by its own models, were left out: a game would wait for them before it can be
dealt, and whoever opens fixtures must not wait for a provider.
"""

from collections.abc import Callable

import structlog
from django.db.models import Exists, OuterRef, QuerySet

from games.authoring import CannotWrite, generate_persona
from games.budgets import Purse
from league.models import Season, SeasonPlayer
from league.scheduling import WrongSeason, unwritten_places
from personas.models import Player

logger = structlog.get_logger(__name__)


def write_personas(*, season: Season, tell: Callable[[Player], object] = lambda _: None) -> list[Player]:
    """Lets the model of each place on a draft's roster write the persona that it will play as all season; returns the
    new players, and tells each. Places that are written already, and players of the house, stay as they are. Raises
    WrongSeason; what was written until then stays.

    To be called where no event loop runs and outside of transactions: models may think for minutes.
    """
    if season.persona_source != Season.PersonaSource.SEASON:
        raise WrongSeason("persona_source", f"{season.slug} is played by the personas of its roster.")
    if season.status != Season.Status.DRAFT:
        raise WrongSeason("status", f"{season.slug} is {season.status}; personas are written before it starts.")
    purse = Purse("season", season.slug, season.cap_season)
    written = []
    for place in unwritten_places(season).select_related("player__model").order_by("number"):
        model = place.player.model
        try:
            player = generate_persona(model=model, purses=[purse])
        except CannotWrite as error:
            raise WrongSeason("players", f"{model.slug} has written no persona: {error}.") from error
        if not still_free(place).update(player=player, is_written=True):
            raise WrongSeason("status", f"{season.slug} was changed meanwhile; {player} is on no roster.")
        logger.info("a place was written for", season=season.slug, number=place.number, player=player.player_id)
        tell(player)
        written.append(player)
    return written


def still_free(place: SeasonPlayer) -> QuerySet[SeasonPlayer]:
    """The place, if nobody has written for it since it was read and its season is still a draft."""
    draft = Season.objects.filter(pk=OuterRef("season"), status=Season.Status.DRAFT)
    return SeasonPlayer.objects.filter(Exists(draft), pk=place.pk, player=place.player_id, is_written=False)
