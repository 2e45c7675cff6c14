"""What axe-core finds on every kind of page, light and dark: nothing. And where the keyboard is backstage, in the same
league."""

import json
import threading
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, expect

from games.loopback.process import provider
from tests.browser.conftest import PATIENCE, SETTLED, Watcher, demo, manage
from tests.databases import copy_tables
from tests.patience import at_most

pytestmark = [pytest.mark.browser, pytest.mark.timeout(at_most(900)), pytest.mark.long(60)]
AXE: Final = (Path(__file__).parent / "vendor" / "axe.min.js").read_text(encoding="utf-8")
NAME, PASSWORD = "keeper", "a password for one test"
MODEL: Final = "gpt-4o-mini"
# All rules that axe follows of itself, best practices among them, and the one of WCAG 2.2 that it follows when asked.
FOUND: Final = """async (only) => {
  const rules = only ? {runOnly: only} : {rules: {"target-size": {enabled: true}}};
  const {violations} = await axe.run(document, {resultTypes: ["violations"], ...rules});
  const told = (rule) => rule.nodes.map((node) => [rule.id, node.target.join(" "), node.html.slice(0, 200)]);
  return violations.flatMap(told);
}"""
FOCUSED: Final = "() => document.activeElement.closest('#modal-content') !== null"
BEHIND: Final = "() => document.getElementById('header-inner').closest('[inert]') !== null"
# What a page stands on, as it is drawn.
GROUND: Final = """() => [document.body, document.documentElement].map((each) => {
  const {backgroundColor, color} = getComputedStyle(each);
  return `${backgroundColor} ${color}`;
}).join()"""
# As by the switch of the admin's own theme, which looks at what the system wishes only when a page comes.
THEME: Final = "(theme) => window.Alpine?.$data(document.documentElement).switchTheme?.(theme)"
# Colours that are on their way from light to dark are there at once.
ARRIVE: Final = """() => document.getAnimations().forEach((each) => {
  if (each.effect.getComputedTiming().endTime !== Infinity) each.finish();
})"""
PAGES: Final = {
    "home": "/",
    "seasons": "/seasons/",
    "running season": "/seasons/{running}/",
    "finished season": "/seasons/{finished}/",
    "season that is a twin": "/seasons/again/",
    "twins": "/seasons/once/twins/",
    "schedule": "/seasons/daily/schedule/",
    "season with a calendar": "/seasons/daily/",
    "games": "/games/",
    "live game": "/games/{live}/",
    "finished game": "/games/{over}/",
    "finished game through the glass box": "/games/{over}/?lens=glass",
    "a beat of a finished game": "/games/{over}/?lens=glass&beat=20",
    "the end of a finished game": "/games/{over}/?lens=audience&beat=99999",
    "players": "/players/",
    "player": "/players/{player}/",
    "results of a player": "/players/{leader}/results/?season={finished}",
    "persona": "/personas/{persona}/",
    "models": "/models/",
    "model": "/models/{model}/",
    "model of the house": "/models/{house}/",
    "leaderboard": "/leaderboard/",
    "statistics": "/stats/",
    "rules": "/rules/",
    "rule book": "/rules/glass-box/",
    "login": "/login/",
    "nothing there": "/nowhere/",
    "API": "/api/docs/",
    "login of the admin": "/admin/login/",
}
STAFF: Final = (
    *("/seasons/draft/", "/seasons/draft/edit/", "/seasons/draft/delete/"),
    *("/seasons/new/", "/seasons/daily/calendar/", "/seasons/once/twins/new/", "/exhibitions/new/"),
    *("/seasons/daily/acts/", "/desk/"),
)
ADMIN: Final = (
    "",
    "games/game/",
    "games/event/",
    "games/answer/",
    "games/call/",
    "games/account/",
    "games/killswitch/",
    "personas/price/",
    "personas/player/",
    "personas/player/1/change/",
    "personas/memoryrevision/",
    "personas/memoryrevision/of/1/",
    "personas/memoryrevision/undo/",
    "personas/persona/",
    "personas/persona/import/",
    "personas/persona/1/change/",
    "personas/languagemodel/",
    "league/season/",
    "league/season/1/change/",
    "league/standing/",
    "league/user/",
    "league/token/",
    "auth/group/",
    "axes/accessattempt/",
    "axes/accesslog/",
)


@pytest.fixture(scope="module")
def site(tables: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A league with a finished season, one that is on, one that has not begun, and one that was played twice."""
    folder = tmp_path_factory.mktemp("axe")
    copy_tables(tables, folder / "league.sqlite3")
    with provider(faults={"prose": 0.1}) as here:  # a model's page has more to tell of who was asked, and refused
        manage(
            folder,
            "demo --once --pace 0 --games 2 --port 0",
            "play glass-box --seed a --save",
            "season once create --ruleset town-mafia --seats 5 --games 2 --players house --pace 0",
            "season once run",
            "season once twin --slug again --memory off --start",
            "season again run",
            "season daily create --ruleset town-mafia --games 9 --players house --times 18:00 --zone Europe/Berlin",
            "season daily start",
            "season daily pause",
            "season draft create --ruleset town-mafia --games 3 --players house",
            f"createsuperuser --noinput --username {NAME} --email k@localhost",
            f"play town-mafia --seats 5 --option discussion_rounds=1 --players openai:{MODEL} --save --lens audience",
            DJANGO_SUPERUSER_PASSWORD=PASSWORD,
            OPENAI_BASE_URL=here.openai_url,
            OPENAI_API_KEY=here.key,
        )
    with demo(folder, "--pace", "1", "--games", "4") as url:
        yield url


def asked(site: str, path: str) -> list[dict[str, Any]]:
    with urllib.request.urlopen(site + path) as answer:
        rows: list[dict[str, Any]] = json.load(answer)["results"]
        return rows


def names(site: str) -> dict[str, str]:
    """One row of each kind that pages are about, once a game is on."""
    for _ in range(PATIENCE // 500):
        if asked(site, "/api/v1/games/?status=running"):
            break
        threading.Event().wait(0.5)  # another process has none of ours to set
    seasons = {row["status"]: row["slug"] for row in asked(site, "/api/v1/seasons/")}
    player = asked(site, "/api/v1/players/")[0]
    return {
        "running": seasons["running"],
        "finished": seasons["finished"],
        "live": asked(site, "/api/v1/games/?status=running")[0]["id"],
        "over": asked(site, "/api/v1/games/?status=finished")[0]["id"],
        "player": player["player_id"],
        "leader": asked(site, f"/api/v1/seasons/{seasons['finished']}/standings/")[0]["player_id"],
        "persona": player["persona_id"],
        "model": MODEL,
        "house": player["model"],
    }


def complaints(page: Page, address: str) -> dict[str, list[list[str]]]:
    """What axe says of a page: rule, selector, and the element as it is written. In the dark a page has other colours,
    and nothing else that is other."""
    page.emulate_media(color_scheme="light")
    come_to(page, address)
    light, ground = page.evaluate(FOUND, None), page.evaluate(GROUND)
    page.emulate_media(color_scheme="dark")
    page.evaluate(THEME, "dark")
    page.evaluate(SETTLED)  # what a script makes dark is so some frames later
    page.evaluate(ARRIVE)
    assert page.evaluate(GROUND) != ground, f"{address} is as light in the dark"
    dark = page.evaluate(FOUND, ["color-contrast"])
    page.evaluate(THEME, "auto")  # it is remembered
    return {"light": light, "dark": dark}


def come_to(page: Page, address: str) -> None:
    page.goto(address)
    if "/api/docs/" in address:
        page.wait_for_selector(".opblock", timeout=PATIENCE)


def opened(browser: Browser) -> Page:
    """A page of a new visitor who has axe on whatever comes. The policy would keep axe out, too."""
    context = browser.new_context(bypass_csp=True, viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    context.add_init_script(AXE)
    return context.new_page()


def signed_in(page: Page) -> Page:
    """The page behind a form that asks who somebody is."""
    page.fill("[name=username]", NAME)
    page.fill("[name=password]", PASSWORD)
    page.click("button[type=submit]")
    return page


def test_axe_finds_what_is_there_to_be_found(browser: Browser) -> None:
    page = opened(browser)
    page.set_content('<html lang="en"><title>A</title><main><h1>A</h1><img src="a"><a href="/"></a></main></html>')
    assert {rule for rule, *_ in page.evaluate(FOUND)} == {"image-alt", "link-name"}


def test_axe_finds_nothing(site: str, browser: Browser, *, whole: bool) -> None:
    rows, page = names(site), opened(browser)
    found = {name: complaints(page, site + path.format(**rows)) for name, path in PAGES.items()}

    page.goto(f"{site}/login/?next=/admin/")
    signed_in(page)
    page.wait_for_url(f"{site}/admin/")
    found |= {f"admin {path}": complaints(page, f"{site}/admin/{path}") for path in ADMIN[:: 1 if whole else 4]}
    found |= {path: complaints(page, f"{site}{path}") for path in STAFF}

    assert {name: each for name, each in found.items() if any(each.values())} == {}


# What is opened on the page of a game, and what is there then.
OPENED: Final = {
    "record": ("#record", "#record details:not([open]) > summary", "#claims .lies, #claims .small"),
    "beneath": (".beneath", ".depths details:not([open]) > summary", "[data-depths] .matrix"),
    "bids": (".beneath", "", "[data-depths] .askings section"),
    "keys": ("#replay", "[data-sheet]", "#keys[open]"),
    "eyes": ("#rail", ".eyes:not([open]) > summary", ".eyes[open] li"),
    "map": ("#replay", "", ".on-shift .ship"),
    "meeting": ("#replay", "", ".in-meeting .card"),
    "end": ("#replay", "", "section[data-finale]"),
    "fold": ("#transcript", "#transcript details:not([open]) > summary", "#transcript details[open] .lines"),
}


def beat_where(site: str, game: str, holds: Callable[[dict[str, Any]], bool]) -> int:
    """The last beat through the glass of which this holds."""
    return max(beat["n"] for beat in asked(site, f"/api/v1/games/{game}/beats/?lens=glass") if holds(beat))


@pytest.mark.slow
def test_axe_finds_nothing_in_what_is_opened_on_the_page_of_a_game(site: str, browser: Browser) -> None:
    ships = asked(site, "/api/v1/games/?status=finished&ruleset=glass-box")
    ship = ships[0]["id"]
    beats = {
        "map": beat_where(site, ship, lambda beat: beat["scene"].startswith("shift")),
        "meeting": beat_where(site, ship, lambda beat: beat["scene"].startswith("meeting") and beat["kind"] == "said"),
        "end": 999_999,
    }
    page, found = opened(browser), {}
    for width, height in ((1280, 900), (375, 667)):
        page.set_viewport_size({"width": width, "height": height})
        for name, (part, summaries, there) in OPENED.items():
            beat = beats.get(name, beats["meeting"])
            page.emulate_media(color_scheme="light")
            page.goto("about:blank")  # else nothing comes anew where the address is the same
            whole = "&line=all" if name == "fold" else ""  # where a beat is asked for little of the transcript comes
            page.goto(f"{site}/games/{ship}/?lens=glass&beat={beat}{whole}#replay")
            page.locator(part).scroll_into_view_if_needed()
            if name == "beneath":
                page.wait_for_selector("[data-depths]:not([aria-busy]) [data-beliefs]")
            for summary in (
                page.locator(summaries).all()[::-1] if summaries else ()
            ):  # the last first: they are told by what is shut
                summary.evaluate("each => each.click()")
            page.wait_for_selector(there)
            page.wait_for_load_state("networkidle")
            light = page.evaluate(FOUND, None)
            page.emulate_media(color_scheme="dark")
            page.evaluate(ARRIVE)
            dark = page.evaluate(FOUND, ["color-contrast"])
            found[f"{name}, {width}"] = {"light": light, "dark": dark}
    assert {name: each for name, each in found.items() if any(each.values())} == {}


def test_the_keyboard_is_in_a_dialog_until_it_is_closed(site: str, watcher: Watcher) -> None:
    page = signed_in(watcher.open(f"{site}/admin/games/killswitch/"))
    opener = page.get_by_role("link", name="Stop all calls").locator("visible=true")

    opener.click()
    reason = page.get_by_label("Reason")
    expect(reason).to_be_focused()
    assert page.evaluate(BEHIND)
    for _ in range(3):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement !== document.body"):  # else it is in the browser's own bars
            assert page.evaluate(FOCUSED)

    page.get_by_role("button", name="Stop all calls").click()
    expect(page.get_by_text("This field is required.")).to_be_visible()
    expect(reason).to_be_focused()

    page.keyboard.press("Escape")
    expect(opener).to_be_focused()
    assert not page.evaluate(BEHIND)
