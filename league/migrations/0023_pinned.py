import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0022_fill_unsure"),
        ("personas", "0014_model_versions_append_only"),
    ]

    operations = [
        migrations.AddField(
            model_name="seasonplayer",
            name="model_version",
            field=models.ForeignKey(
                blank=True,
                help_text="How its model is asked; empty until the season starts.",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="personas.modelversion",
            ),
        ),
        migrations.AddField(
            model_name="seasonplayer",
            name="sheet_version",
            field=models.PositiveIntegerField(
                default=0, help_text="The version of its persona's sheet that it plays by; 0 until the season starts."
            ),
        ),
        migrations.AddField(
            model_name="seasonplayer",
            name="strategy_level",
            field=models.CharField(
                blank=True,
                choices=[
                    ("none", "no strategy told"),
                    ("basic", "basic"),
                    ("intermediate", "intermediate"),
                    ("advanced", "advanced"),
                ],
                help_text="The level that it plays at.",
                max_length=12,
            ),
        ),
    ]
