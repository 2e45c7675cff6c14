"""Models asked from the backstage: to be tried out by one smallest real call of each kind, or to write a persona."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from unfold.decorators import action, display
from unfold.forms import BaseDialogForm

from games.agents.trials.smallest import QUESTIONS
from games.billing.money import in_dollars
from games.billing.prices import price_told
from games.gateway.clients import key_variable_of
from games.gateway.errands import CannotProbe, CannotWrite, Probe, generate_persona, probe_model, trial_of
from personas.admin.models import HOW_FIELDS, LanguageModelAdmin, key_told
from personas.models import LanguageModel, Player
from personas.roster import ensure_players, shipped

admin.site.unregister(LanguageModel)


class ProbeForm(BaseDialogForm):
    """The dialog before a model is asked for money: it says how much that may be."""

    def render_before_template(self) -> str:
        page: Any = admin.site.get_model_admin(LanguageModel)
        model = get_object_or_404(page.row_at(self.object_id))
        try:
            told = f"It costs {trial_of(model).price}."
        except CannotProbe as error:
            told = f"It cannot be asked: {error}."
        return format_html('<p class="font-semibold leading-relaxed mt-2 text-important">{}</p>', told)


@admin.register(LanguageModel)
class ProbedModelAdmin(LanguageModelAdmin):
    """Models, with a button that asks one whether it can play: personas does not know how anybody is asked."""

    actions_detail = ["try_out", "write_persona", "seat_the_roster"]
    readonly_fields = [*LanguageModelAdmin.readonly_fields, "probe_costs", "price_shown"]
    fieldsets = [
        *LanguageModelAdmin.fieldsets[:-1],
        (
            "Asked how",
            {
                "fields": [
                    *HOW_FIELDS,
                    ("probed_shown", "probe_costs"),
                    "price_shown",
                    ("rung", "without"),
                    "versions_kept",
                ]
            },
        ),
    ]

    @display(description="Key")
    def key_is_set(self, model: LanguageModel) -> str:
        if not model.provider or model.is_offline:
            return super().key_is_set(model)
        variable = key_variable_of(model)
        if not variable:
            return "none is sent"
        return key_told(variable)

    def get_actions_detail(self, request: HttpRequest, object_id: Any) -> list[Any]:
        if self.row_at(object_id).filter(provider__in=LanguageModel.OFFLINE).exists():
            return []  # there is nobody to ask
        return super().get_actions_detail(request, object_id)

    @action(
        description="Try it out",
        icon="experiment",
        permissions=["change"],
        dialog={
            "title": "Ask this model?",
            "description": f"It is asked {len(QUESTIONS)} smallest real questions, one of each kind; it takes some "
            "seconds. Up to three answers that cannot stand are sent back, and a provider that is busy or failing is "
            "asked again for half a minute.",
            "form_class": ProbeForm,
            "form_submit_text": "Ask it",
        },
    )
    def try_out(self, request: HttpRequest, form: BaseDialogForm, object_id: str) -> HttpResponse:
        model = get_object_or_404(self.row_at(object_id))
        if model.is_offline:
            self.message_user(request, f"{model} is played by this site: there is nobody to ask.", messages.ERROR)
        else:
            try:
                probe = probe_model(model=model, keep=lambda probe: self.probed(request, model, probe))
                self.tell(request, model, probe)
            except CannotProbe as error:
                self.message_user(request, f"{model} cannot be tried out: {error}", messages.ERROR)
        page = reverse("admin:personas_languagemodel_change", args=[model.pk])
        return HttpResponse(headers={"HX-Redirect": page})

    @action(
        description="Let the model write a persona",
        icon="draw",
        permissions=["change"],
        dialog={
            "title": "Let this model write a persona?",
            "description": "It is asked for a character of its own and told of no game. What comes of it is a new "
            "persona and a new player; it takes some seconds and is paid like any call.",
            "form_class": BaseDialogForm,
            "form_submit_text": "Ask it",
        },
    )
    def write_persona(self, request: HttpRequest, form: BaseDialogForm, object_id: str) -> HttpResponse:
        model = get_object_or_404(self.row_at(object_id))
        if not request.user.has_perm("personas.add_player"):
            raise PermissionDenied
        page = reverse("admin:personas_languagemodel_change", args=[model.pk])
        try:
            player = generate_persona(model=model, made=lambda made: self.written(request, made))
        except CannotWrite as error:
            self.message_user(request, f"{model} has written no persona: {error}", messages.ERROR)
        else:
            self.log_change(request, model, f"Has written the persona {player.persona}.")
            self.message_user(
                request, f"{model} has written {player.persona}, a draft until it is approved.", messages.SUCCESS
            )
            page = reverse("admin:personas_persona_change", args=[player.persona.pk])
        return HttpResponse(headers={"HX-Redirect": page})

    @action(
        description="Give it the shipped characters",
        icon="group_add",
        permissions=["change"],
        dialog={
            "title": "Make players of the shipped characters?",
            "description": "Each shipped character becomes a player on this model, where it is none yet. It costs "
            "nothing.",
            "form_class": BaseDialogForm,
            "form_submit_text": "Make them",
        },
    )
    def seat_the_roster(self, request: HttpRequest, form: BaseDialogForm, object_id: str) -> HttpResponse:
        model = get_object_or_404(self.row_at(object_id))
        if not request.user.has_perm("personas.add_player"):
            raise PermissionDenied
        with self.acts.recorded(request, "create", shipped(model)):
            players = ensure_players(model=model)
        self.log_change(request, model, "Was given the shipped characters.")
        self.message_user(request, f"{len(players)} shipped characters can play on {model}.", messages.SUCCESS)
        return HttpResponse(headers={"HX-Redirect": reverse("admin:personas_languagemodel_change", args=[model.pk])})

    @contextmanager
    def probed(self, request: HttpRequest, model: LanguageModel, probe: Probe) -> Iterator[None]:
        """Records a probe, which is an act also when it finds what was known: it was paid."""
        yield
        self.acts.record_act(request, "probe", model, is_fit=probe.is_fit, rung=probe.rung, cost=probe.cost)

    def tell(self, request: HttpRequest, model: LanguageModel, probe: Probe) -> None:
        """Says what was found, and keeps in the model's history who asked."""
        self.log_change(request, model, f"Tried out for {in_dollars(probe.cost)}.")
        for finding in probe.findings:
            for each in finding.before:
                self.message_user(request, f"{finding.question}: {each}", messages.INFO)
            if finding.fault:
                self.message_user(request, f"{finding.question}: {finding.fault}", messages.WARNING)
        stood = sum(not finding.fault for finding in probe.findings)
        told = f"{stood} of {len(probe.findings)} answers of {model} stood; its answers are asked for as {probe.rung}."
        told = told if probe.is_fit else f"{told} Probed is only a model of which all stand."
        level = messages.SUCCESS if probe.is_fit else messages.WARNING
        self.message_user(request, f"{told} It cost {in_dollars(probe.cost)}.", level)

    def written(self, request: HttpRequest, player: Player) -> None:
        """Records a persona that was written, and the player that it is."""
        for row in (player.persona, player):
            self.acts.record_creation(request, row)

    @display(description="Price")
    def price_shown(self, model: LanguageModel) -> str:
        if not model.provider or model.is_offline:
            return "nothing"
        return price_told(model, timezone.now())

    @display(description="A probe costs")
    def probe_costs(self, model: LanguageModel) -> str:
        if model.is_offline:
            return "nothing"
        try:
            return trial_of(model).price
        except CannotProbe as error:
            return str(error)
