"""Beat's scheduler. Law: what it cannot send or read is told as one trouble, and beat goes on: the next tick sends, and
what was not sent was a hint only.
"""

import time
from typing import Any, Final

import structlog
from celery.beat import SchedulingError
from django.core.exceptions import ObjectDoesNotExist
from django.db import close_old_connections, connection
from django_celery_beat.schedulers import DatabaseScheduler

from games.process.trouble import AWAY, Trouble
from league.processes.signs import BEAT

logger = structlog.get_logger(__name__)
LOOKS: Final = "league.tasks.sweep"  # the task by which beat is known to work: it opens what is due
AGAIN: Final = 1.0  # seconds before a schedule that could not be read is asked for once more
_sending: Final = Trouble(logger, "beat cannot send; the next tick tries again", "beat sends again")
_reading: Final = Trouble(
    logger, "beat cannot reach the schedule; going on as it was", "beat reaches the schedule again"
)


class Scheduler(DatabaseScheduler):
    """The schedule as the settings have it. The original writes a stack for each message and each look that fails."""

    _last_timestamp: Any = None

    def apply_entry(self, entry: Any, producer: Any = None) -> None:
        """Sends what is due; what cannot be sent is left to the next time that it is due."""
        try:
            self.apply_async(entry, producer=producer, advance=False)
        except SchedulingError as error:
            _sending.again(error.__cause__ or error)
        else:
            _sending.over()
            if entry.task == LOOKS:
                BEAT.sent()

    def close(self) -> None:
        """The end of beat."""
        super().close()
        BEAT.ended()

    def schedule_changed(self) -> bool:
        """Whether somebody changed the schedule since the last look; False while the database is away."""
        with _reading.endured(*AWAY):
            close_old_connections()
            last, self._last_timestamp = self._last_timestamp, self.Changes.last_change()
            return bool(self._last_timestamp and self._last_timestamp > (last or self._last_timestamp))
        connection.close()
        return False

    def sync(self) -> None:
        """Writes when each entry was last sent; what cannot be written is written with the next."""
        with _reading.endured(*AWAY):
            close_old_connections()
            for name in sorted(self._dirty):
                try:
                    self._schedule[name].save()
                except (KeyError, TypeError, ObjectDoesNotExist):
                    continue  # it was deleted meanwhile; as with the original, whatever comes back under its name is it
                self._dirty.discard(name)
            return
        connection.close()

    def enabled_models(self) -> list[Any]:
        """All entries; waits for the database, without which there is nothing to send."""
        while True:
            with _reading.endured(*AWAY):
                return list(super().enabled_models())
            connection.close()
            time.sleep(AGAIN)
