"""How the page of a game stands on small screens and enlarged ones, with long names and ten at the table: nothing is
cut but a season's name, nothing lies over anything, and phase and lenses stay in view."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import SETTLED, Watcher, comes_to, comes_true, games_of, over_and_live
from tests.patience import at_most

pytestmark = [pytest.mark.browser, pytest.mark.timeout(at_most(240)), pytest.mark.long(60)]

BOOKS: Final = ("town-mafia", "reactive-mafia", "council-mafia", "glass-box")
NAME: Final = "The-Grand-Autumn-Championship-of-Hidden-Roles-and-Whispers26"  # of sixty letters
SEASON: Final = f"--games 4 --players house --memory off --names persona --name {NAME} " + " ".join(
    f"--ruleset {book} --seats {book}=10" for book in BOOKS
)
PHONES: Final = ((320, 568), (375, 667))
LARGER: Final = (430, 932)
LOW: Final = ((640, 400), (640, 360), (320, 256), (844, 390))  # 200 % and 400 % of a window, a phone on its side
# Of the rule line: the text, what of it but the season is not whole, how wide the season's name is, and its whole name.
RULE: Final = """() => {
  const line = document.querySelector('.rail-rule').getBoundingClientRect();
  const season = document.querySelector('.rail-season');
  const text = document.createTreeWalker(document.querySelector('.rail-rule'), NodeFilter.SHOW_TEXT);
  const cut = [];
  while (text.nextNode()) {
    const [node, range] = [text.currentNode, document.createRange()];
    if (season.contains(node) || !node.parentElement.checkVisibility()) continue;
    range.selectNodeContents(node);
    for (const { left, right } of range.getClientRects()) {
      if (left < line.left - 1 || right > Math.min(line.right, innerWidth) + 1) cut.push(node.textContent);
    }
  }
  return { cut, width: season.getBoundingClientRect().width, title: season.title,
    told: document.querySelector('.rail-rule').innerText.replaceAll('\\n', '') };
}"""
# The words of the phase that are broken, cut, or under the lenses.
BROKEN: Final = """() => {
  const phase = document.querySelector('.rail [data-phase]');
  const [node, own] = [phase.firstChild, phase.getBoundingClientRect()];
  const lenses = document.querySelector('#lenses').getBoundingClientRect();
  return [...node.data.matchAll(/\\S+/g)].filter((word) => {
    const range = document.createRange();
    range.setStart(node, word.index);
    range.setEnd(node, word.index + word[0].length);
    const lines = [...range.getClientRects()];
    return lines.length !== 1 || lines[0].right > lenses.left + 1 || lines[0].right > own.right + 1
      || lines[0].bottom > own.bottom + 3;
  }).map(String);
}"""
PHASES: Final = "(told) => { document.querySelector('.rail [data-phase]').firstChild.data = told; }"
WIDER: Final = "() => document.documentElement.scrollWidth - innerWidth"
# What stands in view, and whether it is seen there and not under something else.
SEEN: Final = """(selector) => [...document.querySelectorAll(selector)].map((each) => {
  const { left, top, right, bottom, height, width } = each.getBoundingClientRect();
  const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return { isIn: top >= -1 && left >= -1 && bottom <= innerHeight + 1 && right <= innerWidth + 1,
    isOver: Boolean(there) && (each.contains(there) || there.contains(each)), least: Math.min(height, width) };
})"""
CUT: Final = """() => [...document.querySelectorAll('.ring .alias, .tray .for')]
  .filter((each) => each.checkVisibility())
  .filter((each) => each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight)
  .map((each) => each.textContent)"""
# Of the badges that count votes: those with a word that is broken, and those that lie over the middle of their face.
ASTRAY: Final = """() => [...document.querySelectorAll('.ring .against')].filter((each) => {
  if (!each.checkVisibility()) return false;
  const range = document.createRange();
  range.selectNodeContents(each);
  const lines = new Set([...range.getClientRects()].map((line) => Math.round(line.top))).size;
  const face = each.parentElement.querySelector('.face, .token').getBoundingClientRect();
  const { left, right } = each.getBoundingClientRect();
  return lines > 2 || (left < face.right - face.width / 4 && right > face.left + face.width / 4);
}).map((each) => each.textContent)"""


@pytest.fixture(scope="module")
def site(tables: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A league with a game of each rule book that is over and one that is on, of ten with long names."""
    with over_and_live(tmp_path_factory.mktemp("small"), tables, SEASON) as url:
        yield url


def beats(site: str, game: str, lens: str) -> list[dict[str, Any]]:
    with httpx.Client(base_url=site, timeout=at_most(30)) as api:
        found: list[dict[str, Any]] = api.get(f"/api/v1/games/{game}/beats/", params={"lens": lens}).json()["results"]
    return found


def all_games(site: str, watcher: Watcher) -> list[str]:
    """The ids of all games, those that are on too."""
    waiting = watcher.open(f"{site}/")
    while len(live := games_of(site, "live")) < len(BOOKS):
        waiting.wait_for_timeout(500)
    waiting.close()
    return [*games_of(site, "over").values(), *live.values()]


@pytest.mark.parametrize("size", PHONES)
def test_on_a_phone_the_rule_is_whole_and_a_long_season_gives_way(
    site: str, watcher: Watcher, size: tuple[int, int]
) -> None:
    for game in all_games(site, watcher):
        page = watcher.open(f"{site}/games/{game}/?lens=glass", width=size[0], height=size[1])
        rule = page.evaluate(RULE)
        assert rule["cut"] == []
        assert rule["width"] > 24, "how the season's name begins"
        assert rule["title"] == NAME
        assert " of 10 are " in rule["told"]
        assert " of 4: " in rule["told"]
        assert page.evaluate(WIDER) <= 0
        page.close()


@pytest.mark.parametrize("size", [*PHONES, LARGER, (320, 256)])
def test_the_words_of_the_phase_are_never_broken(site: str, watcher: Watcher, size: tuple[int, int]) -> None:
    for book in ("glass-box", "town-mafia"):
        page = watcher.open(f"{site}/games/{games_of(site, 'over')[book]}/", width=size[0], height=size[1])
        expect(page.locator(".rail [data-phase]")).not_to_be_empty()
        for told in ("Meeting 12", "The crew wins", "The mafia win", "The impostors win"):
            page.evaluate(PHASES, told)
            assert page.evaluate(BROKEN) == []
            assert page.evaluate(WIDER) <= 0
        page.close()


@pytest.mark.parametrize("size", LOW)
@pytest.mark.parametrize("lens", ["seat:1", "glass"])
def test_on_a_low_screen_phase_and_lenses_stay_in_view_on_a_thin_line(
    site: str, watcher: Watcher, lens: str, size: tuple[int, int]
) -> None:
    for book in ("town-mafia", "glass-box"):
        game = games_of(site, "over")[book]
        said = next(beat["n"] for beat in beats(site, game, "glass") if beat["kind"] == "said")
        page = watcher.open(f"{site}/games/{game}/?lens={lens}&beat={said}#replay", width=size[0], height=size[1])
        page.wait_for_function("() => document.documentElement.classList.contains('is-watching')")
        line, card = page.locator(".rail").bounding_box(), page.locator(".card").bounding_box()
        assert line is not None
        assert card is not None
        assert line["y"] + line["height"] <= min(29, card["y"] + 1)
        bar = page.locator(".player").bounding_box()
        assert bar is not None
        assert card["y"] + card["height"] <= bar["y"] + 1
        for place in (
            "scrollTo(0, scrollY)",
            "scrollBy(0, 300)",
            "document.querySelector('main').scrollIntoView({ block: 'end' })",
        ):
            page.evaluate(place)
            page.evaluate(SETTLED)
            for part, least in ((".rail [data-phase]", 0), ("#lenses :is(a.lens, summary.lens)", 24)):
                seen = page.evaluate(SEEN, part)
                assert seen
                assert all(each["isIn"] and each["isOver"] and each["least"] >= least for each in seen), (place, part)
        assert page.evaluate(WIDER) <= 0
        page.close()


@pytest.mark.parametrize("size", LOW)
def test_on_a_low_screen_all_eyes_can_be_chosen(site: str, watcher: Watcher, size: tuple[int, int]) -> None:
    for book in ("town-mafia", "glass-box"):
        page = watcher.open(f"{site}/games/{games_of(site, 'over')[book]}/?lens=audience&beat=9#replay")
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.evaluate("() => scrollTo(0, document.body.scrollHeight)")
        page.locator(".eyes > summary").click()
        box = page.locator(".eyes > div").bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= size[1]
        last = page.locator(".eyes [aria-labelledby='eyes-of'] a").last
        last.scroll_into_view_if_needed()
        name = last.get_attribute("title") or "?"
        last.click()
        expect(page.locator("#lenses summary .alias")).to_have_text(name.removeprefix("The eyes of "))
        page.close()


def test_without_scripts_nothing_is_pinned_on_a_low_screen(site: str, watcher: Watcher) -> None:
    for book in ("town-mafia", "glass-box"):
        game = games_of(site, "over")[book]
        page = watcher.open(f"{site}/games/{game}/?lens=glass&beat=9", script=False, width=640, height=400)
        assert page.locator(".rail").evaluate("rail => getComputedStyle(rail).position") == "static"
        page.close()


@pytest.mark.parametrize("size", [*PHONES, (768, 1024), (1280, 720)])
def test_without_scripts_phase_and_lenses_stay_in_view_at_the_beat_of_a_link(
    site: str, watcher: Watcher, size: tuple[int, int]
) -> None:
    for book in ("town-mafia", "glass-box"):
        game = games_of(site, "over")[book]
        said = [beat["n"] for beat in beats(site, game, "glass") if beat["kind"] == "said"]
        for lens in ("glass", "seat:1"):
            address = f"{site}/games/{game}/?lens={lens}&of=glass&beat={said[2]}#replay"
            page = watcher.open(address, script=False, width=size[0], height=size[1])
            comes_true(page, "scrollY > 0")
            for part in (".rail [data-phase]", "#lenses :is(a.lens, summary.lens)", ".rail-living"):
                seen = page.evaluate(SEEN, part)
                assert seen
                assert all(each["isIn"] and each["isOver"] for each in seen), (book, lens, part)
            line, card = page.locator(".rail").bounding_box(), page.locator(".card").bounding_box()
            assert line is not None
            assert card is not None
            assert card["y"] >= line["y"] + line["height"] - 1, "nothing of the card is beneath the line"
            page.close()


@pytest.mark.parametrize("size", [*PHONES, (640, 400), (667, 375), (844, 390), (1280, 720)])
def test_names_stand_whole_at_the_table_and_in_a_vote(site: str, watcher: Watcher, size: tuple[int, int]) -> None:
    for book in ("town-mafia", "council-mafia", "glass-box"):
        game = games_of(site, "over")[book]
        told = beats(site, game, "glass")
        voted = [beat["n"] for beat in told if beat["kind"] == "voted" or beat.get("votes")]
        page = watcher.open(f"{site}/games/{game}/?lens=glass&beat={voted[0]}#replay", width=size[0], height=size[1])
        for number in (voted[0], voted[-1]):
            comes_to(page, number)
            page.evaluate(SETTLED)
            assert page.evaluate(CUT) == []
            assert page.evaluate(ASTRAY) == []
        page.close()


@pytest.mark.parametrize("size", [(640, 400), (667, 375), (844, 390)])
def test_on_a_low_screen_who_lives_is_told_by_sides_and_who_is_what_in_words(
    site: str, watcher: Watcher, size: tuple[int, int]
) -> None:
    for book, sides in (("town-mafia", "Mafia|Town"), ("glass-box", "Impostors|Crew")):
        game = games_of(site, "over")[book]
        said = [beat["n"] for beat in beats(site, game, "glass") if beat["kind"] == "said"]
        page = watcher.open(f"{site}/games/{game}/?lens=glass&beat={said[-1]}#replay", width=size[0], height=size[1])
        page.wait_for_function("() => document.documentElement.classList.contains('is-watching')")
        for part in (".rail-living", ".camp-title", ".ring .role"):
            seen = page.evaluate(SEEN, part)
            assert len(seen) >= {".rail-living": 1, ".camp-title": 2, ".ring .role": 10}[part]
            assert all(each["isIn"] and each["isOver"] for each in seen), (book, part)
        told = page.locator(".rail-cast").inner_text()
        assert re.search(r"\d of 10 alive", told)
        assert re.findall(sides, told, re.IGNORECASE)
        page.close()


def test_between_a_phone_and_a_desk_the_rule_has_a_line_of_its_own(site: str, watcher: Watcher) -> None:
    for book in ("town-mafia", "glass-box"):
        page = watcher.open(f"{site}/games/{games_of(site, 'over')[book]}/?lens=seat:1", width=768, height=1024)
        rule = page.locator(".rail-rule").bounding_box()
        assert rule is not None
        assert rule["width"] > 700
        page.close()


def test_what_a_line_between_players_means_stands_beside_it_while_it_is_there(site: str, watcher: Watcher) -> None:
    for book in ("town-mafia", "council-mafia"):
        game = games_of(site, "over")[book]
        told = beats(site, game, "audience")
        naming = next(beat["n"] for beat in told if beat["kind"] == "said" and beat.get("names"))
        silent = next(beat["n"] for beat in told if beat["kind"] == "scene")
        page = watcher.open(f"{site}/games/{game}/?lens=audience&beat={naming}#replay")
        expect(page.locator(".arcs-told .of")).to_be_visible()
        comes_to(page, silent)
        expect(page.locator(".arcs-told .of")).to_be_hidden()
        page.close()


def test_through_a_seat_s_eyes_the_card_says_where_thoughts_are(site: str, watcher: Watcher) -> None:
    game = games_of(site, "over")["town-mafia"]
    for seat in (1, 3):
        page = watcher.open(f"{site}/games/{game}/?lens=seat:{seat}&beat=2#replay")
        name = page.locator("#lenses summary .alias").inner_text()
        note = page.locator(".card .unthought")
        assert re.fullmatch(f"{name}.s thoughts stand in the glass box[.]", note.inner_text())
        expect(note).to_be_visible()
        note.get_by_role("link").click()
        expect(page.locator("#lenses [data-lens=glass]")).to_have_attribute("aria-current", "true")
        assert gone(page)
        page.close()
    page = watcher.open(f"{site}/games/{game}/?lens=audience&beat=2#replay")
    assert gone(page)


def gone(page: Page) -> bool:
    return page.locator(".unthought").count() == 0


@pytest.mark.parametrize("width", [375, 1280])
def test_a_list_that_is_kept_back_stands_apart_from_what_is_empty(site: str, watcher: Watcher, width: int) -> None:
    for role in ("sheriff", "doctor"):
        page = watcher.open(f"{site}/games/?role={role}", width=width)
        before, notice, empty = (
            page.locator(each).bounding_box() for each in ("main > .small", "main > .notice", ".empty")
        )
        assert before is not None
        assert notice is not None
        assert empty is not None
        assert notice["y"] - before["y"] - before["height"] >= 8
        assert empty["y"] - notice["y"] - notice["height"] >= 8
        page.close()
