"""Results become standings here and nowhere else. Law: a result is counted once, whoever comes first.

The mark `recorded_at` and the additions are one transaction, and the mark is set only where there is none: two workers,
a crash between a game and its result, or a result recorded twice change nothing. Whoever writes a season's standings
holds the season's row first, so that a recount and a result on its way cannot miss each other.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Final, NamedTuple

import structlog
from django.db import connection, transaction
from django.db.models import Count, Q, QuerySet

from games.models import Answer, Game, Seat
from games.models.plain_sql import execute_planned, places_for
from league.models import Fixture, Season, Standing
from league.results.expecting import book_of
from league.results.scoring import Result, Row, Tally, fold
from league.results.sums import add_results
from personas.memory import mark_documents
from personas.models import Player

logger = structlog.get_logger(__name__)
UNMARKED: Final = "recorded_at IS NULL"
MOST_AT_ONCE: Final = 500  # games that one statement names


class Difference(NamedTuple):
    """A row of standings that said something else than the games do."""

    player_id: str
    role: str
    was: Tally
    now: Tally


def record_result(*, game: Game, now: datetime) -> bool:
    """Counts a finished game's result in its season's standings; whether this call was the one that did."""
    return bool(record_results(games=[game], now=now))


def record_results(*, games: Sequence[Game], now: datetime) -> list[Game]:
    """Counts the results of finished games, all of them in one transaction; returns those that this call has counted,
    for somebody may have been faster with others. Of no games nothing is asked."""
    if not games:
        return []
    with transaction.atomic():
        marked = mark(games=games, now=now)
        if marked:
            hold(*{row.season for row in marked.values()})
            keep_books(games=[game for game in games if game.pk in marked])
            add_results(games=sorted(marked))
            mark_documents(players=Seat.objects.filter(game__in=marked).values_list("player_id", flat=True))
    counted = [game for game in games if game.pk in marked]
    for game in counted:
        logger.info("result recorded", game=game.public_id, fixture=marked[game.pk].number)
    return counted


class Marked(NamedTuple):
    """A fixture that was marked: its season's key and its number."""

    season: int
    number: int


def mark(*, games: Sequence[Game], now: datetime) -> dict[int, Marked]:
    """Marks the fixtures of finished games as recorded; returns, by the games' keys, those that nobody had marked. Of
    a veiled game nothing is counted: whoever lifts that (league.seasons.schedule.revealing) has it counted then."""
    keys, listed = places_for([game.pk for game in games])
    # In the order of their rows, or two who mark the same ones would each wait for the other.
    waiting = " FOR NO KEY UPDATE" if connection.features.has_select_for_update else ""
    marked = execute_planned(
        f"UPDATE league_fixture SET recorded_at = %s WHERE {UNMARKED} AND id IN (SELECT id FROM league_fixture"  # noqa: S608
        f" WHERE game_id IN ({listed}) AND {UNMARKED} ORDER BY id{waiting}) AND EXISTS"
        " (SELECT 1 FROM games_game WHERE id = game_id AND status = %s AND NOT is_veiled)"
        " RETURNING game_id, season_id, number",
        [connection.ops.adapt_datetimefield_value(now), *keys, Game.Status.FINISHED.value],
    )
    return {game: Marked(season, number) for game, season, number in marked}


def keep_books(*, games: Iterable[Game]) -> None:
    """Writes beside recorded games by which options each was played, as boards tell them apart."""
    books: dict[str, list[int]] = {}
    for game in games:
        books.setdefault(book_of(game.options), []).append(game.pk)
    for book, keys in books.items():
        for some in batched(keys):
            Fixture.objects.filter(game__in=some).exclude(book=book).update(book=book)


def batched(keys: Sequence[int]) -> Iterator[Sequence[int]]:
    """So many at a time as one statement takes."""
    yield from (keys[start : start + MOST_AT_ONCE] for start in range(0, len(keys), MOST_AT_ONCE))


def record_missing_results(
    *, now: datetime, season: Season | None = None, ended_before: datetime | None = None
) -> list[Game]:
    """Counts every finished game, or every one of a season, or of those that ended before some time, whose result was
    lost on the way, in the order of fixtures; returns those games."""
    finished = Game.objects.filter(status=Game.Status.FINISHED, is_veiled=False)
    missing = finished.filter(fixture__recorded_at__isnull=True, fixture__isnull=False)
    if season is not None:
        missing = missing.filter(fixture__season=season)
    if ended_before is not None:
        missing = missing.filter(finished_at__lt=ended_before)
    return [
        game for game in missing.order_by("fixture__season", "fixture__number") if record_result(game=game, now=now)
    ]


def recompute(*, season: Season) -> list[Difference]:
    """Counts all recorded results of a season again and corrects the standings; returns what had been wrong."""
    with transaction.atomic():
        hold(season.pk)
        keep_books(
            games=Game.objects.filter(fixture__season=season, fixture__recorded_at__isnull=False).only("options")
        )
        kept = {standing_row(each): each for each in season.standings.all()}
        was = {row: tally_of(each) for row, each in kept.items()}
        of_season = {"game__fixture__season": season, "game__fixture__recorded_at__isnull": False}
        counted = {"game__unrated": "", "game__fixture__is_excluded": False}
        now = fold(results(Seat.objects.filter(**of_season, **counted)))
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


def hold(*seasons: int) -> None:
    """Makes others who write the standings of these seasons wait until the transaction ends. On SQLite they already
    do."""
    if connection.features.has_select_for_update:
        held = Season.objects.filter(pk__in=seasons).order_by("pk").select_for_update(no_key=True)
        list(held.values_list("pk"))


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
