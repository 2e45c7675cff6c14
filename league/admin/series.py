"""Series. All is record here; they are made and edited by the site's forms, and led by verbs."""

from typing import Any

from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from unfold.decorators import action, display
from unfold.forms import BaseDialogForm

from league.access.acts import visitor
from league.admin.dialogs import SteerForm, asking
from league.models import Season, Series
from league.models.act import Surface
from league.seasons.making.checking import WrongSeason
from league.seasons.series.telling import opening_told, rule_told
from league.seasons.series.templates import template_told
from league.seasons.series.verbs import OPEN, VERBS, Given, Steered, carry_out, verbs_of
from league.tasks import nudge
from personas.backstage import DangerReasonForm, ReasonForm, RecordAdmin, list_of, status_label

FORMS: dict[str, type[ReasonForm]] = {"resume": SteerForm, "delete": DangerReasonForm}


def named(verb: Steered) -> str:
    """What its action is called, and so where it is; `delete` is Django's own."""
    return verb.address.replace("-", "_") if verb.is_removal else verb.name


def steered(verb: Steered) -> Any:  # Any: an action, as the library marks it
    """One of the verbs that are done to a series from everywhere in the same way, as an action of its page."""

    def do(self: "SeriesAdmin", request: HttpRequest, form: BaseDialogForm, object_id: str) -> HttpResponse:
        return self.lead(request, verb, form, object_id)

    do.__name__ = named(verb)
    form = FORMS.get(verb.name, ReasonForm)
    dialog = asking(f"{verb.title} this series?", verb.confirms, verb.title, form)
    permission = "discard" if verb.is_removal else "lead"
    return action(description=verb.title, icon=verb.icon, permissions=[permission], dialog=dialog)(do)


@admin.register(Series)
class SeriesAdmin(RecordAdmin):
    """Series, each with its seasons."""

    list_display = ["name", "status_shown", "opens_shown", "next_number", "opened", "created_at"]
    list_filter = ["status", "opens", "roster_rule"]
    search_fields = ["name", "slug"]
    ordering = ["-id"]
    actions_detail = ["edit", *map(named, VERBS.values())]

    def get_fieldsets(self, request: HttpRequest, obj: Series | None = None) -> Any:
        return [
            (None, {"fields": ["name", ("slug", "status"), "waiting", "seasons_listed"]}),
            ("Seasons", {"fields": [("name_pattern", "slug_pattern"), ("next_number", "opened"), "template_shown"]}),
            ("When", {"fields": ["opens_shown", ("begins_at", "until"), "most"]}),
            ("Players", {"fields": ["players_shown", ("players", "pool")]}),
            ("Money", {"fields": ["cap_total"]}),
            ("History", {"fields": [("created_at", "ended_at")]}),
        ]

    def get_readonly_fields(self, request: HttpRequest, obj: Series | None = None) -> list[str]:
        own = [field.name for field in Series._meta.fields]
        return [*own, "opens_shown", "players_shown", "seasons_listed", "template_shown"]

    def has_lead_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Who may lead series: the rows themselves are nobody's to change here."""
        return request.user.has_perm("league.change_series")

    def has_discard_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Who may delete a series that never opened a season."""
        return request.user.has_perm("league.delete_series")

    def get_actions_detail(self, request: HttpRequest, object_id: Any) -> list[Any]:
        series = self.row_at(object_id).first()
        possible = {named(verb) for verb in verbs_of(series)} if series else set()
        if series and series.status in OPEN:
            possible.add("edit")
        return [one for one in super().get_actions_detail(request, object_id) if one.path in possible]

    @display(description="Status", ordering="status")
    def status_shown(self, series: Series) -> str:
        return status_label(series.status)

    @display(description="Opens")
    def opens_shown(self, series: Series) -> str:
        return opening_told(series)

    @display(description="Who plays")
    def players_shown(self, series: Series) -> str:
        return rule_told(series)

    @display(description="What they are")
    def template_shown(self, series: Series) -> str:
        rows = format_html_join("", "<li>{}: {}</li>", template_told(series.template))
        return format_html("<ul>{}</ul>", rows)

    @display(description="Its seasons")
    def seasons_listed(self, series: Series) -> str:
        return list_of(Season, "Seasons", series__id__exact=series.pk)

    # --- what is done to series ------------------------------------------------------------------------------------

    @action(description="Edit", icon="edit", permissions=["lead"])
    def edit(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """The site's form."""
        return HttpResponseRedirect(reverse("edit-series", args=[get_object_or_404(self.row_at(object_id)).slug]))

    def lead(self, request: HttpRequest, verb: Steered, form: BaseDialogForm, object_id: str) -> HttpResponse:
        """Does a verb to it, says how it went, and leads back to its page; of one that is gone to the list."""
        series = get_object_or_404(self.row_at(object_id))
        given = Given(**{name: form.cleaned_data[name] for name in ("reason", *verb.takes)})
        back = reverse("admin:league_series_change", args=[series.pk])
        try:
            by = visitor(request, Surface.ADMIN)
            told = carry_out(verb=verb, series=series, by=by, now=timezone.now(), given=given)
        except WrongSeason as error:
            self.message_user(request, f"{series} is not {verb.past}: {error.message}", messages.ERROR)
        else:
            nudge()
            self.message_user(request, told)
            back = reverse("admin:league_series_changelist") if verb.is_removal else back
        return HttpResponse(headers={"HX-Redirect": back})


for _verb in VERBS.values():
    setattr(SeriesAdmin, named(_verb), steered(_verb))
