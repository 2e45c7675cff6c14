"""The list of games with the season filter, which only the league can have."""

from rest_framework import serializers

from games.api.games import GameList, GamesAsked
from league.models import Season


class LeagueGamesAsked(GamesAsked):
    """What the list of games may be asked; all filters hold together."""

    season = serializers.SlugRelatedField(
        "slug",
        queryset=Season.objects.all(),
        required=False,
        label="the slug of a season",
        help_text="The slug of the season that ordered the game.",
    )


class LeagueGameList(GameList):
    """Every game, the newest first."""

    asked = LeagueGamesAsked
    columns = {**GameList.columns, "season": "fixture__season"}
