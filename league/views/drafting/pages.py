"""What staff do with drafts from the site: edit and delete one, and make one by the plan of any season."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.text import capfirst
from django.views.decorators.http import require_http_methods, require_POST

from league.access.acts import visitor
from league.access.rights import May, only_who_may
from league.calendars.plans import WrongCalendar
from league.models import Act, Season
from league.seasons.making.checking import WrongSeason
from league.seasons.making.cloning import clone_season
from league.seasons.making.deleting import delete_draft, what_goes, why_kept
from league.seasons.making.plans import plan_of
from league.seasons.making.rewriting import Outdated, rewrite_draft
from league.views.drafting.forms import DraftForm, DraftTwinForm, WhyForm, form_of
from league.views.forms.meanwhile import meanwhile_of

MOST_DIGITS = 18  # of the number of an act, as rows are numbered


@only_who_may("edit_seasons")
@require_http_methods(["GET", "POST"])
def edit(request: HttpRequest, slug: str) -> HttpResponse:
    """Has a draft be another."""
    season = get_object_or_404(
        Season.objects.select_related("twin_of", "narrator_model", "calendar"),
        slug=now_at(slug, request.POST.get("since", "")),
    )
    if season.status != Season.Status.DRAFT:
        messages.error(request, f"Only a draft is edited, and {season.name} is {season.status}.")
        return redirect("season", slug=season.slug)
    form, meanwhile = form_of(season, plan_of(season), request.POST or None), None
    if form.is_valid():
        try:
            edited = _edited(request, season, form)
        except Outdated:
            meanwhile = meanwhile_of(form, request.user, of=season)
            season = Season.objects.select_related("twin_of", "narrator_model", "calendar").get(pk=season.pk)
            form.renew(form_of(season, plan_of(season)))
        else:
            if edited is not None:
                messages.success(request, f"{edited.name} is changed.")
                return redirect("season", slug=edited.slug)
    refused = {"is_refused": _is_refused(form), "meanwhile": meanwhile}
    context = {"section": "seasons", "form": form, "season": season, **refused}
    template = "league/edit_twin.html" if form.is_twins else "league/new_season.html"
    return render(request, template, context, status=422 if form.is_bound else 200)


def now_at(slug: str, since: str = "") -> str:
    """The address of a draft that was here when somebody looked, however often it was given another since that act;
    where it is not said when that was, since the last time that a draft went from here."""
    moves = Act.objects.filter(app_label="league", model="season", verb="edit").order_by("id")
    latest = int(since) if since.isdecimal() and len(since) < MOST_DIGITS else None
    if latest is None or not moves.filter(before__slug=slug, id__gt=latest).exists():
        went = None if Season.objects.filter(slug=slug).exists() else moves.filter(before__slug=slug).last()
        if went is None:
            return slug
        latest = went.pk - 1
    while (move := moves.filter(before__slug=slug, id__gt=latest).first()) is not None:
        slug, latest = move.name, move.pk
    return slug


def _is_refused(form: DraftForm | DraftTwinForm) -> bool:
    books = form.chosen if isinstance(form, DraftForm) else ()
    return form.is_bound and bool(form.errors or any(book.errors for book in books))


def _edited(request: HttpRequest, season: Season, form: DraftForm | DraftTwinForm) -> Season | None:
    """The draft as the form has it; None when that is refused, and the form then says why. Raises Outdated."""
    given = form.cleaned_data
    try:
        return rewrite_draft(season=season, plan=form.plan, by=visitor(request), on=given["on"], reason=given["reason"])
    except Outdated:
        raise
    except WrongSeason as error:
        form.refuse_season(error)
    except WrongCalendar as error:
        form.refuse_timing(error) if isinstance(form, DraftForm) else form.add_error(None, capfirst(error.message))
    return None


@only_who_may("delete_seasons")
@require_http_methods(["GET", "POST"])
def delete(request: HttpRequest, slug: str) -> HttpResponse:
    """Says what goes with a draft, and deletes it."""
    season = Season.objects.select_related("calendar").filter(slug=slug).first()
    if season is None and request.method == "POST":  # clicked twice
        messages.info(request, f"There is no season {slug} any more.")
        return redirect("seasons")
    season = season or get_object_or_404(Season, slug=slug)
    if season.status != Season.Status.DRAFT:
        messages.error(request, f"Only a draft is deleted, and {season.name} is {season.status}.")
        return redirect("season", slug=slug)
    form = WhyForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            delete_draft(season=season, by=visitor(request), reason=form.cleaned_data["reason"])
        except WrongSeason as error:
            messages.error(request, f"It is not deleted: {error.message}")
            return redirect("season", slug=slug)
        messages.success(request, f"{season.name} is deleted.")
        return redirect("seasons")
    told = {"goes": what_goes(season), "kept": why_kept(season), "twins": season.twins.order_by("pk")}
    context = {"section": "seasons", "season": season, "form": form, **told}
    return render(request, "league/delete_season.html", context)


@only_who_may("make_seasons")
@require_POST
def clone(request: HttpRequest, slug: str) -> HttpResponse:
    """Makes a draft by the plan of a season. The page says under which slug, so that two clicks make one."""
    season = get_object_or_404(Season, slug=slug)
    wanted = request.POST.get("slug", "").replace("\0", "")
    there = Season.objects.filter(slug=wanted).first() if wanted else None
    if there is not None:
        messages.info(request, f"{there.name} is there already.")
        return _next(request, there)
    try:
        made, left_out = clone_season(season=season, by=visitor(request), now=timezone.now(), slug=wanted)
    except (WrongSeason, WrongCalendar) as error:
        messages.error(request, f"It is not cloned: {error.message}")
        return redirect("season", slug=slug)
    messages.success(request, f"{made.name} is made by the plan of {season.name}, and kept as a draft.")
    for told in left_out:
        messages.warning(request, told)
    return _next(request, made)


def _next(request: HttpRequest, season: Season) -> HttpResponse:
    """A draft's form for who may edit it, else its page."""
    is_editable = season.status == Season.Status.DRAFT and May(request.user)["edit_seasons"]
    return redirect("edit-season" if is_editable else "season", slug=season.slug)
