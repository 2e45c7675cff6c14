"""The words of calls: stored once where many calls share them, whole when they are read, and gone when it is time."""

import json
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

import pytest
from django.db import connection, transaction
from django.utils import timezone
from pytest_django import Settings

from games.agents.providers import Request, Retort
from games.billing.call_ledger import Intent, intend_calls, orphan_calls, settle_calls, unsent
from games.billing.words import forget_games, request_kept, words_of
from games.hosting.keeping import forget_old_calls
from games.hosting.making import keep_words
from games.hosting.verbs import void_game
from games.loopback.process import Provider
from games.models import Call, CallRecord, CallText, Game
from tests.factories import make_game as make_row
from tests.games.casting import make_game
from tests.games.stage import play_all
from tests.games.voices import OPENAI, voices
from tests.patience import at_most

pytestmark = [pytest.mark.django_db(transaction=True)]
SCHEMA = {"type": "object", "properties": {"target": {"type": "string"}}}


def request(task: str, *history: str, own: str = "You are Greta.") -> Request:
    return Request("gpt", ("The rules.", own), history, task, SCHEMA, most_tokens=9)


def intended(game: Game | None, *requests: Request) -> list[CallRecord]:
    """The records of calls with these requests, intended at once."""
    made = {"purpose": "probe"} if game is None else {"game": game, "poll": 1, "seat": 0}
    calls = [Call(provider="openai", model="gpt", **made) for _ in requests]
    pairs = zip(calls, requests, strict=True)
    denied = intend_calls(intents=[Intent(call, (), words_of(each)) for call, each in pairs])
    assert denied == [None] * len(requests)
    return list(CallRecord.objects.filter(call__in=calls).select_related("call").order_by("call"))


def ended(game: Game, at: datetime) -> None:
    long_ago = at - timedelta(days=1)
    end = {"status": "finished", "winner": "draw", "hash": "ab" * 32, "finished_at": at, "started_at": long_ago}
    Game.objects.filter(pk=game.pk).update(**end, created_at=long_ago)


def test_what_calls_of_a_game_share_is_stored_once_and_each_is_read_whole() -> None:
    one, other = make_row(), make_row()
    retorted = Request("gpt", ("The rules.",), ("dawn",), "3", SCHEMA, 9, retorts=(Retort("no", "not legal"),))

    records = intended(one, request("1", "dawn"), request("2", "dawn", "noon", own="You are Hugo."), retorted)
    (apart,) = intended(other, request("1", "dawn"))

    texts = ["The rules.", "You are Greta.", "You are Hugo.", "dawn", "noon", json.dumps(SCHEMA)]
    assert sorted(one.call_texts.values_list("text", flat=True)) == sorted(texts)
    assert {row.digest == sha256(row.text.encode()).hexdigest() for row in CallText.objects.all()} == {True}
    assert other.call_texts.count() == 4, "a game's words are its own, and go with it"
    told = [json.loads(request_kept(record)) for record in (*records, apart)]
    assert [each["task"] for each in told] == ["1", "2", "3", "1"]
    assert [each["system"] for each in told] == [
        *(["The rules.", f"You are {name}."] for name in ("Greta", "Hugo")),
        *(["The rules."], ["The rules.", "You are Greta."]),
    ]
    assert [each["history"] for each in told] == [["dawn"], ["dawn", "noon"], ["dawn"], ["dawn"]]
    assert [each["schema"] for each in told] == [SCHEMA] * 4
    assert told[2]["retorts"] == [["no", "not legal"]]


def test_a_text_whose_writing_was_undone_is_written_again() -> None:
    game = make_row()
    with transaction.atomic():
        intended(game, request("1", "dawn"))
        transaction.set_rollback(True)  # the batch could not be written
    assert not game.call_texts.exists()

    (record,) = intended(game, request("1", "dawn"))

    assert json.loads(request_kept(record))["history"] == ["dawn"]


def test_what_no_database_takes_is_stored_with_a_mark_and_found_again() -> None:
    game = make_row()

    records = intended(game, request("1", "a\x00b"), request("2", "a\x00b", "\ud83d"))

    assert [json.loads(request_kept(record))["history"] for record in records] == [
        ["a\N{REPLACEMENT CHARACTER}b"],
        ["a\N{REPLACEMENT CHARACTER}b", "\N{REPLACEMENT CHARACTER}"],
    ]


def test_words_of_calls_beside_the_games_are_kept_whole(settings: Settings) -> None:
    settings.LEAGUE_KEEP_CALLS = 30

    (record,) = intended(None, request("1", "dawn"))

    assert not record.has_parts
    assert json.loads(record.request)["history"] == ["dawn"]


def test_a_game_that_keeps_nothing_stores_no_words_and_one_that_keeps_them_does(settings: Settings) -> None:
    settings.LEAGUE_KEEP_CALLS = 0
    silent = make_row()
    settings.LEAGUE_KEEP_CALLS = 30
    kept = make_row()

    assert (silent.keep, kept.keep) == (0, 30)
    assert (intended(silent, request("1")), len(intended(kept, request("1")))) == ([], 1)
    assert {text.game_id for text in CallText.objects.all()} == {kept.pk}


def test_whoever_changes_how_long_words_are_kept_is_heard_by_games_under_way() -> None:
    silent, kept = make_row(keep=0), make_row(keep=None)
    keep_words(games=Game.objects.filter(pk=silent.pk), days=None)
    keep_words(games=Game.objects.filter(pk=kept.pk), days=0)

    # The rows in the hands of whoever plays them say what was so when they were opened.
    assert (len(intended(silent, request("1"))), intended(kept, request("1"))) == (1, [])


def test_each_games_words_go_when_it_says_and_its_calls_stay() -> None:
    now = timezone.now()
    days = {"for good": None, "long": 30, "short": 3, "young": 3, "unfinished": 0, "nothing": 0}
    games = {name: make_row(keep=keep) for name, keep in days.items()}
    for name, game in games.items():
        keep = game.keep
        Game.objects.filter(pk=game.pk).update(keep=None)
        intended(fresh(game), request("1", name), request("2", name))
        Game.objects.filter(pk=game.pk).update(keep=keep)
        if name != "unfinished":
            ended(game, now - timedelta(days=1 if name == "young" else 10))
    Call.objects.update(said="I vote Hugo.", status="answered", cost=1)

    forgotten = forget_games(now=now)

    assert forgotten == 4
    gone = {name for name, game in games.items() if not game.call_texts.exists()}
    assert gone == {"short", "nothing"}
    assert {name for name, game in games.items() if fresh(game).forgotten_at} == gone
    silent = {name for name, game in games.items() if not game.calls.exclude(said="").exists()}
    assert silent == gone, "an answer is words, too"
    assert Call.objects.count() == 12
    assert {call.cost for call in Call.objects.all()} == {1}
    assert forget_games(now=now) == 0


def test_words_that_somebody_keeps_on_at_the_last_moment_stay() -> None:
    game, other = make_row(keep=3), make_row(keep=4)
    for each in (game, other):
        intended(each, request("1"))
        ended(each, timezone.now() - timedelta(days=10))
    said: list[int] = []

    def just_before(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:  # noqa: FBT001
        if sql.startswith("BEGIN") and not said:
            said.append(0)
            said[0] = keep_words(games=Game.objects.filter(pk=game.pk), days=None)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(just_before):
        assert forget_games(now=timezone.now()) == 1

    assert said == [1], "it was told that they are kept on"
    assert (game.call_texts.exists(), other.call_texts.exists()) == (True, False)
    assert (fresh(game).forgotten_at, fresh(game).keep) == (None, None)


def test_words_of_games_that_were_set_aside_go_too() -> None:
    now = timezone.now()
    games = [make_row(keep=3), make_row(keep=3)]
    for game in games:
        intended(game, request("1"))
        settle_calls(settlements=[unsent(Intent(call, ())) for call in game.calls.all()])
        void_game(game=game, reason="called off")
    Game.objects.filter(pk=games[0].pk).update(created_at=now - timedelta(days=4))

    assert forget_old_calls(now=now) == 1

    assert [game.call_texts.exists() for game in games] == [False, True]


@pytest.mark.timeout(at_most(120))
@pytest.mark.long(15)
def test_a_game_of_models_keeps_all_that_was_sent_at_a_fraction_of_it(at: Provider) -> None:
    game = make_game("K", seats=6, players=voices(at, OPENAI))

    play_all()

    assert fresh(game).status == "finished", fresh(game).waiting
    records = list(CallRecord.objects.filter(call__game=game))
    assert len(records) == game.calls.count() > 20
    assert all(record.has_parts for record in records)
    whole = sum(len(request_kept(record)) for record in records)
    stored = sum(len(record.request) for record in records) + sum(len(text.text) for text in game.call_texts.all())
    assert stored < whole / 4
    assert orphan_calls(game=fresh(game)) == 0
    sent = [json.loads(request_kept(record)) for record in records]
    assert all("{" in json.dumps(each["schema"]) and all(each["system"]) and each["task"] for each in sent)


def fresh(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)
