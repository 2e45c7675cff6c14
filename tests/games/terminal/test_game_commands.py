"""`play`, `simulate` and `replay` as somebody types them."""

import json
import os
import re
import subprocess
import sys
from hashlib import sha256
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from games.engine.rulesets import all_rulesets
from games.models import Event, Game
from personas.models import Player

PLAYERS = "--players=uniform"


def told(*words: str) -> str:
    out = StringIO()
    call_command(*words, stdout=out)
    return out.getvalue()


def log_of(*words: str) -> dict[str, Any]:
    log: dict[str, Any] = json.loads(told("play", "town-mafia", PLAYERS, "--json", *words))
    return log


def run(*words: str, hash_seed: str) -> str:
    """A command in a process of its own, with its own hash seed."""
    environment = {**os.environ, "LEAGUE_SETUP": "0", "PYTHONHASHSEED": hash_seed}
    command = [sys.executable, str(settings.BASE_DIR / "manage.py"), *words]
    return subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout


def test_the_same_seed_gives_the_same_log_byte_for_byte_in_any_process() -> None:
    words = ("play", "town-mafia", "--seed", "same", "--json", PLAYERS)
    first = run(*words, hash_seed="1")
    assert first == run(*words, hash_seed="2")
    assert json.loads(first)["seed"] == "same"


def test_a_log_names_neither_times_nor_ids_and_takes_the_seed_for_salt() -> None:
    log = log_of("--seed", "s")
    assert (log["game"], log["season"], log["salt"]) == (None, None, "s")
    assert {row["at"] for row in log["events"]} == {None}


def test_a_log_counts_the_calls_also_where_there_were_none() -> None:
    kinds = ("input_tokens", "cached_tokens", "cache_written_tokens", "output_tokens", "reasoning_tokens")
    assert log_of("--seed=s")["calls"] == {"calls": 0, **dict.fromkeys(kinds, 0), "cost": "0", "sure": "0"}


def test_simulating_one_game_is_playing_it() -> None:
    counted = json.loads(told("simulate", "town-mafia", PLAYERS, "--games=1", "--seed=S", "--json"))
    assert counted["hash"] == sha256(log_of("--seed=S/0")["hash"].encode()).hexdigest()


def test_simulation_counts_every_game_once() -> None:
    counted = json.loads(told("simulate", "town-mafia", PLAYERS, "--games=20", "--seats=5", "--seed=S", "--json"))
    assert sum(counted["wins"].values()) == counted["games"] == 20
    assert (counted["ruleset"], counted["seats"], counted["options"]["lynch"]) == ("town-mafia", 5, "plurality")


def test_options_reach_the_game() -> None:
    log = log_of("--option", "lynch=majority", "skip_vote=false", "--option", "discussion_rounds=1", "--names=persona")
    assert [log["options"][name] for name in ("lynch", "skip_vote", "discussion_rounds", "names")] == [
        "majority",
        False,
        1,
        "persona",
    ]
    assert [seat["alias"] for seat in log["seats"]] == [seat["persona"] for seat in log["seats"]]


def test_each_seat_may_have_a_player_of_its_own() -> None:
    players = "--players=" + ",".join(["uniform"] * 7 + ["pip_barlow@uniform"])
    log = json.loads(told("play", "town-mafia", "--json", "--seed=s", players))
    assert log["seats"][7]["persona"] == "Pip Barlow"


def test_the_house_plays_another_game_at_another_level_and_the_log_says_which() -> None:
    def log(level: str) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(told("play", "town-mafia", "--json", "--seed=s", f"--players=house{level}"))
        return found

    usual, best, weaker = log(""), log("/advanced"), log("/none")
    assert best == usual
    assert weaker["hash"] != usual["hash"]
    assert {seat["strategy_level"] for seat in weaker["seats"]} == {"none"}
    assert {seat["strategy_level"] for seat in usual["seats"]} == {None}


def test_a_player_who_sees_only_the_public_is_shown_no_secret() -> None:
    everything = told("play", "town-mafia", PLAYERS, "--seed=s")
    public = told("play", "town-mafia", PLAYERS, "--seed=s", "--lens=audience")
    for secret in ("thinks:", "investigates", "protects", "[to "):
        assert secret in everything
        assert secret not in public


def test_who_sees_everything_is_shown_a_map_of_the_ship() -> None:
    words = ("play", "glass-box", PLAYERS, "--seed=map", "--option=max_ticks=12")
    glass, audience = told(*words), told(*words, "--lens=audience")
    assert "│ upper engine" in glass
    assert re.search(r"tasks \d+ %", glass)
    assert "→ " in glass
    assert "│" not in audience
    assert "→ " not in audience


def test_rules_that_nobody_here_knows_are_told_by_their_phases_and_sentences() -> None:
    shown = told("play", "lighthouse", "--seed=x")
    assert [line.split(" ─")[0] for line in shown.splitlines() if line.startswith("· ")][:2] == [
        "· Watch 1",
        "· Muster 1",
    ]
    assert "✝ " in shown
    assert "is rowed ashore, and was a" in shown
    audience = told("play", "lighthouse", "--seed=x", "--lens=audience")
    assert "has in mind to" in shown
    assert "has in mind to" not in audience


def test_a_ghost_is_shown_the_map_too_and_the_living_have_none() -> None:
    words = ("play", "glass-box", PLAYERS, "--seed=ghost", "--option", "first_kill=1", "countdown=50")
    log = json.loads(told(*words, "--json"))
    dead = next(seat["seat"] for seat in log["seats"] if not seat["survived"])
    alive = next(seat["seat"] for seat in log["seats"] if seat["survived"])
    assert "│ upper engine" in told(*words, f"--lens=ghost:{dead}")
    assert "thinks" not in told(*words, f"--lens=ghost:{dead}")
    with pytest.raises(CommandError, match=f"seat {alive} did not die in this game, so there is no ghost:{alive}"):
        told(*words, f"--lens=ghost:{alive}")


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (["play", "chess"], f"no ruleset is called 'chess'; there are: {', '.join(all_rulesets())}"),
        (["play", "town-mafia", "--seats=4"], "5 to 20 seats, not 4"),
        (["play", "town-mafia", "--option", "lnch=majority"], "did you mean 'lynch'"),
        (["play", "town-mafia", "--option", "lynch=never"], "'lynch' must be one of plurality, majority, not 'never'"),
        (["play", "town-mafia", "--option", "vigilante_shots=-1"], "a whole number from 0 to 20, not -1"),
        (["play", "town-mafia", "--players=nobody"], "a player is"),
        (["play", "town-mafia", "--players=house/godlike"], "intermediate, advanced, not 'godlike'"),
        (["play", "town-mafia", "--players=uniform/basic"], "only the house has levels"),
        (["play", "town-mafia", "--players=uniform,uniform"], "one for all or 8"),
        (["play", "town-mafia", "--players=elvis@uniform"], "no persona is called 'elvis'"),
        (["play", "town-mafia", "--lens=seat:8"], "seat:0 to seat:7, not 'seat:8'"),
        (["play", "town-mafia", "--seed="], "a seed is a text"),
        (["play", "town-mafia", "--seats=13", "--names=persona"], "13 different persona names"),
    ],
)
def test_a_wrong_word_is_one_sentence_and_status_2(words: list[str], wanted: str) -> None:
    with pytest.raises(CommandError) as caught:
        told(*words, *([PLAYERS] if "--players" not in " ".join(words) else []))
    assert wanted in str(caught.value)
    assert "\n" not in str(caught.value)
    assert caught.value.returncode == 2


def test_a_log_in_a_file_replays_identically(tmp_path: Path) -> None:
    log = log_of("--seed=s")
    file = tmp_path / "log.json"
    file.write_text(json.dumps(log))
    assert told("replay", str(file)) == f"identical: {len(log['events'])} events, hash {log['hash']}\n"


def test_a_log_in_lines_replays_identically(tmp_path: Path) -> None:
    log = log_of("--seed=s")
    rows = [("event", row) for row in log.pop("events")] + [("answer", row) for row in log.pop("journal")]
    file = tmp_path / "log.jsonl"
    file.write_text("\n".join(json.dumps({kind: row}) for kind, row in [("game", log), *rows]))
    assert log["hash"] in told("replay", str(file))
    file.write_text("\n".join([json.dumps({"game": log}), json.dumps({"move": 1})]))
    with pytest.raises(CommandError, match="an event or an answer, not 'move'"):
        told("replay", str(file))


def test_a_changed_word_is_named_by_its_seq_with_status_1(tmp_path: Path) -> None:
    log = log_of("--seed=s")
    row = next(row for row in log["events"] if row["kind"] == "said")
    row["words"] += " Really."
    file = tmp_path / "log.json"
    file.write_text(json.dumps(log))
    with pytest.raises(CommandError, match=f"diverged at event {row['seq']}") as caught:
        told("replay", str(file))
    assert caught.value.returncode == 1


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "it is no JSON from character 1 on"),
        (b"[]", "it must be an object, not a value of the type list"),
        (b"nonsense", "it is no JSON from character 1 on"),
        (b'{"schema": "1"', "it is no JSON from character 15 on"),
        (b'{"schema": "\xff"}', "it is no UTF-8 from byte 13 on"),
        (b"[" * 100_000, "it is nested too deeply"),
        (b"1" * 5_000, "it has a number of thousands of digits"),
        (b'{"game": {"schema": "1"}}\n[]', "line 2 must be an object, not a value of the type list"),
        (b'{"game": {"schema": "1"}}\n{"event": {}}\n{"ev', "line 3 is no JSON from character 2 on"),
        (b'{"game": {}, "game": 5}\n{"event": {}}', "the game in line 1 must be an object, not 5"),
        (b'{"game": {}, "b": 1}\n{"move": {}}', "line 2 must be an event or an answer, not 'move'"),
    ],
)
def test_a_file_that_holds_no_log_is_refused_in_one_line(tmp_path: Path, content: bytes, why: str) -> None:
    file = tmp_path / "log.json"
    file.write_bytes(content)
    for words in (("replay", str(file)), ("play", "town-mafia", "--from", str(file), "--at", "1")):
        with pytest.raises(CommandError) as caught:
            told(*words)
        assert (caught.value.returncode, str(caught.value)) == (2, f"{file} is not a log: {why}")


@pytest.mark.parametrize("content", ["{}", '{"schema": "1", "winner": "town"}', '{"schema": "1", "journal": {}}'])
def test_what_is_no_log_is_refused_with_status_2(tmp_path: Path, content: str) -> None:
    file = tmp_path / "log.json"
    file.write_text(content)
    with pytest.raises(CommandError) as caught:
        told("replay", str(file))
    assert caught.value.returncode == 2
    assert "Error" not in str(caught.value)


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (("play",), "manage.py play: the following arguments are required: RULESET (--help says more)\n"),
        (("season", "s", "create", "--games", "x"), "argument --games: "),
        (("season", "s"), "the following arguments are required: ACTION"),
        (("token", "\udcff"), "An argument is no text in UTF-8: '\\udcff'\n"),
    ],
)
def test_a_wrong_command_line_is_told_in_one_line(words: tuple[str, ...], wanted: str) -> None:
    command = [sys.executable, str(settings.BASE_DIR / "manage.py"), *map(os.fsencode, words)]
    ran = subprocess.run(command, env={**os.environ, "LEAGUE_SETUP": "0"}, check=False, capture_output=True, text=True)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert wanted in ran.stderr
    assert ran.stderr.count("\n") == 1


def test_a_database_that_does_not_answer_is_told_in_one_line() -> None:
    environment = {**os.environ, "LEAGUE_SETUP": "0", "DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none"}
    environment.pop("DJANGO_SETTINGS_MODULE", None)  # as somebody types it
    command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "season", "s", "status"]
    ran = subprocess.run(command, env=environment, check=False, capture_output=True, text=True)
    assert (ran.returncode, ran.stderr.count("\n")) == (1, 1)
    assert "The database does not do its part" in ran.stderr


# --- with a database ---


@pytest.fixture
def stored(transactional_db: None) -> dict[str, Any]:
    """The log of a game that was saved."""
    return log_of("--save", "--seed=saved")


@pytest.mark.django_db(transaction=True)
def test_a_saved_game_is_the_game_of_its_seed_and_is_unrated(stored: dict[str, Any]) -> None:
    game = Game.objects.get(public_id=stored["game"])
    assert (game.status, game.hash, game.terms["rated"]) == ("finished", log_of("--seed=saved")["hash"], False)
    assert stored["season"] is None


@pytest.mark.django_db(transaction=True)
def test_a_saved_game_of_the_house_is_played_at_the_level_that_was_said() -> None:
    words = ("play", "town-mafia", "--json", "--seed=s", "--seats=5", "--players=house/none")
    kept = json.loads(told(*words, "--save"))

    assert kept["hash"] == json.loads(told(*words))["hash"]
    assert {seat["strategy_level"] for seat in kept["seats"]} == {"none"}
    assert told("replay", kept["game"]) == f"identical: {len(kept['events'])} events, hash {kept['hash']}\n"
    assert set(Player.objects.filter(model__provider="house").values_list("strategy_level", flat=True)) == {"advanced"}


@pytest.mark.django_db(transaction=True)
def test_a_saved_game_replays_by_its_id(stored: dict[str, Any]) -> None:
    answer = f"identical: {len(stored['events'])} events, hash {stored['hash']}\n"
    assert told("replay", stored["game"]) == answer


@pytest.mark.django_db(transaction=True)
def test_a_changed_word_of_a_saved_game_is_named_by_its_seq(stored: dict[str, Any]) -> None:
    event = Event.objects.filter(game__public_id=stored["game"], kind="said").earliest("seq")
    Event.objects.filter(pk=event.pk).update(data=event.data | {"words": "Something else."})
    with pytest.raises(CommandError, match=f"diverged at event {event.seq}") as caught:
        told("replay", stored["game"])
    assert caught.value.returncode == 1


@pytest.mark.django_db(transaction=True)
def test_an_unknown_game_is_refused_with_status_2() -> None:
    with pytest.raises(CommandError, match="neither a game nor a file called 'aaaaaaaaaaaa'") as caught:
        told("replay", "aaaaaaaaaaaa")
    assert caught.value.returncode == 2


@pytest.mark.django_db(transaction=True)
def test_a_stored_player_sits_at_the_table_by_its_id(stored: dict[str, Any]) -> None:
    players = "--players=" + ",".join([stored["seats"][0]["player_id"], *["uniform"] * 7])
    log = json.loads(told("play", "town-mafia", "--json", "--seed=s", players))
    assert log["seats"][0]["persona"] == stored["seats"][0]["persona"]


@pytest.mark.django_db(transaction=True)
def test_an_unknown_player_id_is_refused_with_status_2() -> None:
    with pytest.raises(CommandError, match="no player is called 'gpt_nobody'") as caught:
        told("play", "town-mafia", "--players=gpt_nobody")
    assert caught.value.returncode == 2


def test_the_narrator_tells_a_game_to_those_who_watch_it() -> None:
    words = ("play", "council-mafia", PLAYERS, "--seed=s", "--lens=audience")
    plain, narrated = told(*words), told(*words, "--narrator=template")
    lines = plain.splitlines()
    said = [line for line in narrated.splitlines() if line not in lines]
    assert [line for line in narrated.splitlines() if line not in said] == lines
    assert len(said) > 5
    assert told(*words, "--narrator=none") == plain
