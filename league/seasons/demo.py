"""The demo's seasons: one after another, each opened a countdown after the end of the one before, without end.

Law: rows say how far it has come, so that a start goes on where the last one was stopped, whatever stopped it.
"""

import re
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

import structlog
from django.db import OperationalError, connection, transaction
from django.db.models import Q
from django.utils import timezone

from games.engine.rulesets import all_rulesets
from games.models import Event, Game
from league.access.acts import COMMAND_LINE, recorded
from league.models import Season
from league.seasons.lifecycle.starting import drawn_ahead, start_season
from league.seasons.making.checking import Rules
from league.seasons.making.creating import create_season, record_draft
from league.seasons.roster import set_up_roster

logger = structlog.get_logger(__name__)
COUNTDOWN: Final = 10.0  # seconds between two games, times the pace
AT_ONCE: Final = 0.001  # seconds
LOOK: Final = 0.1  # seconds between two looks at how far it has come
OURS: Final = re.compile(r"demo-(\d+)")


@dataclass(frozen=True, slots=True)
class Plan:
    """What the demo was asked for: games a season, pace, and the text that seeds are drawn from, if one was given."""

    games: int
    pace: float
    seed: str | None

    @property
    def interval(self) -> float:
        """Seconds between two games; never none at all, or they would run side by side."""
        return COUNTDOWN * self.pace or AT_ONCE


def season_to_play(plan: Plan, *, now: datetime) -> Season:
    """The demo season that is under way, else a new one that begins at once."""
    under_way = [season for season in demo_seasons() if season.status not in Season.OVER]
    if not under_way or under_way[0].status in Season.UNSTARTED:
        return open_season(plan=plan, now=now, first_due_at=now)
    season = under_way[0]
    if season.pace != plan.pace:
        change_pace(season=season, plan=plan)
    return season


def demo_seasons() -> list[Season]:
    """The demo's seasons, newest first."""
    seasons = [each for each in Season.objects.filter(slug__startswith="demo-") if OURS.fullmatch(each.slug)]
    return sorted(seasons, key=number_of, reverse=True)


def number_of(season: Season) -> int:
    """A demo season's place in their row, from 1."""
    found = OURS.fullmatch(season.slug)
    return int(found[1]) if found else 0


def open_season(*, plan: Plan, now: datetime, first_due_at: datetime) -> Season:
    """Makes and starts the next season, or starts one that was made when somebody was stopped. With a seed given it is
    unrated, and a later one has a seed of its own."""
    before = demo_seasons()
    is_made = bool(before) and before[0].status in Season.UNSTARTED
    season = before[0] if is_made else make_season(plan=plan, number=number_of(before[0]) + 1 if before else 1)
    draw = drawn_ahead(season)
    with recorded(by=COMMAND_LINE, verb="start", rows=[season]):
        return start_season(season=season, now=now, first_due_at=first_due_at, draw=draw)


def make_season(*, plan: Plan, number: int) -> Season:
    """Makes the season with this number, a draft."""
    with transaction.atomic():
        season = create_season(
            slug=f"demo-{number}",
            name=f"Season {number}",
            rules=rules_of(number, plan),
            games=plan.games,
            players=set_up_roster(by=COMMAND_LINE),
            interval=plan.interval,
            pace=plan.pace,
            names=Season.Names.PERSONA,  # a visitor is to know them again
            secret=secret_of(plan, number),
        )
        record_draft(by=COMMAND_LINE, season=season)
    return season


def rules_of(number: int, plan: Plan) -> list[Rules]:
    """Every ruleset there is, in turn; a season begins where the turn of the one before it, of as many games, ended."""
    slugs = list(all_rulesets())
    first = (number - 1) * plan.games % len(slugs)
    return [Rules(slug) for slug in slugs[first:] + slugs[:first]]


def secret_of(plan: Plan, number: int) -> str | None:
    """What the seeds of a demo season are drawn from; None when nobody gave a text for it."""
    return plan.seed if plan.seed is None or number == 1 else f"{plan.seed}/{number}"


def is_of(season: Season, plan: Plan) -> bool:
    """Whether a season has as many games as planned and, where a seed was given, that seed."""
    secret = secret_of(plan, number_of(season))
    return season.games_planned == plan.games and secret in (None, season.secret)


def change_pace(*, season: Season, plan: Plan) -> None:
    """Lets a season go on at another pace from the next game on; the one that is open keeps its terms."""
    with recorded(by=COMMAND_LINE, verb="change pace", rows=[season]):
        Season.objects.filter(pk=season.pk).update(pace=plan.pace, interval=plan.interval)
    season.refresh_from_db()


# --- followed --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Scene:
    """A fixture whose game has been made: how it stands. `where` is the phase it is in, like "day 2"; "" before."""

    number: int
    game: str
    status: str
    winner: str
    rounds: int
    due_at: datetime
    held_up: str
    where: str = ""


def scenes_of(season: Season) -> list[Scene]:
    """The fixtures of a season whose games have been made, in order. Two queries while a single game is live."""
    fields = ("number", *(f"game__{name}" for name in ("public_id", "status", "winner", "rounds", "due_at", "waiting")))
    rows = season.fixtures.filter(game__isnull=False).order_by("number").values_list(*fields)
    scenes = [Scene(*row) for row in rows]
    live = [scene for scene in scenes if scene.status == Game.Status.RUNNING]
    if len(live) != 1:
        return scenes
    shown = Q(shown_at__isnull=True) | Q(shown_at__lte=timezone.now())
    told = Event.objects.filter(shown, game__public_id=live[0].game).order_by("-seq")
    last = told.values_list("phase", "round").first()
    where = replace(live[0], where=f"{last[0]} {last[1]}" if last else "")
    return [where if scene is live[0] else scene for scene in scenes]


def follow_seasons(
    plan: Plan,
    *,
    once: bool,
    stopping: threading.Event,
    nudge: Callable[[], object],
    show: Callable[[Season, list[Scene]], None],
) -> bool:
    """Opens one season after another and shows how each comes on, until it is told to stop; with `once` until the end
    of the first, and whether it came to that. `nudge` has the league look at once at what is due."""
    season = season_to_play(plan, now=timezone.now())
    nudge()
    failing = False
    while not stopping.is_set():
        try:
            season.refresh_from_db()
            show(season, scenes_of(season))
            if season.status in Season.OVER:
                if once:
                    return True
                now = timezone.now()
                season = open_season(plan=plan, now=now, first_due_at=now + timedelta(seconds=plan.interval))
                nudge()
            failing = False
        except OperationalError as error:  # a database that is locked or full for a moment costs time and no game
            if not failing:
                logger.warning("the demo cannot read how far it has come; looking again", error=str(error))
            failing = True
            connection.close()
        stopping.wait(LOOK)
    return False
