"""Logs: one event a line on stderr, as JSON for machines, in columns for a person at a terminal.

Whoever works on a game or a season binds its id with `structlog.contextvars.bound_contextvars(game=…, season=…)`;
every line written inside, also by libraries through `logging`, then carries it.
"""

import logging.config
import sys
from typing import Final

import structlog
from django.conf import settings
from structlog.tracebacks import ExceptionDictTransformer
from structlog.typing import Processor

# What Django calls suspicious, by the loggers that tell of it.
STRANGE: Final = ("DisallowedHost", "RequestDataTooBig", "TooManyFieldsSent", "TooManyFilesSent", "csrf")


class Untraced(logging.Filter):
    """Passes a record on without its traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.exc_info = record.exc_text = None
        return True


class Unreached(logging.Filter):
    """Passes a record on without its traceback where all that is wrong is that the broker cannot be reached."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.exc_info and isinstance(record.exc_info[1], (OSError, *_of_redis())):
            record.exc_info = record.exc_text = None
        return True


def _of_redis() -> tuple[type[Exception], ...]:
    """What Redis raises; nothing where its package, which is slow to import, is not loaded: then nobody raised it."""
    loaded = sys.modules.get("redis.exceptions")
    return (loaded.RedisError,) if loaded else ()


def configuration(*, readable: bool, level: str) -> dict:
    """The LOGGING setting; sets structlog up on the way."""
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,  # a line that nobody hears is not worded
            *shared,
            structlog.stdlib.PositionalArgumentsFormatter(),
            structlog.processors.StackInfoRenderer(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )
    # Tracebacks without the values of local variables, which both would show: roles, seeds and keys are among them.
    if readable:
        rendered: list[Processor] = [structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)]
    else:
        told = ExceptionDictTransformer(show_locals=False)
        rendered = [structlog.processors.ExceptionRenderer(told), structlog.processors.JSONRenderer()]
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "line": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": [*shared, structlog.stdlib.ExtraAdder()],
                "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, *rendered],
            }
        },
        "filters": {
            "untraced": {"()": "league.processes.logs.Untraced"},
            "unreached": {"()": "league.processes.logs.Unreached"},
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            "django": {"handlers": [], "level": "INFO", "propagate": True},
            # What a visitor asks wrongly is told to the visitor; what is our fault is an error.
            "django.request": {"level": "ERROR"},
            # What no browser sends, such as another host's name: one line, for somebody may send it all day.
            "django.security": {"filters": ["untraced"]},
            **{f"django.security.{each}": {"filters": ["untraced"]} for each in STRANGE},
            "django.server": {"handlers": [], "level": "WARNING", "propagate": True},
            "uvicorn": {"level": "WARNING"},
            "django_celery_beat": {"level": "WARNING"},
            "celery": {"level": "WARNING"},
            "celery.worker.request": {"filters": ["unreached"]},
            "kombu": {"level": "WARNING"},
            "axes": {"level": "WARNING"},
            "httpx2": {"level": "WARNING"},
            # Each of its tries; what comes of them all is told by whoever wanted a connection.
            "psycopg.pool": {"level": "ERROR"},
        },
    }


def quiet() -> None:
    """Logs only what goes wrong, for commands that tell in words of their own what goes well.

    In the settings, not only in the handlers: a worker that starts in this process sets logging up again.
    """
    for handler in settings.LOGGING["handlers"].values():
        handler["level"] = "WARNING"
    root = settings.LOGGING["root"]
    if logging.getLevelNamesMapping()[root["level"]] < logging.WARNING:  # said to the loggers too, which need not begin
        root["level"] = "WARNING"
    # That there is no connection is told once, in a sentence.
    settings.LOGGING["loggers"]["league.postgresql.base"] = {"level": "ERROR"}
    logging.config.dictConfig(settings.LOGGING)
