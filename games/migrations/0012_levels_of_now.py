"""Seats of before keep the strategy level that their players have now; that it was not recorded says their version 0."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import OuterRef, Subquery


def take_over(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """The column began with what most have; only the others are written."""
    players = apps.get_model("personas", "Player").objects.exclude(strategy_level="none")
    seats = apps.get_model("games", "Seat").objects.filter(player__in=players)
    level = players.filter(pk=OuterRef("player")).values("strategy_level")
    seats.update(strategy_level=Subquery(level))


class Migration(migrations.Migration):
    dependencies = [("games", "0011_frozen_at_the_seat"), ("personas", "0008_first_versions")]

    operations = [migrations.RunPython(take_over, migrations.RunPython.noop)]
