"""The league: users, tokens, seasons, fixtures, standings, and the project itself."""

from django.apps import AppConfig

from league.celery import app as celery_app

__all__ = ["LeagueConfig", "celery_app"]


class LeagueConfig(AppConfig):
    """Imported when Django starts, and with it the Celery application that tasks bind to."""

    name = "league"
    verbose_name = "League"

    def ready(self) -> None:
        """Lets the commands of the apps below keep the record of acts, games know what seasons hide of memories, and
        every process that lives look whether anything is wrong."""
        from games.models.veil import Known
        from games.terminal.usage import ProjectCommand  # app ready: all of them know models
        from league.alerts.lookout import LOOKOUT
        from league.memories.hiding import unhidden
        from league.processes.beside import BESIDE
        from league.terminal.recording import ActsOfCommands

        ProjectCommand.acts = ActsOfCommands()
        Known.among = staticmethod(unhidden)
        if LOOKOUT not in BESIDE:
            BESIDE.append(LOOKOUT)
