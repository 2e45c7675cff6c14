"""OpenAI has another protocol. Rows that are there stay in the first; going back, those of the other are asked in it."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def stay(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """The value of rows that are there keeps its meaning."""


def to_the_first(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """What was found of a model was found in the other protocol."""
    apps.get_model("personas", "LanguageModel").objects.filter(provider="openai-responses").update(
        provider="openai", rung="", without="", thinks=False, probed_at=None
    )


class Migration(migrations.Migration):
    dependencies = [("personas", "0011_room_by_family")]

    operations = [
        migrations.RemoveConstraint(
            model_name="languagemodel",
            name="model_provider_known",
        ),
        migrations.AlterField(
            model_name="languagemodel",
            name="provider",
            field=models.CharField(
                choices=[
                    ("house", "house (offline tempers)"),
                    ("uniform", "uniform (offline, by lot)"),
                    ("openai", "OpenAI Chat Completions"),
                    ("openai-responses", "OpenAI Responses"),
                    ("anthropic", "Anthropic protocol"),
                ],
                help_text="The protocol it is asked in.",
                max_length=20,
            ),
        ),
        migrations.AddConstraint(
            model_name="languagemodel",
            constraint=models.CheckConstraint(
                condition=models.Q(("provider__in", ["house", "uniform", "openai", "openai-responses", "anthropic"])),
                name="model_provider_known",
                violation_error_message="provider must be one of: house, uniform, openai, openai-responses, anthropic.",
            ),
        ),
        migrations.RunPython(stay, to_the_first),
    ]
