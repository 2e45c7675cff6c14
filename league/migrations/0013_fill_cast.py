"""Who plays the fixtures there are was known when their seasons started.

On the way back a season whose models write personas before each game is one of its roster's. If it is not over it is
paused: the release before would play its next games by the roster's personas, and its waiting says so.
"""

from typing import Any

from django.db import migrations
from django.db.models import OuterRef, Subquery
from django.db.models.functions import Coalesce

CANNOT = "its models write personas before each game, which this release cannot let them"


def fill(apps: Any, schema_editor: Any) -> None:
    """The time of each fixture's season."""
    seasons = apps.get_model("league", "Season").objects.filter(pk=OuterRef("season"))
    known_at = seasons.annotate(known_at=Coalesce("started_at", "created_at")).values("known_at")
    apps.get_model("league", "Fixture").objects.update(cast_at=Subquery(known_at))


def empty(apps: Any, schema_editor: Any) -> None:
    """Seasons that the release before can tell of."""
    seasons = apps.get_model("league", "Season").objects.filter(persona_source="game")
    seasons.filter(status="running").update(status="paused", waiting=CANNOT)
    seasons.update(persona_source="roster")


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0012_cast"),
    ]

    operations = [
        migrations.RunPython(fill, empty),
    ]
