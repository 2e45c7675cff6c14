"""Statistics of finished games, by what is asked. Law: from whom endings are kept back is told how often somebody won
where a line is of so many games that none of them can be read off it, and all lines of the table are. A line of seats
is of games that have several of them, so that how many games it is of is not known; and one of a model's seats in a
role is there only where somebody on it sat as that, so that of a model roles are told to nobody else.
"""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.engine.rulesets import all_rulesets
from league.boards.managing import board_of
from league.models import Season
from league.queries.boards.shown import may_see_board
from league.queries.costs import Spend
from league.queries.stats import KEYS, TITLES, counts_games, narrator_beside
from league.queries.stats import stats as counted
from league.views.endings import record_of
from league.views.filters import LONGEST_TOLD, choice, given, season_choice
from league.views.pager import Numbered, ranked
from league.web.refusals import NotThere
from personas.models import LanguageModel

PER_PAGE = 50


@require_safe
def stats(request: HttpRequest) -> HttpResponse:
    """Games, win rates, tokens and cost by ruleset, model, role, persona, level or size of table."""
    asked = given(request, "ruleset", "season", "model")
    by = request.GET.get("by", "ruleset")
    if by not in KEYS:
        raise NotThere(f"by must be one of {', '.join(KEYS)}, not {by[:LONGEST_TOLD]!r}.")
    rulesets = [(slug, each.title) for slug, each in all_rulesets().items()]
    season = Season.objects.filter(slug=asked["season"]).first() if asked["season"] else None
    is_shown = may_see_board(board_of(season), request.user)
    table = counted(by=by, **asked) if is_shown else []
    record, is_of_games = record_of(request), counts_games(by, asked["model"])
    seen = len(record.endings.watched)  # at most: which of them are in a line is not looked up
    results = [row.result for row in table]
    is_told = record.endings.is_shown or (
        is_of_games
        and all(
            record.endings.tells_sum(each.games, each.wins, each.decided - each.wins, seen=seen) for each in results
        )
    )
    is_kept_back = bool(table) and by == "role" and bool(asked["model"]) and not is_told
    listed = [] if is_kept_back else table
    try:
        rows, pager = ranked(request, listed, [row.line for row in listed], PER_PAGE)
    except Numbered as moved:
        return HttpResponseRedirect(moved.address)
    context = {
        "section": "stats",
        "title": TITLES[by],
        "is_shown": is_shown,
        "is_of_games": is_of_games,
        "is_told": is_told,
        "is_kept_back": is_kept_back,
        "record": record,
        "rows": rows,
        "is_paid": any(row.paid_games for row in rows),
        "is_claimed": is_told and any(row.claiming.is_anything for row in rows),
        "pager": pager,
        "narrator": sum((row.narrator for row in table), Spend()),
        "narrator_beside": narrator_beside(by=by, **asked) if is_shown else Spend(),
        "filters": [
            choice("by", "Grouped by", by, list(TITLES.items()), anything=False),
            choice("ruleset", "Rules", asked["ruleset"], rulesets),
            season_choice(asked["season"]),
            choice("model", "Model", asked["model"], LanguageModel.objects.values_list("slug", "name")),
        ],
    }
    return render(request, "league/stats.html", context)
