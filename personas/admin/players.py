"""Players with what they have come to, and what they remember: every revision of it, each to be restored."""

from collections.abc import Iterable
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
from personas.backstage import BackstageAdmin, KnowsRecords, RecordInline, RecordTold
from personas.declared import DeclaredList
from personas.memory import Unmemorable, current, plain, restore, revise_memory
from personas.models import MemoryRevision, Player
from personas.roster import change_players, create_player


class PlayersList(DeclaredList):
    """A list of players, each of the page with what it has come to: sums that are kept, and nothing added up here."""

    def get_results(self, request: HttpRequest) -> None:
        super().get_results(request)
        self.model_admin.tell_records(self.result_list)


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
    list_display = [
        *("named", "strategy_level", "is_aware", "result", "last_game", "revisions", "spent", "is_active"),
    ]
    list_filter = [PlayerOneGameFilter, "model", "strategy_level", "is_aware", "is_active"]
    actions = ["change_selected"]
    narrowed_by = ["persona__id__exact"]
    search_fields = ["player_id", "persona__name", "model__name"]
    autocomplete_fields = ["persona", "model"]
    ordering = ["player_id"]
    readonly_fields = ["player_id", "created_at", "result", "last_game", "spent"]

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[PlayersList]:
        return PlayersList

    def tell_records(self, players: Iterable[Any]) -> None:
        """Gives these players what they have come to, as `record`."""
        if not isinstance(self.admin_site, KnowsRecords):
            raise TypeError(f"the admin's site must know records of players, and {self.admin_site!r} does not")
        rows = list(players)
        told = self.admin_site.records_told(rows)
        for player in rows:
            player.record = told[player.pk]

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Any:
        """The player with what it has come to."""
        player = super().get_object(request, object_id, from_field)
        if player is not None:
            self.tell_records([player])
        return player

    def get_queryset(self, request: HttpRequest) -> QuerySet[Player]:
        newest = MemoryRevision.objects.filter(player=OuterRef("pk")).order_by("-number")
        told = {
            "revision": Subquery(newest.values("number")[:1]),
            "learned_at": Subquery(newest.values("created_at")[:1]),
        }
        return super().get_queryset(request).select_related("persona", "model").annotate(**told)

    def get_readonly_fields(self, request: HttpRequest, obj: Player | None = None) -> list[str]:
        return [*self.readonly_fields, "persona", "model"] if obj else self.readonly_fields

    def get_fieldsets(self, request: HttpRequest, obj: Player | None = None) -> Any:
        who = [("persona", "model"), ("strategy_level", "is_aware")]
        if obj is None:
            return [(None, {"fields": who})]
        record = [("result", "spent"), ("last_game", "created_at")]
        return [
            (None, {"fields": ["player_id", *who, "is_active"]}),
            ("Record", {"fields": record}),
            ("What it remembers", {"fields": ["learned"]}),
        ]

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
            words = {"title": "Change these players?", "told": CHANGING, "keep": "Leave them", "confirm": "Change them"}
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

    @display(description="Player", ordering="player_id", header=True)
    def named(self, player: Player) -> list[Any]:
        return [player.player_id, f"{player.persona.name} on {player.model.name}"]

    @display(description="Results")
    def result(self, player: Any) -> str:
        told: RecordTold = player.record
        return told.result

    @display(description="Last game (UTC)")
    def last_game(self, player: Any) -> SafeString | str:
        told: RecordTold = player.record
        return told.last_game

    @display(description="Spent")
    def spent(self, player: Any) -> str:
        told: RecordTold = player.record
        return told.spent

    @display(description="Memory", ordering="revision")
    def revisions(self, player: Any) -> str:
        return f"revision {player.revision}, {player.learned_at:%Y-%m-%d}" if player.revision else "-"
