"""What is played: games, their seats, events, answers and calls."""

from django.apps import AppConfig
from django.core import checks


class GamesConfig(AppConfig):
    """Knows personas, never the league."""

    name = "games"
    verbose_name = "Play"

    def ready(self) -> None:
        """Has `migrate` refuse tables that are a newer release's."""
        from games.models.releases import checked  # app ready: its room has models

        checks.register(checked, checks.Tags.database)
