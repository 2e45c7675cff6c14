"""What the page of a game looks like and does in a real browser, with a game of Glass Box that is over.

(Long, because one site and its games, which take half a minute to come up, serve all that is looked at here.)
"""

import re
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import asdict
from functools import wraps
from pathlib import Path
from typing import Any

import httpx
import pytest
from django.template.loader import render_to_string
from playwright.sync_api import Page, Route, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from games.engine.events import fatal, speakers
from games.engine.rulesets import all_rulesets
from games.engine.rulesets.glass_box import COLOURS
from league.queries.stage.transcript import places, transcript
from league.results.sides import side_of
from tests.browser.conftest import SETTLED, Watcher, comes_to, demo, is_at, manage
from tests.browser.test_live_page import TRANSCRIPT, events_of, numbers_on
from tests.games.rule_books import PYTHONPATH
from tests.league.queries.stage.test_transcript import ODD
from tests.patience import at_most

pytestmark = [pytest.mark.browser, pytest.mark.timeout(at_most(240)), pytest.mark.long(140)]

# Resolves when the page has not moved for twenty frames that were painted: time says nothing where none is painted.
AT_REST = """() => new Promise((resolve) => {
  let [was, still] = [scrollY, 0];
  const look = () => {
    [was, still] = [scrollY, scrollY === was ? still + 1 : 0];
    if (still < 20) requestAnimationFrame(look); else resolve();
  };
  requestAnimationFrame(look);
})"""
IN_SIGHT = """() => {
  const lines = [...document.querySelectorAll('.line[id]')].filter((line) => line.getBoundingClientRect().height);
  const line = lines.find((each) => each.getBoundingClientRect().top > 300) ?? lines.at(-1);
  return [line.id, line.getBoundingClientRect().top];
}"""
TOP_OF = "(id) => document.getElementById(id).getBoundingClientRect().top"
TO_THE_END = "document.querySelector('#transcript > :last-child').scrollIntoView({ block: 'end', behavior: 'instant' })"
SEATS = """(rows) => rows.map((row) => ({
  number: Number(row.dataset.seat),
  alias: row.querySelector('.alias').textContent,
  letters: row.querySelector('.token').textContent,
  hue: row.className.split(' ')[0],
}))"""
# Up to an event by one transcript, from there by another that finds what the first has left, as it finds the server's.
BUILD = """async ({ events, stop, ...data }) => {
  const { Transcript } = await import('/static/league/js/transcript.js');
  const root = document.getElementById('transcript');
  root.replaceChildren();
  const first = new Transcript(root, data);
  events.slice(0, stop).forEach((event) => first.add(event));
  const dealt = [...first.dealt].map(([seat, { role, team }]) => [seat, role, team]);
  const second = new Transcript(root, { ...data, dealt }, first.fold?.events);
  events.slice(stop).forEach((event) => second.add(event));
}"""
READABLE = 4.5  # WCAG 2.2, contrast (minimum), AA
# The least contrast of a seat's colour: as text on whatever a scene is made of, and of the letters on its token.
CONTRASTS = """(colours) => {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const light = (colour) => {
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    const parts = [...context.getImageData(0, 0, 1, 1).data].slice(0, 3).map((value) => value / 255);
    const [r, g, b] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (one, other) => {
    const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const styled = (place, className) => {
    const made = document.createElement('span');
    made.className = className;
    place.append(made);
    const { color, backgroundColor } = getComputedStyle(made);
    return { color, backgroundColor };
  };
  const found = {};
  for (const phase of ['day', 'night', 'shift']) {
    const scene = document.createElement('section');
    scene.className = `scene ${phase}`;
    document.getElementById('transcript').append(scene);
    scene.style.background = 'var(--sheet)';
    const behind = getComputedStyle(scene).backgroundColor;
    for (const colour of colours) {
      const token = styled(scene, `token seat-${colour}`);
      const mention = styled(scene, `mention seat-${colour}`);
      found[`${colour} by ${phase}`] = Math.min(
        contrast(token.color, token.backgroundColor), contrast(mention.color, behind),
      );
    }
    scene.remove();
  }
  return found;
}"""


GAMES_TRIED = 4
SAVED = ("glass-box", "lighthouse")
NOMINATING = "council-mafia"  # whose speeches end with what their speakers do
FOLDERS: dict[str, Path] = {}  # where the data of a site are


@pytest.fixture(scope="module")
def site(tables: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A league that plays slowly, with games that are over: of Glass Box, and of a rule book that no page knows."""
    folder = tmp_path_factory.mktemp("demo")
    with demo(folder, "--pace", "0.3", tables=tables, more={"PYTHONPATH": PYTHONPATH}) as url:
        FOLDERS[url] = folder
        manage(folder, *(f"play {slug} --seed a --save" for slug in (*SAVED, NOMINATING)), PYTHONPATH=PYTHONPATH)
        yield url


@pytest.fixture
def quick_site(tables: Path, tmp_path: Path) -> Iterator[str]:
    """A league whose games last for about a minute."""
    with demo(tmp_path, "--pace", "0.08", tables=tables) as url:
        yield url


@pytest.fixture(scope="module")
def ship(site: str) -> str:
    """The address of the game of Glass Box that is over."""
    return finished(site, "glass-box")


def finished(site: str, slug: str) -> str:
    """The address of the game of a rule book that was over before: those of the demo's seasons come to be so."""
    games = httpx.get(f"{site}/api/v1/games/", params={"ruleset": slug, "status": "finished"}).json()["results"]
    return f"{site}/games/{next(game['id'] for game in games if not game['season'])}/"


@pytest.mark.parametrize("width", [pytest.param(1280, marks=pytest.mark.slow), 390])
def test_a_death_fills_its_row_and_what_was_thought_stands_below(ship: str, watcher: Watcher, width: int) -> None:
    page = watcher.open(f"{ship}?lens=glass&line=all", width=width)
    deaths = page.locator(".line.died:has(> .thoughts)")
    assert deaths.count() > 0
    for death in deaths.all():
        line, body, thoughts = (
            each.evaluate(
                "e => { const { x, y, width, height } = e.getBoundingClientRect(); return [x, y, width, height]; }"
            )
            for each in (death, death.locator("> .body"), death.locator("> .thoughts"))
        )
        assert body[0] == line[0]
        assert body[2] == thoughts[2] == line[2] > 300
        assert body[3] < 200
        assert thoughts[1] >= body[1] + body[3]


@pytest.mark.parametrize("theme", [pytest.param("light", marks=pytest.mark.slow), "dark"])
def test_a_name_that_is_a_colour_can_be_read_in_it(ship: str, watcher: Watcher, theme: str) -> None:
    page = watcher.open(ship)
    page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
    contrasts = page.evaluate(CONTRASTS, [colour.lower() for colour in COLOURS])
    assert len(contrasts) == 3 * len(COLOURS)
    assert {where: value for where, value in contrasts.items() if value < READABLE} == {}


class Over(Exception):
    """The game that was watched is over before the test was."""


def with_games_enough(test: Callable[..., None]) -> Callable[..., None]:
    """The test with another game where the one that it watched ended meanwhile: on a slow machine one is soon over."""

    @wraps(test)
    def tried(**given: Any) -> None:
        for _ in range(GAMES_TRIED):
            with suppress(Over):
                return test(**given)
        raise AssertionError(f"{GAMES_TRIED} games were over before the test was")

    return tried


def wait_while_it_is_on(page: Page, holds: str, given: object = None) -> None:
    """Waits for what has to come while the game is on. Raises Over."""
    page.wait_for_function(f"(given) => ({holds}) || !document.getElementById('follow')", arg=given)
    if not page.locator("#follow").count():
        raise Over


def opened(site: str, watcher: Watcher, **how: int) -> Page:
    """The glass box of the game that is on."""
    while not (games := httpx.get(f"{site}/api/v1/games/", params={"status": "running"}).json()["results"]):
        threading.Event().wait(1)  # the next one begins in a moment
    return watcher.open(f"{site}/games/{games[0]['id']}/?lens=glass", **how)


# So far from the top of the screen begins the transcript: in pixels, or below 1 as a share of the screen.
GO_BELOW_THE_STAGE = """(to) => scrollBy({
  top: document.getElementById('transcript').getBoundingClientRect().top - (to < 1 ? to * innerHeight : to),
  behavior: 'instant',
})"""
READ_SO_FAR = "-document.getElementById('transcript').getBoundingClientRect().top"


def watched(site: str, watcher: Watcher, **how: int) -> Page:
    """The same, followed, with a transcript that is long enough to be scrolled a good way in it. Raises Over."""
    page = opened(site, watcher, **how)
    wait_while_it_is_on(page, "document.querySelector('#follow button')")
    page.evaluate("document.querySelector('#follow button')?.click()")
    wait_while_it_is_on(page, f"({READ_SO_FAR}) > 1200 && document.querySelectorAll('.contents li').length > 1")
    return page


IS_AT_THE_TOP = """(place) => {
  const { top = Infinity } = document.querySelector(place)?.getBoundingClientRect() ?? {};
  return top > -10 && top < innerHeight / 2;
}"""
NO_GAP_NEAR = """() => ![...document.querySelectorAll('.gap')].some((gap) => {
  const { top, bottom } = gap.getBoundingClientRect();
  return bottom > -2 * innerHeight && top < 3 * innerHeight;
})"""


def stays(page: Page) -> bool:
    """Whether what is looked at stays where it is while three more events come. How far the page is scrolled does not:
    it grows above too, where a fold does. Raises Over."""
    page.evaluate(AT_REST)
    with suppress(PlaywrightTimeout):  # what was left out where somebody has gone to comes first
        page.wait_for_function(NO_GAP_NEAR, timeout=at_most(5) * 1000)
    (line, top), lines = page.evaluate(IN_SIGHT), page.evaluate("document.querySelectorAll('[data-seq]').length")
    wait_while_it_is_on(page, "document.querySelectorAll('[data-seq]').length >= given + 3", lines)
    return bool(page.evaluate(TOP_OF, line) == pytest.approx(top, abs=2))


def leave(page: Page, way: Callable[[Page], object]) -> None:
    """Goes elsewhere. A line that comes in the same frame takes the page along; whoever wants to go goes again.
    Raises Over."""
    while on_the_button(page) == "Stop following":
        way(page)
        page.wait_for_timeout(300)


def on_the_button(page: Page) -> str:
    """What the button that follows says. Raises Over."""
    wait_while_it_is_on(page, "document.querySelector('#follow button')")
    return str(page.evaluate("document.querySelector('#follow button')?.textContent ?? ''")).strip()


def says(page: Page, wanted: str) -> None:
    """Waits until the button that follows says this. Raises Over."""
    wait_while_it_is_on(
        page, "new RegExp(`^(${given})$`).test(document.querySelector('#follow button')?.textContent.trim())", wanted
    )


def to_the_first_scene(page: Page) -> None:
    """Goes there by the contents: it may have to come first."""
    link = page.locator(".contents a").first
    scene = link.evaluate("({ hash }) => hash")
    link.click()
    page.wait_for_function(IS_AT_THE_TOP, arg=scene)


LEFT = r"Follow the transcript|\d+ new, show"
NEWER = r"\d+ new, show"
WAYS: dict[str, Callable[[Page], object]] = {
    "the contents": to_the_first_scene,
    "Shift and Space": lambda page: page.keyboard.press("Shift+Space"),
    # Nobody can take hold of a scrollbar here; this moves the page as one that is dragged does.
    "the scrollbar": lambda page: page.evaluate("scrollBy({ top: -700, behavior: 'instant' })"),
    "the wheel": lambda page: page.mouse.wheel(0, -600),
}


@pytest.mark.parametrize(
    "way",
    ["the contents", *(pytest.param(each, marks=pytest.mark.slow) for each in ("Shift and Space", "the scrollbar"))],
)
@with_games_enough
def test_a_reader_who_goes_elsewhere_is_left_there_however_it_was_done(site: str, watcher: Watcher, way: str) -> None:
    page = watched(site, watcher)
    leave(page, WAYS[way])
    says(page, LEFT)
    assert stays(page)
    if way == "the contents":
        top = page.evaluate("document.querySelector('.scene').getBoundingClientRect().top")
        rail = page.evaluate("document.getElementById('rail').offsetHeight")
        assert rail <= top < rail + 100, "it begins below what stays in view"
    says(page, NEWER)


@with_games_enough
def test_who_comes_to_a_beat_of_a_game_that_is_on_is_told_that_it_is_not_the_newest(
    site: str, watcher: Watcher
) -> None:
    page = watched(site, watcher)
    address = page.url.split("?")[0]
    expect(page.locator("#transcript")).to_have_attribute("aria-live", "off")
    page.goto(f"{address}?lens=glass&beat=1#replay")
    expect(page.locator("html")).to_have_class(re.compile(r"\bis-behind\b"))
    expect(page.locator("[data-edge-words]")).to_have_text(re.compile(r"to live|To live|behind"))
    page.click("[data-edge]")
    expect(page.locator("html")).not_to_have_class(re.compile(r"\bis-behind\b"))


def test_what_is_read_stays_though_the_stage_above_it_grows(ship: str, watcher: Watcher) -> None:
    page = watcher.open(f"{ship}?lens=glass", width=1280)
    page.locator("[data-depths]").scroll_into_view_if_needed()
    expect(page.locator("[data-depths] > .askings")).to_be_attached()
    for above, holds in ((200, True), (0.7, False)):  # who reads there, and who looks at the stage
        page.evaluate(GO_BELOW_THE_STAGE, above)
        page.wait_for_load_state("networkidle")  # what comes of the transcript holds its place by itself
        page.evaluate(AT_REST)
        line, top = page.evaluate(IN_SIGHT)
        page.evaluate("document.querySelector('[data-depths]').style.paddingBlockEnd = '300px'")
        page.evaluate(AT_REST)
        assert (page.evaluate(TOP_OF, line) == pytest.approx(top, abs=2)) is holds
        page.evaluate("document.querySelector('[data-depths]').style.removeProperty('padding-block-end')")


@with_games_enough
def test_following_stops_when_the_reader_scrolls_up_and_goes_on_at_a_press(site: str, watcher: Watcher) -> None:
    page = watched(site, watcher)
    leave(page, WAYS["the wheel"])
    says(page, LEFT)  # the next line may be there already
    page.evaluate(AT_REST)  # the wheel is heard before the page has moved
    line, top = page.evaluate(IN_SIGHT)
    says(page, NEWER)
    assert page.evaluate(TOP_OF, line) == pytest.approx(top, abs=2)
    here = page.evaluate("scrollY")
    page.evaluate("document.querySelector('#follow button')?.focus()")
    page.keyboard.press("Enter")
    says(page, "Stop following")
    wait_while_it_is_on(page, "scrollY > given", here)


@pytest.mark.slow
@with_games_enough
def test_a_reader_who_comes_back_to_the_end_follows_again(site: str, watcher: Watcher) -> None:
    page = watched(site, watcher)
    leave(page, WAYS["the scrollbar"])
    says(page, NEWER)
    page.evaluate(TO_THE_END)
    says(page, "Stop following")


@pytest.mark.slow
@with_games_enough
def test_who_said_stop_is_not_followed_again_but_sees_nothing_counted_that_is_in_sight(
    site: str, watcher: Watcher
) -> None:
    page = watched(site, watcher)
    page.locator("#follow button").click()
    says(page, NEWER)
    page.evaluate(TO_THE_END)
    says(page, "Follow the transcript")
    assert stays(page)


@pytest.mark.slow
@with_games_enough
def test_the_bar_says_live_only_while_the_game_goes_on(site: str, watcher: Watcher) -> None:
    page = watched(site, watcher)
    told = "document.querySelector('[data-line]')?.textContent.trim() === given"
    wait_while_it_is_on(page, told, "Live")
    game = page.url.split("/")[4]
    for waiting, words in (("a provider does not answer", "Connected"), ("", "Live")):
        with sqlite3.connect(FOLDERS[site] / "league.sqlite3", timeout=at_most(30)) as rows:
            rows.execute("UPDATE games_game SET waiting = ? WHERE public_id = ?", (waiting, game))
        wait_while_it_is_on(page, told, words)


@pytest.mark.parametrize("slug", [*SAVED, NOMINATING])
@pytest.mark.parametrize(
    "lens", ["glass", *(pytest.param(each, marks=pytest.mark.slow) for each in ("audience", "seat:2"))]
)
def test_the_page_builds_of_events_what_the_server_does_and_goes_on_in_the_middle(
    site: str, watcher: Watcher, lens: str, slug: str
) -> None:
    assert slug in all_rulesets()  # whose events are known from here on
    game = finished(site, slug)
    page = watcher.open(f"{game}?lens={lens}&line=all")
    events = events_of(site, game.split("/")[4], lens)
    assert numbers_on(page) == [event["seq"] for event in events]
    assert (page.locator(".fold").count() > 3) == (slug == "glass-box")
    assert page.locator(".scene").count() > 3
    assert (page.locator(".line .name [data-seq]").count() > 3) == (slug == NOMINATING)
    drawn = page.evaluate(TRANSCRIPT)
    seats = page.eval_on_selector_all(".cast li", SEATS)
    sides = {role.team: side_of(slug, role.team) for role in all_rulesets()[slug].roles}
    given = {"events": events, "seats": seats, "falls": fatal(), "speaks": speakers(), "sides": sides, "lens": lens}
    for stop in (0, 20, 37, len(events) // 2, len(events) - 20):
        page.evaluate(BUILD, given | {"stop": stop})
        built = page.evaluate(TRANSCRIPT)
        assert without_narration(built) == without_narration(drawn)


# One line by the script, as its classes and its words.
ODD_LINES = """async ({ events, ...data }) => {
  const { Transcript } = await import('/static/league/js/transcript.js');
  const transcript = new Transcript(document.createElement('ol'), data);
  return events.map((event) => {
    const line = transcript.line(event);
    return [line.className, line.textContent.replace(/\\s+/g, '')];
  });
}"""


def test_events_with_odd_fields_are_told_by_the_script_as_by_the_server(site: str, watcher: Watcher) -> None:
    seats = places(["Ines", "Leif", "Oskar"])
    row = {"seq": 1, "kind": "hummed", "round": 1, "phase": "day", "at": None, "text": "Ines hums to Leif.", "seat": 0}
    events = [{**row, **data} for data, _ in ODD]
    served = []
    for event in events:
        (line,) = transcript([event], seats, {}).scenes[0].lines
        html = render_to_string("league/game/line.html", {"line": line})
        served.append([re.search('class="([^"]*)"', html)[1], re.sub(r"<[^>]*>|\s", "", html)])  # type: ignore[index]
    page = watcher.open(f"{site}/rules/")
    data = {"seats": [asdict(seat) for seat in seats], "falls": fatal(), "speaks": speakers()}
    assert page.evaluate(ODD_LINES, {"events": events, **data}) == served


# Rows by the script, of events and of what the narrator says after some of them.
NARRATED = """async ({ events, ...data }) => {
  const { Transcript } = await import('/static/league/js/transcript.js');
  const root = document.createElement('div');
  document.body.append(root);
  const transcript = new Transcript(root, data);
  for (const { aside, ...event } of events) {
    transcript.add(event);
    if (aside) transcript.narrate({ after: event.seq, text: aside });
  }
  return [...root.querySelectorAll('.scene > .lines > li')].map((row) => row.className);
}"""


def test_what_the_narrator_says_among_votes_does_not_divide_the_ballot_of_a_live_page_either(
    site: str, watcher: Watcher
) -> None:
    seats = [asdict(seat) for seat in places(["Ines", "Leif", "Oskar"])]
    row = {"kind": "vote_shown", "round": 1, "phase": "meeting", "at": None, "text": "A vote.", "target": 1}
    events = [{**row, "seq": seq, "seat": seq - 1, "aside": "It is loud." if seq < 3 else ""} for seq in (1, 2, 3)]
    page = watcher.open(f"{site}/rules/")
    built = page.evaluate(NARRATED, {"events": events, "seats": seats, "falls": fatal(), "speaks": speakers()})
    assert built == ["line voted", "line narration", "line narration"]


def without_narration(html: str) -> str:
    """A transcript without the narrator's words, and without the class of the side that has won."""
    html = re.sub(r'<li class="line narration".*?</li>', "", html)
    return re.sub(r'class="scene curtain[^"]*"', 'class="scene curtain"', html)


def test_a_link_to_what_is_folded_opens_the_fold(ship: str, watcher: Watcher) -> None:
    page = watcher.open(f"{ship}?lens=glass&line=all", script=False)
    folded = page.locator(".fold .line").nth(4)
    expect(folded).to_be_hidden()
    page.goto(f"{ship}?lens=glass&line=all#{folded.get_attribute('id')}")
    expect(folded).to_be_visible()


# --- the stage of a game that is on -----------------------------------------------------------------------------------

AT_THE_EDGE = "document.querySelector('[data-edge]')?.textContent.trim() === 'Live'"
BEHIND = "/behind, to live/.test(document.querySelector('[data-edge]')?.textContent)"
BEATS = "Number(document.querySelector('[data-scrubber]').max)"
SHOWN = "Number(document.querySelector('[data-scrubber]').value)"


@with_games_enough
def test_who_watches_live_is_shown_each_beat_and_can_go_back_and_to_live_again(site: str, watcher: Watcher) -> None:
    page = opened(site, watcher)
    wait_while_it_is_on(page, f"{AT_THE_EDGE} && {BEATS} > given", 6)
    for _ in range(2):  # what comes is shown
        last = page.evaluate(BEATS)
        wait_while_it_is_on(page, f"{BEATS} > given && {SHOWN} === {BEATS}", last)
    page.evaluate("document.querySelector('[data-go=first]').click()")
    wait_while_it_is_on(page, BEHIND)
    page.evaluate("document.querySelector('[data-play]').click()")
    wait_while_it_is_on(page, "new URLSearchParams(location.search).has('beat')")
    stood, last = page.evaluate(f"[{SHOWN}, {BEATS}]")
    assert stood < last
    wait_while_it_is_on(page, f"{BEATS} > given", last)
    assert page.evaluate(SHOWN) == stood, "who stands still is left where they are, and the scrubber grows"
    page.evaluate("document.querySelector('[data-edge]').click()")
    wait_while_it_is_on(page, f"{AT_THE_EDGE} && {SHOWN} === {BEATS}")
    wait_while_it_is_on(page, "!new URLSearchParams(location.search).has('beat')")


# The rows of the table, whatever the order of their classes.
ROWS = """() => [...document.querySelectorAll('.cast > li')].map((row) => {
  const made = row.cloneNode(true);
  for (const each of [made, ...made.querySelectorAll('[class]')]) {
    each.setAttribute('class', [...each.classList].sort().join(' '));
  }
  return made.outerHTML.replaceAll(/\\s+/g, ' ');
})"""
BESIDE = """() => [document.getElementById('headline').textContent, document.title.split(' · ')[0],
  document.getElementById('now').textContent]"""
IS_BESIDE = (
    "document.getElementById('headline').textContent === document.querySelector('.card [data-title]').textContent"
)


@with_games_enough
def test_what_stands_beside_the_stage_is_as_of_the_beat_that_it_shows(site: str, watcher: Watcher) -> None:
    page = opened(site, watcher)
    has_begun = "document.querySelectorAll('#contents li').length > 1"
    wait_while_it_is_on(page, f"{AT_THE_EDGE} && {BEATS} > given && {has_begun}", 6)
    address, newest = page.url.split("?")[0], page.text_content("#headline")
    back = watcher.open(f"{address}?lens=glass&beat=0#replay")
    for number in (0, 2, 1):
        if number:
            back.evaluate(SEEK, number)
            wait_while_it_is_on(back, "new URLSearchParams(location.search).get('beat') === String(given)", number)
        still = watcher.open(f"{address}?lens=glass&beat={number}", script=False)
        assert back.evaluate(BESIDE)[:2] == [back.text_content(".card [data-title]")] * 2 != [newest] * 2
        assert back.evaluate(BESIDE) == still.evaluate(BESIDE)
        assert back.evaluate(ROWS) == still.evaluate(ROWS)
    back.evaluate("document.querySelector('[data-edge]').click()")
    wait_while_it_is_on(back, f"{AT_THE_EDGE} && {IS_BESIDE} && {SHOWN} === {BEATS}")
    assert back.text_content("#headline") != "The table is set"


# The table as the script has it of what the stage shows at its last beat.
TABLED = """async (given) => {
  const { Table } = await import('/static/league/js/table.js');
  const root = document.getElementById('table');
  const told = JSON.parse(document.getElementById('replay-data').textContent);
  const { results } = await (await fetch(told.beats)).json();
  const seats = Object.assign({}, ...results.map(({ sets }) => sets?.seats));
  const table = new Table(given, root, () => document.getElementById('now'));
  table.show({});
  return () => table.show(seats);
}"""


@pytest.mark.parametrize(
    "lens", ["seat:2", *(pytest.param(each, marks=pytest.mark.slow) for each in ("audience", "glass", "seat:0"))]
)
def test_the_script_tells_the_table_of_a_beat_as_the_server_does(ship: str, watcher: Watcher, lens: str) -> None:
    page = watcher.open(f"{ship}?lens={lens}")
    page.locator("[data-scrubber]").press("End")
    page.wait_for_function("() => document.cookie.includes('watched=')")
    page.reload()
    rules = all_rulesets()["glass-box"]
    sides = {role.team: side_of(rules.slug, role.team) for role in rules.roles}
    seats = page.eval_on_selector_all(".cast li", SEATS)
    drawn = page.evaluate(ROWS)
    shows = page.evaluate_handle(TABLED, {"seats": seats, "sides": sides, "lens": lens})
    assert page.evaluate(ROWS) != drawn
    shows.evaluate("(show) => show()")
    assert page.evaluate(ROWS) == drawn


@with_games_enough
def test_who_is_behind_comes_to_live_by_playing_on(site: str, watcher: Watcher) -> None:
    page = opened(site, watcher)
    wait_while_it_is_on(page, f"{AT_THE_EDGE} && {BEATS} > given", 6)
    # This league plays nearly as fast as the fastest speed that there is.
    page.evaluate("document.querySelector('[data-speed]').add(new Option('32', '32'))")
    page.select_option("[data-speed]", "32")
    page.evaluate("document.querySelector('[data-go=before]').click()")
    wait_while_it_is_on(page, BEHIND)  # who steps back stays there
    assert page.get_attribute("[data-play]", "aria-label") == "Play"
    page.evaluate("document.querySelector('[data-play]').click()")
    wait_while_it_is_on(page, AT_THE_EDGE)


@pytest.mark.slow
@with_games_enough
def test_who_stands_still_while_a_game_ends_is_told_how_when_they_come_to_that(
    quick_site: str, watcher: Watcher
) -> None:
    page = opened(quick_site, watcher)
    wait_while_it_is_on(page, f"{BEATS} > 3")
    page.evaluate("document.activeElement?.blur()")
    page.keyboard.press("ArrowLeft")  # nothing has the focus
    expect(page.locator("[data-play]")).to_have_attribute("aria-label", "Play")
    game, title = page.url.split("/")[4], page.title()
    page.wait_for_function(
        "() => [...document.querySelectorAll('#transcript .scene')].at(-1).id === 'end'", timeout=1_000 * at_most(120)
    )
    while httpx.get(f"{quick_site}/api/v1/games/{game}/").json()["status"] != "finished":
        page.wait_for_timeout(500)
    page.wait_for_timeout(3_000)  # in which the page would have been rendered anew
    ahead = "[...document.querySelectorAll('[data-chapters] a, #contents a')].map((link) => link.textContent)"
    assert page.title().split(" · ")[0] in {title.split(" · ")[0], *page.evaluate(ahead)} - {"The end"}
    assert [told for told in page.evaluate(ahead) if re.search(r"\bwins?\b", told)] == []
    assert not re.search(r"\bwins?\b", page.inner_text("#headline"))
    marked = re.findall(r"M(\d+)", page.get_attribute(".landmarks .loss", "d") or "")
    assert max([0, *map(int, marked)]) <= page.evaluate(SHOWN)
    page.evaluate("document.querySelector('[data-edge]').click()")
    page.wait_for_function("() => /wins?\\b|draw/i.test(document.title)")
    page.wait_for_function("() => !document.getElementById('follow')")


# The losses that a stage marks to which each beat with a loss comes twice, first without it; and its chapters.
GROWN = """async () => {
  const { Replay } = await import('/static/league/js/replay.js');
  const given = JSON.parse(document.getElementById('replay-data').textContent);
  const beats = (await (await fetch(given.beats)).json()).results;
  const given_so = { ...given, is_open: true, keeps_end: false, pace: 0 };
  document.getElementById('replay-data').textContent = JSON.stringify(given_so);
  const root = document.getElementById('replay');
  root.querySelectorAll('[data-landmarks] path').forEach((path) => { path.dataset.at = ''; });
  root.querySelector('[data-chapters]').replaceChildren();
  root.insertAdjacentHTML('beforeend', '<button data-edge><span></span></button>');
  window.fetch = async () => new Response(JSON.stringify({ results: [] }));
  const stage = new Replay(root, new Proxy({}, { get: () => () => {} }));
  await stage.load();
  const fallen = ({ sets }) => Object.values(sets?.seats ?? {}).some(({ fate }) => fate);
  for (const beat of beats) {
    if (fallen(beat)) stage.arrive({ ...beat, seq_to: beat.seq_to - 1, sets: { ...beat.sets, seats: {} } });
    stage.arrive(beat);
  }
  return [
    beats.filter(fallen).map(({ n }) => n).join(' '), root.querySelector('.landmarks .loss').dataset.at,
    beats.filter(({ sets }) => sets?.title !== undefined).length, root.querySelectorAll('[data-chapters] li').length,
  ];
}"""


def test_who_falls_in_a_beat_that_stood_there_already_is_marked(ship: str, watcher: Watcher) -> None:
    page = watcher.open(ship)
    fallen, marked, scenes, chapters = page.evaluate(GROWN)
    assert len(fallen.split()) > 1
    assert marked == fallen
    assert chapters == scenes > 3


@pytest.mark.parametrize(("width", "height"), [pytest.param(1280, 720, marks=pytest.mark.slow), (375, 667)])
@with_games_enough
def test_who_arrives_at_a_live_game_sees_its_stage(site: str, watcher: Watcher, width: int, height: int) -> None:
    page = opened(site, watcher, width=width, height=height)
    wait_while_it_is_on(page, AT_THE_EDGE)
    (card,) = [page.locator(".card").bounding_box()]
    rail = page.evaluate("document.getElementById('rail').getBoundingClientRect().bottom")
    assert card is not None
    assert rail <= card["y"]
    assert card["y"] + min(card["height"], 90) <= height
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    if width < 400:
        assert card["width"] > 300, "on a phone it is as wide as the table"


# --- the replay ------------------------------------------------------------------------------------------------------

ROUND = """(root) => {
  const made = root.cloneNode(true);
  made.querySelectorAll('noscript').forEach((each) => each.replaceWith(...each.childNodes));
  const rolled = [...made.querySelectorAll('template')].flatMap(({ content }) => [...content.querySelectorAll('*')]);
  for (const each of [made, ...made.querySelectorAll('*'), ...rolled]) {
    each.removeAttribute('loading');
    each.classList.remove('goes-on'); // what is longer than its place: without a script its style knows
    if (each.className?.split) each.className = each.className.split(/\\s+/).filter(Boolean).sort().join(' ');
    if (each.getAttribute('class') === '') each.removeAttribute('class');
  }
  return made.outerHTML.replaceAll(/\\s+/g, ' ').replaceAll('> <', '><').replaceAll(/ (?=<)|(?<=>) /g, '');
}"""
SEEK = """(number) => {
  const scrubber = document.querySelector('[data-scrubber]');
  scrubber.value = String(number);
  scrubber.dispatchEvent(new Event('input', { bubbles: true }));
}"""


def voting(game: str, lens: str) -> list[int]:
    """A few beats of a game at which one votes: of the first that there are, of each kind that there is."""
    kinds = {
        beat["kind"]: beat["n"] for beat in reversed(told_at(game, lens)) if beat.get("votes") or beat.get("voted")
    }
    return [each for number in kinds.values() for each in (number, number + 1)]


def at_beat(page: Page) -> int:
    return int(page.input_value("[data-scrubber]"))


@pytest.mark.parametrize("lens", [pytest.param("audience", marks=pytest.mark.slow), "glass"])
def test_the_script_shows_each_beat_as_the_server_does(site: str, watcher: Watcher, lens: str, *, whole: bool) -> None:
    for slug in SAVED:
        game = finished(site, slug)
        page = watcher.open(f"{game}?lens={lens}")
        count = int(page.get_attribute("[data-scrubber]", "max") or 0) + 1
        assert count > 20
        votes = [number for number in voting(game, lens) if number < count]
        assert len(votes) > 1 or slug == "lighthouse"
        numbers = {0, count - 1, *range(3, count, max(1, count // 8)), *votes}
        for number in sorted(numbers if whole else {*sorted(numbers)[::3], *votes[:1], count - 1}):
            page.evaluate(SEEK, number)
            page.wait_for_function("(n) => new URLSearchParams(location.search).get('beat') === String(n)", arg=number)
            page.evaluate(SETTLED)
            shown = page.locator(".round").evaluate(ROUND)
            still = watcher.open(f"{game}?lens={lens}&beat={number}", script=False)
            drawn = still.locator(".round").evaluate(ROUND)
            assert shown == drawn, f"{slug}, beat {number}"
            assert page.locator("[data-depths]").count() == (lens == "glass")
            if lens == "glass":
                page.locator("[data-depths]").scroll_into_view_if_needed()
                page.wait_for_selector("[data-depths]:not([aria-busy]):not(:has(noscript))")
                beneath = page.locator("[data-depths]").evaluate(ROUND)
                assert beneath == still.locator("[data-depths]").evaluate(ROUND), f"{slug}, beneath beat {number}"


SCENES = ("shift", "meeting")
# Goes to one beat after another, so many frames apart, and waits until the last one has come whole.
HURRY = """async ({ numbers, frames }) => {
  const aFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const scrubber = document.querySelector('[data-scrubber]');
  for (const number of numbers) {
    scrubber.value = String(number);
    scrubber.dispatchEvent(new Event('input', { bubbles: true }));
    for (let frame = 0; frame < frames; frame += 1) await aFrame();
  }
  for (let frame = 0; frame < 24; frame += 1) await aFrame();
}"""


def test_who_is_told_to_come_later_comes_by_itself_and_says_so(ship: str, watcher: Watcher) -> None:
    """A class looks on from one address, which may ask so often and no more: nobody has to know of that."""
    page = watcher.open(f"{ship}?lens=glass", forgives="429")
    refused: dict[str, int] = {"beats": 0, "narrations": 0}

    def later(route: Route) -> None:
        what = "beats" if "/beats/" in route.request.url else "narrations"
        refused[what] += 1
        if what == "narrations" or refused[what] <= 2:
            wait = "1" if what == "beats" else "60"  # without which the stage is whole but for that
            route.fulfill(status=429, headers={"Retry-After": wait}, content_type="application/json", body="{}")
        else:
            route.continue_()

    page.route(re.compile("/(beats|narrations)/"), later)
    notice = page.locator("[data-notice]")
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    expect(notice).to_contain_text("it comes in")
    page.wait_for_function("() => Number(document.querySelector('[data-scrubber]').value) > 0")
    expect(notice).to_be_hidden()
    assert refused["beats"] == 3
    page.unroute(re.compile("/(beats|narrations)/"))


def test_what_does_not_come_beneath_the_line_is_told_and_waited_for_no_more(ship: str, watcher: Watcher) -> None:
    page = watcher.open(f"{ship}?lens=glass&beat=1#replay", forgives="net::ERR_|Failed to load")
    depths = page.locator("[data-depths]")
    page.route("**/*part=beneath*", lambda route: route.abort())
    for key in ("ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
        depths.scroll_into_view_if_needed()
        expect(depths).to_contain_text("could not be loaded")
        expect(depths).not_to_have_attribute("aria-busy", "true")
    page.unroute("**/*part=beneath*")
    page.keyboard.press("ArrowRight")
    expect(depths).not_to_contain_text("could not be loaded")
    expect(depths).not_to_have_attribute("aria-busy", "true")


@pytest.mark.parametrize("width", [1280, pytest.param(390, marks=pytest.mark.slow)])
def test_who_hurries_past_beats_sees_the_last_one_whole(ship: str, watcher: Watcher, width: int) -> None:
    page = watcher.open(f"{ship}?lens=glass&beat=1#replay", width=width, height=800)
    beats = {each: [beat["n"] for beat in told_at(ship, "glass") if beat["scene"].startswith(each)] for each in SCENES}
    ways = [(beats["shift"][2], beats["meeting"][2]), (beats["meeting"][-2], beats["shift"][-2])]
    with page.expect_response(lambda answer: "/beats/" in answer.url) as came:
        page.evaluate(HURRY, {"numbers": [ways[0][0]], "frames": 0})
    came.value.finished()  # who hurries before the beats have come has gone nowhere
    for one, other in ways:
        numbers = [one, one + 1, other]
        page.evaluate(HURRY, {"numbers": numbers, "frames": 12})
        whole = page.locator(".round").evaluate(ROUND)
        for frames in (1, 2, 3, 5, 8, 13):
            page.evaluate(HURRY, {"numbers": [other, one], "frames": 0})
            page.evaluate(HURRY, {"numbers": numbers, "frames": frames})
            assert page.locator(".round").evaluate(ROUND) == whole, frames
            assert page.locator(".round .is-later").count() == 0


def test_a_replay_plays_stops_and_goes_by_keys_and_the_rail_keeps_step(ship: str, watcher: Watcher) -> None:
    page = watcher.open(f"{ship}?lens=glass")
    page.select_option("[data-speed]", "4")
    page.click("[data-from-the-start]")
    page.wait_for_function("() => Number(document.querySelector('[data-scrubber]').value) >= 2")
    expect(page.locator("[data-play]")).to_have_attribute("aria-label", "Pause")
    page.keyboard.press("Space")
    expect(page.locator("[data-play]")).to_have_attribute("aria-label", "Play")
    stood = at_beat(page)
    page.wait_for_timeout(1_500)
    assert at_beat(page) == stood
    page.keyboard.press("ArrowRight")
    page.wait_for_function("(n) => Number(document.querySelector('[data-scrubber]').value) === n + 1", arg=stood)
    before = at_beat(page)
    page.keyboard.press("Shift+ArrowRight")
    page.wait_for_function("(n) => Number(document.querySelector('[data-scrubber]').value) > n", arg=before)
    is_at(page, at_beat(page))
    title = page.locator(".card [data-title]")
    expect(page.locator("#rail [data-phase]")).to_have_text(title.inner_text())
    page.click("#lenses a[data-lens=audience]")
    expect(page.locator("#lenses [aria-current]")).to_have_text("Audience")
    expect(page.locator(".card [data-title]")).to_have_text(title.inner_text())


def test_the_end_of_a_replay_is_the_end_of_the_game_and_has_been_watched(ship: str, watcher: Watcher) -> None:
    page = watcher.open(ship)
    page.locator("[data-scrubber]").press("End")
    page.wait_for_function("() => document.cookie.includes('watched=')")
    expect(page.locator(".card")).to_have_class(re.compile("is-revealed|is-end"))


LINES = "[...document.querySelectorAll('#transcript .line[id^=e]')].map(({ id }) => Number(id.slice(1)))"
AT_THE_FOOT = "scrollY + innerHeight >= document.documentElement.scrollHeight - 2"


def go_to_the_foot(page: Page) -> None:
    """Goes down, with the wheel, as far as the page goes, and what comes by that with it."""
    page.wait_for_timeout(200)
    while not page.evaluate(AT_THE_FOOT):
        page.mouse.wheel(0, 700)
        page.wait_for_timeout(50)
    page.wait_for_load_state("networkidle")


@pytest.mark.parametrize(
    ("slug", "lens"),
    [(NOMINATING, "audience"), ("glass-box", "glass"), pytest.param("glass-box", "seat:1", marks=pytest.mark.slow)],
)
def test_who_goes_down_to_the_foot_is_told_no_more_than_the_stage_and_has_not_watched(
    site: str, watcher: Watcher, slug: str, lens: str
) -> None:
    address = finished(site, slug)
    told = httpx.get(f"{site}/api/v1{address.removeprefix(site)}beats/", params={"lens": lens}).json()["results"]
    page = watcher.open(f"{address}?lens={lens}", forgives="429")
    go_to_the_foot(page)
    assert max(page.evaluate(LINES), default=0) <= told[0]["seq_to"]
    scene = next(beat["n"] for beat in told[3:] if "title" in beat.get("sets", {}))
    for number in (2, scene - 1, scene):
        bare = httpx.get(address, params={"lens": lens, "beat": number}).text
        last = max(map(int, re.findall(r'id="e(\d+)"', bare)), default=0)
        page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
        comes_to(page, number)
        go_to_the_foot(page)
        page.wait_for_function(f"(last) => Math.max(0, ...{LINES}) >= last", arg=last)  # as without scripts
        go_to_the_foot(page)
        assert last <= max(page.evaluate(LINES)) <= told[number]["seq_to"]
    assert last > told[0]["seq_to"]
    assert page.locator("#end").count() == 0
    assert "watched=" not in page.evaluate("document.cookie")

    page.locator("#transcript > .gap a").last.click()
    page.wait_for_function(f"(seq) => {LINES}.some((each) => each > seq)", arg=told[scene]["seq_to"])
    assert page.locator("#end").count() == 0, "it comes where it is what is asked for"
    page.locator("#contents a").last.click()
    page.wait_for_function("() => document.cookie.includes('watched=')")


def test_what_is_asked_for_with_the_page_stands_open_with_scripts_as_without(ship: str, watcher: Watcher) -> None:
    parts = "&".join(f"open={each}" for each in ("beliefs", "claims", "later", "proof"))
    held = {"[data-beliefs]": "table", "#claims": "p, ul, section", "#proof": "dl"}

    def stands_open(page: Page) -> None:
        for part, what in held.items():
            expect(page.locator(f"{part}[open]")).to_have_count(1)
            expect(page.locator(f"{part} > summary ~ :is({what}, section)").first).to_be_attached()

    stands_open(watcher.open(f"{ship}?lens=glass&beat=20&{parts}#replay", script=False))
    page = watcher.open(f"{ship}?lens=glass&beat=20&{parts}#replay")
    page.locator("[data-depths]").scroll_into_view_if_needed()
    stands_open(page)
    for step in ("after", "before", "before"):
        page.locator(f"[data-go={step}]").click()
        page.locator("[data-depths]").scroll_into_view_if_needed()
        page.wait_for_function("() => !document.querySelector('[data-depths]').hasAttribute('aria-busy')")
        stands_open(page)
    page.locator("#record").scroll_into_view_if_needed()
    stands_open(page)
    is_at(page, 19)
    page.goto(f"{ship}?lens=audience")
    page.go_back()
    page.locator("[data-depths]").scroll_into_view_if_needed()
    stands_open(page)
    page.go_forward()
    page.go_back()
    page.locator("[data-depths]").scroll_into_view_if_needed()
    stands_open(page)


@pytest.mark.parametrize(("width", "height"), [pytest.param(1280, 720, marks=pytest.mark.slow), (375, 667)])
def test_a_replay_is_in_view_with_what_moves_it(ship: str, watcher: Watcher, width: int, height: int) -> None:
    page = watcher.open(f"{ship}?lens=glass&beat=20#replay", width=width, height=height)
    for part in (".card", ".steps", "[data-scrubber]"):
        box = page.locator(part).bounding_box()
        assert box is not None
        assert box["y"] < height, part
        assert box["y"] + min(box["height"], 60) > 0, part
    assert page.evaluate("document.documentElement.scrollWidth") <= width


# The boxes of the card, and of all that is shown of seats.
BOXES = """() => [...document.querySelectorAll('.card, .ring > li > *')]
  .sort((one, other) => other.matches('.card') - one.matches('.card'))
  .map((each) => each.getBoundingClientRect().toJSON())
  .filter(({ width }) => width)"""


@pytest.mark.slow
def test_seats_stand_beside_the_card_and_not_behind_it(site: str, watcher: Watcher) -> None:
    for slug, width, height in (("glass-box", 1280, 800), ("lighthouse", 1280, 720), ("glass-box", 1024, 800)):
        game = finished(site, slug)
        page = watcher.open(f"{game}?lens=glass&beat=1#replay", width=width, height=height)
        last = int(page.get_attribute("[data-scrubber]", "max") or 0)
        for number in (*range(2, last, max(1, last // 12)), last):
            page.evaluate(SEEK, number)
            page.wait_for_function("(n) => new URLSearchParams(location.search).get('beat') === String(n)", arg=number)
            page.evaluate(SETTLED)
            card, *parts = page.evaluate(BOXES)
            for box in parts:
                is_beside = box["x"] + box["width"] <= card["x"] + 1 or box["x"] >= card["x"] + card["width"] - 1
                is_above = box["y"] + box["height"] <= card["y"] + 1 or box["y"] >= card["y"] + card["height"] - 1
                assert is_beside or is_above, (slug, width, number, box, card)


# How far what stands on the page has moved, all in all, whatever made it move.
SHIFTS = """() => {
  window.shifted = 0;
  window.shifts = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.shifted += entry.value;
  });
  window.shifts.observe({ type: 'layout-shift', buffered: false });
}"""
PAINTED = "() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))"


@pytest.mark.parametrize(("width", "height"), [pytest.param(1280, 800, marks=pytest.mark.slow), (375, 667)])
@pytest.mark.parametrize("slug", ["glass-box", pytest.param("lighthouse", marks=pytest.mark.slow)])
def test_nothing_moves_on_the_page_while_thirty_beats_go_by(
    site: str, watcher: Watcher, slug: str, width: int, height: int
) -> None:
    page = watcher.open(f"{finished(site, slug)}?lens=glass&beat=1#replay", width=width, height=height)
    page.evaluate(SEEK, 2)
    page.wait_for_function("() => new URLSearchParams(location.search).get('beat') === '2'")
    page.evaluate(SHIFTS)
    for move in (
        "scrollTo({ top: 0, behavior: 'instant' })",
        "document.querySelector('.playbill').style.paddingTop = '300px'",
        "document.querySelector('.playbill').style.paddingTop = ''",
    ):
        page.evaluate(f"() => {{ {move} }}")
        page.evaluate(PAINTED)
    page.wait_for_function("() => window.shifted > 0")  # what moves is seen to
    page.evaluate("() => document.getElementById('replay').scrollIntoView({ behavior: 'instant' })")
    page.evaluate(PAINTED)
    page.wait_for_timeout(300)
    page.evaluate("() => { window.shifts.takeRecords(); window.shifted = 0; }")
    for number in range(3, 33):
        page.evaluate(SEEK, number)
        page.evaluate(PAINTED)
    page.wait_for_timeout(300)
    assert page.evaluate("window.shifted") < 0.02


# How much of what is said stands between the top of its card and what is thought beneath it, and how high all of it is.
WORDS_IN_VIEW = """() => {
  const [card, words, under] = ['.card', '.card .words', '.card .under'].map((part) => document.querySelector(part));
  const { top, bottom, height } = words.getBoundingClientRect();
  const end = (under.hidden ? card.getBoundingClientRect().bottom : under.getBoundingClientRect().top);
  return [Math.min(bottom, end) - Math.max(top, card.getBoundingClientRect().top), height];
}"""


@pytest.mark.parametrize(("width", "height"), [pytest.param(375, 667, marks=pytest.mark.slow), (320, 568)])
def test_on_a_phone_card_and_faces_stand_whole_above_what_moves_the_replay(
    site: str, watcher: Watcher, width: int, height: int
) -> None:
    for slug, lens in (("glass-box", "glass"), ("lighthouse", "audience"), ("lighthouse", "glass")):
        page = watcher.open(f"{finished(site, slug)}?lens={lens}&beat=2#replay", width=width, height=height)
        page.evaluate(AT_REST)
        heights: tuple[set[int], set[int]] = (set(), set())  # at a table alone, and with a map beside it
        for number in (2, 12, 20):
            page.evaluate(SEEK, number)
            page.wait_for_function("(n) => new URLSearchParams(location.search).get('beat') === String(n)", arg=number)
            player, card = page.locator(".player").bounding_box(), page.locator(".card").bounding_box()
            rail = page.locator("#rail").bounding_box()
            assert player is not None
            assert card is not None
            assert rail is not None
            assert rail["y"] + rail["height"] <= card["y"] + 1
            assert card["y"] + card["height"] <= player["y"] + 1
            assert player["y"] + player["height"] <= height + 1
            shown, whole = page.evaluate(WORDS_IN_VIEW)
            assert shown >= min(whole, 18), "at least a line of what is said"
            if not page.locator(".on-shift").count():
                heights[page.locator(".in-meeting").count()].add(round(card["height"]))
            for seat in page.locator(".ring > li").locator("visible=true").all():
                box = seat.bounding_box()
                assert box is not None
                assert box["y"] + box["height"] <= player["y"] + 1, (slug, number)
        assert max(map(len, heights)) == 1, "it is as high whatever it tells"
        assert page.evaluate("document.documentElement.scrollWidth") <= width


@with_games_enough
def test_that_a_game_is_live_is_a_dot_on_a_phone_and_a_word_to_who_hears(site: str, watcher: Watcher) -> None:
    page = opened(site, watcher, width=375, height=667)
    live = page.locator("#rail-state .live")
    wait_while_it_is_on(page, "document.querySelector('#rail-state .live')")
    assert live.inner_text().strip().lower() == "live"
    box = live.bounding_box()
    assert box is not None
    assert box["width"] < 30


@pytest.mark.parametrize(("width", "height"), [pytest.param(1280, 720, marks=pytest.mark.slow), (375, 667)])
def test_who_comes_back_may_go_on_where_they_left(ship: str, watcher: Watcher, width: int, height: int) -> None:
    page = watcher.open(f"{ship}?lens=glass")
    expect(page.locator("[data-resume]")).to_be_hidden()
    page.evaluate(SEEK, 15)
    page.wait_for_function("() => document.querySelector('.card [data-title]').textContent !== 'The table is set'")
    again = watcher.open(f"{ship}?lens=glass", width=width, height=height)
    offer, below = again.locator("[data-resume] button"), again.locator("#playbill")
    expect(offer).to_be_visible()
    box, top = offer.bounding_box(), below.bounding_box()
    assert box is not None
    assert 0 <= box["y"] < box["y"] + box["height"] <= height
    assert 0 <= box["x"] < box["x"] + box["width"] <= width
    again.evaluate("() => { document.querySelector('[data-resume]').hidden = true; }")
    assert below.bounding_box() == top, "nothing moves when it comes"
    again.evaluate("() => { document.querySelector('[data-resume]').hidden = false; }")
    offer.click()
    again.wait_for_function("() => Number(document.querySelector('[data-scrubber]').value) >= 15")
    expect(again.locator("[data-play]")).to_have_attribute("aria-label", "Pause")
    expect(offer).to_be_hidden()
    expect(again.locator(".card")).to_be_in_viewport()


def test_who_opens_what_they_believed_by_keyboard_stays_there(ship: str, watcher: Watcher) -> None:
    page = watcher.open(f"{ship}?lens=glass&beat=40#replay")
    page.locator("[data-depths]").scroll_into_view_if_needed()
    summary = page.locator("[data-depths] > [data-beliefs] > summary")
    summary.focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-beliefs] table.matrix")).to_be_visible()
    expect(summary).to_be_focused()


def test_what_somebody_opened_stays_open_when_a_part_of_the_page_comes_anew(ship: str, watcher: Watcher) -> None:
    page = watcher.open(f"{ship}?lens=glass")
    page.locator("#proof > summary").click()
    expect(page.locator("#proof")).to_contain_text("Salt")
    page.locator("#record-title").evaluate("title => title.append('!')")  # so that there is something to swap
    page.evaluate("import('/static/league/js/fresh.js').then(({ freshen }) => freshen())")
    expect(page.locator("#record-title")).not_to_contain_text("!")
    expect(page.locator("#proof")).to_have_attribute("open", "")
    expect(page.locator("#proof")).to_contain_text("Salt")


def test_the_bar_stays_at_the_beat_whose_workings_one_reads(ship: str, watcher: Watcher) -> None:
    page = watcher.open(f"{ship}?lens=glass&beat=40#replay")
    title = page.locator(".card [data-title]").text_content() or ""
    assert title.startswith(("Shift", "Meeting"))
    page.evaluate("document.querySelector('[data-depths]').scrollIntoView({ block: 'start', behavior: 'instant' })")
    page.wait_for_function("() => document.querySelector('.round').getBoundingClientRect().bottom < innerHeight / 4")
    page.evaluate(AT_REST)
    expect(page.locator(".rail [data-phase]")).to_have_text(title)


def test_who_has_not_watched_a_game_sees_no_loss_ahead(ship: str, watcher: Watcher) -> None:
    page = watcher.open(ship)
    losses = page.locator(".landmarks .loss")
    assert (losses.get_attribute("data-at"), losses.get_attribute("d")) == ("", "")
    page.get_by_role("link", name="Watch it").click()
    page.wait_for_function("() => document.querySelector('[data-play]').getAttribute('aria-label') === 'Pause'")
    page.keyboard.press("Space")
    page.locator("[data-scrubber]").press("End")
    expect(losses).not_to_have_attribute("d", "")
    drawn = "".join(f"M{number} 0V1" for number in (losses.get_attribute("data-at") or "").split())
    expect(losses).to_have_attribute("d", drawn)


@pytest.mark.parametrize("lens", ["audience", pytest.param("seat:1", marks=pytest.mark.slow)])
def test_claims_are_marked_once_the_end_was_seen_and_not_on_the_page_before(
    ship: str, watcher: Watcher, lens: str
) -> None:
    page = watcher.open(f"{ship}?lens={lens}&line=2")
    marks = page.locator("#transcript .mark")
    page.wait_for_load_state("networkidle")
    assert marks.count() == 0
    page.locator("#contents a").last.click()  # its end
    expect(page.locator("#end")).to_be_in_viewport()
    page.wait_for_function("() => document.cookie.includes('watched=')")
    expect(marks).not_to_have_count(0)
    assert page.locator("#transcript .body > .marks ~ .marks").count() == 0
    came = page.locator("#transcript .mark").all_inner_texts()
    page.reload()
    page.wait_for_load_state("networkidle")
    assert page.locator("#transcript .mark").count() >= len(came) > 0


def test_other_eyes_go_on_playing_as_fast_and_the_address_says_where(ship: str, watcher: Watcher) -> None:
    page = watcher.open(f"{ship}?lens=glass&beat=3#replay")
    page.select_option("[data-speed]", "4")
    page.click("[data-play]")
    page.wait_for_function("() => Number(new URLSearchParams(location.search).get('beat')) > 4")
    page.keyboard.press("1")
    page.wait_for_url("**lens=audience**")
    page.wait_for_function("() => document.querySelector('[data-play]').getAttribute('aria-label') === 'Pause'")
    assert page.locator("[data-speed]").input_value() == "4"


def test_a_beat_is_said_once_to_who_does_not_see_and_the_transcript_says_nothing_beside_it(
    ship: str, watcher: Watcher
) -> None:
    page = watcher.open(f"{ship}?lens=glass&beat=3#replay")
    assert ", beat 4 of " in (page.get_attribute("[data-scrubber]", "aria-valuetext") or "")
    page.evaluate("""() => {
      window.heard = [];
      const told = document.querySelector('[data-told]');
      const hear = new MutationObserver(() => window.heard.push(told.textContent));
      hear.observe(told, { childList: true, characterData: true, subtree: true });
    }""")
    page.evaluate(HURRY, {"numbers": [4, 5, 6, 7], "frames": 1})
    beat = told_at(ship, "glass")[7]
    page.wait_for_function("() => window.heard.length > 0")
    assert [text.split(": ")[-1] for text in page.evaluate("window.heard")] == [beat["text"].split(": ")[-1]]


@pytest.mark.parametrize("theme", [pytest.param("light", marks=pytest.mark.slow), "dark"])
def test_the_map_of_a_meeting_is_large_while_somebody_is_there(ship: str, watcher: Watcher, theme: str) -> None:
    beat = next(each["n"] for each in told_at(ship, "audience") if each["scene"].startswith("meeting"))
    page = watcher.open(f"{ship}?lens=audience&beat={beat}#replay", height=800)
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    drawing, words = page.locator(".in-meeting [data-ship]"), page.locator(".in-meeting .ship-told")
    small = drawing.bounding_box()
    words.focus()
    large = drawing.bounding_box()
    assert small is not None
    assert large is not None
    assert large["width"] > 3 * small["width"]
    assert large["x"] + large["width"] < 1280
    assert words.evaluate("(it) => it === document.activeElement"), "and what has the keyboard keeps it"
    name, room = page.locator(".in-meeting .room-name").first, page.locator(".in-meeting .room").first
    expect(name).to_be_visible()
    ink, floor = (each.evaluate("(it) => getComputedStyle(it).fill") for each in (name, room))
    assert contrast(ink, floor) >= 4.5
    page.keyboard.press("Tab")
    assert drawing.bounding_box() == small


def contrast(one: str, other: str) -> float:
    """Of two colours, as WCAG 2.2 has it."""
    lights = []
    for colour in (one, other):
        parts = [int(each) / 255 for each in re.findall(r"\d+", colour)[:3]]
        red, green, blue = (each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in parts)
        lights.append(0.2126 * red + 0.7152 * green + 0.0722 * blue)
    return (max(lights) + 0.05) / (min(lights) + 0.05)


def test_what_leads_to_the_glass_box_leads_to_the_same_moment_also_while_it_plays(ship: str, watcher: Watcher) -> None:
    shift = [each["n"] for each in told_at(ship, "audience") if each["scene"].startswith("shift-2")]
    page = watcher.open(f"{ship}?lens=audience&beat={shift[0] - 1}#replay")
    page.select_option("[data-speed]", "4")
    page.locator("[data-play]").click()
    page.wait_for_function("(n) => Number(document.querySelector('[data-scrubber]').value) >= n", arg=shift[0])
    page.locator("[data-play]").click()
    link, number = page.locator(".meanwhile a"), at_beat(page)
    expect(link).to_have_attribute("href", f"?lens=glass&beat={number}&of=audience#replay")
    expect(page.locator("#lenses [data-lens=glass]")).to_have_attribute("href", link.get_attribute("href") or "?")


def told_at(game: str, lens: str) -> list[dict[str, Any]]:
    """The beats of a game, by its page's address."""
    address = f"{game.rstrip('/')}/beats/".replace("/games/", "/api/v1/games/")
    beats: list[dict[str, Any]] = httpx.get(address, params={"lens": lens}, timeout=at_most(10)).json()["results"]
    return beats
