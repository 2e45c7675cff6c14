"""`recompute`: counts a season's results again and says what differed."""

import json
import sys
from typing import Any

from django.core.management import CommandParser
from django.db import transaction
from django.utils import timezone

from games.terminal.usage import ProjectCommand
from league.access.acts import COMMAND_LINE, record_act
from league.results.bills import bill_season_again
from league.results.figures import count_rest, count_season
from league.results.scoring import Tally
from league.results.standings import recompute, record_missing_results
from league.results.sums import fold_season_again
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
        missing = record_missing_results(now=timezone.now(), season=season)
        with transaction.atomic():
            found = recompute(season=season)
            if found:
                before = {f"{each.player_id} as {each.role}": told_tally(each.was) for each in found}
                after = {f"{each.player_id} as {each.role}": told_tally(each.now) for each in found}
                record_act(by=COMMAND_LINE, verb="recompute", row=season, before=before, after=after)
        count_rest(season=season)  # figures that are late are no fault of the sums
        count_season(season=season)
        with transaction.atomic():
            sums = fold_season_again(season=season)
            if bill_season_again(season=season):
                sums.append("bills differed")
            if sums:
                before, after = {"sums": "; ".join(sums)}, {"sums": "added up again"}
                record_act(by=COMMAND_LINE, verb="recompute", row=season, before=before, after=after)
        if options["json"]:
            differences = [
                {"player": each.player_id, "role": each.role, "was": each.was._asdict(), "now": each.now._asdict()}
                for each in found
            ]
            told = {
                "season": season.slug,
                "missing": [game.public_id for game in missing],
                "differences": differences,
                "sums": sums,
            }
            self.stdout.write(json.dumps(told))
        else:
            for game in missing:
                self.stdout.write(f"game {game.public_id} had not been counted")
            for each in found:
                was, now = told_tally(each.was), told_tally(each.now)
                self.stdout.write(f"{each.player_id} as {each.role}: was {was}; is {now}")
            for line in sums:
                self.stdout.write(line)
            if not (found or missing or sums):
                self.stdout.write(f"identical: {season.standings.count()} rows of {season.name} are as the games say")
        if found or missing or sums:
            sys.exit(1)


def told_tally(tally: Tally) -> str:
    """A sum in words."""
    told = f"{tally.wins} of {tally.games} won, {tally.draws} drawn, {tally.survived} survived"
    return f"{told}, {tally.defaults} of {tally.answers} answers by default" if tally.answers else told
