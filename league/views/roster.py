"""Who plays: players, their personas with their faces, their models."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.utils.cache import get_conditional_response
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.engine.rulesets import ruleset_title
from league.access.endings import Endings, endings_for
from league.queries.boards.shown import exclusions_of, sees_results, still_out
from league.queries.lying import claiming_of_players, together
from league.queries.memories import Revised, history, remembered_now, revisions_told
from league.queries.players import (
    LATEST,
    Meetings,
    appearances,
    meetings_of,
    meetings_told,
    model_rows,
    player_rows,
    players_listed,
    record_told,
    seen_of,
)
from league.queries.results import Split, results_of_players
from league.views.endings import record_of
from league.views.filters import LONGEST_TOLD
from league.views.pager import Numbered, link, newest_first
from league.web.refusals import NotThere
from personas.faces import MOODS
from personas.faces import face as drawn
from personas.models import Persona, Player

RECENT = 12
LATEST_REVISIONS = 6
MOST_MET = 12
REVISIONS_A_PAGE = 20
PER_PAGE = 60
WORDS = {"None": "nothing", "True": "yes", "False": "no"}
ROSTER = Player.objects.select_related("persona", "model")


@require_safe
def players(request: HttpRequest) -> HttpResponse:
    """All players by name, with what they have won so far, as far as that tells of no single game."""
    order = ["persona__name", "model__name", "id"]
    try:
        page, pager = newest_first(request, players_listed(), name="player_id", order=order, per_page=PER_PAGE)
    except Numbered as moved:
        return HttpResponseRedirect(moved.address)
    told = f"{page[0].persona.name} to {page[-1].persona.name}" if page else ""
    pager = replace(pager, back_word="Previous", on_word="Next", first_word="First", told=told)
    record = record_of(request)
    context = {"section": "players", "players": player_rows(page, record.endings), "pager": pager, "record": record}
    return render(request, "league/players.html", context | {"is_shown": sees_results(request.user)})


@require_safe
def player(request: HttpRequest, player_id: str) -> HttpResponse:
    """A player: results by team and role, recent games, what it remembers."""
    found, record = get_object_or_404(ROSTER, player_id=player_id), record_of(request)
    is_shown = sees_results(request.user)
    standings = results_of_players([found])[found.pk] if is_shown else []
    claimed = claiming_of_players([found])[found.pk] if is_shown else []
    seen = seen_of([found], record.endings).get(found.pk, 0)
    told = record_told(standings, claimed, record.endings, seen=seen)
    meetings = meetings_of(found) if is_shown and record.endings.is_shown else Meetings(0, ())
    remembered = remembered_now(found, request.user, record.endings)
    timeline, older = memory_history(found, request, LATEST_REVISIONS, record.endings) if remembered else ([], 0)
    return render(
        request,
        "league/player.html",
        {
            "section": "players",
            "player": found,
            "record": record,
            "told": told,
            "is_shown": is_shown,
            "exclusions": (exclusions := exclusions_of(player=found)),
            "still_out": still_out(exclusions),
            "rulesets": titled(told.rulesets),
            "claims": together(told.claimed),
            "by_rules": told.claimed,
            "appearances": appearances(found, RECENT, endings_for(request)),
            "meetings": meetings_told(meetings.met[:MOST_MET]),
            "met_in": f"its latest {LATEST} games" if not meetings.is_all else "all its games",
            "met_more": len(meetings.met) > MOST_MET,
            "memory": remembered,
            "notes": [(name, _told(note)) for name, note in remembered.notes.items()] if remembered else [],
            "timeline": timeline,
            "is_more": bool(older),
        },
    )


@require_safe
def memory(request: HttpRequest, player_id: str) -> HttpResponse:
    """How a player came to remember what it does, revision by revision, newest first."""
    found, record = get_object_or_404(ROSTER, player_id=player_id), record_of(request)
    timeline, older = memory_history(found, request, REVISIONS_A_PAGE, record.endings)
    context = {"section": "players", "player": found, "timeline": timeline, "record": record}
    context |= {"newest": link(request), "older": link(request, before=str(older)) if older else ""}
    return render(request, "league/memory.html", context | {"before": _before(request)})


def memory_history(found: Player, request: HttpRequest, most: int, endings: Endings) -> tuple[list[Revised], int]:
    """A page of a player's history, from before the revision that the address names, and where the next one begins; 0
    where there is none."""
    rows = revisions_told(found, request.user)
    if before := _before(request):
        rows = rows.filter(number__lt=before)
    page = list(rows[: most + 1])
    older = page[most - 1].number if len(page) > most else 0
    return history(found, page[:most], request.user, endings), older


def _before(request: HttpRequest) -> int:
    given = request.GET.get("before", "")
    return int(given) if given.isascii() and given.isdigit() and len(given) < 10 else 0


@require_safe
def persona(request: HttpRequest, slug: str) -> HttpResponse:
    """A persona: its sheet, and the players who wear it."""
    found = get_object_or_404(Persona, slug=slug)
    wearers = list(ROSTER.filter(persona=found).order_by("model__name")[:PER_PAGE])
    record = record_of(request)
    return render(
        request,
        "league/persona.html",
        {
            "section": "players",
            "persona": found,
            "sheet": found.sheet,
            "voice": _voice(found),
            "players": player_rows(wearers, record.endings),
            "record": record,
            "is_shown": sees_results(request.user),
            "moods": MOODS,
        },
    )


@require_safe
@cache_control(public=True, max_age=24 * 3600)
def face(request: HttpRequest, slug: str) -> HttpResponse:
    """A persona's face in a mood. It hangs on the slug alone, so no row is asked for, and nothing tells whether there
    is such a persona."""
    mood = request.GET.get("mood", MOODS[0])
    if mood not in MOODS:
        raise NotThere(f"mood must be one of {', '.join(MOODS)}, not {mood[:LONGEST_TOLD]!r}.")
    picture = drawn(slug, mood).encode()
    etag = f'"{sha256(picture).hexdigest()[:20]}"'
    response = HttpResponse(picture, content_type="image/svg+xml; charset=utf-8", headers={"ETag": etag})
    return get_conditional_response(request, etag=etag, response=response) or response


@require_safe
def models(request: HttpRequest) -> HttpResponse:
    """All models with the results of everybody who plays on them."""
    record = record_of(request)
    context = {"section": "models", "models": model_rows(), "is_shown": sees_results(request.user), "record": record}
    return render(request, "league/models.html", context)


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
    """Something learned as a text, line by line; what lies in something else has a mark for each level."""
    return "\n".join(_lines(learned, "")) or "Nothing."


def _lines(learned: Any, mark: str) -> Iterator[str]:  # Any: as it is above
    if isinstance(learned, dict):
        for name, value in learned.items():
            if value and isinstance(value, dict | list):
                yield f"{mark}{name}:"
                yield from _lines(value, f"{mark}· ")
            else:
                yield f"{mark}{name}: {''.join(_lines(value, '')) or 'nothing'}"
    elif isinstance(learned, list):
        for value in learned:
            yield from _lines(value, mark)
    else:
        yield mark + WORDS.get(repr(learned), str(learned))
