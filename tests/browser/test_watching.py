"""Who watches a game while it comes to its end: a page that was made in the middle of a game is opened when that is
over, so that what it is told comes as the test has it, whatever the machine does meanwhile."""

import json
import re
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import httpx
import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from games.live.sockets import OUR_FAULT
from tests.browser.conftest import SEEK, Watcher, comes_to, is_at, listening, manage
from tests.browser.test_live_page import OVER, numbers_on
from tests.databases import copy_tables
from tests.games.stage import until
from tests.patience import at_most

pytestmark = [pytest.mark.browser, pytest.mark.timeout(at_most(240)), pytest.mark.long(60)]

MADE: Final = "--ruleset town-mafia --seats 7 --games 1 --players house --spoilers open"
LENSES: Final = ("glass", "audience")
LISTENERS: Final = """[[window, 'online'], [document, 'visibilitychange']].map(
  ([place, kind]) => (getEventListeners(place)[kind] ?? []).length,
)"""
HTML: Final = "text/html; charset=utf-8"
SHOWN: Final = "Number(document.querySelector('[data-scrubber]').value)"
REACH: Final = "Number(document.querySelector('[data-scrubber]').max)"


class Watched(NamedTuple):
    """A game that is over, and its pages through some lenses as they were while it was on."""

    site: str
    game: str
    pages: dict[str, str]

    def beats(self, lens: str) -> list[dict[str, Any]]:
        return self._all("beats", lens=lens)

    def events(self, lens: str) -> list[dict[str, Any]]:
        return self._all("events", lens=lens)

    def _all(self, what: str, **how: str) -> list[dict[str, Any]]:
        with httpx.Client(base_url=self.site, timeout=at_most(10)) as api:
            found: list[dict[str, Any]] = api.get(f"/api/v1/games/{self.game}/{what}/", params=how).json()["results"]
        return found

    def frames(self, lens: str, after: int) -> list[str]:
        """What a socket tells behind an event, as the hub has it: beats, the event that they show, and the end."""
        by_event: dict[int, list[dict[str, Any]]] = {}
        for beat in self.beats(lens):
            by_event.setdefault(beat["seq_to"], []).append(beat)
        told: list[dict[str, Any]] = []
        for event in self.events(lens):
            if (seq := event["seq"]) > after:
                told += [{"type": "beat", "seq": seq, "beat": beat} for beat in by_event.get(seq, [])]
                told.append({"type": "event", "seq": seq, "event": event})
        return list(map(json.dumps, [*told, {"type": "status", "status": "finished", "waiting": ""}]))

    def front(self, watcher: Watcher, *, shown: bool) -> tuple[Page, list[WebSocketRoute]]:
        """The front page as it was while the game was on, to somebody to whom endings are `shown` or not; no script is
        answered that asks for it. And the sockets of the game that it opens, which tell nothing by themselves."""
        page, sockets = watcher.open("about:blank"), []
        kept = {"name": "endings", "value": "shown" if shown else "hidden", "url": self.site}
        page.context.add_cookies([kept])  # type: ignore[list-item] # a dict of what playwright types
        page.route_web_socket(
            re.compile("/ws/"), lambda socket: sockets.append(socket) if "games" in socket.url else None
        )

        def answer(route: Route) -> None:
            if route.request.is_navigation_request():
                route.fulfill(content_type=HTML, body=self.pages["front"])

        page.route(f"{self.site}/", answer)
        page.goto(f"{self.site}/")
        return page, sockets

    def open_(self, watcher: Watcher, lens: str, *, line: str = "told") -> Page:
        """The game's page as it was while the game was on; a script that asks for it is told how it is. Its socket is
        "told" all that has come since, at once, is "late" and told the end alone, is "silent" or "refused"."""
        page = watcher.open("about:blank")

        def answer(route: Route) -> None:
            if route.request.is_navigation_request():
                route.fulfill(content_type=HTML, body=self.pages[lens])
            else:
                route.continue_()

        def tell(socket: WebSocketRoute) -> None:
            after = int(re.search(r"after=(\d+)", socket.url)[1])  # type: ignore[index] # the page's own address
            for frame in self.frames(lens, after) if line == "told" else ():
                socket.send(frame)
            if line == "late":
                socket.send(self.frames(lens, after)[-1])
            if line == "refused":
                socket.close(code=OUR_FAULT, reason="nothing is told")

        def ask_often(route: Route) -> None:
            body = route.fetch().text()
            assert "ASK_EVERY = 2_500" in body
            route.fulfill(content_type="text/javascript", body=body.replace("ASK_EVERY = 2_500", "ASK_EVERY = 100"))

        page.route(re.compile(r"/js/live[^/]*\.js"), ask_often)
        page.route(lambda url: f"/games/{self.game}/?" in url and "/api/" not in url, answer)
        page.route_web_socket(re.compile("/ws/games/"), tell)
        page.goto(f"{self.site}/games/{self.game}/?lens={lens}")
        return page


@pytest.fixture(scope="module")
def watched(tables: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    """A game of some quarter of a minute, whose pages say that it is played as it is spoken."""
    folder = tmp_path_factory.mktemp("watched")
    copy_tables(tables, folder / "league.sqlite3")
    manage(folder, "roster", f"season live create {MADE} --pace 0.05 --secret long", "season live start")
    with listening(folder, "serve") as url, httpx.Client(base_url=f"{url}/api/v1", timeout=at_most(10)) as api:

        def games(status: str) -> list[str]:
            threading.Event().wait(0.3)  # who asks more often is sent away
            return [game["id"] for game in api.get("/games/", params={"status": status}).json()["results"]]

        until(lambda: games("running"))
        (game,) = games("running")
        until(lambda: games("running") and len(api.get(f"/games/{game}/events/").json()["results"]) > 6)
        pages = {lens: httpx.get(f"{url}/games/{game}/?lens={lens}").text for lens in LENSES}
        assert all('"is_open": true' in page for page in pages.values())
        pages["front"] = httpx.get(f"{url}/").text
        assert 'id="marquee"' in pages["front"]
        until(lambda: games("finished"))
        paced = {lens: re.sub(r'"pace": [\d.]+', '"pace": 1', page) for lens, page in pages.items()}
        yield Watched(url, game, paced)


def says_who_won(page: Page) -> bool:
    """Whether anything in view of who watches tells how the game ended."""
    told = [
        page.title(),
        page.inner_text("#headline"),
        *page.locator("#contents a, [data-chapters] a").all_inner_texts(),
    ]
    return any(re.search(r"\bwins?\b", each) for each in told)


def has(page: Page, things: list[WebSocketRoute], many: int) -> None:
    """Waits until a page has opened so many sockets."""
    for _ in range(100):
        if len(things) >= many:
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"{len(things)} sockets, and not {many}")


# --- what comes at once ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lens", ["glass", pytest.param("audience", marks=pytest.mark.slow)])
def test_what_comes_at_once_at_the_end_is_played_on_from_where_one_is(
    watched: Watched, watcher: Watcher, lens: str
) -> None:
    """As through the glass of a delayed season, which is behind until the game is over."""
    last = len(watched.beats(lens)) - 1
    page = watched.open_(watcher, lens)
    left = int(page.get_attribute("#replay", "data-beat") or -1)
    assert last - left > 8, "there is something to be skipped"
    page.wait_for_function(f"(last) => {REACH} === last", arg=last)
    assert left <= page.evaluate(SHOWN) <= left + 3
    expect(page.locator("[data-play]")).to_have_attribute("aria-label", "Pause")
    expect(page.locator("[data-edge]")).to_have_text(re.compile(r"^\d+:\d\d behind, to (live|the newest)$"))
    page.select_option("[data-speed]", "4")
    for _ in range(2):  # which holds from the next beat on, or from when one plays on
        page.locator("[data-play]").click()
    page.wait_for_function(f"(left) => {SHOWN} > left + 1", arg=left)
    page.wait_for_timeout(2_500)  # in which the page would have been rendered anew
    assert page.evaluate(SHOWN) < last - 2
    assert not says_who_won(page)
    page.locator("[data-edge]").click()
    page.wait_for_function(OVER)
    page.wait_for_function(f"(last) => {SHOWN} === last", arg=last)
    assert says_who_won(page)


def test_who_comes_when_all_has_happened_and_the_books_are_open_has_watched_it_to_the_end(
    watched: Watched, watcher: Watcher
) -> None:
    """The server's page has the last event then, so that no socket tells it; who reads that knows how it ended, and the
    page that comes when the books are closed is not to hide it again."""
    last = watched.events("glass")[-1]["seq"]
    address = f"{watched.site}/games/{watched.game}/?lens=glass&line={last}"
    over = httpx.get(address, timeout=at_most(60)).text
    (end,) = re.findall(r'<section class="scene curtain[^>]*id="end".*?</section>', over, re.DOTALL)
    head, transcript, rest = re.split(r'(<div[^>]*id="transcript"[^>]*>)', watched.pages["glass"])
    between = watched._replace(pages={"glass": f"{head}{transcript}{end}{rest}"})
    page = between.open_(watcher, "glass", line="silent")
    page.context.clear_cookies()

    def told() -> list[str]:
        return [each["value"] for each in page.context.cookies() if each["name"] == "watched"]  # type: ignore[typeddict-item]

    page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
    page.locator("#end").scroll_into_view_if_needed()
    page.wait_for_function("(game) => document.cookie.includes(`watched=${game}`)", arg=watched.game)
    assert told() == [watched.game]


# --- without sockets -------------------------------------------------------------------------------------------------


def test_who_looks_back_and_has_no_socket_is_not_told_the_end(watched: Watched, watcher: Watcher) -> None:
    page, asked = watched.open_(watcher, "glass", line="refused"), []
    page.on("request", lambda request: asked.append(request.url) if "/events/" in request.url else None)
    page.evaluate("document.querySelector('[data-go=before]').click()")
    page.wait_for_function("() => document.querySelector('#transcript > :last-child').id === 'end'")
    while len(asked) < 20 and page.locator("#follow").count():
        page.wait_for_timeout(200)
    assert page.locator("#follow").count() == 1
    assert not says_who_won(page)
    page.locator("[data-edge]").click()
    page.wait_for_function(OVER)
    assert says_who_won(page)


@pytest.mark.parametrize("lens", LENSES)
def test_whose_socket_was_away_while_several_beats_came_is_told_each_event_when_the_game_is_over(
    watched: Watched, watcher: Watcher, lens: str
) -> None:
    """Where the end is all that a socket tells, what came before it is asked for by its number and told in order,
    beside the stage, too."""
    expected, beats = watched.events(lens), watched.beats(lens)
    page = watched.open_(watcher, lens, line="late")
    after = json.loads(page.locator("#game-data").text_content() or "")["after"]
    assert sum(beat["seq_from"] > after for beat in beats) > 3, "several came"
    fallen = {seat for beat in beats for seat, its in beat.get("sets", {}).get("seats", {}).items() if its.get("fate")}
    assert len(fallen) > 1
    page.wait_for_function(OVER)
    page.wait_for_function(f"(last) => {REACH} === last", arg=len(beats) - 1)
    page.wait_for_function(
        "(seq) => document.querySelector(`#transcript [data-seq='${seq}']`)", arg=expected[-1]["seq"]
    )
    for seat in sorted(fallen):
        expect(page.locator(f"#table [data-seat='{seat}']")).to_have_class(re.compile(r"\bis-dead\b"))
    numbers = numbers_on(page)
    assert numbers == sorted(set(numbers)), "each once, in order"


# --- where one wants to go -------------------------------------------------------------------------------------------


def test_who_asks_faster_than_the_server_answers_is_where_they_last_wanted_to_be(
    watched: Watched, watcher: Watcher
) -> None:
    """At the edge of what goes on, where all beats are asked for anew."""
    page = watched.open_(watcher, "audience", line="silent")
    last = int(page.get_attribute("#replay", "data-last") or 0)
    assert last > 4
    known = json.dumps({"results": watched.beats("audience")[: last + 1]})
    asked: list[Route] = []

    def hold(route: Route) -> None:
        asked.append(route)

    page.route("**/beats/**", hold)
    for number in (1, 4, 2):
        page.evaluate(SEEK, number)
    page.wait_for_timeout(500)
    for route in reversed(asked):
        route.fulfill(content_type="application/json", body=known)
    page.wait_for_function(
        f"() => {SHOWN} === 2 && document.querySelector('[data-edge]').textContent.includes('behind')"
    )
    assert (len(asked), page.inner_text("[data-words]")) == (1, watched.beats("audience")[2]["text"])


def test_when_a_game_is_over_what_leads_elsewhere_leads_from_where_one_is(watched: Watched, watcher: Watcher) -> None:
    """What the bar has only then leads to the first beat; and lenses, which come anew, to the same moment."""
    page = watched.open_(watcher, "glass")
    page.wait_for_function(f"(last) => {REACH} === last", arg=len(watched.beats("glass")) - 1)
    page.locator("[data-edge]").click()
    page.wait_for_function(OVER)
    expect(page.locator("section[data-finale]")).to_be_visible()
    start = page.locator("[data-from-the-start]")
    expect(start).to_have_attribute("href", "?lens=glass&beat=0#replay")
    page.evaluate("() => { window.fetch = () => new Promise(() => {}); }")  # else the server's page has them right
    page.evaluate("document.getElementById('lenses').innerHTML += ' '")  # as when more eyes are open
    for number in (7, 4):
        comes_to(page, number)
        for lens in ("audience", "seat:2"):
            there = f"?lens={lens}&beat={number}&of=glass#replay"
            expect(page.locator(f"#lenses [data-lens='{lens}']")).to_have_attribute("href", there)
    start.click()
    is_at(page, 0)
    expect(page.locator("[data-play]")).to_have_attribute("aria-label", "Pause")


# --- the front page --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shown", [False, True])
def test_the_front_page_tells_the_end_to_whom_endings_are_shown(
    watched: Watched, watcher: Watcher, *, shown: bool
) -> None:
    page, sockets = watched.front(watcher, shown=shown)
    page.wait_for_function("() => document.querySelector('#marquee .lines > li')")
    has(page, sockets, 1)
    before = page.inner_text("#marquee .lines")
    for frame in watched.frames("audience", int(re.search(r"after=(\d+)", sockets[0].url)[1]))[:-1]:  # type: ignore[index]
        sockets[0].send(frame)
    page.wait_for_function("() => document.getElementById('marquee').classList.contains('end')")
    page.wait_for_timeout(500)
    told = page.inner_text("#marquee")
    (revealed,) = (event for event in watched.events("audience") if event["kind"] == "revealed")
    assert page.inner_text("#marquee .lines") != before
    assert (page.locator("#marquee .lines .revealed").count() > 0) is shown, revealed
    assert bool(re.search(r"\bwins?\b", told, re.IGNORECASE)) is shown


def test_the_front_page_listens_for_the_game_that_is_on_it_alone(watched: Watched, watcher: Watcher) -> None:
    page, sockets = watched.front(watcher, shown=False)
    devtools = page.context.new_cdp_session(page)

    def listeners() -> list[int]:
        told = devtools.send(
            "Runtime.evaluate", {"expression": LISTENERS, "includeCommandLineAPI": True, "returnByValue": True}
        )
        return list(told["result"]["value"])

    has(page, sockets, 1)
    before = listeners()
    assert min(before) > 0
    for nth in (2, 3):
        page.evaluate(
            """() => {
              const marquee = document.getElementById('marquee');
              marquee.replaceWith(marquee.cloneNode(true));
              document.dispatchEvent(new CustomEvent('fresh', { detail: document }));
            }"""
        )
        has(page, sockets, nth)
    assert listeners() == before


def test_a_line_of_the_league_that_is_silent_for_long_is_taken_for_dead(watched: Watched, watcher: Watcher) -> None:
    page, lines = watcher.open("about:blank"), []

    def impatient(route: Route) -> None:
        route.fulfill(content_type="text/javascript", body=route.fetch().text().replace("45_000", "300"))

    page.route(re.compile(r"/js/league[^/]*\.js"), impatient)

    def silent(line: WebSocketRoute) -> None:
        lines.append(line)

    page.route_web_socket(re.compile("/ws/league/"), silent)
    page.goto(f"{watched.site}/")
    has(page, lines, 3)
