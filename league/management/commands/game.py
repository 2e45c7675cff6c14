"""`game`: what an operator does to a game, and how it stands."""

import json
from collections.abc import Iterator
from typing import Any, Final

from django.core.management import CommandError, CommandParser
from django.utils import timezone

from games.directing.verbs import VERBS, Directed, Given
from games.hosting.making import WrongGame
from games.models import Game
from games.terminal.usage import Parser, ProjectCommand, whole_number, wrong_usage
from league.access.acts import COMMAND_LINE
from league.access.directing import direct_game
from league.processes.logs import quiet
from league.tasks import nudge

ACTIONS: Final = {"show": "how it stands", **{verb.name: verb.told for verb in VERBS.values()}}


class Command(ProjectCommand):
    help = "Pauses, resumes, steps or calls off a game, checks its replay, has another model answer, or shows it."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("id", metavar="ID", help="the game's id: twelve letters and digits")
        actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True, parser_class=Parser)
        for name, told in ACTIONS.items():
            action = actions.add_parser(name, help=told, description=f"{told[0].upper()}{told[1:]}.")
            action.add_argument("--json", action="store_true", help="print how the game stands then as JSON")
            if (verb := VERBS.get(name)) is None:
                continue
            told = "why, for the record of acts" + ("; it is required" if verb.wants else "")
            action.add_argument("--reason", default="", metavar="WHY", help=told)
            if "seat" in verb.takes:
                told = "the seat, numbered from 0"
                action.add_argument("--seat", type=whole_number(0), required=True, metavar="N", help=told)
            if "model" in verb.takes:
                told = "the slug of the model that answers from now on"
                action.add_argument("--model", required=True, metavar="SLUG", help=told)

    def handle(self, *args: Any, **options: Any) -> None:
        quiet()
        game = Game.objects.filter(public_id=options["id"]).first()
        if game is None:
            raise wrong_usage(f"no game is called {options['id']!r}")
        told = self.carry_out(VERBS[options["action"]], game, options) if options["action"] in VERBS else ""
        game.refresh_from_db()
        if options["json"]:
            self.stdout.write(json.dumps(stand_told(game) | ({"told": told} if told else {}), default=str))
        elif not is_differing(options, told):
            self.stdout.write(told or "\n".join(stand_lines(game)))
        if is_differing(options, told):
            raise CommandError(told, returncode=1)

    def carry_out(self, verb: Directed, game: Game, options: dict[str, Any]) -> str:
        """What is done to a game from everywhere in the same way."""
        given = Given(**{name: options[name] for name in ("reason", *verb.takes)})
        try:
            told = direct_game(verb=verb, game=game, by=COMMAND_LINE, now=timezone.now(), given=given)
        except WrongGame as error:
            raise CommandError(str(error), returncode=1 if error.field == "status" else 2) from error
        nudge()
        return told


def is_differing(options: dict[str, Any], told: str) -> bool:
    """Whether a game that was replayed came out otherwise."""
    return options["action"] == "replay" and " differs when it is replayed" in told


def stand_told(game: Game) -> dict[str, Any]:
    """How a game stands, with what everybody may know of it."""
    seats = game.seats.order_by("number").values_list("number", "alias", "player__player_id")
    return {
        "game": game.public_id,
        "season": game.terms.get("season") or None,
        "fixture": game.terms.get("fixture") or None,
        "ruleset": game.ruleset,
        "status": game.status,
        "waiting": game.waiting,
        "unrated": game.unrated,
        "rounds": game.rounds,
        "winner": game.winner or None,
        "seats": [{"seat": number, "alias": alias, "player": player} for number, alias, player in seats],
        "started_at": game.started_at,
        "finished_at": game.finished_at,
    }


def stand_lines(game: Game) -> Iterator[str]:
    """The same in lines."""
    told = stand_told(game)
    of = f", game {told['fixture']} of {told['season']}" if told["season"] else ""
    yield f"{game.public_id}: {game.ruleset}{of}"
    yield f"{game.status}{f': {game.waiting}' if game.waiting else ''}, {game.rounds} rounds"
    if game.unrated:
        yield f"unrated: {game.unrated}"
    if game.winner:
        yield f"winner: {game.winner}"
    for seat in told["seats"]:
        yield f"{seat['seat']:>3}  {seat['alias']}: {seat['player']}"
