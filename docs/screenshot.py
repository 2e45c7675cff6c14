"""Takes the picture of the README: a live game through the glass box, where its first night turns into day.

    python docs/screenshot.py [FILE] [--seed TEXT]

Needs Chromium and the development packages. It starts a demo of its own on a free port, in a folder of its own that is
gone afterwards; the same seed shows the same game.
"""

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[1]
WIDTH, HEIGHT = 1280, 860
NIGHT_ABOVE = 430  # pixels of the night that are left in the picture above the day
SPEECHES = 4  # of the first day, before the picture is taken
CHROMIUM = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync")


@contextmanager
def demo(seed: str) -> Iterator[str]:
    """A demo that runs as long as the context; its address."""
    with tempfile.TemporaryDirectory(prefix="league-screenshot-") as folder:
        command = [sys.executable, "manage.py", "demo", "--port", "0", "--pace", "0.1", "--seed", seed]
        environment = os.environ | {"LEAGUE_DATA_DIR": folder, "LEAGUE_SETUP": "0"}
        with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as process:
            try:
                assert process.stdout is not None
                yield next(found[0] for line in process.stdout if (found := re.search(r"http://\S+", line)))
            finally:
                process.send_signal(signal.SIGTERM)
                process.communicate()


def take(file: Path, seed: str) -> None:
    """Waits for the right moment and writes the picture."""
    with demo(seed) as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=list(CHROMIUM))
        page = browser.new_page(
            viewport={"width": WIDTH, "height": HEIGHT}, color_scheme="light", reduced_motion="reduce"
        )
        page.goto(url)
        game = page.wait_for_selector("#marquee .button.is-main").get_attribute("href")
        page.goto(f"{url.rstrip('/')}{game}?lens=glass#day-1")
        page.wait_for_function(f"() => document.querySelectorAll('#day-1 .line.said').length >= {SPEECHES}")
        page.evaluate(f"scrollTo(0, document.getElementById('day-1').offsetTop - {NIGHT_ABOVE})")
        page.wait_for_function("() => document.fonts.status === 'loaded'")
        page.screenshot(path=file)
        browser.close()


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    arguments.add_argument("file", nargs="?", type=Path, default=ROOT / "docs" / "game.png")
    arguments.add_argument("--seed", default="opening night", help="what the season's games are drawn from")
    given = arguments.parse_args()
    take(given.file, given.seed)
    sys.stdout.write(f"{given.file} is written\n")
