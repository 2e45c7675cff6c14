"""What a visitor does at the stage of a game: watches it to its end, asks for its keys, taps, and looks through others'
eyes.

(Long, because all of it is done at one site, whose games take a while to come up.)
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import PATIENCE, Watcher, comes_to, comes_true, is_at, listening, manage
from tests.databases import copy_tables
from tests.patience import at_most

pytestmark = [pytest.mark.browser, pytest.mark.timeout(at_most(240)), pytest.mark.long(85)]

SEASON: Final = "--players house --memory off --ruleset town-mafia --ruleset council-mafia"
NAMED: Final = "--players house --memory off --ruleset council-mafia --seats 12"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the league of these tests is kept."""
    return tmp_path_factory.mktemp("stage")


@pytest.fixture(scope="module")
def site(tables: Path, folder: Path) -> Iterator[str]:
    """A league with two games that are over, a third whose players are called by their own names, and a season that has
    played one of two: the other begins in an hour."""
    copy_tables(tables, folder / "league.sqlite3")
    later = f"season later create --games 2 {SEASON} --pace 0 --interval 3600"
    over = f"season over create --games 2 {SEASON} --pace 0"
    named = f"season named create --games 1 {NAMED} --pace 0 --names persona"
    manage(folder, "roster", over, "season over run", named, "season named run", later, "season later start")
    with listening(folder, "serve") as url:
        yield url


def finished(site: str, season: str) -> list[str]:
    """The ids of a season's games that are over, in their order."""
    with httpx.Client(base_url=site, timeout=at_most(10)) as api:
        found = api.get("/api/v1/games/", params={"season": season, "status": "finished"}).json()["results"]
    return [game["id"] for game in reversed(found)]


def beats(site: str, game: str, lens: str = "audience") -> list[dict[str, Any]]:
    with httpx.Client(base_url=site, timeout=at_most(10)) as api:
        found: list[dict[str, Any]] = api.get(f"/api/v1/games/{game}/beats/", params={"lens": lens}).json()["results"]
    return found


# --- the end ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("script", [True, False])
def test_at_its_end_a_game_turns_its_cast_over_and_says_what_is_next(
    site: str, watcher: Watcher, *, script: bool
) -> None:
    first, second = finished(site, "over")
    for game, other in ((first, second), (second, "")):
        told = beats(site, game)
        last = len(told) - 1
        seats = {seat: known for beat in told for seat, known in beat.get("sets", {}).get("seats", {}).items()}
        address = f"{site}/games/{game}/?lens=audience&beat="
        page = watcher.open(f"{address}{last - 2}#replay", script=script)
        assert page.locator("[data-finale] *").count() == 0, "nothing of it is there before"
        if script:
            comes_to(page, last)
        else:
            page = watcher.open(f"{address}{last}#replay", script=False)
        finale = page.locator("section[data-finale]")
        expect(finale).to_be_visible()
        expect(finale.get_by_role("heading", level=3)).to_have_text(page.locator("[data-phase]").text_content() or "?")
        rows = finale.get_by_role("list", name="Who was what").get_by_role("listitem")
        expect(rows).to_have_count(len(seats))
        for number, known in seats.items():
            wanted = f"{known['role'].capitalize()}, {known.get('fate', 'lived')}"
            assert rows.nth(int(number)).locator(".as").inner_text() == wanted
        assert {"lived"} < {row.split(", ", 1)[1] for row in rows.locator(".as").all_inner_texts()}
        turns = finale.locator(".story a")
        assert turns.count() > 1
        assert (turns.first.get_attribute("href") or "").startswith("?lens=audience&beat=")
        onward = finale.get_by_role("link", name="Watch Game 2")
        assert onward.count() == bool(other)
        if other:
            assert (onward.get_attribute("href") or "").endswith(f"/games/{other}/")
        assert page.locator(".card").locator("visible=true").count() == 0
        finale.get_by_role("link", name="Watch this one again").click()
        expect(page.locator("section[data-finale]")).to_be_hidden()
        expect(page.locator(".card")).to_be_visible()
        page.close()


def test_how_it_went_leads_from_the_end_to_where_it_happened(site: str, watcher: Watcher) -> None:
    for game in finished(site, "over"):
        told = beats(site, game)
        page = watcher.open(f"{site}/games/{game}/?lens=audience&beat={len(told) - 1}#replay")
        turn = page.locator(".story a").nth(1)
        number, title = int(turn.get_attribute("data-to") or 0), turn.inner_text()
        turn.click()
        is_at(page, number)
        expect(page.locator("section[data-finale]")).to_be_hidden()
        expect(page.locator(".card [data-title]")).to_have_text(title)
        page.close()


ALL_IN_VIEW: Final = """(each) => {
  const finale = document.querySelector('section[data-finale]').getBoundingClientRect();
  const boxes = each.map((one) => one.getBoundingClientRect());
  return boxes.filter(({ top, bottom }) => top < finale.top || bottom > Math.min(finale.bottom, innerHeight)).length;
}"""


def test_the_end_shows_the_whole_cast_on_a_desk(site: str, watcher: Watcher) -> None:
    waiting = watcher.open(f"{site}/")
    while not (later := finished(site, "later")):
        waiting.wait_for_timeout(500)
    for game in (*finished(site, "named"), later[0]):
        page = watcher.open(f"{site}/games/{game}/?lens=glass&beat=99999#replay", height=720)
        cast = page.get_by_role("list", name="Who was what").get_by_role("listitem")
        assert cast.count() >= 8
        assert cast.evaluate_all(ALL_IN_VIEW) == 0
        page.close()


# --- the card --------------------------------------------------------------------------------------------------------

# What of a card's head is cut, on its edge, or on its words or something else of the head.
AMISS: Final = """() => {
  const [card, spoken] = ['.card', '.card .spoken'].map((part) => document.querySelector(part).getBoundingClientRect());
  const parts = [...document.querySelectorAll('.card :is([data-title], [data-who], [data-as], [data-aside])')];
  const lines = [];
  const amiss = [];
  for (const part of parts.filter((each) => each.textContent && each.getClientRects().length)) {
    const text = document.createRange();
    text.selectNodeContents(part);
    for (const box of text.getClientRects()) lines.push([part.textContent, box]);
    if (part.clientWidth && part.scrollWidth > part.clientWidth) amiss.push(`${part.textContent} is cut`);
  }
  lines.forEach(([told, { left, right, top, bottom }], number) => {
    if (left < card.left || right > card.right || top < card.top + 4) amiss.push(`${told} is on the edge`);
    if (bottom > spoken.top + 3) amiss.push(`${told} is on the words`);
    for (const [other, box] of lines.slice(number + 1)) {
      const isBeside = right <= box.left + 1 || left >= box.right - 1;
      const isAbove = bottom <= box.top + 4 || top >= box.bottom - 4;
      if (!isBeside && !isAbove) amiss.push(`${told} is on ${other}`);
    }
  });
  return amiss;
}"""


@pytest.mark.parametrize(("width", "script"), [(1280, True), (390, True), (390, False)])
def test_who_speaks_and_what_they_do_stand_whole_above_their_words(
    site: str, watcher: Watcher, width: int, *, script: bool
) -> None:
    game = finished(site, "named")[0]
    told = [beat for beat in beats(site, game, "glass") if beat.get("aside", "").startswith("nominates ")]
    for beat in sorted(told, key=lambda each: len(each["aside"]))[-2:]:
        address = f"{site}/games/{game}/?lens=glass&beat={beat['n']}#replay"
        page = watcher.open(address, width=width, height=800, script=script)
        expect(page.locator(".card [data-aside]")).to_have_text(beat["aside"])
        expect(page.locator(".card [data-aside]")).to_be_visible()
        assert page.evaluate(AMISS) == []
        page.close()


@pytest.mark.parametrize("beat", ["said", "end"])
def test_on_a_low_screen_nothing_lies_over_the_stage(site: str, watcher: Watcher, beat: str) -> None:
    game = finished(site, "named")[0]
    said = next(each["n"] for each in beats(site, game, "glass") if each["kind"] == "said")
    address = f"{site}/games/{game}/?lens=glass&beat={said if beat == 'said' else 9999}#replay"
    page = watcher.open(address, width=640, height=360)
    page.wait_for_timeout(500)
    stage = page.locator(".card" if beat == "said" else ".finale").bounding_box()
    bar = page.locator(".player").bounding_box()
    assert stage is not None
    assert bar is not None
    assert stage["y"] >= -1
    assert stage["y"] + stage["height"] <= bar["y"] + 1
    assert bar["y"] < 360


# --- the bar ---------------------------------------------------------------------------------------------------------

BEHIND: Final = """() => {
  const clock = document.querySelector('.player [data-clock]');
  clock.hidden = true;
  const edge = '<button class="button edge" type="button" data-edge><span data-edge-words>%s</span></button>';
  clock.insertAdjacentHTML('beforebegin', edge.replace('%s', '12:42 behind, to live'));
}"""
ROWS: Final = "(each) => each.map((one) => Math.round(one.getBoundingClientRect().bottom))"


@pytest.mark.parametrize(("width", "height"), [(390, 844), (320, 568)])
def test_the_bar_of_a_phone_keeps_its_rows_whatever_it_tells(
    site: str, watcher: Watcher, width: int, height: int
) -> None:
    game = finished(site, "over")[0]
    page = watcher.open(f"{site}/games/{game}/?lens=audience&beat=5#replay", width=width, height=height)
    parts = page.locator(":is(.steps, .speed, .track, .sheet-button)").locator("visible=true")
    before = parts.evaluate_all(ROWS)
    page.evaluate(BEHIND)
    assert parts.evaluate_all(ROWS) == before
    edge = page.locator("[data-edge]")
    assert edge.evaluate("(it) => it.scrollHeight <= it.clientHeight + 1 && it.scrollWidth <= it.clientWidth")


# --- votes -----------------------------------------------------------------------------------------------------------

LATE = """(each) => each.map(
  (one) => [one.textContent, parseFloat(one.style.getPropertyValue('--after')), one.className])"""


def test_a_vote_is_told_one_by_one_where_it_comes_in_its_time_and_stands_whole_where_one_goes_to_it(
    site: str, watcher: Watcher
) -> None:
    for game in finished(site, "over"):
        told = beats(site, game)
        number = next(beat["n"] for beat in told if beat["kind"] == "voted")
        page = watcher.open(f"{site}/games/{game}/?lens=audience&beat={number}#replay")
        whole = page.locator(".tray").inner_text()
        assert page.locator(".tray .token").count() == len(told[number]["votes"])
        page.locator("[data-go=before]").click()
        is_at(page, number - 1)
        expect(page.locator(".tray")).to_be_hidden()
        page.select_option("[data-speed]", "2")
        page.locator("[data-play]").click()
        page.wait_for_function("(n) => document.querySelector('[data-scrubber]').value === String(n)", arg=number)
        page.locator("[data-play]").click()
        tokens = page.locator(".tray .token").evaluate_all(LATE)
        assert all("is-dealt" in name for _, _, name in tokens)
        order = [seat for seat, _ in told[number]["votes"]]
        at = dict(zip([text for text, _, _ in tokens], [after for _, after, _ in tokens], strict=True))
        letters = page.evaluate("() => JSON.parse(document.querySelector('#replay-data').textContent).letters")
        afters = [at[letters[seat]] for seat in order]
        assert afters == sorted(afters)
        assert all(0.33 < later - sooner < 0.37 for sooner, later in pairwise(afters))
        words = page.locator("[data-words]").evaluate_all(LATE)
        assert abs(words[0][1] - afters[-1]) < 0.1, "the words name them all: they come with the last"
        page.locator("[data-go=before]").click()
        page.locator("[data-go=after]").click()
        is_at(page, number)
        assert page.locator(".round .is-dealt").count() == 0
        assert page.locator(".tray").inner_text() == whole
        page.close()


def test_the_end_counts_down_to_a_game_that_is_to_come(site: str, watcher: Watcher) -> None:
    waiting = watcher.open(f"{site}/")
    while not (games := finished(site, "later")):
        waiting.wait_for_timeout(500)
    page = watcher.open(f"{site}/games/{games[0]}/")
    page.locator("[data-scrubber]").press("End")
    clock = page.locator("section[data-finale] time[data-countdown]")
    shown = clock.inner_text()
    page.wait_for_function("(shown) => document.querySelector('[data-finale] time').textContent !== shown", arg=shown)
    expect(clock).to_have_text(re.compile(r"^in [\d:]+$"))


@pytest.mark.slow
def test_who_asks_for_it_is_taken_to_the_next_game_when_that_begins(site: str, folder: Path, watcher: Watcher) -> None:
    manage(folder, f"season soon create --games 2 {SEASON} --pace 0 --interval 45", "season soon start")
    waiting = watcher.open(f"{site}/")
    while not (games := finished(site, "soon")):
        waiting.wait_for_timeout(500)
    address = f"{site}/games/{games[0]}/?lens=glass#replay"
    asking, staying = watcher.open(address), watcher.open(address)
    for page in (asking, staying):
        page.locator("[data-scrubber]").press("End")
        expect(page.get_by_label("Take me there when it begins")).not_to_be_checked()
    asking.get_by_label("Take me there when it begins").check()
    asking.reload()
    asking.locator("[data-scrubber]").press("End")
    expect(asking.get_by_label("Take me there when it begins")).to_be_checked()
    staying.locator("[data-scrubber]").press("ArrowLeft")

    asking.wait_for_url(lambda url: games[0] not in url, timeout=at_most(90) * 1000)
    while len(both := finished(site, "soon")) < 2:
        waiting.wait_for_timeout(500)
    assert asking.url.startswith(f"{site}/games/{both[1]}/?lens=glass"), "through the same eyes"
    assert games[0] in staying.url, "who looks at another beat is left there"


# --- keys ------------------------------------------------------------------------------------------------------------


def test_the_sheet_of_keys_keeps_the_keyboard_and_gives_it_back(site: str, watcher: Watcher) -> None:
    page = watcher.open(f"{site}/games/{finished(site, 'over')[0]}/?lens=audience&beat=5#replay")
    sheet, button = page.get_by_role("dialog", name="Keys"), page.get_by_role("button", name="Keys")
    expect(sheet).to_be_hidden()
    button.focus()
    page.keyboard.press("Enter")
    expect(sheet).to_be_visible()
    for key in ("Tab", "Tab", "Tab", "Shift+Tab", "Shift+Tab", "Shift+Tab"):
        page.keyboard.press(key)
        assert page.evaluate("() => document.activeElement.closest('dialog') !== null")
    page.keyboard.press("ArrowRight")
    assert page.input_value("[data-scrubber]") == "5", "keys of the stage do nothing meanwhile"
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    expect(button).to_be_focused()
    page.keyboard.press("?")
    expect(sheet).to_be_visible()
    sheet.get_by_role("button", name="Close").click()
    expect(sheet).to_be_hidden()
    box = button.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 24


def test_keys_that_are_switched_off_do_nothing_and_stay_so(site: str, watcher: Watcher) -> None:
    address = f"{site}/games/{finished(site, 'over')[0]}/?lens=audience&beat=5#replay"
    page = watcher.open(address)
    page.get_by_role("button", name="Keys").click()
    page.get_by_label("Keys are on").uncheck()
    page.keyboard.press("Escape")
    for again in (False, True):
        if again:
            page.goto(address)
            page.reload()
        page.evaluate("() => document.activeElement.blur()")
        for key in ("ArrowRight", "?", "3"):
            page.keyboard.press(key)
        page.wait_for_timeout(500)
        assert page.input_value("[data-scrubber]") == "5"
        assert page.locator("dialog[open]").count() == 0
        assert "lens=audience" in page.url
    page.get_by_role("button", name="Keys").click()
    page.get_by_label("Keys are on").check()
    page.keyboard.press("Escape")
    page.evaluate("() => document.activeElement.blur()")
    page.keyboard.press("3")
    page.wait_for_url("**lens=glass**")


def test_what_moves_the_replay_takes_only_the_keys_that_move_it(site: str, watcher: Watcher) -> None:
    page = watcher.open(f"{site}/games/{finished(site, 'over')[0]}/?lens=audience&beat=5#replay")
    scrubber, play = page.locator("[data-scrubber]"), page.locator("[data-play]")
    scrubber.focus()
    page.keyboard.press("ArrowRight")
    is_at(page, 6)
    page.keyboard.press("Space")
    expect(play).to_have_attribute("aria-label", "Pause")
    page.keyboard.press("Space")
    expect(play).to_have_attribute("aria-label", "Play")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("Escape")
    scrubber.focus()
    page.keyboard.press("3")
    page.wait_for_url("**lens=glass**")


def test_keys_are_left_to_what_they_press_or_scroll(site: str, watcher: Watcher) -> None:
    game = finished(site, "over")[0]
    spoken = [beat["n"] for beat in beats(site, game, "glass") if beat["kind"] == "said"]
    page = watcher.open(f"{site}/games/{game}/?lens=glass&beat={spoken[-1]}#replay")
    page.locator("[data-depths]").scroll_into_view_if_needed()
    summary = page.locator("[data-beliefs] > summary")
    summary.focus()
    page.keyboard.press("Space")
    expect(page.locator("[data-beliefs][open] table.matrix")).to_be_visible()
    expect(page.locator("[data-play]")).to_have_attribute("aria-label", "Play")
    scroller = page.locator("[data-depths] .scroller").first
    scroller.focus()
    expect(scroller).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.wait_for_timeout(500)
    assert page.input_value("[data-scrubber]") == str(spoken[-1])
    page.locator("#replay").focus()
    page.keyboard.press("ArrowRight")
    is_at(page, spoken[-1] + 1)


def test_a_clock_that_nobody_sees_asks_for_nothing(site: str, watcher: Watcher) -> None:
    game = finished(site, "over")[1]
    page, asked = watcher.open("about:blank"), []
    page.clock.install()
    page.goto(f"{site}/games/{game}/?lens=audience&beat=3#replay")
    page.on("request", lambda request: asked.append(request.url) if "/api/" not in request.url else None)
    page.evaluate(
        """() => {
          const finale = document.querySelector('[data-finale]');
          finale.innerHTML = '<time data-countdown datetime="2026-01-01T00:00:00Z"></time>';
        }"""
    )
    page.clock.run_for(90_000)
    page.wait_for_timeout(300)
    assert asked == []
    page.evaluate("() => { document.querySelector('[data-finale]').hidden = false; }")
    page.clock.run_for(90_000)
    page.wait_for_function("() => true")
    page.wait_for_timeout(300)
    assert asked != []


# --- taps ------------------------------------------------------------------------------------------------------------


def test_a_tap_on_the_left_or_right_third_is_a_beat_and_takes_none_from_links(site: str, browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 375, "height": 667}, has_touch=True, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    try:
        page.goto(f"{site}/games/{finished(site, 'over')[0]}/?lens=audience&beat=5#replay")
        card = page.locator(".card").bounding_box()
        assert card is not None
        y = card["y"] + card["height"] / 2
        for x, number in ((350, 6), (340, 7), (25, 6), (30, 5)):
            page.touchscreen.tap(x, y)
            is_at(page, number)
        page.touchscreen.tap(187, y)
        page.mouse.click(350, y)
        page.evaluate("""() => {
          const link = document.createElement('a');
          link.href = '#somewhere';
          link.textContent = 'a link';
          document.querySelector('.card').prepend(link);
        }""")
        page.get_by_role("link", name="a link").tap()
        page.wait_for_function("() => location.hash === '#somewhere'")
        assert page.input_value("[data-scrubber]") == "5"
    finally:
        context.close()


# --- eyes ------------------------------------------------------------------------------------------------------------

LONG_NAMES: Final = "(each) => each.forEach((one) => (one.dataset.alias = 'Dame Hortensia'))"
LAST_OF_EACH: Final = """(each) => Math.max(...each.map((one) => {
  const box = one.getBoundingClientRect();
  return Math.max(box.right, box.left + one.scrollWidth);
}))"""


def test_the_list_of_eyes_holds_long_names(site: str, watcher: Watcher) -> None:
    page = watcher.open(f"{site}/games/{finished(site, 'over')[0]}/?lens=audience")
    page.locator(".eyes > summary").click()
    rows = page.locator(".eyes .of-seats li").locator("visible=true")
    rows.evaluate_all(LONG_NAMES)
    box = page.locator(".eyes > div").bounding_box()
    assert box is not None
    assert rows.evaluate_all(LAST_OF_EACH) < box["x"] + box["width"]


@pytest.mark.parametrize("width", [pytest.param(1280, marks=pytest.mark.slow), 375])
def test_the_rail_says_whose_eyes_these_are_and_what_they_know_to_be(site: str, watcher: Watcher, width: int) -> None:
    game = finished(site, "over")[0]
    known = beats(site, game, "glass")
    for seat in (0, 3):
        role = next(
            each["role"]
            for beat in known
            for number, each in beat.get("sets", {}).get("seats", {}).items()
            if int(number) == seat and "role" in each
        )
        page = watcher.open(f"{site}/games/{game}/?lens=seat:{seat}", width=width, height=800)
        name = page.locator(f"#table [data-seat='{seat}'] .alias").inner_text()
        eyes = page.locator("#lenses summary")
        assert " ".join(eyes.inner_text().split()) == f"Eyes: {name} {role.capitalize()}"
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page = watcher.open(f"{site}/games/{game}/", width=width, height=800)
    assert page.locator("#lenses summary").inner_text().strip() == "Eyes"


@pytest.mark.parametrize("lens", ["audience", pytest.param("seat:0", marks=pytest.mark.slow)])
def test_a_face_tells_who_that_is_and_leads_to_what_its_eyes_see_at_that_moment(
    site: str, watcher: Watcher, lens: str
) -> None:
    game = finished(site, "over")[0]
    page = watcher.open(f"{site}/games/{game}/?lens={lens}&beat=9#replay")
    seats, card = page.locator(".ring > [data-seat]"), page.locator(".whois")
    own = int(lens.removeprefix("seat:")) if lens.startswith("seat") else -1
    other = seats.nth(own + 1)
    other.locator(".face, .token").click()
    expect(card).to_be_visible()
    alias = other.locator(".alias").inner_text()
    assert card.inner_text().startswith(alias)
    box = card.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 1280
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    if own >= 0:
        seats.nth(own).locator(".alias").click()
        expect(card).to_be_visible()
        expect(card.get_by_role("link", name="The eyes of")).to_have_count(0)
    other.locator(".alias").click()
    card.get_by_role("link", name=f"The eyes of {alias}").click()
    page.wait_for_url(f"**/games/{game}/?lens=seat:{own + 1}&beat=*")
    told = beats(site, game, f"seat:{own + 1}")[int(page.get_attribute("[data-scrubber]", "value") or -1)]
    assert told["scene"] == beats(site, game, lens)[9]["scene"]


def test_a_tap_on_a_face_moves_no_beat(site: str, browser: Browser) -> None:
    game = finished(site, "over")[0]
    context = browser.new_context(viewport={"width": 375, "height": 700}, has_touch=True)
    page = context.new_page()
    page.goto(f"{site}/games/{game}/?lens=audience&beat=9#replay")
    for nth in (0, 3):
        page.locator(".ring > li").nth(nth).locator(".face, .token").tap()
        expect(page.locator(".whois")).to_be_visible()
        page.keyboard.press("Escape")
    assert page.get_attribute("[data-scrubber]", "value") == "9"
    context.close()


NO_POPOVERS: Final = """
for (const name of ['popover', 'showPopover', 'hidePopover', 'togglePopover']) delete HTMLElement.prototype[name];
"""


def test_without_popovers_a_face_tells_who_that_is_and_the_stage_goes_on(site: str, watcher: Watcher) -> None:
    """As in Safari 16 and Firefox 115."""
    game = finished(site, "over")[0]
    page = watcher.open("about:blank")
    page.add_init_script(NO_POPOVERS)
    page.goto(f"{site}/games/{game}/?lens=audience&beat=9#replay")
    seats, card = page.locator(".ring > [data-seat]"), page.locator(".whois")
    for nth in (0, 1):
        seats.nth(nth).locator(".face, .token").click()
        expect(card).to_be_visible()
        assert card.inner_text().startswith(seats.nth(nth).locator(".alias").inner_text())
        box = card.bounding_box()
        assert box is not None
        assert 0 <= box["x"] <= box["x"] + box["width"] <= 1280
        assert 0 <= box["y"] <= box["y"] + box["height"] <= 900
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    seats.nth(0).locator(".alias").click()
    expect(card).to_be_visible()
    page.locator(".card [data-title]").click()
    expect(card).to_be_hidden()
    seats.nth(0).locator(".alias").click()
    comes_to(page, 10)
    expect(card).to_be_hidden()
    comes_to(page, 11)
    assert page.inner_text("[data-words]") == beats(site, game)[11]["text"]


@pytest.mark.slow
def test_words_that_are_longer_than_their_place_go_on_by_themselves_until_somebody_takes_them_in_hand(
    site: str, watcher: Watcher
) -> None:
    game = finished(site, "over")[1]
    long = max((beat for beat in beats(site, game) if beat["kind"] == "said"), key=lambda beat: len(beat["text"]))
    page = watcher.open(f"{site}/games/{game}/?lens=audience&beat={long['n']}#replay", width=375, height=500)
    spoken, scrolled = page.locator(".spoken"), "(it) => it.scrollTop"
    assert spoken.evaluate("(it) => it.scrollHeight > it.clientHeight + 40")
    assert spoken.evaluate(scrolled) == 0, "who stands still reads as they like"
    page.select_option("[data-speed]", "4")
    page.locator("[data-play]").click()
    page.wait_for_function("() => document.querySelector('.spoken').scrollTop > 0")
    page.locator("[data-play]").click()
    page.locator("[data-go=before]").click()
    page.locator("[data-go=after]").click()
    page.select_option("[data-speed]", "0.5")
    page.locator("[data-play]").click()
    spoken.dispatch_event("wheel")
    page.wait_for_timeout(1_000 * long["hold"])
    assert spoken.evaluate(scrolled) == 0


def test_a_face_is_drawn_by_night_as_by_day(site: str, watcher: Watcher) -> None:
    game = finished(site, "over")[0]
    seen = {}
    for beat in beats(site, game, "glass"):
        if (when := beat["scene"].partition("-")[0]) in ("night", "day") and when not in seen:
            page = watcher.open(f"{site}/games/{game}/?lens=glass&beat={beat['n']}#replay")
            face = page.locator(".ring .face").first
            seen[when] = face.evaluate("(it) => getComputedStyle(it).colorScheme")
    assert len(seen) == 2
    assert len(set(seen.values())) == 1, "else every face would be drawn anew at each dusk and dawn"


@pytest.mark.parametrize("script", [True, False])
def test_what_goes_on_below_its_place_fades_there_until_its_end_is_in_view(
    site: str, watcher: Watcher, *, script: bool
) -> None:
    game = finished(site, "over")[1]
    said = sorted((beat for beat in beats(site, game) if beat["kind"] == "said"), key=lambda beat: len(beat["text"]))
    fades = "getComputedStyle(document.querySelector('.spoken')).maskImage !== 'none'"
    goes_on = "((it) => it.scrollHeight - it.clientHeight >= 6)(document.querySelector('.spoken'))"
    seen = set()
    for place in (-1, 0, len(said) // 2):
        number = said[place]["n"]
        address = f"{site}/games/{game}/?lens=audience&beat={number}#replay"
        page = watcher.open(address, width=375, height=500, script=script)
        comes_true(page, f"{fades} === {goes_on}")
        seen.add(page.evaluate(f"() => {fades}"))
        page.locator(".spoken").evaluate("(it) => it.scrollTo({ top: it.scrollHeight, behavior: 'instant' })")
        comes_true(page, f"!({fades})")
    assert True in seen
    if not script:
        return
    page.locator("[data-scrubber]").fill(str(said[-1]["n"]))
    page.wait_for_function(f"() => {fades}")
    page.set_viewport_size({"width": 1280, "height": 1000})
    page.wait_for_function(f"() => {fades} === {goes_on}")


def test_the_card_stands_in_the_middle_of_a_table_that_is_read_from_right_to_left(site: str, watcher: Watcher) -> None:
    game = finished(site, "over")[0]
    said = [beat["n"] for beat in beats(site, game) if beat["kind"] == "said"]
    page = watcher.open(f"{site}/games/{game}/?lens=audience&beat={said[0]}#replay")
    middle = """() => ['.card', '.round'].map((part) => document.querySelector(part).getBoundingClientRect())
      .map(({ left, width }) => Math.round(left + width / 2))"""
    before = page.evaluate(middle)
    page.evaluate("() => { document.documentElement.dir = 'rtl'; }")
    after = page.evaluate(middle)
    assert abs(before[0] - before[1]) <= 1
    assert abs(after[0] - after[1]) <= 1
    direction = "(it) => getComputedStyle(it).direction"
    words = [page.locator(part).evaluate(direction) for part in (".card .words", "#transcript")]
    assert words == ["ltr", "ltr"], "what is said is English"
