"""`createsuperuser`: as its library has it, and recorded."""

from typing import Any

from django.contrib.auth.management.commands.createsuperuser import Command as TheirCommand
from django.db import transaction

from league.access.acts import COMMAND_LINE, record_creation
from league.models import User


class Command(TheirCommand):
    """The library's own, whose doing is an act. It is recorded right after it, or a transaction would be open, and on
    SQLite the database locked, while it waits for somebody."""

    _named = ""

    def handle(self, *args: Any, **options: Any) -> Any:
        """What the library does."""
        done = super().handle(*args, **options)
        with transaction.atomic():
            for user in User.objects.filter(username=self._named):
                record_creation(by=COMMAND_LINE, row=user)
        return done

    def _validate_username(self, username: str, *told: Any) -> Any:
        """Whether a name may be one; of one that may, its account is made."""
        complaint = super()._validate_username(username, *told)  # type: ignore[misc]  # stubs leave it out
        self._named = "" if complaint else username
        return complaint
