"""A browser, and a league that really runs: the demo in a process and a data folder of its own."""

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright

from tests.databases import copy_tables
from tests.patience import at_most

ROOT = Path(__file__).resolve().parents[2]
CHROMIUMS = ("chromium-headless-shell", "chromium", "chromium-browser")  # the first needs a third less of a processor
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
)
COMMANDS = """
import sys

import django
from django.core.management import call_command

django.setup()
for line in sys.argv[1:]:
    call_command(*line.split())
"""
SEEK = """(number) => {
  const scrubber = document.querySelector('[data-scrubber]');
  scrubber.value = String(number);
  scrubber.dispatchEvent(new Event('input', { bubbles: true }));
}"""
# What is around the words of a beat comes in the frames after, a part in each.
SETTLED = """() => new Promise((resolve) => {
  let frames = 10;
  const frame = () => (frames-- ? requestAnimationFrame(frame) : resolve());
  frame();
})"""
_AT = "(n) => new URLSearchParams(location.search).get('beat') === String(n)"
PATIENCE = 1_000 * at_most(90)  # milliseconds until something that has to come counts as never coming


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The system's Chromium. No longer than a module: while it is open its event loop runs in this thread, and a test
    that wants one of its own cannot have it."""
    chromium = next(filter(None, map(shutil.which, CHROMIUMS)), None)
    if chromium is None:
        pytest.skip("Chromium is not installed")
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
        yield browser
        browser.close()


class Visitors:
    """Who looks at pages: one with scripts, one without, and others by their names; new ones for each test."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._contexts: dict[tuple[bool, str], BrowserContext] = {}

    def page(self, *, script: bool, name: str = "") -> Page:
        """An empty page of one of them."""
        who = script, name
        if who not in self._contexts:
            self._contexts[who] = self._browser.new_context(java_script_enabled=script, reduced_motion="reduce")
            self._contexts[who].set_default_timeout(PATIENCE)
        page = self._contexts[who].new_page()
        if not script:
            page.wait_for_function = _never_looks_again  # type: ignore[method-assign]
        return page

    def forget(self) -> None:
        """They go, and with them whatever they have kept. (To have them stay and only forget needs calls to the browser
        that no limit ends, and one of a whole run did not return.)"""
        while self._contexts:
            self._contexts.popitem()[1].close()


class Watcher:
    """Opens pages and writes down whatever they complain about."""

    def __init__(self, visitors: Visitors) -> None:
        self.visitors = visitors
        self.complaints: list[str] = []

    def open(
        self,
        url: str,
        *,
        script: bool = True,
        width: int = 1280,
        height: int = 900,
        forgives: str = "",
        name: str = "",
    ) -> Page:
        """A page of a visitor, of another one by each name; what `forgives` matches is no complaint."""
        page = self.visitors.page(script=script, name=name)
        page.set_viewport_size({"width": width, "height": height})

        def heard(message: ConsoleMessage) -> None:
            if message.type in ("error", "warning") and not (forgives and re.search(forgives, message.text)):
                self.complaints.append(f"{url}: {message.text}")

        page.on("console", heard)
        page.on("pageerror", lambda error: self.complaints.append(f"{url}: {error}"))
        page.goto(url)
        return page


@pytest.fixture(scope="module")
def visitors(browser: Browser) -> Visitors:
    return Visitors(browser)


@pytest.fixture
def watcher(visitors: Visitors) -> Iterator[Watcher]:
    """Pages for one test, at whose end none of them has complained."""
    watcher = Watcher(visitors)
    yield watcher
    visitors.forget()
    assert watcher.complaints == []


def environment(folder: Path, **more: str) -> dict[str, str]:
    """The environment of a process whose data are in this folder."""
    ours = {"LEAGUE_DATA_DIR": str(folder), "LEAGUE_SETUP": "0", "DJANGO_SETTINGS_MODULE": "league.settings"}
    return os.environ | ours | more


def manage(folder: Path, *lines: str, **more: str) -> None:
    """Runs commands on the data in a folder, one after the other in one process; `more` is what its environment has
    besides."""
    run = [sys.executable, "-c", COMMANDS, *lines]
    subprocess.run(run, cwd=ROOT, env=environment(folder, **more), check=True, capture_output=True)


@contextmanager
def demo(
    folder: Path, *arguments: str, tables: Path | None = None, more: dict[str, str] | None = None
) -> Iterator[str]:
    """The demo in a process of its own, in a folder that begins with these tables if they are given; its address.
    `more` is what its environment has besides."""
    if tables is not None:
        copy_tables(tables, folder / "league.sqlite3")
    with listening(folder, "demo", *arguments, more=more) as url:
        yield url


@contextmanager
def over_and_live(folder: Path, tables: Path, season: str) -> Iterator[str]:
    """The address of a league with two seasons that are made so: `over`, whose games are, and `live`, whose games are
    on, four at once."""
    copy_tables(tables, folder / "league.sqlite3")
    over, live = f"season over create {season} --pace 0", f"season live create {season} --pace 3 --at-once 4"
    manage(folder, "roster", over, "season over run", live, "season live start")
    with listening(folder, "serve") as url:
        yield url


def games_of(site: str, season: str) -> dict[str, str]:
    """The ids of a season's games by rule book."""
    with httpx.Client(base_url=site, timeout=at_most(10)) as api:
        found = api.get("/api/v1/games/", params={"season": season}).json()["results"]
    return {game["ruleset"]: game["id"] for game in found if game["status"] in ("running", "finished")}


def _never_looks_again(*args: object, **more: object) -> None:
    """A page without scripts answers when it is asked, and cannot look again by itself: unless what is waited for is so
    at once, the wait has no end."""
    raise AssertionError("in a page without scripts, wait with comes_true")


def comes_true(page: Page, expression: str) -> None:
    """Waits until an expression of a page is true, in pages without scripts too."""
    for _ in range(PATIENCE // 50):
        if page.evaluate(f"() => {expression}"):
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"{expression} has not come true")


def comes_to(page: Page, number: int) -> None:
    """Moves the scrubber of a game's stage to a beat, and waits until the page is there."""
    page.evaluate(SEEK, number)
    is_at(page, number)


def is_at(page: Page, number: int) -> None:
    """Waits until the stage of a game is at a beat."""
    page.wait_for_function(_AT, arg=number)


@contextmanager
def listening(folder: Path, *command: str, more: dict[str, str] | None = None) -> Iterator[str]:
    """A command that serves the site, on a free port and the data in a folder, in a process of its own; its address."""
    run, settings = [sys.executable, "manage.py", *command, "--port", "0"], environment(folder, **(more or {}))
    with subprocess.Popen(run, cwd=ROOT, env=settings, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        said = ""
        for line in process.stdout:
            said += line
            if found := re.search(r"https?://\S+", line):
                break
        else:
            raise AssertionError(f"{command[0]} ended before it said where it is: {said}")
        try:
            yield found[0].rstrip("/")
        finally:
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=at_most(30))
