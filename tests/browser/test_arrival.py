"""What is in view when somebody arrives at a game: of the four rule books, live and over, through every kind of eyes,
on a desk and on a phone. Nothing is scrolled for."""

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from games.engine.rulesets import all_rulesets
from league.access.endings import CHOICE, SHOWN
from tests.browser.conftest import Watcher, games_of, over_and_live
from tests.patience import at_most

pytestmark = [pytest.mark.browser, pytest.mark.timeout(at_most(240)), pytest.mark.long(60)]

BOOKS: Final = ("town-mafia", "reactive-mafia", "council-mafia", "glass-box")
SIZES: Final = ((1280, 720), (375, 667))
LOST: Final = 4  # sockets, of which the last is had; after the third the API is asked
LENSES: Final = ("audience", "seat:1", "glass")
SEASON: Final = "--games 4 --players house --memory off --ruleset " + " --ruleset ".join(BOOKS)
# The boxes of what has to be there: by name, those of whatever has that name and is shown.
BOXES: Final = """() => {
  const boxes = (selector) => [...document.querySelectorAll(selector)].map((each) => {
    const { left, top, right, bottom, width, height } = each.getBoundingClientRect();
    return [left, top, right, bottom, width * height];
  });
  return {
    rule: boxes(".rail-rule"),
    count: boxes(".rail-living"),
    phase: boxes(".rail [data-phase]"),
    living: boxes(".rail [data-lives]"),
    sides: boxes(".rail .camp-title"),
    voice: boxes(".rail [data-voice]:not([data-voice='']):not([hidden]) .alias"),
    face: boxes(".rail [data-voice]:not([data-voice='']):not([hidden]) :is(.face, .token)"),
    role: boxes(".rail [data-voice]:not([hidden]) .role"),
    lenses: boxes(".rail .lens"),
    state: boxes(".rail :is(.live, .rail-play)"),
    said: document.querySelector(".card").matches(".is-said") ? 1 : 0,
  };
}"""
# The rail follows the stage a frame after it.
KEEPS_STEP: Final = """() => !document.querySelector('.card.is-said')
  || document.querySelector(".rail [data-voice]:not([data-voice='']):not([hidden])") !== null"""
WORDS: Final = """() => ['.rail-rule', '.rail-living']
  .map((part) => document.querySelector(part).innerText.replaceAll('\\n', '').trim())"""


@pytest.fixture(scope="module")
def site(tables: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A league with a game of each rule book that is over and one that is on."""
    with over_and_live(tmp_path_factory.mktemp("arrival"), tables, SEASON) as url:
        yield url


@pytest.mark.parametrize("season", ["over", "live"])
def test_who_arrives_sees_what_goes_on(site: str, watcher: Watcher, season: str) -> None:
    waiting = watcher.open(f"{site}/")
    while len(games := games_of(site, season)) < len(BOOKS):
        waiting.wait_for_timeout(500)
    outside = []
    opened: list[tuple[str, str, tuple[int, int], Page]] = []
    for lens in LENSES:
        for book, size in product(BOOKS, SIZES):
            page = watcher.open(f"{site}/games/{games[book]}/?lens={lens}", width=size[0], height=size[1])
            opened.append((book, lens, size, page))
        page.wait_for_timeout(1_000)  # of somebody who has just come
    for book, lens, size, page in opened:
        page.wait_for_function(KEEPS_STEP)
        rules = all_rulesets()[book]
        cast = rules.cast(rules.default_seats, rules.options_from({}, rules.default_seats))
        hidden = sum(role.team == rules.hidden_team for role in cast)
        told, living = page.evaluate(WORDS)
        known = rf"{rules.title}( rules)?, {season}, game \d of 4: {hidden} of( these)? {rules.default_seats} .+"
        assert re.fullmatch(known, told, re.IGNORECASE), told
        assert re.fullmatch(rf"\d+ of {rules.default_seats} alive", living), living
        boxes: dict[str, Any] = page.evaluate(BOXES)
        wanted = {"rule": 1, "count": 1, "phase": 1, "living": rules.default_seats, "lenses": 3, "state": 1}
        if boxes.pop("said"):
            wanted |= {"voice": 1, "face": 1} | ({"role": 1} if lens == "glass" else {})
        if lens == "glass":
            wanted |= {"sides": 2}
        for name, number in wanted.items():
            here = [box for box in boxes[name] if box[4] > 0 and box[0] >= 0 and box[1] >= 0]
            here = [box for box in here if box[2] <= size[0] and box[3] <= size[1]]
            if (len(boxes[name]), len(here)) != (number, number):
                outside.append((season, book, lens, size, name, boxes[name]))
        page.close()
    assert not outside


def test_the_rail_keeps_step_with_the_reader_and_gives_nothing_away(site: str, watcher: Watcher) -> None:
    game = games_of(site, "over")["town-mafia"]
    page = watcher.open(f"{site}/games/{game}/", width=SIZES[0][0], height=SIZES[0][1])
    dead = "() => [...document.querySelectorAll('.rail .is-dead')].length"
    seats = all_rulesets()["town-mafia"].default_seats
    assert page.evaluate(dead) == 0
    assert page.locator(".rail .role").count() == 0
    first = page.locator(".rail [data-phase]").inner_text()
    page.get_by_role("link", name="Just tell me").click()
    page.wait_for_function("(first) => document.querySelector('.rail [data-phase]').textContent !== first", arg=first)
    page.wait_for_function("() => document.querySelectorAll('.rail .is-dead').length > 0")
    fallen, living = page.evaluate(dead), page.locator("[data-living]").inner_text()
    assert page.locator(".rail [data-phase]").bounding_box() is not None
    assert page.locator("#table .is-dead").count() == 0, "what stands at the top tells no more than at the deal"
    page.context.add_cookies([{"name": CHOICE, "value": SHOWN, "url": site}])
    page.reload()
    assert fallen == page.locator("#table .is-dead[data-seat]").count()
    assert living == str(seats - fallen)


@pytest.mark.parametrize("script", [True, False])
def test_the_rail_says_who_speaks_now_or_nobody(site: str, watcher: Watcher, *, script: bool) -> None:
    nights: list[int] = []
    with httpx.Client(base_url=site, timeout=at_most(10)) as api:
        for game in games_of(site, "over").values():
            beats = api.get(f"/api/v1/games/{game}/beats/", params={"lens": "audience"}).json()["results"]
            said = [beat["n"] for beat in beats if beat["kind"] == "said"]
            nights = [beat["n"] for beat in beats if beat["kind"] == "scene" and said and beat["n"] > said[0]]
            if len(nights) > 1:
                break
    assert len(nights) > 1, "a game goes on after its first day"
    silent = [beat["n"] for beat in beats if beat["kind"] != "said" and beat["n"] > said[0]]
    for number in (said[0], said[-1], silent[0], silent[-1], nights[0], nights[1]):
        page = watcher.open(f"{site}/games/{game}/?lens=audience&beat={number}#replay", script=script)
        if script:
            page.wait_for_function("() => document.documentElement.classList.contains('is-watching')")
        voices = page.locator(".rail [data-voice]").locator("visible=true")
        if number in said:
            expect(voices).to_have_attribute("data-voice", str(beats[number]["speaker"]))
        else:
            expect(voices).to_have_text("Nobody speaks")
        page.close()


def test_without_scripts_the_rail_is_there_too(site: str, watcher: Watcher) -> None:
    game = games_of(site, "over")["council-mafia"]
    page = watcher.open(f"{site}/games/{game}/?lens=glass", script=False)
    style = page.locator(".rail").evaluate("rail => getComputedStyle(rail).position")
    assert style == "sticky"
    assert page.locator(".rail [data-lives]").count() == all_rulesets()["council-mafia"].default_seats


@pytest.mark.parametrize("address", ["/", "/seasons/live/"])
def test_what_changed_before_a_page_listened_is_on_it_too(site: str, watcher: Watcher, address: str) -> None:
    """The server made the page, then a game began, then the page's socket opened: nobody tells of that any more."""
    earlier: list[str] = []

    def served(route: Route) -> None:
        answer = route.fetch()
        if earlier:
            route.fulfill(response=answer)
        else:
            earlier.append(answer.text().replace("<h2", "<h2 data-earlier"))
            route.fulfill(response=answer, body=earlier[0])

    page = watcher.visitors.page(script=True)
    page.route_web_socket(re.compile("/ws/"), lambda socket: None)  # opens, and says nothing
    page.route(f"{site}{address}", served)
    page.goto(f"{site}{address}")
    assert "<h2 data-earlier" in earlier[0]
    expect(page.locator("[data-fresh] h2")).not_to_have_count(0)
    expect(page.locator("[data-fresh] h2[data-earlier]")).to_have_count(0)


def test_a_line_that_is_there_again_is_called_so_whoever_was_asked_meanwhile(site: str, watcher: Watcher) -> None:
    """Where a socket cannot be had the API is asked; what it says may come after the next socket is open."""
    sockets: list[WebSocketRoute] = []
    held: list[Route] = []

    def asked(route: Route) -> None:
        held.append(route)

    def connected(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        if len(sockets) < LOST:
            socket.close()

    page = watcher.visitors.page(script=True)
    page.route_web_socket(re.compile("/ws/games/"), connected)
    page.route(re.compile(r"/api/v1/games/\w+/events/"), asked)
    page.goto(f"{site}/games/{games_of(site, 'live')['council-mafia']}/")
    line = page.locator("[data-line]")
    expect(line).to_have_attribute("data-line", "open")
    while len(sockets) < LOST or not held:
        page.wait_for_timeout(100)
    with page.expect_response(re.compile(r"/api/v1/games/\w+/(events|narrations)/")):
        held[0].continue_()
    expect(line).to_have_attribute("data-line", "asking")
    sockets[-1].send('{"type": "ping"}')
    expect(line).to_have_attribute("data-line", "open")
