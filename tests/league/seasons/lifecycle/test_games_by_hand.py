"""Games of a season that an operator has in hand: what the season does beside it."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.directing.verbs import VERBS, Given
from games.models import Game
from league.access.acts import COMMAND_LINE
from league.access.directing import direct_game
from league.models import Season
from league.seasons.lifecycle.pausing import pause_season, resume_season
from league.seasons.schedule.fixtures import open_due_fixtures
from tests.league.api.running.test_leading import started

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("database")]


def do(verb: str, game: Game, reason: str = "") -> None:
    game.refresh_from_db()
    direct_game(verb=VERBS[verb], game=game, by=COMMAND_LINE, now=timezone.now(), given=Given(reason))


def test_games_paused_by_hand_stay_so_when_their_season_is_resumed() -> None:
    season = started(games=6, lag=4)
    before, during, left = list(Game.objects.order_by("pk"))[:3]
    do("pause", before, "A look.")
    pause_season(season=season)
    do("pause", during, "Another look.")

    resume_season(season=season, now=timezone.now())

    states = {game.pk: (game.status, game.waiting.rpartition(": ")[2]) for game in Game.objects.all()}
    assert states[before.pk] == ("paused", "A look.")
    assert states[during.pk] == ("paused", "Another look.")
    assert states[left.pk] == ("scheduled", "")
    do("resume", before)
    assert Game.objects.get(pk=before.pk).status == "scheduled"


def test_fixtures_of_void_games_get_their_next_attempt_unless_the_season_is_over() -> None:
    running, over = started(games=4, lag=4), started("autumn", games=4, lag=4)
    lost = {season.slug: season.fixtures.exclude(game=None).order_by("number")[0] for season in (running, over)}
    for fixture in lost.values():
        assert fixture.game is not None
        do("void", fixture.game, "A wrong option.")
    Season.objects.filter(pk=over.pk).update(
        status="cancelled", ended_at=timezone.now(), ended_by="ann", ended_why="A trial."
    )
    for days in (0, 1):
        open_due_fixtures(now=timezone.now() + timedelta(days=days))

    for slug, attempts in (("spring", 2), ("autumn", 1)):
        fixture = lost[slug]
        before = fixture.game_id
        fixture.refresh_from_db()
        assert (fixture.attempt, fixture.game_id == before) == (attempts, attempts == 1)
        assert Game.objects.get(pk=before).waiting == "called off: A wrong option."
