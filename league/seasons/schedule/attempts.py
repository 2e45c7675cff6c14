"""What becomes of a fixture whose game will never have a result.

A game that is set aside (void by hand, or diverged) leaves its fixture open for another attempt, or a season would end
with fewer games than it announced and a rotation that is no longer fair. The fixture lets go of the old game, which
stays as it is, and counts its attempt up; that number is in the next game's seed (league.seasons.schedule.rotation says
why).

What will not mend by itself pauses the season and says why, in its `waiting`, to the operator whose resume tries again:
a fixture that diverged at its DIVERGED_TRIES-th attempt, or whose games were called off REFUSED_TRIES times because a
model cannot be asked (each was paid for up to there; an outage is no such thing, it passes).
"""

from datetime import datetime, timedelta
from typing import Any, Final

import structlog
from django.db.models import QuerySet

from games.engine.dice import Dice
from games.engine.rulesets import all_rulesets
from games.models import Game
from games.models.waiting import UNASKABLE
from league.access.acts import LEAGUE, recorded
from league.models import Fixture, Season
from league.models.season import LONGEST_WHY
from league.seasons.schedule.holding import hold_games
from league.seasons.schedule.rotation import seated, seed_of

logger = structlog.get_logger(__name__)
DIVERGED_TRIES: Final = 3
REFUSED_TRIES: Final = 3


def set_aside(season: Season) -> QuerySet[Fixture]:
    """The fixtures whose games will never have a result."""
    lost = (Game.Status.VOID, Game.Status.DIVERGED)
    return season.fixtures.filter(game__status__in=lost, recorded_at__isnull=True).select_related("game", "rules")


def try_again(season: Season, fixture: Fixture, *, now: datetime) -> None:
    """Opens a fixture for its next attempt, or pauses the season when its games diverge or no model will play them."""
    game = fixture.game
    if game is not None and game.status == Game.Status.DIVERGED and fixture.attempt >= DIVERGED_TRIES:
        give_up(
            season=season, why=f"fixture {fixture.number} diverged at attempt {fixture.attempt} (game {game.public_id})"
        )
    elif game is not None and is_refused(game) and len(refused := refused_games(season, fixture)) >= REFUSED_TRIES:
        tries = f"game {fixture.number} was called off {len(refused)} times"
        cure = f"the calls of {game.public_id} in the admin and the log say why; mend it, then resume"
        give_up(season=season, why=f"{tries}, {game.waiting.removeprefix('called off: ')}: {cure}")
    else:
        reopen(season=season, fixture=fixture, now=now)


def is_refused(game: Game) -> bool:
    """Whether a game was called off because a model cannot be asked, which no waiting mends."""
    return game.status == Game.Status.VOID and game.waiting.endswith(UNASKABLE)


def refused_games(season: Season, fixture: Fixture) -> list[Game]:
    """The games of a fixture's attempts that ended so."""
    void = Game.objects.filter(status=Game.Status.VOID, waiting__endswith=UNASKABLE)
    return list(void.filter(terms__season=season.slug, terms__fixture=str(fixture.number)))


def give_up(*, season: Season, why: str) -> None:
    """Pauses a season that cannot go on by itself, and with it its games that have not begun: what keeps one from being
    played may keep all, and each would be paid for up to there."""
    running = Season.objects.filter(pk=season.pk, status=Season.Status.RUNNING)
    with recorded(by=LEAGUE, verb="pause", rows=[season], reason=why):
        if running.update(status=Season.Status.PAUSED, waiting=why[:LONGEST_WHY]):
            hold_games(season=season)
            logger.error("season paused", season=season.slug, why=why)


def reopen(*, season: Season, fixture: Fixture, now: datetime) -> None:
    """Lets a fixture go from the game that was set aside. In a rotation its players sit down anew; by another design
    they keep their seats, and who is what is drawn from the next seed, by lot: the audit tells what that differs.
    Personas that were written for the fixture stay: they know nothing of the roles in the game that was set aside, and
    its players are to stay the same.
    """
    attempt, seating = fixture.attempt + 1, places(fixture)
    seed = seed_of(secret=season.secret, number=fixture.number, attempt=attempt)
    if season.design == Season.Design.ROTATION and not season.is_twin:
        seating = seated(players=seating, seed=seed)
    Fixture.objects.filter(pk=fixture.pk, game=fixture.game_id, attempt=fixture.attempt).update(
        game=None,
        attempt=attempt,
        seating=seating,
        deal=within_teams(fixture, seed) if season.is_in_pairs else None,
        due_at=now + timedelta(seconds=season.interval),
    )


def within_teams(fixture: Fixture, seed: str) -> dict[str, Any] | None:
    """The deal of another attempt where each side holds a team: everybody stays in it, who is what there is drawn anew,
    and the first speaker too."""
    rules = all_rulesets().get(fixture.rules.ruleset)
    if fixture.deal is None or rules is None:
        return None
    roles = list(fixture.deal["roles"])
    for team in (rules.open_team, rules.hidden_team):
        seats = [seat for seat, name in enumerate(roles) if rules.role_named(name).team == team]
        dealt = Dice(seed, "roles", team).shuffled(roles[seat] for seat in seats)
        for seat, name in zip(seats, dealt, strict=True):
            roles[seat] = name
    return {"roles": roles, "first": None}


def places(fixture: Fixture) -> list[int]:
    """The keys of the players by seat."""
    return list(fixture.seating or ())
