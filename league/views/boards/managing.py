"""What staff does to a board from the site. What is taken off it or given back is chosen from lists: each game and
player is an act of its own, so that of several the second click does what the first could not.
"""

from dataclasses import replace
from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.text import capfirst
from django.views.decorators.http import require_http_methods

from games.models import Game
from league.access.acts import visitor
from league.access.endings import endings_for
from league.access.rights import only_who_may, refuse
from league.boards.managing import board_of
from league.boards.verbs import VERBS, Given, Managed, WrongBoard, carry_out
from league.models import Season
from league.queries.boards.listed import Choosable, cards_to_choose, games_to_choose, players_to_choose, with_reasons
from league.queries.boards.shown import games_short_of
from league.views.boards.forms import BoardForm, ChoosingForm
from league.views.filters import given
from league.views.pager import Numbered, newest_first

PER_PAGE: Final = 30
MOST_CHOSEN: Final = 100  # at a time
KINDS: Final = ("game", "player")


@only_who_may("manage_boards")
@require_http_methods(["GET", "POST"])
def manage(request: HttpRequest, verb: str, slug: str = "") -> HttpResponse:
    """Does one of the verbs to the board of a season, or of all, or asks first: what will come of it, and why."""
    season, doing = get_object_or_404(Season, slug=slug) if slug else None, VERBS[verb]
    refuse(request.user, doing.right)
    if "game" in doing.takes:
        return _choose(request, season, doing)
    board = board_of(season)
    initial = {"minimum": board.minimum, "order": board.order}
    form = BoardForm(
        request.POST if request.method == "POST" else None,
        verb=doing,
        initial=initial,
        most=season.games_planned if season else None,
    )
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
            form.add_error(error.field, capfirst(error.message))
            return False
        messages.error(request, f"It is not {verb.past}: {error.message}")
    else:
        messages.success(request, told)
        if form.given.minimum is not None and (most := games_short_of(board_of(season), form.given.minimum)):
            told = f"Nobody can be ranked now: the season has {most:,} games, fewer than {form.given.minimum:,}."
            messages.warning(request, told)
    return True


def _choose(request: HttpRequest, season: Season | None, verb: Managed) -> HttpResponse:
    """Takes games and players off a board, or gives them back, or shows which there are."""
    chosen = {kind: request.POST.getlist(kind)[:MOST_CHOSEN] for kind in KINDS}
    form = ChoosingForm(request.POST if request.method == "POST" else None, is_any=any(map(any, chosen.values())))
    if form.is_valid() and _took(request, season, verb, form, chosen):
        return redirect(request.get_full_path())
    try:
        listed = _listed(request, season, verb)
    except Numbered as moved:
        return HttpResponseRedirect(moved.address)
    asked = {kind: [*chosen[kind], *filter(None, [given(request, kind)[kind]])] for kind in KINDS}
    context = {
        "section": "seasons" if season else "leaderboard",
        "form": form,
        "season": season,
        "verb": verb,
        "is_refused": bool(form.errors),
        "is_out": verb.name == "exclude",
        "chosen": asked,
        **listed,
    }
    return render(request, "league/choose_for_board.html", context, status=422 if form.is_bound else 200)


def _listed(request: HttpRequest, season: Season | None, verb: Managed) -> dict[str, Any]:
    """A page of the games or of the players that there are to choose from."""
    asked = given(request, "of", "q", *KINDS)
    sought = " ".join((asked["q"] or asked["game"] or asked["player"]).split())[:130]
    of_players, is_counted = asked["of"] == "players" or bool(asked["player"]), verb.name == "exclude"
    may_tick: set[str] = set()  # of the games; those that are void or not finished count nowhere as they are
    if of_players:
        found = players_to_choose(season, counted=is_counted, sought=sought)
        page, pager = newest_first(request, found, name="player_id", order=["player_id"], per_page=PER_PAGE)
        pager = replace(pager, back_word="Previous", on_word="Next", first_word="First")
        rows: list[Any] = [Choosable(each) for each in page] if is_counted else with_reasons(page, season)
    else:
        games = games_to_choose(season, counted=is_counted, sought=sought)
        page, pager = newest_first(request, games, name="public_id", order=["-id"], per_page=PER_PAGE)
        rows = cards_to_choose(page, season, endings_for(request))
        may_tick = {game.public_id for game in page if is_counted or _is_excluded(game)}
    return {"rows": rows, "pager": pager, "of_players": of_players, "sought": sought, "may_tick": may_tick}


def _is_excluded(game: Game) -> bool:
    fixture = getattr(game, "fixture", None)
    return fixture is not None and fixture.is_excluded


def _took(
    request: HttpRequest, season: Season | None, verb: Managed, form: ChoosingForm, chosen: dict[str, list[str]]
) -> bool:
    """Does it to all that was chosen, each by itself, and says how it went; False where the form is to be shown with a
    refusal: where nothing was done, and not for what they are by now, which the list shows anew."""
    done, refused = [], []
    for kind, keys in chosen.items():
        for key in filter(None, dict.fromkeys(keys)):
            why = form.cleaned_data["reason"]
            said = Given(why, game=key) if kind == "game" else Given(why, player=key)
            try:
                done.append(carry_out(verb=verb, season=season, by=visitor(request), now=timezone.now(), given=said))
            except WrongBoard as error:
                refused.append(error)
    if not done and all(each.field != "status" for each in refused):
        for each in refused:
            form.add_error(None, capfirst(each.message))
        return False
    if done:
        messages.success(request, done[0] if len(done) == 1 else f"{len(done)} are {verb.past}: {' '.join(done)}")
    for each in refused:
        messages.error(request, f"It is not {verb.past}: {each.message}")
    return True
