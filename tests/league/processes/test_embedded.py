"""The league in one process: serves, plays, ends quickly when told to, and goes on from wherever it was ended."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path

import pytest

from games.hosting.keeping import Owner
from games.hosting.verbs import replay_game
from games.models import Answer, Game
from personas.models import Persona
from personas.sheet import ROSTER
from tests.games.casting import journal, make_game
from tests.games.stage import ROOT, database_url, until
from tests.games.watching import Site
from tests.patience import at_most

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long(20)]


class Serve:
    """`manage.py serve` on the tests' database and a data folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.processes: list[subprocess.Popen[str]] = []
        self.url = ""

    def command(self, *arguments: str) -> subprocess.Popen[str]:
        return self.process("manage.py", "serve", *arguments)

    def process(self, *arguments: str) -> subprocess.Popen[str]:
        given = {
            "DATABASE_URL": database_url(),
            "DJANGO_SETTINGS_MODULE": "league.settings",
            "LEAGUE_DATA_DIR": str(self.folder),
            "LEAGUE_SETUP": "0",
        }
        with (self.folder / "log").open("ab") as log:
            process = subprocess.Popen(
                [sys.executable, *arguments],
                cwd=ROOT,
                env=os.environ | given,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        self.processes.append(process)
        return process

    def start(self) -> subprocess.Popen[str]:
        """Starts it on a free port and waits until it says where it is."""
        return self.started(self.command("--port", "0"))

    def start_with_players_that_fall_silent(self, *, after: int) -> subprocess.Popen[str]:
        """The same, but from so many answers on nobody who is asked comes to an end."""
        return self.started(self.process("-m", "tests.league.processes.stuck_process", str(after), "--port", "0"))

    def started(self, process: subprocess.Popen[str]) -> subprocess.Popen[str]:
        assert process.stdout is not None
        self.url = process.stdout.readline().split()[4]
        return process

    def refused(self, *arguments: str) -> tuple[int, str]:
        """How it ends when it cannot start, and what it says last."""
        process = self.command(*arguments)
        process.communicate(timeout=at_most(60))
        return process.returncode, (self.folder / "log").read_text("utf-8").splitlines()[-1]

    @property
    def site(self) -> Site:
        return Site(int(self.url.rstrip("/").rpartition(":")[2]))

    def close(self) -> None:
        for process in self.processes:
            if process.poll() is None:
                process.kill()
            process.communicate()


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    serve = Serve(tmp_path)
    yield serve
    serve.close()


def fresh(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


@pytest.mark.slow
def test_a_killed_league_goes_on_where_it_was_and_a_told_one_leaves_nothing_held(serve: Serve) -> None:
    game = make_game("K", pace=0.2)
    process = serve.start()
    until(lambda: len(journal(game)) >= 5)
    process.send_signal(signal.SIGKILL)
    process.wait(at_most(5))
    kept, owner = journal(game), fresh(game).lease_owner
    assert owner is not None
    assert Owner(owner).is_gone

    process = serve.start()  # claims at once what a dead process of this machine held
    with serve.site.watch(f"/ws/games/{game.public_id}/?lens=glass") as watcher:
        until(lambda: len(journal(game)) >= len(kept) + 5)
        watcher.hear_until("event")
        process.send_signal(signal.SIGTERM)
        assert process.wait(at_most(20)) == 0
    assert (fresh(game).status, fresh(game).lease_owner) == ("running", None)
    assert journal(game)[: len(kept)] == kept

    Game.objects.filter(pk=game.pk).update(terms=game.terms | {"pace": 0})
    process = serve.start()
    until(lambda: fresh(game).status == "finished")
    process.send_signal(signal.SIGINT)
    assert process.wait(at_most(20)) == 0
    assert replay_game(game=fresh(game)).is_identical
    assert (serve.folder / "logs" / "exhibitions" / f"{game.public_id}.json").exists()
    assert Answer.objects.filter(game=game).count() == len({row[:2] for row in journal(game)})
    assert '"level": "error"' not in (serve.folder / "log").read_text("utf-8")


@pytest.mark.slow
def test_what_does_not_stop_in_time_is_left_behind_and_gone_on_with(serve: Serve) -> None:
    game = make_game("K", pace=0.01)
    process = serve.start_with_players_that_fall_silent(after=5)
    until(lambda: "silent" in (serve.folder / "log").read_text("utf-8"))
    until(lambda: len(journal(game)) == 5)
    kept = journal(game)
    process.send_signal(signal.SIGTERM)
    assert process.wait(at_most(30)) == 0
    assert "left behind" in (serve.folder / "log").read_text("utf-8").splitlines()[-1]
    assert (fresh(game).status, fresh(game).lease_owner) == ("running", None)
    assert journal(game) == kept

    serve.start()
    until(lambda: fresh(game).status == "finished", seconds=at_most(60))
    assert journal(game)[:5] == kept
    assert replay_game(game=fresh(game)).is_identical


def test_the_shipped_characters_are_there_from_the_first_start(serve: Serve) -> None:
    serve.start()

    shipped = Persona.objects.filter(source="shipped").values_list("slug", flat=True)
    assert sorted(shipped) == sorted(sheet.slug for sheet in ROSTER)


def test_a_second_league_on_the_same_data_says_where_the_first_one_is(serve: Serve) -> None:
    first = serve.start()

    status, said = serve.refused("--port", "0")

    assert (status, serve.url in said, str(first.pid) in said) == (1, True, True)
    line = HTTPConnection("127.0.0.1", serve.site.port)
    line.request("GET", "/livez")
    assert line.getresponse().status == 200
    line.close()


def test_a_port_that_is_taken_is_said_in_one_sentence(serve: Serve) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])

        status, said = serve.refused("--port", port)

    assert status == 1
    assert f"Port {port} of 127.0.0.1 is taken; choose another one with --port." in said


def test_several_processes_need_redis(serve: Serve) -> None:
    status, said = serve.refused("--workers", "2")

    assert (status, "needs REDIS_URL" in said) == (2, True)
