"""A season of models of every rule book on a site, while faults happen to it; and what it came to."""

import json
import time
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.db import connection
from django.utils import timezone

from games.engine.rulesets import all_rulesets
from games.ledger.logs import game_log
from games.ledger.rows import recorded_game
from games.models import Game
from league.seasons.lifecycle.starting import start_season
from league.seasons.making.checking import Rules
from league.seasons.making.creating import create_season
from tests.chaos.faults import FORMS, hit_by_all
from tests.chaos.invariants import ALL, Story, figures
from tests.chaos.site import Site
from tests.chaos.watching import is_over, is_written, status_of, until, watched
from tests.games.voices import ANTHROPIC, OPENAI, voices

TO_COME_UP = 90.0  # seconds
AFTERWARDS = 150.0  # seconds for what comes after the last game: results, figures, streams, lessons and lost calls


def told(site: Site, *, games: int, faults: str, seconds: float, secret: str | None = None) -> dict[str, Any]:
    """Plays it through, and returns its figures with what it broke."""
    until(lambda: status_of(site.port, "/readyz") == 200, TO_COME_UP, "the site")
    begin(site, games=games, secret=secret)
    began = time.monotonic()
    with watched(site) as seen:
        hit = hit_by_all(site, FORMS[faults])
        until(is_over, seconds, "the end of the season")
        lasted = time.monotonic() - began
        until(is_written, AFTERWARDS, "what comes after the last game")
    story = Story(site, seen, games, hit)
    broken = [f"{each.__name__}: {what}" for each in ALL for what in each(story)]
    for game in Game.objects.filter(status=Game.Status.FINISHED).select_related("fixture"):
        log = json.dumps(game_log(recorded_game(game), "analysis"), indent=1)
        (site.folder / f"game-{game.fixture.number:03}.json").write_text(log, "utf-8")
    connection.close()
    hashes = Game.objects.filter(status=Game.Status.FINISHED).order_by("fixture__number")
    return {
        "seconds": round(lasted, 1),
        **figures(story),
        "hash of hashes": sha256("".join(hashes.values_list("hash", flat=True)).encode()).hexdigest(),
        "broken": broken,
    }


def begin(site: Site, *, games: int, secret: str | None) -> None:
    """Makes the season of that secret, or one of its own, and starts it; the workers find it by themselves."""
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
        secret=secret,
    )
    start_season(season=season, now=timezone.now(), unprobed="the provider is on this machine")
