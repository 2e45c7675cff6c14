"""What a token's scopes are told to be. No row is rewritten: what a `write` of former releases means is read
(league.models.account)."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0035_season_strategy")]

    operations = [
        migrations.AlterField(
            model_name="token",
            name="scopes",
            field=models.JSONField(default=list, help_text="What it may do of what its user may; each lets it read."),
        ),
    ]
