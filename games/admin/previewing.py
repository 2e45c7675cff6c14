"""The pages of personas and players, with what a model would be told of what stands there: personas knows no games.

Law: nothing is stored and nobody is asked. What it takes is reckoned from its length at the prices of now.
"""

from typing import Any, Final, Protocol

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import Max
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils import timezone
from unfold.widgets import UnfoldAdminSelectWidget

from games.gateway.briefings import tables
from games.gateway.estimating import preview_of
from personas.admin.personas import PersonaAdmin
from personas.admin.players import PlayerAdmin
from personas.memory import current
from personas.models import LanguageModel, Persona, Player, StrategyLevel
from personas.roster import usual_level
from personas.sheet import Sheet, SheetError, load

MOST_MEMORIES: Final = 50  # of players of a persona, among which one is chosen

admin.site.unregister(Persona)
admin.site.unregister(Player)


class PreviewForm(forms.Form):
    """As what, and by which names, somebody is briefed. A page may leave some of it to its own fields."""

    as_what = forms.ChoiceField(label="Briefed as", choices=tables, widget=UnfoldAdminSelectWidget)
    names = forms.ChoiceField(
        choices=[("persona", "by persona"), ("alias", "drawn for the game")], widget=UnfoldAdminSelectWidget
    )


class PersonaPreviewForm(PreviewForm):
    """The same of a persona: on which level, whether it knows that it is a model, with the memory of which player."""

    level = forms.ChoiceField(label="Strategy", choices=StrategyLevel.choices, widget=UnfoldAdminSelectWidget)
    aware = forms.ChoiceField(
        label="Knows that it is a model", choices=[("no", "no"), ("yes", "yes")], widget=UnfoldAdminSelectWidget
    )
    memory = forms.ChoiceField(label="Memory", required=False, widget=UnfoldAdminSelectWidget)

    def __init__(self, *args: Any, persona: Persona | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        known = Player.objects.filter(persona=persona).annotate(newest=Max("memory__number")).filter(newest__gt=0)
        memories = known.order_by("player_id").values_list("player_id", "newest")[:MOST_MEMORIES] if persona else ()
        told = [(player_id, f"of {player_id}, revision {newest}") for player_id, newest in memories]
        self.fields["memory"].choices = [("", "none: its first game"), *told]  # type: ignore[attr-defined]  # it is the one above


class Told(Protocol):
    """What a page must know of its row, that it can be shown what a model would be told."""

    def preview_form(self, row: Any, *data: Any) -> forms.Form:
        """As what the row of this page is briefed, to be chosen."""

    def sheet_of(self, form: Any) -> Sheet:
        """The sheet of what stands in the page's form. Raises SheetError."""

    def situation(self, form: Any, chosen: Any) -> dict[str, Any]:
        """Level, awareness and memory of what stands in the page's form and what is chosen."""

    def model_of(self, form: Any) -> LanguageModel | None:
        """The model whose price is told first."""


class Previewed:
    """The page of a row, below which it is shown what a model would be told; mixed in before the page's own class,
    which says what Told wants."""

    change_form_after_template = "admin/personas/preview.html"

    def render_change_form(self: Any, request: HttpRequest, context: Any, *args: Any, **kwargs: Any) -> HttpResponse:
        """The page of a row, with what can be looked at."""
        context |= {"preview": self.preview_form(kwargs.get("obj"))}
        return super().render_change_form(request, context, *args, **kwargs)  # type: ignore[misc]  # the page's

    def get_urls(self: Any) -> list[URLPattern]:
        view, name = self.admin_site.admin_view(self.preview_view), f"personas_{self.opts.model_name}_preview"
        return [
            path("add/preview/", view, name=f"{name}_new"),
            path("<int:pk>/change/preview/", view, name=name),
            *super().get_urls(),  # type: ignore[misc]  # the page's
        ]

    def preview_view(self: Any, request: HttpRequest, pk: int | None = None) -> HttpResponse:
        """What a model would be told of what was sent; a part of a page for the script that asks for one."""
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        row = None if pk is None else get_object_or_404(self.model, pk=pk)
        if not (self.has_change_permission(request, row) if row else self.has_add_permission(request)):
            raise PermissionDenied
        form: Any = self.get_form(request, row, change=row is not None)(request.POST, instance=row)
        chosen = self.preview_form(row, request.POST)
        context: dict[str, Any] = {"title": "As a model is told", "opts": self.opts, "form": form, "chosen": chosen}
        if form.is_valid() and chosen.is_valid():
            context |= self.told(form, chosen)
        which = "briefing" if request.headers.get("X-Requested-With") == "fetch" else "briefing_page"
        return TemplateResponse(
            request, f"admin/personas/{which}.html", self.admin_site.each_context(request) | context
        )

    def told(self: Told, form: Any, chosen: Any) -> dict[str, Any]:
        """The briefing with its tokens and prices; or why there is none."""
        ruleset, _, role = chosen.cleaned_data["as_what"].partition(":")
        try:
            sheet = self.sheet_of(form)
        except SheetError as error:
            return {"unread": error.complaints}
        how = {"ruleset": ruleset, "role": role, "names": chosen.cleaned_data["names"]}
        preview = preview_of(sheet, at=timezone.now(), first=self.model_of(form), **how, **self.situation(form, chosen))
        if preview is None:
            return {}
        prices = [(model.name, told) for model, _, told in preview.prices]
        return {"briefing": preview.briefing, "tokens": preview.tokens, "own": preview.own, "prices": prices}


@admin.register(Persona)
class PreviewedPersonaAdmin(Previewed, PersonaAdmin):
    """Personas, with a look at what a model is told of them."""

    class Media:
        js = ["league/js/preview.js"]

    def preview_form(self, row: Persona | None, *data: Any) -> PersonaPreviewForm:
        return PersonaPreviewForm(*data, persona=row)

    def sheet_of(self, form: Any) -> Sheet:
        return load(form.made)

    def situation(self, form: Any, chosen: Any) -> dict[str, Any]:
        given = chosen.cleaned_data
        player = Player.objects.filter(player_id=given["memory"]).first() if given["memory"] else None
        revision = current(player) if player else None
        learned = revision.learned if revision else {}
        return {"level": given["level"], "is_aware": given["aware"] == "yes", "learned": learned}

    def model_of(self, form: Any) -> None:
        """None: a persona plays on any."""


@admin.register(Player)
class PreviewedPlayerAdmin(Previewed, PlayerAdmin):
    """Players, with a look at what their models are told, with what they remember as it stands there."""

    class Media:
        js = ["league/js/preview.js"]

    def preview_form(self, row: Player | None, *data: Any) -> PreviewForm:
        return PreviewForm(*data)

    def sheet_of(self, form: Any) -> Sheet:
        return load(form.instance.persona.sheet)

    def situation(self, form: Any, chosen: Any) -> dict[str, Any]:
        given, revision = form.cleaned_data, current(form.instance) if form.instance.pk else None
        learned = revision.learned if revision else {}
        level = given["strategy_level"] or usual_level(form.instance.model)
        return {"level": level, "is_aware": given["is_aware"], "learned": learned}

    def model_of(self, form: Any) -> LanguageModel | None:
        model: LanguageModel = form.instance.model
        return model
