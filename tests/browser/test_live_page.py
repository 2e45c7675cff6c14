"""The page of a live game in a real browser, on a league that really plays."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import SETTLED, Watcher, listening, manage
from tests.browser.wire import wire
from tests.databases import copy_tables
from tests.patience import at_most

pytestmark = [pytest.mark.browser, pytest.mark.timeout(at_most(240)), pytest.mark.long(140)]

CUT = 5.0  # seconds
# A browser reports by itself, on the console, that a connection broke: that is the test's doing, not the page's.
BROKEN = "WebSocket connection to|net::ERR_"
OVER = "() => !document.getElementById('follow')"
# The transcript as it stands, without what only a line that has just come has.
TRANSCRIPT = """() => {
  const copy = document.getElementById('transcript').cloneNode(true);
  copy.querySelectorAll('details[open]').forEach((fold) => fold.open = false);
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


def lines_of(page: Page) -> list[str]:
    """The transcript of a page, line by line, so that what is otherwise can be read."""
    whole: str = page.evaluate(TRANSCRIPT)
    return whole.split("<li ")


@pytest.fixture
def slow_site(tables: Path, tmp_path: Path) -> Iterator[str]:
    """A league of one small game that lasts for two minutes: longer than whatever the test does while it is on, also
    where other tests take most of the machine."""
    copy_tables(tables, tmp_path / "league.sqlite3")
    made = "--ruleset town-mafia --seats 5 --option discussion_rounds=1 --games 1 --players house --spoilers open"
    manage(tmp_path, "roster", f"season live create {made} --pace 1.2 --secret long", "season live start")
    with listening(tmp_path, "serve") as url:
        yield url


def live_game(site: str, watcher: Watcher) -> str:
    """The id of a game that has begun, as the front page shows it: it is on its first day at most."""
    page = watcher.open(f"{site}/")
    page.wait_for_function(
        "() => document.querySelector('#marquee .button.is-main')"
        " && /Night [01]|Day 1|The table is set/.test(document.querySelector('#marquee h1').textContent)"
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
                page.wait_for_selector(f"[data-seq='{events[-1]['seq']}']")  # what the page lacked, it fetches
                fill(page)
                assert numbers_on(page) == [event["seq"] for event in events] == list(range(1, len(events) + 1))
                fresh = watcher.open(f"{slow_site}/games/{game}/?lens={lens}&line=all")
                assert lines_of(page) == lines_of(fresh)
                last = fresh.get_attribute("[data-scrubber]", "max") or ""
                expect(page.locator("[data-scrubber]")).to_have_attribute("max", last)
                assert shown_at_the_end(page) == shown_at_the_end(fresh)
                for part in ("headline", "cast", "record", "contents"):
                    selector = f"#{part}" if part != "cast" else ".cast"
                    assert are_alike(page, fresh, selector), selector
                assert page.title() == fresh.title()
                plain = watcher.open(f"{slow_site}/games/{game}/?lens={lens}&line=all", script=False)
                assert plain.locator("[data-seq]").count() == len(events)
                expect(plain.locator("[data-theme-toggle]")).to_be_hidden()


def are_alike(page: Page, fresh: Page, selector: str) -> bool:
    """Whether a part says the same on both, once what is told some seconds after the end has come to them."""
    for _ in range(40):
        if text_of(page, selector) == text_of(fresh, selector):
            return True
        page.wait_for_timeout(500)
        fresh.reload()
    return False


def fill(page: Page) -> None:
    """Has all come that the page left out when it was opened."""
    while page.locator(".gap a").count():
        page.evaluate("() => document.querySelector('.gap a')?.click()")  # it may be filled by now: it was looked at
        page.wait_for_timeout(200)
    page.evaluate("() => document.querySelectorAll('details[data-from]').forEach((fold) => { fold.open = true; })")
    page.wait_for_function("() => !document.querySelector('details[data-to]')")


def shown_at_the_end(page: Page) -> list[str]:
    """What the stage shows at the last beat, as far as it is text, and what leads to others."""
    last = page.get_attribute("[data-scrubber]", "max")
    page.locator("[data-scrubber]").fill(last or "")
    page.wait_for_function("(n) => new URLSearchParams(location.search).get('beat') === n", arg=last)
    page.bring_to_front()  # who is not looked at has a frame a second
    page.evaluate(SETTLED)
    parts = (".round", "[data-clock]", ".chapters")
    marks = page.eval_on_selector_all(
        ".landmarks path", "all => all.map(e => `${e.getAttribute('class')} ${e.getAttribute('d')}`)"
    )
    return [*(text_of(page, part) for part in parts), *sorted(marks)]


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
