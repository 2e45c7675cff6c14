"""The Celery application; its settings are Django's, under the prefix CELERY_. Where they cannot be, whoever starts a
worker or beat by Celery's own command reads the sentence that `manage.py` would say.

Law: a task is a hint, so one that fails for want of a database, a broker or Redis is told in a line, as one trouble,
and left to the next: what it would have done is still in rows.
"""

import os
import sys
from functools import cached_property
from typing import Any

import structlog
from celery import Celery, Task
from celery.signals import beat_init, worker_init
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError, connection
from kombu.exceptions import OperationalError as BrokerError
from kombu.transport import virtual

from games.process.trouble import AWAY, Trouble

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")
try:
    _ = settings.INSTALLED_APPS
except ImproperlyConfigured as error:
    sys.stderr.write(f"{error}\n")
    sys.exit(2)
logger = structlog.get_logger(__name__)
# A message that nobody has acknowledged is not put back when its connection ends: it is a hint, and to put it back
# kombu asks the connection that it has just given up who to connect to; a worker whose Redis had gone ended of that.
# Said of what Redis's channels are made from, for to import theirs is an eighth of what a short command costs.
virtual.Channel.do_restore = False


class Hint(Task):
    """What every task here is."""

    abstract = True

    @cached_property
    def trouble(self) -> Trouble:
        """What goes wrong with this task in this process."""
        called = self.name.rpartition(".")[2]
        return Trouble(logger.bind(task=called), "a task could not do its part", "a task does its part again")

    def __call__(self, *args: Any, **given: Any) -> Any:
        from redis.exceptions import RedisError  # slow import: every command knows of tasks, and few run one

        with self.trouble.endured(*AWAY, BrokerError, RedisError):
            return super().__call__(*args, **given)
        connection.close()
        return None


@worker_init.connect
@beat_init.connect
def refuse(**_: object) -> None:
    """A worker or beat of an older release ends where a newer one has been at work."""
    from games.models.releases import NewerTables, refuse_newer  # app ready: its room has models

    try:
        refuse_newer(connection)
    except NewerTables as error:
        sys.stderr.write(f"{error}\n")
        raise SystemExit(2) from error
    except DatabaseError:
        return  # one that is away may be back in a moment
    finally:
        connection.close()


app = Celery("league", task_cls=Hint)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["league"])
