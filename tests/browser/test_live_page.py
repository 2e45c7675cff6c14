"""The live pages in a real browser, on a league that really plays."""

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Watcher, demo
from tests.browser.wire import wire
from tests.patience import at_most

pytestmark = [pytest.mark.browser, pytest.mark.timeout(at_most(240)), pytest.mark.long(120)]

CUT = 5.0  # seconds
# A browser reports by itself, on the console, that a connection broke: that is the test's doing, not the page's.
BROKEN = "WebSocket connection to|net::ERR_"
AT_REST = "() => { const [was, at] = [window.wasAt, scrollY]; window.wasAt = at; return was === at; }"
OVER = "() => !document.getElementById('follow')"
# The transcript as it stands, without what only a line that has just come has.
TRANSCRIPT = """() => {
  const copy = document.getElementById('transcript').cloneNode(true);
  copy.querySelectorAll('.is-new').forEach((line) => line.classList.remove('is-new'));
  const walker = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT);
  const blank = [];
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (!node.data.trim() && node.data.includes('\\n')) blank.push(node);
  }
  blank.forEach((node) => node.remove());
  copy.normalize();
  return copy.innerHTML.trim();
}"""

# What a visitor or an operator may do to a page, one after the other.
STRAINS = {
    "nothing": "() => {}",
    "larger text": "() => { document.documentElement.style.fontSize = '120%'; }",
    "names without a place to break": """() => {
      for (const named of document.querySelectorAll('main :is(h1, .lede, .cover, .eyebrow a, .alias, .who-line a)'))
        named.append('Wolfeschlegelsteinhausenbergerdorff_2026');
    }""",
}


@pytest.fixture(scope="module")
def site(tables: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with demo(tmp_path_factory.mktemp("demo"), "--pace", "0.12", "--games", "50", tables=tables) as url:
        yield url


@pytest.fixture
def slow_site(tables: Path, tmp_path: Path) -> Iterator[str]:
    """A league whose first game lasts for most of a minute: longer than whatever a test does while it is on."""
    with demo(tmp_path, "--pace", "0.1", "--seed", "a long first game", tables=tables) as url:
        yield url


def live_game(site: str, watcher: Watcher) -> str:
    """The id of a game that has just begun, as the front page shows it: it is still before its first day."""
    page = watcher.open(f"{site}/")
    page.wait_for_function(
        "() => document.querySelector('#marquee .button.is-main')"
        " && /Night [01]|The table is set/.test(document.querySelector('#marquee h1').textContent)"
    )
    address = page.locator("#marquee .button.is-main").get_attribute("href") or ""
    page.close()
    return address.split("/")[2]


def events_of(site: str, game: str, lens: str = "audience") -> list[dict[str, object]]:
    """All events of a game through a lens, by the API."""
    found: list[dict[str, object]] = []
    with httpx.Client(base_url=site, timeout=at_most(10)) as api:
        while True:
            address = f"/api/v1/games/{game}/events/"
            page = api.get(address, params={"lens": lens, "after": len(found)}).json()["results"]
            if not page:
                return found
            found += page


def numbers_on(page: Page) -> list[int]:
    """The numbers of the events that a page shows, in its order."""
    return [int(number) for number in page.eval_on_selector_all("[data-seq]", "all => all.map(e => e.dataset.seq)")]


def test_every_event_is_on_the_live_page_in_order_however_it_comes(slow_site: str, watcher: Watcher) -> None:
    """One game, watched by four: over a whole wire, on a phone, over a wire that is cut, over one without sockets.

    What each has in the end is what the server shows afresh, with a script and without."""
    port = int(slow_site.rpartition(":")[2])
    with wire(port) as cut, wire(port, takes_sockets=False) as deaf:
        game = live_game(slow_site, watcher)
        whole = watcher.open(f"{slow_site}/games/{game}/")
        phone = watcher.open(f"{slow_site}/games/{game}/?lens=seat:0", width=390)
        broken = watcher.open(f"http://127.0.0.1:{cut.port}/games/{game}/?lens=glass", forgives=BROKEN)
        asking = watcher.open(f"http://127.0.0.1:{deaf.port}/games/{game}/?lens=glass", forgives=BROKEN)

        expect(broken.locator("[data-line]")).to_have_text("Live")
        missed = numbers_on(broken)[-1]
        cut.cut(CUT)
        expect(broken.locator("[data-line]")).not_to_have_text("Live")
        expect(broken.locator("[data-line]")).to_have_text("Live")
        broken.wait_for_function(f"() => document.querySelector('[data-seq=\"{missed + 1}\"]')")

        pages = {"audience": [whole], "seat:0": [phone], "glass": [broken, asking]}
        for lens, watching in pages.items():
            for page in watching:
                page.wait_for_function(OVER)
                events = events_of(slow_site, game, lens)
                assert events[-1]["kind"] in ("ended", "revealed")
                assert numbers_on(page) == [event["seq"] for event in events] == list(range(1, len(events) + 1))
                fresh = watcher.open(f"{slow_site}/games/{game}/?lens={lens}")
                assert page.evaluate(TRANSCRIPT) == fresh.evaluate(TRANSCRIPT)
                for part in ("headline", "cast", "record", "contents"):
                    selector = f"#{part}" if part != "cast" else ".cast"
                    assert text_of(page, selector) == text_of(fresh, selector)
                assert page.title() == fresh.title()
                plain = watcher.open(f"{slow_site}/games/{game}/?lens={lens}", script=False)
                assert plain.locator("[data-seq]").count() == len(events)
                expect(plain.locator("[data-theme-toggle]")).to_be_hidden()


def text_of(page: Page, selector: str) -> str:
    """The words of a part of a page, without the games before and after: what becomes of them goes on meanwhile."""
    words: str = page.locator(selector).evaluate(
        """part => {
          const copy = part.cloneNode(true);
          copy.querySelectorAll('.neighbours').forEach((link) => link.remove());
          return copy.textContent;
        }"""
    )
    return " ".join(words.split())


def test_following_stops_when_the_reader_scrolls_up_and_goes_on_at_a_press(slow_site: str, watcher: Watcher) -> None:
    page = watcher.open(f"{slow_site}/games/{live_game(slow_site, watcher)}/?lens=glass")
    button = page.locator("#follow button")
    expect(button).to_have_text("Stop following")
    page.wait_for_function("() => document.querySelectorAll('.line').length > 12")
    bottom = page.evaluate("scrollY")
    assert bottom > 0
    page.mouse.wheel(0, -600)
    expect(button).to_have_text(re.compile(r"Follow the newest|\d+ new, show"))  # the next line may be there already
    page.wait_for_function(AT_REST, polling=500)  # the wheel is heard before the page has moved
    here = page.evaluate("scrollY")
    expect(button).to_have_text(re.compile(r"\d+ new, show"))
    assert page.evaluate("scrollY") == here
    button.press("Enter")
    expect(button).to_have_text("Stop following")
    page.wait_for_function(f"() => scrollY > {here}")


def test_the_front_page_goes_from_game_to_game_by_itself(site: str, watcher: Watcher) -> None:
    page = watcher.open(f"{site}/")
    page.wait_for_selector("#marquee .line")
    first = page.locator("#marquee .button.is-main").get_attribute("href")
    page.wait_for_function(
        "(before) => { const a = document.querySelector('#marquee .button.is-main');"
        " return a && a.getAttribute('href') !== before; }",
        arg=first,
    )
    page.wait_for_function("() => document.querySelector('#marquee .line.is-new')")
    expect(page.locator("#house .games li").first).to_be_visible()


def test_the_theme_is_remembered(site: str, watcher: Watcher) -> None:
    page = watcher.open(f"{site}/rules/")
    before = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.locator("[data-theme-toggle]").click()
    after = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert after != before
    page.reload()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == after


def some_pages(site: str) -> list[str]:
    """A path for every kind of page that anybody may see."""
    lists = ["/", "/games/", "/seasons/", "/leaderboard/", "/leaderboard/?by=model", "/players/", "/models/", "/rules/"]
    with httpx.Client(base_url=f"{site}/api/v1/", timeout=at_most(10)) as api:
        game = api.get("games/").json()["results"][0]["id"]
        player = api.get("players/").json()["results"][0]
        books = [f"/rules/{ruleset['slug']}/" for ruleset in api.get("rulesets/").json()["results"]]
    people = [f"/players/{player['player_id']}/", f"/personas/{player['persona_id']}/"]
    return [*lists, *books, *people, "/seasons/demo-1/", f"/games/{game}/", f"/games/{game}/?lens=glass", "/login/"]


def test_every_page_can_be_walked_by_keyboard(site: str, watcher: Watcher) -> None:
    page = watcher.open(f"{site}/", width=390)
    for path in some_pages(site):
        page.goto(f"{site}{path}")
        if path != "/login/":  # there the first field has the focus already
            page.keyboard.press("Tab")
            expect(page.locator(".skip")).to_be_focused()
            page.keyboard.press("Enter")
            expect(page.locator("#main")).to_be_focused()


def test_no_page_is_wider_than_a_phone_whatever_its_fonts_and_names_measure(site: str, watcher: Watcher) -> None:
    page = watcher.open(f"{site}/")
    expect(page.locator("#house .games li").first).to_be_visible()  # a game is over: now tables have rows
    wider = []
    for path in some_pages(site):
        page.goto(f"{site}{path}")
        assert page.locator("h1").count() == 1, path
        for strain, change in STRAINS.items():
            page.evaluate(change)
            for width in (390, 360, 320):
                page.set_viewport_size({"width": width, "height": 900})
                if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
                    wider.append((path, strain, width))
    assert wider == []
