import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0019_has_voices"),
        ("personas", "0014_model_versions_append_only"),
    ]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="briefing",
            field=models.PositiveIntegerField(
                default=0,
                help_text="The revision of the briefings that its model is asked with; 0: not recorded, or none is asked.",
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="model_version",
            field=models.ForeignKey(
                blank=True,
                db_index=False,
                help_text="How its model was asked when it sat down; empty: it was not recorded then.",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="personas.modelversion",
            ),
        ),
        migrations.CreateModel(
            name="SeatSetting",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "since_poll",
                    models.PositiveIntegerField(help_text="The first poll that it may have been asked in so."),
                ),
                ("briefing", models.PositiveIntegerField(help_text="The revision of the briefings.")),
                ("created_at", models.DateTimeField(auto_now_add=True, verbose_name="written")),
                (
                    "model_version",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="personas.modelversion",
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="settings",
                        to="games.seat",
                    ),
                ),
            ],
            options={
                "ordering": ["seat_id", "since_poll", "id"],
                "indexes": [models.Index(fields=["seat", "since_poll"], name="seat_setting_in_time")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("since_poll__gte", 1)),
                        name="seat_setting_from_poll_one",
                        violation_error_message="Polls are numbered from 1.",
                    )
                ],
            },
        ),
    ]
