from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0033_seasons_that_teach"),
    ]

    operations = [
        migrations.AddField(
            model_name="seasonplayer",
            name="is_aware",
            field=models.BooleanField(
                default=False,
                help_text="Whether it is told that it is a model among models; no until it starts.",
                verbose_name="aware",
            ),
        ),
    ]
