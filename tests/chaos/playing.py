"""A season of models of every rule book on a site, while faults happen to it; and what it came to."""

import time
from typing import Any

from django.conf import settings
from django.db import connection
from django.utils import timezone

from games.engine.rulesets import all_rulesets
from games.learning.reflecting import reflecting_seats
from games.models import Call, Outbox, Reflection
from league.models import Figures, Season
from league.seasons.lifecycle.starting import start_season
from league.seasons.making.checking import Rules
from league.seasons.making.creating import create_season
from tests.chaos.faults import FORMS, hit_by_all
from tests.chaos.invariants import ALL, Story, figures
from tests.chaos.site import Site
from tests.chaos.watching import status_of, until, watched
from tests.games.voices import ANTHROPIC, OPENAI, voices

TO_COME_UP = 90.0  # seconds
AFTERWARDS = 150.0  # seconds for what comes after the last game: results, figures, streams, lessons and lost calls


def told(site: Site, *, games: int, faults: str, seconds: float) -> dict[str, Any]:
    """Plays it through, and returns its figures with what it broke."""
    until(lambda: status_of(site.port, "/readyz") == 200, TO_COME_UP, "the site")
    begin(site, games=games)
    began = time.monotonic()
    with watched(site) as seen:
        hit = hit_by_all(site, FORMS[faults])
        until(is_over, seconds, "the end of the season")
        lasted = time.monotonic() - began
        until(is_written, AFTERWARDS, "what comes after the last game")
    story = Story(site, seen, games, hit)
    broken = [f"{each.__name__}: {what}" for each in ALL for what in each(story)]
    connection.close()
    return {"seconds": round(lasted, 1), **figures(story), "broken": broken}


def begin(site: Site, *, games: int) -> None:
    """Makes the season and starts it; the workers find it by themselves."""
    settings.LEAGUE_BASE_URLS = [site.provider.openai_url, site.provider.anthropic_url]
    season = create_season(
        slug="chaos",
        name="Chaos",
        rules=[Rules(slug, rules.seats.start) for slug, rules in all_rulesets().items()],
        games=games,
        lag=games,  # all beside each other: what a game waits for here is its host alone
        players=voices(site.provider, OPENAI, ANTHROPIC, seats=9),
        pace=0,
        narrator="none",
    )
    start_season(season=season, now=timezone.now(), unprobed="the provider is on this machine")


def is_over() -> bool:
    return Season.objects.filter(slug="chaos").exclude(status=Season.Status.RUNNING).exists()


def is_written() -> bool:
    """Whether every game is counted, sent and learned from, and every call has its end: who was killed asking what a
    player has learned leaves one to the sweep, a minute later."""
    counted = Figures.objects.values("seat__game").distinct().count()
    if counted < Season.objects.get(slug="chaos").games_planned or Outbox.objects.exists():
        return False
    is_asked = reflecting_seats(now=timezone.now()).exists() or Call.objects.filter(status__in=Call.OPEN).exists()
    return not is_asked and not Reflection.objects.filter(status=Reflection.Status.ASKED).exists()
