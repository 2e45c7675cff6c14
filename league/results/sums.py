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

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from django.db import models, transaction

from games.models.plain_sql import places_for
from league.models import Career, FiguresSum, GameSum, ModelCareer, Outcome, Season, Standing, Surplus
from league.results.folding import Fold, added, difference, every, fold, lock, of_all_seasons, rows_of, take
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
    WHERE fixture.recorded_at IS NOT NULL AND game.unrated = '' AND NOT fixture.is_excluded AND {{wanted}}
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
    WHERE game.status = 'finished' AND game.unrated = '' AND NOT COALESCE(fixture.is_excluded, FALSE) AND {{wanted}}
"""  # noqa: S608


# How the seats of each decided game were on the side that won, and how many not, by what boards have rows of. A player
# sits once at a table, so its teams add up from its roles; who sits there more than once has rows of teams as well.
SIDES: Final = f"""
    SELECT season, is_in_all, ruleset, book, size, winner,
        CASE who WHEN 0 THEN '' WHEN 1 THEN 'player' WHEN 2 THEN 'model' WHEN 3 THEN 'persona' ELSE 'level' END AS kept,
        CASE who WHEN 0 THEN '' WHEN 1 THEN player WHEN 2 THEN model WHEN 3 THEN persona ELSE level END AS whose,
        CASE part WHEN 2 THEN '' ELSE team END AS of_team, CASE part WHEN 0 THEN role ELSE '' END AS of_role, game,
        SUM(CASE WHEN who > 0 AND winner = team THEN 1 ELSE 0 END) AS won,
        SUM(CASE WHEN who > 0 AND winner <> team THEN 1 ELSE 0 END) AS lost
    FROM (
        SELECT season.slug AS season, CASE WHEN season.rated THEN 1 - {IS_APART} ELSE 0 END AS is_in_all,
            game.id AS game, game.ruleset, fixture.book, COUNT(*) OVER (PARTITION BY game.id) AS size, game.winner,
            seat.number, seat.team, seat.role, player.player_id AS player, model.slug AS model,
            persona.slug AS persona, {LEVEL_OF_SEAT} AS level, persona.written_for
        FROM league_fixture fixture
        JOIN league_season season ON season.id = fixture.season_id
        JOIN games_game game ON game.id = fixture.game_id
        JOIN games_seat seat ON seat.game_id = game.id
        JOIN personas_player player ON player.id = seat.player_id
        JOIN personas_languagemodel model ON model.id = player.model_id
        JOIN personas_persona persona ON persona.id = player.persona_id
        WHERE fixture.recorded_at IS NOT NULL AND game.unrated = '' AND NOT fixture.is_excluded
            AND game.winner <> 'draw' AND {{wanted}}
    ) seats
    CROSS JOIN (SELECT 0 AS who UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4) whom
    CROSS JOIN (SELECT 0 AS part UNION ALL SELECT 1 UNION ALL SELECT 2) parts
    WHERE (who = 0 AND part = 2 AND number = 0 OR who IN (1, 3) AND written_for = '' OR who IN (2, 4))
        AND NOT (who = 1 AND part = 1)
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
"""  # noqa: S608

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
    counter="seats",
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

SURPLUSES: Final = Fold(
    Surplus,
    {
        "season": OF_SEASON,
        "by": "kept",
        "team": "of_team",
        "role": "of_role",
        "whose": "whose",
        **{name: name for name in ("ruleset", "book", "size", "winner")},
    },
    {
        "games": "COUNT(*)",
        "seats": "SUM(won + lost)",
        "more": "SUM(won - lost)",
        "apart": "SUM((won - lost) * (won - lost))",
    },
    f"({SIDES}) each CROSS JOIN (SELECT 0 AS kind UNION ALL SELECT 1) cell WHERE (kind = 0 OR is_in_all = 1)",
)

FOLDS: Final = (OUTCOMES, CAREERS, MODEL_CAREERS, SURPLUSES, FIGURES_SUMS, GAME_SUMS)
OF_RESULTS: Final = (STANDINGS, OUTCOMES, CAREERS, MODEL_CAREERS, SURPLUSES)  # by the mark of a fixture
OF_FIGURES: Final = (FIGURES_SUMS, GAME_SUMS)  # by a game's figures
RATED: Final = f"{NONE_APART} AND season IN (SELECT slug FROM league_season WHERE rated)"  # noqa: S608
# Of which seasons the rows of all together are.
TOGETHER: Final = {MODEL_CAREERS: NONE_APART, SURPLUSES: RATED, FIGURES_SUMS: NONE_APART, GAME_SUMS: NONE_APART}


def add_results(*, games: Sequence[int]) -> None:
    """Adds games, by their keys, whose results were just recorded to standings, outcomes and careers; part of whoever's
    transaction marks them."""
    for each in OF_RESULTS:
        fold(each, *of_games(each, games))


def add_figures(*, games: Sequence[int]) -> None:
    """Adds games, by their keys, whose figures were just written to their sums; part of whoever's transaction writes
    them."""
    for each in OF_FIGURES:
        fold(each, *of_games(each, games))


def take_game(*, game: int, is_recorded: bool, is_counted: bool) -> None:
    """Takes a game, by its key, out of the sums that it is in: those of results where it is recorded, those of figures
    where it is counted. To be called in the transaction that excludes it, before it is marked, with its rows held."""
    folds = [each for each, is_in in ((OF_RESULTS, is_recorded), (OF_FIGURES, is_counted)) if is_in]
    for each in (every_fold := [each for some in folds for each in some]):
        lock(each.model)
    for each in every_fold:
        wanted, parameters = of_games(each, [game])
        take(each=each, wanted=wanted, parameters=parameters)


def of_games(each: Fold, games: Sequence[int]) -> tuple[dict[str, str], list[int]]:
    """What narrows the source of a table to some games, and its parameters."""
    keys, listed = places_for(games)
    asked = {"answered": f"answer.game_id IN ({listed})", "wanted": f"game.id IN ({listed})"}
    return asked, [*keys, *keys] if "{answered}" in each.source else [*keys]


def fold_season_again(*, season: Season) -> list[str]:
    """Adds up a season's sums, and those of all seasons together, from the rows that stay; says what had been wrong."""
    answered = {"answered": "of_game.season_id = %s", "wanted": "season.id = %s"}
    with transaction.atomic():
        for each in FOLDS:
            lock(each.model)
        before = {each: rows_of(each) for each in FOLDS}
        Outcome.objects.filter(season=season).delete()
        fold(OUTCOMES, answered, [season.pk, season.pk])
        for each in TOGETHER:
            every(each).filter(season=season.slug).delete()
            fold(each, answered, [season.pk] * (2 if "{answered}" in each.source else 1), of_all=False)
        _fold_together()
        if before[CAREERS] != rows_of(CAREERS):
            mark_documents(players=Player.objects.filter(document__isnull=False).values_list("pk", flat=True))
        return [told for each, was in before.items() if (told := difference(each, was, rows_of(each)))]


def fold_all_seasons_again() -> None:
    """Adds up the sums of all seasons together from those of each: one has come to count no more. Whoever calls it
    holds that season's row, and no row that others hold who wait for it."""
    with transaction.atomic():
        for each in (CAREERS, *TOGETHER):
            lock(each.model)
        _fold_together()


def _fold_together() -> None:
    Career.objects.all().delete()
    fold(CAREERS_AGAIN, {}, [])
    for each, but in TOGETHER.items():
        every(each).filter(season="").delete()
        fold(of_all_seasons(each, but=but), {}, [])


def fold_all_again() -> None:
    """Adds up every sum from the rows that stay. Takes a minute with a hundred thousand games."""
    everything = {"answered": "TRUE", "wanted": "TRUE"}
    with transaction.atomic():
        for each in FOLDS:
            lock(each.model)
            every(each).delete()
            fold(CAREERS_AGAIN if each is CAREERS else each, everything, [])
