"""Players with what they have come to. What they remember has a page of its own, which knows games and seasons: whoever
has it registers it for revisions of memories (MEMORY)."""

from collections.abc import Iterable
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
from personas.admin.together import AS_USUAL, ManyPlayersForm, asked_first, is_confirmed
from personas.backstage import BackstageAdmin, KnowsRecords, RecordTold, link_to
from personas.backstage.declared import DeclaredList
from personas.models import MemoryRevision, Player, StrategyLevel
from personas.roster import change_players, create_player

MEMORY = "admin:personas_memoryrevision_of"
CHANGING = (
    "Seasons that begin from now on and new games are played so. Games that were made, and seasons that have begun, go "
    "on as they are; “Bring up to date” on a season's page lets it follow."
)


class PlayerOneGameFilter(OneGameFilter):
    """The same for players."""

    column = "persona__written_for"


class PlayersList(DeclaredList):
    """A list of players, each of the page with what it has come to: sums that are kept, and nothing added up here."""

    def get_results(self, request: HttpRequest) -> None:
        super().get_results(request)
        self.model_admin.tell_records(self.result_list)


@admin.register(Player)
class PlayerAdmin(BackstageAdmin):
    """Players: a persona on a model is fixed for good; level and awareness may change, and what it remembers does."""

    fields = ["persona", "model", "strategy_level", "is_aware", "is_active"]
    list_display = [
        *("named", "strategy_level", "is_aware", "result", "last_game", "revisions", "spent", "is_active"),
    ]
    list_filter = [PlayerOneGameFilter, "model", "strategy_level", "is_aware", "is_active"]
    actions = ["change_selected"]
    narrowed_by = ["persona__id__exact"]
    search_fields = ["player_id", "persona__name", "model__name"]
    autocomplete_fields = ["persona", "model"]
    ordering = ["player_id"]
    readonly_fields = ["player_id", "created_at", "remembers", "result", "last_game", "spent"]
    actions_detail = ["memory"]

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
        newest = MemoryRevision.objects.filter(player=OuterRef("pk"), season="").order_by("-number")
        told = {
            "revision": Subquery(newest.values("number")[:1]),
            "learned_at": Subquery(newest.values("created_at")[:1]),
        }
        return super().get_queryset(request).select_related("persona", "model").annotate(**told)

    def get_readonly_fields(self, request: HttpRequest, obj: Player | None = None) -> list[str]:
        return [*self.readonly_fields, "its_persona", "its_model"] if obj else self.readonly_fields

    @display(description="Persona")
    def its_persona(self, player: Player) -> SafeString | str:
        return link_to(player.persona)

    @display(description="Model")
    def its_model(self, player: Player) -> SafeString | str:
        return link_to(player.model)

    def get_fieldsets(self, request: HttpRequest, obj: Player | None = None) -> Any:
        who = [("persona", "model"), ("strategy_level", "is_aware")]
        if obj is None:
            return [(None, {"fields": who})]
        who = [("its_persona", "its_model"), *who[1:]]
        record = [("result", "spent"), ("last_game", "created_at")]
        return [
            (None, {"fields": ["player_id", *who, "is_active", "remembers"]}),
            ("Record", {"fields": record}),
        ]

    def get_form(self, request: HttpRequest, obj: Player | None = None, change: Any = False, **kwargs: Any) -> Any:  # noqa: FBT002
        """The form; of a new player, with the usual level until another is chosen."""
        form = super().get_form(request, obj, change, **kwargs)
        level = form.base_fields.get("strategy_level")
        if obj is None and isinstance(level, forms.TypedChoiceField):
            level.choices, level.initial, level.required = [AS_USUAL, *StrategyLevel.choices], "", False
        return form

    def save_model(self, request: HttpRequest, obj: Player, form: forms.ModelForm, change: bool) -> None:  # noqa: FBT001
        if not change:
            level = form.cleaned_data["strategy_level"]
            made = create_player(persona=obj.persona, model=obj.model, strategy_level=level, is_aware=obj.is_aware)
            obj.__dict__.update(made.__dict__)
            return
        obj.save(update_fields=["strategy_level", "is_aware", "is_active"])

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

    @action(description="Memory", icon="psychology", permissions=["view"])
    def memory(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """What it remembers, on a page of its own."""
        player = get_object_or_404(self.row_at(object_id))
        return HttpResponseRedirect(reverse(MEMORY, args=[player.pk]))

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

    @display(description="What it remembers")
    def remembers(self, player: Any) -> SafeString | str:
        if not player.pk:
            return "-"
        told = f"revision {player.revision}" if player.revision else "nothing yet"
        return format_html('<a href="{}" class="text-link">{}</a>', reverse(MEMORY, args=[player.pk]), told)
