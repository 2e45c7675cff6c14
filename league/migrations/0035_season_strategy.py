from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0034_awareness"),
        ("personas", "0021_awareness"),
    ]

    operations = [
        migrations.AddField(
            model_name="season",
            name="is_aware",
            field=models.BooleanField(
                blank=True,
                help_text="Whether all its players are told that they are models among models; empty: each as it is.",
                null=True,
                verbose_name="aware",
            ),
        ),
        migrations.AddField(
            model_name="season",
            name="strategy_level",
            field=models.CharField(
                blank=True,
                choices=[
                    ("none", "no strategy told"),
                    ("basic", "basic"),
                    ("intermediate", "intermediate"),
                    ("advanced", "advanced"),
                ],
                help_text="The level that all its players play at; empty: each at its own.",
                max_length=12,
            ),
        ),
        migrations.AddConstraint(
            model_name="season",
            constraint=models.CheckConstraint(
                condition=models.Q(("strategy_level__in", ["", "none", "basic", "intermediate", "advanced"])),
                name="season_level_known",
                violation_error_message="Unknown strategy level.",
            ),
        ),
    ]
