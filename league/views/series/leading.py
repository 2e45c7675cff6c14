"""What staff do with series from the site: make one of a season, edit, pause, resume, end and delete one."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from league.access.acts import visitor
from league.access.rights import only_who_may
from league.calendars.plans import WrongCalendar
from league.models import Season, Series
from league.seasons.making.checking import WrongSeason
from league.seasons.series.changing import (
    create_series,
    delete_series,
    edit_series,
    end_series,
    pause_series,
    resume_series,
)
from league.tasks import nudge
from league.views.series.forms import SeriesForm


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
    context = {"section": "series", "form": form, "season": season, "is_refused": bool(form.errors)}
    return render(request, "league/edit_series.html", context, status=422 if form.is_bound else 200)


@only_who_may("run_series")
@require_http_methods(["GET", "POST"])
def edit(request: HttpRequest, slug: str) -> HttpResponse:
    """Has the seasons to come of a series be otherwise."""
    series = get_object_or_404(Series, slug=slug)
    form = SeriesForm(request.POST or None, series=series)
    if form.is_valid():
        reason = form.cleaned_data["reason"]
        try:
            edit_series(series=series, by=visitor(request), now=timezone.now(), reason=reason, **form.said)
        except (WrongSeason, WrongCalendar) as error:
            form.refuse(error)
        else:
            nudge()
            messages.success(request, f"{series.name} is changed, for its seasons to come.")
            return redirect("series", slug=slug)
    context = {"section": "series", "form": form, "series": series, "is_refused": bool(form.errors)}
    return render(request, "league/edit_series.html", context, status=422 if form.is_bound else 200)


@only_who_may("run_series")
@require_POST
def pause(request: HttpRequest, slug: str) -> HttpResponse:
    """Has a series open no season until it is resumed."""
    told = "{} opens no season until it is resumed; that under way is played on."
    return _done(request, slug, lambda series: pause_series(series=series, by=visitor(request)), told)


@only_who_may("run_series")
@require_POST
def resume(request: HttpRequest, slug: str) -> HttpResponse:
    """Lets a paused series go on."""

    def do(series: Series) -> object:
        return resume_series(series=series, by=visitor(request), now=timezone.now())

    return _done(request, slug, do, "{} goes on.")


@only_who_may("run_series")
@require_POST
def end(request: HttpRequest, slug: str) -> HttpResponse:
    """Ends a series."""

    def do(series: Series) -> object:
        return end_series(series=series, by=visitor(request), now=timezone.now())

    return _done(request, slug, do, "{} has ended; its season under way is played on.")


@only_who_may("delete_series")
@require_POST
def delete(request: HttpRequest, slug: str) -> HttpResponse:
    """Deletes a series that never opened a season."""

    def do(series: Series) -> None:
        delete_series(series=series, by=visitor(request))

    return _done(request, slug, do, "{} is deleted.", leads_to="every-series")


def _done(
    request: HttpRequest, slug: str, do: Callable[[Series], object], told: str, *, leads_to: str = ""
) -> HttpResponse:
    """Does something to a series, says how it went, and leads back to its page, or elsewhere."""
    series = get_object_or_404(Series, slug=slug)
    try:
        do(series)
    except WrongSeason as error:
        messages.error(request, f"Nothing was done: {error.message}")
    else:
        nudge()
        messages.success(request, told.format(series.name))
        if leads_to:
            return redirect(leads_to)
    return redirect("series", slug=slug)
