"""`axes_reset_username`: as its library has it, and recorded."""

from axes.management.commands.axes_reset_username import Command as TheirCommand
from axes.models import AccessAttempt

from league.access.foreign_commands import RecordedCommand


class Command(RecordedCommand, TheirCommand):
    """The library's own, whose doing is an act."""

    verb = "lift lock"
    kind = AccessAttempt
