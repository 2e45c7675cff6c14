import django.db.models.deletion
import django.db.models.lookups
from django.db import migrations, models

import personas.constraints


class Migration(migrations.Migration):
    dependencies = [
        ("personas", "0012_another_protocol_of_openai"),
    ]

    operations = [
        migrations.CreateModel(
            name="ModelVersion",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField(help_text="1 is the first that somebody sat down with.")),
                ("asked", models.JSONField(help_text="By column, what its row said; what was left empty is left out.")),
                ("digest", models.CharField(help_text="SHA-256 of that.", max_length=64)),
                ("created_at", models.DateTimeField(auto_now_add=True, verbose_name="written")),
                (
                    "language_model",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="versions",
                        to="personas.languagemodel",
                        verbose_name="model",
                    ),
                ),
            ],
            options={
                "ordering": ["language_model_id", "-number"],
                "constraints": [
                    models.UniqueConstraint(fields=("language_model", "number"), name="model_version_once"),
                    models.UniqueConstraint(fields=("language_model", "digest"), name="model_version_of_its_own"),
                    models.CheckConstraint(
                        condition=models.Q(("number__gte", 1)),
                        name="model_version_from_one",
                        violation_error_message="Versions are numbered from 1.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("digest__regex", "^[0-9a-f]{64}$")),
                        name="model_version_digest_shape",
                        violation_error_message="digest must be a SHA-256 in hexadecimal.",
                    ),
                    models.CheckConstraint(
                        condition=django.db.models.lookups.Exact(
                            personas.constraints.JsonType(models.F("asked")), models.Value("object")
                        ),
                        name="model_version_is_object",
                        violation_error_message="asked must be a JSON object.",
                    ),
                ],
            },
        ),
    ]
