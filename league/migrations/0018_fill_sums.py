"""The sums of every page, filled from the games that are recorded and counted. A seat's strategy level was not kept
before: what it is said to have been is what its player's is now.

The database adds up by itself, a table at a time, and the rows that come of it are few.
What was filled by a try that did not end is emptied first.
"""

from typing import Any, Final

from django.db import migrations, transaction

OUTCOMES: Final = """
    INSERT INTO league_outcome (season_id, ruleset, winner, games) SELECT fixture.season_id, game.ruleset,
    game.winner, COUNT(*) FROM league_fixture fixture JOIN games_game game ON game.id = fixture.game_id WHERE
    fixture.recorded_at IS NOT NULL GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
"""
CAREERS: Final = """
    INSERT INTO league_career (rated, ruleset, role, team, player_id, games, wins, draws, survived, answers,
    defaults) SELECT rated, CASE WHEN kind IN (0, 1) THEN ruleset ELSE '' END, CASE WHEN kind IN (0, 2) THEN role
    ELSE '' END, CASE WHEN kind IN (0, 2) THEN team ELSE '' END, player_id, SUM(games), SUM(wins), SUM(draws),
    SUM(survived), SUM(answers), SUM(defaults) FROM ( SELECT season.rated, standing.ruleset, role, team,
    standing.player_id, games, wins, draws, survived, answers, defaults FROM league_standing standing JOIN
    league_season season ON season.id = standing.season_id JOIN personas_player player ON player.id =
    standing.player_id JOIN personas_persona persona ON persona.id = player.persona_id WHERE persona.written_for =
    '' ) each CROSS JOIN (SELECT 0 AS kind UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3) cell WHERE TRUE
    GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
"""
MODEL_CAREERS: Final = """
    INSERT INTO league_modelcareer (season, rated, ruleset, role, team, model_id, level, games, wins, draws,
    survived, answers, defaults) SELECT CASE WHEN kind IN (0, 2, 4) THEN season ELSE '' END, rated, ruleset, role,
    team, model_id, level, SUM(games), SUM(wins), SUM(draws), SUM(survived), SUM(answers), SUM(defaults) FROM (
    SELECT season.slug AS season, season.rated, standing.ruleset, role, team, player.model_id, player.strategy_level
    AS level, games, wins, draws, survived, answers, defaults FROM league_standing standing JOIN league_season
    season ON season.id = standing.season_id JOIN personas_player player ON player.id = standing.player_id ) each
    CROSS JOIN (SELECT 0 AS kind UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3) cell WHERE kind IN (0, 1)
    GROUP BY 1, 2, 3, 4, 5, 6, 7 ORDER BY 1, 2, 3, 4, 5, 6, 7
"""
FIGURES: Final = """
    INSERT INTO league_figuressum (season, persona, ruleset, size, model_id, level, role, team, seats, wins, draws,
    survived, paid_seats, paid_wins, asked, answers, defaults, accused, nominated, voted_for, votes_hidden,
    votes_open, votes_nobody, thoughts, thought_length, decisions, foreseen, calls, input_tokens, cached_tokens,
    output_tokens, reasoning_tokens, cost) SELECT CASE WHEN kind IN (0, 2, 4) THEN season ELSE '' END, CASE WHEN
    kind < 2 THEN '' ELSE persona END, CASE WHEN kind < 4 THEN ruleset ELSE '' END, CASE WHEN kind < 2 THEN size
    ELSE 0 END, model_id, CASE WHEN kind < 2 THEN level ELSE '' END, CASE WHEN kind < 2 THEN role ELSE '' END, CASE
    WHEN kind < 2 THEN team ELSE '' END, SUM(seats), SUM(wins), SUM(draws), SUM(survived), SUM(paid_seats),
    SUM(paid_wins), SUM(asked), SUM(answers), SUM(defaults), SUM(accused), SUM(nominated), SUM(voted_for),
    SUM(votes_hidden), SUM(votes_open), SUM(votes_nobody), SUM(thoughts), SUM(thought_length), SUM(decisions),
    SUM(foreseen), SUM(calls), SUM(input_tokens), SUM(cached_tokens), SUM(output_tokens), SUM(reasoning_tokens),
    SUM(cost) FROM ( SELECT COALESCE(season.slug, '-') AS season, game.ruleset, game.winner, figures.table_size AS
    size, seat.role, seat.team, player.model_id, seat.strategy_level AS level, persona.slug AS persona,
    persona.written_for, game.id AS game, 1 AS seats, CASE WHEN game.winner = seat.team THEN 1 ELSE 0 END AS wins,
    CASE WHEN game.winner = 'draw' THEN 1 ELSE 0 END AS draws, CASE WHEN seat.survived THEN 1 ELSE 0 END AS
    survived, CASE WHEN figures.calls > 0 THEN 1 ELSE 0 END AS paid_seats, CASE WHEN figures.calls > 0 AND
    game.winner = seat.team THEN 1 ELSE 0 END AS paid_wins, CASE WHEN figures.calls > 0 THEN figures.answers ELSE 0
    END AS asked, answers, defaults, accused, nominated, voted_for, votes_hidden, votes_open, votes_nobody,
    thoughts, thought_length, decisions, foreseen, calls, input_tokens, cached_tokens, output_tokens,
    reasoning_tokens, cost FROM league_figures figures JOIN games_seat seat ON seat.id = figures.seat_id JOIN
    games_game game ON game.id = seat.game_id JOIN personas_player player ON player.id = seat.player_id JOIN
    personas_persona persona ON persona.id = player.persona_id LEFT JOIN league_fixture fixture ON fixture.game_id =
    game.id LEFT JOIN league_season season ON season.id = fixture.season_id WHERE game.status = 'finished' AND TRUE
    ) each CROSS JOIN (SELECT 0 AS kind UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4
    UNION ALL SELECT 5) cell WHERE (kind < 2 OR written_for = '') GROUP BY 1, 2, 3, 4, 5, 6, 7, 8 ORDER BY 1, 2, 3,
    4, 5, 6, 7, 8
"""
GAMES: Final = """
    INSERT INTO league_gamesum (season, ruleset, size, winner, games, paid_games) SELECT CASE WHEN kind IN (0, 2, 4)
    THEN season ELSE '' END, ruleset, size, winner, COUNT(*), SUM(paid) FROM ( SELECT season, ruleset, size, winner,
    CASE WHEN MAX(paid_seats) > 0 OR EXISTS ( SELECT 1 FROM games_call call WHERE call.game_id = game AND
    call.purpose = 'narration' ) THEN 1 ELSE 0 END AS paid FROM ( SELECT COALESCE(season.slug, '-') AS season,
    game.ruleset, game.winner, figures.table_size AS size, seat.role, seat.team, player.model_id,
    seat.strategy_level AS level, persona.slug AS persona, persona.written_for, game.id AS game, 1 AS seats, CASE
    WHEN game.winner = seat.team THEN 1 ELSE 0 END AS wins, CASE WHEN game.winner = 'draw' THEN 1 ELSE 0 END AS
    draws, CASE WHEN seat.survived THEN 1 ELSE 0 END AS survived, CASE WHEN figures.calls > 0 THEN 1 ELSE 0 END AS
    paid_seats, CASE WHEN figures.calls > 0 AND game.winner = seat.team THEN 1 ELSE 0 END AS paid_wins, CASE WHEN
    figures.calls > 0 THEN figures.answers ELSE 0 END AS asked, answers, defaults, accused, nominated, voted_for,
    votes_hidden, votes_open, votes_nobody, thoughts, thought_length, decisions, foreseen, calls, input_tokens,
    cached_tokens, output_tokens, reasoning_tokens, cost FROM league_figures figures JOIN games_seat seat ON seat.id
    = figures.seat_id JOIN games_game game ON game.id = seat.game_id JOIN personas_player player ON player.id =
    seat.player_id JOIN personas_persona persona ON persona.id = player.persona_id LEFT JOIN league_fixture fixture
    ON fixture.game_id = game.id LEFT JOIN league_season season ON season.id = fixture.season_id WHERE game.status =
    'finished' AND TRUE ) seats GROUP BY season, ruleset, size, winner, game ) each CROSS JOIN (SELECT 0 AS kind
    UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3) cell WHERE kind IN (0, 1) GROUP BY 1, 2, 3, 4 ORDER BY
    1, 2, 3, 4
"""
BILLS: Final = """
    INSERT INTO league_bill (season, told, model, ruleset, size, calls, input, cached, output, reasoning, cost)
    SELECT CASE WHEN kind IN (0, 2, 4) THEN season ELSE '' END, told, model, ruleset, size, COUNT(*), SUM(input),
    SUM(cached), SUM(output), SUM(reasoning), SUM(cost) FROM ( SELECT COALESCE(season.slug, '-') AS season,
    game.ruleset, COALESCE(language.slug, call.model) AS model, call.purpose = 'narration' AS told, (SELECT COUNT(*)
    FROM games_seat seat WHERE seat.game_id = game.id) AS size, COALESCE(input_tokens, 0) AS input,
    COALESCE(cached_tokens, 0) AS cached, COALESCE(output_tokens, 0) AS output, COALESCE(reasoning_tokens, 0) AS
    reasoning, COALESCE(cost, 0) AS cost FROM games_call call JOIN games_game game ON game.id = call.game_id LEFT
    JOIN personas_languagemodel language ON language.id = call.language_model_id LEFT JOIN league_fixture fixture ON
    fixture.game_id = game.id LEFT JOIN league_season season ON season.id = fixture.season_id WHERE game.status =
    'finished' AND NOT call.billed AND call.status NOT IN ('intended', 'sent') AND call.id >= %s AND call.id < %s )
    each CROSS JOIN (SELECT 0 AS kind UNION ALL SELECT 1) cell WHERE TRUE GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3,
    4, 5 ON CONFLICT (season, told, model, ruleset, size) DO UPDATE SET calls = league_bill.calls + excluded.calls,
    input = league_bill.input + excluded.input, cached = league_bill.cached + excluded.cached, output =
    league_bill.output + excluded.output, reasoning = league_bill.reasoning + excluded.reasoning, cost =
    league_bill.cost + excluded.cost
"""
BILLED: Final = """
    UPDATE games_call SET billed = TRUE
    WHERE NOT billed AND status NOT IN ('intended', 'sent') AND id >= %s AND id < %s
        AND game_id IN (SELECT id FROM games_game WHERE status = 'finished')
"""
VERSIONS: Final = """
    INSERT INTO league_version (season, model, name, fingerprint, since)
    SELECT season, model, name, fingerprint, since FROM (
        SELECT *, ROW_NUMBER() OVER (PARTITION BY model ORDER BY since, id) AS place FROM (
            SELECT call.id, season.slug AS season, COALESCE(language.slug, call.model) AS model,
                returned_model AS name, fingerprint, call.created_at AS since,
                returned_model || '/' || fingerprint AS version, LAG(returned_model || '/' || fingerprint)
                    OVER (PARTITION BY COALESCE(language.slug, call.model) ORDER BY call.created_at, call.id) AS before
            FROM league_season season
            JOIN league_fixture fixture ON fixture.season_id = season.id
            JOIN games_call call ON call.game_id = fixture.game_id
            LEFT JOIN personas_languagemodel language ON language.id = call.language_model_id
            WHERE season.id = %s AND call.billed AND (returned_model <> '' OR fingerprint <> '')
        ) named WHERE before IS NULL OR before <> version
    ) changed WHERE place <= 1000
"""
READ: Final = "games_game, games_seat, games_call, league_fixture, league_figures, league_standing, personas_player"
TABLES: Final = ("outcome", "career", "modelcareer", "figuressum", "gamesum")
CALLS: Final = 20_000  # that are billed at a time


def fill(apps: Any, schema_editor: Any) -> None:
    """Adds up what there is, each table in a transaction of its own, the calls some at a time: a try that was
    interrupted goes on where it was."""
    connection = schema_editor.connection
    know_tables(connection)
    with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
        for table in TABLES:
            cursor.execute(f"DELETE FROM league_{table}")  # noqa: S608  (names of ours)
        for statement in (OUTCOMES, CAREERS, MODEL_CAREERS, FIGURES, GAMES):
            cursor.execute(statement)
    with connection.cursor() as cursor:
        cursor.execute("SELECT MAX(id) FROM games_call")
        newest = cursor.fetchone()[0] or 0
    for first in range(0, newest + 1, CALLS):
        with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
            cursor.execute(BILLS, [first, first + CALLS])
            cursor.execute(BILLED, [first, first + CALLS])
    know_tables(connection)  # else it believes that nothing is billed, and looks through all calls for each fixture
    for season in apps.get_model("league", "Season").objects.values_list("pk", "slug"):
        with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
            cursor.execute("DELETE FROM league_version WHERE season = %s", [season[1]])
            cursor.execute(VERSIONS, [season[0]])


def know_tables(connection: Any) -> None:
    """Has PostgreSQL look how many rows of which kind there are now: it may have come from a dump a moment ago."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"ANALYZE {READ}")


def empty(apps: Any, schema_editor: Any) -> None:
    """Nothing is lost: the rows that were added up are still there."""
    connection = schema_editor.connection
    with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
        for table in (*TABLES, "bill", "version"):
            cursor.execute(f"DELETE FROM league_{table}")  # noqa: S608  (names of ours)
        cursor.execute("UPDATE games_call SET billed = FALSE WHERE billed")


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("league", "0017_sums"),
        ("games", "0013_billed"),
    ]

    operations = [
        migrations.RunPython(fill, empty),
    ]
