"""The editor of personas, with what a model would be told of the sheet that stands there: personas knows no games.

Law: nothing is stored and nobody is asked. The briefing is the very one of a game (games.agents.briefing), at a table
that is played by lot until the seat is asked; what it takes is reckoned from its length at the prices of now.
"""

from collections.abc import Iterator
from typing import Any, Final

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils import timezone
from unfold.widgets import UnfoldAdminSelectWidget

from games.agents.briefing import Briefing, Situation, brief
from games.agents.offline import answer_pending
from games.agents.players import player_named
from games.agents.room import tokens_sent
from games.billing.money import in_dollars
from games.engine.moderator import Moderator
from games.engine.rulesets import all_rulesets, ruleset_named, ruleset_title
from games.gateway.estimating import Unpriced, prospect_of
from personas.admin.personas import PersonaAdmin
from personas.models import LanguageModel, Persona, StrategyLevel
from personas.sheet import ROSTER, Sheet, load

DEALS: Final = 20  # in which the role is looked for, and a question to it
MOST_MODELS: Final = 20  # whose prices are told

admin.site.unregister(Persona)


def tables() -> list[tuple[str, list[tuple[str, str]]]]:
    """Every rule book with the roles of its usual table, as a field offers them."""
    offered = []
    for slug, rules in all_rulesets().items():
        usual = rules.options_from({}, rules.default_seats)
        roles = dict.fromkeys(role.name for role in rules.cast(rules.default_seats, usual))
        offered.append((ruleset_title(slug), [(f"{slug}:{role}", role) for role in roles]))
    return offered


class PreviewForm(forms.Form):
    """As what, and by which names, a persona is briefed."""

    as_what = forms.ChoiceField(label="Briefed as", choices=tables, widget=UnfoldAdminSelectWidget)
    names = forms.ChoiceField(
        choices=[("persona", "by persona"), ("alias", "drawn for the game")], widget=UnfoldAdminSelectWidget
    )
    level = forms.ChoiceField(label="Strategy", choices=StrategyLevel.choices, widget=UnfoldAdminSelectWidget)


def briefing_as(sheet: Sheet, *, ruleset: str, role: str, names: str, level: str) -> Briefing | None:
    """What a model is told before the first question to this role at the usual table; None where it is asked none."""
    rules = ruleset_named(ruleset)
    seats = rules.default_seats
    options = rules.options_from({"names": names}, seats)
    others = [each.name for each in ROSTER if each.name != sheet.name][: seats - 1]
    for seed in map(str, range(DEALS)):
        roles = [each.name for each in rules.deal(seed, seats, rules.options_from({}, seats), ()).roles]
        if role not in roles:
            continue
        seat = roles.index(role)
        called = [*others[:seat], sheet.name, *others[seat:]] if names == "persona" else []
        moderator = Moderator(rules, options, rules.deal(seed, seats, options, called), seed)
        players = [player_named("uniform", each) for each in range(seats)]
        while moderator.pending and seat not in moderator.pending:
            for each in tuple(moderator.pending):
                answer_pending(moderator, players, each)
        if seat in moderator.pending:
            asked = (moderator.poll,)
            question, view = moderator.pending[seat], tuple(moderator.table.views[seat])
            return brief(Situation(rules, options, seat, question, view, asked, sheet=sheet, level=level))
    return None


def prices(tokens: int) -> Iterator[tuple[str, str]]:
    """What so many tokens cost to be read, by model."""
    voices = LanguageModel.objects.filter(is_active=True).exclude(provider__in=LanguageModel.OFFLINE)
    for model in voices[:MOST_MODELS]:
        try:
            cost = prospect_of(model, timezone.now(), from_games=False).tokens(read=tokens, cached=0, written=0)
        except Unpriced as error:
            yield model.name, str(error)
        else:
            yield model.name, in_dollars(cost)


@admin.register(Persona)
class PreviewedPersonaAdmin(PersonaAdmin):
    """Personas, with a look at what a model is told of them."""

    change_form_after_template = "admin/personas/preview.html"

    def render_change_form(self, request: HttpRequest, context: Any, *args: Any, **kwargs: Any) -> HttpResponse:
        """The page of a persona, with what can be looked at."""
        context |= {"preview": PreviewForm()}
        return super().render_change_form(request, context, *args, **kwargs)

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.preview_view)
        return [
            path("add/preview/", view, name="personas_persona_preview_new"),
            path("<int:pk>/change/preview/", view, name="personas_persona_preview"),
            *super().get_urls(),
        ]

    def preview_view(self, request: HttpRequest, pk: int | None = None) -> HttpResponse:
        """What a model would be told of the sheet that was sent; a part of a page for the script that asks for one."""
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        persona = None if pk is None else get_object_or_404(Persona, pk=pk)
        if not (self.has_change_permission(request, persona) if persona else self.has_add_permission(request)):
            raise PermissionDenied
        form: Any = self.get_form(request, persona, change=persona is not None)(request.POST, instance=persona)
        chosen = PreviewForm(request.POST)
        context: dict[str, Any] = {"title": "As a model is told", "opts": self.opts, "form": form, "chosen": chosen}
        if form.is_valid() and chosen.is_valid():
            ruleset, _, role = chosen.cleaned_data["as_what"].partition(":")
            terms = {name: chosen.cleaned_data[name] for name in ("names", "level")}
            briefing = briefing_as(load(form.made), ruleset=ruleset, role=role, **terms)
            if briefing is not None:
                told = [briefing.common, briefing.own, *briefing.history, briefing.task]
                tokens = tokens_sent(len("\n\n".join(told).encode()))
                own = tokens_sent(len(briefing.own.encode()))
                context |= {"briefing": briefing, "tokens": tokens, "own": own, "prices": prices(tokens)}
        which = "briefing" if request.headers.get("X-Requested-With") == "fetch" else "briefing_page"
        return TemplateResponse(
            request, f"admin/personas/{which}.html", self.admin_site.each_context(request) | context
        )
