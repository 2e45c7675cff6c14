"""What the API tells of seasons and fixtures, as querysets and records."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q, QuerySet

from games.models import Game
from league.models import Fixture, Season
from personas.models import Player


@dataclass(frozen=True, slots=True)
class FixtureTold:
    """A fixture; `players` are those who sit there by seat, None where nobody has said so yet."""

    number: int
    ruleset: str
    due_at: datetime | None
    attempt: int
    game: str | None
    status: str | None
    winner: str | None
    players: tuple[str, ...] | None


def seasons_to_tell() -> QuerySet[Season]:
    """All seasons with the number of their finished games."""
    finished = Q(fixtures__game__status=Game.Status.FINISHED)
    return Season.objects.annotate(games_played=Count("fixtures", filter=finished))


def fixtures_to_tell(season: Season) -> QuerySet[Fixture]:
    """A season's fixtures with their games."""
    return season.fixtures.select_related("game")


def fixtures_told(fixtures: Sequence[Fixture]) -> list[FixtureTold]:
    """What everybody may know of these fixtures. One query, for the players by their ids."""
    wanted = {key for fixture in fixtures for key in fixture.seating or ()}
    ids = dict(Player.objects.filter(pk__in=wanted).values_list("pk", "player_id"))
    return [
        FixtureTold(
            number=fixture.number,
            ruleset=fixture.ruleset,
            due_at=fixture.due_at,
            attempt=fixture.attempt,
            game=fixture.game.public_id if fixture.game else None,
            status=fixture.game.status if fixture.game else None,
            winner=(fixture.game.winner or None) if fixture.game else None,
            players=None if fixture.seating is None else tuple(ids[key] for key in fixture.seating),
        )
        for fixture in fixtures
    ]
