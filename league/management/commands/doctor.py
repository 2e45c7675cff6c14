"""`doctor`: is everything there that the league needs? One line each, and what to do."""

import json
import sys
from typing import Any

from django.core.management import BaseCommand, CommandParser
from rich.console import Console
from rich.text import Text

from league.doctor import Finding, examine

SIGNS = {"good": ("✓", "green"), "poor": ("!", "yellow"), "bad": ("✗", "red")}


class Command(BaseCommand):
    help = "Looks at settings, database, migrations, broker, channel layer, keys and clock, and says what to do."
    epilog = "Exit status: 0 when the league can work, 1 when something keeps it from working."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.epilog = self.epilog
        parser.add_argument("--json", action="store_true", help="print the findings as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        findings = []
        console = Console(file=options.get("stdout") or sys.stdout, highlight=False, soft_wrap=True)
        for finding in examine():
            findings.append(finding)
            if not options["json"]:
                console.print(line(finding))
        if options["json"]:
            self.stdout.write(json.dumps([finding._asdict() for finding in findings], ensure_ascii=False))
        if any(finding.state == "bad" for finding in findings):
            sys.exit(1)


def line(finding: Finding) -> Text:
    """A finding as a person reads it."""
    sign, colour = SIGNS[finding.state]
    told = Text.assemble((sign, f"bold {colour}"), " ", (f"{finding.subject:<14}", "bold"), finding.seen)
    if finding.cure and finding.state != "good":
        told.append(f" → {finding.cure}", colour)
    return told
