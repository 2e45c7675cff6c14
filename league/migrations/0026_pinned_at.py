from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0025_how_it_was_asked"),
    ]

    operations = [
        migrations.AddField(
            model_name="season",
            name="pinned_at",
            field=models.DateTimeField(
                blank=True,
                help_text="As of when its players and their models play it.",
                null=True,
                verbose_name="pinned",
            ),
        ),
    ]
