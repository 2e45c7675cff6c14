import django.db.models.lookups
from django.db import migrations, models

import personas.constraints


class Migration(migrations.Migration):
    dependencies = [
        ("personas", "0014_model_versions_append_only"),
    ]

    operations = [
        migrations.AddField(
            model_name="languagemodel",
            name="context_size",
            field=models.PositiveIntegerField(
                blank=True,
                help_text="How many tokens fit into a prompt and its reply together, as the server is set; empty is enough.",
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="languagemodel",
            name="extra_body",
            field=models.JSONField(
                blank=True,
                default=dict,
                help_text="More fields of each request, as a JSON object; everybody may read it in logs.",
            ),
        ),
        migrations.AddField(
            model_name="languagemodel",
            name="seed",
            field=models.BigIntegerField(
                blank=True,
                help_text="Of its sampling, in Chat Completions alone; providers promise nothing by it.",
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="languagemodel",
            name="service_tier",
            field=models.CharField(
                blank=True,
                choices=[("flex", "flex: half the price, slower, at times refused")],
                help_text="Only for OpenAI's; not each model has it.",
                max_length=8,
            ),
        ),
        migrations.AddField(
            model_name="languagemodel",
            name="top_p",
            field=models.FloatField(
                blank=True,
                help_text="From 0 to 1, beside no temperature; empty is the model's own.",
                null=True,
                verbose_name="top p",
            ),
        ),
        migrations.AddField(
            model_name="languagemodel",
            name="verbosity",
            field=models.CharField(
                blank=True,
                choices=[("low", "low"), ("medium", "medium"), ("high", "high")],
                help_text="Only for OpenAI's models from GPT-5 on.",
                max_length=8,
            ),
        ),
        migrations.AlterField(
            model_name="languagemodel",
            name="without",
            field=models.CharField(
                blank=True,
                editable=False,
                help_text="The parameters that it refused, with blanks between.",
                max_length=300,
            ),
        ),
        migrations.AddConstraint(
            model_name="languagemodel",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("top_p__isnull", True), models.Q(("top_p__gt", 0), ("top_p__lte", 1)), _connector="OR"
                ),
                name="model_top_p_in_bounds",
                violation_error_message="top_p is above 0 and at most 1.",
            ),
        ),
        migrations.AddConstraint(
            model_name="languagemodel",
            constraint=models.CheckConstraint(
                condition=models.Q(("verbosity__in", ["", "low", "medium", "high"])),
                name="model_verbosity_known",
                violation_error_message="Unknown verbosity.",
            ),
        ),
        migrations.AddConstraint(
            model_name="languagemodel",
            constraint=models.CheckConstraint(
                condition=models.Q(("service_tier__in", ["", "flex"])),
                name="model_tier_known",
                violation_error_message="Unknown service tier.",
            ),
        ),
        migrations.AddConstraint(
            model_name="languagemodel",
            constraint=models.CheckConstraint(
                condition=models.Q(("context_size__isnull", True), ("context_size__gte", 4000), _connector="OR"),
                name="model_context_size_enough",
                violation_error_message="No game fits into a context of less than 4,000 tokens.",
            ),
        ),
        migrations.AddConstraint(
            model_name="languagemodel",
            constraint=models.CheckConstraint(
                condition=django.db.models.lookups.Exact(
                    personas.constraints.JsonType(models.F("extra_body")), models.Value("object")
                ),
                name="model_extra_body_is_object",
                violation_error_message="extra_body must be a JSON object.",
            ),
        ),
    ]
