"""Standings of before count the answers of the games that are recorded in them."""

from typing import Any

from django.db import migrations
from django.db.models import Count, F, Q


def count(apps: Any, schema_editor: Any) -> None:
    """Adds the answers of every recorded game to the rows of those who sat in it."""
    fixtures, standings = apps.get_model("league", "Fixture"), apps.get_model("league", "Standing")
    answers, seats = apps.get_model("games", "Answer"), apps.get_model("games", "Seat")
    recorded = fixtures.objects.filter(recorded_at__isnull=False).values_list("season", "game", "game__ruleset")
    for season, game, ruleset in list(recorded):
        counts = answers.objects.filter(game=game).order_by().values_list("seat")
        told = {
            seat: {"answers": F("answers") + of_all, "defaults": F("defaults") + defaults}
            for seat, of_all, defaults in counts.annotate(
                asked=Count("id"), defaulted=Count("id", filter=~Q(default_reason=""))
            )
        }
        for number, player, role in seats.objects.filter(game=game).values_list("number", "player", "role"):
            if number in told:
                rows = standings.objects.filter(season=season, ruleset=ruleset, player=player, role=role)
                rows.update(**told[number])


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0006_answers_in_standings"),
        ("games", "0005_calls"),
    ]

    operations = [
        migrations.RunPython(count, migrations.RunPython.noop),
    ]
