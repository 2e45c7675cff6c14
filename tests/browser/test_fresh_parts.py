"""Parts of pages that the server renders anew while somebody reads them: what stays, and that nothing stops."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Watcher, demo
from tests.patience import at_most

pytestmark = [pytest.mark.browser, pytest.mark.timeout(at_most(240)), pytest.mark.long(120)]

# How a part comes anew that says something else than before.
STALE = "() => { document.querySelector('#season .lede').prepend('before the swap '); }"
FRESHEN = "async () => { await (await import(window.freshJs)).freshen(); }"
LEDE = "() => document.querySelector('#season .lede').textContent"


@pytest.fixture(scope="module")
def season(tables: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The page of a season whose first game is over."""
    folder = tmp_path_factory.mktemp("fresh")
    with demo(folder, "--pace", "0.02", "--games", "40", tables=tables) as url:
        yield f"{url}/seasons/demo-1/"


def opened(season: str, watcher: Watcher) -> Page:
    """The page with a table of results; where its scripts are is the manifest's secret."""
    page = watcher.open(season)
    while not page.locator("#season .scroller").count():
        page.wait_for_timeout(500)
        page.reload()
    page.evaluate(
        "() => { window.freshJs = performance.getEntriesByType('resource')"
        ".map((each) => each.name).find((name) => /js\\/fresh[^/]*\\.js/.test(name)); }"
    )
    return page


def test_a_click_on_a_table_does_not_stop_the_page(season: str, watcher: Watcher) -> None:
    page = opened(season, watcher)
    page.locator("#season .scroller").first.click(position={"x": 5, "y": 5})
    assert page.evaluate("() => document.activeElement.className") == "scroller"
    page.evaluate(STALE)

    page.evaluate(FRESHEN)

    assert "before the swap" not in page.evaluate(LEDE)


def test_who_came_to_a_link_by_keyboard_is_still_there_after_a_swap(season: str, watcher: Watcher) -> None:
    page = opened(season, watcher)
    link = page.locator("#season .who-line a").first
    link.focus()
    reader_at = link.get_attribute("href")
    page.evaluate(STALE)

    page.evaluate(FRESHEN)

    assert "before the swap" not in page.evaluate(LEDE)
    assert page.evaluate("() => document.activeElement.getAttribute('href')") == reader_at


def test_a_field_in_use_is_waited_for_and_what_was_missed_comes_after(season: str, watcher: Watcher) -> None:
    page = opened(season, watcher)
    page.evaluate("() => { document.getElementById('season').append(document.createElement('input')); }")
    page.locator("#season input").focus()
    page.evaluate(STALE)

    page.evaluate(FRESHEN)
    assert "before the swap" in page.evaluate(LEDE)

    page.evaluate("() => document.activeElement.blur()")
    page.wait_for_function("() => !document.querySelector('#season .lede').textContent.includes('before the swap')")


@pytest.mark.parametrize("width", [1280, 390])
def test_the_front_page_stays_where_it_is_however_much_is_said(season: str, watcher: Watcher, width: int) -> None:
    page = watcher.open(season.partition("/seasons/")[0], width=width)
    page.wait_for_selector("#marquee")
    heights = page.evaluate(
        """() => {
          const marquee = document.getElementById("marquee"), lines = marquee.querySelector(".lines");
          return ["", "A word. ", "Word after word. ".repeat(200)].map((words) => {
            lines.replaceChildren(...[1, 2, 3].map(() => {
              const line = document.createElement("li");
              line.textContent = words;
              return line;
            }));
            return marquee.offsetHeight;
          });
        }"""
    )
    assert len(set(heights)) == 1
