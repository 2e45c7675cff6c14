"""Games in the admin, where what is let go on goes on at once, and a season has a name: games know neither a host to
call nor seasons, the league does."""

from collections.abc import Callable
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from unfold.decorators import display

from games.admin.game import GameAdmin
from games.models import Game
from league.queries.games import season_of, with_seasons
from league.tasks import nudge

admin.site.unregister(Game)


@admin.register(Game)
class HostedGameAdmin(GameAdmin):
    """Games, whose hosts hear of what was done to them."""

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        return with_seasons(super().get_queryset(request))

    @display(description="Season", ordering="season_name")
    def season(self, game: Game) -> str:
        return season_of(game)

    def each(
        self, request: HttpRequest, games: Any, verb: str, done: str, do: Callable[[Game], object], reason: str = ""
    ) -> None:
        super().each(request, games, verb, done, do, reason)
        nudge()
