from typing import Any

from django.db import migrations, models

OFFLINE = ("house", "uniform")


def mark(apps: Any, schema_editor: Any) -> None:
    """Those that are not over: the others have begun long since."""
    games = apps.get_model("games", "Game").objects.filter(status__in=["scheduled", "running", "paused"])
    seats = apps.get_model("games", "Seat").objects.exclude(player__model__provider__in=OFFLINE)
    games.filter(pk__in=seats.values("game")).update(has_voices=True)


class Migration(migrations.Migration):
    dependencies = [("games", "0018_fill_unsure")]

    operations = [
        migrations.AddField(
            model_name="game",
            name="has_voices",
            field=models.BooleanField(
                default=False,
                editable=False,
                help_text="Whether models behind providers play in it; it begins when its budgets hold what it costs.",
                verbose_name="asks models",
            ),
        ),
        migrations.RunPython(mark, migrations.RunPython.noop),
    ]
