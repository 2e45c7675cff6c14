"""What is written of games goes to Redis Streams: each channel its own, nothing twice, nothing lost, nothing told."""

import json
from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone
from pytest_django.fixtures import Settings
from redis import Redis

from games.engine.channels import channels_of
from games.engine.moderator import Moderator
from games.engine.viewpoint import AUDIENCE, seat_viewer, seen_by
from games.ledger import outbox
from games.ledger.outbox import mark, redis_at, send, send_due
from games.ledger.reads import events_for
from games.models import Answer, Event, Game, Outbox
from tests.factories import make_players
from tests.games.casting import make_game
from tests.games.stage import play_all
from tests.games.twins import (
    TWIN_ROLES,
    TWIN_SALT,
    TWIN_SEED,
    dealt,
    play_first_day,
    play_to_the_end,
    scripted_answer,
    stored,
)

CLOSED = "redis://127.0.0.1:1/0"  # nobody listens on port 1


@pytest.fixture
def redis(redis_url: str, settings: Settings) -> Iterator["Redis"]:
    """A Redis without streams, to which the outbox sends."""
    settings.REDIS_URL = redis_url
    client = Redis.from_url(redis_url, decode_responses=True)
    for key in client.scan_iter("game.*"):
        client.delete(key)
    yield client
    client.close()


def entries(redis: "Redis", game: Game, channel: str) -> list[dict[str, Any]]:
    return [json.loads(fields["entry"]) for _, fields in redis.xrange(f"game.{game.public_id}.{channel}")]


def ids(redis: "Redis", game: Game, channel: str) -> list[str]:
    return [entry for entry, _ in redis.xrange(f"game.{game.public_id}.{channel}")]


def first_day() -> tuple[Moderator, Game]:
    moderator = play_first_day(dealt())
    return moderator, stored(moderator, make_players(8))


def until_one_mafioso_acts_alone(moderator: Moderator) -> Moderator:
    """The town lynches one of the mafia on the first day; in the night after it the other chooses alone."""
    while not any(entry.event.kind == "targeted" and len(entry.heard_by) == 1 for entry in moderator.ledger):
        for seat, question in sorted(moderator.pending.items()):
            if question.kind == "vote":
                moderator.answer(seat, {"target": 0 if seat else 1})
            elif question.kind == "kill":
                moderator.answer(seat, {"target": 5})
            else:
                moderator.answer(seat, scripted_answer(moderator, seat, "A", settled=True))
    return moderator


def whole_game() -> Game:
    return stored(play_to_the_end(play_first_day(dealt())), make_players(8))


pytestmark = pytest.mark.django_db


# --- what is sent ----------------------------------------------------------------------------------------------------


@pytest.mark.services
def test_each_channel_has_a_stream_with_its_events(redis: "Redis") -> None:
    moderator, game = first_day()
    send(game, redis)
    told = {
        channel: [
            entry for entry in moderator.ledger if channel in channels_of(entry.event.kind, entry.heard_by, "mafia")
        ]
        for channel in ("public", "mafia", "seat.0", "seat.2", "seat.7")
    }
    assert all(told.values())
    for channel, expected in told.items():
        sent = entries(redis, game, channel)
        assert [(each["kind"], each["text"]) for each in sent] == [
            (entry.event.kind, entry.event.text(moderator.deal.aliases)) for entry in expected
        ]
        assert [each["seq"] for each in sent] == list(range(1, len(expected) + 1))
        assert ids(redis, game, channel) == [f"{place}-0" for place in range(1, len(expected) + 1)]


@pytest.mark.services
def test_a_last_mafioso_s_secrets_stay_on_the_mafia_s_stream(redis: "Redis") -> None:
    roles = ("mafioso", "mafioso", "doctor", "sheriff", "villager", "villager", "villager", "villager")
    game = stored(until_one_mafioso_acts_alone(dealt(roles)), make_players(8))
    alone = [row for row in Event.objects.filter(game=game, kind="targeted") if bin(row.heard_by).count("1") == 1]
    last = alone[-1].heard_by.bit_length() - 1
    send(game, redis)
    assert [each["kind"] for each in entries(redis, game, "mafia")][-1] == "targeted"
    assert entries(redis, game, "mafia")[-1]["how"] == "alone"
    assert [each["kind"] for each in entries(redis, game, f"seat.{last}")] == ["dealt"]
    shown = events_for(game, seat_viewer(last), channel="mafia")
    assert [row["text"] for row in shown] == [each["text"] for each in entries(redis, game, "mafia")]
    assert [row["kind"] for row in events_for(game, seat_viewer(last), channel=f"seat.{last}")] == ["dealt"]


@pytest.mark.services
def test_a_stream_from_when_they_left_is_written_anew(redis: "Redis") -> None:
    _, game = first_day()
    send(game, redis)
    right = {channel: entries(redis, game, channel) for channel in ("public", "seat.0", "mafia")}
    for place in (2, 3):  # what an earlier release sent there
        redis.xadd(f"game.{game.public_id}.seat.0", {"entry": json.dumps({"kind": "targeted"})}, id=f"{place}-0")
    assert len(entries(redis, game, "seat.0")) == 3
    send(game, redis)
    assert {channel: entries(redis, game, channel) for channel in right} == right
    assert ids(redis, game, "seat.0") == ["1-0"]


@pytest.mark.services
def test_the_public_stream_is_what_the_audience_is_shown(redis: "Redis") -> None:
    moderator, game = first_day()
    send(game, redis)
    told = events_for(game, AUDIENCE)
    assert [row for row in told if row.pop("marks", ())], "which hang on the whole ledger, and are not in streams"
    assert entries(redis, game, "public") == told
    assert len(events_for(game, AUDIENCE)) == len(list(seen_by(AUDIENCE, moderator.ledger)))


@pytest.mark.services
def test_who_reads_public_mafia_and_their_own_reads_what_their_seat_hears(redis: "Redis") -> None:
    _, game = first_day()
    send(game, redis)
    read = [each["text"] for channel in ("public", "mafia", "seat.1") for each in entries(redis, game, channel)]
    assert sorted(read) == sorted(row["text"] for row in events_for(game, seat_viewer(1)))


@pytest.mark.services
def test_thoughts_have_a_stream_of_their_own(redis: "Redis") -> None:
    moderator, game = first_day()
    send(game, redis)
    thoughts = entries(redis, game, "thoughts")
    assert [(each["poll"], each["seat"], each["thought"]) for each in thoughts] == [
        (answer.poll, answer.seat, answer.thought) for answer in moderator.journal
    ]
    others = [key for key in redis.scan_iter("game.*") if not key.endswith(".thoughts")]
    text = json.dumps([redis.xrange(key) for key in others])
    assert thoughts
    assert "thinks in poll" not in text
    assert "heard_by" not in text


@pytest.mark.services
def test_the_public_stream_of_twins_is_the_same_whatever_is_secret(redis: "Redis") -> None:
    game = stored(play_first_day(dealt()), make_players(8))
    twin = stored(play_first_day(dealt(TWIN_ROLES, TWIN_SEED), mark="B", plots=3), make_players(8), salt=TWIN_SALT)
    send(game, redis)
    send(twin, redis)
    assert entries(redis, game, "mafia") != entries(redis, twin, "mafia")
    streams = [redis.xrange(f"game.{each.public_id}.public") for each in (game, twin)]
    assert streams[0] == streams[1]


@pytest.mark.services
def test_the_streams_of_a_game_that_is_over_go_after_a_week(redis: "Redis") -> None:
    _, running = first_day()
    over = stored(play_to_the_end(play_first_day(dealt())), make_players(8))
    send(running, redis)
    send(over, redis)
    assert redis.ttl(f"game.{running.public_id}.public") == -1
    for key in redis.scan_iter(f"game.{over.public_id}.*"):
        assert 6 * 86_400 < redis.ttl(key) <= 7 * 86_400


# --- once, and all of it ---------------------------------------------------------------------------------------------


@pytest.mark.services
def test_what_is_sent_again_is_there_once(redis: "Redis") -> None:
    _, game = first_day()
    send(game, redis)
    before = {key: redis.xrange(key) for key in redis.scan_iter("game.*")}
    send(game, redis)
    send(game, redis)
    assert {key: redis.xrange(key) for key in redis.scan_iter("game.*")} == before


@pytest.mark.services
@pytest.mark.parametrize("events", [0, 1, 9, 20])
def test_what_was_cut_off_is_gone_on_with(redis: "Redis", events: int) -> None:
    """Sent when only so many events were written; then the rest."""
    game = whole_game()
    send(game, redis)
    whole = {key: redis.xrange(key) for key in redis.scan_iter("game.*")}
    for key in whole:
        redis.delete(key)
    later = list(Event.objects.filter(game=game, seq__gt=events))
    thoughts = list(Answer.objects.filter(game=game).order_by("pk")[events:])
    Event.objects.filter(pk__in=[row.pk for row in later]).delete()
    Answer.objects.filter(pk__in=[row.pk for row in thoughts]).delete()
    send(game, redis)
    Event.objects.bulk_create(later)
    Answer.objects.bulk_create(thoughts)
    send(game, redis)
    assert {key: redis.xrange(key) for key in redis.scan_iter("game.*")} == whole


Meanwhile = Callable[[Game, "Redis"], object]


def empty_streams(game: Game, redis: "Redis") -> None:
    for key in redis.scan_iter(f"game.{game.public_id}.*"):
        redis.delete(key)


def send_before(monkeypatch: pytest.MonkeyPatch, redis: "Redis", happens: Meanwhile) -> None:
    """Has this happen to a game's streams, once, between a sender's look at them and what it sends."""
    look = outbox._lengths

    def looked(game: Game, client: "Redis", channels: Sequence[str]) -> dict[str, int]:
        lengths = look(game, client, channels)
        monkeypatch.setattr(outbox, "_lengths", look)
        happens(game, redis)
        return lengths

    monkeypatch.setattr(outbox, "_lengths", looked)


@pytest.mark.services
@pytest.mark.parametrize("happens", [send, empty_streams], ids=["sent-by-another", "emptied"])
@pytest.mark.parametrize("sent", [1, 9, 100], ids=["hardly-begun", "begun", "whole"])
def test_whatever_happens_to_streams_while_somebody_sends_they_are_whole_afterwards(
    redis: "Redis", monkeypatch: pytest.MonkeyPatch, happens: Meanwhile, sent: int
) -> None:
    """A Redis that is flushed between a look and what is sent after it once kept a stream without its beginning, to
    which nothing could be added."""
    games = [whole_game(), whole_game()]
    for game in games:
        send(game, redis)
    whole = {key: redis.xrange(key) for key in redis.scan_iter("game.*")}
    for key, kept in whole.items():
        redis.delete(key)
        for entry, fields in kept[:sent]:
            redis.xadd(key, fields, id=entry)
    send_before(monkeypatch, redis, happens)
    for game in games:
        mark(game_id=game.pk)

    assert [send_due() for _ in range(3)] == [1, 1, 0], "what was disturbed stays marked, and is sent the next time"
    assert {key: redis.xrange(key) for key in redis.scan_iter("game.*")} == whole


@pytest.mark.services
@pytest.mark.parametrize("lost", [slice(0, 3), slice(4, 5)], ids=["its-beginning", "one-between"])
def test_a_stream_that_lacks_something_is_written_anew(redis: "Redis", lost: slice) -> None:
    game = whole_game()
    send(game, redis)
    whole = {key: redis.xrange(key) for key in redis.scan_iter("game.*")}
    for channel in ("public", "thoughts"):
        key = f"game.{game.public_id}.{channel}"
        redis.xdel(key, *(entry for entry, _ in whole[key][lost]))

    send(game, redis)

    assert {key: redis.xrange(key) for key in redis.scan_iter("game.*")} == whole


def without_its_last(redis: "Redis", key: str) -> None:
    redis.xdel(key, redis.xrevrange(key, count=1)[0][0])


def emptied(redis: "Redis", key: str) -> None:
    redis.xtrim(key, maxlen=0, approximate=False)


def of_another_kind(redis: "Redis", key: str) -> None:
    redis.delete(key)
    redis.set(key, "no stream")


@pytest.mark.services
@pytest.mark.parametrize("spoil", [without_its_last, emptied, of_another_kind])
def test_a_stream_that_nothing_can_be_added_to_is_written_anew_and_holds_up_no_other_game(
    redis: "Redis", spoil: Callable[["Redis", str], None]
) -> None:
    games = [whole_game(), whole_game()]
    send(games[0], redis)
    whole = {key: redis.xrange(key) for key in redis.scan_iter("game.*")}
    for channel in ("public", "seat.0"):
        spoil(redis, f"game.{games[0].public_id}.{channel}")
    for game in games:
        mark(game_id=game.pk)

    assert send_due() == 1, "the other one"
    assert [send_due() for _ in range(2)] == [1, 0]
    assert {key: redis.xrange(key) for key in redis.scan_iter(f"game.{games[0].public_id}.*")} == whole
    assert len(entries(redis, games[1], "public")) == len(events_for(games[1], AUDIENCE))


# --- marks -----------------------------------------------------------------------------------------------------------


def test_without_redis_nothing_is_marked_and_nothing_sent(settings: Settings) -> None:
    settings.REDIS_URL = ""
    _, game = first_day()
    mark(game_id=game.pk)
    assert (Outbox.objects.count(), send_due()) == (0, 0)


@pytest.mark.services
def test_what_is_marked_is_sent_and_then_marked_no_more(redis: "Redis") -> None:
    _, game = first_day()
    mark(game_id=game.pk)
    first = Outbox.objects.get().writes
    mark(game_id=game.pk)
    assert Outbox.objects.get().writes == first + 1
    assert send_due() == 1
    assert len(entries(redis, game, "public")) == len(events_for(game, AUDIENCE))
    assert (Outbox.objects.count(), send_due()) == (0, 0)


@pytest.mark.services
def test_what_is_written_while_it_is_sent_stays_marked(redis: "Redis", monkeypatch: pytest.MonkeyPatch) -> None:
    _, game = first_day()
    mark(game_id=game.pk)

    def send_while_somebody_writes(game: Game, client: "Redis") -> None:
        mark(game_id=game.pk)

    with monkeypatch.context() as busy:
        busy.setattr("games.ledger.outbox.send", send_while_somebody_writes)
        assert send_due() == 1
    assert Outbox.objects.count() == 1
    assert send_due() == 1
    assert Outbox.objects.count() == 0


@pytest.mark.services
def test_a_mark_that_is_made_while_another_one_is_sent_stays(redis: "Redis", monkeypatch: pytest.MonkeyPatch) -> None:
    """The mark that was there goes meanwhile, for somebody else has sent all of it; then something is written."""
    _, game = first_day()
    mark(game_id=game.pk)

    def send_while_it_goes_and_comes(game: Game, client: "Redis") -> None:
        Outbox.objects.all().delete()
        mark(game_id=game.pk)

    with monkeypatch.context() as busy:
        busy.setattr("games.ledger.outbox.send", send_while_it_goes_and_comes)
        send_due()
    assert Outbox.objects.count() == 1


def test_what_is_not_to_be_shown_yet_is_sent_when_its_time_has_come(redis: "Redis") -> None:
    game = stored(play_first_day(dealt()), make_players(8), terms={"pace": 1})
    verdict = Event.objects.get(game=game, kind="lynched")
    later, thoughts = Event.objects.filter(game=game, seq__gte=verdict.seq), Answer.objects.filter(game=game)
    later.update(shown_at=timezone.now() + timedelta(hours=1))
    mark(game_id=game.pk)

    assert send_due() == 0
    assert entries(redis, game, "public")[-1]["kind"] == "voted"
    assert len(entries(redis, game, "thoughts")) == thoughts.filter(poll__lt=verdict.poll).count()
    later.update(shown_at=timezone.now())

    assert send_due() == 1
    assert [entry["kind"] for entry in entries(redis, game, "public")][-2:] == ["lynched", "phase"]
    assert len(entries(redis, game, "thoughts")) == thoughts.count()
    assert Outbox.objects.count() == 0


def test_a_mark_is_as_lasting_as_what_it_stands_for(settings: Settings) -> None:
    settings.REDIS_URL = CLOSED
    _, game = first_day()
    with transaction.atomic():
        mark(game_id=game.pk)
        transaction.set_rollback(True)
    assert Outbox.objects.count() == 0


def test_a_redis_that_does_not_answer_costs_nothing_but_time(settings: Settings) -> None:
    settings.REDIS_URL = CLOSED
    _, game = first_day()
    mark(game_id=game.pk)
    assert send_due() == 0
    assert Outbox.objects.count() == 1


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_a_game_that_is_played_is_marked_by_every_write_and_sent_whole(redis: "Redis") -> None:
    game = make_game()
    play_all()
    assert Outbox.objects.get().game_id == game.pk
    assert send_due() == 1
    game = Game.objects.get(pk=game.pk)
    assert entries(redis, game, "public") == events_for(game, AUDIENCE)
    assert len(entries(redis, game, "thoughts")) == Answer.objects.filter(game=game).exclude(thought="").count()


def test_a_process_keeps_its_connections() -> None:
    assert redis_at(CLOSED) is redis_at(CLOSED)
