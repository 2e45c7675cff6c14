"""Seasons: the list, and each with its standings and its fixtures."""

import json
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.engine.ruleset import Ruleset
from games.engine.rulesets import all_rulesets
from league.models import Season
from league.queries.games import cards, games_listed
from league.queries.results import results_by_role, season_table
from league.queries.schedule import next_start, season_cards, season_overview, seasons_listed
from league.views.filters import given

PER_PAGE = 20
RECENT = 8


@require_safe
def seasons(request: HttpRequest) -> HttpResponse:
    """All seasons, newest first."""
    page = Paginator(seasons_listed(), PER_PAGE).get_page(request.GET.get("page"))
    return render(
        request, "league/seasons.html", {"section": "seasons", "page": page, "seasons": season_cards(page), "query": ""}
    )


@require_safe
def season(request: HttpRequest, slug: str) -> HttpResponse:
    """A season: how far it is, who stands where, and its fixtures."""
    found = get_object_or_404(Season, slug=slug)
    ruleset = all_rulesets().get(found.ruleset)
    options = ruleset.options_from(found.options, found.seats).plain(ruleset.revision) if ruleset else found.options
    team, role = given(request, "team", "role").values()
    rules_as_played = urlencode({"seats": found.seats, **found.options})
    return render(
        request,
        "league/season.html",
        {
            "section": "seasons",
            "overview": season_overview(found),
            "next": next_start(found),
            "table": season_table(found, team=team, role=role),
            "tabs": _tabs(ruleset, team, role),
            "is_whole": not (team or role),
            "roles": results_by_role(found.standings.all()),
            "recent": cards(games_listed().filter(fixture__season=found, started_at__isnull=False)[:RECENT]),
            "options": [(name, json.dumps(value).strip('"')) for name, value in options.items()],
            "rules_url": f"{reverse('ruleset', args=[found.ruleset])}?{rules_as_played}",
        },
    )


def _tabs(ruleset: Ruleset[Any] | None, team: str, role: str) -> list[dict[str, Any]]:
    """The ways to look at a season's standings: in every role, by team, by role."""
    whole = {"title": "All roles", "query": "", "is_current": not (team or role)}
    if ruleset is None:
        return [whole]
    teams = (ruleset.open_team, ruleset.hidden_team)
    return [
        whole,
        *({"title": f"As {name}", "query": f"team={name}", "is_current": name == team} for name in teams),
        *(
            {"title": f"As {each.name}", "query": f"role={each.name}", "is_current": each.name == role}
            for each in ruleset.roles
        ),
    ]
