"""`replay`: a stored or exported game played again from its journal, every event compared."""

import json
import re
from pathlib import Path
from typing import Any

from django.core.management import CommandError, CommandParser

from games.engine.moderator import Diverged
from games.hosting.verbs import Report, replay_game
from games.ledger.replay import Unreplayable, play_again
from games.models import Game
from games.terminal.arguments import read_log
from games.terminal.usage import ProjectCommand, make_tables, wrong_usage


class Command(ProjectCommand):
    help = "Plays a game again from its journal and compares every event: a log's file or the id of a stored game."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", metavar="GAME_ID | FILE", help="a stored game's id or the file of an exported log")
        parser.add_argument("--json", action="store_true", help="print the outcome as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            report = replay(options["game"])
        except Unreplayable as error:
            raise wrong_usage(str(error)) from error
        if options["json"]:
            told = {"identical": report.is_identical, "events": report.events, "hash": report.hash}
            if not report.is_identical:
                told |= {"seq": report.seq, "message": report.message}
            self.stdout.write(json.dumps(told))
        elif report.is_identical and report.hash:
            self.stdout.write(f"identical: {report.events} events, hash {report.hash}")
        elif report.is_identical:
            self.stdout.write(f"identical so far: {report.events} events; the game is not over")
        if not report.is_identical:
            raise CommandError(report.message)


def replay(named: str) -> Report:
    """Plays a log's file again or, where no such file is, the stored game of this id. Raises Unreplayable."""
    path = Path(named)
    if re.fullmatch("[a-z0-9]{12}", named) and not path.exists():
        make_tables()
        game = Game.objects.filter(public_id=named).first()
        if game is None:
            raise Unreplayable(f"there is neither a game nor a file called {named!r}")
        return replay_game(game=game)
    log = read_log(path)
    try:
        moderator = play_again(log)
    except Diverged as error:
        return Report(len(log["events"]), log["hash"], error.seq, str(error))
    return Report(len(moderator.ledger), log["hash"])
