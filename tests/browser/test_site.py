"""All kinds of pages in a real browser, on a league that really plays: what holds of each, and what stays and does not
stop where the server renders parts of them anew while somebody reads."""

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Watcher, demo, manage
from tests.databases import copy_tables
from tests.patience import at_most

pytestmark = [pytest.mark.browser, pytest.mark.timeout(at_most(240)), pytest.mark.long(40)]

# How a part comes anew that says something else than before.
STALE = "() => { document.querySelector('#season .lede').prepend('before the swap '); }"
FRESHEN = "async () => { await (await import(window.freshJs)).freshen(); }"
LEDE = "() => document.querySelector('#season .lede').textContent"

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
    """A league that plays all the while, with a season beside it that has played one of two games: the other begins in
    an hour."""
    folder = tmp_path_factory.mktemp("demo")
    copy_tables(tables, folder / "league.sqlite3")
    made = "season later create --ruleset town-mafia --seats 5 --games 2 --players house --pace 0 --interval 3600"
    manage(folder, "roster", made, "season later start")
    with demo(folder, "--pace", "0.12", "--games", "50") as url:
        yield url


@pytest.fixture
def season(site: str) -> str:
    """The page of a season whose first game is over, or will be in a moment."""
    return f"{site}/seasons/later/"


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


@pytest.mark.parametrize("script", [True, False])
def test_where_there_is_little_room_filters_are_folded_until_somebody_wants_them(
    site: str, watcher: Watcher, *, script: bool
) -> None:
    page = watcher.open(f"{site}/games/", script=script)
    fold, filters = page.locator(".filters-fold"), page.locator("form.filters")
    expect(filters).to_be_visible()
    expect(fold).to_be_hidden()
    page.set_viewport_size({"width": 375, "height": 667})
    expect(filters).to_be_hidden()
    fold.locator("summary").click()
    expect(filters).to_be_visible()
    page.goto(f"{site}/games/?ruleset=town-mafia")
    expect(filters).to_be_visible()


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


def test_a_page_whose_season_was_withdrawn_says_so_once_and_asks_no_more(season: str, watcher: Watcher) -> None:
    page = watcher.open(season, forgives="404")
    page.evaluate(
        "() => { window.freshJs = performance.getEntriesByType('resource')"
        ".map((each) => each.name).find((name) => /js\\/fresh[^/]*\\.js/.test(name)); }"
    )
    asked: list[str] = []

    def gone(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(status=404, body="Nothing is here.")

    page.route(season, gone)
    before = page.evaluate("() => document.querySelector('main h1').textContent")
    for _ in range(3):
        page.evaluate(FRESHEN)

    assert asked == [season]
    told = page.locator("main > .notice[role=status]")
    expect(told).to_have_text(
        "This is not shown any more: it was withdrawn or deleted. What stands below is how it was."
    )
    assert page.evaluate("() => document.querySelector('main h1').textContent") == before


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


@pytest.mark.slow
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
    people = [
        f"/players/{player['player_id']}/",
        f"/players/{player['player_id']}/results/",
        f"/personas/{player['persona_id']}/",
    ]
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


def test_no_page_is_wider_than_a_phone_whatever_its_fonts_and_names_measure(
    site: str, watcher: Watcher, *, whole: bool
) -> None:
    page = watcher.open(f"{site}/")
    expect(page.locator("#house .games li").first).to_be_visible()  # a game is over: now tables have rows
    wider = []
    paths = some_pages(site)
    for path in paths if whole else [*paths[:-4:4], *paths[-4:]]:  # those of the season and of the game are there
        page.goto(f"{site}{path}")
        assert page.locator("h1").count() == 1, path
        for strain, change in STRAINS.items():
            page.evaluate(change)
            for width in (390, 360, 320):
                page.set_viewport_size({"width": width, "height": 900})
                if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
                    wider.append((path, strain, width))
    assert wider == []


def told(page: Page) -> list[str]:
    """How the games of a list that are over are told to have ended."""
    results = page.locator(".games .result")
    return [text for text in results.all_inner_texts() if text.casefold() not in ("live", "not begun")]


def test_how_a_game_ended_is_told_when_it_was_watched_to_its_end_or_the_eye_was_pressed(
    site: str, season: str, watcher: Watcher
) -> None:
    page = opened(season, watcher)
    games = f"{site}/games/?status=finished"
    page.goto(games)
    wins = re.compile(r"\bwins?$|^draw$", re.IGNORECASE)
    assert [text for text in told(page) if wins.search(text)] == []

    last = page.locator(".games .title").last
    address = last.get_attribute("href")
    last.click()
    before = page.locator("#headline").inner_text()
    assert not wins.search(before)
    page.locator("#contents a").last.click()  # its end
    expect(page.locator("#end")).to_be_in_viewport()
    page.wait_for_function("(game) => document.cookie.includes(game)", arg=str(address).split("/")[2])
    page.goto(games)
    row = page.locator(f'.games li:has(a[href="{address}"]) .result')
    assert wins.search(row.inner_text())
    assert len([text for text in told(page) if wins.search(text)]) == 1

    page.get_by_role("link", name="Show endings").click()
    expect(page.get_by_role("link", name="Keep endings back")).to_be_visible()
    assert [text for text in told(page) if not wins.search(text)] == []
    page.get_by_role("link", name="Keep endings back").click()
    expect(page.get_by_role("link", name="Show endings")).to_be_visible()
    assert len([text for text in told(page) if wins.search(text)]) == 1
