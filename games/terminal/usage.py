"""What all commands of the project have in common, of games and of the league alike. Law: what is wrong with a command
line is one sentence and exit status 2; what goes wrong later is status 1.
"""

import argparse
import errno
import secrets
import socket
from collections.abc import Sequence
from decimal import Decimal, InvalidOperation
from typing import Any, ClassVar, Final, NoReturn, Protocol

from django.core.management import BaseCommand, CommandError, CommandParser, call_command
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Model

from games.models.releases import NewerTables, refuse_newer
from personas.models import Player
from personas.sheet import Sheet

_GIVEN: Final = "given so far"  # no option can be called so
_LONGEST_SEED: Final = 160  # characters
_LONGEST_STEM: Final = 150  # of a seed that has games' numbers put to it


class Parser(CommandParser):
    """A parser whose errors are one line; how the command is used is what --help tells. An option that takes one value
    is refused when it is given twice."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        for name in (None, "store"):
            self.register("action", name, _Once)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[argparse.Namespace, list[str]]:  # type: ignore[override]
        """As ever, without the notes of which options were given."""
        namespace, rest = super().parse_known_args(args, namespace)
        namespace.__dict__.pop(_GIVEN, None)
        return namespace, rest

    def error(self, message: str) -> NoReturn:
        if not self.called_from_command_line:
            super().error(message)  # raises CommandError
        self.exit(2, f"{self.prog}: {message} (--help says more)\n")


class _Once(argparse._StoreAction):  # noqa: SLF001  argparse has no other name for it
    """The action of options that take one value: given a second time they are refused, for nobody knows which one is
    meant, and the last would hold without a word."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option: str | None = None
    ) -> None:
        given = namespace.__dict__.setdefault(_GIVEN, set())
        if option and self.dest in given:
            parser.error(f"{option} is given more than once, and takes one value")
        given.add(self.dest)
        setattr(namespace, self.dest, values)


class Joined(argparse.Action):
    """The action of options whose values are lists: given several times they are one list, with commas between."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option: str | None = None
    ) -> None:
        given = namespace.__dict__.setdefault(_GIVEN, set())
        before = f"{getattr(namespace, self.dest)}," if self.dest in given else ""
        given.add(self.dest)
        setattr(namespace, self.dest, f"{before}{values}")


class KeepsActs(Protocol):
    """The record of acts as commands need it, which is above the apps whose commands these are: done by whoever has the
    command line."""

    def set_up_player(self, *, sheet: Sheet, provider: str, model_name: str, or_in: Sequence[str] = ()) -> Player:
        """The player of a shipped character on a model, made with its model where they are missing; a model that is
        there may be asked in one of the protocols `or_in` too."""
        ...

    def record_creation(self, row: Model) -> object:
        """Writes down that a row was made."""
        ...


class ProjectCommand(BaseCommand):
    """A command of the project. What it does to rows is recorded by its `acts`, which whoever keeps that record puts
    here when the apps are ready."""

    acts: ClassVar[KeepsActs]

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        parser = super().create_parser(prog_name, subcommand, **kwargs)
        parser.__class__ = Parser  # Django names the class of its parsers itself
        for action in parser._actions:  # noqa: SLF001  they were made before that
            if type(action) is argparse._StoreAction:  # noqa: SLF001  as above
                action.__class__ = _Once
        return parser


# --- what is given ---------------------------------------------------------------------------------------------------


def wrong_usage(message: str) -> CommandError:
    """The error for a command line that cannot be followed: one sentence, exit status 2."""
    return CommandError(message, returncode=2)


def whole_number(least: int, most: int = 10**9 - 1) -> Any:  # Any: what argparse takes as a type
    """An argparse type: a whole number not below `least` and not above `most`."""

    def read(text: str) -> int:
        if not text.isascii() or not text.isdecimal() or len(text) > 9 or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"a whole number from {least} to {most:,} is wanted, not {text!r:.60}")
        return int(text)

    return read


def dollars(text: str) -> Decimal:
    """An argparse type: an amount of US dollars. What amount may be given is for the verb to say."""
    try:
        return Decimal(text.strip().removeprefix("$"))
    except InvalidOperation:
        raise argparse.ArgumentTypeError(f"an amount of US dollars like 12.50 is wanted, not {text!r}") from None


def read_seed(text: str | None) -> str:
    """The seed given, or a fresh one of 128 bits. Raises CommandError."""
    return _seed(text, _LONGEST_SEED)


def read_stem(text: str | None) -> str:
    """The same of a seed that has games' numbers put to it."""
    return _seed(text, _LONGEST_STEM)


def _seed(text: str | None, longest: int) -> str:
    if text is None:
        return secrets.token_hex(16)
    if not text.strip() or len(text) > longest or not text.isprintable():
        raise wrong_usage(f"a seed is a text of 1 to {longest} printable characters")
    return text


# --- what is needed first --------------------------------------------------------------------------------------------


def bound(host: str, port: int) -> socket.socket:
    """A socket that listens there, on any free port when it is 0. Raises CommandError."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except OSError as error:
        raise CommandError(f"There is no address called {host!r} here: {error.strerror}.") from error
    listener = socket.socket(family, kind, protocol)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(address)
        listener.listen(2048)
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise CommandError(f"Port {port} of {host} is taken; choose another one with --port.") from error
        raise CommandError(f"{host} port {port} cannot be listened on: {error.strerror}.") from error
    return listener


def url_of(listener: socket.socket) -> str:
    """Where a browser finds what listens there."""
    host, port = listener.getsockname()[:2]
    named = {"0.0.0.0": "127.0.0.1", "::": "[::1]", "::1": "[::1]"}.get(host, host)  # noqa: S104  a name, not a bind
    return f"http://{named}:{port}/"


def make_tables() -> None:
    """On SQLite, brings the tables up to this release if they are not; a server's are its operator's. Raises
    CommandError, also where they are a newer release's."""
    try:
        refuse_newer(connection)
        if connection.vendor != "sqlite":
            return
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            call_command("migrate", verbosity=0, interactive=False)
    except NewerTables as error:
        raise CommandError(str(error)) from error
    except DatabaseError as error:
        if connection.vendor != "sqlite":
            return  # one that is away is told by what is asked of it
        raise CommandError(f"The database cannot be set up: {str(error).strip().splitlines()[0]}.") from error
