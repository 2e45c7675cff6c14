"""A season that is under way, brought up to date: what was edited since it was pinned reaches it by this verb alone."""

from typing import NamedTuple

import structlog
from django.db import transaction

from games.hosting.making import ask_as_pinned, keep_words
from games.models import Game
from league.models import Season
from league.seasons.pinning import pin_season, pins_of, said_of_all
from league.seasons.scheduling import Keep, WrongSeason, check_keep
from personas.models import Player
from personas.versions import asked_now, differences

logger = structlog.get_logger(__name__)


class Update(NamedTuple):
    """What came of a season's update: who plays it otherwise from now on, how many of its games, and how many are being
    played and go on as they began."""

    players: list[Player]
    games: list[Game]
    left: list[Game]

    @property
    def told(self) -> str:
        """It in words."""
        if not self.players and not self.games:
            return "Nothing has changed since it was pinned."
        told = f"Players with something new: {len(self.players)}; games that go on so: {len(self.games)}"
        return f"{told}; being played, and going on as they were: {len(self.left)}." if self.left else f"{told}."


def news_of(season: Season) -> list[str]:
    """What was edited since a season under way was pinned, and would reach it by an update: a sentence for each model
    and each player."""
    if season.status not in Season.UNDER_WAY:
        return []
    places = season.roster.filter(model_version__isnull=False).order_by("number")
    said, models = said_of_all(season), dict[str, list[str]]()
    players: dict[str, list[str]] = {}
    for place in places.select_related("player__persona", "player__model", "model_version"):
        player, model = place.player, place.player.model
        then = place.model_version.asked if place.model_version else {}
        models.setdefault(model.slug, differences(then, asked_now(model)))
        news = players.setdefault(player.player_id, [])
        if place.sheet_version != player.persona.version:
            news.append(f"sheet version {player.persona.version} instead of {place.sheet_version}")
        if place.strategy_level != (level := said.level_of(player)):
            news.append(f"strategy level {level} instead of {place.strategy_level}")
        if place.is_aware != (is_aware := said.awareness_of(player)):
            news.append("told that it is a model by now" if is_aware else "told no more that it is a model")
    return [f"{who}: {', '.join(news)}" for told in (models, players) for who, news in told.items() if news]


def update_season(*, season: Season) -> Update:
    """Pins a season that is under way anew: its games to come are played as its players and models are now, and those
    that wait go on so. Games that somebody plays just now are left as they are. Raises WrongSeason."""
    if season.status not in Season.UNDER_WAY:
        wanted = "a draft is pinned when it starts" if season.status == Season.Status.DRAFT else "it is over"
        raise WrongSeason(
            "status", f"only a season under way is brought up to date, and {season.slug} is not: {wanted}."
        )
    before = pins_of(season)
    with transaction.atomic():
        pin_season(season=season)
    after = pins_of(season)
    players = Player.objects.filter(season_places__season=season).select_related("persona", "model").order_by("pk")
    changed = [
        player
        for player in players
        if (before.players.get(player.pk), before.models.get(player.model_id))
        != (after.players.get(player.pk), after.models.get(player.model_id))
    ]
    games, left = ask_as_pinned(games=Game.objects.filter(fixture__season=season), pins=after)
    logger.info("season updated", season=season.slug, players=len(changed), games=len(games), left=len(left))
    return Update(changed, games, left)


def change_keep(*, season: Season, keep: Keep) -> int:
    """Has the words of a season's calls kept for another while: those of its games that still have them, and of those
    to come. Returns of how many games. Raises WrongSeason."""
    check_keep(keep)
    with transaction.atomic():
        Season.objects.filter(pk=season.pk).update(keep=keep.days)
        # By their terms: the games of attempts that were set aside are no fixture's any more.
        games = keep_words(games=Game.objects.filter(terms__season=season.slug), days=keep.days)
    season.keep = keep.days
    logger.info("the words of a season are kept for another while", season=season.slug, days=keep.days, games=games)
    return games
