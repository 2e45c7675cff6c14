"""What the API tells of players and fixtures, as querysets and records."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from django.db.models import OuterRef, QuerySet, Subquery

from games.ledger.reads import Visitor, sees_secrets
from games.models import Game
from league.calendars.turns import GRACE, calendar_of
from league.models import Fixture, Season, Slot
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


class Turn(StrEnum):
    """What made a game's time come."""

    SLOT = "slot"
    LATE = "late"
    IN_TURN = "in_turn"


@dataclass(frozen=True, slots=True)
class FixtureTold:
    """A fixture; `players` are those who sit there by seat, None where nobody has said so yet. When it is played, and
    why then, is no more than its season's schedule and its game tell everybody."""

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
    turn: Turn | None
    slot: Slot | None
    started_at: datetime | None
    finished_at: datetime | None

    @property
    def late_seconds(self) -> int | None:
        """By how much its game began after the moment of its slot, or where it has none after it was due; None for in
        time, and while it has not begun."""
        due = self.slot.due_at if self.slot is not None else self.due_at
        if due is None or self.started_at is None or self.started_at <= due + GRACE:
            return None
        return int((self.started_at - due).total_seconds())

    @property
    def why(self) -> str:
        """Why its slot was late, as the season's schedule tells it, too."""
        return self.slot.late_why if self.slot is not None else ""


def players_to_tell(visitor: Visitor | None) -> QuerySet[Player]:
    """All players with `learned`: what each remembers now, as far as somebody may see it."""
    of_it = MemoryRevision.objects.filter(player=OuterRef("pk"), season="")
    newest = shown_to(visitor, of_it).order_by("-number")
    players = Player.objects.select_related("persona", "model").defer("persona__sheet")
    return players.annotate(learned=Subquery(newest.values("learned")[:1]))


def players_told(players: Sequence[Player], visitor: Visitor | None) -> list[PlayerTold]:
    """What a visitor may know of these players of players_to_tell(); of results and claims nothing where the
    leaderboard is hidden from them. Three queries, or four, however many seasons there were."""
    nothing: dict[int, list[Any]] = {player.pk: [] for player in players}
    is_shown = sees_results(visitor)
    claimed, sums = (claiming_of_players(players), results_of_players(players)) if is_shown else (nothing, nothing)
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
    """A season's fixtures with their games, rules and slots."""
    return season.fixtures.select_related("game", "rules", "slot", "season__calendar")


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
            waiting=fixture.cast_waiting or _held_up(fixture.game),
            turn=_turn_of(fixture),
            slot=fixture.slot,
            started_at=fixture.game.started_at if fixture.game else None,
            finished_at=fixture.game.finished_at if fixture.game else None,
        )
        for fixture in fixtures
    ]


def _held_up(game: Game | None) -> str:
    """Why a game that is not over does not go on, in words; "" while it does, and where there is none."""
    return "" if game is None or game.is_over else game.waiting


def _turn_of(fixture: Fixture) -> Turn | None:
    """What its time came by; None while a calendar has not come to it."""
    if fixture.slot is not None:
        began = fixture.game.started_at if fixture.game is not None else None
        came = max(filter(None, (fixture.slot.opened_at, began)), default=fixture.slot.due_at)
        return Turn.SLOT if came <= fixture.slot.due_at + GRACE else Turn.LATE
    if fixture.game is None and calendar_of(fixture.season) is not None:
        return None
    return Turn.IN_TURN


def _sitting(fixture: Fixture, ids: Mapping[int, str]) -> tuple[str, ...] | None:
    """Who sits there, by seat; until a cast is whole some are there only in another's place."""
    if fixture.seating is None or fixture.cast_at is None:
        return None
    return tuple(ids[key] for key in fixture.seating)
