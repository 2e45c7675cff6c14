"""Results become standings here and nowhere else. Law: a result is counted once, whoever comes first.

The mark `recorded_at` and the additions are one transaction, and the mark is set only where there is none: two workers,
a crash between a game and its result, or a result recorded twice change nothing. Whoever writes a season's standings
holds the season's row first, so that a recount and a result on its way cannot miss each other.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

import structlog
from django.db import transaction
from django.db.models import Count, Exists, F, Q, QuerySet

from games.models import Answer, Game, Seat
from league.models import Fixture, Season, Standing
from league.scoring import Result, Row, Tally, fold
from personas.models import Player

logger = structlog.get_logger(__name__)


class Difference(NamedTuple):
    """A row of standings that said something else than the games do."""

    player_id: str
    role: str
    was: Tally
    now: Tally


def record_result(*, game: Game, now: datetime) -> bool:
    """Counts a finished game's result in its season's standings; whether this call was the one that did."""
    finished = Game.objects.filter(pk=game.pk, status=Game.Status.FINISHED)
    with transaction.atomic():
        # No join: PostgreSQL asks a joined condition once, before it waits for whoever has the row, and not again.
        if not Fixture.objects.filter(Exists(finished), game=game, recorded_at__isnull=True).update(recorded_at=now):
            return False
        fixture = Fixture.objects.get(game=game)
        hold(fixture.season_id)
        add(fixture.season_id, fold(results(Seat.objects.filter(game=game))))
    logger.info("result recorded", game=game.public_id, fixture=fixture.number)
    return True


def record_missing_results(*, now: datetime, season: Season | None = None) -> list[Game]:
    """Counts every finished game, or every one of a season, whose result was lost on the way, in the order of fixtures;
    returns those games."""
    missing = Game.objects.filter(status=Game.Status.FINISHED, fixture__recorded_at__isnull=True, fixture__isnull=False)
    if season is not None:
        missing = missing.filter(fixture__season=season)
    return [
        game for game in missing.order_by("fixture__season", "fixture__number") if record_result(game=game, now=now)
    ]


def recompute(*, season: Season) -> list[Difference]:
    """Counts all recorded results of a season again and corrects the standings; returns what had been wrong."""
    with transaction.atomic():
        hold(season.pk)
        kept = {standing_row(each): each for each in season.standings.all()}
        was = {row: tally_of(each) for row, each in kept.items()}
        recorded = Seat.objects.filter(game__fixture__season=season, game__fixture__recorded_at__isnull=False)
        now = fold(results(recorded))
        for row in was.keys() - now.keys():
            kept[row].delete()
        for row, tally in now.items():
            if tally != was.get(row):
                Standing.objects.update_or_create(
                    season=season,
                    ruleset=row.ruleset,
                    player_id=row.player,
                    role=row.role,
                    defaults={"team": row.team, **tally._asdict()},
                )
    return list(differences(was, now))


def hold(season: int) -> None:
    """Makes others who write this season's standings wait until the transaction ends. On SQLite they already do."""
    Season.objects.select_for_update(no_key=True).get(pk=season)


def results(seats: QuerySet[Seat]) -> Iterator[Result]:
    """The result of each of these seats of finished games. Two queries."""
    asked = Answer.objects.filter(game__in=seats.order_by().values("game")).order_by().values_list("game", "seat")
    counts = asked.annotate(asked=Count("id"), defaulted=Count("id", filter=~Q(default_reason="")))
    answers = {(game, seat): (of_all, defaults) for game, seat, of_all, defaults in counts}
    rows = seats.order_by().values_list(
        "game__ruleset", "player__pk", "role", "team", "game__winner", "survived", "game", "number"
    )
    for ruleset, player, role, team, winner, survived, game, seat in rows:
        of_all, defaults = answers.get((game, seat), (0, 0))
        yield Result(Row(ruleset, player, role, team), winner, bool(survived), of_all, defaults)


def add(season: int, sums: dict[Row, Tally]) -> None:
    """Adds sums to a season's rows of standings, which are made where there are none."""
    Standing.objects.bulk_create(
        [
            Standing(season_id=season, ruleset=row.ruleset, player_id=row.player, role=row.role, team=row.team)
            for row in sums
        ],
        ignore_conflicts=True,
    )
    for row, tally in sums.items():
        Standing.objects.filter(season=season, ruleset=row.ruleset, player=row.player, role=row.role).update(
            **{name: F(name) + number for name, number in tally._asdict().items()}
        )


def tally_of(standing: Standing) -> Tally:
    """The sum that a standing keeps."""
    return Tally(*(getattr(standing, name) for name in Tally._fields))


def standing_row(standing: Standing) -> Row:
    """What a standing is kept for."""
    return Row(standing.ruleset, standing.player_id, standing.role, standing.team)


def differences(was: dict[Row, Tally], now: dict[Row, Tally]) -> Iterator[Difference]:
    """The rows that changed, by player and role."""
    changed = [row for row in was.keys() | now.keys() if was.get(row) != now.get(row)]
    names = dict(Player.objects.filter(pk__in={row.player for row in changed}).values_list("pk", "player_id"))
    for row in sorted(changed, key=lambda row: (names[row.player], row.role)):
        yield Difference(names[row.player], row.role, was.get(row, Tally()), now.get(row, Tally()))
