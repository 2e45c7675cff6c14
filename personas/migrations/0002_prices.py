import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("personas", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="Price",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "valid_from",
                    models.DateTimeField(help_text="Calls from this time on cost this; the newest one holds."),
                ),
                (
                    "input",
                    models.DecimalField(decimal_places=6, help_text="US dollars a million tokens.", max_digits=12),
                ),
                (
                    "cached",
                    models.DecimalField(
                        blank=True,
                        decimal_places=6,
                        help_text="For input from a cache; empty is as input.",
                        max_digits=12,
                        null=True,
                    ),
                ),
                (
                    "cache_written",
                    models.DecimalField(
                        blank=True,
                        decimal_places=6,
                        help_text="For input put into one; empty is as input.",
                        max_digits=12,
                        null=True,
                    ),
                ),
                (
                    "output",
                    models.DecimalField(decimal_places=6, help_text="US dollars a million tokens.", max_digits=12),
                ),
            ],
            options={
                "ordering": ["language_model", "-valid_from"],
            },
        ),
        migrations.AddField(
            model_name="languagemodel",
            name="effort",
            field=models.CharField(
                blank=True,
                choices=[("low", "low"), ("medium", "medium"), ("high", "high")],
                help_text="Only for models that reason.",
                max_length=8,
                verbose_name="reasoning effort",
            ),
        ),
        migrations.AddField(
            model_name="languagemodel",
            name="in_flight",
            field=models.PositiveSmallIntegerField(
                default=64,
                help_text="How many calls one process may have under way to it.",
                verbose_name="calls at once",
            ),
        ),
        migrations.AddField(
            model_name="languagemodel",
            name="most_tokens",
            field=models.PositiveIntegerField(
                default=2000,
                help_text="Of one reply, its reasoning included; a longer one is cut off.",
                verbose_name="most tokens",
            ),
        ),
        migrations.AddField(
            model_name="languagemodel",
            name="probed_at",
            field=models.DateTimeField(blank=True, editable=False, null=True, verbose_name="probed"),
        ),
        migrations.AddField(
            model_name="languagemodel",
            name="rung",
            field=models.CharField(
                blank=True,
                editable=False,
                help_text="How it takes the shape of an answer, as a probe found.",
                max_length=12,
            ),
        ),
        migrations.AddField(
            model_name="languagemodel",
            name="temperature",
            field=models.FloatField(blank=True, help_text="From 0 to 2; empty is the model's own.", null=True),
        ),
        migrations.AddConstraint(
            model_name="languagemodel",
            constraint=models.CheckConstraint(
                condition=models.Q(("effort__in", ["", "low", "medium", "high"])),
                name="model_effort_known",
                violation_error_message="Unknown reasoning effort.",
            ),
        ),
        migrations.AddConstraint(
            model_name="languagemodel",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("temperature__isnull", True),
                    models.Q(("temperature__gte", 0), ("temperature__lte", 2)),
                    _connector="OR",
                ),
                name="model_temperature_in_bounds",
                violation_error_message="temperature is from 0 to 2.",
            ),
        ),
        migrations.AddConstraint(
            model_name="languagemodel",
            constraint=models.CheckConstraint(
                condition=models.Q(("in_flight__gte", 1), ("most_tokens__gte", 1)),
                name="model_in_flight_from_one",
                violation_error_message="At least one call and token.",
            ),
        ),
        migrations.AddField(
            model_name="price",
            name="language_model",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="prices",
                to="personas.languagemodel",
                verbose_name="model",
            ),
        ),
        migrations.AddConstraint(
            model_name="price",
            constraint=models.UniqueConstraint(fields=("language_model", "valid_from"), name="price_once_a_time"),
        ),
        migrations.AddConstraint(
            model_name="price",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("input__gte", 0),
                    ("output__gte", 0),
                    models.Q(("cached__isnull", True), ("cached__gte", 0), _connector="OR"),
                    models.Q(("cache_written__isnull", True), ("cache_written__gte", 0), _connector="OR"),
                ),
                name="price_not_negative",
                violation_error_message="A price is not negative.",
            ),
        ),
    ]
