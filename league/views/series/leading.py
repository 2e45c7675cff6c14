"""What staff do with series from the site: make one of a season, edit, pause, resume, end and delete one."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from league.access.acts import visitor
from league.access.rights import only_who_may
from league.calendars.plans import WrongCalendar
from league.models import Season, Series
from league.seasons.making.checking import WrongSeason
from league.seasons.making.rewriting import Outdated
from league.seasons.series.changing import create_series, edit_series
from league.seasons.series.verbs import VERBS, Given, Steered, carry_out
from league.tasks import nudge
from league.views.forms.meanwhile import meanwhile_of
from league.views.series.forms import SeriesForm, SteerForm


@only_who_may("make_series")
@require_http_methods(["GET", "POST"])
def make(request: HttpRequest, slug: str) -> HttpResponse:
    """Makes a series of a season."""
    season = get_object_or_404(Season, slug=slug)
    form = SeriesForm(request.POST or None, season=season)
    if form.is_valid():
        given = {"slug": form.cleaned_data["slug"], "reason": form.cleaned_data["reason"]}
        try:
            series = create_series(season=season, by=visitor(request), now=timezone.now(), **given, **form.said)
        except (WrongSeason, WrongCalendar) as error:
            form.refuse(error)
        else:
            nudge()
            messages.success(request, f"{series.name} is made; its next season opens by itself.")
            return redirect("series", slug=series.slug)
    context = {"section": "series", "form": form, "season": season, "is_refused": form.is_refused}
    return render(request, "league/edit_series.html", context, status=422 if form.is_bound else 200)


@only_who_may("run_series")
@require_http_methods(["GET", "POST"])
def edit(request: HttpRequest, slug: str) -> HttpResponse:
    """Has the seasons to come of a series be otherwise."""
    series = get_object_or_404(Series, slug=slug)
    form, meanwhile = SeriesForm(request.POST or None, series=series), None
    if form.is_valid():
        looked_at = {name: form.cleaned_data[name] for name in ("on", "reason")}
        try:
            edit_series(series=series, by=visitor(request), now=timezone.now(), **looked_at, **form.said)
        except Outdated:
            meanwhile = meanwhile_of(form, request.user, of=series)
            form.follow(Series.objects.get(pk=series.pk))
        except (WrongSeason, WrongCalendar) as error:
            form.refuse(error)
        else:
            nudge()
            messages.success(request, f"{series.name} is changed, for its seasons to come.")
            return redirect("series", slug=slug)
    refused = {"is_refused": form.is_refused, "meanwhile": meanwhile}
    context = {"section": "series", "form": form, "series": series, **refused}
    return render(request, "league/edit_series.html", context, status=422 if form.is_bound else 200)


@require_http_methods(["GET", "POST"])
def lead(request: HttpRequest, slug: str, verb: str) -> HttpResponse:
    """Does one of the verbs to a series, or asks first: what will come of it, and why."""
    doing = VERBS[verb]
    return only_who_may(doing.right)(_led)(request, slug, doing)


def _led(request: HttpRequest, slug: str, verb: Steered) -> HttpResponse:
    series = get_object_or_404(Series, slug=slug)
    form = SteerForm(request.POST if request.method == "POST" else None, verb=verb)
    if not form.is_valid():
        context = {"section": "seasons", "form": form, "series": series, "verb": verb, "is_refused": bool(form.errors)}
        return render(request, "league/lead_series.html", context, status=422 if form.is_bound else 200)
    try:
        given = Given(**form.cleaned_data)
        told = carry_out(verb=verb, series=series, by=visitor(request), now=timezone.now(), given=given)
    except WrongSeason as error:
        messages.error(request, f"It is not {verb.past}: {error.message}")
        return redirect("series", slug=slug)
    nudge()
    messages.success(request, told)
    return redirect("every-series") if verb.is_removal else redirect("series", slug=slug)
