from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("personas", "0020_memory_in_seasons"),
    ]

    operations = [
        migrations.AddField(
            model_name="player",
            name="is_aware",
            field=models.BooleanField(
                default=False,
                help_text="Whether its briefing tells it that it is a model among models.",
                verbose_name="aware",
            ),
        ),
    ]
