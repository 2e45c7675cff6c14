"""`ruleset SLUG check` tells who writes a rule book what it still lacks."""

import subprocess
import sys
from typing import Any

from django.conf import settings
from django.core.management import CommandError, CommandParser

from games.terminal.usage import ProjectCommand


class Command(ProjectCommand):
    help = "Plays a rule book through and tells its author what is missing, wrong or doubtful; it stores nothing."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.epilog = "Exit status: 0 when nothing is missing, 1 when something is, 2 for a slug that there is not."
        parser.add_argument("slug", metavar="SLUG", help="the rule book's slug")
        parser.add_argument("action", choices=("check",), help="what to do with it")
        parser.add_argument(
            "--write", action="store_true", help="write the golden playthrough and a stored game where there are none"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Runs the check, which is a tool of the tests. Raises CommandError where these are not at hand."""
        if not (settings.BASE_DIR / "tests" / "golden" / "check.py").exists():
            raise CommandError("this needs the folder tests/, which is not installed here", returncode=2)
        more = ["--write"] if options["write"] else []
        command = [sys.executable, "-m", "tests.golden.check", options["slug"], *more]
        if status := subprocess.run(command, cwd=settings.BASE_DIR, check=False).returncode:
            sys.exit(status)
