"""One game as `play` plays it, which nobody stores. Law: one that breaks off is recorded as far as it came, for what
was answered is paid for.
"""

import asyncio
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import CommandError
from rich.console import Console

from games.agents.offline import OfflinePlayer, play_whole
from games.agents.providers import ProviderError, Usage
from games.agents.remote import Remote, Stopped, Tally, play_on
from games.billing.prices import NoPrice
from games.engine.moderator import Diverged, Moderator
from games.ledger.logs import RecordedGame, Sitter, end_of, game_log, recorded, with_closing
from games.ledger.replay import Unreplayable, header_in, play_up_to
from games.terminal.arguments import read_log
from games.terminal.dialling import Dialler
from games.terminal.narrating import Teller
from games.terminal.tills import Till, till_for
from games.terminal.usage import wrong_usage

Seated = Sequence[OfflinePlayer | Remote]


def read_fork(options: dict[str, Any]) -> Moderator | None:
    """The game to go on with, as far as it is to be kept: none of its answers where only its deal is wanted; None for a
    new one. Raises CommandError.

    Ruleset, seats and options are the log's; a command line that says otherwise is refused.
    """
    if options["deal"] is not None:
        return read_deal(options)
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
    return as_log(moderator, log, options)


def read_deal(options: dict[str, Any]) -> Moderator:
    """The game that a log's header says, before its first answer. Raises CommandError."""
    if options["fork"] is not None or options["at"] is not None:
        raise wrong_usage("--deal plays a game from its first answer on, --from goes on with one: give one of them")
    if options["save"] or options["seed"] or options["option"] or options["names"]:
        raise wrong_usage("--deal takes seed, options and names from the log, and is not saved; leave those out")
    log = read_log(options["deal"])
    try:
        return as_log(header_in(log), log, options)
    except Unreplayable as error:
        raise wrong_usage(str(error)) from error


def as_log(moderator: Moderator, log: Mapping[str, Any], options: dict[str, Any]) -> Moderator:
    """The game of a log, by which the command line is filled in. Raises CommandError."""
    seats = len(moderator.deal.roles)
    if moderator.ruleset.slug != options["ruleset"] or options["seats"] not in (None, seats):
        raise wrong_usage(f"this log is of {moderator.ruleset.slug} with {seats} seats")
    options["seats"] = seats
    options["option"] = [[f"{name}={_text(value)}" for name, value in log["options"].items()]]
    return moderator


def _text(value: object) -> str:
    """An option's value as a command line gives it."""
    return "auto" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


@dataclass(frozen=True, slots=True)
class Play:
    """A game that is to be played: who sits there, by what lines they are asked, what their calls are paid from and
    where they are counted, and where it is recorded; `say` tells what they came to. `narrator` is a model that tells
    it."""

    players: Seated
    sitters: Sequence[Sitter]
    dial: Dialler
    till: Till | None
    tally: Tally
    record: Path | None
    say: Callable[[str], object]
    narrator: Remote | None = None

    def out(self, moderator: Moderator, seed: str) -> RecordedGame:
        """Plays the game and says what its calls came to; one that breaks off is recorded as far as it came. Raises
        CommandError."""
        tally, till, known = self.tally, self.till, len(moderator.journal)
        teller = Teller(self.narrator, seed, till.ask, tally) if self.narrator and till else None

        def written() -> RecordedGame:
            if till is not None:
                self.say("\n".join([*([str(teller)] if teller else []), told(tally, till)]))
            game = recorded(moderator, release=settings.LEAGUE_RELEASE, salt=seed, sitters=self.sitters)
            sums = {"cost": Decimal(0), "sure": Decimal(0)}
            if till is not None:
                sums = {"cost": till.spent, "sure": till.spent - till.unsure}
            costs = {name: f"{amount.normalize():f}" for name, amount in sums.items()}
            game = replace(game, calls={**tally.totals, **costs}, narrations=teller.rows if teller else ())
            if (
                till is not None
            ):  # by answer as of a stored game; of those that another log has brought nothing is known
                given = [(answer.poll, answer.seat) for answer in game.journal[known:]]
                game = replace(
                    game,
                    answer_calls={key: spent.told for key, spent in till.answers.items()},
                    tries={key: tally.tries.get(key, 1) for key in given},
                    refused=tally.refused,
                )
            return with_closing(game) if teller else game

        try:
            played(moderator, self.players, self.dial, till, tally, teller, sys.stderr.isatty())
        except (CommandError, KeyboardInterrupt):
            game = replace(written(), is_broken_off=True)
            if self.record is not None:
                write(self.record, log_of(game))
                at = f"--from {self.record} --at N goes on from N"
                self.say(f"{len(game.journal)} answers are in {self.record}; {at}")
            raise
        return written()


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
    teller: Teller | None,
    shows: bool,  # noqa: FBT001
) -> None:
    """Plays the game to its end, and counts the calls where there are any. Raises CommandError."""
    if till is None:
        play_whole(moderator, [player for player in players if not isinstance(player, Remote)])
        return
    progress = Console(stderr=True, highlight=False).status("the table is set") if shows else None

    def tell(moderator: Moderator) -> None:
        if teller is not None:
            teller.look(moderator)
        if progress is not None:
            phase = f"{moderator.table.phase} {moderator.rounds}"
            progress.update(f"{phase}, {len(moderator.journal)} answers, {len(moderator.table.living())} alive")

    async def play() -> None:
        try:
            await play_on(moderator, players, tell, ask=till.ask, tally=tally)
            if teller is not None:
                await teller.finish(end_of(recorded(moderator, release="", salt="", sitters=())))
        finally:
            if teller is not None:
                await teller.stop()
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
    kept: int  # written to a cache
    written: int

    def __str__(self) -> str:
        kept = f", {self.kept:,} written to a cache" if self.kept else ""
        tokens = f"{self.read:,} tokens in ({self.cached:,} cached{kept}), {self.written:,} out"
        return f"{self.model}: {self.calls} calls, {tokens}"


def line_of(model: str, used: Sequence[Usage]) -> Line:
    """The line of a model, by what each call to it used."""
    read, cached, kept = (sum(getattr(each, name) for each in used) for name in ("input", "cached", "cache_written"))
    return Line(model, len(used), read, cached, kept, sum(each.output for each in used))


def told(tally: Tally, till: Till) -> str:
    """What the calls of a game came to, in lines."""
    lines = [str(line_of(model, used)) for model, used in tally.usage.items()]
    if tally.defaults:
        lines.append(f"{tally.defaults} answers were given by default, as none came that could stand")
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
