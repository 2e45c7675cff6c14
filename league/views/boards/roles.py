"""Statistics of models by role and size of table, in one table. Law: to whom endings are kept back nothing of it is
told but where it is asked for. A line says who sat as what, and is of seats, of which a game has several.
"""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.engine.rulesets import all_rulesets
from league.models import Season
from league.queries.boards.roles import models_by_role
from league.queries.boards.shown import shown_board
from league.views.endings import record_of
from league.views.filters import choice, given, season_choice
from league.views.pager import Numbered, ranked

PER_PAGE = 60


@require_safe
def roles(request: HttpRequest) -> HttpResponse:
    """Models by role and size of table, by ruleset and season."""
    asked = given(request, "ruleset", "season")
    rulesets = [(slug, each.title) for slug, each in all_rulesets().items()]
    filters = [choice("ruleset", "Rules", asked["ruleset"], rulesets), season_choice(asked["season"])]
    season = Season.objects.filter(slug=asked["season"]).first() if asked["season"] else None
    shown = shown_board(season, request.user)
    record, found = record_of(request), models_by_role(**asked) if shown else []
    table = found if record.endings.is_shown else []
    try:
        rows, pager = ranked(request, table, [row.key for row in table], PER_PAGE)
    except Numbered as moved:
        return HttpResponseRedirect(moved.address)
    context = {"section": "stats", "rows": rows, "pager": pager, "filters": filters, "shown": shown, "record": record}
    context["is_kept_back"] = len(found) > len(table)
    return render(request, "league/roles.html", context)
