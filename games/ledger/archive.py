"""The log of every finished game as a file. Law: the database has the game; a file that fails loses nothing.

Files are written beside their place and moved into it, so a reader or a crash never finds half of one.
"""

import json
import os
import re
import threading
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Final

import structlog
from django.conf import settings

from games.ledger.logs import RecordedGame, game_log
from games.ledger.rows import recorded_game
from games.models import Game

logger = structlog.get_logger(__name__)
WITHOUT_SEASON: Final = "exhibitions"


def log_path(game: Game) -> Path:
    """Where the log of a game lies: logs/<season>/<game>.json in the data folder."""
    season = re.sub(r"[^a-z0-9-]", "-", game.terms.get("season") or WITHOUT_SEASON)
    return Path(settings.LEAGUE_DATA_DIR) / "logs" / season / f"{game.public_id}.json"


def archive_game(*, game: Game, record: RecordedGame | None = None) -> Path | None:
    """Writes the analysis log of a finished game; None when logs are off or the disk refuses, which is told.

    `record` is for whoever has at hand what would have to be read otherwise.
    """
    if not settings.LEAGUE_LOGS:
        return None
    path = log_path(game)
    draft = path.with_name(f".{path.name}.{os.getpid()}.{threading.get_ident()}")
    # Without indentation: laid out for reading it takes five times as long and twice the room. What was just made of
    # rows holds nothing that holds itself, which takes an eighth of the time to look for.
    log = game_log(record or recorded_game(game), "analysis")
    text = json.dumps(log, ensure_ascii=False, check_circular=False)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft.write_text(text + "\n", encoding="utf-8")
        draft.replace(path)
    except OSError as error:
        logger.error("the log of a game could not be written", game=game.public_id, path=str(path), error=str(error))
        with suppress(OSError):
            draft.unlink()
        return None
    return path


def archive_missing(*, since: datetime) -> int:
    """Writes the logs that a crash between the last event and the file left out; returns how many."""
    if not settings.LEAGUE_LOGS:
        return 0
    finished = Game.objects.filter(status=Game.Status.FINISHED, finished_at__gte=since)
    return sum(not log_path(game).exists() and archive_game(game=game) is not None for game in finished)
