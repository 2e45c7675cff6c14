"""The site of the admin, as all its pages find it: the one place where those of the apps below meet the record of acts,
and those of games whoever ordered and hosts them.

So no page needs to know the league to report to it, or to show what it knows (personas.backstage.KeepsActs,
games.admin.lists.OrdersGames, personas.backstage.KnowsRecords).
"""

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from functools import update_wrapper
from typing import Any

from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from unfold.sites import UnfoldAdminSite

from games.billing.money import bounded
from games.models import Game
from league.access import acts
from league.backstage.indentation import unindented
from league.models.act import Act, Surface
from league.queries.games import games_found, name_seasons, season_of
from league.queries.players import records_of
from league.tasks import nudge
from personas.backstage import RecordTold, looked_at_by


def linked(game: Game) -> SafeString:
    """The time at which a game was over (UTC), with a link to its page."""
    url = reverse("game", args=[game.public_id])
    return format_html('<a href="{}" class="text-link">{}</a>', url, f"{game.finished_at:%Y-%m-%d %H:%M}")


class LeagueAdminSite(UnfoldAdminSite):
    """The admin. Its acts are recorded as done by who sends the request, and its pages link to what they may see."""

    def admin_view(self, view: Callable[..., Any], cacheable: bool = False) -> Callable[..., Any]:  # noqa: FBT001, FBT002
        """A page of the admin, without its indentation."""
        inner = super().admin_view(view, cacheable)

        def page(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            looked_at_by(request)
            return unindented(inner(request, *args, **kwargs))

        return update_wrapper(page, inner)

    def recorded(
        self, request: HttpRequest, verb: str, rows: Iterable[Model | QuerySet[Any]], reason: str = ""
    ) -> AbstractContextManager[None]:
        """Does what is in the block in one transaction, and writes down what became of these rows."""
        return acts.recorded(by=acts.visitor(request, Surface.ADMIN), verb=verb, rows=rows, reason=reason)

    def record_act(self, request: HttpRequest, verb: str, row: Model, reason: str = "", **after: object) -> Act:
        """Writes down what was done to a row."""
        return acts.record_act(by=acts.visitor(request, Surface.ADMIN), verb=verb, row=row, after=after, reason=reason)

    def record_creation(self, request: HttpRequest, row: Model, reason: str = "") -> Act:
        """Writes down that a row was made."""
        return acts.record_creation(by=acts.visitor(request, Surface.ADMIN), row=row, reason=reason)

    def look_at(self, row: Model) -> acts.Look | None:
        """A row as the database has it now."""
        return acts.fresh_look(row)

    def record_change(self, request: HttpRequest, verb: str, before: acts.Look | None, row: Model | None) -> Act | None:
        """Writes down what became of a row since somebody looked at it."""
        after = acts.fresh_look(row) if row is not None else None
        return acts.record_change(by=acts.visitor(request, Surface.ADMIN), verb=verb, before=before, after=after)

    def acts_of(self, request: HttpRequest, row: Model) -> str:
        """Where the acts of a row are read; "" for who may not."""
        if isinstance(row, Act) or not request.user.has_perm("league.view_act"):
            return ""
        about = {"app_label": row._meta.app_label, "model": row._meta.model_name, "name": acts.name_of(row)}
        return reverse("admin:league_act_changelist", query={f"{name}__exact": it for name, it in about.items()})

    # --- what the pages of games ask, which know neither seasons nor hosts (games.admin.lists) ----------------------

    def games_found(self, word: str) -> QuerySet[Any]:
        """The keys of the games that a word is about."""
        return games_found(word)

    def name_seasons(self, games: Iterable[Any]) -> None:
        """Lets season_of() know the seasons of these games. One query."""
        name_seasons(games)

    def season_of(self, game: Any) -> str:
        """The season that ordered a game of name_seasons(), in words."""
        return season_of(game)

    def nudge(self) -> None:
        """Lets hosts look at once at what is due."""
        nudge()

    # --- what the page of players asks, which knows no games (personas.backstage) --------------------------------

    def records_told(self, players: Sequence[Any]) -> dict[int, RecordTold]:
        """What each of these players has come to, in words, by its key."""
        return {
            key: RecordTold(
                f"{record.result.wins} of {record.result.games} won" if record.result.games else "-",
                linked(record.last) if record.last else "-",
                bounded(record.cost, record.unsure) if record.cost else "-",
            )
            for key, record in records_of(players).items()
        }

    def password_change(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Somebody's own password."""
        if request.method != "POST":
            return super().password_change(request, extra_context)
        account = acts.visitor(request).account
        with self.recorded(request, "change password", [account] if account else []):
            return super().password_change(request, extra_context)
