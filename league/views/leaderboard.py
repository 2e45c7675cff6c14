"""The leaderboard: who wins how often, and how sure that is."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.engine.rulesets import all_rulesets
from league.models import Season
from league.queries.results import GROUPS, leaderboard
from league.views.filters import choice, given


@require_safe
def board(request: HttpRequest) -> HttpResponse:
    """Results of rated seasons by player, model, persona or level; by ruleset, season, team and role."""
    asked = given(request, "ruleset", "season", "team", "role")
    by = request.GET.get("by", "player")
    if by not in GROUPS:
        raise Http404(f"by must be one of {', '.join(GROUPS)}, not {by!r}")
    roles = {role.name: role.team for ruleset in all_rulesets().values() for role in ruleset.roles}
    return render(
        request,
        "league/leaderboard.html",
        {
            "section": "leaderboard",
            "group": GROUPS[by],
            "rows": leaderboard(by=by, **asked),
            "filters": [
                choice("by", "Rows", by, [(name, group.title) for name, group in GROUPS.items()], anything=False),
                choice("ruleset", "Rules", asked["ruleset"], [(s, each.title) for s, each in all_rulesets().items()]),
                choice("season", "Season", asked["season"], Season.objects.values_list("slug", "name")),
                choice("team", "Team", asked["team"], [(team, team) for team in dict.fromkeys(roles.values())]),
                choice("role", "Role", asked["role"], [(role, role) for role in roles]),
            ],
        },
    )
