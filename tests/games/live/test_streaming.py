"""Streams tell a game as its socket does, to the byte: to who comes in time, late or again, until it is over."""

import json
import logging
import socket
import struct
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest
from asgiref.sync import async_to_sync
from django.core.cache import cache
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test import AsyncClient, Client

from games.engine.viewpoint import AUDIENCE, GLASS, viewer_named
from games.hosting.verbs import pause_game, void_game
from games.ledger.reads import events_for
from games.live import hub, streaming
from games.live.hub import Hub
from games.live.sockets import MOST_WAITING, Frame
from games.live.streaming import EVENTS, LINES
from games.models import Event, Game
from league.api.account import sockets
from tests.factories import make_players, make_token, make_user
from tests.games.casting import make_game
from tests.games.stage import in_thread, play_all, until
from tests.games.twins import dealt, play_first_day, play_to_the_end, stored
from tests.games.watching import Reader, Site, site
from tests.patience import at_most

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long(40)]
FORMATS = [LINES, EVENTS]
ALL = {"narrations": 1, "beats": 1}


@pytest.fixture
def hubs(monkeypatch: pytest.MonkeyPatch) -> list[Hub]:
    """All hubs that are made from now on; the first is the site's."""
    made: list[Hub] = []

    class Noted(Hub):
        def __init__(self) -> None:
            super().__init__()
            made.append(self)

    monkeypatch.setattr(hub, "Hub", Noted)
    return made


@pytest.fixture
def here(hubs: list[Hub]) -> Iterator[Site]:
    """A site whose hub nobody is left at."""
    with site() as here:
        yield here
        until(lambda: all(each.sockets == 0 for each in hubs))
    assert [each._lookout.is_on for each in hubs if each._streams] == []


@contextmanager
def played_meanwhile() -> Iterator[None]:
    stopping = threading.Event()
    host = in_thread(play_all, stopping=stopping)
    try:
        yield
    finally:
        stopping.set()
        host.join(at_most(10))


def address(game: Game, of: str = "/api/v1/games/{}/stream/", **given: Any) -> str:
    return of.format(game.public_id) + "?" + "&".join(f"{name}={value}" for name, value in given.items())


def over() -> Game:
    """A game that is over, with a narrator."""
    game = make_game("L", narrator="template")
    play_all()
    return Game.objects.get(pk=game.pk)


def told_by_socket(here: Site, game: Game, **given: Any) -> list[str]:
    with here.watch(address(game, "/ws/games/{}/", **given)) as watcher:
        watcher.hear_until("status")
        return watcher.heard


@pytest.mark.parametrize(
    ("accept", "lens"),
    [
        pytest.param(accept, lens, marks=() if (accept == LINES) == (lens == "glass") else pytest.mark.slow)
        for accept in FORMATS
        for lens in ("audience", "glass", "seat:2")
    ],
)
def test_a_game_that_goes_on_is_told_as_by_its_socket_to_the_byte(here: Site, accept: str, lens: str) -> None:
    game = make_game("L", pace=0.02, narrator="template")

    with (
        here.read(address(game, lens=lens, **ALL), accept=accept) as reader,
        here.watch(address(game, "/ws/games/{}/", lens=lens, **ALL)) as watcher,
    ):
        for each in (reader, watcher):
            each.hear_until("status", status="scheduled")
        with played_meanwhile():
            watcher.hear_until("status", status="finished")
            reader.hear_all()

    assert reader.heard == watcher.heard
    assert reader.events == events_for(game, viewer_named(lens, 6))
    kinds = {"event", "beat", "status"} if lens == "seat:2" else {"event", "beat", "status", "narration"}
    assert {frame["type"] for frame in map(json.loads, reader.heard)} - {"ping"} == kinds
    assert reader.of("status")[-1]["status"] == "finished"
    assert '"type":"status"' in reader.heard[-1]


def test_two_games_and_two_lenses_are_told_to_two_readers_each(here: Site) -> None:
    games = [make_game(seed, pace=0.02) for seed in ("L", "M")]
    asked = [(game, lens) for game in games for lens in ("audience", "glass") for _ in range(2)]
    told: dict[int, list[dict[str, Any]]] = {}

    def read(number: int, game: Game, lens: str) -> None:
        with here.read(address(game, lens=lens), accept=FORMATS[number % 2]) as reader:
            reader.hear_all()
            told[number] = reader.events

    reading = [threading.Thread(target=read, args=(number, *each)) for number, each in enumerate(asked)]
    for each in reading:
        each.start()
    with played_meanwhile():
        for each in reading:
            each.join(at_most(30))

    assert told == {number: events_for(game, viewer_named(lens, 6)) for number, (game, lens) in enumerate(asked)}


@pytest.mark.parametrize("accept", ["", "*/*", LINES, "text/html, */*;q=0.1"])
def test_lines_are_frames_of_json_and_nothing_else(here: Site, accept: str) -> None:
    game = over()

    with here.read(address(game), **({"accept": accept} if accept else {})) as reader:
        assert reader.hear_all() == reader.lines == told_by_socket(here, game)
        assert reader.response.headers["content-type"] == LINES


def test_an_event_has_its_number_as_id_and_of_other_frames_only_the_last_has_one(here: Site) -> None:
    game = over()

    with here.read(address(game, lens="glass", **ALL), accept=EVENTS) as reader:
        reader.hear_all()

    assert reader.response.headers["content-type"].startswith(EVENTS)
    told = "\n".join(reader.lines).strip("\n").split("\n\n")
    with_id = [each for each in told if '"type":"event"' in each]
    assert [each.split("\n")[0] for each in with_id] == [f"id: {seq}" for seq in range(1, game.last_seq + 1)]
    others = [each for each in told if each not in with_id]
    assert others[-1].startswith(f"id: {game.last_seq}-over\ndata: {{")
    assert [each for each in others[:-1] if not each.startswith("data: {")] == []
    assert reader.heard == told_by_socket(here, game, lens="glass", **ALL)


@pytest.mark.parametrize("accept", FORMATS)
def test_who_is_cut_off_and_comes_again_misses_nothing(here: Site, accept: str) -> None:
    game = make_game("L", pace=0.02)
    seen: list[dict[str, Any]] = []
    cuts = 0

    with played_meanwhile():
        while not (seen and seen[-1]["kind"] == "revealed" and len(seen) == Event.objects.filter(game=game).count()):
            by_header = {"last_event_id": str(len(seen))} if accept == EVENTS and seen else {}
            path = address(game, lens="glass") if by_header else address(game, lens="glass", after=len(seen))
            with here.read(path, accept=accept, **by_header) as reader:
                while len(reader.events) < 9 and not any(each["status"] == "finished" for each in reader.of("status")):
                    reader.hear()
                seen += reader.events
            cuts += 1

    assert seen == events_for(game, GLASS)
    assert cuts > 3


def test_what_a_browser_remembers_goes_before_what_its_address_once_said(here: Site) -> None:
    game = over()

    for given, accept, after in (
        ({}, EVENTS, 7),
        ({"after": 3}, EVENTS, 7),
        ({"after": 3}, LINES, 3),
        ({}, LINES, 0),  # only a browser's source of events remembers
    ):
        with here.read(address(game, lens="glass", **given), accept=accept, last_event_id="7") as reader:
            reader.hear_all()
        assert reader.events == events_for(game, GLASS, after=after)


def test_a_browser_that_has_seen_the_end_is_told_to_come_no_more_and_one_that_has_not_is_told_it(here: Site) -> None:
    game, other = over(), make_game("M")
    asked = address(game, lens="audience", **ALL)
    with here.read(asked, accept=EVENTS) as reader:
        reader.hear_all()
    ids = [line.removeprefix("id: ") for line in reader.lines if line.startswith("id: ")]

    with here.read(asked, accept=EVENTS, last_event_id=ids[-1]) as again:
        assert (again.status, again.response.read(), "content-type" in again.response.headers) == (204, b"", False)
    beyond = f"{asked}&after=9999"  # as of another lens, which had more
    with here.read(beyond, accept=EVENTS) as further:
        further.hear_all()
    (last,) = [line.removeprefix("id: ") for line in further.lines if line.startswith("id: ")]
    with here.read(beyond, accept=EVENTS, last_event_id=last) as again:
        assert (again.status, again.response.read()) == (204, b"")
    with here.read(asked, accept=EVENTS, last_event_id=ids[-2]) as cut:  # behind the last event, before the end
        cut.hear_all()
    assert (cut.events, [told["status"] for told in cut.of("status")]) == ([], ["finished"])
    assert cut.of("narration") == reader.of("narration")[-1:]
    with here.read(asked, accept=EVENTS, last_event_id="3-over") as behind:  # the end, but not of what it has seen
        behind.hear_all()
    assert behind.events == events_for(game, AUDIENCE, after=3)
    glass = address(game, lens="glass")
    with here.read(glass, accept=EVENTS, last_event_id=ids[-1]) as through:  # another lens has more to tell
        through.hear_all()
    assert len(through.events) == len(events_for(game, GLASS)) - len(reader.events) > 0
    for odd in ("-over", "x-over", "1-over-over", "9999999999-over"):
        with here.read(asked, accept=EVENTS, last_event_id=odd) as refused:
            assert (refused.status, list(refused.error["fields"])) == (400, ["Last-Event-ID"])
    with here.read(address(other), accept=EVENTS, last_event_id=ids[-1]) as live:  # of another game, which goes on
        assert (live.status, live.hear_until("status")["status"]) == (200, "scheduled")
    with here.read(asked, accept=LINES, last_event_id=ids[-1]) as lines:  # only a browser's source of events remembers
        assert lines.hear_all() == reader.heard


def test_the_words_behind_the_last_event_are_told_to_who_was_cut_off_before_them(here: Site) -> None:
    game = over()
    with here.read(address(game, lens="glass", **ALL)) as reader:
        reader.hear_all()
    aside = reader.of("narration")[0]

    with here.read(address(game, lens="glass", after=aside["after"], **ALL)) as again:
        again.hear_all()

    assert again.of("narration")[0] == aside
    assert [event["seq"] for event in again.events] == list(range(aside["after"] + 1, game.last_seq + 1))


def test_a_stream_ends_with_its_game_however_that_ends_and_none_other_does(here: Site) -> None:
    called_off, stays = make_game("L"), make_game("M")

    with here.read(address(called_off)) as reader, here.read(address(stays), accept=EVENTS) as other:
        for each in (reader, other):
            each.hear_until("status", status="scheduled")
        pause_game(game=stays, reason="lunch")
        void_game(game=called_off)
        reader.hear_all()
        assert [told["status"] for told in reader.of("status")] == ["scheduled", "void"]
        assert other.hear_until("status")["waiting"] == "lunch"


def test_of_a_game_that_ends_before_its_last_events_were_shown_all_is_told_before_its_end(here: Site) -> None:
    game = stored(play_to_the_end(play_first_day(dealt())), make_players(8))
    later = datetime.now(UTC) + timedelta(hours=1)
    Event.objects.filter(game=game, seq__gt=10).update(shown_at=later)
    terms = game.terms | {"pace": 1.0, "spoilers": "open"}
    Game.objects.filter(pk=game.pk).update(status="running", winner="", hash="", finished_at=None, terms=terms)

    with here.read(address(game, lens="glass")) as reader, here.read(address(game), accept=EVENTS) as audience:
        reader.hear_until("status", status="running")
        assert len(reader.events) == 10
        Game.objects.filter(pk=game.pk).update(
            status="finished", winner=game.winner, hash=game.hash, finished_at=game.finished_at
        )
        reader.hear_all()
        audience.hear_all()

    assert reader.events == events_for(game, GLASS)
    assert audience.events == events_for(game, AUDIENCE)
    assert ['"finished"' in reader.heard[-1], '"finished"' in audience.heard[-1]] == [True, True]


# --- who is refused -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("accept", FORMATS)
def test_who_may_not_have_it_is_answered_as_everywhere_in_the_api(here: Site, accept: str) -> None:
    game = make_game(spoilers="sealed")
    number = "must be a whole number from 0 to 2147483647, not"

    for given, status, code, message in (
        ({"after": "-1"}, 400, "invalid", f"after: {number} '-1'"),
        ({"after": "1.0"}, 400, "invalid", f"after: {number} '1.0'"),
        ({"after": "1&after=2"}, 400, "invalid", "after: must be given once, not 2 times"),
        ({"beats": "2"}, 400, "invalid", "beats: must be 0 or 1, not '2'"),
        ({"lens": "mine"}, 400, "invalid", "lens: must be audience, glass or seat:0 to seat:5, not 'mine'"),
        (
            {"channel": "mafia"},
            400,
            "invalid",
            "channel: is no parameter of this address; there are: after, lens, narrations, beats",
        ),
        ({"lens": "glass"}, 403, "permission_denied", "the lens glass opens when the game is over; until then there"),
        ({"lens": "seat:1"}, 403, "permission_denied", "the lens seat:1 opens when the game is over; until then there"),
    ):
        with here.read(address(game, **given), accept=accept) as reader:
            told = reader.error
            assert (reader.status, told["code"], reader.response.headers["content-type"]) == (
                status,
                code,
                "application/json",
            )
            assert told["message"].startswith(message)
    with here.read("/api/v1/games/abcdefghijkl/stream/", accept=accept) as reader:
        assert (reader.status, reader.error["message"]) == (404, "no game is called 'abcdefghijkl'")


def test_other_kinds_of_answers_there_are_none(here: Site) -> None:
    for accept in ("application/json", "text/plain"):
        with here.read(address(make_game()), accept=accept) as reader:
            assert (reader.status, reader.error["code"]) == (406, "not_acceptable")
            assert reader.error["message"].startswith("There is application/x-ndjson, text/event-stream here")
    with here.read(address(make_game()), accept=EVENTS, last_event_id="x") as reader:
        assert (reader.status, list(reader.error["fields"])) == (400, ["Last-Event-ID"])


def test_where_as_many_watch_as_may_the_next_is_told_when_to_come(here: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "MOST_SOCKETS", 2)
    game = make_game()

    with here.read(address(game)) as one, here.watch(address(game, "/ws/games/{}/")) as two:
        one.hear(), two.hear()
        with here.read(address(game)) as third:
            assert (third.status, third.error["code"]) == (503, "full")
            assert third.response.headers["retry-after"] == "60"


def test_opening_counts_as_one_request(here: Site) -> None:
    cache.clear()
    game = over()
    left = []
    for accept in FORMATS:
        with here.read(address(game), accept=accept) as reader:
            reader.hear_all()
            left.append(reader.response.headers["ratelimit"].partition(";t")[0])
    assert left == ['"anon";r=239', '"anon";r=238']


def test_nothing_on_the_way_keeps_or_changes_what_comes(here: Site) -> None:
    game = over()
    for accept in FORMATS:
        with here.read(address(game), accept=accept, accept_encoding="gzip") as reader:
            assert {name: reader.response.headers.get(name) for name in NAMES} == {
                "cache-control": "no-store, no-transform",
                "x-accel-buffering": "no",
                "content-encoding": None,
                "content-length": None,
                "etag": None,
                "access-control-allow-origin": "*",
            }
    answer = httpx.head(f"http://127.0.0.1:{here.port}{address(game)}")
    assert (answer.status_code, answer.headers["content-type"]) == (200, LINES)


NAMES = ("cache-control", "x-accel-buffering", "content-encoding", "content-length", "etag")
NAMES += ("access-control-allow-origin",)


# --- tokens -------------------------------------------------------------------------------------------------------


def test_a_token_opens_what_its_account_may_see_and_its_end_is_the_streams(
    here: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "LOOKED_AGAIN", 0.0)
    monkeypatch.setattr("games.live.lookout.PING_EVERY", 0.2)
    game = make_game(spoilers="sealed")
    token, key = make_token(user=make_user(is_superuser=True, is_staff=True))
    _, kept = make_token(user=make_user(is_superuser=True, is_staff=True))
    _, plain = make_token()

    path = address(game, lens="glass")
    with here.read(path, authorization=f"Bearer {plain}") as reader:
        assert reader.status == 403
    with here.read(path, authorization="Bearer lg_wrong") as reader:
        assert (reader.status, reader.error["code"]) == (401, "authentication_failed")
    with (
        here.read(path, authorization=f"Bearer {key}") as reader,
        here.read(path, authorization=f"Bearer {kept}", accept=EVENTS) as stays,
    ):
        reader.hear_until("ping"), stays.hear_until("ping")
        token.delete()
        reader.hear_all()
        assert reader.of("status")[-1]["status"] == "scheduled"
        stays.hear_until("ping")


# --- who leaves, and who is slow ------------------------------------------------------------------------------------


def test_who_leaves_is_told_nothing_more(here: Site, hubs: list[Hub]) -> None:
    games = [make_game("L"), make_game("M")]
    with here.read(address(games[0])) as one, here.read(address(games[1]), accept=EVENTS) as two:
        one.hear(), two.hear()
        assert hubs[0].sockets == 2
    until(lambda: hubs[0].sockets == 0)
    assert hubs[0]._streams == {}


def opened(here: Site, *paths: str) -> socket.socket:
    """A connection on which these were asked for, all at once; it reads nothing."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
    line.connect(("127.0.0.1", here.port))
    for path in paths:
        line.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
    return line


def test_who_takes_nothing_is_cut_and_the_others_hear_everything(here: Site, hubs: list[Hub]) -> None:
    game = make_game("L")

    with opened(here, address(game)) as slow, here.read(address(game)) as quick:
        quick.hear_until("status")
        until(lambda: hubs[0].sockets == 2)
        (stream,) = hubs[0]._streams.values()
        loop, told = hubs[0]._lookout._tasks[0].get_loop(), 0

        def tell() -> None:
            hub._tell(stream, [Frame(0, f'{{"type":"ping","words":"{"x" * 20_000}"}}') for _ in range(20)])

        while hubs[0].sockets == 2:
            loop.call_soon_threadsafe(tell)
            told += 20
            assert told < 20 * MOST_WAITING
            for _ in range(20):
                quick.hear_until("ping")
        assert told > MOST_WAITING
        slow.settimeout(at_most(10))
        with pytest.raises(ConnectionResetError):
            read_whole(slow)
        assert hubs[0].sockets == 1


def read_whole(line: socket.socket) -> None:
    """Reads to the end. Raises ConnectionResetError where there is no proper one."""
    told = b""
    while piece := line.recv(65_536):
        told = (told + piece)[-100:]
    if not told.endswith(b"0\r\n\r\n"):
        raise ConnectionResetError


def test_who_takes_nothing_is_cut_after_a_while_though_little_is_to_be_told(
    here: Site, hubs: list[Hub], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streaming, "STALLED", 0.3)
    game = make_game("L")

    with opened(here, address(game)):
        until(lambda: hubs and hubs[0].sockets == 1)
        (stream,) = hubs[0]._streams.values()
        loop = hubs[0]._lookout._tasks[0].get_loop()
        big = [Frame(0, f'{{"type":"ping","words":"{"x" * 1_000_000}"}}') for _ in range(20)]
        loop.call_soon_threadsafe(hub._tell, stream, big)
        until(lambda: hubs[0].sockets == 0)


def test_who_leaves_with_more_asked_for_behind_a_stream_is_told_nothing_more(here: Site, hubs: list[Hub]) -> None:
    game = make_game("L")

    with opened(here, address(game), address(game)):
        until(lambda: hubs and hubs[0].sockets == 1)
        (stream,) = hubs[0]._streams.values()  # while it is there: its end may be noticed as soon as it is closed
        loop = hubs[0]._lookout._tasks[0].get_loop()

    def is_left() -> bool:  # what nobody reads any more is noticed where it is written
        loop.call_soon_threadsafe(hub._tell, stream, [Frame(0, '{"type":"ping"}')])
        return hubs[0].sockets == 0

    until(is_left)


def test_who_vanishes_is_not_written_to(here: Site, hubs: list[Hub], caplog: pytest.LogCaptureFixture) -> None:
    games = [over(), make_game("M")]
    with caplog.at_level(logging.INFO):
        lines = [opened(here, address(game)) for game in games for _ in range(10)]
        until(lambda: hubs and hubs[0].sockets >= 10)
        (stream,) = (each for each in hubs[0]._streams.values() if each.key.game_id == games[1].pk)
        loop = hubs[0]._lookout._tasks[0].get_loop()
        for line in lines:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            line.close()  # a reset, as the kernel sends it for the dead
        loop.call_soon_threadsafe(hub._tell, stream, [Frame(0, '{"type":"ping"}')] * 200)
        until(lambda: hubs[0].sockets == 0)
    assert [record.getMessage() for record in caplog.records if "send" in record.getMessage()] == []


def test_a_stream_that_is_open_holds_no_thread_and_no_connection_to_the_database(
    here: Site, hubs: list[Hub], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As Django's own answers do until they are sent."""
    made: list[BaseDatabaseWrapper] = []
    monkeypatch.setattr(BaseDatabaseWrapper, "connect", noting(BaseDatabaseWrapper.connect, made))
    game = make_game("L")
    with ExitStack() as stack:
        readers: list[Reader] = []
        threads = 0
        for number in range(7):
            readers.append(stack.enter_context(here.read(address(game), accept=FORMATS[number % 2])))
            readers[-1].hear_until("status")
            threads = threads or threading.active_count()
        until(lambda: threading.active_count() <= threads + 3)  # those that read for the hub, four at most
        assert hubs[0].sockets == 7
        assert len([each for each in made if each.connection is not None]) <= 4


def noting(connect: Any, made: list[BaseDatabaseWrapper]) -> Any:
    """Django's `connect`, which notes whose it was."""

    def connected(self: BaseDatabaseWrapper) -> None:
        made.append(self)
        connect(self)

    return connected


def test_a_site_that_ends_does_not_wait_for_streams(hubs: list[Hub]) -> None:
    game = make_game("L")
    with site() as here:
        lines = [opened(here, address(game)), opened(here, address(game))]
        until(lambda: hubs and hubs[0].sockets == 2)
    for line in lines:
        line.close()
    assert hubs[0].sockets == 0


# --- without a server of ours ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("accept", FORMATS)
def test_where_nothing_can_go_on_what_there_is_is_told(here: Site, accept: str, client: Client) -> None:
    game = stored(play_first_day(dealt()), make_players(8))
    path = address(game, lens="glass", after=3, **ALL)
    with here.read(path, accept=accept) as reader:
        reader.hear_until("status", status="running")

    for answer in (client.get(path, headers={"accept": accept}), asked_on_a_loop(path, accept)):
        assert answer.status_code == 200
        told = [line.removeprefix("data: ") for line in answer.content.decode().split("\n")]
        assert [each for each in told if each.startswith("{")] == reader.heard


def asked_on_a_loop(path: str, accept: str) -> Any:
    return async_to_sync(AsyncClient().get)(path, headers={"accept": accept})
