"""One process at a time on a data folder."""

import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from league.processes.alone import AlreadyRunning, alone_in

HOLDER = """
import sys
from pathlib import Path
from league.processes.alone import alone_in
with alone_in(Path(sys.argv[1])) as place:
    place.tell("http://127.0.0.1:8123/")
    print("held", flush=True)
    sys.stdin.read()
"""


def holder(folder: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", HOLDER, str(folder)]
    process = subprocess.Popen(command, cwd=settings.BASE_DIR, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "held\n"
    return process


def test_a_second_one_is_told_where_the_first_runs(tmp_path: Path) -> None:
    with holder(tmp_path) as first:
        told = f"the league already runs at http://127.0.0.1:8123/ (process {first.pid}) on the same data"
        with (
            pytest.raises(AlreadyRunning, match=rf"^{told.replace('(', '[(]').replace(')', '[)]')}$"),
            alone_in(tmp_path),
        ):
            pass
        first.kill()
    with alone_in(tmp_path):
        pass


def test_one_that_has_not_told_its_place_yet_is_just_being_started(tmp_path: Path) -> None:
    with alone_in(tmp_path), pytest.raises(AlreadyRunning, match="is just being started"), alone_in(tmp_path):
        pass


def test_folders_do_not_disturb_each_other(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    with alone_in(tmp_path), alone_in(tmp_path / "other"):
        assert sorted(path.name for path in tmp_path.iterdir()) == ["other", "running.json"]


def test_a_full_disk_keeps_nobody_from_running(tmp_path: Path) -> None:
    (tmp_path / "running.json").symlink_to("/dev/full")
    with alone_in(tmp_path) as place:
        place.tell("http://127.0.0.1:8123/")
