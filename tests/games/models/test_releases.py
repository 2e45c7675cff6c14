"""An older release does not begin where a newer one has been at work."""

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client

from games.models.releases import NewerTables, migrations_beyond, refuse_newer
from league.processes.doctor import look_at_migrations
from league.processes.examining.finding import Finding

SENTENCE = (
    "The database is a newer release's: this one does not know games.9001_of_tomorrow. Start the newer release, or "
    "restore a backup from before it."
)


def applied(app: str, name: str) -> None:
    MigrationRecorder(connection).record_applied(app, name)


@pytest.mark.django_db
def test_tables_of_this_release_and_of_others_packages_are_nobodys_trouble() -> None:
    applied("auth", "9001_of_tomorrow")
    assert migrations_beyond(connection) == []
    refuse_newer(connection)


@pytest.mark.django_db
def test_what_a_newer_release_has_done_is_named() -> None:
    applied("games", "9001_of_tomorrow")
    with pytest.raises(NewerTables) as refused:
        refuse_newer(connection)
    assert str(refused.value) == SENTENCE
    applied("league", "9001_of_tomorrow")
    applied("league", "9002_of_the_day_after")
    with pytest.raises(NewerTables, match=r"does not know games\.9001_of_tomorrow and 2 more\. "):
        refuse_newer(connection)


@pytest.mark.django_db
def test_doctor_and_the_health_page_say_so_and_a_command_refuses(client: Client) -> None:
    applied("games", "9001_of_tomorrow")
    assert look_at_migrations(connection) == Finding(
        "migrations",
        "bad",
        "the database is a newer release's: this one does not know games.9001_of_tomorrow",
        "start the newer release, or restore a backup from before it",
    )
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["checks"]) == (503, {"database": "newer"})
    with pytest.raises(CommandError) as refused:
        call_command("roster")
    assert str(refused.value) == SENTENCE


def test_no_process_begins_there(tmp_path: Path) -> None:
    run = [sys.executable, "manage.py"]
    assert started(tmp_path, *run, "roster").returncode == 0
    with sqlite3.connect(tmp_path / "league.sqlite3") as rows:
        rows.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('games', '9001_of_tomorrow', '2026-11-27')"
        )
    rows.close()
    worker = [sys.executable, "-m", "celery", "--app", "league.celery"]
    for command in (
        [*run, "serve", "--port", "0"],
        [*run, "demo", "--port", "0"],
        [*run, "season", "spring", "status"],
        [*run, "migrate"],
        [*worker, "worker", "--pool", "solo"],
        [*worker, "beat", "--pidfile=", "--schedule", str(tmp_path / "beat")],
    ):
        done = started(tmp_path, *command)
        assert done.returncode in (1, 2), command
        assert SENTENCE in done.stderr, (command, done.stderr)
        assert "Traceback" not in done.stderr, command


def started(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """A process of the league with its data in a folder, to its end."""
    kept = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    ours = {"LEAGUE_DATA_DIR": str(folder), "LEAGUE_SETUP": "0", "DJANGO_SETTINGS_MODULE": "league.settings"}
    return subprocess.run(command, cwd=settings.BASE_DIR, env=kept | ours, capture_output=True, text=True, check=False)
