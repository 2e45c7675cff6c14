"""The record of acts, to which rows are added and nothing else."""

import django.db.models.deletion
import django.db.models.lookups
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import personas.constraints
from personas.constraints import allow_changes, forbid_changes


def forbid(apps, schema_editor):
    forbid_changes(schema_editor, "league_act")


def allow(apps, schema_editor):
    allow_changes(schema_editor, "league_act")


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0014_cast_before_its_game"),
    ]

    operations = [
        migrations.CreateModel(
            name="Act",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "at",
                    models.DateTimeField(
                        db_index=True, default=django.utils.timezone.now, help_text="When it was done."
                    ),
                ),
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
                        help_text="From where.",
                        max_length=8,
                        verbose_name="from",
                    ),
                ),
                ("verb", models.CharField(help_text="What was done.", max_length=40)),
                (
                    "app_label",
                    models.CharField(help_text="The app of what it was done to.", max_length=40, verbose_name="app"),
                ),
                ("model", models.CharField(help_text="The kind of it.", max_length=40)),
                (
                    "name",
                    models.CharField(
                        help_text="Its public name: a slug, an id, a date.", max_length=200, verbose_name="object"
                    ),
                ),
                ("before", models.JSONField(blank=True, default=dict, help_text="What changed, as it was.")),
                ("after", models.JSONField(blank=True, default=dict, help_text="What changed, as it is since.")),
                ("reason", models.CharField(blank=True, help_text="Why, where somebody said so.", max_length=200)),
                (
                    "account",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        help_text="The account of who did it, while there is one.",
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-id"],
                "indexes": [models.Index(fields=["app_label", "model", "name"], name="act_of_an_object")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("surface__in", ["admin", "site", "api", "command", "system"])),
                        name="act_surface_known",
                        violation_error_message="surface must be one of: admin, site, api, command, system.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("who", ""), _negated=True),
                            models.Q(("verb", ""), _negated=True),
                            models.Q(("app_label", ""), _negated=True),
                            models.Q(("model", ""), _negated=True),
                            models.Q(("name", ""), _negated=True),
                        ),
                        name="act_named",
                        violation_error_message="An act names who, what was done, and to what.",
                    ),
                    models.CheckConstraint(
                        condition=django.db.models.lookups.Exact(
                            personas.constraints.JsonType(models.F("before")), models.Value("object")
                        ),
                        name="act_before_is_object",
                        violation_error_message="before must be a JSON object.",
                    ),
                    models.CheckConstraint(
                        condition=django.db.models.lookups.Exact(
                            personas.constraints.JsonType(models.F("after")), models.Value("object")
                        ),
                        name="act_after_is_object",
                        violation_error_message="after must be a JSON object.",
                    ),
                ],
            },
        ),
        migrations.RunPython(forbid, allow),
    ]
