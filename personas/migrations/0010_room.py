"""A model may have no bound of its own on its replies, and there are more efforts."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("personas", "0009_versions_append_only"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="languagemodel",
            name="model_effort_known",
        ),
        migrations.RemoveConstraint(
            model_name="languagemodel",
            name="model_in_flight_from_one",
        ),
        migrations.AlterField(
            model_name="languagemodel",
            name="effort",
            field=models.CharField(
                blank=True,
                choices=[
                    ("none", "none"),
                    ("minimal", "minimal"),
                    ("low", "low"),
                    ("medium", "medium"),
                    ("high", "high"),
                    ("xhigh", "very high"),
                    ("max", "max"),
                ],
                help_text="Only for models that reason; not each takes all.",
                max_length=8,
                verbose_name="reasoning effort",
            ),
        ),
        migrations.AlterField(
            model_name="languagemodel",
            name="most_tokens",
            field=models.PositiveIntegerField(
                blank=True,
                help_text="Of one reply, its reasoning included; empty is as many as models of its family need at its effort.",
                null=True,
                verbose_name="most tokens",
            ),
        ),
        migrations.AddConstraint(
            model_name="languagemodel",
            constraint=models.CheckConstraint(
                condition=models.Q(("effort__in", ["", "none", "minimal", "low", "medium", "high", "xhigh", "max"])),
                name="model_effort_known",
                violation_error_message="Unknown reasoning effort.",
            ),
        ),
        migrations.AddConstraint(
            model_name="languagemodel",
            constraint=models.CheckConstraint(
                condition=models.Q(("in_flight__gte", 1)),
                name="model_in_flight_from_one",
                violation_error_message="At least one call at once.",
            ),
        ),
        migrations.AddConstraint(
            model_name="languagemodel",
            constraint=models.CheckConstraint(
                condition=models.Q(("most_tokens__isnull", True), ("most_tokens__gte", 1), _connector="OR"),
                name="model_most_tokens_from_one",
                violation_error_message="At least one token, or none said.",
            ),
        ),
    ]
