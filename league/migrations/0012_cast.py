"""Fixtures know when it was known who plays, in three steps: room for it, then what is known of the fixtures there are
(0013), then what must hold (0014). PostgreSQL changes no table that has rows written in the same transaction, so the
steps are migrations of their own."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0006_narration"),
        ("league", "0011_narrator_model"),
        ("personas", "0004_written_for_one_game"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="season",
            name="season_persona_source_known",
        ),
        migrations.AddField(
            model_name="fixture",
            name="cast_at",
            field=models.DateTimeField(
                blank=True,
                help_text="When it was known who plays; empty while models write their personas.",
                null=True,
                verbose_name="cast",
            ),
        ),
        migrations.AddField(
            model_name="fixture",
            name="cast_by",
            field=models.CharField(
                blank=True,
                help_text="The process that lets models write them now.",
                max_length=200,
                verbose_name="cast by",
            ),
        ),
        migrations.AddField(
            model_name="fixture",
            name="cast_due_at",
            field=models.DateTimeField(
                blank=True,
                help_text="Until then somebody does, or nobody tries again.",
                null=True,
                verbose_name="cast due",
            ),
        ),
        migrations.AddField(
            model_name="fixture",
            name="cast_failures",
            field=models.PositiveSmallIntegerField(default=0, help_text="How often in a row that failed."),
        ),
        migrations.AddField(
            model_name="fixture",
            name="cast_waiting",
            field=models.CharField(
                blank=True, help_text="Why they are not written yet, in words for a person.", max_length=200
            ),
        ),
        migrations.AlterField(
            model_name="season",
            name="persona_source",
            field=models.CharField(
                choices=[
                    ("roster", "those of the roster"),
                    ("season", "one of its own from each model, written before the season"),
                    ("game", "one of its own from each model, written anew before each game"),
                ],
                default="roster",
                help_text="Whose personas play; players of the house keep theirs.",
                max_length=12,
                verbose_name="personas",
            ),
        ),
        migrations.AddConstraint(
            model_name="season",
            constraint=models.CheckConstraint(
                condition=models.Q(("persona_source__in", ["roster", "season", "game"])),
                name="season_persona_source_known",
                violation_error_message="persona_source must be one of: roster, season, game.",
            ),
        ),
    ]
