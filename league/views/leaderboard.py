"""The leaderboard: who wins how often, and how sure that is."""

from collections.abc import Iterable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.engine.rulesets import all_rulesets
from league.models import Season
from league.queries.results import GROUPS, leaderboard
from league.views.filters import choice, given, worded


@require_safe
def board(request: HttpRequest) -> HttpResponse:
    """Results of rated seasons by player, model, persona or level; by ruleset, season, team and role."""
    asked = given(request, "ruleset", "season", "team", "role")
    by = request.GET.get("by", "player")
    if by not in GROUPS:
        raise Http404(f"by must be one of {', '.join(GROUPS)}, not {by!r}")
    known = all_rulesets()
    rulesets = [known[asked["ruleset"]]] if asked["ruleset"] in known else list(known.values())
    roles = dict.fromkeys(role.name for ruleset in rulesets for role in ruleset.roles)
    teams = dict.fromkeys(team for ruleset in rulesets for team in (ruleset.open_team, ruleset.hidden_team))
    return render(
        request,
        "league/leaderboard.html",
        {
            "section": "leaderboard",
            "group": GROUPS[by],
            "rows": leaderboard(by=by, **asked),
            "filters": [
                choice("by", "Grouped by", by, [(name, group.title) for name, group in GROUPS.items()], anything=False),
                choice("ruleset", "Rules", asked["ruleset"], [(slug, each.title) for slug, each in known.items()]),
                choice("season", "Season", asked["season"], Season.objects.values_list("slug", "name")),
                choice("team", "Team", asked["team"], _with(asked["team"], teams)),
                choice("role", "Role", asked["role"], _with(asked["role"], roles)),
            ],
        },
    )


def _with(given: str, names: Iterable[str]) -> list[tuple[str, str]]:
    """What may be chosen; what is chosen stays to be seen, also where the rules chosen beside it do not know it."""
    return worded((name, name) for name in dict.fromkeys([*names, *([given] if given else [])]))
