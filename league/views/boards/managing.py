"""What staff does to a board from the site."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from league.access.acts import visitor
from league.access.rights import only_who_may, refuse
from league.boards.managing import board_of
from league.boards.verbs import VERBS, Managed, WrongBoard, carry_out
from league.models import Season
from league.views.boards.forms import BoardForm


@only_who_may("manage_boards")
@require_http_methods(["GET", "POST"])
def manage(request: HttpRequest, verb: str, slug: str = "") -> HttpResponse:
    """Does one of the verbs to the board of a season, or of all, or asks first: what will come of it, and why."""
    season, doing = get_object_or_404(Season, slug=slug) if slug else None, VERBS[verb]
    refuse(request.user, doing.right)
    board = board_of(season)
    asked = {name: request.GET.get(name, "") for name in ("game", "player")}
    initial = {"minimum": board.minimum, "order": board.order, **asked}
    form = BoardForm(request.POST if request.method == "POST" else None, verb=doing, initial=initial)
    if form.is_valid() and _done(request, season, doing, form):
        return redirect("season", slug=season.slug) if season else redirect("leaderboard")
    section = "seasons" if season else "leaderboard"
    context = {"section": section, "form": form, "season": season, "verb": doing, "is_refused": bool(form.errors)}
    return render(request, "league/manage_board.html", context, status=422 if form.is_bound else 200)


def _done(request: HttpRequest, season: Season | None, verb: Managed, form: BoardForm) -> bool:
    """Does it and says how it went; False where the form is to be shown with a refusal."""
    try:
        told = carry_out(verb=verb, season=season, by=visitor(request), now=timezone.now(), given=form.given)
    except WrongBoard as error:
        if error.field in form.fields:
            form.add_error(error.field, f"{error.message[:1].upper()}{error.message[1:]}")
            return False
        messages.error(request, f"It is not {verb.past}: {error.message}")
    else:
        messages.success(request, told)
    return True
