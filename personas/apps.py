"""Who plays: personas, models, players and what they remember."""

from django.apps import AppConfig


class PersonasConfig(AppConfig):
    """Knows neither games nor the league."""

    name = "personas"
    verbose_name = "Who plays"
