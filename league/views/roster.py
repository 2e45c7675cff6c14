"""Who plays: players, their personas, their models."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from league.queries.books import ruleset_title
from league.queries.players import appearances, model_rows, player_rows
from league.queries.results import (
    Split,
    result_of,
    results_by_role,
    results_by_ruleset,
    results_by_team,
    results_of_players,
)
from personas.models import Persona, Player

RECENT = 12
ROSTER = Player.objects.select_related("persona", "model")


@require_safe
def players(request: HttpRequest) -> HttpResponse:
    """All players with what they have won so far."""
    return render(request, "league/players.html", {"section": "players", "players": player_rows()})


@require_safe
def player(request: HttpRequest, player_id: str) -> HttpResponse:
    """A player: results by team and role, recent games, what it remembers."""
    found = get_object_or_404(results_of_players(ROSTER), player_id=player_id)
    standings = list(found.standings.all())
    memory = found.memory.first()
    return render(
        request,
        "league/player.html",
        {
            "section": "players",
            "player": found,
            "result": result_of(found),
            "rulesets": titled(results_by_ruleset(standings)),
            "teams": results_by_team(standings),
            "roles": results_by_role(standings),
            "appearances": appearances(found, RECENT),
            "memory": memory,
            "learned": [(name, _told(learned)) for name, learned in memory.learned.items()] if memory else [],
        },
    )


@require_safe
def persona(request: HttpRequest, slug: str) -> HttpResponse:
    """A persona: its sheet, and the players who wear it."""
    found = get_object_or_404(Persona, slug=slug)
    return render(
        request,
        "league/persona.html",
        {
            "section": "players",
            "persona": found,
            "sheet": found.sheet,
            "voice": _voice(found),
            "players": player_rows(persona=found),
        },
    )


@require_safe
def models(request: HttpRequest) -> HttpResponse:
    """All models with the results of everybody who plays on them."""
    return render(request, "league/models.html", {"section": "models", "models": model_rows()})


def titled(splits: Sequence[Split]) -> list[Split]:
    """Results by ruleset, under the rulesets' titles."""
    return [replace(split, name=ruleset_title(split.name)) for split in splits]


VOICE = {
    "speech_style": "Speaks",
    "reasoning_style": "Reasons",
    "accusation_style": "Accuses",
    "defence_style": "Defends",
    "trust_disposition": "Trusts",
    "risk_tolerance": "Dares",
}


def _voice(persona: Persona) -> list[tuple[str, str]]:
    """What the sheet says of how the persona talks and decides, in the sheet's order."""
    voice = persona.sheet.get("voice", {})
    return [(shown, voice[name]) for name, shown in VOICE.items() if voice.get(name)]


def _told(learned: Any) -> str:  # Any: JSON values
    """Something learned as a text: a list is told line by line."""
    return "\n".join(map(str, learned)) if isinstance(learned, list) else str(learned)
