"""`export`: the log of a game, or of all games of a season that are over."""

import json
from collections.abc import Iterator
from typing import Any

from django.core.management import CommandError, CommandParser
from django.db.models import QuerySet

from games.ledger.calls import CALLS, call_lines, season_lines
from games.ledger.logs import VIEWS, game_log
from games.ledger.rows import recorded_game
from games.models import Game
from games.terminal.usage import ProjectCommand, make_tables, wrong_usage

SOME = 20  # games whose rows are read at once


class Command(ProjectCommand):
    help = (
        "Prints the log of a game, or of each game of a season that is over, one after the other. Before the end of a "
        "game only its public view can be had."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("what", metavar="GAME_ID|SEASON", help="the game's id, or the slug of a season")
        parser.add_argument(
            "--view",
            choices=(*VIEWS, CALLS),
            required=True,
            help="how much of it; calls: what its models were sent and answered, as lines",
        )
        parser.add_argument(
            "--format",
            choices=("json", "jsonl"),
            default="json",
            help="one object a game (default), or lines: the game, then each event, then each answer",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        make_tables()
        view, game = options["view"], Game.objects.filter(public_id=options["what"]).first()
        games = iter([game]) if game else games_of(options["what"])
        try:
            if view == CALLS:
                lines = call_lines(game, errors="told") if game else season_lines(games, errors="told")
                for line in lines:
                    self.say(line)
                return
            for each in games:
                self.tell(game_log(recorded_game(each), view), options["format"])
        except PermissionError as error:
            raise CommandError(str(error)) from error

    def tell(self, log: dict[str, Any], form: str) -> None:
        """Prints a log as one line, or as many."""
        if form == "json":
            self.say(log)
            return
        rows = [("event", row) for row in log.pop("events")] + [("answer", row) for row in log.pop("journal", [])]
        for kind, row in [("game", log), *rows]:
            self.say({kind: row})

    def say(self, line: dict[str, Any]) -> None:
        self.stdout.write(json.dumps(line, ensure_ascii=False))


def games_of(season: str) -> Iterator[Game]:
    """The games of a season that are over, in the order in which they were made. Raises CommandError where there is no
    game and no season of this name, as far as games know."""
    ordered = Game.objects.filter(terms__season=season)
    if not ordered.exists():
        raise wrong_usage(f"there is no game {season!r}, and no season of this name that has games")
    return _finished(ordered)


def _finished(games: QuerySet[Game]) -> Iterator[Game]:
    """Those of the games that are finished, some at a time: no cursor stays open while somebody reads slowly."""
    last, finished = 0, games.filter(status=Game.Status.FINISHED).order_by("pk")
    while some := list(finished.filter(pk__gt=last)[:SOME]):
        yield from some
        last = some[-1].pk
