"""Beats at real sockets: who asks for them is told each before the event that it is of, and has in the end what the API
tells."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.test import Client

from games.engine.viewpoint import viewer_named
from games.ledger.reads import events_for
from games.models import Game
from tests.games.casting import make_game
from tests.games.stage import in_thread, play_all
from tests.games.watching import Site, Watcher, site
from tests.patience import at_most

pytestmark = pytest.mark.django_db(transaction=True)
LENSES = pytest.mark.parametrize("lens", ["audience", "glass", "seat:2"])


@pytest.fixture
def here() -> Iterator[Site]:
    with site() as here:
        yield here


@contextmanager
def played_meanwhile() -> Iterator[None]:
    stopping = threading.Event()
    host = in_thread(play_all, stopping=stopping)
    try:
        yield
    finally:
        stopping.set()
        host.join(at_most(10))
    assert not host.is_alive()


def address(game: Game, **given: Any) -> str:
    return f"/ws/games/{game.public_id}/?" + "&".join(f"{name}={value}" for name, value in given.items())


def kept(frames: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The beats that somebody has who puts each in the place of the one with its number."""
    found = {frame["beat"]["n"]: frame["beat"] for frame in frames}
    assert sorted(found) == list(range(len(found)))
    return [found[number] for number in sorted(found)]


def told_by_api(client: Client, game: Game, lens: str) -> list[dict[str, Any]]:
    answer = client.get(f"/api/v1/games/{game.public_id}/beats/", {"lens": lens})
    found: list[dict[str, Any]] = answer.json()["results"]
    return found


def heard(watcher: Watcher) -> list[dict[str, Any]]:
    return [frame for frame in map(json.loads, watcher.heard) if frame["type"] in ("event", "beat")]


@pytest.mark.parametrize(
    ("ruleset", "lens"),
    [
        ("town-mafia", "audience"),
        ("town-mafia", "glass"),
        ("glass-box", "seat:2"),
        pytest.param("town-mafia", "seat:2", marks=pytest.mark.slow),
        pytest.param("glass-box", "audience", marks=pytest.mark.slow),
        pytest.param("glass-box", "glass", marks=pytest.mark.slow),
    ],
)
def test_each_event_comes_behind_its_beat_and_all_together_are_those_of_the_api(
    here: Site, client: Client, ruleset: str, lens: str
) -> None:
    game = make_game("B", pace=0.01, ruleset=ruleset)

    with here.watch(address(game, lens=lens, beats=1)) as watcher, here.watch(address(game, lens=lens)) as plain:
        with played_meanwhile():
            watcher.hear_until("status", status="finished")
        plain.hear_until("status", status="finished")

    frames = heard(watcher)
    before: dict[int, list[dict[str, Any]]] = {frame["seq"]: [] for frame in frames}
    for frame in frames:
        before[frame["seq"]].append(frame)
    assert list(before) == [row["seq"] for row in watcher.events] == sorted(before)
    for seq, (*prolonged, beat, event) in before.items():
        assert [frame["type"] for frame in (*prolonged, beat)] == ["beat"] * (1 + len(prolonged))
        assert (event["type"], event["event"]["seq"]) == ("event", seq)
        assert beat["beat"]["seq_from"] <= seq == beat["beat"]["seq_to"]
        assert all(frame["beat"]["seq_to"] < beat["beat"]["seq_from"] for frame in prolonged)
    assert kept(watcher.of("beat")) == told_by_api(client, game, lens) != []
    assert plain.of("beat") == []
    assert plain.events == watcher.events


@LENSES
def test_who_comes_and_goes_has_all_beats_and_none_twice(here: Site, client: Client, lens: str) -> None:
    game = make_game("B", pace=0.02)
    frames: list[dict[str, Any]] = []
    seen: list[dict[str, Any]] = []

    with played_meanwhile():
        while not (seen and seen[-1]["kind"] == "revealed"):
            with here.watch(address(game, lens=lens, beats=1, after=len(seen))) as watcher:
                watcher.hear_until("event")
                seen += watcher.events
                frames += watcher.of("beat")

    own = [frame["seq"] for frame in frames if frame["beat"]["seq_to"] == frame["seq"]]  # the others were prolonged
    assert own == [row["seq"] for row in events_for(game, viewer_named(lens, 6))]
    assert kept(frames) == told_by_api(client, game, lens)


def test_two_who_watch_through_other_lenses_are_told_the_beats_of_their_own(here: Site, client: Client) -> None:
    game = make_game("B", pace=0.01)

    with (
        here.watch(address(game, lens="glass", beats=1)) as glass,
        here.watch(address(game, beats=1)) as audience,
        here.watch(address(game, beats=1)) as another,
        played_meanwhile(),
    ):
        for watcher in (glass, audience, another):
            watcher.hear_until("status", status="finished")

    assert kept(audience.of("beat")) == kept(another.of("beat")) == told_by_api(client, game, "audience")
    assert kept(glass.of("beat")) == told_by_api(client, game, "glass") != kept(audience.of("beat"))
    assert not any("thoughts" in frame["beat"] for frame in audience.of("beat"))


def test_beats_are_asked_for_with_0_or_1(here: Site) -> None:
    game = make_game("B")

    with here.watch(address(game, beats="yes")) as watcher:
        assert watcher.closing() == (4400, "beats must be 0 or 1, not 'yes'")
