"""The front page while nothing is on: what its tables leave room for."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Watcher, listening, manage
from tests.databases import copy_tables
from tests.patience import at_most

pytestmark = [pytest.mark.browser, pytest.mark.timeout(at_most(240)), pytest.mark.long(20)]

PAST: Final = "season past create --ruleset town-mafia --seats 5 --games 16 --players house --memory off --pace 0"
# By how much a table is wider than its frame, and what of its words is not whole within that.
BEYOND: Final = """() => [...document.querySelectorAll('.scroller')].map((frame) => {
  const { left, right } = frame.getBoundingClientRect();
  const cut = [...frame.querySelectorAll('th, td')].filter((cell) => cell.checkVisibility()).filter((cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    return [...range.getClientRects()].some((box) => box.width && (box.left < left - 1 || box.right > right + 1));
  });
  return [frame.scrollWidth - frame.clientWidth, cut.map((cell) => cell.textContent)];
})"""


@pytest.fixture(scope="module")
def site(tables: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A league in which a season is over, and nothing is on."""
    folder = tmp_path_factory.mktemp("home")
    copy_tables(tables, folder / "league.sqlite3")
    manage(folder, "roster", PAST, "season past run")
    with listening(folder, "serve") as url:
        yield url


@pytest.mark.parametrize("size", ["100%", "120%"])
@pytest.mark.parametrize("width", [1280, 1100, 960, 768, 375, 320])
def test_who_leads_is_told_within_half_a_page_and_on_a_phone(
    site: str, watcher: Watcher, width: int, size: str
) -> None:
    page = watcher.open(f"{site}/", width=width)
    expect(page.locator(".columns .results tbody tr")).not_to_have_count(0)
    page.evaluate("(size) => { document.documentElement.style.fontSize = size; }", size)
    for shown in (page.locator(".columns .results .rank").first, page.locator(".columns .results td.number").first):
        expect(shown).to_be_visible()
    assert page.evaluate(BEYOND) == [[0, []]]
    assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0
    is_told = page.locator(".columns .results td.spare").first.is_visible()
    assert page.locator(".columns .results .folded").first.is_visible() is not is_told, "by a column or by words"
