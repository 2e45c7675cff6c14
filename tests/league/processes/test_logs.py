"""A log line is one JSON object, and carries the game and season that were being worked on."""

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.patience import at_most

ROOT = Path(__file__).resolve().parents[3]
SPEAKING = """
import logging, django, structlog
django.setup()
with structlog.contextvars.bound_contextvars(game="abcdefgh0123", season="autumn"):
    structlog.get_logger("league.tasks").info("event written", seq=17)
    logging.getLogger("some.library").warning("slow: %s", "3 s")
    try:
        1 / 0
    except ZeroDivisionError:
        logging.getLogger("django.request").exception("page failed")
structlog.get_logger("league.tasks").info("done")
"""


def spoken() -> list[dict]:
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "league.settings"}
    run = subprocess.run(
        [sys.executable, "-c", SPEAKING],
        check=True,
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=at_most(60),
    )
    return [json.loads(line) for line in run.stderr.splitlines()]


def test_every_line_is_json_with_the_ids_that_were_bound() -> None:
    lines = spoken()

    told = [(line["level"], line["logger"], line["event"], line.get("game"), line.get("season")) for line in lines]
    assert told == [
        ("info", "league.tasks", "event written", "abcdefgh0123", "autumn"),
        ("warning", "some.library", "slow: 3 s", "abcdefgh0123", "autumn"),
        ("error", "django.request", "page failed", "abcdefgh0123", "autumn"),
        ("info", "league.tasks", "done", None, None),
    ]
    assert lines[0]["seq"] == 17
    assert lines[2]["exception"][0]["exc_type"] == "ZeroDivisionError"
    assert all(line["timestamp"].endswith("Z") for line in lines)
