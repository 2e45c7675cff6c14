"""The calls of games in lines: whole, one schema, nothing before the end, and as long as they are kept."""

import json
from collections.abc import Iterator
from datetime import timedelta
from hashlib import sha256
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone
from jsonschema import Draft202012Validator
from pytest_django import Settings

from games.billing.words import forget_games, request_kept
from games.engine.rulesets import all_rulesets
from games.hosting.narrator import dictate
from games.hosting.verbs import pause_game, void_game
from games.ledger.archive import log_path
from games.ledger.calls import call_lines, season_lines
from games.ledger.logs import game_log
from games.ledger.reads import lines_of_games
from games.ledger.rows import recorded_game
from games.ledger.schemas import schema_named
from games.loopback.process import Provider
from games.models import Answer, Call, CallRecord, Game
from league.models import User
from tests.factories import make_call
from tests.games.casting import make_game
from tests.games.recording import through_json
from tests.games.rule_books import two_by_turns
from tests.games.stage import play_all, play_until
from tests.games.voices import ANTHROPIC, OPENAI, voices
from tests.patience import at_most

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(at_most(200)), pytest.mark.long(30)]
LINE = Draft202012Validator(schema_named("calls-1"))
LOG = Draft202012Validator(schema_named("log-1"))
Lines = list[dict[str, Any]]


def fresh(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def played(at: Provider, seed: str = "K", **given: Any) -> Game:
    """A finished game of two models."""
    seats = given.pop("seats", 6)
    game = make_game(seed, seats=seats, players=voices(at, OPENAI, ANTHROPIC, seats=seats), **given)
    play_all()
    assert fresh(game).status == "finished", fresh(game).waiting
    return fresh(game)


def lines_of(game: Game) -> Lines:
    return [through_json(line) for line in call_lines(game)]


def told(lines: Lines, kind: str) -> Lines:
    return [line[kind] for line in lines if kind in line]


def read(response: Any) -> Lines:
    assert response["Content-Type"] == "application/x-ndjson"
    body: Iterator[bytes] = response.streaming_content
    return [json.loads(line) for line in b"".join(body).decode().splitlines()]


def exported(*words: str) -> Lines:
    out = StringIO()
    call_command("export", *words, stdout=out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


@pytest.mark.parametrize("ruleset", two_by_turns(2))
def test_every_call_of_a_game_stands_in_a_line_and_says_all_that_was_sent(at: Provider, ruleset: str) -> None:
    game = played(at, ruleset=ruleset, seats=all_rulesets()[ruleset].default_seats)

    lines = lines_of(game)

    for line in lines:
        LINE.validate(line)
    (head,) = told(lines, "game")
    assert (head["game"], head["words"], head["calls"]) == (game.public_id, "kept", game.calls.count())
    texts = {text["hash"]: text["text"] for text in told(lines, "text")}
    assert {sha256(text.encode()).hexdigest(): text for text in texts.values()} == texts
    assert len(texts) == len(told(lines, "text")), "each stands there once"
    rows = {call.ident: call for call in game.calls.select_related("record")}
    for call in told(lines, "call"):
        kept = json.loads(request_kept(rows[call["id"]].record))
        assert [texts[each] for each in call["prompt"]["system"]] == kept["system"]
        assert [texts[each] for each in call["prompt"]["history"]] == kept["history"]
        assert json.loads(texts[call["prompt"]["schema"]]) == kept["schema"]
        assert call["prompt"]["task"] == kept["task"]
        assert call["reply"] == rows[call["id"]].said
    seen: set[str] = set()
    for line in lines:  # a text stands before whoever names it
        seen |= {line["text"]["hash"]} if "text" in line else set()
        prompt = line["call"]["prompt"] if "call" in line else {"system": [], "history": []}
        assert {*prompt["system"], *prompt["history"]} <= seen
    thoughts = {(answer.poll, answer.seat): answer for answer in Answer.objects.filter(game=game)}
    stands = [call for call in told(lines, "call") if call["fault"] is None]
    assert {(call["poll"], call["seat"]): call["thought"] or "" for call in stands} == {
        key: answer.thought for key, answer in thoughts.items()
    }
    assert {call["kind"] for call in told(lines, "call")} == {answer.kind for answer in thoughts.values()}


def test_answers_that_could_not_stand_are_in_the_lines_and_in_the_log(at: Provider) -> None:
    at.control(faults={"unknown_target": 0.2, "wrong_types": 0.2})
    game = played(at)
    at.control(faults={})

    calls = told(lines_of(game), "call")
    log = through_json(game_log(recorded_game(game), "analysis"))

    LOG.validate(log)
    faults = [
        (call["poll"], call["seat"], call["try"], call["reply"], call["fault"]) for call in calls if call["fault"]
    ]
    assert faults
    refused = [
        (row["poll"], row["seat"], each["try"], each["said"], each["fault"])
        for row in log["journal"]
        for each in row.get("refused", ())
    ]
    assert sorted(refused) == sorted(faults)
    tries = {(row["poll"], row["seat"]): row["tries"] for row in log["journal"]}
    for poll, seat, number, *_ in faults:
        assert tries[poll, seat] >= number
    retorted = [call for call in calls if call["try"] > 1]
    assert all(call["prompt"]["retorts"] for call in retorted)
    assert {call["thought"] for call in calls if call["fault"]} == {None}
    for view in ("public", "viewer"):
        assert "refused" not in json.dumps(game_log(recorded_game(game), view)["journal"] if view == "viewer" else [])  # type: ignore[arg-type]


def test_the_file_of_a_game_of_models_says_what_its_rows_say(at: Provider, settings: Settings, tmp_path: Path) -> None:
    settings.LEAGUE_DATA_DIR, settings.LEAGUE_LOGS = tmp_path, True
    at.control(faults={"unknown_target": 0.2})
    game = played(at)
    at.control(faults={})

    log = json.loads(log_path(game).read_text("utf-8"))

    assert log == through_json(game_log(recorded_game(game), "analysis"))
    assert any("refused" in row for row in log["journal"])
    assert all(row["used"]["calls"] for row in log["journal"])


def test_what_a_model_says_as_the_narrator_is_in_the_log_and_in_the_lines(at: Provider) -> None:
    game = played(at, narrator=OPENAI)
    assert dictate(game=game) > 0

    log, lines = game_log(recorded_game(game), "analysis"), lines_of(game)

    LOG.validate(through_json(log))
    said = list(game.narrations.exclude(text="").values_list("after", "text", "author"))
    *by_model, closing = [(each["after"], each["text"], each["author"]) for each in log["narrations"]]
    assert by_model == said != []
    assert (closing[0], closing[2]) == (sum(entry["heard_by"] == "everyone" for entry in log["events"]), "template")
    assert closing[1].startswith(f"The {game.winner} won after {game.rounds} rounds.")
    assert "narrations" not in game_log(recorded_game(game), "viewer")
    calls = [call for call in told(lines, "call") if call["purpose"] == "narration"]
    assert calls
    for line in lines:
        LINE.validate(line)
    assert all(call["prompt"] and call["poll"] is None for call in calls)


def test_nothing_is_told_of_a_game_that_is_not_over_to_nobody(at: Provider, client: Client) -> None:
    game = make_game("K", seats=6, players=voices(at, OPENAI))
    play_until(lambda: Answer.objects.filter(game=game).count() >= 5 and pause_game(game=game))
    staff = User.objects.create_user("moderator", password="x")
    staff.user_permissions.add(Permission.objects.get(codename="see_secrets"))
    client.force_login(staff)
    assert game.calls.exists()

    for visitor in (Client(), client):
        refused = visitor.get(f"/api/v1/games/{game.public_id}/calls/")
        assert (refused.status_code, refused["Content-Type"]) == (409, "application/json")
    with pytest.raises(CommandError, match="when it is over"):
        exported(game.public_id, "--view=calls")

    void_game(game=fresh(game), reason="called off")
    lines = read(Client().get(f"/api/v1/games/{game.public_id}/calls/"))
    assert len(told(lines, "call")) == game.calls.count()


def test_what_a_provider_said_of_an_error_is_for_moderators(at: Provider, client: Client) -> None:
    game = played(at)
    secret = "quota of organization org-3f exceeded"
    make_call(game=game, status="failed", cost=0, error=secret)
    address = f"/api/v1/games/{game.public_id}/calls/"
    staff = User.objects.create_user("moderator", password="x")
    staff.user_permissions.add(Permission.objects.get(codename="see_secrets"))
    client.force_login(staff)

    assert secret in json.dumps(exported(game.public_id, "--view=calls"))
    assert secret not in json.dumps(read(Client().get(address)))
    assert "failed" in {call["status"] for call in told(read(Client().get(address)), "call")}
    assert secret in json.dumps(read(client.get(address)))
    for visitor, is_told in ((None, False), (staff, True)):  # as the log of a season has it
        assert (secret in json.dumps(list(lines_of_games([fresh(game)], "calls", visitor)))) is is_told


def test_words_that_are_deleted_are_said_to_be_and_what_calls_took_stays(at: Provider) -> None:
    game, other = played(at), played(at, "L")
    before = {call["id"]: (call["usage"], call["cost"], call["fault"]) for call in told(lines_of(game), "call")}
    Game.objects.filter(pk=game.pk).update(keep=0)

    assert forget_games(now=timezone.now() + timedelta(hours=1)) == len(before)

    lines = lines_of(fresh(game))
    assert told(lines, "game")[0]["words"] == "deleted"
    assert told(lines, "text") == []
    assert {call["id"]: (call["usage"], call["cost"], call["fault"]) for call in told(lines, "call")} == before
    assert {(call["prompt"], call["reply"], call["thinking"]) for call in told(lines, "call")} == {(None,) * 3}
    assert {call["prompt"] is None for call in told(lines_of(other), "call")} == {False}
    assert Call.objects.filter(game=game).count() == len(before)


def test_a_default_is_told_at_the_last_call_of_its_question(at: Provider) -> None:
    game = played(at)
    first = game.calls.order_by("pk")[0]
    Call.objects.filter(pk=first.pk).update(fault="not legal")
    again = Call.objects.get(pk=first.pk)
    again.pk, again.ident, again.try_number = None, "0" * 16, 2
    again.save()
    Answer.objects.filter(game=game, poll=first.poll, seat=first.seat).update(default_reason="nothing legal came")

    defaults = {call["id"]: call["default"] for call in told(lines_of(game), "call") if call["default"]}

    assert defaults == {again.ident: "nothing legal came"}


def test_what_is_not_kept_is_not_told_before_it_is_deleted(at: Provider) -> None:
    game = played(at)
    assert None not in {call["reply"] for call in told(lines_of(game), "call")}

    Game.objects.filter(pk=game.pk).update(keep=0)

    assert game.calls.exclude(said="").exists()
    assert {call["reply"] for call in told(lines_of(fresh(game)), "call")} == {None}


def test_words_of_before_are_told_too_and_what_was_cut_is_missing(at: Provider) -> None:
    game = played(at)
    one, two = game.calls.select_related("record").order_by("pk")[:2]
    whole = told(lines_of(game), "call")
    for call, request in ((one, request_kept(one.record)), (two, '{"model": "gpt", "system": ["so long that')):
        CallRecord.objects.filter(call=call).update(request=request, has_parts=False)
    game.call_texts.filter(digest=whole[-1]["prompt"]["system"][-1]).delete()

    calls = told(lines_of(game), "call")

    assert calls[0] == whole[0]
    assert calls[1]["prompt"] is None
    assert calls[-1]["prompt"] is None, "a part of it is gone"


def test_several_games_are_read_one_after_the_other_and_share_their_texts(at: Provider) -> None:
    games = [played(at), played(at, "L")]

    lines = [through_json(line) for line in season_lines(iter(games))]

    assert [line["game"]["game"] for line in lines if "game" in line] == [game.public_id for game in games]
    hashes = [text["hash"] for text in told(lines, "text")]
    assert len(hashes) == len(set(hashes)) < sum(len(told(lines_of(game), "text")) for game in games)
