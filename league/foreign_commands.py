"""Commands of libraries that change accounts and locks: what they do is recorded as it is of our own."""

from typing import Any, ClassVar

from django.core.management import BaseCommand
from django.db import transaction
from django.db.models import Model, QuerySet

from league.acts import COMMAND_LINE, acts_between, looks_at, recorded


class RecordedCommand(BaseCommand):
    """A command in one transaction with its acts."""

    verb: ClassVar[str]
    kind: ClassVar[type[Model]]

    def handle(self, *args: Any, **options: Any) -> Any:
        """What the library does."""
        rows: QuerySet[Any] = QuerySet(self.kind)
        with recorded(by=COMMAND_LINE, verb=self.verb, rows=[rows]):
            return super().handle(*args, **options)


class AskingCommand(BaseCommand):
    """A command that asks somebody for something: it is recorded right after it, or a transaction would be open, and
    on SQLite the database locked, while it waits."""

    verb: ClassVar[str]
    kind: ClassVar[type[Model]]

    def handle(self, *args: Any, **options: Any) -> Any:
        """What the library does."""
        rows: QuerySet[Any] = QuerySet(self.kind)
        with transaction.atomic():
            before = looks_at([rows])
        done = super().handle(*args, **options)
        with transaction.atomic():
            acts_between(by=COMMAND_LINE, verb=self.verb, before=before, after=looks_at([rows]))
        return done
