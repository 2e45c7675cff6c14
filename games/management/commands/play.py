"""`play`: one game in the terminal, without a database unless it is saved or a stored player sits at the table."""

import sys
from decimal import Decimal
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import CommandError, CommandParser
from rich.console import Console

from games.agents.narrator import closing_words, narrated
from games.agents.players import UnknownPlayer
from games.agents.providers.addresses import WORDS
from games.agents.remote import Tally
from games.engine.viewpoint import AUDIENCE, GLASS, Viewer
from games.ledger.logs import deaths, end_of
from games.ledger.narrations import lines_by
from games.terminal.arguments import OFFLINE_FORMS, Setting, add_game_arguments, player_texts, read_lens, read_setting
from games.terminal.dialling import Dialler
from games.terminal.game import show_game
from games.terminal.narrating import FORM, HOUSE, read_teller
from games.terminal.playing import Play, Seated, check_writable, log_of, read_fork, till_of, told, write
from games.terminal.seating import saved, sitter, stored_players
from games.terminal.tills import Till
from games.terminal.usage import ProjectCommand, dollars, read_seed, whole_number, wrong_usage
from games.terminal.writing import with_written, writers_in

FORMS = f"{OFFLINE_FORMS}, PROVIDER:MODEL or PERSONA@PROVIDER:MODEL ({', '.join(WORDS)}), or a player's id"
WATCHERS = (AUDIENCE, GLASS)


class Command(ProjectCommand):
    help = "Plays one game in the terminal and prints it; with --json the finished log."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        add_game_arguments(parser, FORMS)
        parser.add_argument("--names", choices=("alias", "persona"), help="what players are called at the table")
        parser.add_argument(
            "--lens", default="glass", metavar="LENS", help="audience, glass (default), seat:K or ghost:K"
        )
        parser.add_argument(
            "--narrator",
            metavar="N",
            help=f"who tells the game beside what happens, {FORM}; "
            "by default the template for audience and glass on a terminal",
        )
        parser.add_argument(
            "--personas",
            choices=("roster", "written"),
            default="roster",
            help="whose characters models play that are named without one: the shipped ones in turn, or what each "
            "writes itself before anything is dealt",
        )
        parser.add_argument("--save", action="store_true", help="store it as an exhibition, to be seen on the site")
        parser.add_argument(
            "--cap",
            type=dollars,
            metavar="USD",
            help="the most that the game's calls to providers may cost (default: LEAGUE_DAY_CAP, where it is set)",
        )
        parser.add_argument(
            "--record", metavar="FILE", type=Path, help="write the log to a file, also of a game that breaks off"
        )
        parser.add_argument(
            "--from", dest="fork", metavar="FILE", type=Path, help="go on with the game of a log, by these players"
        )
        parser.add_argument(
            "--deal",
            metavar="FILE",
            type=Path,
            help="play the deal of a log by these players: names, roles, first speaker and seed; its header suffices",
        )
        parser.add_argument(
            "--at", type=whole_number(0), metavar="N", help="with --from: after its first N answers (0: only its deal)"
        )
        parser.add_argument("--json", action="store_true", help="print the finished log as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        fork = read_fork(options)
        rows = stored_players(player_texts(options))
        dial = Dialler()
        try:
            stored = {player_id: dial.stored(row) for player_id, row in rows.items()}
        except UnknownPlayer as error:
            raise wrong_usage(str(error)) from error
        setting = read_setting(options, stored, dial)
        seed = fork.seed if fork is not None else read_seed(options["seed"])
        viewer = read_lens(options["lens"], setting)
        narrator, teller = read_narrator(options, viewer), read_teller(options["narrator"] or "", dial)
        cap = read_cap(options)
        players: Seated = setting.seated(seed)
        writers = self.writers(options, setting)
        if options["record"]:
            check_writable(options["record"])
        if options["save"]:
            game = saved(setting, seed, players, rows, self.acts)
        else:
            till, tally = till_of([*players, *([teller] if teller else [])], cap), Tally()
            if writers and till is not None:
                players = self.written(players, setting, till, tally)
            sitters = [
                sitter(player, text if text in rows else None, is_written=seat in writers)
                for seat, (player, text) in enumerate(zip(players, setting.by_seat, strict=True))
            ]
            play = Play(players, sitters, dial, till, tally, options["record"], self.stderr.write, teller)
            game = play.out(fork or setting.begin(seed, players), seed)
        log = log_of(game)
        if options["record"]:
            write(options["record"], log)
        if options["json"]:
            self.stdout.write(log)
            return
        if viewer.is_ghost and viewer.seat not in deaths(game.ledger):
            raise CommandError(f"seat {viewer.seat} did not die in this game, so there is no {viewer.lens}")
        console = Console(file=options.get("stdout") or sys.stdout, highlight=False)
        named = f"game {game.game}" if game.game else f"seed {seed}"
        narrator = narrator or ("template" if console.is_terminal and viewer in WATCHERS else "none")
        dice, outing = lines_by(game.terms, game.game or seed)
        said = list(narrated(dice, game.ledger, outing)) if narrator != "none" else []
        dictated = {row["after"]: row["text"] for row in game.narrations}
        asides = {each.seq: dictated.get(each.number, each.text) for each in said}
        if said and (end := end_of(game)):
            asides[end.seq] = dictated.get(end.number, closing_words(end.record))
        show_game(console, game, viewer, asides, title=f"{setting.ruleset.title} · {named}")

    def writers(self, options: dict[str, Any], setting: Setting) -> list[int]:
        """The seats whose models write their characters. Raises CommandError."""
        if options["personas"] != "written":
            return []
        if options["fork"] is not None or options["deal"] is not None or options["save"]:
            raise wrong_usage("personas are written before a game is dealt: leave --from, --deal and --save out")
        return writers_in(setting.by_seat)

    def written(self, players: Seated, setting: Setting, till: Till, tally: Tally) -> Seated:
        """The players with the characters that their models write; what was spent on none is told. Raises
        CommandError."""
        try:
            return with_written(players, setting.by_seat, till, tally)
        except CommandError:
            self.stderr.write(told(tally, till))
            raise


def read_narrator(options: dict[str, Any], viewer: Viewer) -> str:
    """Who was asked to tell the game; "" when nobody was named. Raises CommandError."""
    narrator = options["narrator"] or ""
    if narrator == "template" and options["json"]:
        raise wrong_usage("a log holds the words of a model alone: with --json the narrator is none or PROVIDER:MODEL")
    if narrator not in ("", "none") and viewer not in WATCHERS and not options["json"]:
        raise wrong_usage("the narrator is heard by those who watch: with --lens audience or glass")
    if narrator not in ("", *HOUSE) and options["save"]:
        raise wrong_usage("a game that is saved is told on the site; leave --narrator out, or --save")
    return narrator


def read_cap(options: dict[str, Any]) -> Decimal | None:
    """What the calls of the game may cost; None where there is no cap. Raises CommandError."""
    cap: Decimal | None = options["cap"]
    if cap is None:
        return settings.LEAGUE_DAY_CAP
    if options["save"]:
        raise wrong_usage("a game that is saved draws on the budget of the day; leave --cap out")
    if not cap.is_finite() or cap < 0:
        raise wrong_usage(f"--cap wants US dollars from 0, not {cap}")
    return cap
