"""The league: users, tokens, seasons, fixtures, standings, and the project itself."""

from django.apps import AppConfig

from league.celery import app as celery_app

__all__ = ["LeagueConfig", "celery_app"]


class LeagueConfig(AppConfig):
    """Imported when Django starts, and with it the Celery application that tasks bind to."""

    name = "league"
    verbose_name = "League"

    def ready(self) -> None:
        """Lets the commands of the apps below keep the record of acts."""
        from games.terminal.usage import ProjectCommand  # app ready: both know models
        from league.terminal.recording import ActsOfCommands

        ProjectCommand.acts = ActsOfCommands()
