"""`changepassword`: as its library has it, and recorded."""

from django.contrib.auth.management.commands.changepassword import Command as TheirCommand

from league.access.foreign_commands import AskingCommand
from league.models import User


class Command(AskingCommand, TheirCommand):
    """The library's own, whose doing is an act."""

    verb = "change password"
    kinds = (User,)
