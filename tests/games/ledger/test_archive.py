"""Every finished game is also a file; a disk that refuses it costs the file and nothing else."""

import json
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone
from pytest_django.fixtures import Settings

from games.ledger.archive import archive_game, archive_missing, log_path
from games.ledger.logs import game_log
from games.ledger.replay import play_again
from games.ledger.rows import recorded_game
from games.models import Game
from tests.games.casting import make_game
from tests.games.stage import play_all

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def folder(settings: Settings, tmp_path: Path) -> Path:
    settings.LEAGUE_DATA_DIR = tmp_path
    return tmp_path


def test_a_finished_game_is_a_file_that_can_be_played_again(folder: Path) -> None:
    game, exhibition = make_game(season="first", fixture="1"), make_game("S/1")

    play_all()

    paths = [folder / "logs" / "first" / f"{game.public_id}.json"]
    paths += [folder / "logs" / "exhibitions" / f"{exhibition.public_id}.json"]
    logs = [json.loads(path.read_text("utf-8")) for path in paths]
    assert [log["hash"] for log in logs] == [Game.objects.get(pk=each.pk).hash for each in (game, exhibition)]
    assert [play_again(log).winner for log in logs] == [log["winner"] for log in logs]
    assert all(event["at"].endswith("Z") for event in logs[0]["events"])
    # What the host had at hand is what can be read.
    stored = game_log(recorded_game(Game.objects.get(pk=game.pk)), "analysis")
    assert logs[0] == json.loads(json.dumps(stored))
    assert sorted(path.name for path in folder.rglob("*.json*")) == sorted(path.name for path in paths)


def test_a_disk_that_refuses_costs_the_file_only(folder: Path) -> None:
    (folder / "logs").write_text("in the way")
    game = make_game()

    play_all()

    game = Game.objects.get(pk=game.pk)
    assert game.status == "finished"
    assert archive_game(game=game) is None
    (folder / "logs").unlink()
    assert archive_missing(since=timezone.now() - timedelta(hours=1)) == 1
    assert log_path(game).exists()
    assert archive_missing(since=timezone.now() - timedelta(hours=1)) == 0


def test_logs_can_be_switched_off(folder: Path, settings: Settings) -> None:
    settings.LEAGUE_LOGS = False
    make_game()

    play_all()

    assert not (folder / "logs").exists()
    assert archive_missing(since=timezone.now() - timedelta(hours=1)) == 0
