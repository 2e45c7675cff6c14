"""Every season's rules become its number 0, and its fixtures are played by them.

On the way back a season keeps the first of its rules. One that had several and is not over is paused: the release before
cannot play it on, and its waiting says so. What was played of it stays as it is, games and standings name their ruleset.
"""

from typing import Any

from django.db import migrations
from django.db.models import Count, OuterRef, Subquery

CANNOT = "it plays several rule books in turn, which this release cannot"


def fill(apps: Any, schema_editor: Any) -> None:
    """One row of rules for each season, and the fixtures' keys to it."""
    seasons, rules = apps.get_model("league", "Season"), apps.get_model("league", "SeasonRules")
    rules.objects.bulk_create(
        (
            rules(season_id=pk, number=0, ruleset=ruleset, revision=revision, seats=seats, options=options)
            for pk, ruleset, revision, seats, options in seasons.objects.order_by("pk").values_list(
                "pk", "ruleset", "revision", "seats", "options"
            )
        ),
        batch_size=500,
    )
    own = rules.objects.filter(season=OuterRef("season"), number=0).values("pk")
    apps.get_model("league", "Fixture").objects.update(rules=Subquery(own))


def empty(apps: Any, schema_editor: Any) -> None:
    """The columns of before, from the rows."""
    seasons, rules = apps.get_model("league", "Season"), apps.get_model("league", "SeasonRules")
    several = seasons.objects.annotate(books=Count("rules")).filter(books__gt=1)
    seasons.objects.filter(pk__in=several.values("pk"), status="running").update(status="paused", waiting=CANNOT)
    first = rules.objects.filter(season=OuterRef("pk")).order_by("number")[:1]
    columns = ("ruleset", "revision", "seats", "options")
    seasons.objects.update(**{column: Subquery(first.values(column)) for column in columns})
    of_fixture = rules.objects.filter(pk=OuterRef("rules")).values("ruleset")
    apps.get_model("league", "Fixture").objects.update(ruleset=Subquery(of_fixture))


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0002_season_rules"),
    ]

    operations = [
        migrations.RunPython(fill, empty),
    ]
