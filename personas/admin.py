"""The backstage of personas, models, players and what they remember. It edits by the verbs, never past them."""

import json
import os
from functools import partial
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from import_export.admin import ImportExportModelAdmin
from import_export.formats.base_formats import CSV
from unfold.admin import TabularInline
from unfold.contrib.import_export.forms import ExportForm, ImportForm
from unfold.decorators import display
from unfold.widgets import UnfoldAdminTextareaWidget

from personas.backstage import BackstageAdmin, RecordAdmin, RecordInline, coloured, joined, link_to, list_of
from personas.fields import SheetError
from personas.files import Objects, PersonaResource
from personas.keys import is_key_variable
from personas.memory import Unmemorable, current, plain, restore, revise_memory
from personas.models import LanguageModel, MemoryRevision, ModelVersion, Persona, Player, Price, SheetVersion
from personas.roster import create_player, rewrite_model, rewrite_persona
from personas.sheet import accept
from personas.versions import HOW, WHO

PINNED = (
    "Games that were made, and seasons that have begun, go on asking it as it was; “Bring up to date” on a season's "
    "page, or on that of a game of none, lets them ask it so."
)
HOW_FIELDS: list[str | tuple[str, str]] = [
    ("most_tokens", "in_flight"),
    ("temperature", "top_p"),
    ("effort", "verbosity"),
    ("seed", "service_tier"),
    "context_size",
    "extra_body",
]
SOURCE_COLOURS = {"shipped": "info", "hand": "primary", "model": "success"}

MONOSPACED = {"rows": 24, "style": "font-family: ui-monospace, monospace", "spellcheck": "false"}


class Indented(json.JSONEncoder):
    """JSON for a person to read and edit."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options | {"indent": 2})


class OneGameFilter(admin.SimpleListFilter):
    """Leaves out what was written for one game, unless it is asked for: it would soon be most of the list."""

    title = "written for"
    parameter_name = "written_for"
    column = "written_for"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, str]]:
        return [("game", "One game"), ("any", "Any")]

    def choices(self, changelist: Any) -> Any:
        """As they are, but what is shown unasked is not all."""
        unasked, *others = super().choices(changelist)
        return [unasked | {"display": "The league"}, *others]

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:
        in_the_league = Q(**{self.column: ""})
        found = {"any": Q(), "game": ~in_the_league}.get(self.value() or "", in_the_league)
        return queryset.filter(found)


class PlayerOneGameFilter(OneGameFilter):
    """The same for players."""

    column = "persona__written_for"


class PersonaForm(forms.ModelForm):
    """A persona whose sheet can be read, and is its own."""

    sheet = forms.JSONField(widget=UnfoldAdminTextareaWidget(attrs=MONOSPACED), encoder=Indented)

    class Meta:
        model = Persona
        fields = ["slug", "name", "sheet", "is_active"]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if "sheet" not in cleaned:
            return cleaned
        try:
            slug, name = (cleaned.get(field, getattr(self.instance, field)) for field in ("slug", "name"))
            accept(cleaned["sheet"], slug=slug, name=name)
        except SheetError as complaint:
            self.add_error("sheet", list(complaint.complaints))
        return cleaned


@admin.register(Persona)
class PersonaAdmin(BackstageAdmin, ImportExportModelAdmin):
    """Characters; their sheets are edited as the JSON they are, and refused with the field that is wrong."""

    form = PersonaForm
    import_form_class = ImportForm
    export_form_class = ExportForm
    resource_classes = [PersonaResource]
    formats = [Objects, CSV]
    list_display = ["named", "temper", "from_where", "on_models", "is_active", "updated_at"]
    list_filter = [OneGameFilter, "source", "is_active"]
    ordering = ["name", "slug"]
    search_fields = ["name", "slug"]
    readonly_fields = ["source", "written_for", "versions_kept", "played_as", "created_at", "updated_at"]
    fieldsets = [
        (None, {"fields": [("slug", "name"), "is_active", "played_as"]}),
        ("Sheet", {"fields": ["sheet"]}),
        ("History", {"fields": [("source", "written_for"), "versions_kept", ("created_at", "updated_at")]}),
    ]

    def get_import_resource_kwargs(self, request: HttpRequest, **kwargs: Any) -> dict[str, Any]:
        """What a preview would record goes with it: it is rolled back."""
        return super().get_import_resource_kwargs(request, **kwargs) | {
            "recorded": partial(self.acts.recorded, request),
        }

    def add_data_read_fail_error_to_form(self, form: forms.Form, e: Exception) -> None:
        """What is wrong with a file whose rows cannot even be counted."""
        form.add_error("import_file", f"This file cannot be read: {str(e) or 'its rows differ in length'}.")

    def has_import_permission(self, request: HttpRequest) -> bool:
        """Who may add and change personas; the library asks for nothing unless it is told to."""
        return self.has_add_permission(request) and self.has_change_permission(request)

    def has_export_permission(self, request: HttpRequest) -> bool:
        """Who may see personas."""
        return self.has_view_permission(request)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Persona]:
        return super().get_queryset(request).annotate(player_count=Count("players"))

    def get_readonly_fields(self, request: HttpRequest, obj: Persona | None = None) -> list[str]:
        # The slug is part of the ids of its players.
        return [*self.readonly_fields, "slug"] if obj else self.readonly_fields

    def save_model(self, request: HttpRequest, obj: Persona, form: forms.ModelForm, change: bool) -> None:  # noqa: FBT001
        if {"slug", "name", "sheet"} & set(form.changed_data):
            rewrite_persona(persona=obj)
        else:
            obj.save(update_fields=["is_active", "updated_at"])

    @display(description="Persona", ordering="name", header=True)
    def named(self, persona: Persona) -> list[str]:
        return [persona.name, persona.slug]

    @display(description="Temper")
    def temper(self, persona: Persona) -> str:
        return persona.sheet.get("temper", "-")

    @display(description="Source", ordering="source")
    def from_where(self, persona: Persona) -> SafeString:
        return coloured(persona.source, SOURCE_COLOURS)

    @display(description="Players", ordering="player_count")
    def on_models(self, persona: Any) -> SafeString:
        return list_of(Player, persona.player_count, persona__id__exact=persona.pk, written_for="any")

    @display(description="Sheet")
    def versions_kept(self, persona: Persona) -> SafeString | str:
        if not persona.pk:
            return "-"
        return list_of(SheetVersion, f"version {persona.version}", persona__id__exact=persona.pk)

    @display(description="Players")
    def played_as(self, persona: Persona) -> SafeString | str:
        return (
            joined([link_to(player) for player in persona.players.select_related("persona", "model")])
            if persona.pk
            else "-"
        )


@admin.register(SheetVersion)
class SheetVersionAdmin(RecordAdmin):
    """Every version of a persona's sheet; a seat says which one it sat down with."""

    list_display = ["persona_link", "number", "digest", "created_at"]
    list_display_links = ["number"]  # the first column is a link already
    list_select_related = ["persona"]
    search_fields = ["=persona__slug"]
    search_help_text = "The slug of a persona"
    narrowed_by = ["persona__id__exact"]
    ordering = ["-pk"]
    fields = ["persona", "number", "digest", "created_at", "as_text"]
    readonly_fields = ["as_text"]

    @display(description="Persona")
    def persona_link(self, version: SheetVersion) -> SafeString | str:
        return link_to(version.persona)

    @display(description="Sheet")
    def as_text(self, version: SheetVersion) -> SafeString:
        text = json.dumps(version.sheet, indent=2, ensure_ascii=False)
        return format_html('<pre style="white-space: pre-wrap">{}</pre>', text)


@admin.register(ModelVersion)
class ModelVersionAdmin(RecordAdmin):
    """Every way in which a model was asked; a seat says which one it sat down with."""

    list_display = ["model_link", "number", "in_words", "created_at"]
    list_display_links = ["number"]  # the first column is a link already
    list_select_related = ["language_model"]
    search_fields = ["=language_model__slug"]
    search_help_text = "The slug of a model"
    narrowed_by = ["language_model__id__exact"]
    ordering = ["-pk"]
    fields = ["language_model", "number", "digest", "created_at", "in_words"]
    readonly_fields = ["in_words"]

    @display(description="Model")
    def model_link(self, version: ModelVersion) -> SafeString | str:
        return link_to(version.language_model)

    @display(description="Asked")
    def in_words(self, version: ModelVersion) -> str:
        return ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in version.asked.items())


def key_told(variable: str) -> str:
    """What is said of a key: whether it is there. Of a variable that may be no key, not even that."""
    if not is_key_variable(variable):
        return f"{variable} may not be a key"
    return f"{variable} is {'set' if os.environ.get(variable, '').strip() else 'not set'}"


class PriceInline(TabularInline):
    """What a model costs, where the shipped list does not know it."""

    model = Price
    extra = 0
    fields = ["valid_from", "input", "cached", "cache_written", "output"]
    tab = True


@admin.register(Price)
class PriceAdmin(BackstageAdmin):
    """Prices of our own, in US dollars a million tokens; a model without one has the shipped list's."""

    list_display = ["model_shown", "valid_from", "input", "cached", "cache_written", "output"]
    list_filter = ["language_model"]
    list_select_related = ["language_model"]
    search_fields = ["language_model__name", "language_model__slug"]
    autocomplete_fields = ["language_model"]
    fields = ["language_model", "valid_from", ("input", "cached"), ("cache_written", "output")]

    @display(description="Model", ordering="language_model__name")
    def model_shown(self, price: Price) -> str:
        return str(price.language_model)


@admin.register(LanguageModel)
class LanguageModelAdmin(BackstageAdmin):
    """Models; a key is named here and never shown, only whether it is there."""

    list_display = ["named", "provider_shown", "model_name", "key_is_set", "probed_shown", "player_count", "is_active"]
    list_filter = ["provider", "is_active"]
    ordering = ["name", "slug"]
    search_fields = ["name", "slug", "model_name"]
    readonly_fields = ["key_is_set", "probed_shown", "rung", "without", "versions_kept"]
    fieldsets = [
        (None, {"fields": [("slug", "name"), "is_active"]}),
        ("Asked at", {"fields": ["provider", "model_name", "base_url", ("key_variable", "key_is_set")]}),
        (
            "Asked how",
            {
                "fields": [
                    *HOW_FIELDS,
                    ("probed_shown", "versions_kept"),
                    ("rung", "without"),
                ]
            },
        ),
    ]
    inlines = [PriceInline]

    def get_queryset(self, request: HttpRequest) -> QuerySet[LanguageModel]:
        return (
            super()
            .get_queryset(request)
            .annotate(players_there=Count("players", filter=Q(players__persona__written_for="")))
        )

    def get_readonly_fields(self, request: HttpRequest, obj: LanguageModel | None = None) -> list[str]:
        # The slug is part of the ids of its players.
        return [*self.readonly_fields, "slug"] if obj else self.readonly_fields

    def save_model(self, request: HttpRequest, obj: LanguageModel, form: forms.ModelForm, change: bool) -> None:  # noqa: FBT001
        rewrite_model(model=obj)
        if change and {*WHO, *HOW}.intersection(form.changed_data):
            self.message_user(request, PINNED, messages.INFO)

    @display(description="Model", ordering="name", header=True)
    def named(self, model: LanguageModel) -> list[str]:
        return [model.name, model.slug]

    @display(description="Provider", ordering="provider")
    def provider_shown(self, model: LanguageModel) -> SafeString:
        return coloured(model.provider, {"house": "info", "uniform": "info"})

    @display(description="Key")
    def key_is_set(self, model: LanguageModel) -> str:
        if not model.key_variable:
            return "not needed" if model.is_offline else "-"
        return key_told(model.key_variable)

    @display(description="Probed", ordering="probed_at")
    def probed_shown(self, model: LanguageModel) -> str:
        if model.is_offline:
            return "not needed"
        return (
            f"{model.probed_at:%Y-%m-%d %H:%M} UTC"
            if model.probed_at
            else "never; “Try it out” or `doctor --probe` does it"
        )

    @display(description="Versions")
    def versions_kept(self, model: LanguageModel) -> SafeString | str:
        if not model.pk:
            return "-"
        number = model.versions.count()
        return list_of(ModelVersion, f"{number} so far", language_model__id__exact=model.pk)

    @display(description="Players", ordering="players_there")
    def player_count(self, model: Any) -> SafeString:
        return list_of(Player, model.players_there, model__id__exact=model.pk)


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
        fields = ["persona", "model", "strategy_level", "is_active"]

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
    """Players: a persona on a model is fixed for good; level and memory may change."""

    form = PlayerForm
    list_display = ["player_id", "persona_link", "model_link", "strategy_level", "revisions", "is_active"]
    list_filter = [PlayerOneGameFilter, "model", "strategy_level", "is_active"]
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
        who = [("persona", "model"), "strategy_level"]
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
            made = create_player(persona=obj.persona, model=obj.model, strategy_level=obj.strategy_level)
            obj.__dict__.update(made.__dict__)
            return
        obj.save(update_fields=["strategy_level", "is_active"])
        if "learned" in form.changed_data:
            with self.acts.recorded(request, "revise memory", [obj.memory.all()]):
                revise_memory(player=obj, learned=form.cleaned_data["learned"], author=request.user.get_username())

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
