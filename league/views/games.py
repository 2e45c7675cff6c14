"""Games: the list, the one page that is live stage and replay in one, and what staff do to a game."""

from collections.abc import Container, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from games.directing.verbs import VERBS, Directed, verbs_of
from games.engine.rulesets import all_rulesets
from games.engine.viewpoint import GLASS, Viewer, WrongLens, seat_viewer, viewer_named
from games.hosting.making import WrongGame
from games.ledger.reads import LensRefused, events_for, ghosts_in, may_see, viewer_for
from games.models import Game
from league.access.acts import visitor
from league.access.directing import direct_game
from league.access.endings import Endings, endings_for
from league.access.rights import May, only_who_may
from league.boards.verbs import VERBS as OF_BOARDS
from league.models import Season
from league.queries.boards.counting import COUNTED, RESULTS
from league.queries.boards.shown import exclusions_of
from league.queries.claims import claims_held
from league.queries.coming import is_played, next_to_come, unwatched
from league.queries.costs import bill_of, may_see_bill
from league.queries.games import (
    attempts_beside,
    cards,
    cards_with_reasons,
    filtered_games,
    follower,
    game_card,
    games_listed,
    games_named,
    games_staged,
    games_told_to,
    name_in_full,
    neighbours,
    substitutes_of,
    totals,
)
from league.queries.memories import schooling_of
from league.queries.schedule import next_of
from league.queries.stage.beats import beat_with, beats_of, same_moment
from league.tasks import nudge
from league.views.filters import MOST_CHOICES, Filter, choice, given, season_choice, worded
from league.views.forms.leading import DirectForm
from league.views.pager import Numbered, newest_first
from league.views.stage.beneath import STRETCH, beneath_at, untruths_told
from league.views.stage.page import Stage
from league.views.stage.passages import BESIDE, OPENING, Passage, all_passages, passages, passages_between
from league.views.stage.replay import Replay
from league.web.refusals import NotThere
from personas.models import LanguageModel, Player, StrategyLevel

PER_PAGE = 30
LINKED: Final[Mapping[str, Sequence[str]]] = {  # by which numbers on boards lead here
    "counted": COUNTED,
    "result": RESULTS,
    "role": sorted({role.name for rules in all_rulesets().values() for role in rules.roles}),
    "team": sorted({team for rules in all_rulesets().values() for team in (rules.open_team, rules.hidden_team)}),
    "level": StrategyLevel.values,
}
TELLING: Final = ("role", "team", "result")  # by which a list tells how its games ended, and who was what
BESIDES: Final = ("persona", "level", "role", "team", "result")  # that are asked by a link, and told above the list
OPENED: Final = (
    "beliefs",
    "claims",
    "learned",
    "spend",
    "proof",
    "later",
    "taught",
)  # parts of a game's page that come when they are asked for; `later`: of the claims those after the beat shown, too,
# and `taught`: what players learned, of a game that somebody has not watched
AT_ONCE: Final = ("pause", "resume", "step", "replay")  # done by a button, without a page between


@require_safe
def games(request: HttpRequest) -> HttpResponse:
    """All games, newest first, by season, ruleset, player, model and status."""
    asked = given(request, "season", "ruleset", "player", "model", "persona", "status", *LINKED)
    for name, values in LINKED.items():
        choice(name, name.capitalize(), asked[name], [(value, value) for value in values])
    endings = endings_for(request)
    found = filtered_games(games_listed(), asked)
    is_kept_back = not endings.is_shown and any(asked[name] for name in TELLING)
    if is_kept_back:
        found = games_told_to(endings, found)
    try:
        page, pager = newest_first(request, found, name="public_id", order=["-id"], per_page=PER_PAGE)
    except Numbered as moved:
        return HttpResponseRedirect(moved.address)
    is_uncounted = asked["counted"] == "no"
    season = Season.objects.filter(slug=asked["season"]).first() if asked["season"] and is_uncounted else None
    shown = cards_with_reasons(page, season, endings) if is_uncounted else cards(page, endings)
    if shown:
        pager = replace(pager, told=f"{shown[0].when:%-d %b %H:%M} to {shown[-1].when:%-d %b %H:%M} UTC")
    return render(
        request,
        "league/games.html",
        {
            "section": "games",
            "pager": pager,
            "games": shown,
            "is_filtered": any(asked.values()),
            "is_kept_back": is_kept_back,
            "filters": [
                season_choice(asked["season"]),
                choice(
                    "ruleset", "Rules", asked["ruleset"], [(slug, each.title) for slug, each in all_rulesets().items()]
                ),
                choice("status", "Status", asked["status"], worded(Game.Status.choices)),
                _player_choice(asked["player"]),
                choice("model", "Model", asked["model"], LanguageModel.objects.values_list("slug", "name")),
                choice("counted", "Board", asked["counted"], [("yes", "Counts"), ("no", "Does not count")]),
            ],
            "besides": [(name, asked[name]) for name in BESIDES if asked[name]],
        },
    )


def _player_choice(chosen: str) -> Filter:
    """Who may be chosen: all but players of one game, unless one of them is chosen already; where they are too many to
    be looked through, by id."""
    players = Player.objects.filter(Q(persona__written_for="") | Q(player_id=chosen))
    named = players.order_by("persona__name", "model__name").values_list("player_id", "persona__name", "model__name")
    listed = [(player_id, f"{persona} on {model}") for player_id, persona, model in named[: MOST_CHOICES + 1]]
    if len(listed) > MOST_CHOICES:
        return Filter("player", "Player", given=chosen, hint="the id of a player")
    return choice("player", "Player", chosen, listed)


@require_safe
def game(request: HttpRequest, public_id: str) -> HttpResponse:
    """A game through one lens, live while it runs; the lens is applied here, never by the page."""
    found = get_object_or_404(games_staged(), public_id=public_id)
    endings = endings_for(request)
    try:
        viewer = _viewer(found, request.GET.get("lens", "audience"), request, endings)
    except WrongLens as error:
        raise NotThere(_sentence(error)) from error
    except LensRefused as error:
        if may_see(found, request.user, GLASS):  # nothing is hidden: it is the ghost of somebody who lives
            raise PermissionDenied(_sentence(error)) from error
        what = "its block" if found.is_veiled else "it"
        raise PermissionDenied(f"What this game hides is shown when {what} is over.") from error
    stage = Stage.of(found, viewer, request.user, keeps_end=endings.hides(found))
    replay = _replay(request, found, stage, endings) if stage.is_shown else None
    opened = _opened(request)
    if (part := request.GET.get("part")) is not None:
        return _part(request, part, stage, replay, opened)
    if stage.keeps_end and viewer.is_ghost and replay is not None and not replay.is_dead(viewer.seat):
        return HttpResponseRedirect(f"{request.path}{_own_eyes(viewer, replay)}")
    before, after = neighbours(found)
    return render(
        request,
        "league/game.html",
        {
            "section": "games",
            "stage": stage,
            "replay": replay,
            "opened": opened,
            "passages": _passages(request, stage, replay),
            "beneath": beneath_at(replay, replay.number) if replay is not None and stage.is_glass else None,
            "finale": _finale(stage, endings) if replay is not None and replay.is_at_the_end else None,
            "lenses": _lenses(request, found, stage, replay),
            "totals": totals(found) if may_see_bill(found, request.user) and found.is_over else None,
            "bill": _bill(request, found, stage),
            **_lies(request, stage, replay, opened),
            **_schooling(request, stage, replay, opened),
            "before": game_card(before, endings) if before else None,
            "after": game_card(after, endings) if after else None,
            "attempts": attempts_beside(found),
            "data": stage.data,
            "verbs": _verbs(request, found),
            "exclusions": (excluded := exclusions_of(game=found) if found.is_over else []),
            **_of_board(request, found, is_out=bool(excluded and excluded[0].is_out)),
            "substitutes": substitutes_of(found) if found.is_told and found.unrated else [],
        },
    )


def _viewer(found: Game, lens: str, request: HttpRequest, endings: Endings) -> Viewer:
    """The viewer that a lens names. To who has not watched a game that is over it must not tell who lives to its end:
    there each seat has a ghost, and all ghosts have heard the same. Raises WrongLens or LensRefused."""
    seats = len(found.seats.all())
    try:
        return viewer_for(found, lens, request.user, seats)
    except WrongLens:
        ruleset = all_rulesets().get(found.ruleset)
        if not endings.hides(found):
            raise
        return viewer_named(lens, seats, has_ghosts=ruleset is not None and ruleset.has_ghosts)


def _own_eyes(ghost: Viewer, replay: Replay) -> str:
    """Where the moment is seen through the eyes of a seat that lives then, whatever comes of it."""
    at = f"&beat={replay.number}&of={ghost.lens}#replay" if replay.is_asked_for else ""
    return f"?lens={seat_viewer(ghost.seat or 0).lens}{at}"


def _sentence(error: Exception) -> str:
    """What was wrong, as a page says it."""
    told = str(error)
    return f"{told[:1].upper()}{told[1:]}."


def _opened(request: HttpRequest) -> frozenset[str]:
    """The parts of the page that are asked for with it. Raises Http404."""
    asked = frozenset(request.GET.getlist("open"))
    if unknown := sorted(asked.difference(OPENED)):
        raise Http404(f"a game's page opens {', '.join(OPENED)}, not {unknown[0][:40]!r}")
    return asked


def _number(request: HttpRequest, name: str) -> int | None:
    """A whole number that is asked for. Raises Http404."""
    asked = request.GET.get(name)
    if asked is None:
        return None
    if not (asked.isascii() and asked.isdecimal() and len(asked) < 7):
        raise Http404(f"a {name} is a whole number from 0, not {asked[:40]!r}")
    return int(asked)


def _passages(request: HttpRequest, stage: Stage, replay: Replay | None) -> Sequence[Passage]:
    """What the page holds of the transcript: round a line that is asked for, or all of it; else where the stage begins,
    and for who has not watched the game what is told by the beat that it shows. Raises Http404."""
    if request.GET.get("line") == "all" or replay is None:
        return all_passages(stage.scenes)
    line = _number(request, "line")
    return passages(
        stage.scenes,
        line=line,
        most=BESIDE if replay.is_asked_for and line is None else OPENING,
        begins=replay.beat.first,
        upto=replay.beat.last if stage.keeps_end else None,
        is_open=stage.is_open,
        keeps_end=stage.keeps_end,
    )


def _part(request: HttpRequest, part: str, stage: Stage, replay: Replay | None, opened: frozenset[str]) -> HttpResponse:
    """A part of the page for its script to show: lines of the transcript between two events, what is beneath the line
    from the beat that is asked for on, or who has lied by that beat. Raises Http404."""
    if part == "lines":
        first, last = _number(request, "from"), _number(request, "to")
        if first is None or last is None:
            raise Http404("lines are asked for from the event of one number to that of another")
        found = passages_between(
            stage.scenes,
            first,
            last,
            line=_number(request, "line"),
            back="back" in request.GET,
            upto=_number(request, "upto"),
            keeps_end=stage.keeps_end,
        )
        return render(request, "league/game/passages.html", {"stage": stage, "passages": found})
    if part == "claims" and replay is not None and stage.is_glass:
        told = {"stage": stage, "replay": replay, "opened": opened, **_lies(request, stage, replay, opened)}
        return render(request, "league/game/lies.html", told)
    if part != "beneath" or replay is None or not stage.is_glass:
        raise Http404(f"a game has the parts 'lines' and, through the glass, 'beneath' and 'claims', not {part[:40]!r}")
    stretch = beneath_at(replay, replay.number, STRETCH)
    return render(
        request,
        "league/game/stretch.html",
        {"stage": stage, "replay": replay, "stretch": stretch, "opened": opened},
    )


def _finale(stage: Stage, endings: Endings) -> dict[str, Any]:
    """What comes after a game that has been watched: the next one of its season, which may not be made yet; after the
    last, what comes next in the league. Who looks through the glass goes on so, where that is open while a game is
    on."""
    after = follower(stage.game)
    if after is not None:
        is_to_come = after.status == Game.Status.SCHEDULED and not after.is_held_up
        card = game_card(after, endings)
        goes_on_so = stage.is_glass and after.terms.get("spoilers") == "open"
        url = f"{card.url}?lens={GLASS.lens}" if goes_on_so else card.url
        begun = after.status in (Game.Status.RUNNING, Game.Status.FINISHED)
        return {"after": card, "url": url, "starts": after.due_at if is_to_come else None, "is_begun": begun}
    fixture, now = getattr(stage.game, "fixture", None), timezone.now()
    if fixture and (own := next_of(fixture.season, now=now)):
        return {"next": own}
    if fixture and not is_played(fixture.season):
        return {}
    others = unwatched(endings, but=stage.game.public_id)
    return {"is_last": True, "coming": next_to_come(now=now), "unwatched": others}


def _replay(request: HttpRequest, found: Game, stage: Stage, endings: Endings) -> Replay | None:
    """The game beat by beat, at the one that is asked for: by this lens's numbers, or by those of the lens that one
    comes from (`of`). Raises Http404."""
    number, of = _number(request, "beat"), request.GET.get("of", stage.viewer.lens)
    if number is None:
        return Replay.of(stage)
    if number and of != stage.viewer.lens:
        try:
            viewer = _viewer(found, of, request, endings)
        except (WrongLens, LensRefused) as error:
            raise Http404(str(error)) from error
        events = events_for(found, viewer, user=request.user)
        there, here = beats_of(events, stage.cast), beats_of(stage.events, stage.cast, stage.told)
        beat = there[min(number, len(there) - 1)] if there else None
        if beat is not None:
            at = beat_with(here, same_moment(events, beat, stage.events))
            return Replay.of(stage, at, came_from=(beat.number, viewer.lens))
        number = 0
    return Replay.of(stage, number)


def _verbs(request: HttpRequest, found: Game) -> list[Directed]:
    """What this visitor may do to the game as it is."""
    return verbs_of(found) if May(request.user)["direct_games"] else []


def _of_board(request: HttpRequest, found: Game, *, is_out: bool) -> dict[str, Any]:
    """Whether this visitor may take the game off boards, or give it back, and on which season's board."""
    fixture = getattr(found, "fixture", None)
    if (
        fixture is None
        or found.status != Game.Status.FINISHED
        or found.unrated
        or not May(request.user)["manage_boards"]
    ):
        return {}
    return {"board_verb": OF_BOARDS["restore" if is_out else "exclude"], "board_season": fixture.season.slug}


@only_who_may("direct_games")
@require_http_methods(["GET", "POST"])
def direct(request: HttpRequest, public_id: str, verb: str) -> HttpResponse:
    """Does one of the verbs to a game, or asks first: what will come of it, and why."""
    found, doing = get_object_or_404(games_named(), public_id=public_id), VERBS[verb]
    seats = found.seats.order_by("number").values_list("number", "alias", "player__player_id")
    is_known = may_see(found, request.user, None)
    choices = [(number, f"{alias}: {player_id}" if is_known else alias) for number, alias, player_id in seats]
    form = DirectForm(request.POST if request.method == "POST" else None, verb=doing, seats=choices)
    if form.is_valid() and _done(request, found, doing, form):
        return redirect("game", public_id=found.public_id)
    context = {
        "section": "games",
        "form": form,
        "game": found,
        "name": name_in_full(found),
        "verb": doing,
        "is_refused": bool(form.errors),
    }
    return render(request, "league/direct.html", context, status=422 if form.is_bound else 200)


def _done(request: HttpRequest, found: Game, verb: Directed, form: DirectForm) -> bool:
    """Does it and says how it went, and lets hosts look again; False where the form is to be shown with a refusal."""
    try:
        told = direct_game(verb=verb, game=found, by=visitor(request), now=timezone.now(), given=form.given)
    except WrongGame as error:
        if error.field in form.fields and verb.name not in AT_ONCE:
            form.add_error(error.field, f"{error}.")
            return False
        messages.error(request, f"It is not {verb.past}: {error}.")
    else:
        nudge()
        messages.success(request, told)
    return True


def _bill(request: HttpRequest, found: Game, stage: Stage) -> dict[str, Any] | None:
    """What the game cost, in all and by who sat there; None for whom that is hidden from."""
    if not may_see_bill(found, request.user):
        return None
    bill = bill_of(found)
    seats = [(stage.sittings[each.seat], each.spend) for each in bill.seats]
    return {"total": bill.total, "seats": seats, "narrator": bill.narrator}


def _lies(request: HttpRequest, stage: Stage, replay: Replay | None, opened: Container[str]) -> dict[str, Any]:
    """Who said what was not so, through the glass, by the beat that the stage shows: what comes after it is told to
    whoever asks for it. No claims where nobody made any, and while the game is on."""
    if not stage.is_glass:
        return {}
    is_whole = replay is None or "later" in opened or replay.number >= replay.last
    events = stage.events if replay is None or is_whole else replay.heard
    aliases = [sitting.place.alias for sitting in stage.sittings]
    held = claims_held(stage.game, request.user, aliases, None if is_whole else events)
    return {
        "claims": held and {"seats": [(stage.sittings[each.seat], each) for each in held.seats]},
        "untruths": () if replay is None else untruths_told(replay, events),
        "are_lies_so_far": not is_whole,
    }


def _schooling(request: HttpRequest, stage: Stage, replay: Replay | None, opened: Container[str]) -> dict[str, Any]:
    """What each had been told before the game and learned from it, through the glass; none while it is on, and where
    nobody remembers. What was learned tells how it ended, and so does what came of what had been told: who has not
    watched it is told that at its end, or where they ask for it."""
    schooling = schooling_of(stage.game, request.user) if stage.is_glass else None
    if schooling is None:
        return {}
    is_at_the_end = replay is None or replay.is_at_the_end
    keeps_lessons = stage.keeps_end and not is_at_the_end and "taught" not in opened
    if keeps_lessons:
        schooling = [
            replace(each, told=tuple(replace(lesson, outcome="") for lesson in each.told), changes=(), counted=0)
            for each in schooling
        ]
    return {"schooling": [(stage.sittings[each.seat], each) for each in schooling], "keeps_lessons": keeps_lessons}


def _lenses(request: HttpRequest, found: Game, stage: Stage, replay: Replay | None) -> dict[str, Any]:
    """Whose eyes this visitor may borrow; what is not allowed is not offered, nor are the ghosts of those of whom it is
    not known here that they are dead. Of a game that is over the page holds those of all, dead or not, and its script
    offers them as their deaths are told."""
    allowed = ghosts_in(found, request.user)
    ghost = stage.viewer.seat if stage.viewer.is_ghost else None
    gone = {ghost, *(seat.place.number for seat in (replay.seats if replay is not None else ()) if seat.fate)}
    places = [sitting.place for sitting in stage.sittings]
    return {
        "glass": may_see(found, request.user, GLASS),
        "seats": [
            sitting.place
            for sitting in stage.sittings
            if may_see(found, request.user, seat_viewer(sitting.place.number))
        ],
        "ghosts": [each for each in places if each.number in allowed and each.number in gone],
        "ghosts_to_come": [each for each in places if each.number not in gone] if allowed and found.is_over else [],
        "eyes": None if stage.viewer.is_ghost else stage.viewer.seat,
        "whose": None if stage.viewer.seat is None else stage.voices[stage.viewer.seat],
        "ghost": ghost,
    }
