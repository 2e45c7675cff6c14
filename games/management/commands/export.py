"""`export`: the log of a game."""

import json
from typing import Any

from django.core.management import CommandError, CommandParser

from games.ledger.logs import VIEWS, game_log
from games.ledger.rows import recorded_game
from games.models import Game
from games.terminal.usage import ProjectCommand, make_tables, wrong_usage


class Command(ProjectCommand):
    help = "Prints the log of a game; before its end only the public view can be had."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", metavar="GAME_ID", help="the game's id")
        parser.add_argument("--view", choices=VIEWS, required=True, help="how much of it")
        parser.add_argument(
            "--format",
            choices=("json", "jsonl"),
            default="json",
            help="one object (default), or lines: the game, then each event, then each answer",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            log = game_log(recorded_game(game_named(options["game"])), options["view"])
        except PermissionError as error:
            raise CommandError(str(error)) from error
        if options["format"] == "json":
            self.stdout.write(json.dumps(log, ensure_ascii=False))
            return
        rows = [("event", row) for row in log.pop("events")] + [("answer", row) for row in log.pop("journal", [])]
        for kind, row in [("game", log), *rows]:
            self.stdout.write(json.dumps({kind: row}, ensure_ascii=False))


def game_named(public_id: str) -> Game:
    """The game with this id; raises CommandError."""
    make_tables()
    game = Game.objects.filter(public_id=public_id).first()
    if game is None:
        raise wrong_usage(f"there is no game {public_id!r}")
    return game
