"""`changepassword`: as its library has it, but that it writes the password alone, and that is recorded."""

import getpass
from typing import Any, Final

from django.contrib.auth.management.commands.changepassword import Command as TheirCommand
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management import CommandError

from league.access.accounts import change_password
from league.access.acts import COMMAND_LINE
from league.models import User

TRIES: Final = 3


class Command(TheirCommand):
    """Asks as the library's own does. That one writes the whole account back, as it was before somebody sat down to
    type: whoever was locked out meanwhile, or lost a right, would have it again."""

    def handle(self, *args: Any, **options: Any) -> str:
        """Asks for a password twice, and writes it."""
        name = options["username"] or getpass.getuser()
        user = User.objects.filter(username=name).first()
        if user is None:
            raise CommandError(f"user '{name}' does not exist")
        self.stdout.write(f"Changing password for user '{user}'")
        if not change_password(by=COMMAND_LINE, user=user, password=self._typed(user)):
            raise CommandError(f"user '{name}' was deleted meanwhile")
        return f"Password changed successfully for user '{user}'"

    def _typed(self, user: User) -> str:
        for _ in range(TRIES):
            typed: str = self._get_pass()  # type: ignore[attr-defined]  # stubs leave it out
            if typed != self._get_pass("Password (again): "):  # type: ignore[attr-defined]
                self.stdout.write("Passwords do not match. Please try again.")
                continue
            try:
                validate_password(typed, user)
            except ValidationError as error:
                self.stderr.write("\n".join(error.messages))
                continue
            return typed
        raise CommandError(f"Aborting password change for user '{user}' after {TRIES} attempts")
