"""`test` runs the suite: pytest, on a few processes. Whatever follows the command is pytest's."""

import importlib.util
import os
import sys
from pathlib import Path
from typing import NoReturn

from django.conf import settings
from django.core.management import BaseCommand, CommandError, CommandParser

# Two more than there are cores, for the longest tests watch and wait, and each process reads all tests first. The first
# ones: an argument of the user's comes later and wins.
PARALLEL = [f"--numprocesses={min(6, (os.cpu_count() or 1) + 2)}", "--dist=worksteal"]


class Command(BaseCommand):
    help = "Runs the test suite. Exit status: pytest's."

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: object) -> CommandParser:
        """Only what belongs to the suite: Django's -v, --settings and the like are pytest's here."""
        parser = CommandParser(prog=f"{Path(prog_name).name} {subcommand}", description=self.help, allow_abbrev=False)
        parser.add_argument("--slow", action="store_true", help="the long tests too, all rule books and both databases")
        parser.add_argument(
            "--chaos", action="store_true", help="those too that stop, kill and restart processes for minutes"
        )
        parser.add_argument("arguments", nargs="*", metavar="…", help="anything pytest takes: files, -k, -x, --pdb, …")
        return parser

    def run_from_argv(self, argv: list[str]) -> NoReturn:
        if "-h" in argv[2:] or "--help" in argv[2:]:
            self.print_help(argv[0], argv[1])
            sys.exit(0)
        if importlib.util.find_spec("pytest") is None:
            self.stderr.write("The tests need the packages of requirements-dev.txt; start without LEAGUE_SETUP=0.")
            sys.exit(2)
        os.chdir(settings.BASE_DIR)
        sys.stdout.flush()
        os.execv(sys.executable, [sys.executable, "-m", "pytest", *PARALLEL, *argv[2:]])

    def handle(self, *args: object, **options: object) -> NoReturn:
        raise CommandError("`test` is for the command line.")
