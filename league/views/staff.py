"""What staff do from the site: a new season, its twin, a new exhibition."""

from contextlib import suppress
from typing import Any, Final
from urllib.parse import urlencode

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.text import capfirst
from django.views.decorators.http import require_http_methods, require_POST

from games.engine.ruleset import Ruleset, WrongOption
from games.engine.rulesets import all_rulesets
from games.hosting.making import WrongGame, create_exhibition, seated
from league.access.acts import Actor, record_act, record_creation, visitor
from league.access.rights import May, only_who_may, refuse
from league.calendars.plans import WrongCalendar
from league.calendars.turns import calendar_of
from league.models import Season
from league.queries.schedule import timing_told
from league.queries.upkeep.wants import draft_of
from league.seasons.casting.commissioning import commission_of
from league.seasons.course import CAPS, change_course
from league.seasons.lifecycle.announcing import FIXED
from league.seasons.lifecycle.starting import check_start
from league.seasons.making.checking import WrongSeason
from league.seasons.making.creating import make_draft, record_draft
from league.seasons.making.twinning import create_twin
from league.seasons.money.budgets import cap_now
from league.seasons.money.estimating import estimate_season
from league.seasons.verbs import VERBS, Given, Led, carry_out, edit_roster
from league.tasks import have_personas_written, nudge
from league.views.forms.exhibitions import ExhibitionForm
from league.views.forms.leading import CapsForm, LeadForm, TwinForm
from league.views.forms.seasons import SeasonForm
from personas.models import Player

CONFIRMED: Final = "confirmed"  # that somebody was told what a start costs
MOST_TOLD: Final = 10  # lines of what came of it


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
        return _made(request, season, is_to_start=form.cleaned_data.get("start", False), form=form)
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
        return _made(request, made, is_to_start=form.cleaned_data.get("start", False), form=form)
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
@require_http_methods(["GET", "POST"])
def lead(request: HttpRequest, slug: str, verb: str) -> HttpResponse:
    """Does one of the verbs to a season, or asks first: what will come of it, and why."""
    season, doing = get_object_or_404(Season, slug=slug), VERBS[verb]
    refuse(request.user, doing.right)
    draft = draft_of(season) if verb == "start" else None
    # Of all verbs this one spends money: whoever has not seen how much is asked first, from wherever they come.
    estimate = estimate_season(season=season, now=timezone.now()) if draft else None
    is_asked = estimate is not None and bool(estimate.models) and CONFIRMED not in request.POST
    is_said = request.method == "POST" and not is_asked
    # A link may fill in what is said, but tick nothing by which something is lost for good.
    linked = {name: value for name, value in request.GET.items() if name != "now"}
    form = LeadForm(request.POST if is_said else None, verb=doing, initial=request.POST or linked)
    if draft and not draft.unprobed:
        del form.fields["unprobed"]
    if draft and calendar_of(season) is None:
        del form.fields["now"]
    if form.is_valid() and _done(request, season, doing, form):
        return redirect("season", slug=season.slug)
    context = {"form": form, "season": season, "verb": doing, "is_refused": bool(form.errors), "draft": draft}
    if verb == "announce" or draft:
        context["fixed"] = FIXED
    if draft:
        context["estimate"] = estimate
        context["timing"] = timing_told(season, now=timezone.now(), is_told=True)
    return render(request, "league/lead.html", context, status=422 if form.is_bound else 200)


def _done(request: HttpRequest, season: Season, verb: Led, form: LeadForm) -> bool:
    """Does it and says how it went, and lets hosts look again; False where the form is to be shown with a refusal."""
    try:
        told = carry_out(
            verb=verb, season=season, by=visitor(request), now=timezone.now(), given=Given(**form.cleaned_data)
        )
    except WrongSeason as error:
        if error.field in form.fields:
            form.add_error(error.field, capfirst(error.message))
            return False
        messages.error(request, f"It is not {verb.past}: {error.message}")
    else:
        nudge()
        messages.success(request, "\n".join(told.splitlines()[:MOST_TOLD]))
    return True


@only_who_may("run_seasons")
@require_POST
def change_season_roster(request: HttpRequest, slug: str) -> HttpResponse:
    """Has a player join the roster of an announced season, or leave it."""
    season = get_object_or_404(Season, slug=slug)
    players = Player.objects.select_related("persona", "model")
    add, remove = (list(players.filter(player_id__in=request.POST.getlist(name))) for name in ("add", "remove"))
    try:
        edit_roster(by=visitor(request), season=season, now=timezone.now(), add=add, remove=remove)
    except WrongSeason as error:
        messages.error(request, f"The roster is as it was: {error.message}")
    else:
        told = [f"{each} joins" for each in add] + [f"{each} leaves" for each in remove]
        messages.success(
            request, f"{capfirst('; '.join(told))}." if told else "Nobody was chosen: nothing has changed."
        )
    return redirect("season", slug=season.slug)


@only_who_may("run_seasons")
@require_http_methods(["GET", "POST"])
def raise_caps(request: HttpRequest, slug: str) -> HttpResponse:
    """Gives a season under way higher caps."""
    season = get_object_or_404(Season, slug=slug)
    now = {name: cap_now(season, name) for name in CAPS}
    form = CapsForm(request.POST or None, initial=now)
    if form.is_valid():
        given = {
            name: cap
            for name, cap in form.cleaned_data.items()
            if name in request.POST and name in CAPS and cap != now[name]
        }
        try:
            change_course(
                by=visitor(request),
                season=season,
                now=timezone.now(),
                wanted=given,
                reason=form.cleaned_data["reason"],
            )
        except WrongSeason as error:
            form.add_error(error.field if error.field in form.fields else None, capfirst(error.message))
        else:
            nudge()
            messages.success(request, f"{season.name} has these caps now.")
            return redirect("season", slug=season.slug)
    context = {"form": form, "season": season, "is_refused": bool(form.errors)}
    return render(request, "league/caps.html", context, status=422 if form.is_bound else 200)


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
                    options=form.options | ({"names": given["names"]} if given["names"] else {}),
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
            season = make_draft(plan=form.plan, by=by)
            if given.get("start"):
                check_start(season=season, unprobed=given["unprobed"])
    except WrongSeason as error:
        form.refuse_season(error)
        return None
    except WrongCalendar as error:
        form.refuse_timing(error)
        return None
    if given.get("start"):
        _begin(season=season, by=by, given=Given(unprobed=given["unprobed"]))
    return season


def _begin(*, season: Season, by: Actor, given: Given) -> None:
    """Starts what was just made, where that costs nothing; it stays a draft where somebody has changed it meanwhile."""
    if _costs(season):
        return
    with suppress(WrongSeason):
        carry_out(verb=VERBS["start"], season=season, by=by, now=timezone.now(), given=given)
        nudge()


def _costs(season: Season) -> bool:
    """Whether a season that has not begun asks models: its start is then asked about on a page of its own."""
    return bool(estimate_season(season=season, now=timezone.now()).models)


def _made(request: HttpRequest, season: Season, *, is_to_start: bool, form: SeasonForm | TwinForm) -> HttpResponse:
    """Says what was made, and leads there; to the question about its cost where it is to start and costs anything."""
    if is_to_start and season.status == Season.Status.DRAFT:
        messages.success(request, f"{season.name} is made, and kept as a draft until you start it.")
        said = {"unprobed": form.cleaned_data["unprobed"]} if form.cleaned_data.get("unprobed") else {}
        query = f"?{urlencode(said)}" if said else ""
        return redirect(f"{reverse('start-season', args=[season.slug])}{query}")
    state = "has begun" if season.status == Season.Status.RUNNING else "is ready to be started"
    messages.success(request, f"{season.name} {state}.")
    return redirect("season", slug=season.slug)


def _made_twin(first: Season, form: TwinForm, *, by: Actor) -> Season | None:
    """The twin that the form asks for; None when it is refused, and the form then says why."""
    given = dict(form.cleaned_data)
    is_started = given.pop("start", False)
    try:
        with transaction.atomic():
            made = create_twin(first=first, **given)
            record_draft(by=by, season=made)
            if is_started:
                check_start(season=made)
    except WrongSeason as error:
        form.add_error(error.field if error.field in form.fields else None, capfirst(error.message))
        return None
    if is_started:
        _begin(season=made, by=by, given=Given())
    return made


def _ruleset(request: HttpRequest) -> Ruleset[Any]:
    """The ruleset that was chosen, else that of the address, else the first."""
    rulesets = all_rulesets()
    slug = request.POST.get("ruleset") or request.GET.get("ruleset") or next(iter(rulesets))
    if slug not in rulesets:
        raise Http404(f"no ruleset is called {slug!r}")
    return rulesets[slug]
