"""What a season may cost, and why it was started with models that nobody had asked before."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0004_season_without_rules"),
    ]

    operations = [
        migrations.AddField(
            model_name="season",
            name="cap_call",
            field=models.DecimalField(
                blank=True,
                decimal_places=4,
                help_text="US dollars; empty is none.",
                max_digits=10,
                null=True,
                verbose_name="cap of a call",
            ),
        ),
        migrations.AddField(
            model_name="season",
            name="cap_game",
            field=models.DecimalField(
                blank=True,
                decimal_places=4,
                help_text="US dollars; empty is none.",
                max_digits=10,
                null=True,
                verbose_name="cap of a game",
            ),
        ),
        migrations.AddField(
            model_name="season",
            name="cap_season",
            field=models.DecimalField(
                blank=True,
                decimal_places=4,
                help_text="US dollars.",
                max_digits=10,
                null=True,
                verbose_name="cap of the season",
            ),
        ),
        migrations.AddField(
            model_name="season",
            name="unprobed",
            field=models.CharField(
                blank=True, help_text="Why it was started with models that were never probed.", max_length=200
            ),
        ),
        migrations.AddConstraint(
            model_name="season",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("cap_call__isnull", True), ("cap_call__gte", 0), _connector="OR"),
                    models.Q(("cap_game__isnull", True), ("cap_game__gte", 0), _connector="OR"),
                    models.Q(("cap_season__isnull", True), ("cap_season__gte", 0), _connector="OR"),
                ),
                name="season_caps_not_negative",
                violation_error_message="A cap is not negative.",
            ),
        ),
    ]
