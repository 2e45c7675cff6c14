"""What the house has played until now is the level `advanced` from now on: so it goes on in games that are not over, and
so it is told of those that are, for the level that a seat of the house had said nothing."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def advance(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Every seat of the house."""
    seats = apps.get_model("games", "Seat").objects.filter(player__model__provider="house")
    seats.exclude(strategy_level="advanced").update(strategy_level="advanced")


class Migration(migrations.Migration):
    dependencies = [("games", "0029_awareness"), ("personas", "0023_house_plays_advanced")]

    operations = [migrations.RunPython(advance, migrations.RunPython.noop)]
