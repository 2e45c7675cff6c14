"""A season's rules get rows of their own, in three steps: room for them, then the rows (0003), then what they stood in
before is taken away (0004). PostgreSQL changes no table that has rows written in the same transaction, so the steps are
migrations of their own."""

import django.db.models.deletion
import django.db.models.expressions
import django.db.models.lookups
from django.db import migrations, models

import personas.constraints


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="SeasonRules",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "number",
                    models.PositiveSmallIntegerField(help_text="Its turn, from 0: fixture 1 is played by number 0."),
                ),
                ("ruleset", models.CharField(help_text="The slug of the rules.", max_length=40)),
                ("revision", models.PositiveIntegerField(help_text="The revision of those rules.")),
                ("seats", models.PositiveSmallIntegerField(help_text="How many sit at a table.")),
                (
                    "options",
                    models.JSONField(
                        blank=True, default=dict, help_text="Options of the ruleset that differ from the defaults."
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="rules", to="league.season"
                    ),
                ),
            ],
            options={
                "verbose_name": "rules of a season",
                "verbose_name_plural": "rules of a season",
                "ordering": ["season_id", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("season", "number"), name="season_rules_number_once"),
                    models.CheckConstraint(
                        condition=models.Q(("ruleset", ""), _negated=True),
                        name="season_rules_named",
                        violation_error_message="Rules have a name.",
                    ),
                    models.CheckConstraint(
                        condition=django.db.models.lookups.Exact(
                            personas.constraints.JsonType(django.db.models.expressions.F("options")),
                            django.db.models.expressions.Value("object"),
                        ),
                        name="season_rules_options_is_object",
                        violation_error_message="options must be a JSON object.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("seats__gte", 2)),
                        name="season_rules_have_seats",
                        violation_error_message="A table has at least two seats.",
                    ),
                ],
            },
        ),
        migrations.AddField(
            model_name="fixture",
            name="rules",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.RESTRICT,
                related_name="fixtures",
                to="league.seasonrules",
            ),
        ),
        migrations.RemoveConstraint(model_name="season", name="season_options_is_object"),
        migrations.RemoveConstraint(model_name="season", name="season_has_seats"),
        # Nothing is asked of the old columns any more: on the way back they are there before they are filled again.
        migrations.AlterField(
            model_name="season",
            name="ruleset",
            field=models.CharField(
                help_text="The slug of the rules its games are played by.", max_length=40, null=True
            ),
        ),
        migrations.AlterField(
            model_name="season",
            name="revision",
            field=models.PositiveIntegerField(help_text="The revision of those rules.", null=True),
        ),
        migrations.AlterField(
            model_name="season",
            name="seats",
            field=models.PositiveSmallIntegerField(help_text="How many sit at a table.", null=True),
        ),
        migrations.AlterField(
            model_name="fixture",
            name="ruleset",
            field=models.CharField(max_length=40, null=True),
        ),
    ]
