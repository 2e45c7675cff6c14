"""One hub reads for everybody: as many queries for many games as for one, and one encoding for each game and lens."""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.db import InterfaceError, OperationalError
from pytest_django import Settings
from pytest_django.fixtures import DjangoAssertNumQueries

from games.engine.viewpoint import AUDIENCE, GLASS, Viewer, seat_viewer
from games.ledger.reads import events_for
from games.live import hub, lookout
from games.live.hub import Hub, Key, Stream, position, read_news
from games.live.sockets import Frame, Line
from games.models import Event, Game
from games.process.trouble import Trouble
from league.web.layers import ThreadedInMemoryLayer
from tests.games.casting import make_game
from tests.games.live.test_sockets import Client
from tests.games.stage import play_all
from tests.patience import at_most

pytestmark = pytest.mark.django_db(transaction=True)
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
NOW = timedelta(0)


def played(number: int) -> list[Game]:
    games = [make_game(f"H/{each}") for each in range(number)]
    play_all()
    return [Game.objects.get(pk=game.pk) for game in games]


def stream(game: Game, viewer: Viewer, cursor: int = 0, delay: timedelta = NOW) -> Stream:
    names = [seat.alias for seat in game.seats.order_by("number")]
    return Stream(Key(game.pk, viewer, delay), names, cursor)


@pytest.mark.parametrize("number", [1, 3])
def test_a_look_takes_three_queries_for_any_number_of_games(
    number: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    streams = [stream(game, AUDIENCE, cursor=4) for game in played(number)]

    with django_assert_num_queries(3):  # how they stand, what happened, what was claimed
        stands, news, is_more = read_news(streams, NOON)

    assert (len(stands), len(news), is_more) == (number, number, False)


def test_where_a_look_fails_no_beat_has_been_made_of_what_is_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A beat is made of events one after the other: of one that came twice it would be another."""
    streams = [stream(game, AUDIENCE) for game in played(2)]
    taken: list[int] = []
    streams[0].takes = lambda event: [{"n": taken.append(event["seq"])}]
    read = hub.told

    def told(game_id: int, *args: Any, **named: Any) -> Any:
        if game_id == streams[1].key.game_id:
            raise OperationalError("the database is away")
        return read(game_id, *args, **named)

    with monkeypatch.context() as patched:
        patched.setattr(hub, "told", told)
        with pytest.raises(OperationalError):
            read_news(streams, NOON)
    read_news(streams, NOON)

    assert taken == list(range(1, len(taken) + 1))
    assert len(taken) > 10


def test_a_look_at_what_did_not_move_takes_one_query(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    (game,) = played(1)
    told = stream(game, AUDIENCE, cursor=game.last_seq)

    with django_assert_num_queries(1):
        _, news, _ = read_news([told], NOON)

    assert news == []


@pytest.mark.parametrize("viewer", [AUDIENCE, GLASS, seat_viewer(1)], ids=lambda viewer: viewer.lens)
def test_a_stream_that_begins_anywhere_goes_on_with_the_lens_s_own_numbers(viewer: Viewer) -> None:
    (game,) = played(1)
    whole = events_for(game, viewer)
    told: list[Frame] = []
    here = stream(game, viewer)
    for last_seq in (1, 7, 8, 20, game.last_seq):
        Game.objects.filter(pk=game.pk).update(last_seq=last_seq)
        hidden = Event.objects.filter(game=game, seq__gt=last_seq)
        later = list(hidden)
        hidden.delete()
        _, news, _ = read_news([here], NOON)
        Event.objects.bulk_create(later)
        for piece in news:
            here.cursor, here.count = piece.cursor, piece.count
            told += piece.frames

    assert [frame.seq for frame in told] == [row["seq"] for row in whole]
    assert told == hub.event_frames(whole)
    assert position(here.key, None) == (game.last_seq, len(whole))


def test_more_than_one_look_can_carry_is_left_for_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    (game,) = played(1)
    monkeypatch.setattr(hub, "MOST_ROWS", 10)

    _, news, is_more = read_news([stream(game, GLASS)], NOON)

    assert ([piece.cursor for piece in news], is_more) == ([10], True)


def test_a_game_with_rows_that_cannot_be_read_silences_no_other() -> None:
    broken, sound = played(2)
    Event.objects.filter(game=broken, kind="said").update(kind="sung")

    _, news, _ = read_news([stream(broken, AUDIENCE), stream(sound, AUDIENCE)], NOON)

    assert [(piece.stream.key.game_id, bool(piece.frames)) for piece in news] == [(broken.pk, False), (sound.pk, True)]


def test_a_delayed_stream_is_told_what_is_old_enough() -> None:
    (game,) = played(1)
    Game.objects.filter(pk=game.pk).update(status="running", winner="", hash="", finished_at=None)
    for row in Event.objects.filter(game=game):
        Event.objects.filter(pk=row.pk).update(at=NOON + timedelta(minutes=row.seq))
    late = stream(game, GLASS, delay=timedelta(minutes=10))

    _, news, _ = read_news([late], NOON + timedelta(minutes=15))

    assert [piece.cursor for piece in news] == [5]
    assert position(late.key, NOON + timedelta(minutes=5)) == (5, 5)


def test_what_has_a_time_is_read_before_it_in_the_same_look() -> None:
    (game,) = played(1)
    Game.objects.filter(pk=game.pk).update(status="running", winner="", hash="", finished_at=None)
    for row in Event.objects.filter(game=game):
        Event.objects.filter(pk=row.pk).update(at=NOON, shown_at=NOON + timedelta(seconds=row.seq))
    delay = timedelta(minutes=10)
    here, late = stream(game, GLASS), stream(game, GLASS, delay=delay)
    keys = [each.key._replace(is_timed=True) for each in (here, late)]

    _, news, _ = read_news([Stream(keys[0], here.names), Stream(keys[1], late.names)], NOON + delay)

    at_once, delayed = news
    assert at_once.cursor == len(at_once.frames) == game.last_seq
    assert list(at_once.times) == [NOON + timedelta(seconds=seq) for seq in range(1, game.last_seq + 1)]
    assert list(delayed.times) == [at + delay for at in at_once.times[:3]], "so far ahead as looks are apart"
    assert position(keys[0], NOON + timedelta(seconds=5)) == (5, 5)


def test_what_has_a_time_waits_for_it_where_the_game_had_no_pace_when_somebody_asked() -> None:
    (game,) = played(1)
    Game.objects.filter(pk=game.pk).update(status="running", winner="", hash="", finished_at=None)
    for row in Event.objects.filter(game=game):
        Event.objects.filter(pk=row.pk).update(at=NOON, shown_at=NOON + timedelta(seconds=row.seq))
    opened_before, opened_later = stream(game, AUDIENCE), stream(game, GLASS)

    _, (news,), _ = read_news([opened_before], NOON)
    hub.place(opened_later, NOON + timedelta(seconds=5))

    assert len(news.times) == len(news.frames) > 10
    assert min(news.times) > NOON
    assert (opened_later.cursor, len(opened_later.told)) == (5, 5)


async def test_what_is_held_is_told_when_its_time_has_come_or_the_game_is_over() -> None:
    here, client = Hub(), Client()
    line, key = Line(client.receive, client.send), Key(0, AUDIENCE, NOW, is_timed=True)
    await here.join(key, [], line)
    frames = [Frame(seq, str(seq)) for seq in (1, 2, 3)]
    here._streams[key].held.extend((NOON + timedelta(hours=frame.seq), frame) for frame in frames)

    for after, told in ((timedelta(hours=1), frames[:1]), (timedelta(hours=2), frames[1:2])):
        with time_machine.travel(NOON + after, tick=False):
            here._show()
        assert list(await line.taken()) == told
    with time_machine.travel(NOON + timedelta(hours=2), tick=False):
        here._show(over={0})
    assert list(await line.taken()) == frames[2:]
    await here.leave(key, line)


async def test_a_hub_without_watchers_does_nothing() -> None:
    here, client = Hub(), Client()
    line = Line(client.receive, client.send)
    key = Key(0, AUDIENCE, NOW)

    await here.join(key, [], line)
    assert (here.sockets, here._lookout.is_on) == (1, True)
    await here.leave(key, line)
    await here.leave(key, line)

    assert (here.sockets, here._lookout.is_on) == (0, False)


class Stuck(ThreadedInMemoryLayer):
    """A channel layer that does not come to an end with anything, nor with being told to."""

    async def group_add(self, group: str, channel: str) -> None:
        await asyncio.Event().wait()

    group_discard = group_add

    async def receive(self, channel: str) -> Any:
        try:
            return await super().receive(channel)
        finally:
            await asyncio.Event().wait()


async def test_nobody_waits_for_a_layer_that_does_not_answer_when_they_come_or_go(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.CHANNEL_LAYERS = {"default": {"BACKEND": f"{__name__}.Stuck"}}
    monkeypatch.setattr(lookout, "PATIENCE", 0.05)
    here, client = Hub(), Client()
    line = Line(client.receive, client.send)
    key = Key(0, AUDIENCE, NOW)

    async with asyncio.timeout(at_most(10)):
        for _ in range(2):
            await here.join(key, [], line)
            await asyncio.sleep(0.02)  # it has a channel by then
            await here.leave(key, line)

    assert (here.sockets, here._lookout.is_on) == (0, False)


@pytest.mark.parametrize("error", [OperationalError, InterfaceError])
def test_who_looks_goes_on_when_the_database_is_back(error: type[Exception]) -> None:
    """Also where a connection is found to be closed, which is no error of the database to Django."""
    looks: list[int] = []

    async def look() -> None:
        looks.append(len(looks))
        if len(looks) < 3:
            raise error("the connection is closed")

    async def looked() -> None:
        looking = lookout.Lookout(look, lambda: None, set, breath=0.0, reading=Trouble(hub.logger, "away", "back"))
        looking.begin()
        try:
            async with asyncio.timeout(at_most(10)):
                while len(looks) < 4:
                    looking.look_soon()
                    await asyncio.sleep(0.01)
        finally:
            await looking.end()

    asyncio.run(looked())

    assert looks[:4] == [0, 1, 2, 3]
