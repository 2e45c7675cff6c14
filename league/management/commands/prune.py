"""`prune`: what of a season may go when nobody wants it any more, said before and done with --yes."""

import json
from dataclasses import asdict
from typing import Any

from django.core.management import CommandError, CommandParser
from django.utils import timezone

from games.directing.verbs import PRUNABLE
from games.terminal.usage import Joined, ProjectCommand, whole_number
from league.access.acts import COMMAND_LINE
from league.models import Season
from league.processes.logs import quiet
from league.seasons.making.checking import WrongSeason
from league.seasons.pruning import MOST_DAYS, Foreseen, Wanted, foresee_pruning, prune_season, size_told, unit_of
from league.terminal.named import season_named
from league.terminal.progress import Meter


class Command(ProjectCommand):
    help = "Says what of a season may go (words of calls, thoughts, logs on disk), and deletes it with --yes."
    epilog = "Results, replay and bills stay as they are. It may be stopped and done again: the rest goes then."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.epilog = self.epilog
        parser.add_argument("slug", metavar="SEASON", help="the season's slug")
        told = f"what goes, with commas between: {', '.join(PRUNABLE)}; all unless said"
        parser.add_argument("--what", action=Joined, metavar="KINDS", help=told)
        told = "of games that have been over for so many days; as the season keeps words unless said"
        parser.add_argument("--days", type=whole_number(0, MOST_DAYS), help=told)
        parser.add_argument("--reason", default="", help="for the record of acts")
        parser.add_argument("--yes", action="store_true", help="do it; without this it is only said what would go")
        parser.add_argument("--json", action="store_true", help="print JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        quiet()
        season = season_named(options["slug"])
        kinds = [each.strip() for each in (options["what"] or ",".join(PRUNABLE)).split(",")]
        wanted = Wanted(tuple(dict.fromkeys(filter(None, kinds))), options["days"])
        try:
            foreseen = foresee_pruning(season=season, wanted=wanted, now=timezone.now())
            if not options["yes"]:
                self.foretell(season, foreseen, as_json=options["json"])
                return
            self.do(season, wanted, options)
        except WrongSeason as error:
            raise CommandError(str(error), returncode=1 if error.field == "status" else 2) from error

    def foretell(self, season: Season, foreseen: Foreseen, *, as_json: bool) -> None:
        """Says what would go."""
        if as_json:
            self.stdout.write(json.dumps({"season": season.slug, "done": False, **asdict(foreseen)}))
        else:
            self.stdout.write(f"{season.slug}, of games that were over for {foreseen.days} days:")
            about = "about " if foreseen.is_estimate else ""
            for heap in foreseen.heaps:
                told = f"{about}{heap.rows:,} {unit_of(heap.kind)}, {size_told(heap.bytes)}, of {heap.games:,} games"
                self.stdout.write(f"  {heap.title:<16} {told}")
            for each in (*foreseen.loses, *(["nothing would go"] if foreseen.is_nothing else [])):
                self.stdout.write(f"  {each}")
        if not foreseen.is_nothing:
            raise CommandError("--yes is wanted: nothing has gone", returncode=1)

    def do(self, season: Season, wanted: Wanted, options: dict[str, Any]) -> None:
        """Has it go, and tells how far it is."""
        with Meter(self.stderr.write, unit="games") as meter:
            gone = prune_season(
                season=season,
                wanted=wanted,
                by=COMMAND_LINE,
                now=timezone.now(),
                reason=options["reason"],
                tell=lambda done, of: meter.show(done, of, "deleting"),
            )
        if options["json"]:
            heaps = {kind: {"rows": rows, "bytes": bytes_} for kind, (rows, bytes_) in gone.heaps.items()}
            self.stdout.write(json.dumps({"season": season.slug, "done": True, "games": gone.games, "freed": heaps}))
            return
        self.stdout.write(f"{season.slug}: {gone.told}")
