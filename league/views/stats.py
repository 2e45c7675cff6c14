"""Statistics of finished games, by what is asked."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.engine.rulesets import all_rulesets
from league.models import Season
from league.queries.costs import Spend
from league.queries.stats import KEYS, TITLES, counts_games, narrator_beside
from league.queries.stats import stats as counted
from league.views.filters import choice, given
from personas.models import LanguageModel


@require_safe
def stats(request: HttpRequest) -> HttpResponse:
    """Games, win rates, tokens and cost by ruleset, model, role, persona, level or size of table."""
    asked = given(request, "ruleset", "season", "model")
    by = request.GET.get("by", "ruleset")
    if by not in KEYS:
        raise Http404(f"by must be one of {', '.join(KEYS)}, not {by!r}")
    rulesets = [(slug, each.title) for slug, each in all_rulesets().items()]
    rows = counted(by=by, **asked)
    context = {
        "section": "stats",
        "title": TITLES[by],
        "is_of_games": counts_games(by, asked["model"]),
        "rows": rows,
        "narrator": sum((row.narrator for row in rows), Spend()),
        "narrator_beside": narrator_beside(by=by, **asked),
        "filters": [
            choice("by", "Grouped by", by, list(TITLES.items()), anything=False),
            choice("ruleset", "Rules", asked["ruleset"], rulesets),
            choice("season", "Season", asked["season"], Season.objects.values_list("slug", "name")),
            choice("model", "Model", asked["model"], LanguageModel.objects.values_list("slug", "name")),
        ],
    }
    return render(request, "league/stats.html", context)
