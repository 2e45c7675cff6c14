"""What is played: games, their seats, events, answers and calls."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Knows personas, never the league."""

    name = "games"
    verbose_name = "Play"
