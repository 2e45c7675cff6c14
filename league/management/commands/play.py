"""`play`: one game in the terminal, without a database unless it is saved or a stored player sits at the table."""

import json
import logging
import sys
from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError, CommandParser
from rich.console import Console

from games.agents.offline import OfflinePlayer, play_out
from games.engine.ruleset import WrongOption
from games.logs import RecordedGame, Sitter, deaths, game_log, recorded
from games.playing import WrongGame
from games.sitting import NoSuchPlayer, offline_player
from league.arguments import (
    Setting,
    add_game_arguments,
    player_texts,
    read_lens,
    read_seed,
    read_setting,
    wrong_usage,
)
from league.exhibitions import play_exhibition
from league.terminal import show_game
from personas.models import Player
from personas.roster import ensure_player


class Command(BaseCommand):
    help = "Plays one game in the terminal and prints it; with --json the finished log."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        add_game_arguments(parser)
        parser.add_argument("--names", choices=("alias", "persona"), help="what players are called at the table")
        parser.add_argument(
            "--lens", default="glass", metavar="LENS", help="audience, glass (default), seat:K or ghost:K"
        )
        parser.add_argument("--save", action="store_true", help="store it as an exhibition, to be seen on the site")
        parser.add_argument("--json", action="store_true", help="print the finished log as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        rows = stored_players(player_texts(options))
        try:
            stored = {each.player_id: offline_player(each) for each in rows}
        except NoSuchPlayer as error:
            raise wrong_usage(str(error)) from error
        setting, seed = read_setting(options, stored), read_seed(options["seed"])
        viewer = read_lens(options["lens"], setting)
        players = setting.seated(seed)
        if options["save"]:
            game = saved(setting, seed, players)
        else:
            moderator = play_out(setting.begin(seed, players), players)
            game = recorded(moderator, release=settings.LEAGUE_RELEASE, salt=seed, sitters=list(map(sitter, players)))
        if options["json"]:
            self.stdout.write(json.dumps(game_log(game, "analysis"), ensure_ascii=False))
            return
        if viewer.is_ghost and viewer.seat not in deaths(game.ledger):
            raise CommandError(f"seat {viewer.seat} did not die in this game, so there is no {viewer.lens}")
        console = Console(file=options.get("stdout") or sys.stdout, highlight=False)
        named = f"game {game.game}" if game.game else f"seed {seed}"
        show_game(console, game, viewer, title=f"{setting.ruleset.title} · {named}")


def stored_players(texts: Iterable[str]) -> list[Player]:
    """The players whose ids these are; only what cannot be an offline player's name is looked up."""
    ids = {text for text in texts if "_" in text and "@" not in text and ":" not in text}
    if not ids:
        return []
    found = list(Player.objects.filter(player_id__in=ids).select_related("persona", "model"))
    if missing := sorted(ids - {each.player_id for each in found}):
        raise wrong_usage(f"no player is called {missing[0]!r}; the roster is at /players/ on the site")
    return found


def sitter(player: OfflinePlayer) -> Sitter:
    """How the log of a game that is not stored names a player."""
    return Sitter(None, player.sheet.name if player.sheet else None, f"{player.provider}:{player.model}")


def saved(setting: Setting, seed: str, players: list[OfflinePlayer]) -> RecordedGame:
    """Plays the game as an exhibition; raises CommandError when it cannot be made."""
    rows = [
        ensure_player(sheet=player.sheet, provider=player.provider, model_name=player.model)
        for player in players
        if player.sheet
    ]
    logging.getLogger("games").setLevel(logging.WARNING)  # the transcript tells how it ended
    try:
        return play_exhibition(
            ruleset=setting.ruleset.slug,
            options=setting.options.plain(setting.ruleset.revision),
            players=rows,
            seed=seed,
        )
    except (WrongGame, WrongOption) as error:
        raise wrong_usage(str(error)) from error
