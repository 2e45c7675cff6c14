"""How the house has played until now is what it plays like at the level `advanced`; till now its level said nothing."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def advance(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """All players of the house, whatever stood there."""
    players = apps.get_model("personas", "Player").objects.filter(model__provider="house")
    players.update(strategy_level="advanced")


class Migration(migrations.Migration):
    dependencies = [("personas", "0022_document")]

    operations = [
        migrations.RunPython(advance, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="player",
            name="strategy_level",
            field=models.CharField(
                choices=[
                    ("none", "no strategy told"),
                    ("basic", "basic"),
                    ("intermediate", "intermediate"),
                    ("advanced", "advanced"),
                ],
                default="none",
                help_text="How much strategy its briefing spells out; of the house, how well it plays.",
                max_length=12,
            ),
        ),
    ]
