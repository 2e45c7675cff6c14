"""Signs of life: what runs, since when, and when it was last heard of. Law: nothing that is played hangs on these rows;
they are written every few seconds by whoever lives, and vanish by themselves.

A process has a row for each of its parts: where everything is in one, the site, the worker and beat are three. Which
process it is says its `ident`, by which leases know it too (games.hosting.keeping).
"""

from datetime import timedelta
from typing import Final

from django.db import models
from django.db.models import Q

from personas.constraints import holds, one_of

EVERY: Final = timedelta(seconds=10)  # between two signs of a process
SILENT: Final = timedelta(seconds=45)  # without a sign: something is wrong with it; beat signs every 15 s


class ProcessKind(models.TextChoices):
    """What a process, or a part of one, does."""

    WEB = "web", "site"
    WORKER = "worker", "worker"
    BEAT = "beat", "beat"
    SEASON = "season", "season run"


class Process(models.Model):
    """A part of a process: when it began, when it last gave a sign, and how it ended where it said so."""

    Kind = ProcessKind

    name = models.CharField(max_length=120, help_text="What it is called: its kind and number, and what it plays.")
    kind = models.CharField(max_length=8, choices=ProcessKind)
    ident = models.CharField(max_length=160, help_text="Machine, process id and start, as leases name their owners.")
    host = models.CharField("machine", max_length=120)
    pid = models.PositiveIntegerField("process id")
    release = models.CharField(max_length=40)
    started_at = models.DateTimeField("started")
    seen_at = models.DateTimeField(
        "last sign", db_index=True, help_text="Of beat: when it last sent what has the league look at what is due."
    )
    worked_at = models.DateTimeField(
        "last message", null=True, blank=True, help_text="When it last took a message from the queue, of a worker."
    )
    games = models.PositiveIntegerField(default=0, help_text="How many games it held then.")
    ended_at = models.DateTimeField("ended", null=True, blank=True, help_text="When it ended cleanly.")

    class Meta:
        verbose_name_plural = "processes"
        ordering = ["kind", "host", "started_at", "id"]
        constraints = [
            models.UniqueConstraint(fields=["ident", "kind"], name="process_part_once"),
            one_of("process_kind_known", "kind", ProcessKind),
            holds("process_named", ~Q(name="") & ~Q(ident="") & ~Q(host=""), "A process has a name and a machine."),
        ]

    def __str__(self) -> str:
        return f"{self.name} on {self.host}"
