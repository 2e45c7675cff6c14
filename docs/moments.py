"""Draws moments of games by lot and takes a picture of each, for readers who are shown nothing else (docs/rounds.md).

    .setup/bin/python docs/moments.py FOLDER --lot TEXT

One of each rule book at 1280 pixels and one of whichever the lot says at 375: beats of games that are over, through the
glass box, at which somebody of the hidden team speaks. FOLDER gets the pictures and `key.json` with what is right,
which comes from the API and not from the page. It needs what docs/screenshot.py needs; the same lot draws the same.
"""

import argparse
import json
import random
import shutil
import sys
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402  the path first

from docs.screenshot import CHROMIUM, PATIENCE, NoPicture, demo  # noqa: E402

RULESETS = ("town-mafia", "reactive-mafia", "council-mafia", "glass-box")
WIDE, PHONE = {"width": 1280, "height": 860}, {"width": 375, "height": 812}
Moment = dict[str, Any]  # of a game: its address, and what is right of it


def moments(page: Page, url: str, lot: random.Random) -> list[Moment]:
    """One of each rule book, and one more. Raises NoPicture."""
    drawn = [lot.choice(in_first_game(page, url, slug)) for slug in RULESETS]
    return [*drawn, lot.choice(in_first_game(page, url, lot.choice(RULESETS)))]


def in_first_game(page: Page, url: str, slug: str) -> list[Moment]:
    """All such beats of the first game of a rule book that is over and has some, once there is one. Raises
    NoPicture."""
    for _ in range(PATIENCE):
        games = page.request.get(f"{url}/api/v1/games/?status=finished&ruleset={slug}").json()["results"]
        for game in sorted(games, key=lambda each: each["finished_at"]):
            beats = page.request.get(f"{url}/api/v1/games/{game['id']}/beats/?lens=glass").json()["results"]
            if found := list(hidden_speak(game, beats, url)):
                return found
        time.sleep(1)
    raise NoPicture(f"no game of {slug} was over within {PATIENCE} s in which one of the hidden team speaks")


def hidden_speak(game: dict[str, Any], beats: list[dict[str, Any]], url: str) -> Any:
    """The beats of one game at which somebody of the hidden team speaks in public."""
    seats: dict[str, dict[str, Any]] = {}
    for beat in beats:
        for seat, known in beat.get("sets", {}).get("seats", {}).items():
            seats[seat] = seats.get(seat, {}) | known
        speaker = seats.get(str(beat.get("speaker")), {})
        if beat["kind"] == "said" and speaker.get("side") == "hidden-team":
            yield {
                "address": f"{url}/games/{game['id']}/?lens=glass&beat={beat['n']}#replay",
                "game": game["ruleset"],
                "beat": beat,
                "seats": {seat: dict(known) for seat, known in seats.items()},
            }


def take(browser: Browser, moment: Moment, file: Path, viewport: dict[str, int]) -> None:
    """The picture of what is in view when somebody comes to that address."""
    page = browser.new_page(viewport=viewport, color_scheme="light")  # type: ignore[arg-type]  # a dict is one
    page.set_default_timeout(PATIENCE * 1000)
    page.goto(moment["address"])
    page.wait_for_function("() => document.fonts.status === 'loaded'")
    page.wait_for_timeout(1500)
    page.screenshot(path=file)
    page.close()


def main() -> None:
    """Takes them all and writes what is right beside them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--lot", required=True, help="what the moments are drawn by")
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    lot = random.Random(asked.lot)  # noqa: S311  a lot that can be drawn again
    with demo(asked.lot) as address, sync_playwright() as playwright:
        url = address.rstrip("/")
        browser = playwright.chromium.launch(executable_path=chromium, args=list(CHROMIUM))
        drawn = moments(browser.new_page(), url, lot)
        for number, moment in enumerate(drawn, 1):
            take(browser, moment, asked.folder / f"{number}.png", PHONE if number == len(drawn) else WIDE)
        browser.close()
    (asked.folder / "key.json").write_text(json.dumps(drawn, indent=1, ensure_ascii=False), "utf-8")


if __name__ == "__main__":
    try:
        main()
    except NoPicture as why:
        sys.exit(f"no pictures: {why}")
