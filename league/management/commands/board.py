"""`board`: what is done to a board, the league's or a season's, and how it is shown."""

import json
from collections.abc import Iterator
from typing import Any, Final

from django.core.management import CommandError, CommandParser
from django.utils import timezone

from games.terminal.usage import Parser, ProjectCommand, make_tables, whole_number
from league.access.acts import COMMAND_LINE
from league.boards.verbs import VERBS, Given, Managed, WrongBoard, carry_out
from league.models import Board, Season
from league.processes.logs import quiet
from league.queries.boards.shown import Shown, full_board
from league.terminal.named import season_named

ACTIONS: Final = {"show": "how it is shown, and what was taken off it", **{v.name: v.told for v in VERBS.values()}}


class Command(ProjectCommand):
    help = "Hides or publishes a board, takes games or players off it and gives them back, or shows how it is."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True, parser_class=Parser)
        for name, told in ACTIONS.items():
            action = actions.add_parser(name, help=told, description=f"{told[0].upper()}{told[1:]}.")
            action.add_argument("--season", metavar="SLUG", help="of this season; without it, of all rated seasons")
            action.add_argument("--json", action="store_true", help="print how the board is then as JSON")
            if (verb := VERBS.get(name)) is None:
                continue
            told = "why; " + ("it is required, and everybody sees it" if verb.wants else "for the record of acts")
            action.add_argument("--reason", default="", metavar="WHY", help=told)
            if "minimum" in verb.takes:
                action.add_argument("minimum", type=whole_number(0), metavar="GAMES", help="how many games at least")
            if "order" in verb.takes:
                told = "by wins above expectation, or by the win rate"
                action.add_argument("order", choices=Board.Order.values, help=told)
            if "game" in verb.takes:
                action.add_argument("--game", default="", metavar="ID", help="a finished game, by its id")
                action.add_argument("--player", default="", metavar="ID", help="a player, by its id")

    def handle(self, *args: Any, **options: Any) -> None:
        quiet()
        make_tables()
        season = season_named(options["season"]) if options["season"] else None
        told = self.carry_out(VERBS[options["action"]], season, options) if options["action"] in VERBS else ""
        if options["json"]:
            stand = stand_told(full_board(season)) | ({"told": told} if told else {})
            self.stdout.write(json.dumps(stand, default=str))
        else:
            self.stdout.write(told or "\n".join(stand_lines(full_board(season))))

    def carry_out(self, verb: Managed, season: Season | None, options: dict[str, Any]) -> str:
        """What is done to a board from everywhere in the same way."""
        given = Given(**{name: options[name] for name in ("reason", *verb.takes)})
        try:
            return carry_out(verb=verb, season=season, by=COMMAND_LINE, now=timezone.now(), given=given)
        except WrongBoard as error:
            raise CommandError(error.message, returncode=1 if error.field == "status" else 2) from error


def stand_told(shown: Shown) -> dict[str, Any]:
    """How a board is, as the API has it."""
    board = shown.board
    out = [{"what": each.kind, "id": each.key} | _said(each) for each in shown.out]
    own = {name: getattr(board, name) for name in ("is_published", "minimum", "order", "revision")}
    return {"season": board.season.slug if board.season else None, **own, "excluded": out, "more": shown.more}


def stand_lines(shown: Shown) -> Iterator[str]:
    """The same in lines."""
    board = shown.board
    state = "published" if board.is_published else "hidden: only staff see it"
    yield f"{board.season.slug if board.season else 'leaderboard'}: {state}"
    yield f"ranked from {board.minimum} games on, by {board.get_order_display()}"
    for each in shown.out:
        of = "" if each.kind == "game" or not each.season else f" in {each.season}"
        yield f"excluded{of}: {each.kind} {each.key}: {each.reason} ({each.who}, {each.at:%Y-%m-%d %H:%M} UTC)"
    if shown.more:
        yield "and earlier ones"


def _said(each: Any) -> dict[str, Any]:  # Any: what is out
    return {name: getattr(each, name) for name in ("season", "reason", "at", "who")}
