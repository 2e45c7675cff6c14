"""Games in the admin, where what is let go on goes on at once, and a season has a name: games know neither a host to
call nor seasons, the league does."""

from collections.abc import Callable
from typing import Any, Final

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from unfold.decorators import display

from games.admin.game import GameAdmin
from games.models import Game, Seat
from league.models import Season
from league.queries.games import name_seasons, season_of
from league.tasks import nudge
from personas.declared import DeclaredList
from personas.models import Player

admin.site.unregister(Game)


MOST_WORDS: Final = 8


def found_by(word: str) -> QuerySet[Any]:  # Any: keys of games
    """The games of a word: seasons and players are found among themselves, for they are few, and their games by the
    indices that know them. One question with OR in it would look at every game and at everybody who ever sat there."""
    seasons = dict(Season.objects.filter(slug__icontains=word).values_list("pk", "slug"))
    players = list(Player.objects.filter(player_id__icontains=word).values_list("pk", flat=True))
    found: QuerySet[Any] = Game.objects.filter(public_id__startswith=word.lower()).order_by().values("pk")
    parts: list[QuerySet[Any]] = []
    if seasons:
        # A game that was set aside has no fixture any more, and says itself whose it was.
        lost = Q(status__in=(Game.Status.VOID, Game.Status.DIVERGED), terms__season__in=list(seasons.values()))
        parts += [Game.objects.filter(fixture__season__in=seasons).order_by().values("pk")]
        parts += [Game.objects.filter(lost).order_by().values("pk")]
    if players:
        parts += [Seat.objects.filter(player__in=players).order_by().values("game")]
    return found.union(*parts) if parts else found


class GamesList(DeclaredList):
    """A list of games, with the names of the seasons of those on the page: a name asked for beside each game is looked
    up for those on the pages before, too."""

    def get_results(self, request: HttpRequest) -> None:
        super().get_results(request)
        name_seasons(self.result_list)


@admin.register(Game)
class HostedGameAdmin(GameAdmin):
    """Games, whose hosts hear of what was done to them."""

    search_help_text = "The beginning of a game's id, or a part of a season's slug or of a player's id"

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[DeclaredList]:
        return GamesList

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        for word in search_term.replace("\0", "").split()[:MOST_WORDS]:
            queryset = queryset.filter(pk__in=found_by(word))
        return queryset, False

    @display(description="Season")
    def season(self, game: Game) -> str:
        return season_of(game)

    def each(
        self, request: HttpRequest, games: Any, verb: str, done: str, do: Callable[[Game], object], reason: str = ""
    ) -> None:
        super().each(request, games, verb, done, do, reason)
        nudge()
