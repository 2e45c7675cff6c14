"""What came of asking models and how long it took, filled from the calls that are billed. Where a question was asked
in a game whose answers were not kept, its calls count under no kind.

The database adds up by itself; what was filled by a try that did not end is emptied first.
"""

from typing import Any, Final

from django.db import migrations

ASKINGS: Final = """
    INSERT INTO league_askingsum (season, model, ruleset, kind, calls, questions, retried, defaulted, answered,
    faulty, cut, refused, lost, input, cached, cache_written, output, reasoning, cost, unsure) SELECT CASE WHEN kind
    IN (0, 2, 4) THEN season ELSE '' END, model, ruleset, question, COUNT(*), SUM(questions), SUM(retried),
    SUM(defaulted), SUM(answered), SUM(faulty), SUM(cut), SUM(refused), SUM(lost), SUM(input), SUM(cached),
    SUM(cache_written), SUM(output), SUM(reasoning), SUM(cost), SUM(unsure) FROM ( SELECT COALESCE(season.slug, '-')
    AS season, game.ruleset, COALESCE(language.slug, call.model) AS model, COALESCE(answer.kind, '') AS question,
    CASE WHEN answer.id IS NULL OR EXISTS ( SELECT 1 FROM games_call earlier WHERE earlier.game_id = call.game_id
    AND earlier.poll = call.poll AND earlier.seat = call.seat AND earlier.purpose = 'answer' AND earlier.id <
    call.id ) THEN 0 ELSE 1 END AS questions, CASE WHEN answer.tries > 1 THEN CASE WHEN answer.id IS NULL OR EXISTS
    ( SELECT 1 FROM games_call earlier WHERE earlier.game_id = call.game_id AND earlier.poll = call.poll AND
    earlier.seat = call.seat AND earlier.purpose = 'answer' AND earlier.id < call.id ) THEN 0 ELSE 1 END ELSE 0 END
    AS retried, CASE WHEN answer.default_reason <> '' THEN CASE WHEN answer.id IS NULL OR EXISTS ( SELECT 1 FROM
    games_call earlier WHERE earlier.game_id = call.game_id AND earlier.poll = call.poll AND earlier.seat =
    call.seat AND earlier.purpose = 'answer' AND earlier.id < call.id ) THEN 0 ELSE 1 END ELSE 0 END AS defaulted,
    CASE WHEN call.status = 'answered' THEN 1 ELSE 0 END AS answered, CASE WHEN call.status = 'answered' AND
    call.fault <> '' THEN 1 ELSE 0 END AS faulty, CASE WHEN SUBSTR(call.fault, 1, 25) = 'the answer was cut off at'
    THEN 1 ELSE 0 END AS cut, CASE WHEN call.status = 'refused' THEN 1 ELSE 0 END AS refused, CASE WHEN call.status
    IN ('failed', 'orphaned') THEN 1 ELSE 0 END AS lost, COALESCE(input_tokens, 0) AS input, COALESCE(cached_tokens,
    0) AS cached, COALESCE(cache_written_tokens, 0) AS cache_written, COALESCE(output_tokens, 0) AS output,
    COALESCE(reasoning_tokens, 0) AS reasoning, COALESCE(cost, 0) AS cost, CASE WHEN input_tokens IS NULL THEN
    COALESCE(cost, 0) ELSE 0 END AS unsure FROM games_call call JOIN games_game game ON game.id = call.game_id LEFT
    JOIN games_answer answer ON answer.game_id = call.game_id AND answer.poll = call.poll AND answer.seat =
    call.seat LEFT JOIN personas_languagemodel language ON language.id = call.language_model_id LEFT JOIN
    league_fixture fixture ON fixture.game_id = game.id LEFT JOIN league_season season ON season.id =
    fixture.season_id WHERE game.status = 'finished' AND call.purpose = 'answer' AND call.billed ) each CROSS JOIN
    (SELECT 0 AS kind UNION ALL SELECT 1) cell WHERE TRUE GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
"""
LATENCIES: Final = """
    INSERT INTO league_latencysum (season, model, ruleset, bucket, calls) SELECT CASE WHEN kind IN (0, 2, 4) THEN
    season ELSE '' END, model, ruleset, bucket, COUNT(*) FROM ( SELECT COALESCE(season.slug, '-') AS season,
    game.ruleset, COALESCE(language.slug, call.model) AS model, CASE WHEN latency < 0.05 THEN 0 WHEN latency <
    0.05946 THEN 1 WHEN latency < 0.070711 THEN 2 WHEN latency < 0.08409 THEN 3 WHEN latency < 0.1 THEN 4 WHEN
    latency < 0.118921 THEN 5 WHEN latency < 0.141421 THEN 6 WHEN latency < 0.168179 THEN 7 WHEN latency < 0.2 THEN
    8 WHEN latency < 0.237841 THEN 9 WHEN latency < 0.282843 THEN 10 WHEN latency < 0.336359 THEN 11 WHEN latency <
    0.4 THEN 12 WHEN latency < 0.475683 THEN 13 WHEN latency < 0.565685 THEN 14 WHEN latency < 0.672717 THEN 15 WHEN
    latency < 0.8 THEN 16 WHEN latency < 0.951366 THEN 17 WHEN latency < 1.131371 THEN 18 WHEN latency < 1.345434
    THEN 19 WHEN latency < 1.6 THEN 20 WHEN latency < 1.902731 THEN 21 WHEN latency < 2.262742 THEN 22 WHEN latency
    < 2.690869 THEN 23 WHEN latency < 3.2 THEN 24 WHEN latency < 3.805463 THEN 25 WHEN latency < 4.525483 THEN 26
    WHEN latency < 5.381737 THEN 27 WHEN latency < 6.4 THEN 28 WHEN latency < 7.610926 THEN 29 WHEN latency <
    9.050967 THEN 30 WHEN latency < 10.763474 THEN 31 WHEN latency < 12.8 THEN 32 WHEN latency < 15.221851 THEN 33
    WHEN latency < 18.101934 THEN 34 WHEN latency < 21.526948 THEN 35 WHEN latency < 25.6 THEN 36 WHEN latency <
    30.443702 THEN 37 WHEN latency < 36.203867 THEN 38 WHEN latency < 43.053896 THEN 39 WHEN latency < 51.2 THEN 40
    WHEN latency < 60.887404 THEN 41 WHEN latency < 72.407734 THEN 42 WHEN latency < 86.107793 THEN 43 WHEN latency
    < 102.4 THEN 44 WHEN latency < 121.774809 THEN 45 WHEN latency < 144.815469 THEN 46 WHEN latency < 172.215586
    THEN 47 WHEN latency < 204.8 THEN 48 WHEN latency < 243.549617 THEN 49 WHEN latency < 289.630938 THEN 50 WHEN
    latency < 344.431172 THEN 51 WHEN latency < 409.6 THEN 52 WHEN latency < 487.099234 THEN 53 WHEN latency <
    579.261875 THEN 54 WHEN latency < 688.862343 THEN 55 ELSE 56 END AS bucket FROM games_call call JOIN games_game
    game ON game.id = call.game_id LEFT JOIN personas_languagemodel language ON language.id = call.language_model_id
    LEFT JOIN league_fixture fixture ON fixture.game_id = game.id LEFT JOIN league_season season ON season.id =
    fixture.season_id WHERE game.status = 'finished' AND call.purpose = 'answer' AND call.status = 'answered' AND
    call.billed ) each CROSS JOIN (SELECT 0 AS kind UNION ALL SELECT 1) cell WHERE TRUE GROUP BY 1, 2, 3, 4 ORDER BY
    1, 2, 3, 4
"""
TABLES: Final = ("league_askingsum", "league_latencysum")


def fill(apps: Any, schema_editor: Any) -> None:
    """Adds up what there is."""
    empty(apps, schema_editor)
    with schema_editor.connection.cursor() as cursor:
        for statement in (ASKINGS, LATENCIES):
            cursor.execute(statement)


def empty(apps: Any, schema_editor: Any) -> None:
    """Nothing is lost: the calls that were added up are still there."""
    with schema_editor.connection.cursor() as cursor:
        for table in TABLES:
            cursor.execute(f"DELETE FROM {table}")  # noqa: S608  (names of ours)


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0028_askings"),
        ("games", "0025_words_of_games"),
    ]

    operations = [
        migrations.RunPython(fill, empty),
    ]
