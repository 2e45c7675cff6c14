"""What staff do from the site: a new season, its twin, a new exhibition."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from games.engine.ruleset import Ruleset, WrongOption
from games.engine.rulesets import all_rulesets
from games.hosting.making import WrongGame, create_exhibition, seated
from league.access.acts import Actor, record_act, record_creation, recorded, visitor
from league.access.rights import May, only_who_may
from league.calendars.plans import WrongCalendar
from league.models import Calendar, Season
from league.seasons.casting.commissioning import commission_of
from league.seasons.lifecycle.pausing import pause_season
from league.seasons.lifecycle.starting import start_season
from league.seasons.making.checking import WrongSeason
from league.seasons.making.creating import create_planned
from league.seasons.making.twinning import create_twin
from league.seasons.money.budgets import resume_with_cap
from league.tasks import have_personas_written, nudge
from league.views.forms import ExhibitionForm, SeasonForm, TwinForm


@only_who_may("make_seasons")
@require_http_methods(["GET", "POST"])
def new_season(request: HttpRequest) -> HttpResponse:
    """Makes a season, and starts it when asked to."""
    rulesets = all_rulesets()
    ticked = [slug for slug in request.GET.getlist("ruleset") if slug in rulesets] or list(rulesets)
    form = SeasonForm(request.POST or None, rulesets=rulesets.values(), ticked=ticked)
    if not May(request.user)["run_seasons"]:
        del form.fields["start"], form.fields["unprobed"]  # it is left to somebody else to start
    if form.is_valid() and (season := _made_season(form, by=visitor(request))):
        state = "has begun" if season.status == Season.Status.RUNNING else "is ready to be started"
        messages.success(request, f"{season.name} {state}.")
        return redirect("season", slug=season.slug)
    wrong = form.is_bound and bool(form.errors or any(book.errors for book in form.chosen))
    context = {"form": form, "is_refused": wrong}
    return render(request, "league/new_season.html", context, status=422 if form.is_bound else 200)


@only_who_may("make_seasons")
@require_http_methods(["GET", "POST"])
def twin(request: HttpRequest, slug: str) -> HttpResponse:
    """Makes a twin of a season, and starts it when asked to."""
    first = get_object_or_404(Season.objects.select_related("twin_of"), slug=slug)
    if first.twin_of is not None:
        return redirect("new-twin", slug=first.twin_of.slug)
    form = TwinForm(request.POST or None, first=first)
    if not May(request.user)["run_seasons"]:
        form.fields.pop("start", None)  # it is left to somebody else to start
    if form.is_valid() and (made := _made_twin(first, form, by=visitor(request))):
        state = "has begun" if made.status == Season.Status.RUNNING else "is ready to be started"
        messages.success(request, f"{made.name} {state}.")
        return redirect("season", slug=made.slug)
    context = {"form": form, "first": first, "is_refused": bool(form.errors)}
    return render(request, "league/new_twin.html", context, status=422 if form.is_bound else 200)


@only_who_may("have_personas_written")
@require_POST
def write_personas(request: HttpRequest, slug: str) -> HttpResponse:
    """Has the models of a draft's roster write their personas; its page tells how far they are."""
    season = get_object_or_404(Season, slug=slug)
    is_new = not commission_of(season).is_under_way
    if not have_personas_written(season):
        messages.error(request, "No worker can be reached; try again in a moment.")
    elif is_new:
        record_act(by=visitor(request), verb="have personas written", row=season)
    return redirect("season", slug=season.slug)


@only_who_may("run_seasons")
@require_POST
def start(request: HttpRequest, slug: str) -> HttpResponse:
    """Starts a draft."""
    why = request.POST.get("unprobed", "")
    return _done(
        request,
        slug,
        "start",
        lambda season: start_season(season=season, now=timezone.now(), unprobed=why),
        "It is not started",
        "{} has begun.",
    )


@only_who_may("run_seasons")
@require_POST
def pause(request: HttpRequest, slug: str) -> HttpResponse:
    """Starts no more games of a season; what is being played is played on."""
    told = "{} is paused; no game of it begins until it is resumed."
    return _done(request, slug, "pause", lambda season: pause_season(season=season), "It is not paused", told)


@only_who_may("run_seasons")
@require_POST
def resume(request: HttpRequest, slug: str) -> HttpResponse:
    """Lets a paused season go on."""
    return _done(
        request,
        slug,
        "resume",
        lambda season: resume_with_cap(season=season, now=timezone.now()),
        "It is not resumed",
        "{} goes on.",
    )


def _done(
    request: HttpRequest, slug: str, verb: str, do: Callable[[Season], object], refused: str, told: str
) -> HttpResponse:
    """Does something to a season, records it, says how it went, lets hosts look again, and leads back to its page."""
    season = get_object_or_404(Season, slug=slug)
    try:
        with recorded(by=visitor(request), verb=verb, rows=[season]):
            do(season)
    except WrongSeason as error:
        messages.error(request, f"{refused}: {error.message}")
    else:
        nudge()
        messages.success(request, told.format(season.name))
    return redirect("season", slug=season.slug)


@only_who_may("make_exhibitions")
@require_http_methods(["GET", "POST"])
def new_exhibition(request: HttpRequest) -> HttpResponse:
    """Makes a game outside any season."""
    ruleset, rulesets = _ruleset(request), all_rulesets()
    # Other rules have other seats and options: they are shown before anything is made.
    is_look = "look" in request.POST or request.POST.get("shown", ruleset.slug) != ruleset.slug
    data = None if is_look else request.POST or None
    form = ExhibitionForm(data, ruleset=ruleset, rulesets=rulesets.values())
    if is_look:
        form.keep(request.POST.dict())
    if form.is_valid():
        given = form.cleaned_data
        try:
            with transaction.atomic():
                game = create_exhibition(
                    ruleset=ruleset.slug,
                    options={**form.options, "names": given["names"]},
                    players=seated(chosen=form.chosen, pool=form.pool),
                    pace=given["pace"],
                    spoilers=given["spoilers"],
                    delay_minutes=given["delay_minutes"],
                    caps={"call": given["cap_call"], "game": given["cap_game"]},
                    seed=given["seed"] or None,
                )
                record_creation(by=visitor(request), row=game)
        except (WrongGame, WrongOption) as error:
            form.refuse("", f"{error}.")
        else:
            nudge()
            messages.success(request, "The table is laid; the game begins within seconds.")
            return redirect("game", public_id=game.public_id)
    context = {"form": form, "is_refused": bool(form.errors), "is_look": is_look, "ruleset": ruleset}
    return render(request, "league/new_exhibition.html", context, status=422 if form.is_bound else 200)


def _made_season(form: SeasonForm, *, by: Actor) -> Season | None:
    """The season that the form asks for; None when it is refused, and the form then says why."""
    given = form.cleaned_data
    try:
        with transaction.atomic():  # a season that cannot be started is not left behind as a draft
            season = create_planned(plan=form.plan)
            for row in (season, *Calendar.objects.filter(season=season)):
                record_creation(by=by, row=row)
            if given.get("start"):
                with recorded(by=by, verb="start", rows=[season]):
                    start_season(season=season, now=timezone.now(), unprobed=given["unprobed"])
    except WrongSeason as error:
        form.refuse_season(error)
        return None
    except WrongCalendar as error:
        form.refuse_timing(error)
        return None
    if given.get("start"):
        nudge()
    return season


def _made_twin(first: Season, form: TwinForm, *, by: Actor) -> Season | None:
    """The twin that the form asks for; None when it is refused, and the form then says why."""
    given = dict(form.cleaned_data)
    is_started = given.pop("start", False)
    try:
        with transaction.atomic():
            made = create_twin(first=first, **given)
            record_creation(by=by, row=made)
            if is_started:
                with recorded(by=by, verb="start", rows=[made]):
                    start_season(season=made, now=timezone.now())
    except WrongSeason as error:
        form.add_error(error.field if error.field in form.fields else None, error.message)
        return None
    if is_started:
        nudge()
    return made


def _ruleset(request: HttpRequest) -> Ruleset[Any]:
    """The ruleset that was chosen, else that of the address, else the first."""
    rulesets = all_rulesets()
    slug = request.POST.get("ruleset") or request.GET.get("ruleset") or next(iter(rulesets))
    if slug not in rulesets:
        raise Http404(f"no ruleset is called {slug!r}")
    return rulesets[slug]
