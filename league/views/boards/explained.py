"""The page that says how a player's number on a board comes about. From whom endings are kept back the number is, too,
here at the player's own page, and all that is summed up for it: by season and by rules it is of ever fewer games, and
one such sum taken from another may be of one.
"""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from games.engine.rulesets import all_rulesets
from league.access.endings import endings_for
from league.models import Season
from league.queries.boards.explained import games_behind, number_of, parts_of
from league.queries.boards.shown import shown_board
from league.queries.games import game_card
from league.views.boards.links import counted_by
from league.views.endings import record_of
from league.views.filters import choice, given, season_choice
from league.views.pager import Numbered, newest_first
from personas.models import Player

PER_PAGE = 50


@require_safe
def results(request: HttpRequest, player_id: str) -> HttpResponse:
    """What a player came to beyond its sides, game by game: on the board of all rated seasons, or of one."""
    player = get_object_or_404(Player.objects.select_related("persona", "model"), player_id=player_id)
    asked = given(request, "season", "ruleset")
    known = [(slug, each.title) for slug, each in all_rulesets().items()]
    filters = [season_choice(asked["season"]), choice("ruleset", "Rules", asked["ruleset"], known)]
    season = Season.objects.filter(slug=asked["season"]).first() if asked["season"] else None
    shown = shown_board(season, request.user)
    record = record_of(request)
    context = {"section": "leaderboard", "player": player, "season": season, "filters": filters, "shown": shown}
    context["record"] = record
    if shown is None:
        return render(request, "league/player_results.html", context)
    behind = games_behind(player, season, ruleset=asked["ruleset"])
    try:
        games, pager = newest_first(request, behind, name="public_id", order=["-id"], per_page=PER_PAGE)
    except Numbered as moved:
        return HttpResponseRedirect(moved.address)
    endings = endings_for(request)
    cards = [game_card(game, endings) for game in games]
    told = [endings.tells(game.public_id) for game in games]
    number = number_of(player, season, ruleset=asked["ruleset"])
    return render(
        request,
        "league/player_results.html",
        context
        | {
            "number": number,
            "rate": number.wins / number.seats if number else 0,
            "parts": list(zip(cards, parts_of(games, player, season), told, strict=True)),
            "keeps_some": not all(told),
            "pager": pager,
            "uncounted": counted_by("player", **asked).not_of(player.player_id),
        },
    )
