"""`replay`: a stored or exported game played again from its journal, every event compared."""

import json
from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError, CommandParser

from games.engine.moderator import Diverged
from games.logs import Unreplayable, play_again
from league.arguments import wrong_usage

LARGEST_LOG = 64 * 2**20  # bytes


class Command(BaseCommand):
    help = "Plays a game again from its journal and compares every event: a log's file or the id of a stored game."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", metavar="GAME_ID | FILE", help="a stored game's id or the file of an exported log")
        parser.add_argument("--json", action="store_true", help="print the outcome as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        log = read_log(Path(options["game"]))
        try:
            moderator = play_again(log)
        except Unreplayable as error:
            raise wrong_usage(str(error)) from error
        except Diverged as error:
            if options["json"]:
                self.stdout.write(json.dumps({"identical": False, "seq": error.seq, "message": str(error)}))
            raise CommandError(str(error)) from error
        if options["json"]:
            outcome = {"identical": True, "hash": log["hash"], "events": len(moderator.ledger)}
            self.stdout.write(json.dumps(outcome))
        else:
            self.stdout.write(f"identical: {len(moderator.ledger)} events, hash {log['hash']}")


def read_log(path: Path) -> dict[str, Any]:
    """The log in a file; raises CommandError."""
    try:
        if path.stat().st_size > LARGEST_LOG:
            raise wrong_usage(f"{path} is larger than any log of a game ({LARGEST_LOG // 2**20} MiB)")
        log = json.loads(path.read_bytes())
    except OSError as error:
        raise wrong_usage(f"{path} cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise wrong_usage(f"{path} is not a log: {error}") from error
    if not isinstance(log, dict):
        raise wrong_usage(f"{path} is not a log: an object is wanted, not {type(log).__name__}")
    return log
