"""Results become standings here and nowhere else. Law: a result is counted once, whoever comes first.

The mark `recorded_at` and the additions are one transaction, and the mark is set only where there is none: two workers,
a crash between a game and its result, or a result recorded twice change nothing. Whoever writes a season's standings
holds the season's row first, so that a recount and a result on its way cannot miss each other.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

import structlog
from django.db import connection, transaction
from django.db.models import Count, Q, QuerySet

from games.models import Answer, Game, Seat
from games.models.plain_sql import Sum, add_up
from league.models import Season, Standing
from league.results.scoring import Result, Row, Tally, fold
from league.results.sums import add_result
from personas.memory import mark_documents
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
    with transaction.atomic():
        marked = mark(game=game, now=now)
        if marked is None:
            return False
        season, number = marked
        hold(season)
        sums = fold(results_of(game))
        add(season=season, sums=sums)
        add_result(game=game)
        mark_documents(players=[row.player for row in sums])
    logger.info("result recorded", game=game.public_id, fixture=number)
    return True


def mark(*, game: Game, now: datetime) -> tuple[int, int] | None:
    """Marks the fixture of a finished game as recorded; returns its season's key and its number, None when somebody has
    or when the game is not finished."""
    with connection.cursor() as cursor:
        # No join: PostgreSQL asks a joined condition once, before it waits for whoever has the row, and not again.
        cursor.execute(
            "UPDATE league_fixture SET recorded_at = %s WHERE game_id = %s AND recorded_at IS NULL AND EXISTS"
            " (SELECT 1 FROM games_game WHERE id = %s AND status = %s) RETURNING season_id, number",
            [connection.ops.adapt_datetimefield_value(now), game.pk, game.pk, Game.Status.FINISHED.value],
        )
        found: tuple[int, int] | None = cursor.fetchone()
    return found


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
    if connection.features.has_select_for_update:
        Season.objects.select_for_update(no_key=True).only("pk").get(pk=season)


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


def results_of(game: Game) -> Iterator[Result]:
    """The same of one game, by plain SQL: it is asked for every game, and what results() asks is longer in the wording
    than in the asking."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT g.ruleset, s.player_id, s.role, s.team, g.winner, s.survived, COUNT(a.id),"
            " COUNT(CASE WHEN a.default_reason <> '' THEN 1 END)"
            " FROM games_seat s JOIN games_game g ON g.id = s.game_id"
            " LEFT JOIN games_answer a ON a.game_id = s.game_id AND a.seat = s.number"
            " WHERE s.game_id = %s GROUP BY s.id, g.id ORDER BY s.number",
            [game.pk],
        )
        rows = cursor.fetchall()
    for ruleset, player, role, team, winner, survived, of_all, defaults in rows:
        yield Result(Row(ruleset, player, role, team), winner, bool(survived), of_all, defaults)


def add(*, season: int, sums: dict[Row, Tally]) -> None:
    """Adds sums to a season's rows of standings, which are made where there are none."""
    add_up(
        Standing,
        [Sum((season, row.ruleset, row.player, row.role), (row.team,), tuple(tally)) for row, tally in sums.items()],
        key=("season", "ruleset", "player", "role"),
        besides=("team",),
        added=Tally._fields,
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
