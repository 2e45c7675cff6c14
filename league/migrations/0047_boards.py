"""Boards, what is taken off them, to which rows are added and nothing else, and the sums that their order comes from."""

from typing import Any

import django.db.models.deletion
import django.db.models.functions.comparison
import django.db.models.functions.math
import django.db.models.lookups
import django.utils.timezone
from django.db import migrations, models

from personas.constraints import allow_changes, forbid_changes


def forbid(apps: Any, schema_editor: Any) -> None:
    forbid_changes(schema_editor, "league_exclusion")


def allow(apps: Any, schema_editor: Any) -> None:
    allow_changes(schema_editor, "league_exclusion")


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0032_substitutions"),
        ("league", "0046_signs_of_life"),
        ("personas", "0023_house_plays_advanced"),
    ]

    operations = [
        migrations.CreateModel(
            name="Board",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "is_published",
                    models.BooleanField(
                        default=True, help_text="Whether others than staff see it.", verbose_name="published"
                    ),
                ),
                (
                    "minimum",
                    models.PositiveIntegerField(
                        default=3,
                        help_text="Rows with fewer games stand apart and have no rank.",
                        verbose_name="minimum of games",
                    ),
                ),
                (
                    "order",
                    models.CharField(
                        choices=[("above", "wins above expectation"), ("rate", "win rate")],
                        default="above",
                        max_length=8,
                    ),
                ),
                (
                    "revision",
                    models.PositiveIntegerField(
                        default=0, help_text="Grows with each act on it; 0 while there was none."
                    ),
                ),
            ],
            options={
                "ordering": ["season_id"],
            },
        ),
        migrations.CreateModel(
            name="Exclusion",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "turn",
                    models.PositiveIntegerField(
                        help_text="From 1: with odd ones it is taken off, with even ones given back."
                    ),
                ),
                ("is_out", models.BooleanField(verbose_name="taken off")),
                ("reason", models.CharField(help_text="Everybody sees it.", max_length=200)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("who", models.CharField(help_text="Who did it, by name.", max_length=150)),
                (
                    "surface",
                    models.CharField(
                        choices=[
                            ("admin", "admin"),
                            ("site", "site"),
                            ("api", "API"),
                            ("command", "command line"),
                            ("system", "by itself"),
                        ],
                        max_length=8,
                        verbose_name="from",
                    ),
                ),
            ],
            options={
                "ordering": ["-id"],
            },
        ),
        migrations.CreateModel(
            name="Surplus",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "season",
                    models.CharField(
                        blank=True, help_text='Its slug; "": all rated seasons that count.', max_length=60
                    ),
                ),
                ("by", models.CharField(blank=True, max_length=8)),
                ("whose", models.CharField(blank=True, max_length=130)),
                ("team", models.CharField(blank=True, max_length=20)),
                ("role", models.CharField(blank=True, max_length=40)),
                ("ruleset", models.CharField(max_length=40)),
                (
                    "book",
                    models.CharField(help_text="The digest of the options (league.results.expecting).", max_length=16),
                ),
                ("size", models.PositiveSmallIntegerField(help_text="How many sat at the table.")),
                ("winner", models.CharField(max_length=20)),
                ("games", models.PositiveBigIntegerField(default=0)),
                ("seats", models.PositiveBigIntegerField(default=0)),
                ("more", models.BigIntegerField(default=0, help_text="The sum of p - q.")),
                ("apart", models.PositiveBigIntegerField(default=0, help_text="The sum of (p - q) squared.")),
            ],
            options={
                "verbose_name_plural": "surpluses",
                "ordering": ["season", "by", "whose"],
            },
        ),
        migrations.AddField(
            model_name="fixture",
            name="book",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                editable=False,
                help_text="The digest of its game's options, since its result was counted.",
                max_length=16,
            ),
        ),
        migrations.AddField(
            model_name="fixture",
            name="is_excluded",
            field=models.BooleanField(
                db_default=False,
                default=False,
                editable=False,
                help_text="Whether its game was taken off all boards; exclusions say why.",
                verbose_name="excluded",
            ),
        ),
        migrations.AddIndex(
            model_name="fixture",
            index=models.Index(condition=models.Q(("is_excluded", True)), fields=["game"], name="fixture_excluded"),
        ),
        migrations.AddField(
            model_name="board",
            name="season",
            field=models.OneToOneField(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="board",
                to="league.season",
            ),
        ),
        migrations.AddField(
            model_name="exclusion",
            name="game",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="exclusions",
                to="games.game",
            ),
        ),
        migrations.AddField(
            model_name="exclusion",
            name="player",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="exclusions",
                to="personas.player",
            ),
        ),
        migrations.AddField(
            model_name="exclusion",
            name="season",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="exclusions",
                to="league.season",
            ),
        ),
        migrations.AddConstraint(
            model_name="surplus",
            constraint=models.UniqueConstraint(
                fields=("season", "by", "team", "role", "whose", "ruleset", "book", "size", "winner"),
                name="surplus_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="board",
            constraint=models.UniqueConstraint(
                django.db.models.functions.comparison.Coalesce("season", 0), name="board_of_all_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="board",
            constraint=models.CheckConstraint(
                condition=models.Q(("order__in", ["above", "rate"])),
                name="board_order_known",
                violation_error_message="order must be one of: above, rate.",
            ),
        ),
        migrations.AddConstraint(
            model_name="board",
            constraint=models.CheckConstraint(
                condition=models.Q(("minimum__lte", 10000)),
                name="board_minimum_possible",
                violation_error_message="The minimum is at most 10,000 games.",
            ),
        ),
        migrations.AddIndex(
            model_name="exclusion",
            index=models.Index(fields=["season", "player"], name="exclusion_of_season"),
        ),
        migrations.AddConstraint(
            model_name="exclusion",
            constraint=models.UniqueConstraint(
                condition=models.Q(("game__isnull", False)), fields=("game", "turn"), name="exclusion_of_game"
            ),
        ),
        migrations.AddConstraint(
            model_name="exclusion",
            constraint=models.UniqueConstraint(
                condition=models.Q(("player__isnull", False), ("season__isnull", False)),
                fields=("player", "season", "turn"),
                name="exclusion_of_player_in_season",
            ),
        ),
        migrations.AddConstraint(
            model_name="exclusion",
            constraint=models.UniqueConstraint(
                condition=models.Q(("player__isnull", False), ("season__isnull", True)),
                fields=("player", "turn"),
                name="exclusion_of_player",
            ),
        ),
        migrations.AddConstraint(
            model_name="exclusion",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("game__isnull", False), ("player__isnull", True), ("season__isnull", True)),
                    models.Q(("game__isnull", True), ("player__isnull", False)),
                    _connector="OR",
                ),
                name="exclusion_of_one",
                violation_error_message="A game is excluded, or a player.",
            ),
        ),
        migrations.AddConstraint(
            model_name="exclusion",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        django.db.models.lookups.Exact(django.db.models.functions.math.Mod(models.F("turn"), 2), 1),
                        ("is_out", True),
                    ),
                    models.Q(
                        django.db.models.lookups.Exact(django.db.models.functions.math.Mod(models.F("turn"), 2), 0),
                        ("is_out", False),
                        ("turn__gte", 2),
                    ),
                    _connector="OR",
                ),
                name="exclusion_in_turns",
                violation_error_message="What was excluded is restored, and only that.",
            ),
        ),
        migrations.AddConstraint(
            model_name="exclusion",
            constraint=models.CheckConstraint(
                condition=models.Q(models.Q(("reason", ""), _negated=True), models.Q(("who", ""), _negated=True)),
                name="exclusion_has_a_reason",
                violation_error_message="Whoever excludes or restores says why.",
            ),
        ),
        migrations.AddConstraint(
            model_name="exclusion",
            constraint=models.CheckConstraint(
                condition=models.Q(("surface__in", ["admin", "site", "api", "command", "system"])),
                name="exclusion_surface_known",
                violation_error_message="surface must be one of: admin, site, api, command, system.",
            ),
        ),
        migrations.RunPython(forbid, allow),
    ]
