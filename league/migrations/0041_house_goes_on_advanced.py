"""Seasons that have begun go on with the house as they began, which is the level `advanced` from now on, and their twins
are played so too; the sums of all that the house has played are of that level."""

from typing import Any, Final

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import Sum

# The sums that are kept by level, each with what tells its rows apart besides.
BY_LEVEL: Final = {
    "ModelCareer": ("season", "rated", "ruleset", "role", "team", "model_id"),
    "FiguresSum": ("season", "persona", "ruleset", "size", "model_id", "version", "briefing", "role", "team"),
}


def advance(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Every place of the house on a roster that is pinned, and the sums of its models."""
    places = apps.get_model("league", "SeasonPlayer").objects.filter(player__model__provider="house")
    places.exclude(strategy_level__in=["", "advanced"]).update(strategy_level="advanced")
    for name, keys in BY_LEVEL.items():
        fold_levels(apps.get_model("league", name), keys)


def fold_levels(table: Any, keys: tuple[str, ...]) -> None:
    """Makes one row of those that only their level told apart."""
    rows = table.objects.filter(model__provider="house").exclude(level="")
    named = {"id", "level", *keys}
    sums = [column.attname for column in table._meta.concrete_fields if column.attname not in named]
    folded = list(rows.order_by().values(*keys).annotate(**{f"all_{name}": Sum(name) for name in sums}))
    rows.delete()
    table.objects.bulk_create(
        table(level="advanced", **{name.removeprefix("all_"): value for name, value in row.items()}) for row in folded
    )


class Migration(migrations.Migration):
    dependencies = [("league", "0040_fill_beliefs"), ("games", "0030_house_goes_on_advanced")]

    operations = [migrations.RunPython(advance, migrations.RunPython.noop)]
