"""`changepassword`: as its library has it, and recorded."""

import getpass
from typing import Any

from django.contrib.auth.management.commands.changepassword import Command as TheirCommand

from league.access.foreign_commands import Writes
from league.models import User


class Command(TheirCommand):
    """The library's own, whose doing is an act. It is recorded right after it, or a transaction would be open, and on
    SQLite the database locked, while it waits for somebody."""

    def handle(self, *args: Any, **options: Any) -> Any:
        """What the library does."""
        self._named = options["username"] or getpass.getuser()
        done = super().handle(*args, **options)
        self._writes.record()
        return done

    def _get_pass(self, prompt: str = "Password: ") -> Any:
        """What somebody types; what was done to the account before is not this command's doing."""
        typed = super()._get_pass(prompt)  # type: ignore[misc]  # stubs leave it out
        self._writes = Writes("change password")
        for user in User.objects.filter(username=self._named):
            self._writes.note(user)
        return typed
