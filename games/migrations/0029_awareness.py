from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0028_reflections"),
    ]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="is_aware",
            field=models.BooleanField(
                default=False,
                help_text="Whether the player knew when it sat down that it is a model among models.",
                verbose_name="aware",
            ),
        ),
    ]
