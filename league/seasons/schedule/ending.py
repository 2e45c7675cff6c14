"""Whether games that have ended leave something to do in their seasons, and a season's end itself."""

from collections.abc import Sequence
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

import structlog
from django.db import transaction
from django.db.models import Exists, OuterRef

from games.models import Game
from games.models.plain_sql import execute_planned, places_for
from league.models import Fixture, Season
from personas.memory import mark_documents

logger = structlog.get_logger(__name__)
STOCK: Final = 20  # games nobody has begun, of one season: with as many no end of a game asks for more


def seasons_to_look_at(games: Sequence[Game]) -> list[Season]:
    """The running seasons of games that have just ended, where that leaves something to do at once: nothing is left to
    be claimed, or nearly, or a game was set aside. Otherwise whoever looks next is early enough, and need not look
    after every game at all that is open."""
    keys, listed = places_for([game.pk for game in games])
    rows = execute_planned(
        "SELECT s.id, s.pace, s.interval, s.at_once, s.memory, EXISTS"  # noqa: S608
        " (SELECT 1 FROM league_fixture u WHERE u.season_id = s.id AND u.game_id IS NULL), g.status, COUNT(g.id)"
        " FROM league_season s"
        " LEFT JOIN league_fixture o ON o.season_id = s.id AND o.recorded_at IS NULL AND o.game_id IS NOT NULL"
        " LEFT JOIN games_game g ON g.id = o.game_id"
        f" WHERE s.id IN (SELECT f.season_id FROM league_fixture f WHERE f.game_id IN ({listed})) AND s.status = %s"
        " GROUP BY s.id, g.status ORDER BY s.id",
        [*keys, Season.Status.RUNNING.value],
    )
    wanted = [season for season, told in groupby(rows, key=itemgetter(0)) if wants_a_look(list(told))]
    return list(Season.objects.filter(pk__in=wanted).order_by("pk")) if wanted else []


def wants_a_look(rows: Sequence[Any]) -> bool:
    """Whether a season does, of which the rows tell how many of its open games stand how."""
    _, pace, interval, at_once, memory, are_more, *_ = rows[0]
    games = {status: number for *_, status, number in rows if status}
    is_stocked = games.get(Game.Status.SCHEDULED, 0) >= STOCK or (games and not are_more)
    is_set_aside = bool({Game.Status.VOID, Game.Status.DIVERGED} & games.keys())
    is_taught = memory == Season.Memory.LIVE  # and the next game waits for what these have taught
    return not is_stocked or is_set_aside or is_taught or bool(pace or interval or at_once)


def finish(*, season: Season, now: datetime) -> bool:
    """Ends a running season all of whose results are recorded; whether this call was the one that did."""
    unopened = Fixture.objects.filter(season=OuterRef("pk"), game__isnull=True)
    unrecorded = Fixture.objects.filter(season=OuterRef("pk"), game__isnull=False, recorded_at__isnull=True)
    running = Season.objects.filter(pk=season.pk, status=Season.Status.RUNNING)
    over = running.filter(~Exists(unopened), ~Exists(unrecorded))
    with transaction.atomic():
        if not over.update(status=Season.Status.FINISHED, finished_at=now):
            return False
        if season.hides_memory:  # what its players have learned is everybody's now
            mark_documents(players=season.roster.values_list("player_id", flat=True))
    season.refresh_from_db()
    logger.info("season finished", season=season.slug, games=season.games_planned)
    return True
