"""The front page: what is on now, what comes next, what has just happened, who leads."""

from dataclasses import dataclass

from django.conf import settings
from django.db.models import Case, When
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.templatetags.static import static
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.engine.viewpoint import AUDIENCE, GLASS
from games.ledger.reads import may_see
from games.models import Game
from league.access.endings import endings_for
from league.models import Season
from league.queries.boards.shown import may_see_board, whole_board
from league.queries.coming import next_to_come, unwatched
from league.queries.games import cards, games_listed, games_on, games_staged
from league.queries.results import leaderboard
from league.queries.schedule import is_of_house, next_start, season_overview
from league.views.stage.page import Stage
from personas.models import Player

RECENT = 6
LEADERS = 8


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """The site's icon, to whoever asks where icons used to be without having read a page."""
    return HttpResponseRedirect(static("league/favicon.svg"))


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The newest live game large, the others as a list; without one, the countdown to the next; without that, what
    begins next in the league, if anything does, and what has not been watched here."""
    on = list(games_on()[: 2 * RECENT])
    on_now = games_staged().get(pk=on[0].pk) if on and on[0].status == Game.Status.RUNNING else None
    others = [game for game in on if game != on_now]
    finished = games_listed().filter(status=Game.Status.FINISHED).order_by("-finished_at")[:RECENT]
    season = _season_of(on_now) or _season_to_tell()
    endings = endings_for(request)
    recent, board = cards(finished, endings), whole_board(None)
    table = leaderboard(shown=board) if may_see_board(board.board, request.user) else None
    stage = None
    if on_now:  # its last events are shown while it is on
        is_short = not endings.tells(on_now.public_id)
        stage = Stage.of(on_now, AUDIENCE, request.user, is_short_of_end=is_short)
    upcoming = next_start()
    is_dark = stage is None and upcoming is None
    return render(
        request,
        "league/home.html",
        {
            "stage": stage,
            "data": stage.data if stage else None,
            "glass": on_now is not None and may_see(on_now, request.user, GLASS),
            "also_live": cards([game for game in others if not game.is_held_up][:RECENT], endings),
            "held_up": cards([game for game in others if game.is_held_up][:RECENT], endings),
            "next": upcoming,
            "coming": next_to_come(now=timezone.now()) if is_dark else None,
            "unwatched": unwatched(endings, recent) if is_dark and recent else None,
            "recent": recent,
            "first_step": None if recent else first_step(),
            "last": recent[0] if recent and not stage else None,
            "season": season_overview(season, endings) if season else None,
            "is_of_house": stage.is_of_house if stage else season is not None and is_of_house(season),
            "leaders": table[: min(LEADERS, table.ranked)] if table else (),
            "table": table,
            "minimum": board.board.minimum,
        },
    )


@dataclass(frozen=True, slots=True)
class Step:
    """What brings a league its first game: words for a person, and the command."""

    words: str
    command: str
    has_players: bool = True  # so that staff make a season on its page


def first_step() -> Step:
    """On this machine alone the demo does it all; a server wants players, then a season of its own."""
    if not settings.POSTGRESQL and not settings.REDIS_URL:
        has_players = Player.objects.filter(is_active=True).exists()
        return Step("A season begins with one command:", "python3 manage.py demo", has_players)
    if not Player.objects.filter(is_active=True).exists():
        told = "Nobody is on the roster; the shipped players come with one command:"
        return Step(told, "python3 manage.py roster", has_players=False)
    made = "python3 manage.py season first create --ruleset town-mafia --games 12 --players house"
    return Step("Staff make a season here; so does a command, and `season first start` begins it:", made)


def _season_of(game: Game | None) -> Season | None:
    """The season whose game this is."""
    fixture = getattr(game, "fixture", None)
    return fixture.season if fixture else None


def _season_to_tell() -> Season | None:
    """The season that runs, else one that is paused, was announced, or has finished; the newest of several."""
    order = (Season.Status.RUNNING, Season.Status.PAUSED, Season.Status.ANNOUNCED, Season.Status.FINISHED)
    stands = Case(*(When(status=status, then=place) for place, status in enumerate(order)), default=len(order))
    told = Season.objects.exclude(status=Season.Status.DRAFT).select_related("twin_of")
    return told.order_by(stands, "-started_at", "-id").first()
