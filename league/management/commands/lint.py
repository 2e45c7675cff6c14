"""`lint` looks at the tree without running it: style, types, layers, migrations, as CI does before the tests."""

import importlib.util
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.core.management import CommandError

from games.terminal.usage import ProjectCommand

BESIDE: Final = Path(sys.executable).parent  # where the tools of this environment are
STEPS: Final[dict[str, list[list[str | Path]]]] = {
    "style": [[BESIDE / "ruff", "check", "."], [BESIDE / "ruff", "format", "--check", "."]],
    "types": [[BESIDE / "mypy"]],
    "layers": [[BESIDE / "lint-imports", "--no-logo"]],
    "migrations": [[sys.executable, "manage.py", "makemigrations", "--check", "--dry-run"]],
}


class Command(ProjectCommand):
    help = "Checks style, types, layers and migrations. Exit status 1 when something is wrong; all of it is told."

    def add_arguments(self, parser: Any) -> None:
        parser.add_argument("steps", nargs="*", metavar="STEP", help=f"{', '.join(STEPS)}; all unless named")

    def handle(self, *args: Any, **options: Any) -> None:
        """Runs the steps. Raises CommandError, which names those that found something."""
        if unknown := [name for name in options["steps"] if name not in STEPS]:
            raise CommandError(f"there is no step {unknown[0]!r}; there are {', '.join(STEPS)}", returncode=2)
        if importlib.util.find_spec("mypy") is None:
            told = "this needs the packages of requirements-dev.txt; start without LEAGUE_SETUP=0"
            raise CommandError(told, returncode=2)
        wrong = []
        for name in options["steps"] or STEPS:
            self.stdout.write(f"── {name}")
            self.stdout.flush()
            for command in STEPS[name]:
                if subprocess.run(command, cwd=settings.BASE_DIR, check=False).returncode and name not in wrong:
                    wrong.append(name)
        if wrong:
            raise CommandError(f"{', '.join(wrong)}: see above")
        self.stdout.write("Nothing to complain of.")
