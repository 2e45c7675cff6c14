"""The leaderboard: who wins more than the sides it was dealt, and how sure that is."""

from collections.abc import Iterable

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.engine.rulesets import all_rulesets
from league.access.rights import May
from league.models import Season
from league.queries.boards.shown import shown_board
from league.queries.results import GROUPS, leaderboard
from league.views.boards.links import counted_by
from league.views.filters import LONGEST_TOLD, choice, given, season_choice, worded
from league.views.pager import Numbered, ranked
from league.web.refusals import NotThere

PER_PAGE = 50


@require_safe
def board(request: HttpRequest) -> HttpResponse:
    """Results of rated seasons by player, model, persona or level; by ruleset, season, team and role."""
    asked = given(request, "ruleset", "season", "team", "role")
    by = request.GET.get("by", "player")
    if by not in GROUPS:
        raise NotThere(f"by must be one of {', '.join(GROUPS)}, not {by[:LONGEST_TOLD]!r}.")
    known = all_rulesets()
    rulesets = [known[asked["ruleset"]]] if asked["ruleset"] in known else list(known.values())
    roles = dict.fromkeys(role.name for ruleset in rulesets for role in ruleset.roles)
    teams = dict.fromkeys(team for ruleset in rulesets for team in (ruleset.open_team, ruleset.hidden_team))
    filters = [
        choice("by", "Grouped by", by, [(name, group.title) for name, group in GROUPS.items()], anything=False),
        choice("ruleset", "Rules", asked["ruleset"], [(slug, each.title) for slug, each in known.items()]),
        season_choice(asked["season"]),
        choice("team", "Team", asked["team"], _with(asked["team"], teams)),
        choice("role", "Role", asked["role"], _with(asked["role"], roles)),
    ]
    season = Season.objects.filter(slug=asked["season"]).first() if asked["season"] else None
    shown = shown_board(season, request.user, may_manage=May(request.user)["manage_boards"])
    context = {"section": "leaderboard", "shown": shown, "season": season, "filters": filters}
    if shown is None:
        return render(request, "league/leaderboard.html", context)
    table = leaderboard(by=by, shown=shown, **asked)
    try:
        rows, pager = ranked(request, table, table.keys, PER_PAGE)
    except Numbered as moved:
        return HttpResponseRedirect(moved.address)
    return render(
        request,
        "league/leaderboard.html",
        context
        | {
            "group": GROUPS[by],
            "rows": rows,
            "pager": pager,
            "ranked": table.ranked,
            "listed": len(table),
            "counted": counted_by(by, **asked),
        },
    )


def _with(given: str, names: Iterable[str]) -> list[tuple[str, str]]:
    """What may be chosen; what is chosen stays to be seen, also where the rules chosen beside it do not know it."""
    return worded((name, name) for name in dict.fromkeys([*names, *([given] if given else [])]))
