"""A long game's page is as light as a short one's when it comes, and nothing of it is lost: what it leaves out comes as
a reader comes to it, and to who has no scripts by links."""

import re
from collections.abc import Iterator
from itertools import pairwise, product
from pathlib import Path
from typing import Final

import httpx
import pytest
from playwright.sync_api import Page, Route, expect

from league.access.endings import CHOICE, SHOWN
from tests.browser.conftest import Watcher, comes_to, listening, manage
from tests.browser.test_game_page import NO_GAP_NEAR
from tests.browser.test_live_page import events_of, fill, numbers_on
from tests.databases import copy_tables
from tests.patience import at_most

pytestmark = [pytest.mark.browser, pytest.mark.timeout(at_most(300)), pytest.mark.long(50)]

ELEMENTS: Final = 600  # on a page that has come
HANGS: Final = 1_000 * at_most(0.5)  # milliseconds that no task comes near, at a quarter of a machine's speed
BOOKS: Final = {
    "town-mafia": "--option discussion_rounds=10 --seed z",
    "reactive-mafia": "--option day_messages=120 --option day_seconds=3000 --option wakings_max=100 --seed y",
    "council-mafia": "--seed y",
    "glass-box": "--option kill_cooldown=30 --option short_tasks=12 --option long_tasks=8 --option stop_after=200"
    " --option stop_tokens=100000 --option max_ticks=200 --seed d",
}
LENSES: Final = ("audience", "seat:1", "glass")
COUNT: Final = "document.querySelectorAll('*').length"
LISTEN: Final = """() => {
  window.tasks = [];
  new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ type: 'longtask' });
}"""


LINK: Final = """(line) => {
  const link = document.createElement('a');
  Object.assign(link, { id: 'to-a-fold', textContent: 'there', href: `${location.search}&line=${line}#e${line}` });
  document.getElementById('transcript').before(link);
}"""


@pytest.fixture(scope="module")
def games(tables: Path, tmp_path_factory: pytest.TempPathFactory, *, whole: bool) -> Iterator[dict[str, str]]:
    """The addresses of long games, by rule book, or of three: of twelve, and that of Glass Box with more than 2,000
    events."""
    folder = tmp_path_factory.mktemp("weight")
    copy_tables(tables, folder / "league.sqlite3")
    books = {book: options for book, options in BOOKS.items() if whole or book != "reactive-mafia"}
    manage(folder, *(f"play {book} --seats 12 --save {options}" for book, options in books.items()))
    with listening(folder, "serve") as url:
        found = httpx.get(f"{url}/api/v1/games/", timeout=at_most(30)).json()["results"]
        yield {game["ruleset"]: f"{url}/games/{game['id']}/" for game in found}


def came(watcher: Watcher, address: str, *, script: bool = True, knows: bool = False) -> Page:
    """The page when all of it has come; who `knows` is one to whom endings are shown, and so all lines."""
    page = watcher.open(address, height=800, script=script)
    if knows:
        page.context.add_cookies([{"name": CHOICE, "value": SHOWN, "url": page.url}])
        page.reload()
    page.wait_for_load_state("networkidle")
    return page


def test_the_page_of_a_long_game_comes_with_few_elements_through_every_lens(
    games: dict[str, str], watcher: Watcher, *, whole: bool
) -> None:
    site, _, rest = games["glass-box"].partition("/games/")
    assert len(events_of(site, rest.strip("/"), "glass")) > 2_000
    found = {}
    for book, lens in product(games if whole else ("council-mafia", "glass-box"), LENSES):
        page = came(watcher, f"{games[book]}?lens={lens}", knows=True)
        found[book, lens] = page.evaluate(COUNT)
        whole = page.evaluate("(address) => fetch(address).then((answer) => answer.text())", f"?lens={lens}&line=all")
        assert whole.count("<") / 2 > 1.5 * found[book, lens], "there is more"
        page.close()
    assert {where: count for where, count in found.items() if count > ELEMENTS} == {}


@pytest.mark.slow
def test_no_beat_that_is_gone_to_holds_the_page_up(games: dict[str, str], watcher: Watcher) -> None:
    """How long tasks are, benchmarks/pages/weight.py tells: here the machine is others', too."""
    for book in ("town-mafia", "glass-box"):
        page = came(watcher, f"{games[book]}?lens=glass", knows=True)
        last = int(page.get_attribute("[data-scrubber]", "max") or 0)
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 4})
        page.evaluate(LISTEN)
        for number in (last // 2, 1, last - 1, last // 3):
            comes_to(page, number)
        assert max([0, *page.evaluate("window.tasks")]) < HANGS
        assert page.evaluate(COUNT) < 1.5 * ELEMENTS
        page.close()


@pytest.mark.parametrize("lens", [pytest.param("audience", marks=pytest.mark.slow), "glass"])
def test_what_the_page_left_out_comes_once_and_in_order(games: dict[str, str], watcher: Watcher, lens: str) -> None:
    site, _, rest = games["council-mafia"].partition("/games/")
    events = [event["seq"] for event in events_of(site, rest.strip("/"), lens)]
    page = came(watcher, f"{games['council-mafia']}?lens={lens}&beat=60#replay")
    shown = numbers_on(page)
    assert len(shown) < len(events) / 2
    assert shown == sorted(shown)
    fill(page)
    assert numbers_on(page) == events
    assert page.locator("#transcript .gap").count() == 0
    ids = page.eval_on_selector_all("#transcript [id]", "all => all.map(({ id }) => id)")
    assert len(ids) == len(set(ids))


def test_what_is_opened_below_the_transcript_is_by_the_beat_of_the_stage_and_so_is_the_bar(
    games: dict[str, str], watcher: Watcher
) -> None:
    """Of a stage at an early beat that goes on to a later one meanwhile; what comes later is there when asked for."""
    site, _, rest = games["council-mafia"].partition("/games/")
    falses = sorted(
        event["seq"]
        for event in events_of(site, rest.strip("/"), "glass")
        for mark in event.get("marks", ())
        if mark["verdict"] == "false"
    )
    beats = httpx.get(f"{site}/api/v1/games/{rest.strip('/')}/beats/?lens=glass", timeout=at_most(30)).json()["results"]
    first, last = (
        next(beat["n"] for beat in beats if beat["seq_to"] >= seq) for seq in (falses[0], falses[len(falses) // 2])
    )

    def known_by(beat: int) -> int:
        return sum(seq <= beats[beat]["seq_to"] for seq in falses)

    assert 0 < known_by(first) < known_by(last) < len(falses)
    page = came(watcher, f"{games['council-mafia']}?lens=glass&beat={first}#replay")
    phase, living = page.locator("#rail [data-phase]"), page.locator("#rail [data-living]")
    at_the_stage = (phase.inner_text(), living.inner_text())
    page.locator("#claims > summary").click()
    listed = page.locator("#claims .lies > li")
    expect(listed).to_have_count(known_by(first))
    expect(phase).to_have_text(at_the_stage[0], ignore_case=True)
    expect(living).to_have_text(at_the_stage[1])

    page.locator("[data-scrubber]").evaluate(
        "(each, to) => { each.value = String(to); each.dispatchEvent(new Event('input')); }", last
    )
    expect(listed).to_have_count(known_by(last))
    expect(page.locator("#claims > summary")).to_contain_text("so far")
    page.locator("#claims").get_by_text("Show what comes later, too").click()
    expect(listed).to_have_count(len(falses))


def test_who_looks_through_another_lens_and_comes_back_is_at_the_beat_they_left(
    games: dict[str, str], watcher: Watcher
) -> None:
    """Two beats of the night, which the audience is shown nothing of; who moves there comes back to where that is."""
    site, _, rest = games["council-mafia"].partition("/games/")
    got = {
        lens: httpx.get(f"{site}/api/v1/games/{rest.strip('/')}/beats/?lens={lens}", timeout=at_most(30)).json()[
            "results"
        ]
        for lens in ("glass", "audience")
    }
    public = {beat["text"] for beat in got["audience"]}
    secret = [beat["n"] for beat in got["glass"] if beat["text"] not in public]
    for number in (secret[1], secret[-1]):
        page = came(watcher, f"{games['council-mafia']}?lens=glass&beat={number}#replay")
        for lens in ("audience", "glass"):
            page.locator(f"#lenses [data-lens={lens}]").click()
            expect(page.locator(f"#lenses [data-lens={lens}]")).to_have_attribute("aria-current", "true")
        expect(page.locator("#replay")).to_have_attribute("data-beat", str(number))

    page.locator("#lenses [data-lens=audience]").click()
    expect(page.locator("#lenses [data-lens=audience]")).to_have_attribute("aria-current", "true")
    page.locator("[data-go=first]").click()
    expect(page.locator("#lenses [data-lens=glass]")).to_have_attribute("href", re.compile("of=audience"))


@pytest.mark.slow
def test_a_link_to_a_line_that_is_not_there_fetches_it_and_goes_there(games: dict[str, str], watcher: Watcher) -> None:
    page = came(watcher, f"{games['glass-box']}?lens=glass&beat=0&open=later#replay")
    page.locator("#claims > summary").evaluate(
        "each => each.click()"
    )  # from where one is: who goes there comes by gaps
    link = page.locator("#claims .lies li > a:first-child").last
    line = (link.get_attribute("href") or "").partition("#")[2]
    assert page.locator(f"#{line}").count() == 0
    link.click()
    expect(page.locator(f"#{line}")).to_be_in_viewport()
    shown = numbers_on(page)
    assert shown == sorted(shown)
    assert page.url.endswith(f"#{line}")
    page.goto(f"{games['glass-box']}?lens=glass#{line}")  # as links of old have it
    expect(page.locator(f"#{line}")).to_be_in_viewport()


def test_the_contents_lead_to_the_beginning_of_a_scene_of_which_a_later_part_is_here(
    games: dict[str, str], watcher: Watcher
) -> None:
    page = came(watcher, f"{games['town-mafia']}?lens=glass", knows=True)
    starts = page.eval_on_selector_all(
        "#contents a", "all => all.map((each) => [new URL(each.href).searchParams.get('line'), each.hash])"
    )
    begins = [(int(line), place) for line, place in starts]
    length, first, scene = max(
        (after - line, line, place) for (line, place), (after, _) in pairwise(begins)
    )  # the longest
    page.goto(f"{games['town-mafia']}?lens=glass&line={first + 3 * length // 4}#e{first + 3 * length // 4}")
    page.wait_for_load_state("networkidle")
    assert page.locator(scene).count() == 1
    assert not {first + 1, first + 2} & set(numbers_on(page)), "but for its head only a later part of it is here"
    page.locator(f"#contents a[href$='{scene}']").evaluate("each => each.click()")
    page.wait_for_function("(first) => document.querySelector(`[data-seq='${first + 1}']`)", arg=first)
    expect(page.locator(f"[data-seq='{first + 1}']")).to_be_in_viewport()
    page.wait_for_function(
        """(scene) => {
          const [top, rail] = [document.querySelector(scene), document.getElementById('rail')]
            .map((each) => each.getBoundingClientRect());
          return top.top > -10 && top.top < rail.bottom + 100;
        }""",
        arg=scene,
    )
    assert numbers_on(page) == sorted(numbers_on(page))


def test_a_link_to_what_a_fold_on_the_page_holds_opens_it_and_goes_there(
    games: dict[str, str], watcher: Watcher
) -> None:
    page = came(watcher, f"{games['town-mafia']}?lens=glass", knows=True)
    fold = page.locator("#transcript details[data-from]").first
    first, last = (int(fold.get_attribute(f"data-{end}") or 0) for end in ("from", "to"))
    assert first < last
    page.evaluate(LINK, last)
    page.locator("#to-a-fold").click()
    expect(page.locator(f"#e{last}")).to_be_in_viewport()
    page.goto("about:blank")
    page.goto(f"{games['town-mafia']}?lens=glass#e{first}")  # as links of old have it
    expect(page.locator(f"#e{first}")).to_be_in_viewport()


@pytest.mark.slow
def test_parts_of_a_scene_that_meet_are_one_without_what_was_between_them(
    games: dict[str, str], watcher: Watcher
) -> None:
    page = came(watcher, f"{games['town-mafia']}?lens=audience", knows=True)
    here = numbers_on(page)[-1]
    page.evaluate(LINK, here + 70)
    page.locator("#to-a-fold").click()
    expect(page.locator(f"#e{here + 70}")).to_be_in_viewport()
    page.wait_for_function(NO_GAP_NEAR)
    gaps = page.eval_on_selector_all("#transcript .gap", "all => all.map((gap) => gap.textContent.trim())")
    assert all(gaps)
    shown = numbers_on(page)
    assert shown == sorted(set(shown))


@pytest.mark.slow
def test_what_does_not_come_is_asked_for_again_ever_more_rarely(games: dict[str, str], watcher: Watcher) -> None:
    page = watcher.open(f"{games['town-mafia']}?lens=audience", height=800, forgives="net::ERR_|Failed to load")
    page.wait_for_load_state("networkidle")
    asked: list[str] = []

    def refuse(route: Route) -> None:
        asked.append(route.request.url)
        route.abort()

    page.route("**/*part=lines*", refuse)
    before = len(numbers_on(page))
    page.locator(".gap").scroll_into_view_if_needed()
    page.mouse.wheel(0, 200)
    while not asked:
        page.wait_for_timeout(100)
    page.wait_for_timeout(4_000)
    assert len(asked) <= 4
    page.unroute("**/*part=lines*")
    page.wait_for_function("(n) => document.querySelectorAll('[data-seq]').length > n", arg=before)


def test_who_scrolls_on_reads_on(games: dict[str, str], watcher: Watcher) -> None:
    page = came(watcher, f"{games['town-mafia']}?lens=audience", knows=True)
    before = len(numbers_on(page))
    # From above: whoever is past its middle when it is filled comes to its end first.
    page.locator(".gap").evaluate("(it) => it.scrollIntoView({ block: 'end', behavior: 'instant' })")
    page.mouse.wheel(0, 60)
    page.wait_for_function("(n) => document.querySelectorAll('[data-seq]').length > n + 20", arg=before)
    shown = numbers_on(page)
    assert shown == list(range(1, len(shown) + 1))


def test_who_goes_down_from_the_stage_finds_the_beat_and_who_goes_up_what_was_before(
    games: dict[str, str], watcher: Watcher
) -> None:
    page = came(watcher, f"{games['town-mafia']}?lens=audience&beat=100#replay")
    lines = "#transcript .line[id^=e]"
    first = page.locator(lines).first.get_attribute("id")
    at_stage = page.evaluate("scrollY")
    page.mouse.wheel(0, 20)
    page.wait_for_timeout(1_500)
    assert page.evaluate("scrollY") <= at_stage + 20, "nobody is taken away from the stage"
    page.evaluate("document.querySelector('#transcript .scene').scrollIntoView({ behavior: 'instant' })")
    page.wait_for_timeout(500)
    assert page.locator(lines).first.get_attribute("id") == first
    line = page.locator(f"#{first}")
    page.mouse.wheel(0, -60)
    page.wait_for_function("([lines, first]) => document.querySelector(lines).id !== first", arg=[lines, first])
    box = line.bounding_box()
    assert box is not None
    assert -200 < box["y"] < 800, "what was read stays"
    shown = numbers_on(page)
    assert shown == sorted(shown)


def test_who_goes_up_to_the_stage_is_not_taken_into_the_transcript(games: dict[str, str], watcher: Watcher) -> None:
    page = came(watcher, f"{games['town-mafia']}?lens=glass&beat=100#replay")
    page.evaluate("document.querySelector('#transcript > .gap').scrollIntoView({ block: 'end', behavior: 'instant' })")
    page.mouse.wheel(0, 20)
    page.wait_for_timeout(300)
    at = page.evaluate("scrollY")
    page.mouse.wheel(0, -150)
    page.wait_for_timeout(1_500)
    assert page.evaluate("scrollY") <= at


# Comes from below to where a gap begins right under the screen: the line that is read there, and how high it stands.
ABOVE_A_GAP: Final = """() => {
  const gap = [...document.querySelectorAll('#transcript .gap')].find((each) => each.previousElementSibling);
  scrollBy({ top: gap.getBoundingClientRect().top - innerHeight - 100, behavior: 'instant' });
  const line = [...document.querySelectorAll('#transcript .line[id^=e]')]
    .find((each) => each.getBoundingClientRect().top > 300);
  return [line.id, line.getBoundingClientRect().top];
}"""


@pytest.mark.slow
def test_what_comes_below_the_screen_moves_nothing_on_it(games: dict[str, str], watcher: Watcher) -> None:
    page = came(watcher, f"{games['town-mafia']}?lens=audience&beat=100#replay", knows=True)
    page.locator("#contents a").first.click()
    page.wait_for_function("() => document.querySelector('#e1')")
    page.evaluate("document.querySelector('#transcript > :last-child').scrollIntoView({ behavior: 'instant' })")
    page.wait_for_function(NO_GAP_NEAR)
    shown = len(numbers_on(page))
    line, top = page.evaluate(ABOVE_A_GAP)
    page.wait_for_function("(n) => document.querySelectorAll('[data-seq]').length > n", arg=shown)
    page.wait_for_timeout(500)
    assert page.evaluate("(id) => document.getElementById(id).getBoundingClientRect().top", line) == pytest.approx(
        top, abs=2
    )


@pytest.mark.slow
def test_without_scripts_links_lead_to_all_that_is_left_out(games: dict[str, str], watcher: Watcher) -> None:
    site, _, rest = games["reactive-mafia"].partition("/games/")
    events = {int(str(event["seq"])) for event in events_of(site, rest.strip("/"), "glass")}
    page = came(watcher, f"{games['reactive-mafia']}?lens=glass", script=False, knows=True)
    seen: set[int] = set()
    while True:
        seen |= set(numbers_on(page))
        for folded in page.eval_on_selector_all("details[data-from] a", "all => all.map(({ href }) => href)"):
            inside = watcher.open(folded, script=False)
            seen |= set(numbers_on(inside))
            inside.close()
        later = page.locator(".scene ~ .gap a")
        if not later.count():
            break
        page.goto(later.last.evaluate("({ href }) => href"))
    assert events - seen == set()
    for name, told in (("claims", "Untrue"), ("proof", "Salt")):
        page.locator(f"#{name} > summary").click()
        page.locator(f"#{name} a").first.click()
        expect(page.locator(f"#{name}")).to_contain_text(told)
        assert re.search(rf"open={name}", page.url)
    page.get_by_role("link", name="All on one page").click()
    page.wait_for_url("**line=all**")  # all of it: whoever looks at once sees its first lines
    assert set(numbers_on(page)) == events
