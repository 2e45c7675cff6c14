"""What of a season goes: said before, done by those who may, some seconds at a time."""

from typing import Any, Final

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.text import capfirst
from django.views.decorators.http import require_http_methods

from games.directing.verbs import PRUNABLE
from league.access.acts import visitor
from league.access.rights import May, only_who_may
from league.models import Season
from league.seasons.making.checking import WrongSeason
from league.seasons.pruning import MOST_DAYS, Wanted, foresee_pruning, prune_season

SECONDS: Final = 8.0  # that one request works at it


class PruneForm(forms.Form):
    """What is to go, and of which games."""

    kinds = forms.MultipleChoiceField(
        label="What goes",
        choices=[(kind, capfirst(title)) for kind, title in PRUNABLE.items()],
        widget=forms.CheckboxSelectMultiple,
        help_text="Results, replay and bills stay as they are, whatever goes.",
    )
    days = forms.IntegerField(
        label="Days since a game's end",
        min_value=0,
        max_value=MOST_DAYS,
        help_text="Games that were over for less stay as they are. None is touched within two hours of its end.",
    )
    reason = forms.CharField(
        label="Reason", required=False, max_length=200, help_text="For the record; it may be left out."
    )


@only_who_may("prune_seasons")
@require_http_methods(["GET", "POST"])
def prune(request: HttpRequest, slug: str) -> HttpResponse:
    """Says what would go, or has it go where that was confirmed."""
    season, now = get_object_or_404(Season.objects.exclude(status__in=Season.UNSTARTED), slug=slug), timezone.now()
    usual: dict[str, Any] = {"kinds": list(PRUNABLE), "days": 30 if season.keep is None else season.keep}
    data = request.POST if request.method == "POST" else request.GET if "days" in request.GET else None
    form = PruneForm(data, initial=usual)
    is_read = form.is_bound and form.is_valid()
    said: dict[str, Any] = form.cleaned_data if is_read else usual
    wanted = Wanted(tuple(said["kinds"]), said["days"])
    if request.method == "POST" and is_read and _is_done(request, season, wanted, said["reason"]):
        return redirect("desk") if May(request.user)["look_at_desk"] else redirect("season", slug=slug)
    foreseen = foresee_pruning(season=season, wanted=wanted, now=now)
    context = {"section": "desk", "season": season, "form": form, "foreseen": foreseen, "said": said}
    is_refused = form.is_bound and not is_read
    return render(request, "league/prune.html", context | {"is_refused": is_refused}, status=422 if is_refused else 200)


def _is_done(request: HttpRequest, season: Season, wanted: Wanted, reason: str) -> bool:
    """Has it go for some seconds, and says how it went; whether nothing is left to go."""
    try:
        gone = prune_season(
            season=season, wanted=wanted, by=visitor(request), now=timezone.now(), reason=reason, seconds=SECONDS
        )
    except WrongSeason as error:
        messages.error(request, f"Nothing has gone: {error.message}")
        return False
    messages.success(request, f"{season.name}: {gone.told}.")
    return not gone.left
