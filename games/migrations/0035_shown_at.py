from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0034_given_deals"),
    ]

    operations = [
        migrations.AddField(
            model_name="event",
            name="shown_at",
            field=models.DateTimeField(
                blank=True,
                editable=False,
                help_text="From when on it may be shown, in a game with a pace; empty: from when it was written.",
                null=True,
            ),
        ),
    ]
