"""Personas and their sheets, edited as the JSON that they are; who was written for one game is not shown unasked."""

import json
from functools import partial
from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString
from import_export.admin import ImportExportModelAdmin
from import_export.formats.base_formats import CSV
from unfold.contrib.import_export.forms import ExportForm, ImportForm
from unfold.decorators import display
from unfold.widgets import UnfoldAdminTextareaWidget

from personas.backstage import BackstageAdmin, RecordAdmin, coloured, joined, link_to, list_of
from personas.fields import SheetError
from personas.files import Objects, PersonaResource
from personas.models import Persona, Player, SheetVersion
from personas.roster import rewrite_persona
from personas.sheet import accept

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
