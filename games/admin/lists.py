"""Lists of games backstage: by their rules, and with the seasons that ordered them, which are the league's to know."""

from collections.abc import Iterable
from typing import Any, Protocol, runtime_checkable

from django.contrib import admin
from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import HttpRequest

from games.engine.rulesets import ruleset_title
from games.models import Game
from games.models.game import WINNERS
from personas.backstage import IndexedFilter
from personas.backstage.declared import DeclaredList


class WinnerFilter(admin.SimpleListFilter):
    """The teams of all rule books, and nobody."""

    title = "winner"
    parameter_name = "winner__exact"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(name, name) for name, _ in WINNERS]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Game]) -> QuerySet[Game]:
        return queryset.filter(winner=self.value()) if self.value() else queryset


class RulesFilter(IndexedFilter):
    """The rulesets that there are games of, by their titles."""

    def told(self, value: str) -> str:
        return ruleset_title(value)


@runtime_checkable
class OrdersGames(Protocol):
    """The site of the admin as the pages of games need it: it knows who orders games and who hosts them, which are
    above them."""

    def games_found(self, word: str) -> QuerySet[Any]:
        """The keys of the games that a word is about."""

    def name_seasons(self, games: Iterable[Any]) -> None:
        """Lets season_of() know the seasons of these games."""

    def season_of(self, game: Any) -> str:
        """The season that ordered a game of name_seasons(), in words."""

    def nudge(self) -> None:
        """Lets hosts look at once at what is due."""


class PagesOfFound(Paginator):
    """Pages of the games that a word has found, newest first: counted, and cut, among their keys alone. Of ten thousand
    games of a season a database that is asked for those of a page, or how many there are, would else go through all
    games that there are."""

    def __init__(self, games: QuerySet[Game], keys: QuerySet[Any], per_page: int) -> None:
        super().__init__(keys.order_by("-pk"), per_page)
        self._games = games.order_by("-pk")

    def page(self, number: int | str) -> "Page[Any]":
        """The games of a page."""
        number = self.validate_number(number)
        keys = self.object_list[(number - 1) * self.per_page : number * self.per_page]
        return Page(self._games.filter(pk__in=keys), number, self)


class GamesList(DeclaredList):
    """A list of games, with the names of the seasons of those on the page: a name asked for beside each game is looked
    up for those on the pages before, too."""

    def get_results(self, request: HttpRequest) -> None:
        super().get_results(request)
        self.model_admin.orders.name_seasons(self.result_list)
