"""Hosts, leases and live watching hold on PostgreSQL and Redis as in one process: their own tests, run there."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [pytest.mark.services, pytest.mark.long(90)]

ROOT = Path(__file__).resolve().parents[2]
OF_PLAYING = [
    "tests/games/test_hosting.py",
    "tests/games/test_live.py",
    "tests/games/test_rows.py",
    "tests/deployment/playing_on_postgresql.py",
]


@pytest.mark.timeout(300)
def test_the_tests_of_playing_hold_on_postgresql_and_redis(database_url: str, redis_url: str, tmp_path: Path) -> None:
    services = {"DATABASE_URL": database_url, "REDIS_URL": redis_url}
    environment = {**os.environ, **services, "LEAGUE_DATA_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": ""}
    command = [sys.executable, "-m", "pytest", "-q", "--ds=league.settings", "-p", "no:cacheprovider", *OF_PLAYING]

    run = subprocess.run(command, check=False, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=280)

    assert run.returncode == 0, run.stdout[-4000:]
