"""Of games what only the league can tell: of which season they are, and what a season hides while it goes on."""

from typing import Any

from games.api.games import GameCalls, GameList, GamesAsked
from league.api.errors import HELD_BACK, HeldBack
from league.models import Season
from league.queries.memories import sees_memories
from league.queries.schedule import begun
from personas.api.reading import named


class LeagueGamesAsked(GamesAsked):
    """What the list of games may be asked; all filters hold together."""

    season = named("slug", begun(Season.objects.all()), "the slug of a season", "The season that ordered the game.")


class LeagueGameList(GameList):
    """Every game, the newest first."""

    asked = LeagueGamesAsked
    columns = {**GameList.columns, "season": "fixture__season"}


class LeagueGameCalls(GameCalls):
    __doc__ = GameCalls.__doc__

    refusals = {"409": f"The game is not over. {HELD_BACK['409']}"}

    def get_object(self) -> Any:  # Any: a game
        """The game. Raises HeldBack."""
        game = super().get_object()
        season = Season.objects.filter(slug=game.terms.get("season", "")).first()
        if season is not None and season.is_hiding and not sees_memories(self.request.user):
            raise HeldBack
        return game
