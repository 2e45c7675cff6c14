"""Ctrl-C in the middle of a command is one sentence and the status that shells expect, no traceback."""

import os
import signal
import subprocess
import sys
from pathlib import Path

from tests.patience import at_most
from tests.setup.conftest import PROJECT, hearing_interrupts


def test_an_interrupted_command_says_so_in_one_sentence(tmp_path: Path) -> None:
    gate = tmp_path / "game.json"  # a named pipe: the command waits at it
    os.mkfifo(gate)
    settings = {"LEAGUE_SETUP": "0", "DJANGO_SETTINGS_MODULE": "league.settings"}
    with hearing_interrupts():
        process = subprocess.Popen(
            [sys.executable, "manage.py", "replay", str(gate)],
            cwd=PROJECT,
            env=os.environ | settings,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
    with process, gate.open("w"):
        process.send_signal(signal.SIGINT)
        told = process.communicate(timeout=at_most(60))

    assert (process.returncode, told) == (130, ("", "Interrupted.\n"))
