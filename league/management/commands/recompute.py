"""`recompute`: counts a season's results again and says what differed."""

import json
import sys
from typing import Any

from django.core.management import CommandParser
from django.utils import timezone

from games.terminal.usage import ProjectCommand
from league.access.acts import COMMAND_LINE
from league.results.refolding import refold_season
from league.terminal.named import season_named


class Command(ProjectCommand):
    help = "Counts all results of a season again, corrects its standings and sums and says what differed."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.epilog = "Exit status: 0 when nothing differed, 1 when something did (it is corrected then)."
        parser.add_argument("season", metavar="SEASON", help="the season's slug")
        parser.add_argument("--json", action="store_true", help="print what differed as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        season = season_named(options["season"])
        found = refold_season(season=season, now=timezone.now(), by=COMMAND_LINE)
        if options["json"]:
            self.stdout.write(json.dumps({"season": season.slug} | found.told))
        else:
            self.stdout.write("\n".join(found.lines(season.name)))
        if not found.is_identical:
            sys.exit(1)
