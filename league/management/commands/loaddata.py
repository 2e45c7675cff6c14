"""`loaddata`: as Django has it, and recorded."""

from django.core.management.commands.loaddata import Command as TheirCommand

from league.access.foreign_commands import DECIDED, AskingCommand


class Command(AskingCommand, TheirCommand):
    """Django's own, whose doing is an act for each row of what people make by hand."""

    verb = "load"
    kinds = DECIDED
