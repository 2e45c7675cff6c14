"""`loaddata`: as Django has it, and recorded."""

from typing import Any

from django.core.management.commands.loaddata import Command as TheirCommand
from django.db import transaction

from league.access.foreign_commands import Writes


class Command(TheirCommand):
    """Django's own, whose doing is an act for each row of what people make by hand."""

    def handle(self, *args: Any, **options: Any) -> Any:
        """What Django does, in one transaction with its acts."""
        self._writes = Writes("load")
        with transaction.atomic():
            done = super().handle(*args, **options)
            self._writes.record()
        return done

    def save_obj(self, obj: Any) -> Any:
        """What Django does with each row of a file."""
        self._writes.note(obj.object)
        return super().save_obj(obj)
