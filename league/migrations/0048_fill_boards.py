"""The sums that the order of boards comes from, filled from the games that are recorded: by season, so that no statement
is longer than the largest of them. What was filled by a try that did not end is emptied first.
"""

import json
from hashlib import sha256
from typing import Any, Final

from django.db import migrations, transaction

SOME: Final = 500  # fixtures that are written at once
SIDES: Final = """
    INSERT INTO league_surplus (season, "by", team, role, whose, ruleset, book, size, winner, games, seats, more, apart)
    SELECT season, kept, of_team, of_role, whose, ruleset, book, size, winner, COUNT(*), SUM(won + lost),
        SUM(won - lost), SUM((won - lost) * (won - lost))
    FROM (
        SELECT season, ruleset, book, size, winner,
            CASE who WHEN 0 THEN '' WHEN 1 THEN 'player' WHEN 2 THEN 'model' WHEN 3 THEN 'persona' ELSE 'level' END
                AS kept,
            CASE who WHEN 0 THEN '' WHEN 1 THEN player WHEN 2 THEN model WHEN 3 THEN persona ELSE level END AS whose,
            CASE part WHEN 2 THEN '' ELSE team END AS of_team, CASE part WHEN 0 THEN role ELSE '' END AS of_role, game,
            SUM(CASE WHEN who > 0 AND winner = team THEN 1 ELSE 0 END) AS won,
            SUM(CASE WHEN who > 0 AND winner <> team THEN 1 ELSE 0 END) AS lost
        FROM (
            SELECT season.slug AS season, game.id AS game, game.ruleset, fixture.book,
                COUNT(*) OVER (PARTITION BY game.id) AS size, game.winner, seat.number, seat.team, seat.role,
                player.player_id AS player, model.slug AS model, persona.slug AS persona,
                seat.strategy_level AS level, persona.written_for
            FROM league_fixture fixture
            JOIN league_season season ON season.id = fixture.season_id
            JOIN games_game game ON game.id = fixture.game_id
            JOIN games_seat seat ON seat.game_id = game.id
            JOIN personas_player player ON player.id = seat.player_id
            JOIN personas_languagemodel model ON model.id = player.model_id
            JOIN personas_persona persona ON persona.id = player.persona_id
            WHERE fixture.recorded_at IS NOT NULL AND game.unrated = '' AND game.winner <> 'draw' AND season.id = %s
        ) seats
        CROSS JOIN (SELECT 0 AS who UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4) whom
        CROSS JOIN (SELECT 0 AS part UNION ALL SELECT 1 UNION ALL SELECT 2) parts
        WHERE (who = 0 AND part = 2 AND number = 0 OR who IN (1, 3) AND written_for = '' OR who IN (2, 4))
            AND NOT (who = 1 AND part = 1)
        GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
    ) sides GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9
"""
ALL: Final = """
    INSERT INTO league_surplus (season, "by", team, role, whose, ruleset, book, size, winner, games, seats, more, apart)
    SELECT '', "by", team, role, whose, ruleset, book, size, winner, SUM(games), SUM(seats), SUM(more), SUM(apart)
    FROM league_surplus WHERE season IN (
        SELECT slug FROM league_season WHERE rated AND twin_of_id IS NULL AND status <> 'cancelled'
    ) GROUP BY 2, 3, 4, 5, 6, 7, 8, 9
"""


def book_of(options: Any) -> str:
    """The digest of a game's options, as it was when this was written."""
    return sha256(json.dumps(options, sort_keys=True, separators=(",", ":")).encode()).hexdigest()[:16]


def fill(apps: Any, schema_editor: Any) -> None:
    """The options by which recorded games were played, then the sums of each season and of all."""
    alias, last = schema_editor.connection.alias, 0
    fixtures = apps.get_model("league", "Fixture").objects.using(alias).filter(recorded_at__isnull=False)
    while some := list(fixtures.filter(pk__gt=last).order_by("pk").values_list("pk", "game__options")[:SOME]):
        books: dict[str, list[int]] = {}
        for key, options in some:
            books.setdefault(book_of(options), []).append(key)
        for book, keys in books.items():
            fixtures.filter(pk__in=keys).update(book=book)
        last = some[-1][0]
    seasons = list(fixtures.order_by("season_id").values_list("season_id", flat=True).distinct())
    with transaction.atomic(using=alias), schema_editor.connection.cursor() as cursor:
        cursor.execute("DELETE FROM league_surplus")
        for season in seasons:
            cursor.execute(SIDES, [season])
        cursor.execute(ALL)


def empty(apps: Any, schema_editor: Any) -> None:
    """The tables go."""


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("league", "0047_boards"),
    ]

    operations = [
        migrations.RunPython(fill, empty),
    ]
