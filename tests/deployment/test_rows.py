"""PostgreSQL forbids, remembers and orders what SQLite does: the tests of the rows, played against it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [pytest.mark.services, pytest.mark.long(25)]

ROOT = Path(__file__).resolve().parents[2]
OF_ROWS = [
    "tests/league/test_constraints.py",
    "tests/league/test_fixtures.py",
    "tests/league/test_keeping.py",
    "tests/league/test_migrations.py",
    "tests/league/test_scheduling.py",
    "tests/league/test_standings.py",
    "tests/personas/test_memory.py",
    "tests/personas/test_roster.py",
]


@pytest.mark.timeout(300)
def test_the_tests_of_the_rows_hold_on_postgresql(database_url: str, tmp_path: Path) -> None:
    environment = {**os.environ, "DATABASE_URL": database_url, "LEAGUE_DATA_DIR": str(tmp_path)}
    command = [sys.executable, "-m", "pytest", "-q", "--ds=league.settings", "-p", "no:cacheprovider", *OF_ROWS]

    run = subprocess.run(command, check=False, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=280)

    assert run.returncode == 0, run.stdout[-4000:]
