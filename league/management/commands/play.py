"""`play`: one game in the terminal, without a database unless it is saved or a stored player sits at the table."""

import json
import sys
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandParser
from rich.console import Console

from games.agents.offline import play_out
from games.logs import Sitter, game_log, recorded
from league.arguments import add_game_arguments, read_lens, read_seed, read_setting
from league.terminal import show_game


class Command(BaseCommand):
    help = "Plays one game in the terminal and prints it; with --json the finished log."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        add_game_arguments(parser)
        parser.add_argument("--names", choices=("alias", "persona"), help="what players are called at the table")
        parser.add_argument("--lens", default="glass", metavar="LENS", help="audience, glass (default) or seat:K")
        parser.add_argument("--json", action="store_true", help="print the finished log as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        setting, seed = read_setting(options), read_seed(options["seed"])
        viewer = read_lens(options["lens"], setting.seats)
        players = setting.seated(seed)
        moderator = play_out(setting.begin(seed, players), players)
        sitters = [
            Sitter(None, player.sheet.name if player.sheet else None, f"{player.provider}:{player.model}")
            for player in players
        ]
        game = recorded(moderator, release=settings.LEAGUE_RELEASE, salt=seed, sitters=sitters)
        if options["json"]:
            self.stdout.write(json.dumps(game_log(game, "analysis"), ensure_ascii=False))
            return
        console = Console(file=options.get("stdout") or sys.stdout, highlight=False)
        show_game(console, game, viewer, title=f"{setting.ruleset.title} · seed {seed}")
