"""`desk`: what runs, waits, failed, was spent and is wrong now, as staff see it at /desk/."""

import json
from typing import Any

from django.core.management import CommandParser
from django.utils import timezone

from games.terminal.usage import ProjectCommand, make_tables
from league.processes.logs import quiet
from league.queries.upkeep.desk import desk_as_json, desk_told
from league.results.weights import seasons_to_weigh, weigh_season
from league.terminal.desk import desk_lines


class Command(ProjectCommand):
    help = "Tells what runs where, what waits for whom, what failed, what was spent, and what is wrong now."
    epilog = "Exit status: 0, whatever is wrong; games whose glass is shut tell nothing of who is asked."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.epilog = self.epilog
        parser.add_argument("--json", action="store_true", help="print it as JSON")
        parser.add_argument("--weigh", action="store_true", help="work out first what seasons weigh by now")

    def handle(self, *args: Any, **options: Any) -> None:
        quiet()
        make_tables()
        if options["weigh"]:
            for slug in seasons_to_weigh(now=timezone.now()):
                weigh_season(slug=slug, now=timezone.now())
        desk = desk_told(now=timezone.now(), visitor=None)
        if options["json"]:
            self.stdout.write(json.dumps(desk_as_json(desk), default=as_text, ensure_ascii=False))
            return
        for line in desk_lines(desk):
            self.stdout.write(line)


def as_text(value: Any) -> str:  # Any: what JSON has no word for
    """Times as the API has them."""
    return value.isoformat().replace("+00:00", "Z") if hasattr(value, "isoformat") else str(value)
