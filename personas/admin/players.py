"""Players. What they remember has a page of its own, which knows games and seasons: whoever has it registers it for
revisions of memories (MEMORY)."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import OuterRef, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from unfold.decorators import action, display

from personas.admin.personas import OneGameFilter
from personas.admin.together import ManyPlayersForm, asked_first, is_confirmed
from personas.backstage import BackstageAdmin, link_to
from personas.models import MemoryRevision, Player
from personas.roster import change_players, create_player

MEMORY = "admin:personas_memoryrevision_of"
CHANGING = (
    "Seasons that begin from now on and new games are played so. Games that were made, and seasons that have begun, go "
    "on as they are; “Bring up to date” on a season's page lets it follow."
)


class PlayerOneGameFilter(OneGameFilter):
    """The same for players."""

    column = "persona__written_for"


@admin.register(Player)
class PlayerAdmin(BackstageAdmin):
    """Players: a persona on a model is fixed for good; level and awareness may change, and what it remembers does."""

    fields = ["persona", "model", "strategy_level", "is_aware", "is_active"]
    list_display = ["player_id", "persona_link", "model_link", "strategy_level", "is_aware", "revisions", "is_active"]
    list_filter = [PlayerOneGameFilter, "model", "strategy_level", "is_aware", "is_active"]
    actions = ["change_selected"]
    narrowed_by = ["persona__id__exact"]
    search_fields = ["player_id", "persona__name", "model__name"]
    autocomplete_fields = ["persona", "model"]
    readonly_fields = ["player_id", "created_at", "remembers"]
    actions_detail = ["memory"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Player]:
        of_all = MemoryRevision.objects.filter(player=OuterRef("pk"), season="")
        newest = of_all.order_by("-number").values("number")[:1]
        players = super().get_queryset(request).select_related("persona", "model")
        return players.annotate(revision=Subquery(newest))

    def get_readonly_fields(self, request: HttpRequest, obj: Player | None = None) -> list[str]:
        return [*self.readonly_fields, "persona", "model"] if obj else self.readonly_fields

    def get_fieldsets(self, request: HttpRequest, obj: Player | None = None) -> Any:
        who = [("persona", "model"), ("strategy_level", "is_aware")]
        if obj is None:
            return [(None, {"fields": who})]
        return [(None, {"fields": ["player_id", *who, "is_active", "remembers"]})]

    def save_model(self, request: HttpRequest, obj: Player, form: forms.ModelForm, change: bool) -> None:  # noqa: FBT001
        if not change:
            made = create_player(
                persona=obj.persona, model=obj.model, strategy_level=obj.strategy_level, is_aware=obj.is_aware
            )
            obj.__dict__.update(made.__dict__)
            return
        obj.save(update_fields=["strategy_level", "is_aware", "is_active"])

    @action(description="Strategy level, awareness…", permissions=["change"])
    def change_selected(self, request: HttpRequest, players: QuerySet[Player]) -> HttpResponse | None:
        form = ManyPlayersForm(request, data=request.POST if is_confirmed(request) else None)
        if not form.is_valid():
            words = {"title": "Change these players?", "told": CHANGING, "keep": "Leave them", "submit": "Change them"}
            return asked_first(self, request, players, form, action="change_selected", **words)
        keys = list(players.order_by().values_list("pk", flat=True))
        rows = Player.objects.filter(pk__in=keys)
        with self.acts.recorded(request, "change", [rows], form.cleaned_data["reason"]):
            changed = change_players(players=rows, **form.changes)
        as_before = f"; {len(keys) - changed} were so already" if changed < len(keys) else ""
        self.message_user(request, f"{changed} of {len(keys)} players changed{as_before}.", messages.SUCCESS)
        return None

    @action(description="Memory", icon="psychology", permissions=["view"])
    def memory(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """What it remembers, on a page of its own."""
        player = get_object_or_404(self.row_at(object_id))
        return HttpResponseRedirect(reverse(MEMORY, args=[player.pk]))

    @display(description="Persona", ordering="persona__name")
    def persona_link(self, player: Player) -> SafeString | str:
        return link_to(player.persona)

    @display(description="Model", ordering="model__name")
    def model_link(self, player: Player) -> SafeString | str:
        return link_to(player.model)

    @display(description="Memory", ordering="revision")
    def revisions(self, player: Any) -> str:
        return f"revision {player.revision}" if player.revision else "-"

    @display(description="What it remembers")
    def remembers(self, player: Any) -> SafeString | str:
        if not player.pk:
            return "-"
        told = f"revision {player.revision}" if player.revision else "nothing yet"
        return format_html('<a href="{}" class="text-link">{}</a>', reverse(MEMORY, args=[player.pk]), told)
