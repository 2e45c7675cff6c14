"""Figures of finished games by seat, from which statistics are summed."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0005_calls"),
        ("league", "0007_count_answers"),
    ]

    operations = [
        migrations.CreateModel(
            name="Figures",
            fields=[
                (
                    "seat",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="figures",
                        serialize=False,
                        to="games.seat",
                    ),
                ),
                ("table_size", models.PositiveSmallIntegerField(help_text="How many sat at its table.")),
                ("answers", models.PositiveIntegerField(default=0)),
                ("defaults", models.PositiveIntegerField(default=0, help_text="Answers that a default stood in for.")),
                (
                    "accused",
                    models.PositiveIntegerField(
                        default=0, help_text="Public speeches of others that accuse it by name."
                    ),
                ),
                ("nominated", models.PositiveIntegerField(default=0, help_text="How often it was nominated.")),
                ("voted_for", models.PositiveIntegerField(default=0, help_text="Votes that were cast for it.")),
                (
                    "votes_hidden",
                    models.PositiveIntegerField(default=0, help_text="Its votes for players of the hidden team."),
                ),
                (
                    "votes_open",
                    models.PositiveIntegerField(default=0, help_text="Its votes for players of the open team."),
                ),
                ("votes_nobody", models.PositiveIntegerField(default=0, help_text="Its votes for nobody.")),
                ("thoughts", models.PositiveIntegerField(default=0, help_text="Answers with a thought.")),
                ("thought_length", models.PositiveIntegerField(default=0, help_text="Characters of all its thoughts.")),
                (
                    "decisions",
                    models.PositiveIntegerField(default=0, help_text="Answers with a thought that chose a player."),
                ),
                (
                    "foreseen",
                    models.PositiveIntegerField(
                        default=0, help_text="Decisions whose thought names the player chosen."
                    ),
                ),
                ("calls", models.PositiveIntegerField(default=0)),
                ("input_tokens", models.PositiveBigIntegerField(default=0)),
                ("cached_tokens", models.PositiveBigIntegerField(default=0, help_text="Of the input tokens.")),
                ("output_tokens", models.PositiveBigIntegerField(default=0)),
                ("reasoning_tokens", models.PositiveBigIntegerField(default=0, help_text="Of the output tokens.")),
                ("cost", models.DecimalField(decimal_places=8, default=0, help_text="US dollars.", max_digits=14)),
            ],
            options={
                "verbose_name_plural": "figures",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("answers__gte", models.F("defaults"))),
                        name="figures_defaults_within_answers",
                        violation_error_message="Defaults are answers.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("decisions__gte", models.F("foreseen"))),
                        name="figures_foreseen_within_decisions",
                        violation_error_message="Foreseen are decisions.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("cost__gte", 0)),
                        name="figures_cost_not_negative",
                        violation_error_message="A cost is not negative.",
                    ),
                ],
            },
        ),
    ]
