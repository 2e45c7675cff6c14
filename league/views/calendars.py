"""When a season plays: its schedule as a page and as a file of events, and the form by which staff change it."""

import json
from datetime import datetime
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.text import capfirst
from django.views.decorators.http import require_http_methods, require_safe

from league.access.acts import recorded, visitor
from league.access.rights import only_who_may
from league.calendars.changing import (
    KEPT,
    MOST_AT_ONCE,
    MOST_PACE,
    Outdated,
    Timing,
    change_timing,
    pace_told,
    rows_of_timing,
    timing_of,
)
from league.calendars.files import event_file
from league.calendars.plans import (
    DAYS,
    WrongCalendar,
    clock_of,
    read_dates,
    read_start,
    read_times,
    read_weekdays,
    read_zone,
    start_told,
    told,
    zones,
)
from league.calendars.schedule import State, doubt_of, schedule_of
from league.calendars.turns import calendar_of
from league.models import Calendar, Season
from league.queries.lengths import lengths_told
from league.queries.schedule import seen_by
from league.tasks import nudge
from league.views.forms.meanwhile import MadeFromForm, meanwhile_of
from league.views.pager import Numbered, ranked

PER_PAGE = 30
NO_DAYS = (
    "Empty the days on which it does not play, too, for a season without a calendar, or say at which times it plays."
)


ON_ITS_CLOCK = "On the clocks of its time zone. "
STAYS = "It is under way and keeps a calendar: it plays at these times from now on."
BECOMES = "It is under way without a calendar. Empty: it goes on so, and games are played as soon as they can be."
UNDER_WAY = (Season.Status.RUNNING, Season.Status.PAUSED)


class WhenForm(forms.Form):
    """When a season plays. Without times of day it has no calendar."""

    times = forms.CharField(
        label="Times of day",
        required=False,
        max_length=200,
        widget=forms.TextInput(attrs={"placeholder": "18:00, 20:30"}),
        help_text=ON_ITS_CLOCK + "Empty: no calendar, games are played as soon as they can be.",
    )
    time_zone = forms.CharField(
        label="Time zone",
        required=False,
        initial="UTC",
        max_length=64,
        widget=forms.TextInput(attrs={"list": "zones", "autocomplete": "off"}),
        help_text="A name like Europe/Berlin, or a city. 18:00 stays 18:00 there when the clocks change.",
    )
    weekdays = forms.MultipleChoiceField(
        label="Days of the week",
        required=False,
        initial=["1", "2", "3", "4", "5"],
        choices=[(str(number), name.capitalize()) for number, name in enumerate(DAYS, start=1)],
        widget=forms.CheckboxSelectMultiple,
    )
    at_once = forms.IntegerField(
        label="Games at once",
        required=False,
        min_value=1,
        max_value=MOST_AT_ONCE,
        help_text="In a slot, or without a calendar. Empty: one in a slot; without a calendar one after another where "
        "there is a pace, else as many as there is room for.",
    )
    starts = forms.CharField(
        label="Not before",
        required=False,
        max_length=20,
        widget=forms.TextInput(attrs={"placeholder": "2026-12-01 18:00"}),
        help_text="A date, or a date and a time of day there, as in 1 Dec 2026 18:00. Empty: from its start on.",
    )
    blackouts = forms.CharField(
        label="Not on",
        required=False,
        max_length=12_000,
        widget=forms.Textarea(attrs={"rows": 2, "placeholder": "2026-12-24, 2026-12-25"}),
        help_text="Dates on which it does not play, with commas between.",
    )
    missed = forms.ChoiceField(
        label="A slot that was missed is",
        required=False,
        choices=Calendar.Missed.choices,
        help_text="When no game could begin within a minute.",
    )

    @property
    def zones(self) -> tuple[str, ...]:
        """What a time zone may be, for a list that a browser narrows while somebody types."""
        return zones()

    @property
    def has_wrong_time(self) -> bool:
        """Whether a refusal stands among its fields, or somebody has said something there: they are folded else."""
        return any(self[name].errors for name in WhenForm.base_fields) or bool(self["times"].value())

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        cleaned["calendar"] = self._calendar(cleaned) if cleaned.get("times") else None
        if not cleaned.get("times") and "times" not in self.errors:
            if cleaned.get("blackouts"):
                self.add_error("times", NO_DAYS)
            elif cleaned.get("starts"):
                self.add_error("times", "Say at which times of day it plays, as in 18:00.")
        return cleaned

    def _calendar(self, given: dict[str, Any]) -> Calendar | None:
        """The calendar that was asked for; what cannot be read is an error of its field."""
        row = Calendar(missed=given.get("missed") or Calendar.Missed.CATCH_UP)
        readers = {
            "times": lambda: setattr(row, "times", read_times(given["times"])),
            "time_zone": lambda: setattr(row, "time_zone", read_zone(given.get("time_zone") or "UTC")),
            "weekdays": lambda: setattr(row, "weekdays", read_weekdays(" ".join(given.get("weekdays") or ()))),
            "blackouts": lambda: setattr(row, "blackouts", read_dates(given.get("blackouts") or "")),
            "starts": lambda: setattr(row, "starts_at", read_start(given.get("starts") or "", row.time_zone or "UTC")),
        }
        for name, read in readers.items():
            try:
                read()
            except WrongCalendar as error:
                self.add_error(name, capfirst(error.message))
        return None if any(name in self.errors for name in readers) else row

    def refuse_timing(self, error: WrongCalendar) -> None:
        """Puts a refusal beside what it is about."""
        field = "starts" if error.field == "starts_at" else error.field
        self.add_error(field if field in self.fields else None, capfirst(error.message))


class CalendarForm(WhenForm, MadeFromForm):
    """Another calendar for a season that is there already. What it was made from goes with it (`on`), field by field:
    what nobody changed here is not written."""

    pace = forms.FloatField(
        label="Pace",
        min_value=0,
        max_value=MOST_PACE,
        help_text="A multiple of the times of the score, of games that begin from now on.",
    )

    def __init__(self, data: Any = None, *, season: Season, now: datetime | None = None) -> None:
        self._season = season
        timing = timing_of(season)
        super().__init__(data, initial=said_in(timing))
        self.make_from(json.dumps(self._said()))
        if season.status not in Season.UNSTARTED:
            self.fields["times"].help_text = ON_ITS_CLOCK + (STAYS if timing.calendar else BECOMES)
        if now is not None:
            books = season.rules.order_by("number").values_list("ruleset", flat=True)
            about = lengths_told(books, pace=season.pace)
            self.fields["pace"].help_text = f"{self.fields['pace'].help_text} {about}".strip()
        if now is not None and timing.calendar is not None and (clock := clock_of(timing.calendar, now=now)):
            self.fields["time_zone"].help_text = f"{clock} {self.fields['time_zone'].help_text}"

    def clean(self) -> dict[str, Any]:
        """One that keeps its calendar is told so once, and not what one without a calendar would have to say."""
        if self.keeps_calendar and not (self.cleaned_data.get("times") or "times" in self.errors):
            self.add_error("times", capfirst(KEPT))
            return self.cleaned_data
        return super().clean()

    def _said(self) -> dict[str, Any]:
        """What its fields say before anybody types."""
        return {name: self.get_initial_for_field(self.fields[name], name) for name in TIMING}

    @property
    def keeps_calendar(self) -> bool:
        """Whether it may play at other times, but not without a calendar any more."""
        return timing_of(self._season).calendar is not None and self._season.status in UNDER_WAY

    @property
    def timing(self) -> Timing:
        """What it asks for, when it is valid."""
        return Timing(self.cleaned_data["calendar"], self.cleaned_data["at_once"], self.cleaned_data["pace"])

    @property
    def seen(self) -> Timing | None:
        """What was looked at where it was filled in; None where that is not said, or cannot be read here any more."""
        form = CalendarForm(self._looked_at(), season=self._season)
        return form.timing if form.is_valid() else None

    def _calendar(self, given: dict[str, Any]) -> Calendar | None:
        """The start that it has is told to the minute, and is the moment that it is as long as nobody says another."""
        row, now = super()._calendar(given), timing_of(self._season).calendar
        if row is not None and now is not None and row.time_zone == now.time_zone:
            row.starts_at = now.starts_at if (given.get("starts") or "").strip() == start_told(now) else row.starts_at
        return row

    def _looked_at(self) -> dict[str, Any]:
        try:
            said = json.loads(self.data.get("on", ""))
        except ValueError:
            return {}
        known = said if isinstance(said, dict) else {}
        return {name: value for name, value in known.items() if name in TIMING and value is not None}

    def follow(self, season: Season) -> None:
        """Has it be made from what is so now: what somebody typed stays, and what nobody changed is as it is now."""
        was, now = self._looked_at(), CalendarForm(season=season)
        said = now._said()
        untouched = [name for name in TIMING if _as_typed(self[name].data) == _as_typed(was.get(name))]
        self.renew(now)
        for name in untouched:
            self.say(name, said[name])


TIMING = (*WhenForm.base_fields, "pace")


def _as_typed(value: Any) -> Any:
    """What a browser sends of a value."""
    return value if isinstance(value, list) else "" if value is None else str(value)


def said_in(timing: Timing) -> dict[str, Any]:
    """When a season plays, for the fields of a CalendarForm."""
    return {"at_once": timing.at_once, "pace": timing.pace} | said_of(timing.calendar)


def said_of(calendar: Calendar | None) -> dict[str, Any]:
    """What a calendar says, for the fields of a WhenForm; of none nothing."""
    if calendar is None:
        return {}
    return {
        "times": ", ".join(calendar.times.split()),
        "time_zone": calendar.time_zone,
        "weekdays": list(calendar.weekdays),
        "starts": start_told(calendar),
        "blackouts": ", ".join(calendar.blackouts.split()),
        "missed": calendar.missed,
    }


def season_seen(request: HttpRequest, slug: str) -> Season:
    """A season whose schedule somebody may see: a draft only staff. Raises Http404."""
    return get_object_or_404(seen_by(request.user, Season.objects.select_related("calendar")), slug=slug)


@require_safe
def schedule(request: HttpRequest, slug: str) -> HttpResponse:
    """A season's slots: those that were, with what was late and why, and those to come."""
    season = season_seen(request, slug)
    entries = schedule_of(season, now=timezone.now())
    upcoming = [each for each in entries if each.state in (State.COMING, State.OWED, State.PLAYING)]
    used = [each for each in reversed(entries) if each not in upcoming]
    shown = used if (is_past := "past" in request.GET) else upcoming
    try:
        rows, pager = ranked(request, shown, [each.key for each in shown], PER_PAGE)
    except Numbered as moved:
        return HttpResponseRedirect(moved.address)
    calendar = timing_of(season).calendar
    context = {
        "section": "seasons",
        "season": season,
        "calendar": calendar,
        "told": told(calendar) if calendar else "",
        "entries": rows,
        "pager": pager,
        "is_past": is_past,
        "doubt": "" if is_past else doubt_of(upcoming),
        "is_forecast": any(each.is_forecast for each in shown),
        "counts": {"upcoming": len(upcoming), "used": len(used)},
    }
    return render(request, "league/schedule.html", context)


@require_safe
def events(request: HttpRequest, slug: str) -> HttpResponse:
    """The same as a file of events."""
    season, now = season_seen(request, slug), timezone.now()
    address = request.build_absolute_uri(reverse("season", args=[slug]))
    file = event_file(season=season, entries=schedule_of(season, now=now), address=address, now=now)
    headers = {"Content-Disposition": f'inline; filename="{season.slug}.ics"', "Cache-Control": "no-cache"}
    return HttpResponse(file, content_type="text/calendar; charset=utf-8", headers=headers)


@only_who_may("run_seasons")
@require_http_methods(["GET", "POST"])
def change(request: HttpRequest, slug: str) -> HttpResponse:
    """Has a season play at other times from now on."""
    season = get_object_or_404(Season.objects.select_related("calendar"), slug=slug)
    form = CalendarForm(request.POST or None, season=season, now=timezone.now())
    meanwhile = None
    if form.is_valid():
        try:
            rows = rows_of_timing(season, pace=form.timing.pace)
            with recorded(by=visitor(request), verb="change calendar", rows=rows):
                changed = change_timing(season=season, wanted=form.timing, now=timezone.now(), seen=form.seen)
        except Outdated:
            meanwhile = meanwhile_of(form, request.user, of=season)
            form.follow(Season.objects.select_related("calendar").get(pk=season.pk))
        except WrongCalendar as error:
            form.refuse_timing(error)
        else:
            nudge()
            of_games = f" {pace_told(changed)}" if changed.pace != season.pace else ""
            calendar = calendar_of(changed)
            on_clocks = f", on the clocks of {calendar.time_zone}" if calendar else ""
            messages.success(request, f"{season.name} plays so from now on{on_clocks}.{of_games}")
            return redirect("season", slug=slug)
    refused = {"is_refused": bool(form.errors), "meanwhile": meanwhile}
    context = {"section": "seasons", "season": season, "form": form, **refused}
    return render(request, "league/change_calendar.html", context, status=422 if form.is_bound else 200)
