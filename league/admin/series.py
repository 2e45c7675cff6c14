"""Series. All is record here; they are made and edited by the site's forms, and led by verbs."""

from collections.abc import Callable
from typing import Any

from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from unfold.decorators import action, display
from unfold.forms import BaseDialogForm

from league.access.acts import visitor
from league.admin.dialogs import asking
from league.models import Season, Series
from league.models.act import Surface
from league.seasons.making.checking import WrongSeason
from league.seasons.series.changing import end_series, pause_series, resume_series
from league.seasons.series.telling import opening_told, rule_told
from league.tasks import nudge
from personas.backstage import RecordAdmin, list_of, status_label

DO: dict[str, Callable[..., Series]] = {"pause": pause_series, "resume": resume_series, "end": end_series}
DONE = {"pause": "paused", "resume": "resumed", "end": "ended"}
POSSIBLE = {
    "pause": (Series.Status.RUNNING,),
    "resume": (Series.Status.PAUSED,),
    "end": (Series.Status.RUNNING, Series.Status.PAUSED),
    "edit": (Series.Status.RUNNING, Series.Status.PAUSED),
}


@admin.register(Series)
class SeriesAdmin(RecordAdmin):
    """Series, each with its seasons."""

    list_display = ["name", "status_shown", "opens_shown", "next_number", "opened", "created_at"]
    list_filter = ["status", "opens", "roster_rule"]
    search_fields = ["name", "slug"]
    ordering = ["-id"]
    actions_detail = ["edit", "pause", "resume", "end"]

    def get_fieldsets(self, request: HttpRequest, obj: Series | None = None) -> Any:
        return [
            (None, {"fields": ["name", ("slug", "status"), "waiting", "seasons_listed"]}),
            ("Seasons", {"fields": [("name_pattern", "slug_pattern"), ("next_number", "opened"), "template"]}),
            ("When", {"fields": ["opens_shown", ("begins_at", "until"), "most"]}),
            ("Players", {"fields": ["players_shown", ("players", "pool")]}),
            ("Money", {"fields": ["cap_total"]}),
            ("History", {"fields": [("created_at", "ended_at")]}),
        ]

    def get_readonly_fields(self, request: HttpRequest, obj: Series | None = None) -> list[str]:
        own = [field.name for field in Series._meta.fields]
        return [*own, "opens_shown", "players_shown", "seasons_listed"]

    def has_lead_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Who may lead series: the rows themselves are nobody's to change here."""
        return request.user.has_perm("league.change_series")

    def get_actions_detail(self, request: HttpRequest, object_id: Any) -> list[Any]:
        status = self.row_at(object_id).values_list("status", flat=True).first()
        return [one for one in super().get_actions_detail(request, object_id) if status in POSSIBLE[one.path]]

    @display(description="Status", ordering="status")
    def status_shown(self, series: Series) -> str:
        return status_label(series.status)

    @display(description="Opens")
    def opens_shown(self, series: Series) -> str:
        return opening_told(series)

    @display(description="Who plays")
    def players_shown(self, series: Series) -> str:
        return rule_told(series)

    @display(description="Its seasons")
    def seasons_listed(self, series: Series) -> str:
        return list_of(Season, "Seasons", series__id__exact=series.pk)

    # --- what is done to series ------------------------------------------------------------------------------------

    @action(description="Edit", icon="edit", permissions=["lead"])
    def edit(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """The site's form."""
        return HttpResponseRedirect(reverse("edit-series", args=[get_object_or_404(self.row_at(object_id)).slug]))

    @action(
        description="Pause",
        icon="pause",
        permissions=["lead"],
        dialog=asking("Pause this series?", "No season opens until it is resumed.", "Pause"),
    )
    def pause(self, request: HttpRequest, form: BaseDialogForm, object_id: str) -> HttpResponse:
        return self.done(request, form, object_id, "pause")

    @action(
        description="Resume",
        icon="play_arrow",
        permissions=["lead"],
        dialog=asking("Resume this series?", "Its next season opens when it is due.", "Resume"),
    )
    def resume(self, request: HttpRequest, form: BaseDialogForm, object_id: str) -> HttpResponse:
        return self.done(request, form, object_id, "resume")

    @action(
        description="End",
        icon="stop",
        permissions=["lead"],
        dialog=asking("End this series?", "No season opens any more; that under way is played on.", "End"),
    )
    def end(self, request: HttpRequest, form: BaseDialogForm, object_id: str) -> HttpResponse:
        return self.done(request, form, object_id, "end")

    def done(self, request: HttpRequest, form: BaseDialogForm, object_id: str, verb: str) -> HttpResponse:
        """Does it, says how it went, and leads back to its page."""
        series = get_object_or_404(self.row_at(object_id))
        given: dict[str, Any] = {"by": visitor(request, Surface.ADMIN), "reason": form.cleaned_data["reason"]}
        if verb != "pause":
            given["now"] = timezone.now()
        try:
            DO[verb](series=series, **given)
        except WrongSeason as error:
            self.message_user(request, f"{series}: {error.message}", messages.ERROR)
        else:
            nudge()
            self.message_user(request, f"{series}: {DONE[verb]}.")
        return HttpResponse(headers={"HX-Redirect": reverse("admin:league_series_change", args=[series.pk])})
