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

QUIET = """
import logging, django, structlog
django.setup()
from league.processes.logs import quiet
quiet()
class Word:
    worded = 0
    def __repr__(self):
        Word.worded += 1
        return "word"
    __str__ = __repr__
for level in ("info", "warning"):
    structlog.get_logger("league.tasks").log(getattr(logging, level.upper()), "%s of ours", Word())
    logging.getLogger("some.library").log(getattr(logging, level.upper()), "%s of theirs", Word())
assert Word.worded == 2, Word.worded
"""

UNREACHED = """
import logging, django
from redis.exceptions import ConnectionError
django.setup()
for error in (ConnectionError("refused"), ConnectionResetError("reset"), KeyError("a fault of ours")):
    try:
        raise error
    except Exception as error:
        logging.getLogger("celery.worker.request").critical("Couldn't ack, reason:%r", error, exc_info=True)
"""


def spoken(script: str = SPEAKING) -> list[dict]:
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "league.settings"}
    run = subprocess.run(
        [sys.executable, "-c", script],
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


def test_a_command_that_tells_in_its_own_words_what_goes_well_words_only_the_lines_of_what_goes_wrong() -> None:
    told = [(line["level"], line["event"]) for line in spoken(QUIET)]
    assert told == [("warning", "word of ours"), ("warning", "word of theirs")]


def test_a_broker_out_of_reach_is_a_line_and_only_what_is_our_fault_has_a_traceback() -> None:
    lines = spoken(UNREACHED)

    assert [line["level"] for line in lines] == ["critical"] * 3
    assert ["exception" in line for line in lines] == [False, False, True]
