"""Games in the admin, where what is let go on goes on at once: games know no host to call, the league does."""

from collections.abc import Callable
from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from games.admin.game import GameAdmin
from games.models import Game
from league.tasks import nudge

admin.site.unregister(Game)


@admin.register(Game)
class HostedGameAdmin(GameAdmin):
    """Games, whose hosts hear of what was done to them."""

    def each(self, request: HttpRequest, games: Any, done: str, verb: Callable[[Game], object]) -> None:
        super().each(request, games, done, verb)
        nudge()
