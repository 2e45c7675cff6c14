"""What command lines say of a game: ruleset, seats, options, players and lens, and the log in a file; read once for all
commands."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.core.management import CommandParser

from games.agents.offline import OfflinePlayer
from games.agents.players import UnknownPlayer, player_named
from games.agents.remote import Remote
from games.engine.dice import Dice
from games.engine.moderator import Moderator
from games.engine.questions import shown
from games.engine.ruleset import Options, Ruleset, WrongOption
from games.engine.rulesets import ruleset_named
from games.engine.viewpoint import Viewer, WrongLens, viewer_named
from games.terminal.usage import Joined, whole_number, wrong_usage
from personas.sheet import FIRST_TWELVE

LARGEST_LOG = 64 * 2**20  # bytes
OFFLINE_FORMS = "house, house:TEMPER, uniform or persona@house:TEMPER, and behind the house /LEVEL, as in house/basic"


def add_game_arguments(parser: CommandParser, players: str = OFFLINE_FORMS) -> None:
    """The arguments that `play` and `simulate` share; `players` says what a player may be."""
    parser.add_argument("ruleset", metavar="RULESET", help="the slug of the rules, like town-mafia")
    parser.add_argument("--seats", type=whole_number(1), metavar="N", help="how many play; the ruleset has a default")
    parser.add_argument("--seed", metavar="S", help="any text; the same seed gives the same game; drawn when left out")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        nargs="+",
        metavar="k=v",
        help="an option of the ruleset; may be given several times",
    )
    parser.add_argument(
        "--players",
        action=Joined,
        default="house",
        metavar="P[,P…]",
        help=f"{players}; one fills all seats, else one a seat; several times for more",
    )


@dataclass(frozen=True, slots=True)
class Setting:
    """What a game is played by: everything but the seed. `stored` are the players that have rows, by their ids."""

    ruleset: Ruleset[Any]
    options: Options
    seats: int
    players: tuple[str, ...]
    stored: Mapping[str, OfflinePlayer | Remote]
    dial: Callable[[str, int], Remote | None] | None = None

    @property
    def by_seat(self) -> tuple[str, ...]:
        """What the command line says of each seat."""
        return self.players if len(self.players) > 1 else self.players * self.seats

    def seated(self, seed: str) -> list[OfflinePlayer | Remote]:
        """The players by seat. One text for all seats lets the dice seat the characters."""
        if len(self.players) > 1:
            return [self._player(text, self.players[:seat].count(text)) for seat, text in enumerate(self.players)]
        places = Dice(seed, "seating").shuffled(range(max(self.seats, len(FIRST_TWELVE))), self.seats)
        return [self._player(self.players[0], place) for place in places]

    def seated_offline(self, seed: str) -> list[OfflinePlayer]:
        """The players by seat, where none is behind a provider."""
        return [player for player in self.seated(seed) if not isinstance(player, Remote)]

    def _player(self, text: str, place: int) -> OfflinePlayer | Remote:
        remote = self.dial(text, place) if self.dial is not None else None
        return self.stored.get(text) or remote or player_named(text, place)

    def begin(self, seed: str, players: Sequence[OfflinePlayer | Remote]) -> Moderator:
        """The game with this seed before its first answer. Raises WrongOption when names are not unique."""
        names = [player.sheet.name if player.sheet else "" for player in players]
        return Moderator(self.ruleset, self.options, self.ruleset.deal(seed, self.seats, self.options, names), seed)


def player_texts(options: dict[str, Any]) -> tuple[str, ...]:
    """The players that a command line names, as they are written."""
    return tuple(text.strip() for text in options["players"].split(","))


def read_setting(
    options: dict[str, Any],
    stored: Mapping[str, OfflinePlayer | Remote] | None = None,
    dial: Callable[[str, int], Remote | None] | None = None,
) -> Setting:
    """The setting that a command line names; `dial` finds players behind a provider. Raises CommandError."""
    try:
        ruleset = ruleset_named(options["ruleset"])
        seats = ruleset.default_seats if options["seats"] is None else options["seats"]
        pairs = [pair.partition("=")[::2] for group in options["option"] for pair in group]
        given = dict(pairs)
        if len(given) < len(pairs):
            twice = next(name for name in given if [each for each, _ in pairs].count(name) > 1)
            raise WrongOption(f"option {twice} is given more than once")
        if options.get("names"):
            given["names"] = options["names"]
        chosen = ruleset.options_from(given, seats)
        players = player_texts(options)
        if len(players) not in (1, seats):
            raise UnknownPlayer(f"players must be one for all or {seats}, one for each seat, not {len(players)}")
        setting = Setting(ruleset, chosen, seats, players, stored or {}, dial)
        setting.begin("", setting.seated(""))
    except (LookupError, WrongOption, UnknownPlayer) as error:
        raise wrong_usage(str(error.args[0])) from error
    return setting


def read_lens(text: str, setting: Setting) -> Viewer:
    """The viewer that a command line names; raises CommandError."""
    try:
        return viewer_named(text, setting.seats, has_ghosts=setting.ruleset.has_ghosts)
    except WrongLens as error:
        raise wrong_usage(str(error)) from error


def read_log(path: Path) -> dict[str, Any]:
    """The log in a file; raises CommandError."""
    try:
        if path.stat().st_size > LARGEST_LOG:
            raise wrong_usage(f"{path} is larger than any log of a game ({LARGEST_LOG // 2**20} MiB)")
        log = _parsed(path.read_bytes())
    except OSError as error:
        raise wrong_usage(f"{path} cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise wrong_usage(f"{path} is not a log: {error}") from error
    return log


def _parsed(text: bytes) -> dict[str, Any]:
    """A log as one object, or from its lines: the game, then each event, then each answer. Raises ValueError."""
    first, _, rest = text.partition(b"\n")
    if not first.startswith(b'{"game": {') or not rest.strip():
        return _object_in(text, "it")
    log = _an_object(_object_in(first, "line 1")["game"], "the game in line 1")
    lists: dict[str, list[Any]] = {"event": [], "answer": []}
    for number, line in enumerate(rest.splitlines(), start=2):
        for kind, row in _object_in(line, f"line {number}").items():
            if kind not in lists:
                raise ValueError(f"line {number} must be an event or an answer, not {kind[:60]!r}")
            lists[kind].append(row)
    found = {"events": lists["event"] or log.get("events", []), "journal": lists["answer"]}
    return log | {name: rows for name, rows in found.items() if rows or name == "events"}


def _object_in(text: bytes, where: str) -> dict[str, Any]:
    """The JSON object that a text is. Raises ValueError, in words for people."""
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        raise ValueError(f"{where} is no JSON from character {error.pos + 1:,} on") from error
    except UnicodeDecodeError as error:
        raise ValueError(f"{where} is no UTF-8 from byte {error.start + 1:,} on") from error
    except RecursionError as error:
        raise ValueError(f"{where} is nested too deeply") from error
    except ValueError as error:
        raise ValueError(f"{where} has a number of thousands of digits") from error
    return _an_object(value, where)


def _an_object(value: Any, where: str) -> dict[str, Any]:  # Any: whatever JSON holds
    if not isinstance(value, dict):
        raise ValueError(f"{where} must be an object, not {shown(value)}")
    return value
