"""What the API tells of players and fixtures, as querysets and records."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import OuterRef, QuerySet, Subquery

from games.ledger.reads import Visitor, sees_secrets
from league.models import Fixture, Season
from league.queries.boards.shown import sees_results
from league.queries.lying import Claiming, claiming_of_players, together
from league.queries.memories import shown_to
from league.queries.results import (
    Result,
    Split,
    results_by_role,
    results_by_ruleset,
    results_by_team,
    results_of_players,
)
from league.results.sides import HIDDEN, OPEN
from league.seasons.schedule.revealing import is_told
from personas.models import MemoryRevision, Player


@dataclass(frozen=True, slots=True)
class PlayerTold:
    """A player with its results over all seasons and its memory; `hidden` and `open` are the sides it was on."""

    player: Player
    result: Result
    by_ruleset: Mapping[str, Result]
    by_team: Mapping[str, Result]
    by_role: Mapping[str, Result]
    hidden: Result
    open: Result
    claiming: Claiming
    learned: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class FixtureTold:
    """A fixture; `players` are those who sit there by seat, None where nobody has said so yet."""

    number: int
    ruleset: str
    rules: int
    due_at: datetime | None
    attempt: int
    block: int | None
    game: str | None
    status: str | None
    winner: str | None
    players: tuple[str, ...] | None
    cast_at: datetime | None
    waiting: str


def players_to_tell(visitor: Visitor | None) -> QuerySet[Player]:
    """All players with `learned`: what each remembers now, as far as somebody may see it."""
    of_it = MemoryRevision.objects.filter(player=OuterRef("pk"), season="")
    newest = shown_to(visitor, of_it).order_by("-number")
    players = Player.objects.select_related("persona", "model").defer("persona__sheet")
    return players.annotate(learned=Subquery(newest.values("learned")[:1]))


def players_told(players: Sequence[Player], visitor: Visitor | None) -> list[PlayerTold]:
    """What a visitor may know of these players of players_to_tell(); of results nothing where the leaderboard is hidden
    from them. Three queries, or four, however many seasons there were."""
    claimed = claiming_of_players(players)
    sums = results_of_players(players) if sees_results(visitor) else {player.pk: [] for player in players}
    return [_player_told(player, sums[player.pk], claimed[player.pk]) for player in players]


def _player_told(player: Player, sums: Sequence[Any], claimed: Sequence[Claiming]) -> PlayerTold:
    teams = results_by_team(sums)
    return PlayerTold(
        player=player,
        result=total(teams),
        by_ruleset=by_name(results_by_ruleset(sums)),
        by_team=by_name(teams),
        by_role=by_name(results_by_role(sums)),
        hidden=total(split for split in teams if split.side == HIDDEN),
        open=total(split for split in teams if split.side == OPEN),
        claiming=together(claimed),
        learned=player.learned or {},  # type: ignore[attr-defined]  # put there by players_to_tell()
    )


def by_name(splits: Iterable[Split]) -> dict[str, Result]:
    """The results under each name; of a team or role that is open in one ruleset and hidden in another, the sum."""
    sums: dict[str, Result] = {}
    for split in splits:
        sums[split.name] = sums.get(split.name, Result()) + split.result
    return sums


def total(splits: Iterable[Split]) -> Result:
    """The sum of these results."""
    return sum((split.result for split in splits), Result())


def fixtures_to_tell(season: Season) -> QuerySet[Fixture]:
    """A season's fixtures with their games and rules."""
    return season.fixtures.select_related("game", "rules")


def fixtures_told(fixtures: Sequence[Fixture], visitor: Visitor | None = None) -> list[FixtureTold]:
    """What somebody may know of these fixtures: everybody the same, but of a block of a sealed season that is not over.
    One query, for the players by their ids."""
    wanted = {key for fixture in fixtures for key in fixture.seating or ()}
    ids = dict(Player.objects.filter(pk__in=wanted).values_list("pk", "player_id"))
    return [
        FixtureTold(
            number=fixture.number,
            ruleset=fixture.rules.ruleset,
            rules=fixture.rules.number,
            due_at=fixture.due_at,
            attempt=fixture.attempt,
            block=fixture.block,
            game=fixture.game.public_id if fixture.game else None,
            status=fixture.game.status if fixture.game else None,
            winner=(fixture.game.winner or None) if fixture.game else None,
            players=_sitting(fixture, ids) if is_told(fixture) or sees_secrets(visitor) else None,
            cast_at=fixture.cast_at,
            waiting=fixture.cast_waiting,
        )
        for fixture in fixtures
    ]


def _sitting(fixture: Fixture, ids: Mapping[int, str]) -> tuple[str, ...] | None:
    """Who sits there, by seat; until a cast is whole some are there only in another's place."""
    if fixture.seating is None or fixture.cast_at is None:
        return None
    return tuple(ids[key] for key in fixture.seating)
