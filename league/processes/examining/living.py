"""Beat and workers, by the signs of life that they leave. Law: where the league was never started nobody is missed."""

from collections.abc import Iterator
from datetime import datetime
from typing import Final, Literal

from django.conf import settings

from league.models import Process
from league.models.process import SILENT, ProcessKind
from league.processes.examining.finding import Finding

STARTS: Final = {
    ProcessKind.BEAT: "start it, exactly one: celery --app league.celery beat",
    ProcessKind.WORKER: "start one: celery --app league.celery worker",
}
EMBEDDED: Final = "it is part of `demo` and `serve`: start one of them"
MOST_SHOWN: Final = 8
PARTS: Final = ((ProcessKind.WORKER, "workers"), (ProcessKind.BEAT, "beat"))


def look_at_living(*, now: datetime) -> Iterator[Finding]:
    """When workers and beat last gave a sign; of beat, when it last sent what has the league look at what is due."""
    signs = list(Process.objects.filter(kind__in=[kind for kind, _ in PARTS]).order_by("-seen_at"))
    for kind, subject in PARTS:
        own = [sign for sign in signs if sign.kind == kind]
        living = [sign for sign in own if sign.ended_at is None and sign.seen_at >= now - SILENT]
        cure = STARTS[kind] if settings.REDIS_URL else EMBEDDED
        if living:
            yield Finding(subject, *_told(living, kind, now))
        elif not own and not settings.REDIS_URL:
            yield Finding(subject, "good", "none runs; part of `demo` and `serve`")
        elif not own:
            yield Finding(subject, "poor", "none has given a sign within a day", cure)
        elif own[0].ended_at is not None:
            seen = f"none runs; the last one ended at {own[0].ended_at:%Y-%m-%d %H:%M:%S} UTC"
            yield Finding(subject, "poor" if settings.REDIS_URL else "good", seen, cure)
        else:
            seen = f"silent since {own[0].seen_at:%Y-%m-%d %H:%M:%S} UTC ({own[0]})"
            yield Finding(subject, "poor", seen, cure)


def _told(
    living: list[Process], kind: ProcessKind, now: datetime
) -> tuple[Literal["good", "poor"], str] | tuple[Literal["good", "poor"], str, str]:
    shown = [f"{sign} {max(0, int((now - sign.seen_at).total_seconds()))} s ago" for sign in living[:MOST_SHOWN]]
    told = ", ".join(shown) + (f" and {len(living) - MOST_SHOWN} more" if len(living) > MOST_SHOWN else "")
    if kind == ProcessKind.BEAT and len(living) > 1:
        return "poor", f"{len(living)} send at once: {told}", "stop all but one: each sends all of it"
    return "good", told
