"""Players, and what they remember: every revision of it, each to be restored."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import OuterRef, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from unfold.decorators import action, display
from unfold.widgets import UnfoldAdminTextareaWidget

from personas.admin.personas import MONOSPACED, Indented, OneGameFilter
from personas.admin.together import ManyPlayersForm, asked_first, is_confirmed
from personas.backstage import BackstageAdmin, RecordInline, link_to
from personas.memory import Unmemorable, current, plain, restore, revise_memory
from personas.models import MemoryRevision, Player
from personas.roster import change_players, create_player

CHANGING = (
    "Seasons that begin from now on and new games are played so. Games that were made, and seasons that have begun, go "
    "on as they are; “Bring up to date” on a season's page lets it follow."
)


class PlayerOneGameFilter(OneGameFilter):
    """The same for players."""

    column = "persona__written_for"


class PlayerForm(forms.ModelForm):
    """A player, with what it remembers now to be rewritten; the revisions stay."""

    learned = forms.JSONField(
        label="Now",
        required=False,
        widget=UnfoldAdminTextareaWidget(attrs=MONOSPACED | {"rows": 12}),
        encoder=Indented,
        help_text="Saving a change writes a new revision; the earlier ones stay, under “Memory”.",
    )

    class Meta:
        model = Player
        fields = ["persona", "model", "strategy_level", "is_aware", "is_active"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk and "learned" in self.fields:
            newest = current(self.instance)
            self.fields["learned"].initial = newest.learned if newest else {}

    def clean_learned(self) -> dict[str, object]:
        learned = self.cleaned_data["learned"]
        try:
            return plain({} if learned is None else learned)
        except Unmemorable as complaint:
            raise forms.ValidationError(str(complaint)) from complaint


class MemoryInline(RecordInline):
    """Every revision of a player's memory, newest first, each to be restored."""

    model = MemoryRevision
    fields = ["number", "learned", "author", "game_id", "created_at", "bring_back"]
    readonly_fields = fields
    ordering = ["-number"]
    per_page = 10
    verbose_name_plural = "Memory"
    tab = True

    def get_queryset(self, request: HttpRequest) -> QuerySet[MemoryRevision]:
        return super().get_queryset(request).select_related("player__persona", "player__model")

    @display(description="")
    def bring_back(self, revision: MemoryRevision) -> SafeString:
        url = reverse("admin:personas_player_restore", args=[revision.player.pk, revision.number])
        return format_html(
            '<button type="submit" formaction="{}" formnovalidate class="text-link cursor-pointer">Restore</button>',
            url,
        )


@admin.register(Player)
class PlayerAdmin(BackstageAdmin):
    """Players: a persona on a model is fixed for good; level, awareness and memory may change."""

    form = PlayerForm
    list_display = ["player_id", "persona_link", "model_link", "strategy_level", "is_aware", "revisions", "is_active"]
    list_filter = [PlayerOneGameFilter, "model", "strategy_level", "is_aware", "is_active"]
    actions = ["change_selected"]
    narrowed_by = ["persona__id__exact"]
    search_fields = ["player_id", "persona__name", "model__name"]
    autocomplete_fields = ["persona", "model"]
    readonly_fields = ["player_id", "created_at"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Player]:
        newest = MemoryRevision.objects.filter(player=OuterRef("pk")).order_by("-number").values("number")[:1]
        players = super().get_queryset(request).select_related("persona", "model")
        return players.annotate(revision=Subquery(newest))

    def get_readonly_fields(self, request: HttpRequest, obj: Player | None = None) -> list[str]:
        return [*self.readonly_fields, "persona", "model"] if obj else self.readonly_fields

    def get_fieldsets(self, request: HttpRequest, obj: Player | None = None) -> Any:
        who = [("persona", "model"), ("strategy_level", "is_aware")]
        if obj is None:
            return [(None, {"fields": who})]
        return [(None, {"fields": ["player_id", *who, "is_active"]}), ("What it remembers", {"fields": ["learned"]})]

    def get_inlines(self, request: HttpRequest, obj: Player | None = None) -> list[type[RecordInline]]:
        return [MemoryInline] if obj else []

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.restore_view)
        return [
            path("<int:pk>/memory/<int:number>/restore/", view, name="personas_player_restore"),
            *super().get_urls(),
        ]

    def save_model(self, request: HttpRequest, obj: Player, form: forms.ModelForm, change: bool) -> None:  # noqa: FBT001
        if not change:
            made = create_player(
                persona=obj.persona, model=obj.model, strategy_level=obj.strategy_level, is_aware=obj.is_aware
            )
            obj.__dict__.update(made.__dict__)
            return
        obj.save(update_fields=["strategy_level", "is_aware", "is_active"])
        if "learned" in form.changed_data:
            with self.acts.recorded(request, "revise memory", [obj.memory.all()]):
                revise_memory(player=obj, learned=form.cleaned_data["learned"], author=request.user.get_username())

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

    def restore_view(self, request: HttpRequest, pk: int, number: int) -> HttpResponse:
        """Makes revision `number` what the player remembers."""
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        player = get_object_or_404(Player, pk=pk)
        if not self.has_change_permission(request, player):
            raise PermissionDenied
        try:
            with self.acts.recorded(request, "restore memory", [player.memory.all()]):
                revision = restore(player=player, number=number, author=request.user.get_username())
        except Unmemorable as complaint:
            self.message_user(request, str(complaint), messages.ERROR)
        else:
            self.message_user(request, f"{player} remembers revision {number} again; it is now {revision.number}.")
        return HttpResponseRedirect(reverse("admin:personas_player_change", args=[player.pk]))

    @display(description="Persona", ordering="persona__name")
    def persona_link(self, player: Player) -> SafeString | str:
        return link_to(player.persona)

    @display(description="Model", ordering="model__name")
    def model_link(self, player: Player) -> SafeString | str:
        return link_to(player.model)

    @display(description="Memory", ordering="revision")
    def revisions(self, player: Any) -> str:
        return f"revision {player.revision}" if player.revision else "-"
