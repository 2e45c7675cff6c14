"""Personas and their sheets, edited part by part; who was written for one game is not shown unasked."""

import json
from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from unfold.decorators import action, display
from unfold.enums import ActionVariant
from unfold.forms import BaseDialogForm

from personas.admin.editor import PersonaForm, words_told
from personas.admin.importing import FilesOfPersonas
from personas.admin.together import PlayForm, asked_first, is_confirmed
from personas.backstage import (
    BackstageAdmin,
    DangerReasonForm,
    ReasonForm,
    RecordAdmin,
    coloured,
    joined,
    link_to,
    list_of,
)
from personas.fields import SheetError
from personas.models import Persona, Player, SheetVersion
from personas.parts import PARTS
from personas.roster import approve_personas, create_players, retire_personas, rewrite_persona

RETIRING = (
    "It enters no new season and no exhibition. Its results and pages stay, games and seasons under way go on, and it "
    "can be approved again."
)
SEATING = (
    "Each becomes a player on the model, where it is none yet; who is one already stays as it is. It costs nothing. "
    "Only players of approved personas enter seasons."
)
PERSONA_COLOURS = {"draft": "warning", "approved": "success"}
SOURCE_COLOURS = {"shipped": "info", "hand": "primary", "model": "success"}

MONOSPACED = {"rows": 24, "style": "font-family: ui-monospace, monospace", "spellcheck": "false"}


class Indented(json.JSONEncoder):
    """JSON for a person to read and edit."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options | {"indent": 2})


def written_out(sheet: Any) -> SafeString:
    """A sheet as the JSON that it is, to be read."""
    text = json.dumps(sheet, indent=2, ensure_ascii=False)
    return format_html('<pre style="white-space: pre-wrap">{}</pre>', text)


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


TOLD = [part.field for part in PARTS if part.is_told]
SPOKEN = [part.field for part in PARTS if not part.is_told]


@admin.register(Persona)
class PersonaAdmin(BackstageAdmin, FilesOfPersonas):
    """Characters; their sheets are edited part by part, and refused at the field that is wrong."""

    form = PersonaForm

    class Media:
        js = ["league/js/editor.js"]

    list_display = ["named", "temper", "status_shown", "from_where", "on_models", "updated_at"]
    list_filter = [OneGameFilter, "status", "source"]
    actions = ["approve_selected", "retire_selected", "seat_selected"]
    actions_detail = ["approve", "retire"]
    ordering = ["name", "slug"]
    search_fields = ["name", "slug"]
    readonly_fields = [
        *("decided", "as_text", "source", "written_for", "versions_kept", "played_as", "created_at", "updated_at"),
    ]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Persona]:
        return super().get_queryset(request).annotate(player_count=Count("players"))

    def get_fieldsets(self, request: HttpRequest, obj: Persona | None = None) -> Any:
        who: list[Any] = [("slug", "name"), "temper"]
        history = [("source", "written_for"), "versions_kept", ("created_at", "updated_at")]
        parts: list[Any] = [(None, {"fields": who if obj is None else [*who, "decided", "played_as"]})]
        if not (self.has_change_permission(request, obj) if obj else self.has_add_permission(request)):
            return [(None, {"fields": [("slug", "name"), "decided", "played_as", "as_text"]})]
        parts += [
            ("Sheet", {"fields": TOLD, "description": words_told()}),
            ("Words of the house", {"fields": SPOKEN}),
        ]
        return parts if obj is None else [*parts, ("History", {"fields": history})]

    def get_readonly_fields(self, request: HttpRequest, obj: Persona | None = None) -> list[str]:
        # The slug is part of the ids of its players.
        return [*self.readonly_fields, "slug"] if obj else self.readonly_fields

    def save_model(self, request: HttpRequest, obj: Persona, form: forms.ModelForm, change: bool) -> None:  # noqa: FBT001
        if form.changed_data:
            obj.sheet = form.made  # type: ignore[attr-defined]  # it is our own form
            rewrite_persona(persona=obj)

    # --- who may enter new seasons ---------------------------------------------------------------------------------

    def get_actions_detail(self, request: HttpRequest, object_id: Any) -> list[Any]:
        status, of_one_game = self.row_at(object_id).values_list("status", "written_for").first() or ("", "")
        done = {"approved": "approve", "retired": "retire"}.get(status, "")
        is_for_all = [] if of_one_game else super().get_actions_detail(request, object_id)
        return [one for one in is_for_all if one.path != done]

    @action(description="Approve selected personas", permissions=["change"])
    def approve_selected(self, request: HttpRequest, personas: QuerySet[Persona]) -> None:
        self.decide(request, personas, approve_personas, "approve", "approved")

    @action(description="Retire selected personas…", permissions=["change"])
    def retire_selected(self, request: HttpRequest, personas: QuerySet[Persona]) -> HttpResponse | None:
        if is_confirmed(request):
            why = request.POST.get("reason", "")
            self.decide(request, personas, retire_personas, "retire", "retired", why)
            return None
        words = {"title": "Retire these personas?", "told": RETIRING, "keep": "Keep them", "confirm": "Retire them"}
        return asked_first(self, request, personas, ReasonForm(request), action="retire_selected", **words)

    def has_seat_permission(self, request: HttpRequest) -> bool:
        """Who may make players of them."""
        return request.user.has_perm("personas.add_player")

    @action(description="Make players on a model…", permissions=["seat"])
    def seat_selected(self, request: HttpRequest, personas: QuerySet[Persona]) -> HttpResponse | None:
        form = PlayForm(request, data=request.POST if is_confirmed(request) else None)
        if not form.is_valid():
            words = {"title": "Make players of these personas?", "told": SEATING}
            words |= {"keep": "Leave them", "confirm": "Make players"}
            return asked_first(self, request, personas, form, action="seat_selected", **words)
        model, why = form.cleaned_data["model"], form.cleaned_data["reason"]
        keys = list(personas.order_by().values_list("pk", flat=True))
        players = Player.objects.filter(model=model, persona__in=keys)
        with self.acts.recorded(request, "create", [players], why):
            made = create_players(personas=Persona.objects.filter(pk__in=keys), model=model, **form.how)
        there = len(keys) - made
        told = f"{made} of {len(keys)} are new players on {model}"
        self.message_user(request, f"{told}; {there} stay as they were." if there else f"{told}.", messages.SUCCESS)
        return None

    @action(
        description="Approve",
        icon="check",
        permissions=["change"],
        dialog={
            "title": "Approve this persona?",
            "description": "New seasons and exhibitions may invite it from now on.",
            "form_class": ReasonForm,
            "form_submit_text": "Approve",
        },
    )
    def approve(self, request: HttpRequest, form: BaseDialogForm, object_id: str) -> HttpResponse:
        why = form.cleaned_data["reason"]
        self.decide(request, self.row_at(object_id), approve_personas, "approve", "approved", why)
        return self.back_to(object_id)

    @action(
        description="Retire",
        icon="archive",
        variant=ActionVariant.DANGER,
        permissions=["change"],
        dialog={
            "title": "Retire this persona?",
            "description": RETIRING,
            "form_class": DangerReasonForm,
            "form_submit_text": "Retire",
        },
    )
    def retire(self, request: HttpRequest, form: BaseDialogForm, object_id: str) -> HttpResponse:
        why = form.cleaned_data["reason"]
        self.decide(request, self.row_at(object_id), retire_personas, "retire", "retired", why)
        return self.back_to(object_id)

    def back_to(self, object_id: str) -> HttpResponse:
        """Sends a dialog back to the page of a persona."""
        return HttpResponse(headers={"HX-Redirect": reverse("admin:personas_persona_change", args=[object_id])})

    def decide(
        self,
        request: HttpRequest,
        personas: QuerySet[Persona],
        verb: Callable[..., int],
        name: str,
        done: str,
        reason: str = "",
    ) -> None:
        """Does the verb to these personas, says of how many that is news, and records who did it."""
        keys = list(personas.order_by().values_list("pk", flat=True))
        rows = Persona.objects.filter(pk__in=keys)
        try:
            with self.acts.recorded(request, name, [rows], reason):
                number = verb(personas=rows, by=request.user.get_username())
        except SheetError as complaint:
            self.message_user(request, f"Nobody is {done}: {complaint}.", messages.ERROR)
            return
        told = f"{number} of {len(keys)} {done}." if len(keys) != 1 else f"It is {done}."
        self.message_user(request, told, messages.SUCCESS)

    @display(description="Persona", ordering="name", header=True)
    def named(self, persona: Persona) -> list[str]:
        return [persona.name, persona.slug]

    @display(description="Temper")
    def temper(self, persona: Persona) -> str:
        return persona.sheet.get("temper", "-")

    @display(description="Status", ordering="status")
    def status_shown(self, persona: Persona) -> SafeString:
        return coloured(persona.status, PERSONA_COLOURS)

    @display(description="Status")
    def decided(self, persona: Persona) -> SafeString:
        if persona.decided_at is None:
            return format_html("{}, until somebody approves it", coloured(persona.status, PERSONA_COLOURS))
        since = f"{persona.decided_at:%Y-%m-%d %H:%M} UTC"
        return format_html("{} by {}, {}", coloured(persona.status, PERSONA_COLOURS), persona.decided_by, since)

    @display(description="Sheet")
    def as_text(self, persona: Persona) -> SafeString:
        return written_out(persona.sheet)

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
        return written_out(version.sheet)
