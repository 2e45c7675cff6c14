"""Ctrl-C in the middle of a command is one sentence and the status that shells expect, no traceback; who has read
enough of one ends it without a word.
"""

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


def test_whoever_has_read_enough_of_a_command_ends_it_without_a_word() -> None:
    command = [sys.executable, "manage.py", "play", "town-mafia", "--players", "uniform", "--seed", "s", "--json"]
    settings = {"LEAGUE_SETUP": "0", "DJANGO_SETTINGS_MODULE": "league.settings"}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, cwd=PROJECT, env=os.environ | settings, **pipes, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()  # as `| head` does
        told = process.stderr.read()
        process.wait(timeout=at_most(60))

    assert (process.returncode, told) == (141, "")
