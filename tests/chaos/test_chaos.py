"""A season of models goes on through faults, and nothing is lost, doubled or changed. Both forms run with `--chaos`.

Its figures are one line of JSON, which the run prints (`-s` shows it).
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests import servers
from tests.patience import at_most

ROOT = Path(__file__).resolve().parents[2]
pytestmark = [pytest.mark.services, pytest.mark.chaos]


def played(folder: Path, **asked: object) -> dict[str, Any]:
    """The figures of a run on processes, in a process of its own: its database is not the tests'."""
    try:
        servers.postgresql_binaries()
    except servers.NoServer as error:
        pytest.skip(str(error))
    options = [word for name, value in asked.items() for word in (f"--{name}", str(value))]
    command = [sys.executable, "-m", "tests.chaos", *options, "--logs", str(folder)]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.stdout.strip(), run.stderr[-4000:]
    figures: dict[str, Any] = json.loads(run.stdout.strip().splitlines()[-1])
    print(json.dumps(figures))  # noqa: T201  whoever reads the run wants them
    assert run.returncode == (1 if figures["broken"] else 0)
    return figures


@pytest.mark.timeout(at_most(900))
def test_a_season_of_models_goes_on_when_a_worker_is_killed_and_the_servers_are_restarted(tmp_path: Path) -> None:
    figures = played(tmp_path, games=8, workers=2, latency=0.3, faults="short", seconds=600)

    assert figures["broken"] == []
    assert (figures["kills"], figures["restarts of redis"], figures["restarts of postgresql"]) == (1, 1, 1)
    assert figures["games of killed workers"] >= 1
    assert figures["games when postgresql went"] >= 1
    assert figures["finished"] == 8


@pytest.mark.timeout(at_most(3600))
def test_a_hundred_games_of_models_go_on_whatever_happens_to_the_processes(tmp_path: Path) -> None:
    figures = played(tmp_path, games=100, workers=3, latency=1.0, faults="long", seconds=3000)

    assert figures["broken"] == []
    assert (figures["stops"], figures["kills"]) == (2, 3)
    assert figures["games of stopped workers"] >= 10
    assert figures["games of killed workers"] >= 10
    assert figures["games when postgresql went"] >= 10
    assert figures["calls"].get("orphaned", 0) >= 10
    assert figures["finished"] == 100
