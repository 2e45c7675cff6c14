"""Series: the list, each with its seasons and what comes next, and its schedule for other calendars."""

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.billing.money import in_dollars
from games.engine.rulesets import ruleset_title
from league.access.rights import May
from league.calendars.files import Opening, file_of_all
from league.calendars.schedule import schedule_of
from league.models import Season, Series
from league.queries.costs import series_bill
from league.queries.schedule import seen_by
from league.seasons.series.telling import (
    calendar_told_of,
    length_told,
    opening_told,
    rule_told,
    seasons_told,
    series_listed,
    upcoming,
)
from league.seasons.series.verbs import verbs_of
from league.views.pager import Numbered, newest_first, ranked

PER_PAGE = 20


@require_safe
def every(request: HttpRequest) -> HttpResponse:
    """All series, newest first."""
    try:
        page, pager = newest_first(request, series_listed(), name="slug", order=["-id"], per_page=PER_PAGE)
    except Numbered as moved:
        return HttpResponseRedirect(moved.address)
    return render(request, "league/every_series.html", {"section": "series", "series": page, "pager": pager})


@require_safe
def one(request: HttpRequest, slug: str) -> HttpResponse:
    """A series: its seasons with who led them, the next with a countdown, what comes after."""
    series, now = get_object_or_404(Series, slug=slug), timezone.now()
    found = seasons_told(series, seen_by(request.user, Season.objects.all()))
    try:
        rows, pager = ranked(request, found, [each.season.slug for each in found], PER_PAGE)
    except Numbered as moved:
        return HttpResponseRedirect(moved.address)
    to_come = upcoming(series, now=now)
    first = to_come[0] if to_come else None
    may = May(request.user)
    context: dict[str, Any] = {
        "section": "series",
        "series": series,
        "verbs": [verb for verb in verbs_of(series) if may[verb.right]],
        "seasons": rows,
        "pager": pager,
        "next": first,
        "is_to_come": first is not None and first.begins_at is not None and first.begins_at > now,
        "later": to_come[1:],
        "opening": opening_told(series),
        "roster": rule_told(series),
        "length": length_told(series),
        "calendar": calendar_told_of(series),
        "cap": "" if series.cap_total is None else in_dollars(series.cap_total),
        "spent": series_bill(series, request.user).told,
        "books": [ruleset_title(each.get("ruleset", "")) for each in series.template.get("rules", [])],
    }
    return render(request, "league/series.html", context)


@require_safe
def events(request: HttpRequest, slug: str) -> HttpResponse:
    """The schedules of all its seasons as a file of events, and the opening of the next as far as it is known."""
    series, now = get_object_or_404(Series, slug=slug), timezone.now()
    seasons = seen_by(request.user, series.seasons.select_related("calendar").order_by("series_number"))
    told = [
        (season, schedule_of(season, now=now), request.build_absolute_uri(reverse("season", args=[season.slug])))
        for season in seasons
    ]
    own = request.build_absolute_uri(reverse("series", args=[slug]))
    openings = [
        Opening(each.slug, each.name, each.begins_at, own)
        for each in upcoming(series, now=now)
        if each.begins_at is not None and each.begins_at > now
    ]
    file = file_of_all(name=series.name, told=told, openings=openings, now=now)
    headers = {"Content-Disposition": f'inline; filename="{series.slug}.ics"', "Cache-Control": "no-cache"}
    return HttpResponse(file, content_type="text/calendar; charset=utf-8", headers=headers)
