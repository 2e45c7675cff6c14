"""Documents of players: what stands in them is what rows say, written after it, and the newest stays, whoever is slow,
killed, or without Redis."""

import json
import threading
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.test import Client
from redis import Redis

from games.hosting.keeping import leave_halls
from games.models import Game
from games.process.trouble import Trouble
from league.memories import documents
from league.memories.documents import (
    VERSIONS,
    documents_of,
    due_documents,
    mend_documents,
    note,
    read_due,
    rebuild_documents,
    send,
    write_documents,
)
from league.models import Career, Fixture, Season
from league.results.standings import recompute, record_result
from league.results.sums import fold_season_again
from league.seasons.lifecycle.starting import start_season
from league.seasons.making.checking import Rules
from league.seasons.making.creating import create_season
from league.seasons.making.twinning import create_twin
from league.seasons.playing.running import run_season
from league.tasks import document, mend
from personas.memory import mark_documents, revise_memory
from personas.models import Document, Player
from personas.roster import ensure_roster
from tests.factories import (
    NOON,
    make_finished_game,
    make_fixture,
    make_persona,
    make_player,
    make_players,
    make_running_game,
    make_running_season,
    make_seat,
)
from tests.games.stage import in_thread, until
from tests.patience import at_most

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("database"),
    pytest.mark.timeout(at_most(120)),
]
CLOSED = "redis://127.0.0.1:1/0"  # nobody listens on port 1
FIELDS = [
    *("persona_id", "learned", "games_played", "win_rate", "impostor_win_rate", "crewmate_win_rate", "stats"),
]


@pytest.fixture(autouse=True)
def nobody_left_behind() -> Iterator[None]:
    yield
    leave_halls()


@pytest.fixture
def on_disk(settings: Any, tmp_path: Path) -> Path:
    """Documents are files of a folder of their own."""
    settings.REDIS_URL, settings.LEAGUE_DATA_DIR = "", tmp_path
    return tmp_path / "memory"


@pytest.fixture
def redis(redis_url: str, settings: Any, tmp_path: Path) -> Iterator["Redis"]:
    """A Redis without documents, in which they are kept."""
    settings.REDIS_URL, settings.LEAGUE_DATA_DIR = redis_url, tmp_path
    client = Redis.from_url(redis_url, decode_responses=True)
    forget(client)
    yield client
    client.close()


def forget(client: "Redis") -> None:
    for key in [*client.scan_iter("persona:*"), VERSIONS]:
        client.delete(key)


def in_file(folder: Path, player: Player) -> dict[str, Any]:
    return json.loads((folder / f"{player.player_id}.json").read_text(encoding="utf-8"))


def in_redis(client: "Redis", player: Player) -> dict[str, Any]:
    found: Any = client.get(f"persona:{player.player_id}")
    return json.loads(found)


def remembers(player: Player, **learned: Any) -> None:
    revise_memory(player=player, learned=learned, author="ann")


def won(players: list[Player], *, winner: str = "town", season: Season | None = None) -> Game:
    """A game of these players that is over and recorded: the first was of the mafia, the others of the town."""
    game = make_finished_game(winner=winner)
    for number, player in enumerate(players):
        team, role = ("town", "villager") if number else ("mafia", "mafioso")
        make_seat(game=game, number=number, player=player, role=role, team=team, alias=f"A{number}", survived=True)
    season = season or make_running_season()
    make_fixture(season=season, number=season.fixtures.count() + 1, game=game)
    assert record_result(game=game, now=NOON)
    return game


def test_a_document_says_exactly_what_it_should(on_disk: Path) -> None:
    first, second = make_players(2)
    remembers(first, plan="wait")
    season = make_running_season()
    won([first, second], season=season)
    won([second, first], season=season)
    won([second, first], winner="mafia", season=season)
    won([first, second], winner="draw", season=season)

    assert write_documents() == 2

    told = in_file(on_disk, first)
    assert list(told) == FIELDS
    assert told == {
        "persona_id": first.player_id,
        "learned": {"plan": "wait"},
        "games_played": 4,
        "win_rate": 1 / 3,
        "impostor_win_rate": 0.0,
        "crewmate_win_rate": 0.5,
        "stats": told["stats"],
    }
    assert (told["stats"]["games"], told["stats"]["wins"], told["stats"]["draws"]) == (4, 1, 1)
    other = in_file(on_disk, second)
    assert (other["learned"], other["impostor_win_rate"], other["crewmate_win_rate"]) == ({}, 0.5, 1.0)


def test_a_document_is_what_the_api_tells_everybody(on_disk: Path, client: Client) -> None:
    players = make_players(2)
    for player in players:
        remembers(player, of=player.player_id)
    won(players)
    write_documents()
    for player in players:
        told = client.get(f"/api/v1/players/{player.player_id}/").json()
        found = in_file(on_disk, player)
        assert {name: told[name] for name in FIELDS if name != "persona_id"} == {
            name: found[name] for name in FIELDS if name != "persona_id"
        }
        assert found["persona_id"] == told["player_id"]


def test_nothing_of_a_game_that_is_on_is_in_a_document_and_it_is_when_it_is_over(on_disk: Path) -> None:
    players = make_players(2)
    season = make_running_season(spoilers="sealed")
    game = make_running_game(terms={"spoilers": "sealed"})
    for number, player in enumerate(players):
        make_seat(
            game=game,
            number=number,
            player=player,
            role=("mafioso", "villager")[number],
            team=("mafia", "town")[number],
        )
    make_fixture(season=season, number=1, game=game)
    for player in players:
        remembers(player, note="before")
    rebuild_documents()
    text = "".join(path.read_text(encoding="utf-8") for path in on_disk.glob("*.json"))
    assert not any(secret in text for secret in (game.public_id, game.seed, game.salt, "mafioso", "villager"))
    assert in_file(on_disk, players[0])["games_played"] == 0
    Game.objects.filter(pk=game.pk).update(status="finished", winner="mafia", finished_at=NOON, hash="ab" * 32)
    game.seats.update(survived=True)
    game.refresh_from_db()
    assert record_result(game=game, now=NOON)
    write_documents()
    assert in_file(on_disk, players[0])["impostor_win_rate"] == 1.0


def test_what_a_season_or_a_twin_knows_for_itself_is_in_no_document(on_disk: Path) -> None:
    given = {"rules": [Rules("town-mafia", 6)], "pace": 0.0, "players": ensure_roster()[:8], "lag": 1}
    first = start_season(season=create_season(slug="spring", name="Spring", games=2, **given), now=NOON)
    run_season(season=first, stopping=threading.Event(), tell=lambda stand: None)
    before = {path.name: path.read_text() for path in on_disk.glob("*.json")}
    assert len(before) == 8
    assert any('"learned":{"' in text for text in before.values())

    twin = start_season(season=create_twin(first=first, slug="again", strategy_level="basic"), now=NOON)
    run_season(season=twin, stopping=threading.Event(), tell=lambda stand: None)
    rebuild_documents()

    assert {path.name: path.read_text() for path in on_disk.glob("*.json") if path.name in before} == before


def test_what_is_killed_between_commit_and_document_is_written_by_the_next_look(redis: "Redis") -> None:
    first, second = make_players(2)
    remembers(first, plan="wait")
    won([first, second])  # and nobody writes
    assert redis.get(f"persona:{first.player_id}") is None
    assert due_documents().count() == 2

    document()

    assert in_redis(redis, first)["learned"] == {"plan": "wait"}
    assert in_redis(redis, second)["games_played"] == 1
    assert due_documents().count() == 0
    remembers(second, plan="talk")
    send(read_due())  # and is killed before it notes that
    document()
    assert in_redis(redis, second)["learned"] == {"plan": "talk"}
    assert write_documents() == 0


def test_of_two_writers_the_slow_one_does_not_bring_back_what_was(redis: "Redis") -> None:
    first, second = make_players(2)
    remembers(first, plan="old")
    remembers(second, plan="old")
    slow = read_due()
    remembers(first, plan="new")
    assert write_documents() == 2

    send(slow)
    note(slow)

    assert in_redis(redis, first)["learned"] == {"plan": "new"}
    assert in_redis(redis, second)["learned"] == {"plan": "old"}
    assert due_documents().count() == 0


def test_what_changes_while_a_document_is_made_is_written_next(redis: "Redis") -> None:
    first, second = make_players(2)
    remembers(first, plan="old")
    remembers(second, plan="old")
    found = read_due()
    remembers(second, plan="new")
    send(found)
    note(found)
    assert [each.player_id for each in read_due()] == [second.player_id]
    assert write_documents() == 1
    assert in_redis(redis, second)["learned"] == {"plan": "new"}


def test_many_who_write_and_change_at_once_leave_the_newest(on_disk: Path) -> None:
    players = make_players(2)
    for player in players:
        remembers(player, number=0)
    over = threading.Event()

    def write() -> None:
        while not over.is_set():
            write_documents()

    def change(player: Player) -> None:
        for number in range(1, 16):
            remembers(player, number=number)

    writers = [in_thread(write) for _ in range(2)]
    changing = [in_thread(change, player) for player in players]
    for thread in changing:
        thread.join(at_most(60))
    over.set()
    for thread in writers:
        thread.join(at_most(60))
    write_documents()
    assert [in_file(on_disk, player)["learned"] for player in players] == [{"number": 15}] * 2
    assert not [path for path in on_disk.iterdir() if path.suffix not in (".json", "")]


def test_what_redis_has_lost_is_written_anew(redis: "Redis") -> None:
    players = make_players(3)
    for player in players:
        remembers(player, of=player.player_id)
    write_documents()
    assert mend_documents() == 0

    redis.delete(f"persona:{players[0].player_id}")
    assert mend_documents() == 1
    assert write_documents() == 1
    assert in_redis(redis, players[0])["learned"] == {"of": players[0].player_id}

    forget(redis)
    mend()
    document()
    assert [in_redis(redis, each)["learned"]["of"] for each in players] == [each.player_id for each in players]


def test_who_was_there_before_there_were_documents_gets_one(redis: "Redis") -> None:
    players = make_players(2)
    make_player(persona=make_persona(written_for="spring/1/0", status="retired"))
    remembers(players[0], plan="wait")
    Document.objects.all().delete()
    mend()
    document()
    assert [in_redis(redis, each)["learned"] for each in players] == [{"plan": "wait"}, {}]
    assert len(list(redis.scan_iter("persona:*"))) == 2
    assert mend_documents() == 0


def test_a_redis_of_another_time_is_put_right(redis: "Redis") -> None:
    first, second = make_players(2)
    remembers(first, plan="old")
    remembers(second, plan="old")
    write_documents()
    older = {key: redis.get(key) for key in redis.scan_iter("persona:*")}, redis.hgetall(VERSIONS)
    remembers(first, plan="new")
    write_documents()
    for key, text in older[0].items():
        redis.set(key, str(text))
    redis.hset(VERSIONS, mapping=older[1])  # as if it had come back from yesterday's dump
    redis.hset(VERSIONS, second.player_id, 900)  # and this one from another league
    redis.set(f"persona:{second.player_id}", "{}")

    assert mend_documents() == 2
    write_documents()

    assert in_redis(redis, first)["learned"] == {"plan": "new"}
    assert in_redis(redis, second)["learned"] == {"plan": "old"}
    assert mend_documents() == 0


def test_without_redis_games_go_on_and_that_is_told_less_and_less_often(
    settings: Any,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    redis_url: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fresh = Trouble(documents.logger, "documents of players cannot be written", "documents are written again")
    monkeypatch.setattr(documents, "_writing", fresh)  # of a process that has had none
    settings.LEAGUE_DATA_DIR = tmp_path
    settings.REDIS_URL = CLOSED
    first, second = make_players(2)
    remembers(first, plan="wait")
    game = won([first, second])
    assert Fixture.objects.get(game=game).recorded_at
    caplog.clear()
    for _ in range(5):
        assert write_documents() == 0
    told = [record for record in caplog.records if "documents of players cannot be written" in record.getMessage()]
    assert len(told) == 3, "the first, the second and the fourth time"
    assert mend_documents() == 0
    assert due_documents().count() == 2
    assert not (tmp_path / "memory").exists()

    settings.REDIS_URL = redis_url
    client = Redis.from_url(redis_url, decode_responses=True)
    forget(client)
    assert write_documents() == 2
    assert in_redis(client, first)["learned"] == {"plan": "wait"}
    client.close()


def test_files_are_whole_and_their_owners_alone_and_come_back(on_disk: Path) -> None:
    players = make_players(2)
    for player in players:
        remembers(player, of=player.player_id)
    write_documents()
    files = sorted(on_disk.glob("*.json"))
    assert [path.stem for path in files] == sorted(player.player_id for player in players)
    assert {path.stat().st_mode & 0o777 for path in files} == {0o600}
    assert on_disk.stat().st_mode & 0o777 == 0o700
    assert sorted(path.name for path in on_disk.iterdir() if path.suffix != ".json") == [".lock"]
    files[0].unlink()
    assert mend_documents() == 1
    assert write_documents() == 1
    assert files[0].exists()


def test_a_disk_that_refuses_stops_nobody(settings: Any, tmp_path: Path) -> None:
    (tmp_path / "full").write_text("a file where a folder should be")
    settings.REDIS_URL, settings.LEAGUE_DATA_DIR = "", tmp_path / "full"
    (player, other) = make_players(2)
    remembers(player, plan="wait")
    won([player, other])
    assert write_documents() == 0
    assert due_documents().count() == 2


def test_who_is_written_for_one_game_has_no_document(on_disk: Path) -> None:
    of_one_game = make_player(persona=make_persona(written_for="spring/1/0", status="retired"))
    won([of_one_game, make_player()])
    assert write_documents() == 1
    assert rebuild_documents() == Player.objects.count() - 1
    assert not (on_disk / f"{of_one_game.player_id}.json").exists()


def test_sums_that_were_wrong_are_told_anew_when_they_are_put_right(on_disk: Path) -> None:
    players = make_players(2)
    season = make_running_season()
    won(players, season=season)
    write_documents()
    season.standings.update(games=7)
    Career.objects.update(games=7)
    rebuild_documents()
    assert in_file(on_disk, players[0])["games_played"] == 7
    recompute(season=season)
    assert fold_season_again(season=season)
    write_documents()
    assert in_file(on_disk, players[0])["games_played"] == 1


def test_what_fails_with_its_transaction_makes_nothing_due(on_disk: Path) -> None:
    (player,) = make_players(1)
    with transaction.atomic():
        remembers(player, plan="never")
        assert Document.objects.exists()
        transaction.set_rollback(True)
    assert not Document.objects.exists()
    assert write_documents() == 0


def said(*command: str) -> str:
    told = StringIO()
    call_command(*command, stdout=told, stderr=told)
    return told.getvalue()


def test_the_command_writes_all_of_them_anew(redis: "Redis", settings: Any) -> None:
    players = make_players(3)
    remembers(players[0], plan="wait")
    assert "0 documents in Redis, under persona:PLAYER; due: 1" in said("memory", "documents")
    assert "written anew: 3" in said("memory", "documents", "--rebuild")
    assert [in_redis(redis, each)["learned"] for each in players] == [{"plan": "wait"}, {}, {}]
    forget(redis)
    assert "0 documents in Redis, under persona:PLAYER; due: 0; lost" in said("memory", "documents")
    told = json.loads(said("memory", "documents", "--rebuild", "--json"))
    assert (told["documents"], told["due"], told["lost"], told["rebuilt"]) == (3, 0, 0, 3)
    assert in_redis(redis, players[0])["learned"] == {"plan": "wait"}
    settings.REDIS_URL = CLOSED
    with pytest.raises(CommandError, match="cannot be written"):
        said("memory", "documents", "--rebuild")
    with pytest.raises(CommandError, match="cannot be looked at"):
        said("memory", "documents")
    for wrong in (["documents", "show"], [players[0].player_id], [players[0].player_id, "--rebuild"]):
        with pytest.raises(CommandError):
            said("memory", *wrong)


@pytest.mark.parametrize("count", [1, 3])
def test_documents_take_as_many_queries_for_one_player_as_for_three(
    django_assert_num_queries: Any, on_disk: Path, count: int
) -> None:
    players = make_players(count)
    for player in players:
        remembers(player, of=player.player_id)
    with django_assert_num_queries(2):
        documents_of(players)
    mark_documents(players=[player.pk for player in players])
    with django_assert_num_queries(4):
        read_due()
    assert documents.folder() == on_disk


@pytest.mark.parametrize("database", [pytest.param("postgresql", marks=pytest.mark.services)], indirect=True)
def test_who_notes_what_was_written_waits_for_who_marks_and_is_waited_for_by_nobody(database: object) -> None:
    """In the order of keys on both sides: else each would hold what the other wants."""
    low, high = sorted((make_player(), make_player()), key=lambda player: player.pk)
    mark_documents(players=[low.pk, high.pk])
    due = sorted(read_due(), key=lambda each: -each.key)

    with transaction.atomic():
        mark_documents(players=[low.pk])
        noting = in_thread(note, due)
        until(waits_for_a_row)
        mark_documents(players=[low.pk, high.pk])
    noting.join(at_most(30))

    rows = Document.objects.order_by("player_id").values_list("version", "written")
    assert list(rows) == [(3, 1), (2, 1)], "what was noted is what was read, and both are due again"


def waits_for_a_row() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_locks WHERE NOT granted LIMIT 1")
        return cursor.fetchone() is not None
