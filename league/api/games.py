"""The list of games with the season filter, which only the league can have."""

from games.api.games import GameList, GamesAsked
from league.models import Season
from personas.api.reading import named


class LeagueGamesAsked(GamesAsked):
    """What the list of games may be asked; all filters hold together."""

    season = named("slug", Season.objects.all(), "the slug of a season", "The season that ordered the game.")


class LeagueGameList(GameList):
    """Every game, the newest first."""

    asked = LeagueGamesAsked
    columns = {**GameList.columns, "season": "fixture__season"}
