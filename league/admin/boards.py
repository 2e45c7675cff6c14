"""Boards, and what was taken off them. All is record here; what is done to a board is done by its verbs."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from unfold.decorators import action, display
from unfold.forms import BaseDialogForm
from unfold.widgets import UnfoldAdminIntegerFieldWidget, UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget

from league.access.acts import visitor
from league.admin.dialogs import WhyForm, asking
from league.boards.verbs import VERBS, Given, WrongBoard, carry_out, verbs_of
from league.models import Board, Exclusion
from league.models.act import Surface
from league.models.boards import MOST_MINIMUM
from personas.backstage import ReasonForm, RecordAdmin, link_to


class MinimumForm(ReasonForm):
    """How many games a row has at least."""

    minimum = forms.IntegerField(min_value=0, max_value=MOST_MINIMUM, widget=UnfoldAdminIntegerFieldWidget)


class OrderForm(ReasonForm):
    """By what ranks are given."""

    order = forms.ChoiceField(choices=Board.Order.choices, widget=UnfoldAdminSelectWidget)


class OutForm(WhyForm):
    """Which game or which player."""

    game = forms.CharField(max_length=12, required=False, widget=UnfoldAdminTextInputWidget, help_text="Its id.")
    player = forms.CharField(max_length=130, required=False, widget=UnfoldAdminTextInputWidget, help_text="Its id.")


def managed(name: str, form: type[BaseDialogForm] = ReasonForm) -> Any:  # Any: an action, as the library marks it
    """One of the verbs as an action of a board's page."""
    verb = VERBS[name]

    def do(self: "BoardAdmin", request: HttpRequest, form: BaseDialogForm, object_id: str) -> HttpResponse:
        board = get_object_or_404(self.row_at(object_id))
        given = Given(**{each: form.cleaned_data[each] for each in ("reason", *verb.takes)})
        by = visitor(request, Surface.ADMIN)
        try:
            told = carry_out(verb=verb, season=board.season, by=by, now=timezone.now(), given=given)
        except WrongBoard as complaint:
            self.message_user(request, f"It is not {verb.past}: {complaint.message}", messages.ERROR)
        else:
            self.log_change(request, board, f"Was {verb.past}.")
            self.message_user(request, told, messages.SUCCESS)
        return HttpResponse(headers={"HX-Redirect": reverse("admin:league_board_change", args=[board.pk])})

    do.__name__ = f"{name}_it"  # for `exclude` is the library's own
    dialog = asking(f"{verb.title}?", verb.confirms, verb.title, form)
    return action(description=verb.title, icon=verb.icon, permissions=["manage"], dialog=dialog)(do)


@admin.register(Board)
class BoardAdmin(RecordAdmin):
    """The boards that somebody has managed, the league's first; others are as they are by default."""

    list_display = ["named", "is_published", "minimum", "order", "revision"]
    list_select_related = ["season"]
    search_fields = ["season__name", "season__slug"]
    fields = ["season_link", ("is_published", "order"), ("minimum", "revision")]
    readonly_fields = ["season_link"]
    list_display_links = ["named"]
    actions_detail = [f"{name}_it" for name in VERBS]

    def has_manage_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Who may manage boards: the rows themselves are nobody's to change here."""
        return request.user.has_perm("league.change_board")

    def get_actions_detail(self, request: HttpRequest, object_id: Any) -> list[Any]:
        board = self.row_at(object_id).first()
        possible = {f"{verb.name}_it" for verb in verbs_of(board)} if board else set()
        return [one for one in super().get_actions_detail(request, object_id) if one.path in possible]

    @display(description="Board")
    def named(self, board: Board) -> str:
        return board.season.name if board.season else "Leaderboard"

    @display(description="Season")
    def season_link(self, board: Board) -> SafeString | str:
        return link_to(board.season) if board.season else "All rated seasons"

    hide_it = managed("hide")
    publish_it = managed("publish")
    minimum_it = managed("minimum", MinimumForm)
    order_it = managed("order", OrderForm)
    exclude_it = managed("exclude", OutForm)
    restore_it = managed("restore", OutForm)


@admin.register(Exclusion)
class ExclusionAdmin(RecordAdmin):
    """What was excluded and restored, the newest first."""

    list_display = ["at", "is_out", "what", "season_link", "reason", "who"]
    list_select_related = ["game", "player__persona", "player__model", "season"]
    list_filter = ["is_out"]
    search_fields = ["=game__public_id", "player__player_id"]
    fields = [("at", "is_out"), ("what", "season_link"), "reason", ("who", "surface"), "turn"]
    readonly_fields = ["what", "season_link"]

    @display(description="What")
    def what(self, row: Exclusion) -> SafeString | str:
        return link_to(row.game, row.game.public_id) if row.game else link_to(row.player)

    @display(description="Season")
    def season_link(self, row: Exclusion) -> SafeString | str:
        return link_to(row.season) if row.season else "All"
