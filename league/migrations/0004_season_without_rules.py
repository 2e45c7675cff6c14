"""What a season is played by stands in its rules alone."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0003_fill_season_rules"),
    ]

    operations = [
        migrations.AlterField(
            model_name="fixture",
            name="rules",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.RESTRICT, related_name="fixtures", to="league.seasonrules"
            ),
        ),
        migrations.RemoveField(model_name="fixture", name="ruleset"),
        migrations.RemoveField(model_name="season", name="ruleset"),
        migrations.RemoveField(model_name="season", name="revision"),
        migrations.RemoveField(model_name="season", name="seats"),
        migrations.RemoveField(model_name="season", name="options"),
    ]
