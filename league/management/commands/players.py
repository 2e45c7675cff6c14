"""`players`: makes personas players on a model, changes how they are told to play, or says who there is.

What is done to many is done some at a time, each of them an act; whoever stops it keeps what was done until then, and
the same command goes on from there.
"""

import json
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

from django.core.management import CommandParser
from django.db.models import Model, QuerySet

from games.terminal.usage import Parser, ProjectCommand, make_tables, wrong_usage
from league.access.acts import COMMAND_LINE
from league.seasons.roster import change_some, make_players
from league.terminal.named import YES_OR_NO
from league.terminal.progress import Meter
from personas.models import LanguageModel, Persona, Player, StrategyLevel

Row = TypeVar("Row", bound=Model)

AT_ONCE: Final = 50  # of which each takes some statements
ACTIONS: Final = {
    "list": "who there is, with level and awareness",
    "create": "make personas players on a model; who is one already stays as it is",
    "change": "give players a strategy level, tell them what they are or no more, let seasons invite them or not",
}


class Command(ProjectCommand):
    help = "Makes players of personas on a model, changes several of them at once, or lists them."

    def add_arguments(self, parser: CommandParser) -> None:
        actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True, parser_class=Parser)
        for name, told in ACTIONS.items():
            action = actions.add_parser(name, help=told, description=f"{told[0].upper()}{told[1:]}.")
            if name == "create":
                action.add_argument("persona", nargs="*", metavar="PERSONA", help="these personas, by their slugs")
                action.add_argument("--model", required=True, metavar="MODEL", help="the slug of the model")
                action.add_argument("--approved", action="store_true", help="all that are approved")
                action.add_argument(
                    "--level",
                    default="",
                    choices=StrategyLevel.values,
                    help="at which they play (advanced on the house, none on another model)",
                )
                action.add_argument(
                    "--aware", default="no", choices=list(YES_OR_NO), help="told that it is a model (no)"
                )
            else:
                action.add_argument("player", nargs="*", metavar="PLAYER", help="these players, by their ids")
                action.add_argument("--of-model", metavar="MODEL", help="those on this model")
                action.add_argument("--of-persona", metavar="PERSONA", help="those of this persona")
            if name == "change":
                action.add_argument("--all", action="store_true", help="all of them")
                action.add_argument("--level", choices=StrategyLevel.values, help="at which they play")
                action.add_argument("--aware", choices=list(YES_OR_NO), help="whether they know that they are models")
                action.add_argument("--active", choices=list(YES_OR_NO), help="whether new seasons may invite them")
                action.add_argument("--reason", default="", metavar="WHY", help="why, for the record of acts")
            if name == "list":
                action.add_argument("--json", action="store_true", help="print them as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        make_tables()
        getattr(self, options["action"])(options)

    def list(self, options: dict[str, Any]) -> None:
        players = chosen_players(options, or_all=True).select_related("persona", "model")
        rows = [
            {
                "player_id": player.player_id,
                "persona": player.persona.slug,
                "model": player.model.slug,
                "strategy_level": player.strategy_level,
                "is_aware": player.is_aware,
                "is_active": player.is_active,
                "status": player.persona.status,
            }
            for player in players.order_by("player_id")
        ]
        if options["json"]:
            self.stdout.write(json.dumps(rows))
            return
        for row in rows:
            told = [str(row["strategy_level"]), str(row["status"])]
            told += ["aware"] if row["is_aware"] else []
            told += [] if row["is_active"] else ["not active"]
            self.stdout.write(f"{row['player_id']:<50} {', '.join(told)}")

    def create(self, options: dict[str, Any]) -> None:
        (model,) = named([options["model"]], LanguageModel.objects.all(), "slug", "model")
        personas = Persona.objects.filter(written_for="").order_by("slug")
        if bool(options["persona"]) == options["approved"]:
            raise wrong_usage("say which personas, by their slugs, or --approved for all that are")
        wanted: Sequence[Persona] = (
            list(personas.filter(status=Persona.Status.APPROVED))
            if options["approved"]
            else named(options["persona"], personas, "slug", "persona")
        )
        how = {"level": options["level"], "is_aware": YES_OR_NO[options["aware"]]}
        made = self.in_parts(wanted, lambda some: make_players(by=COMMAND_LINE, personas=some, model=model, **how))
        self.stdout.write(f"{made} of {len(wanted)} are new players on {model.slug}, the others were there already")

    def change(self, options: dict[str, Any]) -> None:
        wanted: dict[str, Any] = {"strategy_level": options["level"]} if options["level"] else {}
        for name in ("aware", "active"):
            wanted |= {f"is_{name}": YES_OR_NO[options[name]]} if options[name] else {}
        if not wanted:
            raise wrong_usage("say what they are to be: --level, --aware or --active")
        players = list(chosen_players(options, or_all=options["all"]).order_by("player_id"))
        why = options["reason"]
        changed = self.in_parts(players, lambda some: change_some(by=COMMAND_LINE, players=some, reason=why, **wanted))
        self.stdout.write(f"{changed} of {len(players)} players changed, the others were so already")

    def in_parts(self, rows: Sequence[Row], do: Callable[[Sequence[Row]], int]) -> int:
        """Does something to some rows at a time, and shows how far it is; the sum of what it comes to."""
        come_to = 0
        with Meter(self.stderr.write, unit="players") as meter:
            meter.show(0, len(rows), "players")
            for start in range(0, len(rows), AT_ONCE):
                some = rows[start : start + AT_ONCE]
                come_to += do(some)
                meter.show(start + len(some), len(rows), "players")
        return come_to


def chosen_players(options: dict[str, Any], *, or_all: bool) -> QuerySet[Player]:
    """The players that a command line means; who was written for one game is not among them. Raises CommandError."""
    players = Player.objects.filter(persona__written_for="")
    if options["player"]:
        players = players.filter(
            pk__in=[player.pk for player in named(options["player"], players, "player_id", "player")]
        )
    if options["of_model"]:
        players = players.filter(model__in=named([options["of_model"]], LanguageModel.objects.all(), "slug", "model"))
    if options["of_persona"]:
        personas = Persona.objects.filter(written_for="")
        players = players.filter(persona__in=named([options["of_persona"]], personas, "slug", "persona"))
    if not or_all and not (options["player"] or options["of_model"] or options["of_persona"]):
        raise wrong_usage("say which players, by their ids, --of-model or --of-persona, or --all")
    return players


def named(names: Sequence[str], rows: QuerySet[Row], column: str, noun: str) -> list[Row]:
    """The rows of these names, in their order. Raises CommandError, which names the first that there is not."""
    found = {getattr(row, column): row for row in rows.filter(**{f"{column}__in": names})}
    if missing := [name for name in names if name not in found]:
        raise wrong_usage(f"there is no {noun} {missing[0]!r}")
    return [found[name] for name in dict.fromkeys(names)]
