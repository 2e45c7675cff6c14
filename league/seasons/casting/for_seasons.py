"""A persona by the model itself for all of a season, before it starts. Law: each place on the roster is written for
once, and kept as soon as it is written.
"""

from collections.abc import Callable

import structlog
from django.db.models import Exists, OuterRef, QuerySet

from games.gateway.errands import CannotWrite, generate_persona
from league.access.acts import LEAGUE, Actor, record_creation, recorded
from league.models import Season, SeasonPlayer
from league.seasons.making.checking import WrongSeason
from league.seasons.making.voices import unwritten_places
from personas.models import Player

logger = structlog.get_logger(__name__)


def write_personas(
    *, season: Season, tell: Callable[[Player], object] = lambda _: None, by: Actor = LEAGUE
) -> list[Player]:
    """Lets the model of each place on a draft's roster write the persona that it will play as all season; returns the
    new players, and tells each. Places that are written already, and players of the house, stay as they are. Raises
    WrongSeason; what was written until then stays.

    To be called where no event loop runs and outside of transactions: models may think for minutes.
    """
    if season.persona_source == Season.PersonaSource.GAME:
        raise WrongSeason("persona_source", f"{season.slug} has them written before each game, by itself.")
    if season.persona_source != Season.PersonaSource.SEASON:
        raise WrongSeason("persona_source", f"{season.slug} is played by the personas of its roster.")
    if season.status not in Season.UNSTARTED:
        raise WrongSeason("status", f"{season.slug} is {season.status}; personas are written before it starts.")
    written = []
    for place in unwritten_places(season).select_related("player__model").order_by("number"):
        model = place.player.model
        try:
            player = generate_persona(
                model=model, season=season.slug, cap=season.cap_season, made=lambda made: record_player(made, by)
            )
        except CannotWrite as error:
            raise WrongSeason("players", f"{model.slug} has written no persona: {error}.") from error
        with recorded(by=by, verb="write", rows=[place]):
            is_ours = still_free(place).update(player=player, is_written=True)
        if not is_ours:
            raise WrongSeason("status", f"{season.slug} was changed meanwhile; {player.player_id} is on no roster.")
        logger.info("a place was written for", season=season.slug, number=place.number, player=player.player_id)
        tell(player)
        written.append(player)
    return written


def record_player(player: Player, by: Actor) -> None:
    """Records that a model wrote a persona and became a player by it."""
    for row in (player.persona, player):
        record_creation(by=by, row=row, verb="write")


def still_free(place: SeasonPlayer) -> QuerySet[SeasonPlayer]:
    """The place, if nobody has written for it since it was read and its season has still not begun."""
    unstarted = Season.objects.filter(pk=OuterRef("season"), status__in=Season.UNSTARTED)
    return SeasonPlayer.objects.filter(Exists(unstarted), pk=place.pk, player=place.player_id, is_written=False)
