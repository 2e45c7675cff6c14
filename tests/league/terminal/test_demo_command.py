"""`demo`, as a process of its own on a folder of its own: what a person types first."""

import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from games.engine.rulesets import all_rulesets
from games.ledger.replay import play_again
from tests.databases import copy_tables
from tests.games.stage import until
from tests.patience import at_most

pytestmark = pytest.mark.long(45)

PATIENCE = at_most(60)  # seconds until something is taken for stuck


def environment(folder: Path) -> dict[str, str]:
    given = {"LEAGUE_SETUP": "0", "LEAGUE_DATA_DIR": str(folder), "DJANGO_SETTINGS_MODULE": "league.settings"}
    return {name: value for name, value in os.environ.items() if name != "SECRET_KEY"} | given


def demo(folder: Path, *arguments: str, port: int = 0) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", "demo", "--port", str(port), *arguments],
        cwd=settings.BASE_DIR,
        env=environment(folder),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


class Running:
    """A demo that runs; `lines` are what it has said so far."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.lines: list[str] = []
        self._changed = threading.Condition()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        for line in self.process.stdout or ():
            with self._changed:
                self.lines.append(line.rstrip("\n"))
                self._changed.notify_all()

    def said(self, pattern: str) -> re.Match[str]:
        """The first line that matches, waited for."""
        with self._changed:
            assert self._changed.wait_for(lambda: any(re.search(pattern, line) for line in self.lines), PATIENCE), (
                self.lines
            )
        return next(found for line in self.lines if (found := re.search(pattern, line)))

    def end(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE)


@contextmanager
def running(folder: Path, *arguments: str) -> Iterator[Running]:
    command = [sys.executable, "manage.py", "demo", "--port", "0", *arguments]
    with (
        (folder / "stderr").open("a") as stderr,
        subprocess.Popen(
            command,
            cwd=settings.BASE_DIR,
            env=environment(folder),
            stdout=subprocess.PIPE,
            stderr=stderr,
            text=True,
        ) as process,
    ):
        try:
            yield Running(process)
        finally:
            if process.poll() is None:
                process.kill()


def rows(folder: Path, query: str) -> list[Any]:
    with closing(sqlite3.connect(folder / "league.sqlite3")) as database:
        return database.execute(query).fetchall()


def test_once_plays_a_season_to_its_end_without_a_word_of_trouble(tmp_path: Path) -> None:
    ran = demo(tmp_path, "--once", "--games", "2", "--pace", "0")
    assert (ran.returncode, ran.stderr) == (0, "")
    logs = [json.loads(path.read_text()) for path in sorted((tmp_path / "logs" / "demo-1").iterdir())]
    assert [play_again(log).winner for log in logs] == [log["winner"] for log in logs]
    first, second = list(all_rulesets().values())[:2]
    assert sorted(log["ruleset"] for log in logs) == [first.slug, second.slug]
    said = ran.stdout.splitlines()
    assert re.fullmatch(r"administrator: admin, password: \S{16} \(shown this once\)", said[0])
    assert re.fullmatch(r"the league is at http://127\.0\.0\.1:\d+/", said[1])
    assert said[2] == f"Season 1: 2 games of {first.title} and {second.title}"
    assert sorted(line[:11] for line in said[3:5]) == ["game 1 of 2", "game 2 of 2"]
    assert said[5].startswith("Season 1 is over: ")
    again = demo(tmp_path, "--once", "--games", "1", "--pace", "0")
    assert (again.returncode, again.stderr) == (0, "")
    assert "administrator" not in again.stdout
    assert rows(tmp_path, "SELECT slug, status FROM league_season ORDER BY id") == [
        ("demo-1", "finished"),
        ("demo-2", "finished"),
    ]


@pytest.mark.slow
def test_a_stopped_demo_goes_on_where_it_was_and_a_second_one_says_where_the_first_is(
    tables: Path, tmp_path: Path
) -> None:
    copy_tables(tables, tmp_path / "league.sqlite3")
    with running(tmp_path, "--pace", "0.05", "--games", "3") as first:
        url = first.said(r"the league is at (\S+)")[1]
        game = first.said(r"game 1 of 3 is on: (\S+)")[1]
        assert game.startswith(f"{url}games/")
        with urlopen(f"{url}livez", timeout=PATIENCE) as page:
            assert page.status == 200
        second = demo(tmp_path)
        told = f"CommandError: the league already runs at {url} (process {first.process.pid}) on the same data.\n"
        assert (second.returncode, second.stderr) == (1, told)
        until(lambda: rows(tmp_path, "SELECT count(*) FROM games_answer")[0][0] >= 10)
        assert first.end() == 0
        assert first.said("^Stopped; the same command goes on from here")
    answers = "SELECT game_id, poll, seat, at FROM games_answer WHERE game_id = 1 ORDER BY poll, seat"
    stored = rows(tmp_path, answers)
    assert rows(tmp_path, "SELECT status, lease_owner FROM games_game") == [("running", None)]
    with running(tmp_path, "--pace", "0.05", "--games", "3") as again:
        assert again.said(r"game 1 of 3 is on: \S+/games/(\w+)/")[1] in game
        again.said(r"game 2 of 3 is on: ")
        assert again.end() == 0
    assert rows(tmp_path, answers)[: len(stored)] == stored
    assert (tmp_path / "stderr").read_text() == ""
    assert rows(tmp_path, "SELECT count(*) FROM league_season") == [(1,)]


def test_a_port_that_is_taken_is_one_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        ran = demo(tmp_path, port=port)
    told = f"CommandError: Port {port} of 127.0.0.1 is taken; choose another one with --port.\n"
    assert (ran.returncode, ran.stderr) == (1, told)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--pace", "fast"), "argument --pace: a number from 0 to 100 is wanted, not 'fast'"),
        (("--pace", "nan"), "argument --pace: a number from 0 to 100 is wanted, not 'nan'"),
        (("--games", "0"), "argument --games: a whole number from 1 to 999,999,999 is wanted, not '0'"),
        (("--games", "20000"), "argument --games: a whole number from 1 to 10000 is wanted, not '20000'"),
        (("--port", "70000"), "argument --port: a port from 0 to 65535 is wanted, not '70000'"),
    ],
)
def test_a_wrong_argument_is_one_sentence(arguments: tuple[str, ...], told: str) -> None:
    with pytest.raises(CommandError) as refused:
        call_command("demo", *arguments)
    assert str(refused.value) == f"Error: {told}"
