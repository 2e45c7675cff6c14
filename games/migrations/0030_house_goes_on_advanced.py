"""The house goes on in games that are not over as it has begun, which is the level `advanced` from now on. What is
recorded of games that are over stays: there the level of the house said nothing, and is told as it was."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import Q

OF_THE_HOUSE = Q(player__model__provider="house") | Q(model_version__asked__provider="house")


def advance(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Every seat of the house, by its model's row or by how that was asked when somebody sat down with it."""
    seats = apps.get_model("games", "Seat").objects.filter(
        OF_THE_HOUSE, game__status__in=["scheduled", "running", "paused"]
    )
    seats.update(strategy_level="advanced")


class Migration(migrations.Migration):
    dependencies = [("games", "0029_awareness"), ("personas", "0023_house_plays_advanced")]

    operations = [migrations.RunPython(advance, migrations.RunPython.noop)]
