"""Commands of libraries that change what people decide: what they do is recorded as it is of our own.

Not those that tidy up records of libraries (axes_reset_logs, clearsessions): nobody decided what goes with them.
"""

from typing import Any, ClassVar

from django.contrib.auth.models import Group
from django.core.management import BaseCommand
from django.db import transaction
from django.db.models import Model, QuerySet

from league.access.acts import COMMAND_LINE, Key, Look, fresh_look, record_change, recorded
from league.models import Season, Token, User
from personas.models import LanguageModel, Persona, Player, Price

DECIDED = (User, Group, Token, Persona, LanguageModel, Price, Player, Season)  # what people make and change by hand


class RecordedCommand(BaseCommand):
    """A command in one transaction with its acts."""

    verb: ClassVar[str]
    kind: ClassVar[type[Model]]

    def handle(self, *args: Any, **options: Any) -> Any:
        """What the library does."""
        rows: QuerySet[Any] = QuerySet(self.kind)
        with recorded(by=COMMAND_LINE, verb=self.verb, rows=[rows]):
            return super().handle(*args, **options)


class Writes:
    """What a command writes, each row held against what it was right before; what others write meanwhile is not among
    it. A library's command has no verb of ours around its writing: it notes a row where the library lets it.

    To look at all rows before and after was rejected: what everybody does while somebody thinks about a password would
    be told as the command's. So were signals, as everywhere.
    """

    def __init__(self, verb: str) -> None:
        self._verb = verb
        self._noted: list[tuple[Model, Look | None]] = []
        self._keys: set[Key] = set()

    def note(self, row: Model) -> None:
        """Keeps what a row is before it is written, once."""
        key = (row._meta.label_lower, row.pk)
        if row._meta.concrete_model not in DECIDED or key in self._keys:
            return
        with transaction.atomic():
            self._noted.append((row, fresh_look(row)))
        if row.pk is not None:  # it may be new, and find its key
            self._keys.add(key)

    def record(self) -> None:
        """Writes down what became of the rows: one act for each that was changed, made or deleted."""
        with transaction.atomic():
            for row, was in self._noted:
                record_change(by=COMMAND_LINE, verb=self._verb, before=was, after=fresh_look(row))
        self._noted = []


class RecordedRows:
    """A resource of an import, whose rows are acts of whoever has the command line. It comes before the resource's own
    class, and wants a transaction around the import."""

    def save_instance(self, instance: Model, *told: Any, **options: Any) -> Any:
        """As the library does, once it is kept what was there before."""
        self._writes = Writes("import")
        self._writes.note(instance)
        return super().save_instance(instance, *told, **options)  # type: ignore[misc]  # a resource's

    def save_m2m(self, instance: Model, *told: Any, **options: Any) -> Any:
        """As the library does; it is the last thing that it does to a row."""
        done = super().save_m2m(instance, *told, **options)  # type: ignore[misc]  # a resource's
        self._writes.record()
        return done
