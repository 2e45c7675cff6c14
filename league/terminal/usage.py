"""What all commands of the project have in common: a command line that is wrong is told so in one line."""

import argparse
from typing import Any, Final, NoReturn

from django.core.management import BaseCommand, CommandParser

GIVEN: Final = "given so far"  # no option can be called so


class Parser(CommandParser):
    """A parser whose errors are one line; how the command is used is what --help tells. An option that takes one value
    is refused when it is given twice."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        for name in (None, "store"):
            self.register("action", name, Once)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[argparse.Namespace, list[str]]:  # type: ignore[override]
        """As ever, without the notes of which options were given."""
        namespace, rest = super().parse_known_args(args, namespace)
        namespace.__dict__.pop(GIVEN, None)
        return namespace, rest

    def error(self, message: str) -> NoReturn:
        if not self.called_from_command_line:
            super().error(message)  # raises CommandError
        self.exit(2, f"{self.prog}: {message} (--help says more)\n")


class Once(argparse._StoreAction):  # noqa: SLF001  argparse has no other name for it
    """The action of options that take one value: given a second time they are refused, for nobody knows which one is
    meant, and the last would hold without a word."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option: str | None = None
    ) -> None:
        given = namespace.__dict__.setdefault(GIVEN, set())
        if option and self.dest in given:
            parser.error(f"{option} is given more than once, and takes one value")
        given.add(self.dest)
        setattr(namespace, self.dest, values)


class Joined(argparse.Action):
    """The action of options whose values are lists: given several times they are one list, with commas between."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option: str | None = None
    ) -> None:
        given = namespace.__dict__.setdefault(GIVEN, set())
        before = f"{getattr(namespace, self.dest)}," if self.dest in given else ""
        given.add(self.dest)
        setattr(namespace, self.dest, f"{before}{values}")


class LeagueCommand(BaseCommand):
    """A command of the project."""

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        parser = super().create_parser(prog_name, subcommand, **kwargs)
        parser.__class__ = Parser  # Django names the class of its parsers itself
        for action in parser._actions:  # noqa: SLF001  they were made before that
            if type(action) is argparse._StoreAction:  # noqa: SLF001  as above
                action.__class__ = Once
        return parser
