"""How often players were asked, and how often a default stood in for their answer."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0005_caps"),
        ("personas", "0002_prices"),
    ]

    operations = [
        migrations.AddField(
            model_name="standing",
            name="answers",
            field=models.PositiveIntegerField(default=0, help_text="How often it was asked."),
        ),
        migrations.AddField(
            model_name="standing",
            name="defaults",
            field=models.PositiveIntegerField(default=0, help_text="How often the default stood in for its answer."),
        ),
        migrations.AddConstraint(
            model_name="standing",
            constraint=models.CheckConstraint(
                condition=models.Q(("answers__gte", models.F("defaults"))),
                name="standing_defaults_within_answers",
                violation_error_message="Defaults are answers.",
            ),
        ),
    ]
