"""Takes the pictures in docs/screens/: eight pages, light and dark, at 1280 and at 375 pixels.

    .setup/bin/python docs/screens.py [FOLDER]

Needs Chromium and the development packages. It plays games of its own in a folder that is gone afterwards, and serves
them on a free port. Beside the pictures stands the digest of what pages are made of (`docs/pages.py`), so that a test
says when they are old.
"""

import argparse
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import httpx  # noqa: E402  the path first
from playwright.sync_api import Page, sync_playwright  # noqa: E402

from docs.pages import digest_of_pages  # noqa: E402
from tests.browser.conftest import FLAGS, listening, manage  # noqa: E402

SIZES: Final = ((1280, 800), (375, 667))
THEMES: Final = ("light", "dark")
QUALITY: Final = 60  # of a JPEG: all together are below 3 MB
DIGEST: Final = "pages.sha256"
BOOKS: Final = ("town-mafia", "glass-box")
SEASON: Final = "--games 2 --players house --memory off --ruleset town-mafia --ruleset glass-box"
OPEN_BELIEFS: Final = "() => document.querySelector('.depths [data-beliefs] > summary')?.click()"
TO_WHAT_IS_BENEATH: Final = "() => document.querySelector('.beneath').scrollIntoView({ behavior: 'instant' })"
Open = Callable[[Page], None]


def pages_of(url: str) -> Iterator[tuple[str, str, Open]]:
    """The eight, each by its name, its address and what is done there before the picture."""
    games = httpx.get(f"{url}/api/v1/games/", params={"season": "over"}, timeout=60).json()["results"]
    town, ship = (next(game["id"] for game in games if game["ruleset"] == book) for book in BOOKS)
    lie = beat_of(url, town, lambda beat: bool(beat.get("marks")) and beat["kind"] == "said")
    shift = beat_of(url, ship, lambda beat: beat["scene"].startswith("shift") and bool(beat.get("thoughts")))
    # In the last meeting: many bid at once, and all have said what they believe.
    meeting = beat_of(url, ship, lambda beat: beat["scene"].startswith("meeting") and beat["kind"] == "said", last=True)
    yield "home", "/", nothing
    yield "season", "/seasons/over/", nothing
    yield "leaderboard", "/leaderboard/", nothing
    yield "game", f"/games/{town}/", nothing
    yield "stage", f"/games/{town}/?lens=glass&beat={lie}#replay", nothing
    yield "ship", f"/games/{ship}/?lens=glass&beat={shift}#replay", nothing
    yield "beneath", f"/games/{ship}/?lens=glass&beat={meeting}#replay", look_beneath
    yield "end", f"/games/{town}/?lens=glass&beat=99999#replay", nothing


def beat_of(url: str, game: str, holds: Callable[[dict[str, Any]], bool], *, last: bool = False) -> int:
    """The middle one of the beats through the glass of which this holds, or the last; 0 where there is none."""
    beats = httpx.get(f"{url}/api/v1/games/{game}/beats/", params={"lens": "glass"}, timeout=60).json()["results"]
    found = [beat["n"] for beat in beats if holds(beat)]
    return found[-1 if last else len(found) // 2] if found else 0


def nothing(page: Page) -> None:
    """The page as it comes."""


def look_beneath(page: Page) -> None:
    page.evaluate(TO_WHAT_IS_BENEATH)  # it comes once it is in sight
    page.wait_for_selector("[data-depths]:not([aria-busy]) [data-beliefs]")
    page.evaluate(OPEN_BELIEFS)
    page.wait_for_selector(".depths .matrix")
    page.wait_for_load_state("networkidle")
    page.evaluate(TO_WHAT_IS_BENEATH)  # what has come meanwhile has moved it


def take(folder: Path) -> None:
    """Takes all pictures, and writes the digest of the pages that they are of."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or "google-chrome"
    digest = digest_of_pages(ROOT)
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="league-screens-") as name, sync_playwright() as playwright:
        manage(Path(name), "migrate", "roster", f"season over create {SEASON} --pace 0", "season over run")
        with listening(Path(name), "serve") as url:
            browser = playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
            for width, height in SIZES:
                for theme in THEMES:
                    context = browser.new_context(
                        viewport={"width": width, "height": height}, color_scheme=theme, reduced_motion="reduce"
                    )
                    for page_name, path, open_it in pages_of(url):
                        page = context.new_page()
                        page.goto(url + path, wait_until="networkidle")
                        open_it(page)
                        file = folder / f"{page_name}-{width}-{theme}.jpg"
                        page.screenshot(path=file, type="jpeg", quality=QUALITY)
                        page.close()
                    context.close()
            browser.close()
    (folder / DIGEST).write_text(f"{digest}\n", "utf-8")


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    arguments.add_argument("folder", nargs="?", type=Path, default=ROOT / "docs" / "screens")
    take(arguments.parse_args().folder)
