"""A season of models goes on through faults, and nothing is lost, doubled or changed. Both forms run with `--chaos`.

Its figures are one line of JSON, which the run keeps beside its logs (`figures.json`) and prints (`-s` shows it).
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
    (folder / "figures.json").write_text(json.dumps(figures), "utf-8")
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


# Games that nobody disturbs, and what the same come to when somebody does.


@pytest.mark.timeout(at_most(1800))
def test_whoever_dies_at_whichever_commit_the_games_are_those_that_nobody_disturbed(tmp_path: Path) -> None:
    asked: dict[str, Any] = {"games": 8, "workers": 2, "latency": 0.2, "secret": "commits", "seconds": 1500}
    calm = played(tmp_path / "calm", faults="none", **asked)
    figures = played(tmp_path / "commits", faults="commits", **asked)

    assert (calm["broken"], figures["broken"]) == ([], [])
    assert figures["places that commit"] >= 15
    assert figures["deaths at commits"] >= 30
    assert (figures["finished"], figures["hash of hashes"]) == (8, calm["hash of hashes"])


@pytest.mark.timeout(at_most(3600))
def test_two_hundred_kills_of_who_plays_change_no_game(tmp_path: Path) -> None:
    asked: dict[str, Any] = {"games": 100, "workers": 4, "latency": 2.0, "secret": "kills", "seconds": 3000}
    calm = played(tmp_path / "calm", faults="none", **asked)
    figures = played(tmp_path / "kills", faults="kills", **asked)

    assert (calm["broken"], figures["broken"]) == ([], [])
    assert figures["kills"] >= 200
    assert figures["games of killed workers"] >= 200, "each hit at least one"
    assert (figures["finished"], figures["hash of hashes"]) == (100, calm["hash of hashes"])


@pytest.mark.timeout(at_most(1800))
def test_a_flushed_redis_and_a_restarted_postgresql_hold_games_up_for_seconds(tmp_path: Path) -> None:
    figures = played(tmp_path, games=50, workers=4, latency=1.5, faults="servers", seconds=1500)

    assert figures["broken"] == []
    assert (figures["flushes of redis"], figures["restarts of postgresql"]) == (10, 10)
    assert figures["games when postgresql went"] >= 20
    assert figures["longest until played again"] <= 20.0, "on a machine at ease"
    assert figures["finished"] == 50


@pytest.mark.timeout(at_most(1800))
def test_doubled_messages_more_beats_another_clock_a_full_disk_and_polite_ends_change_nothing(tmp_path: Path) -> None:
    figures = played(tmp_path, games=40, workers=3, latency=1.5, faults="odd", seconds=1500)

    assert figures["broken"] == []
    assert figures["messages sent three times"] >= 10
    assert (figures["beats at once"], figures["clocks that jumped"], figures["full disks"]) == (3, 1, 1)
    assert figures["games taken by whose clock was ahead"] >= 1
    assert (figures["asked to leave"], figures["calls lost by leaving"]) == (2, 0)
    assert figures["games given back"] >= 2
    assert figures["games when the disk was full"] >= 1
    assert figures["finished"] == 40
