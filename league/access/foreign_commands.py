"""Commands of libraries that change what people decide: what they do is recorded as it is of our own.

Not those that tidy up records of libraries (axes_reset_logs, clearsessions): nobody decided what goes with them.
"""

from typing import Any, ClassVar

from django.contrib.auth.models import Group
from django.core.management import BaseCommand
from django.db import transaction
from django.db.models import Model, QuerySet

from league.access.acts import COMMAND_LINE, acts_between, looks_at, recorded
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


class AskingCommand(BaseCommand):
    """A command that asks somebody for something: it is recorded right after it, or a transaction would be open, and
    on SQLite the database locked, while it waits."""

    verb: ClassVar[str]
    kinds: ClassVar[tuple[type[Model], ...]]

    def handle(self, *args: Any, **options: Any) -> Any:
        """What the library does."""
        rows: list[QuerySet[Any]] = [QuerySet(each) for each in self.kinds]
        with transaction.atomic():
            before = looks_at(rows)
        done = super().handle(*args, **options)
        with transaction.atomic():
            acts_between(by=COMMAND_LINE, verb=self.verb, before=before, after=looks_at(rows))
        return done
