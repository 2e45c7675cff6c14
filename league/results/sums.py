"""The sums that are kept (league.models.sums) are added to here. Law: one statement for each table and game, in the
transaction that marks the game: `recorded_at` for careers and outcomes, its figures for the sums of figures. So each
game is in them once, whoever comes first.

The same statement adds one game, folds a season again or fills the tables of a database that had none: it is a SELECT
over the rows that stay, grouped by the keys, into rows that grow. Rows are written in the order of their keys, so that
two workers wait for each other and never in a circle. All seasons together are a sum of the seasons' own rows, but for
those of twins and of cancelled ones: a deal that is played once more is no second result, and what was cancelled
is none. A game in which a model was substituted (`unrated`) is in no row at all. What they cost is in all bills
(league.results.bills), for it was paid.
What a fold again corrects nobody may add to meanwhile: on PostgreSQL it locks the table, on SQLite there is one writer.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Final

from django.db import connection, models, transaction

from games.models.plain_sql import execute_planned, places_for
from league.models import Career, FiguresSum, GameSum, ModelCareer, Outcome, Season, Standing
from personas.memory import mark_documents
from personas.models import Player

# Where the strategy level of a seat is read, here and nowhere else.
LEVEL_OF_SEAT: Final = "seat.strategy_level"
# What stands apart from the sums of all seasons: Season.COUNTED, in SQL. A game without a season counts.
IS_APART: Final = "CASE WHEN season.twin_of_id IS NULL AND COALESCE(season.status, '') <> 'cancelled' THEN 0 ELSE 1 END"
NONE_APART: Final = (
    "season NOT IN (SELECT slug FROM league_season WHERE twin_of_id IS NOT NULL OR status = 'cancelled')"
)
RESULTS: Final = ("games", "wins", "draws", "survived", "answers", "defaults")
SEATS: Final = f"""
    SELECT season.slug AS season, season.id AS season_id, season.rated, {IS_APART} AS is_apart,
        game.ruleset, game.winner, seat.role, seat.team,
        seat.player_id, player.model_id, {LEVEL_OF_SEAT} AS level, persona.written_for, seat.number,
        1 AS games, CASE WHEN game.winner = seat.team THEN 1 ELSE 0 END AS wins,
        CASE WHEN game.winner = 'draw' THEN 1 ELSE 0 END AS draws,
        CASE WHEN seat.survived THEN 1 ELSE 0 END AS survived,
        COALESCE(given.answers, 0) AS answers, COALESCE(given.defaults, 0) AS defaults
    FROM league_fixture fixture
    JOIN league_season season ON season.id = fixture.season_id
    JOIN games_game game ON game.id = fixture.game_id
    JOIN games_seat seat ON seat.game_id = game.id
    JOIN personas_player player ON player.id = seat.player_id
    JOIN personas_persona persona ON persona.id = player.persona_id
    LEFT JOIN (
        SELECT answer.game_id, answer.seat, COUNT(*) AS answers,
            SUM(CASE WHEN answer.default_reason <> '' THEN 1 ELSE 0 END) AS defaults
        FROM games_answer answer JOIN league_fixture of_game ON of_game.game_id = answer.game_id
        WHERE {{answered}} GROUP BY answer.game_id, answer.seat
    ) given ON given.game_id = game.id AND given.seat = seat.number
    WHERE fixture.recorded_at IS NOT NULL AND game.unrated = '' AND {{wanted}}
"""  # noqa: S608  (names of ours)
FIGURES: Final = f"""
    SELECT COALESCE(season.slug, '-') AS season, {IS_APART} AS is_apart,
        game.ruleset, game.winner, figures.table_size AS size, seat.role,
        seat.team, player.model_id, figures.version, figures.briefing, {LEVEL_OF_SEAT} AS level,
        persona.slug AS persona, persona.written_for, game.id AS game,
        1 AS seats, CASE WHEN game.winner = seat.team THEN 1 ELSE 0 END AS wins,
        CASE WHEN game.winner = 'draw' THEN 1 ELSE 0 END AS draws,
        CASE WHEN seat.survived THEN 1 ELSE 0 END AS survived,
        CASE WHEN figures.calls > 0 THEN 1 ELSE 0 END AS paid_seats,
        CASE WHEN figures.calls > 0 AND game.winner = seat.team THEN 1 ELSE 0 END AS paid_wins,
        CASE WHEN figures.calls > 0 THEN figures.answers ELSE 0 END AS asked,
        answers, defaults, accused, nominated, voted_for, votes_hidden, votes_open, votes_nobody, thoughts,
        thought_length, decisions, foreseen, claims, judged, untrue, judged_hidden, untrue_hidden, heard, unfiled,
        filed, unsaid, calls, input_tokens, cached_tokens, output_tokens, reasoning_tokens, cost, unsure
    FROM league_figures figures
    JOIN games_seat seat ON seat.id = figures.seat_id
    JOIN games_game game ON game.id = seat.game_id
    JOIN personas_player player ON player.id = seat.player_id
    JOIN personas_persona persona ON persona.id = player.persona_id
    LEFT JOIN league_fixture fixture ON fixture.game_id = game.id
    LEFT JOIN league_season season ON season.id = fixture.season_id
    WHERE game.status = 'finished' AND game.unrated = '' AND {{wanted}}
"""  # noqa: S608


@dataclass(frozen=True, slots=True, eq=False)
class Fold:
    """How the rows of a table are added up: its columns, each with the expression that gives it, from `source`;
    `besides` are those that follow from the keys."""

    model: type[models.Model]
    keys: dict[str, str]
    sums: dict[str, str]
    source: str
    besides: dict[str, str] = field(default_factory=dict)


def added(names: Iterable[str]) -> dict[str, str]:
    """The sums of columns that the source has by the same names."""
    return {name: f"SUM({name})" for name in names}


SUMMED: Final = tuple(
    column.name
    for column in FiguresSum._meta.concrete_fields
    if isinstance(column, models.PositiveBigIntegerField | models.DecimalField)
)
CELLS: Final = "CROSS JOIN (SELECT 0 AS kind UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3) cell"
SIX: Final = CELLS.replace(") cell", " UNION ALL SELECT 4 UNION ALL SELECT 5) cell")
OF_SEASON: Final = "CASE WHEN kind IN (0, 2, 4) THEN season ELSE '' END"  # the odd kinds are of all seasons together
STANDINGS: Final = Fold(
    Standing,
    {"season_id": "season_id", "ruleset": "ruleset", "player_id": "player_id", "role": "role"},
    added(RESULTS),
    f"({SEATS}) each WHERE TRUE",
    {"team": "team"},
)
OUTCOMES: Final = Fold(
    Outcome,
    {"season_id": "season_id", "ruleset": "ruleset", "winner": "winner"},
    {"games": "COUNT(*)"},
    f"({SEATS}) each CROSS JOIN (SELECT 0 AS kind) cell WHERE number = 0",
)
CAREERS: Final = Fold(
    Career,
    {
        "rated": "rated",
        "ruleset": "CASE WHEN kind IN (0, 1) THEN ruleset ELSE '' END",
        "role": "CASE WHEN kind IN (0, 2) THEN role ELSE '' END",
        "team": "CASE WHEN kind IN (0, 2) THEN team ELSE '' END",
        "player_id": "player_id",
    },
    added(RESULTS),
    f"({SEATS}) each {CELLS} WHERE written_for = '' AND is_apart = 0",
)
# The same from the standings, which are sums already.
CAREERS_AGAIN: Final = replace(
    CAREERS,
    source=f"""(
        SELECT season.rated, standing.ruleset, role, team, standing.player_id,
            games, wins, draws, survived, answers, defaults
        FROM league_standing standing
        JOIN league_season season ON season.id = standing.season_id
        JOIN personas_player player ON player.id = standing.player_id
        JOIN personas_persona persona ON persona.id = player.persona_id
        WHERE persona.written_for = '' AND season.twin_of_id IS NULL AND season.status <> 'cancelled'
    ) each {CELLS} WHERE TRUE""",  # noqa: S608
)
MODEL_CAREERS: Final = Fold(
    ModelCareer,
    {"season": OF_SEASON, **{name: name for name in ("rated", "ruleset", "role", "team", "model_id", "level")}},
    added(RESULTS),
    f"({SEATS}) each {CELLS} WHERE (kind = 0 OR kind = 1 AND is_apart = 0)",
)
FIGURES_SUMS: Final = Fold(
    FiguresSum,
    {
        "season": OF_SEASON,
        "persona": "CASE WHEN kind < 2 THEN '' ELSE persona END",
        "ruleset": "CASE WHEN kind < 4 THEN ruleset ELSE '' END",
        "size": "CASE WHEN kind < 2 THEN size ELSE 0 END",
        "model_id": "model_id",
        "version": "CASE WHEN kind < 2 THEN version ELSE 0 END",
        "briefing": "CASE WHEN kind < 2 THEN briefing ELSE 0 END",
        "level": "CASE WHEN kind < 2 THEN level ELSE '' END",
        "role": "CASE WHEN kind < 2 THEN role ELSE '' END",
        "team": "CASE WHEN kind < 2 THEN team ELSE '' END",
    },
    added(SUMMED),
    f"({FIGURES}) each {SIX} WHERE (kind < 2 OR written_for = '') AND (kind IN (0, 2, 4) OR is_apart = 0)",
)
GAME_SUMS: Final = Fold(
    GameSum,
    {"season": OF_SEASON, "ruleset": "ruleset", "size": "size", "winner": "winner"},
    {"games": "COUNT(*)", "paid_games": "SUM(paid)"},
    f"""(
        SELECT season, MAX(is_apart) AS is_apart, ruleset, size, winner, CASE WHEN MAX(paid_seats) > 0 OR EXISTS (
            SELECT 1 FROM games_call call WHERE call.game_id = game AND call.purpose = 'narration' AND call.billed
        ) THEN 1 ELSE 0 END AS paid
        FROM ({FIGURES}) seats GROUP BY season, ruleset, size, winner, game
    ) each {CELLS} WHERE (kind = 0 OR kind = 1 AND is_apart = 0)""",  # noqa: S608
)

FOLDS: Final = (OUTCOMES, CAREERS, MODEL_CAREERS, FIGURES_SUMS, GAME_SUMS)


def add_results(*, games: Sequence[int]) -> None:
    """Adds games, by their keys, whose results were just recorded to standings, outcomes and careers; part of whoever's
    transaction marks them."""
    keys, listed = places_for(games)
    of_games = {"answered": f"answer.game_id IN ({listed})", "wanted": f"game.id IN ({listed})"}
    for each in (STANDINGS, OUTCOMES, CAREERS, MODEL_CAREERS):
        fold(each, of_games, [*keys, *keys])


def add_figures(*, games: Sequence[int]) -> None:
    """Adds games, by their keys, whose figures were just written to their sums; part of whoever's transaction writes
    them."""
    keys, listed = places_for(games)
    for each in (FIGURES_SUMS, GAME_SUMS):
        fold(each, {"wanted": f"game.id IN ({listed})"}, keys)


def fold_season_again(*, season: Season) -> list[str]:
    """Adds up a season's sums, and those of all seasons together, from the rows that stay; says what had been wrong."""
    answered = {"answered": "of_game.season_id = %s", "wanted": "season.id = %s"}
    with transaction.atomic():
        for each in FOLDS:
            lock(each.model)
        before = {each: rows_of(each) for each in FOLDS}
        Outcome.objects.filter(season=season).delete()
        fold(OUTCOMES, answered, [season.pk, season.pk])
        ModelCareer.objects.filter(season=season.slug).delete()
        fold(MODEL_CAREERS, answered, [season.pk, season.pk], of_all=False)
        for each in (FIGURES_SUMS, GAME_SUMS):
            every(each).filter(season=season.slug).delete()
            fold(each, {"wanted": "season.id = %s"}, [season.pk], of_all=False)
        _fold_together()
        if before[CAREERS] != rows_of(CAREERS):
            mark_documents(players=Player.objects.filter(document__isnull=False).values_list("pk", flat=True))
        return [told for each, was in before.items() if (told := difference(each, was, rows_of(each)))]


def fold_all_seasons_again() -> None:
    """Adds up the sums of all seasons together from those of each: one has come to count no more. Whoever calls it
    holds that season's row, and no row that others hold who wait for it."""
    with transaction.atomic():
        for each in (CAREERS, MODEL_CAREERS, FIGURES_SUMS, GAME_SUMS):
            lock(each.model)
        _fold_together()


def _fold_together() -> None:
    Career.objects.all().delete()
    fold(CAREERS_AGAIN, {}, [])
    for each in (MODEL_CAREERS, FIGURES_SUMS, GAME_SUMS):
        every(each).filter(season="").delete()
        fold(of_all_seasons(each, but=NONE_APART), {}, [])


def fold_all_again() -> None:
    """Adds up every sum from the rows that stay. Takes half a minute with a hundred thousand games."""
    everything = {"answered": "TRUE", "wanted": "TRUE"}
    with transaction.atomic():
        for each in FOLDS:
            lock(each.model)
            every(each).delete()
            fold(CAREERS_AGAIN if each is CAREERS else each, everything, [])


def fold(each: Fold, wanted: dict[str, str], parameters: Sequence[Any], *, of_all: bool = True) -> None:
    """Adds what a source has for the wanted rows to a table; without the rows of all seasons together where those are
    to come from the others."""
    begins, ends = _adding(each)
    source = each.source.format(**wanted) if wanted else each.source
    source += "" if of_all else " AND kind IN (0, 2, 4)"
    execute_planned(f"{begins} FROM {source} {ends}", parameters)


@cache  # for it is added to with each game, and takes longer to word than to do; both databases quote names alike
def _adding(each: Fold) -> tuple[str, str]:
    """The statement that adds to a table, around the source of what is added."""
    quoted, table = connection.ops.quote_name, connection.ops.quote_name(each.model._meta.db_table)
    columns = each.keys | each.besides | each.sums
    names, values = ", ".join(map(quoted, columns)), ", ".join(columns.values())
    places = ", ".join(str(place) for place in range(1, len(each.keys) + len(each.besides) + 1))
    sums = ", ".join(f"{quoted(name)} = {table}.{quoted(name)} + excluded.{quoted(name)}" for name in each.sums)
    return (
        f"INSERT INTO {table} ({names}) SELECT {values}",
        f"GROUP BY {places} ORDER BY {places} ON CONFLICT ({', '.join(map(quoted, each.keys))}) DO UPDATE SET {sums}",
    )


def of_all_seasons(each: Fold, *, but: str = "TRUE") -> Fold:
    """The same table, added up over its seasons, or over those that fit."""
    keys = {name: "''" if name == "season" else connection.ops.quote_name(name) for name in each.keys}
    table = connection.ops.quote_name(each.model._meta.db_table)
    return Fold(each.model, keys, added(each.sums), f"{table} WHERE season <> '' AND {but}")


def every(each: Fold) -> models.QuerySet[Any]:  # Any: rows of its model
    """All rows of a table."""
    return models.QuerySet(each.model)


def lock(model: type[models.Model]) -> None:
    """Nobody else writes this table until the transaction ends; reading goes on."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f'LOCK TABLE "{model._meta.db_table}" IN SHARE ROW EXCLUSIVE MODE')


def rows_of(each: Fold) -> dict[tuple[Any, ...], tuple[Any, ...]]:
    """What stands in a table, by key; costs to the places that they have."""
    rows: Any = every(each).values_list(*each.keys, *each.sums)
    whole = len(each.keys)
    return {row[:whole]: tuple(round(number, 8) for number in row[whole:]) for row in rows}


def difference(each: Fold, was: dict[Any, Any], now: dict[Any, Any]) -> str:
    """How many rows of a table were wrong, in words; "" for none."""
    wrong = sum(was.get(key) != now.get(key) for key in was.keys() | now.keys())
    return f"{each.model._meta.verbose_name_plural}: {wrong} row{'' if wrong == 1 else 's'} differed" if wrong else ""
