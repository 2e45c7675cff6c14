"""Seasons that are under way go on with the house as they have begun, which is the level `advanced` from now on."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import Q

OF_THE_HOUSE = Q(player__model__provider="house") | Q(model_version__asked__provider="house")


def advance(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Every place of the house on their rosters; what seasons that are over were played with stays as it was told."""
    places = apps.get_model("league", "SeasonPlayer").objects.filter(
        OF_THE_HOUSE, season__status__in=["running", "paused"]
    )
    places.update(strategy_level="advanced")


class Migration(migrations.Migration):
    dependencies = [("league", "0040_fill_beliefs"), ("games", "0030_house_goes_on_advanced")]

    operations = [migrations.RunPython(advance, migrations.RunPython.noop)]
