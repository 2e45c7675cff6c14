"""What all commands of the project have in common: a command line that is wrong is told so in one line."""

from typing import Any, NoReturn

from django.core.management import BaseCommand, CommandParser


class Parser(CommandParser):
    """A parser whose errors are one line; how the command is used is what --help tells."""

    def error(self, message: str) -> NoReturn:
        if not self.called_from_command_line:
            super().error(message)  # raises CommandError
        self.exit(2, f"{self.prog}: {message} (--help says more)\n")


class LeagueCommand(BaseCommand):
    """A command of the project."""

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        parser = super().create_parser(prog_name, subcommand, **kwargs)
        parser.__class__ = Parser  # Django names the class of its parsers itself
        return parser
