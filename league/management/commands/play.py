"""`play`: one game in the terminal, without a database unless it is saved or a stored player sits at the table."""

import asyncio
import json
import logging
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import CommandError, CommandParser
from rich.console import Console

from games.agents.narrator import narrated
from games.agents.offline import OfflinePlayer, play_out
from games.agents.players import UnknownPlayer
from games.agents.providers import ProviderError
from games.agents.remote import Remote, Stopped, Tally, play_on
from games.billing.prices import NoPrice
from games.engine.moderator import Diverged, Moderator
from games.engine.ruleset import WrongOption
from games.engine.viewpoint import AUDIENCE, GLASS, Viewer
from games.hosting.exhibitions import play_exhibition
from games.hosting.making import WrongGame
from games.ledger.logs import RecordedGame, Sitter, deaths, game_log, recorded
from games.ledger.replay import Unreplayable, play_up_to
from league.access.acts import COMMAND_LINE, record_creation
from league.processes.tables import make_tables
from league.seasons.roster import set_up_player
from league.terminal.arguments import (
    OFFLINE_FORMS,
    Setting,
    add_game_arguments,
    dollars,
    player_texts,
    read_lens,
    read_log,
    read_seed,
    read_setting,
    whole_number,
    wrong_usage,
)
from league.terminal.dialling import Dialler, is_remote
from league.terminal.game import show_game
from league.terminal.tills import Till, till_for
from league.terminal.usage import LeagueCommand
from personas.models import Player

FORMS = f"{OFFLINE_FORMS}, PROVIDER:MODEL or PERSONA@PROVIDER:MODEL (openai, anthropic), or a player's id"
WATCHERS = (AUDIENCE, GLASS)
Seated = Sequence[OfflinePlayer | Remote]


class Command(LeagueCommand):
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
            choices=("template", "none"),
            help="who tells the game beside what happens; by default the template for audience and glass on a terminal",
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
        narrator = read_narrator(options, viewer)
        cap = read_cap(options)
        players = setting.seated(seed)
        if options["record"]:
            check_writable(options["record"])
        if options["save"]:
            game = saved(setting, seed, players, rows)
        else:
            sitters = [
                sitter(player, text if text in rows else None)
                for player, text in zip(players, setting.by_seat, strict=True)
            ]
            game = self.play(fork or setting.begin(seed, players), seed, players, dial, cap, options["record"], sitters)
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
        said = narrated(game.game or seed, game.ledger) if narrator == "template" else ()
        asides = {each.seq: each.text for each in said}
        show_game(console, game, viewer, asides, title=f"{setting.ruleset.title} · {named}")

    def play(
        self,
        moderator: Moderator,
        seed: str,
        players: Seated,
        dial: Dialler,
        cap: Decimal | None,
        record: Path | None,
        sitters: Sequence[Sitter],
    ) -> RecordedGame:
        """Plays the game and says what its calls came to; one that breaks off is recorded as far as it came. Raises
        CommandError."""
        tally, till = Tally(), till_of(players, cap)

        def written() -> RecordedGame:
            if till is not None:
                self.stderr.write(told(tally, till))
            game = recorded(moderator, release=settings.LEAGUE_RELEASE, salt=seed, sitters=sitters)
            cost = Decimal(0) if till is None else till.spent
            return replace(game, calls={**tally.totals, "cost": f"{cost.normalize():f}"})

        try:
            played(moderator, players, dial, till, tally, sys.stderr.isatty())
        except (CommandError, KeyboardInterrupt):
            game = replace(written(), is_broken_off=True)
            if record is not None:
                write(record, log_of(game))
                self.stderr.write(f"{len(game.journal)} answers are in {record}; --from {record} --at N goes on from N")
            raise
        return written()


# --- what is played --------------------------------------------------------------------------------------------------


def read_fork(options: dict[str, Any]) -> Moderator | None:
    """The game to go on with, as far as it is to be kept; None for a new one. Raises CommandError.

    Ruleset, seats and options are the log's; a command line that says otherwise is refused.
    """
    if options["fork"] is None:
        if options["at"] is not None:
            raise wrong_usage("--at says where to leave the game of --from, which is missing")
        return None
    if options["at"] is None:
        raise wrong_usage("--from needs --at: after how many answers the game is left")
    if options["save"] or options["seed"] or options["option"] or options["names"]:
        raise wrong_usage("--from takes seed, options and names from the log, and is not saved; leave those out")
    log = read_log(options["fork"])
    try:
        moderator = play_up_to(log, options["at"])
    except Unreplayable as error:
        raise wrong_usage(str(error)) from error
    except Diverged as error:
        raise CommandError(str(error)) from error
    seats = len(moderator.deal.roles)
    if moderator.ruleset.slug != options["ruleset"] or options["seats"] not in (None, seats):
        raise wrong_usage(f"this log is of {moderator.ruleset.slug} with {seats} seats")
    options["seats"] = seats
    options["option"] = [[f"{name}={_text(value)}" for name, value in log["options"].items()]]
    return moderator


def _text(value: object) -> str:
    """An option's value as a command line gives it."""
    return "auto" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def read_narrator(options: dict[str, Any], viewer: Viewer) -> str:
    """Who was asked to tell the game; "" when nobody was named. Raises CommandError."""
    narrator = options["narrator"] or ""
    if narrator == "template" and (options["json"] or viewer not in WATCHERS):
        raise wrong_usage("the narrator is heard by those who watch: with --lens audience or glass, and without --json")
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


def till_of(players: Seated, cap: Decimal | None) -> Till | None:
    """What the game is paid from; None where it costs nothing. Raises CommandError."""
    remote = [player for player in players if isinstance(player, Remote)]
    if not remote:
        return None
    try:
        return till_for(remote, cap)
    except NoPrice as error:
        raise CommandError(f"{error}; until then no cap can be kept") from error


def played(
    moderator: Moderator,
    players: Seated,
    dial: Dialler,
    till: Till | None,
    tally: Tally,
    shows: bool,  # noqa: FBT001
) -> None:
    """Plays the game to its end, and counts the calls where there are any. Raises CommandError."""
    if till is None:
        play_out(moderator, [player for player in players if not isinstance(player, Remote)])
        return
    progress = Console(stderr=True, highlight=False).status("the table is set") if shows else None

    def tell(moderator: Moderator) -> None:
        if progress is not None:
            phase = f"{moderator.table.phase} {moderator.rounds}"
            progress.update(f"{phase}, {len(moderator.journal)} answers, {len(moderator.table.living())} alive")

    async def play() -> None:
        try:
            await play_on(moderator, players, tell, ask=till.ask, tally=tally)
        finally:
            await dial.close()

    try:
        if progress is not None:
            progress.start()
        asyncio.run(play())
    except (ProviderError, Stopped) as error:
        raise CommandError(f"the game could not go on: {error}") from error
    finally:
        if progress is not None:
            progress.stop()


@dataclass(frozen=True, slots=True)
class Line:
    """What the calls to one model came to."""

    model: str
    calls: int
    read: int
    cached: int
    written: int

    def __str__(self) -> str:
        return (
            f"{self.model}: {self.calls} calls, {self.read:,} tokens in ({self.cached:,} cached), {self.written:,} out"
        )


def told(tally: Tally, till: Till) -> str:
    """What the calls of a game came to, in lines."""
    lines = [
        str(
            Line(model, len(used), sum(u.input for u in used), sum(u.cached for u in used), sum(u.output for u in used))
        )
        for model, used in tally.usage.items()
    ]
    if tally.defaults:
        lines.append(f"{tally.defaults} answers were given by default, after four that could not stand")
    return "\n".join([*lines, str(till)])


def log_of(game: RecordedGame) -> str:
    """All that there is to tell of a game, as JSON."""
    return json.dumps(game_log(game, "analysis"), ensure_ascii=False)


def check_writable(path: Path) -> None:
    """Raises CommandError when a log could not be written there, before anything is played for it."""
    was_there = path.exists()
    try:
        path.open("a").close()  # what is there stays
        if not was_there:
            path.unlink()
    except OSError as error:
        raise CommandError(f"{path} cannot be written: {error.strerror}") from error


def write(path: Path, log: str) -> None:
    """Writes a log; raises CommandError."""
    try:
        path.write_text(log, encoding="utf-8")
    except OSError as error:
        raise CommandError(f"{path} cannot be written: {error.strerror}") from error


# --- who plays -------------------------------------------------------------------------------------------------------


def stored_players(texts: Iterable[str]) -> dict[str, Player]:
    """The players whose ids these are, by their ids; only what cannot be another player's name is looked up."""
    ids = {text for text in texts if "_" in text and "@" not in text and ":" not in text and not is_remote(text)}
    if not ids:
        return {}
    make_tables()
    found = list(Player.objects.filter(player_id__in=ids).select_related("persona", "model"))
    if missing := sorted(ids - {each.player_id for each in found}):
        raise wrong_usage(f"no player is called {missing[0]!r}; the roster is at /players/ on the site")
    return {each.player_id: each for each in found}


def sitter(player: OfflinePlayer | Remote, player_id: str | None) -> Sitter:
    """How the log of a game that is not stored names a player."""
    return Sitter(player_id, player.sheet.name if player.sheet else None, f"{player.provider}:{player.model}")


def saved(setting: Setting, seed: str, players: Seated, known: Mapping[str, Player]) -> RecordedGame:
    """Plays the game as an exhibition; raises CommandError when it cannot be made."""
    make_tables()
    rows = [
        known.get(text)
        or set_up_player(by=COMMAND_LINE, sheet=player.sheet, provider=player.provider, model_name=player.model)
        for text, player in zip(setting.by_seat, players, strict=True)
        if player.sheet
    ]
    if len({row.pk for row in rows}) < len(rows):
        raise wrong_usage("to be saved, a game needs another player in each seat: name one a seat, or `house` for all")
    logging.getLogger("games").setLevel(logging.WARNING)  # the transcript tells how it ended
    try:
        return play_exhibition(
            ruleset=setting.ruleset.slug,
            options=setting.options.plain(setting.ruleset.revision),
            players=rows,
            seed=seed,
            made=lambda game: record_creation(by=COMMAND_LINE, row=game),
        )
    except (WrongGame, WrongOption) as error:
        raise wrong_usage(str(error)) from error
