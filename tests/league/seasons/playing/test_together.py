"""A season played by several processes: what comes out is what one would have played, whoever of them is killed."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from games.hosting.keeping import leave_halls
from games.hosting.verbs import replay_game
from games.models import Game
from league.memories.learning import teach_players
from league.models import Season
from league.results.standings import recompute
from league.seasons.lifecycle.starting import start_season
from league.seasons.making.checking import Rules
from league.seasons.making.creating import create_season
from league.seasons.playing.together import shared_out
from personas.models import MemoryRevision
from personas.roster import ensure_roster
from tests.factories import NOON, make_roster
from tests.games.stage import database_url, until
from tests.league.staging import memories
from tests.patience import at_most

# The limit is for what hangs: each test starts three processes, in turn with whatever else this machine does.
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long(40), pytest.mark.timeout(at_most(900))]
PATIENCE = 240  # seconds
BOOKS = [Rules("town-mafia"), Rules("glass-box")]
GAMES = 12


def season_of(slug: str, **given: object) -> Season:
    fields = {"rules": BOOKS, "games": GAMES, "players": make_roster(), "pace": 0, "interval": 0, "secret": "S"}
    return create_season(slug=slug, name=slug, **fields | given)  # type: ignore[arg-type]


@contextmanager
def running(slug: str, folder: Path, *more: str) -> Iterator["subprocess.Popen[str]"]:
    given = {
        "DATABASE_URL": database_url(),
        "DJANGO_SETTINGS_MODULE": "league.settings",
        "LEAGUE_DATA_DIR": str(folder),
        "LEAGUE_SETUP": "0",
        "REDIS_URL": "",
    }
    command = [sys.executable, "manage.py", "season", slug, "run", *more]
    process = subprocess.Popen(
        command,
        env=os.environ | given,
        cwd=settings.BASE_DIR,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def children_of(pid: int) -> list[int]:
    """The processes that this one has started and that have not ended."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == pid and fields[0] != "Z":
            found.append(int(stat.parent.name))
    return found


def is_there(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def hashes(slug: str) -> list[str]:
    games = Game.objects.filter(fixture__season__slug=slug, status="finished")
    return list(games.order_by("fixture__number").values_list("hash", flat=True))


def held() -> int:
    return Game.objects.filter(lease_owner__isnull=False).count()


@pytest.mark.slow
def test_processes_of_which_one_is_killed_play_what_one_plays_and_learn_the_same(tmp_path: Path) -> None:
    learning = {"players": ensure_roster(), "lag": 2}
    season_of("alone", **learning)
    call_command("season", "alone", "run")
    leave_halls()
    remembered = [(player, number, text.replace("alone#", "many#")) for player, number, text in memories()]
    MemoryRevision.objects.all().delete()
    season_of("many", **learning)
    with running("many", tmp_path, "--processes", "2", "--json") as process:
        holder = Game.objects.filter(lease_owner__isnull=False).values_list("lease_owner", flat=True)
        killed = int(str(until(holder.first, PATIENCE)).split(":")[-2])
        assert killed in children_of(process.pid)
        os.kill(killed, signal.SIGKILL)
        out, errors = process.communicate(timeout=PATIENCE)
    assert (process.returncode, errors.count("another takes its place")) == (0, 1), errors
    assert f"process {killed} was ended by SIGKILL; another takes its place" in errors
    assert json.loads(out)["played"] == GAMES
    assert hashes("many") == hashes("alone")
    assert len(hashes("many")) == GAMES
    teach_players(season=Season.objects.get(slug="many"), now=NOON)  # as the next sweep, where the killed one had not
    assert len(remembered) > 6 * GAMES
    assert memories() == remembered
    assert [replay_game(game=game).is_identical for game in Game.objects.all()] == [True] * 2 * GAMES
    assert recompute(season=Season.objects.get(slug="many")) == []


@pytest.mark.slow
def test_when_told_to_all_end_and_give_their_games_back(tmp_path: Path) -> None:
    start_season(season=season_of("slow", pace=50, games=2), now=NOON)
    start_season(season=season_of("slower", pace=50, games=2), now=NOON)
    with running("slow", tmp_path, "--processes", "2") as process:
        until(lambda: held() == 1, PATIENCE)
        children = children_of(process.pid)
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=PATIENCE)
    assert (len(children), process.returncode) == (2, 1)
    assert "stopped after 0 of 2 games; `run` goes on from there" in errors
    assert [pid for pid in children if is_there(pid)] == []
    assert held() == 0
    assert not Game.objects.filter(terms__season="slower").exclude(status="scheduled").exists()


def test_nobody_is_left_behind_by_a_parent_that_is_killed(tmp_path: Path) -> None:
    start_season(season=season_of("slow", pace=50, games=2), now=NOON)
    with running("slow", tmp_path, "--processes", "2") as process:
        until(lambda: held() == 1, PATIENCE)
        children = children_of(process.pid)
        process.kill()
        until(lambda: not any(map(is_there, children)), PATIENCE)
    assert len(children) == 2
    assert held() == 0


@pytest.mark.parametrize("number", ["0", "65", "two", "-1", "1.5", "9" * 400])
def test_a_number_of_processes_that_makes_no_sense_is_refused_in_a_line(number: str) -> None:
    season_of("spring")
    with pytest.raises(CommandError) as error:
        call_command("season", "spring", "run", f"--processes={number}")
    assert "a whole number from 1 to 64 is wanted" in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("number", ["0", "two", "-1", "1.5", ""])
def test_a_number_of_games_at_a_time_that_makes_no_sense_is_refused_in_a_line(number: str) -> None:
    season_of("spring")
    with pytest.raises(CommandError) as error:
        call_command("season", "spring", "run", f"--parallel={number}")
    assert "argument --parallel: a whole number from 1 to 999,999,999 is wanted" in str(error.value)
    assert "\n" not in str(error.value)


def test_games_at_a_time_are_shared_out_among_processes_of_which_none_is_idle() -> None:
    assert shared_out(7, 3) == [3, 2, 2]
    assert shared_out(2, 4) == [1, 1]


@pytest.mark.slow
def test_several_processes_play_a_season_with_few_games_at_a_time(tmp_path: Path) -> None:
    start_season(season=season_of("few", rules=[Rules("town-mafia")], games=4), now=NOON)
    with running("few", tmp_path, "--processes", "2", "--parallel", "1") as process:
        until(lambda: process.poll() is not None or len(children_of(process.pid)) == 1, PATIENCE)
        assert len(children_of(process.pid)) <= 1, "a second one would have nothing to play"
        assert process.wait(PATIENCE) == 0
    assert Season.objects.get(slug="few").status == "finished"
