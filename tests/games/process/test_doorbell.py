"""Watchers at real sockets see every event once and in order, whatever is lost on the way; and nothing secret."""

import asyncio
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

import pytest
from channels.layers import channel_layers
from django.contrib.auth.models import Permission
from django.test import Client
from websockets.exceptions import InvalidStatus

from games.agents import players
from games.agents.played import Played
from games.agents.uniform import Uniform
from games.engine.dice import Dice
from games.engine.questions import Question
from games.engine.viewpoint import AUDIENCE, GLASS, seat_viewer, viewer_named
from games.hosting.leases import claim_game
from games.hosting.session import Hosted
from games.hosting.verbs import pause_game, resume_game, void_game
from games.ledger.logs import game_log
from games.ledger.reads import events_for, narrations_for
from games.ledger.rows import recorded_game
from games.models import Event, Game, Seat
from games.process.doorbell import ring
from games.process.loop import process_loop
from league.web.layers import ThreadedInMemoryLayer
from tests.factories import make_user
from tests.games.casting import make_game
from tests.games.stage import in_thread, play_all, until
from tests.games.watching import Site, site
from tests.patience import at_most

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("services")]
NEVER = threading.Event()
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


@pytest.fixture
def here() -> Iterator[Site]:
    with site() as here:
        yield here


@contextmanager
def played_meanwhile() -> Iterator[threading.Thread]:
    """A host that plays what is due while the context lasts, and has ended with it."""
    stopping = threading.Event()
    host = in_thread(play_all, stopping=stopping)
    try:
        yield host
    finally:
        stopping.set()
        host.join(at_most(10))
    assert not host.is_alive()


def address(game: Game, **given: Any) -> str:
    return f"/ws/games/{game.public_id}/?" + "&".join(f"{name}={value}" for name, value in given.items())


@pytest.mark.parametrize("lens", ["audience", "glass", "seat:2"])
def test_a_watcher_from_the_start_sees_what_is_stored_in_order(here: Site, lens: str) -> None:
    game = make_game("L", pace=0.02)

    with here.watch(address(game, lens=lens)) as watcher, played_meanwhile():
        watcher.hear_until("status", status="finished")

    assert watcher.events == events_for(game, viewer_named(lens, 6))
    assert [event["seq"] for event in watcher.events] == list(range(1, len(watcher.events) + 1))


@pytest.mark.parametrize("lens", ["audience", "glass"])
def test_the_narrator_is_heard_live_by_who_asks_for_it_and_by_nobody_else(here: Site, lens: str) -> None:
    game = make_game("N", pace=0.02, narrator="template")

    with (
        here.watch(address(game, lens=lens, narrations=1)) as watcher,
        here.watch(address(game, lens=lens)) as plain,
        played_meanwhile(),
    ):
        watcher.hear_until("status", status="finished")
        plain.hear_until("status", status="finished")

    told = [{name: frame[name] for name in ("after", "text", "author")} for frame in watcher.of("narration")]
    assert told == [each.row for each in narrations_for(game, viewer_named(lens, 6))] != []
    assert plain.of("narration") == []
    assert plain.events == watcher.events


def test_watchers_of_one_lens_are_sent_the_same_bytes(here: Site) -> None:
    game = make_game("L", pace=0.01)

    with (
        here.watch(address(game, lens="glass")) as one,
        here.watch(address(game, lens="glass")) as two,
        played_meanwhile(),
    ):
        one.hear_until("status", status="finished")
        two.hear_until("status", status="finished")

    told = [[text for text in watcher.heard if '"type":"event"' in text] for watcher in (one, two)]
    assert told[0] == told[1]


@pytest.mark.parametrize("accept", ["application/x-ndjson", "text/event-stream"])
def test_readers_of_a_stream_are_told_what_its_watchers_are(here: Site, accept: str) -> None:
    game = make_game("L", pace=0.01)
    path = f"/api/v1/games/{game.public_id}/stream/?lens=glass"

    with (
        here.watch(address(game, lens="glass")) as watcher,
        here.read(path, accept=accept) as one,
        here.read(path, accept=accept) as two,
        played_meanwhile(),
    ):
        watcher.hear_until("status", status="finished")
        one.hear_all()
        two.hear_all()

    assert one.events == two.events == watcher.events == events_for(game, GLASS)


def test_a_watcher_who_comes_and_goes_misses_nothing(here: Site) -> None:
    game = make_game("L", pace=0.02)
    seen: list[dict[str, Any]] = []

    with played_meanwhile():
        while not (seen and seen[-1]["kind"] == "revealed"):
            with here.watch(address(game, after=len(seen))) as watcher:
                watcher.hear_until("event")
                watcher.hear_until("event") if watcher.events[-1]["kind"] != "revealed" else None
                seen += watcher.events

    assert seen == events_for(game, AUDIENCE)


def test_a_watcher_of_a_finished_game_gets_all_of_it_and_its_end(here: Site) -> None:
    game = make_game("L")
    play_all()
    game.refresh_from_db()

    with here.watch(address(game, after=3, lens="glass")) as watcher:
        end = watcher.hear_until("status")

    assert watcher.events == events_for(game, GLASS, after=3)
    assert (end["status"], end["winner"], end["rounds"]) == ("finished", game.winner, game.rounds)


class Silent(ThreadedInMemoryLayer):
    """A channel layer that loses every message."""

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        return


def test_a_layer_that_loses_every_ring_costs_two_seconds_at_most(here: Site) -> None:
    real = channel_layers.set("default", Silent())
    try:
        game = make_game("L", pace=0.02)
        with here.watch(address(game, lens="glass")) as watcher, played_meanwhile():
            until(lambda: Game.objects.filter(pk=game.pk, status="finished").exists())
            watcher.hear_until("status", seconds=at_most(2), status="finished")
    finally:
        channel_layers.set("default", real)

    assert watcher.events == events_for(game, GLASS)


class Counting(ThreadedInMemoryLayer):
    """A channel layer that keeps to whom was rung."""

    def __init__(self) -> None:
        super().__init__()
        self.rung: list[str] = []

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        self.rung.append(group)


def test_a_ring_goes_to_the_layer_only_where_somebody_may_hear_it() -> None:
    layer = Counting()
    real = channel_layers.set("default", layer)
    try:
        ring(1)
        asyncio.run(layer.group_add("games", "somebody"))
        ring(2)
        until(lambda: layer.rung == ["game.2"])
        asyncio.run(layer.group_discard("games", "somebody"))
        ring(3)
        asyncio.run_coroutine_threadsafe(asyncio.sleep(0), process_loop()).result()
    finally:
        channel_layers.set("default", real)

    assert layer.rung == ["game.2"]


def test_an_idle_socket_stays(here: Site) -> None:
    game = make_game("L", pace=0.02)

    with here.watch(address(game)) as watcher:
        watcher.hear_until("status", status="scheduled")
        with pytest.raises(TimeoutError):
            watcher.hear(7)
        with played_meanwhile():
            watcher.hear_until("event")


LENSES = "lens must be audience, glass or seat:0 to seat:5"


@pytest.mark.parametrize(
    ("given", "code", "reason"),
    [
        ({"after": "-1"}, 4400, "after must be a whole number, not '-1'"),
        ({"after": "x"}, 4400, "after must be a whole number, not 'x'"),
        ({"after": "9" * 30}, 4400, f"after must be a whole number, not '{'9' * 30}'"),
        ({"after": "0" * 11 + "9" * 30}, 4400, f"after must be a whole number, not '{'0' * 11 + '9' * 29}'"),
        ({"after": "0" * 5_000 + "1"}, 4400, f"after must be a whole number, not '{'0' * 40}'"),
        ({"narrations": "x"}, 4400, "narrations must be 0 or 1, not 'x'"),
        ({"channel": "mafia"}, 4400, "there is no parameter 'channel', only after, lens, narrations, beats"),
        ({"after": "1&after=2"}, 4400, "after must be given once"),
        ({"lens": "mine"}, 4400, f"{LENSES}, not 'mine'"),
        ({"lens": "seat:6"}, 4400, f"{LENSES}, not 'seat:6'"),
        ({"lens": "glass"}, 4403, "the lens glass opens when the game is over; until then there is audience"),
        ({"lens": "seat:0"}, 4403, "the lens seat:0 opens when the game is over; until then there is audience"),
    ],
)
def test_who_asks_wrongly_is_told_so_when_the_socket_closes(
    here: Site, given: dict[str, str], code: int, reason: str
) -> None:
    game = make_game(spoilers="sealed")

    with here.watch(address(game, **given)) as watcher:
        assert watcher.closing() == (code, reason)


def test_what_is_not_there_is_4404_and_another_origin_gets_nothing(here: Site) -> None:
    game = make_game()

    with here.watch("/ws/games/abcdefghijkl/") as watcher:
        assert watcher.closing() == (4404, "there is no game 'abcdefghijkl'")
    for path in ("/ws/games/%27/", "/ws/else/"):
        with here.watch(path) as watcher:
            assert watcher.closing_code() == 4404
    beside = f"http://127.0.0.1:{here.port + 1}"  # the browser sends it our cookies, for those know no ports
    for origin in ("https://evil.example", beside):
        with pytest.raises(InvalidStatus), here.watch(address(game), origin=origin):
            pass


def test_a_socket_of_no_browser_needs_no_origin(here: Site) -> None:
    with here.watch(address(make_game()), origin=None) as watcher:
        watcher.hear_until("status", status="scheduled")


def test_a_sealed_game_opens_to_moderators_and_at_its_end_to_all(here: Site) -> None:
    game = make_game("L", spoilers="sealed")
    user = make_user()
    user.user_permissions.add(Permission.objects.get(codename="see_secrets"))
    client = Client()
    client.force_login(user)
    cookie = f"sessionid={client.cookies['sessionid'].value}"

    with here.watch(address(game, lens="glass"), Cookie=cookie) as moderator, played_meanwhile():
        moderator.hear_until("status", status="finished")
    with here.watch(address(game, lens="glass")) as anybody:
        anybody.hear_until("status", status="finished")

    assert anybody.events == moderator.events == events_for(game, GLASS)


def test_a_delayed_game_shows_the_glass_at_its_end_and_the_audience_at_once(here: Site) -> None:
    game = make_game("L", spoilers="delayed", delay_minutes=5, pace=0.05)  # it must not be over before it is paused

    with (
        here.watch(address(game)) as audience,
        here.watch(address(game, lens="glass")) as glass,
        played_meanwhile(),
    ):
        audience.hear_until("event")
        pause_game(game=game)
        glass.hear_until("status", status="paused")
        assert (len(audience.events) > 0, glass.events) == (True, [])
        resume_game(game=game)
    play_all()
    with here.watch(address(game, lens="glass")) as glass:
        glass.hear_until("status", status="finished")

    assert glass.events == events_for(Game.objects.get(pk=game.pk), GLASS)


def test_watchers_are_told_when_a_game_is_held_up_goes_on_and_is_called_off(here: Site) -> None:
    game = make_game()

    with here.watch(address(game)) as watcher:
        watcher.hear_until("status", status="scheduled")
        pause_game(game=game, reason="lunch")
        paused = watcher.hear_until("status")
        resume_game(game=game)
        resumed = watcher.hear_until("status")
        void_game(game=game)
        void = watcher.hear_until("status")

    assert [(told["status"], told["waiting"]) for told in (paused, resumed, void)] == [
        ("paused", "lunch"),
        ("scheduled", ""),
        ("void", "called off"),
    ]


def test_the_league_is_told_of_games_that_come_start_and_end(here: Site) -> None:
    with here.watch("/ws/league/") as watcher:
        game = make_game("L", season="first", fixture="1")
        watcher.hear_until("game", game=game.public_id, status="scheduled", season="first")
        with played_meanwhile():
            watcher.hear_until("game", game=game.public_id, status="finished")


def test_the_leagues_socket_has_no_parameters(here: Site) -> None:
    for query in ("foo=1", "after=3"):
        with here.watch(f"/ws/league/?{query}") as watcher:
            assert watcher.closing_code() == 4400


# --- secrets ----------------------------------------------------------------------------------------------------------


class Scripted(Uniform):
    """Says and does in public the same in every world; `word` is what it thinks and plots with."""

    word = ""

    def reply(self, seat: int, question: Question[Any], view: Any, dice: Dice, played: Played) -> dict[str, Any]:
        thought = {"thought": f"{self.word} thought {seat}"}
        match question.kind:
            case "speak":
                return thought | {"message": f"Speech {len(view) and view[-1].round} of {seat}."}
            case "vote" | "shoot":
                return thought | {"target": None}
            case "plot" | "kill":
                return thought | {"target": 0, "message": f"{self.word} plot"}
        legal = question.among  # type: ignore[attr-defined]
        return thought | {"target": legal[-1 if self.word == "Walnut" else 0] or 5}


def world(word: str, swapped: tuple[int, int] | None, monkeypatch: pytest.MonkeyPatch) -> Game:
    """A running game in which everybody is dead or alive as in every other world, and the roles are not the same."""
    Scripted.word = word
    monkeypatch.setitem(players.OFFLINE, "uniform", lambda sheet, model, level: Scripted(sheet))  # type: ignore[misc, arg-type]
    options = {"reveal_on_death": "none", "doctor_self": False, "quiet_rounds": 50}
    game = make_game("the seed of both worlds", seats=8, options=options)
    if swapped:
        one, two = (Seat.objects.get(game=game, number=number) for number in swapped)
        Seat.objects.filter(pk=one.pk).update(role=two.role, team=two.team)
        Seat.objects.filter(pk=two.pk).update(role=one.role, team=one.team)
    lease = claim_game(owner="world", now=NOON.replace(year=2100))
    assert lease is not None
    hosted = Hosted.resumed(lease, lambda: NOON)
    while hosted.moderator.rounds < 2:
        hosted.take_answer()
        hosted.tell()
    hosted.write(NEVER)
    Game.objects.filter(pk=game.pk).update(started_at=NOON)
    return Game.objects.get(pk=game.pk)


def told_to(game: Game, lens: str, here: Site) -> list[str]:
    """What a socket, the event rows and the public log say, as text."""
    rows = events_for(game, viewer_named(lens, 8))
    with here.watch(address(game, lens=lens)) as watcher:
        watcher.hear_until("status", status="running")
        assert len(watcher.events) == len(rows)
        pause_game(game=game)
        watcher.hear_until("status", status="paused")
    log = game_log(recorded_game(game), "public")
    own = {name: log.pop(name) for name in ("game", "commitment")}
    assert own["game"] == game.public_id
    return [*watcher.heard, *map(json.dumps, rows), json.dumps(log)]


def test_two_worlds_with_the_same_public_play_look_the_same_to_the_audience(
    here: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = world("Walnut", None, monkeypatch)
    mafia = [seat.number for seat in one.seats.filter(team="mafia")]
    others = [seat.number for seat in one.seats.filter(role="villager").exclude(number=0)]
    two = world("Cedar", (mafia[-1], others[-1]), monkeypatch)

    assert [s.role for s in one.seats.order_by("number")] != [s.role for s in two.seats.order_by("number")]
    assert told_to(one, "audience", here) == told_to(two, "audience", here)
    assert events_for(one, GLASS) != events_for(two, GLASS)


def test_the_audience_of_a_running_game_is_sent_no_secret_that_the_glass_shows(
    here: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = world("Walnut", None, monkeypatch)

    glass = "".join(told_to(game, "glass", here))
    audience = "".join(told_to(resume_game(game=game), "audience", here))

    kinds = ("dealt", "partners", "plotted", "targeted", "protected", "investigated", "heard_by", "thought")
    for secret in (*[f'"{word}"' for word in (*kinds, "mafioso", "sheriff", "doctor")], "Walnut", " is a sheriff"):
        assert secret in glass
        assert secret not in audience
    for secret in (game.seed, game.salt):
        assert secret not in glass + audience


def test_a_seat_sees_its_own_secrets_and_nobody_else_s(here: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    game = world("Walnut", None, monkeypatch)
    doctor = game.seats.get(role="doctor")

    rows = events_for(game, seat_viewer(doctor.number))

    assert [row["role"] for row in rows if row["kind"] == "dealt"] == ["doctor"]
    assert {row["seat"] for row in rows if row["kind"] == "protected"} == {doctor.number}
    assert not {"plotted", "investigated", "shot"} & {row["kind"] for row in rows}
    assert Event.objects.filter(game=game, kind="plotted").exists()
